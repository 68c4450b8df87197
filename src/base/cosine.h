/*
 * cosine.h: sine and cosine that loops can be vectorised around: no branch, no
 * call, no table; see exponential.h.
 *
 * The argument is in turns, t for the angle 2πt: what is left of t after whole
 * turns is then exact, however large t is.  Valid for |t| <= 1e9; the absolute
 * error is below 4e-16 beside what the rounding of t itself does.
 */
#ifndef INLAY_BASE_COSINE_H
#define INLAY_BASE_COSINE_H

#include <math.h>

/* t less the nearest whole number, in [−½, ½]: adding 1.5·2^52 rounds. */
static inline double inlay_turn_rest(double t)
{
    static const double ROUND = 6755399441055744.0; /* 1.5 · 2^52 */
    const double shifted = t + ROUND;
    return t - (shifted - ROUND);
}

/* sin 2πx for |x| <= ¼: x times a polynomial of degree 8 in x², the Chebyshev
 * series of sin(2πx)/x, which errs by 1.3e-18. */
static inline double inlay_sin_quarter(double x)
{
    const double q = x * x;
    double p = 0x1.9d462020fcc78p-4;
    p = p * q - 0x1.6f7acdb8f6580p-1;
    p = p * q + 0x1.e8f3675ee37ddp+1;
    p = p * q - 0x1.e3074dfaf87afp+3;
    p = p * q + 0x1.5078348551854p+5;
    p = p * q - 0x1.32d2cce627c86p+6;
    p = p * q + 0x1.466bc6775aa7dp+6;
    p = p * q - 0x1.4abbce625be52p+5;
    p = p * q + 0x1.921fb54442d18p+2;
    return x * p;
}

/* cos 2πt = sin 2π(¼ − |r|). */
static inline double inlay_cos_turns(double t)
{
    return inlay_sin_quarter(0.25 - fabs(inlay_turn_rest(t)));
}

/* sin 2πt: beyond a quarter turn sin 2πr = sin 2π(½ − r). */
static inline double inlay_sin_turns(double t)
{
    const double r = inlay_turn_rest(t), s = fabs(r);
    return copysign(inlay_sin_quarter(s < 0.25 ? s : 0.5 - s), r);
}

#endif
