/*
 * test_fit.c: the maximum and the chain, on data of every size.
 */
#include "model_fixture.h"

#include "model/fit.h"

static const int AXES[] = {0, 3, -4};
static const enum inlay_priors SETS[] = {INLAY_PRIORS_INLAY,
                                         INLAY_PRIORS_PAPER};
static const enum inlay_noise NOISES[] = {INLAY_NOISE_AUTO, INLAY_NOISE_NONE,
                                          INLAY_NOISE_YES};

struct fixture {
    struct domain domain;
    struct inlay_metric metric;
    struct inlay_data data;
    struct inlay_evidence ev;
    struct inlay_hyper h;
    size_t n_theta;
    double theta[MAX_THETA];
};

static void make(struct fixture *f, size_t n, enum inlay_priors priors,
                 enum inlay_noise noise, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};

    domain_init(&f->domain, AXES, LEN(AXES));
    data_random(&f->data, &f->domain.enc, n, &rng);
    CHECK_OK(inlay_metric_init(&f->metric, &f->domain.enc, false, &err), err);
    CHECK_OK(inlay_evidence_init(&f->ev, &f->metric, &f->data,
                                 INLAY_KERNEL_MATERN52, 1e-6, NULL, &err),
             err);
    CHECK_OK(inlay_hyper_init(&f->h, &f->metric, priors, noise, &err), err);
    f->n_theta = inlay_theta_n(f->metric.n_scales);
    inlay_hyper_start(&f->h, f->theta);
}

static void clear(struct fixture *f)
{
    inlay_hyper_clear(&f->h);
    inlay_evidence_clear(&f->ev);
    inlay_metric_clear(&f->metric);
    inlay_data_clear(&f->data);
    domain_clear(&f->domain);
}

static double log_posterior(struct fixture *f, const double *theta,
                            double *grad)
{
    double scratch[MAX_THETA];
    CHECK(inlay_theta_n(f->h.n_scales) <= MAX_THETA);
    return inlay_fit_log_posterior(&f->ev, &f->h, theta, grad, scratch);
}

static void fit_map(struct fixture *f, double *theta)
{
    inlay_error err = {0};
    CHECK_OK(inlay_fit_map(&f->ev, &f->h, theta, &err), err);
}

TEST(the_posterior_is_likelihood_plus_prior)
{
    struct fixture f;
    double grad[MAX_THETA], by_prior[MAX_THETA], by_data[MAX_THETA];

    make(&f, 15, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO, 1);
    const double prior = inlay_hyper_log_prior(&f.h, f.theta, by_prior);
    const double value = inlay_evidence_gradient(&f.ev, f.theta, by_data);
    CHECK_REL(log_posterior(&f, f.theta, grad), prior + value, 1e-11);
    CHECK_REL(log_posterior(&f, f.theta, NULL), prior + value, 1e-11);
    for (size_t k = 0; k < f.n_theta; k++)
        CHECK_REL(grad[k], by_prior[k] + by_data[k], 1e-13);
    f.theta[0] = 100.0;
    CHECK(log_posterior(&f, f.theta, grad) == -INFINITY);
    clear(&f);
}

/* Sets and noises whose maximum is worth finding: the paper samples, and with
 * its noise prior, which has a pole at 0, the search may end on the way there. */
static const struct {
    enum inlay_priors priors;
    enum inlay_noise noise;
} SMOOTH[] = {
    {INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO},
    {INLAY_PRIORS_INLAY, INLAY_NOISE_NONE},
    {INLAY_PRIORS_INLAY, INLAY_NOISE_YES},
    {INLAY_PRIORS_PAPER, INLAY_NOISE_NONE},
};

/* The search ends when a step gains less than 1e-3 nat: with curvatures of 1 to
 * 100 the gradient is then below 0.5; at the start it is some 10 to 10^4. */
