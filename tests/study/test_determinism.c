/*
 * test_determinism.c: what a suggestion depends on, and what it does not.
 */
#include "study_fixture.h"

static const char *const WAYS[] = {
    "seed=5",
    "seed=5 inference=slice samples=3",
    "seed=5 method=gp-basic",
    "seed=5 method=gp-naive",
    "seed=5 method=random",
    "seed=5 method=sobol",
    "seed=5 method=hillclimb",
    "seed=5 method=tpe initial=4",
    "seed=5 method=smac initial=4 candidates=200 starts=3 recommend=mean",
    "seed=5 preset=paper samples=2 candidates=300",
    "seed=5 pending=draw noise=yes",
    "seed=5 acquisition=pes pes.minima=2 pes.features=64",
    "seed=5 acquisition=mes pes.minima=2 pes.features=64",
    "seed=5 acquisition=pes method=gp-basic pes.minima=2 pes.features=50 "
    "candidates=100",
    "seed=5 acquisition=mes method=gp-naive pes.minima=2 pes.features=50 "
    "candidates=100",
};

/* Failures now and then, and a trial that stays pending for two steps. */
static void drive(inlay_study *s, int n, void (*look)(inlay_study *s))
{
    int64_t late = 0;
    for (int i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        if (look)
            look(s);
        if (late) {
            tell(s, late, mixed(trial_of(s, late).x));
            late = 0;
        }
        if (i % 4 == 3)
            late = t.id;
        else
            tell(s, t.id, i % 5 == 2 ? NAN : mixed(t.x));
        if (look)
            look(s);
    }
}

TEST(the_same_seed_gives_the_same_suggestions)
{
    for (size_t k = 0; k < LEN(WAYS); k++) {
        inlay_study *a = study_of(MIXED_SPACE, WAYS[k]);
        inlay_study *b = study_of(MIXED_SPACE, WAYS[k]);
        drive(a, 16, NULL);
        drive(b, 16, NULL);
        CHECK_SAME_TRIALS(a, b);
        inlay_study_free(a);
        inlay_study_free(b);
    }
}

TEST(another_seed_gives_other_suggestions)
{
    inlay_study *a = study_of(MIXED_SPACE, "seed=5");
    inlay_study *b = study_of(MIXED_SPACE, "seed=6");
    size_t n_same = 0;
    drive(a, 12, NULL);
    drive(b, 12, NULL);
    for (int64_t id = 1; id <= 12; id++)
        n_same += is_same_x(trial_of(a, id).x, trial_of(b, id).x, 4);
    CHECK(n_same <= 1); /* the middle of the space */
    inlay_study_free(a);
    inlay_study_free(b);
}

/* Warms the caches, in all ways a user can. */
static void look(inlay_study *s)
{
    inlay_error err = {0};
    inlay_prediction p;
    inlay_value x[4];
    inlay_study_predict(s, trial_of(s, 1).x, &p, &err);
    inlay_study_recommend(s, x, NULL, &err);
    inlay_study_predict(s, trial_of(s, 1).x, &p, &err);
}

TEST(warm_caches_change_no_suggestion)
{
    for (size_t k = 0; k < LEN(WAYS); k++) {
        inlay_study *a = study_of(MIXED_SPACE, WAYS[k]);
        inlay_study *b = study_of(MIXED_SPACE, WAYS[k]);
        drive(a, 16, NULL);
        drive(b, 16, look);
        CHECK_SAME_TRIALS(a, b);
        inlay_study_free(a);
        inlay_study_free(b);
    }
}

static void check_same_prediction(inlay_prediction p, inlay_prediction q)
{
    CHECK(p.mean == q.mean && p.sd == q.sd);
    CHECK(p.p_success == q.p_success && p.acquisition == q.acquisition);
}

TEST(predictions_do_not_depend_on_what_was_predicted_before)
{
    inlay_error err = {0};
    inlay_study *a = study_of(MIXED_SPACE, "inference=slice samples=3");
    inlay_study *b = study_of(MIXED_SPACE, "inference=slice samples=3");
    inlay_value x[4];

    drive(a, 11, NULL);
    drive(b, 11, NULL);
    const inlay_value *at = trial_of(a, 3).x;
    const inlay_prediction p = predict(a, at);
    predict(b, trial_of(b, 4).x);
    CHECK_OK(inlay_study_recommend(b, x, NULL, &err), err);
    check_same_prediction(p, predict(b, at));
    check_same_prediction(p, predict(a, at));
    inlay_study_free(a);
    inlay_study_free(b);
}

/* ---- Names and order ---- */

#define CATEGORIES(x, y, z)                                                    \
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"                 \
    "{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7},"               \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"" x "\",\"" y      \
    "\",\"" z "\"]},"                                                          \
    "{\"name\":\"r\",\"type\":\"real\",\"min\":1e-4,\"max\":1,"                \
    "\"scale\":\"log\"}]"

