/*
 * test_outputs.c: studies with limits beside the objective.
 */
#include "study_fixture.h"

#include <unistd.h>

#define SPACE                                                                  \
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1},"          \
    " {\"name\": \"k\", \"type\": \"integer\", \"min\": 0, \"max\": 9}]"

/* cost to be minimized; load at most `most`, life at least 2. */
static inlay_options *limits(const char *text, double most)
{
    inlay_options *o = options_of(text);
    inlay_error err = {0};
    CHECK_OK(inlay_options_add_output(o, "cost", INLAY_GOAL_MINIMIZE, -INFINITY,
                                      INFINITY, &err),
             err);
    CHECK_OK(inlay_options_add_output(o, "load", INLAY_GOAL_NONE, -INFINITY,
                                      most, &err),
             err);
    CHECK_OK(inlay_options_add_output(o, "life", INLAY_GOAL_NONE, 2.0, INFINITY,
                                      &err),
             err);
    return o;
}

static inlay_study *limited(const char *text)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SPACE);
    inlay_options *o = limits(text, 1.0);
    inlay_study *s = NULL;
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    inlay_options_free(o);
    inlay_space_free(space);
    return s;
}

/* Cheap where it is heavy: the best feasible is at a = 0.55, k = 4, cost 0.05. */
static void evaluate(const inlay_value *x, double *v)
{
    const double a = x[0].real, k = (double)x[1].integer;
    v[0] = 1.0 - a - 0.1 * k;
    v[1] = a + 0.1 * k + 0.05;
    v[2] = 6.0 - k;
}

static void go_on(inlay_study *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        inlay_trial t;
        inlay_error err = {0};
        double v[3];
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        evaluate(t.x, v);
        CHECK_OK(inlay_study_report(s, t.id, v, 3, NULL, &err), err);
    }
}

TEST(the_best_is_feasible_and_found)
{
    static const char *const methods[] = {"",
                                          "method=smac",
                                          "method=tpe",
                                          "acquisition=mes",
                                          "noise=yes",
                                          "method=hillclimb",
                                          "acquisition=kg noise=yes"};
    for (size_t i = 0; i < LEN(methods); i++) {
        inlay_study *s = limited(methods[i]);
        inlay_error err = {0};
        inlay_trial best;
        inlay_value x[2];
        double v[3];
        go_on(s, 40);
        CHECK_OK(inlay_study_best(s, &best, &err), err);
        CHECK(best.is_feasible && best.n_values == 3);
        CHECK(best.values[1] <= 1.0 && best.values[2] >= 2.0);
        CHECK(best.value == best.values[0]);
        CHECK(best.value < (i == 0 ? 0.051 : 0.2));
        CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
        evaluate(x, v);
        CHECK(v[1] <= 1.0 && v[2] >= 2.0);
        inlay_study_free(s);
    }
}

TEST(while_nothing_is_feasible_the_nearest_is_best)
{
    inlay_study *s = limited("");
    inlay_error err = {0};
    inlay_trial t;
    const inlay_value far[] = {inlay_real(0.9), inlay_integer(9)};
    const inlay_value near[] = {inlay_real(0.2), inlay_integer(8)};
    CHECK_OK(inlay_study_add_report(s, near, (double[]){5.0, 1.1, 3.0}, 3, NULL,
                                    NULL, &err),
             err);
    CHECK_OK(inlay_study_add_report(s, far, (double[]){1.0, 2.0, 3.0}, 3,
                                    "{\"note\": \"heavy\"}", NULL, &err),
             err);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 1 && !t.is_feasible && t.state == INLAY_STATE_DONE);
    inlay_study_free(s);
}

