/*
 * smac.h: sequential model-based optimisation with a random forest.
 */
#ifndef INLAY_STRATEGY_SMAC_H
#define INLAY_STRATEGY_SMAC_H

#include "strategy/strategy.h"

inlay_status inlay_smac_new(const struct inlay_encoding *exact,
                            const inlay_options *options, int variant,
                            struct inlay_strategy **out, inlay_error *err);

#endif