TEST(names_do_not_matter)
{
    inlay_study *a = study_of(CATEGORIES("p", "q", "r"), "");
    inlay_study *b = study_of(CATEGORIES("one", "zwei", "a b"), "");
    drive(a, 14, NULL);
    drive(b, 14, NULL);
    CHECK_SAME_TRIALS(a, b);
    inlay_study_free(a);
    inlay_study_free(b);
}

enum { N_SEEDS = 12, N_AT = 12 };

/* P(success) at N_AT points in two orders of categories: differences, whose
 * mean over seeds is 0 within 4 standard errors, as both are sampled. */
static void check_sampled(double diff[N_SEEDS][N_AT])
{
    for (size_t i = 0; i < N_AT; i++) {
        double mean = 0, square = 0;
        for (size_t s = 0; s < N_SEEDS; s++) {
            mean += diff[s][i] / N_SEEDS;
            square += diff[s][i] * diff[s][i] / N_SEEDS;
        }
        const double var = (square - mean * mean) / (N_SEEDS - 1);
        CHECK_ABS(mean, 0, 1e-3 + 4 * sqrt(fmax(var, 0)));
    }
}

/* A warm start is the same data in both; the model may only see which
 * categories are equal. */
static void check_order(const char *options, double *diff)
{
    static const char *const TEXT[] = {"p", "q", "r"};
    inlay_study *a = study_of(CATEGORIES("p", "q", "r"), options);
    inlay_study *b = study_of(CATEGORIES("r", "p", "q"), options);
    struct inlay_rng rng = inlay_rng_seed(77);
    for (int i = 0; i < 24; i++) {
        const size_t c = inlay_rng_below(&rng, 3);
        const inlay_value x[] = {
            inlay_real(inlay_rng_uniform(&rng)),
            inlay_integer(1 + (int64_t)inlay_rng_below(&rng, 7)),
            inlay_category(TEXT[c]), inlay_real(0.01)};
        const double y = x[0].real * (c == 1 ? 1 : -1) + (double)c;
        add(a, x, i % 7 == 3 ? NAN : y);
        add(b, x, i % 7 == 3 ? NAN : y);
    }
    for (int i = 0; i < N_AT; i++) {
        const inlay_value x[] = {inlay_real(i / 12.0), inlay_integer(3),
                                 inlay_category(TEXT[i % 3]), inlay_real(0.01)};
        const inlay_prediction p = predict(a, x), q = predict(b, x);
        CHECK_ABS(p.mean, q.mean, 1e-4);
        CHECK_ABS(p.sd, q.sd, 1e-4);
        diff[i] = p.p_success - q.p_success;
    }
    inlay_study_free(a);
    inlay_study_free(b);
}

TEST(the_order_of_categories_does_not_change_a_prediction)
{
    static const char *const OPTIONS[] = {"noise=none", "",
                                          "categories=per-category"};
    for (size_t o = 0; o < LEN(OPTIONS); o++) {
        double diff[N_SEEDS][N_AT];
        for (size_t s = 0; s < N_SEEDS; s++) {
            char text[80];
            snprintf(text, sizeof text, "seed=%zu %s", s, OPTIONS[o]);
            check_order(text, diff[s]);
        }
        check_sampled(diff);
    }
}

/* The order in which trials were added does not change what they mean. */
TEST(the_order_of_trials_does_not_change_a_prediction)
{
    inlay_study *a = study_of(MIXED_SPACE, "failure_weight=1");
    inlay_study *b = study_of(MIXED_SPACE, "failure_weight=1");
    struct inlay_rng rng = inlay_rng_seed(78);
    static const char *const TEXT[] = {"p", "q", "r"};
    inlay_value x[24][4];
    double y[24];

    for (int i = 0; i < 24; i++) {
        const size_t c = inlay_rng_below(&rng, 3);
        x[i][0] = inlay_real(inlay_rng_uniform(&rng));
        x[i][1] = inlay_integer(1 + (int64_t)inlay_rng_below(&rng, 7));
        x[i][2] = inlay_category(TEXT[c]);
        x[i][3] = inlay_real(0.01);
        y[i] = i % 7 == 3 ? NAN : x[i][0].real + (double)c;
        add(a, x[i], y[i]);
    }
    for (int i = 24; i-- > 0;)
        add(b, x[i], y[i]);
    for (int i = 0; i < 24; i++) {
        const inlay_prediction p = predict(a, x[i]), q = predict(b, x[i]);
        CHECK_ABS(p.mean, q.mean, 1e-4);
        CHECK_ABS(p.sd, q.sd, 1e-4);
        CHECK_ABS(p.p_success, q.p_success, 1e-3);
    }
    inlay_study_free(a);
    inlay_study_free(b);
}