TEST(a_limit_without_a_value_is_a_failure)
{
    inlay_study *s = limited("");
    inlay_error err = {0};
    inlay_trial t;
    CHECK_OK(inlay_study_ask(s, &t, &err), err);
    CHECK_FAILS(inlay_study_tell(s, t.id, 1.0, &err), INLAY_EINVAL, err,
                "tell: got 1 value, but the study has 3 outputs (cost, load, "
                "life): report one value for each");
    CHECK_OK(
        inlay_study_report(s, t.id, (double[]){1.0, NAN, 3.0}, 3, NULL, &err),
        err);
    CHECK_OK(inlay_study_trial(s, t.id, &t, &err), err);
    CHECK(t.state == INLAY_STATE_FAILED && isnan(t.values[0]));
    CHECK_TEXT(t.why, "the result has no finite value of 'load'");
    inlay_study_free(s);
}

TEST(the_model_predicts_each_output)
{
    inlay_study *s = limited("");
    inlay_error err = {0};
    const inlay_value x[] = {inlay_real(0.3), inlay_integer(3)};
    const inlay_value heavy[] = {inlay_real(0.95), inlay_integer(9)};
    inlay_output_prediction p[3];
    inlay_prediction whole;
    inlay_residual r[30];
    inlay_relevance share[2];
    double v[3];
    size_t n = 0;
    go_on(s, 25);
    evaluate(x, v);
    CHECK_OK(inlay_study_predict_outputs(s, x, p, &err), err);
    CHECK_OK(inlay_study_predict(s, x, &whole, &err), err);
    for (size_t k = 0; k < 3; k++)
        CHECK(fabs(p[k].mean - v[k]) < 0.1 && p[k].sd > 0.0);
    CHECK(p[0].mean == whole.mean && p[0].p_within == 1.0);
    CHECK_ABS(whole.p_feasible, p[1].p_within * p[2].p_within, 1e-9);
    CHECK(whole.p_feasible > 0.9);
    CHECK_OK(inlay_study_predict(s, heavy, &whole, &err), err);
    CHECK(whole.p_feasible < 0.05);
    CHECK_OK(inlay_study_leave_one_out_of(s, 2, r, 30, &n, &err), err);
    CHECK(n == 25 && r[0].id == 1);
    for (size_t i = 0; i < n; i++) {
        inlay_trial t;
        inlay_study_trial(s, r[i].id, &t, NULL);
        CHECK(r[i].value == t.values[2]);
    }
    CHECK_OK(inlay_study_relevance_of(s, 2, share, &err), err);
    CHECK(share[1].share > 0.9); /* life depends on k alone */
    CHECK_FAILS(inlay_study_relevance_of(s, 3, share, &err), INLAY_EINVAL, err,
                "output 3 does not exist; the study has outputs 0 to 2");
    inlay_study_free(s);
}

/* Runs, is closed, and goes on: as one study in memory. */
TEST(a_limit_can_change_and_what_was_measured_stays)
{
    char path[] = "outputs-XXXXXX";
    inlay_error err = {0};
    inlay_space *space = space_of(SPACE);
    inlay_options *o = limits("seed=3", 1.0), *wide = limits("seed=3", 1.4);
    inlay_options *one = options_of("seed=3");
    inlay_study *memory = limited("seed=3"), *s = NULL;
    inlay_trial a, b;
    close(mkstemp(path));
    unlink(path);
    CHECK_OK(inlay_study_open(path, space, o, &s, &err), err);
    go_on(s, 8);
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(path, NULL, NULL, &s, &err), err);
    go_on(s, 6);
    go_on(memory, 14);
    for (int64_t id = 1; id <= 14; id++) {
        inlay_study_trial(s, id, &a, NULL);
        inlay_study_trial(memory, id, &b, NULL);
        CHECK(a.x[0].real == b.x[0].real && a.x[1].integer == b.x[1].integer);
        CHECK(memcmp(a.values, b.values, 3 * sizeof *a.values) == 0);
        CHECK(a.is_feasible == b.is_feasible);
    }
    inlay_study_best(s, &a, NULL);
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(path, space, wide, &s, &err), err);
    go_on(s, 10);
    CHECK_OK(inlay_study_best(s, &b, &err), err);
    CHECK(b.is_feasible && b.value < a.value && b.values[1] > 1.0);
    CHECK(inlay_study_n_trials(s) == 24);
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(path, space, one, &s, &err), err);
    CHECK_OK(inlay_study_trial(s, 3, &a, &err), err);
    inlay_study_trial(memory, 3, &b, NULL);
    CHECK(a.n_values == 1 && a.value == b.value && a.is_feasible);
    inlay_study_free(s);
    inlay_study_free(memory);
    inlay_options_free(one);
    inlay_options_free(wide);
    inlay_options_free(o);
    inlay_space_free(space);
    unlink(path);
}

