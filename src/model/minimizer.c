/*
 * minimizer.c: conditions f(x_i) >= f(x*), and what they make of f elsewhere.
 *
 * Let e_i be noise and jitter of point i, so that LL' = K + diag(e), and let
 * V(x) = L⁻¹k(X, x), P = L⁻¹.  Given the data,
 *
 *     cov(f(x_i), f(x)) = e_i P_i'V(x),        cov(f(x*), f(x)) = k(x*, x) − V(x*)'V(x),
 *
 * P_i being column i: no difference of nearly equal numbers, however small the
 * noise.  For d_i = f(x_i) − f(x*) and h_i = e_i P_i + V(x*) then
 *
 *     cov(d_i, f(x)) = h_i'V(x) − k(x*, x),    cov(d_i, d_j) = e_i [i=j] + a − h_i'h_j.   (32)
 *
 * EP (ep.h) gives sites, and with C C' = I + S½ G S½ a mean and a variance are
 *
 *     z(x) = C⁻¹ S½ cov(d, f(x)),   mean + q'cov(d, f(x)),   var − z'z,                   (35)
 *
 * so the rows of M are C⁻¹ S½ h', then q'h', then V(x*)'.
 *
 * Points outside the space have no condition: f may be less there.
 *
 * Conditions that are all but certain before any are applied are left out: they
 * would change nothing, and the cost grows with the cube of their number.  So are
 * those on a point that is x*, and those that another one implies: EP counts what
 * is said twice as if it were two things.
 */
#include "model/minimizer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/special.h"
#include "model/ep.h"

/* In standard deviations: what is this sure is broken once in 3e13. */
static const double CERTAIN = 7.5;
/* Variance of f(x) − f(x*), relative to the amplitude, below which x is x*. */
static const double SAME = 1e-10;

void inlay_minimizer_clear(struct inlay_minimizer *m)
{
    inlay_mem_free(m->z);
    inlay_mem_free(m->M); /* and what k(x, x*) is multiplied by */
    *m = (struct inlay_minimizer){0};
}

/* What is known of f(x*) from the data, and the conditions. */
struct conditions {
    const struct inlay_gp_component *c;
    const struct inlay_gp *gp;
    size_t n_points, n;
    double mean, var; /* of f(x*) */
    double *V;        /* n_points: V(x*); owns point and mu */
    size_t *point;    /* n */
    double *mu;       /* n: means of d */
    double *H;        /* n_points×n; owns G */
    double *G;        /* n×n */
};

static void clear_conditions(struct conditions *s)
{
    inlay_mem_free(s->V);
    inlay_mem_free(s->H);
}

/* The posterior mean of f(x_i), and a bound of its deviation that costs nothing:
 * one observation of it is known. */
static double mean_at(const struct conditions *s, size_t i)
{
    return s->c->y[i] - s->c->extra[i] * s->c->alpha[i];
}

static double most_sd(const struct conditions *s, size_t i)
{
    return sqrt(fmin(s->c->extra[i], s->c->amp));
}

/* Lists the points whose condition may say something: where f is not sure to be
 * above f(x*) already, nor above another f(x_j), whose condition implies it.  With
 * neither noise nor jitter the least of them is its own bound, and stays. */
static void list_uncertain(struct conditions *s)
{
    const double sd_star = sqrt(s->var);
    double reach = INFINITY; /* some f(x_j) is surely below this */
    for (size_t j = 0; j < s->n_points; j++)
        if (!inlay_gp_is_outside(s->gp, j))
            reach = fmin(reach, mean_at(s, j) + CERTAIN * most_sd(s, j));
    for (size_t i = 0; i < s->n_points; i++) {
        if (inlay_gp_is_outside(s->gp, i))
            continue;
        const double least = mean_at(s, i) - CERTAIN * most_sd(s, i);
        if (least <= reach && least < s->mean + CERTAIN * sd_star)
            s->point[s->n++] = i;
    }
}

/* Columns h_i of H for the listed points, and G, from (32). */
static void fill_covariances(struct conditions *s, size_t room)
{
    const size_t N = s->n_points, n = s->n;
    memset(s->H, 0, N * n * sizeof *s->H);
    for (size_t k = 0; k < n; k++)
        s->H[k * N + s->point[k]] = s->c->extra[s->point[k]];
    inlay_chol_forward(s->c->L, N, room, s->H, n, N);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < N; i++)
            s->H[k * N + i] += s->V[i];
    for (size_t i = 0; i < n * n; i++)
        s->G[i] = s->c->amp;
    for (size_t k = 0; k < n; k++)
        s->G[k * n + k] += s->c->extra[s->point[k]];
    inlay_matrix_times(true, n, n, N, -1.0, s->H, N, s->H, N, 1.0, s->G, n);
}

