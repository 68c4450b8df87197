/*
 * gpbo.c: Bayesian optimization with a Gaussian process.  Read this first.
 *
 * After the initial design (sequential.c) a suggestion is a straight chain:
 * belief (models), appraisal (acquisition) and its maximizer.  The three ways of
 * the paper differ in the cube they search and in where they learn, and in nothing
 * else:
 *
 *     method     fits on              the kernel sees
 *     gp-naive   encode(x)            the one-hot cube as it is
 *     gp-basic   where it asked       the one-hot cube as it is
 *     gp         encode(x)            T(u)
 *
 * The minimum of the mean is kept with the belief, so that recommend and ask
 * share one search.
 */
#include <math.h>
#include <string.h>

#include "acquire/maximize.h"
#include "acquire/mean.h"
#include "base/error.h"
#include "base/mem.h"
#include "strategy/appraisal.h"
#include "strategy/belief.h"
#include "strategy/boxes.h"
#include "strategy/estimate.h"
#include "strategy/methods.h"
#include "strategy/noise.h"
#include "strategy/probe.h"
#include "strategy/region.h"
#include "strategy/relevance.h"
#include "strategy/unmeasured.h"

/* Keys of the random streams of a trial. */
enum {
    STREAM_BELIEF = 1,
    STREAM_SEARCH = 2,
    STREAM_LAST_RESORT = 3,
    STREAM_APPRAISAL = 4
};

/* How far, as a share of a range, a recommendation may be from the trial of the
 * least mean, where values scatter. */
static const double NEIGHBORHOOD = 0.1;

/* Where the averaged posterior mean is least, docs/maths.md (18). */
struct minimum {
    double *u; /* enc->dim; NULL: not searched */
    double mean;
    size_t n_values;        /* of the acquisition, to find it */
    struct inlay_rng after; /* the stream of the search, at its end */
};

struct gpbo {
    struct inlay_strategy base;    /* first */
    struct inlay_encoding relaxed; /* gp-naive, gp-basic */
    enum inlay_gpbo_way way;
    enum inlay_trust trust;
    double trust_share; /* of the suggestions that stay in the region */
    double local_share; /* of the candidates that are near the best points */
    struct inlay_belief_options belief_options;
    struct inlay_appraisal_options appraisal_options;
    struct inlay_maximize_options maximize;

    struct inlay_belief belief;
    struct inlay_appraisal appraisal;
    struct minimum minimum;
};

static struct gpbo *gpbo_of(struct inlay_strategy *s)
{
    return (struct gpbo *)s;
}

/* The cube that is searched. */
static const struct inlay_encoding *cube_of(const struct gpbo *s)
{
    return s->base.design.enc;
}

/* ---- Belief ---- */

static void forget(struct inlay_strategy *base)
{
    struct gpbo *s = gpbo_of(base);
    inlay_appraisal_clear(&s->appraisal);
    inlay_belief_clear(&s->belief);
    inlay_mem_free(s->minimum.u);
    s->minimum.u = NULL;
}

static inlay_status believe(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_BELIEF);
    return inlay_belief_form(&s->belief, cube_of(s), h, &s->belief_options, &r,
                             err);
}

static inlay_status appraise(struct inlay_strategy *base,
                             const struct inlay_history *h,
                             const struct inlay_rng *rng, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_APPRAISAL);
    base->acquisition =
        inlay_appraisal_acquisition(&s->appraisal_options, &s->belief);
    return inlay_appraisal_form(&s->appraisal, &s->belief, h,
                                &s->appraisal_options, &r, err);
}

/* ---- Search ---- */

struct forbidden {
    struct inlay_boxes boxes;
    const struct inlay_encoding *enc;
    inlay_value *x; /* room for all variables */
    double *u;      /* room for the exact encoding */
};

/* Asked before, or in the box of a failed or pending trial.  In the relaxed cube a
 * point is known by what it decodes to. */
