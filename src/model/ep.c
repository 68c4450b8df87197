/*
 * ep.c: expectation propagation for positivity, site after site.
 *
 * With W = S½ (I + S½ G S½)⁻¹ S½ the approximate posterior is
 *
 *     Sigma = G − G W G,   mean = mu + G q,   q = nu − W (mu + G nu).      (34)
 *
 * A site is updated from its cavity, and Sigma and the mean follow at once (a
 * change of rank one): where many conditions say nearly the same, as in a problem
 * without noise, updating all of them from the same state overshoots.  For the same
 * reason the hardest condition is the first: each one that is harder than those
 * before it would find the rest certain of the contrary, and the variance left of
 * that falls below rounding within ten of them.  After each sweep (34) is computed
 * anew, so that rounding does not build up.
 *
 * Rasmussen & Williams (2006), Gaussian Processes for Machine Learning, 3.6.
 */
#include "model/ep.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/special.h"
#include "base/vector.h"

/* tau G_ii at most: what a condition that is all but impossible may ask for. */
static const double MOST_PRECISION = 1e10;

/* Fewer conditions are updated in a fraction of a millisecond. */
enum { MANY = 64 };

struct state {
    struct inlay_ep *ep;
    const double *mu, *G;
    double *Sigma, *T; /* n×n; Sigma has both triangles */
    double *root, *b;  /* n each */
    double *old_mean, *old_var;
    size_t *order; /* n: the hardest condition first */
    struct inlay_watch *watch;
};

/* C, q, Sigma and the moments from the sites.  False where rounding left no
 * factor, or numbers that are none. */
static bool refresh(struct state *s)
{
    struct inlay_ep *ep = s->ep;
    const size_t n = ep->n;

    for (size_t i = 0; i < n; i++)
        s->root[i] = sqrt(ep->tau[i]);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            s->T[j * n + i] = s->root[i] * s->G[j * n + i];
            ep->C[j * n + i] = s->T[j * n + i] * s->root[j] + (i == j);
        }
    if (inlay_chol_factor(ep->C, n, n, s->watch) != 0)
        return false;

    inlay_matrix_t_times(s->G, n, n, n, ep->nu, s->b); /* G is symmetric */
    for (size_t i = 0; i < n; i++)
        s->b[i] = s->root[i] * (s->mu[i] + s->b[i]);
    inlay_chol_forward(ep->C, n, n, s->b, 1, n, s->watch);
    inlay_chol_backward(ep->C, n, n, s->b, 1, n, s->watch);
    for (size_t i = 0; i < n; i++)
        ep->q[i] = ep->nu[i] - s->root[i] * s->b[i];
    inlay_matrix_t_times(s->G, n, n, n, ep->q, ep->mean);

    inlay_chol_forward(ep->C, n, n, s->T, n, n, s->watch);
    memcpy(s->Sigma, s->G, n * n * sizeof *s->Sigma);
    inlay_matrix_times(true, n, n, n, -1.0, s->T, n, s->T, n, 1.0, s->Sigma, n,
                       s->watch);
    bool is_finite = true;
    for (size_t i = 0; i < n; i++) {
        ep->mean[i] += s->mu[i];
        ep->var[i] = s->Sigma[i * n + i];
        is_finite = is_finite && isfinite(ep->mean[i]) && isfinite(ep->var[i]);
    }
    return is_finite;
}

/* Sigma −= f c c', c a copy of one of its columns. */
INLAY_VECTORISED
static void subtract_outer(double *Sigma, size_t n, double f, const double *c)
{
    for (size_t j = 0; j < n; j++) {
        const double scale = f * c[j];
        for (size_t i = 0; i < n; i++)
            Sigma[j * n + i] -= scale * c[i];
    }
}

/* What the sites of d_i should be, from its cavity N(m, v).  With a = m/√v,
 * r = φ/Φ(a) and up = r + a, d_i given d_i > 0 has mean √v up and variance
 * v (1 − r up).  No form here cancels, whatever a is. */
static void match(double m, double v, double most, double *tau, double *nu)
{
    const double sd = sqrt(v), a = m / sd, r = inlay_norm_hazard(a);
    const double up = 1.0 / inlay_log_ei_unit_slope(a);
    *tau = fmin(r * up / (v * inlay_norm_truncated_var(a)), most);
    *nu = r / sd + *tau * sd * up;
}

