/*
 * noise.c: the likelihood of a noisy fit against the best one without noise.
 *
 * Fits without noise start from several length-scales, as one that ends in a poor
 * local maximum would make noise look true.  The first that is good enough ends
 * the search.
 */
#include "strategy/noise.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/fit.h"

/* Odds that are beyond doubt: at least so many, and for each value this much times
 * the square of log(σ²/a).  Small noise has large odds where it is true, as the
 * model can be precise, and roughness looks like small noise.  Both are beyond all
 * fits to 1400 noiseless problems: docs/decisions/0034. */
static const double LEAST_ODDS = 13.0, PER_VALUE = 0.025;

/* Odds with which a model of noise is better than one without: docs/decisions/0037.
 * The search for a fit without noise ends where noise is refuted. */
static const double ENOUGH_TO_BEGIN = 2.5, ENOUGH_TO_STAY = 0.5, REFUTED = -2.0,
                    SAYS_NOTHING = 1.0;

/* log(σ²/a) between the two modes of its prior. */
static const double BETWEEN_MODES = -9.210340371976184;

static double beyond_doubt(const struct inlay_regression *g)
{
    const double log_ratio = log(inlay_regression_noise_ratio(g));
    return fmax(LEAST_ODDS,
                PER_VALUE * (double)g->data.n * log_ratio * log_ratio);
}

/* Length-scales from which fits without noise start: those of the noisy fit, the
 * prior's, and the prior's divided and multiplied by e^1.5.  With more points the
 * odds are so large that fewer do. */
enum { N_STARTS = 4, FEW_STARTS = 2, FEW_POINTS = 200 };
static const double STEP = 1.5;

static void start(const struct inlay_hyper *h, const struct inlay_gp *gp,
                  size_t k, double *theta)
{
    const size_t P = h->n_scales;
    inlay_hyper_start(h, theta);
    if (k == 0)
        memcpy(theta, inlay_gp_last_theta(gp), P * sizeof *theta);
    for (size_t p = 0; k >= 2 && p < P; p++)
        theta[p] += k == 2 ? -STEP : STEP;
}

/* The largest likelihood of the components. */
static double likelihood_of_fit(struct inlay_evidence *ev,
                                const struct inlay_gp *gp)
{
    double most = -INFINITY;
    for (size_t k = 0; k < gp->base.n_comp; k++)
        most = fmax(most, inlay_evidence_value(ev, gp->comp[k].theta));
    return most;
}

/* Fits without noise, of which the best is kept. */
struct quiet {
    double *theta; /* room for one */
    double *best;  /* the same, or NULL */
    double value;  /* its likelihood */
};

static void keep_better(struct quiet *q, double value, size_t n)
{
    if (!(value > q->value))
        return;
    q->value = value;
    if (q->best)
        memcpy(q->best, q->theta, n * sizeof *q->theta);
}

/* *least := noisy less the best likelihood without noise; the search ends where
 * that is not enough. */
static inlay_status compare(const struct inlay_regression *g,
                            struct inlay_evidence *ev,
                            const struct inlay_hyper *h, double *least,
                            double *best, inlay_error *err)
{
    const size_t n_starts = ev->n <= FEW_POINTS ? N_STARTS : FEW_STARTS;
    const size_t n = inlay_theta_n(h->n_scales);
    const double noisy = likelihood_of_fit(ev, g->gp);
    struct quiet q = {.best = best, .value = -INFINITY};
    inlay_status st = INLAY_OK;
    if (best)
        inlay_hyper_start(h, best);
    q.theta = inlay_mem_doubles(n);
    if (!q.theta)
        return inlay_fail_memory(err, "the odds of noise");
    for (size_t k = 0;
         st == INLAY_OK && k < n_starts && noisy - q.value >= REFUTED; k++) {
        start(h, g->gp, k, q.theta);
        st = inlay_fit_map(ev, h, q.theta, err);
        if (st == INLAY_OK)
            keep_better(&q, inlay_evidence_value(ev, q.theta), n);
    }
    inlay_mem_free(q.theta);
    *least = noisy - q.value;
    return st;
}

/* ---- Neighbors ---- */

/* The difference of f between points whose r² is this is nothing beside the noise
 * that is asked about. */
static const double NEAR = 1e-4;

/* Values of neighbors that differ by a hundredth of what noise would make them
 * differ by are no accident, if so many of them, and such a share, do. */
static const double SAME = 0.01, SAME_SHARE = 0.25;
enum { LEAST_SAME = 5 };

/* Does the least distance of point i, r2 to all, have a pair that is near, and is
 * it the same?  That values with a variance of their own agree says nothing of the
 * noise of those without. */
static void look_at(const struct inlay_regression *g, const double *r2,
                    size_t i, size_t *n_near, size_t *n_same)
{
    const struct inlay_gp *gp = g->gp;
    const struct inlay_gp_component *c = &gp->comp[0];
    size_t j = i == 0 ? 1 : 0;
    for (size_t k = 0; k < gp->n_data; k++)
        if (k != i && r2[k] < r2[j])
            j = k;
    const bool is_near = r2[j] < NEAR && !inlay_data_is_given(&g->data, i) &&
                         !inlay_data_is_given(&g->data, j);
    *n_near += is_near;
    *n_same += is_near && fabs(c->y[i] - c->y[j]) < SAME * sqrt(2.0 * c->noise);
}

