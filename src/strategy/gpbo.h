/*
 * gpbo.h: Bayesian optimisation with a Gaussian process: the paper's three ways
 * as one strategy with one switch.
 *
 *     method     fits on              the kernel sees
 *     gp-naive   encode(x)            the one-hot cube as it is
 *     gp-basic   where it asked       the one-hot cube as it is
 *     gp         encode(x)            T(u)
 */
#ifndef INLAY_STRATEGY_GPBO_H
#define INLAY_STRATEGY_GPBO_H

#include "strategy/strategy.h"

enum inlay_gpbo_way { INLAY_GPBO_EXACT, INLAY_GPBO_BASIC, INLAY_GPBO_NAIVE };

inlay_status inlay_gpbo_new(const struct inlay_encoding *exact,
                            const inlay_options *options, int way,
                            struct inlay_strategy **out, inlay_error *err);

#endif
