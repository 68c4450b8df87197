/*
 * test_change.c: a study whose space, goal or options change.
 */
#include "store_fixture.h"

#include "base/text.h"

/* ---- Spaces ---- */

#define DEPTH(lo, hi)                                                          \
    "{\"name\":\"depth\",\"type\":\"integer\",\"min\":" lo ",\"max\":" hi "}"
#define RATE(lo, hi)                                                           \
    "{\"name\":\"rate\",\"type\":\"real\",\"min\":" lo ",\"max\":" hi "}"
#define ACT(list)                                                              \
    "{\"name\":\"act\",\"type\":\"categorical\",\"values\":[" list "]}"
#define DROP(rest)                                                             \
    "{\"name\":\"drop\",\"type\":\"real\",\"min\":0,\"max\":0.5" rest "}"

#define BASE                                                                   \
    "[" RATE("0", "1") "," DEPTH("0", "8") "," ACT("\"relu\",\"tanh\"") "]"

static size_t find(const inlay_study *s, const char *name)
{
    size_t i = SIZE_MAX;
    inlay_space_find(inlay_study_space(s), name, &i, NULL);
    return i;
}

/* Over whatever variables there are; least at rate 0.7, depth 6, relu. */
static double value_of(const inlay_study *s, const inlay_value *x)
{
    const size_t rate = find(s, "rate"), depth = find(s, "depth"),
                 act = find(s, "act"), drop = find(s, "drop");
    double y = 0.0;
    if (rate < SIZE_MAX)
        y += (x[rate].real - 0.7) * (x[rate].real - 0.7);
    if (depth < SIZE_MAX)
        y += 0.05 * fabs((double)x[depth].integer - 6.0);
    if (act < SIZE_MAX)
        y += strcmp(x[act].text, "relu") == 0 ? 0.0 : 0.2;
    if (drop < SIZE_MAX)
        y += (x[drop].real - 0.1) * (x[drop].real - 0.1);
    return y;
}

static void go_on(inlay_study *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        CHECK(!t.is_outside);
        if (t.id % 7 == 0)
            CHECK(inlay_study_tell_failed(s, t.id, "oops", NULL) == INLAY_OK);
        else
            tell(s, t.id, value_of(s, t.x));
    }
}

static inlay_status try_change(inlay_study *s, const char *json,
                               const char *options, inlay_error *err)
{
    inlay_space *space = json ? space_of(json) : NULL;
    inlay_options *o = options ? options_of(options) : NULL;
    const inlay_status st = inlay_study_revise(s, space, o, err);
    inlay_options_free(o);
    inlay_space_free(space);
    return st;
}

static inlay_revision change(inlay_study *s, const char *json,
                             const char *options)
{
    inlay_error err = {0};
    inlay_revision c;
    CHECK_OK(try_change(s, json, options, &err), err);
    CHECK_OK(inlay_study_last_revision(s, &c, &err), err);
    return c;
}

static size_t n_outside(const inlay_study *s)
{
    size_t n = 0;
    for (size_t id = 1; id <= inlay_study_n_trials(s); id++)
        n += trial_of(s, (int64_t)id).is_outside;
    return n;
}

/* Trials whose suggestion is found again. */
static void check_replays(inlay_study *s)
{
    for (size_t id = 1; id <= inlay_study_n_trials(s); id++) {
        inlay_error err = {0};
        inlay_explanation *e = NULL;
        CHECK_OK(inlay_study_explain(s, (int64_t)id, &e, &err), err);
        if (e->replay != INLAY_REPLAY_SAME)
            print_error("trial %zu: replay %d, origin %d\n", id, (int)e->replay,
                        (int)e->origin);
        CHECK(e->replay == INLAY_REPLAY_SAME ||
              e->origin == INLAY_ORIGIN_QUEUE ||
              e->origin == INLAY_ORIGIN_IMPORT);
        inlay_explanation_free(e);
    }
}

/* ---- Bounds and values ---- */

TEST(wider_bounds_carry_every_trial_over)
{
    inlay_study *s = study_of(BASE, "seed=1");
    go_on(s, 12);
    inlay_trial best;
    CHECK(inlay_study_best(s, &best, NULL) == INLAY_OK);
    const inlay_revision c =
        change(s,
               "[" RATE("0", "2") "," DEPTH("0", "12") "," ACT(
                   "\"relu\",\"tanh\",\"gelu\"") "]",
               NULL);
    CHECK_TEXT(c.text, "rate: 0 to 1 became 0 to 2; depth: 0 to 8 became 0 to "
                       "12; act: 'gelu' is new");
    CHECK(c.n_carried == 12 && c.n_outside == 0 && c.is_recorded);
    CHECK(inlay_study_n_trials(s) == 12 && n_outside(s) == 0);
    inlay_trial t;
    CHECK(inlay_study_best(s, &t, NULL) == INLAY_OK && t.value == best.value);
    CHECK(ask(s).id == 13);
    inlay_study_free(s);
}