static bool is_forbidden(const double *u, void *context)
{
    const struct forbidden *f = context;
    if (f->enc->is_relaxed) {
        inlay_decode(f->enc, u, f->x);
        inlay_encode(f->boxes.h->exact, f->x, f->u);
        u = f->u;
    }
    return inlay_seen_find(&f->boxes.h->seen, u) ||
           inlay_boxes_hold(&f->boxes, u);
}

/* The points of the best trials, rows of `centers`; returns how many.  Repeats
 * of a configuration count each, unlike those of the data in appraisal.c. */
static size_t best_of_trials(const struct gpbo *s,
                             const struct inlay_history *h, double *centers)
{
    const struct inlay_record *best[INLAY_BELIEF_CENTERS];
    const size_t n = inlay_history_best_few(h, INLAY_BELIEF_CENTERS, best);
    for (size_t k = 0; k < n; k++)
        inlay_regression_point(cube_of(s), best[k],
                               s->belief_options.fits_asked,
                               centers + k * cube_of(s)->dim);
    return n;
}

/* u := the maximizer of acq, not forbidden unless f is NULL. */
static inlay_status maximize(const struct gpbo *s,
                             const struct inlay_history *h,
                             const struct inlay_acq *acq, struct forbidden *f,
                             bool is_confined, struct inlay_rng *rng, double *u,
                             struct inlay_maximize_result *r, inlay_error *err)
{
    double *centers = inlay_mem_doubles(INLAY_BELIEF_CENTERS * cube_of(s)->dim);
    if (!centers)
        return inlay_fail_memory(err, "the best trials");
    struct inlay_search q = {
        .acq = acq,
        .enc = cube_of(s),
        .centers = centers,
        .n_centers = best_of_trials(s, h, centers),
        .local_share = s->local_share,
        .is_forbidden = f ? is_forbidden : NULL,
        .context = f,
    };
    if (q.n_centers > 0 && is_confined)
        q.region = inlay_region_of(h, s->base.n_initial, cube_of(s), centers);
    const inlay_status st = inlay_maximize(&q, &s->maximize, rng, u, r, err);
    inlay_mem_free(centers);
    return st;
}

/* Of the trials that are feasible, that with the least mean; of those that are
 * not, that which is nearest to it.  With limits, the mean has its minimum where
 * a limit is broken. */
static inlay_status find_feasible(struct gpbo *s, const struct inlay_history *h,
                                  double *u, inlay_error *err)
{
    const struct inlay_record *best = NULL;
    const struct inlay_gp *gp = s->belief.objective.gp;
    double least = INFINITY;
    double *scratch = inlay_mem_doubles(gp->base.n_scratch);
    if (!scratch)
        return inlay_fail_memory(err, "the minimum of the mean");
    for (size_t i = 0; i < h->n && !inlay_watch_poll(s->base.watch); i++) {
        const struct inlay_record *r = h->record[i];
        double mean, var;
        if (r->state != INLAY_STATE_DONE || r->violation > 0.0)
            continue;
        inlay_regression_point(cube_of(s), r, s->belief_options.fits_asked, u);
        inlay_regression_moments(&s->belief.objective, u, &mean, &var, scratch);
        if (mean < least) {
            least = mean;
            best = r;
        }
    }
    best = best ? best : inlay_history_best(h);
    inlay_regression_point(cube_of(s), best, s->belief_options.fits_asked, u);
    inlay_regression_moments(&s->belief.objective, u, &least, &(double){0},
                             scratch);
    inlay_mem_free(scratch);
    if (inlay_watch_is_over(s->base.watch))
        return inlay_watch_settle(s->base.watch, INLAY_OK, err);
    s->minimum = (struct minimum){.u = u, .mean = least};
    return INLAY_OK;
}

/* Where values scatter: the least mean beside the trial of the least mean.  A mean
 * far from all trials is a guess, and would be another one after the next. */
