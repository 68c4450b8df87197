/*
 * tpe.h: the tree-structured Parzen estimator.
 *
 * There is no model of values, but two densities over the space: l of the good
 * trials, g of all others (strategy/merit.h).  Where l is large and g is small,
 * an improvement is likely: of some draws from l the one with the largest
 * log l - log g is suggested.
 *
 *     joint         a draw is a whole configuration (Watanabe's recommended set)
 *     independent   each variable is chosen on its own, of draws of its own
 *                   (hyperopt, which is what the paper compared with)
 *
 * Bergstra, Bardenet, Bengio, Kégl (2011), Algorithms for hyper-parameter
 * optimization, NIPS 24.  Watanabe (2023), arXiv 2304.11127.
 */
#ifndef INLAY_STRATEGY_TPE_H
#define INLAY_STRATEGY_TPE_H

#include "strategy/strategy.h"

inlay_status inlay_tpe_new(const struct inlay_encoding *exact,
                           const inlay_options *options, int variant,
                           struct inlay_strategy **out, inlay_error *err);

#endif