TEST(a_trial_outside_narrower_bounds_is_kept_and_never_the_best)
{
    static const char *const acquisitions[] = {"ei", "pes", "mes"};
    for (size_t a = 0; a < LEN(acquisitions); a++) {
        char options[64];
        snprintf(options, sizeof options, "seed=2 acquisition=%s",
                 acquisitions[a]);
        inlay_study *s =
            study_of("[" RATE("0", "1") "," DEPTH("0", "8") "]", options);
        for (int i = 0; i < 10; i++) {
            const inlay_value x[] = {inlay_real(0.1 * i), inlay_integer(i % 9)};
            add(s, x, i < 5 ? 1.0 + 0.1 * i : -50.0); /* best where it goes */
        }
        const inlay_revision c =
            change(s, "[" RATE("0", "0.45") "," DEPTH("0", "8") "]", NULL);
        CHECK(c.n_outside == 5 && c.n_without_point == 0);
        CHECK(n_outside(s) == 5 && inlay_study_n_trials(s) == 10);
        CHECK(inlay_study_n_in_state(s, INLAY_STATE_DONE) == 10);
        inlay_trial t;
        CHECK(inlay_study_best(s, &t, NULL) == INLAY_OK);
        CHECK(t.id == 1 && t.value == 1.0);
        /* The numbers are shown as they were. */
        CHECK(trial_of(s, 9).x[0].real == 0.1 * 8 &&
              trial_of(s, 9).value == -50.0);
        for (int i = 0; i < 3; i++) {
            t = ask(s);
            CHECK(t.x[0].real <= 0.45 && !t.is_outside);
            tell(s, t.id, 1.0);
        }
        inlay_value x[2];
        CHECK(inlay_study_recommend(s, x, NULL, NULL) == INLAY_OK);
        CHECK(x[0].real <= 0.45);
        inlay_study_free(s);
    }
}

/* Two trials within, one without: what the model says at the border is another
 * for another value out there. */
TEST(the_model_learns_from_a_trial_outside)
{
    double mean[2];
    for (int k = 0; k < 2; k++) {
        inlay_study *s =
            study_of("[" RATE("0", "1") "," DEPTH("0", "8") "]", "warp=none");
        for (int i = 0; i < 7; i++) {
            const inlay_value x[] = {inlay_real(0.1 * i), inlay_integer(4)};
            add(s, x, 0.1 * i * i);
        }
        const inlay_value far[] = {inlay_real(0.8), inlay_integer(4)};
        add(s, far, k == 0 ? 6.4 : -6.4);
        change(s, "[" RATE("0", "0.75") "," DEPTH("0", "8") "]", NULL);
        CHECK(n_outside(s) == 1);
        const inlay_value at[] = {inlay_real(0.75), inlay_integer(4)};
        mean[k] = predict(s, at).mean;
        inlay_study_free(s);
    }
    CHECK(mean[0] > mean[1] + 3.0);
}

/* A step joins: what was measured between two of its values still tells. */
TEST(the_model_learns_from_a_trial_between_two_steps)
{
    static const char steps[] = "[{\"name\":\"rate\",\"type\":\"real\","
                                "\"min\":0,\"max\":1,\"step\":0.25}]";
    static const char *const methods[] = {"", "method=gp-basic",
                                          "method=gp-naive"};
    for (size_t m = 0; m < LEN(methods); m++) {
        char options[64];
        snprintf(options, sizeof options, "warp=none noise=none %s",
                 methods[m]);
        inlay_study *s = study_of("[" RATE("0", "1") "]", options);
        for (int i = 1; i < 9; i++) {
            const inlay_value x[] = {inlay_real(0.02 + 0.11 * i)};
            add(s, x, 10 * (0.02 + 0.11 * i));
        }
        const inlay_value one[] = {inlay_real(1.0)};
        add(s, one, 10.0);
        const inlay_revision c = change(s, steps, NULL);
        CHECK(c.n_outside == 8 && c.n_without_point == 0);
        for (int k = 1; k < 4; k++) {
            const inlay_value at[] = {inlay_real(0.25 * k)};
            CHECK_ABS(predict(s, at).mean, 2.5 * k, 0.1);
        }
        CHECK(ask(s).x[0].real == 0); /* where it expects least */
        inlay_study_free(s);
    }
}

TEST(a_value_that_is_gone_has_no_point)
{
    inlay_study *s = study_of(BASE, "seed=3");
    go_on(s, 14);
    size_t n_tanh = 0;
    for (int64_t id = 1; id <= 14; id++)
        n_tanh += strcmp(trial_of(s, id).x[2].text, "tanh") == 0;
    CHECK(n_tanh > 0);
    const inlay_revision c = change(
        s,
        "[" RATE("0", "1") "," DEPTH("0", "8") "," ACT("\"relu\",\"gelu\"") "]",
        NULL);
    CHECK_TEXT(c.text, "act: 'gelu' is new, 'tanh' is gone");
    CHECK(c.n_outside == n_tanh && c.n_without_point == n_tanh);
    for (int64_t id = 1; id <= 14; id++)
        if (trial_of(s, id).is_outside) {
            CHECK_TEXT(trial_of(s, id).x[2].text, "tanh");
            CHECK(trial_of(s, id).x[2].integer == -1);
        }
    go_on(s, 4);
    inlay_study_free(s);
}

/* ---- Variables ---- */

