/*
 * weighted.c: inner + k log P(success), with gradient.
 */
#include "acquire/weighted.h"

#include <string.h>

enum { BLOCK = INLAY_ACQ_BLOCK };

static const struct inlay_weighted *weighted_of(const struct inlay_acq *a)
{
    return (const struct inlay_weighted *)a;
}

static void values(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch)
{
    const struct inlay_weighted *w = weighted_of(a);
    double *log_p = scratch;

    memset(out, 0, n * sizeof *out);
    if (w->inner)
        w->inner->ops->values(w->inner, U, n, out, scratch);
    if (!w->success)
        return;
    inlay_success_log(w->success, U, n, log_p, NULL, scratch + BLOCK);
    for (size_t i = 0; i < n; i++)
        out[i] += w->exponent * log_p[i];
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

static const struct inlay_acq_ops WEIGHTED_OPS = {values, gradient};

void inlay_weighted_init(struct inlay_weighted *w,
                         const struct inlay_acq *inner,
                         const struct inlay_success *success, double exponent)
{
    const size_t dim = inner ? inner->dim : success->gp->metric.enc->dim;
    const size_t mine = success ? (1 + dim) * BLOCK + success->n_scratch : 0;
    const size_t its = inner ? inner->n_scratch : 0;
    *w = (struct inlay_weighted){
        .base = {&WEIGHTED_OPS, dim, mine > its ? mine : its, false},
        .inner = inner,
        .success = success,
        .exponent = exponent,
    };
}
