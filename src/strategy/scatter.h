/*
 * scatter.h: the fit of values that scatter.
 *
 * Noise is a mode of the posterior, and a search for a maximum ends in the mode in
 * which it begins.  So a fit that sees noise is compared with fits that do without
 * (noise.h).  Where noise is found, the model is another: the prior says that it
 * is there, θ is sampled, and values are warped only if that makes them likelier.
 * Where it is not, the best fit without noise replaces the noisy one.
 */
#ifndef INLAY_STRATEGY_SCATTER_H
#define INLAY_STRATEGY_SCATTER_H

#include "strategy/regression.h"

/* An output, and how it is to be fitted. */
struct inlay_scatter {
    struct inlay_regression *g;
    const struct inlay_belief_options *options;
    const struct inlay_rng *rng;
    size_t n_pending;
    bool is_objective;
};

/* Where a fit starts. */
struct inlay_start {
    double *theta;
    bool is_warm; /* it is where the last fit ended */
};

/* Is there noise, whatever a fit would say, and is the model such that no first
 * fit is needed? */
bool inlay_scatter_is_known(const struct inlay_scatter *s);

/* Sets g->noise and, where it takes one, fits g->gp anew; without a GP noise must
 * be known.  start->theta is spoiled. */
inlay_status inlay_scatter_settle(const struct inlay_scatter *s,
                                  const struct inlay_start *start,
                                  inlay_error *err);

#endif
