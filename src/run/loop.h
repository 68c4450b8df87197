/*
 * loop.h: claim → start → wait → tell, until the budget is spent or another limit
 * is reached.
 *
 * The loop evaluates trials of a study in up to n_parallel slots.  It decides
 * what counts as a failure, when to retry and when to stop; showing it to people
 * is up to the listener.
 */
#ifndef INLAY_RUN_LOOP_H
#define INLAY_RUN_LOOP_H

#include <signal.h>
#include <stdbool.h>

#include "base/text.h"
#include "inlay.h"
#include "run/runner.h"

/* How trials are evaluated.  Views, which outlive the loop. */
struct inlay_loop_options {
    char *const *command; /* template, see run/command.h */
    size_t n_command;
    char *const *environment;  /* that of the tool, ends with NULL */
    const char *folder;        /* where commands run */
    const char *trials_folder; /* gets a folder for each trial; absolute */
    int64_t budget, n_parallel, n_retries, max_failures;
    double timeout, grace; /* seconds */
    double time_limit;     /* seconds of this run; 0: none */
    bool has_target;
    double target;
    int64_t patience; /* 0: off */
    uint64_t memory;  /* bytes, 0: no limit */
    uint64_t seed;    /* of the study */
};

/* How it ended. */
enum inlay_loop_end {
    INLAY_LOOP_COMPLETE,  /* the budget is spent */
    INLAY_LOOP_EXHAUSTED, /* every configuration has been suggested */
    INLAY_LOOP_STOPPED,   /* the listener's wish: *wish was not 0 */
    INLAY_LOOP_FAILING,   /* too many failures in a row */
    INLAY_LOOP_TIME,   /* time_limit; what ran was waited for, here and below */
    INLAY_LOOP_TARGET, /* the best value is at least as good as target */
    INLAY_LOOP_PATIENCE /* so many trials without improvement */
};

/* What the listener is told; views until it returns. */
struct inlay_loop_news {
    enum {
        INLAY_NEWS_STARTED,  /* an evaluation begins */
        INLAY_NEWS_RETRY,    /* it failed, and is tried once more: why */
        INLAY_NEWS_DONE,     /* value */
        INLAY_NEWS_FAILED,   /* why, and the last lines of its output */
        INLAY_NEWS_PUT_BACK, /* stopped before its end */
        INLAY_NEWS_GONE,     /* ended or given up elsewhere meanwhile: why */
        INLAY_NEWS_LIMIT,    /* nothing new is started: end; no trial */
        INLAY_NEWS_TICK      /* nothing: time has passed */
    } kind;
    inlay_trial trial;       /* its id and x, DONE: values; TICK: none */
    int64_t attempt;         /* 1, 2, ... */
    double value;            /* DONE */
    double seconds;          /* of the evaluation: DONE, FAILED, RETRY, GONE */
    const char *why;         /* FAILED, RETRY, GONE */
    const char *output;      /* FAILED: as inlay_tail_add has it */
    bool is_best;            /* DONE: better than all before */
    enum inlay_loop_end end; /* LIMIT: which one */
    double noise_sd;         /* STARTED: what the model found when it chose this
                                trial, 0: none; NaN: it had no part */
    const char *key; /* DONE, once a run: the value was the only number of
                                an object, under this key; else NULL */
};
typedef void inlay_loop_fn(const struct inlay_loop_news *news, void *context);

struct inlay_loop {
    inlay_study *study; /* opened from a store */
    struct inlay_runner *runner;
    const struct inlay_loop_options *options;
    inlay_loop_fn *listener;
    void *context;
    /* 0: go on; 1: start nothing new; 2: put back what runs, and end.  Changed
     * by a signal's handler. */
    const volatile sig_atomic_t *wish;
    const inlay_stop *stop; /* requested with a wish: ends a suggestion */
};

/* Runs until the end.  An error (the store, a command that cannot be started)
 * puts back what runs. */
inlay_status inlay_loop_run(const struct inlay_loop *loop,
                            enum inlay_loop_end *end, inlay_error *err);

/*
 * What an evaluation may seed its own random numbers with: a function of the
 * study's seed and the trial's number; 31 bits, as most generators take.
 */
uint64_t inlay_loop_seed(uint64_t study_seed, int64_t trial);

/* Appends the folder of a trial: PARENT/000007. */
void inlay_loop_folder(const char *parent, int64_t trial,
                       struct inlay_text *path);

#endif
