/*
 * test_noise.c: the estimate of the noise, and its interval.
 */
#include "study_fixture.h"

#include <math.h>

#define PLANE                                                                  \
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"                 \
    "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]"

static inlay_noise_estimate noise_of(inlay_study *s)
{
    inlay_noise_estimate e;
    inlay_error err = {0};
    CHECK_OK(inlay_study_noise(s, &e, &err), err);
    return e;
}

/* ---- A draw from a GP with squared-exponential kernel, by its features ---- */

enum { N_FEATURES = 64 };

struct draw {
    double frequency[N_FEATURES][2], phase[N_FEATURES];
};

static void draw_init(struct draw *d, double scale, struct inlay_rng *rng)
{
    for (size_t k = 0; k < N_FEATURES; k++) {
        d->frequency[k][0] = inlay_rng_normal(rng) / scale;
        d->frequency[k][1] = inlay_rng_normal(rng) / scale;
        d->phase[k] = 6.283185307179586 * inlay_rng_uniform(rng);
    }
}

static double draw_at(const struct draw *d, const inlay_value *x)
{
    double sum = 0.0;
    for (size_t k = 0; k < N_FEATURES; k++)
        sum += cos(d->frequency[k][0] * x[0].real +
                   d->frequency[k][1] * x[1].real + d->phase[k]);
    return sum * sqrt(2.0 / N_FEATURES);
}

/* n random configurations, of which the first n_again are measured twice, with
 * noise of deviation sd. */
static inlay_study *measured(const char *options, size_t n, size_t n_again,
                             double sd, uint64_t seed)
{
    inlay_study *s = study_of(PLANE, options);
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct draw f;
    draw_init(&f, 0.3, &rng);
    for (size_t i = 0; i < n; i++) {
        const inlay_value x[] = {inlay_real(inlay_rng_uniform(&rng)),
                                 inlay_real(inlay_rng_uniform(&rng))};
        const double y = draw_at(&f, x);
        add(s, x, y + sd * inlay_rng_normal(&rng));
        if (i < n_again)
            add(s, x, y + sd * inlay_rng_normal(&rng));
    }
    return s;
}

/* ---- Laws ---- */

enum { N_STUDIES = 30 };
static const double DEVIATIONS[] = {0.1, 0.3};

/* 60 studies; 95 % of 60 are 57, give or take 1.7. */
TEST(the_interval_holds_the_truth)
{
    size_t n_inside = 0;
    for (size_t k = 0; k < LEN(DEVIATIONS); k++)
        for (uint64_t seed = 0; seed < N_STUDIES; seed++) {
            const double sd = DEVIATIONS[k];
            inlay_study *s = measured("noise=yes", 26, 8, sd, seed);
            const inlay_noise_estimate e = noise_of(s);
            CHECK(e.is_found && e.is_certain && e.is_declared);
            CHECK(e.low <= e.sd && e.sd <= e.high && e.n_repeated == 8);
            n_inside += e.low <= sd && sd <= e.high;
            inlay_study_free(s);
        }
    CHECK(n_inside >= 52);
}

/* ... and is not wider than it need be: with 8 pairs and 26 values around. */
TEST(repeats_narrow_the_interval)
{
    double without = 0.0, with = 0.0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        inlay_study *s = measured("noise=yes", 26, 0, 0.2, seed);
        const inlay_noise_estimate a = noise_of(s);
        inlay_study_free(s);
        s = measured("noise=yes", 26, 26, 0.2, seed);
        const inlay_noise_estimate b = noise_of(s);
        inlay_study_free(s);
        without += log(a.high / a.low) / 8.0;
        with += log(b.high / b.low) / 8.0;
        CHECK(a.n_repeated == 0 && b.n_repeated == 26);
    }
    CHECK(exp(without) > 2.0 && exp(without) < 6.0);
    CHECK(exp(with) > 1.3 && with < 0.75 * without);
}

