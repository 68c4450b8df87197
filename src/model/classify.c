/*
 * classify.c: P(success | u) by a latent GP.
 *
 * With labels c = ±1 and p(c | f) = Φ(c f), the posterior of f is approximated
 * by a normal at its mode.  Let W = −d² log p(c | f)/df² there, D = W⁻¹ and
 * R = (K + D)⁻¹.  Newton's iteration for f = m + Kα is
 *
 *     z = f − m + D ∇ log p,   α = R z,   f = m + z − Dα,               (19)
 *
 * and, at its end, α = ∇ log p: mean and variance at any point are those of a
 * GP regression with L = chol(K + D) and this α, so that prediction needs no
 * code of its own.  The evidence and its gradient by θ, implicit part included,
 * are docs/maths.md (20)–(21).
 *
 * Rasmussen & Williams (2006), Gaussian Processes for Machine Learning, 3.4, 5.5.
 */
#include "model/classify.h"

#include <math.h>
#include <string.h>

#include "base/ascend.h"
#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/special.h"

enum { MAX_NEWTON = 40, MAX_HALVINGS = 10 };
static const double NEWTON_TOL = 1e-9;
/* W of a label that is certain; below it D would drown the rest of K + D. */
static const double LEAST_W = 1e-8;
/* The latent function must reach a few units to make a boundary sharp. */
static const double LOG_AMP_CENTRE = 2.0;

struct labels {
    size_t n;
    double *sign, *f0, *D, *z, *old, *q; /* n each; f0 = f − m */
};

size_t inlay_classify_n_work(size_t n)
{
    return 6 * n;
}

static struct labels lay_out(const struct inlay_evidence *ev, double *work)
{
    const size_t n = ev->n;
    struct labels l = {n,        work,         work + n,    work + 2 * n,
                       work + 3 * n, work + 4 * n, work + 5 * n};
    for (size_t i = 0; i < n; i++)
        l.sign[i] = ev->data->y[i] > 0.0 ? 1.0 : -1.0;
    return l;
}

/* log p(c | f) − ½ α'(f − m): what Newton's iteration climbs. */
static double height(const struct labels *l, const double *alpha, double mean)
{
    double sum = 0.0;
    for (size_t i = 0; i < l->n; i++)
        sum += inlay_norm_log_cdf(l->sign[i] * (mean + l->f0[i])) -
               0.5 * alpha[i] * l->f0[i];
    return sum;
}

/* D = 1/W and z = f − m + D ∇ log p at f. */
static void expand(const struct labels *l, double mean)
{
    for (size_t i = 0; i < l->n; i++) {
        const double t = l->sign[i] * (mean + l->f0[i]);
        const double hazard = inlay_norm_hazard(t);
        const double W = fmax(hazard * (hazard + t), LEAST_W);
        l->D[i] = 1.0 / W;
        l->z[i] = l->f0[i] + l->sign[i] * hazard / W;
    }
}

/* One Newton step from (α, f0), shortened until it climbs.  False where K + D
 * has no factor; *gain is how far it went up. */
static bool newton_step(struct inlay_evidence *ev, const struct labels *l,
                        double amp, double mean, double *gain)
{
    const size_t n = l->n;
    const double before = height(l, ev->alpha, mean);

    expand(l, mean);
    memcpy(l->old, ev->alpha, n * sizeof *l->old);
    memcpy(l->q, l->f0, n * sizeof *l->q);
    if (!inlay_evidence_factor(ev, amp, l->D))
        return false;
    memcpy(ev->alpha, l->z, n * sizeof *l->z);
    inlay_chol_forward(ev->K, n, n, ev->alpha, 1, n);
    inlay_chol_backward(ev->K, n, n, ev->alpha, 1, n);
    for (size_t i = 0; i < n; i++)
        l->f0[i] = l->z[i] - l->D[i] * ev->alpha[i];
    for (int k = 0; k < MAX_HALVINGS; k++) {
        *gain = height(l, ev->alpha, mean) - before;
        if (*gain >= 0.0)
            return true;
        for (size_t i = 0; i < n; i++) {
            ev->alpha[i] = 0.5 * (ev->alpha[i] + l->old[i]);
            l->f0[i] = 0.5 * (l->f0[i] + l->q[i]);
        }
    }
    *gain = 0.0;
    return true;
}

