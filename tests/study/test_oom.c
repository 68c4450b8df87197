/*
 * test_oom.c: each allocation of each call fails once: INLAY_ENOMEM with a
 * message, no leak, and the study goes on as if the call had not been made.
 */
#include "study_fixture.h"

#ifdef INLAY_FAILING_MEM

/* The study whose calls fail, and one to which nothing happens. */
static inlay_study *tried, *spared;
static inlay_value at[4];

static void begin(const char *json, const char *options, objective_fn *f,
                  size_t n)
{
    tried = study_of(json, options);
    spared = study_of(json, options);
    run(tried, f, n);
    run(spared, f, n);
}

/* Both give the same suggestions from here on. */
static void end(objective_fn *f, size_t n_more)
{
    for (size_t i = 0; i < n_more; i++) {
        const inlay_trial t = ask(tried), u = ask(spared);
        tell(tried, t.id, f(t.x));
        tell(spared, u.id, f(u.x));
    }
    CHECK_SAME_TRIALS(tried, spared);
    inlay_study_free(tried);
    inlay_study_free(spared);
}

static inlay_status said(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_ENOMEM)
        CHECK(strncmp(err->msg, "out of memory", 13) == 0);
    return st;
}

/* ---- Making one ---- */

static inlay_space *the_space;
static inlay_options *the_options;

static inlay_status make(void)
{
    inlay_error err = {0};
    inlay_study *s = NULL;
    const inlay_status st = inlay_study_new(the_space, the_options, &s, &err);
    CHECK((st == INLAY_OK) == (s != NULL));
    inlay_study_free(s);
    return said(st, &err);
}

TEST(a_study_that_cannot_be_made)
{
    static const char *const METHODS[] = {
        "method=gp",     "method=gp-basic", "method=gp-naive",
        "method=random", "method=sobol",    "method=hillclimb"};
    for (size_t m = 0; m < LEN(METHODS); m++) {
        the_space = space_of(MIXED_SPACE);
        the_options = options_of(METHODS[m]);
        check_oom(make, __FILE__, __LINE__);
        inlay_options_free(the_options);
        inlay_space_free(the_space);
    }
}

/* ---- Ask ---- */

static inlay_status try_ask(void)
{
    inlay_error err = {0};
    inlay_trial t;
    const size_t n = inlay_study_n_trials(tried);
    const inlay_status st = inlay_study_ask(tried, &t, &err);
    CHECK(inlay_study_n_trials(tried) == n + (st == INLAY_OK));
    if (st == INLAY_OK) { /* keep up */
        inlay_mem_fail_after(-1);
        const inlay_trial u = ask(spared);
        CHECK(is_same_x(t.x, u.x, n_vars(spared)));
    }
    return said(st, &err);
}

static void check_ask(const char *json, const char *options, objective_fn *f,
                      size_t n)
{
    begin(json, options, f, n);
    check_oom(try_ask, __FILE__, __LINE__);
    end(f, 2);
}

TEST(an_ask_of_the_initial_design)
{
    check_ask(MIXED_SPACE, "", mixed, 0);
    check_ask(MIXED_SPACE, "", mixed, 3);
    check_ask(MIXED_SPACE, "method=gp-basic", mixed, 3);
    check_ask(MIXED_SPACE, "method=random", mixed, 3);
    check_ask(MIXED_SPACE, "method=sobol", mixed, 3);
    check_ask(MIXED_SPACE, "method=hillclimb", mixed, 0);
    check_ask(MIXED_SPACE, "method=hillclimb", mixed, 3);
}

TEST(an_ask_of_the_model)
{
    check_ask(MIXED_SPACE, "initial=4", mixed, 6);
    check_ask(MIXED_SPACE, "initial=4 warp=auto trust_region=yes", mixed, 6);
    check_ask(MIXED_SPACE, "initial=4 inference=slice samples=2", mixed, 5);
    check_ask(MIXED_SPACE, "initial=3 method=gp-basic candidates=100", mixed,
              4);
    check_ask(MIXED_SPACE, "initial=3 incumbent=recommended candidates=100",
              mixed, 4);
}

