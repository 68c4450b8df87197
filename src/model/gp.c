/*
 * gp.c: a fitted GP: its components, predictions, pending points.
 *
 * Predictions take points in blocks of INLAY_GP_BLOCK, so that the covariances
 * with the data (n_points × block) stay in cache and the solves are level 3.
 *
 *     mean = m + k'α,   var = a − v'v,  v = L⁻¹k               docs/maths.md (7)
 *
 * The variance is a difference of nearly equal numbers at a known point; what
 * rounding leaves below INLAY_GP_VAR_FLOOR of the amplitude is that floor, never
 * negative.
 */
#include "model/gp.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/vector.h"
#include "model/fit.h"

static const double KNOWN_JITTER = 1e-4;

/* Of one operation, with room for some ten of them in inlay_gp_bounds. */
static const double ROUNDING = 16 * DBL_EPSILON;

static size_t block_scratch(size_t n_points, size_t dim)
{
    /* K* (then L⁻¹K*, L⁻ᵀL⁻¹K*), its slopes, and embedded points */
    return (2 * n_points + dim) * INLAY_GP_BLOCK;
}

void inlay_gp_free(struct inlay_gp *gp)
{
    if (!gp)
        return;
    for (size_t k = 0; gp->comp && k < gp->base.n_comp; k++)
        inlay_mem_free(gp->comp[k].theta);
    inlay_mem_free(gp->comp);
    inlay_mem_free(gp->Z);
    inlay_metric_clear(&gp->metric);
    inlay_mem_free(gp);
}

inlay_status inlay_gp_take(struct inlay_gp *gp, const struct inlay_evidence *ev,
                           const double *theta, size_t k, inlay_error *err)
{
    const size_t P = gp->metric.n_scales, n = gp->n_data, room = gp->room;
    struct inlay_gp_component *c = &gp->comp[k];

    const struct inlay_mem_part parts[] = {
        INLAY_PART(c->theta, inlay_theta_n(P)),
        INLAY_PART(c->w, P),
        INLAY_PART(c->L, room * room),
        INLAY_PART(c->y, room),
        INLAY_PART(c->extra, room),
        INLAY_PART(c->alpha, room),
        {0}};

    if (!inlay_mem_parts_unset(parts))
        return inlay_fail_memory(err, "a component of a model");
    memcpy(c->theta, theta, inlay_theta_n(P) * sizeof *theta);
    for (size_t p = 0; p < P; p++)
        c->w[p] = exp(-2.0 * theta[p]);
    c->amp = exp(theta[inlay_theta_amp(P)]);
    c->noise = exp(theta[inlay_theta_noise(P)]);
    c->mean = theta[inlay_theta_mean(P)];
    c->jitter = ev->jitter;
    for (size_t j = 0; j < n; j++) {
        if (j % INLAY_GP_BLOCK == 0 && inlay_watch_poll(ev->watch))
            break;
        memcpy(c->L + j * room + j, ev->K + j * n + j, (n - j) * sizeof *c->L);
    }
    for (size_t i = 0; i < n; i++)
        c->extra[i] =
            inlay_data_variance(ev->data, i, c->noise) + c->jitter * c->amp;
    memcpy(c->y, ev->data->y, n * sizeof *c->y);
    memcpy(c->alpha, ev->alpha, n * sizeof *c->alpha);
    return INLAY_OK;
}

/* Component k at θ. */
static inlay_status make_component(struct inlay_gp *gp,
                                   struct inlay_evidence *ev,
                                   const double *theta, size_t k,
                                   inlay_error *err)
{
    const double value = inlay_evidence_value(ev, theta);
    if (inlay_watch_poll(ev->watch))
        return inlay_watch_settle(ev->watch, INLAY_OK, err);
    if (!isfinite(value))
        return inlay_fail(
            err, INLAY_ENUMERIC,
            "the covariance of %zu points has no Cholesky factor, "
            "even with a jitter of %g of the amplitude",
            gp->n_data, ev->counts.max_jitter);
    return inlay_gp_take(gp, ev, theta, k, err);
}

