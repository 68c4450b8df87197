/*
 * success.h: P(success | u), from trials that succeeded and trials that failed.
 *
 *     P(u) = c V(u) + (1 − c s) P_GP(u)                       docs/maths.md (28)
 *
 * V is the share of hypotheses about limits (limits.h) that vote for success,
 * s <= 1 the share that votes at all, and c a little less than 1: what limits
 * cannot explain is left to the GP of a latent function (classify.h), whose
 * shape is free.
 */
#ifndef INLAY_MODEL_SUCCESS_H
#define INLAY_MODEL_SUCCESS_H

#include "model/gp.h"
#include "model/limits.h"

struct inlay_success {
    struct inlay_gp *gp;         /* of the latent function, one component */
    struct inlay_limits *limits; /* NULL: too many terms, or one label */
    size_t n_scratch;            /* doubles that a prediction needs */
};

/*
 * labels as in classify.h, at least one of them; options are those of the GP.
 * start is what inlay_success_chains gave earlier, n_start numbers: it is used
 * if it fits.
 */
inlay_status inlay_success_fit(const struct inlay_encoding *enc,
                               struct inlay_data *labels, const double *start,
                               size_t n_start,
                               const struct inlay_gp_options *options,
                               const struct inlay_rng *rng,
                               struct inlay_success **out, inlay_error *err);
void inlay_success_free(struct inlay_success *success);

/* Where a later fit goes on: *n numbers, a view; NULL where there are none. */
const double *inlay_success_chains(const struct inlay_success *success,
                                   size_t *n);

/* log P at n <= INLAY_GP_BLOCK points, rows of U, and its gradient by the real
 * axes (n×dim rows, 0 on other axes) unless NULL. */
void inlay_success_log(const struct inlay_success *success, const double *U,
                       size_t n, double *out, double *grad, double *scratch);

#endif
