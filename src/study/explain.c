/*
 * explain.c: why a trial was suggested, told by the study as it was then.
 *
 * A past trial is looked at with the history that its suggestion knew, so that
 * the numbers are those by which it was chosen, not what is known by now.  Its
 * suggestion is computed once more: that tells whether it came from the model or
 * from the initial design, and shows that the journal and this program still
 * give what was recorded.
 */
#include "study/inside.h"

#include <math.h>

#include "base/error.h"
#include "base/least.h"
#include "base/mem.h"
#include "base/special.h"
#include "strategy/distance.h"
#include "strategy/unmeasured.h"
#include "study/open.h"

/* Random configurations with which a suggestion is compared; the seed makes an
 * explanation a function of the study. */
enum { N_RANDOM = 256, RANDOM_SEED = 256 };
enum { MOST_NEAR = 3 };

/* What the caller sees, and what it is made of. */
struct explained {
    inlay_explanation is; /* first */
    inlay_study *past;    /* NULL: the caller's own study is as it was then */
    inlay_study *now;     /* the study as it is, with the space of then; NULL:
                             that is the caller's own */
    inlay_value *next;    /* what is suggested now; in this block, as is */
    inlay_trial trial, best;
    inlay_prediction at, at_best;
    inlay_noise_estimate noise;
    inlay_relevance *relevance;
    const inlay_relevance **relevance_at; /* of each variable */
    inlay_trial near_trial[MOST_NEAR];
    inlay_neighbor near[MOST_NEAR];
    const inlay_neighbor *near_at[MOST_NEAR];
    /* Of each output, in a block of their own, which `outputs` begins. */
    inlay_output_explanation *outputs;
    inlay_output_prediction *output_at;
    const inlay_output_explanation **outputs_at;
};

void inlay_explanation_free(inlay_explanation *explanation)
{
    struct explained *e = (struct explained *)explanation;
    if (e) {
        inlay_study_free(e->past);
        inlay_study_free(e->now);
        inlay_mem_free(e->outputs);
    }
    inlay_mem_free(e);
}

/* What the caller sees of each part. */
static void point(struct explained *e, size_t n_variables)
{
    e->is.trial = &e->trial;
    e->is.best = &e->best;
    e->is.at = &e->at;
    e->is.at_best = &e->at_best;
    e->is.noise = &e->noise;
    e->is.relevance = e->relevance_at;
    e->is.near = e->near_at;
    for (size_t i = 0; i < n_variables; i++)
        e->relevance_at[i] = &e->relevance[i];
    for (size_t k = 0; k < MOST_NEAR; k++) {
        e->near[k].trial = &e->near_trial[k];
        e->near_at[k] = &e->near[k];
    }
}

static struct explained *new_explanation(size_t n_variables)
{
    struct explained *e;
    inlay_value *next;
    inlay_relevance *relevance;
    const inlay_relevance **relevance_at;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(e, 1),
        INLAY_PART(next, n_variables),
        INLAY_PART(relevance, n_variables),
        INLAY_PART(relevance_at, n_variables),
        {0},
    };
    if (!inlay_mem_parts(parts))
        return NULL;
    e->next = next;
    e->relevance = relevance;
    e->relevance_at = relevance_at;
    e->at_best = (inlay_prediction){NAN, NAN, NAN, NAN, NAN};
    e->best.value = NAN;
    e->noise = (inlay_noise_estimate){.sd = NAN, .low = NAN, .high = NAN};
    e->is.observed_sd = e->is.z = e->is.gain = NAN;
    e->is.p_better = e->is.rank = e->is.typical_sd = NAN;
    point(e, n_variables);
    return e;
}

