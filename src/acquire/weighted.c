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

/* out[i] += k log P(success | row i of U), and so grad unless NULL. */
static void add_success(const struct inlay_weighted *w, const double *U,
                        size_t n, double *out, double *grad, double *scratch)
{
    const size_t dim = w->base.dim;
    double *log_p = scratch, *by_u = log_p + BLOCK;
    if (!w->success)
        return;
    inlay_success_log(w->success, U, n, log_p, grad ? by_u : NULL,
                      by_u + BLOCK * dim);
    for (size_t i = 0; i < n; i++)
        out[i] += w->exponent * log_p[i];
    for (size_t i = 0; grad && i < n * dim; i++)
        grad[i] += w->exponent * by_u[i];
}

static void evaluate(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);

    memset(out, 0, n * sizeof *out);
    if (grad)
        memset(grad, 0, n * a->dim * sizeof *grad);
    if (w->inner)
        w->inner->ops->evaluate(w->inner, U, n, out, grad, scratch);
    add_success(w, U, n, out, grad, scratch);
}

/* log P is computed here as in evaluate, in blocks of other points: SLACK is more
 * than that can change it. */
static void bounds(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);

    w->inner->ops->bounds(w->inner, U, n, out, scratch);
    add_success(w, U, n, out, NULL, scratch);
    for (size_t i = 0; w->success && i < n; i++)
        if (isfinite(out[i])) /* −∞ stays what it is */
            out[i] += SLACK * (1.0 + fabs(out[i]));
}

static const struct inlay_acq_ops WEIGHTED_OPS = {.evaluate = evaluate};
static const struct inlay_acq_ops BOUNDED_OPS = {evaluate, bounds};

void inlay_weighted_init(struct inlay_weighted *w,
                         const struct inlay_acq *inner,
                         const struct inlay_success *success, double exponent)
{
    const size_t dim = inner ? inner->dim : success->gp->metric.enc->dim;
    const size_t mine = success ? (1 + dim) * BLOCK + success->n_scratch : 0;
    const size_t its = inner ? inner->n_scratch : 0;
    const bool has_bounds = inner && inner->ops->bounds;
    *w = (struct inlay_weighted){
        .base = {has_bounds ? &BOUNDED_OPS : &WEIGHTED_OPS, dim,
                 mine > its ? mine : its, false},
        .inner = inner,
        .success = success,
        .exponent = exponent,
    };
}
