/*
 * rng.h: random numbers, passed by hand; there is no global generator.
 */
#ifndef INLAY_BASE_RNG_H
#define INLAY_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct inlay_rng {
    uint64_t s[4];
};

struct inlay_rng inlay_rng_seed(uint64_t seed);

/* An independent stream named by key; rng itself does not move, so streams do
 * not depend on the order in which they are split off. */
struct inlay_rng inlay_rng_split(const struct inlay_rng *rng, uint64_t key);

uint64_t inlay_rng_next(struct inlay_rng *rng);

/* Uniform on the open interval (0, 1), 53 bits. */
double inlay_rng_uniform(struct inlay_rng *rng);

/* Uniform on 0 .. n-1, without bias; n >= 1. */
uint64_t inlay_rng_below(struct inlay_rng *rng, uint64_t n);

/* Standard normal. */
double inlay_rng_normal(struct inlay_rng *rng);

/* n of them, in half the time of n calls; other numbers than theirs. */
void inlay_rng_normals(struct inlay_rng *rng, size_t n, double *out);

/* Fisher-Yates. */
void inlay_rng_shuffle(struct inlay_rng *rng, size_t *items, size_t n);

#endif
