/*
 * steps.h: exact draws from a normal density times a step function.
 */
#ifndef INLAY_MODEL_STEPS_H
#define INLAY_MODEL_STEPS_H

#include <stddef.h>

#include "base/rng.h"

/* The logarithm of the step function grows by `rise` at t = at. */
struct inlay_step {
    double at, rise;
};

/*
 * t from the density ∝ N(t; mean, sd²) exp(Σ_{at_i < t} rise_i), cut off at 8
 * standard deviations: limits.c was not seen beyond 5.  step[n] is sorted and put
 * into units of sd; mass has room for n+1.
 */
double inlay_steps_draw(struct inlay_step *step, size_t n, double mean,
                        double sd, struct inlay_rng *rng, double *mass);

#endif
