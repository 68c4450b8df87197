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

/* A warm start is a few steps from its maximum; a gain of 2e-3 in log density
 * changes no suggestion that matters. */
static const struct {
    double first_step, gain_tol, move_tol;
    size_t max_rounds, short_rounds;
    double near; /* nats from the best at which a short climb goes on */
} MAP = {0.5, 2e-3, 1e-5, 40, 7, 2.0};

/* Set `inlay` is sampled in log θ, whose posterior is about one wide. */
static const struct inlay_slice_options SLICE_LOG = {INLAY_SLICE_STEP, 1.0, 6};
/* Set `paper` as its authors do: width 1, doubling. */
static const struct inlay_slice_options SLICE_PAPER = {INLAY_SLICE_DOUBLE, 1.0,
                                                       10};

size_t inlay_fit_n_scratch(const struct inlay_hyper *h)
{
    return inlay_theta_n(h->n_scales);
}

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

struct search {
    struct inlay_evidence *ev;
    const struct inlay_hyper *h;
    double *theta, *grad, *scratch; /* inlay_theta_n each */
    double *lo, *hi;                /* of the active coordinates */
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
        f[i] =
            inlay_fit_log_posterior(s->ev, s->h, s->theta, s->grad, s->scratch);
        for (size_t k = 0; k < dim; k++)
            G[i * dim + k] = s->grad[inlay_hyper_place(s->h, k)];
    }
}

static void active_of(const struct inlay_hyper *h, const double *theta,
                      double *x)
{
    for (size_t k = 0; k < h->n_active; k++)
        x[k] = theta[inlay_hyper_place(h, k)];
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

/* Climbs from x for some rounds; f is the density reached. */
static inlay_status climb(struct search *s, size_t n_rounds, double *x,
                          double *f, inlay_error *err)
{
    const struct inlay_ascend_options o = {
        s->lo, s->hi, MAP.first_step, n_rounds, MAP.gain_tol, MAP.move_tol};
    return inlay_ascend(s->h->n_active, 1, x, f, &o, posterior_at, s, NULL,
                        err);
}

/* Is the default start worth a look?  A warm start alone would stay in the mode
 * it once found; with many points the modes are settled. */
static bool looks_elsewhere(const struct inlay_evidence *ev)
{
    enum { FEW = 120, EVERY = 4 };
    return ev->n <= FEW || ev->n % EVERY == 0;
}

/* x := the maximum above x or, if that is higher, above `other`.  The latter is
 * followed to its end only where a short climb comes near. */
static inlay_status climb_both(struct search *s, double *x, double *other,
                               double *f, inlay_error *err)
{
    double g = -INFINITY;
    inlay_status st = climb(s, MAP.max_rounds, x, f, err);
    if (st != INLAY_OK || !looks_elsewhere(s->ev))
        return st;
    st = climb(s, MAP.short_rounds, other, &g, err);
    if (st == INLAY_OK && g > *f - MAP.near)
        st = climb(s, MAP.max_rounds, other, &g, err);
    if (st == INLAY_OK && g > *f) {
        memcpy(x, other, s->h->n_active * sizeof *x);
        *f = g;
    }
    return st;
}

inlay_status inlay_fit_map(struct inlay_evidence *ev,
                           const struct inlay_hyper *h, double *theta,
                           inlay_error *err)
{
    const size_t n = inlay_theta_n(h->n_scales), dim = h->n_active;
    double *work = inlay_mem_doubles(8 * n), f = -INFINITY;
    if (!work)
        return inlay_fail_memory(err, "the search for hyper-parameters");
    struct search s = {ev,           h,           work, work + n, work + 2 * n,
                       work + 3 * n, work + 4 * n};
    double *x = work + 5 * n, *other = work + 6 * n, *all = work + 7 * n;

    inlay_hyper_bounds(h, all, s.grad);
    active_of(h, all, s.lo);
    active_of(h, s.grad, s.hi);
    inlay_hyper_start(h, s.theta); /* fills the places that are fixed */
    if (!inlay_hyper_is_valid(h, theta))
        inlay_hyper_start(h, theta);
    active_of(h, theta, x);
    inlay_hyper_other_start(h, theta, all);
    active_of(h, all, other);
    const inlay_status st = climb_both(&s, x, other, &f, err);
    if (st == INLAY_OK && isfinite(f))
        for (size_t k = 0; k < dim; k++)
            theta[inlay_hyper_place(h, k)] = x[k];
    else if (st == INLAY_OK)
        inlay_hyper_start(h, theta);
    inlay_mem_free(work);
    return st;
}

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

inlay_status inlay_fit_slice(struct inlay_evidence *ev,
                             const struct inlay_hyper *h, size_t burn_in,
                             size_t thin, struct inlay_rng *rng, double *theta,
                             double *samples, size_t n, inlay_error *err)
{
    const size_t n_theta = inlay_theta_n(h->n_scales);
    double *work = inlay_mem_doubles(3 * n_theta);
    size_t *order = inlay_mem_new(h->n_scales, sizeof *order);
    if (!work || !order) {
        inlay_mem_free(work);
        inlay_mem_free(order);
        return inlay_fail_memory(err, "the chain of hyper-parameters");
    }
    struct chain c = {.ev = ev,
                      .h = h,
                      .theta = theta,
                      .moved = work,
                      .direction = work + n_theta,
                      .scratch = work + 2 * n_theta};
    make_possible(ev, h, theta, &c.log_p, c.scratch);
    memcpy(c.moved, theta, n_theta * sizeof *theta);

    for (size_t k = 0; k < burn_in; k++)
        sweep(&c, order, rng);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < thin; k++)
            sweep(&c, order, rng);
        memcpy(samples + i * n_theta, theta, n_theta * sizeof *theta);
    }
    inlay_mem_free(work);
    inlay_mem_free(order);
    return INLAY_OK;
}
