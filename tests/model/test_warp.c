/*
 * test_warp.c: output transforms against 50-digit values, and as laws.
 */
#include "gp_reference.h"
#include "model_fixture.h"

#include <float.h>

#include "model/warp.h"

static const enum inlay_warp_kind KINDS[] = {
    INLAY_WARP_NONE, INLAY_WARP_BAD_LOG, INLAY_WARP_LOG, INLAY_WARP_BILOG,
    INLAY_WARP_YEO_JOHNSON};

enum { N = 40 };

static struct inlay_warp fit(enum inlay_warp_kind kind, const double *obs,
                             size_t n)
{
    struct inlay_warp w;
    double *scratch = inlay_mem_doubles(n);

    inlay_warp_fit(&w, kind, obs, n, scratch);
    CHECK(w.kind == kind);
    inlay_mem_free(scratch);
    return w;
}

/* Skewed, with a long bad side; multiples of 2^-10, so that affine maps by
 * powers of two are exact. */
static void skewed(uint64_t seed, double *obs)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    for (size_t i = 0; i < N; i++)
        obs[i] = floor(1024.0 * exp(1.5 * inlay_rng_normal(&rng))) / 1024.0;
}

/* The bare shape: no center, unit, mean or sd. */
static struct inlay_warp bare(enum inlay_warp_kind kind, double lambda)
{
    return (struct inlay_warp){
        .kind = kind, .unit = 1.0, .sd = 1.0, .lambda = lambda};
}

/* ---- Values -------------------------------------------------------------- */

/* The fixture's is median + unit g(t), its derivative g'(t). */
static void check_bad_log(const struct gp_row *row, size_t n)
{
    double obs[16] = {0};

    for (size_t i = 0; i < n; i++)
        obs[i] = row[i].x;
    const struct inlay_warp w = fit(INLAY_WARP_BAD_LOG, obs, n);
    for (size_t i = 0; i < n; i++) {
        const double g = w.mean + w.sd * inlay_warp_apply(&w, obs[i]);
        const double worst = w.center + 200.0 * w.unit;
        if (obs[i] > worst) { /* all that is worse is as bad as that */
            CHECK(inlay_warp_apply(&w, obs[i]) == inlay_warp_apply(&w, worst));
            continue;
        }
        CHECK_ABS(w.center + w.unit * g, row[i].want,
                  1e-14 * (1.0 + fabs(row[i].want)));
        CHECK_ABS(inlay_warp_log_slope(&w, obs[i]) + log(w.unit * w.sd),
                  log(row[i].want_dx), 1e-13);
    }
}

TEST(bad_log_agrees_with_50_digit_values) /* fixtures/gp_reference.py */
{
    check_bad_log(gp_warp_bad_side_odd, LEN(gp_warp_bad_side_odd));
    check_bad_log(gp_warp_bad_side_even, LEN(gp_warp_bad_side_even));
}

TEST(bilog_agrees_with_50_digit_values)
{
    const struct inlay_warp w = bare(INLAY_WARP_BILOG, 1.0);

    for (size_t i = 0; i < LEN(gp_warp_bilog); i++) {
        const struct gp_row *row = &gp_warp_bilog[i];
        CHECK_REL(inlay_warp_apply(&w, row->x), row->want, 1e-15);
        CHECK_ABS(inlay_warp_log_slope(&w, row->x), log(row->want_dx), 1e-14);
        CHECK_REL(inlay_warp_invert(&w, row->want), row->x, 1e-13);
    }
}

TEST(yeo_johnson_agrees_with_50_digit_values)
{
    for (size_t i = 0; i < LEN(gp_warp_yeo_johnson); i++) {
        const struct gp_yeo_johnson_row *row = &gp_warp_yeo_johnson[i];
        const struct inlay_warp w = bare(INLAY_WARP_YEO_JOHNSON, row->lambda);
        CHECK_REL(inlay_warp_apply(&w, row->t), row->want, 1e-14);
        CHECK_ABS(inlay_warp_log_slope(&w, row->t), log(row->want_dt), 1e-13);
        CHECK_REL(inlay_warp_invert(&w, row->want), row->t, 1e-12);
    }
}

