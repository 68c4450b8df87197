/*
 * candidates.h: points worth screening: everywhere, and around the best known.
 */
#ifndef INLAY_ACQUIRE_CANDIDATES_H
#define INLAY_ACQUIRE_CANDIDATES_H

#include "acquire/maximize.h"

/* n points u = T(u) of the search's region, rows of U; some may be forbidden, or
 * equal to each other. */
inlay_status inlay_candidates(const struct inlay_search *search, size_t n,
                              struct inlay_rng *rng, double *U,
                              inlay_error *err);

/* Is u = T(u) within the region? */
bool inlay_region_holds(const struct inlay_encoding *enc,
                        const struct inlay_region *region, const double *u);

/* [lo, hi]: what the region has of numeric axis j. */
void inlay_region_interval(const struct inlay_region *region, size_t j,
                           double *lo, double *hi);

#endif
