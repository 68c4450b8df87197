/*
 * smac.c: SMAC: a random forest, expected improvement, local search.
 *
 * After the initial design a suggestion is the maximiser of EI over the forest:
 * random challengers are screened, and from the best of them and the best trials
 * a local search over one-exchange neighbours starts.  A share of the suggestions
 * is random, in regular turns: a forest says nothing about where it has no data,
 * so that EI alone can leave a part of the space unseen for ever.
 *
 * Hutter, Hoos, Leyton-Brown (2011), Sequential model-based optimization for
 * general algorithm configuration; Lindauer et al. (2022), SMAC3.
 */
#include "strategy/smac.h"

#include <math.h>

#include "acquire/ei.h"
#include "acquire/maximise.h"
#include "acquire/mean.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "strategy/design.h"
#include "strategy/forest_belief.h"
#include "strategy/modelless.h"
#include "strategy/random.h"
#include "strategy/relevance.h"

/* Keys of the random streams of a trial. */
enum { STREAM_BELIEF = 1, STREAM_SEARCH = 2, STREAM_RANDOM = 3 };

/* Sobol' points before the forest where option "initial" leaves it open: so many
 * a variable, but no more than a quarter of the 50 evaluations that the paper's
 * experiments have.  SMAC3 takes a quarter of the budget, which is not known. */
enum { DESIGN_PER_AXIS = 10, MOST_DESIGN = 12 };

/* Where the options are 0. */
enum { N_CANDIDATES = 10000, N_STARTS = 10 };

enum { N_PLATEAU = 10, N_EXHAUSTIVE = 5000 };

struct smac {
    struct inlay_strategy base; /* first */
    const struct inlay_encoding *exact;
    struct inlay_design design;
    size_t n_initial;
    double random_share;
    bool may_repeat;
    enum inlay_recommend recommend;
    enum inlay_ei_scale scale;
    struct inlay_forest_belief_options belief_options;
    struct inlay_maximise_options maximise;

    struct inlay_forest_belief belief; /* of the history below */
    bool has_belief;
    uint64_t version;
};

static struct smac *smac_of(struct inlay_strategy *s)
{
    return (struct smac *)s;
}

/* ---- Belief ---- */

static void forget(struct smac *s)
{
    if (s->has_belief)
        inlay_forest_belief_clear(&s->belief);
    s->has_belief = false;
}

static inlay_status believe(struct smac *s, const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_error *err)
{
    if (s->has_belief && s->version == h->version)
        return INLAY_OK;
    forget(s);
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_BELIEF);
    const inlay_status st = inlay_forest_belief_form(
        &s->belief, s->exact, h, &s->belief_options, &r, err);
    s->has_belief = st == INLAY_OK;
    s->version = h->version;
    return st;
}

/* ---- Search ---- */

static bool is_seen(const double *u, void *context)
{
    return inlay_seen_find(context, u) != NULL;
}

/* u := the maximiser of acq that is not in `seen`, which may be NULL. */
static inlay_status search(struct smac *s, const struct inlay_acq *acq,
                           const struct inlay_seen *seen, struct inlay_rng *rng,
                           double *u, inlay_error *err)
{
    struct inlay_search q = {
        .acq = acq,
        .enc = s->exact,
        .n_centres = s->maximise.n_starts,
        .is_forbidden = seen ? is_seen : NULL,
        .context = (void *)(uintptr_t)seen,
    };
    struct inlay_maximise_result r = {0};
    double *centres = inlay_mem_doubles(q.n_centres * s->exact->dim);
    if (!centres)
        return inlay_fail_memory(err, "the best trials");
    q.centres = centres;
    inlay_status st =
        inlay_forest_belief_best(&s->belief, &q.n_centres, centres, err);
    if (st == INLAY_OK)
        st = inlay_maximise(&q, &s->maximise, rng, u, &r, err);
    s->base.stats.n_candidates += r.n_values;
    inlay_mem_free(centres);
    return st;
}

