/*
 * run_view.c: from the news of the run loop to lines for people or programs.
 *
 * News change what is known (progress); then one of the forms writes it.  The
 * lines of a trial that stay are the same on a terminal and in a log.  Time
 * comes from outside, so that a test is a script.
 */
#include "app/screen/run_view.h"

#include <inttypes.h>
#include <string.h>

#include "app/exchange/trial_json.h"
#include "app/screen/limits.h"
#include "app/screen/readable.h"
#include "app/screen/run_progress.h"
#include "app/screen/run_status.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/width.h"
#include "problem/configuration.h"

enum {
    DEFAULT_WIDTH = 80,
    DEFAULT_HEIGHT = 24,
    MAX_COLUMNS = 380, /* of a reason, and of a line of output: five lines */
    MAX_QUOTED = 160,  /* bytes of a line of output, two lines of a screen */
    VALUE_WIDTH = 12,  /* "-1.23457e-05" */
    SECONDS_WIDTH = 8,
};

/* A little below the tick of a loop, 0.1: none is skipped for rounding. */
static const double SECONDS_BETWEEN_DRAWS = 0.09;

/* What a piece of news may have. */
enum { VALUE = 1, WHY = 2, OUTPUT = 4, ATTEMPT = 8, SECONDS = 16 };

/* What it is called in JSON and in a line for people, and what it has. */
static const struct {
    const char *event, *word, *color;
    unsigned has;
} KINDS[] = {
    [INLAY_NEWS_STARTED] = {"started", "", "", ATTEMPT},
    [INLAY_NEWS_RETRY] = {"retry", "retry", "33", WHY | ATTEMPT | SECONDS},
    [INLAY_NEWS_DONE] = {"done", "", "", VALUE | SECONDS},
    [INLAY_NEWS_FAILED] = {"failed", "failed", "31", WHY | OUTPUT | SECONDS},
    [INLAY_NEWS_PUT_BACK] = {"put_back", "put back", "33", 0},
    [INLAY_NEWS_GONE] = {"gone", "gone", "33", WHY | SECONDS},
};

struct inlay_run_view {
    struct inlay_run_view_options is; /* what changes, too; but not its best */
    int id_width;
    struct inlay_terminal_block block; /* drawn on a terminal only */
    double drawn;                      /* when it was; seconds */
};

static bool is_live(const struct inlay_run_view_options *is)
{
    return is->terminal.is_terminal && !is->is_json && !is->is_quiet;
}

/* ---- Lines that stay ----------------------------------------------------- */

/* A word to the right of its column, in color where there is one. */
static void add_word(const struct inlay_run_view *view, const char *word,
                     size_t width, const char *color, struct inlay_text *text)
{
    const size_t n = strlen(word);

    inlay_text_printf(text, "%*s", n < width ? (int)(width - n) : 0, "");
    inlay_text_printf(
        text,
        view->is.terminal.use_color && *color ? "\033[%sm%s\033[0m" : "%.0s%s",
        color, word);
}

static bool breaks_limits(const inlay_trial *t)
{
    return t->values && !t->is_feasible;
}

static bool has_limits(const struct inlay_run_view *view)
{
    const struct inlay_outputs *outputs = view->is.progress.outputs;

    return outputs && inlay_outputs_have_limits(outputs);
}

/* The best so far; while none keeps all limits, the nearest to them.  NULL: neither.
 * The column is as wide as its words. */
static void add_mark(const struct inlay_run_view *view,
                     const struct inlay_loop_news *news,
                     struct inlay_text *text)
{
    const int width = has_limits(view) ? 7 : 4;
    const bool is_marked = news && news->is_best;

    if (!is_marked)
        inlay_text_printf(text, "%*s", width, "");
    else if (breaks_limits(&news->trial))
        add_word(view, "nearest", (size_t)width, "33", text);
    else
        add_word(view, "best", (size_t)width, "32", text);
}

/* "trial  3        0.2513  best    1.2 s  rate=0.1 depth=3" */
static void add_trial(const struct inlay_run_view *view,
                      const struct inlay_loop_news *news,
                      struct inlay_text *text)
{
    const bool is_done = KINDS[news->kind].has & VALUE;

