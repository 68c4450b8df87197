/* rng.c: SplitMix64 and what is drawn from it. */
#include "rng.h"

#include <math.h>

static const double TWO_PI = 6.283185307179586;

uint64_t rng_bits(struct rng *rng)
{
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double rng_uniform(struct rng *rng)
{
    return (double)(rng_bits(rng) >> 11) * 0x1p-53;
}

/* Box and Muller; 1 − u is in (0, 1], so that the logarithm is finite. */
double rng_normal(struct rng *rng)
{
    const double radius = sqrt(-2.0 * log(1.0 - rng_uniform(rng)));
    return radius * cos(TWO_PI * rng_uniform(rng));
}

/* The bias of the product is below n 2⁻⁵³: nothing, for n that fit in memory.
 */
size_t rng_below(struct rng *rng, size_t n)
{
    return (size_t)(rng_uniform(rng) * (double)n);
}

/* Fisher and Yates, inside out. */
void rng_permutation(struct rng *rng, size_t n, size_t *order)
{
    for (size_t i = 0; i < n; i++) {
        const size_t j = rng_below(rng, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}
