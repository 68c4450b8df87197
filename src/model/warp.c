/*
 * warp.c: output transforms.
 *
 * All are functions of t = (y − median)/(median − minimum), so that they do not
 * depend on the user's units: an affine change of y changes nothing.  Where half
 * of the observations are the minimum, the unit is what is above the median.
 */
#include "model/warp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/least.h"

static const double LOG_OFFSET = 0.1; /* of LOG: how far from the pole */
/* Beyond it t is cut: 1e306 among values of 1e-3 is finite, t would not be. */
static const double MAX_T = 1e300;
/* The same for warps that draw in the bad side: a value beyond is as bad as it
 * can be, so that a single 1e30 does not flatten all others. */
static const double WORST = 200.0;

/* Yeo-Johnson's λ: 1 is the identity, below it large values are drawn in. */
static const double LAMBDA[] = {-2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 0.75, 1.0};
enum { N_LAMBDA = sizeof LAMBDA / sizeof *LAMBDA };

/* log(1 + |t|) with the sign of t. */
static double signed_log(double t)
{
    return copysign(log1p(fabs(t)), t);
}

/* ((1 + t)^p − 1)/p for t >= 0, its limit log(1 + t) at p = 0. */
static double power(double t, double p)
{
    return fabs(p) < 1e-12 ? log1p(t) : expm1(p * log1p(t)) / p;
}

static double yeo_johnson(double t, double lambda)
{
    return t >= 0.0 ? power(t, lambda) : -power(-t, 2.0 - lambda);
}

static double shape(const struct inlay_warp *w, double t)
{
    switch (w->kind) {
    case INLAY_WARP_BAD_LOG:
        return t > 0.0 ? log1p(t) : t;
    case INLAY_WARP_LOG:
        return log(fmax(t - w->low, 1e-300));
    case INLAY_WARP_BILOG:
        return signed_log(t);
    case INLAY_WARP_YEO_JOHNSON:
        return yeo_johnson(t, w->lambda);
    default:
        return t;
    }
}

static double shape_log_slope(const struct inlay_warp *w, double t)
{
    switch (w->kind) {
    case INLAY_WARP_BAD_LOG:
        return t > 0.0 ? -log1p(t) : 0.0;
    case INLAY_WARP_LOG:
        return -log(fmax(t - w->low, 1e-300));
    case INLAY_WARP_BILOG:
        return -log1p(fabs(t));
    case INLAY_WARP_YEO_JOHNSON:
        return (t >= 0.0 ? w->lambda - 1.0 : 1.0 - w->lambda) * log1p(fabs(t));
    default:
        return 0.0;
    }
}

static double shape_inverse(const struct inlay_warp *w, double g)
{
    switch (w->kind) {
    case INLAY_WARP_BAD_LOG:
        return g > 0.0 ? expm1(g) : g;
    case INLAY_WARP_LOG:
        return exp(g) + w->low;
    case INLAY_WARP_BILOG:
        return copysign(expm1(fabs(g)), g);
    case INLAY_WARP_YEO_JOHNSON: {
        const double p = g >= 0.0 ? w->lambda : 2.0 - w->lambda;
        if (fabs(p) < 1e-12)
            return copysign(expm1(fabs(g)), g);
        /* a value beyond the end of the range is its end */
        const double inner = fmax(p * fabs(g), -1.0 + 1e-12);
        return copysign(expm1(log1p(inner) / p), g);
    }
    default:
        return g;
    }
}

/* In halves, as the difference of two doubles may overflow. */
static double scaled(const struct inlay_warp *w, double y)
{
    const double t = (0.5 * y - 0.5 * w->center) / (0.5 * w->unit);
    return fmin(fmax(t, -MAX_T), w->kind == INLAY_WARP_NONE ? MAX_T : WORST);
}

/* Mean and standard deviation of g over the observations; the latter 1 where
 * they are all equal.  t is of order one on the good side but may be huge on
 * the other, so squares are taken of g divided by the largest. */
static void standardize(struct inlay_warp *w, const double *obs, size_t n)
{
    double sum = 0.0, most = 0.0, ss = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += shape(w, scaled(w, obs[i])) / (double)n;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(shape(w, scaled(w, obs[i])) - sum));
    for (size_t i = 0; i < n && most > 0.0; i++) {
        const double z = (shape(w, scaled(w, obs[i])) - sum) / most;
        ss += z * z;
    }
    w->mean = sum;
    w->sd = most > 0.0 ? most * sqrt(ss / (double)n) : 1.0;
}

/* Σ log slope: what turns a density of warped values into one of y. */
static double log_jacobian(const struct inlay_warp *w, const double *obs,
                           size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += inlay_warp_log_slope(w, obs[i]);
    return sum;
}

static void fit_lambda(struct inlay_warp *w, const double *obs, size_t n)
{
    struct inlay_warp best = *w;
    double most = -INFINITY;
    for (size_t k = 0; k < N_LAMBDA; k++) {
        w->lambda = LAMBDA[k];
        standardize(w, obs, n);
        const double score = log_jacobian(w, obs, n);
        if (score > most) {
            most = score;
            best = *w;
        }
    }
    *w = best;
}