TEST(a_new_variable_asks_what_it_was)
{
    inlay_error err = {0};
    inlay_study *s = study_of(BASE, "seed=4");
    /* Nobody has to answer for no trials. */
    CHECK_OK(try_change(s, "[" DROP("") "]", NULL, &err), err);
    CHECK_OK(try_change(s, BASE, NULL, &err), err);
    go_on(s, 10);
    const char *with = "[" RATE("0", "1") "," DEPTH("0", "8") "," ACT(
        "\"relu\",\"tanh\"") "," DROP("") "]";
    CHECK_FAILS(try_change(s, with, NULL, &err), INLAY_EINVAL, err,
                "variable 'drop' is new: which value did the 10 earlier trials "
                "have? Add \"default\": 0 (or what it was) to it, or "
                "\"default\": null if it is not known; then those trials are "
                "kept, but the model does not use them");
    CHECK(n_vars(s) == 3 && inlay_study_n_trials(s) == 10); /* as it was */
    go_on(s, 1);
    inlay_revision c =
        change(s,
               "[" RATE("0", "1") "," DEPTH("0", "8") "," ACT(
                   "\"relu\",\"tanh\"") "," DROP(",\"default\":0.25") "]",
               NULL);
    CHECK_TEXT(c.text, "drop is new (default: 0.25)");
    CHECK(c.n_carried == 11 && c.n_outside == 0);
    CHECK(trial_of(s, 3).x[3].real == 0.25);
    go_on(s, 2);
    c = change(s, "[" RATE("0", "1") "," DROP(",\"default\":null") "]", NULL);
    CHECK_TEXT(c.text, "drop: default 0.25 became unknown; depth is gone; act "
                       "is gone");
    CHECK(c.n_carried == 13 && c.n_outside == 11 && c.n_without_point == 11);
    CHECK(trial_of(s, 3).x[1].type == INLAY_TYPE_ABSENT);
    CHECK(!trial_of(s, 12).is_outside);
    go_on(s, 2);
    inlay_study_free(s);
}

/* One that was taken out, and comes back, is new to the trials between. */
TEST(a_variable_that_comes_back_asks_for_the_trials_between)
{
    inlay_error err = {0};
    inlay_study *s = study_of(BASE, "seed=5");
    go_on(s, 5);
    change(s, "[" RATE("0", "1") "," ACT("\"relu\",\"tanh\"") "]", NULL);
    go_on(s, 1);
    CHECK(try_change(s, BASE, NULL, &err) == INLAY_EINVAL);
    CHECK(strstr(err.msg, "which value did the earlier trial have?"));
    change(s,
           "[" RATE("0", "1") ",{\"name\":\"depth\",\"type\":\"integer\","
                              "\"min\":0,\"max\":8,\"default\":3}," ACT(
                                  "\"relu\",\"tanh\"") "]",
           NULL);
    CHECK(trial_of(s, 6).x[1].integer == 3 && n_outside(s) == 0);
    inlay_study_free(s);
}

TEST(a_number_cannot_become_a_name)
{
    inlay_error err = {0};
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, BASE, "seed=6");
    go_on(s, 3);
    CHECK(
        try_change(
            s,
            "[" RATE("0", "1") ",{\"name\":\"depth\",\"type\":\"categorical\","
                               "\"values\":[\"a\"]}," ACT("\"relu\"") "]",
            NULL, &err) == INLAY_EINVAL);
    char want[300];
    snprintf(want, sizeof want,
             "variable 'depth' is of type integer in the 3 earlier trials, and "
             "type categorical cannot have their values; give the new variable "
             "another name, or begin a new study");
    CHECK(strncmp(err.msg, want, strlen(want)) == 0);
    CHECK(strstr(err.msg, "inlay export"));
    inlay_study *in_memory = study_of(BASE, "seed=6");
    go_on(in_memory, 3);
    CHECK(try_change(in_memory, "[{\"name\":\"depth\",\"type\":\"boolean\"}]",
                     NULL, &err) == INLAY_EINVAL);
    CHECK(!strstr(err.msg, "inlay export") && !strstr(err.msg, "in memory"));
    inlay_study_free(in_memory);
    /* From number to number it goes. */
    const inlay_revision c = change(
        s,
        "[" RATE("0", "1") ",{\"name\":\"depth\",\"type\":\"real\",\"min\":0,"
                           "\"max\":8}," ACT("\"relu\",\"tanh\"") "]",
        NULL);
    CHECK_TEXT(c.text, "depth: integer became real");
    CHECK(c.n_outside == 0 && trial_of(s, 1).x[1].type == INLAY_TYPE_REAL);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* ---- Goal and options ---- */

TEST(the_goal_turns_round)
{
    inlay_study *s = study_of(BASE, "seed=7");
    go_on(s, 12);
    inlay_trial least, most;
    CHECK(inlay_study_best(s, &least, NULL) == INLAY_OK);
    const inlay_prediction before = predict(s, trial_of(s, 2).x);
    const inlay_revision c = change(s, NULL, "seed=7 goal=maximize");
    CHECK_TEXT(c.text, "goal: minimize became maximize");
    CHECK(inlay_study_best(s, &most, NULL) == INLAY_OK);
    for (int64_t id = 1; id <= 12; id++) {
        const inlay_trial t = trial_of(s, id);
        if (t.state == INLAY_STATE_DONE)
            CHECK(t.value <= most.value && t.value >= least.value);
    }
    /* Values are as they were reported, and the model agrees. */
    const inlay_prediction after = predict(s, trial_of(s, 2).x);
    CHECK_ABS(after.mean, before.mean, 0.2);
    go_on(s, 3);
    check_replays(s);
    inlay_study_free(s);
}

