/*
 * test_study.c: the life of a study: ask, tell, best, recommend, predict.
 */
#include "study_fixture.h"

/* ---- Life ---- */

TEST(a_trial_is_pending_until_it_is_told)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");

    CHECK(inlay_study_n_trials(s) == 0);
    const inlay_trial t = ask(s);
    CHECK(t.id == 1 && t.state == INLAY_STATE_PENDING && isnan(t.value));
    CHECK(t.why == NULL && t.x != NULL);
    CHECK(inlay_study_n_trials(s) == 1);
    tell(s, 1, 2.5);
    inlay_trial u = trial_of(s, 1);
    CHECK(u.id == 1 && u.state == INLAY_STATE_DONE && u.value == 2.5 && !u.why);
    CHECK(u.x == t.x); /* a view lives as long as the study */

    const inlay_trial v = ask(s);
    CHECK(v.id == 2);
    CHECK_OK(inlay_study_tell_failed(s, 2, "out of disk", &err), err);
    u = trial_of(s, 2);
    CHECK(u.state == INLAY_STATE_FAILED && isnan(u.value));
    CHECK_TEXT(u.why, "out of disk");
    inlay_study_free(s);
}

TEST(values_have_every_member_that_makes_sense)
{
    inlay_study *s = study_of(
        "[{\"name\":\"r\",\"type\":\"real\",\"min\":-1,\"max\":1},"
        "{\"name\":\"i\",\"type\":\"integer\",\"min\":5,\"max\":9},"
        "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[0.1,0.5,7]},"
        "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"x\",\"y\"]},"
        "{\"name\":\"b\",\"type\":\"boolean\"}]",
        "");
    static const double NUMBERS[] = {0.1, 0.5, 7};
    static const char *const NAMES[] = {"x", "y"};

    for (int i = 0; i < 12; i++) {
        const inlay_trial t = ask(s);
        const inlay_value *x = t.x;
        CHECK(x[0].type == INLAY_TYPE_REAL && x[0].integer == 0 && !x[0].text);
        CHECK(x[0].real >= -1 && x[0].real <= 1);
        CHECK(x[1].type == INLAY_TYPE_INTEGER && !x[1].text);
        CHECK(x[1].integer >= 5 && x[1].integer <= 9);
        CHECK(x[1].real == (double)x[1].integer);
        CHECK(x[2].type == INLAY_TYPE_ORDINAL && !x[2].text);
        CHECK(x[2].real == NUMBERS[x[2].integer]);
        CHECK(x[3].type == INLAY_TYPE_CATEGORICAL);
        CHECK(x[3].real == (double)x[3].integer);
        CHECK_TEXT(x[3].text, NAMES[x[3].integer]);
        CHECK(x[4].type == INLAY_TYPE_BOOLEAN &&
              x[4].real == (double)x[4].integer);
        CHECK_TEXT(x[4].text, x[4].integer ? "true" : "false");
        tell(s, t.id, x[0].real);
    }
    inlay_study_free(s);
}

TEST(a_study_has_a_space_and_options_of_its_own)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SMALL_SPACE);
    inlay_options *o = options_of("seed=3 goal=maximize");
    inlay_study *s = NULL;

    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    CHECK_OK(inlay_space_add_boolean(space, "more", &err), err);
    CHECK_OK(inlay_options_set(o, "goal", "minimize", &err), err);
    CHECK(n_vars(s) == 2);
    inlay_space_free(space);
    inlay_options_free(o);
    run(s, small, 6);
    inlay_trial best;
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.value == 0.0); /* the largest: it still maximizes */
    inlay_study_free(s);
}

TEST(the_defaults_are_those_of_no_options)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_study *a = NULL, *b = study_of(MIXED_SPACE, "");

    CHECK_OK(inlay_study_new(space, NULL, &a, &err), err);
    run(a, mixed, 12);
    run(b, mixed, 12);
    CHECK_SAME_TRIALS(a, b);
    inlay_study_free(a);
    inlay_study_free(b);
    inlay_space_free(space);
}

