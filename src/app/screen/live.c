/*
 * live.c: progress as a bar, running trials, the best, and its curve.
 */
#include "app/screen/live.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "app/screen/line.h"

enum {
    MAX_RUNNING = 8, /* trials; the others are counted */
    OTHER_LINES = 5, /* of the block, and the cursor's row */
    MAX_BAR = 30,    /* columns */
    MIN_BAR = 8,
    MAX_CURVE = 40,
    N_LEVELS = 8, /* heights of the curve */
};

static const double MAX_CLOCK = 3.6e6; /* seconds: a thousand hours */

/* "label   ", as wide as all of them. */
static inlay_status add_label(struct inlay_text *text, const char *label,
                              const struct inlay_live_options *options,
                              inlay_error *err)
{
    if (options->use_colour && *label)
        return inlay_text_printf(text, err, "\033[1m%-9s\033[0m", label);
    return inlay_text_printf(text, err, "%-9s", label);
}

/* ---- Bar ----------------------------------------------------------------- */

inlay_status inlay_live_add_clock(struct inlay_text *text, double seconds,
                                  inlay_error *err)
{
    if (!(seconds >= 0.0 && seconds < MAX_CLOCK)) /* NaN too */
        return inlay_text_add(text, "--:--", err);
    const int s = (int)(seconds + 0.5), hours = s / 3600;
    if (hours > 0)
        return inlay_text_printf(text, err, "%d:%02d:%02d", hours, s / 60 % 60,
                                 s % 60);
    return inlay_text_printf(text, err, "%d:%02d", s / 60, s % 60);
}

static inlay_status add_times(struct inlay_text *text, const char *word,
                              size_t n, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    while (n-- > 0 && st == INLAY_OK)
        st = inlay_text_add(text, word, err);
    return st;
}

static inlay_status add_bar(struct inlay_text *text,
                            const struct inlay_progress *p,
                            const struct inlay_live_options *options,
                            inlay_error *err)
{
    const size_t third = options->width / 3;
    const size_t width = third > MAX_BAR   ? MAX_BAR
                         : third < MIN_BAR ? MIN_BAR
                                           : third;
    const double share = (double)p->n_finished / (double)p->budget;
    const size_t full = share < 1.0 ? (size_t)(share * (double)width) : width;
    inlay_status st =
        inlay_text_add(text, options->use_colour ? "[\033[32m" : "[", err);

    if (st == INLAY_OK)
        st = add_times(text, options->has_utf8 ? "█" : "#", full, err);
    if (st == INLAY_OK)
        st = add_times(text, options->has_utf8 ? "░" : ".", width - full, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, options->use_colour ? "\033[0m]" : "]", err);
    return st;
}

static inlay_status add_head(struct inlay_text *text,
                             const struct inlay_progress *p,
                             const struct inlay_live_options *options,
                             inlay_error *err)
{
    inlay_status st = add_bar(text, p, options, err);

    if (st == INLAY_OK)
        st = inlay_text_printf(text, err, " %" PRId64 "/%" PRId64 "  ",
                               p->n_finished, p->budget);
    if (st == INLAY_OK)
        st = inlay_live_add_clock(text, p->now - p->began, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, " elapsed", err);
    if (st == INLAY_OK && p->n_finished < p->budget) {
        st = inlay_text_add(text, "  ", err);
        if (st == INLAY_OK)
            st =
                inlay_live_add_clock(text, inlay_progress_seconds_left(p), err);
        if (st == INLAY_OK)
            st = inlay_text_add(text, " left", err);
    }
    if (st == INLAY_OK && p->n_failed > 0)
        st = inlay_text_printf(text, err, "  %" PRId64 " failed", p->n_failed);
    return st == INLAY_OK ? inlay_text_add(text, "\n", err) : st;
}

/* ---- Trials -------------------------------------------------------------- */

/* An id and a number in columns, then a configuration, also of a later
 * attempt. */
static inlay_status add_trial(struct inlay_text *text,
                              const struct inlay_progress_trial *trial,
                              const char *number, inlay_error *err)
{
    inlay_status st =
        inlay_text_printf(text, err, "%5" PRId64 "  %12s  ", trial->id, number);

    if (st == INLAY_OK && trial->attempt > 1)
        st = inlay_text_printf(text, err, "(attempt %" PRId64 ") ",
                               trial->attempt);
    if (st == INLAY_OK)
        st = inlay_text_printf(text, err, "%s\n", trial->x ? trial->x : "");
    return st;
}

