/*
 * timing.c: medians, exponents, and the time of a bare dpotrf.
 */
#include "support/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"

/* Fortran's, as in base/linalg.c: bare means without our checks around it. */
void dpotrf_(const char *uplo, const int *n, double *A, const int *lda,
             int *info);

/* Of the points behind the matrix: enough for entries of all sizes. */
enum { DIM = 8 };

static const double NUGGET = 1e-4; /* on the diagonal: as of a little noise */

static void quit(const char *what)
{
    fprintf(stderr, "timing: %s\n", what);
    exit(1);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double timing_median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, by_size);
    return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

double timing_exponent(const double *x, const double *y, size_t n)
{
    double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
    for (size_t i = 0; i < n; i++) {
        mean_x += log(x[i]) / (double)n;
        mean_y += log(y[i]) / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        const double dx = log(x[i]) - mean_x;
        xx += dx * dx;
        xy += dx * (log(y[i]) - mean_y);
    }
    return xy / xx;
}

static double covariance(const double *a, const double *b)
{
    double r2 = 0.0;
    for (size_t k = 0; k < DIM; k++)
        r2 += (a[k] - b[k]) * (a[k] - b[k]);
    return exp(-sqrt(r2));
}

struct potrf potrf_make(size_t room)
{
    struct potrf p = {room, inlay_mem_doubles(room * room),
                      inlay_mem_doubles(room * room)};
    struct inlay_rng rng = inlay_rng_seed(11);
    double *Z = inlay_mem_doubles(room * DIM);
    if (!p.K || !p.work || !Z)
        quit("out of memory");
    for (size_t i = 0; i < room * DIM; i++)
        Z[i] = inlay_rng_uniform(&rng);
    for (size_t j = 0; j < room; j++)
        for (size_t i = j; i < room; i++)
            p.K[j * room + i] =
                covariance(Z + i * DIM, Z + j * DIM) + (i == j ? NUGGET : 0.0);
    inlay_mem_free(Z);
    return p;
}

void potrf_clear(struct potrf *p)
{
    inlay_mem_free(p->K);
    inlay_mem_free(p->work);
}

static void restore(const struct potrf *p, size_t n)
{
    for (size_t j = 0; j < n; j++)
        memcpy(p->work + j * n + j, p->K + j * p->room + j,
               (n - j) * sizeof *p->work);
}

double potrf_seconds(const struct potrf *p, size_t n, size_t count)
{
    const int order = (int)n;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        int info;
        restore(p, n);
        const double before = inlay_clock_seconds();
        dpotrf_("L", &order, p->work, &order, &info);
        sum += inlay_clock_seconds() - before;
        if (info != 0)
            quit("the baseline's matrix is not positive definite");
    }
    return sum;
}