TEST(best_is_the_first_of_equal_ones_and_skips_failures)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    static const double Y[] = {3, NAN, 1, INFINITY, 1, -INFINITY, 2};
    inlay_trial best;

    for (size_t i = 0; i < LEN(Y); i++)
        tell(s, ask(s).id, Y[i]);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.id == 3 && best.value == 1);
    inlay_study_free(s);
}

TEST(a_value_that_is_not_finite_is_a_failure_with_a_reason)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "goal=maximize");
    int64_t id;

    tell(s, ask(s).id, NAN);
    tell(s, ask(s).id, INFINITY);
    tell(s, ask(s).id, -INFINITY);
    const inlay_trial next = ask(s);
    CHECK_OK(inlay_study_tell_failed(s, next.id, NULL, &err), err);
    CHECK(trial_of(s, 1).state == INLAY_STATE_FAILED);
    CHECK_TEXT(trial_of(s, 1).why, "the value is not a number");
    CHECK_TEXT(trial_of(s, 2).why, "the value is infinite");
    CHECK_TEXT(trial_of(s, 3).why, "the value is minus infinity");
    CHECK_TEXT(trial_of(s, 4).why, "no reason given");

    const inlay_value x[] = {inlay_real(0.5), inlay_integer(2),
                             inlay_category("r"), inlay_real(0.1)};
    CHECK_OK(inlay_study_add(s, x, NAN, &id, &err), err);
    CHECK(trial_of(s, id).state == INLAY_STATE_FAILED);
    CHECK_OK(inlay_study_add_failed(s, x, "no licence", NULL, &err), err);
    CHECK_TEXT(trial_of(s, id + 1).why, "no licence");
    inlay_study_free(s);
}

/* ---- Enqueue, add ---- */

TEST(enqueued_configurations_come_first_and_in_order)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_value x[] = {inlay_real(0.25), inlay_integer(1), inlay_category("r"),
                       inlay_real(0.5)};

    run(s, mixed, 3);
    for (int64_t k = 1; k <= 20; k++) { /* the queue grows */
        x[1] = inlay_integer(1 + k % 7);
        x[0] = inlay_real((double)k / 32);
        CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    }
    for (int64_t k = 1; k <= 20; k++) {
        const inlay_trial t = ask(s);
        CHECK(t.x[0].real == (double)k / 32 && t.x[1].integer == 1 + k % 7);
        CHECK_TEXT(t.x[2].text, "r");
        CHECK(t.x[3].real == 0.5);
    }
    CHECK(!is_same_x(ask(s).x, trial_of(s, 23).x, 4));
    inlay_study_free(s);
}

TEST(a_study_with_a_queue_can_be_freed)
{
    inlay_error err = {0};
    inlay_study *s = study_of(SMALL_SPACE, "");
    const inlay_value x[] = {inlay_integer(1), inlay_category("c1")};

    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    inlay_study_free(s); /* the leak checker looks */
    inlay_study_free(NULL);
}

static void keep_line(const char *line, void *context)
{
    char *kept = context;
    CHECK(strlen(line) < 200);
    strcpy(kept, line);
}

TEST(a_repeat_in_the_queue_is_passed_over_with_a_word)
{
    inlay_error err = {0};
    inlay_study *s = study_of(SMALL_SPACE, "");
    const inlay_value x[] = {inlay_integer(1), inlay_category("c1")};
    char line[256] = "";

    inlay_study_set_log(s, keep_line, line);
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    CHECK(is_same_x(ask(s).x, ask(s).x, 2) == false);
    CHECK_TEXT(line,
               "skipped a queued configuration: it is the same as trial 1");
    line[0] = '\0';
    ask(s);
    CHECK_TEXT(line, ""); /* it is said once */
    CHECK_FAILS(
        inlay_study_enqueue(s, x, &err), INLAY_ESTATE, err,
        "enqueue: trial 1 already has this configuration, and repeats are off");
    inlay_study_free(s);

    s = study_of(SMALL_SPACE, "repeats=yes");
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    const inlay_trial a = ask(s), b = ask(s);
    CHECK(is_same_x(a.x, b.x, 2));
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    inlay_study_free(s);
}