TEST(log_is_a_log_from_just_below_the_minimum)
{
    double obs[N];

    skewed(1, obs);
    const struct inlay_warp w = fit(INLAY_WARP_LOG, obs, N);
    double least = obs[0];
    for (size_t i = 0; i < N; i++)
        least = fmin(least, obs[i]);
    for (size_t i = 0; i < N; i++) {
        const double g = w.mean + w.sd * inlay_warp_apply(&w, obs[i]);
        CHECK_ABS(g, log((obs[i] - least) / w.unit + 0.1), 1e-12);
    }
}

/* ---- Laws ---------------------------------------------------------------- */

TEST(warped_observations_are_standardized)
{
    for (size_t k = 0; k < LEN(KINDS); k++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            double obs[N], mean = 0.0, squares = 0.0;
            skewed(seed, obs);
            const struct inlay_warp w = fit(KINDS[k], obs, N);
            for (size_t i = 0; i < N; i++) {
                const double v = inlay_warp_apply(&w, obs[i]);
                mean += v / N;
                squares += v * v / N;
            }
            CHECK_ABS(mean, 0.0, 1e-12);
            CHECK_ABS(squares, 1.0, 1e-12);
        }
}

TEST(inverting_gives_the_value_back)
{
    for (size_t k = 0; k < LEN(KINDS); k++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            double obs[N];
            skewed(seed, obs);
            const struct inlay_warp w = fit(KINDS[k], obs, N);
            for (size_t i = 0; i < N; i++)
                CHECK_ABS(inlay_warp_invert(&w, inlay_warp_apply(&w, obs[i])),
                          obs[i], 1e-9 * (1.0 + fabs(obs[i])));
        }
}

TEST(warps_increase_and_their_slope_is_a_central_difference)
{
    for (size_t k = 0; k < LEN(KINDS); k++) {
        double obs[N], last = -INFINITY;
        skewed(6, obs);
        const struct inlay_warp w = fit(KINDS[k], obs, N);
        for (double y = 0.01; y < 100.0; y *= 1.1) {
            const double h = 1e-5 * y, v = inlay_warp_apply(&w, y);
            CHECK(v > last);
            last = v;
            if (fabs(y - w.center) < 10.0 * h)
                continue; /* a kink in the second derivative */
            const double slope =
                (inlay_warp_apply(&w, y + h) - inlay_warp_apply(&w, y - h)) /
                (2.0 * h);
            CHECK_ABS(inlay_warp_log_slope(&w, y), log(slope), 1e-6);
        }
    }
}

/* c y + d, exact in doubles: the model sees the same numbers, bit for bit. */
TEST(an_affine_change_of_y_changes_nothing)
{
    static const double scale[] = {4.0, 0.0078125, 1048576.0};
    static const double shift[] = {0.0, -17.0, 4096.0};

    for (size_t k = 0; k < LEN(KINDS); k++)
        for (size_t i = 0; i < LEN(scale); i++) {
            double obs[N], other[N];
            skewed(7, obs);
            for (size_t j = 0; j < N; j++)
                other[j] = scale[i] * obs[j] + shift[i];
            const struct inlay_warp a = fit(KINDS[k], obs, N);
            const struct inlay_warp b = fit(KINDS[k], other, N);
            CHECK(a.lambda == b.lambda);
            for (size_t j = 0; j < N; j++) {
                CHECK(inlay_warp_apply(&a, obs[j]) ==
                      inlay_warp_apply(&b, other[j]));
                CHECK_ABS(inlay_warp_log_slope(&a, obs[j]),
                          inlay_warp_log_slope(&b, other[j]) + log(scale[i]),
                          1e-12);
            }
        }
}

