/*
 * test_exhausted.c: where a finite space ends, and that it does not where values
 * scatter: then a configuration is measured again.
 */
#include "study_fixture.h"

/* 20 configurations. */
static const char SPACE[] =
    "[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":4},"
    "{\"name\":\"c\",\"type\":\"categorical\","
    "\"values\":[\"p\",\"q\",\"r\",\"s\"]}]";
enum { N = 20 };

enum values { PLAIN, NOISY, SURPRISING };

static double chance(uint64_t key)
{
    struct inlay_rng rng = inlay_rng_seed(key);
    return inlay_rng_normal(&rng);
}

/* Of configuration k, when it is measured for the n-th time. */
static double value_of(enum values which, uint64_t k, uint64_t n)
{
    const double i = (double)(k % 5) - 2.0, c = (double)(k / 5);
    const double f = i * i + c;
    switch (which) {
    case PLAIN:
        return f;
    case NOISY:
        return f + 0.5 * chance(100 * n + k);
    default: /* no two tell of each other */
        return chance(k);
    }
}

static void add_value(inlay_study *s, enum values which, uint64_t k, uint64_t n)
{
    static const char *const NAMES[] = {"p", "q", "r", "s"};
    const inlay_value x[] = {inlay_integer((int64_t)k % 5),
                             inlay_category(NAMES[k / 5])};
    add(s, x, value_of(which, k, n));
}

/* Each configuration once, and n_again of them once more. */
static inlay_study *measured(const char *options, enum values which,
                             uint64_t n_again)
{
    inlay_study *s = study_of(SPACE, options);
    for (uint64_t k = 0; k < N; k++)
        add_value(s, which, k, 0);
    for (uint64_t k = 0; k < n_again; k++)
        add_value(s, which, k, 1);
    return s;
}

static uint64_t index_of(const inlay_trial *t)
{
    return (uint64_t)(t->x[0].integer + 5 * t->x[1].integer);
}

static void check_goes_on(inlay_study *s)
{
    for (uint64_t n = 2; n < 14; n++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, value_of(NOISY, index_of(&t), n));
    }
    inlay_study_free(s);
}

static void check_is_over(inlay_study *s)
{
    inlay_trial t = {.id = 77};
    inlay_error err = {0};
    for (int i = 0; i < 2; i++)
        CHECK_FAILS(inlay_study_ask(s, &t, &err), INLAY_EXHAUSTED, err,
                    "all 20 configurations have been suggested");
    CHECK(t.id == 77);
    inlay_study_free(s);
}

TEST(with_noise_beyond_doubt_it_goes_on)
{
    static const char *const WAYS[] = {
        "",
        "method=gp-basic",
        "method=gp-naive",
        "random_share=1",
        "initial=50",
        "acquisition=mes pes.minima=2 pes.features=64",
    };
    for (size_t i = 0; i < LEN(WAYS); i++)
        check_goes_on(measured(WAYS[i], NOISY, 1));
}

/* It measures again what may be the best, and not what is bad. */
TEST(the_best_are_measured_again)
{
    inlay_study *s = measured("", NOISY, 1);
    size_t n_good = 0;
    for (uint64_t n = 2; n < 22; n++) {
        const inlay_trial t = ask(s);
        const uint64_t k = index_of(&t);
        n_good += value_of(PLAIN, k, 0) <= 1.0; /* 4 of 20 are */
        tell(s, t.id, value_of(NOISY, k, n));
    }
    CHECK(n_good >= 14);
    inlay_study_free(s);
}

/* With fewer configurations than initial trials, and variances that declare it. */
TEST(noise_that_was_declared_goes_on_in_the_smallest_space)
{
    inlay_study *s = study_of("[{\"name\":\"b\",\"type\":\"boolean\"}]", "");
    inlay_error err = {0};
    for (int k = 0; k < 2; k++) {
        const inlay_value x = inlay_boolean(k == 1);
        const double y = k;
        CHECK_OK(inlay_study_add_noisy(s, &x, &y, 1, 0.1, NULL, NULL, &err),
                 err);
    }
    CHECK(ask(s).id == 3);
    CHECK(ask(s).id == 4); /* also while that one is measured */
    inlay_study_free(s);
}

