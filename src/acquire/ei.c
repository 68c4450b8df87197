/*
 * ei.c: log EI of a mixture, with gradient.
 *
 * The logarithm is taken of each component's EI before the average, which is
 * then a log-sum-exp: nothing under- or overflows however far a point is from
 * improving, and the gradient has a direction everywhere.  docs/maths.md
 * (13)–(14).
 */
#include "acquire/ei.h"

#include <math.h>

#include "base/special.h"

enum { BLOCK = INLAY_ACQ_BLOCK };

static const struct inlay_ei *ei_of(const struct inlay_acq *a)
{
    return (const struct inlay_ei *)a;
}

/* log EI of one component, and its derivatives by mean and variance unless
 * NULL. */
static double log_ei(double best, double mean, double var, double *by_mean,
                     double *by_var)
{
    const double sd = sqrt(var), z = (best - mean) / sd;
    if (by_mean) {
        const double slope = inlay_log_ei_unit_slope(z);
        *by_mean = -slope / sd;
        *by_var = (1.0 - z * slope) / (2.0 * var);
    }
    return log(sd) + inlay_log_ei_unit(z);
}

static void values(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_ei *ei = ei_of(a);
    double *mean = scratch, *var = mean + BLOCK, *sum = var + BLOCK;
    double *Z = sum + BLOCK, *rest = Z + BLOCK * a->dim;

    /* out: the largest term so far; sum: Σ exp(term − largest). */
    for (size_t i = 0; i < n; i++) {
        out[i] = -INFINITY;
        sum[i] = 0.0;
    }
    const size_t n_comp = ei->gp->n_comp;
    inlay_gp_embed(ei->gp, U, n, Z);
    for (size_t k = 0; k < n_comp; k++) {
        inlay_gp_predict_embedded(ei->gp, k, Z, n, mean, var, rest);
        for (size_t i = 0; i < n; i++) {
            const double term =
                log_ei(ei->best[k], mean[i], var[i], NULL, NULL);
            if (term > out[i]) {
                sum[i] = sum[i] * exp(out[i] - term) + 1.0;
                out[i] = term;
            } else {
                sum[i] += exp(term - out[i]);
            }
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] += log(sum[i]) - log((double)n_comp);
}

/* The gradient of a term moves in: out and grad become those of the log of the
 * sum of what they were and exp(term). */
static void merge_term(double term, const double *dmean, const double *dvar,
                       double by_mean, double by_var, size_t dim, double *out,
                       double *grad)
{
    const double most = fmax(*out, term);
    const double old = exp(*out - most), add = exp(term - most);
    const double share = add / (old + add);

    *out = most + log(old + add);
    for (size_t j = 0; j < dim; j++)
        grad[j] = (1.0 - share) * grad[j] +
                  share * (by_mean * dmean[j] + by_var * dvar[j]);
}

static void gradient(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_ei *ei = ei_of(a);
    const size_t dim = a->dim, n_comp = ei->gp->n_comp;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;

    inlay_gp_embed(ei->gp, U, n, Z);
    for (size_t i = 0; i < n * dim; i++)
        grad[i] = 0.0;
    for (size_t i = 0; i < n; i++)
        out[i] = -INFINITY;
    for (size_t k = 0; k < n_comp; k++) {
        inlay_gp_gradient(ei->gp, k, Z, n, mean, var, dmean, dvar,
                          Z + BLOCK * dim);
        for (size_t i = 0; i < n; i++) {
            double by_mean, by_var;
            const double term =
                log_ei(ei->best[k], mean[i], var[i], &by_mean, &by_var);
            merge_term(term, dmean + i * dim, dvar + i * dim, by_mean, by_var,
                       dim, &out[i], grad + i * dim);
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] -= log((double)n_comp);
}

static const struct inlay_acq_ops EI_OPS = {values, gradient};

void inlay_ei_init(struct inlay_ei *ei, const struct inlay_gp *gp,
                   const double *best)
{
    const size_t dim = gp->metric.enc->dim;
    *ei = (struct inlay_ei){
        .base = {&EI_OPS, dim, (3 + 3 * dim) * BLOCK + gp->n_scratch},
        .gp = gp,
        .best = best,
    };
}
