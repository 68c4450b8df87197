/*
 * gpbo.c: Bayesian optimisation with a Gaussian process.  Read this first.
 *
 * A suggestion is a straight chain: an initial design, then belief (models),
 * appraisal (acquisition) and its maximiser.  The three ways of the paper differ
 * in the cube they search and in where they learn, see gpbo.h; nothing else does.
 *
 * Belief, appraisal and the minimum of the mean are functions of (history,
 * options, rng of the next trial); they are kept until the history changes, so
 * that predict and ask share one fit, and recommend and ask one search.
 */
#include "strategy/gpbo.h"

#include <math.h>
#include <string.h>

#include "acquire/maximise.h"
#include "acquire/mean.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "strategy/appraisal.h"
#include "strategy/belief.h"
#include "strategy/design.h"
#include "strategy/random.h"
#include "strategy/region.h"
#include "strategy/relevance.h"

/* Keys of the random streams of a trial. */
enum {
    STREAM_BELIEF = 1,
    STREAM_SEARCH = 2,
    STREAM_LAST_RESORT = 3,
    STREAM_APPRAISAL = 4
};

enum { N_CENTRES = 5 };

/* Noise above this share of the amplitude, and the best observed value is luck
 * as much as merit: the recommendation is then the model's. */
static const double NOISY_RATIO = 1e-3;

/* Of the range of each numeric axis, see is_beside. */
static const double BESIDE = 0.01;

/* Where the averaged posterior mean is least, docs/maths.md (18). */
struct minimum {
    double *u; /* enc->dim; NULL: not searched */
    double mean;
    size_t n_values;        /* of the acquisition, to find it */
    struct inlay_rng after; /* the stream of the search, at its end */
};

struct gpbo {
    struct inlay_strategy base; /* first */
    const struct inlay_encoding *exact;
    struct inlay_encoding relaxed;    /* gp-naive, gp-basic */
    const struct inlay_encoding *enc; /* the cube that is searched */
    enum inlay_gpbo_way way;
    struct inlay_design design;
    size_t n_initial;
    enum inlay_recommend recommend;
    enum inlay_trust trust;
    double trust_share;  /* of the suggestions that stay in the region */
    double random_share; /* of the suggestions that are uniform */
    double local_share;  /* of the candidates that are near the best points */
    struct inlay_belief_options belief_options;
    struct inlay_appraisal_options appraisal_options;
    struct inlay_maximise_options maximise;

    struct inlay_belief belief; /* of the history below */
    struct inlay_appraisal appraisal;
    bool has_belief, has_appraisal;
    struct minimum minimum;
    uint64_t version;
};

static struct gpbo *gpbo_of(struct inlay_strategy *s)
{
    return (struct gpbo *)s;
}

/* ---- Belief ---- */

static void forget(struct gpbo *s)
{
    if (s->has_appraisal)
        inlay_appraisal_clear(&s->appraisal);
    if (s->has_belief)
        inlay_belief_clear(&s->belief);
    inlay_mem_free(s->minimum.u);
    s->minimum.u = NULL;
    s->has_appraisal = s->has_belief = false;
}

static inlay_status believe(struct gpbo *s, const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_error *err)
{
    if (s->has_belief && s->version == h->version)
        return INLAY_OK;
    forget(s);
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_BELIEF);
    const inlay_status st =
        inlay_belief_form(&s->belief, s->enc, h, &s->belief_options, &r, err);
    s->has_belief = st == INLAY_OK;
    s->version = h->version;
    return st;
}

static inlay_status appraise(struct gpbo *s, const struct inlay_history *h,
                             const struct inlay_rng *rng, inlay_error *err)
{
    inlay_status st = believe(s, h, rng, err);
    if (st != INLAY_OK || s->has_appraisal)
        return st;
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_APPRAISAL);
    st = inlay_appraisal_form(&s->appraisal, &s->belief, h,
                              &s->appraisal_options, &r, err);
    s->has_appraisal = st == INLAY_OK;
    return st;
}

/* ---- Search ---- */

struct forbidden {
    const struct inlay_history *h;
    const struct inlay_encoding *enc, *exact;
    inlay_value *x; /* room for all variables */
    double *u;      /* room for exact->dim */
};

