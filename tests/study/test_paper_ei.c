/*
 * test_paper_ei.c: expected improvement written down again, from nothing but the
 * mean and deviation that a study predicts:
 *
 *     EI(x) = s (z Φ(z) + φ(z)),   z = (best − m) / s
 *
 * With one sample of the hyper-parameters and no warp the prediction is the normal
 * distribution that this formula is about.  EI is checked up to its unit, as the
 * model's is not the user's.
 */
#include "study_fixture.h"

#define ONE_REAL "[{\"name\":\"x\",\"type\":\"real\",\"min\":0,\"max\":1}]"
#define ONE_SAMPLE " warp=none inference=slice samples=1"

static double wavy(const inlay_value *x)
{
    return sin(9.0 * x->real) + 2.0 * x->real;
}

static double direct_ei(const inlay_prediction *p, double best)
{
    static const double PI = 3.14159265358979323846;
    const double z = (best - p->mean) / p->sd;
    const double density = exp(-0.5 * z * z) / sqrt(2.0 * PI);
    return p->sd * (0.5 * z * erfc(-z / sqrt(2.0)) + density);
}

/* A configuration drawn from the space. */
static void draw(const inlay_study *s, struct inlay_rng *rng, inlay_value *x)
{
    for (size_t i = 0; i < n_vars(s); i++) {
        inlay_error err = {0};
        inlay_variable v;
        const double t = inlay_rng_uniform(rng);
        CHECK_OK(inlay_space_variable(inlay_study_space(s), i, &v, &err), err);
        if (v.type == INLAY_TYPE_CATEGORICAL)
            x[i] = inlay_category(v.labels[(size_t)(t * (double)v.n_values)]);
        else if (v.type == INLAY_TYPE_INTEGER)
            x[i] = inlay_integer(
                v.int_lo + (int64_t)(t * (double)(v.int_hi - v.int_lo + 1)));
        else
            x[i] = inlay_real(v.scale == INLAY_SCALE_LOG
                                  ? v.lo * pow(v.hi / v.lo, t)
                                  : v.lo + t * (v.hi - v.lo));
    }
}

/* ---- The paper's preset improves on the minimum of the mean ---- */

/* Random configurations, more than a search by luck would beat. */
enum { N_DRAWN = 1000 };

/* What s asks next has an EI that no random configuration exceeds.  The twin, a
 * study with the same history, says what the model believed before the ask. */
static void check_next(inlay_study *s, inlay_study *twin, struct inlay_rng *rng)
{
    inlay_error err = {0};
    inlay_value x[MAX_VARS];
    inlay_prediction lowest;

    CHECK_OK(inlay_study_recommend(twin, x, &lowest, &err), err);
    const inlay_prediction p = predict(twin, ask(s).x);
    const double got = direct_ei(&p, lowest.mean);
    for (size_t i = 0; i < N_DRAWN; i++) {
        draw(twin, rng, x);
        const inlay_prediction q = predict(twin, x);
        CHECK(q.mean >= lowest.mean - 1e-6); /* it is the minimum */
        CHECK(direct_ei(&q, lowest.mean) <= 1.001 * got);
    }
}

static void check_suggestions(const char *json, const char *options,
                              objective_fn *f, int64_t n)
{
    inlay_study *s = study_of(json, options), *twin = study_of(json, options);
    struct inlay_rng rng = inlay_rng_seed(5);
    for (int64_t id = 1; id <= n; id++) {
        if (id > 1)
            check_next(s, twin, &rng);
        else
            ask(s);
        const inlay_trial t = ask(twin);
        CHECK(is_same_x(t.x, trial_of(s, id).x, n_vars(s)));
        tell(s, id, f(t.x));
        tell(twin, id, f(t.x));
    }
    inlay_study_free(twin);
    inlay_study_free(s);
}

TEST(a_suggestion_of_the_paper_improves_most_on_the_minimum_of_the_mean)
{
    check_suggestions(ONE_REAL, "preset=paper" ONE_SAMPLE, wavy, 12);
    check_suggestions(MIXED_SPACE, "preset=paper" ONE_SAMPLE, mixed, 12);
}

/* On a space of reals the three ways search the same cube. */
TEST(so_do_those_of_the_other_ways)
{
    check_suggestions(ONE_REAL, "preset=paper method=gp-basic" ONE_SAMPLE, wavy,
                      8);
    check_suggestions(ONE_REAL, "preset=paper method=gp-naive" ONE_SAMPLE, wavy,
                      8);
}

/* ---- What a prediction says of EI ---- */

/* The acquisition that is reported is log EI, up to one constant: the logarithm
 * of the model's unit.  The incumbent is the least value that was told, or the
 * least mean at a configuration that was tried. */
static void check_reported(const char *options, bool is_observed)
{
    inlay_study *s = study_of(MIXED_SPACE, options);
    struct inlay_rng rng = inlay_rng_seed(6);
    double best = INFINITY, least = INFINITY, most = -INFINITY;

    run(s, mixed, 12);
    for (int64_t id = 1; id <= 12; id++) {
        const inlay_trial t = trial_of(s, id);
        best = fmin(best, is_observed ? t.value : predict(s, t.x).mean);
    }
    for (int i = 0; i < 100; i++) {
        inlay_value x[MAX_VARS];
        draw(s, &rng, x);
        const inlay_prediction p = predict(s, x);
        const double ei = direct_ei(&p, best);
        if (ei < 1e-6 * p.sd) /* the formula cancels */
            continue;
        least = fmin(least, p.acquisition - log(ei));
        most = fmax(most, p.acquisition - log(ei));
    }
    CHECK(least < INFINITY);
    CHECK_ABS(least, most, 1e-3);
    inlay_study_free(s);
}

TEST(the_acquisition_of_a_prediction_is_log_ei)
{
    check_reported("incumbent=observed noise=yes" ONE_SAMPLE, true);
    check_reported("incumbent=predicted noise=yes" ONE_SAMPLE, false);
    check_reported("noise=none" ONE_SAMPLE, true); /* auto */
    check_reported("preset=paper" ONE_SAMPLE, false);
}
