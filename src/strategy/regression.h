/*
 * regression.h: one output of the trials, and the GP that is fitted to it.
 *
 *     history → points and values → warp → θ and GP → pending points imagined
 *
 * The objective is one, and so is each output that has a limit: the same code
 * fits them all.
 */
#ifndef INLAY_STRATEGY_REGRESSION_H
#define INLAY_STRATEGY_REGRESSION_H

#include "model/gp.h"
#include "model/warp.h"
#include "problem/history.h"

/* How to come to a belief: the options that concern it, read once. */
struct inlay_belief_options {
    struct inlay_gp_options gp;
    enum inlay_warp_kind warp;
    enum inlay_fantasy fantasy;
    bool fits_asked;    /* gp-basic: learn where it asked, not at encode(x) */
    bool adapts_warp;   /* where noise is found, none if that is more likely */
    bool samples_noise; /* inference=auto: a few samples where noise is found */
};

/* What is known of the noise of an output. */
struct inlay_noise_finding {
    bool is_found;   /* the values are modelled as ones that scatter */
    bool is_shown;   /* ... beyond doubt */
    double log_odds; /* see noise.h; NaN where nobody had to ask */
};

struct inlay_regression {
    const struct inlay_encoding *enc;
    size_t output; /* which */
    double sign;   /* the GP sees values times this; the objective's are those
                      to be minimized */
    struct inlay_data data; /* points, and warped observations */
    /* The n_obs observations and their variances as they are. */
    double *values, *given;
    struct inlay_warp warp;
    size_t n_inside;      /* observations within the space: the first ones */
    size_t n_rows_inside; /* ... and the points at which they are */
    struct inlay_gp *gp;  /* NULL while there is nothing to fit */
    size_t n_warp_likelihoods; /* evaluated to choose the warp */
    struct inlay_noise_finding noise;
};

/* The point of a record in enc, by which the model knows it. */
void inlay_regression_point(const struct inlay_encoding *enc,
                            const struct inlay_record *r, bool asked,
                            double *u);

/* The value of a record that the GP sees before it is warped; NaN: none. */
double inlay_regression_value(const struct inlay_regression *g,
                              const struct inlay_history *h,
                              const struct inlay_record *r);

/*
 * Fits g, of which enc, output and sign are given, to the trials that have a
 * value of the output.  start: θ to go on from, as many numbers as the GP has,
 * or NULL.  Without such a trial g->gp is NULL.  On failure there is nothing to
 * clear.
 */
inlay_status inlay_regression_fit(struct inlay_regression *g,
                                  const struct inlay_history *h,
                                  const struct inlay_belief_options *options,
                                  const char *memo, const struct inlay_rng *rng,
                                  inlay_error *err);
void inlay_regression_clear(struct inlay_regression *g);

/* Puts the values, as g->warp has them, into the data. */
void inlay_regression_apply_warp(struct inlay_regression *g);

/* A GP of the data as they are, by a fit that starts at theta, in the place of
 * the one that there is. */
inlay_status inlay_regression_refit(struct inlay_regression *g,
                                    const struct inlay_gp_options *options,
                                    const double *theta, size_t n_pending,
                                    const struct inlay_rng *rng,
                                    inlay_error *err);

/* Mean and variance of f at u, on the GP's scale; scratch is the GP's. */
void inlay_regression_moments(const struct inlay_regression *g, const double *u,
                              double *mean, double *var, double *scratch);

/* The same on the scale of the values, times sign: mean and deviation. */
void inlay_regression_predict(const struct inlay_regression *g, const double *u,
                              double *mean, double *sd, double *scratch);

/* Each trial that it was fitted to, as predicted from the others, in order;
 * there must be a GP.  Pending trials take no part. */
inlay_status inlay_regression_leave_one_out(const struct inlay_regression *g,
                                            const struct inlay_history *h,
                                            inlay_residual *out,
                                            inlay_error *err);

/* The value y of u, which the history does not have: mean, deviation with its
 * variance (NaN: with noise), and z.  There must be a GP. */
inlay_status inlay_regression_residual(const struct inlay_regression *g,
                                       const double *u, double y,
                                       double variance, inlay_residual *out,
                                       inlay_error *err);

/* The hyper-parameters of all components, views of *numbers, which the caller
 * frees; noise_sd is that at u.  There must be a GP. */
inlay_status inlay_regression_hyper(const struct inlay_regression *g,
                                    const double *u, inlay_hyperparameters *out,
                                    double **numbers, inlay_error *err);

/* The point of the data within the space with the least mean, averaged over
 * components.  There must be a GP. */
const double *inlay_regression_best_mean(const struct inlay_regression *g);

/* The variance of an observation about f on the GP's scale, averaged over
 * components; there must be a GP. */
double inlay_regression_noise(const struct inlay_regression *g);

/* *sd := the deviation, on the scale of the values, of values at u that scatter
 * about f with this variance on the GP's; there must be one. */
inlay_status inlay_regression_spread(const struct inlay_regression *g,
                                     const double *u, double variance,
                                     double *sd, inlay_error *err);

/* The noise's share of what the model explains, averaged over components: of
 * observations without a variance of their own, or of those with one, whichever
 * are noisier. */
double inlay_regression_noise_ratio(const struct inlay_regression *g);

/* The mean of the variances that were given with observations, on the GP's scale;
 * 0: there are none, or all are exact. */
double inlay_regression_given(const struct inlay_regression *g);

#endif
