/*
 * minimize.c: inlay_minimize and inlay_minimize_with, a study driven by a C
 * function.
 *
 * There is one way out of a search, whoever ends it, so that nothing can be left
 * behind.  The study has the stop, and of the time limit what is left of it as the
 * deadline of each ask; an evaluation is the user's, and is not interrupted.
 */
#include "study/inside.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/sized.h"

/* A search that goes on until `result.end` is known. */
struct search {
    inlay_study *study;
    inlay_evaluate_fn *f;
    const inlay_minimize_terms *terms;
    double began_at;
    bool is_over;
    inlay_minimize_result result;
};

static void end(struct search *s, inlay_minimize_end why)
{
    s->is_over = true;
    s->result.end = why;
}

/* x with its texts pointing into the caller's space, which outlives the study. */
static inlay_status hand_over(const inlay_space *space, const inlay_trial *best,
                              inlay_value *x, inlay_error *err)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_variable v;
        const inlay_status st = inlay_space_variable(space, i, &v, err);
        if (st != INLAY_OK)
            return st;
        x[i] = best->x[i];
        if (v.labels)
            x[i].text = v.labels[best->x[i].integer];
    }
    return INLAY_OK;
}

/* ---- Before an evaluation ---- */

/* What the terms say of the trials so far. */
static void look_at_terms(struct search *s)
{
    const inlay_minimize_terms *t = s->terms;
    inlay_trial best;
    s->result.seconds = inlay_clock_seconds() - s->began_at;
    if (t->has_target && inlay_study_best(s->study, &best, NULL) == INLAY_OK &&
        best.is_feasible && best.value <= t->target)
        end(s, INLAY_MINIMIZE_TARGET);
    else if (t->budget > 0 && s->result.n >= t->budget)
        end(s, INLAY_MINIMIZE_BUDGET);
    else if (inlay_stop_is_requested(t->stop))
        end(s, INLAY_MINIMIZE_STOP);
    else if (t->time_limit > 0.0 && s->result.seconds >= t->time_limit)
        end(s, INLAY_MINIMIZE_TIME_LIMIT);
    else if (t->patience > 0 &&
             inlay_study_n_since_best(s->study) >= t->patience)
        end(s, INLAY_MINIMIZE_PATIENCE);
}

static inlay_status ask(struct search *s, inlay_trial *trial, inlay_error *err)
{
    const double limit = s->terms->time_limit;
    inlay_status st = INLAY_OK;
    if (limit > 0.0)
        st = inlay_study_set_deadline(s->study, limit - s->result.seconds, err);
    if (st == INLAY_OK)
        st = inlay_study_ask(s->study, trial, err);
    if (st == INLAY_EXHAUSTED)
        end(s, INLAY_MINIMIZE_EXHAUSTED);
    else if (st == INLAY_STOPPED)
        end(s, inlay_watch_is_late(&s->study->watch) ? INLAY_MINIMIZE_TIME_LIMIT
                                                     : INLAY_MINIMIZE_STOP);
    return s->is_over ? INLAY_OK : st;
}

/* ---- After it ---- */

static void tell_progress(struct search *s, int64_t id)
{
    inlay_trial trial, best;
    const bool has_best = inlay_study_best(s->study, &best, NULL) == INLAY_OK;
    const inlay_progress now = {s->result.n,
                                inlay_clock_seconds() - s->began_at, &trial,
                                has_best ? &best : NULL};
    if (s->terms->progress && !s->is_over &&
        inlay_study_trial(s->study, id, &trial, NULL) == INLAY_OK &&
        !s->terms->progress(&now, s->terms->context))
        end(s, INLAY_MINIMIZE_PROGRESS);
}

static inlay_status evaluate(struct search *s, const inlay_trial *trial,
                             inlay_error *err)
{
    double value = NAN;
    if (!s->f(trial->x, &value, s->terms->context))
        end(s, INLAY_MINIMIZE_OBJECTIVE);
    if (s->is_over && !isfinite(value))
        return INLAY_OK;
    s->result.n++;
    const inlay_status st = inlay_study_tell(s->study, trial->id, value, err);
    if (st == INLAY_OK)
        tell_progress(s, trial->id);
    return st;
}

/* ---- The search ---- */