/* What the tool has recorded beside the space stays. */
TEST(opening_with_a_space_keeps_the_other_keys)
{
    inlay_error err = {0};
    const struct scratch dir = scratch_make();
    const char *text = "{\"name\": \"digits\", \"variables\": " BASE
                       ", \"command\": [\"./train\"], \"budget\": 77, "
                       "\"seed\": 9}";
    struct inlay_study_file *file = NULL, *now = NULL;
    CHECK_OK(
        inlay_study_file_parse(text, strlen(text), NULL, NULL, &file, &err),
        err);
    inlay_study *s = NULL;
    CHECK_OK(
        inlay_study_open_file(dir.path, &file, INLAY_STORE_CREATE, &s, &err),
        err);
    inlay_study_free(s);
    inlay_study_file_free(file);

    inlay_space *space = space_of("[" RATE("0", "1") "," DEPTH(
        "0", "9") "," ACT("\"relu\",\"tanh\"") "]");
    CHECK_OK(inlay_study_open(dir.path, space, NULL, &s, &err), err);
    inlay_revision c;
    CHECK_OK(inlay_study_last_revision(s, &c, &err), err);
    CHECK_TEXT(c.text, "depth: 0 to 8 became 0 to 9");
    CHECK_TEXT(inlay_options_get(inlay_study_options(s), "seed"), "9");
    CHECK_OK(inlay_study_read_file(s->journal, &now, &err), err);
    CHECK(now->budget == 77 && now->n_command == 1);
    CHECK_TEXT(now->name, "digits");
    inlay_study_file_free(now);
    inlay_study_free(s);
    /* Again: nothing is new, and nothing is written. */
    CHECK_OK(inlay_study_open(dir.path, space, NULL, &s, &err), err);
    CHECK_OK(inlay_study_last_revision(s, &c, &err), err);
    CHECK_TEXT(c.text, "");
    CHECK(s->last_event == 2);
    inlay_study_free(s);
    inlay_options *o = options_of("seed=10");
    CHECK_OK(inlay_study_open(dir.path, space, o, &s, &err), err);
    CHECK_OK(inlay_study_read_file(s->journal, &now, &err), err);
    CHECK(now->budget == 77 && now->n_command == 1);
    CHECK_TEXT(inlay_options_get(now->options, "seed"), "10");
    inlay_study_file_free(now);
    inlay_options_free(o);
    inlay_study_free(s);
    inlay_space_free(space);
    scratch_remove(&dir);
}

/* ---- The queue ---- */

TEST(queued_configurations_outside_wait)
{
    inlay_study *s = study_of(BASE, "seed=8");
    inlay_value x[] = {inlay_real(0.25), inlay_integer(8),
                       inlay_category("relu")};
    CHECK(inlay_study_enqueue(s, x, NULL) == INLAY_OK);
    x[1] = inlay_integer(2);
    CHECK(inlay_study_enqueue(s, x, NULL) == INLAY_OK);
    inlay_revision c = change(
        s,
        "[" RATE("0", "1") "," DEPTH("0", "4") "," ACT("\"relu\",\"tanh\"") "]",
        NULL);
    CHECK(c.n_queue_outside == 1 && inlay_study_n_queued(s) == 1);
    const inlay_trial t = ask(s);
    CHECK(t.x[0].real == 0.25 && t.x[1].integer == 2);
    /* It is there again in the old space. */
    c = change(s, BASE, NULL);
    CHECK(c.n_queue_outside == 0 && inlay_study_n_queued(s) == 1);
    CHECK(ask(s).x[1].integer == 8);
    change(s, "[" DEPTH("0", "4") "]", NULL);
    CHECK(inlay_study_n_queued(s) == 0);
    inlay_study_free(s);
}

/* ---- What belongs to the handle ---- */

static inlay_status count_lease(const struct inlay_lease *lease, void *context,
                                inlay_error *err)
{
    (void)err;
    *(size_t *)context += lease->left > 50.0;
    return INLAY_OK;
}

static size_t n_leases(inlay_study *s)
{
    inlay_error err = {0};
    size_t n = 0;
    CHECK_OK(s->journal->ops->leases(s->journal, 1, INT64_MAX, count_lease, &n,
                                     &err),
             err);
    return n;
}

TEST(a_change_keeps_the_lease_of_the_handle)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, BASE, "seed=20");
    CHECK_OK(inlay_study_set_lease(s, 60.0, &err), err);
    ask(s);
    CHECK(n_leases(s) == 1);
    const struct inlay_process self = s->self;
    const double renewed_at = s->renewed_at;
    change(s, "[" RATE("0", "1") "]", NULL);
    CHECK(s->lease == 60.0 && s->renewed_at == renewed_at);
    CHECK_TEXT(s->self.name, self.name);
    ask(s);
    CHECK(n_leases(s) == 2);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Also in the model, and also after a call that was stopped. */
