/*
 * relevance.h: how much each variable matters to a fitted GP.
 */
#ifndef INLAY_STRATEGY_RELEVANCE_H
#define INLAY_STRATEGY_RELEVANCE_H

#include "model/gp.h"

/* Share and length-scale of each variable of the space.  Pending trials take no
 * part. */
inlay_status inlay_relevance_find(const struct inlay_gp *gp,
                                  inlay_relevance *out, inlay_error *err);

#endif
