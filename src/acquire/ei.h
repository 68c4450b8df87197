/*
 * ei.h: log expected improvement, averaged over the components of a GP and
 * weighted by the probability that the evaluation succeeds.
 *
 *     a(u) = log( 1/S Σ_s EI_s(u) ) + k log P(success | u)
 *
 * A promise of large gain is most often made where nothing is known, and there
 * P(success) is most often too high: k above 1 keeps such ground from winning by
 * the size of its promise.
 */
#ifndef INLAY_ACQUIRE_EI_H
#define INLAY_ACQUIRE_EI_H

#include "acquire/acq.h"
#include "model/gp.h"
#include "model/success.h"

struct inlay_ei {
    struct inlay_acq base;     /* first: an inlay_acq is one of these */
    const struct inlay_gp *gp; /* NULL: nothing succeeded yet */
    const double *best;        /* the value to improve on, by component */
    const struct inlay_success *success; /* NULL: never failed */
    double exponent;                     /* k */
};

/* Nothing is copied: what it points to must outlive it.  gp or success may be
 * NULL, not both. */
void inlay_ei_init(struct inlay_ei *ei, const struct inlay_gp *gp,
                   const double *best, const struct inlay_success *success,
                   double exponent);

#endif
