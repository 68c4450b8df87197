/*
 * evidence.h: the log marginal likelihood of the data under a GP, with its
 * gradient, as a function of the hyper-parameters θ.
 *
 *     θ = (log l_1 … log l_P, log a, log σ², m)
 *
 * length-scales, amplitude (a variance), noise variance and constant mean; see
 * docs/maths.md (5)–(10).  Without noise log σ² is −∞.  σ² is the noise of the
 * observations that have no variance of their own.
 */
#ifndef INLAY_MODEL_EVIDENCE_H
#define INLAY_MODEL_EVIDENCE_H

#include "base/stop.h"
#include "model/kernel.h"
#include "model/metric.h"
#include "problem/data.h"

/* Places in θ, for P length-scales. */
static inline size_t inlay_theta_amp(size_t P)
{
    return P;
}
static inline size_t inlay_theta_noise(size_t P)
{
    return P + 1;
}
static inline size_t inlay_theta_mean(size_t P)
{
    return P + 2;
}
static inline size_t inlay_theta_n(size_t P)
{
    return P + 3;
}

/* What was done, for the report of a fit. */
struct inlay_evidence_counts {
    size_t n_evaluations, n_jitters;
    double max_jitter; /* relative to the amplitude */
};

struct inlay_evidence {
    const struct inlay_metric *metric; /* not owned */
    const struct inlay_data *data;     /* not owned */
    enum inlay_kernel kernel;
    double least_jitter; /* on the diagonal of K, relative to the amplitude */
    size_t n, n_pairs;
    double *Z;      /* n by axis: see metric.h */
    double *pairs;  /* P×n_pairs distances, or NULL where they are too large */
    double *spare;  /* n_pairs: distances made when needed */
    double *r2;     /* n_pairs, of the last θ */
    double *base;   /* n_pairs: r2 without the length-scale that is held */
    double *linear; /* n_pairs: linear part of the covariances, or NULL */
    double *packed; /* n_pairs: covariances */
    double *slope;  /* n_pairs: their derivatives by r² */
    double *K;      /* n×n: after a call its factor L */
    double *alpha;  /* n: K⁻¹(y − m) */
    double jitter;  /* that the last factor took, least_jitter or more */
    size_t held;    /* the length-scale that base leaves out, or SIZE_MAX */
    struct inlay_watch *watch; /* or NULL; once over, likelihoods are −∞ */
    struct inlay_evidence_counts counts;
};

inlay_status inlay_evidence_init(struct inlay_evidence *ev,
                                 const struct inlay_metric *metric,
                                 const struct inlay_data *data,
                                 enum inlay_kernel kernel, double least_jitter,
                                 struct inlay_watch *watch, inlay_error *err);
void inlay_evidence_clear(struct inlay_evidence *ev);

/* log p(y | θ), −∞ where K has no factor with the largest jitter allowed.
 * Leaves L, the jitter it took and, if it is finite, α. */
double inlay_evidence_value(struct inlay_evidence *ev, const double *theta);

/* log p(y | θ) after the observations of the data were replaced, for the θ of the
 * last inlay_evidence_value, whose factor is used again: O(n²).  Leaves no α. */
double inlay_evidence_again(struct inlay_evidence *ev, const double *theta);

/* The same with its gradient by θ.  L is not left; the derivative by log σ² is
 * 0 without noise. */
double inlay_evidence_gradient(struct inlay_evidence *ev, const double *theta,
                               double *grad);

/* Adds b Σ_j (z_j − ½)(z'_j − ½), over the numeric axes, to every covariance: the
 * function has a linear part, with independent slopes of variance b. */
inlay_status inlay_evidence_add_linear(struct inlay_evidence *ev, double b,
                                       inlay_error *err);

/* For other likelihoods on the same machinery (classify.c): r2, packed and slope
 * at θ; K := the covariances with diag[i] + jitter·a on its diagonal, false where
 * it has no factor; and grad by all log l of ½ tr(W K), W = αα' − K⁻¹, from alpha
 * and from K as inverse (spoils slope).  The last returns Σ W_ii / count_i. */
void inlay_evidence_covariances(struct inlay_evidence *ev, const double *theta);
bool inlay_evidence_factor(struct inlay_evidence *ev, double amp,
                           const double *diag);
double inlay_evidence_by_scales(struct inlay_evidence *ev, const double *theta,
                                double *grad);

/* Hold all length-scales of θ but number p (p = SIZE_MAX: all of them), so that
 * inlay_evidence_along need not sum over them again. */
void inlay_evidence_hold(struct inlay_evidence *ev, const double *theta,
                         size_t p);
/* log p(y | θ) for a θ that differs from the held one in log l_p, amplitude,
 * noise and mean only. */
double inlay_evidence_along(struct inlay_evidence *ev, const double *theta);

#endif
