/*
 * test_hard_data.c: values, spaces and histories that break optimizers: the
 * study answers, with valid configurations and finite numbers.
 */
#include "study_fixture.h"

/* A suggestion within the space, and a finite model of it. */
static void check_works(inlay_study *s)
{
    inlay_error err = {0};
    const size_t n = n_vars(s);
    inlay_value *x = inlay_mem_new(n, sizeof *x);
    inlay_prediction p;
    const inlay_trial t = ask(s);

    CHECK_OK(inlay_study_predict(s, t.x, &p, &err), err); /* t.x is valid */
    CHECK(isfinite(p.mean) && p.sd >= 0 && isfinite(p.acquisition));
    CHECK(p.p_success >= 0 && p.p_success <= 1);
    CHECK_OK(inlay_study_recommend(s, x, &p, &err), err);
    CHECK(isfinite(p.mean) && p.sd >= 0);
    inlay_mem_free(x);
}

/* ---- Values ---- */

TEST(constant_values_then_an_improvement)
{
    static const char *const OPTIONS[] = {
        "",
        "noise=none",
        "warp=auto",
        "inference=slice samples=2",
        "acquisition=pes pes.minima=2 pes.features=64",
        "acquisition=mes pes.minima=2 pes.features=64",
    };
    for (size_t k = 0; k < LEN(OPTIONS); k++) {
        inlay_error err = {0};
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[k]);
        inlay_trial best;

        for (int i = 0; i < 30; i++)
            tell(s, ask(s).id, 7.25);
        check_works(s);
        const inlay_prediction p = predict(s, trial_of(s, 3).x);
        CHECK_ABS(p.mean, 7.25, 1e-3);
        tell(s, 31, 7.0); /* the trial that check_works asked for */
        for (int i = 0; i < 4; i++)
            tell(s, ask(s).id, 7.25);
        check_works(s);
        CHECK_OK(inlay_study_best(s, &best, &err), err);
        CHECK(best.id == 31);
        inlay_study_free(s);
    }
}

TEST(values_of_any_size)
{
    static const double SCALE[] = {1e300, 1e-300, 1e30, 1e-30, 5e-324, 1.7e308};
    static const char *const OPTIONS[] = {
        "",
        "noise=none warp=none",
        "warp=auto",
        "warp=log",
        "acquisition=pes pes.minima=2 pes.features=64 warp=none",
        "acquisition=mes pes.minima=2 pes.features=64 warp=none",
    };
    for (size_t k = 0; k < LEN(SCALE); k++)
        for (size_t o = 0; o < LEN(OPTIONS); o++) {
            inlay_study *s = study_of(MIXED_SPACE, OPTIONS[o]);
            for (int i = 0; i < 12; i++) {
                const inlay_trial t = ask(s);
                tell(s, t.id, SCALE[k] * (fmin(mixed(t.x), 2) / 2));
            }
            check_works(s);
            inlay_study_free(s);
        }
}

TEST(values_of_both_ends_of_the_doubles)
{
    static const double Y[] = {1.7e308, -1.7e308, 0, 1e-308, -1e-308, 1e308};
    static const char *const OPTIONS[] = {
        "",
        "warp=none",
        "warp=auto",
        "warp=bilog",
        "warp=yeo-johnson",
        "acquisition=pes pes.minima=2 pes.features=64 warp=none",
        "acquisition=mes pes.minima=2 pes.features=64 warp=none"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[o]);
        inlay_error err = {0};
        for (size_t i = 0; i < 12; i++)
            tell(s, ask(s).id, Y[i % LEN(Y)]);
        ask(s);
        inlay_trial best;
        CHECK_OK(inlay_study_best(s, &best, &err), err);
        CHECK(best.value == -1.7e308);
        inlay_study_free(s);
    }
}

static void check_outlier(const char *options)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, options);
    inlay_trial best, before;

    for (int i = 0; i < 40; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, i == 6 ? 1e30 : mixed(t.x));
        if (i == 8)
            CHECK_OK(inlay_study_best(s, &before, &err), err);
    }
    check_works(s);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.id != before.id && best.x[2].integer == 1);
    CHECK(best.value < 0.05);
    inlay_study_free(s);
}

TEST(one_huge_outlier_does_not_blind_the_model)
{
    check_outlier("");
    check_outlier("acquisition=pes pes.minima=2 pes.features=64");
    check_outlier("acquisition=mes pes.minima=2 pes.features=64");
}