/* *is := values of neighbors agree far too well for the noise of the fit. */
static inlay_status agree(const struct inlay_regression *g, bool *is,
                          inlay_error *err)
{
    const struct inlay_gp *gp = g->gp;
    const size_t n = gp->n_data, dim = gp->metric.enc->dim;
    size_t n_near = 0, n_same = 0;
    double *r2 = inlay_mem_doubles(gp->n_points + dim);
    if (!r2)
        return inlay_fail_memory(err, "neighbors");
    double *z = r2 + gp->n_points;
    for (size_t i = 0; n > 1 && i < n; i++) {
        inlay_metric_embed_row(&gp->metric, &g->data, i, z);
        inlay_metric_cross(&gp->metric, gp->comp[0].w, gp->Z, gp->n_points,
                           gp->room, z, 1, r2);
        look_at(g, r2, i, &n_near, &n_same);
    }
    *is = n_same >= LEAST_SAME && (double)n_same >= SAME_SHARE * (double)n_near;
    inlay_mem_free(r2);
    return INLAY_OK;
}

/* What was observed twice: ∞, −∞, or NaN where nothing was. */
static double odds_by_repeats(const struct inlay_regression *g)
{
    const struct inlay_data *d = &g->data;
    if (d->n_extra == 0)
        return NAN;
    return d->ss_within > 0.0 ? INFINITY : -INFINITY;
}

inlay_status inlay_rival_init(struct inlay_rival *r,
                              const struct inlay_regression *g,
                              const struct inlay_belief_options *o,
                              enum inlay_noise noise, inlay_error *err)
{
    *r = (struct inlay_rival){0};
    const inlay_status st =
        inlay_hyper_init(&r->h, &g->gp->metric, o->gp.priors, noise, err);
    return st == INLAY_OK ? inlay_evidence_init(&r->ev, &g->gp->metric,
                                                &g->data, g->gp->kernel,
                                                o->gp.jitter, o->gp.watch, err)
                          : st;
}

void inlay_rival_clear(struct inlay_rival *r)
{
    inlay_evidence_clear(&r->ev);
    inlay_hyper_clear(&r->h);
}

static inlay_status compare_fits(const struct inlay_regression *g,
                                 const struct inlay_belief_options *o,
                                 double *log_odds, double *quiet,
                                 inlay_error *err)
{
    struct inlay_rival r;
    inlay_status st = inlay_rival_init(&r, g, o, INLAY_NOISE_NONE, err);
    if (st == INLAY_OK)
        st = compare(g, &r.ev, &r.h, log_odds, quiet, err);
    if (st == INLAY_OK) /* what was cut short is no evidence */
        st = inlay_watch_settle(o->gp.watch, st, err);
    inlay_rival_clear(&r);
    return st;
}

/* Of a fit without noise: that of one with noise is as good. */
inlay_status inlay_noise_is_open(const struct inlay_regression *g,
                                 const struct inlay_belief_options *o, bool *is,
                                 inlay_error *err)
{
    struct inlay_rival r;
    double *theta = inlay_mem_doubles(inlay_theta_n(g->gp->metric.n_scales));
    inlay_status st = theta ? inlay_rival_init(&r, g, o, INLAY_NOISE_YES, err)
                            : inlay_fail_memory(err, "the odds of noise");
    if (!theta)
        return st;
    if (st == INLAY_OK) {
        inlay_hyper_start(&r.h, theta);
        st = inlay_fit_map(&r.ev, &r.h, theta, err);
    }
    if (st == INLAY_OK)
        *is = inlay_evidence_value(&r.ev, theta) >
              likelihood_of_fit(&r.ev, g->gp) - SAYS_NOTHING;
    inlay_rival_clear(&r);
    inlay_mem_free(theta);
    return st;
}

inlay_status inlay_noise_odds(const struct inlay_regression *g,
                              const struct inlay_belief_options *o,
                              double *log_odds, double *quiet, inlay_error *err)
{
    const double repeats = odds_by_repeats(g);
    bool is_refuted = repeats < 0.0;
    inlay_status st = INLAY_OK;
    *log_odds = repeats;
    if (repeats > 0.0)
        return INLAY_OK;
    if (!is_refuted)
        st = agree(g, &is_refuted, err);
    if (st == INLAY_OK && (quiet || !is_refuted))
        st = compare_fits(g, o, log_odds, quiet, err);
    if (is_refuted)
        *log_odds = -INFINITY;
    return st;
}

double inlay_noise_enough(bool was_found)
{
    return was_found ? ENOUGH_TO_STAY : ENOUGH_TO_BEGIN;
}

bool inlay_noise_is_refuted(double log_odds)
{
    return log_odds < REFUTED;
}

bool inlay_noise_is_mode(double log_ratio)
{
    return log_ratio > BETWEEN_MODES;
}

bool inlay_noise_is_beyond_doubt(const struct inlay_regression *g,
                                 double log_odds)
{
    return log_odds >= beyond_doubt(g);
}

inlay_status inlay_noise_is_shown(const struct inlay_regression *g,
                                  const struct inlay_belief_options *o,
                                  bool *is, inlay_error *err)
{
    const bool is_declared =
        o->gp.noise != INLAY_NOISE_AUTO || inlay_regression_given(g) > 0.0;
    if (g->noise.is_found || !isnan(g->noise.log_odds)) { /* asked already */
        *is = g->noise.is_shown;
        return INLAY_OK;
    }
    double odds = INFINITY;
    const inlay_status st =
        is_declared ? INLAY_OK : inlay_noise_odds(g, o, &odds, NULL, err);
    *is = odds >= beyond_doubt(g);
    return st;
}
