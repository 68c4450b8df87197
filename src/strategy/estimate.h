/*
 * estimate.h: how much the values of the objective scatter, and how sure that is.
 */
#ifndef INLAY_STRATEGY_ESTIMATE_H
#define INLAY_STRATEGY_ESTIMATE_H

#include "strategy/regression.h"

/* *out := what g, which has a GP, says of the noise at u; n_repeated is 0. */
inlay_status inlay_estimate_noise(const struct inlay_regression *g,
                                  const struct inlay_belief_options *options,
                                  const double *u, inlay_noise_estimate *out,
                                  inlay_error *err);

/* *sd := the noise that was found, at the best trial; 0: none was. */
inlay_status inlay_estimate_told(const struct inlay_regression *g,
                                 const struct inlay_history *h,
                                 const struct inlay_belief_options *options,
                                 double *sd, inlay_error *err);

#endif