/* A point so near a failed trial, or one that runs, teaches next to nothing:
 * without this rule a boundary of failures is probed over and over within a
 * thousandth of it. */
static bool is_beside(const struct forbidden *f, const double *u)
{
    for (size_t i = 0; f->h->n_done < f->h->n && i < f->h->n; i++) {
        const struct inlay_record *r = f->h->record[i];
        size_t j = r->state != INLAY_DONE ? 0 : SIZE_MAX;
        while (
            j < f->exact->dim && fabs(u[j] - r->u[j]) <= BESIDE &&
            (f->exact->axis[j].kind != INLAY_AXIS_CATEGORY || u[j] == r->u[j]))
            j++;
        if (j == f->exact->dim)
            return true;
    }
    return false;
}

/* Asked before, or beside a failed or pending trial.  In the relaxed cube a
 * point is known by what it decodes to. */
static bool is_forbidden(const double *u, void *context)
{
    const struct forbidden *f = context;
    if (f->enc->is_relaxed) {
        inlay_decode(f->enc, u, f->x);
        inlay_encode(f->exact, f->x, f->u);
        u = f->u;
    }
    return inlay_seen_find(&f->h->seen, u) || is_beside(f, u);
}

/* The best points known, rows of `centres`; returns how many. */
static size_t find_centres(const struct gpbo *s, const struct inlay_history *h,
                           double *centres)
{
    const struct inlay_record *best[N_CENTRES];
    const size_t n = inlay_history_best_few(h, N_CENTRES, best);
    for (size_t k = 0; k < n; k++)
        inlay_belief_point(s->enc, best[k], s->belief_options.fits_asked,
                           centres + k * s->enc->dim);
    return n;
}

/* u := the maximiser of acq, not forbidden unless f is NULL. */
static inlay_status search(const struct gpbo *s, const struct inlay_history *h,
                           const struct inlay_acq *acq, struct forbidden *f,
                           bool is_confined, struct inlay_rng *rng, double *u,
                           struct inlay_maximise_result *r, inlay_error *err)
{
    double *centres = inlay_mem_doubles(N_CENTRES * s->enc->dim);
    if (!centres)
        return inlay_fail_memory(err, "the best trials");
    struct inlay_search q = {
        .acq = acq,
        .enc = s->enc,
        .centres = centres,
        .n_centres = find_centres(s, h, centres),
        .local_share = s->local_share,
        .is_forbidden = f ? is_forbidden : NULL,
        .context = f,
    };
    if (q.n_centres > 0 && is_confined)
        q.region = inlay_region_of(h, s->n_initial, s->enc, centres);
    const inlay_status st = inlay_maximise(&q, &s->maximise, rng, u, r, err);
    inlay_mem_free(centres);
    return st;
}

/* The minimum of the mean of the belief, which is there, over the whole space.
 * Whoever asks first, it comes from the start of the trial's stream of searches:
 * recommend and suggest find the same. */
static inlay_status find_minimum(struct gpbo *s, const struct inlay_history *h,
                                 const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_rng r = inlay_rng_split(rng, STREAM_SEARCH);
    struct inlay_maximise_result found = {0};
    struct inlay_mean_acq mean;

    if (s->minimum.u)
        return INLAY_OK;
    double *u = inlay_mem_doubles(s->enc->dim);
    if (!u)
        return inlay_fail_memory(err, "the minimum of the mean");
    inlay_mean_acq_init(&mean, &s->belief.gp->base);
    const inlay_status st =
        search(s, h, &mean.base, NULL, false, &r, u, &found, err);
    if (st == INLAY_OK)
        s->minimum = (struct minimum){u, -found.value, found.n_values, r};
    else
        inlay_mem_free(u);
    return st;
}

/* EI that improves on the minimum of the mean: that is best[n_comp] in the place
 * of what the belief has.  The search goes on with the random numbers that the
 * minimum left. */
static inlay_status
search_below_minimum(const struct gpbo *s, const struct inlay_history *h,
                     struct forbidden *f, bool is_confined, double *u,
                     struct inlay_maximise_result *r, inlay_error *err)
{
    const size_t n_comp = s->belief.gp->base.n_comp;
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
        search(s, h, &acq.base, f, is_confined, &rng, u, r, err);
    r->n_values += s->minimum.n_values;
    inlay_mem_free(best);
    return st;
}

