/*
 * classify.h: a GP of success and failure: probit likelihood, Laplace's
 * approximation, hyper-parameters by MAP.
 */
#ifndef INLAY_MODEL_CLASSIFY_H
#define INLAY_MODEL_CLASSIFY_H

#include "model/gp.h"

/*
 * labels holds +1 (success) and −1 (failure); a row that has both counts as the
 * sign of its mean (0 as failure).  The GP that comes out has one component and
 * predicts the latent function: P(success) = Φ(mean / √(1 + var)).  Of options,
 * kernel, is_per_category and jitter are used.
 */
inlay_status inlay_classify_fit(const struct inlay_encoding *enc,
                                struct inlay_data *labels,
                                const struct inlay_gp_options *options,
                                struct inlay_gp **out, inlay_error *err);

/* log of Laplace's approximation to p(labels | θ), its gradient by θ (that by
 * log σ² is 0) unless NULL.  For the fit, and for its test. */
double inlay_classify_evidence(struct inlay_evidence *ev, const double *theta,
                               double *grad, double *work);
/* Doubles of work for n points. */
size_t inlay_classify_n_work(size_t n);

#endif