/* ---- As a model ---- */

static const struct inlay_gp *gp_of(const struct inlay_model *m)
{
    return (const struct inlay_gp *)m;
}

static void embed(const struct inlay_model *m, const double *U, size_t n,
                  double *Z)
{
    inlay_gp_embed(gp_of(m), U, n, Z);
}

static void predict(const struct inlay_model *m, size_t k, const double *Z,
                    size_t n, double *mean, double *var, double *scratch)
{
    const struct inlay_gp *gp = gp_of(m);
    if (var)
        inlay_gp_whiten(gp, k, Z, n, mean, var, scratch, NULL);
    else
        inlay_gp_mean(gp, k, gp->comp[k].alpha, Z, n, mean, scratch);
}

static void gradient(const struct inlay_model *m, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *dmean,
                     double *dvar, double *scratch)
{
    inlay_gp_gradient(gp_of(m), k, Z, n, mean, var, dmean, dvar, scratch);
}

static void bounds(const struct inlay_model *m, size_t k, const double *Z,
                   size_t n, double *mean, double *var, double *scratch)
{
    inlay_gp_bounds(gp_of(m), k, Z, n, mean, var, scratch);
}

static const struct inlay_model_ops GP_OPS = {embed, predict, gradient, bounds};

inlay_status inlay_gp_begin(struct inlay_metric *metric,
                            const struct inlay_data *data,
                            const struct inlay_gp_options *o, size_t n_comp,
                            size_t n_pending, struct inlay_gp **out,
                            struct inlay_evidence *ev, inlay_error *err)
{
    const size_t dim = metric->enc->dim;
    struct inlay_gp *gp = inlay_mem_new(1, sizeof *gp);
    if (!gp) {
        inlay_metric_clear(metric);
        return inlay_fail_memory(err, "a model");
    }
    gp->metric = *metric;
    *metric = (struct inlay_metric){0};
    gp->kernel = o->kernel;
    gp->n_data = gp->n_points = gp->n_inside = data->n;
    gp->room = data->n + n_pending;
    gp->base = (struct inlay_model){
        &GP_OPS, dim, n_comp, block_scratch(gp->room, dim), false, o->watch};
    gp->comp = inlay_mem_new(n_comp, sizeof *gp->comp);
    gp->Z = inlay_mem_doubles(gp->room * dim);
    const inlay_status st =
        gp->comp && gp->Z
            ? inlay_evidence_init(ev, &gp->metric, data, o->kernel, o->jitter,
                                  o->watch, err)
            : inlay_fail_memory(err, "a model");
    if (st != INLAY_OK) {
        inlay_gp_free(gp);
        return st;
    }
    for (size_t j = 0; j < dim; j++)
        memcpy(gp->Z + j * gp->room, ev->Z + j * data->n,
               data->n * sizeof *gp->Z);
    *out = gp;
    return INLAY_OK;
}

inlay_status inlay_gp_end(struct inlay_gp *gp, struct inlay_evidence *ev,
                          inlay_status st, struct inlay_gp **out)
{
    gp->counts = ev->counts;
    inlay_evidence_clear(ev);
    if (st == INLAY_OK)
        *out = gp;
    else
        inlay_gp_free(gp);
    return st;
}

inlay_status inlay_gp_at(const struct inlay_encoding *enc,
                         const struct inlay_data *data,
                         const struct inlay_gp_options *options,
                         const double *theta, size_t n_pending,
                         struct inlay_gp **out, inlay_error *err)
{
    struct inlay_metric metric;
    struct inlay_gp *gp = NULL;
    struct inlay_evidence ev = {0};