/* In every unit, and whichever way is better. */
TEST(the_estimate_is_on_the_scale_of_the_user)
{
    static const char *const WAYS[] = {
        "", "noise=yes warp=none", "goal=maximize noise=yes",
        "inference=map noise=yes", "preset=paper"};
    for (size_t k = 0; k < LEN(WAYS); k++) {
        inlay_study *s = measured(WAYS[k], 30, 10, 0.2, 5);
        inlay_hyperparameters *h = NULL;
        inlay_error err = {0};
        const inlay_noise_estimate e = noise_of(s);
        CHECK_OK(inlay_study_hyperparameters(s, &h, &err), err);
        CHECK(e.sd == h->noise_sd);
        CHECK(0.1 < e.low && e.low <= e.sd);
        CHECK(e.sd <= e.high && e.high < 0.3);
        inlay_hyperparameters_free(h);
        inlay_study_free(s);
    }
}

TEST(noise_that_nobody_declared_is_found_and_certain)
{
    inlay_study *s = measured("", 30, 10, 0.2, 5);
    const inlay_noise_estimate e = noise_of(s);
    CHECK(e.is_found && e.is_certain && !e.is_declared);
    inlay_study_free(s);
}

static bool knows_nothing(const inlay_noise_estimate *e)
{
    return isnan(e->low) && isnan(e->high) && !e->is_found && !e->is_certain;
}

TEST(without_noise_there_is_no_interval)
{
    static const char *const WAYS[] = {"", "noise=none"};
    for (size_t k = 0; k < LEN(WAYS); k++) {
        inlay_study *s = measured(WAYS[k], 30, 4, 0.0, 5);
        const inlay_noise_estimate e = noise_of(s);
        CHECK(knows_nothing(&e) && e.sd >= 0.0 && e.sd < 1e-2);
        CHECK(e.is_declared == (k == 1) && e.n_repeated == 4);
        inlay_study_free(s);
    }
}

TEST(without_a_model_repeats_are_counted)
{
    static const char *const WAYS[] = {"method=random", "method=smac",
                                       "method=tpe noise=yes"};
    for (size_t k = 0; k < LEN(WAYS); k++) {
        inlay_study *s = measured(WAYS[k], 12, 3, 0.2, 5);
        const inlay_noise_estimate e = noise_of(s);
        CHECK(knows_nothing(&e) && isnan(e.sd) && !e.is_declared);
        CHECK(e.n_repeated == 3);
        inlay_study_free(s);
    }
    inlay_study *s = measured("", 0, 0, 0.0, 5);
    const inlay_noise_estimate e = noise_of(s);
    CHECK(knows_nothing(&e) && isnan(e.sd) && e.n_repeated == 0);
    inlay_study_free(s);
}

/* Where each value has a variance there is noise, and nothing to estimate. */
TEST(variances_are_no_estimate)
{
    inlay_study *s = study_of(PLANE, "");
    inlay_error err = {0};
    for (size_t i = 0; i < 12; i++) {
        const double y = 0.1 * (double)(i * 7 % 12);
        const inlay_value x[] = {inlay_real((double)i / 12.0),
                                 inlay_real((double)(i * 5 % 12) / 12.0)};
        CHECK_OK(inlay_study_add_noisy(s, x, &y, 1, 0.01, NULL, NULL, &err),
                 err);
    }
    const inlay_noise_estimate e = noise_of(s);
    CHECK(e.is_found && e.is_certain && e.is_declared && isnan(e.low));
    inlay_study_free(s);
}

OOM_TEST(an_estimate_without_memory_is_an_error)
{
    inlay_space *space = NULL;
    inlay_options *o = NULL;
    inlay_study *s = NULL;
    inlay_noise_estimate e;
    inlay_status st = inlay_space_parse(PLANE, sizeof PLANE - 1, &space, NULL);
    if (st == INLAY_OK)
        st = inlay_options_new(&o, NULL);
    if (st == INLAY_OK)
        st = inlay_options_set(o, "noise", "yes", NULL);
    if (st == INLAY_OK)
        st = inlay_options_set(o, "inference", "map", NULL);
    if (st == INLAY_OK)
        st = inlay_study_new(space, o, &s, NULL);
    for (size_t i = 0; st == INLAY_OK && i < 3; i++) {
        const inlay_value x[] = {inlay_real(0.3 * (double)i), inlay_real(0.5)};
        st = inlay_study_add(s, x, (double)i, NULL, NULL);
    }
    if (st == INLAY_OK)
        st = inlay_study_noise(s, &e, NULL);
    inlay_study_free(s);
    inlay_options_free(o);
    inlay_space_free(space);
    return st;
}