TEST(the_maximum_is_a_stationary_point)
{
    for (size_t i = 0; i < LEN(SMOOTH); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct fixture f;
            double grad[MAX_THETA], lo[MAX_THETA], hi[MAX_THETA];
            make(&f, 25, SMOOTH[i].priors, SMOOTH[i].noise, seed);
            fit_map(&f, f.theta);
            CHECK(isfinite(log_posterior(&f, f.theta, grad)));
            inlay_hyper_bounds(&f.h, lo, hi);
            for (size_t k = 0; k < f.h.n_active; k++) {
                const size_t at = inlay_hyper_place(&f.h, k);
                if (f.theta[at] > lo[at] + 1e-4 && f.theta[at] < hi[at] - 1e-4)
                    CHECK_ABS(grad[at], 0.0, 0.5);
            }
            clear(&f);
        }
}

/* No small step along any axis is a gain that counts. */
TEST(near_the_maximum_nothing_is_better)
{
    for (size_t i = 0; i < LEN(SMOOTH); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct fixture f;
            make(&f, 25, SMOOTH[i].priors, SMOOTH[i].noise, seed);
            fit_map(&f, f.theta);
            const double top = log_posterior(&f, f.theta, NULL);
            for (size_t k = 0; k < f.h.n_active; k++)
                for (int step = -4; step <= 4; step++) {
                    double theta[MAX_THETA];
                    memcpy(theta, f.theta, sizeof theta);
                    theta[inlay_hyper_place(&f.h, k)] += 0.05 * step;
                    CHECK(log_posterior(&f, theta, NULL) < top + 0.01);
                }
            clear(&f);
        }
}

TEST(the_maximum_is_no_worse_than_both_starts)
{
    struct inlay_rng rng = inlay_rng_seed(2);

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct fixture f;
        double theta[MAX_THETA];
        make(&f, 12, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO, seed);
        const double by_default = log_posterior(&f, f.theta, NULL);
        memcpy(theta, f.theta, sizeof theta);
        for (size_t k = 0; k < f.n_theta; k++)
            theta[k] += 1.5 * inlay_rng_normal(&rng);
        const double start = log_posterior(&f, theta, NULL);
        fit_map(&f, theta);
        const double end = log_posterior(&f, theta, NULL);
        CHECK(end >= start && end >= by_default);
        clear(&f);
    }
}

TEST(a_start_that_is_not_possible_is_replaced)
{
    static const double off[] = {NAN, 1e9, -1e9, INFINITY};

    for (size_t s = 0; s < LEN(SETS); s++)
        for (size_t i = 0; i < LEN(off); i++) {
            struct fixture f;
            struct inlay_rng a = inlay_rng_seed(1), b = a;
            inlay_error err = {0};
            double theta[MAX_THETA], from_start[MAX_THETA];
            double sample[MAX_THETA];
            make(&f, 10, SETS[s], INLAY_NOISE_AUTO, 3);
            for (size_t k = 0; k < f.n_theta; k++)
                theta[k] = off[i];
            memcpy(from_start, f.theta, sizeof from_start);
            fit_map(&f, from_start);
            fit_map(&f, theta);
            CHECK(memcmp(theta, from_start, f.n_theta * sizeof *theta) == 0);

            for (size_t k = 0; k < f.n_theta; k++)
                theta[k] = off[i];
            memcpy(from_start, f.theta, sizeof from_start);
            CHECK_OK(
                inlay_fit_slice(&f.ev, &f.h, 1, 1, &a, theta, sample, 1, &err),
                err);
            CHECK_OK(inlay_fit_slice(&f.ev, &f.h, 1, 1, &b, from_start, sample,
                                     1, &err),
                     err);
            CHECK(memcmp(theta, from_start, f.n_theta * sizeof *theta) == 0);
            clear(&f);
        }
}

static void constant_data(struct fixture *f, double y)
{
    double obs[64];
    for (size_t k = 0; k < f->data.n_obs; k++)
        obs[k] = y;
    inlay_data_set(&f->data, obs);
}