    inlay_status st =
        inlay_metric_init(&metric, enc, options->is_per_category, err);
    if (st == INLAY_OK)
        st =
            inlay_gp_begin(&metric, data, options, 1, n_pending, &gp, &ev, err);
    if (st != INLAY_OK)
        return st;
    return inlay_gp_end(gp, &ev, make_component(gp, &ev, theta, 0, err), out);
}

/* Sweeps for each sample: with few length-scales a sweep is cheap, and two make
 * the samples more independent. */
static size_t n_sweeps(const struct inlay_hyper *h)
{
    return h->priors == INLAY_PRIORS_INLAY && h->n_scales < 4 ? 2 : 1;
}

/* n_comp samples of θ, rows of `samples`. */
static inlay_status find_theta(struct inlay_evidence *ev,
                               const struct inlay_hyper *h,
                               const struct inlay_gp_options *o,
                               const double *start, struct inlay_rng *rng,
                               double *samples, inlay_error *err)
{
    const size_t n_theta = inlay_theta_n(h->n_scales);
    if (o->inference == INLAY_INFERENCE_MAP) {
        memcpy(samples, start, n_theta * sizeof *samples);
        return inlay_fit_map(ev, h, samples, err);
    }
    double *theta = inlay_mem_doubles(n_theta);
    if (!theta)
        return inlay_fail_memory(err, "hyper-parameters");
    memcpy(theta, start, n_theta * sizeof *theta);
    const inlay_status st = inlay_fit_slice(ev, h, o->burn_in, n_sweeps(h), rng,
                                            theta, samples, o->n_samples, err);
    inlay_mem_free(theta);
    return st;
}

inlay_status inlay_gp_fit(struct inlay_metric *metric,
                          const struct inlay_hyper *h,
                          const struct inlay_data *data,
                          const struct inlay_gp_options *o, const double *start,
                          size_t n_pending, struct inlay_rng *rng,
                          struct inlay_gp **out, inlay_error *err)
{
    const bool is_sampled = o->inference == INLAY_INFERENCE_SLICE;
    const size_t n_comp = is_sampled ? o->n_samples : 1;
    const size_t n_theta = inlay_theta_n(metric->n_scales);
    struct inlay_gp *gp = NULL;
    struct inlay_evidence ev = {0};

    inlay_status st =
        inlay_gp_begin(metric, data, o, n_comp, n_pending, &gp, &ev, err);
    if (st != INLAY_OK)
        return st;
    double *samples = inlay_mem_doubles(n_comp * n_theta);
    st = samples ? find_theta(&ev, h, o, start, rng, samples, err)
                 : inlay_fail_memory(err, "samples of hyper-parameters");
    for (size_t k = 0; st == INLAY_OK && k < n_comp; k++)
        st = make_component(gp, &ev, samples + k * n_theta, k, err);
    inlay_mem_free(samples);
    return inlay_gp_end(gp, &ev, st, out);
}

void inlay_gp_cross_covariance(const struct inlay_gp *gp, size_t k,
                               const double *Z, size_t n, double *K,
                               double *slope, double *prior)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points, dim = gp->metric.enc->dim;
    inlay_metric_cross(&gp->metric, c->w, gp->Z, N, gp->room, Z, n, K);
    for (size_t b = 0; b < n; b++)
        prior[b] = c->amp;
    if (slope)
        inlay_kernel_slopes(gp->kernel, c->amp, K, N * n, K, slope);
    else
        inlay_kernel_values(gp->kernel, c->amp, K, N * n, K);
    for (size_t b = 0; gp->linear > 0.0 && b < n; b++) {
        const double *z = Z + b * dim;
        inlay_metric_linear(&gp->metric, gp->linear, gp->Z, N, gp->room, z, 1,
                            K + b * N);
        inlay_metric_linear(&gp->metric, gp->linear, z, 1, 1, z, 1, &prior[b]);
    }
}

void inlay_gp_embed(const struct inlay_gp *gp, const double *U, size_t n,
                    double *Z)
{
    const size_t dim = gp->metric.enc->dim;
    for (size_t b = 0; b < n; b++)
        inlay_metric_embed(&gp->metric, U + b * dim, Z + b * dim);
}