TEST(an_ask_by_what_is_told_about_the_optimum)
{
    check_ask(
        MIXED_SPACE,
        "initial=3 acquisition=pes pes.minima=1 pes.features=16 candidates=50",
        mixed, 4);
    check_ask(
        MIXED_SPACE,
        "initial=3 acquisition=mes pes.minima=1 pes.features=16 candidates=50",
        mixed, 4);
    check_ask(
        SMALL_SPACE,
        "initial=2 noise=yes acquisition=pes pes.minima=1 pes.features=16",
        small, 4);
    check_ask(
        MIXED_SPACE,
        "initial=3 acquisition=pes pes.minima=1 pes.features=16 candidates=50 "
        "method=gp-basic inference=slice samples=2",
        mixed, 4);
}

TEST(an_ask_of_a_small_finite_space)
{
    check_ask(SMALL_SPACE, "initial=2 noise=yes", small, 4);
}

static double often_fails(const inlay_value *x)
{
    return x[0].real < 0.6 ? mixed(x) : NAN;
}

TEST(an_ask_with_failures)
{
    check_ask(MIXED_SPACE, "initial=4 candidates=100", often_fails, 7);
    check_ask(
        MIXED_SPACE,
        "initial=4 candidates=50 acquisition=pes pes.minima=1 pes.features=16",
        often_fails, 7);
}

TEST(an_ask_where_there_is_noise)
{
    check_ask(MIXED_SPACE, "noise=yes initial=4 candidates=50", mixed, 6);
}

TEST(an_ask_with_pending_trials)
{
    begin(MIXED_SPACE, "initial=4 candidates=100", mixed, 6);
    for (int i = 0; i < 2; i++) {
        ask(tried);
        ask(spared);
    }
    check_oom(try_ask, __FILE__, __LINE__);
    end(mixed, 1);
}

/* The queue is as before: what was enqueued comes with the next ask. */
TEST(an_ask_that_takes_from_the_queue)
{
    inlay_error err = {0};
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(2),
                             inlay_category("r"), inlay_real(0.1)};
    begin(MIXED_SPACE, "", mixed, 2);
    CHECK_OK(inlay_study_enqueue(tried, x, &err), err);
    CHECK_OK(inlay_study_enqueue(spared, x, &err), err);
    check_oom(try_ask, __FILE__, __LINE__);
    CHECK(trial_of(tried, 3).x[0].real == 0.5);
    end(mixed, 2);
}

/* ---- Tell, add, enqueue ---- */

static int64_t pending;

static inlay_status try_tell_failed(void)
{
    inlay_error err = {0};
    const inlay_status st =
        inlay_study_tell_failed(tried, pending, "no licence", &err);
    CHECK(trial_of(tried, pending).state ==
          (st == INLAY_OK ? INLAY_STATE_FAILED : INLAY_STATE_PENDING));
    return said(st, &err);
}

static inlay_status try_tell_nan(void)
{
    inlay_error err = {0};
    return said(inlay_study_tell(tried, pending, NAN, &err), &err);
}

TEST(a_failure_that_cannot_be_noted)
{
    inlay_error err = {0};
    begin(MIXED_SPACE, "initial=3 candidates=100", mixed, 3);
    pending = ask(tried).id;
    ask(spared);
    check_oom(try_tell_failed, __FILE__, __LINE__);
    CHECK_TEXT(trial_of(tried, pending).why, "no licence");
    CHECK_OK(inlay_study_tell_failed(spared, pending, "x", &err), err);
    pending = ask(tried).id;
    ask(spared);
    check_oom(try_tell_nan, __FILE__, __LINE__);
    tell(spared, pending, NAN);
    end(mixed, 1);
}