TEST(goals_are_one_and_turn_round)
{
    inlay_options *o = limits("", 1.0);
    inlay_error err = {0};
    CHECK(inlay_options_n_outputs(o) == 3 && inlay_options_objective(o) == 0);
    CHECK(inlay_options_output(o, 0)->goal == INLAY_GOAL_MINIMIZE);
    CHECK_OK(inlay_options_set(o, "goal", "maximize", &err), err);
    CHECK(inlay_options_output(o, 0)->goal == INLAY_GOAL_MAXIMIZE);
    CHECK(inlay_options_output(o, 1)->goal == INLAY_GOAL_NONE);
    CHECK(!inlay_options_output(o, 3));
    inlay_options_free(o);
}

TEST(an_explanation_has_each_output_as_it_was_expected)
{
    inlay_study *s = limited("seed=4");
    inlay_error err = {0};
    inlay_explanation *e = NULL;
    inlay_trial t;
    go_on(s, 12);
    CHECK_OK(inlay_study_explain(s, 12, &e, &err), err);
    inlay_study_trial(s, 12, &t, NULL);
    CHECK(e->n_outputs == 3);
    CHECK_TEXT(e->outputs[1]->output->name, "load");
    CHECK(e->outputs[1]->output->max == 1.0);
    CHECK(e->outputs[0]->at->mean == e->at->mean && e->outputs[0]->z == e->z);
    for (size_t k = 0; k < 3; k++) {
        const inlay_output_explanation *o = e->outputs[k];
        CHECK(o->value == t.values[k]);
        CHECK(fabs(o->at->mean - o->value) < 6.0 * o->at->sd + 0.05);
        CHECK((o->z > 0.0) == (o->value > o->at->mean));
    }
    CHECK_ABS(e->at->p_feasible,
              e->outputs[1]->at->p_within * e->outputs[2]->at->p_within, 1e-9);
    inlay_explanation_free(e);
    CHECK_OK(inlay_study_explain(s, 0, &e, &err), err);
    CHECK(e->n_outputs == 3 && isnan(e->outputs[1]->value));
    CHECK(isnan(e->outputs[1]->z) && isfinite(e->outputs[1]->at->mean));
    inlay_explanation_free(e);
    inlay_study_free(s);
}

TEST(a_slice_has_each_output_of_each_cell)
{
    inlay_study *s = limited("seed=4");
    inlay_error err = {0};
    inlay_slice *slice = NULL;
    const size_t k_axis = 1;
    inlay_value x[2];
    go_on(s, 12);
    CHECK_OK(inlay_study_slice(s, NULL, &k_axis, 1, 0, &slice, &err), err);
    CHECK(slice->n_outputs == 3 && slice->n_cells == 10);
    x[0] = slice->x[0];
    for (size_t i = 0; i < slice->n_cells; i++) {
        inlay_output_prediction p[3];
        x[1] = slice->axes[0]->values[i];
        CHECK_OK(inlay_study_predict_outputs(s, x, p, &err), err);
        for (size_t k = 0; k < 3; k++) {
            const inlay_output_prediction *q = &slice->outputs[i][k];
            CHECK(q->mean == p[k].mean && q->sd == p[k].sd);
            CHECK(q->p_within == p[k].p_within);
        }
        CHECK(slice->outputs[i][0].mean == slice->at[i]->mean);
    }
    inlay_slice_free(slice);
    inlay_study_free(s);
}

