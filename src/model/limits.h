/*
 * limits.h: success as a few limits that must all hold.
 *
 *     g_k(x) = Σ_t w_kt φ_t(x) > 0   for k = 1 … K            docs/maths.md (26)
 *
 * Constraints of engineering are of this kind: a sum or a product of some of
 * the variables must not exceed a bound.  A single latent function (classify.h)
 * has to learn all of them as one shape; here a failure is attributed to one
 * limit, and what it says of that limit holds far away, too.
 *
 * The weights are sampled; a sample is a hypothesis about all limits.  Those
 * that contradict a label do not vote, and their share is known: where it is
 * large, success has another shape, and the caller must ask another model.
 */
#ifndef INLAY_MODEL_LIMITS_H
#define INLAY_MODEL_LIMITS_H

#include "base/rng.h"
#include "base/stop.h"
#include "model/terms.h"
#include "problem/data.h"

enum {
    INLAY_LIMITS_K = 3,
    INLAY_LIMITS_MAX_TERMS = 64, /* with more, too little is known of each */
    INLAY_LIMITS_CHAINS = 16,
};

struct inlay_limits {
    struct inlay_terms terms;
    size_t n_voters; /* samples that contradict no label */
    double share;    /* ... of all samples */
    /* Weights of the voters, by term, limit and voter; without its constant a
     * limit's weights have length 1. */
    double *W;
    double *chains;   /* where a later fit may go on, see below */
    size_t n_chains;  /* numbers in it: CHAINS×K×terms.n */
    size_t n_scratch; /* doubles that votes need */
};

/*
 * labels holds +1 (success) and −1 (failure), merged, at least one of each; a row
 * that has both counts as the sign of its mean (0 as failure).  enc has at most
 * INLAY_LIMITS_MAX_TERMS terms.  start is the `chains` of an earlier fit on part
 * of the labels, or NULL.
 */
inlay_status inlay_limits_fit(const struct inlay_encoding *enc,
                              const struct inlay_data *labels,
                              const double *start, const struct inlay_rng *rng,
                              struct inlay_limits **out,
                              struct inlay_watch *watch, inlay_error *err);
void inlay_limits_free(struct inlay_limits *limits);

/* Of all samples, the share that votes for success at u; and its gradient by
 * the real axes, 0 on others (dim numbers), unless NULL. */
double inlay_limits_votes(const struct inlay_limits *limits, const double *u,
                          double *grad, double *scratch);

#endif
