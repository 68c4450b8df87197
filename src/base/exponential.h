/*
 * exponential.h: an exp() that loops can be vectorised around: no branch, no
 * call, no table.  docs/decisions/0004 has the measurements.
 */
#ifndef INLAY_BASE_EXPONENTIAL_H
#define INLAY_BASE_EXPONENTIAL_H

#include <stdint.h>
#include <string.h>

/*
 * exp(x) for −708 <= x <= 0 (below, exp(−708) = 3e-308), to 2 ulp.
 *
 * x = n ln 2 + r with |r| <= ln(2)/2; adding 1.5·2^52 rounds x/ln 2 to the
 * integer n and leaves it in the low bits, from where it becomes the exponent.
 * ln 2 is taken off in two parts, so that r is exact to the last bit.  The
 * Taylor polynomial of degree 13 errs by less than r^14/14! < 4.2e-18.
 */
static inline double inlay_exp_negative(double x)
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

#endif