static void ei_of(const struct smac *s, struct inlay_ei *ei)
{
    inlay_ei_init(ei, &s->belief.forest->base, &s->belief.best, s->scale);
}

static inlay_status improve(struct smac *s, const struct inlay_history *h,
                            const struct inlay_rng *rng, double *u,
                            inlay_value *x, inlay_error *err)
{
    struct inlay_rng r = inlay_rng_split(rng, STREAM_SEARCH);
    struct inlay_ei ei;

    const double t0 = inlay_clock_seconds();
    inlay_status st = believe(s, h, rng, err);
    const double t1 = inlay_clock_seconds();
    if (st == INLAY_OK) {
        ei_of(s, &ei);
        st = search(s, &ei.base, s->may_repeat ? NULL : &h->seen, &r, u, err);
    }
    s->base.stats.fit_seconds = t1 - t0;
    s->base.stats.maximise_seconds = inlay_clock_seconds() - t1;
    if (st == INLAY_OK)
        inlay_decode(s->exact, u, x);
    return st;
}

/* ---- Suggest ---- */

static inlay_status suggest(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err)
{
    struct smac *s = smac_of(base);
    const size_t dim = s->exact->dim;
    struct inlay_rng r = inlay_rng_split(rng, STREAM_RANDOM);
    double *u = inlay_mem_doubles(2 * dim);
    if (!u)
        return inlay_fail_memory(err, "a suggestion");
    inlay_status st = INLAY_EXHAUSTED;

    s->base.stats = (inlay_ask_stats){0};
    if (h->n < s->n_initial || h->n_done == 0 || dim == 0) {
        trace->origin = INLAY_FROM_DESIGN;
        st = inlay_design_point(&s->design, h, u, x, u + dim, err);
    } else if (!inlay_random_is_due(h->n - s->n_initial, s->random_share)) {
        trace->origin = INLAY_FROM_MODEL;
        st = improve(s, h, rng, u, x, err);
    }
    if (st == INLAY_EXHAUSTED) {
        trace->origin = INLAY_FROM_RANDOM;
        st = inlay_design_random(&s->design, h, &r, u, x, u + dim, err);
    }
    inlay_mem_free(u);
    return st;
}

/* ---- Predict, recommend ---- */

static inlay_status predict(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, const inlay_value *x,
                            inlay_prediction *out, inlay_error *err)
{
    struct smac *s = smac_of(base);
    if (h->n_done == 0)
        return inlay_modelless_predict(base, h, rng, x, out, err);
    inlay_status st = believe(s, h, rng, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_forest *f = s->belief.forest;
    struct inlay_ei ei;
    ei_of(s, &ei);
    const size_t dim = f->base.dim, n_tell = inlay_forest_belief_n_scratch(f);
    const size_t n_ei = ei.base.n_scratch;
    double *u = inlay_mem_doubles(dim + (n_tell > n_ei ? n_tell : n_ei));
    if (!u)
        return inlay_fail_memory(err, "a prediction");
    inlay_encode(s->exact, x, u);
    *out = (inlay_prediction){.p_success = NAN};
    inlay_forest_belief_tell(&s->belief, u, u + dim, &out->mean, &out->sd);
    ei.base.ops->values(&ei.base, u, 1, &out->acquisition, u + dim);
    inlay_mem_free(u);
    return INLAY_OK;
}

static inlay_status recommend(struct inlay_strategy *base,
                              const struct inlay_history *h,
                              const struct inlay_rng *rng, inlay_value *x,
                              inlay_error *err)
{
    struct smac *s = smac_of(base);
    struct inlay_rng r = inlay_rng_split(rng, STREAM_SEARCH);
    if (s->recommend != INLAY_RECOMMEND_MEAN || s->exact->dim == 0)
        return inlay_modelless_recommend(base, h, rng, x, err);
    inlay_status st = believe(s, h, rng, err);
    if (st != INLAY_OK)
        return st;
    double *u = inlay_mem_doubles(s->exact->dim);
    if (!u)
        return inlay_fail_memory(err, "a recommendation");
    const inlay_ask_stats of_ask = s->base.stats;
    struct inlay_mean_acq mean;
    inlay_mean_acq_init(&mean, &s->belief.forest->base);
    st = search(s, &mean.base, NULL, &r, u, err);
    s->base.stats = of_ask;
    if (st == INLAY_OK)
        inlay_decode(s->exact, u, x);
    inlay_mem_free(u);
    return st;
}

/* ---- Insight ---- */

static inlay_status relevance(struct inlay_strategy *base,
                              const struct inlay_history *h,
                              const struct inlay_rng *rng, inlay_relevance *out,
                              bool *has_model, inlay_error *err)
{
    struct smac *s = smac_of(base);
    *has_model = h->n_done > 0;
    if (!*has_model)
        return INLAY_OK;
    const inlay_status st = believe(s, h, rng, err);
    return st == INLAY_OK ? inlay_relevance_of_model(&s->belief.forest->base,
                                                     s->exact, out, err)
                          : st;
}

static inlay_status leave_one_out(struct inlay_strategy *base,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng,
                                  inlay_residual *out, bool *has_model,
                                  inlay_error *err)
{
    struct smac *s = smac_of(base);
    *has_model = h->n_done > 0;
    if (!*has_model)
        return INLAY_OK;
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_BELIEF);
    const inlay_status st = believe(s, h, rng, err);
    return st == INLAY_OK ? inlay_forest_belief_leave_one_out(
                                &s->belief, h, &s->belief_options, &r, out, err)
                          : st;
}

