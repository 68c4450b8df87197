/*
 * run_view.h: what `inlay run` shows while it runs, from the news of its loop.
 *
 * On a terminal a block of a few lines is redrawn in place; failures, retries
 * and trials that are put back stay above it.  Elsewhere each trial is a plain
 * line, or each piece of news a line of JSON:
 *
 *     {"event": "started", "id": 3, "attempt": 1, "x": {"rate": 0.1}}
 *     {"event": "done", "id": 3, "y": 0.25, "seconds": 1.2, "x": {...},
 *      "best": true}
 *     {"event": "failed", "id": 3, "why": "...", "output": "...",
 *      "seconds": 1.2, "x": {...}}
 *     {"event": "retry", "id": 3, "why": "...", "attempt": 1, "seconds": 1.2,
 *      "x": {...}}
 *     {"event": "put_back", "id": 3, "x": {...}}
 *
 * A number that is not finite is null.  What cannot be shown for lack of memory
 * is left out: a view never ends a run.  The caller flushes the stream
 * after each call, and so learns whether and why the writing failed.
 */
#ifndef INLAY_APP_SCREEN_RUN_VIEW_H
#define INLAY_APP_SCREEN_RUN_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "app/screen/run_progress.h"
#include "app/screen/terminal.h"
#include "inlay.h"
#include "run/loop.h"

struct inlay_run_view_options {
    struct inlay_run_progress progress; /* as at its start */
    bool is_quiet; /* nothing is written, and the rest is idle */
    bool is_json;  /* even on a terminal */
    struct inlay_terminal terminal; /* of unknown size: 80 columns, 24 rows */
    const inlay_trial *best; /* of earlier runs; NULL: nothing finished */
    const struct inlay_best_step *steps; /* of earlier runs: n_steps */
    size_t n_steps;
};

struct inlay_run_view;

/* A view that writes to out; nothing else must write there while it lives.  now
 * is in seconds since any moment, here and below. */
inlay_status inlay_run_view_new(const struct inlay_run_view_options *options,
                                FILE *out, double now,
                                struct inlay_run_view **view, inlay_error *err);
/* Draws the last state and shows the cursor again. */
void inlay_run_view_free(struct inlay_run_view *view);

void inlay_run_view_news(struct inlay_run_view *view,
                         const struct inlay_loop_news *news, double now);

/* After the first Ctrl-C, or where another reason is given: says what the run
 * waits for, and how to abort that; nothing with is_quiet or is_json, nor
 * where nothing runs and a reason is given. */
void inlay_run_view_say_stopping(struct inlay_run_view *view, const char *why);

/* The size of the terminal; 0 as in the options.  Draws at once, unless it is
 * the same as before. */
void inlay_run_view_set_size(struct inlay_run_view *view, size_t width,
                             size_t height);

#endif