/* Drops the conditions that say nothing, by the true var(d_i). */
static void drop_idle(struct conditions *s)
{
    const size_t N = s->n_points, n = s->n;
    size_t *keep = s->point, n_kept = 0;

    for (size_t k = 0; k < n; k++) {
        const double var = s->G[k * n + k],
                     mean = mean_at(s, s->point[k]) - s->mean;
        if (var <= SAME * s->c->amp || mean >= CERTAIN * sqrt(var))
            continue;
        /* Columns of H, and rows and columns of G, move to the front. */
        memmove(s->H + n_kept * N, s->H + k * N, N * sizeof *s->H);
        for (size_t j = 0; j < n; j++)
            s->G[n_kept * n + j] = s->G[k * n + j];
        for (size_t j = 0; j < n; j++)
            s->G[j * n + n_kept] = s->G[j * n + k];
        s->mu[n_kept] = mean;
        keep[n_kept++] = s->point[k];
    }
    for (size_t j = 0; j < n_kept; j++)
        memmove(s->G + j * n_kept, s->G + j * n, n_kept * sizeof *s->G);
    s->n = n_kept;
}

static inlay_status find_conditions(struct conditions *s,
                                    const struct inlay_gp *gp, size_t comp,
                                    const double *z, inlay_error *err)
{
    const size_t N = gp->n_points;
    const struct inlay_mem_part all[] = {INLAY_PART(s->V, N),
                                         INLAY_PART(s->point, N),
                                         INLAY_PART(s->mu, N),
                                         {0}};
    *s = (struct conditions){.gp = gp, .c = &gp->comp[comp], .n_points = N};
    if (!inlay_mem_parts(all))
        return inlay_fail_memory(err, "the conditions of a minimum");
    inlay_gp_whiten(gp, comp, z, 1, &s->mean, &s->var, s->V, NULL);
    list_uncertain(s);
    const struct inlay_mem_part listed[] = {
        INLAY_PART(s->H, N * s->n), INLAY_PART(s->G, s->n * s->n), {0}};
    if (!inlay_mem_parts(listed))
        return inlay_fail_memory(err, "the conditions of a minimum");
    fill_covariances(s, gp->room);
    drop_idle(s);
    return INLAY_OK;
}