/* ---- Making one ---- */

static void free_smac(struct inlay_strategy *base)
{
    forget(smac_of(base));
    inlay_mem_free(base);
}

static const struct inlay_strategy_ops SMAC_OPS = {
    suggest,       predict,   recommend, relevance,
    leave_one_out, free_smac, NULL,      NULL};

static void read_options(struct smac *s, const inlay_options *o)
{
    const size_t dim = s->exact->dim;
    const size_t by_axes = DESIGN_PER_AXIS * dim;
    const size_t n_initial =
        (size_t)inlay_options_integer(o, INLAY_OPT_INITIAL);
    const size_t n_candidates =
        (size_t)inlay_options_integer(o, INLAY_OPT_CANDIDATES);
    const size_t n_starts = (size_t)inlay_options_integer(o, INLAY_OPT_STARTS);

    s->may_repeat = inlay_strategy_may_repeat(o);
    s->n_initial = n_initial               ? n_initial
                   : by_axes < MOST_DESIGN ? by_axes
                                           : MOST_DESIGN;
    s->random_share = inlay_options_number(o, INLAY_OPT_RANDOM_SHARE);
    s->recommend =
        (enum inlay_recommend)inlay_options_choice(o, INLAY_OPT_RECOMMEND);
    inlay_forest_belief_read_options(o, &s->belief_options);
    s->scale = s->belief_options.forest.is_log ? INLAY_EI_LOG : INLAY_EI_PLAIN;
    s->maximise = (struct inlay_maximise_options){
        .n_candidates = n_candidates ? n_candidates : N_CANDIDATES,
        .n_starts = n_starts ? n_starts : N_STARTS,
        .walk_sd = inlay_options_number(o, INLAY_OPT_SMAC_STEP),
        .n_plateau = N_PLATEAU,
        .n_exhaustive = N_EXHAUSTIVE,
        .n_threads = (size_t)inlay_options_integer(o, INLAY_OPT_THREADS),
    };
}

inlay_status inlay_smac_new(const struct inlay_encoding *exact,
                            const inlay_options *options, int variant,
                            struct inlay_strategy **out, inlay_error *err)
{
    struct smac *s = inlay_mem_new(1, sizeof *s);
    (void)variant;
    if (!s)
        return inlay_fail_memory(err, "a strategy");
    s->base.ops = &SMAC_OPS;
    s->exact = exact;
    read_options(s, options);
    inlay_design_init(&s->design, exact, exact, options);
    *out = &s->base;
    return INLAY_OK;
}
