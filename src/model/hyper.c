/*
 * hyper.c: log densities of the two sets of priors, and their gradients.
 *
 * The bounds keep a search and a chain away from where numbers lose their
 * meaning (a length-scale of 1e-117 has been seen elsewhere); they are wide
 * enough that the prior has decided long before.
 */
#include "model/hyper.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/special.h"
#include "model/evidence.h"

/* Set `inlay`, all in log: see docs/maths.md (12) and bench/quality. */
static const double SCALE_SD = 1.2;
static const double AMP_SD = 1.0;
static const double QUIET_CENTER = -13.815510557964274; /* log 1e-6, of σ²/a */
static const double QUIET_SD = 1.0;
static const double NOISY_CENTER = -4.605170185988092; /* log 1e-2 */
static const double NOISY_SD = 1.5;
/* Where noise is known to be there: from a hundredth of the amplitude, as a
 * deviation, to all of it. */
static const double KNOWN_CENTER = -3.0, KNOWN_SD = 1.5;
/* Most objectives repeat exactly, and a sharp turn is easily taken for noise. */
static const double QUIET_SHARE = 0.9;

/* Bounds of log l, log a, log(σ²/a), m. */
static const double LOG_SCALE_MIN = -4.605170185988092; /* l = 0.01 */
static const double LOG_SCALE_MAX = 9.210340371976184;  /* l = 1e4 */
static const double LOG_AMP_MIN = -9.0, LOG_AMP_MAX = 9.0;
static const double LOG_RATIO_MIN = -18.420680743952367; /* 1e-8 */
static const double LOG_RATIO_MAX = 2.302585092994046;   /* 10 */
static const double MEAN_MAX = 10.0;

/* Set `paper`: l/5 ~ Beta(1.5, 7), a ~ N(1, 1) on a > 0, horseshoe of scale 0.1
 * on σ², m ~ N(0, 1). */
static const double BETA_SPAN = 5.0, BETA_A = 1.5, BETA_B = 7.0;
static const double HORSESHOE = 0.1;

inlay_status inlay_hyper_init(struct inlay_hyper *h,
                              const struct inlay_metric *metric,
                              enum inlay_priors priors, enum inlay_noise noise,
                              inlay_error *err)
{
    const size_t P = metric->n_scales;
    double *center = inlay_mem_doubles(P);
    if (!center)
        return inlay_fail_memory(err, "the priors of a model");
    for (size_t p = 0; p < P; p++)
        center[p] =
            log(0.5) + 0.5 * log((double)metric->enc->dim) +
            0.5 *
                log(6.0 * inlay_metric_mean_square(metric, metric->axis_of[p]));
    *h = (struct inlay_hyper){
        .priors = priors,
        .noise = noise,
        .n_scales = P,
        .n_active = P + (noise == INLAY_NOISE_NONE ? 2 : 3),
        .log_center = center,
    };
    return INLAY_OK;
}

void inlay_hyper_clear(struct inlay_hyper *h)
{
    inlay_mem_free(h->log_center);
    *h = (struct inlay_hyper){0};
}

void inlay_hyper_start(const struct inlay_hyper *h, double *theta)
{
    const size_t P = h->n_scales;
    const bool is_paper = h->priors == INLAY_PRIORS_PAPER;
    for (size_t p = 0; p < P; p++)
        theta[p] = is_paper ? log(0.1) : h->log_center[p];
    theta[inlay_theta_amp(P)] = is_paper ? 0.0 : h->log_amp;
    theta[inlay_theta_mean(P)] = 0.0;
    theta[inlay_theta_noise(P)] = h->noise == INLAY_NOISE_NONE  ? -INFINITY
                                  : is_paper                    ? log(1e-4)
                                  : h->noise == INLAY_NOISE_YES ? KNOWN_CENTER
                                                                : QUIET_CENTER;
}

bool inlay_hyper_has_modes(const struct inlay_hyper *h)
{
    return h->noise == INLAY_NOISE_AUTO && h->priors == INLAY_PRIORS_INLAY;
}

