/*
 * sequential.h: the one order in which methods suggest: initial design, then the
 * model with its share of random turns, then whatever is left.
 */
#ifndef INLAY_STRATEGY_SEQUENTIAL_H
#define INLAY_STRATEGY_SEQUENTIAL_H

#include "strategy/strategy.h"

/* As inlay_strategy_suggest(), with the functions of s->ops. */
inlay_status inlay_sequential_suggest(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      inlay_value *x, struct inlay_trace *trace,
                                      inlay_error *err);

/* Is suggestion number i (from 0) one of those that are drawn uniformly, if a
 * `share` of all is?  They are spread evenly: of any first n suggestions n share,
 * rounded down, are. */
bool inlay_sequential_is_random(size_t i, double share);

#endif