const char *inlay_origin_name(inlay_origin origin)
{
    static const char *const NAMES[] = {
        [INLAY_ORIGIN_MODEL] = "model",   [INLAY_ORIGIN_DESIGN] = "design",
        [INLAY_ORIGIN_NET] = "net",       [INLAY_ORIGIN_STEP] = "step",
        [INLAY_ORIGIN_RANDOM] = "random", [INLAY_ORIGIN_QUEUE] = "queue",
        [INLAY_ORIGIN_IMPORT] = "import",
    };
    return (size_t)origin < sizeof NAMES / sizeof NAMES[0] ? NAMES[origin]
                                                           : "unknown";
}

/* ---- The study as it was then ---- */

/* What explains a trial: its row, and the study as it was then, and as it is, both
 * with the variables of then. */
struct then {
    struct inlay_trial_row asking;
    inlay_study *past, *now; /* NULL: the caller's own */
};

static void clear_then(struct then *t)
{
    inlay_study_free(t->past);
    inlay_study_free(t->now);
}

static inlay_status find_then(inlay_study *s, int64_t id, struct then *out,
                              inlay_error *err)
{
    struct then t = {0};
    inlay_status st = inlay_history_check_known(&s->history, id, err);
    if (st == INLAY_OK)
        st = inlay_journal_find(s->journal, id, &t.asking, err);
    if (st == INLAY_OK)
        st = inlay_study_at(s, t.asking.known, t.asking.study, &t.past, err);
    if (st == INLAY_OK && !inlay_space_is_same(t.past->space, s->space))
        st = inlay_study_at(s, s->last_event, t.past->study_event, &t.now, err);
    if (st == INLAY_OK)
        inlay_watch_share(&t.past->watch, &s->watch);
    if (st == INLAY_OK && t.now)
        inlay_watch_share(&t.now->watch, &s->watch);
    if (st == INLAY_OK)
        *out = t;
    else
        clear_then(&t);
    return st;
}

static inlay_status go_back(struct explained *e, inlay_study *s,
                            const struct inlay_trial_row *asking,
                            inlay_error *err)
{
    inlay_study *now = e->now ? e->now : s;
    inlay_status st = INLAY_OK;
    inlay_study_show(now, now->history.trial[asking->id - 1], &e->trial);
    e->is.origin = asking->cause > 0 ? INLAY_ORIGIN_QUEUE : INLAY_ORIGIN_IMPORT;
    if (asking->cause != 0)
        return INLAY_OK;
    st = inlay_study_suggest(e->past, e->next, &e->is.origin, err);
    if (st == INLAY_OK)
        e->is.replay = inlay_values_equal(e->next, e->trial.x,
                                          inlay_space_n_variables(now->space))
                           ? INLAY_REPLAY_SAME
                           : INLAY_REPLAY_OTHER;
    return st;
}

static inlay_status look_ahead(struct explained *e, inlay_study *s,
                               inlay_error *err)
{
    e->trial = (inlay_trial){.value = NAN, .x = e->next};
    return inlay_study_suggest(s, e->next, &e->is.origin, err);
}

static void count_known(inlay_explanation *e, const inlay_study *s)
{
    e->space = s->space;
    e->n_done = s->history.n_done;
    e->n_failed = s->history.n_failed;
    e->n_pending = inlay_history_n_pending(&s->history);
    e->n_random = N_RANDOM;
}

/* ---- What was believed ---- */

/* Rank of the acquisition, and the median deviation, among random
 * configurations: room for them in x, u and sd. */
static inlay_status compare(inlay_explanation *e, inlay_study *s,
                            inlay_value *x, double *u, double *sd,
                            inlay_error *err)
{
    struct inlay_rng rng = inlay_rng_seed(RANDOM_SEED);
    size_t n_less = 0;
    for (size_t i = 0; i < N_RANDOM; i++) {
        inlay_prediction p;
        inlay_encode_sample(s->exact, &rng, u);
        inlay_decode(s->exact, u, x);
        const inlay_status st = inlay_study_predict_known(s, x, &p, err);
        if (st != INLAY_OK)
            return st;
        sd[i] = p.sd;
        n_less += p.acquisition <= e->at->acquisition;
    }
    inlay_least_first(sd, N_RANDOM);
    e->rank = (double)n_less / N_RANDOM;
    e->typical_sd = 0.5 * (sd[N_RANDOM / 2 - 1] + sd[N_RANDOM / 2]);
    return INLAY_OK;
}