static inlay_status find_near_trials(const struct gpbo *s,
                                     const struct inlay_acq *mean,
                                     struct inlay_rng *rng, double *u,
                                     struct inlay_maximize_result *r,
                                     inlay_error *err)
{
    const double *best = inlay_regression_best_mean(&s->belief.objective);
    const struct inlay_search q = {
        .acq = mean,
        .enc = cube_of(s),
        .centers = best,
        .n_centers = 1,
        .local_share = 1.0,
        .region = {best, NEIGHBORHOOD, 1},
    };
    return inlay_maximize(&q, &s->maximize, rng, u, r, err);
}

/* The minimum of the mean of the belief, which is there.  Whoever asks first, it
 * comes from the start of the trial's stream of searches: recommend and suggest
 * find the same. */
static inlay_status find_minimum(struct gpbo *s, const struct inlay_history *h,
                                 const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_rng r = inlay_rng_split(rng, STREAM_SEARCH);
    struct inlay_maximize_result found = {0};
    struct inlay_mean_acq mean;

    if (s->minimum.u)
        return INLAY_OK;
    double *u = inlay_mem_doubles(cube_of(s)->dim);
    if (!u)
        return inlay_fail_memory(err, "the minimum of the mean");
    inlay_mean_acq_init(&mean, &s->belief.objective.gp->base);
    const inlay_status st =
        s->belief.n_limited > 0 ? find_feasible(s, h, u, err)
        : s->belief.objective.noise.is_shown &&
                s->belief.objective.n_rows_inside > 0
            ? find_near_trials(s, &mean.base, &r, u, &found, err)
            : maximize(s, h, &mean.base, NULL, false, &r, u, &found, err);
    if (st != INLAY_OK)
        inlay_mem_free(u);
    else if (!s->minimum.u)
        s->minimum = (struct minimum){u, -found.value, found.n_values, r};
    return st;
}

/* EI that improves on the minimum of the mean: that is best[n_comp] in the place
 * of what the belief has.  The search goes on with the random numbers that the
 * minimum left. */
static inlay_status
search_below_minimum(const struct gpbo *s, const struct inlay_history *h,
                     struct forbidden *f, bool is_confined, double *u,
                     struct inlay_maximize_result *r, inlay_error *err)
{
    const size_t n_comp = s->belief.objective.gp->base.n_comp;
    struct inlay_ei ei = s->appraisal.inner.ei;
    struct inlay_weighted acq = s->appraisal.acq;
    struct inlay_rng rng = s->minimum.after;
    double *best = inlay_mem_doubles(n_comp);
    if (!best)
        return inlay_fail_memory(err, "incumbents");
    for (size_t k = 0; k < n_comp; k++)
        best[k] = s->minimum.mean;
    ei.best = best;
    acq.inner = &ei.base;
    const inlay_status st =
        maximize(s, h, &acq.base, f, is_confined, &rng, u, r, err);
    r->n_values += s->minimum.n_values;
    inlay_mem_free(best);
    return st;
}

/* EI improves on the minimum of the mean as it is without pending trials. */
static bool improves_on_minimum(const struct gpbo *s,
                                const struct inlay_history *h)
{
    const struct inlay_appraisal_options *o = &s->appraisal_options;
    return s->belief.objective.gp && s->belief.n_limited == 0 &&
           inlay_acquisition_has_incumbent(s->base.acquisition) &&
           o->incumbent == INLAY_INCUMBENT_RECOMMENDED &&
           inlay_history_n_pending(h) == 0;
}

/* u := the most promising point of the appraisal, not forbidden unless f is
 * NULL. */
