/*
 * test_errors.c: every mistake of a user gets its own message, and the study
 * works on as before the call.
 */
#include "study_fixture.h"

/* The next suggestion is that of a study to which nothing was done. */
static void check_unharmed(inlay_study *s)
{
    inlay_study *fresh = study_of(MIXED_SPACE, "");
    run(fresh, mixed, inlay_study_n_trials(s));
    const inlay_trial a = ask(s), b = ask(fresh);
    CHECK(a.id == b.id && is_same_x(a.x, b.x, 4));
    inlay_study_free(fresh);
    inlay_study_free(s);
}

TEST(a_study_needs_a_space_with_variables)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    inlay_study *s = NULL;

    CHECK_FAILS(inlay_study_new(NULL, NULL, &s, &err), INLAY_EINVAL, err,
                "inlay_study_new: space and out must not be NULL");
    CHECK_OK(inlay_space_new(&space, &err), err);
    CHECK_FAILS(inlay_study_new(space, NULL, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_new: space and out must not be NULL");
    CHECK_FAILS(inlay_study_new(space, NULL, &s, &err), INLAY_EINVAL, err,
                "the space has no variables: add at least one");
    CHECK(s == NULL);
    inlay_space_free(space);
}

TEST(what_must_not_be_null_is_named)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_trial t;
    inlay_prediction p;
    inlay_value x[4];
    size_t n = 77;

    CHECK_FAILS(inlay_options_new(NULL, &err), INLAY_EINVAL, err,
                "inlay_options_new: out must not be NULL");
    CHECK_FAILS(inlay_study_ask(NULL, &t, &err), INLAY_EINVAL, err,
                "inlay_study_ask: study and trial must not be NULL");
    CHECK_FAILS(inlay_study_ask(s, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_ask: study and trial must not be NULL");
    static const char MANY[] =
        "inlay_study_ask_many: study, trials and n_got must not be NULL";
    CHECK_FAILS(inlay_study_ask_many(NULL, 1, &t, &n, &err), INLAY_EINVAL, err,
                MANY);
    CHECK_FAILS(inlay_study_ask_many(s, 1, NULL, &n, &err), INLAY_EINVAL, err,
                MANY);
    CHECK_FAILS(inlay_study_ask_many(s, 1, &t, NULL, &err), INLAY_EINVAL, err,
                MANY);
    CHECK_FAILS(inlay_study_ask_many(s, 0, &t, &n, &err), INLAY_EINVAL, err,
                "inlay_study_ask_many: n must not be 0");
    CHECK(n == 77);
    CHECK_FAILS(inlay_study_tell(NULL, 1, 1, &err), INLAY_EINVAL, err,
                "inlay_study_tell: study must not be NULL");
    CHECK_FAILS(inlay_study_tell_failed(NULL, 1, "", &err), INLAY_EINVAL, err,
                "inlay_study_tell_failed: study must not be NULL");
    CHECK_FAILS(inlay_study_enqueue(s, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_enqueue: study and x must not be NULL");
    CHECK_FAILS(inlay_study_add(s, NULL, 1, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_add: study and x must not be NULL");
    CHECK_FAILS(inlay_study_add_failed(NULL, x, "", NULL, &err), INLAY_EINVAL,
                err, "inlay_study_add_failed: study and x must not be NULL");
    CHECK_FAILS(inlay_study_trial(s, 1, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_trial: study and out must not be NULL");
    CHECK_FAILS(inlay_study_best(s, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_best: study and out must not be NULL");
    CHECK_FAILS(inlay_study_predict(s, x, NULL, &err), INLAY_EINVAL, err,
                "inlay_study_predict: study, x and out must not be NULL");
    CHECK_FAILS(inlay_study_predict(s, NULL, &p, &err), INLAY_EINVAL, err,
                "inlay_study_predict: study, x and out must not be NULL");
    CHECK_FAILS(inlay_study_recommend(s, NULL, &p, &err), INLAY_EINVAL, err,
                "inlay_study_recommend: study and x must not be NULL");
    check_unharmed(s);
}

TEST(trials_that_cannot_be_told)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_trial t;

    CHECK_FAILS(inlay_study_tell(s, 1, 2, &err), INLAY_ESTATE, err,
                "trial 1 does not exist; the study has no trials yet");
    run(s, mixed, 6);
    CHECK_FAILS(inlay_study_tell(s, 0, 2, &err), INLAY_ESTATE, err,
                "trial 0 does not exist; the study has trials 1 to 6");
    CHECK_FAILS(inlay_study_tell(s, -3, 2, &err), INLAY_ESTATE, err,
                "trial -3 does not exist; the study has trials 1 to 6");
    CHECK_FAILS(inlay_study_tell(s, INT64_MAX, NAN, &err), INLAY_ESTATE, err,
                "trial 9223372036854775807 does not exist; the study has "
                "trials 1 to 6");
    CHECK_FAILS(inlay_study_tell_failed(s, 7, "x", &err), INLAY_ESTATE, err,
                "trial 7 does not exist; the study has trials 1 to 6");
    CHECK_FAILS(inlay_study_trial(s, 7, &t, &err), INLAY_ESTATE, err,
                "trial 7 does not exist; the study has trials 1 to 6");
    const double before = trial_of(s, 2).value;
    CHECK_FAILS(inlay_study_tell(s, 2, 99, &err), INLAY_ESTATE, err,
                "trial 2 already has a result");
    CHECK_FAILS(inlay_study_tell(s, 2, NAN, &err), INLAY_ESTATE, err,
                "trial 2 already has a result");
    CHECK_FAILS(inlay_study_tell_failed(s, 2, "x", &err), INLAY_ESTATE, err,
                "trial 2 already has a result");
    CHECK(trial_of(s, 2).state == INLAY_STATE_DONE);
    CHECK(trial_of(s, 2).value == before);
    check_unharmed(s);
}

TEST(a_failed_trial_stays_failed)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");

    tell(s, ask(s).id, NAN);
    CHECK_FAILS(inlay_study_tell(s, 1, 1, &err), INLAY_ESTATE, err,
                "trial 1 already has a result: it failed (the value is "
                "not a number)");
    CHECK_FAILS(inlay_study_tell_failed(s, 1, "again", &err), INLAY_ESTATE, err,
                "trial 1 already has a result: it failed (the value is "
                "not a number)");
    CHECK_TEXT(trial_of(s, 1).why, "the value is not a number");
    inlay_study_free(s);
}

TEST(nothing_is_best_before_something_is_done)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_trial t;
    inlay_value x[4];

    CHECK_FAILS(inlay_study_best(s, &t, &err), INLAY_ESTATE, err,
                "best: none of 0 trials has a value");
    CHECK_FAILS(inlay_study_recommend(s, x, NULL, &err), INLAY_ESTATE, err,
                "recommend: none of 0 trials has a value");
    ask(s);
    tell(s, ask(s).id, NAN);
    CHECK_FAILS(inlay_study_best(s, &t, &err), INLAY_ESTATE, err,
                "best: none of 2 trials has a value");
    CHECK_FAILS(inlay_study_recommend(s, x, NULL, &err), INLAY_ESTATE, err,
                "recommend: none of 2 trials has a value");
    inlay_study_free(s);
}

/* One message for each wrong value, from all four calls that take a
 * configuration. */
static void check_refused(inlay_study *s, const inlay_value *x,
                          const char *message)
{
    inlay_error err = {0};
    inlay_prediction p;
    int64_t id = -5;

    CHECK_FAILS(inlay_study_enqueue(s, x, &err), INLAY_EINVAL, err, message);
    CHECK_FAILS(inlay_study_add(s, x, 1, &id, &err), INLAY_EINVAL, err,
                message);
    CHECK_FAILS(inlay_study_add_failed(s, x, "", &id, &err), INLAY_EINVAL, err,
                message);
    CHECK_FAILS(inlay_study_predict(s, x, &p, &err), INLAY_EINVAL, err,
                message);
    CHECK(id == -5);
    CHECK(inlay_study_add(s, x, 1, NULL, NULL) == INLAY_EINVAL);
}

TEST(configurations_outside_the_space)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    const inlay_value good[] = {inlay_real(0.5), inlay_integer(2),
                                inlay_category("r"), inlay_real(0.1)};
    inlay_value x[4];
    run(s, mixed, 9);

    memcpy(x, good, sizeof x);
    x[0] = inlay_real(1.5);
    check_refused(s, x, "variable 'a': value 1.5 is not between 0 and 1");
    x[0] = inlay_real(NAN);
    check_refused(s, x, "variable 'a': value nan is not a finite number");
    x[0] = inlay_integer(1);
    check_refused(s, x, "variable 'a': the value is of type integer, not real");
    memcpy(x, good, sizeof x);
    x[1] = inlay_integer(8);
    check_refused(s, x, "variable 'k': value 8 is not between 1 and 7");
    memcpy(x, good, sizeof x);
    x[2] = inlay_category("P");
    check_refused(
        s, x,
        "variable 'c': value 'P' is not one of its 3 names; did you mean 'p'?");
    x[2] = inlay_category(NULL);
    check_refused(s, x, "variable 'c': the text of the value is NULL");
    check_unharmed(s);
}

TEST(random_search_has_no_model)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "method=random");
    inlay_value x[4];
    inlay_prediction p;
    inlay_trial best;

    run(s, mixed, 9);
    CHECK_OK(inlay_study_predict(s, trial_of(s, 1).x, &p, &err), err);
    CHECK(isnan(p.mean) && isnan(p.sd) && isnan(p.acquisition));
    CHECK(p.p_success == 1.0);
    CHECK_OK(inlay_study_recommend(s, x, &p, &err), err);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(is_same_x(x, best.x, 4));
    inlay_study_free(s);
}

TEST(a_message_is_not_needed)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_trial t;
    CHECK(inlay_study_new(NULL, NULL, &s, NULL) == INLAY_EINVAL);
    CHECK(inlay_study_ask(s, NULL, NULL) == INLAY_EINVAL);
    CHECK(inlay_study_tell(s, 4, 1, NULL) == INLAY_ESTATE);
    CHECK(inlay_study_best(s, &t, NULL) == INLAY_ESTATE);
    CHECK(inlay_study_ask(s, &t, NULL) == INLAY_OK);
    inlay_study_free(s);
}

/* ---- The log ---- */

struct lines {
    int n;
    char last[256];
};

static void count_line(const char *line, void *context)
{
    struct lines *l = context;
    l->n++;
    snprintf(l->last, sizeof l->last, "%s", line);
}

TEST(jitter_that_was_needed_is_told)
{
    inlay_study *s = study_of(MIXED_SPACE, "noise=none jitter=0 kernel=se");
    struct lines l = {0};

    inlay_study_set_log(s, count_line, &l);
    for (int i = 0; i < 40; i++) {
        const inlay_value x[] = {inlay_real(0.5 + 1e-10 * i), inlay_integer(2),
                                 inlay_category("r"), inlay_real(0.1)};
        add(s, x, i % 2);
    }
    ask(s);
    const inlay_ask_stats c = last_ask(s);
    CHECK(c.n_jitters > 0 && c.jitter > 0);
    CHECK(l.n == 1);
    CHECK(strncmp(l.last, "trial 41: the covariance needed a jitter of ", 44) ==
          0);
    CHECK(strchr(l.last, '\n') == NULL);

    inlay_study_set_log(s, NULL, NULL);
    ask(s);
    CHECK(l.n == 1);
    inlay_study_free(s);
}
