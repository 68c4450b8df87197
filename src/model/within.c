/*
 * within.c: log P(lo <= f <= hi) of a mixture, with gradient.
 *
 * As for EI, the logarithm is taken of each component before the average, so
 * that the gradient has a direction also where P underflows: a search far from
 * every limit still knows where to go.
 */
#include "model/within.h"

#include <math.h>
#include <string.h>

#include "base/special.h"

enum { BLOCK = INLAY_GP_BLOCK };

double inlay_within_log_mass(double a, double b)
{
    if (a > 0.0 ||
        b == INFINITY) { /* by symmetry: the tail where Φ has digits */
        const double flipped = -a;
        a = -b;
        b = flipped;
    }
    const double upper = inlay_norm_log_cdf(b);
    if (a == -INFINITY)
        return upper;
    const double rest = -expm1(inlay_norm_log_cdf(a) - upper);
    return rest > 0.0 ? upper + log(rest) /* else the limits are one point */
                      : log(b - a) - 0.5 * a * b - INLAY_LOG_SQRT_2PI;
}

/* log(exp(a) + exp(b)) */
static double log_add(double a, double b)
{
    const double both[] = {a, b};
    return inlay_log_sum_exp(both, 2);
}

/* φ(z)/P; 0 at infinity. */
static double density_share(double z, double log_p)
{
    return isinf(z) ? 0.0 : exp(-0.5 * z * z - INLAY_LOG_SQRT_2PI - log_p);
}

/* log P of one component, and its derivatives by mean and variance unless
 * NULL. */
static double log_within(const struct inlay_within *w, double mean, double var,
                         double *by_mean, double *by_var)
{
    const double sd = sqrt(var);
    const double a = (w->lo - mean) / sd, b = (w->hi - mean) / sd;
    const double log_p = inlay_within_log_mass(a, b);
    if (by_mean) {
        const double at_a = density_share(a, log_p);
        const double at_b = density_share(b, log_p);
        *by_mean = (at_a - at_b) / sd;
        *by_var = ((isinf(a) ? 0.0 : a * at_a) - (isinf(b) ? 0.0 : b * at_b)) /
                  (2.0 * var);
    }
    return log_p;
}

size_t inlay_within_n_scratch(const struct inlay_within *w)
{
    return (2 + 3 * w->gp->base.dim) * BLOCK + w->gp->base.n_scratch;
}

static void values(const struct inlay_within *w, const double *Z, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_gp *gp = w->gp;
    double *mean = scratch, *var = mean + BLOCK;
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        gp->base.ops->predict(&gp->base, k, Z, n, mean, var, var + BLOCK);
        for (size_t i = 0; i < n; i++)
            out[i] =
                log_add(out[i], log_within(w, mean[i], var[i], NULL, NULL));
    }
}

/* The gradient of log(exp(*out) + exp(term)) from the gradients of both. */
static void merge_term(double term, const double *dmean, const double *dvar,
                       double by_mean, double by_var, size_t dim, double *out,
                       double *grad)
{
    const double sum = log_add(*out, term);
    const double share = term < sum ? exp(term - sum) : 1.0;
    for (size_t j = 0; j < dim; j++)
        grad[j] = (1.0 - share) * grad[j] +
                  share * (by_mean * dmean[j] + by_var * dvar[j]);
    *out = sum;
}

static void gradients(const struct inlay_within *w, const double *Z, size_t n,
                      double *out, double *grad, double *scratch)
{
    const struct inlay_gp *gp = w->gp;
    const size_t dim = gp->base.dim;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *rest = dvar + BLOCK * dim;
    memset(grad, 0, n * dim * sizeof *grad);
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        gp->base.ops->gradient(&gp->base, k, Z, n, mean, var, dmean, dvar,
                               rest);
        for (size_t i = 0; i < n; i++) {
            double by_mean, by_var;
            const double term =
                log_within(w, mean[i], var[i], &by_mean, &by_var);
            merge_term(term, dmean + i * dim, dvar + i * dim, by_mean, by_var,
                       dim, &out[i], grad + i * dim);
        }
    }
}

void inlay_within_log(const struct inlay_within *w, const double *U, size_t n,
                      double *out, double *grad, double *scratch)
{
    const struct inlay_model *m = &w->gp->base;
    double *Z = scratch, *rest = Z + BLOCK * m->dim;
    m->ops->embed(m, U, n, Z);
    for (size_t i = 0; i < n; i++)
        out[i] = -INFINITY;
    if (grad)
        gradients(w, Z, n, out, grad, rest);
    else
        values(w, Z, n, out, rest);
    for (size_t i = 0; i < n; i++)
        out[i] -= log((double)m->n_comp);
}
