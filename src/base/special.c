/*
 * special.c: functions of the normal distribution that keep their digits.
 *
 * With t = -z > 0 and the Mills ratio R(t) = Phi(-t) / phi(t), all that is
 * needed in the lower tail follows from Laplace's continued fraction
 *
 *     R(t) = 1 / (t + c(t)),   c(t) = 1 / (t + 2 / (t + 3 / (t + ...))):   (1)
 *
 *     Phi(z) = phi(t) / (t + c),      phi(z) / Phi(z) = t + c,
 *     h(z) = phi(t) (1 - t R) = phi(t) c / (t + c),   Phi(z) / h(z) = 1 / c,
 *     1 - c (t + c) = c (c_2 - c),   where c = 1 / (t + c_2).
 *
 * Nothing cancels in these forms, while 1 - t R, computed as such, loses t^2
 * units in the last place.  The fraction needs few terms where t is large;
 * below T_TAIL the C library's erfc serves, and the loss is bearable.
 *
 * T_TAIL = 8: there 18 terms give (1) to full precision, at 4 it would be 40;
 * and 1 - t R has lost 64 units, 1.4e-14.
 *
 * NaN gives NaN.  Relative errors at the definitions were measured against
 * the scripts in tests/fixtures and are what the tests demand.
 */
#include "base/special.h"

#include <assert.h>
#include <math.h>

#define SQRT_HALF 0.70710678118654752440
#define SQRT_2PI 2.5066282746310005024
#define SQRT_HALF_PI 1.2533141373155002512 /* sqrt(pi / 2) */

#define T_TAIL 8.0
#define MAX_HALLEY 8     /* 4 were the most needed */
#define HALLEY_TOL 1e-10 /* relative; the error after the step is its cube */
#define A_ONE 9.0        /* A_ONE phi(A_ONE) = 9e-18 */
#define T_FIRST_TERM 1e8 /* c = 1/t - 2/t^3 + ...: 1/t is good to eps */

/* exp(factor t^2), factor a power of two.  The rounding of t^2 alone would cost
 * t^2 units in the last place; it is exactly lo, and exp(hi + lo) is
 * exp(hi) (1 + lo) to full precision. */
static double exp_square(double t, double factor)
{
    const double hi = t * t;
    const double e = exp(factor * hi);

    if (!(hi < 1500.0)) /* 0 or inf, and lo may be -inf */
        return e;
    return e * (1.0 + factor * fma(t, t, -hi));
}

/*
 * c(t) of (1), t >= T_TAIL.  Cut after n terms, c_k = k / (t + c_{k+1}) for
 * k = n ... 1 and c_{n+1} = 0.  With c_k = k D_{k+1} / D_k that is
 *
 *     D_{n+1} = 1,  D_n = t,  D_k = t D_{k+1} + (k + 1) D_{k+2},
 *
 * one division instead of n.  n = 5 + 110/t suffices for 2e-17: checked from
 * t = 8 (17 terms needed) to 1e5 (2 needed).  D_1 < 1e45.  *second := c_2, to
 * 2e-15.
 */
static double tail_fractions(double t, double *second)
{
    if (!(t <= T_FIRST_TERM)) { /* or NaN */
        *second = 2.0 / t;
        return 1.0 / t;
    }
    const int n = 5 + (int)(110.0 / t);
    double last = 0.0, after = 1.0, here = t; /* D_{k+2}, D_{k+1} and D_k */
    for (int k = n - 1; k >= 1; k--) {
        const double before = t * here + (k + 1) * after;
        last = after;
        after = here;
        here = before;
    }
    *second = 2.0 * last / after;
    return after / here;
}

static double tail_fraction(double t)
{
    double second;
    return tail_fractions(t, &second);
}

/* R(t) for 0 <= t < T_TAIL. */
static double mills(double t)
{
    return SQRT_HALF_PI * inlay_erfcx(t * SQRT_HALF);
}

