/*
 * run_status.c: progress as a bar, running trials, the best, and its curve.
 */
#include "app/screen/run_status.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "app/screen/readable.h"

enum {
    MAX_RUNNING = 8, /* trials; the rest is counted */
    OTHER_LINES = 5, /* of the block, and the cursor's row */
    MAX_BAR = 30,    /* columns */
    MIN_BAR = 8,
    MAX_CURVE = 40,
    N_LEVELS = 8, /* heights of the curve */
};

static const double MAX_CLOCK = 3.6e6; /* seconds: a thousand hours */

/* All labels take the same width. */
static void add_label(struct inlay_text *text, const char *label,
                      const struct inlay_terminal *terminal)
{
    inlay_text_printf(
        text, terminal->use_color && *label ? "\033[1m%-9s\033[0m" : "%-9s",
        label);
}

/* ---- Bar ----------------------------------------------------------------- */

void inlay_run_status_add_clock(struct inlay_text *text, double seconds)
{
    if (!(seconds >= 0.0 && seconds < MAX_CLOCK)) { /* NaN too */
        inlay_text_add(text, "--:--");
        return;
    }
    const int s = (int)(seconds + 0.5), hours = s / 3600;
    if (hours > 0)
        inlay_text_printf(text, "%d:%02d:%02d", hours, s / 60 % 60, s % 60);
    else
        inlay_text_printf(text, "%d:%02d", s / 60, s % 60);
}

static void add_times(struct inlay_text *text, const char *word, size_t n)
{
    while (n-- > 0)
        inlay_text_add(text, word);
}

static void add_bar(struct inlay_text *text, const struct inlay_run_progress *p,
                    const struct inlay_terminal *terminal)
{
    const size_t third = terminal->width / 3;
    const size_t width = third > MAX_BAR   ? MAX_BAR
                         : third < MIN_BAR ? MIN_BAR
                                           : third;
    const double share = (double)p->n_finished / (double)p->budget;
    const size_t full = share < 1.0 ? (size_t)(share * (double)width) : width;

    inlay_text_add(text, terminal->use_color ? "[\033[32m" : "[");
    add_times(text, terminal->has_utf8 ? "█" : "#", full);
    add_times(text, terminal->has_utf8 ? "░" : ".", width - full);
    inlay_text_add(text, terminal->use_color ? "\033[0m]" : "]");
}

static void add_head(struct inlay_text *text,
                     const struct inlay_run_progress *p,
                     const struct inlay_terminal *terminal)
{
    add_bar(text, p, terminal);
    inlay_text_printf(text,
                      p->n_finished > p->budget ? " %" PRId64
                                                  " (budget %" PRId64 ")  "
                                                : " %" PRId64 "/%" PRId64 "  ",
                      p->n_finished, p->budget);
    inlay_run_status_add_clock(text, p->now - p->began);
    inlay_text_add(text, " elapsed");
    if (p->n_finished < p->budget) {
        inlay_text_add(text, "  ");
        inlay_run_status_add_clock(text, inlay_run_progress_seconds_left(p));
        inlay_text_add(text, " left");
    }
    if (p->n_failed > 0)
        inlay_text_printf(text, "  %" PRId64 " failed", p->n_failed);
    inlay_text_add(text, "\n");
}

/* ---- Trials -------------------------------------------------------------- */

/* Id and number in columns, then the configuration. */
static void add_trial(struct inlay_text *text,
                      const struct inlay_shown_trial *trial, const char *number)
{
    inlay_text_printf(text, "%5" PRId64 "  %12s  ", trial->id, number);
    if (trial->attempt > 1)
        inlay_text_printf(text, "(attempt %" PRId64 ") ", trial->attempt);
    inlay_text_printf(text, "%s\n", trial->x ? trial->x : "");
}

static void add_running(struct inlay_text *text,
                        const struct inlay_run_progress *p,
                        const struct inlay_terminal *terminal)
{
    const size_t height = terminal->height;
    const size_t others = OTHER_LINES + (p->noise_sd > 0.0);
    const size_t room = height > others ? height - others : 1;
    const size_t most = room < MAX_RUNNING ? room : MAX_RUNNING;
    const size_t n = p->n_running < most ? p->n_running : most;

    for (size_t i = 0; i < n; i++) {
        char seconds[32];

        snprintf(seconds, sizeof seconds, "%.1f s",
                 p->now - p->running[i].since);
        add_label(text, i == 0 ? "running" : "", terminal);
        add_trial(text, &p->running[i], seconds);
    }
    if (p->n_running > n)
        inlay_text_printf(text, "%9s... and %zu more\n", "", p->n_running - n);
}

static void add_best(struct inlay_text *text,
                     const struct inlay_run_progress *p,
                     const struct inlay_terminal *terminal)
{
    add_label(text, p->is_best_nearest ? "nearest" : "best", terminal);
    add_trial(text, &p->best, inlay_readable_number(p->best_value, 6).text);
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

static void add_levels(struct inlay_text *text,
                       const struct inlay_run_progress *p, size_t width,
                       bool has_utf8)
{
    static const char *const levels[2][N_LEVELS] = {
        {"_", ".", "-", "~", "=", "+", "*", "#"},
        {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
    };
    const struct inlay_best_step *first = p->steps;
    const double last = p->steps[p->n_steps - 1].value;
    const int64_t n = p->n_finished - first->at + 1;
    const size_t columns = n < (int64_t)width ? (size_t)n : width;

    for (size_t c = 0; c < columns; c++) {
        const double share =
            columns > 1 ? (double)c / (double)(columns - 1) : 1.0;
        const int64_t at = first->at + (int64_t)(share * (double)(n - 1) + 0.5);
        const double v = inlay_run_progress_best_at(p, at);

        inlay_text_add(text, levels[has_utf8][level_of(v, first->value, last)]);
    }
}

static void add_curve(struct inlay_text *text,
                      const struct inlay_run_progress *p,
                      const struct inlay_terminal *terminal)
{
    const size_t half = terminal->width / 2;
    const double last = p->steps[p->n_steps - 1].value;

    add_label(text, "curve", terminal);
    inlay_text_printf(text, "%s ",
                      inlay_readable_number(p->steps[0].value, 6).text);
    add_levels(text, p, half < MAX_CURVE ? half : MAX_CURVE,
               terminal->has_utf8);
    inlay_text_printf(text, " %s\n", inlay_readable_number(last, 6).text);
}

void inlay_run_status_add(struct inlay_text *text,
                          const struct inlay_run_progress *p,
                          const struct inlay_terminal *terminal)
{
    add_head(text, p, terminal);
    add_running(text, p, terminal);
    if (p->best.id != 0)
        add_best(text, p, terminal);
    if (p->n_steps > 1)
        add_curve(text, p, terminal);
    if (p->noise_sd > 0.0) {
        add_label(text, "noise", terminal);
        inlay_text_printf(text, "%s\n",
                          inlay_readable_number(p->noise_sd, 2).text);
    }
}
