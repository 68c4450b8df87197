/*
 * walk.h: refinement of starts on an acquisition that is constant by pieces, by
 * local search over neighbors that differ in one coordinate.
 */
#ifndef INLAY_ACQUIRE_WALK_H
#define INLAY_ACQUIRE_WALK_H

#include "acquire/probe.h"

/*
 * Walks from each point of `rated`, none of them refused, and from each center
 * of the search, for which `rated` has room after its n points.  Leaves there
 * where they ended, in that order; not those that found nothing to stand on: a
 * center may be refused itself, but is left for the best of its neighbors.
 */
inlay_status inlay_walk(struct inlay_probe *probe, struct inlay_rated *rated,
                        struct inlay_rng *rng, inlay_error *err);

#endif
