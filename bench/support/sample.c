/*
 * sample.c: the bootstrap of a mean, and Wilcoxon's signed-rank test.
 */
#include "support/sample.h"

#include <math.h>
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
    const double centre = sample_mean(v, n);
    double squares = 0.0;
    for (size_t i = 0; i < n; i++)
        squares += (v[i] - centre) * (v[i] - centre);
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

/* Both are resampled by the same rows. */
double sample_bootstrap_ratio(const double *a, const double *b, size_t n)
{
    double of_a[N_RESAMPLES], of_b[N_RESAMPLES];
    resample(a, n, 1, of_a);
    resample(b, n, 1, of_b);
    for (size_t r = 0; r < N_RESAMPLES; r++)
        of_a[r] = log10(of_a[r] / of_b[r]);
    return deviation(of_a, N_RESAMPLES);
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
