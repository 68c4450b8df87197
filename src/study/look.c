/*
 * look.c: what a study knows: its trials, the best, what its model predicts.
 *
 * None of it changes the history.  A model's answer is that of the next trial:
 * the same random numbers, and the same fit, as its suggestion would have.
 */
#include "study/inside.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sized.h"
#include "problem/space.h"

size_t inlay_study_n_trials(const inlay_study *s)
{
    return s ? s->history.n_trials : 0;
}

size_t inlay_study_n_in_state(const inlay_study *s, inlay_state state)
{
    return s && (size_t)state < INLAY_N_STATES ? s->history.n_in[state] : 0;
}

/* Those of the first n wishes that are to be asked. */
static size_t n_wanted(const inlay_study *s, size_t n)
{
    size_t n_found = 0;
    for (size_t i = 0; i < n; i++)
        n_found += inlay_study_is_wanted(s, &s->queue[i]);
    return n_found;
}

size_t inlay_study_n_queued(const inlay_study *s)
{
    return s ? n_wanted(s, s->n_queue) : 0;
}

inlay_status inlay_study_find(const inlay_study *s, const inlay_value *x,
                              int64_t *id, inlay_error *err)
{
    inlay_value *copy = NULL;
    if (!s || !x || !id)
        return inlay_refuse_null(__func__, "study, x and id", err);
    inlay_status st = inlay_study_check_x(s, x, &copy, err);
    if (st == INLAY_OK)
        st = inlay_study_find_x(s, copy, id, err);
    inlay_mem_free(copy);
    return inlay_settle(err, st);
}

inlay_status inlay_study_find_queued(const inlay_study *s, const inlay_value *x,
                                     size_t *n_before, inlay_error *err)
{
    inlay_value *copy = NULL;
    if (!s || !x || !n_before)
        return inlay_refuse_null(__func__, "study, x and n_before", err);
    const inlay_status st = inlay_study_check_x(s, x, &copy, err);
    size_t i = 0;
    while (st == INLAY_OK && i < s->n_queue &&
           !(inlay_study_is_wanted(s, &s->queue[i]) &&
             inlay_values_equal(s->queue[i].x, copy,
                                inlay_space_n_variables(s->space))))
        i++;
    if (st == INLAY_OK)
        *n_before = n_wanted(s, i);
    inlay_mem_free(copy);
    return inlay_settle(err, st);
}

/* A record to a caller whose trial has that size. */
static inlay_status hand_over(const char *call, const inlay_study *s,
                              const struct inlay_record *r, inlay_trial *out,
                              size_t size, inlay_error *err)
{
    inlay_trial shown;
    const inlay_status st = inlay_sized_check(call, size, err);
    if (st != INLAY_OK)
        return st;
    inlay_study_show(s, r, &shown);
    inlay_sized_put(out, 0, size, &shown, sizeof shown);
    return INLAY_OK;
}

inlay_status inlay_study_trial_sized(const inlay_study *s, int64_t id,
                                     inlay_trial *out, size_t size,
                                     inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = inlay_history_check_known(&s->history, id, err);
    if (st == INLAY_OK)
        st = hand_over(__func__, s, s->history.trial[id - 1], out, size, err);
    return inlay_settle(err, st);
}

bool inlay_study_is_better(const inlay_study *s, double a, double b)
{
    return s && inlay_options_is_better(s->options, a, b);
}

bool inlay_options_is_better(const inlay_options *o, double a, double b)
{
    if (!o || isnan(a) || isnan(b))
        return o && !isnan(a);
    return inlay_options_choice(o, INLAY_OPT_GOAL) == INLAY_GOAL_MAXIMIZE
               ? a > b
               : a < b;
}

size_t inlay_study_n_since_best(const inlay_study *s)
{
    if (!s)
        return 0;
    const struct inlay_record *best = inlay_history_best(&s->history);
    size_t n = 0;
    for (size_t i = 0; i < s->history.n; i++) {
        const struct inlay_record *r = s->history.record[i];
        n += r->id > (best ? best->id : 0) && !r->is_added &&
             r->state != INLAY_STATE_PENDING;
    }
    return n;
}

static void add_reason(struct inlay_text *text, size_t n, const char *is)
{
    if (n > 0)
        inlay_text_printf(text, "%s%zu %s", text->n > 0 ? ", " : "", n, is);
}

/* Why done trials do not count: "2 are discarded, 3 lie outside ..." */
static void add_reasons(const struct inlay_history *h, struct inlay_text *text)
{
    size_t n_void = 0, n_outside = 0, n_without = 0;
    for (size_t i = 0; i < h->n_trials; i++) {
        const struct inlay_record *r = h->trial[i];
        if (r->state != INLAY_STATE_DONE)
            continue;
        n_void += r->is_discarded;
        n_outside += !r->is_discarded && r->is_outside;
        n_without += !r->is_discarded && !r->is_outside && r->has_no_value;
    }
    add_reason(text, n_void, n_void == 1 ? "is discarded" : "are discarded");
    add_reason(text, n_outside,
               n_outside == 1 ? "lies outside the space as it is now"
                              : "lie outside the space as it is now");
    add_reason(text, n_without,
               n_without == 1 ? "has no value of the objective as it is now"
                              : "have no value of the objective as it is now");
}