void inlay_warp_fit(struct inlay_warp *w, enum inlay_warp_kind kind,
                    const double *obs, size_t n, double *scratch)
{
    memcpy(scratch, obs, n * sizeof *obs);
    inlay_least_first(scratch, n);
    const double median = 0.5 * scratch[(n - 1) / 2] + 0.5 * scratch[n / 2];
    double unit = median - scratch[0];
    if (!(unit > 0.0))
        unit = scratch[n - 1] - median;
    *w = (struct inlay_warp){.kind = kind, .center = median, .lambda = 1.0};
    w->unit = unit > 0.0 ? fmin(fmax(unit, DBL_MIN), DBL_MAX) : 1.0;
    w->low = scaled(w, scratch[0]) - LOG_OFFSET;
    if (kind == INLAY_WARP_YEO_JOHNSON)
        fit_lambda(w, obs, n);
    else
        standardize(w, obs, n);
}

/* Beyond it, in the model's unit, nothing is learnt from an observation, and the
 * matrix can still be factored. */
static const double MOST_VARIANCE = 1e12;

double inlay_warp_variance(const struct inlay_warp *w, double y, double v)
{
    return v > 0.0 ? fmin(exp(log(v) + 2.0 * inlay_warp_log_slope(w, y)),
                          MOST_VARIANCE)
                   : v;
}

void inlay_warp_data(const struct inlay_warp *w, const double *obs,
                     const double *given, struct inlay_data *data)
{
    for (size_t i = 0; i < data->n_obs; i++) {
        data->obs[i] = inlay_warp_apply(w, obs[i]);
        data->given[i] = inlay_warp_variance(w, obs[i], given[i]);
    }
    inlay_data_merge(data);
}

/* Jacobian-corrected log likelihood of the observations under warp w.  With
 * variances of their own K is another for each. */
static double score(const struct inlay_warp *w, struct inlay_evidence *ev,
                    struct inlay_data *data, const double *theta,
                    const double *obs, const double *given)
{
    inlay_warp_data(w, obs, given, data);
    return (data->n_given > 0 ? inlay_evidence_value
                              : inlay_evidence_again)(ev, theta) +
           log_jacobian(w, obs, data->n_obs);
}

void inlay_warp_pick(struct inlay_warp *out, struct inlay_evidence *ev,
                     struct inlay_data *data, const double *theta,
                     const double *obs, const double *given, double *scratch)
{
    static const enum inlay_warp_kind KINDS[] = {
        INLAY_WARP_NONE, INLAY_WARP_BAD_LOG, INLAY_WARP_LOG, INLAY_WARP_BILOG};
    const size_t n = data->n_obs;
    double most = -INFINITY, *before = scratch + n;
    double *given_before = before + n;

    inlay_warp_fit(out, INLAY_WARP_BAD_LOG, obs, n, scratch);
    if (!isfinite(inlay_evidence_value(ev, theta)))
        return;
    memcpy(before, data->obs, n * sizeof *before);
    memcpy(given_before, data->given, n * sizeof *before);
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS + N_LAMBDA; k++) {
        struct inlay_warp w;
        const bool is_power = k >= sizeof KINDS / sizeof *KINDS;
        inlay_warp_fit(&w, is_power ? INLAY_WARP_YEO_JOHNSON : KINDS[k], obs, n,
                       scratch);
        if (is_power) {
            w.lambda = LAMBDA[k - sizeof KINDS / sizeof *KINDS];
            standardize(&w, obs, n);
        }
        const double s = score(&w, ev, data, theta, obs, given);
        if (s > most) {
            most = s;
            *out = w;
        }
    }
    memcpy(data->given, given_before, n * sizeof *before);
    inlay_data_set(data, before);
}

double inlay_warp_apply(const struct inlay_warp *w, double y)
{
    return (shape(w, scaled(w, y)) - w->mean) / w->sd;
}

double inlay_warp_log_slope(const struct inlay_warp *w, double y)
{
    return shape_log_slope(w, scaled(w, y)) - log(w->unit) - log(w->sd);
}

double inlay_warp_invert(const struct inlay_warp *w, double v)
{
    return w->center + w->unit * shape_inverse(w, w->mean + w->sd * v);
}

/*
 * E y and Var y by the trapezoidal rule on ±6 standard deviations, whose error
 * for an analytic integrand that vanishes at the ends is far below what a
 * prediction means.  Without a warp both are exact; where they overflow, the
 * median stands for the mean.
 */
void inlay_warp_moments(const struct inlay_warp *w, double mean, double var,
                        double *y_mean, double *y_sd)
{
    enum { HALF = 30 };
    const double step = 6.0 / HALF, sd = sqrt(var);
    double sum = 0.0, first = 0.0, second = 0.0;
    const double origin = inlay_warp_invert(w, mean);

    if (w->kind == INLAY_WARP_NONE) {
        *y_mean = origin;
        *y_sd = w->unit * w->sd * sd;
        return;
    }
    for (int i = -HALF; i <= HALF; i++) {
        const double z = i * step, weight = exp(-0.5 * z * z);
        const double off =
            (inlay_warp_invert(w, mean + sd * z) - origin) / w->unit;
        sum += weight;
        first += weight * off;
        second += weight * off * off;
    }
    if (!isfinite(second)) {
        *y_mean = origin;
        *y_sd = INFINITY;
        return;
    }
    first /= sum;
    second /= sum;
    *y_mean = origin + w->unit * first;
    *y_sd = w->unit * sqrt(fmax(second - first * first, 0.0));
}
