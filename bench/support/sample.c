/*
 * sample.c: the bootstrap of means and their ratio, Wilcoxon's two tests, Holm's
 * adjustment.
 */
#include "support/sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/special.h"

enum { N_RESAMPLES = 200, SEED = 200, EXACT = 25 };

double sample_mean(const double *v, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    return sum / (double)n;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double sample_quantile(double *v, size_t n, double q)
{
    qsort(v, n, sizeof *v, ascending);
    const double at = q * (double)(n - 1);
    const size_t i = (size_t)at;
    return i + 1 < n ? v[i] + (at - (double)i) * (v[i + 1] - v[i]) : v[n - 1];
}

/* The mean of n numbers, step apart, drawn from v with replacement. */
static double resampled_mean(const double *v, size_t n, size_t step,
                             struct inlay_rng *rng)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += v[step * inlay_rng_below(rng, n)];
    return sum / (double)n;
}

/* The means of N_RESAMPLES resamples. */
static void resample(const double *v, size_t n, size_t step, double *mean)
{
    struct inlay_rng rng = inlay_rng_seed(SEED);
    for (size_t r = 0; r < N_RESAMPLES; r++)
        mean[r] = resampled_mean(v, n, step, &rng);
}

static double deviation(const double *v, size_t n)
{
    const double center = sample_mean(v, n);
    double squares = 0.0;
    for (size_t i = 0; i < n; i++)
        squares += (v[i] - center) * (v[i] - center);
    return sqrt(squares / (double)(n - 1));
}

double sample_bootstrap(const double *v, size_t n)
{
    double mean[N_RESAMPLES];
    resample(v, n, 1, mean);
    return deviation(mean, N_RESAMPLES);
}

/* Every column is resampled by the same rows. */
double sample_bootstrap_log10(const double *v, size_t n, size_t width)
{
    double mean[N_RESAMPLES], average[N_RESAMPLES] = {0.0};
    for (size_t j = 0; j < width; j++) {
        resample(v + j, n, width, mean);
        for (size_t r = 0; r < N_RESAMPLES; r++)
            average[r] += log10(mean[r]) / (double)width;
    }
    return deviation(average, N_RESAMPLES);
}

static double log_ratio_of(const struct sample_pairs *s)
{
    return log10(sample_mean(s->a, s->n) / sample_mean(s->b, s->n));
}

/* The same of n pairs drawn with replacement. */
static double resampled_ratio(const struct sample_pairs *s,
                              struct inlay_rng *rng)
{
    double of_a = 0.0, of_b = 0.0;
    for (size_t i = 0; i < s->n; i++) {
        const size_t at = inlay_rng_below(rng, s->n);
        of_a += s->a[at];
        of_b += s->b[at];
    }
    return log10(of_a / of_b);
}

struct sample_ratio sample_ratio(struct sample_pairs one,
                                 const struct sample_pairs *other)
{
    enum { N_TESTS = 10000 };
    struct inlay_rng rng = inlay_rng_seed(SEED);
    double v[N_RESAMPLES];
    size_t n_below = 0, n_above = 0;
    for (size_t r = 0; r < N_TESTS; r++) {
        double ratio = resampled_ratio(&one, &rng);
        if (other)
            ratio -= resampled_ratio(other, &rng);
        n_below += ratio <= 0.0;
        n_above += ratio >= 0.0;
        if (r < N_RESAMPLES)
            v[r] = ratio;
    }
    const size_t n_least = n_below < n_above ? n_below : n_above;
    return (struct sample_ratio){
        .log_ratio = log_ratio_of(&one) - (other ? log_ratio_of(other) : 0.0),
        .error = deviation(v, N_RESAMPLES),
        .p = fmin(1.0, 2.0 * (double)(n_least + 1) / (N_TESTS + 1)),
    };
}

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* The n differences that are not 0, by size, and their ranks times 2 (ties share
 * one), negative where the difference is.  Returns how many there are. */
static size_t signed_ranks(double *d, size_t n, long *rank)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (d[i] != 0.0)
            d[m++] = d[i];
    qsort(d, m, sizeof *d, by_size);
    for (size_t i = 0; i < m;) {
        size_t j = i;
        while (j < m && fabs(d[j]) == fabs(d[i]))
            j++;
        for (size_t k = i; k < j; k++)
            rank[k] = d[k] > 0.0 ? (long)(i + j + 1) : -(long)(i + j + 1);
        i = j;
    }
    return m;
}