/* No trial has a value that counts. */
static inlay_status fail_none(const inlay_study *s, const char *call,
                              inlay_error *err)
{
    const size_t n_done = s->history.n_in[INLAY_STATE_DONE];
    if (n_done == 0)
        return inlay_fail(err, INLAY_ESTATE,
                          "%s: none of %zu trials has a value", call,
                          s->history.n_trials);
    struct inlay_text why = {0};
    add_reasons(&s->history, &why);
    inlay_status st = inlay_text_status(&why, err);
    if (st == INLAY_OK)
        st = inlay_fail(err, INLAY_ESTATE,
                        "%s: no result counts: of %zu done "
                        "trial%s %s",
                        call, n_done, n_done == 1 ? "" : "s",
                        inlay_text_view(&why));
    inlay_text_clear(&why);
    return st;
}

inlay_status inlay_study_best_sized(const inlay_study *s, inlay_trial *out,
                                    size_t size, inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    const struct inlay_record *best = inlay_history_best(&s->history);
    if (!best)
        return fail_none(s, "best", err);
    return inlay_settle(err, hand_over(__func__, s, best, out, size, err));
}

inlay_status inlay_study_predict_known(inlay_study *s, const inlay_value *x,
                                       inlay_prediction *out, inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    inlay_prediction p;
    inlay_status st =
        inlay_strategy_predict(s->strategy, &s->history, &rng, x, &p, err);
    st = inlay_study_settle(s, st, err);
    if (st != INLAY_OK)
        return st;
    p.mean *= s->sign;
    *out = p;
    return INLAY_OK;
}

inlay_status inlay_study_predict_sized(inlay_study *s, const inlay_value *x,
                                       inlay_prediction *out, size_t size,
                                       inlay_error *err)
{
    if (!s || !x || !out)
        return inlay_refuse_null(__func__, "study, x and out", err);
    inlay_value *copy = NULL;
    inlay_prediction p;
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        st = inlay_study_begin(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_study_check_x(s, x, &copy, err);
    if (st == INLAY_OK)
        st = inlay_study_predict_known(s, copy, &p, err);
    if (st == INLAY_OK)
        inlay_sized_put(out, 0, size, &p, sizeof p);
    inlay_mem_free(copy);
    return inlay_settle(err, st);
}

inlay_status inlay_study_predict_outputs_sized(inlay_study *s,
                                               const inlay_value *x,
                                               inlay_output_prediction *out,
                                               size_t size, inlay_error *err)
{
    inlay_value *copy = NULL;
    if (!s || !x || !out)
        return inlay_refuse_null(__func__, "study, x and out", err);
    const size_t n = inlay_options_n_outputs(s->options);
    inlay_output_prediction *found = inlay_mem_new(n, sizeof *found);
    inlay_status st = found ? inlay_sized_check(__func__, size, err)
                            : inlay_fail_memory(err, "predictions");
    if (st == INLAY_OK)
        st = inlay_study_begin(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_study_check_x(s, x, &copy, err);
    for (size_t k = 0; st == INLAY_OK && k < n; k++)
        st = inlay_study_predict_output(s, copy, k, &found[k], err);
    for (size_t k = 0; st == INLAY_OK && k < n; k++)
        inlay_sized_put(out, k, size, &found[k], sizeof *found);
    inlay_mem_free(copy);
    inlay_mem_free(found);
    return inlay_settle(err, st);
}

inlay_status inlay_study_recommend_sized(inlay_study *s, inlay_value *x,
                                         inlay_prediction *prediction,
                                         size_t size, inlay_error *err)
{
    inlay_prediction p;
    if (!s || !x)
        return inlay_refuse_null(__func__, "study and x", err);
    inlay_status st =
        prediction ? inlay_sized_check(__func__, size, err) : INLAY_OK;
    if (st == INLAY_OK)
        st = inlay_study_begin(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st != INLAY_OK)
        return st;
    if (s->history.n_done == 0)
        return fail_none(s, "recommend", err);
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const size_t n = inlay_space_n_variables(s->space);
    inlay_value *found = inlay_mem_new(n, sizeof *found);
    if (!found)
        return inlay_fail_memory(err, "a recommendation");
    st = inlay_strategy_recommend(s->strategy, &s->history, &rng, found, err);
    st = inlay_study_settle(s, st, err);
    if (st == INLAY_OK && prediction)
        st = inlay_study_predict_known(s, found, &p, err);
    if (st == INLAY_OK && prediction)
        inlay_sized_put(prediction, 0, size, &p, sizeof p);
    if (st == INLAY_OK)
        memcpy(x, found, n * sizeof *x);
    inlay_mem_free(found);
    return inlay_settle(err, st);
}
