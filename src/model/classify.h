/*
 * classify.h: a GP of success and failure: a latent function that is positive
 * where evaluations succeed, by expectation propagation.
 */
#ifndef INLAY_MODEL_CLASSIFY_H
#define INLAY_MODEL_CLASSIFY_H

#include "model/gp.h"

/* An evaluation succeeds if the latent f, of variance 1, plus a normal of this
 * variance is positive: nearly a step, as failures repeat themselves. */
#define INLAY_CLASSIFY_SOFTNESS 1e-4

/* log P(success) at a latent mean and variance, and its derivatives unless
 * NULL. */
double inlay_classify_log_success(double mean, double var, double *by_mean,
                                  double *by_var);

/*
 * labels holds +1 (success) and −1 (failure); a row that has both counts as the
 * sign of its mean (0 as failure).  The GP that comes out has one component and
 * predicts the latent function.  Of options, kernel, is_per_category and jitter
 * are used; length-scales and mean are found by MAP.
 */
inlay_status inlay_classify_fit(const struct inlay_encoding *enc,
                                struct inlay_data *labels,
                                const struct inlay_gp_options *options,
                                struct inlay_gp **out, inlay_error *err);

/* The sites of expectation propagation, n of each; they stand for observations
 * nu/tau of variance 1/tau. */
struct inlay_sites {
    size_t n;
    double *sign, *tau, *nu; /* label; natural parameters */
    double *D, *target;      /* 1/tau; nu/tau */
    double *log_Z;           /* log of each site's constant */
};

inlay_status inlay_sites_init(struct inlay_sites *sites,
                              const struct inlay_data *labels,
                              inlay_error *err);
void inlay_sites_clear(struct inlay_sites *sites);

/*
 * log of EP's approximation to p(labels | θ), and its gradient by θ unless NULL
 * (that by log σ² is 0; that by log a is of a linear part that grows with a).
 * The sites are where the iteration starts and ends.  Without gradient K of ev
 * is left as factor of K + D, alpha as its weights.
 */
double inlay_classify_evidence(struct inlay_evidence *ev,
                               struct inlay_sites *sites, const double *theta,
                               double *grad);

#endif
