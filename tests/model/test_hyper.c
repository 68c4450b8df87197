/*
 * test_hyper.c: the two sets of priors.
 */
#include "gp_reference.h"
#include "model_fixture.h"

#include "model/hyper.h"

/* A real, a category of 3, an integer of 5. */
static const int LEVELS[] = {0, 3, -5};
static const enum inlay_priors SETS[] = {INLAY_PRIORS_INLAY,
                                         INLAY_PRIORS_PAPER};
static const enum inlay_noise NOISES[] = {INLAY_NOISE_AUTO, INLAY_NOISE_NONE,
                                          INLAY_NOISE_YES};

struct fixture {
    struct domain domain;
    struct inlay_metric metric;
    struct inlay_hyper h;
    size_t P;
    double theta[MAX_THETA], grad[MAX_THETA];
};

static void make(struct fixture *f, bool is_per_category,
                 enum inlay_priors priors, enum inlay_noise noise)
{
    inlay_error err = {0};

    domain_init(&f->domain, LEVELS, LEN(LEVELS));
    CHECK_OK(
        inlay_metric_init(&f->metric, &f->domain.enc, is_per_category, &err),
        err);
    CHECK_OK(inlay_hyper_init(&f->h, &f->metric, priors, noise, &err), err);
    f->P = f->metric.n_scales;
    inlay_hyper_start(&f->h, f->theta);
}

static void clear(struct fixture *f)
{
    inlay_hyper_clear(&f->h);
    inlay_metric_clear(&f->metric);
    domain_clear(&f->domain);
}

static double log_prior(struct fixture *f)
{
    return inlay_hyper_log_prior(&f->h, f->theta, f->grad);
}

/* Values of one factor of `paper` up to a constant, and derivatives by θ; rows
 * beyond the bounds of θ have no density. */
static void check_rows(struct fixture *f, size_t place, bool is_log,
                       const struct gp_row *row, size_t n)
{
    double shift = 0.0;
    size_t n_checked = 0;

    for (size_t i = 0; i < n; i++) {
        f->theta[place] = is_log ? log(row[i].x) : row[i].x;
        const double value = log_prior(f);
        if (!inlay_hyper_is_valid(&f->h, f->theta)) {
            CHECK(value == -INFINITY);
            continue;
        }
        if (n_checked++ == 0)
            shift = row[i].want - value;
        CHECK_ABS(value + shift, row[i].want,
                  1e-13 * (1.0 + fabs(row[i].want)));
        CHECK_ABS(f->grad[place], row[i].want_dx * (is_log ? row[i].x : 1.0),
                  1e-12 * (1.0 + fabs(f->grad[place])));
    }
    CHECK(n_checked >= 4);
}

TEST(the_papers_priors_agree_with_50_digit_values) /* gp_reference.py */
{
    struct fixture f;

    make(&f, false, INLAY_PRIORS_PAPER, INLAY_NOISE_YES);
    for (size_t p = 0; p < f.P; p++) {
        check_rows(&f, p, true, gp_prior_ls, LEN(gp_prior_ls));
        inlay_hyper_start(&f.h, f.theta);
    }
    check_rows(&f, inlay_theta_mean(f.P), false, gp_prior_mean,
               LEN(gp_prior_mean));
    inlay_hyper_start(&f.h, f.theta);
    check_rows(&f, inlay_theta_noise(f.P), true, gp_prior_noise,
               LEN(gp_prior_noise));
    clear(&f);

    /* without noise the amplitude is not bound to it */
    make(&f, false, INLAY_PRIORS_PAPER, INLAY_NOISE_NONE);
    check_rows(&f, inlay_theta_amp(f.P), true, gp_prior_amp, LEN(gp_prior_amp));
    clear(&f);
}

/* A θ somewhere in the support. */
static void random_theta(struct fixture *f, struct inlay_rng *rng)
{
    do {
        inlay_hyper_start(&f->h, f->theta);
        for (size_t k = 0; k < f->h.n_active; k++)
            f->theta[inlay_hyper_place(&f->h, k)] +=
                1.5 * inlay_rng_normal(rng);
    } while (!isfinite(log_prior(f)));
}

