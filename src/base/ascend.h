/*
 * ascend.h: maximizes a smooth function in a box, from several starts at once.
 *
 * Projected L-BFGS with backtracking.  The starts move in lock-step, so that
 * the function is always asked for many points at a time: for a GP its solves
 * are then level 3.
 */
#ifndef INLAY_BASE_ASCEND_H
#define INLAY_BASE_ASCEND_H

#include <stddef.h>

#include "inlay.h"

/* Values f[n] and gradients G (n×dim, rows) at the n rows of X.  which[i] is
 * the start that row i belongs to.  A value that is not finite is a refusal. */
typedef void inlay_ascend_fn(const double *X, size_t n, const size_t *which,
                             double *f, double *G, void *context);

struct inlay_ascend_options {
    const double *lo, *hi; /* the box, dim numbers each */
    double first_step;     /* largest coordinate of the first step */
    size_t max_rounds;     /* calls of the function, the first included */
    double gain_tol;       /* a start ends when a step gains less than this, */
    double move_tol;       /* or when no coordinate moves by more than this */
};

/*
 * Moves each row of X (n_starts×dim, inside the box) uphill; F gets the values
 * reached, never below those of the starts (-inf where a start was refused).
 * *n_evaluated (may be NULL) grows by the number of points asked for.  Starts
 * do not influence each other.
 */
inlay_status inlay_ascend(size_t dim, size_t n_starts, double *X, double *F,
                          const struct inlay_ascend_options *options,
                          inlay_ascend_fn *fn, void *context,
                          size_t *n_evaluated, inlay_error *err);

#endif
