/*
 * ei.h: log expected improvement, averaged over the components of a GP and
 * weighted by the probability that the evaluation succeeds.
 *
 *     a(u) = log( 1/S Σ_s EI_s(u) ) + k log P(success | u)
 *
 * Where evaluations fail, an improvement counts up to a limit only: EI is that
 * of min(improvement, most).  Otherwise ground that is far from all data, where
 * the model promises wonders and success is next to impossible, would win by
 * the size of its promise.
 */
#ifndef INLAY_ACQUIRE_EI_H
#define INLAY_ACQUIRE_EI_H

#include "acquire/acq.h"
#include "model/gp.h"

struct inlay_ei {
    struct inlay_acq base;           /* first: an inlay_acq is one of these */
    const struct inlay_gp *gp;       /* NULL: nothing succeeded yet */
    const double *best;              /* the value to improve on, by component */
    const struct inlay_gp *feasible; /* of success; NULL: never failed */
    double exponent;                 /* k */
    double most;                     /* improvement that counts; 0: any */
};

/* Nothing is copied: what it points to must outlive it.  gp or feasible may be
 * NULL, not both.  `most` is 0 until it is set. */
void inlay_ei_init(struct inlay_ei *ei, const struct inlay_gp *gp,
                   const double *best, const struct inlay_gp *feasible,
                   double exponent);

#endif
