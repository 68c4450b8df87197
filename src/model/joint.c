/*
 * joint.c: posterior mean plus a factor of the posterior covariance times
 * normals.
 *
 *     C = k(Z, Z) − V'V,   V = L⁻¹ k(X, Z),   C = P S S' P',   f = m + P S e
 *
 * C is singular as a rule: a configuration that is known has a variance of
 * nearly 0.  So its factor S is a pivoted one, which ends where the variance that
 * is left falls below what C can be known to; nothing is added to the diagonal.
 */
#include "model/joint.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"

struct joint {
    size_t n;
    double *mean;    /* n; owns all */
    double *C;       /* n×n, lower; then its factor */
    double *V;       /* n_points×n: k(X, Z), then L⁻¹ times it */
    double *by_axis; /* dim×n: the points by axis; then spare numbers, 2n */
    size_t *pivot;   /* n */
};

/* C := k(Z, Z), lower. */
static void prior_covariance(struct joint *q, const struct inlay_gp *gp,
                             size_t k, const double *Z)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t n = q->n, dim = gp->metric.enc->dim;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < dim; j++)
            q->by_axis[j * n + i] = Z[i * dim + j];
    for (size_t i = 0; i < n; i++) {
        double *column = q->C + i * n + i;
        inlay_metric_cross(&gp->metric, c->w, q->by_axis + i, n - i, n,
                           Z + i * dim, 1, column);
        inlay_kernel_values(gp->kernel, c->amp, column, n - i, column);
    }
}

/* Means, and C := the posterior's covariance. */
static void condition(struct joint *q, const struct inlay_gp *gp, size_t k,
                      const double *Z)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t n = q->n, N = gp->n_points, dim = gp->metric.enc->dim;

    for (size_t i = 0; i < n; i += INLAY_GP_BLOCK) {
        double prior[INLAY_GP_BLOCK];
        const size_t m = n - i < INLAY_GP_BLOCK ? n - i : INLAY_GP_BLOCK;
        inlay_gp_cross_covariance(gp, k, Z + i * dim, m, q->V + i * N, NULL,
                                  prior);
    }
    inlay_matrix_t_times(q->V, N, n, N, c->alpha, q->mean);
    for (size_t i = 0; i < n; i++)
        q->mean[i] += c->mean;
    inlay_chol_forward(c->L, N, gp->room, q->V, n, N, gp->base.watch);
    inlay_matrix_take_gram(q->V, N, n, N, q->C, n, gp->base.watch);
}

/* Rows of F are the columns of an n×n_draws matrix. */
static void draw(const struct joint *q, size_t n_draws, struct inlay_rng *rng,
                 double *F)
{
    const size_t n = q->n;
    double *spare = q->by_axis;

    for (size_t i = 0; i < n_draws * n; i++)
        F[i] = inlay_rng_normal(rng);
    inlay_chol_times(q->C, n, n, F, n_draws, n);
    for (size_t s = 0; s < n_draws; s++) {
        double *f = F + s * n;
        memcpy(spare, f, n * sizeof *f);
        for (size_t i = 0; i < n; i++)
            f[q->pivot[i]] = q->mean[q->pivot[i]] + spare[i];
    }
}

inlay_status inlay_joint_draw(const struct inlay_gp *gp, size_t k,
                              const double *Z, size_t n, size_t n_draws,
                              struct inlay_rng *rng, double *F,
                              inlay_error *err)
{
    /* the least variance that is drawn, relative to the amplitude */
    const double tol = fmax(INLAY_GP_VAR_FLOOR, (double)n * DBL_EPSILON);
    const size_t dim = gp->metric.enc->dim;
    struct joint q = {.n = n};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(q.mean, n),
        INLAY_PART(q.C, n * n),
        INLAY_PART(q.V, gp->n_points * n),
        INLAY_PART(q.by_axis, (dim > 2 ? dim : 2) * n),
        INLAY_PART(q.pivot, n),
        {0},
    };

    assert(gp->linear == 0.0 && k < gp->base.n_comp);
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a joint draw of a model");
    prior_covariance(&q, gp, k, Z);
    condition(&q, gp, k, Z);
    inlay_chol_pivoted(q.C, n, n, tol * gp->comp[k].amp, q.pivot, q.by_axis);
    draw(&q, n_draws, rng, F);
    inlay_mem_free(q.mean);
    return INLAY_OK;
}
