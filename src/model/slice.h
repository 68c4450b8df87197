/*
 * slice.h: one update of a slice sampler along a line.
 */
#ifndef INLAY_MODEL_SLICE_H
#define INLAY_MODEL_SLICE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

/* Log density at the current point moved by t along the line, up to a constant;
 * −∞ (or NaN, which counts the same) outside the support. */
typedef double inlay_slice_fn(double t, void *context);

enum inlay_slice_growth {
    INLAY_SLICE_STEP,   /* widen by whole widths, at most max_grow times */
    INLAY_SLICE_DOUBLE, /* double to a random side, with Neal's acceptance */
};

struct inlay_slice_options {
    enum inlay_slice_growth growth;
    double width; /* of the first interval: a guess of the density's width */
    size_t max_grow;
};

/*
 * Draws t so that a point distributed as the density stays so.  log_p is the
 * density at t = 0; *log_p gets that at the new point.  Where nothing else is
 * accepted (a log_p that is not finite, a NaN in the density) t = 0: the sampler
 * keeps its point.
 */
double inlay_slice_update(inlay_slice_fn *fn, void *context,
                          const struct inlay_slice_options *options,
                          struct inlay_rng *rng, double *log_p);

#endif
