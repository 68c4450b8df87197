/*
 * random.h: uniform random search without repeats.
 */
#ifndef INLAY_STRATEGY_RANDOM_H
#define INLAY_STRATEGY_RANDOM_H

#include "strategy/strategy.h"

inlay_status inlay_random_new(const struct inlay_encoding *exact,
                              const inlay_options *options, int variant,
                              struct inlay_strategy **out, inlay_error *err);

/* A uniform point, new to the history unless may_repeat: the last resort of
 * every strategy too.  INLAY_EXHAUSTED where there is none. */
inlay_status inlay_random_point(const struct inlay_history *h, bool may_repeat,
                                struct inlay_rng *rng, double *u,
                                inlay_error *err);

/* Is suggestion number i (from 0) one of those that are drawn uniformly, if a
 * `share` of all is?  They are spread evenly: of any first n suggestions n share,
 * rounded down, are due. */
bool inlay_random_is_due(size_t i, double share);

#endif