TEST(gradients_are_central_differences)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    const double h = 1e-6;

    for (size_t s = 0; s < LEN(SETS); s++)
        for (size_t n = 0; n < LEN(NOISES); n++) {
            struct fixture f;
            make(&f, n == 1, SETS[s], NOISES[n]);
            for (int rep = 0; rep < 50; rep++) {
                double grad[MAX_THETA];
                random_theta(&f, &rng);
                memcpy(grad, f.grad, sizeof grad);
                for (size_t k = 0; k < f.h.n_active; k++) {
                    const size_t at = inlay_hyper_place(&f.h, k);
                    const double x = f.theta[at];
                    f.theta[at] = x + h;
                    const double up = log_prior(&f);
                    f.theta[at] = x - h;
                    const double down = log_prior(&f);
                    f.theta[at] = x;
                    if (!isfinite(up) || !isfinite(down))
                        continue; /* at the edge */
                    const double diff = (up - down) / (2.0 * h);
                    CHECK_ABS(grad[at], diff,
                              1e-6 * (1.0 + fabs(diff)) * (1.0 + fabs(up)));
                }
            }
            clear(&f);
        }
}

/* Set `inlay`, in closed form. */
TEST(the_own_priors_are_normal_in_the_logs)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(2);

    make(&f, false, INLAY_PRIORS_INLAY, INLAY_NOISE_YES);
    inlay_hyper_start(&f.h, f.theta);
    CHECK_REL(f.theta[inlay_theta_noise(f.P)], -3.0, 1e-15);
    CHECK_ABS(log_prior(&f), 0.0, 1e-15); /* the start is the mode */
    for (int rep = 0; rep < 100; rep++) {
        random_theta(&f, &rng);
        const double amp = f.theta[inlay_theta_amp(f.P)];
        const double mean = f.theta[inlay_theta_mean(f.P)];
        const double ratio = f.theta[inlay_theta_noise(f.P)] - amp;
        double want =
            -0.5 * (amp * amp + mean * mean + pow((ratio + 3.0) / 1.5, 2.0));
        for (size_t p = 0; p < f.P; p++)
            want -= 0.5 * pow((f.theta[p] - f.h.log_center[p]) / 1.2, 2.0);
        CHECK_ABS(log_prior(&f), want, 1e-12 * (1.0 + fabs(want)));
    }
    clear(&f);
}

/* E w d = E d / l² is the same for each axis at the center of the prior, and
 * their sum the same for any number of them. */
TEST(each_axis_is_expected_to_matter_alike)
{
    struct fixture f;
    double total = 0.0;

    make(&f, false, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO);
    for (size_t p = 0; p < f.P; p++) {
        const double share = inlay_metric_mean_square(&f.metric, p) *
                             exp(-2.0 * f.h.log_center[p]);
        CHECK_REL(share * (double)f.domain.enc.dim, 4.0 / 6.0, 1e-14);
        total += share;
    }
    CHECK_REL(total, 4.0 / 6.0, 1e-14);
    clear(&f);
}

/* The unit of y is no information: amplitude and noise scaled alike differ by
 * the amplitude's prior alone. */
TEST(own_priors_see_the_noise_relative_to_the_amplitude)
{
    for (size_t n = 0; n < LEN(NOISES); n += 2) {
        struct fixture f;
        make(&f, false, INLAY_PRIORS_INLAY, NOISES[n]);
        const double before = log_prior(&f);
        f.theta[inlay_theta_amp(f.P)] += 0.75;
        f.theta[inlay_theta_noise(f.P)] += 0.75;
        CHECK_ABS(log_prior(&f), before - 0.5 * 0.75 * 0.75, 1e-13);
        clear(&f);
    }
}

