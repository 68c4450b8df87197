/*
 * sobol_search.h: the study's Sobol' net, point after point.
 */
#ifndef INLAY_STRATEGY_SOBOL_SEARCH_H
#define INLAY_STRATEGY_SOBOL_SEARCH_H

#include "strategy/strategy.h"

inlay_status inlay_sobol_search_new(const struct inlay_encoding *exact,
                                    const inlay_options *options, int variant,
                                    struct inlay_strategy **out,
                                    inlay_error *err);

#endif
