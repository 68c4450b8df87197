/*
 * classify.c: P(success | u) by a latent GP and expectation propagation.
 *
 * Each label c = ±1 contributes a factor Φ(c f / √ν), nearly a step, which EP
 * replaces by a normal site with precision tau and shift nu.  Sites are pseudo-
 * observations nu/tau of variance D = 1/tau, so the approximate posterior is
 * that of a GP regression with L = chol(K + D): prediction, and the gradient of
 * the evidence, need no code of their own.  docs/maths.md (19)–(21).
 *
 * Why EP: labels of a deterministic program carry no noise, near a step Laplace's
 * approximation is poor, and EP gives probabilities.  Regression on the labels ±1
 * was no worse where it was measured: docs/decisions/0005.
 *
 * Rasmussen & Williams (2006), Gaussian Processes for Machine Learning, 3.6.
 */
#include "model/classify.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/special.h"
#include "model/fit.h"

enum { MAX_SWEEPS = 60, MAP_ROUNDS = 30 };
static const double SWEEP_TOL = 1e-4; /* largest change of a site, relative */
static const double DAMPING = 0.9;
/* Precision of a site that says nothing; below it D would drown K. */
static const double LEAST_TAU = 1e-7;
/* Variance of the slopes of the latent function's linear part: constraints are
 * often a limit of some weighted sum, which it carries far beyond the data. */
static const double LINEAR = 30.0;
/* Length-scales are expected at this share of an objective's: the edge of success
 * bends more than what is measured on it. */
static const double SCALE_SHARE = 0.5;

double inlay_classify_log_success(double mean, double var, double *by_mean,
                                  double *by_var)
{
    const double s = sqrt(INLAY_CLASSIFY_SOFTNESS + var), z = mean / s;
    if (by_mean) {
        const double slope = inlay_norm_hazard(z);
        *by_mean = slope / s;
        *by_var = -0.5 * slope * z / (s * s);
    }
    return inlay_norm_log_cdf(z);
}

