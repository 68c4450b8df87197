/*
 * modelless.h: functions of inlay_strategy_ops for strategies without a model of
 * values.
 */
#ifndef INLAY_STRATEGY_MODELLESS_H
#define INLAY_STRATEGY_MODELLESS_H

#include "strategy/strategy.h"

/* NaN but for the probability of success, which is 1. */
inlay_status inlay_modelless_predict(struct inlay_strategy *base,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     const inlay_value *x,
                                     inlay_prediction *out, inlay_error *err);

/* The best observed. */
inlay_status inlay_modelless_recommend(struct inlay_strategy *base,
                                       const struct inlay_history *h,
                                       const struct inlay_rng *rng,
                                       inlay_value *x, inlay_error *err);

/* *has_model := false. */
inlay_status inlay_modelless_relevance(struct inlay_strategy *base,
                                       const struct inlay_history *h,
                                       const struct inlay_rng *rng,
                                       inlay_relevance *out, bool *has_model,
                                       inlay_error *err);
inlay_status inlay_modelless_leave_one_out(struct inlay_strategy *base,
                                           const struct inlay_history *h,
                                           const struct inlay_rng *rng,
                                           inlay_residual *out, bool *has_model,
                                           inlay_error *err);

#endif
