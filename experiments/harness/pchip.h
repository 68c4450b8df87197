/*
 * pchip.h: piecewise cubic Hermite interpolation that keeps the data's shape.
 *
 * Where data rise the interpolant rises, where they turn it turns, at the same
 * place; between two points it stays between their values.
 *
 * Fritsch and Carlson (1980), SIAM J. Numer. Anal. 17(2); slopes of Fritsch and
 * Butland (1984), SIAM J. Sci. Stat. Comput. 5(2), with the weights for unequal
 * steps.
 */
#ifndef EXPERIMENTS_PCHIP_H
#define EXPERIMENTS_PCHIP_H

#include <stddef.h>

/* Slopes at n >= 2 points, x ascending. */
void pchip_slopes(const double *x, const double *y, size_t n, double *slope);

/* A piece as c[0] + c[1] s + c[2] s² + c[3] s³ for s = t − x[j], of
 * x[j] <= t <= x[j + 1]. */
void pchip_piece(const double *x, const double *y, const double *slope,
                 size_t j, double c[4]);

/* The piece of t, x[0] <= t <= x[n − 1]. */
size_t pchip_find(const double *x, size_t n, double t);

double pchip_at(const double c[4], double s);

/* The s in [0, h] at which a cubic is largest, its ends included. */
double pchip_argmax(const double c[4], double h);

#endif