/* Powers of two: scaling by them is exact, so that nothing may change. */
TEST(the_unit_and_the_origin_of_the_values_do_not_matter)
{
    static const char *const OPTIONS[] = {
        "",
        "warp=none noise=none",
        "warp=log",
        "warp=bilog noise=yes",
        "inference=slice samples=2",
        "acquisition=pes pes.minima=2 pes.features=64",
        "acquisition=mes pes.minima=2 pes.features=64"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        inlay_study *a = study_of(MIXED_SPACE, OPTIONS[o]);
        inlay_study *b = study_of(MIXED_SPACE, OPTIONS[o]);
        for (int i = 0; i < 20; i++) {
            const inlay_trial t = ask(a), u = ask(b);
            const double y = round(mixed(t.x) * 1024) / 1024;
            tell(a, t.id, y); /* few bits: 4 y + 8 is exact */
            tell(b, u.id, 4 * y + 8);
        }
        CHECK_SAME_TRIALS(a, b);
        const inlay_value *x = trial_of(a, 9).x;
        CHECK_REL(predict(b, x).mean, 4 * predict(a, x).mean + 8, 1e-12);
        CHECK_REL(predict(b, x).sd, 4 * predict(a, x).sd, 1e-9);
        inlay_study_free(a);
        inlay_study_free(b);
    }
}

/* ---- Repeated and near points ---- */

TEST(a_hundred_copies_of_one_point)
{
    static const char *const OPTIONS[] = {
        "",
        "noise=none",
        "noise=yes",
        "inference=slice samples=2",
        "acquisition=pes pes.minima=2 pes.features=64",
        "acquisition=pes pes.minima=2 pes.features=64 noise=yes",
        "acquisition=mes pes.minima=2 pes.features=64 noise=none",
        "acquisition=mes pes.minima=2 pes.features=64 noise=yes",
    };
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[o]);
        const inlay_value x[] = {inlay_real(0.5), inlay_integer(2),
                                 inlay_category("r"), inlay_real(0.1)};
        for (int i = 0; i < 100; i++)
            add(s, x, 1.0 + 0.01 * (i % 3));
        check_works(s);
        CHECK_ABS(predict(s, x).mean, 1.01, 0.011);
        inlay_study_free(s);
    }
}

TEST(points_that_nearly_coincide)
{
    static const char *const OPTIONS[] = {
        "",
        "noise=none",
        "noise=none jitter=0",
        "noise=none kernel=se jitter=0",
        "inference=slice samples=2",
        "acquisition=pes pes.minima=2 pes.features=64 noise=none",
        "acquisition=mes pes.minima=2 pes.features=64 noise=none",
        ("acquisition=pes pes.minima=2 pes.features=64 noise=none kernel=se "
         "jitter=0")};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        inlay_study *s = study_of(MIXED_SPACE, OPTIONS[o]);
        for (int i = 0; i < 30; i++) {
            const inlay_value x[] = {inlay_real(0.5 + 1e-12 * i),
                                     inlay_integer(2), inlay_category("r"),
                                     inlay_real(0.1)};
            add(s, x, 1.0 + 0.1 * (i % 2)); /* and contradict each other */
        }
        run(s, mixed, 3);
        check_works(s);
        inlay_study_free(s);
    }
}

TEST(points_on_a_line)
{
    inlay_study *s =
        study_of("[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
                 "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]",
                 "noise=none");
    for (int i = 0; i < 120; i++) {
        const inlay_value x[] = {inlay_real(i / 119.0), inlay_real(i / 119.0)};
        add(s, x, (x[0].real - 0.4) * (x[0].real - 0.4));
    }
    check_works(s);
    inlay_study_free(s);
}

TEST(trials_of_one_configuration_may_disagree_on_success)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(2),
                             inlay_category("r"), inlay_real(0.1)};

    run(s, mixed, 5);
    add(s, x, 1.0);
    CHECK_OK(inlay_study_add_failed(s, x, "sometimes", NULL, &err), err);
    check_works(s);
    inlay_study_free(s);
}

/* ---- Spaces ---- */

static double sum(const inlay_value *x, size_t n)
{
    double y = 0;
    for (size_t i = 0; i < n; i++)
        y += x[i].real;
    return y;
}

TEST(a_thousand_variables)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    inlay_study *s = NULL;

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (int i = 0; i < INLAY_MAX_VARIABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%d", i);
        CHECK_OK(i % 50 == 0 ? inlay_space_add_boolean(space, name, &err)
                             : inlay_space_add_real(space, name, 0, 1,
                                                    INLAY_SCALE_LINEAR, &err),
                 err);
    }
    CHECK_OK(inlay_study_new(space, NULL, &s, &err), err);
    for (int i = 0; i < 12; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, sum(t.x, INLAY_MAX_VARIABLES));
    }
    CHECK(isfinite(predict(s, trial_of(s, 1).x).mean));
    inlay_study_free(s);
    inlay_space_free(space);
}

TEST(ten_thousand_categories)
{
    static char text[INLAY_MAX_LEVELS][16];
    static const char *names[INLAY_MAX_LEVELS];
    inlay_error err = {0};
    inlay_space *space = NULL;
    inlay_study *s = NULL;

    for (int k = 0; k < INLAY_MAX_LEVELS; k++) {
        snprintf(text[k], sizeof text[k], "n%d", k);
        names[k] = text[k];
    }
    CHECK_OK(inlay_space_new(&space, &err), err);
    CHECK_OK(
        inlay_space_add_categorical(space, "c", names, INLAY_MAX_LEVELS, &err),
        err);
    CHECK_OK(inlay_study_new(space, NULL, &s, &err), err);
    for (int i = 0; i < 15; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, (double)(t.x[0].integer % 17));
    }
    check_works(s);
    CHECK(n_repeats(s) == 0);
    inlay_study_free(s);
    inlay_space_free(space);
}