static inlay_status try_add(void)
{
    inlay_error err = {0};
    int64_t id = -1;
    const size_t n = inlay_study_n_trials(tried);
    const inlay_status st = inlay_study_add(tried, at, 0.5, &id, &err);
    CHECK(inlay_study_n_trials(tried) == n + (st == INLAY_OK));
    CHECK(id == (st == INLAY_OK ? (int64_t)n + 1 : -1));
    return said(st, &err);
}

static inlay_status try_add_failed(void)
{
    inlay_error err = {0};
    const size_t n = inlay_study_n_trials(tried);
    const inlay_status st =
        inlay_study_add_failed(tried, at, "why", NULL, &err);
    CHECK(inlay_study_n_trials(tried) == n + (st == INLAY_OK));
    return said(st, &err);
}

TEST(a_trial_that_cannot_be_added)
{
    inlay_error err = {0};
    at[0] = inlay_real(0.75);
    at[1] = inlay_integer(3);
    at[2] = inlay_category("p");
    at[3] = inlay_real(0.2);
    begin(MIXED_SPACE, "initial=3 candidates=100", mixed, 3);
    check_oom(try_add, __FILE__, __LINE__);
    add(spared, at, 0.5);
    at[0] = inlay_real(0.125);
    check_oom(try_add_failed, __FILE__, __LINE__);
    CHECK_OK(inlay_study_add_failed(spared, at, "why", NULL, &err), err);
    end(mixed, 1);
}

static inlay_status try_enqueue(void)
{
    inlay_error err = {0};
    return said(inlay_study_enqueue(tried, at, &err), &err);
}

TEST(a_configuration_that_cannot_be_enqueued)
{
    inlay_error err = {0};
    at[0] = inlay_real(0.75);
    at[1] = inlay_integer(3);
    at[2] = inlay_category("p");
    at[3] = inlay_real(0.2);
    begin(MIXED_SPACE, "", mixed, 2);
    check_oom(try_enqueue, __FILE__, __LINE__);
    CHECK_OK(inlay_study_enqueue(spared, at, &err), err);
    end(mixed, 3);
}

/* ---- Predict, recommend ---- */

static inlay_prediction predicted;

static inlay_status try_predict(void)
{
    inlay_error err = {0};
    return said(
        inlay_study_predict(tried, trial_of(tried, 2).x, &predicted, &err),
        &err);
}

static inlay_status try_recommend(void)
{
    inlay_error err = {0};
    return said(inlay_study_recommend(tried, at, &predicted, &err), &err);
}

static void check_look(const char *options, objective_fn *f)
{
    inlay_error err = {0};
    inlay_value x[4];
    inlay_prediction p;

    begin(MIXED_SPACE, options, f, 6);
    check_oom(try_predict, __FILE__, __LINE__);
    p = predict(spared, trial_of(spared, 2).x);
    CHECK(p.mean == predicted.mean && p.sd == predicted.sd);
    CHECK(p.p_success == predicted.p_success);
    CHECK(p.acquisition == predicted.acquisition);
    check_oom(try_recommend, __FILE__, __LINE__);
    CHECK_OK(inlay_study_recommend(spared, x, &p, &err), err);
    CHECK(is_same_x(x, at, 4) && p.mean == predicted.mean);
    end(f, 1);
}

TEST(a_look_at_the_model)
{
    check_look("initial=4 recommend=mean candidates=100", mixed);
    check_look("initial=4 recommend=auto candidates=100", often_fails);
    check_look(
        "initial=4 candidates=50 acquisition=pes pes.minima=1 pes.features=16",
        mixed);
    check_look(
        "initial=4 candidates=50 acquisition=mes pes.minima=1 pes.features=16",
        mixed);
}

/* The same, but the recommendation is the first to need a model. */
TEST(a_recommendation_from_nothing)
{
    begin(MIXED_SPACE, "initial=4 recommend=mean candidates=100", mixed, 6);
    check_oom(try_recommend, __FILE__, __LINE__);
    end(mixed, 1);
}

#endif
