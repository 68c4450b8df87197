/*
 * unmeasured.h: a limit of which no trial has a value.
 *
 * A limit that joins a study after its trials, and was not among their metrics,
 * has no GP.  Nothing tells then where it holds, so the search would go on as if
 * it did not exist, or, where all is evaluated, not at all.  What matters most is
 * whether it holds where the objective is best: that trial is measured again.
 */
#ifndef INLAY_STRATEGY_UNMEASURED_H
#define INLAY_STRATEGY_UNMEASURED_H

#include "problem/history.h"

/* The trial to measure again: of those that lack a limit the best by the limits
 * that are known, then by the objective.  NULL where each limit has a value, and
 * where that configuration is being measured. */
const struct inlay_record *inlay_unmeasured_best(const struct inlay_history *h);

#endif
