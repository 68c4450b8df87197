/*
 * model.h: what a regression model is: a mean and a variance for each point.
 *
 * A mixture of GPs has one component for each sample of its hyper-parameters, a
 * forest a single one.  All that evaluates points takes several of them, rows, at
 * most INLAY_MODEL_BLOCK: the solves of a GP are then level 3, and a forest walks
 * a block per tree.  Callers own the scratch memory, so that threads can share a
 * const model.
 */
#ifndef INLAY_MODEL_MODEL_H
#define INLAY_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stop.h"

enum { INLAY_MODEL_BLOCK = 64 };

struct inlay_model;

struct inlay_model_ops {
    /* Z := the n rows of U as all components see them. */
    void (*embed)(const struct inlay_model *m, const double *U, size_t n,
                  double *Z);
    /* Mean and variance of f (without noise) at embedded points under component
     * k; the variance is positive.  var NULL: the mean alone, which a GP has in
     * a fraction of the time. */
    void (*predict)(const struct inlay_model *m, size_t k, const double *Z,
                    size_t n, double *mean, double *var, double *scratch);
    /* The same with gradients (n×dim rows) by the real axes, 0 in all others. */
    void (*gradient)(const struct inlay_model *m, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *dmean,
                     double *dvar, double *scratch);
    /* What predict can say at best: a mean that is not above its mean and a
     * variance that is not below its variance, rounding included.  A model that
     * cannot tell sooner than predict has predict here. */
    void (*bounds)(const struct inlay_model *m, size_t k, const double *Z,
                   size_t n, double *mean, double *var, double *scratch);
};

struct inlay_model {
    const struct inlay_model_ops *ops;
    size_t dim, n_comp;
    size_t n_scratch; /* doubles that each of them needs */
    bool is_flat;     /* constant by pieces: all gradients are 0 */
    struct inlay_watch
        *watch; /* or NULL; once over, predictions are of no use */
};

#endif