TEST(auto_noise_expects_either_little_or_some)
{
    struct fixture f;
    double at[3];
    static const double ratio[] = {1e-6, 1e-4, 1e-2};

    make(&f, false, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO);
    for (size_t i = 0; i < 3; i++) {
        f.theta[inlay_theta_noise(f.P)] = log(ratio[i]);
        at[i] = log_prior(&f);
    }
    CHECK(at[0] > at[1] + 1.0 && at[2] > at[1] + 1.0);
    /* shares of 0.9 and 0.1, and widths of 1 and 1.5 */
    CHECK_ABS(at[0] - at[2], log(9.0 * 1.5), 1e-3);
    clear(&f);
}

/* Counts of draws against the density, between the two centers and around. */
TEST(ratios_are_drawn_from_both_modes_alike)
{
    enum { N = 40000, N_BINS = 40 };
    const double lo = log(1e-8), width = (log(10.0) - lo) / N_BINS;
    struct inlay_rng rng = inlay_rng_seed(5);
    size_t count[N_BINS] = {0}, n_quiet = 0;
    double want[N_BINS], sum = 0;

    for (size_t i = 0; i < N; i++) {
        const double x = inlay_hyper_draw_ratio(&rng);
        n_quiet += x < log(1e-4);
        if (x >= lo && x < lo + width * N_BINS)
            count[(size_t)((x - lo) / width)]++;
    }
    CHECK_ABS((double)n_quiet / N, 0.5, 0.012);
    for (size_t k = 0; k < N_BINS; k++) {
        want[k] =
            exp(inlay_hyper_ratio_density(lo + ((double)k + 0.5) * width));
        sum += want[k];
    }
    for (size_t k = 0; k < N_BINS; k++) {
        const double p = want[k] / sum;
        CHECK_ABS((double)count[k] / N, p, 4 * sqrt(p / N) + 0.02 * p + 1e-4);
    }
}

TEST(starts_are_possible)
{
    for (size_t s = 0; s < LEN(SETS); s++)
        for (size_t n = 0; n < LEN(NOISES); n++) {
            struct fixture f;
            make(&f, false, SETS[s], NOISES[n]);
            CHECK(inlay_hyper_is_valid(&f.h, f.theta));
            CHECK(isfinite(log_prior(&f)));
            CHECK(isfinite(f.theta[inlay_theta_noise(f.P)]) ==
                  (NOISES[n] != INLAY_NOISE_NONE));
            clear(&f);
        }
}

TEST(places_are_all_of_theta_but_a_noise_that_is_fixed)
{
    for (size_t n = 0; n < LEN(NOISES); n++) {
        struct fixture f;
        bool is_there[MAX_THETA] = {false};
        make(&f, true, INLAY_PRIORS_INLAY, NOISES[n]);
        for (size_t k = 0; k < f.h.n_active; k++) {
            const size_t at = inlay_hyper_place(&f.h, k);
            CHECK(at < inlay_theta_n(f.P) && !is_there[at]);
            is_there[at] = true;
        }
        for (size_t k = 0; k < inlay_theta_n(f.P); k++)
            CHECK(is_there[k] == (NOISES[n] != INLAY_NOISE_NONE ||
                                  k != inlay_theta_noise(f.P)));
        clear(&f);
    }
}

TEST(coordinates_go_there_and_back)
{
    struct inlay_rng rng = inlay_rng_seed(3);

    for (size_t s = 0; s < LEN(SETS); s++) {
        struct fixture f;
        make(&f, true, SETS[s], INLAY_NOISE_YES);
        const size_t mean = inlay_theta_mean(f.P);
        for (int rep = 0; rep < 50; rep++) {
            random_theta(&f, &rng);
            for (size_t at = 0; at < inlay_theta_n(f.P); at++) {
                const double x =
                    inlay_hyper_to_coordinate(&f.h, at, f.theta[at]);
                const bool is_natural = s == 1 && at != mean;
                CHECK_REL(x, is_natural ? exp(f.theta[at]) : f.theta[at],
                          1e-15);
                CHECK_ABS(inlay_hyper_from_coordinate(&f.h, at, x), f.theta[at],
                          1e-14 * (1.0 + fabs(f.theta[at])));
            }
        }
        clear(&f);
    }
}