TEST(the_order_of_observations_is_irrelevant)
{
    for (size_t k = 0; k < LEN(KINDS); k++) {
        double obs[N], back[N];
        skewed(8, obs);
        for (size_t i = 0; i < N; i++)
            back[i] = obs[N - 1 - i];
        const struct inlay_warp a = fit(KINDS[k], obs, N);
        const struct inlay_warp b = fit(KINDS[k], back, N);
        for (size_t i = 0; i < N; i++)
            CHECK_ABS(inlay_warp_apply(&a, obs[i]),
                      inlay_warp_apply(&b, obs[i]), 1e-12);
    }
}

/* The λ of a sample that was made by the inverse transform is found. */
TEST(yeo_johnson_takes_the_most_likely_lambda)
{
    static const double LAMBDA[] = {-0.5, 0.0, 0.5, 1.0};

    for (size_t k = 0; k < LEN(LAMBDA); k++) {
        struct inlay_rng rng = inlay_rng_seed(9);
        struct inlay_warp truth = bare(INLAY_WARP_YEO_JOHNSON, LAMBDA[k]);
        static double obs[4000];
        for (size_t i = 0; i < LEN(obs); i++)
            obs[i] = inlay_warp_invert(&truth, 0.3 * inlay_rng_normal(&rng));
        /* t is scaled by the sample itself, which changes λ: so the law is that
         * a λ nearer to normal has the larger likelihood */
        const struct inlay_warp w = fit(INLAY_WARP_YEO_JOHNSON, obs, LEN(obs));
        double skew = 0.0;
        for (size_t i = 0; i < LEN(obs); i++)
            skew += pow(inlay_warp_apply(&w, obs[i]), 3.0) / LEN(obs);
        CHECK_ABS(skew, 0.0, 0.4);
    }
}

/* ---- Samples that are no samples ----------------------------------------- */

static void check_usable(const double *obs, size_t n)
{
    for (size_t k = 0; k < LEN(KINDS); k++) {
        const struct inlay_warp w = fit(KINDS[k], obs, n);
        CHECK(isfinite(w.mean) && w.sd > 0.0 && isfinite(w.sd));
        CHECK(w.unit > 0.0 && isfinite(w.unit));
        for (size_t i = 0; i < n; i++) {
            const double v = inlay_warp_apply(&w, obs[i]);
            CHECK(isfinite(v) && fabs(v) <= sqrt((double)n) + 1e-9);
            CHECK(isfinite(inlay_warp_log_slope(&w, obs[i])));
        }
    }
}

TEST(poor_samples_have_a_warp_too)
{
    static const double one[] = {3.0}, zero[] = {0.0};
    static const double equal[] = {2.0, 2.0, 2.0, 2.0};
    static const double two[] = {1.0, 5.0};
    static const double half_least[] = {1.0, 1.0, 1.0, 1.0, 4.0, 9.0};
    static const double most_least[] = {1.0, 1.0, 1.0, 1.0, 1.0, 9.0};
    static const double negative[] = {-5.0, -3.0, -100.0, -4.0};

    check_usable(one, LEN(one));
    check_usable(zero, LEN(zero));
    check_usable(equal, LEN(equal));
    check_usable(two, LEN(two));
    check_usable(half_least, LEN(half_least));
    check_usable(most_least, LEN(most_least));
    check_usable(negative, LEN(negative));
}

/* A run that diverged may well return 1e300. */
TEST(huge_values_have_a_warp_too)
{
    static const double huge[] = {0.0, 1.0, 2.0, 1e300};
    static const double both[] = {-1e300, 0.0, 1e300};
    static const double all[] = {1e300, 2e300, 3e300};
    static const double tiny[] = {1e-300, 2e-300, 3e-300};
    static const double mixed[] = {0.0, 1e-3, 2e-3, 1e-3, 1e306};
    static const double narrow[] = {0.0, 1e-310, 1.0};
    static const double ends[] = {-DBL_MAX, 0.9 * DBL_MAX, DBL_MAX};

    check_usable(huge, LEN(huge));
    check_usable(both, LEN(both));
    check_usable(all, LEN(all));
    check_usable(tiny, LEN(tiny));
    check_usable(mixed, LEN(mixed));
    check_usable(narrow, LEN(narrow));
    check_usable(ends, LEN(ends));
}

