/*
 * strategy.c: what the study asks of a method, and the one belief it keeps.
 *
 * A belief is a function of (history, options, rng of the next trial).  It is
 * kept until the history changes, so that predict, ask and recommend share one
 * fit.  What a method lacks is answered here, and nowhere else.
 */
#include "strategy/strategy.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/hyper.h"
#include "strategy/methods.h"
#include "strategy/sequential.h"

/* ---- Life ---- */

bool inlay_strategy_may_repeat(const inlay_options *o)
{
    switch (inlay_options_choice(o, INLAY_OPT_REPEATS)) {
    case INLAY_REPEATS_YES:
        return true;
    case INLAY_REPEATS_NO:
        return false;
    default:
        return inlay_options_choice(o, INLAY_OPT_NOISE) == INLAY_NOISE_YES;
    }
}

size_t inlay_strategy_count(const inlay_options *o, enum inlay_option_id id,
                            size_t fallback)
{
    const size_t n = inlay_options_count(o, id);
    return n > 0 ? n : fallback;
}

inlay_status inlay_strategy_new(const struct inlay_encoding *exact,
                                const inlay_options *o,
                                struct inlay_strategy **out,
                                struct inlay_watch *watch, inlay_error *err)
{
    const struct inlay_method *m =
        inlay_method_find(inlay_options_get(o, "method"));
    struct inlay_strategy *s = inlay_mem_new(1, m->ops->size);
    if (!s)
        return inlay_fail_memory(err, "a strategy");
    s->ops = m->ops;
    s->watch = watch;
    s->random_share = inlay_options_number(o, INLAY_OPT_RANDOM_SHARE);
    s->recommend = inlay_options_choice(o, INLAY_OPT_RECOMMEND);
    inlay_design_init(&s->design, exact, exact, o);
    const inlay_status st =
        s->ops->init ? s->ops->init(s, o, m->variant, err) : INLAY_OK;
    if (st == INLAY_OK)
        *out = s;
    else
        inlay_mem_free(s);
    return st;
}

static void forget(struct inlay_strategy *s)
{
    if (s->ops->forget)
        s->ops->forget(s);
    s->has_belief = s->has_appraisal = false;
}

/* A belief that was cut short is none. */
static inlay_status settle(struct inlay_strategy *s, inlay_error *err)
{
    const inlay_status st = inlay_watch_settle(s->watch, INLAY_OK, err);
    if (st != INLAY_OK)
        forget(s);
    return st;
}

void inlay_strategy_free(struct inlay_strategy *s)
{
    if (!s)
        return;
    forget(s);
    if (s->ops->clear)
        s->ops->clear(s);
    inlay_mem_free(s);
}

/* ---- Belief ---- */

bool inlay_strategy_repeats(const struct inlay_strategy *s)
{
    return s->design.may_repeat ||
           (s->design.repeats_noise && s->has_belief && s->ops->finds_noise &&
            s->ops->finds_noise(s));
}

bool inlay_strategy_can_believe(const struct inlay_strategy *s,
                                const struct inlay_history *h)
{
    return h->n_done > 0 || (s->ops->learns_from_failures && h->n_failed > 0);
}

/* Where a model does not fit into memory, the number of trials is why. */
static inlay_status explain_memory(const struct inlay_history *h,
                                   inlay_status st, inlay_error *err)
{
    if (st != INLAY_ENOMEM || h->n_trials < INLAY_MANY_TRIALS)
        return st;
    return inlay_fail(err, st,
                      "%zu trials are too many for a model: it does not fit "
                      "into memory; 'method' tpe, hillclimb or random needs "
                      "little of it",
                      h->n_trials);
}

inlay_status inlay_strategy_believe(struct inlay_strategy *s,
                                    const struct inlay_history *h,
                                    const struct inlay_rng *rng,
                                    inlay_error *err)
{
    if (s->has_belief && s->version == h->version)
        return INLAY_OK;
    forget(s);
    inlay_status st = explain_memory(h, s->ops->believe(s, h, rng, err), err);
    if (st == INLAY_OK)
        st = settle(s, err);
    s->has_belief = st == INLAY_OK;
    s->version = h->version;
    return st;
}