static inlay_status search_best(struct gpbo *s, const struct inlay_history *h,
                                struct forbidden *f,
                                const struct inlay_rng *rng, double *u,
                                inlay_error *err)
{
    struct inlay_rng stream = inlay_rng_split(rng, STREAM_SEARCH);
    const bool is_confined = s->trust == INLAY_TRUST_YES &&
                             inlay_rng_uniform(&stream) < s->trust_share;
    struct inlay_maximize_result r = {0};
    inlay_status st;

    if (improves_on_minimum(s, h)) {
        st = find_minimum(s, h, rng, err);
        if (st == INLAY_OK)
            st = search_below_minimum(s, h, f, is_confined, u, &r, err);
    } else {
        st = maximize(s, h, &s->appraisal.acq.base, f, is_confined, &stream, u,
                      &r, err);
    }
    s->base.stats.n_candidates += r.n_values;
    return st;
}

static inlay_status count(struct gpbo *s, const struct inlay_history *h,
                          inlay_error *err)
{
    inlay_ask_stats *stats = &s->base.stats;
    stats->n_likelihoods = s->belief.counts.n_evaluations;
    stats->n_jitters = s->belief.counts.n_jitters;
    stats->jitter = s->belief.counts.max_jitter;
    stats->n_minima = s->appraisal.n_minima;
    stats->n_unconverged = s->appraisal.n_unconverged;
    return inlay_estimate_told(&s->belief.objective, h, &s->belief_options,
                               &stats->noise_sd, err);
}

/* The same outside of the boxes.  Where they leave nothing they shrink. */
static inlay_status search_outside(struct gpbo *s,
                                   const struct inlay_history *h,
                                   struct forbidden *f,
                                   const struct inlay_rng *rng, double *u,
                                   inlay_error *err)
{
    inlay_status st;
    do
        st = search_best(s, h, f, rng, u, err);
    while (st == INLAY_EXHAUSTED && inlay_boxes_shrink(&f->boxes));
    return st;
}

static bool finds_noise(const struct inlay_strategy *base)
{
    return ((const struct gpbo *)base)->belief.objective.noise.is_shown;
}

/* *out := the trial that is to be measured again before anything new, or NULL. */
static inlay_status measure_again(const struct gpbo *s,
                                  const struct inlay_history *h,
                                  const struct inlay_record **out,
                                  inlay_error *err)
{
    *out = inlay_unmeasured_best(h);
    if (*out || !s->base.design.repeats_noise)
        return INLAY_OK;
    return inlay_probe_find(h, &s->belief.objective, &s->belief_options, out,
                            err);
}

static inlay_status search(struct inlay_strategy *base,
                           const struct inlay_history *h,
                           const struct inlay_rng *rng, double *u,
                           inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    const struct inlay_encoding *exact = base->design.exact;
    struct forbidden f = {inlay_boxes_of(h), cube_of(s), NULL, NULL};

    const struct inlay_record *again = NULL;
    inlay_status found = count(s, h, err);

    if (found == INLAY_OK)
        found = measure_again(s, h, &again, err);
    if (found != INLAY_OK)
        return found;
    if (again) {
        inlay_regression_point(cube_of(s), again, s->belief_options.fits_asked,
                               u);
        return INLAY_OK;
    }
    if (inlay_strategy_repeats(base) && h->n_done > 0)
        return search_best(s, h, NULL, rng, u, err);
    f.x = inlay_mem_new(inlay_space_n_variables(exact->space), sizeof *f.x);
    f.u = inlay_mem_doubles(exact->dim);
    const inlay_status st = f.x && f.u ? search_outside(s, h, &f, rng, u, err)
                                       : inlay_fail_memory(err, "a suggestion");
    inlay_mem_free(f.x);
    inlay_mem_free(f.u);
    return st;
}

/* A memo that another process could not leave must not stand in the journal: a
 * belief that happens to be cached does not count unless by_model. */