TEST(without_noise_it_is_over)
{
    check_is_over(measured("", PLAIN, 0));
    check_is_over(measured("", PLAIN, 3)); /* equal values */
    check_is_over(measured("noise=none", NOISY, 0));
}

/* No trial more is spent to learn whether there is any. */
TEST(with_noise_in_doubt_it_is_over)
{
    check_is_over(measured("", SURPRISING, 0));
    check_is_over(measured("method=gp-basic", SURPRISING, 0));
}

TEST(who_refuses_repeats_is_obeyed)
{
    check_is_over(measured("repeats=no", NOISY, 1));
    check_is_over(measured("repeats=no noise=yes", NOISY, 1));
}

TEST(a_method_that_finds_no_noise_is_over)
{
    static const char *const WAYS[] = {"method=random", "method=sobol",
                                       "method=tpe", "method=smac",
                                       "method=hillclimb"};
    for (size_t i = 0; i < LEN(WAYS); i++)
        check_is_over(measured(WAYS[i], NOISY, 1));
}

/* What waits for a result is no result. */
TEST(while_the_last_ones_are_measured_it_is_over_without_noise)
{
    inlay_study *s = study_of(SPACE, "");
    for (uint64_t k = 0; k < N; k++) {
        const inlay_trial t = ask(s);
        if (k < N - 3)
            tell(s, t.id, value_of(PLAIN, index_of(&t), 0));
    }
    check_is_over(s);
}

/* A model that is not told of noise finds it by chance: with 20 noisy values the
 * study goes on if and only if it says that noise is beyond doubt. */
TEST(a_whole_study_measures_again)
{
    inlay_study *s = study_of(SPACE, "seed=3");
    for (uint64_t n = 0; n < 40; n++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, value_of(NOISY, index_of(&t), n));
    }
    CHECK(n_repeats(s) >= 20);
    inlay_study_free(s);
}

/* ---- What is said of it ---- */

static bool may_repeat(inlay_study *s)
{
    inlay_explanation *e = NULL;
    inlay_audit *a = NULL;
    inlay_error err = {0};
    ask(s);
    CHECK_OK(inlay_study_explain(s, (int64_t)inlay_study_n_trials(s), &e, &err),
             err);
    CHECK_OK(inlay_study_audit(s, &a, &err), err);
    const bool may = e->may_repeat;
    CHECK(may == a->may_repeat);
    CHECK_TEXT(e->acquisition, may ? "kg" : "ei");
    inlay_explanation_free(e);
    inlay_audit_free(a);
    inlay_study_free(s);
    return may;
}

static inlay_study *half_measured(enum values which, bool is_repeated)
{
    inlay_study *s = study_of(SPACE, "");
    for (uint64_t k = 0; k < N / 2; k++)
        add_value(s, which, k, 0);
    if (is_repeated)
        add_value(s, which, 0, 1);
    return s;
}

/* By the noise that was found before the trial, which is not that of the options. */
TEST(an_explanation_tells_whether_repeats_are_allowed)
{
    CHECK(may_repeat(half_measured(NOISY, true)));
    CHECK(!may_repeat(half_measured(PLAIN, true)));
    CHECK(!may_repeat(half_measured(PLAIN, false)));
}

TEST(a_slice_names_the_acquisition_that_it_shows)
{
    const size_t variables[] = {0};
    const inlay_value x[] = {inlay_integer(1), inlay_category("q")};
    inlay_slice *slice = NULL;
    inlay_error err = {0};
    inlay_study *s = half_measured(NOISY, true);
    CHECK_OK(inlay_study_slice(s, x, variables, 1, 5, &slice, &err), err);
    CHECK_TEXT(slice->acquisition, "kg");
    inlay_slice_free(slice);
    inlay_study_free(s);
}
