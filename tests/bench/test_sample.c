/*
 * test_sample.c: errors and p values of known samples.
 */
#include "check.h"

#include "base/rng.h"
#include "base/special.h"
#include "support/sample.h"

enum { N = 100 };

static void fill(double *v, double mean, double sd)
{
    struct inlay_rng rng = inlay_rng_seed(7);
    for (size_t i = 0; i < N; i++)
        v[i] = mean + sd * inlay_rng_normal(&rng);
}

TEST(quantiles_lie_on_lines_between_the_numbers)
{
    double v[] = {4.0, 1.0, 3.0, 2.0};
    CHECK(sample_quantile(v, 4, 0.0) == 1.0 &&
          sample_quantile(v, 4, 1.0) == 4.0);
    CHECK_ABS(sample_quantile(v, 4, 0.5), 2.5, 1e-15);
    CHECK_ABS(sample_quantile(v, 4, 0.9), 3.7, 1e-15);
    CHECK(sample_quantile(v, 1, 0.9) == 1.0);
}

/* That of all resamples is sqrt(Σ (v − mean)²)/n; 200 of them estimate it with
 * a relative standard error of 1/sqrt(2 · 199) = 0.05. */
TEST(the_bootstrap_estimates_the_error_of_the_mean)
{
    double v[N], squares = 0.0;
    fill(v, 3.0, 2.0);
    const double mean = sample_mean(v, N);
    for (size_t i = 0; i < N; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    CHECK_ABS(mean, 3.0, 4.0 * 2.0 / sqrt(N));
    CHECK_REL(sample_bootstrap(v, N), sqrt(squares) / N, 4 * 0.05);
}

TEST(the_bootstrap_follows_scale_and_ignores_shift)
{
    double v[N], w[N];
    fill(v, 0.0, 1.0);
    for (size_t i = 0; i < N; i++)
        w[i] = 5.0 - 3.0 * v[i];
    CHECK_REL(sample_bootstrap(w, N), 3.0 * sample_bootstrap(v, N), 1e-10);
    for (size_t i = 0; i < N; i++)
        w[i] = 0.25;
    CHECK(sample_mean(w, N) == 0.25);
    CHECK(sample_bootstrap(w, N) == 0.0);
}

/* All of one sign: 2 of the 2^10 choices of signs. */
TEST(ten_gains_of_ten_are_significant)
{
    double gains[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    double losses[] = {-10, -9, -8, -7, -6, -5, -4, -3, -2, -1};
    const struct sample_test up = sample_wilcoxon(gains, LEN(gains));
    const struct sample_test down = sample_wilcoxon(losses, LEN(losses));
    CHECK_REL(up.p, 2.0 / 1024.0, 1e-12);
    CHECK_REL(down.p, 2.0 / 1024.0, 1e-12);
    CHECK(up.sign == 1 && down.sign == -1 && up.n_not == 10);
}

/* Four equal ranks: three of a sign, or four, are 10 of 16 choices. */
TEST(ties_share_a_rank_and_zeros_are_left_out)
{
    double d[] = {0, 1, 1, 0, -1, 1};
    double zeros[] = {0, 0, 0};
    const struct sample_test t = sample_wilcoxon(d, LEN(d));
    CHECK_REL(t.p, 10.0 / 16.0, 1e-12);
    CHECK(t.sign == 1 && t.n_not == 4);
    const struct sample_test none = sample_wilcoxon(zeros, LEN(zeros));
    CHECK(none.p == 1.0 && none.sign == 0 && none.n_not == 0);
}

/* 1 + 2 - 3: every sum is as far from 0. */
TEST(a_sum_of_zero_says_nothing)
{
    double d[] = {1, 2, -3};
    const struct sample_test t = sample_wilcoxon(d, LEN(d));
    CHECK(t.p == 1.0 && t.sign == 0);
}

/* The approximation and the exact law meet where one takes over from the other:
 * 26 differences against the same 25 and one that decides little. */
TEST(the_approximation_is_near_the_exact_law)
{
    double many[26], few[25];
    for (size_t i = 0; i < 26; i++)
        many[i] = (i % 3 ? 1.0 : -1.0) * (double)(i + 1);
    for (size_t i = 0; i < 25; i++)
        few[i] = many[i + 1];
    const double p_many = sample_wilcoxon(many, 26).p;
    const double p_few = sample_wilcoxon(few, 25).p;
    CHECK_REL(p_many, p_few, 0.15);
}

/* To first order log10 of the mean has the relative error of the mean. */
TEST(the_error_of_a_log_is_the_relative_error)
{
    double v[N];
    fill(v, 100.0, 2.0);
    CHECK_REL(sample_bootstrap_log10(v, N, 1),
              sample_bootstrap(v, N) / sample_mean(v, N) / log(10.0), 1e-3);
}

/* Columns that are multiples of one another have logs that differ by constants,
 * so their average has the error of one; a constant column halves it. */
TEST(the_error_of_an_average_of_logs_is_of_whole_rows)
{
    double v[N], multiples[N][2], half[N][2];
    fill(v, 100.0, 2.0);
    for (size_t i = 0; i < N; i++) {
        multiples[i][0] = half[i][0] = v[i];
        multiples[i][1] = 1e-3 * v[i];
        half[i][1] = 5.0;
    }
    const double one = sample_bootstrap_log10(v, N, 1);
    CHECK_REL(sample_bootstrap_log10(&multiples[0][0], N, 2), one, 1e-9);
    CHECK_REL(sample_bootstrap_log10(&half[0][0], N, 2), 0.5 * one, 1e-9);
}

static struct sample_ratio ratio_of(const double *a, const double *b)
{
    return sample_ratio((struct sample_pairs){a, b, N}, NULL);
}

/* A ratio to a constant has the error of the log; what moves together has none. */
TEST(the_error_of_a_ratio_is_that_of_pairs)
{
    double v[N], five[N], triple[N];
    fill(v, 100.0, 2.0);
    for (size_t i = 0; i < N; i++) {
        five[i] = 5.0;
        triple[i] = 3.0 * v[i];
    }
    const double one = sample_bootstrap_log10(v, N, 1);
    CHECK_REL(ratio_of(v, five).error, one, 0.25); /* other resamples */
    CHECK_REL(ratio_of(v, five).log_ratio, log10(sample_mean(v, N) / 5.0),
              1e-12);
    CHECK(ratio_of(v, triple).error < 1e-12);
    CHECK_REL(ratio_of(v, triple).log_ratio, -log10(3.0), 1e-12);
    CHECK(ratio_of(v, triple).p < 1e-3);
    CHECK(ratio_of(v, v).p == 1.0);
}

/* Where the bootstrap is nearly normal, p is that of mean / error. */
TEST(the_p_of_a_ratio_is_near_the_normal_one)
{
    double a[N], b[N];
    fill(a, 100.0, 2.0);
    fill(b, 100.3, 2.0);
    for (size_t i = 0; i < N / 2; i++) { /* no longer the same order */
        const double t = b[i];
        b[i] = b[N - 1 - i];
        b[N - 1 - i] = t;
    }
    const struct sample_ratio r = ratio_of(a, b);
    const double z = fabs(r.log_ratio) / r.error;
    CHECK(z > 0.2 && z < 4.0);
    CHECK_ABS(r.p, erfc(z / sqrt(2.0)), 0.08);
}

/* Two samples are resampled by themselves: errors add up as squares, even where
 * both have the same numbers; what has no error adds none. */
TEST(the_ratios_of_two_samples_are_compared)
{
    double v[N], five[N], triple[N];
    fill(v, 100.0, 2.0);
    for (size_t i = 0; i < N; i++) {
        five[i] = 5.0;
        triple[i] = 3.0 * v[i];
    }
    const struct sample_pairs noisy = {v, five, N}, same = {v, v, N},
                              third = {v, triple, N};
    const struct sample_ratio alone = sample_ratio(noisy, NULL),
                              twice = sample_ratio(noisy, &noisy),
                              more = sample_ratio(same, &third);
    CHECK(twice.log_ratio == 0.0 && twice.p > 0.8);
    CHECK_REL(twice.error, sqrt(2.0) * alone.error, 0.25);
    CHECK_REL(sample_ratio(noisy, &same).log_ratio, alone.log_ratio, 1e-12);
    CHECK_REL(more.log_ratio, log10(3.0), 1e-12);
    CHECK(more.error < 1e-12 && more.p < 1e-3);
}

/* Of 1 2 3 | 4 5 6 the sum of ranks is 6 of a mean of 10.5, variance 5.25; with ties
 * 1 2 2 | 2 3 3 the ranks are 1 3 3 | 3 5.5 5.5, variance 3·3/12·(7 − 30/30). */
TEST(the_rank_sum_test_of_small_samples)
{
    const double a[] = {3, 1, 2}, b[] = {4, 6, 5};
    struct sample_test t = sample_rank_sum(a, 3, b, 3);
    CHECK(t.sign == -1);
    CHECK_REL(t.p, erfc(4.5 / sqrt(5.25) / sqrt(2.0)), 1e-9);
    CHECK_REL(sample_rank_sum(b, 3, a, 3).p, t.p, 1e-12);
    CHECK(sample_rank_sum(b, 3, a, 3).sign == 1);
    const double c[] = {1, 2, 2}, d[] = {2, 3, 3};
    t = sample_rank_sum(c, 3, d, 3);
    CHECK_REL(t.p, erfc(3.5 / sqrt(0.75 * 6.0) / sqrt(2.0)), 1e-9);
    t = sample_rank_sum(c + 1, 2, c + 1, 2);
    CHECK(t.p == 1.0 && t.sign == 0);
}

TEST(holm_multiplies_by_the_number_of_those_left)
{
    double p[] = {0.01, 0.04, 0.03, 0.005};
    const double want[] = {0.03, 0.06, 0.06, 0.02};
    sample_holm(p, LEN(p));
    for (size_t i = 0; i < LEN(p); i++)
        CHECK_REL(p[i], want[i], 1e-12);
    double large[] = {0.9, 0.8, 0.0};
    sample_holm(large, LEN(large));
    CHECK(large[0] == 1.0 && large[1] == 1.0 && large[2] == 0.0);
}
