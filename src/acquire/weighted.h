/*
 * weighted.h: an acquisition weighted by the probability that the evaluation
 * succeeds and that all limits hold.
 *
 *     a(u) = inner(u) + k log P(success | u) + Σ log P(within | u)
 *
 * inner is the logarithm of what a point promises.  A promise of large gain is
 * most often made where nothing is known, and there P(success) is most often too
 * high: k above 1 keeps such ground from winning by the size of its promise.
 */
#ifndef INLAY_ACQUIRE_WEIGHTED_H
#define INLAY_ACQUIRE_WEIGHTED_H

#include "acquire/acq.h"
#include "model/success.h"
#include "model/within.h"

struct inlay_weighted {
    struct inlay_acq base;         /* first: an inlay_acq is one of these */
    const struct inlay_acq *inner; /* NULL: nothing feasible yet */
    const struct inlay_success *success; /* NULL: never failed */
    double exponent;                     /* k */
    const struct inlay_within *within;   /* n_within limits */
    size_t n_within;
};

/* Nothing is copied: what it points to must outlive it.  inner or success may be
 * NULL, and n_within 0, not all. */
void inlay_weighted_init(struct inlay_weighted *w,
                         const struct inlay_acq *inner,
                         const struct inlay_success *success, double exponent,
                         const struct inlay_within *within, size_t n_within);

#endif