void inlay_gp_whiten(const struct inlay_gp *gp, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *V,
                     double *slope)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points;
    inlay_gp_cross_covariance(gp, k, Z, n, V, slope, var);
    inlay_matrix_t_times(V, N, n, N, c->alpha, mean);
    inlay_chol_forward(c->L, N, gp->room, V, n, N, gp->base.watch);
    for (size_t b = 0; b < n; b++) {
        const double known = inlay_dot(V + b * N, V + b * N, N);
        mean[b] += c->mean;
        var[b] = fmax(var[b] - known, INLAY_GP_VAR_FLOOR * c->amp);
    }
}

/* var[b] -= max_i K_ib² weight_i over the n columns of K (N×n).  Numbers >= 0 are
 * in the order of their bits, and the largest integer is found by vector code;
 * of doubles, any of which may be NaN to the compiler, it is not. */
INLAY_VECTORISED
static void take_largest_shares(const double *K, const double *weight, size_t N,
                                size_t n, double *var)
{
    for (size_t b = 0; b < n; b++, K += N) {
        int64_t most = 0;
        for (size_t i = 0; i < N; i++) {
            const double share = K[i] * K[i] * weight[i];
            int64_t bits;
            memcpy(&bits, &share, sizeof bits);
            most = bits > most ? bits : most;
        }
        double largest;
        memcpy(&largest, &most, sizeof largest);
        var[b] -= largest;
    }
}

/*
 * Fewer observations leave more variance, a single one a − k_i²/K_ii, (44).
 *
 * Rounding: whoever solves with L solves exactly with an L whose entries differ
 * by N ε of themselves, and (44) holds for every L.  Sums of N terms err by N ε
 * times the sum of their sizes, in whatever order.
 */
void inlay_gp_bounds(const struct inlay_gp *gp, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *scratch)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points;
    double *K = scratch, *weight = K + N * INLAY_GP_BLOCK, size = 0.0;

    assert(gp->linear == 0.0);
    inlay_gp_cross_covariance(gp, k, Z, n, K, NULL, var);
    inlay_matrix_t_times(K, N, n, N, c->alpha, mean);
    for (size_t i = 0; i < N; i++) {
        weight[i] = 1.0 / (c->amp + c->extra[i]);
        size += fabs(c->alpha[i]);
    }
    take_largest_shares(K, weight, N, n, var);
    const double eps = ROUNDING * (double)(N + 1) * c->amp;
    for (size_t b = 0; b < n; b++) {
        mean[b] += c->mean - eps * size - ROUNDING * fabs(c->mean);
        var[b] = fmax(var[b], 0.0) + eps + INLAY_GP_VAR_FLOOR * c->amp;
    }
}

void inlay_gp_predict(const struct inlay_gp *gp, size_t k, const double *U,
                      size_t n, double *mean, double *var, double *scratch)
{
    const size_t dim = gp->metric.enc->dim;
    double *Z = scratch + 2 * gp->n_points * INLAY_GP_BLOCK;
    for (size_t i = 0; i < n; i += INLAY_GP_BLOCK) {
        const size_t m = n - i < INLAY_GP_BLOCK ? n - i : INLAY_GP_BLOCK;
        inlay_gp_embed(gp, U + i * dim, m, Z);
        inlay_gp_whiten(gp, k, Z, m, mean + i, var + i, scratch, NULL);
    }
}

/*
 * One point: with s_i = dk/dr² and dr²/du_j = −2 w_j (z_ij − u_j),
 *
 *     dmean/du_j =  Σ α_i s_i dr²_i/du_j,
 *     dvar/du_j  = −2 Σ β_i s_i dr²_i/du_j,   β = K⁻¹k.                     (8)
 *
 * A linear part adds b Σ α_i (z_ij − ½) and 2b (u_j − ½ − Σ β_i (z_ij − ½)).
 * Both sums in one pass: each waits for its last addition, not for the other.
 */