/* A warm start: the model knows what was added. */
TEST(added_trials_teach_the_model)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    struct inlay_rng rng = inlay_rng_seed(5);
    static const char *const NAMES[] = {"p", "q", "r"};

    for (int64_t i = 1; i <= 40; i++) {
        inlay_value x[] = {inlay_real(inlay_rng_uniform(&rng)),
                           inlay_integer(1 + (int64_t)inlay_rng_below(&rng, 7)),
                           inlay_category(NAMES[inlay_rng_below(&rng, 3)]),
                           inlay_real(pow(10, -4 * inlay_rng_uniform(&rng)))};
        x[2].integer = x[2].text[0] - 'p';
        CHECK(add(s, x, mixed(x)) == i);
        CHECK(trial_of(s, i).state == INLAY_STATE_DONE);
        CHECK(trial_of(s, i).value == mixed(x));
    }
    run(s, mixed, 8);
    inlay_error err = {0};
    inlay_trial best;
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.id > 40); /* 40 random ones are easily beaten */
    CHECK(best.value < 0.02);
    inlay_study_free(s);
}

/* ---- No wasted evaluation ---- */

static void check_exhaustion(const char *options)
{
    inlay_error err = {0};
    inlay_study *s = study_of(SMALL_SPACE, options);
    inlay_trial t = {.id = -7};

    run(s, small, 6);
    CHECK(n_repeats(s) == 0);
    for (int i = 0; i < 2; i++) {
        CHECK_FAILS(inlay_study_ask(s, &t, &err), INLAY_EXHAUSTED, err,
                    "all 6 configurations have been suggested");
        CHECK(t.id == -7); /* outputs are written on success only */
    }
    CHECK(inlay_study_n_trials(s) == 6);
    CHECK_OK(inlay_study_best(s, &t, &err), err);
    CHECK(t.value == -2.5);
    inlay_study_free(s);
}

TEST(a_finite_space_is_asked_once_then_exhausted)
{
    check_exhaustion("");
    check_exhaustion("method=gp-basic");
    check_exhaustion("method=gp-naive");
    check_exhaustion("method=random");
    check_exhaustion("method=sobol");
    check_exhaustion("method=hillclimb");
    check_exhaustion("noise=none");
    check_exhaustion("inference=slice samples=3");
    check_exhaustion("preset=paper repeats=no");
    check_exhaustion("preset=paper method=gp-basic repeats=no");
    check_exhaustion("preset=paper method=gp-naive repeats=no");
    check_exhaustion("noise=yes repeats=no");
    check_exhaustion("acquisition=pes pes.minima=2 pes.features=64 initial=1");
    check_exhaustion("acquisition=pes pes.minima=2 pes.features=64 initial=1 "
                     "method=gp-basic");
    check_exhaustion("acquisition=pes pes.minima=2 pes.features=64 initial=1 "
                     "method=gp-naive");
    check_exhaustion(
        "acquisition=pes pes.minima=2 pes.features=64 initial=1 noise=none");
    check_exhaustion("acquisition=mes pes.minima=2 pes.features=64 initial=1");
    check_exhaustion("acquisition=mes pes.minima=2 pes.features=64 initial=1 "
                     "noise=yes repeats=no");
}

TEST(pending_and_failed_configurations_count_as_asked)
{
    static const char *const METHODS[] = {
        "method=gp",
        "method=gp-basic",
        "method=gp-naive",
        "method=random",
        "method=sobol",
        "method=hillclimb",
        "acquisition=pes pes.minima=2 pes.features=64",
        "acquisition=mes pes.minima=2 pes.features=64"};
    for (size_t m = 0; m < LEN(METHODS); m++) {
        inlay_error err = {0};
        inlay_study *s = study_of(SMALL_SPACE, METHODS[m]);
        inlay_trial t[9];
        size_t n = 0;

        tell(s, ask(s).id, NAN);
        CHECK_OK(inlay_study_ask_many(s, 9, t, &n, &err), err);
        CHECK(n == 5);
        CHECK(n_repeats(s) == 0);
        CHECK(inlay_study_ask_many(s, 9, t, &n, &err) == INLAY_EXHAUSTED);
        CHECK(n == 5);
        inlay_study_free(s);
    }
}