TEST(an_audit_has_each_output)
{
    inlay_study *s = limited("seed=4");
    inlay_error err = {0};
    inlay_audit *a = NULL;
    size_t n_within = 0, n_feasible = 0;
    go_on(s, 15);
    for (int64_t id = 1; id <= 15; id++) {
        inlay_trial t;
        inlay_study_trial(s, id, &t, NULL);
        n_within += t.values[1] <= 1.0;
        n_feasible += t.is_feasible;
    }
    CHECK_OK(inlay_study_audit(s, &a, &err), err);
    CHECK(a->n_outputs == 3 && a->n_feasible == n_feasible);
    CHECK(n_feasible < 15 && a->is_best_feasible);
    CHECK(a->model == a->outputs[0]->model && a->model->n == 15);
    CHECK_TEXT(a->outputs[1]->name, "load");
    CHECK(a->outputs[1]->max == 1.0 && isinf(a->outputs[1]->min));
    CHECK(a->outputs[1]->n_known == 15 && a->outputs[1]->n_within == n_within);
    CHECK(a->outputs[2]->model->n == 15);
    CHECK(a->outputs[2]->model->accuracy == INLAY_ACCURACY_GOOD);
    CHECK(a->outputs[2]->model != a->model);
    inlay_audit_free(a);
    inlay_study_free(s);
}

static inlay_options *goal_of(const char *name, inlay_goal goal,
                              const char *limited, double most)
{
    inlay_options *o = options_of("seed=3");
    inlay_error err = {0};
    CHECK_OK(inlay_options_add_output(o, name, goal, -INFINITY, INFINITY, &err),
             err);
    if (limited)
        CHECK_OK(inlay_options_add_output(o, limited, INLAY_GOAL_NONE,
                                          -INFINITY, most, &err),
                 err);
    return o;
}

/* What was measured under another name is no value of the new objective. */
TEST(another_objective_takes_no_value_that_was_not_measured)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SPACE);
    inlay_options *cost = goal_of("cost", INLAY_GOAL_MINIMIZE, "load", 1.0),
                  *load = goal_of("load", INLAY_GOAL_MAXIMIZE, NULL, 0.0),
                  *life = goal_of("life", INLAY_GOAL_MAXIMIZE, NULL, 0.0);
    inlay_study *s = NULL;
    inlay_trial t;
    inlay_explanation *e = NULL;
    CHECK_OK(inlay_study_new(space, cost, &s, &err), err);
    for (int i = 0; i < 5; i++) {
        const double v[] = {0.1 * i, 0.5 + 0.1 * i};
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        CHECK_OK(inlay_study_report(s, t.id, v, 2, NULL, &err), err);
    }
    CHECK_OK(inlay_study_revise(s, NULL, load, &err), err);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 5 && t.value == 0.9 && t.n_values == 1);
    inlay_revision r;
    CHECK_OK(inlay_study_last_revision(s, &r, &err), err);
    CHECK(r.n_carried == 5 && r.n_without_value == 0);
    CHECK_OK(inlay_study_revise(s, NULL, life, &err), err);
    CHECK_OK(inlay_study_last_revision(s, &r, &err), err);
    CHECK(r.n_carried == 5 && r.n_without_value == 5 && r.n_without_limit == 0);
    CHECK_OK(inlay_study_trial(s, 2, &t, &err), err);
    CHECK(t.state == INLAY_STATE_DONE && isnan(t.value) && !t.is_feasible);
    CHECK_FAILS(inlay_study_best(s, &t, &err), INLAY_ESTATE, err,
                "best: no result counts: of 5 done trials 5 have no value of "
                "the objective as it is now");
    CHECK_OK(inlay_study_ask(s, &t, &err), err);
    CHECK_OK(inlay_study_tell(s, t.id, 3.0, &err), err);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 6 && t.value == 3.0);
    CHECK_OK(inlay_study_revise(s, NULL, cost, &err), err);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 1 && t.value == 0.0);
    CHECK_OK(inlay_study_explain(s, 5, &e, &err), err);
    CHECK(fabs(e->z) < 100.0 || isnan(e->z));
    inlay_explanation_free(e);
    inlay_study_free(s);
    inlay_options_free(cost);
    inlay_options_free(load);
    inlay_options_free(life);
    inlay_space_free(space);
}