/* P(|W| >= |w|) where W is the sum of m ranks with random signs: all 2^m of them,
 * by their sums. */
static double exact_p(const long *rank, size_t m, long w)
{
    enum { MOST = EXACT * (EXACT + 1) };
    double ways[2 * MOST + 1] = {0.0}, tail = 0.0;
    ways[MOST] = 1.0;
    for (size_t k = 0; k < m; k++) {
        const long r = labs(rank[k]);
        double next[2 * MOST + 1] = {0.0};
        for (long s = -MOST + r; s <= MOST - r; s++) {
            next[MOST + s + r] += 0.5 * ways[MOST + s];
            next[MOST + s - r] += 0.5 * ways[MOST + s];
        }
        memcpy(ways, next, sizeof ways);
    }
    for (long s = -MOST; s <= MOST; s++)
        tail += labs(s) >= labs(w) ? ways[MOST + s] : 0.0;
    return fmin(tail, 1.0);
}

struct sample_test sample_wilcoxon(double *d, size_t n)
{
    long *rank = calloc(n ? n : 1, sizeof *rank), w = 0;
    double squares = 0.0;
    if (!rank) {
        fputs("sample: out of memory\n", stderr);
        exit(1);
    }
    const size_t m = signed_ranks(d, n, rank);
    for (size_t k = 0; k < m; k++) {
        w += rank[k];
        squares += (double)rank[k] * (double)rank[k]; /* the variance of w */
    }
    const double p =
        m == 0       ? 1.0
        : m <= EXACT ? exact_p(rank, m, w)
                     : 2.0 * inlay_norm_cdf(-fabs((double)w) / sqrt(squares));
    free(rank);
    return (struct sample_test){p, (w > 0) - (w < 0), m};
}

struct marked {
    double value;
    bool is_first; /* of the first sample */
};

static int by_value(const void *a, const void *b)
{
    const double x = ((const struct marked *)a)->value;
    const double y = ((const struct marked *)b)->value;
    return (x > y) - (x < y);
}

struct sample_test sample_rank_sum(const double *a, size_t n, const double *b,
                                   size_t m)
{
    const size_t N = n + m;
    struct marked *all = calloc(N ? N : 1, sizeof *all);
    double sum = 0.0, ties = 0.0; /* of ranks of a, of t³ − t */
    if (!all) {
        fputs("sample: out of memory\n", stderr);
        exit(1);
    }
    for (size_t i = 0; i < N; i++)
        all[i] = (struct marked){i < n ? a[i] : b[i - n], i < n};
    qsort(all, N, sizeof *all, by_value);
    for (size_t i = 0, j; i < N; i = j) {
        for (j = i; j < N && all[j].value == all[i].value; j++)
            ;
        const double t = (double)(j - i);
        for (size_t k = i; k < j; k++)
            sum += all[k].is_first ? 0.5 * (double)(i + j + 1) : 0.0;
        ties += t * t * t - t;
    }
    free(all);
    const double excess = sum - 0.5 * (double)n * (double)(N + 1);
    const double var = (double)n * (double)m / 12.0 *
                       ((double)(N + 1) - ties / ((double)N * (double)(N - 1)));
    const double p =
        var > 0.0 ? 2.0 * inlay_norm_cdf(-fabs(excess) / sqrt(var)) : 1.0;
    return (struct sample_test){p, (excess > 0.0) - (excess < 0.0), 0};
}

void sample_holm(double *p, size_t n)
{
    double worst = 0.0;
    for (size_t step = 0; step < n; step++) {
        /* The smallest that is not adjusted yet; adjusted ones are negative. */
        size_t at = n;
        for (size_t i = 0; i < n; i++)
            if (p[i] >= 0.0 && (at == n || p[i] < p[at]))
                at = i;
        worst = fmax(worst, fmin(1.0, (double)(n - step) * p[at]));
        p[at] = -1.0 - worst;
    }
    for (size_t i = 0; i < n; i++)
        p[i] = -1.0 - p[i];
}