void inlay_hyper_other_start(const struct inlay_hyper *h, const double *theta,
                             double *other)
{
    const size_t amp = inlay_theta_amp(h->n_scales);
    const size_t noise = inlay_theta_noise(h->n_scales);
    inlay_hyper_start(h, other);
    if (!inlay_hyper_has_modes(h))
        return;
    const double between = 0.5 * (QUIET_CENTER + NOISY_CENTER);
    const bool is_quiet = theta[noise] - theta[amp] < between;
    other[noise] = other[amp] + (is_quiet ? NOISY_CENTER : QUIET_CENTER);
}

size_t inlay_hyper_place(const struct inlay_hyper *h, size_t active)
{
    const bool skips = h->noise == INLAY_NOISE_NONE &&
                       active == inlay_theta_noise(h->n_scales);
    return skips ? inlay_theta_mean(h->n_scales) : active;
}

void inlay_hyper_bounds(const struct inlay_hyper *h, double *lo, double *hi)
{
    const size_t P = h->n_scales;
    for (size_t p = 0; p < P; p++) {
        lo[p] = LOG_SCALE_MIN;
        hi[p] = h->priors == INLAY_PRIORS_PAPER ? log(BETA_SPAN) - 1e-9
                                                : LOG_SCALE_MAX;
    }
    lo[inlay_theta_amp(P)] = h->has_unit_amp ? 0.0 : LOG_AMP_MIN;
    hi[inlay_theta_amp(P)] = h->has_unit_amp ? 0.0 : LOG_AMP_MAX;
    lo[inlay_theta_noise(P)] = LOG_AMP_MIN + LOG_RATIO_MIN;
    hi[inlay_theta_noise(P)] = LOG_AMP_MAX + LOG_RATIO_MAX;
    lo[inlay_theta_mean(P)] = -MEAN_MAX;
    hi[inlay_theta_mean(P)] = MEAN_MAX;
}

/* −½((x − center)/sd)²; adds its derivative to *slope. */
static double normal(double x, double center, double sd, double *slope)
{
    const double z = (x - center) / sd;
    *slope -= z / sd;
    return -0.5 * z * z;
}

/* log of a mixture of a quiet normal, of this share, and a noisy one in
 * x = log(σ²/a); adds its derivative to *slope. */
static double noise_mixture(double x, double quiet_share, double *slope)
{
    double quiet_slope = 0.0, noisy_slope = 0.0;
    const double part[2] = {
        normal(x, QUIET_CENTER, QUIET_SD, &quiet_slope) +
            log(quiet_share / QUIET_SD),
        normal(x, NOISY_CENTER, NOISY_SD, &noisy_slope) +
            log((1.0 - quiet_share) / NOISY_SD),
    };
    const double both = inlay_log_sum_exp(part, 2);
    const double share = exp(part[0] - both);
    *slope += share * quiet_slope + (1.0 - share) * noisy_slope;
    return both;
}

double inlay_hyper_draw_ratio(struct inlay_rng *rng)
{
    const bool is_quiet = inlay_rng_uniform(rng) < 0.5;
    const double z = inlay_rng_normal(rng);
    return is_quiet ? QUIET_CENTER + QUIET_SD * z : NOISY_CENTER + NOISY_SD * z;
}

double inlay_hyper_ratio_density(double log_ratio)
{
    double unused = 0.0;
    return noise_mixture(log_ratio, 0.5, &unused);
}