static inlay_status leave_trace(const struct inlay_strategy *base,
                                const double *u, bool by_model,
                                struct inlay_trace *trace, inlay_error *err)
{
    const struct gpbo *s = (const struct gpbo *)base;
    const size_t dim = cube_of(s)->dim;
    if (s->way == INLAY_GPBO_BASIC) {
        trace->asked = inlay_mem_doubles(dim);
        if (!trace->asked)
            return inlay_fail_memory(err, "a trace");
        memcpy(trace->asked, u, dim * sizeof *u);
        trace->n_asked = dim;
    }
    return by_model ? inlay_belief_memo(&s->belief, &trace->memo, err)
                    : INLAY_OK;
}

/* ---- Predict, recommend ---- */

static inlay_status predict(struct inlay_strategy *base, const double *u,
                            inlay_prediction *out, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    return inlay_belief_predict(&s->belief, u, &s->appraisal.acq.base, out,
                                err);
}

static inlay_status minimum(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, double *u,
                            inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    const inlay_status st = find_minimum(s, h, rng, err);
    if (st == INLAY_OK)
        memcpy(u, s->minimum.u, cube_of(s)->dim * sizeof *u);
    return st;
}

/* A model that sees noise where there is none must not be asked, and one that sees
 * none need not be, but for entropy searches, whose trials are there to learn. */
static inlay_status prefers_minimum(const struct inlay_strategy *base,
                                    bool *prefers, inlay_error *err)
{
    const struct gpbo *s = (const struct gpbo *)base;
    const struct inlay_regression *g = &s->belief.objective;
    if (!isnan(g->noise.log_odds) || g->noise.is_found ||
        inlay_regression_noise_ratio(g) > INLAY_NOISY_RATIO)
        return inlay_noise_is_shown(g, &s->belief_options, prefers, err);
    *prefers =
        !inlay_acquisition_has_incumbent(s->appraisal_options.acquisition);
    return INLAY_OK;
}

/* ---- Insight ---- */

static inlay_status predict_output(struct inlay_strategy *base, const double *u,
                                   size_t output, inlay_output_prediction *out,
                                   inlay_error *err)
{
    return inlay_belief_predict_output(&gpbo_of(base)->belief, u, output, out,
                                       err);
}

/* The model of an output, NULL where there is none. */
static const struct inlay_regression *model_of(struct inlay_strategy *base,
                                               size_t output)
{
    const struct inlay_regression *g =
        inlay_belief_output(&gpbo_of(base)->belief, output);
    return g && g->gp ? g : NULL;
}

static bool models(struct inlay_strategy *base, size_t output)
{
    return model_of(base, output) != NULL;
}

static inlay_status relevance(struct inlay_strategy *base, size_t output,
                              inlay_relevance *out, inlay_error *err)
{
    return inlay_relevance_find(model_of(base, output)->gp, out, err);
}

/* A limited output is modelled with its bad side up: turned back here. */
static void turn(const struct inlay_regression *g, inlay_residual *r)
{
    r->value *= g->sign;
    r->mean *= g->sign;
    r->z *= g->sign;
}

static inlay_status leave_one_out(struct inlay_strategy *base,
                                  const struct inlay_history *h, size_t output,
                                  const struct inlay_rng *rng,
                                  inlay_residual *out, size_t *n,
                                  inlay_error *err)
{
    const struct inlay_regression *g = model_of(base, output);
    (void)rng;
    const inlay_status st = inlay_regression_leave_one_out(g, h, out, err);
    for (size_t k = 0; st == INLAY_OK && k < g->n_inside; k++)
        turn(g, &out[k]);
    *n = g->n_inside;
    return st;
}

static inlay_status residual(struct inlay_strategy *base, const double *u,
                             size_t output, double y, double variance,
                             inlay_residual *out, inlay_error *err)
{
    const struct inlay_regression *g = model_of(base, output);
    const inlay_status st =
        inlay_regression_residual(g, u, g->sign * y, variance, out, err);
    if (st == INLAY_OK)
        turn(g, out);
    return st;
}

static inlay_status hyper(struct inlay_strategy *base, const double *u,
                          size_t output, inlay_hyperparameters *out,
                          double **numbers, inlay_error *err)
{
    return inlay_regression_hyper(model_of(base, output), u, out, numbers, err);
}

