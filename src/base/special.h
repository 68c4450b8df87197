/*
 * special.h: functions of the normal distribution, in forms that keep their
 * digits in the tails.  Valid ranges are at the definitions.
 */
#ifndef INLAY_BASE_SPECIAL_H
#define INLAY_BASE_SPECIAL_H

#include <stddef.h>

#define INLAY_LOG_SQRT_2PI 0.91893853320467274178
#define INLAY_LOG_2PI 1.8378770664093454836
#define INLAY_INV_SQRT_2PI 0.39894228040143267794

double inlay_norm_pdf(double z);
double inlay_norm_cdf(double z);
double inlay_norm_log_cdf(double z);
/* z with inlay_norm_cdf(z) = p, 0 < p < 1; 0 and 1 give -inf and inf. */
double inlay_norm_quantile(double p);

/* exp(t^2) erfc(t), all t; +inf where it overflows (t < -26.6). */
double inlay_erfcx(double t);

/* phi(z) / Phi(z), the inverse Mills ratio of -z: d/dz log Phi(z). */
double inlay_norm_hazard(double z);

/* The variance of a standard normal z given z > -a: in (0, 1], growing. */
double inlay_norm_truncated_var(double a);

/* log h(z), h(z) = phi(z) + z Phi(z): EI = sd h((best - mean) / sd). */
double inlay_log_ei_unit(double z);
/* d/dz log h(z) = Phi(z) / h(z). */
double inlay_log_ei_unit_slope(double z);

/* log of Phi(z) - exp(s^2/2 - z s) Phi(z - s), s > 0: E max(1 - exp(f), 0) where
 * f is normal with mean -z s and deviation s. */
double inlay_log_ei_cost(double z, double s);

/* log sum exp of n >= 1 numbers; -inf where all are. */
double inlay_log_sum_exp(const double *x, size_t n);

#endif
