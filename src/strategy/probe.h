/*
 * probe.h: a single trial that is measured again to learn whether values scatter.
 *
 * Where there are categories, booleans and few integers only, no two trials are
 * close to each other, and a model cannot tell noise from an effect that just this
 * combination has: docs/decisions/0039.  Two values of one configuration can.
 */
#ifndef INLAY_STRATEGY_PROBE_H
#define INLAY_STRATEGY_PROBE_H

#include "strategy/belief.h"

/* *out := the trial to measure again; NULL where values tell without, where one was
 * measured twice, and while there are few. */
inlay_status inlay_probe_find(const struct inlay_history *h,
                              const struct inlay_regression *g,
                              const struct inlay_belief_options *options,
                              const struct inlay_record **out,
                              inlay_error *err);

#endif