/* u := the most promising point of the appraisal. */
static inlay_status search_best(struct gpbo *s, const struct inlay_history *h,
                                struct forbidden *forbidden,
                                const struct inlay_rng *rng, double *u,
                                inlay_error *err)
{
    const struct inlay_appraisal_options *o = &s->appraisal_options;
    struct inlay_rng stream = inlay_rng_split(rng, STREAM_SEARCH);
    const bool is_confined = s->trust == INLAY_TRUST_YES &&
                             inlay_rng_uniform(&stream) < s->trust_share;
    const bool raises = s->belief.gp &&
                        o->acquisition == INLAY_ACQUISITION_EI &&
                        o->incumbent == INLAY_INCUMBENT_RECOMMENDED &&
                        inlay_history_n_pending(h) == 0;
    struct forbidden *f = s->design.may_repeat ? NULL : forbidden;
    struct inlay_maximise_result r = {0};
    inlay_status st = raises ? find_minimum(s, h, rng, err) : INLAY_OK;

    if (st == INLAY_OK)
        st = raises ? search_below_minimum(s, h, f, is_confined, u, &r, err)
                    : search(s, h, &s->appraisal.acq.base, f, is_confined,
                             &stream, u, &r, err);
    s->base.stats.n_candidates += r.n_values;
    return st;
}

/* ---- Suggest ---- */

/* The maximiser of the acquisition, as values x; u is its point. */
static inlay_status improve(struct gpbo *s, const struct inlay_history *h,
                            const struct inlay_rng *rng, double *u,
                            inlay_value *x, double *exact, inlay_error *err)
{
    struct forbidden f = {h, s->enc, s->exact, x, exact};

    const double t0 = inlay_clock_seconds();
    inlay_status st = appraise(s, h, rng, err);
    const double t1 = inlay_clock_seconds();
    if (st == INLAY_OK)
        st = search_best(s, h, &f, rng, u, err);
    s->base.stats.fit_seconds = t1 - t0;
    s->base.stats.maximise_seconds = inlay_clock_seconds() - t1;
    if (st == INLAY_OK)
        inlay_decode(s->enc, u, x);
    return st;
}

static inlay_status leave_trace(const struct gpbo *s, const double *u,
                                struct inlay_trace *trace, inlay_error *err)
{
    if (s->way == INLAY_GPBO_BASIC) {
        trace->asked = inlay_mem_doubles(s->enc->dim);
        if (!trace->asked)
            return inlay_fail_memory(err, "a trace");
        memcpy(trace->asked, u, s->enc->dim * sizeof *u);
        trace->n_asked = s->enc->dim;
    }
    return s->has_belief ? inlay_belief_memo(&s->belief, &trace->memo, err)
                         : INLAY_OK;
}

static void count(struct gpbo *s)
{
    if (s->has_belief) {
        s->base.stats.n_likelihoods = s->belief.counts.n_evaluations;
        s->base.stats.n_jitters = s->belief.counts.n_jitters;
        s->base.stats.jitter = s->belief.counts.max_jitter;
    }
    if (s->has_appraisal) {
        s->base.stats.n_minima = s->appraisal.n_minima;
        s->base.stats.n_unconverged = s->appraisal.n_unconverged;
    }
}

static inlay_status suggest(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    const bool has_result = h->n_done + h->n_failed > 0;
    struct inlay_rng last = inlay_rng_split(rng, STREAM_LAST_RESORT);
    double *u = inlay_mem_doubles(s->enc->dim + s->exact->dim);
    if (!u)
        return inlay_fail_memory(err, "a suggestion");
    double *exact = u + s->enc->dim;
    inlay_status st = INLAY_EXHAUSTED;

    s->base.stats = (inlay_ask_stats){0};
    if (h->n < s->n_initial || !has_result || s->enc->dim == 0) {
        forget(s);
        trace->origin = INLAY_FROM_DESIGN;
        st = inlay_design_point(&s->design, h, u, x, exact, err);
    } else if (!inlay_random_is_due(h->n - s->n_initial, s->random_share)) {
        trace->origin = INLAY_FROM_MODEL;
        st = improve(s, h, rng, u, x, exact, err);
    } else {
        forget(s); /* it would leave a memo that nobody else can */
    }
    if (st == INLAY_EXHAUSTED) {
        trace->origin = INLAY_FROM_RANDOM;
        st = inlay_design_random(&s->design, h, &last, u, x, exact, err);
    }
    if (st == INLAY_OK)
        st = leave_trace(s, u, trace, err);
    count(s);
    inlay_mem_free(u);
    return st;
}