static void check_poor_data(size_t n, enum inlay_priors priors,
                            enum inlay_noise noise, bool is_constant)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(1);
    inlay_error err = {0};
    double samples[5 * MAX_THETA];

    make(&f, n, priors, noise, 5);
    if (is_constant)
        constant_data(&f, 0.0);
    fit_map(&f, f.theta);
    CHECK(isfinite(log_posterior(&f, f.theta, NULL)));
    CHECK_OK(
        inlay_fit_slice(&f.ev, &f.h, 5, 2, &rng, f.theta, samples, 5, &err),
        err);
    for (size_t k = 0; k < 5; k++)
        CHECK(isfinite(log_posterior(&f, samples + k * f.n_theta, NULL)));
    clear(&f);
}

/* One to three points, and values that are all the same. */
TEST(poor_data_are_fitted_too)
{
    static const size_t SIZE[] = {1, 2, 3, 12};

    for (size_t s = 0; s < LEN(SETS); s++)
        for (size_t n = 0; n < LEN(NOISES); n++)
            for (size_t i = 0; i < LEN(SIZE); i++) {
                check_poor_data(SIZE[i], SETS[s], NOISES[n], false);
                check_poor_data(SIZE[i], SETS[s], NOISES[n], true);
            }
}

TEST(ten_thousand_steps_stay_within_the_support)
{
    for (size_t s = 0; s < LEN(SETS); s++) {
        struct fixture f;
        struct inlay_rng rng = inlay_rng_seed(6);
        inlay_error err = {0};
        const size_t n = 2500; /* sweeps of 4 steps: 3 length-scales, a line */
        size_t n_moved = 0;
        make(&f, 8, SETS[s], INLAY_NOISE_AUTO, 7);
        double *samples = inlay_mem_doubles(n * f.n_theta);
        CHECK_OK(
            inlay_fit_slice(&f.ev, &f.h, 0, 1, &rng, f.theta, samples, n, &err),
            err);
        for (size_t i = 0; i < n; i++) {
            const double *theta = samples + i * f.n_theta;
            CHECK(inlay_hyper_is_valid(&f.h, theta));
            n_moved += i > 0 && theta[0] != theta[-(ptrdiff_t)f.n_theta];
        }
        CHECK(n_moved > n * 9 / 10);
        /* θ is the end of the chain */
        CHECK(memcmp(f.theta, samples + (n - 1) * f.n_theta,
                     f.n_theta * sizeof *samples) == 0);
        inlay_mem_free(samples);
        clear(&f);
    }
}

/* Samples are `thin` sweeps apart, after burn_in ones. */
/* The share of the posterior with more noise than 1e-4, by draws of the prior
 * that are weighted with their likelihood. */
static double noisy_share(struct fixture *f, size_t n)
{
    const size_t P = f->metric.n_scales;
    struct inlay_rng rng = inlay_rng_seed(77);
    double theta[MAX_THETA], all = 0, noisy = 0;

    for (size_t i = 0; i < n; i++) {
        const bool is_quiet = inlay_rng_uniform(&rng) < 0.9;
        const double z = inlay_rng_normal(&rng);
        const double ratio = is_quiet ? log(1e-6) + z : log(1e-2) + 1.5 * z;
        for (size_t p = 0; p < P; p++)
            theta[p] = f->h.log_center[p] + 1.2 * inlay_rng_normal(&rng);
        theta[inlay_theta_amp(P)] = inlay_rng_normal(&rng);
        theta[inlay_theta_noise(P)] = theta[inlay_theta_amp(P)] + ratio;
        theta[inlay_theta_mean(P)] = inlay_rng_normal(&rng);
        if (!inlay_hyper_is_valid(&f->h, theta))
            continue;
        const double w = exp(inlay_evidence_value(&f->ev, theta));
        all += w;
        noisy += ratio > log(1e-4) ? w : 0;
    }
    return noisy / all;
}

/* Slices alone stay in the mode where they begin. */
TEST(the_chain_visits_both_modes_of_the_noise_as_often_as_it_should)
{
    enum { N = 6000 };
    static double samples[N * MAX_THETA];
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct fixture f;
        struct inlay_rng rng = inlay_rng_seed(seed);
        inlay_error err = {0};
        size_t n_noisy = 0;

        make(&f, 6, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO, seed);
        const double want = noisy_share(&f, 60000);
        CHECK_OK(inlay_fit_slice(&f.ev, &f.h, 50, 1, &rng, f.theta, samples, N,
                                 &err),
                 err);
        for (size_t i = 0; i < N; i++) {
            const double *t = samples + i * f.n_theta;
            const size_t P = f.metric.n_scales;
            n_noisy +=
                t[inlay_theta_noise(P)] - t[inlay_theta_amp(P)] > log(1e-4);
        }
        CHECK(want > 0.03 && want < 0.97);
        CHECK_ABS((double)n_noisy / N, want, 0.055); /* of 6000 in a chain */
        clear(&f);
    }
}

