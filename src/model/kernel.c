/*
 * kernel.c: the covariances of docs/maths.md (1)–(3), a block at a time.
 *
 * A fit evaluates N²/2 of them for each likelihood, so each loop must be one
 * that the compiler turns into vector code: no branch, no call.  That is why
 * exp is our own, and why each function is compiled for several
 * instruction sets (base/vector.h); the loader chooses.  docs/decisions/0004 has the measurements.
 */
#include "model/kernel.h"

#include <math.h>

#include "base/exponential.h"
#include "base/vector.h"

static const double SQRT3 = 1.7320508075688772;
static const double SQRT5 = 2.2360679774997898;

/* Beyond this all kernels are below 1e-301: it ends the growth of Matérn's
 * polynomial, which would outgrow the least value of inlay_exp_negative. */
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
        k[i] = amp * inlay_exp_negative(-0.5 * bounded(r2[i]));
}

INLAY_VECTORISED
static void matern32_values(double amp, const double *r2, size_t n, double *k)
{
    for (size_t i = 0; i < n; i++) {
        const double s = SQRT3 * sqrt(bounded(r2[i]));
        k[i] = amp * (1.0 + s) * inlay_exp_negative(-s);
    }
}

INLAY_VECTORISED
static void matern52_values(double amp, const double *r2, size_t n, double *k)
{
    for (size_t i = 0; i < n; i++) {
        const double q = 5.0 * bounded(r2[i]), s = sqrt(q);
        k[i] = amp * (1.0 + s + q * (1.0 / 3.0)) * inlay_exp_negative(-s);
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
        const double v = amp * inlay_exp_negative(-0.5 * bounded(r2[i]));
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
        const double e = amp * inlay_exp_negative(-s);
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
        const double e = amp * inlay_exp_negative(-s);
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
