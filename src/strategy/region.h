/*
 * region.h: the trust region as a function of the history.
 */
#ifndef INLAY_STRATEGY_REGION_H
#define INLAY_STRATEGY_REGION_H

#include "acquire/maximize.h"
#include "problem/history.h"

/* The region around `center` (a view) after the trials of h, of which the first
 * n_initial do not count. */
struct inlay_region inlay_region_of(const struct inlay_history *h,
                                    size_t n_initial,
                                    const struct inlay_encoding *enc,
                                    const double *center);

#endif
