/*
 * stop_fixture.h: every long call of a study as a function of the study alone.
 */
#ifndef INLAY_TESTS_STOP_FIXTURE_H
#define INLAY_TESTS_STOP_FIXTURE_H

#include "study_fixture.h"

typedef inlay_status call_fn(inlay_study *s, inlay_error *err);

static inline inlay_status ask_once(inlay_study *s, inlay_error *err)
{
    inlay_trial t;
    return inlay_study_ask(s, &t, err);
}

static inline inlay_status predict_once(inlay_study *s, inlay_error *err)
{
    inlay_prediction p;
    return inlay_study_predict(s, trial_of(s, 1).x, &p, err);
}

static inline inlay_status predict_outputs_once(inlay_study *s,
                                                inlay_error *err)
{
    inlay_output_prediction p[1];
    return inlay_study_predict_outputs(s, trial_of(s, 1).x, p, err);
}

static inline inlay_status recommend_once(inlay_study *s, inlay_error *err)
{
    inlay_value x[4];
    inlay_prediction p;
    return inlay_study_recommend(s, x, &p, err);
}

static inline inlay_status relevance_once(inlay_study *s, inlay_error *err)
{
    inlay_relevance r[4];
    return inlay_study_relevance(s, r, err);
}

static inline inlay_status leave_one_out_once(inlay_study *s, inlay_error *err)
{
    inlay_residual r[512];
    size_t n;
    return inlay_study_leave_one_out(s, r, LEN(r), &n, err);
}

static inline inlay_status hyperparameters_once(inlay_study *s,
                                                inlay_error *err)
{
    inlay_hyperparameters *h = NULL;
    const inlay_status st = inlay_study_hyperparameters(s, &h, err);
    inlay_hyperparameters_free(h);
    return st;
}

static inline inlay_status noise_once(inlay_study *s, inlay_error *err)
{
    inlay_noise_estimate e;
    return inlay_study_noise(s, &e, err);
}

static inline inlay_status explain_next(inlay_study *s, inlay_error *err)
{
    inlay_explanation *e = NULL;
    const inlay_status st = inlay_study_explain(s, 0, &e, err);
    inlay_explanation_free(e);
    return st;
}

static inline inlay_status explain_past(inlay_study *s, inlay_error *err)
{
    inlay_explanation *e = NULL;
    const inlay_status st =
        inlay_study_explain(s, (int64_t)inlay_study_n_trials(s), &e, err);
    inlay_explanation_free(e);
    return st;
}

static inline inlay_status slice_once(inlay_study *s, inlay_error *err)
{
    const size_t variables[] = {0};
    inlay_slice *slice = NULL;
    const inlay_status st =
        inlay_study_slice(s, NULL, variables, 1, 20, &slice, err);
    inlay_slice_free(slice);
    return st;
}

static inline inlay_status audit_once(inlay_study *s, inlay_error *err)
{
    inlay_audit *a = NULL;
    const inlay_status st = inlay_study_audit(s, &a, err);
    if (st == INLAY_OK)
        CHECK(a->n_problems == 0 && a->model);
    inlay_audit_free(a);
    return st;
}

static inline inlay_status ask_two(inlay_study *s, inlay_error *err)
{
    inlay_trial t[2];
    size_t n_got = 77;
    const inlay_status st = inlay_study_ask_many(s, 2, t, &n_got, err);
    CHECK(st == INLAY_OK || n_got == 77);
    return st;
}

static call_fn *const CALLS[] = {
    ask_once,       predict_once,       predict_outputs_once, recommend_once,
    relevance_once, leave_one_out_once, hyperparameters_once, explain_next,
    explain_past,   slice_once,         audit_once,           noise_once,
    ask_two};

#endif