/* The mode, with K = chol(K + D) and alpha there. */
static bool find_mode(struct inlay_evidence *ev, const struct labels *l,
                      double amp, double mean)
{
    double gain = INFINITY;

    memset(ev->alpha, 0, l->n * sizeof *ev->alpha);
    memset(l->f0, 0, l->n * sizeof *l->f0);
    for (int k = 0; k < MAX_NEWTON && gain > NEWTON_TOL; k++)
        if (!newton_step(ev, l, amp, mean, &gain))
            return false;
    expand(l, mean);
    return inlay_evidence_factor(ev, amp, l->D);
}

/* D s, s = ½ Σ_ii d³ log p/df³: how log |B| moves with the mode, times D; with
 * the posterior variance Σ_ii = D − D R_ii D.  K holds R. */
static void follow_mode(const struct inlay_evidence *ev, const struct labels *l,
                        double mean, double *out)
{
    for (size_t i = 0; i < l->n; i++) {
        const double t = l->sign[i] * (mean + l->f0[i]);
        const double h = inlay_norm_hazard(t), th = t + h;
        const double third = l->sign[i] * h * (th * th - 1.0 + h * th);
        const double var =
            l->D[i] - l->D[i] * ev->K[i * ev->n + i] * l->D[i];
        const bool is_clamped = l->D[i] >= 1.0 / LEAST_W;
        out[i] = is_clamped ? 0.0 : l->D[i] * 0.5 * fmax(var, 0.0) * third;
    }
}

double inlay_classify_evidence(struct inlay_evidence *ev, const double *theta,
                               double *grad, double *work)
{
    const size_t P = ev->metric->n_scales, n = ev->n;
    const double amp = exp(theta[inlay_theta_amp(P)]);
    const double mean = theta[inlay_theta_mean(P)];
    const struct labels l = lay_out(ev, work);

    ev->counts.n_evaluations++;
    inlay_evidence_covariances(ev, theta);
    if (!find_mode(ev, &l, amp, mean))
        return -INFINITY;
    double value = height(&l, ev->alpha, mean) -
                   inlay_chol_half_log_det(ev->K, n, n);
    for (size_t i = 0; i < n; i++)
        value += 0.5 * log(l.D[i]);
    if (!grad)
        return value;

    /* q = R D s needs R both as its diagonal and as an operator. */
    memcpy(l.old, ev->alpha, n * sizeof *l.old);
    double *R = ev->K, trace = 0.0, by_mean = 0.0, by_amp = 0.0;
    inlay_chol_inverse(R, n, n);
    follow_mode(ev, &l, mean, l.z);
    memset(l.q, 0, n * sizeof *l.q);
    for (size_t j = 0; j < n; j++) {
        l.q[j] += R[j * n + j] * l.z[j];
        trace += R[j * n + j] * l.D[j];
        for (size_t i = j + 1; i < n; i++) {
            l.q[i] += R[j * n + i] * l.z[j];
            l.q[j] += R[j * n + i] * l.z[i];
        }
    }
    inlay_evidence_by_scales(ev, theta, l.q, grad);
    for (size_t i = 0; i < n; i++) {
        by_mean += ev->alpha[i] + l.q[i];
        by_amp += (0.5 * ev->alpha[i] + l.q[i]) * l.f0[i];
    }
    grad[inlay_theta_amp(P)] = by_amp - 0.5 * ((double)n - trace);
    grad[inlay_theta_noise(P)] = 0.0;
    grad[inlay_theta_mean(P)] = by_mean;
    return value;
}