/* What was told as the one value is the objective under any name, unless a metric
 * had that name. */
TEST(a_metric_becomes_the_objective)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SPACE);
    inlay_options *loss = goal_of("loss", INLAY_GOAL_MINIMIZE, NULL, 0.0);
    inlay_study *s = NULL;
    inlay_trial t;
    CHECK_OK(inlay_study_new(space, NULL, &s, &err), err);
    for (int i = 0; i < 4; i++) {
        const double v = 10.0 + i;
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        CHECK_OK(inlay_study_report(s, t.id, &v, 1,
                                    i == 2 ? "{\"loss\": 3}" : NULL, &err),
                 err);
    }
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 1 && t.value == 10.0);
    CHECK_OK(inlay_study_revise(s, NULL, loss, &err), err);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 3 && t.value == 3.0);
    CHECK_OK(inlay_study_trial(s, 2, &t, &err), err);
    CHECK(t.value == 11.0);
    inlay_study_free(s);
    inlay_options_free(loss);
    inlay_space_free(space);
}

/* While no trial is known to be feasible, the best is that with the best value. */
TEST(of_trials_with_an_unknown_limit_the_best_value_is_nearest)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SPACE);
    inlay_options *one = goal_of("cost", INLAY_GOAL_MINIMIZE, NULL, 0.0),
                  *two = goal_of("cost", INLAY_GOAL_MINIMIZE, "load", 1.0);
    inlay_study *s = NULL;
    inlay_trial t;
    inlay_prediction p;
    CHECK_OK(inlay_study_new(space, one, &s, &err), err);
    for (int i = 0; i < 4; i++) {
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        CHECK_OK(inlay_study_tell(s, t.id, i == 2 ? -1.0 : i, &err), err);
    }
    CHECK_OK(inlay_study_revise(s, NULL, two, &err), err);
    inlay_revision r;
    CHECK_OK(inlay_study_last_revision(s, &r, &err), err);
    CHECK(r.n_without_value == 0 && r.n_without_limit == 4);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.id == 3 && !t.is_feasible && isnan(t.values[1]));
    CHECK_OK(inlay_study_predict(s, t.x, &p, &err), err);
    CHECK(isnan(p.p_feasible) && isfinite(p.mean));
    inlay_study_free(s);
    inlay_options_free(one);
    inlay_options_free(two);
    inlay_space_free(space);
}

OOM_TEST(a_report_without_memory_has_not_happened)
{
    inlay_error err = {0};
    inlay_study *s = NULL;
    inlay_space *space = NULL;
    inlay_options *o = NULL;
    inlay_trial t;
    inlay_status st = inlay_space_new(&space, &err);
    if (st == INLAY_OK)
        st =
            inlay_space_add_integer(space, "k", 0, 9, INLAY_SCALE_LINEAR, &err);
    if (st == INLAY_OK)
        st = inlay_options_new(&o, &err);
    if (st == INLAY_OK)
        st = inlay_options_add_output(o, "cost", INLAY_GOAL_MAXIMIZE, -INFINITY,
                                      INFINITY, &err);
    if (st == INLAY_OK)
        st = inlay_options_add_output(o, "load", INLAY_GOAL_NONE, 0.0, 1.0,
                                      &err);
    if (st == INLAY_OK)
        st = inlay_study_new(space, o, &s, &err);
    for (int i = 0; st == INLAY_OK && i < 5; i++) {
        st = inlay_study_ask(s, &t, &err);
        if (st == INLAY_OK)
            st = inlay_study_report(s, t.id, (double[]){0.1 * i, 0.4 * i}, 2,
                                    NULL, &err);
        if (st != INLAY_OK)
            CHECK(inlay_study_n_in_state(s, INLAY_STATE_DONE) == (size_t)i);
    }
    inlay_study_free(s);
    inlay_options_free(o);
    inlay_space_free(space);
    return st;
}