/* SMAC stopped such runs early, or never: neither is right. */
TEST(declared_noise_repeats_and_finds_the_best_arm)
{
    static const char *const METHODS[] = {
        "noise=yes method=gp", "noise=yes method=gp-basic",
        "noise=yes acquisition=pes pes.minima=2 pes.features=64",
        "noise=yes acquisition=mes pes.minima=2 pes.features=64"};
    for (size_t m = 0; m < LEN(METHODS); m++) {
        inlay_error err = {0};
        inlay_study *s = study_of(SMALL_SPACE, METHODS[m]);
        struct inlay_rng rng = inlay_rng_seed(11);
        inlay_value x[2];

        for (int i = 0; i < (m == 0 ? 200 : 60); i++) {
            const inlay_trial t = ask(s);
            tell(s, t.id, small(t.x) + 0.5 * inlay_rng_normal(&rng));
        }
        CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
        CHECK(x[0].integer == 1 && x[1].integer == 2);
        inlay_study_free(s);
    }
}

TEST(repeats_can_be_allowed)
{
    static const char *const OPTIONS[] = {
        "repeats=yes", "repeats=yes method=random", "repeats=yes method=sobol",
        "repeats=yes method=hillclimb"};
    for (size_t m = 0; m < LEN(OPTIONS); m++) {
        inlay_study *s = study_of(SMALL_SPACE, OPTIONS[m]);
        run(s, small, 15); /* no exhaustion */
        CHECK(n_repeats(s) >= 9);
        inlay_study_free(s);
    }
}

TEST(mixed_spaces_never_repeat)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    run(s, mixed, 60);
    CHECK(n_repeats(s) == 0);
    inlay_study_free(s);
}

/* ---- Constants ---- */

TEST(a_space_of_constants_has_one_configuration)
{
    static const char *const METHODS[] = {
        "method=gp",     "method=gp-basic", "method=gp-naive",
        "method=random", "method=sobol",    "method=hillclimb"};
    for (size_t m = 0; m < LEN(METHODS); m++) {
        inlay_error err = {0};
        inlay_study *s = study_of(
            "[{\"name\":\"r\",\"type\":\"real\",\"min\":2,\"max\":2},"
            "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"only\"]}]",
            METHODS[m]);
        const inlay_trial t = ask(s);
        inlay_value x[2];
        inlay_trial u;

        CHECK(t.x[0].real == 2);
        CHECK_TEXT(t.x[1].text, "only");
        tell(s, t.id, 4);
        CHECK(inlay_study_ask(s, &u, &err) == INLAY_EXHAUSTED);
        CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
        CHECK(x[0].real == 2 && x[1].integer == 0);
        inlay_study_free(s);
    }
}

TEST(noisy_constants_can_be_evaluated_for_ever)
{
    static const char *const OPTIONS[] = {
        "noise=yes", "noise=yes acquisition=pes", "noise=yes acquisition=mes"};
    for (size_t k = 0; k < LEN(OPTIONS); k++) {
        inlay_study *s =
            study_of("[{\"name\":\"r\",\"type\":\"real\",\"min\":2,\"max\":2}]",
                     OPTIONS[k]);
        for (int i = 0; i < 20; i++)
            tell(s, ask(s).id, i % 3);
        const inlay_value x = inlay_real(2);
        const inlay_prediction p = predict(s, &x);
        CHECK(isfinite(p.mean) && isfinite(p.acquisition));
        inlay_study_free(s);
    }
}

static double mixed_with_constants(const inlay_value *x)
{
    const inlay_value y[] = {x[1], x[2], x[4], x[5]};
    CHECK(x[0].real == -3.5 && x[3].integer == 42 && x[6].real == 0.5);
    return mixed(y);
}

TEST(constants_among_others_change_nothing)
{
    inlay_study *a = study_of(MIXED_SPACE, "");
    inlay_study *b = study_of(
        "[{\"name\":\"c0\",\"type\":\"real\",\"min\":-3.5,\"max\":-3.5},"
        "{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
        "{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7},"
        "{\"name\":\"c1\",\"type\":\"integer\",\"min\":42,\"max\":42},"
        "{\"name\":\"c\",\"type\":\"categorical\","
        "\"values\":[\"p\",\"q\",\"r\"]},"
        "{\"name\":\"r\",\"type\":\"real\",\"min\":1e-4,\"max\":1,"
        "\"scale\":\"log\"},"
        "{\"name\":\"c2\",\"type\":\"ordinal\",\"values\":[0.5]}]",
        "");
    run(a, mixed, 15);
    run(b, mixed_with_constants, 15);
    for (int64_t id = 1; id <= 15; id++) {
        const inlay_value *x = trial_of(b, id).x;
        const inlay_value y[] = {x[1], x[2], x[4], x[5]};
        CHECK(is_same_x(trial_of(a, id).x, y, 4));
    }
    inlay_study_free(a);
    inlay_study_free(b);
}