TEST(a_change_keeps_stop_and_deadline)
{
    inlay_error err = {0};
    inlay_stop *stop = NULL;
    inlay_trial t;
    CHECK_OK(inlay_stop_new(&stop, &err), err);
    inlay_study *s = study_of(BASE, "seed=21 initial=3");
    go_on(s, 8);
    inlay_study_set_stop(s, stop);
    CHECK_OK(inlay_study_set_deadline(s, 1e-9, &err), err);
    CHECK(inlay_study_ask(s, &t, &err) == INLAY_STOPPED);
    change(s, "[" RATE("0", "1") "]", NULL);
    CHECK(s->strategy->watch == &s->watch);
    CHECK(inlay_study_ask(s, &t, &err) == INLAY_STOPPED);
    CHECK_OK(inlay_study_set_deadline(s, INFINITY, &err), err);
    go_on(s, 1);
    change(s, "[" RATE("0", "2") "]", NULL);
    inlay_stop_request(stop);
    CHECK(inlay_study_ask(s, &t, &err) == INLAY_STOPPED);
    inlay_study_set_stop(s, NULL);
    inlay_stop_free(stop);
    go_on(s, 2);
    inlay_study_free(s);
}

/* ---- Views ---- */

TEST(views_stay_valid_when_the_study_changes)
{
    inlay_study *s = study_of(BASE, "seed=9");
    go_on(s, 3);
    const inlay_trial t = trial_of(s, 2);
    const inlay_space *space = inlay_study_space(s);
    const inlay_value was = t.x[2];
    change(s, "[" DEPTH("0", "2") "]", NULL);
    CHECK(is_same_x(&was, &t.x[2], 1) && strcmp(was.text, t.x[2].text) == 0);
    CHECK(inlay_space_n_variables(space) == 3 && n_vars(s) == 1);
    CHECK(inlay_study_space(s) != space);
    CHECK(s->earlier && !s->earlier->strategy); /* of which there is no view */
    inlay_study_free(s);
}

/* ---- Replay ---- */

struct step {
    const char *space, *options;
};

/* Widen, add, remove a value, turn the goal, narrow, take away. */
static const struct step CHAIN[] = {
    {BASE, "seed=11 initial=4"},
    {"[" RATE("0", "2") "," DEPTH("0", "12") "," ACT("\"relu\",\"tanh\"") "]",
     NULL},
    {"[" RATE("0", "2") "," DEPTH("0", "12") "," ACT(
         "\"relu\",\"tanh\",\"gelu\"") "," DROP(",\"default\":0.1") "]",
     NULL},
    {"[" RATE("0", "2") "," DEPTH("0", "12") "," ACT(
         "\"relu\",\"gelu\"") "," DROP(",\"default\":0.1") "]",
     NULL},
    {NULL, "seed=11 initial=4 goal=maximize"},
    {"[" DROP(",\"default\":0.1") "," RATE("0", "0.5") "," DEPTH("1", "6") "]",
     "seed=11 initial=4 goal=maximize"},
    {BASE, "seed=11 initial=4"},
};

static void check_chain(inlay_study *s, size_t n_each)
{
    for (size_t k = 0; k < LEN(CHAIN); k++) {
        inlay_error err = {0};
        if (k > 0 && k + 1 < LEN(CHAIN))
            change(s, CHAIN[k].space, CHAIN[k].options);
        else if (k > 0) /* depth was taken away: nothing lacks one but drop */
            CHECK_OK(
                try_change(s,
                           "[" RATE("0", "1") "," DEPTH(
                               "0", "8") ",{\"name\":\"act\",\"type\":"
                                         "\"categorical\",\"values\":[\"relu\","
                                         "\"tanh\"],\"default\":\"relu\"}]",
                           CHAIN[k].options, &err),
                err);
        go_on(s, n_each);
    }
    CHECK(inlay_study_n_trials(s) == n_each * LEN(CHAIN));
    check_replays(s);
}

TEST(every_suggestion_replays_over_a_chain_of_changes)
{
    static const char *const methods[] = {
        "gp", "gp-basic", "gp-naive", "tpe", "smac", "hillclimb", "random"};
    for (size_t m = 0; m < LEN(methods); m++) {
        char options[80];
        snprintf(options, sizeof options, "%s method=%s", CHAIN[0].options,
                 methods[m]);
        inlay_study *s = study_of(BASE, options);
        check_chain(s, m == 0 ? 6 : 4);
        inlay_study_free(s);
    }
}

TEST(in_a_file_too_and_after_it_was_opened_again)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, BASE, CHAIN[0].options);
    inlay_study *m = study_of(BASE, CHAIN[0].options);
    for (size_t k = 0; k + 1 < LEN(CHAIN); k++) {
        inlay_space *space = CHAIN[k].space ? space_of(CHAIN[k].space) : NULL;
        if (k > 0) {
            change(s, CHAIN[k].space, CHAIN[k].options);
            change(m, CHAIN[k].space, CHAIN[k].options);
        }
        go_on(s, 5);
        go_on(m, 5);
        inlay_study_free(s); /* as if it were killed */
        CHECK_OK(inlay_study_open(dir.path, space, NULL, &s, &err), err);
        inlay_space_free(space);
        CHECK_SAME_TRIALS(s, m);
    }
    check_replays(s);
    inlay_study_free(m);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* What a strategy left with a trial is about the cube of its time. */