inlay_status inlay_strategy_appraise(struct inlay_strategy *s,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     inlay_error *err)
{
    inlay_status st = inlay_strategy_believe(s, h, rng, err);
    if (st != INLAY_OK || s->has_appraisal || !s->ops->appraise)
        return st;
    st = s->ops->appraise(s, h, rng, err);
    if (st == INLAY_OK)
        st = settle(s, err);
    s->has_appraisal = st == INLAY_OK;
    return st;
}

/* ---- Suggest, predict, recommend ---- */

inlay_status inlay_strategy_suggest(struct inlay_strategy *s,
                                    const struct inlay_history *h,
                                    const struct inlay_rng *rng, inlay_value *x,
                                    struct inlay_trace *trace, inlay_error *err)
{
    s->stats = (inlay_ask_stats){0};
    return s->ops->suggest ? s->ops->suggest(s, h, rng, x, trace, err)
                           : inlay_sequential_suggest(s, h, rng, x, trace, err);
}

/* *u := the point of x, which the caller frees. */
static inlay_status point_of(const struct inlay_strategy *s,
                             const inlay_value *x, double **u, inlay_error *err)
{
    *u = inlay_mem_doubles(s->design.enc->dim);
    if (!*u)
        return inlay_fail_memory(err, "a prediction");
    inlay_encode(s->design.enc, x, *u);
    return INLAY_OK;
}

inlay_status inlay_strategy_predict(struct inlay_strategy *s,
                                    const struct inlay_history *h,
                                    const struct inlay_rng *rng,
                                    const inlay_value *x, inlay_prediction *out,
                                    inlay_error *err)
{
    double *u = NULL;
    *out = (inlay_prediction){NAN, NAN, 1.0, NAN, 1.0};
    if (!s->ops->predict || !inlay_strategy_can_believe(s, h))
        return INLAY_OK;
    inlay_status st = point_of(s, x, &u, err);
    if (st == INLAY_OK)
        st = inlay_strategy_appraise(s, h, rng, err);
    if (st == INLAY_OK)
        st = s->ops->predict(s, u, out, err);
    inlay_mem_free(u);
    return st;
}

static inlay_status recommend_minimum(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      inlay_value *x, inlay_error *err)
{
    const inlay_ask_stats of_ask = s->stats;
    double *u = inlay_mem_doubles(s->design.enc->dim);
    if (!u)
        return inlay_fail_memory(err, "a recommendation");
    const inlay_status st = s->ops->minimum(s, h, rng, u, err);
    if (st == INLAY_OK)
        inlay_decode(s->design.enc, u, x);
    s->stats = of_ask;
    inlay_mem_free(u);
    return st;
}

inlay_status inlay_strategy_recommend(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      inlay_value *x, inlay_error *err)
{
    const bool is_open = s->recommend == INLAY_RECOMMEND_AUTO;
    if (s->ops->minimum && s->design.enc->dim > 0 &&
        (is_open ? s->ops->prefers_minimum != NULL
                 : s->recommend == INLAY_RECOMMEND_MEAN)) {
        bool prefers = true;
        inlay_status st = inlay_strategy_believe(s, h, rng, err);
        if (st == INLAY_OK && is_open)
            st = s->ops->prefers_minimum(s, &prefers, err);
        if (st != INLAY_OK)
            return st;
        if (prefers)
            return recommend_minimum(s, h, rng, x, err);
    }
    memcpy(x, inlay_history_best(h)->x,
           inlay_space_n_variables(h->space) * sizeof *x);
    return INLAY_OK;
}

/* ---- Insight ---- */

/* *is := is there a model of that output?  The belief is then in place. */
static inlay_status find_model(struct inlay_strategy *s,
                               const struct inlay_history *h,
                               const struct inlay_rng *rng, size_t output,
                               bool *is, inlay_error *err)
{
    const size_t objective = h->outputs ? h->outputs->objective : 0;
    *is = false;
    if (h->n_done == 0 || !s->ops->believe)
        return INLAY_OK;
    const inlay_status st = inlay_strategy_believe(s, h, rng, err);
    if (st == INLAY_OK)
        *is = s->ops->models ? s->ops->models(s, output) : output == objective;
    return st;
}

