/*
 * kernel.c: the covariances of docs/maths.md (1)–(3), a block at a time.
 *
 * A fit evaluates N²/2 of them for each likelihood, so each loop must be one
 * that the compiler turns into vector code: no branch, no call.  That is why
 * exp is written here, and why each function is compiled twice, for AVX2 and
 * for any x86-64; the loader chooses.  docs/decisions/0004 has the measurements.
 */
#include "model/kernel.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

/*
 * exp(x) for −708 <= x <= 0 (below, exp(−708) = 3e-308), to 2 ulp.
 *
 * x = n ln 2 + r with |r| <= ln(2)/2; adding 1.5·2^52 rounds x/ln 2 to the
 * integer n and leaves it in the low bits, from where it becomes the exponent.
 * ln 2 is taken off in two parts, so that r is exact to the last bit.  The
 * Taylor polynomial of degree 13 errs by less than r^14/14! < 4.2e-18.
 */
static inline double exp_negative(double x)
{
    static const double ROUND = 6755399441055744.0; /* 1.5 · 2^52 */
    static const double LN2_HIGH = 0x1.62e42fefa38p-1;
    static const double LN2_LOW = 0x1.ef35793c7673p-45;

    x = x < -708.0 ? -708.0 : x;
    const double shifted = x * 1.4426950408889634 + ROUND;
    const double n = shifted - ROUND;
    const double r = (x - n * LN2_HIGH) - n * LN2_LOW;

    double p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;

    uint64_t bits;
    double power;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

static const double SQRT3 = 1.7320508075688772;
static const double SQRT5 = 2.2360679774997898;

/* Beyond this all kernels are below 1e-301: it ends the growth of Matérn's
 * polynomial, which would outgrow the least value of exp_negative. */
static const double FAR_AWAY = 2e5;

static inline double bounded(double r2)
{
    const double least = r2 > 0.0 ? r2 : 0.0;
    return least < FAR_AWAY ? least : FAR_AWAY;
}

INLAY_VECTORISED
static void se_values(double amp, const double *r2, size_t n, double *k)
{
    for (size_t i = 0; i < n; i++)
        k[i] = amp * exp_negative(-0.5 * bounded(r2[i]));
}

INLAY_VECTORISED
static void matern32_values(double amp, const double *r2, size_t n, double *k)
{
    for (size_t i = 0; i < n; i++) {
        const double s = SQRT3 * sqrt(bounded(r2[i]));
        k[i] = amp * (1.0 + s) * exp_negative(-s);
    }
}

INLAY_VECTORISED
static void matern52_values(double amp, const double *r2, size_t n, double *k)
{
    for (size_t i = 0; i < n; i++) {
        const double q = 5.0 * bounded(r2[i]), s = sqrt(q);
        k[i] = amp * (1.0 + s + q * (1.0 / 3.0)) * exp_negative(-s);
    }
}

void inlay_kernel_values(enum inlay_kernel kernel, double amp, const double *r2,
                         size_t n, double *k)
{
    switch (kernel) {
    case INLAY_KERNEL_SE:
        se_values(amp, r2, n, k);
        break;
    case INLAY_KERNEL_MATERN32:
        matern32_values(amp, r2, n, k);
        break;
    case INLAY_KERNEL_MATERN52:
        matern52_values(amp, r2, n, k);
        break;
    }
}

INLAY_VECTORISED
static void se_slopes(double amp, const double *r2, size_t n, double *k,
                      double *slope)
{
    for (size_t i = 0; i < n; i++) {
        const double v = amp * exp_negative(-0.5 * bounded(r2[i]));
        k[i] = v;
        slope[i] = -0.5 * v;
    }
}

INLAY_VECTORISED
static void matern32_slopes(double amp, const double *r2, size_t n, double *k,
                            double *slope)
{
    for (size_t i = 0; i < n; i++) {
        const double s = SQRT3 * sqrt(bounded(r2[i]));
        const double e = amp * exp_negative(-s);
        k[i] = (1.0 + s) * e;
        slope[i] = -1.5 * e;
    }
}

INLAY_VECTORISED
static void matern52_slopes(double amp, const double *r2, size_t n, double *k,
                            double *slope)
{
    for (size_t i = 0; i < n; i++) {
        const double s = SQRT5 * sqrt(bounded(r2[i]));
        const double e = amp * exp_negative(-s);
        k[i] = (1.0 + s + s * s * (1.0 / 3.0)) * e;
        slope[i] = (-5.0 / 6.0) * (1.0 + s) * e;
    }
}

void inlay_kernel_slopes(enum inlay_kernel kernel, double amp, const double *r2,
                         size_t n, double *k, double *slope)
{
    switch (kernel) {
    case INLAY_KERNEL_SE:
        se_slopes(amp, r2, n, k, slope);
        break;
    case INLAY_KERNEL_MATERN32:
        matern32_slopes(amp, r2, n, k, slope);
        break;
    case INLAY_KERNEL_MATERN52:
        matern52_slopes(amp, r2, n, k, slope);
        break;
    }
}