TEST(a_coordinate_below_0_is_no_theta_of_the_paper)
{
    struct fixture f;

    make(&f, false, INLAY_PRIORS_PAPER, INLAY_NOISE_YES);
    for (size_t at = 0; at < inlay_theta_n(f.P); at++) {
        if (at == inlay_theta_mean(f.P))
            continue;
        for (double x = 0.0; x >= -1.0; x -= 0.5) {
            inlay_hyper_start(&f.h, f.theta);
            f.theta[at] = inlay_hyper_from_coordinate(&f.h, at, x);
            CHECK(f.theta[at] == -INFINITY);
            CHECK(!inlay_hyper_is_valid(&f.h, f.theta));
            CHECK(log_prior(&f) == -INFINITY);
        }
    }
    clear(&f);
}

TEST(outside_the_support_there_is_no_density)
{
    static const double off[] = {NAN, INFINITY, -INFINITY, 40.0, -40.0};

    for (size_t s = 0; s < LEN(SETS); s++) {
        struct fixture f;
        make(&f, false, SETS[s], INLAY_NOISE_AUTO);
        for (size_t at = 0; at < inlay_theta_n(f.P); at++)
            for (size_t i = 0; i < LEN(off); i++) {
                inlay_hyper_start(&f.h, f.theta);
                f.theta[at] = off[i];
                CHECK(!inlay_hyper_is_valid(&f.h, f.theta));
                CHECK(log_prior(&f) == -INFINITY);
                for (size_t k = 0; k < inlay_theta_n(f.P); k++)
                    CHECK(f.grad[k] == 0.0);
            }
        clear(&f);
    }
}

TEST(a_length_scale_of_5_ends_the_papers_support)
{
    struct fixture f;

    make(&f, false, INLAY_PRIORS_PAPER, INLAY_NOISE_NONE);
    f.theta[0] = log(4.9999999);
    CHECK(isfinite(log_prior(&f)));
    f.theta[0] = log(5.0000001);
    CHECK(log_prior(&f) == -INFINITY);
    clear(&f);
}

/* The corners of the box, but that noise and amplitude are bound together. */
TEST(bounds_of_a_search_are_the_support)
{
    for (size_t s = 0; s < LEN(SETS); s++) {
        struct fixture f;
        double lo[MAX_THETA], hi[MAX_THETA];
        make(&f, false, SETS[s], INLAY_NOISE_NONE);
        inlay_hyper_bounds(&f.h, lo, hi);
        for (size_t k = 0; k < f.h.n_active; k++) {
            const size_t at = inlay_hyper_place(&f.h, k);
            CHECK(lo[at] < f.theta[at] && f.theta[at] < hi[at]);
            for (int end = 0; end < 2; end++) {
                inlay_hyper_start(&f.h, f.theta);
                f.theta[at] = end ? hi[at] : lo[at];
                CHECK(isfinite(log_prior(&f)));
                f.theta[at] += end ? 1e-6 : -1e-6;
                CHECK(log_prior(&f) == -INFINITY);
            }
            inlay_hyper_start(&f.h, f.theta);
        }
        clear(&f);
    }
}

#ifdef INLAY_FAILING_MEM
TEST(priors_without_memory_say_so)
{
    struct fixture f;
    struct inlay_hyper h = {.n_scales = 77};
    inlay_error err = {0};

    make(&f, false, INLAY_PRIORS_INLAY, INLAY_NOISE_AUTO);
    inlay_mem_fail_after(0);
    const inlay_status st = inlay_hyper_init(&h, &f.metric, INLAY_PRIORS_INLAY,
                                             INLAY_NOISE_AUTO, &err);
    inlay_mem_fail_after(-1);
    CHECK_FAILS(st, INLAY_ENOMEM, err,
                "out of memory for the priors of a model");
    CHECK(h.n_scales == 77);
    clear(&f);
}
#endif
