/*
 * scatter.c: is there noise, and the model where there is.
 */
#include "strategy/scatter.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/fit.h"
#include "strategy/noise.h"

/* Samples of θ, and sweeps before the first: the chain goes on from ask to ask.  A
 * sweep is some likelihoods for each length-scale, so with many of them, or many
 * points, the maximum must do; and with many points it says enough. */
enum { N_SAMPLES = 4, BURN_IN = 2, MOST_SCALES = 8, MOST_POINTS = 200 };

/* A warm climb stays in its mode; now and then the default start is tried. */
enum { LOOK_AROUND = 4 };

/* ---- Is there noise? ---- */

static bool looks_for_noise(const struct inlay_belief_options *o)
{
    return o->samples_noise && o->gp.priors == INLAY_PRIORS_INLAY;
}

/* By the option, or by a variance given with a value. */
static bool is_declared(const struct inlay_scatter *s)
{
    return s->options->gp.noise == INLAY_NOISE_YES ||
           inlay_regression_given(s->g) > 0.0;
}

bool inlay_scatter_is_known(const struct inlay_scatter *s)
{
    const struct inlay_belief_options *o = s->options;
    return looks_for_noise(o) && o->adapts_warp &&
           o->gp.noise != INLAY_NOISE_NONE && is_declared(s);
}

/* The noise ratio at which a search ended. */
static bool was_noisy(const struct inlay_scatter *s,
                      const struct inlay_start *start)
{
    const size_t P = s->g->gp->metric.n_scales;
    return start->is_warm &&
           inlay_noise_is_mode(start->theta[inlay_theta_noise(P)] -
                               start->theta[inlay_theta_amp(P)]);
}

/* ---- With noise ---- */

struct candidate {
    struct inlay_warp warp;
    double *theta;
    double score;  /* log of the posterior density, Jacobian included */
    double *spare; /* room for θ */
};

static double log_jacobian(const struct inlay_regression *g)
{
    double sum = 0.0;
    for (size_t i = 0; i < g->data.n_obs; i++)
        sum += inlay_warp_log_slope(&g->warp, g->values[i]);
    return sum;
}

/* The best θ under g->warp, from c->theta on, or with many points c->theta itself:
 * the climb comes with the fit. */
static inlay_status climb(const struct inlay_scatter *s,
                          const struct inlay_metric *metric,
                          const struct inlay_hyper *hyper, bool is_warm,
                          struct candidate *c, inlay_error *err)
{
    struct inlay_regression *g = s->g;
    const struct inlay_gp_options *o = &s->options->gp;
    struct inlay_evidence ev = {0};
    inlay_regression_apply_warp(g);
    inlay_status st = inlay_evidence_init(&ev, metric, &g->data, o->kernel,
                                          o->jitter, o->watch, err);
    if (st == INLAY_OK && g->data.n > MOST_POINTS)
        c->score =
            inlay_fit_log_posterior(&ev, hyper, c->theta, NULL, c->spare);
    else if (st == INLAY_OK && (!is_warm || g->data.n % LOOK_AROUND == 0))
        st = inlay_fit_map(&ev, hyper, c->theta, err);
    if (st == INLAY_OK && g->data.n <= MOST_POINTS)
        st = inlay_fit_go_on(&ev, hyper, c->theta, &c->score, err);
    c->score += log_jacobian(g);
    c->warp = g->warp;
    g->n_warp_likelihoods += ev.counts.n_evaluations;
    inlay_evidence_clear(&ev);
    return st;
}

