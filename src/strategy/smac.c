/*
 * smac.c: SMAC: a random forest, expected improvement, local search.
 *
 * After the initial design a suggestion is the maximizer of EI over the forest:
 * random challengers are screened, and from the best of them and the best trials
 * a local search over one-exchange neighbors starts.  A share of the suggestions
 * is random, in regular turns: a forest says nothing about where it has no data,
 * so that EI alone can leave a part of the space unseen for ever.
 *
 * Hutter, Hoos, Leyton-Brown (2011), Sequential model-based optimization for
 * general algorithm configuration; Lindauer et al. (2022), SMAC3.
 */
#include <math.h>

#include "acquire/ei.h"
#include "acquire/maximize.h"
#include "acquire/mean.h"
#include "base/error.h"
#include "base/mem.h"
#include "strategy/forest_belief.h"
#include "strategy/methods.h"
#include "strategy/relevance.h"

/* Keys of the random streams of a trial. */
enum { STREAM_BELIEF = 1, STREAM_SEARCH = 2, STREAM_RANDOM = 3 };

/* Sobol' points before the forest where option "initial" leaves it open: so many
 * a variable, but no more than a quarter of the 50 evaluations that the paper's
 * experiments have.  SMAC3 takes a quarter of the budget, which is not known. */
enum { DESIGN_PER_AXIS = 10, MOST_DESIGN = 12 };

/* Where the options are 0. */
enum { N_CANDIDATES = 10000, N_STARTS = 10 };

enum { N_PLATEAU = 10 };

struct smac {
    struct inlay_strategy base; /* first */
    enum inlay_ei_scale scale;
    struct inlay_forest_belief_options belief_options;
    struct inlay_maximize_options maximize;
    struct inlay_forest_belief belief;
};

static struct smac *smac_of(struct inlay_strategy *s)
{
    return (struct smac *)s;
}

/* ---- Belief ---- */

static void forget(struct inlay_strategy *base)
{
    inlay_forest_belief_clear(&smac_of(base)->belief);
}

static inlay_status believe(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_error *err)
{
    struct smac *s = smac_of(base);
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_BELIEF);
    return inlay_forest_belief_form(&s->belief, base->design.exact, h,
                                    &s->belief_options, &r, err);
}

/* ---- Search ---- */

static bool is_seen(const double *u, void *context)
{
    return inlay_seen_find(context, u) != NULL;
}

/* u := the maximizer of acq that is not in `seen`, which may be NULL. */
static inlay_status maximize(struct smac *s, const struct inlay_acq *acq,
                             const struct inlay_seen *seen,
                             const struct inlay_rng *rng, double *u,
                             inlay_error *err)
{
    const struct inlay_encoding *exact = s->base.design.exact;
    struct inlay_rng stream = inlay_rng_split(rng, STREAM_SEARCH);
    struct inlay_search q = {
        .acq = acq,
        .enc = exact,
        .n_centers = s->maximize.n_starts,
        .is_forbidden = seen ? is_seen : NULL,
        .context = (void *)(uintptr_t)seen,
    };
    struct inlay_maximize_result r = {0};
    double *centers = inlay_mem_doubles(q.n_centers * exact->dim);
    if (!centers)
        return inlay_fail_memory(err, "the best trials");
    q.centers = centers;
    inlay_status st =
        inlay_forest_belief_best(&s->belief, &q.n_centers, centers, err);
    if (st == INLAY_OK)
        st = inlay_maximize(&q, &s->maximize, &stream, u, &r, err);
    s->base.stats.n_candidates += r.n_values;
    inlay_mem_free(centers);
    return st;
}

static void ei_of(const struct smac *s, struct inlay_ei *ei)
{
    inlay_ei_init(ei, &s->belief.forest->base, &s->belief.best, s->scale);
}

static inlay_status search(struct inlay_strategy *base,
                           const struct inlay_history *h,
                           const struct inlay_rng *rng, double *u,
                           inlay_error *err)
{
    struct inlay_ei ei;
    ei_of(smac_of(base), &ei);
    return maximize(smac_of(base), &ei.base,
                    base->design.may_repeat ? NULL : &h->seen, rng, u, err);
}

