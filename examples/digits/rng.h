/*
 * rng.h: a small random number generator, so that a run depends on its seed
 * and on nothing else.
 *
 * SplitMix64: Steele, Lea and Flood (2014), Fast splittable pseudorandom
 * number generators, OOPSLA.
 */
#ifndef DIGITS_RNG_H
#define DIGITS_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t state; /* start with {seed}; any value will do */
};

uint64_t rng_bits(struct rng *rng);

/* Uniform in [0, 1), with 53 random bits. */
double rng_uniform(struct rng *rng);

/* Standard normal. */
double rng_normal(struct rng *rng);

/* Uniform over 0 … n−1. */
size_t rng_below(struct rng *rng, size_t n);

/* The numbers 0 … n−1 in random order. */
void rng_permutation(struct rng *rng, size_t n, size_t *order);

#endif
