/*
 * estimate.c: the posterior of log σ² on a grid.
 *
 * The other hyper-parameters stay those of a component, so that a point of the
 * grid costs one likelihood; the densities of the components are averaged.  With
 * a few samples of them 93 of 100 intervals hold the truth, with their maximum
 * alone 84: tests/study/test_noise.c has such studies.  Where no noise was found
 * the rest of θ explains what may be noise, and there is no interval.
 */
#include "strategy/estimate.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "strategy/noise.h"

/* Of the probability, on each side of the interval. */
static const double TAIL = 0.025;

/* Where the density has fallen by e^DROP nothing is left that a quantile could
 * see.  That is looked for in steps that grow, from a tenth of the width that a
 * few dozen values leave. */
static const double DROP = 8.0, FIRST_STEP = 0.1, GROWTH = 1.6, FARTHEST = 16.0;

enum { N_GRID = 31 };

/* The density of log σ² given the rest of θ, up to a factor. */
struct profile {
    struct inlay_rival rival;
    const struct inlay_gp *gp;
    double *theta, *slope; /* θ of a component, and room for as many */
    double lo, hi;         /* the ends of the grid */
    double density[N_GRID];
};

static void look_at(struct profile *p, size_t k)
{
    const size_t n = inlay_theta_n(p->rival.h.n_scales);
    memcpy(p->theta, p->gp->comp[k].theta, n * sizeof *p->theta);
    inlay_evidence_hold(&p->rival.ev, p->theta, SIZE_MAX);
}

/* The density of the paper's set is one of σ². */
static double log_density(struct profile *p, double log_noise)
{
    const struct inlay_hyper *h = &p->rival.h;
    const double jacobian = h->priors == INLAY_PRIORS_PAPER ? log_noise : 0.0;
    p->theta[inlay_theta_noise(h->n_scales)] = log_noise;
    return inlay_hyper_is_valid(h, p->theta)
               ? jacobian + inlay_hyper_log_prior(h, p->theta, p->slope) +
                     inlay_evidence_along(&p->rival.ev, p->theta)
               : -INFINITY;
}

/* From x on, up (1) or down (−1), to where the density is nothing. */
static double edge(struct profile *p, double x, double direction)
{
    const double least = log_density(p, x) - DROP;
    double step = FIRST_STEP;
    while (step < FARTHEST && log_density(p, x + direction * step) > least)
        step *= GROWTH;
    return x + direction * step;
}

static void find_ends(struct profile *p)
{
    const size_t place = inlay_theta_noise(p->rival.h.n_scales);
    p->lo = INFINITY;
    p->hi = -INFINITY;
    for (size_t k = 0; k < p->gp->base.n_comp; k++) {
        const double x = p->gp->comp[k].theta[place];
        look_at(p, k);
        p->lo = fmin(p->lo, edge(p, x, -1.0));
        p->hi = fmax(p->hi, edge(p, x, 1.0));
    }
}

static double point(const struct profile *p, double i)
{
    return p->lo + (p->hi - p->lo) * i / (N_GRID - 1);
}

static void add_component(struct profile *p, size_t k)
{
    double log_of[N_GRID], most = -INFINITY, sum = 0.0;
    look_at(p, k);
    for (size_t i = 0; i < N_GRID; i++) {
        log_of[i] = log_density(p, point(p, (double)i));
        most = fmax(most, log_of[i]);
    }
    for (size_t i = 0; i < N_GRID; i++)
        sum += exp(log_of[i] - most);
    for (size_t i = 0; i < N_GRID; i++)
        p->density[i] += exp(log_of[i] - most) / sum;
}

/* By trapezoids; the ends have no density. */
static double quantile(const struct profile *p, double share)
{
    double left = share * (double)p->gp->base.n_comp;
    for (size_t i = 1; i < N_GRID; i++) {
        const double area = 0.5 * (p->density[i - 1] + p->density[i]);
        if (left <= area)
            return point(p, (double)(i - 1) + left / area);
        left -= area;
    }
    return p->hi;
}