    inlay_text_printf(text, "trial %*" PRId64 "  ", view->id_width,
                      news->trial.id);
    add_word(view,
             is_done ? inlay_readable_number(news->value, 6).text
                     : KINDS[news->kind].word,
             VALUE_WIDTH, KINDS[news->kind].color, text);
    inlay_text_add(text, "  ");
    add_mark(view, is_done ? news : NULL, text);
    if (news->kind == INLAY_NEWS_PUT_BACK)
        inlay_text_printf(text, "%*s    ", SECONDS_WIDTH, "");
    else
        inlay_text_printf(text, "%*.*f s  ", SECONDS_WIDTH,
                          news->seconds < 1.0 ? 2 : 1, news->seconds);
    inlay_readable_add_configuration(text, view->is.progress.space,
                                     news->trial.x, view->is.progress.how);
    if (is_done && breaks_limits(&news->trial)) {
        inlay_text_add(text, "  breaks ");
        inlay_limits_add_broken(text, view->is.progress.outputs,
                                news->trial.values);
    }
    inlay_text_add(text, "\n");
}

/* What a program printed: harmless, and not too long. */
static void add_printed(const struct inlay_run_view *view, const char *s,
                        size_t n, struct inlay_text *text)
{
    const unsigned how = view->is.progress.how;
    struct inlay_text whole = {0};

    inlay_harmless_add_bytes(&whole, s, n, how | INLAY_HARMLESS_OUTPUT);
    inlay_width_add_cut(text, inlay_text_view(&whole), whole.n, MAX_COLUMNS,
                        !(how & INLAY_HARMLESS_ASCII));
    inlay_text_fail_as(text, &whole);
    inlay_text_clear(&whole);
}

/* The output of a trial; not if it is one long line, which the reason quotes: twice
 * it would fill half a screen. */
static const char *output_of(const struct inlay_loop_news *news)
{
    const char *s = KINDS[news->kind].has & OUTPUT ? news->output : NULL;
    const bool is_long = s && !strchr(s, '\n') && strlen(s) > MAX_QUOTED;

    return s && !is_long ? s : "";
}

/* A trial's line, and for what went wrong the reason and the output. */
static void add_lines(const struct inlay_run_view *view,
                      const struct inlay_loop_news *news,
                      struct inlay_text *text)
{
    const unsigned has = KINDS[news->kind].has;
    const char *at = output_of(news);

    add_trial(view, news, text);
    if (has & WHY && news->why) {
        inlay_text_add(text, "  ");
        add_printed(view, news->why, strlen(news->why), text);
        if (has & ATTEMPT)
            inlay_text_printf(text, " (attempt %" PRId64 ")", news->attempt);
        inlay_text_add(text, "\n");
    }
    if (news->key && has & VALUE)
        inlay_text_printf(text,
                          "  (the value is \"%s\", the only number of the "
                          "result)\n",
                          news->key);
    for (size_t n = 0; *at; at += at[n] ? n + 1 : n) {
        n = strcspn(at, "\n");
        inlay_text_add(text, "  | ");
        add_printed(view, at, n, text);
        inlay_text_add(text, "\n");
    }
}

/* ---- JSON ---------------------------------------------------------------- */

static void add_json(const struct inlay_run_view *view,
                     const struct inlay_loop_news *news,
                     struct inlay_text *text)
{
    const unsigned has = KINDS[news->kind].has;
    struct inlay_json_writer w = {.text = text};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(&w, "event", KINDS[news->kind].event);
    inlay_json_write_integer(&w, "id", news->trial.id);
    if (has & VALUE)
        inlay_json_write_number(&w, "y", news->value);
    if (has & VALUE && news->trial.values)
        inlay_trial_json_values(&w, view->is.progress.outputs,
                                news->trial.values);
    if (has & WHY && news->why)
        inlay_json_write_bytes(&w, "why", news->why);
    if (has & OUTPUT && news->output)
        inlay_json_write_bytes(&w, "output", news->output);
    if (has & ATTEMPT)
        inlay_json_write_integer(&w, "attempt", news->attempt);
    if (has & SECONDS)
        inlay_json_write_number(&w, "seconds", news->seconds);
    inlay_configuration_add_object(inlay_json_write_value(&w, "x"),
                                   view->is.progress.space, news->trial.x);
    if (has & VALUE)
        inlay_json_write_boolean(&w, "best",
                                 news->is_best && !breaks_limits(&news->trial));
    if (has & VALUE && has_limits(view))
        inlay_json_write_boolean(&w, "nearest",
                                 news->is_best && breaks_limits(&news->trial));
    if (news->key)
        inlay_json_write_bytes(&w, "taken", news->key);
    inlay_json_end(&w);
    inlay_text_add(text, "\n");
}

/* ---- Life ---------------------------------------------------------------- */