/* M, by_kappa, at_star and the moments of f(x*). */
static inlay_status assemble(struct inlay_minimizer *m,
                             const struct conditions *s,
                             const struct inlay_ep *ep, inlay_error *err)
{
    const size_t N = s->n_points, n = s->n, rows = n + 2;
    const struct inlay_mem_part parts[] = {INLAY_PART(m->M, rows * N),
                                           INLAY_PART(m->by_kappa, n + 1),
                                           INLAY_PART(m->at_star, n),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the conditions of a minimum");
    m->n_sites = n;

    for (size_t i = 0; i < N; i++) {
        double *column = m->M + i * rows;
        for (size_t k = 0; k < n; k++) {
            column[k] = sqrt(ep->tau[k]) * s->H[k * N + i];
            column[n] += ep->q[k] * s->H[k * N + i];
        }
        column[n + 1] = s->V[i];
    }
    for (size_t k = 0; k < n; k++) {
        m->by_kappa[k] = sqrt(ep->tau[k]);
        m->by_kappa[n] += ep->q[k];
    }
    inlay_chol_forward(ep->C, n, n, m->M, N, rows);
    inlay_chol_forward(ep->C, n, n, m->by_kappa, 1, n);

    const double kappa = s->c->amp;
    double lost = 0.0, shift = -m->by_kappa[n] * kappa;
    for (size_t k = 0; k <= n; k++) {
        double sum = 0.0;
        for (size_t i = 0; i < N; i++)
            sum += m->M[i * rows + k] * s->V[i];
        if (k == n) {
            shift += sum;
            break;
        }
        m->at_star[k] = sum - m->by_kappa[k] * kappa;
        lost += m->at_star[k] * m->at_star[k];
    }
    m->mean = s->mean + shift;
    m->var = fmax(s->var - lost, INLAY_GP_VAR_FLOOR * s->c->amp);
    return INLAY_OK;
}

inlay_status inlay_minimizer_init(struct inlay_minimizer *out,
                                  const struct inlay_gp *gp, size_t comp,
                                  const double *u, double tolerance,
                                  inlay_error *err)
{
    struct inlay_minimizer m = {.gp = gp, .comp = comp};
    struct conditions s = {0};
    struct inlay_ep ep = {0};
    inlay_status st = INLAY_OK;

    assert(gp->linear == 0.0); /* or kappa is not all of k(x, x*) */
    m.z = inlay_mem_doubles(gp->metric.enc->dim);
    if (!m.z)
        return inlay_fail_memory(err, "the conditions of a minimum");
    inlay_gp_embed(gp, u, 1, m.z);
    st = find_conditions(&s, gp, comp, m.z, err);
    if (st == INLAY_OK)
        st = inlay_ep_run(&ep, s.n, s.mu, s.G, tolerance, err);
    if (st == INLAY_OK)
        st = assemble(&m, &s, &ep, err);
    m.n_sweeps = ep.n_sweeps;
    m.has_converged = ep.has_converged;
    inlay_ep_clear(&ep);
    clear_conditions(&s);
    if (st == INLAY_OK)
        *out = m;
    else
        inlay_minimizer_clear(&m);
    return st;
}

/* ---- At other points ---- */

void inlay_minimizer_kappa(const struct inlay_minimizer *m, const double *Z,
                           size_t n, double *kappa, double *slope)
{
    const struct inlay_gp *gp = m->gp;
    const struct inlay_gp_component *c = &gp->comp[m->comp];
    const size_t dim = gp->metric.enc->dim;
    for (size_t i = 0; i < n; i++)
        inlay_metric_cross(&gp->metric, c->w, m->z, 1, 1, Z + i * dim, 1,
                           &kappa[i]);
    if (slope)
        inlay_kernel_slopes(gp->kernel, c->amp, kappa, n, kappa, slope);
    else
        inlay_kernel_values(gp->kernel, c->amp, kappa, n, kappa);
}

/* f(x) − f(x*), given the conditions at the data: how many deviations its mean is
 * above 0, and its variance; 0 where x is x*. */
static double gap_of(const struct inlay_minimizer *m,
                     const struct inlay_minimizer_moments *at, double *a)
{
    const double amp = m->gp->comp[m->comp].amp;
    const double s = at->var - 2.0 * at->cov + m->var;
    *a = 0.0;
    if (!(s > SAME * amp))
        return 0.0;
    *a = (at->mean - m->mean) / sqrt(s);
    return s;
}

void inlay_minimizer_condition(const struct inlay_minimizer *m, const double *V,
                               const double *mean, const double *var,
                               const double *kappa, size_t n, double *Y,
                               struct inlay_minimizer_moments *out)
{
    const size_t N = m->gp->n_points, r = m->n_sites, rows = r + 2;
    const double floor = INLAY_GP_VAR_FLOOR * m->gp->comp[m->comp].amp;

    inlay_matrix_times(false, rows, n, N, 1.0, m->M, rows, V, N, 0.0, Y, rows);
    for (size_t b = 0; b < n; b++) {
        double *z = Y + b * rows, lost = 0.0, shared = 0.0, a;
        for (size_t k = 0; k < r; k++) {
            z[k] -= m->by_kappa[k] * kappa[b];
            lost += z[k] * z[k];
            shared += z[k] * m->at_star[k];
        }
        struct inlay_minimizer_moments *at = &out[b];
        at->mean = mean[b] + z[r] - m->by_kappa[r] * kappa[b];
        at->var = fmax(var[b] - lost, floor);
        at->cov = kappa[b] - z[r + 1] - shared;
        at->bounded = at->var;
        const double s = gap_of(m, at, &a);
        if (s > 0.0) {
            const double e = at->var - at->cov;
            const double gone = (1.0 - inlay_norm_truncated_var(a)) * e * e / s;
            at->bounded = fmax(at->var - gone, floor);
        }
    }
}

/*
 * bounded = var − λ e²/s with e = var − cov, s = var − 2 cov + var*, and
 * λ = r up, up = r + a, a = (mean − mean*)/√s.  The derivative of λ, r − λ (r + up),
 * is r (1 − λ − up²), which multiplied by a is still good to rounding where a is
 * far below 0.
 */
static void pull_back_bound(const struct inlay_minimizer *m,
                            const struct inlay_minimizer_moments *at,
                            double by_bounded, double *by_mean, double *by_var,
                            double *by_cov)
{
    double a;
    const double s = gap_of(m, at, &a);
    *by_mean = *by_cov = 0.0;
    *by_var = by_bounded;
    if (s == 0.0)
        return;
    const double e = at->var - at->cov, r = inlay_norm_hazard(a);
    const double left = inlay_norm_truncated_var(a), lambda = 1.0 - left;
    const double up = 1.0 / inlay_log_ei_unit_slope(a);
    const double by_a = -by_bounded * e * e / s * r * (left - up * up);
    const double by_e = -2.0 * by_bounded * lambda * e / s;
    const double by_s =
        by_bounded * lambda * e * e / (s * s) - 0.5 * by_a * a / s;
    *by_mean = by_a / sqrt(s);
    *by_var += by_e + by_s;
    *by_cov = -by_e - 2.0 * by_s;
}

void inlay_minimizer_pull_back(const struct inlay_minimizer *m,
                               const struct inlay_minimizer_moments *at,
                               const double *by_bounded, size_t n, double *Y,
                               double *by_mean, double *by_var,
                               double *by_kappa, double *by_V)
{
    const size_t N = m->gp->n_points, r = m->n_sites, rows = r + 2;

    for (size_t b = 0; b < n; b++) {
        double *z = Y + b * rows, mean, var, cov;
        pull_back_bound(m, &at[b], by_bounded[b], &mean, &var, &cov);
        by_mean[b] += mean;
        by_var[b] += var;
        by_kappa[b] = cov - m->by_kappa[r] * mean;
        for (size_t k = 0; k < r; k++) {
            z[k] = -2.0 * var * z[k] - cov * m->at_star[k];
            by_kappa[b] -= m->by_kappa[k] * z[k];
        }
        z[r] = mean;
        z[r + 1] = -cov;
    }
    inlay_matrix_times(true, N, n, rows, 1.0, m->M, rows, Y, rows, 1.0, by_V,
                       N);
}
