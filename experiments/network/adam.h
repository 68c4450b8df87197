/*
 * adam.h: steps down a noisy gradient, each weight with a pace of its own.
 *
 * Kingma and Ba (2015), Adam: a method for stochastic optimization, algorithm 1,
 * with their constants: 0.9, 0.999, 1e-8.
 */
#ifndef EXPERIMENTS_NETWORK_ADAM_H
#define EXPERIMENTS_NETWORK_ADAM_H

#include <stddef.h>

#include "inlay.h"

struct adam {
    size_t n, n_steps;
    float *mean, *square; /* running means of the gradient and its square */
};

/* For n weights, before any step. */
inlay_status adam_init(struct adam *adam, size_t n, inlay_error *err);
void adam_clear(struct adam *adam);

void adam_step(struct adam *adam, const float *gradient, double rate,
               float *weights);

#endif
