/*
 * parzen.h: a Parzen density over axes of the exact encoding: fit, draw, log
 * density.
 *
 * A mixture of n + 1 components: one for each observation i with its weight w_i,
 * and the prior.  A component is a product of kernels, one for each axis
 * (model/window.h).  Densities are with respect to u on real axes (on a log
 * scale: log x) and to levels on discrete ones; they integrate to 1.
 *
 *     joint         all axes in one density.  Every kernel is normalized on its
 *                   own.  Prior: weight 1, uniform, so that all levels are
 *                   equally likely under it.  Category: 1/(n + 1) for each level,
 *                   1 more for the observed one, normalized (Optuna)
 *     independent   one axis.  Prior of a numeric axis: weight 1, normal with
 *                   center 1/2 and deviation 1.  Category: sum of the weights at
 *                   a level, plus 1 (hyperopt)
 *
 * hyperopt does not normalize its kernels: it draws from the mixture until a draw
 * falls within the range, and divides by the mass of the whole there.  That is
 * the same density as that of normalized kernels with weights w_i times mass_i,
 * which is what the independent form has here: one set of kernels serves both.
 */
#ifndef INLAY_MODEL_PARZEN_H
#define INLAY_MODEL_PARZEN_H

#include "inlay.h"
#include "model/window.h"

enum inlay_parzen_form { INLAY_PARZEN_JOINT, INLAY_PARZEN_INDEPENDENT };

/* Points that are evaluated at a time, at most. */
enum { INLAY_PARZEN_BLOCK = INLAY_WINDOW_BLOCK };

struct inlay_parzen {
    size_t dim, n;               /* axes; components, the last is the prior */
    struct inlay_window *window; /* of each axis; owns all arrays */
    double *log_scale;           /* n: log weight, and what kernels left out */
    double *cumulative;          /* n: of the weights; the last is their sum */
    size_t stride;               /* of rows in scratch */
    double *doubles;             /* of the windows: numbers */
    uint32_t *shapes;            /* ... and their shapes */
};

/* What a density is made from: rows of points are in the whole encoding, the
 * density's axes are first .. first + dim of it. */
struct inlay_parzen_sample {
    const double *const *point;
    const double *weight; /* positive; the prior has 1, see above */
    size_t n;
};

inlay_status inlay_parzen_init(struct inlay_parzen *p,
                               const struct inlay_encoding *enc, size_t first,
                               size_t dim,
                               const struct inlay_parzen_sample *sample,
                               enum inlay_parzen_form form,
                               enum inlay_bandwidth bandwidth,
                               inlay_error *err);
void inlay_parzen_clear(struct inlay_parzen *p);

/* u[dim] := a draw, T(u). */
void inlay_parzen_draw(const struct inlay_parzen *p, struct inlay_rng *rng,
                       double *u);

/* Doubles that inlay_parzen_log_density needs for n_points. */
size_t inlay_parzen_n_scratch(const struct inlay_parzen *p, size_t n_points);

/* The log density at n_points <= INLAY_PARZEN_BLOCK rows u = T(u), which are
 * dim doubles each. */
void inlay_parzen_log_density(const struct inlay_parzen *p, const double *U,
                              size_t n_points, double *out, double *scratch);

#endif