/* ---- Predict, recommend ---- */

static inlay_status predict(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, const inlay_value *x,
                            inlay_prediction *out, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    if (h->n_done + h->n_failed == 0) {
        *out = (inlay_prediction){NAN, NAN, 1.0, NAN};
        return INLAY_OK;
    }
    double *u = inlay_mem_doubles(s->enc->dim);
    if (!u)
        return inlay_fail_memory(err, "a prediction");
    inlay_encode(s->enc, x, u);
    inlay_status st = appraise(s, h, rng, err);
    if (st == INLAY_OK)
        st = inlay_belief_predict(&s->belief, u, &s->appraisal.acq.base, out,
                                  err);
    inlay_mem_free(u);
    return st;
}

static inlay_status recommend(struct inlay_strategy *base,
                              const struct inlay_history *h,
                              const struct inlay_rng *rng, inlay_value *x,
                              inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    bool by_mean = s->recommend == INLAY_RECOMMEND_MEAN;
    inlay_status st = INLAY_OK;

    if (s->recommend != INLAY_RECOMMEND_OBSERVED && s->enc->dim > 0)
        st = believe(s, h, rng, err);
    if (st != INLAY_OK)
        return st;
    if (s->recommend == INLAY_RECOMMEND_AUTO && s->enc->dim > 0)
        by_mean = s->appraisal_options.acquisition != INLAY_ACQUISITION_EI ||
                  inlay_belief_noise_ratio(&s->belief) > NOISY_RATIO;
    if (!by_mean || s->enc->dim == 0) {
        memcpy(x, inlay_history_best(h)->x,
               inlay_space_n_variables(h->space) * sizeof *x);
        return INLAY_OK;
    }
    st = find_minimum(s, h, rng, err);
    if (st == INLAY_OK)
        inlay_decode(s->enc, s->minimum.u, x);
    return st;
}

/* ---- Insight ---- */

static inlay_status relevance(struct inlay_strategy *base,
                              const struct inlay_history *h,
                              const struct inlay_rng *rng, inlay_relevance *out,
                              bool *has_model, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    *has_model = h->n_done > 0;
    if (!*has_model)
        return INLAY_OK;
    const inlay_status st = believe(s, h, rng, err);
    return st == INLAY_OK ? inlay_relevance_find(s->belief.gp, out, err) : st;
}

static inlay_status leave_one_out(struct inlay_strategy *base,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng,
                                  inlay_residual *out, bool *has_model,
                                  inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    *has_model = h->n_done > 0;
    if (!*has_model)
        return INLAY_OK;
    const inlay_status st = believe(s, h, rng, err);
    return st == INLAY_OK ? inlay_belief_leave_one_out(&s->belief, h, out, err)
                          : st;
}

static inlay_status residual(struct inlay_strategy *base,
                             const struct inlay_history *h,
                             const struct inlay_rng *rng, const inlay_value *x,
                             double y, inlay_residual *out, inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    double *u = inlay_mem_doubles(s->enc->dim);
    if (!u)
        return inlay_fail_memory(err, "a prediction");
    inlay_encode(s->enc, x, u);
    inlay_status st = believe(s, h, rng, err);
    if (st == INLAY_OK)
        st = inlay_belief_residual(&s->belief, u, y, out, err);
    inlay_mem_free(u);
    return st;
}

static inlay_status hyper(struct inlay_strategy *base,
                          const struct inlay_history *h,
                          const struct inlay_rng *rng,
                          inlay_hyperparameters *out, double **numbers,
                          inlay_error *err)
{
    struct gpbo *s = gpbo_of(base);
    double *u = inlay_mem_doubles(s->enc->dim);
    if (!u)
        return inlay_fail_memory(err, "hyper-parameters");
    inlay_encode(s->enc, inlay_history_best(h)->x, u);
    inlay_status st = believe(s, h, rng, err);
    if (st == INLAY_OK)
        st = inlay_belief_hyper(&s->belief, u, out, numbers, err);
    inlay_mem_free(u);
    return st;
}