/* ---- Moments ------------------------------------------------------------- */

/* By a fine rule over ±10 standard deviations. */
static void moments_by_quadrature(const struct inlay_warp *w, double mean,
                                  double var, double *y_mean, double *y_sd)
{
    enum { HALF = 20000 };
    double sum = 0.0, first = 0.0, second = 0.0;

    for (int i = -HALF; i <= HALF; i++) {
        const double z = 10.0 * i / HALF, weight = exp(-0.5 * z * z);
        const double y = inlay_warp_invert(w, mean + sqrt(var) * z);
        sum += weight;
        first += weight * y;
        second += weight * y * y;
    }
    *y_mean = first / sum;
    *y_sd = sqrt(second / sum - *y_mean * *y_mean);
}

TEST(without_a_warp_the_moments_are_exact)
{
    double obs[N];

    skewed(10, obs);
    const struct inlay_warp w = fit(INLAY_WARP_NONE, obs, N);
    for (double mean = -2.0; mean < 3.0; mean += 0.5) {
        double y_mean, y_sd;
        inlay_warp_moments(&w, mean, 0.49, &y_mean, &y_sd);
        CHECK_REL(y_mean, inlay_warp_invert(&w, mean), 1e-14);
        CHECK_REL(y_sd, 0.7 * w.sd * w.unit, 1e-14);
    }
}

/* y = center + unit (e^g + low), g normal. */
TEST(moments_under_log_are_those_of_a_lognormal)
{
    double obs[N];

    skewed(11, obs);
    const struct inlay_warp w = fit(INLAY_WARP_LOG, obs, N);
    for (double mean = -2.0; mean < 2.0; mean += 0.5) {
        const double var = 0.3, s2 = var * w.sd * w.sd;
        const double e = exp(w.mean + w.sd * mean + 0.5 * s2);
        double y_mean, y_sd;
        inlay_warp_moments(&w, mean, var, &y_mean, &y_sd);
        CHECK_ABS(y_mean, w.center + w.unit * (w.low + e), 1e-6 * w.unit * e);
        CHECK_REL(y_sd, w.unit * e * sqrt(expm1(s2)), 1e-4);
    }
}

TEST(moments_are_those_of_a_fine_quadrature)
{
    for (size_t k = 0; k < LEN(KINDS); k++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            double obs[N];
            skewed(seed, obs);
            const struct inlay_warp w = fit(KINDS[k], obs, N);
            if (w.kind == INLAY_WARP_YEO_JOHNSON && w.lambda < 0.0)
                continue; /* y has no moments: its range ends */
            for (double mean = -1.5; mean < 2.0; mean += 0.5) {
                double y_mean, y_sd, want_mean, want_sd;
                inlay_warp_moments(&w, mean, 0.09, &y_mean, &y_sd);
                moments_by_quadrature(&w, mean, 0.09, &want_mean, &want_sd);
                CHECK_ABS(y_mean, want_mean, 1e-3 * want_sd);
                CHECK_REL(y_sd, want_sd, 5e-3);
            }
        }
}

TEST(what_is_certain_has_no_deviation)
{
    double obs[N];

    skewed(12, obs);
    for (size_t k = 0; k < LEN(KINDS); k++) {
        const struct inlay_warp w = fit(KINDS[k], obs, N);
        double y_mean, y_sd;
        inlay_warp_moments(&w, 0.5, 0.0, &y_mean, &y_sd);
        CHECK_REL(y_mean, inlay_warp_invert(&w, 0.5), 1e-12);
        CHECK(y_sd == 0.0);
    }
}

