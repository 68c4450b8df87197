/*
 * sample.h: what n independent runs, or the differences of n pairs of them, say
 * about their mean.
 */
#ifndef INLAY_BENCH_SAMPLE_H
#define INLAY_BENCH_SAMPLE_H

#include <stddef.h>

/* Of n >= 1 numbers. */
double sample_mean(const double *v, size_t n);

/* Of n >= 1 numbers, which are sorted by it; between two of them by a line. */
double sample_quantile(double *v, size_t n, double q);

/* Standard error of the mean: the deviation of the means of 200 resamples, the
 * same ones in every call with this n. */
double sample_bootstrap(const double *v, size_t n);

/* The same of log10 of the mean of positive numbers; with more than one column
 * (v is n×width, by rows) of its average over the columns. */
double sample_bootstrap_log10(const double *v, size_t n, size_t width);

/* Positive numbers that were met in pairs. */
struct sample_pairs {
    const double *a, *b;
    size_t n;
};

/* The mean of a over the mean of b: log10 of it, its error as above, and the
 * two-sided p of a ratio of 1, from how many of 10,000 resamples are on the other
 * side of it.  With `other` (may be NULL) all of it of log10 less that of the other
 * pairs, which are resampled by themselves. */
struct sample_ratio {
    double log_ratio, error, p;
};
struct sample_ratio sample_ratio(struct sample_pairs one,
                                 const struct sample_pairs *other);

/* Wilcoxon's signed-rank test of differences d, which are spoiled.  Ties share a
 * rank, differences of zero are left out; with 25 or fewer others p is exact, with
 * more it is the normal approximation's. */
struct sample_test {
    double p;     /* two-sided */
    int sign;     /* of the sum of signed ranks */
    size_t n_not; /* differences that are not zero; 0 without pairs */
};
struct sample_test sample_wilcoxon(double *d, size_t n);

/* The rank-sum test of two samples that are not in pairs; its p is the normal
 * approximation's, corrected for ties. */
struct sample_test sample_rank_sum(const double *a, size_t n, const double *b,
                                   size_t m);

/* Holm's adjustment of n p-values for their number, in place. */
void sample_holm(double *p, size_t n);

#endif
