/*
 * pes.c: the entropy that conditioning on a minimizer takes away, with gradient.
 *
 * For each component V = L⁻¹k is made once, as for EI, and serves all draws; the
 * way back gathers what the draws want of V and makes one solve.  A term is never
 * negative, as conditions only take variance away.
 */
#include "acquire/pes.h"

#include <math.h>
#include <string.h>

enum { BLOCK = INLAY_ACQ_BLOCK };

/* A block's numbers for one component. */
struct block {
    size_t n;
    const double *Z; /* n×dim, embedded */
    double mean[BLOCK], var[BLOCK];
    double *V, *slope, *by_V; /* n_points×n; the last two with gradients only */
    double *Y;                /* (n_sites + 2)×n */
    double by_mean[BLOCK], by_var[BLOCK];
};

static const struct inlay_pes *pes_of(const struct inlay_acq *a)
{
    return (const struct inlay_pes *)a;
}

/* Adds the terms of one draw to out and, unless grad is NULL, their gradient by
 * way of κ to grad and by way of the rest to the block. */
static void add_draw(const struct inlay_pes *pes,
                     const struct inlay_minimizer *m, struct block *b,
                     double *out, double *grad)
{
    const struct inlay_gp_component *c = &pes->gp->comp[m->comp];
    const struct inlay_encoding *enc = pes->gp->metric.enc;
    const double sigma2 = inlay_entropy_noise(c, pes->resolution);
    struct inlay_minimizer_moments at[BLOCK];
    double kappa[BLOCK], slope[BLOCK], by_bounded[BLOCK], by_kappa[BLOCK];

    inlay_minimizer_kappa(m, b->Z, b->n, kappa, grad ? slope : NULL);
    inlay_minimizer_condition(m, b->V, b->mean, b->var, kappa, b->n, b->Y, at);
    for (size_t i = 0; i < b->n; i++) {
        const double before = b->var[i] + sigma2;
        const double after = at[i].bounded + sigma2;
        const bool counts =
            before > after && !inlay_entropy_is_known(c, b->var[i]);
        out[i] += counts ? 0.5 * log(before / after) : 0.0;
        b->by_var[i] += counts ? 0.5 / before : 0.0;
        by_bounded[i] = counts ? -0.5 / after : 0.0;
    }
    if (!grad)
        return;
    inlay_minimizer_pull_back(m, at, by_bounded, b->n, b->Y, b->by_mean,
                              b->by_var, by_kappa, b->by_V);
    for (size_t i = 0; i < b->n; i++)
        for (size_t j = 0; j < enc->dim; j++)
            if (enc->axis[j].kind == INLAY_AXIS_REAL)
                grad[i * enc->dim + j] -= 2.0 * by_kappa[i] * slope[i] *
                                          c->w[pes->gp->metric.first_scale[j]] *
                                          (m->z[j] - b->Z[i * enc->dim + j]);
}

static void evaluate(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch)
{
    const struct inlay_pes *pes = pes_of(a);
    const struct inlay_gp *gp = pes->gp;
    const size_t N = gp->n_points;
    double *Z = scratch;
    struct block b = {.n = n, .Z = Z};

    b.V = Z + a->dim * BLOCK;
    b.Y = b.V + N * BLOCK;
    b.slope = b.Y + (N + 2) * BLOCK;
    b.by_V = b.slope + N * BLOCK;
    inlay_gp_embed(gp, U, n, Z);
    memset(out, 0, n * sizeof *out);
    if (grad)
        memset(grad, 0, n * a->dim * sizeof *grad);
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        inlay_gp_whiten(gp, k, Z, n, b.mean, b.var, b.V, grad ? b.slope : NULL);
        memset(b.by_mean, 0, sizeof b.by_mean);
        memset(b.by_var, 0, sizeof b.by_var);
        if (grad)
            memset(b.by_V, 0, N * n * sizeof *b.by_V);
        for (size_t s = 0; s < pes->n_per; s++)
            add_draw(pes, &pes->minimizer[k * pes->n_per + s], &b, out, grad);
        if (grad)
            inlay_gp_pull_back(gp, k, Z, n, b.V, b.slope, b.by_mean, b.by_var,
                               b.by_V, grad);
    }
    inlay_entropy_take_log((double)(gp->base.n_comp * pes->n_per), n, a->dim,
                           out, grad);
}

static const struct inlay_acq_ops PES_OPS = {.evaluate = evaluate};

void inlay_pes_init(struct inlay_pes *pes, const struct inlay_gp *gp,
                    const struct inlay_minimizer *minimizer, size_t n_per,
                    double resolution)
{
    const size_t dim = gp->metric.enc->dim;
    *pes = (struct inlay_pes){
        .base = {&PES_OPS, dim, (4 * gp->n_points + 2 + dim) * BLOCK, false},
        .gp = gp,
        .minimizer = minimizer,
        .n_per = n_per,
        .resolution = resolution,
    };
}
