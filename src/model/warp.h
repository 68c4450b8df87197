/*
 * warp.h: the transform between the user's values and what a GP is fitted to.
 *
 * An observation y becomes t = (y − center)/unit, then g(t), then standardized.
 * g is increasing; it makes the bad side (large y) count less, so that the model
 * spends its accuracy where the minimum is.  docs/maths.md (15)–(17).
 */
#ifndef INLAY_MODEL_WARP_H
#define INLAY_MODEL_WARP_H

#include "model/evidence.h"

enum inlay_warp_kind {
    INLAY_WARP_NONE,
    INLAY_WARP_BAD_LOG,     /* g(t) = log(1 + t) above the median, t below */
    INLAY_WARP_LOG,         /* g(t) = log(t − t_min + 0.1) */
    INLAY_WARP_BILOG,       /* g(t) = sign(t) log(1 + |t|) */
    INLAY_WARP_YEO_JOHNSON, /* its parameter by likelihood */
    INLAY_WARP_AUTO,        /* the most likely of the above */
};

struct inlay_warp {
    enum inlay_warp_kind kind; /* never AUTO */
    double center, unit; /* median; median − minimum, or what replaces it */
    double low;          /* LOG: t_min − 0.1 */
    double lambda;       /* YEO_JOHNSON */
    double mean, sd;     /* of g over the observations */
};

/* The warp of n >= 1 finite observations; scratch has room for n.  YEO_JOHNSON
 * takes the λ under which g is most like a normal sample. */
void inlay_warp_fit(struct inlay_warp *warp, enum inlay_warp_kind kind,
                    const double *obs, size_t n, double *scratch);

/* The variance v of an observation y on the model's scale: v times the squared
 * slope there, docs/maths.md (49); NaN stays NaN. */
double inlay_warp_variance(const struct inlay_warp *warp, double y, double v);

/* data := these observations and their variances, both warped.  Neither is a part
 * of data. */
void inlay_warp_data(const struct inlay_warp *warp, const double *obs,
                     const double *given, struct inlay_data *data);

/* The most likely warp under the GP with hyper-parameters θ, Jacobian included,
 * at O(n²) each after one factorisation; at one each where observations have
 * variances of their own.  Leaves data with the observations it had; obs and given
 * are no part of it; scratch has room for 3 n_obs. */
void inlay_warp_pick(struct inlay_warp *warp, struct inlay_evidence *ev,
                     struct inlay_data *data, const double *theta,
                     const double *obs, const double *given, double *scratch);

/* y to the model's scale, its log slope, and back. */
double inlay_warp_apply(const struct inlay_warp *warp, double y);
double inlay_warp_log_slope(const struct inlay_warp *warp, double y);
double inlay_warp_invert(const struct inlay_warp *warp, double v);

/* Mean and standard deviation of y where the model's value is normal with this
 * mean and variance. */
void inlay_warp_moments(const struct inlay_warp *warp, double mean, double var,
                        double *y_mean, double *y_sd);

#endif