static inlay_status make_profile(struct profile *p,
                                 const struct inlay_regression *g,
                                 const struct inlay_belief_options *o,
                                 inlay_error *err)
{
    const size_t n = inlay_theta_n(g->gp->metric.n_scales);
    const enum inlay_noise how =
        g->noise.is_found ? INLAY_NOISE_YES : o->gp.noise;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(p->theta, n), INLAY_PART(p->slope, n), {0}};
    p->gp = g->gp;
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the interval of the noise");
    const inlay_status st = inlay_rival_init(&p->rival, g, o, how, err);
    if (st != INLAY_OK)
        return st;
    find_ends(p);
    for (size_t k = 0; k < p->gp->base.n_comp; k++)
        add_component(p, k);
    return inlay_watch_settle(o->gp.watch, INLAY_OK, err);
}

static inlay_status find_interval(const struct inlay_regression *g,
                                  const struct inlay_belief_options *o,
                                  const double *u, inlay_noise_estimate *e,
                                  inlay_error *err)
{
    struct profile p = {0};
    inlay_status st = make_profile(&p, g, o, err);
    if (st == INLAY_OK)
        st = inlay_regression_spread(g, u, exp(quantile(&p, TAIL)), &e->low,
                                     err);
    if (st == INLAY_OK)
        st = inlay_regression_spread(g, u, exp(quantile(&p, 1.0 - TAIL)),
                                     &e->high, err);
    inlay_rival_clear(&p.rival);
    inlay_mem_free(p.theta);
    e->low = fmin(e->low, e->sd); /* the mean of few samples may lie outside */
    e->high = fmax(e->high, e->sd);
    return st;
}

/* Is σ² estimated, and not only known to be 0, or only guessed? */
static bool has_interval(const struct inlay_regression *g)
{
    if (g->data.n_given == g->data.n_obs)
        return false;
    for (size_t k = 0; k < g->gp->base.n_comp; k++)
        if (!(g->gp->comp[k].noise > 0.0))
            return false;
    return true;
}

/* A belief that did not look for noise has found it where its fit has much. */
static bool is_found(const struct inlay_regression *g,
                     const struct inlay_belief_options *o)
{
    return g->noise.is_found || o->gp.noise == INLAY_NOISE_YES ||
           inlay_regression_given(g) > 0.0 ||
           (isnan(g->noise.log_odds) &&
            inlay_regression_noise_ratio(g) > INLAY_NOISY_RATIO);
}

inlay_status inlay_estimate_noise(const struct inlay_regression *g,
                                  const struct inlay_belief_options *o,
                                  const double *u, inlay_noise_estimate *out,
                                  inlay_error *err)
{
    inlay_noise_estimate e = {.low = NAN, .high = NAN};
    e.is_found = is_found(g, o);
    e.is_declared =
        o->gp.noise != INLAY_NOISE_AUTO || inlay_regression_given(g) > 0.0;
    inlay_status st =
        inlay_regression_spread(g, u, inlay_regression_noise(g), &e.sd, err);
    if (st == INLAY_OK && e.is_found)
        st = inlay_noise_is_shown(g, o, &e.is_certain, err);
    if (st == INLAY_OK && e.is_found && has_interval(g))
        st = find_interval(g, o, u, &e, err);
    if (st == INLAY_OK)
        *out = e;
    return st;
}

inlay_status inlay_estimate_told(const struct inlay_regression *g,
                                 const struct inlay_history *h,
                                 const struct inlay_belief_options *o,
                                 double *sd, inlay_error *err)
{
    *sd = 0.0;
    if (!g->gp || !is_found(g, o))
        return INLAY_OK;
    double *u = inlay_mem_doubles(g->enc->dim);
    if (!u)
        return inlay_fail_memory(err, "a point");
    inlay_regression_point(g->enc, inlay_history_best(h), o->fits_asked, u);
    const inlay_status st =
        inlay_regression_spread(g, u, inlay_regression_noise(g), sd, err);
    inlay_mem_free(u);
    return st;
}
