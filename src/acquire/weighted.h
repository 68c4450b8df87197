/*
 * weighted.h: an acquisition weighted by the probability that the evaluation
 * succeeds.
 *
 *     a(u) = inner(u) + k log P(success | u)
 *
 * inner is the logarithm of what a point promises.  A promise of large gain is
 * most often made where nothing is known, and there P(success) is most often too
 * high: k above 1 keeps such ground from winning by the size of its promise.
 */
#ifndef INLAY_ACQUIRE_WEIGHTED_H
#define INLAY_ACQUIRE_WEIGHTED_H

#include "acquire/acq.h"
#include "model/success.h"

struct inlay_weighted {
    struct inlay_acq base;         /* first: an inlay_acq is one of these */
    const struct inlay_acq *inner; /* NULL: nothing succeeded yet */
    const struct inlay_success *success; /* NULL: never failed */
    double exponent;                     /* k */
};

/* Nothing is copied: what it points to must outlive it.  inner or success may be
 * NULL, not both. */
void inlay_weighted_init(struct inlay_weighted *w,
                         const struct inlay_acq *inner,
                         const struct inlay_success *success, double exponent);

#endif
