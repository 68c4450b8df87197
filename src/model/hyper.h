/*
 * hyper.h: priors on the hyper-parameters θ (evidence.h), where a search for
 * them starts, and the coordinates in which they are sampled.
 *
 * Two sets.  `inlay`: normal in log l, log a and log(σ²/a), so that each
 * variable is expected to matter alike, whatever its type and however many
 * there are (docs/maths.md (12)); density and sampling in θ itself.  `paper`:
 * those of the authors' code, density and sampling in (l, a, σ², m).
 */
#ifndef INLAY_MODEL_HYPER_H
#define INLAY_MODEL_HYPER_H

#include "base/rng.h"
#include "model/metric.h"

enum inlay_priors { INLAY_PRIORS_INLAY, INLAY_PRIORS_PAPER };
enum inlay_noise { INLAY_NOISE_AUTO, INLAY_NOISE_NONE, INLAY_NOISE_YES };

struct inlay_hyper {
    enum inlay_priors priors;
    enum inlay_noise noise;
    size_t n_scales;
    size_t n_active; /* coordinates that are not fixed: n_scales, a, (σ²), m */
    double *log_center; /* of each length-scale, set `inlay` */
    bool has_unit_amp;  /* a search leaves a at 1 */
    double log_amp;     /* center of log a, set `inlay`; 0 for standardized y */
};

inlay_status inlay_hyper_init(struct inlay_hyper *h,
                              const struct inlay_metric *metric,
                              enum inlay_priors priors, enum inlay_noise noise,
                              inlay_error *err);
void inlay_hyper_clear(struct inlay_hyper *h);

/* θ from which a search starts when there is none to go on from. */
void inlay_hyper_start(const struct inlay_hyper *h, double *theta);

/* The same, but where noise is estimated with little of it if θ has much, and
 * with much if it has little: the two are modes of the posterior. */
void inlay_hyper_other_start(const struct inlay_hyper *h, const double *theta,
                             double *other);

/* Where the noise has these two modes: a draw of log(σ²/a) that is as likely from
 * either, and log of the density of such draws, up to a constant.  A chain
 * changes modes by it. */
bool inlay_hyper_has_modes(const struct inlay_hyper *h);
double inlay_hyper_draw_ratio(struct inlay_rng *rng);
double inlay_hyper_ratio_density(double log_ratio);

/* True if θ is finite (but for the noise where there is none), and within bounds
 * that hold for both sets: far enough for any posterior, near enough for
 * arithmetic. */
bool inlay_hyper_is_valid(const struct inlay_hyper *h, const double *theta);

/* log p(θ) up to a constant, −∞ outside the support, and its gradient by θ (all
 * of θ, 0 for what is fixed). */
double inlay_hyper_log_prior(const struct inlay_hyper *h, const double *theta,
                             double *grad);

/* The n_active places in θ that are not fixed, and bounds for a search. */
size_t inlay_hyper_place(const struct inlay_hyper *h, size_t active);
void inlay_hyper_bounds(const struct inlay_hyper *h, double *lo, double *hi);

/* The sampling coordinate of θ[place], and back (−∞ outside the support, which
 * is no valid θ); see above. */
double inlay_hyper_to_coordinate(const struct inlay_hyper *h, size_t place,
                                 double theta);
double inlay_hyper_from_coordinate(const struct inlay_hyper *h, size_t place,
                                   double coordinate);

#endif
