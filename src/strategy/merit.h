/*
 * merit.h: which trials are good, and how much each trial counts: the two samples
 * whose densities TPE compares.
 *
 * Good are the best of the trials that are done; the older of equal ones.  All
 * others are bad: done, failed and pending ones, so that several workers are not
 * sent to one place.  Of n trials that have ended
 *
 *     linear   0.15 n         are good, rounded up, at most 25 and those that
 *     sqrt     0.25 sqrt(n)   are done
 *
 * A failed trial counts as one that ended with the worst of values.
 *
 *     improvement   a good trial counts by how much better it is than the best
 *                   done one of the bad, in units of the mean; a bad one 1
 *     age           of n trials of a sample the last 25 count 1; those before
 *                   from 1/n (the oldest) to 1, in equal steps (hyperopt)
 */
#ifndef INLAY_STRATEGY_MERIT_H
#define INLAY_STRATEGY_MERIT_H

#include "model/parzen.h"
#include "problem/history.h"
#include "strategy/options.h"

struct inlay_merit {
    struct inlay_parzen_sample good, bad; /* in the order of the trials */
    const double **points; /* owns both samples' points and weights */
};

/* At least one trial is done.  Points are the history's. */
inlay_status inlay_merit_init(struct inlay_merit *m,
                              const struct inlay_history *h,
                              enum inlay_good good, enum inlay_weights weights,
                              inlay_error *err);
void inlay_merit_clear(struct inlay_merit *m);

/* The number of good trials of n, before it is limited to those that are done. */
size_t inlay_merit_n_good(enum inlay_good good, size_t n);

#endif