/* ---- Making one ---- */

static void free_gpbo(struct inlay_strategy *base)
{
    struct gpbo *s = gpbo_of(base);
    forget(s);
    inlay_encoding_clear(&s->relaxed);
    inlay_mem_free(s);
}

static const struct inlay_strategy_ops GPBO_OPS = {
    suggest,       predict,   recommend, relevance,
    leave_one_out, free_gpbo, residual,  hyper};

static size_t clamp(size_t n, size_t lo, size_t hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

/* Options with 0 for "by itself" get their values here. */
static void read_options(struct gpbo *s, const inlay_options *o)
{
    const size_t dim = s->exact->dim;
    const bool is_grid =
        inlay_options_choice(o, INLAY_OPT_SEARCH) == INLAY_SEARCH_GRID;
    const bool is_sampled =
        inlay_options_choice(o, INLAY_OPT_INFERENCE) == INLAY_INFERENCE_SLICE;
    const size_t n_initial =
        (size_t)inlay_options_integer(o, INLAY_OPT_INITIAL);
    const size_t n_candidates =
        (size_t)inlay_options_integer(o, INLAY_OPT_CANDIDATES);
    const size_t per_axis = is_sampled ? 60 : 100;
    const size_t n_starts = (size_t)inlay_options_integer(o, INLAY_OPT_STARTS);
    const int trust = inlay_options_choice(o, INLAY_OPT_TRUST_REGION);

    inlay_design_init(&s->design, s->exact, s->enc, o);
    s->n_initial = n_initial ? n_initial : clamp(2 * dim, 4, 10);
    s->recommend =
        (enum inlay_recommend)inlay_options_choice(o, INLAY_OPT_RECOMMEND);
    s->trust = trust != INLAY_TRUST_AUTO ? (enum inlay_trust)trust
               : dim > INLAY_MANY_AXES   ? INLAY_TRUST_YES
                                         : INLAY_TRUST_NO;
    s->trust_share = 0.5;
    s->random_share = inlay_options_number(o, INLAY_OPT_RANDOM_SHARE);
    s->local_share = is_grid ? 0.0 : 0.5;
    inlay_belief_read_options(o, dim, &s->belief_options);
    s->belief_options.fits_asked = s->way == INLAY_GPBO_BASIC;
    inlay_appraisal_read_options(o, &s->appraisal_options);
    s->base.acquisition = s->appraisal_options.acquisition;
    s->maximise = (struct inlay_maximise_options){
        .n_candidates =
            n_candidates ? n_candidates : clamp(per_axis * dim, 200, 2000),
        .n_starts = n_starts     ? n_starts
                    : is_sampled ? 6
                                 : 8,
        .n_rounds = is_grid ? 1 : 8,
        .n_steps = is_grid ? 60 : 12,
        .gain_tol = 1e-4,
        .has_moves = !is_grid,
        .n_exhaustive = is_grid ? 0 : 5000,
        .n_threads = (size_t)inlay_options_integer(o, INLAY_OPT_THREADS),
    };
}

inlay_status inlay_gpbo_new(const struct inlay_encoding *exact,
                            const inlay_options *options, int way,
                            struct inlay_strategy **out, inlay_error *err)
{
    struct gpbo *s = inlay_mem_new(1, sizeof *s);
    if (!s)
        return inlay_fail_memory(err, "a strategy");
    s->base.ops = &GPBO_OPS;
    s->exact = exact;
    s->way = (enum inlay_gpbo_way)way;
    s->enc = exact;
    if (s->way != INLAY_GPBO_EXACT) {
        const inlay_status st =
            inlay_encoding_init(&s->relaxed, exact->space, true, err);
        if (st != INLAY_OK) {
            inlay_mem_free(s);
            return st;
        }
        s->enc = &s->relaxed;
    }
    read_options(s, options);
    *out = &s->base;
    return INLAY_OK;
}
