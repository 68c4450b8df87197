/*
 * view.c: from the news of the run loop to lines for people or programs.
 *
 * News change what is known (progress); then one of the forms writes it.  The
 * lines of a trial that stay are the same on a terminal and in a log.  Time
 * comes from outside, so that a test is a script.
 */
#include "app/screen/view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/screen/block.h"
#include "app/screen/line.h"
#include "app/screen/live.h"
#include "app/screen/progress.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/width.h"
#include "problem/configuration.h"

enum {
    DEFAULT_WIDTH = 80,
    DEFAULT_HEIGHT = 24,
    MAX_OUTPUT = 10,   /* last lines of a failed evaluation */
    MAX_COLUMNS = 200, /* of such a line, and of the reason */
    VALUE_WIDTH = 12,  /* "-1.23457e-05" */
    SECONDS_WIDTH = 8,
};

/* A little below the tick of a loop, 0.1: none is skipped for rounding. */
static const double SECONDS_BETWEEN_DRAWS = 0.09;

struct inlay_view {
    struct inlay_view_options is; /* its best is not looked at again */
    FILE *out;
    int id_width;
    struct inlay_progress progress;
    struct inlay_block block; /* on a terminal */
    double drawn;             /* when it was; seconds */
};

static bool is_live(const struct inlay_view_options *is)
{
    return is->is_terminal && !is->is_json && !is->is_quiet;
}

/* A log is UTF-8, whatever the terminal of its reader. */
static bool shows_utf8(const struct inlay_view *view)
{
    return view->is.has_utf8 || !is_live(&view->is);
}

/* What a program printed, harmless and not too long. */
static void add_output_text(const struct inlay_view *view,
                            struct inlay_text *text, const char *s, size_t n)
{
    const unsigned ascii = shows_utf8(view) ? 0 : INLAY_HARMLESS_ASCII;
    struct inlay_text whole = {0};

    inlay_harmless_add(&whole, s, n, INLAY_HARMLESS_OUTPUT | ascii);
    inlay_width_add_cut(text, inlay_text_view(&whole), whole.n, MAX_COLUMNS,
                        shows_utf8(view));
    inlay_text_fail_as(text, &whole);
    inlay_text_clear(&whole);
}

/* ---- Lines that stay ----------------------------------------------------- */

/* A word of ours to the right of its column, in colour where there is one. */
static void add_word(const struct inlay_view *view, const char *word, int width,
                     const char *colour, struct inlay_text *text)
{
    const int n = (int)strlen(word), spaces = n < width ? width - n : 0;

    if (!view->is.use_colour || !*colour) {
        inlay_text_printf(text, "%*s%s", spaces, "", word);
        return;
    }
    inlay_text_printf(text, "%*s\033[%sm%s\033[0m", spaces, "", colour, word);
}

static void add_verdict(const struct inlay_view *view,
                        const struct inlay_loop_news *news,
                        struct inlay_text *text)
{
    struct inlay_text value = {0};

    switch (news->kind) {
    case INLAY_NEWS_DONE:
        inlay_line_add_value(&value, news->value);
        add_word(view, inlay_text_view(&value), VALUE_WIDTH, "", text);
        inlay_text_fail_as(text, &value);
        inlay_text_clear(&value);
        return;
    case INLAY_NEWS_FAILED:
        add_word(view, "failed", VALUE_WIDTH, "31", text);
        return;
    case INLAY_NEWS_RETRY:
        add_word(view, "retry", VALUE_WIDTH, "33", text);
        return;
    case INLAY_NEWS_PUT_BACK:
    case INLAY_NEWS_STARTED:
    case INLAY_NEWS_TICK:
        break;
    }
    add_word(view, "put back", VALUE_WIDTH, "33", text);
}

/* "trial  3        0.2513  best    1.2 s  rate=0.1 depth=3" */
static void add_trial(const struct inlay_view *view,
                      const struct inlay_loop_news *news,
                      struct inlay_text *text)
{
    const bool is_best = news->kind == INLAY_NEWS_DONE && news->is_best;
    inlay_text_printf(text, "trial %*" PRId64 "  ", view->id_width,
                      news->trial.id);