struct search {
    struct inlay_evidence *ev;
    const struct inlay_hyper *h;
    double *theta, *grad, *prior, *work;
};

static void posterior_at(const double *X, size_t n, const size_t *which,
                         double *f, double *G, void *context)
{
    const struct search *s = context;
    const size_t dim = s->h->n_active;
    (void)which;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < dim; k++)
            s->theta[inlay_hyper_place(s->h, k)] = X[i * dim + k];
        f[i] = inlay_hyper_log_prior(s->h, s->theta, s->prior);
        if (isfinite(f[i]))
            f[i] += inlay_classify_evidence(s->ev, s->theta, s->grad, s->work);
        for (size_t k = 0; k < dim; k++) {
            const size_t place = inlay_hyper_place(s->h, k);
            G[i * dim + k] = s->grad[place] + s->prior[place];
        }
    }
}

/* θ := its maximum a posteriori, from the default start. */
static inlay_status find_theta(struct search *s, double *memory,
                               inlay_error *err)
{
    const size_t n_theta = inlay_theta_n(s->h->n_scales);
    const size_t dim = s->h->n_active;
    double *lo = memory, *hi = lo + n_theta, *x = hi + n_theta, f;

    inlay_hyper_bounds(s->h, s->grad, s->prior);
    inlay_hyper_start(s->h, s->theta);
    for (size_t k = 0; k < dim; k++) {
        const size_t place = inlay_hyper_place(s->h, k);
        lo[k] = s->grad[place];
        hi[k] = s->prior[place];
        x[k] = s->theta[place];
    }
    const struct inlay_ascend_options o = {lo, hi, 0.5, 30, 1e-3, 1e-4};
    const inlay_status st =
        inlay_ascend(dim, 1, x, &f, &o, posterior_at, s, NULL, err);
    inlay_hyper_start(s->h, s->theta);
    for (size_t k = 0; st == INLAY_OK && isfinite(f) && k < dim; k++)
        s->theta[inlay_hyper_place(s->h, k)] = x[k];
    return st;
}

inlay_status inlay_classify_fit(const struct inlay_encoding *enc,
                                struct inlay_data *labels,
                                const struct inlay_gp_options *options,
                                struct inlay_gp **out, inlay_error *err)
{
    struct inlay_evidence ev = {0};
    struct inlay_hyper h = {0};
    struct inlay_gp *gp = NULL;
    double *memory = NULL;

    inlay_data_set(labels, labels->obs);
    inlay_status st =
        inlay_gp_begin(enc, labels, options, 1, 0, &gp, &ev, err);
    if (st != INLAY_OK)
        return st;
    const size_t n_theta = inlay_theta_n(gp->metric.n_scales);
    st = inlay_hyper_init(&h, &gp->metric, INLAY_PRIORS_INLAY,
                          INLAY_NOISE_NONE, err);
    h.log_amp = LOG_AMP_CENTRE;
    if (st == INLAY_OK) {
        memory = inlay_mem_doubles(6 * n_theta + inlay_classify_n_work(ev.n));
        if (!memory)
            st = inlay_fail_memory(err, "a model of success");
    }
    if (st == INLAY_OK) {
        struct search s = {&ev,
                           &h,
                           memory,
                           memory + n_theta,
                           memory + 2 * n_theta,
                           memory + 6 * n_theta};
        st = find_theta(&s, memory + 3 * n_theta, err);
        if (st == INLAY_OK &&
            !isfinite(inlay_classify_evidence(&ev, s.theta, NULL, s.work)))
            st = inlay_fail(err, INLAY_ENUMERIC,
                            "the model of success of %zu points has no mode",
                            ev.n);
        if (st == INLAY_OK)
            st = inlay_gp_take(gp, &ev, s.theta, 0, err);
    }
    inlay_mem_free(memory);
    inlay_hyper_clear(&h);
    return inlay_gp_end(gp, &ev, st, out);
}
