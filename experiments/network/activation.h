/*
 * activation.h: what a hidden unit makes of its input, on many of them at once.
 */
#ifndef EXPERIMENTS_NETWORK_ACTIVATION_H
#define EXPERIMENTS_NETWORK_ACTIVATION_H

#include <stddef.h>

/* In the order of the paper, which is that of the tables' column too. */
enum activation {
    ACTIVATION_LINEAR,
    ACTIVATION_SIGMOID,
    ACTIVATION_TANH,
    ACTIVATION_RELU,
    N_ACTIVATIONS
};

extern const char *const ACTIVATION_NAMES[N_ACTIVATIONS];

/* z = f(z) for n numbers, to 2e-7; a NaN stays one. */
void activation_apply(enum activation kind, size_t n, float *z);

/* d *= f', which the values a = f(z) determine. */
void activation_multiply_slope(enum activation kind, size_t n, const float *a,
                               float *d);

#endif
