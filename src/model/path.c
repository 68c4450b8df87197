/*
 * path.c: Matheron's rule: a draw of the prior, corrected by what it says about
 * the data.
 *
 *     f(z) = m + g(z) + k(z, X) v,   v = K⁻¹(y − m − g(X) − ξ),         (31)
 *
 * K = k(X, X) + diag(extra), ξ ~ N(0, diag(extra)).  For an exact draw g this is
 * an exact draw of the posterior; with g from random features the data are met
 * exactly all the same, and the features' error is that of the prior, however
 * many points there are.  (Weights of features conditioned on the data lose the
 * variance away from them when the points are as many as the features.)
 *
 * Wilson et al. (2020), Efficiently sampling functions from Gaussian process
 * posteriors, ICML.
 */
#include "model/path.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"

/* out[i] := g at point i of gp.  Z has room for a block. */
static void prior_at_points(const struct inlay_path *p, double *Z, double *out)
{
    const struct inlay_gp *gp = p->gp;
    const size_t dim = gp->metric.enc->dim;
    for (size_t i = 0; i < gp->n_points; i += INLAY_GP_BLOCK) {
        const size_t left = gp->n_points - i;
        const size_t n = left < INLAY_GP_BLOCK ? left : INLAY_GP_BLOCK;
        for (size_t b = 0; b < n; b++)
            for (size_t j = 0; j < dim; j++)
                Z[b * dim + j] = gp->Z[j * gp->room + i + b];
        inlay_features_values(&p->prior, Z, n, out + i);
    }
}

/* update := v of the prior's draw. */
static void solve_update(struct inlay_path *p, double *Z, struct inlay_rng *rng)
{
    const struct inlay_gp *gp = p->gp;
    const struct inlay_gp_component *c = &gp->comp[p->k];
    double *v = p->update;

    prior_at_points(p, Z, v);
    for (size_t i = 0; i < gp->n_points; i++)
        v[i] = c->y[i] - c->mean - v[i] -
               sqrt(c->extra[i]) * inlay_rng_normal(rng);
    inlay_chol_forward(c->L, gp->n_points, gp->room, v, 1, gp->n_points,
                       gp->base.watch);
    inlay_chol_backward(c->L, gp->n_points, gp->room, v, 1, gp->n_points,
                        gp->base.watch);
}

inlay_status inlay_path_draw(struct inlay_path *out, const struct inlay_gp *gp,
                             size_t k, size_t n_features, struct inlay_rng *rng,
                             inlay_error *err)
{
    const size_t N = gp->n_points, dim = gp->metric.enc->dim;
    /* covariances, their slopes, the update's values and sums by axis */
    struct inlay_path p = {.gp = gp,
                           .k = k,
                           .n_points = N,
                           .n_scratch = (2 * N + 1) * INLAY_GP_BLOCK + dim};

    assert(gp->linear == 0.0 && k < gp->base.n_comp);
    const inlay_status st =
        inlay_features_init(&p.prior, gp, k, n_features, rng, err);
    if (st != INLAY_OK)
        return st;
    double *Z;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(p.update, N), INLAY_PART(Z, INLAY_GP_BLOCK * dim), {0}};
    if (!inlay_mem_parts(parts)) {
        inlay_features_clear(&p.prior);
        return inlay_fail_memory(err, "a draw of a model");
    }
    solve_update(&p, Z, rng);
    *out = p;
    return INLAY_OK;
}

void inlay_path_clear(struct inlay_path *p)
{
    inlay_features_clear(&p->prior);
    inlay_mem_free(p->update);
    *p = (struct inlay_path){0};
}

/*
 * One point: with t_i = v_i dk_i/dr² and dr²_i/dz_j = −2 w_j (x_ij − z_j) the
 * update's gradient is −2 w_j (Σ t_i x_ij − z_j Σ t_i).  `slope`, dk/dr²,
 * becomes t.
 */
static void add_gradient(const struct inlay_path *p, const double *z,
                         double *slope, double *by_axis, double *grad)
{
    const struct inlay_gp *gp = p->gp;
    const struct inlay_encoding *enc = gp->metric.enc;
    const double *w = gp->comp[p->k].w;
    double sum = 0.0;

    for (size_t i = 0; i < p->n_points; i++) {
        slope[i] *= p->update[i];
        sum += slope[i];
    }
    inlay_matrix_t_times(gp->Z, p->n_points, enc->dim, gp->room, slope,
                         by_axis);
    for (size_t j = 0; j < enc->dim; j++)
        if (enc->axis[j].kind == INLAY_AXIS_REAL)
            grad[j] -=
                2.0 * w[gp->metric.first_scale[j]] * (by_axis[j] - z[j] * sum);
}

/* out = g + m + K'v. */
void inlay_path_values(const struct inlay_path *p, const double *Z, size_t n,
                       double *out, double *grad, double *scratch)
{
    const size_t N = p->n_points, dim = p->gp->metric.enc->dim;
    double *spare = scratch, *K = spare + INLAY_GP_BLOCK;
    double *slope = K + N * INLAY_GP_BLOCK;
    double *by_axis = slope + N * INLAY_GP_BLOCK;

    assert(p->gp->n_points == N && n <= INLAY_GP_BLOCK);
    inlay_gp_cross_covariance(p->gp, p->k, Z, n, K, grad ? slope : NULL, spare);
    if (grad)
        inlay_features_gradient(&p->prior, Z, n, out, grad);
    else
        inlay_features_values(&p->prior, Z, n, out);
    inlay_matrix_t_times(K, N, n, N, p->update, spare);
    for (size_t b = 0; b < n; b++)
        out[b] += p->gp->comp[p->k].mean + spare[b];
    for (size_t b = 0; grad && b < n; b++)
        add_gradient(p, Z + b * dim, slope + b * N, by_axis, grad + b * dim);
}
