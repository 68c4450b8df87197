/*
 * sobol.h: scrambled low-discrepancy points.
 */
#ifndef INLAY_ACQUIRE_SOBOL_H
#define INLAY_ACQUIRE_SOBOL_H

#include <stdint.h>

#include "base/rng.h"
#include "inlay.h"

/* Axes that get a Sobol' sequence; further ones are drawn independently, as
 * with a few thousand points nothing better is known for them. */
enum { INLAY_SOBOL_MAX_DIM = 50, INLAY_SOBOL_BITS = 32 };

struct inlay_sobol {
    size_t dim;
    uint64_t index;       /* of the next point */
    uint32_t *direction;  /* min(dim, MAX_DIM)×BITS */
    uint32_t *state;      /* of each axis */
    struct inlay_rng rng; /* axes beyond MAX_DIM, and digits beyond 32 */
};

/* The scrambling (a random linear scramble and a digital shift) is drawn from
 * rng: another rng, another net. */
inlay_status inlay_sobol_init(struct inlay_sobol *s, size_t dim,
                              struct inlay_rng *rng, inlay_error *err);
void inlay_sobol_clear(struct inlay_sobol *s);

/* The next point, in the open cube (0,1)^dim.  Any 2^k points that begin at a
 * multiple of 2^k have each axis stratified into 2^k cells. */
void inlay_sobol_next(struct inlay_sobol *s, double *u);

#endif