/* Under a log of 1e300 a deviation reaches beyond the doubles. */
TEST(a_deviation_that_overflows_is_infinite_and_not_0)
{
    static const double huge[] = {0.0, 1.0, 2.0, 1e300};

    for (size_t k = 1; k < LEN(KINDS); k++) {
        const struct inlay_warp w = fit(KINDS[k], huge, LEN(huge));
        double y_mean, y_sd;
        inlay_warp_moments(&w, 1.7, 1.0, &y_mean, &y_sd);
        CHECK(!isnan(y_mean) && y_sd > 0.0);
    }
}

/* ---- The most likely ----------------------------------------------------- */

struct pick {
    struct domain domain;
    struct inlay_metric metric;
    struct inlay_data data;
    struct inlay_evidence ev;
    double theta[4], obs[N], given[N], scratch[3 * N];
};

static const int REAL[] = {0};

/* A draw of the GP at N points, each with a variance of its own, or none. */
static void make_noisy(struct pick *p, uint64_t seed, bool is_given)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    double z[N];

    domain_init(&p->domain, REAL, 1);
    CHECK_OK(inlay_data_init(&p->data, 1, N, &err), err);
    for (size_t i = 0; i < N; i++) {
        const double u = (double)i / (N - 1);
        p->given[i] = is_given ? 1e-3 * (double)(1 + i % 7) : NAN;
        inlay_data_add_noisy(&p->data, &u, 0.0, p->given[i]);
    }
    inlay_data_set(&p->data, p->data.obs);
    CHECK_OK(inlay_metric_init(&p->metric, &p->domain.enc, false, &err), err);
    CHECK_OK(inlay_evidence_init(&p->ev, &p->metric, &p->data,
                                 INLAY_KERNEL_MATERN52, 1e-6, NULL, &err),
             err);
    p->theta[0] = log(0.1);
    p->theta[1] = 0.0;
    p->theta[2] = log(1e-3);
    p->theta[3] = 0.0;
    CHECK(isfinite(inlay_evidence_value(&p->ev, p->theta)));
    for (size_t i = 0; i < N; i++)
        z[i] = inlay_rng_normal(&rng);
    for (size_t i = 0; i < N; i++) {
        p->obs[i] = 0.0;
        for (size_t j = 0; j <= i; j++)
            p->obs[i] += p->ev.K[j * N + i] * z[j];
    }
}

static void make_pick(struct pick *p, uint64_t seed)
{
    make_noisy(p, seed, false);
}

static void clear_pick(struct pick *p)
{
    inlay_evidence_clear(&p->ev);
    inlay_metric_clear(&p->metric);
    inlay_data_clear(&p->data);
    domain_clear(&p->domain);
}

static struct inlay_warp pick(struct pick *p)
{
    struct inlay_warp w;

    inlay_data_set(&p->data, p->obs);
    inlay_warp_pick(&w, &p->ev, &p->data, p->theta, p->obs, p->given,
                    p->scratch);
    CHECK(w.kind != INLAY_WARP_AUTO);
    return w;
}

/* How much less a step counts at the worst than at the best, in nats. */
static double compression(const struct pick *p, const struct inlay_warp *w)
{
    double least = p->obs[0], most = p->obs[0];

    for (size_t i = 0; i < N; i++) {
        least = fmin(least, p->obs[i]);
        most = fmax(most, p->obs[i]);
    }
    return inlay_warp_log_slope(w, least) - inlay_warp_log_slope(w, most);
}

TEST(the_exponential_of_a_smooth_function_is_drawn_in)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct pick p;
        make_pick(&p, seed);
        for (size_t i = 0; i < N; i++)
            p.obs[i] = exp(3.0 * p.obs[i]);
        const struct inlay_warp w = pick(&p);
        CHECK(w.kind != INLAY_WARP_NONE);
        CHECK(compression(&p, &w) > 2.0);
        clear_pick(&p);
    }
}

