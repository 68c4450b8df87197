/*
 * within.h: the probability that a value lies within limits, by its GP.
 *
 *     P(u) = mean over θ of Φ((hi − μ)/σ) − Φ((lo − μ)/σ)     docs/maths.md (45)
 *
 * of f itself, without the noise of an observation.
 */
#ifndef INLAY_MODEL_WITHIN_H
#define INLAY_MODEL_WITHIN_H

#include "model/gp.h"

struct inlay_within {
    const struct inlay_gp *gp; /* not owned */
    double lo, hi;             /* on its scale; infinite: no limit */
};

/* Doubles that inlay_within_log needs. */
size_t inlay_within_n_scratch(const struct inlay_within *w);

/* log P at n <= INLAY_GP_BLOCK points, rows of U, and its gradient by the real
 * axes (n×dim rows, 0 on other axes) unless NULL. */
void inlay_within_log(const struct inlay_within *w, const double *U, size_t n,
                      double *out, double *grad, double *scratch);

/* log(Φ(b) − Φ(a)) for a < b, either of which may be infinite. */
double inlay_within_log_mass(double a, double b);

#endif