/* ---- Predict, recommend ---- */

static inlay_status predict(struct inlay_strategy *base, const double *u,
                            inlay_prediction *out, inlay_error *err)
{
    struct smac *s = smac_of(base);
    struct inlay_ei ei;
    ei_of(s, &ei);
    const size_t n_tell = inlay_forest_belief_n_scratch(s->belief.forest);
    const size_t n_ei = ei.base.n_scratch;
    double *scratch = inlay_mem_doubles(n_tell > n_ei ? n_tell : n_ei);
    if (!scratch)
        return inlay_fail_memory(err, "a prediction");
    *out = (inlay_prediction){.p_success = NAN, .p_feasible = NAN};
    inlay_forest_belief_tell(&s->belief, u, scratch, &out->mean, &out->sd);
    ei.base.ops->evaluate(&ei.base, u, 1, &out->acquisition, NULL, scratch);
    inlay_mem_free(scratch);
    return INLAY_OK;
}

static inlay_status minimum(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, double *u,
                            inlay_error *err)
{
    struct smac *s = smac_of(base);
    struct inlay_mean_acq mean;
    (void)h;
    inlay_mean_acq_init(&mean, &s->belief.forest->base);
    return maximize(s, &mean.base, NULL, rng, u, err);
}

/* ---- Insight ---- */

static inlay_status relevance(struct inlay_strategy *base, size_t output,
                              inlay_relevance *out, inlay_error *err)
{
    (void)output;
    return inlay_relevance_of_model(&smac_of(base)->belief.forest->base,
                                    base->design.exact, out, err);
}

static inlay_status leave_one_out(struct inlay_strategy *base,
                                  const struct inlay_history *h, size_t output,
                                  const struct inlay_rng *rng,
                                  inlay_residual *out, size_t *n,
                                  inlay_error *err)
{
    struct smac *s = smac_of(base);
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_BELIEF);
    (void)output;
    *n = h->n_done;
    return inlay_forest_belief_leave_one_out(&s->belief, h, &s->belief_options,
                                             &r, out, err);
}

/* ---- Making one ---- */

static inlay_status init(struct inlay_strategy *base, const inlay_options *o,
                         int variant, inlay_error *err)
{
    const size_t by_axes = DESIGN_PER_AXIS * base->design.exact->dim;
    struct smac *s = smac_of(base);
    (void)variant;
    (void)err;
    base->n_initial = inlay_strategy_count(
        o, INLAY_OPT_INITIAL, by_axes < MOST_DESIGN ? by_axes : MOST_DESIGN);
    inlay_forest_belief_read_options(o, &s->belief_options);
    s->belief_options.forest.watch = base->watch;
    s->scale = s->belief_options.forest.is_log ? INLAY_EI_LOG : INLAY_EI_PLAIN;
    s->maximize = (struct inlay_maximize_options){
        .n_candidates =
            inlay_strategy_count(o, INLAY_OPT_CANDIDATES, N_CANDIDATES),
        .n_starts = inlay_strategy_count(o, INLAY_OPT_STARTS, N_STARTS),
        .walk_sd = inlay_options_number(o, INLAY_OPT_SMAC_STEP),
        .n_plateau = N_PLATEAU,
        .n_exhaustive = INLAY_MAXIMISE_EXHAUSTIVE,
        .n_threads = inlay_options_count(o, INLAY_OPT_THREADS),
        .watch = base->watch,
    };
    return INLAY_OK;
}

const struct inlay_strategy_ops inlay_smac_ops = {
    .size = sizeof(struct smac),
    .begins = INLAY_ORIGIN_DESIGN,
    .random_stream = STREAM_RANDOM,
    .init = init,
    .believe = believe,
    .forget = forget,
    .search = search,
    .predict = predict,
    .minimum = minimum,
    .relevance = relevance,
    .leave_one_out = leave_one_out,
};