static void gradient_at(const struct inlay_gp *gp,
                        const struct inlay_gp_component *c, const double *z,
                        const double *s, const double *beta, double *dmean,
                        double *dvar)
{
    const struct inlay_encoding *enc = gp->metric.enc;
    const size_t N = gp->n_points;

    for (size_t j = 0; j < enc->dim; j++) {
        dmean[j] = dvar[j] = 0.0;
        if (enc->axis[j].kind != INLAY_AXIS_REAL)
            continue;
        const double *x = gp->Z + j * gp->room, at = z[j];
        double by_mean = 0.0, by_var = 0.0, line_mean = 0.0, line_var = 0.0;
        for (size_t i = 0; i < N; i++) {
            const double step = s[i] * (x[i] - at);
            by_mean += c->alpha[i] * step;
            by_var += beta[i] * step;
        }
        for (size_t i = 0; gp->linear > 0.0 && i < N; i++) {
            line_mean += c->alpha[i] * (x[i] - 0.5);
            line_var += beta[i] * (x[i] - 0.5);
        }
        const double w = c->w[gp->metric.first_scale[j]];
        dmean[j] = -2.0 * w * by_mean + gp->linear * line_mean;
        dvar[j] = 4.0 * w * by_var + 2.0 * gp->linear * (at - 0.5 - line_var);
    }
}

void inlay_gp_gradient(const struct inlay_gp *gp, size_t k, const double *Z,
                       size_t n, double *mean, double *var, double *dmean,
                       double *dvar, double *scratch)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points, dim = gp->metric.enc->dim;
    double *K = scratch, *slope = K + N * INLAY_GP_BLOCK;

    inlay_gp_whiten(gp, k, Z, n, mean, var, K, slope);
    inlay_chol_backward(c->L, N, gp->room, K, n, N, gp->base.watch);
    for (size_t b = 0; b < n; b++)
        gradient_at(gp, c, Z + b * dim, slope + b * N, K + b * N,
                    dmean + b * dim, dvar + b * dim);
}

/* Σ c_i dk_i/du_j at one point, in two parts: `near` = Σ c_i s_i (z_ij − u_j),
 * which is multiplied by −2 w_j, and `line`, by the variance of the linear
 * part. */
struct slope {
    double near, line;
};

static struct slope along_axis(const struct inlay_gp *gp, size_t j, double at,
                               const double *s, const double *coefficient)
{
    const double *x = gp->Z + j * gp->room;
    struct slope sum = {0.0, 0.0};
    for (size_t i = 0; i < gp->n_points; i++)
        sum.near += coefficient[i] * (s[i] * (x[i] - at));
    for (size_t i = 0; gp->linear > 0.0 && i < gp->n_points; i++)
        sum.line += coefficient[i] * (x[i] - 0.5);
    return sum;
}

/* mean = m + k'α and var = k(u,u) − V'V, V = L⁻¹k. */
void inlay_gp_pull_back(const struct inlay_gp *gp, size_t k, const double *Z,
                        size_t n, const double *V, const double *slope,
                        const double *by_mean, const double *by_var,
                        double *by_V, double *grad)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const struct inlay_encoding *enc = gp->metric.enc;
    const size_t N = gp->n_points;

    for (size_t b = 0; b < n; b++)
        for (size_t i = b * N; i < (b + 1) * N; i++)
            by_V[i] -= 2.0 * by_var[b] * V[i];
    inlay_chol_backward(c->L, N, gp->room, by_V, n, N, gp->base.watch);
    for (size_t b = 0; b < n; b++) {
        const double *z = Z + b * enc->dim;
        double *by_k = by_V + b * N;
        for (size_t i = 0; i < N; i++)
            by_k[i] += by_mean[b] * c->alpha[i];
        for (size_t j = 0; j < enc->dim; j++) {
            if (enc->axis[j].kind != INLAY_AXIS_REAL)
                continue;
            const double w = c->w[gp->metric.first_scale[j]];
            const struct slope d = along_axis(gp, j, z[j], slope + b * N, by_k);
            grad[b * enc->dim + j] +=
                -2.0 * w * d.near +
                gp->linear * (d.line + 2.0 * (z[j] - 0.5) * by_var[b]);
        }
    }
}

