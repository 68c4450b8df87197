/*
 * ei.h: log expected improvement, averaged over the components of a GP.
 *
 *     a(u) = log( 1/S Σ_s EI_s(u) )
 */
#ifndef INLAY_ACQUIRE_EI_H
#define INLAY_ACQUIRE_EI_H

#include "acquire/acq.h"
#include "model/gp.h"

struct inlay_ei {
    struct inlay_acq base; /* first: an inlay_acq is one of these */
    const struct inlay_gp *gp;
    const double *best; /* the value to improve on, by component */
};

/* Nothing is copied: what it points to must outlive it. */
void inlay_ei_init(struct inlay_ei *ei, const struct inlay_gp *gp,
                   const double *best);

#endif
