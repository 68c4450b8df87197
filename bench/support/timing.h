/*
 * timing.h: what a time is compared with, and how times are summarized.
 *
 * Only ratios travel from one machine to another, so the bare LAPACK call that
 * a fit cannot do without is timed in the same run, between the things measured.
 */
#ifndef INLAY_BENCH_TIMING_H
#define INLAY_BENCH_TIMING_H

#include <stddef.h>

/* The median of n >= 1 numbers, which are sorted. */
double timing_median(double *v, size_t n);

/* The slope of the least-squares line through (log x, log y): y ~ x^slope. */
double timing_exponent(const double *x, const double *y, size_t n);

/* A covariance matrix like those of a fit, to be factored again and again. */
struct potrf {
    size_t room;
    double *K; /* room×room: positive definite, and so are its leading blocks */
    double *work; /* what a call spoils */
};

/* Exits the program with a message if there is no memory. */
struct potrf potrf_make(size_t room);
void potrf_clear(struct potrf *p);

/* Seconds of `count` bare calls of dpotrf with the leading n×n block, n <= room;
 * copying the block back before each is not counted. */
double potrf_seconds(const struct potrf *p, size_t n, size_t count);

#endif
