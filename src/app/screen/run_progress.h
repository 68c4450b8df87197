/*
 * run_progress.h: what the news of its loop tell about a run: how many trials
 * have ended, which are running, the best so far, how long it may take.
 *
 * Invariants: a running trial is listed once, in the order of starts; kept
 * texts are harmless.  Without memory a trial is not listed, or has no text.
 */
#ifndef INLAY_APP_SCREEN_RUN_PROGRESS_H
#define INLAY_APP_SCREEN_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inlay.h"
#include "run/loop.h"

struct inlay_shown_trial {
    int64_t id, attempt;
    double since; /* of a running one: seconds, as `now` below */
    char *x;      /* its configuration; NULL without memory */
};

/* The best value once `at` trials of the budget have ended. */
struct inlay_best_step {
    int64_t at;
    double value;
};

/* Start with {.space, .outputs, .budget, .n_parallel, .n_finished, .how, .began,
 * .now}; the rest is 0. */
struct inlay_run_progress {
    const inlay_space *space;            /* outlives it */
    const struct inlay_outputs *outputs; /* likewise */
    int64_t budget;     /* trials in all, earlier runs included */
    int64_t n_parallel; /* trials at the same time */
    int64_t n_finished; /* earlier runs included */
    int64_t n_failed;   /* of this run */
    unsigned how;       /* kept texts are made harmless; see base/harmless */
    double began, now;  /* seconds since any moment */

    struct inlay_shown_trial *running;
    size_t n_running;
    struct inlay_shown_trial best; /* its id is 0: none */
    double best_value;
    bool
        is_best_nearest; /* it breaks limits, as all do so far: it is no step */
    struct inlay_best_step *steps;
    size_t n_steps;

    double noise_sd;           /* as the model found it last; 0: none */
    double evaluation_seconds; /* sum over n_timed evaluations */
    double ask_seconds;        /* recent mean of n_asks */
    int64_t n_timed, n_asks;
};

void inlay_run_progress_clear(struct inlay_run_progress *progress);

void inlay_run_progress_note(struct inlay_run_progress *progress,
                             const struct inlay_loop_news *news, double now);

/* A step of an earlier run, after those noted before; nothing where the value is
 * that of the last. */
void inlay_run_progress_note_step(struct inlay_run_progress *progress,
                                  struct inlay_best_step step);

/* The best so far is this trial; for one of an earlier run. */
void inlay_run_progress_note_best(struct inlay_run_progress *progress,
                                  const inlay_trial *trial, double value);

/* Seconds that the run may still take; NaN until a trial has ended. */
double
inlay_run_progress_seconds_left(const struct inlay_run_progress *progress);

/* The best value after `at` trials of the budget, at least steps[0].at; there is
 * a step. */
double inlay_run_progress_best_at(const struct inlay_run_progress *progress,
                                  int64_t at);

#endif
