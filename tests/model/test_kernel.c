/*
 * test_kernel.c: the fast kernels against libm's formulas.
 */
#include "check.h"

#include <float.h>

#include "base/rng.h"
#include "model/kernel.h"

static const enum inlay_kernel KERNELS[] = {
    INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};

/* In long double: the argument of exp has its own rounding error otherwise. */
static double plain(enum inlay_kernel kernel, double r2)
{
    const long double q = r2 > 0.0 ? r2 : 0.0;
    const long double s3 = sqrtl(3.0L * q), s5 = sqrtl(5.0L * q);

    switch (kernel) {
    case INLAY_KERNEL_SE:
        return (double)expl(-0.5L * q);
    case INLAY_KERNEL_MATERN32:
        return (double)((1.0L + s3) * expl(-s3));
    case INLAY_KERNEL_MATERN52:
        break;
    }
    return (double)((1.0L + s5 + 5.0L * q / 3.0L) * expl(-s5));
}

static double value(enum inlay_kernel kernel, double amp, double r2)
{
    double k;
    inlay_kernel_values(kernel, amp, &r2, 1, &k);
    return k;
}

/* exp has 2 ulp, its argument s another s/2 ulp: 1e-14 up to s of about 60. */
static double tolerance(double r2)
{
    return 1e-14 + 2e-16 * (r2 + sqrt(5.0 * r2));
}

TEST(values_agree_with_libm)
{
    struct inlay_rng rng = inlay_rng_seed(1);

    for (int rep = 0; rep < 20000; rep++) {
        const double r2 = exp(24.0 * inlay_rng_uniform(&rng) - 18.0);
        for (size_t k = 0; k < LEN(KERNELS); k++)
            CHECK_REL(value(KERNELS[k], 1.0, r2), plain(KERNELS[k], r2),
                      tolerance(r2));
    }
}

TEST(at_no_distance_the_value_is_the_amplitude)
{
    static const double none[] = {0.0, -0.0, -1e-18, -1e-3, -1e300};

    for (size_t k = 0; k < LEN(KERNELS); k++)
        for (size_t i = 0; i < LEN(none); i++)
            CHECK(value(KERNELS[k], 1.75, none[i]) == 1.75);
}

TEST(tiny_distances_are_no_trouble)
{
    static const double tiny[] = {DBL_TRUE_MIN, DBL_MIN, 1e-100, 1e-30, 1e-17};

    for (size_t k = 0; k < LEN(KERNELS); k++)
        for (size_t i = 0; i < LEN(tiny); i++)
            CHECK_REL(value(KERNELS[k], 1.0, tiny[i]),
                      plain(KERNELS[k], tiny[i]), 1e-15);
}

TEST(far_away_the_value_vanishes)
{
    struct inlay_rng rng = inlay_rng_seed(2);

    for (size_t k = 0; k < LEN(KERNELS); k++) {
        for (int rep = 0; rep < 2000; rep++) {
            const double r2 = exp(700.0 * inlay_rng_uniform(&rng) + 9.0);
            const double v = value(KERNELS[k], 1.0, r2);
            CHECK(v >= 0.0);
            CHECK_ABS(v, 0.0, plain(KERNELS[k], r2) * 1.01 + 1e-290);
        }
        CHECK_ABS(value(KERNELS[k], 1.0, DBL_MAX), 0.0, 1e-290);
        CHECK_ABS(value(KERNELS[k], 1.0, INFINITY), 0.0, 1e-290);
    }
}

TEST(values_fall_with_distance)
{
    for (size_t k = 0; k < LEN(KERNELS); k++) {
        double last = 1.0;
        for (double r2 = 1e-6; r2 < 1400.0; r2 *= 1.01) {
            const double v = value(KERNELS[k], 1.0, r2);
            CHECK(v < last);
            last = v;
        }
    }
}

