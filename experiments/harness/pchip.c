/* pchip.c: slopes by harmonic means of differences, and cubics from them. */
#include "harness/pchip.h"

#include <assert.h>
#include <math.h>

static double difference(const double *x, const double *y, size_t j)
{
    return (y[j + 1] - y[j]) / (x[j + 1] - x[j]);
}

/*
 * The slope at an end by the parabola through three points; d0 and d1 are the
 * differences of the pieces next to it, h0 and h1 their lengths.  0 if that
 * turns, at most 3 d0, so that the piece is monotone.
 */
static double end_slope(double h0, double h1, double d0, double d1)
{
    const double slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (slope * d0 <= 0.0)
        return 0.0;
    if (d0 * d1 <= 0.0 && fabs(slope) > 3.0 * fabs(d0))
        return 3.0 * d0;
    return slope;
}

/* A weighted harmonic mean where both differences have one sign, else 0. */
static double inner_slope(double h0, double h1, double d0, double d1)
{
    if (d0 * d1 <= 0.0)
        return 0.0;
    const double w0 = h0 + 2.0 * h1, w1 = 2.0 * h0 + h1;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

void pchip_slopes(const double *x, const double *y, size_t n, double *slope)
{
    assert(n >= 2);
    if (n == 2) {
        slope[0] = slope[1] = difference(x, y, 0);
        return;
    }
    slope[0] = end_slope(x[1] - x[0], x[2] - x[1], difference(x, y, 0),
                         difference(x, y, 1));
    for (size_t j = 1; j + 1 < n; j++)
        slope[j] = inner_slope(x[j] - x[j - 1], x[j + 1] - x[j],
                               difference(x, y, j - 1), difference(x, y, j));
    slope[n - 1] = end_slope(x[n - 1] - x[n - 2], x[n - 2] - x[n - 3],
                             difference(x, y, n - 2), difference(x, y, n - 3));
}

void pchip_piece(const double *x, const double *y, const double *slope,
                 size_t j, double c[4])
{
    const double h = x[j + 1] - x[j], d = difference(x, y, j);
    c[0] = y[j];
    c[1] = slope[j];
    c[2] = (3.0 * d - 2.0 * slope[j] - slope[j + 1]) / h;
    c[3] = (slope[j] + slope[j + 1] - 2.0 * d) / (h * h);
}

size_t pchip_find(const double *x, size_t n, double t)
{
    size_t low = 0, high = n - 1; /* x[low] <= t, and t < x[high] or the last */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (x[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double pchip_at(const double c[4], double s)
{
    return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

/* Keeps the better of *best and s, if s is in [0, h]; false for a NaN too. */
static void try_at(const double c[4], double h, double s, double *best)
{
    if (s >= 0.0 && s <= h && pchip_at(c, s) > pchip_at(c, *best))
        *best = s;
}

/*
 * Where the derivative c1 + 2 c2 s + 3 c3 s² is 0.  With q = −(c2 ± √(c2² −
 * 3 c1 c3)), of the sign of −c2, its roots are q / (3 c3) and c1 / q: no
 * difference of nearly equal numbers.  A division by 0 gives no s in [0, h].
 */
double pchip_argmax(const double c[4], double h)
{
    double best = 0.0;
    const double under = c[2] * c[2] - 3.0 * c[1] * c[3];
    try_at(c, h, h, &best);
    if (under >= 0.0) {
        const double q = -(c[2] + copysign(sqrt(under), c[2]));
        try_at(c, h, q / (3.0 * c[3]), &best);
        try_at(c, h, c[1] / q, &best);
    }
    return best;
}
