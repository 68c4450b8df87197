/*
 * ei.h: log expected improvement, averaged over the components of a model.
 *
 *     a(u) = log( 1/S Σ_s EI_s(u) )
 *
 * Where the model's values are logarithms of costs, the improvement is that of
 * the cost itself.
 */
#ifndef INLAY_ACQUIRE_EI_H
#define INLAY_ACQUIRE_EI_H

#include "acquire/acq.h"
#include "model/model.h"

enum inlay_ei_scale {
    INLAY_EI_PLAIN, /* E max(best − f, 0) */
    INLAY_EI_LOG    /* E max(exp(best) − exp(f), 0) */
};

struct inlay_ei {
    struct inlay_acq base; /* first: an inlay_acq is one of these */
    const struct inlay_model *model;
    const double *best; /* the value to improve on, by component */
    enum inlay_ei_scale scale;
};

/* Nothing is copied: what it points to must outlive it. */
void inlay_ei_init(struct inlay_ei *ei, const struct inlay_model *model,
                   const double *best, enum inlay_ei_scale scale);

#endif
