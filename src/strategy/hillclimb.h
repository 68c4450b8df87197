/*
 * hillclimb.h: a first-improvement hill climber with restarts.
 */
#ifndef INLAY_STRATEGY_HILLCLIMB_H
#define INLAY_STRATEGY_HILLCLIMB_H

#include "strategy/strategy.h"

inlay_status inlay_hillclimb_new(const struct inlay_encoding *exact,
                                 const inlay_options *options, int variant,
                                 struct inlay_strategy **out, inlay_error *err);

#endif
