/*
 * acq.h: what an acquisition function is: a value for each point, the larger
 * the more worth trying.
 *
 * All that evaluates points takes several of them, rows of U, at most
 * INLAY_ACQ_BLOCK: the solves of a GP are then level 3.  Callers own the
 * scratch memory, so that threads can share a const acquisition.
 */
#ifndef INLAY_ACQUIRE_ACQ_H
#define INLAY_ACQUIRE_ACQ_H

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"

enum { INLAY_ACQ_BLOCK = INLAY_MODEL_BLOCK };

struct inlay_acq;

struct inlay_acq_ops {
    /* Values and, unless grad is NULL, gradients (n×dim rows, 0 on discrete
     * axes). */
    void (*evaluate)(const struct inlay_acq *a, const double *U, size_t n,
                     double *out, double *grad, double *scratch);
    /* Numbers that the values do not exceed, rounding included; NULL where it
     * cannot tell them sooner than its values. */
    void (*bounds)(const struct inlay_acq *a, const double *U, size_t n,
                   double *out, double *scratch);
};

struct inlay_acq {
    const struct inlay_acq_ops *ops;
    size_t dim;
    size_t n_scratch; /* doubles that each function needs */
    bool is_flat;     /* constant by pieces: all gradients are 0 */
};

#endif