static inlay_status add_running(struct inlay_text *text,
                                const struct inlay_progress *p,
                                const struct inlay_live_options *options,
                                inlay_error *err)
{
    const size_t height = options->height;
    const size_t room = height > OTHER_LINES ? height - OTHER_LINES : 1;
    const size_t most = room < MAX_RUNNING ? room : MAX_RUNNING;
    const size_t n = p->n_running < most ? p->n_running : most;
    inlay_status st = INLAY_OK;

    for (size_t i = 0; i < n && st == INLAY_OK; i++) {
        const struct inlay_progress_trial *r = &p->running[i];
        char seconds[32];

        snprintf(seconds, sizeof seconds, "%.1f s", p->now - r->since);
        st = add_label(text, i == 0 ? "running" : "", options, err);
        if (st == INLAY_OK)
            st = add_trial(text, r, seconds, err);
    }
    if (st == INLAY_OK && p->n_running > n)
        st = inlay_text_printf(text, err, "%9s... and %zu more\n", "",
                               p->n_running - n);
    return st;
}

static inlay_status add_best(struct inlay_text *text,
                             const struct inlay_progress *p,
                             const struct inlay_live_options *options,
                             inlay_error *err)
{
    const struct inlay_progress_trial best = {.id = p->best_id, .x = p->best_x};
    struct inlay_text value = {0};
    inlay_status st = inlay_line_add_value(&value, p->best_value, err);

    if (st == INLAY_OK)
        st = add_label(text, "best", options, err);
    if (st == INLAY_OK)
        st = add_trial(text, &best, value.bytes, err);
    inlay_text_clear(&value);
    return st;
}

/* ---- Curve --------------------------------------------------------------- */

/* Best values only go one way, so the first and the last bound them. */
static size_t level_of(double v, double first, double last)
{
    const double lo = fmin(first, last), hi = fmax(first, last);
    const double share = (v / 2.0 - lo / 2.0) / (hi / 2.0 - lo / 2.0);

    if (!(share > 0.0)) /* NaN where all are equal */
        return 0;
    return share < 1.0 ? (size_t)(share * N_LEVELS) : N_LEVELS - 1;
}

static inlay_status add_levels(struct inlay_text *text,
                               const struct inlay_progress *p, size_t width,
                               bool has_utf8, inlay_error *err)
{
    static const char *const blocks[N_LEVELS] = {"▁", "▂", "▃", "▄",
                                                 "▅", "▆", "▇", "█"};
    static const char *const letters[N_LEVELS] = {"_", ".", "-", "~",
                                                  "=", "+", "*", "#"};
    const struct inlay_progress_step *first = p->steps;
    const double last = p->steps[p->n_steps - 1].value;
    const int64_t n = p->n_finished - first->at + 1;
    const size_t columns = n < (int64_t)width ? (size_t)n : width;
    inlay_status st = INLAY_OK;

    for (size_t c = 0; c < columns && st == INLAY_OK; c++) {
        const double share =
            columns > 1 ? (double)c / (double)(columns - 1) : 1.0;
        const int64_t at = first->at + (int64_t)(share * (double)(n - 1) + 0.5);
        const double v = inlay_progress_best_at(p, at);
        const size_t level = level_of(v, first->value, last);

        st = inlay_text_add(text, has_utf8 ? blocks[level] : letters[level],
                            err);
    }
    return st;
}

static inlay_status add_curve(struct inlay_text *text,
                              const struct inlay_progress *p,
                              const struct inlay_live_options *options,
                              inlay_error *err)
{
    const size_t half = options->width / 2;
    inlay_status st = add_label(text, "curve", options, err);

    if (st == INLAY_OK)
        st = inlay_line_add_value(text, p->steps[0].value, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, " ", err);
    if (st == INLAY_OK)
        st = add_levels(text, p, half < MAX_CURVE ? half : MAX_CURVE,
                        options->has_utf8, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, " ", err);
    if (st == INLAY_OK)
        st = inlay_line_add_value(text, p->steps[p->n_steps - 1].value, err);
    return st == INLAY_OK ? inlay_text_add(text, "\n", err) : st;
}

inlay_status inlay_live_add(struct inlay_text *text,
                            const struct inlay_progress *p,
                            const struct inlay_live_options *options,
                            inlay_error *err)
{
    inlay_status st = add_head(text, p, options, err);

    if (st == INLAY_OK)
        st = add_running(text, p, options, err);
    if (st == INLAY_OK && p->best_id != 0)
        st = add_best(text, p, options, err);
    if (st == INLAY_OK && p->n_steps > 1)
        st = add_curve(text, p, options, err);
    return st;
}