/* To 1e-15, also in the far tail; 0 below the smallest double (|z| > 38.6). */
double inlay_norm_pdf(double z)
{
    return exp_square(z, -0.5) / SQRT_2PI;
}

/* To 2e-14 for z > -37.5; from there subnormal, and 0 below -38.5. */
double inlay_norm_cdf(double z)
{
    if (z < -T_TAIL)
        return inlay_norm_pdf(z) / (-z + tail_fraction(-z));
    return 0.5 * erfc(-z * SQRT_HALF);
}

/* To 2e-14 for z >= -1e150; where it underflows (z > 38.6) it is -0. */
double inlay_norm_log_cdf(double z)
{
    if (z > 0.0)
        return log1p(-inlay_norm_cdf(-z));
    if (z >= -T_TAIL)
        return log(inlay_norm_cdf(z));
    return -0.5 * z * z - INLAY_LOG_SQRT_2PI - log(-z + tail_fraction(-z));
}

/*
 * Halley's steps for Phi(z) - 1/2 = d, |d| <= 1/4, so |z| < 0.68.  The form
 * with erf keeps the digits of d near p = 1/2.  f''/f' = -z.
 */
static double central_quantile(double d)
{
    double z = d * SQRT_2PI;

    for (int i = 0; i < MAX_HALLEY; i++) {
        const double u =
            (0.5 * erf(z * SQRT_HALF) - d) / inlay_norm_pdf(z); /* f / f' */
        const double step = u / (1.0 + 0.5 * z * u);

        z -= step;
        if (fabs(step) <= HALLEY_TOL * fabs(z))
            break;
    }
    return z;
}

/*
 * The same for log Phi(z) = log p, p < 1/4.  In the logarithm the problem is
 * nearly quadratic in z, so that -sqrt(-2 log p), too low by less than 1, will
 * do as a start.  f' = H = phi/Phi, f''/f' = -(z + H).
 */
static double tail_quantile(double p)
{
    const double log_p = log(p);
    double z = -sqrt(-2.0 * log_p);

    for (int i = 0; i < MAX_HALLEY; i++) {
        const double hazard = inlay_norm_hazard(z);
        const double u = (inlay_norm_log_cdf(z) - log_p) / hazard;
        const double step = u / (1.0 + 0.5 * u * (z + hazard));

        z -= step;
        if (fabs(step) <= HALLEY_TOL * fabs(z))
            break;
    }
    return z;
}

/* To 1e-14; p = 0 and 1 give -inf and inf.  1 - p and p - 1/2 are exact where
 * they are used. */
double inlay_norm_quantile(double p)
{
    assert(!(p < 0.0 || p > 1.0));
    if (p == 0.0)
        return -INFINITY;
    if (p == 1.0)
        return INFINITY;
    if (p < 0.25)
        return tail_quantile(p);
    if (p > 0.75)
        return -tail_quantile(1.0 - p);
    return central_quantile(p - 0.5);
}

/* To 5e-15 for all t.  With s = sqrt(2) t, erfcx(t) = R(s) / sqrt(pi/2). */
double inlay_erfcx(double t)
{
    if (t < 0.0)
        return 2.0 * exp_square(t, 1.0) - inlay_erfcx(-t);
    if (t < T_TAIL * SQRT_HALF)
        return exp_square(t, 1.0) * erfc(t);

    const double s = t / SQRT_HALF;
    return 1.0 / (SQRT_HALF_PI * (s + tail_fraction(s)));
}

/* To 1e-14 for z <= 37.5; then subnormal, and 0 above 38.6. */
double inlay_norm_hazard(double z)
{
    if (z > 0.0)
        return inlay_norm_pdf(z) / inlay_norm_cdf(z);
    if (z > -T_TAIL)
        return 1.0 / mills(-z);
    return -z + tail_fraction(-z);
}

