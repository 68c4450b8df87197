/*
 * gp.h: Gaussian process regression: a mixture over samples of θ.
 *
 * A fitted GP has n_comp components, one for each sample of the hyper-
 * parameters (a single one for MAP), of equal weight.  All of them know the
 * same points.  Values are those of the data given: standardizing and warping
 * is the caller's.
 */
#ifndef INLAY_MODEL_GP_H
#define INLAY_MODEL_GP_H

#include "base/rng.h"
#include "model/evidence.h"
#include "model/hyper.h"
#include "model/model.h"
#include "problem/data.h"

enum inlay_inference { INLAY_INFERENCE_MAP, INLAY_INFERENCE_SLICE };
enum inlay_fantasy { INLAY_FANTASY_MEAN, INLAY_FANTASY_DRAW };

struct inlay_gp_options {
    enum inlay_kernel kernel;
    bool is_per_category;
    enum inlay_priors priors;
    enum inlay_noise noise;
    double jitter; /* relative to the amplitude, see evidence.h */
    enum inlay_inference inference;
    size_t n_samples;          /* of a slice fit */
    size_t burn_in;            /* sweeps before the first sample */
    struct inlay_watch *watch; /* of the study, or NULL */
};

struct inlay_gp_component {
    double *theta;           /* as sampled; owns all arrays */
    double *w;               /* 1 / l² */
    double amp, noise, mean; /* mean: m */
    double jitter;           /* that its factor took */
    double *L;               /* room×room, the first n_points rows */
    double *y;               /* n_points: data, then fantasies */
    double *extra;           /* n_points: noise, or the variance of its own, and
                                jitter on K's diagonal, of a regression */
    double *alpha;           /* K⁻¹(y − m) */
};

struct inlay_gp {
    struct inlay_model base; /* first: a GP is a model */
    struct inlay_metric metric;
    enum inlay_kernel kernel;
    size_t n_data, n_points, room; /* points of data; with pending ones */
    size_t n_inside; /* the first points of data, which lie in the space: others
                        were measured outside, and are no candidates */
    double *Z;       /* by axis, distance room */
    double linear; /* variance of a linear part's slopes; 0 but in classify.c */
    struct inlay_gp_component *comp; /* base.n_comp */
    struct inlay_evidence_counts counts;
};

enum { INLAY_GP_BLOCK = INLAY_MODEL_BLOCK }; /* points predicted at once */

/* The least variance predicted, relative to the amplitude: what 1 − v'v can be
 * told apart from 0 with 1e3 terms of size 1e-16. */
#define INLAY_GP_VAR_FLOOR 1e-12

/*
 * Fits the hyper-parameters and keeps room for n_pending more points.  start is
 * a θ to go on from (inlay_theta_n numbers); one that is no longer possible is
 * replaced by the default.  data needs at least one point.  metric and hyper are
 * as the options say; it takes the metric over, also on failure.
 */
inlay_status inlay_gp_fit(struct inlay_metric *metric,
                          const struct inlay_hyper *hyper,
                          const struct inlay_data *data,
                          const struct inlay_gp_options *options,
                          const double *start, size_t n_pending,
                          struct inlay_rng *rng, struct inlay_gp **out,
                          inlay_error *err);

/* One component with a given θ: no search.  For tests, figures and for a model
 * whose hyper-parameters are known. */
inlay_status inlay_gp_at(const struct inlay_encoding *enc,
                         const struct inlay_data *data,
                         const struct inlay_gp_options *options,
                         const double *theta, size_t n_pending,
                         struct inlay_gp **out, inlay_error *err);

void inlay_gp_free(struct inlay_gp *gp);

/* For those who make components themselves (classify.c): a GP of n_comp empty
 * components with the evidence of its data, in a metric that it takes over, also
 * on failure; component k := what the evidence
 * holds in K (a factor) and alpha; and the end of both, which gives *out where
 * st is INLAY_OK, frees the GP otherwise, and returns st. */
