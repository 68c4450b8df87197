/*
 * candidates.h: points worth screening: everywhere, and around the best known.
 */
#ifndef INLAY_ACQUIRE_CANDIDATES_H
#define INLAY_ACQUIRE_CANDIDATES_H

#include "acquire/maximise.h"

/* n points u = T(u), rows of U, some of which may be forbidden or equal.  The
 * first n_local of them are near a centre, or in the search's region. */
inlay_status inlay_candidates(const struct inlay_search *search, size_t n,
                              struct inlay_rng *rng, double *U, size_t *n_local,
                              inlay_error *err);

#endif