TEST(thinning_leaves_samples_out_and_nothing_else)
{
    struct fixture f;
    struct inlay_rng a = inlay_rng_seed(8), b = a;
    inlay_error err = {0};
    double whole[6 * MAX_THETA], piece[2 * MAX_THETA], theta[MAX_THETA];

    make(&f, 10, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO, 9);
    const size_t n = f.n_theta;
    memcpy(theta, f.theta, sizeof theta);
    CHECK_OK(inlay_fit_slice(&f.ev, &f.h, 4, 1, &a, theta, whole, 6, &err),
             err);
    CHECK_OK(inlay_fit_slice(&f.ev, &f.h, 5, 2, &b, f.theta, piece, 2, &err),
             err);
    for (size_t k = 0; k < n; k++) { /* sweeps 7 and 9 */
        CHECK(piece[k] == whole[2 * n + k]);
        CHECK(piece[n + k] == whole[4 * n + k]);
    }
    clear(&f);
}

TEST(the_same_rng_gives_the_same_samples)
{
    for (size_t s = 0; s < LEN(SETS); s++) {
        double samples[2][5 * MAX_THETA];
        for (int rep = 0; rep < 2; rep++) {
            struct fixture f;
            struct inlay_rng rng = inlay_rng_seed(10);
            inlay_error err = {0};
            make(&f, 10, SETS[s], INLAY_NOISE_AUTO, 11);
            fit_map(&f, f.theta);
            CHECK_OK(inlay_fit_slice(&f.ev, &f.h, 3, 2, &rng, f.theta,
                                     samples[rep], 5, &err),
                     err);
            if (rep)
                CHECK(memcmp(samples[0], samples[1],
                             5 * f.n_theta * sizeof(double)) == 0);
            clear(&f);
        }
    }
}

TEST(without_noise_it_stays_fixed)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(12);
    inlay_error err = {0};
    double samples[10 * MAX_THETA];

    make(&f, 10, INLAY_PRIORS_INLAY, INLAY_NOISE_NONE, 13);
    const size_t noise = inlay_theta_noise(f.metric.n_scales);
    fit_map(&f, f.theta);
    CHECK(f.theta[noise] == -INFINITY);
    CHECK_OK(
        inlay_fit_slice(&f.ev, &f.h, 2, 1, &rng, f.theta, samples, 10, &err),
        err);
    for (size_t i = 0; i < 10; i++)
        CHECK(samples[i * f.n_theta + noise] == -INFINITY);
    clear(&f);
}

#ifdef INLAY_FAILING_MEM
TEST(a_fit_without_memory_says_so_and_leaves_theta)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(14);
    double theta[MAX_THETA], samples[2 * MAX_THETA];

    make(&f, 10, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO, 15);
    for (int kind = 0; kind < 2; kind++) {
        long n_failed = 0;
        memcpy(theta, f.theta, sizeof theta);
        for (;;) {
            inlay_error err = {0};
            inlay_mem_fail_after(n_failed);
            const inlay_status st =
                kind ? inlay_fit_map(&f.ev, &f.h, theta, &err)
                     : inlay_fit_slice(&f.ev, &f.h, 1, 1, &rng, theta, samples,
                                       2, &err);
            inlay_mem_fail_after(-1);
            if (st == INLAY_OK)
                break;
            n_failed++;
            CHECK(st == INLAY_ENOMEM && err.msg[0] != '\0');
            CHECK(memcmp(theta, f.theta, f.n_theta * sizeof *theta) == 0);
        }
        CHECK(n_failed >= 1 + kind);
    }
    clear(&f);
}
#endif