inlay_status inlay_sites_init(struct inlay_sites *out,
                              const struct inlay_data *labels, inlay_error *err)
{
    struct inlay_sites s = {.n = labels->n};
    const struct inlay_mem_part parts[] = {INLAY_PART(s.sign, s.n),
                                           INLAY_PART(s.tau, s.n),
                                           INLAY_PART(s.nu, s.n),
                                           INLAY_PART(s.D, s.n),
                                           INLAY_PART(s.target, s.n),
                                           INLAY_PART(s.log_Z, s.n),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a model of success");
    *out = s;
    for (size_t i = 0; i < s.n; i++)
        out->sign[i] = labels->y[i] > 0.0 ? 1.0 : -1.0;
    return INLAY_OK;
}

void inlay_sites_clear(struct inlay_sites *s)
{
    inlay_mem_free(s->sign);
    *s = (struct inlay_sites){0};
}

/* K := chol(K + D), alpha := (K + D)⁻¹ target; targets are relative to m. */
static bool solve(struct inlay_evidence *ev, struct inlay_sites *s, double amp)
{
    const size_t n = s->n;
    for (size_t i = 0; i < n; i++) {
        const double tau = fmax(s->tau[i], LEAST_TAU);
        s->D[i] = 1.0 / tau;
        s->target[i] = s->nu[i] / tau;
    }
    if (!inlay_evidence_factor(ev, amp, s->D))
        return false;
    memcpy(ev->alpha, s->target, n * sizeof *ev->alpha);
    inlay_chol_forward(ev->K, n, n, ev->alpha, 1, n, ev->watch);
    inlay_chol_backward(ev->K, n, n, ev->alpha, 1, n, ev->watch);
    return true;
}

/*
 * Site i from its cavity, the posterior without it, N(g, v) for f − m.  With
 * z = c (m + g)/√(v + ν), h = φ/Φ(z) and λ = h (h + z) in (0, 1),
 *
 *     tau = λ / (v (1 − λ) + ν),   nu = (mean − g)/v + mean tau,        (20)
 *
 * mean = g + v c h/√(v + ν).  Returns the change, relative to what it was.
 */
static double update_site(struct inlay_sites *s, size_t i, double m, double g,
                          double v)
{
    const double c = s->sign[i], spread = sqrt(v + INLAY_CLASSIFY_SOFTNESS);
    const double z = c * (m + g) / spread, h = inlay_norm_hazard(z);
    const double lambda = fmin(h * (h + z), 1.0);
    const double tau = lambda / (v * (1.0 - lambda) + INLAY_CLASSIFY_SOFTNESS);
    const double mean = g + v * c * h / spread;
    const double nu = (mean - g) / v + mean * tau;
    const double d_tau = DAMPING * (tau - s->tau[i]);
    const double d_nu = DAMPING * (nu - s->nu[i]);
    const double total = v + s->D[i], off = s->target[i] - g;

    s->log_Z[i] = inlay_norm_log_cdf(z) +
                  0.5 * (INLAY_LOG_2PI + log(total) + off * off / total);
    s->tau[i] += d_tau;
    s->nu[i] += d_nu;
    return fmax(fabs(d_tau) / (1.0 + tau), fabs(d_nu) / (1.0 + fabs(nu)));
}

/* All sites at once, from K as (K + D)⁻¹ and alpha.  Returns the largest
 * change. */
static double update_sites(const struct inlay_evidence *ev,
                           struct inlay_sites *s, double m)
{
    double change = 0.0;
    for (size_t i = 0; i < s->n; i++) {
        const double tau = fmax(s->tau[i], LEAST_TAU), D = s->D[i];
        const double R = ev->K[i * s->n + i];
        const double var = fmax(D * (1.0 - R * D), 1e-12);
        const double mean = s->target[i] - D * ev->alpha[i];
        const double precision = fmax(1.0 / var - tau, 1e-10);
        const double v = 1.0 / precision;
        const double g = v * (mean / var - tau * s->target[i]);
        change = fmax(change, update_site(s, i, m, g, v));
    }
    return change;
}

/* log Z = log N(targets | 0, K + D) + Σ log Z_i, from L and alpha. */
static double log_evidence(const struct inlay_evidence *ev,
                           const struct inlay_sites *s)
{
    double sum = -inlay_chol_half_log_det(ev->K, s->n, s->n) -
                 0.5 * inlay_dot(s->target, ev->alpha, s->n) -
                 0.5 * (double)s->n * INLAY_LOG_2PI;
    for (size_t i = 0; i < s->n; i++)
        sum += s->log_Z[i];
    return isfinite(sum) ? sum : -INFINITY;
}

double inlay_classify_evidence(struct inlay_evidence *ev, struct inlay_sites *s,
                               const double *theta, double *grad)
{
    const size_t P = ev->metric->n_scales, n = s->n;
    const double amp = exp(theta[inlay_theta_amp(P)]);
    const double m = theta[inlay_theta_mean(P)];
    double change = INFINITY;

    ev->counts.n_evaluations++;
    inlay_evidence_covariances(ev, theta);
    for (int k = 0; k < MAX_SWEEPS && change > SWEEP_TOL; k++) {
        if (!solve(ev, s, amp))
            return -INFINITY;
        inlay_chol_inverse(ev->K, n, n, ev->watch);
        change = update_sites(ev, s, m);
    }
    if (!solve(ev, s, amp))
        return -INFINITY;
    const double value = log_evidence(ev, s);
    if (!grad)
        return value;

    inlay_chol_inverse(ev->K, n, n, ev->watch);
    double by_mean = 0.0, by_amp = 0.0;
    for (size_t i = 0; i < n; i++) {
        by_mean += ev->alpha[i];
        by_amp +=
            0.5 * (ev->alpha[i] * (s->target[i] - s->D[i] * ev->alpha[i]) -
                   (1.0 - ev->K[i * n + i] * s->D[i]));
    }
    inlay_evidence_by_scales(ev, theta, grad);
    grad[inlay_theta_amp(P)] = by_amp;
    grad[inlay_theta_noise(P)] = 0.0;
    grad[inlay_theta_mean(P)] = by_mean;
    return value;
}

/* ---- Fit ---- */

struct likelihood {
    struct inlay_evidence *ev;
    struct inlay_sites *sites;
};

static double likelihood_at(const double *theta, double *grad, void *context)
{
    const struct likelihood *l = context;
    return inlay_classify_evidence(l->ev, l->sites, theta, grad);
}

/* The component of gp at the maximum a posteriori, from the default start. */
static inlay_status fit(struct inlay_gp *gp, struct inlay_evidence *ev,
                        struct inlay_sites *sites, const struct inlay_hyper *h,
                        inlay_error *err)
{
    struct likelihood l = {ev, sites};
    const struct inlay_fit_climb climb = {h,          likelihood_at, &l,
                                          MAP_ROUNDS, 1e-3,          1e-4};
    double *theta = inlay_mem_doubles(inlay_theta_n(h->n_scales)), log_p;
    if (!theta)
        return inlay_fail_memory(err, "a model of success");
    inlay_hyper_start(h, theta);
    inlay_status st = inlay_fit_climb(&climb, theta, &log_p, err);
    if (inlay_watch_poll(ev->watch))
        st = inlay_watch_settle(ev->watch, st, err);
    if (st == INLAY_OK &&
        !isfinite(inlay_classify_evidence(ev, sites, theta, NULL)))
        st = inlay_fail(err, INLAY_ENUMERIC,
                        "the model of success of %zu points cannot be fitted",
                        ev->n);
    if (st == INLAY_OK)
        st = inlay_gp_take(gp, ev, theta, 0, err);
    inlay_mem_free(theta);
    return st;
}

inlay_status inlay_classify_fit(const struct inlay_encoding *enc,
                                struct inlay_data *labels,
                                const struct inlay_gp_options *options,
                                struct inlay_gp **out, inlay_error *err)
{
    struct inlay_metric metric;
    struct inlay_evidence ev = {0};
    struct inlay_hyper h = {0};
    struct inlay_sites sites = {0};
    struct inlay_gp *gp = NULL;

    inlay_data_set(labels, labels->obs);
    inlay_status st =
        inlay_metric_init(&metric, enc, options->is_per_category, err);
    if (st == INLAY_OK)
        st = inlay_gp_begin(&metric, labels, options, 1, 0, &gp, &ev, err);
    if (st != INLAY_OK)
        return st;
    gp->linear = LINEAR;
    st = inlay_evidence_add_linear(&ev, LINEAR, err);
    if (st == INLAY_OK)
        st = inlay_hyper_init(&h, &gp->metric, INLAY_PRIORS_INLAY,
                              INLAY_NOISE_NONE, err);
    h.has_unit_amp = true; /* a step has no scale */
    for (size_t p = 0; st == INLAY_OK && p < h.n_scales; p++)
        h.log_center[p] += log(SCALE_SHARE);
    if (st == INLAY_OK)
        st = inlay_sites_init(&sites, labels, err);
    if (st == INLAY_OK)
        st = fit(gp, &ev, &sites, &h, err);
    inlay_sites_clear(&sites);
    inlay_hyper_clear(&h);
    return inlay_gp_end(gp, &ev, st, out);
}
