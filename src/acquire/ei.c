/*
 * ei.c: log EI of a mixture, with gradient.
 *
 * The logarithm is taken of each component's EI before the average, which is
 * then a log-sum-exp: nothing under- or overflows however far a point is from
 * improving, and the gradient has a direction everywhere.  docs/maths.md
 * (13)–(14).
 *
 * Bounds are sums, not logarithms of sums, for speed: they are asked for all
 * candidates of a search, values for few.
 */
#include "acquire/ei.h"

#include <math.h>

#include "base/exponential.h"
#include "base/special.h"
#include "base/vector.h"

enum { BLOCK = INLAY_ACQ_BLOCK };

/* Of bounds: the least that is told from 0, far from the end of the doubles; and
 * more than log EI errs by, as |log EI| < 700 above TINY. */
static const double TINY = 1e-290, SLACK = 1e-9;

static const struct inlay_ei *ei_of(const struct inlay_acq *a)
{
    return (const struct inlay_ei *)a;
}

/* log EI of one component, and its derivatives by mean and variance unless
 * NULL. */
static double plain_ei(double best, double mean, double var, double *by_mean,
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

/* The same of exp(f): the payoff's first and second derivative by f, under the
 * normal, are those by mean and twice those by variance; docs/maths.md (40). */
static double log_cost_ei(double best, double mean, double var, double *by_mean,
                          double *by_var)
{
    const double sd = sqrt(var), z = (best - mean) / sd;
    const double value = best + inlay_log_ei_cost(z, sd);
    if (by_mean) {
        const double log_phi = -0.5 * z * z - INLAY_LOG_SQRT_2PI;
        const double below =
            exp(mean + 0.5 * var + inlay_norm_log_cdf(z - sd) - value);
        *by_mean = -below;
        *by_var = 0.5 * (exp(best + log_phi - value) / sd - below);
    }
    return value;
}

static double log_ei(const struct inlay_ei *ei, size_t k, double mean,
                     double var, double *by_mean, double *by_var)
{
    return ei->scale == INLAY_EI_LOG
               ? log_cost_ei(ei->best[k], mean, var, by_mean, by_var)
               : plain_ei(ei->best[k], mean, var, by_mean, by_var);
}

static void values(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_ei *ei = ei_of(a);
    const struct inlay_model *m = ei->model;
    double *mean = scratch, *var = mean + BLOCK, *sum = var + BLOCK;
    double *Z = sum + BLOCK, *rest = Z + BLOCK * a->dim;

    /* out: the largest term so far; sum: Σ exp(term − largest). */
    for (size_t i = 0; i < n; i++) {
        out[i] = -INFINITY;
        sum[i] = 0.0;
    }
    const size_t n_comp = ei->model->n_comp;
    m->ops->embed(m, U, n, Z);
    for (size_t k = 0; k < n_comp; k++) {
        m->ops->predict(m, k, Z, n, mean, var, rest);
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
    const struct inlay_model *m = ei->model;
    const size_t dim = a->dim, n_comp = ei->model->n_comp;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;

    m->ops->embed(m, U, n, Z);
    for (size_t i = 0; i < n * dim; i++)
        grad[i] = 0.0;
    for (size_t i = 0; i < n; i++)
        out[i] = -INFINITY;
    for (size_t k = 0; k < n_comp; k++) {
        m->ops->gradient(m, k, Z, n, mean, var, dmean, dvar, Z + BLOCK * dim);
        for (size_t i = 0; i < n; i++) {
            double by_mean, by_var;
            const double term =
                log_ei(ei, k, mean[i], var[i], &by_mean, &by_var);
            merge_term(term, dmean + i * dim, dvar + i * dim, by_mean, by_var,
                       dim, &out[i], grad + i * dim);
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] -= log((double)n_comp);
}

static void evaluate(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    if (grad)
        gradient(a, U, n, out, grad, scratch);
    else
        values(a, U, n, out, scratch);
}

/* ---- Bounds ---- */

/*
 * sum += σ h̄(z), z = (best − mean)/σ, where
 *
 *     h(z) <= h̄(z) = max(z, 0) + φ(z)/(1 + z²):                            (44)
 *
 * no logarithm, no branch, and equal to h at 0 and far from it.  Below TINY,
 * where h̄ would be 0, h is smaller still.
 */
INLAY_VECTORISED
static void add_bounds(double best, const double *mean, const double *var,
                       size_t n, double *sum)
{
    for (size_t i = 0; i < n; i++) {
        const double sd = sqrt(var[i]), z = (best - mean[i]) / sd;
        const double zz = z * z;
        const double tail =
            INLAY_INV_SQRT_2PI * inlay_exp_negative(-0.5 * zz) / (1.0 + zz);
        sum[i] += sd * ((z > 0.0 ? z : 0.0) + (tail > TINY ? tail : TINY));
    }
}

static void bounds(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_ei *ei = ei_of(a);
    const struct inlay_model *m = ei->model;
    double *mean = scratch, *var = mean + BLOCK;
    double *Z = var + BLOCK, *rest = Z + BLOCK * a->dim;

    for (size_t i = 0; i < n; i++)
        out[i] = 0.0;
    m->ops->embed(m, U, n, Z);
    for (size_t k = 0; k < m->n_comp; k++) {
        m->ops->bounds(m, k, Z, n, mean, var, rest);
        add_bounds(ei->best[k], mean, var, n, out);
    }
    for (size_t i = 0; i < n; i++)
        out[i] = log(fmax(out[i] / (double)m->n_comp, TINY)) + SLACK;
}

static const struct inlay_acq_ops EI_OPS = {.evaluate = evaluate};
static const struct inlay_acq_ops BOUNDED_OPS = {evaluate, bounds};

void inlay_ei_init(struct inlay_ei *ei, const struct inlay_model *model,
                   const double *best, enum inlay_ei_scale scale)
{
    const size_t dim = model->dim;
    const bool has_bounds =
        scale == INLAY_EI_PLAIN && model->ops->bounds != model->ops->predict;
    *ei = (struct inlay_ei){
        .base = {has_bounds ? &BOUNDED_OPS : &EI_OPS, dim,
                 (3 + 3 * dim) * BLOCK + model->n_scratch, model->is_flat},
        .model = model,
        .best = best,
        .scale = scale,
    };
}
