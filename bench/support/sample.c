/*
 * sample.c: the bootstrap of a mean, and Wilcoxon's signed-rank test.
 */
#include "support/sample.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/special.h"

enum { N_RESAMPLES = 200, SEED = 200 };

double sample_mean(const double *v, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    return sum / (double)n;
}

/* The mean of n numbers drawn from v with replacement. */
static double resampled_mean(const double *v, size_t n, struct inlay_rng *rng)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += v[inlay_rng_below(rng, n)];
    return sum / (double)n;
}

/* The means of N_RESAMPLES resamples. */
static void resample(const double *v, size_t n, double *mean)
{
    struct inlay_rng rng = inlay_rng_seed(SEED);
    for (size_t r = 0; r < N_RESAMPLES; r++)
        mean[r] = resampled_mean(v, n, &rng);
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
    resample(v, n, mean);
    return deviation(mean, N_RESAMPLES);
}

double sample_bootstrap_log10(const double *v, size_t n)
{
    double mean[N_RESAMPLES];
    resample(v, n, mean);
    for (size_t r = 0; r < N_RESAMPLES; r++)
        mean[r] = log10(mean[r]);
    return deviation(mean, N_RESAMPLES);
}

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

double sample_wilcoxon(double *d, size_t n)
{
    double plus = 0.0, ties = 0.0;
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (d[i] != 0.0)
            d[m++] = d[i];
    qsort(d, m, sizeof *d, by_size);
    for (size_t i = 0; i < m;) {
        size_t j = i;
        while (j < m && fabs(d[j]) == fabs(d[i]))
            j++;
        const double t = (double)(j - i);
        ties += t * t * t - t;
        for (size_t k = i; k < j; k++)
            plus += d[k] > 0.0 ? 0.5 * (double)(i + j + 1) : 0.0;
        i = j;
    }
    const double N = (double)m, mean = N * (N + 1) / 4.0;
    const double var = N * (N + 1) * (2 * N + 1) / 24.0 - ties / 48.0;
    return m ? 2.0 * inlay_norm_cdf(-fabs(plus - mean) / sqrt(var)) : 1.0;
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