/* Site i from its cavity, and what follows from it. */
static void update_site(struct state *s, size_t i)
{
    struct inlay_ep *ep = s->ep;
    const size_t n = ep->n;
    const double var = s->Sigma[i * n + i], mean = ep->mean[i];
    const double precision = 1.0 / var - ep->tau[i];
    double tau, nu;

    if (!(var > 0.0 && precision > 1e-12 / var && isfinite(mean)))
        return; /* rounding has eaten the cavity: the site stays */
    match((mean / var - ep->nu[i]) / precision, 1.0 / precision,
          MOST_PRECISION / s->G[i * n + i], &tau, &nu);
    const double d_tau = tau - ep->tau[i], d_nu = nu - ep->nu[i];
    const double growth = 1.0 + d_tau * var;
    if (!(growth > 1e-12 && isfinite(d_nu)))
        return;
    ep->tau[i] += d_tau;
    ep->nu[i] += d_nu;
    memcpy(s->b, s->Sigma + i * n, n * sizeof *s->b);
    const double step = (d_nu - d_tau * mean) / growth;
    for (size_t j = 0; j < n; j++)
        ep->mean[j] += step * s->b[j];
    if (d_tau != 0.0)
        subtract_outer(s->Sigma, n, d_tau / growth, s->b);
}

/* One sweep.  Returns the largest change of a moment, in units of G's diagonal;
 * NaN where there is no going on. */
static double sweep(struct state *s)
{
    struct inlay_ep *ep = s->ep;
    const size_t n = ep->n;
    double change = 0.0;

    memcpy(s->old_mean, ep->mean, n * sizeof *s->old_mean);
    memcpy(s->old_var, ep->var, n * sizeof *s->old_var);
    for (size_t i = 0; i < n; i++) {
        if (n >= MANY && inlay_watch_poll(s->watch))
            return NAN;
        update_site(s, s->order[i]);
    }
    if (!refresh(s))
        return NAN;
    for (size_t i = 0; i < n; i++) {
        const double unit = s->G[i * n + i];
        const double by_mean = fabs(ep->mean[i] - s->old_mean[i]) / sqrt(unit);
        change = fmax(change, by_mean);
        change = fmax(change, fabs(ep->var[i] - s->old_var[i]) / unit);
    }
    return change;
}

/* By mu in deviations. */
static void find_order(struct state *s)
{
    const size_t n = s->ep->n;
    for (size_t i = 0; i < n; i++)
        s->b[i] = s->mu[i] / sqrt(s->G[i * n + i]);
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        for (; k > 0 && s->b[s->order[k - 1]] > s->b[i]; k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
}

/* Sites that say nothing. */
static void start(struct state *s)
{
    struct inlay_ep *ep = s->ep;
    memset(ep->tau, 0, ep->n * sizeof *ep->tau);
    memset(ep->nu, 0, ep->n * sizeof *ep->nu);
    refresh(s);
}

static void iterate(struct state *s, double tolerance)
{
    struct inlay_ep *ep = s->ep;
    find_order(s);
    start(s);
    ep->has_converged = ep->n == 0;
    while (!ep->has_converged && ep->n_sweeps < INLAY_EP_MAX_SWEEPS) {
        const double change = sweep(s);
        ep->n_sweeps++;
        if (isnan(change)) {
            start(s);
            return;
        }
        ep->has_converged = change <= tolerance;
    }
}

inlay_status inlay_ep_run(struct inlay_ep *out, size_t n, const double *mu,
                          const double *G, double tolerance,
                          struct inlay_watch *watch, inlay_error *err)
{
    /* Not inlay_mem_parts: old BLAS kernels add in another order where an array is
     * aligned otherwise, and suggestions must not change. */
    double *kept = inlay_mem_doubles(5 * n), *C = inlay_mem_doubles(n * n);
    double *work = inlay_mem_doubles(2 * n * n + 4 * n);
    size_t *order = inlay_mem_new(n, sizeof *order);
    inlay_status st = INLAY_OK;

    if (!kept || !C || !work || !order) {
        inlay_mem_free(kept);
        inlay_mem_free(C);
        st = inlay_fail_memory(err, "the conditions of a minimum");
    } else {
        double *rest = work + 2 * n * n;
        struct inlay_ep ep = {.n = n,
                              .tau = kept,
                              .nu = kept + n,
                              .C = C,
                              .q = kept + 2 * n,
                              .mean = kept + 3 * n,
                              .var = kept + 4 * n};
        struct state s = {&ep,          mu,    G,        work,
                          work + n * n, rest,  rest + n, rest + 2 * n,
                          rest + 3 * n, order, watch};
        iterate(&s, tolerance);
        *out = ep;
    }
    inlay_mem_free(work);
    inlay_mem_free(order);
    return st;
}

void inlay_ep_clear(struct inlay_ep *ep)
{
    inlay_mem_free(ep->tau);
    inlay_mem_free(ep->C);
    *ep = (struct inlay_ep){0};
}