static inlay_status noise(struct inlay_strategy *base, const double *u,
                          inlay_noise_estimate *out, inlay_error *err)
{
    const struct gpbo *s = gpbo_of(base);
    return inlay_estimate_noise(&s->belief.objective, &s->belief_options, u,
                                out, err);
}

/* ---- Making one ---- */

static void clear(struct inlay_strategy *base)
{
    inlay_encoding_clear(&gpbo_of(base)->relaxed);
}

static size_t clamp(size_t n, size_t lo, size_t hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

/* Options that are 0 or auto get their values here. */
static void read_options(struct gpbo *s, const inlay_options *o)
{
    const size_t dim = s->base.design.exact->dim;
    const bool is_grid =
        inlay_options_choice(o, INLAY_OPT_SEARCH) == INLAY_SEARCH_GRID;
    const bool is_sampled =
        inlay_options_choice(o, INLAY_OPT_INFERENCE) == INLAY_INFERENCE_SLICE;
    const size_t per_axis = is_sampled ? 60 : 100;
    const int trust = inlay_options_choice(o, INLAY_OPT_TRUST_REGION);

    s->base.n_initial =
        inlay_strategy_count(o, INLAY_OPT_INITIAL, clamp(2 * dim, 4, 10));
    s->trust = trust != INLAY_TRUST_AUTO    ? trust
               : dim > INLAY_HIGH_DIMENSION ? INLAY_TRUST_YES
                                            : INLAY_TRUST_NO;
    s->trust_share = 0.5;
    s->local_share = is_grid ? 0.0 : 0.5;
    inlay_belief_read_options(o, dim, &s->belief_options);
    s->belief_options.gp.watch = s->base.watch;
    s->belief_options.fits_asked = s->way == INLAY_GPBO_BASIC;
    inlay_appraisal_read_options(o, &s->appraisal_options);
    s->base.acquisition = s->appraisal_options.acquisition;
    s->maximize = (struct inlay_maximize_options){
        .n_candidates = inlay_strategy_count(o, INLAY_OPT_CANDIDATES,
                                             clamp(per_axis * dim, 200, 2000)),
        .n_starts =
            inlay_strategy_count(o, INLAY_OPT_STARTS, is_sampled ? 6 : 8),
        .n_rounds = is_grid ? 1 : 8,
        .n_steps = is_grid ? 60 : 12,
        .gain_tol = 1e-4,
        .has_moves = !is_grid,
        .n_exhaustive = is_grid ? 0 : INLAY_MAXIMISE_EXHAUSTIVE,
        .n_threads = inlay_options_count(o, INLAY_OPT_THREADS),
        .watch = s->base.watch,
    };
}

static inlay_status init(struct inlay_strategy *base, const inlay_options *o,
                         int way, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    s->way = way;
    read_options(s, o);
    if (way == INLAY_GPBO_EXACT)
        return INLAY_OK;
    base->design.enc = &s->relaxed;
    return inlay_encoding_init(&s->relaxed, base->design.exact->space, true,
                               err);
}

const struct inlay_strategy_ops inlay_gpbo_ops = {
    .size = sizeof(struct gpbo),
    .begins = INLAY_ORIGIN_DESIGN,
    .random_stream = STREAM_LAST_RESORT,
    .learns_from_failures = true,
    .learns_from_outside = true,
    .init = init,
    .believe = believe,
    .appraise = appraise,
    .forget = forget,
    .search = search,
    .leave_trace = leave_trace,
    .predict = predict,
    .predict_output = predict_output,
    .models = models,
    .minimum = minimum,
    .prefers_minimum = prefers_minimum,
    .finds_noise = finds_noise,
    .relevance = relevance,
    .leave_one_out = leave_one_out,
    .residual = residual,
    .hyper = hyper,
    .noise = noise,
    .clear = clear,
};
