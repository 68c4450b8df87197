/*
 * fit.c: MAP by projected L-BFGS, and the slice-sampling chain.
 *
 * Both work on log p(y | θ) + log p(θ), docs/maths.md (11).  A start that has no
 * finite density under the data of today (the chain's end of yesterday may not)
 * is replaced by the default start; a chain that cannot move stays where it is.
 */
#include "model/fit.h"

#include <math.h>
#include <string.h>

#include "base/ascend.h"
#include "base/error.h"
#include "base/mem.h"
#include "model/slice.h"

static const double FIRST_STEP = 0.5; /* of log θ */

/* A warm start is a few steps from its maximum; a gain of 2e-3 in log density
 * changes no suggestion that matters. */
static const struct {
    double gain_tol, move_tol;
    size_t max_rounds, short_rounds;
    double near; /* nats from the best at which a short climb goes on */
} MAP = {2e-3, 1e-5, 40, 7, 2.0};

/* Set `inlay` is sampled in log θ, whose posterior is about one wide. */
static const struct inlay_slice_options SLICE_LOG = {INLAY_SLICE_STEP, 1.0, 6};
/* Set `paper` as its authors do: width 1, doubling. */
static const struct inlay_slice_options SLICE_PAPER = {INLAY_SLICE_DOUBLE, 1.0,
                                                       10};

double inlay_fit_log_posterior(struct inlay_evidence *ev,
                               const struct inlay_hyper *h, const double *theta,
                               double *grad, double *scratch)
{
    const double prior = inlay_hyper_log_prior(h, theta, scratch);
    if (!isfinite(prior))
        return -INFINITY;
    if (!grad)
        return prior + inlay_evidence_value(ev, theta);
    const double value = prior + inlay_evidence_gradient(ev, theta, grad);
    for (size_t k = 0; k < inlay_theta_n(h->n_scales); k++)
        grad[k] += scratch[k];
    return value;
}

/* ---- The maximum ---- */

struct search {
    const struct inlay_fit_climb *climb;
    double *theta, *grad, *prior; /* inlay_theta_n each */
    double *x, *lo, *hi;          /* of the active coordinates */
};

static void posterior_at(const double *X, size_t n, const size_t *which,
                         double *f, double *G, void *context)
{
    const struct search *s = context;
    const struct inlay_hyper *h = s->climb->h;
    const size_t dim = h->n_active;
    (void)which;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < dim; k++)
            s->theta[inlay_hyper_place(h, k)] = X[i * dim + k];
        f[i] = inlay_hyper_log_prior(h, s->theta, s->prior);
        if (isfinite(f[i]))
            f[i] += s->climb->likelihood(s->theta, s->grad, s->climb->context);
        for (size_t k = 0; k < dim; k++) {
            const size_t place = inlay_hyper_place(h, k);
            G[i * dim + k] = s->grad[place] + s->prior[place];
        }
    }
}

static void active_of(const struct inlay_hyper *h, const double *theta,
                      double *x)
{
    for (size_t k = 0; k < h->n_active; k++)
        x[k] = theta[inlay_hyper_place(h, k)];
}