    add_verdict(view, news, text);
    inlay_text_add(text, "  ");
    add_word(view, is_best ? "best" : "    ", 0, is_best ? "32" : "", text);
    if (news->kind == INLAY_NEWS_PUT_BACK)
        inlay_text_printf(text, "%*s    ", SECONDS_WIDTH, "");
    else
        inlay_text_printf(text, "%*.*f s  ", SECONDS_WIDTH,
                          news->seconds < 1.0 ? 2 : 1, news->seconds);
    inlay_line_add_configuration(text, view->is.space, news->trial.x,
                                 shows_utf8(view));
    inlay_text_add(text, "\n");
}

/* The last MAX_OUTPUT of n bytes of lines. */
static const char *last_lines(const char *s, size_t n)
{
    size_t from = n, n_lines = 0;

    for (; from > 0; from--)
        if (s[from - 1] == '\n' && ++n_lines == MAX_OUTPUT)
            break;
    return s + from;
}

static void add_output(const struct inlay_view *view, const char *output,
                       struct inlay_text *text)
{
    size_t n = strlen(output);

    while (n > 0 && strchr("\r\n\t ", output[n - 1]))
        n--;
    const char *end = output + n;
    for (const char *at = last_lines(output, n); at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));

        stop = stop ? stop : end;
        inlay_text_add(text, "  | ");
        add_output_text(view, text, at, (size_t)(stop - at));
        inlay_text_add(text, "\n");
        at = stop + 1;
    }
}

/* A trial's line, and for what went wrong the reason and the output. */
static void add_lines(const struct inlay_view *view,
                      const struct inlay_loop_news *news,
                      struct inlay_text *text)
{
    const bool is_retry = news->kind == INLAY_NEWS_RETRY;

    add_trial(view, news, text);
    if (news->kind != INLAY_NEWS_FAILED && !is_retry)
        return;
    if (news->why) {
        inlay_text_add(text, "  ");
        add_output_text(view, text, news->why, strlen(news->why));
        if (is_retry)
            inlay_text_printf(text, " (attempt %" PRId64 ")", news->attempt);
        inlay_text_add(text, "\n");
    }
    if (!is_retry && news->output)
        add_output(view, news->output, text);
}

/* ---- JSON ---------------------------------------------------------------- */

/* Nothing where s is NULL. */
static void write_string(struct inlay_json_writer *w, const char *key,
                         const char *s)
{
    if (s)
        inlay_json_write_bytes(w, key, s);
}

/* What only this kind of news has. */
static void write_members(struct inlay_json_writer *w,
                          const struct inlay_loop_news *news)
{
    switch (news->kind) {
    case INLAY_NEWS_STARTED:
        inlay_json_write_integer(w, "attempt", news->attempt);
        return;
    case INLAY_NEWS_DONE:
        inlay_json_write_number(w, "y", news->value);
        break;
    case INLAY_NEWS_FAILED:
        write_string(w, "why", news->why);
        write_string(w, "output", news->output);
        break;
    case INLAY_NEWS_RETRY:
        write_string(w, "why", news->why);
        inlay_json_write_integer(w, "attempt", news->attempt);
        break;
    case INLAY_NEWS_PUT_BACK:
    case INLAY_NEWS_TICK:
        return;
    }
    inlay_json_write_number(w, "seconds", news->seconds);
}

static void add_json(const struct inlay_view *view,
                     const struct inlay_loop_news *news,
                     struct inlay_text *text)
{
    static const char *const names[] = {
        [INLAY_NEWS_STARTED] = "started",   [INLAY_NEWS_RETRY] = "retry",
        [INLAY_NEWS_DONE] = "done",         [INLAY_NEWS_FAILED] = "failed",
        [INLAY_NEWS_PUT_BACK] = "put_back",
    };
    struct inlay_json_writer w = {.text = text};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(&w, "event", names[news->kind]);
    inlay_json_write_integer(&w, "id", news->trial.id);
    write_members(&w, news);
    inlay_configuration_add_object(inlay_json_write_value(&w, "x"),
                                   view->is.space, news->trial.x);
    if (news->kind == INLAY_NEWS_DONE)
        inlay_json_write_boolean(&w, "best", news->is_best);
    inlay_json_end(&w);
    inlay_text_add(text, "\n");
}

/* ---- Life ---------------------------------------------------------------- */