TEST(integers_at_both_ends_of_their_type)
{
    static const int64_t BOUNDS[][2] = {
        {INT64_MIN, INT64_MIN + 1},
        {INT64_MAX - 1, INT64_MAX},
        {INT64_MIN, INT64_MIN + ((int64_t)1 << 53) - 1},
        {INT64_MAX - ((int64_t)1 << 53) + 1, INT64_MAX},
        {-((int64_t)1 << 52), ((int64_t)1 << 52) - 1},
    };
    for (size_t b = 0; b < LEN(BOUNDS); b++) {
        inlay_error err = {0};
        inlay_space *space = NULL;
        inlay_study *s = NULL;
        const int64_t lo = BOUNDS[b][0], hi = BOUNDS[b][1];

        CHECK_OK(inlay_space_new(&space, &err), err);
        CHECK_OK(inlay_space_add_integer(space, "i", lo, hi, INLAY_SCALE_LINEAR,
                                         &err),
                 err);
        CHECK_OK(
            inlay_space_add_real(space, "r", 0, 1, INLAY_SCALE_LINEAR, &err),
            err);
        CHECK_OK(inlay_study_new(space, NULL, &s, &err), err);
        for (int i = 0; i < 12; i++) {
            const inlay_trial t = ask(s);
            CHECK(t.x[0].integer >= lo && t.x[0].integer <= hi);
            tell(s, t.id, t.x[0].real / 9e18 + t.x[1].real);
        }
        check_works(s);
        inlay_study_free(s);
        inlay_space_free(space);
    }
}

TEST(ranges_that_are_hard_to_divide)
{
    static const char *const SPACES[] = {
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":-1.7e308,\"max\":1.7e308}]",
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":1,"
        "\"max\":1.0000000000000002}]",
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":5e-324,\"max\":1e-323}]",
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":5e-324,\"max\":1.7e308,"
        "\"scale\":\"log\"}]",
        "[{\"name\":\"a\",\"type\":\"integer\",\"min\":1,"
        "\"max\":8796093022208,\"scale\":\"log\"}]",
        "[{\"name\":\"a\",\"type\":\"ordinal\","
        "\"values\":[-1e308,0,5e-324,1e308]}]",
    };
    for (size_t k = 0; k < LEN(SPACES); k++) {
        inlay_error err = {0};
        inlay_study *s = study_of(SPACES[k], "repeats=yes");
        for (int i = 0; i < 12; i++) {
            const inlay_trial t = ask(s);
            CHECK(isfinite(t.x[0].real));
            CHECK_OK(inlay_study_tell(s, t.id, i * 0.5, &err), err);
        }
        check_works(s);
        inlay_study_free(s);
    }
}

/* ---- Memory ---- */

/* Peak of what a run allocates is hard to see from within; what is alive is
 * not.  Two studies with the same number of stored trials, one of which has
 * been asked and told 1,000 times, hold the same.  The leak checker sees to what
 * is lost. */
static size_t live_bytes(void);

#ifdef __SANITIZE_ADDRESS__
size_t __sanitizer_get_current_allocated_bytes(void);
static size_t live_bytes(void)
{
    return __sanitizer_get_current_allocated_bytes();
}
#else
static size_t live_bytes(void)
{
    return 0; /* measured in the build with the sanitizer only */
}
#endif

TEST(memory_is_flat_over_asks_and_tells)
{
    inlay_study *s = study_of(SMALL_SPACE, "noise=yes");
    struct inlay_rng rng = inlay_rng_seed(1);
    size_t after_200 = 0;

    const size_t before = live_bytes();
    for (int i = 0; i < 1000; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, small(t.x) + inlay_rng_normal(&rng));
        if (i == 199)
            after_200 = live_bytes() - before;
    }
    /* five times the trials, the model of six points is as large as before */
    CHECK(live_bytes() - before <= 5 * after_200);
    inlay_study_free(s);
}

/* A refused ask, a prediction or a recommendation leaves nothing behind. */
TEST(looking_at_a_study_does_not_make_it_grow)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_value x[4];

    run(s, mixed, 30);
    predict(s, trial_of(s, 1).x);
    CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
    const size_t before = live_bytes();
    for (int i = 0; i < 50; i++) {
        predict(s, trial_of(s, 1 + i % 30).x);
        CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
        CHECK(inlay_study_tell(s, 99, 1, &err) == INLAY_ESTATE);
    }
    CHECK(live_bytes() == before);
    inlay_study_free(s);
}
