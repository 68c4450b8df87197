/*
 * weighted.c: inner + k log P(success) + Σ log P(within), with gradient.
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

/* out += k times the first n of weight, which the gradients follow, unless grad
 * is NULL. */
static void add(double k, const double *weight, size_t n, size_t dim,
                double *out, double *grad)
{
    const double *by_u = weight + BLOCK;
    for (size_t i = 0; i < n; i++)
        out[i] += k * weight[i];
    for (size_t i = 0; grad && i < n * dim; i++)
        grad[i] += k * by_u[i];
}

/* Adds the weights of the rows of U to out, and so to grad unless NULL. */
static void add_weights(const struct inlay_weighted *w, const double *U,
                        size_t n, double *out, double *grad, double *scratch)
{
    const size_t dim = w->base.dim;
    double *log_p = scratch, *by_u = log_p + BLOCK;
    double *rest = by_u + BLOCK * dim;
    if (w->success) {
        inlay_success_log(w->success, U, n, log_p, grad ? by_u : NULL, rest);
        add(w->exponent, log_p, n, dim, out, grad);
    }
    for (size_t k = 0; k < w->n_within; k++) {
        inlay_within_log(&w->within[k], U, n, log_p, grad ? by_u : NULL, rest);
        add(1.0, log_p, n, dim, out, grad);
    }
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
    add_weights(w, U, n, out, grad, scratch);
}

/* log P is computed here as in evaluate, in blocks of other points: SLACK is more
 * than that can change it. */
static void bounds(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);

    w->inner->ops->bounds(w->inner, U, n, out, scratch);
    add_weights(w, U, n, out, NULL, scratch);
    for (size_t i = 0; (w->success || w->n_within > 0) && i < n; i++)
        if (isfinite(out[i])) /* −∞ stays what it is */
            out[i] += SLACK * (1.0 + fabs(out[i]));
}

static const struct inlay_acq_ops WEIGHTED_OPS = {.evaluate = evaluate};
static const struct inlay_acq_ops BOUNDED_OPS = {evaluate, bounds};

/* Doubles that the weights need. */
static size_t scratch_of(const struct inlay_success *success,
                         const struct inlay_within *within, size_t n_within,
                         size_t dim)
{
    size_t most = success ? success->n_scratch : 0;
    for (size_t k = 0; k < n_within; k++)
        if (inlay_within_n_scratch(&within[k]) > most)
            most = inlay_within_n_scratch(&within[k]);
    return most > 0 ? (1 + dim) * BLOCK + most : 0;
}

void inlay_weighted_init(struct inlay_weighted *w,
                         const struct inlay_acq *inner,
                         const struct inlay_success *success, double exponent,
                         const struct inlay_within *within, size_t n_within)
{
    const size_t dim = inner     ? inner->dim
                       : success ? success->gp->metric.enc->dim
                                 : within[0].gp->base.dim;
    const size_t mine = scratch_of(success, within, n_within, dim);
    const size_t its = inner ? inner->n_scratch : 0;
    const bool has_bounds = inner && inner->ops->bounds;
    *w = (struct inlay_weighted){
        .base = {has_bounds ? &BOUNDED_OPS : &WEIGHTED_OPS, dim,
                 mine > its ? mine : its, false},
        .inner = inner,
        .success = success,
        .exponent = exponent,
        .within = within,
        .n_within = n_within,
    };
}
