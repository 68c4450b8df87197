/*
 * climb.h: refinement of starts on a smooth acquisition, by gradients on the
 * real axes and single moves on the others.
 */
#ifndef INLAY_ACQUIRE_CLIMB_H
#define INLAY_ACQUIRE_CLIMB_H

#include "acquire/probe.h"

/* Climbs from each point of `rated`, none of them refused, and leaves there
 * where it ended. */
inlay_status inlay_climb(struct inlay_probe *probe, struct inlay_rated *rated,
                         struct inlay_rng *rng, inlay_error *err);

/* Are a and b so near each other that a climb from one is one from the other? */
bool inlay_climb_is_same(const struct inlay_encoding *enc, const double *a,
                         const double *b);

#endif