/*
 * 1 - r (r + a), r = phi(a) / Phi(a): in the lower tail, where r = t + c, the
 * product tends to 1 and the form of the head keeps the digits.  To 3e-15 there
 * and above -1.5; between them the product loses digits, down to 1e-11 at -8.
 * Above A_ONE it differs from 1 by less than half a unit in the last place.
 */
double inlay_norm_truncated_var(double a)
{
    if (a > A_ONE)
        return 1.0;
    if (a < -T_TAIL) {
        double second;
        const double first = tail_fractions(-a, &second);
        return first * (second - first);
    }
    const double r = inlay_norm_hazard(a);
    return 1.0 - r * (r + a);
}

/*
 * Why not log(EI): below z = -38.6 h is 0 in double precision, its gradient
 * too, and the maximizer would walk on a flat plain.
 *
 * Above -1 the sum is safe: its terms cancel to a third at most.  To 1e-14
 * relative to max(1, |log h|), for z >= -1e150.
 */
double inlay_log_ei_unit(double z)
{
    if (z > -1.0)
        return log(inlay_norm_pdf(z) + z * inlay_norm_cdf(z));

    const double t = -z, log_phi = -0.5 * t * t - INLAY_LOG_SQRT_2PI;
    if (t < T_TAIL)
        return log_phi + log1p(-t * mills(t));
    return log_phi - log1p(t / tail_fraction(t)); /* c / (t + c) */
}

/* To 5e-14; grows like -z in the lower tail, falls like 1/z in the upper. */
double inlay_log_ei_unit_slope(double z)
{
    if (z > -1.0) {
        const double cdf = inlay_norm_cdf(z);
        return cdf / (inlay_norm_pdf(z) + z * cdf);
    }

    const double t = -z;
    if (t < T_TAIL) {
        const double R = mills(t);
        return R / (1.0 - t * R);
    }
    return 1.0 / tail_fraction(t);
}

/*
 * With t = -z and the Mills ratio R(t) = Phi(-t)/phi(t),
 *
 *     Phi(z) - exp(s^2/2 - z s) Phi(z - s) = phi(t) (R(t) - R(t + s)),
 *
 * whose terms are of one size in the lower tail; above -1 the left side is safe.
 * Both lose log10((1 + |z|)/s) digits.  Below S_SMALL (1 + |z|) the difference
 * is s times h/phi at the middle of [z - s, z], by the midpoint rule; and above
 * z = 1, where that changes fast, a sum of two positive terms.  To 1e-10
 * relative to max(1, |log|), for |z| <= 1e150.
 */
double inlay_log_ei_cost(double z, double s)
{
    static const double S_SMALL = 1e-5, S_TINY = 1e-2;
    const double drift = s * (0.5 * s - z), t = -z;

    if (s > S_SMALL * (1.0 + fabs(z))) {
        if (z < -1.0)
            return log(mills(t) - mills(t + s)) - 0.5 * z * z -
                   INLAY_LOG_SQRT_2PI;
        return log(inlay_norm_cdf(z) - exp(drift + inlay_norm_log_cdf(z - s)));
    }
    if (z <= 1.0)
        return log(s) + inlay_log_ei_unit(z - 0.5 * s) +
               0.5 * s * (0.25 * s - z);
    const double near = s < S_TINY ? s * inlay_norm_pdf(z - 0.5 * s)
                                   : inlay_norm_cdf(z) - inlay_norm_cdf(z - s);
    return log(near - expm1(drift) * inlay_norm_cdf(z - s));
}

/* Shifted by the largest, so that no exponential overflows and one of them is
 * 1.  An infinite largest needs no shift. */
double inlay_log_sum_exp(const double *x, size_t n)
{
    double largest = -INFINITY, sum = 0.0;

    assert(n >= 1);
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, x[i]);
    const double shift = isfinite(largest) ? largest : 0.0;
    for (size_t i = 0; i < n; i++)
        sum += exp(x[i] - shift);
    return shift + log(sum);
}
