/*
 * sobol.c: a Sobol' sequence in Gray-code order, scrambled.
 *
 * A coordinate is 32 binary digits, the first on top.  Point i is the XOR of the
 * direction numbers named by the digits of the Gray code of i, so that each
 * point is the one before with a single direction number changed.
 *
 * Scrambling: all directions of an axis go through one random matrix, lower
 * triangular with ones on its diagonal, and a random shift is added.  Digit d
 * then depends on digits 1 ... d of the plain point only and, for given ones
 * above it, one to one on digit d: every stratum keeps its number of points.
 * Digits below the 32nd are random, so that a coordinate is uniform on (0,1).
 *
 * Directions: our own numbers, sobol_axes.h.  Bratley, Fox (1988), Algorithm
 * 659, ACM Trans. Math. Softw. 14(1); Matoušek (1998), On the L2-discrepancy
 * for anchored boxes, J. Complexity 14(4).
 */
#include "acquire/sobol.h"

#include "acquire/sobol_axes.h"
#include "base/error.h"
#include "base/mem.h"

enum { BITS = INLAY_SOBOL_BITS };

_Static_assert(sizeof SOBOL_AXES / sizeof *SOBOL_AXES ==
                   INLAY_SOBOL_MAX_DIM - 1,
               "each axis but the first has a row");

/* With v_c = m_c / 2^c and the polynomial x^s + a_1 x^(s-1) + ... + 1:
 * v_c = a_1 v_(c-1) ^ ... ^ a_(s-1) v_(c-s+1) ^ v_(c-s) ^ v_(c-s)/2^s. */
static void plain_directions(size_t axis, uint32_t *v)
{
    if (axis == 0) {
        for (int c = 0; c < BITS; c++)
            v[c] = UINT32_C(1) << (BITS - 1 - c);
        return;
    }
    const struct sobol_axis *a = &SOBOL_AXES[axis - 1];
    for (int c = 0; c < BITS; c++) {
        if (c < a->degree) {
            v[c] = (uint32_t)a->first[c] << (BITS - 1 - c);
            continue;
        }
        v[c] = v[c - a->degree] ^ (v[c - a->degree] >> a->degree);
        for (int j = 1; j < a->degree; j++)
            if ((a->polynomial >> (a->degree - j)) & 1)
                v[c] ^= v[c - j];
    }
}

/* Column b of the matrix (b: place of a digit, 31 is the first) has its one and
 * random digits after it. */
static void scramble(uint32_t *v, struct inlay_rng *rng)
{
    uint32_t column[BITS];

    for (int b = 0; b < BITS; b++) {
        const uint32_t one = UINT32_C(1) << b;
        column[b] = one | ((uint32_t)inlay_rng_next(rng) & (one - 1));
    }
    for (int c = 0; c < BITS; c++) {
        uint32_t product = 0;
        for (int b = 0; b < BITS; b++)
            if ((v[c] >> b) & 1)
                product ^= column[b];
        v[c] = product;
    }
}

static size_t n_sequences(const struct inlay_sobol *s)
{
    return s->dim < INLAY_SOBOL_MAX_DIM ? s->dim : INLAY_SOBOL_MAX_DIM;
}

inlay_status inlay_sobol_init(struct inlay_sobol *out, size_t dim,
                              struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_sobol s = {.dim = dim};
    const size_t n = n_sequences(&s);

    const struct inlay_mem_part parts[] = {
        INLAY_PART(s.direction, n * BITS), INLAY_PART(s.state, n), {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a Sobol' sequence");
    for (size_t j = 0; j < n; j++) {
        plain_directions(j, s.direction + j * BITS);
        scramble(s.direction + j * BITS, rng);
        s.state[j] = (uint32_t)inlay_rng_next(rng);
    }
    s.rng = inlay_rng_split(rng, inlay_rng_next(rng));
    *out = s;
    return INLAY_OK;
}

void inlay_sobol_clear(struct inlay_sobol *s)
{
    inlay_mem_free(s->direction); /* and state */
    *s = (struct inlay_sobol){0};
}

/* 32 digits, 20 random ones, and a last 1: 53 bits, exact, neither 0 nor 1. */
static double coordinate(uint32_t digits, struct inlay_rng *rng)
{
    const uint64_t tail = inlay_rng_next(rng) >> 44;
    const uint64_t bits = ((uint64_t)digits << 21) | (tail << 1) | 1;
    return (double)bits * 0x1p-53;
}

/* To the state of the next index: its Gray code differs in the place of the
 * lowest 1 of that index.  After 2^32 points the net begins again. */
static void advance(struct inlay_sobol *s)
{
    size_t place = 0;

    s->index++;
    while (place < BITS && !((s->index >> place) & 1))
        place++;
    for (size_t j = 0; j < n_sequences(s); j++) {
        uint32_t *v = s->direction + j * BITS;
        s->state[j] ^= v[place < BITS ? place : BITS - 1];
    }
}

void inlay_sobol_next(struct inlay_sobol *s, double *u)
{
    const size_t n = n_sequences(s);

    for (size_t j = 0; j < n; j++)
        u[j] = coordinate(s->state[j], &s->rng);
    for (size_t j = n; j < s->dim; j++)
        u[j] = inlay_rng_uniform(&s->rng);
    advance(s);
}