static inlay_status compare_with_random(inlay_explanation *e, inlay_study *s,
                                        inlay_error *err)
{
    inlay_value *x;
    double *u, *sd;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(x, inlay_space_n_variables(s->space)),
        INLAY_PART(u, s->exact->dim),
        INLAY_PART(sd, N_RANDOM),
        {0},
    };
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a comparison");
    const inlay_status st = compare(e, s, x, u, sd, err);
    inlay_mem_free(x);
    return st;
}

/* What came out of the trial, as `now` knows it: outputs may have changed. */
static double value_of(const struct explained *e, const inlay_study *now,
                       const char *output)
{
    const struct inlay_outputs *outputs = inlay_options_outputs(now->options);
    const size_t k = inlay_outputs_find(outputs, output);
    return e->trial.state == INLAY_STATE_DONE && k < outputs->n
               ? e->trial.values[k]
               : NAN;
}

/* The variance that it was told with, if that is the objective's now, too. */
static double variance_of(const struct explained *e, const inlay_study *now,
                          const char *output)
{
    const struct inlay_outputs *outputs = inlay_options_outputs(now->options);
    return inlay_outputs_find(outputs, output) == outputs->objective
               ? e->trial.variance
               : NAN;
}

/* The value that came out, against what was expected. */
static inlay_status find_surprise(struct explained *e, const inlay_study *now,
                                  inlay_study *then, inlay_error *err)
{
    const size_t objective = inlay_options_objective(then->options);
    const char *name = inlay_options_output(then->options, objective)->name;
    const double value = value_of(e, now, name);
    inlay_residual r;
    const inlay_status st = inlay_study_residual(
        then, e->trial.x, objective, value, variance_of(e, now, name), &r, err);
    if (st != INLAY_OK)
        return st;
    e->is.observed_sd = r.sd;
    e->is.z = r.z;
    e->is.is_better = inlay_study_is_better(then, value, e->at.mean);
    return INLAY_OK;
}

/* To be better than what is not allowed is no gain. */
static void compare_with_best(struct explained *e, const inlay_study *s)
{
    if (!e->best.is_feasible)
        return;
    e->is.gain = s->sign * (e->at_best.mean - e->at.mean);
    if (e->at.sd > 0.0)
        e->is.p_better = inlay_norm_cdf(e->is.gain / e->at.sd);
}

static inlay_status find_beliefs(struct explained *e, const inlay_study *now,
                                 inlay_study *s, inlay_error *err)
{
    if (e->trial.is_outside) { /* measured elsewhere: nothing was believed */
        e->at = e->at_best;
        return INLAY_OK;
    }
    inlay_status st = inlay_study_predict_known(s, e->trial.x, &e->at, err);
    if (st != INLAY_OK)
        return st;
    e->is.has_model = isfinite(e->at.mean);
    if (inlay_study_best(s, &e->best, NULL) == INLAY_OK)
        st = inlay_study_predict_known(s, e->best.x, &e->at_best, err);
    if (st != INLAY_OK || !e->is.has_model)
        return st;
    compare_with_best(e, s);
    st = find_surprise(e, now, s, err);
    return st == INLAY_OK ? compare_with_random(&e->is, s, err) : st;
}

