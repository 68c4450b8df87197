/*
 * window.h: the kernels ("windows") of a Parzen density along one axis.
 *
 * Every observation has a kernel on each axis, and so has the prior, which is
 * the last.  All are probabilities on the whole axis [0,1], each normalized on
 * its own:
 *
 *     real       a normal around the observation, truncated to [0,1]
 *     grid       the same normal, its mass over the cell of a level.  Cells of
 *                all levels are full ones, so the end levels are as likely as
 *                any; the center is the middle of the observation's cell (of a
 *                log grid: where the logarithm of the value is)
 *     category   the observed level with probability `stay`, else any level
 *
 * The prior's kernel is uniform, or a normal with center 1/2 and deviation 1.
 *
 * Widths follow the distances to the neighbors among all centers, the prior's
 * at 1/2 included.  With d the larger of the two, n the number of observations:
 *
 *     floor   the ends of the axis count as neighbors; d within
 *             [max(0.03, (n + 2)^-2), 1]
 *     clip    the first and the last have one neighbor; d within
 *             [1 / min(100, n + 2), 1]; a single observation has 1/2
 *
 * Of equal centers the older is left of the younger, and the prior's of both.
 *
 * Bergstra et al. (2011), Algorithms for hyper-parameter optimization, and the
 * rules of hyperopt (clip); Watanabe (2023), Tree-structured Parzen estimator,
 * arXiv 2304.11127 (floor).
 */
#ifndef INLAY_MODEL_WINDOW_H
#define INLAY_MODEL_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "problem/encode.h"

enum inlay_bandwidth { INLAY_BANDWIDTH_FLOOR, INLAY_BANDWIDTH_CLIP };

/* Points that are evaluated at a time, at most. */
enum { INLAY_WINDOW_BLOCK = 32 };

/* On a grid many kernels are equal: levels repeat, and so do distances.  What
 * costs much is computed for each shape, pairs of center and width that differ;
 * there are at most three to a level, and the prior's.  On a real axis every
 * kernel has a shape of its own. */
struct inlay_window {
    const struct inlay_axis *axis;
    size_t n;             /* kernels */
    size_t n_shapes;      /* 0 for a category */
    double *center;       /* of each shape; of a category's kernels: u */
    double *precision;    /* of each shape: 1 / deviation, 0 for uniform */
    double *mass;         /* of each shape: of its normal within [0,1], or 1 */
    double *log_peak;     /* of each shape: logarithm of its density there */
    uint32_t *shape;      /* grid: the shape of each kernel */
    double max_precision; /* of all shapes */
    double stay;          /* category: see above */
};

/* Kernels in the order of their centers; to be kept by nobody. */
struct inlay_window_item {
    double at;
    uint32_t kernel;
};

/*
 * The kernels of n - 1 observations and of the prior.  axis, n and the pointers
 * are set, with room for n each (shape only for a grid), and center[] holds the
 * coordinates of the observations.  items has room for 2 n.  Numeric axes only.
 */
void inlay_window_fit(struct inlay_window *w, enum inlay_bandwidth bandwidth,
                      bool has_uniform_prior, struct inlay_window_item *items);

/* The same for a category: `smoothing` is the weight of each level, to which
 * the observed one adds 1. */
void inlay_window_fit_category(struct inlay_window *w, double smoothing);

/* The mass of the normal of kernel k within [0,1]; 1 where there is none. */
double inlay_window_mass(const struct inlay_window *w, size_t k);

/* log_scale[n] += what inlay_window_add leaves out of each kernel, as it does
 * not depend on the point. */
void inlay_window_scale(const struct inlay_window *w, double *log_scale);

/*
 * logs[n] of each point += the logarithm of each kernel at the point.  Points
 * are `step` doubles apart, rows of logs `stride`; at most INLAY_WINDOW_BLOCK
 * points, scratch for 2 n.
 */
void inlay_window_add(const struct inlay_window *w, const double *u,
                      size_t step, size_t n_points, double *logs, size_t stride,
                      double *scratch);

/* A draw from kernel k, as a coordinate T(u). */
double inlay_window_draw(const struct inlay_window *w, size_t k,
                         struct inlay_rng *rng);

#endif