/* ---- Several at once ---- */

/* The smallest distance of two trials in the unit cube of MIXED_SPACE; other
 * categories are at distance 1. */
static double spread(const inlay_trial *t, size_t n)
{
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const inlay_value *a = t[i].x, *b = t[j].x;
            const double d[] = {a[0].real - b[0].real,
                                (a[1].real - b[1].real) / 6.0,
                                a[2].integer != b[2].integer,
                                log10(a[3].real / b[3].real) / 4.0};
            least = fmin(least, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] +
                                     d[3] * d[3]));
        }
    return least;
}

TEST(eight_asks_in_a_row_are_spread_out)
{
    static const char *const OPTIONS[] = {
        "",
        "pending=draw",
        "inference=slice samples=4",
        "method=gp-basic",
        "acquisition=pes pes.minima=2 pes.features=64",
        "acquisition=mes pes.minima=2 pes.features=64",
    };
    for (size_t k = 0; k < LEN(OPTIONS); k++)
        for (size_t n_before = 0; n_before <= 14; n_before += 7) {
            inlay_study *s = study_of(MIXED_SPACE, OPTIONS[k]);
            inlay_error err = {0};
            inlay_trial t[8];
            size_t n = 0;

            run(s, mixed, n_before);
            CHECK_OK(inlay_study_ask_many(s, 8, t, &n, &err), err);
            CHECK(n == 8);
            CHECK(n_repeats(s) == 0);
            CHECK(spread(t, 8) > 0.01);
            for (size_t i = 0; i < n; i++)
                CHECK(t[i].state == INLAY_STATE_PENDING);
            for (size_t i = n; i-- > 0;) /* told in any order */
                tell(s, t[i].id, mixed(t[i].x));
            inlay_study_free(s);
        }
}

/* Asks with nothing told at all, beyond the initial design. */
TEST(asks_without_any_result_go_on)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_trial t[40];
    for (size_t i = 0; i < LEN(t); i++)
        t[i] = ask(s);
    CHECK(n_repeats(s) == 0);
    CHECK(spread(t, LEN(t)) > 0);
    inlay_study_free(s);
}

/* ---- Direction ---- */

TEST(maximizing_f_is_minimizing_minus_f)
{
    static const char *const OPTIONS[][2] = {
        {"goal=minimize", "goal=maximize"},
        {"goal=minimize inference=slice samples=3",
         "goal=maximize inference=slice samples=3"},
        {"goal=minimize acquisition=pes pes.minima=2 pes.features=64",
         "goal=maximize acquisition=pes pes.minima=2 pes.features=64"},
        {"goal=minimize acquisition=mes pes.minima=2 pes.features=64",
         "goal=maximize acquisition=mes pes.minima=2 pes.features=64"}};
    for (size_t k = 0; k < LEN(OPTIONS); k++) {
        inlay_study *a = study_of(MIXED_SPACE, OPTIONS[k][0]);
        inlay_study *b = study_of(MIXED_SPACE, OPTIONS[k][1]);
        for (int i = 0; i < 16; i++) {
            const inlay_trial t = ask(a), u = ask(b);
            tell(a, t.id, i % 5 == 4 ? NAN : mixed(t.x));
            tell(b, u.id, i % 5 == 4 ? NAN : -mixed(u.x));
        }
        CHECK_SAME_TRIALS(a, b);

        inlay_error err = {0};
        inlay_value x[4], y[4];
        inlay_prediction p, q;
        inlay_trial t, u;
        CHECK_OK(inlay_study_best(a, &t, &err), err);
        CHECK_OK(inlay_study_best(b, &u, &err), err);
        CHECK(t.id == u.id && t.value == -u.value);
        CHECK_OK(inlay_study_recommend(a, x, &p, &err), err);
        CHECK_OK(inlay_study_recommend(b, y, &q, &err), err);
        CHECK(is_same_x(x, y, 4));
        CHECK(p.mean == -q.mean && p.sd == q.sd);
        CHECK(p.p_success == q.p_success && p.acquisition == q.acquisition);
        inlay_study_free(a);
        inlay_study_free(b);
    }
}

