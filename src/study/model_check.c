/*
 * model_check.c: can a model be believed, by how it predicts each trial from the
 * others?
 *
 * Calibration: are the errors as large as the model expects?  Accuracy: are they
 * smaller than those of the mean of all?  Verdicts are given where a chance is small
 * that they are an accident, and not on a few residuals.
 */
#include "study/model_check.h"

#include <math.h>

/* Fewer residuals say nothing. */
enum { LEAST_JUDGED = 10 };
/* What is less probable, to one side, is not an accident. */
static const double ACCIDENT = 0.025;

/* ---- Calibration ---- */

/* P(X <= k) of a binomial X of n trials with probability p. */
static double binomial_cdf(size_t k, size_t n, double p)
{
    const double m = (double)n;
    double sum = 0.0;
    for (size_t i = 0; i <= k; i++) {
        const double x = (double)i;
        sum += exp(lgamma(m + 1.0) - lgamma(x + 1.0) - lgamma(m - x + 1.0) +
                   x * log(p) + (m - x) * log1p(-p));
    }
    return sum;
}

/* Are k of n too few, or too many, where a share of p is expected? */
static bool is_too_few(size_t k, size_t n, double p)
{
    return binomial_cdf(k, n, p) < ACCIDENT;
}

static bool is_too_many(size_t k, size_t n, double p)
{
    return k > 0 && 1.0 - binomial_cdf(k - 1, n, p) < ACCIDENT;
}

static inlay_calibration judge_calibration(const inlay_model_check *c)
{
    static const double WITHIN_1 = 0.6827, WITHIN_2 = 0.9545;
    if (c->n < LEAST_JUDGED)
        return INLAY_CALIBRATION_UNKNOWN;
    if (is_too_few(c->n_within_1, c->n, WITHIN_1) ||
        is_too_few(c->n_within_2, c->n, WITHIN_2))
        return INLAY_CALIBRATION_OVERCONFIDENT;
    return is_too_many(c->n_within_1, c->n, WITHIN_1)
               ? INLAY_CALIBRATION_UNDERCONFIDENT
               : INLAY_CALIBRATION_GOOD;
}

static void find_calibration(const inlay_residual *r, inlay_model_check *c)
{
    const double n = (double)c->n;
    double squares = 0.0;
    for (size_t i = 0; i < c->n; i++) {
        c->z_mean += r[i].z / n;
        c->n_within_1 += fabs(r[i].z) < 1.0;
        c->n_within_2 += fabs(r[i].z) < 2.0;
    }
    for (size_t i = 0; i < c->n; i++)
        squares += (r[i].z - c->z_mean) * (r[i].z - c->z_mean);
    c->z_sd = c->n > 1 ? sqrt(squares / (n - 1.0)) : NAN;
    c->calibration = judge_calibration(c);
}

/* ---- Accuracy ---- */

/* The rank of the value (or mean) of r[i], from 0; equal ones share theirs. */
static double rank_of(const inlay_residual *r, size_t n, size_t i,
                      bool is_value)
{
    const double at = is_value ? r[i].value : r[i].mean;
    double rank = -0.5;
    for (size_t k = 0; k < n; k++) {
        const double v = is_value ? r[k].value : r[k].mean;
        rank += v < at ? 1.0 : v == at ? 0.5 : 0.0;
    }
    return rank;
}

/* Spearman's; NaN where all values, or all means, are equal. */
static double rank_correlation(const inlay_residual *r, size_t n)
{
    const double center = 0.5 * ((double)n - 1.0);
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double x = rank_of(r, n, i, true) - center;
        const double y = rank_of(r, n, i, false) - center;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    return xx > 0.0 && yy > 0.0 ? xy / sqrt(xx * yy) : NAN;
}

static inlay_accuracy judge_accuracy(const inlay_model_check *c)
{
    const double rank = fmax(c->rank_correlation, 0.0); /* 0 for NaN */
    const double most = fmax(c->explained, rank * rank);
    if (c->n < LEAST_JUDGED || !(c->error_of_mean > 0.0))
        return INLAY_ACCURACY_UNKNOWN;
    return most < 0.1   ? INLAY_ACCURACY_NONE
           : most < 0.5 ? INLAY_ACCURACY_POOR
           : most < 0.9 ? INLAY_ACCURACY_FAIR
                        : INLAY_ACCURACY_GOOD;
}

/* A unit in which no square of a difference is beyond the doubles; a power of 2,
 * so that no digit is lost. */
static double unit_of(const inlay_residual *r, size_t n)
{
    double most = 0.0;
    int exponent;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(r[i].value), fabs(r[i].mean)));
    if (!(most > 0.0) || !isfinite(most))
        return 1.0;
    frexp(most, &exponent);
    return ldexp(1.0, exponent - 1);
}

/* Values are taken from the first: sums of large ones lose their digits. */
static void find_accuracy(const inlay_residual *r, inlay_model_check *c)
{
    const double n = (double)c->n, unit = unit_of(r, c->n);
    double sum = 0.0, squares = 0.0, squares_of_mean = 0.0;
    for (size_t i = 0; i < c->n; i++)
        sum += r[i].value / unit - r[0].value / unit;
    for (size_t i = 0; i < c->n; i++) {
        const double v = r[i].value / unit - r[0].value / unit;
        const double off = r[i].value / unit - r[i].mean / unit;
        const double off_mean = v - (sum - v) / (n - 1.0);
        squares += off * off;
        squares_of_mean += off_mean * off_mean;
        c->error += fabs(off) / n;
        c->error_of_mean += fabs(off_mean) / n;
    }
    c->error *= unit;
    c->error_of_mean *= unit;
    c->explained = squares_of_mean > 0.0
                       ? fmax(1.0 - squares / squares_of_mean, 0.0)
                       : NAN;
    c->rank_correlation = rank_correlation(r, c->n);
    c->accuracy = judge_accuracy(c);
}

static void keep_worst(const inlay_residual *r, inlay_residual *worst,
                       size_t *n)
{
    size_t i = *n;
    if (i < INLAY_MOST_WORST)
        ++*n;
    else if (fabs(r->z) <= fabs(worst[--i].z))
        return;
    for (; i > 0 && fabs(worst[i - 1].z) < fabs(r->z); i--)
        worst[i] = worst[i - 1];
    worst[i] = *r;
}

void inlay_model_check_make(const inlay_residual *r, size_t n,
                            struct inlay_worst *worst, inlay_model_check *out)
{
    inlay_model_check c = {.n = n, .noise_sd = NAN, .worst = worst->at};
    find_calibration(r, &c);
    find_accuracy(r, &c);
    for (size_t i = 0; i < n; i++)
        keep_worst(&r[i], worst->is, &c.n_worst);
    for (size_t i = 0; i < INLAY_MOST_WORST; i++)
        worst->at[i] = &worst->is[i];
    *out = c;
}