static inlay_status drive(struct search *s, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    inlay_trial trial;
    inlay_study_set_stop(s->study, s->terms->stop);
    while (st == INLAY_OK && !s->is_over) {
        look_at_terms(s);
        if (!s->is_over)
            st = ask(s, &trial, err);
        if (st == INLAY_OK && !s->is_over)
            st = evaluate(s, &trial, err);
    }
    s->result.seconds = inlay_clock_seconds() - s->began_at;
    return st;
}

static inlay_status check_terms(const inlay_minimize_terms *t, inlay_error *err)
{
    if (!(t->time_limit >= 0.0))
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_minimize_with: the time limit %g is not 0 or "
                          "more",
                          t->time_limit);
    if (t->has_target && isnan(t->target))
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_minimize_with: the target is not a number");
    if (t->budget == 0 && t->time_limit == 0.0 && t->patience == 0 &&
        !t->has_target && !t->stop)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_minimize_with: nothing ends the search; set a "
                          "budget, time limit, patience, target or stop");
    return INLAY_OK;
}

static inlay_status check_goal(const char *call, const inlay_options *options,
                               inlay_error *err)
{
    const char *goal = options ? inlay_options_get(options, "goal") : NULL;
    const size_t n = options ? inlay_options_n_outputs(options) : 1;
    if (n > 1)
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: the options have %zu outputs, but the function "
                          "gives one value; use a study, and "
                          "inlay_study_report",
                          call, n);
    if (!goal || strcmp(goal, "minimize") == 0)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "%s: option 'goal' is '%s'; negate the objective, or use "
                      "a study",
                      call, goal);
}

/* x is written where an evaluation has succeeded; then result.value is finite. */
static inlay_status search(const inlay_space *space,
                           const inlay_options *options, struct search *s,
                           inlay_value *x, inlay_error *err)
{
    inlay_trial best;
    s->began_at = inlay_clock_seconds();
    s->result.value = NAN;
    inlay_status st = inlay_study_new(space, options, &s->study, err);
    if (st == INLAY_OK)
        st = drive(s, err);
    if (st == INLAY_OK && inlay_study_best(s->study, &best, err) == INLAY_OK) {
        s->result.value = best.value;
        if (x)
            st = hand_over(space, &best, x, err);
    }
    inlay_study_free(s->study);
    return st;
}

inlay_status inlay_minimize_with_sized(const inlay_space *space,
                                       const inlay_options *options,
                                       inlay_evaluate_fn *f,
                                       const inlay_minimize_terms *terms,
                                       size_t size_terms, inlay_value *x,
                                       inlay_minimize_result *result,
                                       size_t size, inlay_error *err)
{
    inlay_minimize_terms ours;
    struct search s = {.f = f, .terms = &ours};
    if (!space || !f || !terms)
        return inlay_refuse_null(__func__, "space, f and terms", err);
    inlay_status st = inlay_sized_check(__func__, size_terms, err);
    if (st == INLAY_OK && result)
        st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        st = check_goal("inlay_minimize_with", options, err);
    if (st != INLAY_OK)
        return st;
    inlay_sized_get(&ours, sizeof ours, terms, size_terms);
    st = check_terms(&ours, err);
    if (st == INLAY_OK)
        st = search(space, options, &s, x, err);
    if (st == INLAY_OK && result)
        inlay_sized_put(result, 0, size, &s.result, sizeof s.result);
    return inlay_settle(err, st);
}

/* ---- The short form ---- */

struct plain {
    inlay_objective_fn *f;
    void *context;
};

static bool evaluate_plain(const inlay_value *x, double *value, void *context)
{
    const struct plain *p = context;
    *value = p->f(x, p->context);
    return true;
}

inlay_status inlay_minimize(const inlay_space *space,
                            const inlay_options *options, size_t budget,
                            inlay_objective_fn *f, void *context,
                            inlay_value *x, double *value, inlay_error *err)
{
    struct plain plain = {f, context};
    const inlay_minimize_terms terms = {.budget = budget, .context = &plain};
    struct search s = {.f = evaluate_plain, .terms = &terms};
    if (!space || !f)
        return inlay_refuse_null(__func__, "space and f", err);
    if (budget == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_minimize: budget must not be 0");
    inlay_status st = check_goal("inlay_minimize", options, err);
    if (st == INLAY_OK)
        st = search(space, options, &s, x, err);
    if (st == INLAY_OK && isnan(s.result.value))
        st = inlay_fail(err, INLAY_ESTATE,
                        "inlay_minimize: none of %zu evaluations has a value",
                        s.result.n);
    if (st == INLAY_OK && value)
        *value = s.result.value;
    return inlay_settle(err, st);
}
