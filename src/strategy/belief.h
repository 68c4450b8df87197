/*
 * belief.h: what the model believes, given a history: from trials to a fitted GP
 * of the objective and of each output that has a limit, and a model of success.
 */
#ifndef INLAY_STRATEGY_BELIEF_H
#define INLAY_STRATEGY_BELIEF_H

#include "acquire/acq.h"
#include "model/success.h"
#include "model/within.h"
#include "strategy/options.h"
#include "strategy/regression.h"

/* Best points around which candidates are drawn and draws are searched. */
enum { INLAY_BELIEF_CENTERS = 5 };

struct inlay_belief {
    const struct inlay_encoding *enc;
    struct inlay_regression objective; /* without a GP while nothing is done */
    struct inlay_regression *limited; /* n_limited: outputs that have a limit */
    struct inlay_within *within; /* n_within: those of them that have a GP */
    size_t n_limited, n_within;
    struct inlay_success *success; /* NULL while nothing failed */
    struct inlay_evidence_counts counts;
};

/* For a space of dim axes. */
void inlay_belief_read_options(const inlay_options *options, size_t dim,
                               struct inlay_belief_options *out);

/* The history must have a trial that is done or failed.  enc must outlive the
 * belief. */
inlay_status inlay_belief_form(struct inlay_belief *b,
                               const struct inlay_encoding *enc,
                               const struct inlay_history *h,
                               const struct inlay_belief_options *options,
                               const struct inlay_rng *rng, inlay_error *err);
void inlay_belief_clear(struct inlay_belief *b);

/* What is believed of an output; NULL where it is not modelled. */
const struct inlay_regression *inlay_belief_output(const struct inlay_belief *b,
                                                   size_t output);

/* *rows := for each point of the objective's data: is a trial there feasible?
 * The caller frees it. */
inlay_status inlay_belief_feasible(const struct inlay_belief *b,
                                   const struct inlay_history *h, bool **rows,
                                   inlay_error *err);

/* The memo of a trial, see memo.h: NULL where there is no GP. */
inlay_status inlay_belief_memo(const struct inlay_belief *b, char **memo,
                               inlay_error *err);

/* Mean, deviation and probability of success at a point of enc, and what acq is
 * there. */
inlay_status inlay_belief_predict(const struct inlay_belief *b, const double *u,
                                  const struct inlay_acq *acq,
                                  inlay_prediction *out, inlay_error *err);

/* The same of one output, on the scale of its values (the objective's: those to
 * be minimized); NaN where it is not modelled. */
inlay_status inlay_belief_predict_output(const struct inlay_belief *b,
                                         const double *u, size_t output,
                                         inlay_output_prediction *out,
                                         inlay_error *err);

#endif