static double inlay_set(const struct inlay_hyper *h, const double *theta,
                        double *grad)
{
    const size_t P = h->n_scales;
    const size_t amp = inlay_theta_amp(P), noise = inlay_theta_noise(P);
    const size_t mean = inlay_theta_mean(P);
    double sum = 0.0;

    for (size_t p = 0; p < P; p++)
        sum += normal(theta[p], h->log_center[p], SCALE_SD, &grad[p]);
    sum += normal(theta[amp], h->log_amp, AMP_SD, &grad[amp]);
    sum += normal(theta[mean], 0.0, 1.0, &grad[mean]);
    if (h->noise == INLAY_NOISE_NONE)
        return sum;
    const double ratio = theta[noise] - theta[amp];
    double slope = 0.0;
    sum += h->noise == INLAY_NOISE_AUTO
               ? noise_mixture(ratio, QUIET_SHARE, &slope)
               : normal(ratio, KNOWN_CENTER, KNOWN_SD, &slope);
    grad[noise] += slope;
    grad[amp] -= slope;
    return sum;
}

/* The density is that of (l, a, σ², m); grad is by θ, so each derivative has a
 * factor d exp(θ)/dθ = exp(θ). */
static double paper_set(const struct inlay_hyper *h, const double *theta,
                        double *grad)
{
    const size_t P = h->n_scales;
    double sum = 0.0;

    for (size_t p = 0; p < P; p++) {
        const double q = exp(theta[p]) / BETA_SPAN;
        if (!(q < 1.0))
            return -INFINITY;
        sum += (BETA_A - 1.0) * log(q) + (BETA_B - 1.0) * log1p(-q);
        grad[p] += (BETA_A - 1.0) - (BETA_B - 1.0) * q / (1.0 - q);
    }
    const double a = exp(theta[inlay_theta_amp(P)]);
    sum += -0.5 * (a - 1.0) * (a - 1.0);
    grad[inlay_theta_amp(P)] -= (a - 1.0) * a;
    sum += normal(theta[inlay_theta_mean(P)], 0.0, 1.0,
                  &grad[inlay_theta_mean(P)]);
    if (h->noise == INLAY_NOISE_NONE)
        return sum;
    const double s = HORSESHOE / exp(theta[inlay_theta_noise(P)]);
    const double t = 3.0 * s * s, inner = log1p(t);
    sum += log(inner);
    grad[inlay_theta_noise(P)] -= 2.0 * t / ((1.0 + t) * inner);
    return sum;
}

bool inlay_hyper_is_valid(const struct inlay_hyper *h, const double *theta)
{
    const size_t P = h->n_scales;
    for (size_t k = 0; k < h->n_active; k++)
        if (!isfinite(theta[inlay_hyper_place(h, k)]))
            return false;
    for (size_t p = 0; p < P; p++)
        if (theta[p] < LOG_SCALE_MIN || theta[p] > LOG_SCALE_MAX)
            return false;
    if (fabs(theta[inlay_theta_amp(P)]) > LOG_AMP_MAX ||
        fabs(theta[inlay_theta_mean(P)]) > MEAN_MAX)
        return false;
    if (h->noise == INLAY_NOISE_NONE)
        return true;
    const double ratio =
        theta[inlay_theta_noise(P)] - theta[inlay_theta_amp(P)];
    return ratio >= LOG_RATIO_MIN && ratio <= LOG_RATIO_MAX;
}

double inlay_hyper_log_prior(const struct inlay_hyper *h, const double *theta,
                             double *grad)
{
    for (size_t k = 0; k < inlay_theta_n(h->n_scales); k++)
        grad[k] = 0.0;
    if (!inlay_hyper_is_valid(h, theta))
        return -INFINITY;
    return h->priors == INLAY_PRIORS_PAPER ? paper_set(h, theta, grad)
                                           : inlay_set(h, theta, grad);
}

static bool is_natural(const struct inlay_hyper *h, size_t place)
{
    return h->priors == INLAY_PRIORS_PAPER &&
           place != inlay_theta_mean(h->n_scales);
}

double inlay_hyper_to_coordinate(const struct inlay_hyper *h, size_t place,
                                 double theta)
{
    return is_natural(h, place) ? exp(theta) : theta;
}

double inlay_hyper_from_coordinate(const struct inlay_hyper *h, size_t place,
                                   double coordinate)
{
    if (!is_natural(h, place))
        return coordinate;
    return coordinate > 0.0 ? log(coordinate) : -INFINITY;
}
