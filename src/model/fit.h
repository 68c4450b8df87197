/*
 * fit.h: finding θ: its maximum a posteriori, or samples from its posterior.
 */
#ifndef INLAY_MODEL_FIT_H
#define INLAY_MODEL_FIT_H

#include "base/rng.h"
#include "model/evidence.h"
#include "model/hyper.h"

/* log p(θ | y) up to a constant, with its gradient by θ unless grad is NULL;
 * scratch: inlay_theta_n. */
double inlay_fit_log_posterior(struct inlay_evidence *ev,
                               const struct inlay_hyper *h, const double *theta,
                               double *grad, double *scratch);

/* log p(data | θ) with its gradient by θ. */
typedef double inlay_fit_likelihood(const double *theta, double *grad,
                                    void *context);

/* A climb on a posterior: log of its prior h and of a likelihood. */
struct inlay_fit_climb {
    const struct inlay_hyper *h;
    inlay_fit_likelihood *likelihood;
    void *context;
    size_t max_rounds;
    double gain_tol, move_tol; /* see base/ascend.h */
};

/* θ := a local maximum above it, *log_p its density; −∞ where θ has none, which is
 * then the default start. */
inlay_status inlay_fit_climb(const struct inlay_fit_climb *climb, double *theta,
                             double *log_p, inlay_error *err);

/* θ := a local maximum of the posterior: the one above θ or, now and then, above
 * the default start if that is higher. */
inlay_status inlay_fit_map(struct inlay_evidence *ev,
                           const struct inlay_hyper *h, double *theta,
                           inlay_error *err);

/* θ := the local maximum above it, and no look elsewhere; *log_p its density. */
inlay_status inlay_fit_go_on(struct inlay_evidence *ev,
                             const struct inlay_hyper *h, double *theta,
                             double *log_p, inlay_error *err);

/*
 * n samples (rows of `samples`) from the chain that starts at θ, after burn_in
 * sweeps, each `thin` sweeps after the one before.  θ := the end of the chain.
 * A sweep updates the length-scales one by one in random order, then amplitude,
 * noise and mean along a random direction: one as in the paper's set-up, or two,
 * as they are three parameters.
 */
inlay_status inlay_fit_slice(struct inlay_evidence *ev,
                             const struct inlay_hyper *h, size_t burn_in,
                             size_t thin, struct inlay_rng *rng, double *theta,
                             double *samples, size_t n, inlay_error *err);

#endif
