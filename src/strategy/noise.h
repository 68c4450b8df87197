/*
 * noise.h: do the values say that there is noise, or does only a fit say so?
 *
 * A fit is a local maximum.  Where values are rougher than the kernel, or lie
 * close to each other, it may explain by noise what it could have explained far
 * better without.  Such a fit must not outvote an observed value.
 */
#ifndef INLAY_STRATEGY_NOISE_H
#define INLAY_STRATEGY_NOISE_H

#include "strategy/regression.h"

/*
 * *log_odds := how much more likely the values of g, which has a GP, are under
 * the noise of its fit than without any, docs/maths.md (47).  What was observed
 * twice decides alone: ∞ where a configuration has different values, −∞ where
 * all that were repeated have equal ones.
 */
inlay_status inlay_noise_odds(const struct inlay_regression *g,
                              const struct inlay_belief_options *options,
                              double *log_odds, inlay_error *err);

/* *is := is the noise of the fit to be believed?  It is where the user declared it,
 * or gave a variance > 0 with a value, and else where the odds are beyond doubt. */
inlay_status inlay_noise_is_shown(const struct inlay_regression *g,
                                  const struct inlay_belief_options *options,
                                  bool *is, inlay_error *err);

#endif
