/*
 * pes.h: predictive entropy search: how much an observation at u is expected to
 * tell about where the minimum is.
 *
 *     a(u) = log( mean over draws x* of ½ log (v + σ²)/(v* + σ²) )
 *
 * v is the variance of f(u), v* that given that x* is the minimizer, σ² the
 * noise.  Every component of the GP has n_per draws of its own.  docs/maths.md
 * (32)–(37).
 */
#ifndef INLAY_ACQUIRE_PES_H
#define INLAY_ACQUIRE_PES_H

#include "acquire/acq.h"
#include "acquire/entropy.h"
#include "model/minimizer.h"

struct inlay_pes {
    struct inlay_acq base; /* first: an inlay_acq is one of these */
    const struct inlay_gp *gp;
    const struct inlay_minimizer *minimizer; /* n_comp×n_per */
    size_t n_per;
    double resolution; /* see entropy.h */
};

/* Nothing is copied: what it points to must outlive it. */
void inlay_pes_init(struct inlay_pes *pes, const struct inlay_gp *gp,
                    const struct inlay_minimizer *minimizer, size_t n_per,
                    double resolution);

#endif