/* Now, and what is above it stays. */
static void draw(struct inlay_view *view, const char *above)
{
    const struct inlay_live_options options = {
        .width = view->block.width,
        .height = view->block.height,
        .has_utf8 = view->is.has_utf8,
        .use_colour = view->is.use_colour,
    };
    struct inlay_text lines = {0};

    inlay_live_add(&lines, &view->progress, &options);
    if (lines.st == INLAY_OK) {
        inlay_block_draw(&view->block, above, lines.bytes);
        view->drawn = view->progress.now;
    }
    inlay_text_clear(&lines);
}

/* Lines that stay, in the form of the view. */
static void show(struct inlay_view *view, const char *lines)
{
    if (is_live(&view->is))
        draw(view, lines);
    else
        fputs(lines, view->out);
}

void inlay_view_set_size(struct inlay_view *view, size_t width, size_t height)
{
    const size_t columns = width > 0 ? width : DEFAULT_WIDTH;
    const size_t rows = height > 0 ? height : DEFAULT_HEIGHT;

    if (view->block.width == columns && view->block.height == rows)
        return;
    view->block.width = columns;
    view->block.height = rows;
    if (view->block.drawn.n > 0)
        draw(view, "");
}

inlay_status inlay_view_new(const struct inlay_view_options *options, FILE *out,
                            double now, struct inlay_view **view,
                            inlay_error *err)
{
    struct inlay_view *v = inlay_mem_new(1, sizeof *v);

    if (!v)
        return inlay_fail_memory(err, "a view");
    v->is = *options;
    v->out = out;
    v->progress = (struct inlay_progress){
        .space = options->space,
        .has_utf8 = shows_utf8(v),
        .budget = options->budget,
        .n_parallel = options->n_parallel,
        .n_finished = options->n_finished,
        .began = now,
        .now = now,
    };
    v->block = (struct inlay_block){.out = out, .has_utf8 = options->has_utf8};
    inlay_view_set_size(v, options->width, options->height);
    v->id_width = snprintf(NULL, 0, "%" PRId64, options->budget);
    if (options->best)
        inlay_progress_note_best(&v->progress, options->best,
                                 options->best->value);
    v->drawn = now - SECONDS_BETWEEN_DRAWS;
    *view = v;
    return INLAY_OK;
}

void inlay_view_free(struct inlay_view *view)
{
    if (!view)
        return;
    if (view->block.drawn.n > 0)
        draw(view, "");
    inlay_block_end(&view->block);
    inlay_progress_clear(&view->progress);
    inlay_mem_free(view);
}

/* ---- News ---------------------------------------------------------------- */

/* Does this news have lines that stay? */
static bool stays(const struct inlay_view *view,
                  const struct inlay_loop_news *news)
{
    switch (news->kind) {
    case INLAY_NEWS_STARTED:
        return view->is.is_json;
    case INLAY_NEWS_DONE:
        return !is_live(&view->is);
    case INLAY_NEWS_RETRY:
    case INLAY_NEWS_FAILED:
    case INLAY_NEWS_PUT_BACK:
        return true;
    case INLAY_NEWS_TICK:
        break;
    }
    return false;
}

void inlay_view_news(struct inlay_view *view,
                     const struct inlay_loop_news *news, double now)
{
    struct inlay_text lines = {0};

    if (view->is.is_quiet)
        return;
    inlay_progress_note(&view->progress, news, now);
    if (stays(view, news)) {
        if (view->is.is_json)
            add_json(view, news, &lines);
        else
            add_lines(view, news, &lines);
        if (lines.st == INLAY_OK)
            show(view, lines.bytes);
        inlay_text_clear(&lines);
    } else if (is_live(&view->is) &&
               now - view->drawn >= SECONDS_BETWEEN_DRAWS) {
        draw(view, "");
    }
}

void inlay_view_say_stopping(struct inlay_view *view)
{
    const size_t n = view->progress.n_running;
    struct inlay_text line = {0};

    if (view->is.is_quiet || view->is.is_json)
        return;
    inlay_text_printf(
        &line,
        "Stopping: waiting for %zu running trial%s. Press Ctrl-C again to "
        "abort %s; %s will be rerun next time.\n",
        n, n == 1 ? "" : "s", n == 1 ? "it" : "them", n == 1 ? "it" : "they");
    if (line.st == INLAY_OK)
        show(view, line.bytes);
    inlay_text_clear(&line);
}
