/*
 * probe.h: a single trial that is measured again to learn whether values scatter.
 *
 * A fit can only say that noise is likely.  Two values of one configuration show
 * it, or refute it for good: docs/decisions/0039.  So before anything is measured
 * again for its own sake, the best trial is, to know.
 *
 * Where there are categories, booleans and few integers only, no two trials are
 * close to each other, and a model cannot even tell noise from an effect that just
 * this combination has.  There the same is done once values say nothing at all.
 */
#ifndef INLAY_STRATEGY_PROBE_H
#define INLAY_STRATEGY_PROBE_H

#include "strategy/belief.h"

/* *out := the trial to measure again; NULL where none is due.  A given variance
 * needs no proof. */
inlay_status inlay_probe_find(const struct inlay_history *h,
                              const struct inlay_regression *g,
                              const struct inlay_belief_options *options,
                              const struct inlay_record **out,
                              inlay_error *err);

#endif