/* Row n_points of L for the point whose covariances are k (overwritten, as is
 * spare).  Where the pivot vanishes, because the point is known already, the
 * diagonal is raised by KNOWN_JITTER, which keeps L regular. */
static void append_row(const struct inlay_gp *gp, struct inlay_gp_component *c,
                       double *k, double prior, double *spare)
{
    const size_t n = gp->n_points;
    const double diag = prior + c->jitter * c->amp + c->noise;
    const double least = 1e-10 * c->amp, more = KNOWN_JITTER * c->amp;

    c->extra[n] = c->jitter * c->amp + c->noise;
    memcpy(spare, k, n * sizeof *k);
    if (inlay_chol_append(c->L, n, gp->room, k, diag, least) == 0)
        return;
    c->extra[n] += more;
    inlay_chol_append(c->L, n, gp->room, spare, diag + more, 0.0);
}

/* alpha := K⁻¹(y − m) of the first n points. */
static void solve_alpha(const struct inlay_gp *gp,
                        const struct inlay_gp_component *c, size_t n,
                        double *alpha)
{
    for (size_t i = 0; i < n; i++)
        alpha[i] = c->y[i] - c->mean;
    inlay_chol_forward(c->L, n, gp->room, alpha, 1, n, gp->base.watch);
    inlay_chol_backward(c->L, n, gp->room, alpha, 1, n, gp->base.watch);
}

void inlay_gp_imagine(struct inlay_gp *gp, const double *u,
                      enum inlay_fantasy fantasy, struct inlay_rng *rng,
                      double *scratch)
{
    const size_t N = gp->n_points;
    double *z = scratch + 2 * N * INLAY_GP_BLOCK;

    inlay_gp_embed(gp, u, 1, z);
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        struct inlay_gp_component *c = &gp->comp[k];
        double mean, var;
        inlay_gp_whiten(gp, k, z, 1, &mean, &var, scratch, NULL);
        if (fantasy == INLAY_FANTASY_DRAW)
            mean += sqrt(var + c->noise) * inlay_rng_normal(rng);
        inlay_gp_cross_covariance(gp, k, z, 1, scratch, NULL, &var);
        append_row(gp, c, scratch, var, scratch + N);
        c->y[N] = mean;
        solve_alpha(gp, c, N + 1, c->alpha);
    }
    for (size_t j = 0; j < gp->metric.enc->dim; j++)
        gp->Z[j * gp->room + N] = z[j];
    gp->n_points++;
}

/* The factor of the data is the leading block of L: pending points only append
 * rows. */
void inlay_gp_data_alpha(const struct inlay_gp *gp, size_t k, double *alpha)
{
    solve_alpha(gp, &gp->comp[k], gp->n_data, alpha);
    for (size_t i = gp->n_data; i < gp->n_points; i++)
        alpha[i] = 0.0;
}

void inlay_gp_mean(const struct inlay_gp *gp, size_t k, const double *alpha,
                   const double *Z, size_t n, double *mean, double *scratch)
{
    const struct inlay_gp_component *c = &gp->comp[k];
    const size_t N = gp->n_points;
    inlay_gp_cross_covariance(gp, k, Z, n, scratch, NULL, mean);
    inlay_matrix_t_times(scratch, N, n, N, alpha, mean);
    for (size_t b = 0; b < n; b++)
        mean[b] += c->mean;
}

const double *inlay_gp_last_theta(const struct inlay_gp *gp)
{
    return gp->comp[gp->base.n_comp - 1].theta;
}
