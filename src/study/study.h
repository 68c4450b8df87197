/*
 * study.h: what a study holds, for the files of this layer that look into one.
 *
 * It owns the space, the options, the history and the strategy.  The history has
 * values to be minimised; sign turns them, and what a strategy says of them, into
 * the user's.
 */
#ifndef INLAY_STUDY_STUDY_H
#define INLAY_STUDY_STUDY_H

#include "problem/encode.h"
#include "problem/history.h"
#include "strategy/options.h"
#include "strategy/strategy.h"

struct inlay_study {
    inlay_space *space;
    inlay_options *options;
    struct inlay_encoding exact;
    struct inlay_history history;
    struct inlay_strategy *strategy;
    double sign; /* −1 where the user maximises */
    bool may_repeat;
    struct inlay_rng rng;
    inlay_value **queue; /* enqueued configurations, oldest first */
    size_t n_queue, room_queue;
    inlay_log_fn *log;
    void *log_context;
};

/* The random numbers of the next trial: those of (study seed, trial id). */
static inline struct inlay_rng inlay_study_rng_of_next(const inlay_study *s)
{
    return inlay_rng_split(&s->rng, s->history.n + 1);
}

#endif
