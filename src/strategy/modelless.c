/*
 * modelless.c: what strategies without a model of values say of them: nothing.
 */
#include "strategy/modelless.h"

#include <math.h>
#include <string.h>

inlay_status inlay_modelless_predict(struct inlay_strategy *base,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     const inlay_value *x,
                                     inlay_prediction *out, inlay_error *err)
{
    (void)base;
    (void)h;
    (void)rng;
    (void)x;
    (void)err;
    *out = (inlay_prediction){NAN, NAN, 1.0, NAN}; /* there is no model */
    return INLAY_OK;
}

inlay_status inlay_modelless_recommend(struct inlay_strategy *base,
                                       const struct inlay_history *h,
                                       const struct inlay_rng *rng,
                                       inlay_value *x, inlay_error *err)
{
    const struct inlay_record *best = inlay_history_best(h);
    (void)base;
    (void)rng;
    (void)err;
    memcpy(x, best->x, inlay_space_n_variables(h->space) * sizeof *x);
    return INLAY_OK;
}

inlay_status inlay_modelless_relevance(struct inlay_strategy *base,
                                       const struct inlay_history *h,
                                       const struct inlay_rng *rng,
                                       inlay_relevance *out, bool *has_model,
                                       inlay_error *err)
{
    (void)base;
    (void)h;
    (void)rng;
    (void)out;
    (void)err;
    *has_model = false;
    return INLAY_OK;
}

inlay_status inlay_modelless_leave_one_out(struct inlay_strategy *base,
                                           const struct inlay_history *h,
                                           const struct inlay_rng *rng,
                                           inlay_residual *out, bool *has_model,
                                           inlay_error *err)
{
    (void)base;
    (void)h;
    (void)rng;
    (void)out;
    (void)err;
    *has_model = false;
    return INLAY_OK;
}