/* ---- Failures ---- */

static bool works(const inlay_value *x)
{
    return x[0].real + 0.1 * (double)x[1].integer < 1.0;
}

TEST(failures_are_learnt_and_avoided)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    size_t n_late = 0;

    for (int i = 0; i < 40; i++) {
        const inlay_trial t = ask(s);
        if (works(t.x))
            tell(s, t.id, mixed(t.x));
        else
            tell(s, t.id, NAN);
        n_late += i >= 25 && !works(t.x);
    }
    CHECK(n_repeats(s) == 0);
    CHECK(n_late <= 5); /* of 15; uniform points fail with 2 in 5 */
    double worst_fail = 0.0, worst_good = 1.0;
    for (int64_t id = 1; id <= 40; id++) {
        const inlay_trial t = trial_of(s, id);
        const double p = predict(s, t.x).p_success;
        if (t.state == INLAY_STATE_FAILED)
            worst_fail = fmax(worst_fail, p);
        else
            worst_good = fmin(worst_good, p);
    }
    CHECK(worst_fail < 0.5 && worst_good > 0.5);
    inlay_study_free(s);
}

/* Within 0.01 of the range on every numeric axis, and of the same category. */
static bool is_beside(const inlay_value *a, const inlay_value *b)
{
    return fabs(a[0].real - b[0].real) <= 0.01 &&
           fabs(a[1].real - b[1].real) <= 0.01 && a[2].integer == b[2].integer;
}

TEST(nothing_is_suggested_beside_a_failure)
{
    inlay_study *s = study_of(
        "[{\"name\":\"x\",\"type\":\"real\",\"min\":0,\"max\":1},"
        "{\"name\":\"y\",\"type\":\"real\",\"min\":0,\"max\":1},"
        "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"a\",\"b\"]}]",
        "initial=6");
    size_t n_failed = 0;

    for (int64_t id = 1; id <= 40; id++) { /* best at the edge of failure */
        const inlay_trial t = ask(s);
        const double sum = t.x[0].real + t.x[1].real;
        for (int64_t before = 1; before < id && id > 6; before++)
            CHECK(trial_of(s, before).state != INLAY_STATE_FAILED ||
                  !is_beside(t.x, trial_of(s, before).x));
        n_failed += sum < 0.8;
        tell(s, id, sum < 0.8 ? NAN : sum + (double)t.x[2].integer);
    }
    CHECK(n_failed >= 5);
    inlay_study_free(s);
}

TEST(a_study_whose_every_trial_fails_goes_on)
{
    static const char *const OPTIONS[] = {
        "",
        "method=gp-basic",
        "method=gp-naive",
        "preset=paper samples=3",
        "acquisition=pes pes.minima=2 pes.features=64",
        "acquisition=mes pes.minima=2 pes.features=64",
    };
    for (size_t k = 0; k < LEN(OPTIONS); k++) {
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[k]);
        for (int i = 0; i < 16; i++)
            tell(s, ask(s).id, NAN);
        const inlay_prediction p = predict(s, trial_of(s, 1).x);
        CHECK(isnan(p.mean) && isnan(p.sd));
        CHECK(p.p_success >= 0 && p.p_success < 0.5);
        CHECK(isfinite(p.acquisition));
        run(s, mixed, 4); /* and now some succeed */
        CHECK(isfinite(predict(s, trial_of(s, 20).x).mean));
        inlay_study_free(s);
    }
}

TEST(all_failed_but_one_goes_on)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    for (int i = 0; i < 20; i++)
        tell(s, ask(s).id, i == 9 ? 1.0 : NAN);
    CHECK(n_repeats(s) == 0);
    const inlay_prediction p = predict(s, trial_of(s, 10).x);
    CHECK(isfinite(p.mean) && p.sd >= 0);
    CHECK(p.p_success > 0 && p.p_success < 1);
    inlay_study_free(s);
}

