/*
 * 0004-kernel-speed.c: the numbers of decision 0004: nanoseconds for each
 * covariance, by model/kernel and by a plain loop that calls libm's exp.
 *
 *     cc -O3 -fno-math-errno -fno-trapping-math FLAGS -Iinclude -Isrc \
 *         docs/decisions/0004-kernel-speed.c src/model/kernel.c -lm && ./a.out
 *
 * FLAGS is -ffp-contract=fast, as in the build, or -ffp-contract=off.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "model/kernel.h"

enum { N = 5000, REPEATS = 400, ROUNDS = 9 }; /* N: a triangle of 100 points */

typedef void kernel_fn(const double *r2, double *k);

static void by_inlay(const double *r2, double *k)
{
    inlay_kernel_values(INLAY_KERNEL_MATERN52, 1.0, r2, N, k);
}

static void by_libm(const double *r2, double *k)
{
    for (size_t i = 0; i < N; i++) {
        const double q = 5.0 * r2[i], s = sqrt(q);
        k[i] = (1.0 + s + q / 3.0) * exp(-s);
    }
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of ROUNDS. */
static double nanoseconds(kernel_fn *fn, const double *r2, double *k)
{
    double ns[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        const double start = seconds_now();
        for (int j = 0; j < REPEATS; j++)
            fn(r2, k);
        ns[i] = 1e9 * (seconds_now() - start) / ((double)N * REPEATS);
    }
    qsort(ns, ROUNDS, sizeof *ns, by_size);
    return ns[ROUNDS / 2];
}

int main(void)
{
    static double r2[N], k[N], reference[N];
    double error = 0.0;
    for (size_t i = 0; i < N; i++)
        r2[i] = 10.0 * (double)i / N;
    const double inlay = nanoseconds(by_inlay, r2, k);
    const double libm = nanoseconds(by_libm, r2, reference);
    for (size_t i = 0; i < N; i++)
        error = fmax(error, fabs(k[i] / reference[i] - 1.0));
    puts("name,n,ns_per_op,ratio_to_libm");
    printf("libm,%d,%.2f,1\n", N, libm);
    printf("model/kernel,%d,%.2f,%.3f\n", N, inlay, inlay / libm);
    printf("# largest relative difference %.1e\n", error);
    return 0;
}
