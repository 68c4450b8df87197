/*
 * relevance.h: how much each variable matters to a fitted model.
 */
#ifndef INLAY_STRATEGY_RELEVANCE_H
#define INLAY_STRATEGY_RELEVANCE_H

#include "model/gp.h"

/* Share and length-scale of each variable of the space.  Pending trials take no
 * part. */
inlay_status inlay_relevance_find(const struct inlay_gp *gp,
                                  inlay_relevance *out, inlay_error *err);

/* The same of any model of the points of enc; it has no length-scales (NaN), and
 * its pending trials take part as it imagines them. */
inlay_status inlay_relevance_of_model(const struct inlay_model *model,
                                      const struct inlay_encoding *enc,
                                      inlay_relevance *out, inlay_error *err);

/* out[v] := the length-scale of each variable, a geometric mean over components
 * first, ..., first + n_comp - 1 and over the variable's axes; NaN for a
 * constant. */
void inlay_relevance_length_scales(const struct inlay_gp *gp, size_t first,
                                   size_t n_comp, double *out);

#endif