/* ---- Predict and recommend ---- */

TEST(nothing_is_predicted_from_nothing)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    const inlay_trial t = ask(s);
    const inlay_prediction p = predict(s, t.x);
    CHECK(isnan(p.mean) && isnan(p.sd) && p.p_success == 1);
    inlay_study_free(s);
}

TEST(a_noiseless_model_knows_what_it_saw)
{
    static const char *const OPTIONS[] = {
        "noise=none warp=none", "noise=none", "noise=none warp=bilog",
        "noise=none warp=log", "noise=none inference=slice samples=4"};
    for (size_t k = 0; k < LEN(OPTIONS); k++) {
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[k]);
        double range = 0;
        run(s, mixed, 20);
        for (int64_t id = 1; id <= 20; id++)
            range = fmax(range, trial_of(s, id).value);
        for (int64_t id = 1; id <= 20; id++) {
            const inlay_trial t = trial_of(s, id);
            const inlay_prediction p = predict(s, t.x);
            CHECK_ABS(p.mean, t.value, 1e-3 * range);
            CHECK(p.sd >= 0 && p.sd < 1e-2 * range);
            CHECK(p.p_success == 1);
            CHECK(isfinite(p.acquisition));
        }
        inlay_study_free(s);
    }
}

/* All values of a cell are one configuration, wherever a caller got them. */
TEST(predictions_only_depend_on_the_configuration)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    run(s, mixed, 12);
    const inlay_value *x = trial_of(s, 5).x;
    const inlay_value y[] = {inlay_real(x[0].real), inlay_integer(x[1].integer),
                             inlay_category(x[2].text), inlay_real(x[3].real)};
    const inlay_prediction p = predict(s, x), q = predict(s, y);
    CHECK(p.mean == q.mean && p.sd == q.sd && p.acquisition == q.acquisition);
    inlay_study_free(s);
}

static void check_largest(const char *options)
{
    inlay_study *s =
        study_of("[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":9},"
                 "{\"name\":\"c\",\"type\":\"categorical\",\"values\":"
                 "[\"u\",\"v\",\"w\"]}]",
                 options);
    static const char *const NAMES[] = {"u", "v", "w"};
    for (int i = 0; i < 20; i++) {
        double most = -INFINITY, chosen = NAN;
        inlay_value x[30][2];
        double a[30];
        const bool has_model = i >= 10;
        for (size_t k = 0; has_model && k < 30; k++) {
            x[k][0] = inlay_integer((int64_t)k / 3);
            x[k][1] = inlay_category(NAMES[k % 3]);
            bool is_seen = false;
            for (int64_t id = 1; id <= i; id++)
                is_seen |= trial_of(s, id).x[0].integer == (int64_t)k / 3 &&
                           trial_of(s, id).x[1].integer == (int64_t)k % 3;
            a[k] = predict(s, x[k]).acquisition;
            most = is_seen ? most : fmax(most, a[k]);
        }
        const inlay_trial t = ask(s);
        if (has_model) {
            chosen = a[t.x[0].integer * 3 + t.x[1].integer];
            CHECK_ABS(chosen, most, 1e-9);
        }
        tell(s, t.id,
             pow((double)t.x[0].integer - 6.2, 2) * 0.1 +
                 (double)t.x[1].integer);
    }
    inlay_study_free(s);
}

TEST(a_suggestion_has_the_largest_acquisition_of_all)
{
    check_largest("");
    check_largest("acquisition=pes pes.minima=2 pes.features=64");
    check_largest("acquisition=mes pes.minima=2 pes.features=64");
}

TEST(recommend_observed_is_best)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "recommend=observed");
    inlay_value x[4];
    inlay_prediction p;
    inlay_trial best;

    run(s, mixed, 12);
    CHECK_OK(inlay_study_recommend(s, x, &p, &err), err);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(is_same_x(x, best.x, 4));
    CHECK(isfinite(p.mean));
    inlay_study_free(s);
}