inlay_status inlay_strategy_predict_output(struct inlay_strategy *s,
                                           const struct inlay_history *h,
                                           const struct inlay_rng *rng,
                                           const inlay_value *x, size_t output,
                                           inlay_output_prediction *out,
                                           inlay_error *err)
{
    double *u = NULL;
    bool has_model = false;
    *out = (inlay_output_prediction){NAN, NAN, NAN};
    inlay_status st = s->ops->predict_output
                          ? find_model(s, h, rng, output, &has_model, err)
                          : INLAY_OK;
    if (st != INLAY_OK || !has_model)
        return st;
    st = point_of(s, x, &u, err);
    if (st == INLAY_OK)
        st = s->ops->predict_output(s, u, output, out, err);
    inlay_mem_free(u);
    return st;
}

inlay_status inlay_strategy_relevance(struct inlay_strategy *s,
                                      const struct inlay_history *h,
                                      const struct inlay_rng *rng,
                                      size_t output, inlay_relevance *out,
                                      bool *has_model, inlay_error *err)
{
    *has_model = false;
    const inlay_status st = s->ops->relevance
                                ? find_model(s, h, rng, output, has_model, err)
                                : INLAY_OK;
    return st == INLAY_OK && *has_model ? s->ops->relevance(s, output, out, err)
                                        : st;
}

inlay_status inlay_strategy_leave_one_out(struct inlay_strategy *s,
                                          const struct inlay_history *h,
                                          const struct inlay_rng *rng,
                                          size_t output, inlay_residual *out,
                                          size_t *n, bool *has_model,
                                          inlay_error *err)
{
    *has_model = false;
    const inlay_status st = s->ops->leave_one_out
                                ? find_model(s, h, rng, output, has_model, err)
                                : INLAY_OK;
    return st == INLAY_OK && *has_model
               ? s->ops->leave_one_out(s, h, output, rng, out, n, err)
               : st;
}

/* The prediction in the place of a residual. */
static inlay_status predict_residual(struct inlay_strategy *s,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     const inlay_value *x, double y,
                                     inlay_residual *out, inlay_error *err)
{
    inlay_prediction p;
    const inlay_status st = inlay_strategy_predict(s, h, rng, x, &p, err);
    if (st == INLAY_OK)
        *out = (inlay_residual){0, y, p.mean, p.sd,
                                p.sd > 0.0 ? (y - p.mean) / p.sd : NAN};
    return st;
}

inlay_status inlay_strategy_residual(struct inlay_strategy *s,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng,
                                     const inlay_value *x, size_t output,
                                     double y, double variance,
                                     inlay_residual *out, inlay_error *err)
{
    double *u = NULL;
    bool has_model = false;
    *out = (inlay_residual){0, y, NAN, NAN, NAN};
    inlay_status st = find_model(s, h, rng, output, &has_model, err);
    if (st != INLAY_OK || !has_model)
        return st;
    if (!s->ops->residual)
        return predict_residual(s, h, rng, x, y, out, err);
    st = point_of(s, x, &u, err);
    if (st == INLAY_OK)
        st = s->ops->residual(s, u, output, y, variance, out, err);
    inlay_mem_free(u);
    return st;
}

inlay_status inlay_strategy_hyper(struct inlay_strategy *s,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng, size_t output,
                                  inlay_hyperparameters *out, double **numbers,
                                  inlay_error *err)
{
    double *u = NULL;
    bool has_model = false;
    inlay_status st = s->ops->hyper
                          ? find_model(s, h, rng, output, &has_model, err)
                          : INLAY_OK;
    if (st != INLAY_OK || !has_model)
        return st;
    st = point_of(s, inlay_history_best(h)->x, &u, err);
    if (st == INLAY_OK)
        st = s->ops->hyper(s, u, output, out, numbers, err);
    inlay_mem_free(u);
    return st;
}

inlay_status inlay_strategy_noise(struct inlay_strategy *s,
                                  const struct inlay_history *h,
                                  const struct inlay_rng *rng,
                                  inlay_noise_estimate *out, inlay_error *err)
{
    const size_t objective = h->outputs ? h->outputs->objective : 0;
    double *u = NULL;
    bool has_model = false;
    *out = (inlay_noise_estimate){.sd = NAN, .low = NAN, .high = NAN};
    inlay_status st = s->ops->noise
                          ? find_model(s, h, rng, objective, &has_model, err)
                          : INLAY_OK;
    if (st != INLAY_OK || !has_model)
        return st;
    st = point_of(s, inlay_history_best(h)->x, &u, err);
    if (st == INLAY_OK)
        st = s->ops->noise(s, u, out, err);
    inlay_mem_free(u);
    return st;
}
