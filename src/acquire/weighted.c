/*
 * weighted.c: inner + k log P(success), with gradient.
 */
#include "acquire/weighted.h"

#include <math.h>
#include <string.h>

enum { BLOCK = INLAY_ACQ_BLOCK };

static const double SLACK = 1e-9;

static const struct inlay_weighted *weighted_of(const struct inlay_acq *a)
{
    return (const struct inlay_weighted *)a;
}

/* out[i] += k log P(success | row i of U). */
static void add_success(const struct inlay_weighted *w, const double *U,
                        size_t n, double *out, double *scratch)
{
    double *log_p = scratch;
    if (!w->success)
        return;
    inlay_success_log(w->success, U, n, log_p, NULL, scratch + BLOCK);
    for (size_t i = 0; i < n; i++)
        out[i] += w->exponent * log_p[i];
}

static void values(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);

    memset(out, 0, n * sizeof *out);
    if (w->inner)
        w->inner->ops->values(w->inner, U, n, out, scratch);
    add_success(w, U, n, out, scratch);
}

/* log P is computed here as in values, in blocks of other points: SLACK is more
 * than that can change it. */
static void bounds(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);

    w->inner->ops->bounds(w->inner, U, n, out, scratch);
    add_success(w, U, n, out, scratch);
    for (size_t i = 0; w->success && i < n; i++)
        if (isfinite(out[i])) /* −∞ stays what it is */
            out[i] += SLACK * (1.0 + fabs(out[i]));
}

static void gradient(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);
    const size_t dim = a->dim;
    double *log_p = scratch, *by_u = log_p + BLOCK;

    memset(out, 0, n * sizeof *out);
    memset(grad, 0, n * dim * sizeof *grad);
    if (w->inner)
        w->inner->ops->gradient(w->inner, U, n, out, grad, scratch);
    if (!w->success)
        return;
    inlay_success_log(w->success, U, n, log_p, by_u, by_u + BLOCK * dim);
    for (size_t i = 0; i < n; i++)
        out[i] += w->exponent * log_p[i];
    for (size_t i = 0; i < n * dim; i++)
        grad[i] += w->exponent * by_u[i];
}

static const struct inlay_acq_ops WEIGHTED_OPS = {values, gradient, values};
static const struct inlay_acq_ops BOUNDED_OPS = {values, gradient, bounds};

void inlay_weighted_init(struct inlay_weighted *w,
                         const struct inlay_acq *inner,
                         const struct inlay_success *success, double exponent)
{
    const size_t dim = inner ? inner->dim : success->gp->metric.enc->dim;
    const size_t mine = success ? (1 + dim) * BLOCK + success->n_scratch : 0;
    const size_t its = inner ? inner->n_scratch : 0;
    const bool has_bounds = inner && inlay_acq_has_bounds(inner);
    *w = (struct inlay_weighted){
        .base = {has_bounds ? &BOUNDED_OPS : &WEIGHTED_OPS, dim,
                 mine > its ? mine : its, false},
        .inner = inner,
        .success = success,
        .exponent = exponent,
    };
}