/* g->warp := the likelier one of bad-log and none, *theta := its maximum. */
static inlay_status choose_warp(const struct inlay_scatter *s,
                                const struct inlay_metric *metric,
                                const struct inlay_hyper *hyper, bool is_warm,
                                double *theta, inlay_error *err)
{
    static const enum inlay_warp_kind KINDS[] = {INLAY_WARP_NONE,
                                                 INLAY_WARP_BAD_LOG};
    const size_t n = inlay_theta_n(hyper->n_scales), n_obs = s->g->data.n_obs;
    struct candidate best = {.score = -INFINITY}, c = {0};
    double *scratch;
    inlay_status st = INLAY_OK;
    const struct inlay_mem_part parts[] = {INLAY_PART(c.theta, n),
                                           INLAY_PART(c.spare, n),
                                           INLAY_PART(best.theta, n),
                                           INLAY_PART(scratch, n_obs),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the choice of a warp");
    for (size_t k = 0; st == INLAY_OK && k < sizeof KINDS / sizeof *KINDS;
         k++) {
        memcpy(c.theta, theta, n * sizeof *theta);
        inlay_warp_fit(&s->g->warp, KINDS[k], s->g->values, n_obs, scratch);
        st = climb(s, metric, hyper, is_warm, &c, err);
        if (st == INLAY_OK && (k == 0 || c.score > best.score)) {
            memcpy(best.theta, c.theta, n * sizeof *theta);
            best.warp = c.warp;
            best.score = c.score;
        }
    }
    if (st == INLAY_OK) {
        memcpy(theta, best.theta, n * sizeof *theta);
        s->g->warp = best.warp;
        inlay_regression_apply_warp(s->g);
    }
    inlay_mem_free(c.theta);
    return st;
}

/* The same, with metric and priors made for it. */
static inlay_status adapt_warp(const struct inlay_scatter *s, bool is_warm,
                               double *theta, size_t *n_scales,
                               inlay_error *err)
{
    struct inlay_metric metric = {0};
    struct inlay_hyper hyper = {0};
    inlay_status st = inlay_metric_init(&metric, s->g->enc,
                                        s->options->gp.is_per_category, err);
    if (st == INLAY_OK)
        st = inlay_hyper_init(&hyper, &metric, s->options->gp.priors,
                              INLAY_NOISE_YES, err);
    if (st == INLAY_OK && s->options->adapts_warp)
        st = choose_warp(s, &metric, &hyper, is_warm, theta, err);
    *n_scales = metric.n_scales;
    inlay_hyper_clear(&hyper);
    inlay_metric_clear(&metric);
    return st;
}

static inlay_status fit_noisy(const struct inlay_scatter *s, bool is_warm,
                              double *theta, inlay_error *err)
{
    struct inlay_gp_options gp = s->options->gp;
    size_t n_scales = 0;
    gp.noise = INLAY_NOISE_YES;
    const inlay_status st = adapt_warp(s, is_warm, theta, &n_scales, err);
    if (s->is_objective && n_scales <= MOST_SCALES &&
        s->g->data.n <= MOST_POINTS) {
        gp.inference = INLAY_INFERENCE_SLICE;
        gp.n_samples = N_SAMPLES;
        gp.burn_in = BURN_IN;
    }
    return st == INLAY_OK ? inlay_regression_refit(s->g, &gp, theta,
                                                   s->n_pending, s->rng, err)
                          : st;
}

/* ---- Without ---- */

static inlay_status fit_quiet(const struct inlay_scatter *s,
                              const double *theta, inlay_error *err)
{
    struct inlay_gp_options gp = s->options->gp;
    gp.noise = INLAY_NOISE_NONE;
    return inlay_regression_refit(s->g, &gp, theta, s->n_pending, s->rng, err);
}

/* Of a first fit that sees noise: is it found?  *quiet := θ without. */
static inlay_status judge(const struct inlay_scatter *s, bool was,
                          double *quiet, inlay_error *err)
{
    struct inlay_noise_finding *noise = &s->g->noise;
    const inlay_status st =
        inlay_noise_odds(s->g, s->options, &noise->log_odds, quiet, err);
    noise->is_found = noise->log_odds >= inlay_noise_enough(was);
    noise->is_shown = inlay_noise_is_beyond_doubt(s->g, noise->log_odds);
    return st;
}

static inlay_status settle_first(const struct inlay_scatter *s,
                                 const struct inlay_start *start,
                                 inlay_error *err)
{
    struct inlay_regression *g = s->g;
    const size_t n = inlay_theta_n(g->gp->metric.n_scales);
    double *quiet = inlay_mem_doubles(n);
    if (!quiet)
        return inlay_fail_memory(err, "hyper-parameters");
    inlay_status st = judge(s, was_noisy(s, start), quiet, err);
    memcpy(start->theta, inlay_gp_last_theta(g->gp), n * sizeof *quiet);
    if (st == INLAY_OK && g->noise.is_found)
        st = fit_noisy(s, true, start->theta, err);
    else if (st == INLAY_OK && inlay_noise_is_refuted(g->noise.log_odds))
        st = fit_quiet(s, quiet, err);
    inlay_mem_free(quiet);
    return st;
}

inlay_status inlay_scatter_settle(const struct inlay_scatter *s,
                                  const struct inlay_start *start,
                                  inlay_error *err)
{
    struct inlay_regression *g = s->g;
    g->noise = (struct inlay_noise_finding){.log_odds = NAN};
    if (!looks_for_noise(s->options))
        return INLAY_OK;
    g->noise.is_found = g->noise.is_shown = is_declared(s);
    if (s->options->gp.noise == INLAY_NOISE_NONE)
        return INLAY_OK;
    if (g->noise.is_found)
        return fit_noisy(s, start->is_warm, start->theta, err);
    if (inlay_regression_noise_ratio(g) < INLAY_NOISY_RATIO)
        return INLAY_OK;
    return settle_first(s, start, err);
}