TEST(recommend_mean_is_below_every_mean_that_was_seen)
{
    inlay_error err = {0};
    inlay_study *s =
        study_of(MIXED_SPACE, "recommend=mean noise=yes warp=none");
    struct inlay_rng rng = inlay_rng_seed(3);
    inlay_value x[4];
    inlay_prediction p;

    for (int i = 0; i < 25; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, mixed(t.x) + 0.1 * inlay_rng_normal(&rng));
    }
    CHECK_OK(inlay_study_recommend(s, x, &p, &err), err);
    CHECK(x[2].integer == 1);
    CHECK(mixed(x) < 0.25); /* any other category costs 0.4 */
    for (int64_t id = 1; id <= 25; id++)
        CHECK(p.mean <= predict(s, trial_of(s, id).x).mean + 1e-6);
    inlay_study_free(s);
}

/* The values of all trials of one configuration are pooled. */
TEST(the_recommendation_under_noise_is_not_the_luckiest)
{
    inlay_error err = {0};
    inlay_study *s = study_of(SMALL_SPACE, "noise=yes");
    const inlay_value good[] = {inlay_integer(1), inlay_category("c2")};
    const inlay_value bad[] = {inlay_integer(0), inlay_category("c0")};
    inlay_value x[2];
    inlay_trial best;

    for (int i = 0; i < 30; i++) {
        add(s, good, -2.0 + 0.1 * (i % 5));
        add(s, bad, i == 7 ? -3.0 : 0.1 * (i % 7)); /* once, by luck */
    }
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.x[1].integer == 0);
    CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
    CHECK(x[0].integer == 1 && x[1].integer == 2);
    inlay_study_free(s);
}

TEST(every_setting_of_the_model_works)
{
    static const char *const OPTIONS[] = {
        "inference=slice",
        "inference=slice priors=paper samples=5",
        "kernel=se",
        "kernel=matern32",
        "categories=per-category",
        "warp=none",
        "warp=log",
        "warp=bilog",
        "warp=yeo-johnson",
        "warp=auto",
        "incumbent=observed",
        "incumbent=predicted",
        "incumbent=recommended",
        "acquisition=pes",
        "acquisition=pes pes.minima=2 pes.features=16 pes.ep_tolerance=1e-10",
        "acquisition=mes",
        "acquisition=mes pes.minima=40 pes.features=16",
        "pending=draw",
        "search=grid",
        "candidates=50 starts=2",
        "trust_region=yes",
        "failure_weight=2",
        "jitter=0",
        "jitter=1e-3",
        "initial=1",
        "initial=30",
        "preset=paper samples=4",
        "preset=paper method=gp-basic samples=2 candidates=500",
        "preset=paper method=gp-naive samples=2 candidates=500",
        "noise=none",
        "noise=yes",
    };
    for (size_t k = 0; k < LEN(OPTIONS); k++) {
        inlay_error err = {0};
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[k]);
        inlay_value x[4];
        inlay_prediction p;

        run(s, mixed, 12);
        const inlay_trial t = ask(s), u = ask(s);
        tell(s, u.id, NAN);
        tell(s, t.id, mixed(t.x));
        run(s, mixed, 2);
        CHECK_OK(inlay_study_recommend(s, x, &p, &err), err);
        CHECK(isfinite(p.mean) && p.sd >= 0);
        CHECK(p.p_success > 0 && p.p_success <= 1);
        inlay_study_free(s);
    }
}

TEST(slice_sampling_finds_the_optimum_too)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "inference=slice samples=5");
    inlay_trial best;
    run(s, mixed, 30);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.value < 0.01 && best.x[2].integer == 1);
    CHECK(last_ask(s).n_likelihoods > 5);
    inlay_study_free(s);
}

/* ---- What an ask cost ---- */

TEST(the_cost_of_an_ask_is_counted)
{
    inlay_study *s = study_of(MIXED_SPACE, "initial=5");
    run(s, mixed, 5);
    inlay_ask_stats c = last_ask(s); /* of the initial design */
    CHECK(c.n_likelihoods == 0 && c.n_candidates == 0);
    run(s, mixed, 1);
    c = last_ask(s);
    CHECK(c.n_likelihoods > 0 && c.n_candidates > 0);
    CHECK(c.fit_seconds > 0 && c.maximize_seconds > 0);
    CHECK(c.jitter >= 0 && c.jitter < 1e-3);
    inlay_study_free(s);
}