inlay_status inlay_fit_climb(const struct inlay_fit_climb *c, double *theta,
                             double *log_p, inlay_error *err)
{
    const size_t n = inlay_theta_n(c->h->n_scales), dim = c->h->n_active;
    struct search s = {.climb = c};
    const struct inlay_mem_part parts[] = {INLAY_PART(s.theta, n),
                                           INLAY_PART(s.grad, n),
                                           INLAY_PART(s.prior, n),
                                           INLAY_PART(s.x, n),
                                           INLAY_PART(s.lo, n),
                                           INLAY_PART(s.hi, n),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the search for hyper-parameters");
    inlay_hyper_bounds(c->h, s.grad, s.prior);
    active_of(c->h, s.grad, s.lo);
    active_of(c->h, s.prior, s.hi);
    active_of(c->h, theta, s.x);
    inlay_hyper_start(c->h, s.theta); /* fills the places that are fixed */
    const struct inlay_ascend_options o = {
        s.lo, s.hi, FIRST_STEP, c->max_rounds, c->gain_tol, c->move_tol};
    const inlay_status st =
        inlay_ascend(dim, 1, s.x, log_p, &o, posterior_at, &s, NULL, err);
    if (st == INLAY_OK)
        inlay_hyper_start(c->h, theta);
    for (size_t k = 0; st == INLAY_OK && isfinite(*log_p) && k < dim; k++)
        theta[inlay_hyper_place(c->h, k)] = s.x[k];
    inlay_mem_free(s.theta);
    return st;
}

/* Is the default start worth a look?  A warm start alone would stay in the mode
 * it once found; with many points the modes are settled. */
static bool looks_elsewhere(const struct inlay_evidence *ev)
{
    enum { FEW = 120, EVERY = 4 };
    return ev->n <= FEW || ev->n % EVERY == 0;
}

static double likelihood(const double *theta, double *grad, void *context)
{
    return inlay_evidence_gradient(context, theta, grad);
}

/* The second maximum is followed to its end only where a short climb comes
 * near. */
inlay_status inlay_fit_map(struct inlay_evidence *ev,
                           const struct inlay_hyper *h, double *theta,
                           inlay_error *err)
{
    const size_t n = inlay_theta_n(h->n_scales);
    struct inlay_fit_climb whole = {
        h, likelihood, ev, MAP.max_rounds, MAP.gain_tol, MAP.move_tol};
    struct inlay_fit_climb brief = whole;
    double *best, *other, f = -INFINITY, g = -INFINITY;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(best, n), INLAY_PART(other, n), {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the search for hyper-parameters");
    memcpy(best, theta, n * sizeof *theta);
    if (!inlay_hyper_is_valid(h, theta))
        inlay_hyper_start(h, best);
    inlay_hyper_other_start(h, best, other);
    brief.max_rounds = MAP.short_rounds;

    const bool looks = looks_elsewhere(ev);
    inlay_status st = inlay_fit_climb(&whole, best, &f, err);
    if (st == INLAY_OK && looks)
        st = inlay_fit_climb(&brief, other, &g, err);
    if (st == INLAY_OK && looks && g > f - MAP.near)
        st = inlay_fit_climb(&whole, other, &g, err);
    if (st == INLAY_OK)
        memcpy(theta, g > f ? other : best, n * sizeof *theta);
    inlay_mem_free(best);
    return inlay_watch_settle(ev->watch, st, err);
}

inlay_status inlay_fit_go_on(struct inlay_evidence *ev,
                             const struct inlay_hyper *h, double *theta,
                             double *log_p, inlay_error *err)
{
    const struct inlay_fit_climb climb = {
        h, likelihood, ev, MAP.max_rounds, MAP.gain_tol, MAP.move_tol};
    if (!inlay_hyper_is_valid(h, theta))
        inlay_hyper_start(h, theta);
    const inlay_status st = inlay_fit_climb(&climb, theta, log_p, err);
    return inlay_watch_settle(ev->watch, st, err);
}

/* ---- The chain ---- */

/* The chain: θ and the line along which it is about to move. */
struct chain {
    struct inlay_evidence *ev;
    const struct inlay_hyper *h;
    double *theta;     /* where it is */
    double *moved;     /* θ at t along the line */
    double *direction; /* by active coordinate, of which [first, last) move */
    double *scratch;
    size_t first, last;
    double log_p;
};

static void move(const struct chain *c, double t, double *out)
{
    for (size_t k = c->first; k < c->last; k++) {
        const size_t place = inlay_hyper_place(c->h, k);
        const double x =
            inlay_hyper_to_coordinate(c->h, place, c->theta[place]);
        out[place] =
            inlay_hyper_from_coordinate(c->h, place, x + t * c->direction[k]);
    }
}

static double density_along(double t, void *context)
{
    const struct chain *c = context;
    move(c, t, c->moved);
    const double prior = inlay_hyper_log_prior(c->h, c->moved, c->scratch);
    return isfinite(prior) ? prior + inlay_evidence_along(c->ev, c->moved)
                           : -INFINITY;
}

static void update(struct chain *c, size_t first, size_t last, size_t held,
                   struct inlay_rng *rng)
{
    const struct inlay_slice_options *o =
        c->h->priors == INLAY_PRIORS_PAPER ? &SLICE_PAPER : &SLICE_LOG;
    c->first = first;
    c->last = last;
    inlay_evidence_hold(c->ev, c->theta, held);
    const double t = inlay_slice_update(density_along, c, o, rng, &c->log_p);
    move(c, t, c->moved);
    for (size_t k = first; k < last; k++) {
        const size_t place = inlay_hyper_place(c->h, k);
        if (t != 0.0)
            c->theta[place] = c->moved[place];
        c->moved[place] = c->theta[place];
    }
}

/* Amplitude, noise and mean along one random direction. */
static void update_rest(struct chain *c, struct inlay_rng *rng)
{
    const size_t P = c->h->n_scales;
    double norm = 0.0;
    for (size_t k = P; k < c->h->n_active; k++) {
        c->direction[k] = inlay_rng_normal(rng);
        norm += c->direction[k] * c->direction[k];
    }
    for (size_t k = P; k < c->h->n_active; k++)
        c->direction[k] /= sqrt(norm);
    update(c, P, c->h->n_active, SIZE_MAX, rng);
}

/* Where the noise has two modes, slices hardly ever reach from one to the other:
 * a Metropolis step to a draw from both. */
static void jump(struct chain *c, struct inlay_rng *rng)
{
    const size_t noise = inlay_theta_noise(c->h->n_scales);
    const double log_amp = c->theta[inlay_theta_amp(c->h->n_scales)];
    const double from = c->theta[noise] - log_amp;
    const double to = inlay_hyper_draw_ratio(rng);
    const double level = log(inlay_rng_uniform(rng));

    c->moved[noise] = log_amp + to;
    inlay_evidence_hold(c->ev, c->theta, SIZE_MAX);
    double log_p = inlay_hyper_log_prior(c->h, c->moved, c->scratch);
    if (isfinite(log_p))
        log_p += inlay_evidence_along(c->ev, c->moved);
    if (level < log_p - c->log_p + inlay_hyper_ratio_density(from) -
                    inlay_hyper_ratio_density(to)) {
        c->theta[noise] = c->moved[noise];
        c->log_p = log_p;
    }
    c->moved[noise] = c->theta[noise];
}

static void sweep(struct chain *c, size_t *order, struct inlay_rng *rng)
{
    const size_t P = c->h->n_scales;
    for (size_t p = 0; p < P; p++)
        order[p] = p;
    inlay_rng_shuffle(rng, order, P);
    for (size_t i = 0; i < P; i++) {
        c->direction[order[i]] = 1.0;
        update(c, order[i], order[i] + 1, order[i], rng);
    }
    for (size_t k = c->h->priors == INLAY_PRIORS_PAPER ? 1 : 2; k > 0; k--)
        update_rest(c, rng);
    if (inlay_hyper_has_modes(c->h))
        jump(c, rng);
}

/* Replaces a θ that has no density by the default start. */
static void make_possible(struct inlay_evidence *ev,
                          const struct inlay_hyper *h, double *theta,
                          double *log_p, double *scratch)
{
    *log_p = inlay_fit_log_posterior(ev, h, theta, NULL, scratch);
    if (isfinite(*log_p))
        return;
    inlay_hyper_start(h, theta);
    *log_p = inlay_fit_log_posterior(ev, h, theta, NULL, scratch);
}

inlay_status inlay_fit_slice(struct inlay_evidence *ev,
                             const struct inlay_hyper *h, size_t burn_in,
                             size_t thin, struct inlay_rng *rng, double *theta,
                             double *samples, size_t n, inlay_error *err)
{
    const size_t n_theta = inlay_theta_n(h->n_scales);
    struct chain c = {.ev = ev, .h = h, .theta = theta};
    size_t *order;
    const struct inlay_mem_part parts[] = {INLAY_PART(order, h->n_scales),
                                           INLAY_PART(c.moved, n_theta),
                                           INLAY_PART(c.direction, n_theta),
                                           INLAY_PART(c.scratch, n_theta),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the chain of hyper-parameters");
    make_possible(ev, h, theta, &c.log_p, c.scratch);
    memcpy(c.moved, theta, n_theta * sizeof *theta);

    for (size_t k = 0; k < burn_in && !inlay_watch_poll(ev->watch); k++)
        sweep(&c, order, rng);
    for (size_t i = 0; i < n && !inlay_watch_poll(ev->watch); i++) {
        for (size_t k = 0; k < thin; k++)
            sweep(&c, order, rng);
        memcpy(samples + i * n_theta, theta, n_theta * sizeof *theta);
    }
    inlay_mem_free(order);
    return inlay_watch_settle(ev->watch, INLAY_OK, err);
}
