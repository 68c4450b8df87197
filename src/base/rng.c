/*
 * rng.c: xoshiro256++, seeded and split by the mixer of splitmix64.
 *
 * 256 bits of state and a period of 2^256 - 1: streams that start at random
 * states do not overlap in practice.  Nothing is cached between calls (a single
 * normal throws the second of its pair away), so that a stream's state is these
 * four words and equal states give equal futures.
 *
 * Invariant: the state is not all zero, where the generator would stay.  A seed
 * cannot give it (four outputs of splitmix64 are four different words); a split
 * gives it with probability 2^-256.
 *
 * Blackman, Vigna (2021), Scrambled linear pseudorandom number generators, ACM
 * Trans. Math. Softw. 47(4).  Steele, Lea, Flood (2014), Fast splittable
 * pseudorandom number generators, OOPSLA.
 */
#include "base/rng.h"

#include <assert.h>
#include <math.h>

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15) /* 2^64 / golden ratio, odd */

/* A bijection of the words in which each input bit changes each output bit
 * with probability 1/2. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static uint64_t splitmix_next(uint64_t *x)
{
    *x += GOLDEN;
    return mix(*x);
}

struct inlay_rng inlay_rng_seed(uint64_t seed)
{
    struct inlay_rng rng;

    for (int i = 0; i < 4; i++)
        rng.s[i] = splitmix_next(&seed);
    return rng;
}

/*
 * The key and all of the state go through a chain of bijections into one word,
 * so that different keys of one state give different words; four words made
 * from it are added to the state and mixed, which keeps its 256 bits.
 */
struct inlay_rng inlay_rng_split(const struct inlay_rng *rng, uint64_t key)
{
    struct inlay_rng child;
    uint64_t x = mix(key + GOLDEN);

    for (int i = 0; i < 4; i++)
        x = mix((x ^ rng->s[i]) + GOLDEN);
    for (int i = 0; i < 4; i++)
        child.s[i] = mix(rng->s[i] + splitmix_next(&x));
    return child;
}

static uint64_t rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t inlay_rng_next(struct inlay_rng *rng)
{
    uint64_t *s = rng->s;
    const uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Zero is drawn again: adding a half instead would round the largest to 1. */
double inlay_rng_uniform(struct inlay_rng *rng)
{
    uint64_t x;

    do
        x = inlay_rng_next(rng) >> 11;
    while (x == 0);
    return (double)x * 0x1p-53;
}

/* Words below 2^64 mod n are refused; what is left is a multiple of n words. */
uint64_t inlay_rng_below(struct inlay_rng *rng, uint64_t n)
{
    uint64_t x;

    assert(n >= 1);
    const uint64_t n_refused = (UINT64_MAX - n + 1) % n;
    do
        x = inlay_rng_next(rng);
    while (x < n_refused);
    return x % n;
}

/* Marsaglia's polar method: (x, y) uniform in the unit disc, r = x² + y²; then
 * (x, y) sqrt(-2 log(r) / r) are two independent normals. */
static double polar_pair(struct inlay_rng *rng, double *y)
{
    double x, r;

    do {
        x = 2.0 * inlay_rng_uniform(rng) - 1.0;
        *y = 2.0 * inlay_rng_uniform(rng) - 1.0;
        r = x * x + *y * *y;
    } while (r >= 1.0 || r == 0.0);
    const double scale = sqrt(-2.0 * log(r) / r);
    *y *= scale;
    return x * scale;
}

double inlay_rng_normal(struct inlay_rng *rng)
{
    double unused;
    return polar_pair(rng, &unused);
}

void inlay_rng_normals(struct inlay_rng *rng, size_t n, double *out)
{
    for (size_t i = 0; i + 1 < n; i += 2)
        out[i] = polar_pair(rng, &out[i + 1]);
    if (n % 2 == 1)
        out[n - 1] = inlay_rng_normal(rng);
}

void inlay_rng_shuffle(struct inlay_rng *rng, size_t *items, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)inlay_rng_below(rng, i);
        const size_t item = items[i - 1];

        items[i - 1] = items[j];
        items[j] = item;
    }
}