TEST(slopes_are_central_differences_of_the_values)
{
    struct inlay_rng rng = inlay_rng_seed(3);

    for (int rep = 0; rep < 2000; rep++) {
        const double r2 = exp(10.0 * inlay_rng_uniform(&rng) - 7.0);
        const double h = 1e-4 * r2, amp = 0.5 + inlay_rng_uniform(&rng);
        for (size_t k = 0; k < LEN(KERNELS); k++) {
            double v, slope;
            inlay_kernel_slopes(KERNELS[k], amp, &r2, 1, &v, &slope);
            const double up = value(KERNELS[k], amp, r2 + h);
            const double down = value(KERNELS[k], amp, r2 - h);
            CHECK_ABS(slope, (up - down) / (2.0 * h),
                      1e-6 * fabs(slope) + 1e-14 * v / h);
            CHECK_REL(v, value(KERNELS[k], amp, r2), 1e-14);
        }
    }
}

/* dκ/d(r²) at 0: −1/2, −3/2, −5/6. */
TEST(slopes_at_no_distance_are_the_limits)
{
    static const double want[] = {-0.5, -1.5, -5.0 / 6.0};
    static const double near_0[] = {0.0, -1e-9, 1e-34};

    for (size_t k = 0; k < LEN(KERNELS); k++)
        for (size_t i = 0; i < LEN(near_0); i++) {
            double v, slope;
            inlay_kernel_slopes(KERNELS[k], 2.0, &near_0[i], 1, &v, &slope);
            CHECK_REL(slope, 2.0 * want[k], 1e-15);
            CHECK(v == 2.0);
        }
}

TEST(slopes_vanish_far_away)
{
    static const double far_away[] = {1e7, 1e100, 1e300, DBL_MAX, INFINITY};

    for (size_t k = 0; k < LEN(KERNELS); k++)
        for (size_t i = 0; i < LEN(far_away); i++) {
            double v, slope;
            inlay_kernel_slopes(KERNELS[k], 1.0, &far_away[i], 1, &v, &slope);
            CHECK_ABS(v, 0.0, 1e-290);
            CHECK_ABS(slope, 0.0, 1e-290);
        }
}

/* Of any length, so that no rest of a vector loop is left out. */
TEST(outputs_may_be_the_input)
{
    struct inlay_rng rng = inlay_rng_seed(4);

    for (size_t n = 0; n < 40; n++)
        for (size_t i = 0; i < LEN(KERNELS); i++) {
            double r2[40], k[40], slope[40], a[40], b[40];
            for (size_t j = 0; j < n; j++)
                r2[j] = 5.0 * inlay_rng_uniform(&rng);
            inlay_kernel_values(KERNELS[i], 1.5, r2, n, k);
            memcpy(a, r2, sizeof a);
            inlay_kernel_values(KERNELS[i], 1.5, a, n, a);
            CHECK(memcmp(a, k, n * sizeof *a) == 0);

            inlay_kernel_slopes(KERNELS[i], 1.5, r2, n, k, slope);
            memcpy(a, r2, sizeof a);
            inlay_kernel_slopes(KERNELS[i], 1.5, a, n, a, b);
            CHECK(memcmp(a, k, n * sizeof *a) == 0);
            CHECK(memcmp(b, slope, n * sizeof *b) == 0);
            memcpy(b, r2, sizeof b);
            inlay_kernel_slopes(KERNELS[i], 1.5, b, n, a, b);
            CHECK(memcmp(a, k, n * sizeof *a) == 0);
            CHECK(memcmp(b, slope, n * sizeof *b) == 0);
        }
}

TEST(an_element_does_not_depend_on_its_neighbors)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    double r2[33], k[33];

    for (size_t j = 0; j < 33; j++)
        r2[j] = 9.0 * inlay_rng_uniform(&rng);
    for (size_t i = 0; i < LEN(KERNELS); i++) {
        inlay_kernel_values(KERNELS[i], 1.5, r2, 33, k);
        for (size_t j = 0; j < 33; j++)
            CHECK(value(KERNELS[i], 1.5, r2[j]) == k[j]);
    }
}