TEST(traces_and_memos_of_another_space_are_dropped)
{
    inlay_study *s =
        study_of("[" RATE("0", "1") "]", "method=gp-basic seed=17 initial=3");
    go_on(s, 6);
    CHECK(s->history.trial[4]->asked != NULL);
    CHECK(inlay_history_last_memo(&s->history) != NULL);
    change(s, NULL, "method=gp-basic seed=17 initial=3 goal=maximize");
    CHECK(s->history.trial[4]->asked != NULL); /* the same space */
    CHECK(inlay_history_last_memo(&s->history) != NULL);
    change(s, "[" RATE("0", "2") "]", NULL);
    CHECK(s->history.trial[4]->asked == NULL);
    CHECK(inlay_history_last_memo(&s->history) == NULL);
    go_on(s, 2);
    CHECK(inlay_history_last_memo(&s->history) != NULL);
    check_replays(s);
    inlay_study_free(s);
}

/* ---- There and back ---- */

static void put_random(struct inlay_rng *rng, char *json, size_t size)
{
    const int lo = (int)inlay_rng_below(rng, 4);
    const int hi = lo + 1 + (int)inlay_rng_below(rng, 9);
    static const char *const acts[] = {"\"relu\"", "\"relu\",\"tanh\"",
                                       "\"gelu\",\"relu\"", "\"tanh\""};
    const char *act = acts[inlay_rng_below(rng, 4)];
    const char *type = inlay_rng_below(rng, 2) ? "integer" : "real";
    const bool has_drop = inlay_rng_below(rng, 2);
    const bool has_act = inlay_rng_below(rng, 3) > 0;
    snprintf(json, size,
             "[{\"name\":\"depth\",\"type\":\"%s\",\"min\":%d,\"max\":%d}%s%s%s"
             "%s,{\"name\":\"rate\",\"type\":\"real\",\"min\":%g,\"max\":1}]",
             type, lo, hi,
             has_act
                 ? ",{\"name\":\"act\",\"type\":\"categorical\",\"values\":["
                 : "",
             has_act ? act : "", has_act ? "],\"default\":\"tanh\"}" : "",
             has_drop ? "," DROP(",\"default\":0.3") : "",
             0.1 * (double)inlay_rng_below(rng, 5));
}

TEST(a_study_that_changes_there_and_back_is_as_before)
{
    struct inlay_rng rng = inlay_rng_seed(12);
    for (int k = 0; k < 12; k++) {
        inlay_study *s = study_of(BASE, "seed=12 method=random");
        inlay_study *same = study_of(BASE, "seed=12 method=random");
        go_on(s, 15);
        go_on(same, 15);
        for (int i = 0; i < 5; i++) {
            char json[600];
            put_random(&rng, json, sizeof json);
            const inlay_revision c = change(s, json, NULL);
            CHECK(c.n_outside == n_outside(s));
            CHECK(inlay_study_n_trials(s) == 15);
        }
        change(s, BASE, NULL);
        CHECK_SAME_TRIALS(s, same);
        inlay_trial a, b;
        CHECK(inlay_study_best(s, &a, NULL) == INLAY_OK);
        CHECK(inlay_study_best(same, &b, NULL) == INLAY_OK);
        CHECK(a.id == b.id && a.value == b.value && n_outside(s) == 0);
        check_same_x(ask(s).x, ask(same).x, 3, 16, __FILE__, __LINE__);
        inlay_study_free(s);
        inlay_study_free(same);
    }
}

/* With trials of every space between. */
TEST(random_chains_of_spaces_replay)
{
    struct inlay_rng rng = inlay_rng_seed(13);
    for (int k = 0; k < 4; k++) {
        char json[600];
        put_random(&rng, json, sizeof json);
        inlay_study *s = study_of(json, "seed=13 initial=3");
        for (int i = 0; i < 4; i++) {
            inlay_space *space;
            const inlay_value three = inlay_integer(3), real = inlay_real(3);
            inlay_error err = {0};
            go_on(s, 4);
            put_random(&rng, json, sizeof json);
            space = space_of(json);
            inlay_variable is;
            CHECK_OK(inlay_space_variable(space, 0, &is, &err), err);
            CHECK_OK(inlay_space_set_default(
                         space, "depth",
                         is.type == INLAY_TYPE_REAL ? &real : &three, &err),
                     err);
            CHECK_OK(inlay_study_revise(s, space, NULL, &err), err);
            inlay_space_free(space);
        }
        go_on(s, 2);
        check_replays(s);
        inlay_study_free(s);
    }
}

/* ---- Several handles ---- */

TEST(a_handle_that_is_open_keeps_its_space)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *old = stored_study(dir.path, BASE, "seed=14 initial=3"), *s;
    go_on(old, 4);
    inlay_space *space = space_of("[" RATE("0", "2") "," DROP(
        ",\"default\":0.1") "," ACT("\"gelu\",\"relu\"") "]");
    CHECK_OK(inlay_study_open(dir.path, space, NULL, &s, &err), err);
    go_on(s, 5);
    go_on(old, 3); /* trials 10 to 12, in the old space */
    CHECK(n_vars(old) == 3 && inlay_study_n_trials(old) == 12);
    /* Those of the others lack a depth there. */
    CHECK(trial_of(old, 7).is_outside &&
          trial_of(old, 7).x[1].type == INLAY_TYPE_ABSENT);
    go_on(s, 2);
    CHECK(!trial_of(s, 6).is_outside && inlay_study_n_trials(s) == 14);
    CHECK(trial_of(s, 11).x[1].real == 0.1); /* the default */
    /* A wish of the old one means what it means there. */
    const inlay_value wish[] = {inlay_real(0.125), inlay_integer(3),
                                inlay_category("relu")};
    CHECK_OK(inlay_study_enqueue(old, wish, &err), err);
    CHECK_OK(inlay_study_refresh(s, &err), err);
    const inlay_trial t = ask(s);
    CHECK(t.x[0].real == 0.125 && t.x[1].real == 0.1 &&
          strcmp(t.x[2].text, "relu") == 0);
    CHECK_OK(inlay_study_refresh(old, &err), err);
    check_replays(old);
    check_replays(s);
    inlay_study_free(old);
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &s, &err), err);
    CHECK(n_vars(s) == 3 && find(s, "drop") == 1);
    check_replays(s);
    inlay_space_free(space);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Version 0.1.0 would read old trials as if they were of the new space. */
