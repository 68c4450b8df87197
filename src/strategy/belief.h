/*
 * belief.h: what the model believes, given a history: from trials to a fitted GP
 * of the objective and a model of success.
 */
#ifndef INLAY_STRATEGY_BELIEF_H
#define INLAY_STRATEGY_BELIEF_H

#include "acquire/acq.h"
#include "model/gp.h"
#include "model/success.h"
#include "model/warp.h"
#include "problem/history.h"
#include "strategy/options.h"

/* How to come to a belief: the options that concern it, read once. */
struct inlay_belief_options {
    struct inlay_gp_options gp;
    enum inlay_warp_kind warp;
    enum inlay_fantasy fantasy;
    bool fits_asked; /* gp-basic: learn where it asked, not at encode(x) */
};

/* Best points around which candidates are drawn and draws are searched. */
enum { INLAY_BELIEF_CENTERS = 5 };

struct inlay_belief {
    const struct inlay_encoding *enc;
    struct inlay_data data; /* points, and warped observations */
    struct inlay_warp warp;
    struct inlay_gp *gp;           /* NULL while nothing is done */
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

/* The point of a record in enc, by which the model knows it. */
void inlay_belief_point(const struct inlay_encoding *enc,
                        const struct inlay_record *r, bool asked, double *u);

/* The memo of a trial, see memo.h: NULL where there is no GP. */
inlay_status inlay_belief_memo(const struct inlay_belief *b, char **memo,
                               inlay_error *err);

/* Mean, deviation and probability of success at a point of enc, and what acq is
 * there. */
inlay_status inlay_belief_predict(const struct inlay_belief *b, const double *u,
                                  const struct inlay_acq *acq,
                                  inlay_prediction *out, inlay_error *err);

/* Each of the n_done trials of the history that the belief is of, as predicted
 * from the others; there must be a GP.  Pending trials take no part. */
inlay_status inlay_belief_leave_one_out(const struct inlay_belief *b,
                                        const struct inlay_history *h,
                                        inlay_residual *out, inlay_error *err);

/* The value y of u, which the history does not have: mean, deviation with noise,
 * and z.  There must be a GP. */
inlay_status inlay_belief_residual(const struct inlay_belief *b,
                                   const double *u, double y,
                                   inlay_residual *out, inlay_error *err);

/* The hyper-parameters of all components, views of *numbers, which the caller
 * frees; noise_sd is that at u.  There must be a GP. */
inlay_status inlay_belief_hyper(const struct inlay_belief *b, const double *u,
                                inlay_hyperparameters *out, double **numbers,
                                inlay_error *err);

/* The noise's share of what the model explains, averaged over components. */
double inlay_belief_noise_ratio(const struct inlay_belief *b);

#endif