/* Now, and what is above it stays. */
static void draw(struct inlay_run_view *view, const char *above)
{
    struct inlay_text lines = {0};

    inlay_run_status_add(&lines, &view->is.progress, &view->is.terminal);
    if (inlay_text_status(&lines, NULL) == INLAY_OK) {
        inlay_terminal_block_draw(&view->block, above, lines.bytes);
        view->drawn = view->is.progress.now;
    }
    inlay_text_clear(&lines);
}

/* Lines that stay, in the form of the view; the text is cleared. */
static void show(struct inlay_run_view *view, struct inlay_text *lines)
{
    if (inlay_text_status(lines, NULL) == INLAY_OK) {
        if (is_live(&view->is))
            draw(view, inlay_text_view(lines));
        else
            fputs(inlay_text_view(lines), view->block.out);
    }
    inlay_text_clear(lines);
}

void inlay_run_view_set_size(struct inlay_run_view *view, size_t width,
                             size_t height)
{
    struct inlay_terminal *terminal = &view->is.terminal;
    const size_t columns = width > 0 ? width : DEFAULT_WIDTH;
    const size_t rows = height > 0 ? height : DEFAULT_HEIGHT;

    if (terminal->width == columns && terminal->height == rows)
        return;
    terminal->width = columns;
    terminal->height = rows;
    if (view->block.drawn.n > 0)
        draw(view, "");
}

inlay_status inlay_run_view_new(const struct inlay_run_view_options *options,
                                FILE *out, double now,
                                struct inlay_run_view **view, inlay_error *err)
{
    struct inlay_run_view *v = inlay_mem_new(1, sizeof *v);

    if (!v)
        return inlay_fail_memory(err, "a view");
    v->is = *options;
    /* A log is UTF-8, whatever the terminal of its reader. */
    const bool has_utf8 = v->is.terminal.has_utf8 || !is_live(options);
    v->is.progress.how =
        has_utf8 ? INLAY_HARMLESS_ESCAPED : INLAY_HARMLESS_ASCII;
    v->is.progress.began = v->is.progress.now = now;
    v->block =
        (struct inlay_terminal_block){.out = out, .terminal = &v->is.terminal};
    inlay_run_view_set_size(v, v->is.terminal.width, v->is.terminal.height);
    v->id_width = snprintf(NULL, 0, "%" PRId64, options->progress.budget);
    for (size_t i = 0; i < options->n_steps; i++)
        inlay_run_progress_note_step(&v->is.progress, options->steps[i]);
    if (options->best)
        inlay_run_progress_note_best(&v->is.progress, options->best,
                                     options->best->value);
    v->drawn = now - SECONDS_BETWEEN_DRAWS;
    *view = v;
    return INLAY_OK;
}

void inlay_run_view_free(struct inlay_run_view *view)
{
    if (!view)
        return;
    if (view->block.drawn.n > 0)
        draw(view, "");
    inlay_terminal_block_end(&view->block);
    inlay_run_progress_clear(&view->is.progress);
    inlay_mem_free(view);
}

/* ---- News ---------------------------------------------------------------- */

/* Does this news have lines that stay? */
static bool stays(const struct inlay_run_view *view,
                  const struct inlay_loop_news *news)
{
    if (news->kind == INLAY_NEWS_STARTED)
        return view->is.is_json;
    if (news->kind == INLAY_NEWS_DONE)
        return !is_live(&view->is) || news->is_best;
    return news->kind != INLAY_NEWS_TICK && news->kind != INLAY_NEWS_LIMIT;
}

void inlay_run_view_news(struct inlay_run_view *view,
                         const struct inlay_loop_news *news, double now)
{
    struct inlay_text lines = {0};

    if (view->is.is_quiet)
        return;
    inlay_run_progress_note(&view->is.progress, news, now);
    if (stays(view, news)) {
        if (view->is.is_json)
            add_json(view, news, &lines);
        else
            add_lines(view, news, &lines);
        show(view, &lines);
    } else if (is_live(&view->is) &&
               now - view->drawn >= SECONDS_BETWEEN_DRAWS) {
        draw(view, "");
    }
}

void inlay_run_view_say_stopping(struct inlay_run_view *view, const char *why)
{
    const size_t n = view->is.progress.n_running;
    struct inlay_text line = {0};

    if (view->is.is_quiet || view->is.is_json || (why && n == 0))
        return;
    inlay_text_add(&line, why ? why : "Stopping");
    if (n > 0)
        inlay_text_printf(&line,
                          ": waiting for %s. Press Ctrl-C%s to abort %s; "
                          "%s will be rerun next time",
                          inlay_readable_count(n, "running trial").text,
                          why ? "" : " again", n == 1 ? "it" : "them",
                          n == 1 ? "it" : "they");
    inlay_text_add(&line, ".\n");
    show(view, &line);
}