inlay_status inlay_gp_begin(struct inlay_metric *metric,
                            const struct inlay_data *data,
                            const struct inlay_gp_options *options,
                            size_t n_comp, size_t n_pending,
                            struct inlay_gp **out, struct inlay_evidence *ev,
                            inlay_error *err);
inlay_status inlay_gp_take(struct inlay_gp *gp, const struct inlay_evidence *ev,
                           const double *theta, size_t k, inlay_error *err);
inlay_status inlay_gp_end(struct inlay_gp *gp, struct inlay_evidence *ev,
                          inlay_status st, struct inlay_gp **out);

/* Adds a pending point: each component imagines its value, as its mean or drawn
 * from its predictive distribution.  There must be room. */
void inlay_gp_imagine(struct inlay_gp *gp, const double *u,
                      enum inlay_fantasy fantasy, struct inlay_rng *rng,
                      double *scratch);

/* Point i is data from outside the space. */
static inline bool inlay_gp_is_outside(const struct inlay_gp *gp, size_t i)
{
    return i >= gp->n_inside && i < gp->n_data;
}

/* T of the n rows of U, as all components see them: the rows of Z below. */
void inlay_gp_embed(const struct inlay_gp *gp, const double *U, size_t n,
                    double *Z);

/* Covariances of component k with the n <= INLAY_GP_BLOCK rows of Z: columns of
 * K (n_points×n), and their slopes by r² unless NULL; prior[i] := variance of f
 * at point i before any data. */
void inlay_gp_cross_covariance(const struct inlay_gp *gp, size_t k,
                               const double *Z, size_t n, double *K,
                               double *slope, double *prior);

/* Mean and variance of f (without noise) at n <= INLAY_GP_BLOCK embedded points
 * under component k, with what they come from: V := L⁻¹K* (n_points×n, columns)
 * and, unless NULL, slope := derivatives of K* by r².  The variance is positive.
 * Allocates nothing. */
void inlay_gp_whiten(const struct inlay_gp *gp, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *V,
                     double *slope);

/* A mean that is not above the one predicted and a variance that is not below it,
 * without a solve: docs/maths.md (44).  Of a regression only. */
void inlay_gp_bounds(const struct inlay_gp *gp, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *scratch);

/* Mean and variance at any number of points, rows of U. */
void inlay_gp_predict(const struct inlay_gp *gp, size_t k, const double *U,
                      size_t n, double *mean, double *var, double *scratch);

/* Mean and variance with gradients (n×dim rows) by the real axes, 0 in all
 * others. */
void inlay_gp_gradient(const struct inlay_gp *gp, size_t k, const double *Z,
                       size_t n, double *mean, double *var, double *dmean,
                       double *dvar, double *scratch);

/* The way back from inlay_gp_whiten: a function of (mean, var, V) has the derivatives by_mean[n],
 * by_var[n] and by_V (n_points×n, overwritten); its gradient by the real axes is
 * added to grad (n×dim rows). */
void inlay_gp_pull_back(const struct inlay_gp *gp, size_t k, const double *Z,
                        size_t n, const double *V, const double *slope,
                        const double *by_mean, const double *by_var,
                        double *by_V, double *grad);

/* α of component k from the data alone, as if nothing were pending: n_points
 * numbers, 0 for those that are. */
void inlay_gp_data_alpha(const struct inlay_gp *gp, size_t k, double *alpha);

/* The mean of f at n <= INLAY_GP_BLOCK embedded points under component k with
 * these α: without a variance it is O(n_points) a point. */
void inlay_gp_mean(const struct inlay_gp *gp, size_t k, const double *alpha,
                   const double *Z, size_t n, double *mean, double *scratch);

/* θ where the next fit may start: the end of the chain, or the maximum. */
const double *inlay_gp_last_theta(const struct inlay_gp *gp);

#endif