static inlay_status find_relevance(struct explained *e, inlay_study *s,
                                   inlay_error *err)
{
    const size_t n = inlay_space_n_variables(s->space);
    const inlay_status st = inlay_study_relevance(s, e->relevance, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        if (!isnan(e->relevance[i].length_scale))
            e->is.has_length_scales = true;
    return st;
}

/* ---- Outputs ---- */

static bool make_outputs(struct explained *e, const inlay_study *then)
{
    const size_t n = inlay_options_n_outputs(then->options);
    const struct inlay_mem_part parts[] = {
        INLAY_PART(e->outputs, n),
        INLAY_PART(e->output_at, n),
        INLAY_PART(e->outputs_at, n),
        {0},
    };
    if (!inlay_mem_parts(parts))
        return false;
    for (size_t k = 0; k < n; k++) {
        e->outputs[k] = (inlay_output_explanation){
            inlay_options_output(then->options, k), &e->output_at[k], NAN, NAN};
        e->outputs_at[k] = &e->outputs[k];
    }
    e->is.n_outputs = n;
    e->is.outputs = e->outputs_at;
    return true;
}

static inlay_status find_outputs(struct explained *e, const inlay_study *now,
                                 inlay_study *then, inlay_error *err)
{
    inlay_status st = make_outputs(e, then)
                          ? INLAY_OK
                          : inlay_fail_memory(err, "an explanation");
    for (size_t k = 0; st == INLAY_OK && k < e->is.n_outputs; k++) {
        inlay_output_explanation *o = &e->outputs[k];
        inlay_residual r;
        o->value = value_of(e, now, o->output->name);
        st = inlay_study_predict_output(then, e->trial.x, k, &e->output_at[k],
                                        err);
        if (st == INLAY_OK)
            st = inlay_study_residual(then, e->trial.x, k, o->value,
                                      variance_of(e, now, o->output->name), &r,
                                      err);
        if (st == INLAY_OK)
            o->z = r.z;
    }
    return st;
}

/* ---- What is sought of limits ---- */

static bool has_chance_of_limits(const struct explained *e)
{
    for (size_t k = 0; k < e->is.n_outputs; k++)
        if (inlay_output_has_limit(e->outputs[k].output) &&
            !isnan(e->output_at[k].p_within))
            return true;
    return false;
}

/* The first trial with this configuration whose value counts, or will. */
static const struct inlay_record *find_first(const struct explained *e,
                                             const inlay_study *then)
{
    const struct inlay_history *h = &then->history;
    const size_t n = inlay_space_n_variables(then->space);
    for (size_t i = 0; i < h->n; i++)
        if ((h->record[i]->state == INLAY_STATE_DONE ||
             h->record[i]->state == INLAY_STATE_PENDING) &&
            inlay_values_equal(h->record[i]->x, e->trial.x, n))
            return h->record[i];
    return NULL;
}

static inlay_again why_again(const struct explained *e,
                             const struct inlay_record *first)
{
    if (first->lacks_limit)
        return INLAY_AGAIN_LIMIT;
    if (e->noise.is_certain)
        return INLAY_AGAIN_NOISE;
    return e->is.may_repeat ? INLAY_AGAIN_ALLOWED : INLAY_AGAIN_PROBE;
}

/* Has the acquisition a part in it? */
static bool is_sought(const struct explained *e, const inlay_study *then)
{
    const struct inlay_record *again = inlay_unmeasured_best(&then->history);
    return isfinite(e->at.acquisition) &&
           e->is.why_again != INLAY_AGAIN_PROBE &&
           !(e->is.why_again == INLAY_AGAIN_LIMIT && again &&
             inlay_values_equal(again->x, e->trial.x,
                                inlay_space_n_variables(then->space)));
}

/* As appraisal.c and gpbo.c decide it.  A method without models of limits has
 * neither. */
static void find_purpose(struct explained *e, const inlay_study *then)
{
    const struct inlay_record *first = find_first(e, then);
    if (e->trial.is_outside || !e->is.has_model)
        return;
    if (first && e->is.origin == INLAY_ORIGIN_MODEL) {
        e->is.measures_again = first->id;
        e->is.why_again = why_again(e, first);
    }
    e->is.seeks_limits =
        then->history.n_feasible == 0 && has_chance_of_limits(e);
    if (!is_sought(e, then))
        e->is.rank = NAN;
}

/* ---- What is near ---- */

/* By their distances d; those that are pending count as far away. */
static void keep_nearest(struct explained *e, const inlay_study *s, double *d)
{
    const struct inlay_history *h = &s->history;
    size_t at[MOST_NEAR];
    for (size_t i = 0; i < h->n; i++)
        if (h->record[i]->state == INLAY_STATE_PENDING)
            d[i] = INFINITY;
    const size_t n_ended = h->n_done + h->n_failed;
    const size_t n_found = inlay_least(d, h->n, MOST_NEAR, at);
    e->is.n_near = n_found < n_ended ? n_found : n_ended;
    for (size_t k = 0; k < e->is.n_near; k++) {
        inlay_study_show(s, h->record[at[k]], &e->near_trial[k]);
        e->near[k].distance = d[at[k]];
    }
}

static inlay_status find_nearest(struct explained *e, const inlay_study *s,
                                 inlay_error *err)
{
    double *d = inlay_mem_doubles(s->history.n);
    const inlay_status st =
        d ? inlay_distance_find(e->relevance, NULL, 0, e->trial.x, &s->history,
                                d, err)
          : inlay_fail_memory(err, "distances");
    if (st == INLAY_OK)
        keep_nearest(e, s, d);
    inlay_mem_free(d);
    return st;
}

/* What was sought, by the belief that is in place. */
static void find_ways(struct explained *e, const inlay_study *then)
{
    e->is.may_repeat = inlay_strategy_repeats(then->strategy);
    e->is.acquisition = inlay_study_acquisition(then);
    find_purpose(e, then);
}

/* e has past and now. */
static inlay_status explain(struct explained *e, inlay_study *s,
                            const struct inlay_trial_row *asking,
                            inlay_error *err)
{
    inlay_status st =
        asking ? go_back(e, s, asking, err) : look_ahead(e, s, err);
    if (st != INLAY_OK)
        return st;
    inlay_study *then = e->past ? e->past : s;
    count_known(&e->is, then);
    st = find_relevance(e, then, err);
    if (st == INLAY_OK)
        st = find_beliefs(e, e->now ? e->now : s, then, err);
    if (st == INLAY_OK)
        st = find_outputs(e, e->now ? e->now : s, then, err);
    if (st == INLAY_OK && e->is.has_model)
        st = inlay_study_noise_known(then, &e->noise, err);
    if (st == INLAY_OK)
        find_ways(e, then);
    return st == INLAY_OK && !e->trial.is_outside ? find_nearest(e, then, err)
                                                  : st;
}

/* id 0: the next suggestion. */
static inlay_status explain_any(inlay_study *s, int64_t id,
                                inlay_explanation **out, inlay_error *err)
{
    struct then t = {0};
    inlay_status st = id != 0 ? find_then(s, id, &t, err) : INLAY_OK;
    if (st != INLAY_OK)
        return st;
    struct explained *e =
        new_explanation(inlay_space_n_variables((t.past ? t.past : s)->space));
    if (!e) {
        clear_then(&t);
        return inlay_fail_memory(err, "an explanation");
    }
    e->past = t.past;
    e->now = t.now;
    st = explain(e, s, id != 0 ? &t.asking : NULL, err);
    if (st == INLAY_OK)
        *out = &e->is;
    else
        inlay_explanation_free(&e->is);
    return st;
}

inlay_status inlay_study_explain(inlay_study *s, int64_t id,
                                 inlay_explanation **out, inlay_error *err)
{
    int64_t upto;
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = inlay_study_freeze(s, &upto, err);
    if (st == INLAY_OK)
        st = explain_any(s, id, out, err);
    inlay_study_thaw(s, upto);
    return inlay_settle(err, st);
}