TEST(a_file_is_of_format_2_once_its_variables_have_changed)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, BASE, "seed=15");
    go_on(s, 3);
    inlay_study_free(s);
    inlay_study_free(stored_study(dir.path, BASE, "seed=15 goal=maximize"));
    check_format(dir.path, 1);
    inlay_space *space = space_of("[" RATE("0", "0.5") "]");
    CHECK_OK(inlay_study_open(dir.path, space, NULL, &s, &err), err);
    check_format(dir.path, 2);
    go_on(s, 1);
    inlay_space_free(space);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* The design is not begun anew where the model knows enough from outside. */
TEST(a_narrower_space_goes_on_with_the_model)
{
    inlay_error err = {0};
    inlay_study *s = study_of("[" RATE("0", "1") "]", "seed=15");
    inlay_explanation *e = NULL;
    size_t n_outside = 0;
    for (int i = 0; i < 12; i++) {
        const inlay_trial t = ask(s);
        const double rate = t.x[0].real;
        CHECK_OK(inlay_study_tell(s, t.id, (rate - 0.7) * rate, &err), err);
    }
    inlay_space *space = space_of("[" RATE("0.45", "0.55") "]");
    CHECK_OK(inlay_study_revise(s, space, NULL, &err), err);
    for (int64_t id = 1; id <= 12; id++)
        n_outside += trial_of(s, id).is_outside;
    CHECK(n_outside > 9 && n_outside < 12);
    CHECK_OK(inlay_study_explain(s, 0, &e, &err), err);
    CHECK(e->origin == INLAY_ORIGIN_MODEL);
    inlay_explanation_free(e);
    inlay_space_free(space);
    inlay_study_free(s);
}

/* Reading never refuses. */
TEST(a_study_is_looked_at_with_any_file)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, BASE, "seed=15");
    go_on(s, 6);
    inlay_study_free(s);
    const char *text = "{\"variables\": "
                       "[{\"name\":\"depth\",\"type\":\"categorical\","
                       "\"values\":[\"a\"]}," DROP("") "]}";
    struct inlay_study_file *file = NULL;
    CHECK_OK(
        inlay_study_file_parse(text, strlen(text), NULL, NULL, &file, &err),
        err);
    CHECK_OK(inlay_study_open_file(dir.path, &file, INLAY_STORE_READ, &s, &err),
             err);
    inlay_revision c;
    CHECK_OK(inlay_study_last_revision(s, &c, &err), err);
    CHECK(!c.is_recorded && c.n_outside == 6 && c.n_without_point == 6);
    CHECK(trial_of(s, 2).x[0].type == INLAY_TYPE_ABSENT);
    inlay_study_free(s);
    inlay_study_file_free(file);
    scratch_remove(&dir);
}

/* ---- Races ---- */

/* The other handle does something right before a study file is appended, once. */
static const struct inlay_journal_ops *ops_before;
static void (*interfere)(inlay_study *other);
static inlay_study *interferer;

static inlay_status append_late(struct inlay_journal *j,
                                const struct inlay_append *a, int64_t *first,
                                bool *is_late, inlay_error *err)
{
    void (*now)(inlay_study * other) = interfere;
    if (now && a->events[0].kind == INLAY_EVENT_STUDY) {
        interfere = NULL;
        now(interferer);
    }
    return ops_before->append(j, a, first, is_late, err);
}

static inlay_status change_late(inlay_study *s, inlay_study *other,
                                void (*fn)(inlay_study *other),
                                const char *space, const char *options,
                                inlay_error *err)
{
    struct inlay_journal *j = s->journal;
    struct inlay_journal_ops ops = *j->ops;
    ops_before = j->ops;
    ops.append = append_late;
    j->ops = &ops;
    interfere = fn;
    interferer = other;
    const inlay_status st = try_change(s, space, options, err);
    CHECK(!interfere);
    j->ops = ops_before;
    return st;
}

static void add_drop(inlay_study *other)
{
    change(other, "[" DROP(",\"default\":0.1") "," RATE("0", "1") "]", NULL);
}

static void ask_and_tell(inlay_study *other)
{
    go_on(other, 1);
}

