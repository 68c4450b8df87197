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
#include "model/classify.h"

enum { BLOCK = INLAY_ACQ_BLOCK };

static const struct inlay_ei *ei_of(const struct inlay_acq *a)
{
    return (const struct inlay_ei *)a;
}

/* log EI of one component, and its derivatives by mean and variance unless
 * NULL. */
static double log_any_ei(double best, double mean, double var, double *by_mean,
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

/* The same of min(improvement, most), which is EI(best) − EI(best − most). */
static double log_ei(const struct inlay_ei *ei, size_t k, double mean,
                     double var, double *by_mean, double *by_var)
{
    const double best = ei->best[k];
    const double all = log_any_ei(best, mean, var, by_mean, by_var);
    double far_mean, far_var;
    if (!(ei->most > 0.0))
        return all;
    const double far = log_any_ei(best - ei->most, mean, var,
                                  by_mean ? &far_mean : NULL, &far_var);
    /* a share of 1 is rounding: the first is larger for every mean */
    const double share = fmin(exp(far - all), 1.0 - 1e-12);
    if (by_mean) {
        *by_mean = (*by_mean - share * far_mean) / (1.0 - share);
        *by_var = (*by_var - share * far_var) / (1.0 - share);
    }
    return all + log1p(-share);
}

/* Adds k log P(success); the GP `feasible` has one component. */
static void add_success(const struct inlay_ei *ei, const double *U, size_t n,
                        double *out, double *scratch)
{
    double *mean = scratch, *var = scratch + BLOCK;
    inlay_gp_predict(ei->feasible, 0, U, n, mean, var, scratch + 2 * BLOCK);
    for (size_t i = 0; i < n; i++)
        out[i] += ei->exponent * inlay_classify_log_success(mean[i], var[i]);
}

static void values(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_ei *ei = ei_of(a);
    double *mean = scratch, *var = mean + BLOCK, *sum = var + BLOCK;
    double *Z = sum + BLOCK, *rest = Z + BLOCK * a->dim;

    /* out: the largest term so far; sum: Σ exp(term − largest). */
    for (size_t i = 0; i < n; i++) {
        out[i] = ei->gp ? -INFINITY : 0.0;
        sum[i] = ei->gp ? 0.0 : 1.0;
    }
    const size_t n_comp = ei->gp ? ei->gp->n_comp : 0;
    if (ei->gp)
        inlay_gp_embed(ei->gp, U, n, Z);
    for (size_t k = 0; k < n_comp; k++) {
        inlay_gp_predict_embedded(ei->gp, k, Z, n, mean, var, rest);
        for (size_t i = 0; i < n; i++) {
            const double term = log_ei(ei, k, mean[i], var[i], NULL, NULL);
            if (term > out[i]) {
                sum[i] = sum[i] * exp(out[i] - term) + 1.0;
                out[i] = term;
            } else {
                sum[i] += exp(term - out[i]);
            }
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] += log(sum[i]) - (n_comp > 1 ? log((double)n_comp) : 0.0);
    if (ei->feasible)
        add_success(ei, U, n, out, scratch);
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

static void add_success_gradient(const struct inlay_ei *ei, const double *U,
                                 size_t n, double *out, double *grad,
                                 double *scratch)
{
    const size_t dim = ei->base.dim;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;

    inlay_gp_embed(ei->feasible, U, n, Z);
    inlay_gp_gradient(ei->feasible, 0, Z, n, mean, var, dmean, dvar,
                      Z + BLOCK * dim);
    for (size_t i = 0; i < n; i++) {
        double by_mean, by_var;
        out[i] += ei->exponent * inlay_classify_log_success_slopes(
                                     mean[i], var[i], &by_mean, &by_var);
        for (size_t j = 0; j < dim; j++)
            grad[i * dim + j] += ei->exponent * (by_mean * dmean[i * dim + j] +
                                                 by_var * dvar[i * dim + j]);
    }
}

static void gradient(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_ei *ei = ei_of(a);
    const size_t dim = a->dim, n_comp = ei->gp ? ei->gp->n_comp : 0;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;

    if (ei->gp)
        inlay_gp_embed(ei->gp, U, n, Z);
    for (size_t i = 0; i < n * dim; i++)
        grad[i] = 0.0;
    for (size_t i = 0; i < n; i++)
        out[i] = ei->gp ? -INFINITY : 0.0;
    for (size_t k = 0; k < n_comp; k++) {
        inlay_gp_gradient(ei->gp, k, Z, n, mean, var, dmean, dvar,
                          Z + BLOCK * dim);
        for (size_t i = 0; i < n; i++) {
            double by_mean, by_var;
            const double term =
                log_ei(ei, k, mean[i], var[i], &by_mean, &by_var);
            merge_term(term, dmean + i * dim, dvar + i * dim, by_mean, by_var,
                       dim, &out[i], grad + i * dim);
        }
    }
    for (size_t i = 0; i < n && n_comp > 1; i++)
        out[i] -= log((double)n_comp);
    if (ei->feasible)
        add_success_gradient(ei, U, n, out, grad, scratch);
}

static const struct inlay_acq_ops EI_OPS = {values, gradient};

void inlay_ei_init(struct inlay_ei *ei, const struct inlay_gp *gp,
                   const double *best, const struct inlay_gp *feasible,
                   double exponent)
{
    const struct inlay_gp *any = gp ? gp : feasible;
    const size_t dim = any->metric.enc->dim;
    size_t most = any->n_scratch;
    if (feasible && feasible->n_scratch > most)
        most = feasible->n_scratch;
    *ei = (struct inlay_ei){
        .base = {&EI_OPS, dim, (3 + 3 * dim) * BLOCK + most},
        .gp = gp,
        .best = best,
        .feasible = feasible,
        .exponent = exponent,
    };
}