TEST(a_smooth_function_is_left_much_as_it_is)
{
    size_t n_strong = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct pick p;
        make_pick(&p, seed);
        const struct inlay_warp w = pick(&p);
        n_strong += fabs(compression(&p, &w)) > 1.5;
        clear_pick(&p);
    }
    CHECK(n_strong <= 2);
}

/* log p(y), Jacobian included, under a warp. */
static double score_of(struct pick *p, const struct inlay_warp *w)
{
    double sum = 0.0;

    for (size_t i = 0; i < N; i++)
        sum += inlay_warp_log_slope(w, p->obs[i]);
    inlay_warp_data(w, p->obs, p->given, &p->data);
    return sum + inlay_evidence_value(&p->ev, p->theta);
}

/* The pick is the best of all by its own measure. */
TEST(no_other_warp_is_more_likely)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct pick p;
        make_noisy(&p, seed, seed >= 6);
        for (size_t i = 0; i < N && seed % 2; i++)
            p.obs[i] = exp(p.obs[i]);
        const struct inlay_warp best = pick(&p);
        const double most = score_of(&p, &best);
        for (size_t k = 0; k < LEN(KINDS); k++) {
            const struct inlay_warp w = fit(KINDS[k], p.obs, N);
            CHECK(most >= score_of(&p, &w) - 1e-9);
        }
        clear_pick(&p);
    }
}

TEST(picking_leaves_the_observations)
{
    for (int is_given = 0; is_given < 2; is_given++) {
        struct pick p;
        double before[N];

        make_noisy(&p, 3, is_given);
        for (size_t i = 0; i < N; i++)
            before[i] = (double)i;
        inlay_data_set(&p.data, before); /* others than those picked for */
        struct inlay_warp w;
        inlay_warp_pick(&w, &p.ev, &p.data, p.theta, p.obs, p.given, p.scratch);
        for (size_t i = 0; i < N; i++) {
            CHECK(p.data.obs[i] == before[i] && p.data.y[i] == before[i]);
            CHECK(is_given ? p.data.given[i] == p.given[i]
                           : isnan(p.data.given[i]));
        }
        clear_pick(&p);
    }
}

/* ---- Variances ----------------------------------------------------------- */

TEST(a_small_variance_is_that_of_warped_values)
{
    static const double OBS[] = {0.1, 0.4, 0.5, 0.9, 2.0, 7.0};

    for (size_t k = 0; k < LEN(KINDS); k++) {
        const struct inlay_warp w = fit(KINDS[k], OBS, LEN(OBS));
        for (size_t i = 0; i < LEN(OBS); i++) {
            const double sd = 1e-4;
            const double step = inlay_warp_apply(&w, OBS[i] + sd) -
                                inlay_warp_apply(&w, OBS[i] - sd);
            CHECK_REL(inlay_warp_variance(&w, OBS[i], sd * sd),
                      0.25 * step * step, 5e-3);
        }
    }
}

TEST(no_variance_and_none_at_all_stay_so_and_a_vast_one_is_finite)
{
    static const double OBS[] = {0.1, 0.4, 0.5, 0.9, 2.0, 7.0};

    for (size_t k = 0; k < LEN(KINDS); k++) {
        const struct inlay_warp w = fit(KINDS[k], OBS, LEN(OBS));
        CHECK(isnan(inlay_warp_variance(&w, 0.4, NAN)));
        CHECK(inlay_warp_variance(&w, 0.4, 0.0) == 0.0);
        CHECK(inlay_warp_variance(&w, 0.4, 1e308) == 1e12);
    }
}

TEST(constants_have_a_most_likely_warp_too)
{
    struct pick p;

    make_pick(&p, 3);
    for (size_t i = 0; i < N; i++)
        p.obs[i] = 2.5;
    const struct inlay_warp w = pick(&p);
    CHECK(isfinite(inlay_warp_apply(&w, 2.5)));
    CHECK(inlay_warp_invert(&w, inlay_warp_apply(&w, 2.5)) == 2.5);
    clear_pick(&p);
}