TEST(options_that_come_late_take_the_space_of_the_others)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, "[" RATE("0", "1") "]", "seed=22");
    go_on(s, 2);
    inlay_study *other = NULL;
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &other, &err), err);
    CHECK_OK(change_late(s, other, add_drop, NULL, "seed=23", &err), err);
    CHECK(n_vars(s) == 2 && find(s, "drop") == 0);
    CHECK_TEXT(inlay_options_get(inlay_study_options(s), "seed"), "23");
    go_on(s, 2);
    CHECK_OK(inlay_study_refresh(other, &err), err);
    CHECK(inlay_study_n_trials(other) == 4);
    inlay_study_free(other);
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &s, &err), err);
    CHECK(n_vars(s) == 2 && inlay_study_n_trials(s) == 4);
    CHECK_TEXT(inlay_options_get(inlay_study_options(s), "seed"), "23");
    check_replays(s);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_trial_that_comes_between_is_asked_about)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, "[" RATE("0", "1") "]", "seed=24");
    inlay_study *other = NULL;
    CHECK_OK(inlay_study_open(dir.path, NULL, NULL, &other, &err), err);
    const char *with = "[" RATE("0", "1") "," DROP("") "]";
    CHECK(change_late(s, other, ask_and_tell, with, NULL, &err) ==
          INLAY_EINVAL);
    CHECK(strstr(err.msg, "which value did the earlier trial have?"));
    /* What may be is done, and knows of the trial. */
    const char *wide = "[" RATE("0", "2") "]";
    CHECK_OK(change_late(s, other, ask_and_tell, wide, NULL, &err), err);
    inlay_revision c;
    CHECK_OK(inlay_study_last_revision(s, &c, &err), err);
    CHECK(c.n_carried == 2);
    inlay_study_free(other);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* An open handle adds trials that lack a variable, or have one of another kind;
 * only what a change brings in is refused. */
TEST(an_obstacle_that_is_there_already_hinders_no_change)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *old = stored_study(
        dir.path, "[" RATE("0", "1") "," DEPTH("0", "8") "]", "seed=25");
    inlay_study *s = stored_study(
        dir.path,
        "[" RATE("0", "1") "," DROP("") ",{\"name\":\"depth\",\"type\":"
                                        "\"categorical\",\"values\":[\"a\"]}]",
        "seed=25");
    go_on(old, 3);
    change(s, NULL, "seed=26");
    change(s,
           "[" RATE("0", "1") "," DROP("") ",{\"name\":\"depth\",\"type\":"
                                           "\"categorical\",\"values\":[\"a\","
                                           "\"b\"]}]",
           NULL);
    CHECK(inlay_study_n_trials(s) == 3 && n_outside(s) == 3);
    CHECK(try_change(s, "[" RATE("0", "1") "," DROP("") "," ACT("\"a\"") "]",
                     NULL, &err) == INLAY_EINVAL);
    CHECK(strstr(err.msg, "variable 'act' is new"));
    CHECK(try_change(s,
                     "[{\"name\":\"rate\",\"type\":\"categorical\","
                     "\"values\":[\"a\"]}," DROP("") "]",
                     NULL, &err) == INLAY_EINVAL);
    CHECK(strstr(err.msg, "variable 'rate' is of type real in "));
    inlay_study_free(old);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* A default that is taken away is asked for again. */
TEST(a_default_that_trials_need_stays)
{
    inlay_error err = {0};
    inlay_study *s = study_of("[" RATE("0", "1") "]", "seed=27");
    go_on(s, 2);
    change(s, "[" RATE("0", "1") "," DROP(",\"default\":0.1") "]", NULL);
    CHECK(try_change(s, "[" RATE("0", "1") "," DROP("") "]", NULL, &err) ==
          INLAY_EINVAL);
    CHECK(strstr(err.msg, "which value did the 2 earlier trials have?"));
    inlay_study_free(s);
}

TEST(there_is_room_for_many_study_files_at_once)
{
    enum { N = 100 };
    struct inlay_event events[N];
    inlay_error err = {0};
    bool is_late = true;
    inlay_study *s = study_of("[" RATE("0", "1") "]", "seed=28");
    for (size_t i = 0; i < N; i++)
        events[i] = (struct inlay_event){
            .kind = INLAY_EVENT_STUDY,
            .text = "{\"variables\": [" RATE("0", "1") "]}"};
    const struct inlay_append a = {.events = events, .n_events = N};
    CHECK_OK(inlay_study_append(s, &a, &is_late, &err), err);
    CHECK(!is_late && s->eras.n == N + 1);
    CHECK(s->eras.at[N].is_same && s->eras.at[N].seq == N + 1);
    inlay_study_free(s);
}

/* ---- Memory ---- */

#ifdef INLAY_FAILING_MEM
OOM_TEST(a_change_without_memory_changes_nothing)
{
    inlay_error err = {0};
    static inlay_study *s;
    static inlay_space *space;
    if (!s) {
        inlay_mem_fail_after(-1);
        s = study_of(BASE, "seed=16 method=random");
        go_on(s, 4);
        space = space_of("[" RATE("0", "0.5") "," DROP(",\"default\":0.1") "]");
        return INLAY_ENOMEM;
    }
    const inlay_status st = inlay_study_revise(s, space, NULL, &err);
    CHECK(n_vars(s) == (st == INLAY_OK ? 2 : 3));
    CHECK(inlay_study_n_trials(s) == 4);
    if (st == INLAY_OK) {
        inlay_mem_fail_after(-1);
        go_on(s, 1);
        inlay_study_free(s);
        inlay_space_free(space);
    }
    return st;
}
#endif
