/*
 * distance.h: how far trials are from a configuration, as the model measures it.
 */
#ifndef INLAY_STRATEGY_DISTANCE_H
#define INLAY_STRATEGY_DISTANCE_H

#include "problem/history.h"

/* out[i] := how far record i is from the configuration x by the metric of the
 * model, in the length-scales of r (in ranges where they are NaN); n_without
 * variables do not count. */
inlay_status inlay_distance_find(const inlay_relevance *r,
                                 const size_t *without, size_t n_without,
                                 const inlay_value *x,
                                 const struct inlay_history *h, double *out,
                                 inlay_error *err);

#endif
