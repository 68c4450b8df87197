/*
 * hash.h: a hash of points, by the bits of their coordinates.
 *
 * Coordinates such as 1/2 have but a few bits, all at the upper end.  A product
 * moves them further up, and a shift brings them down to where a table looks.
 * One of each is not enough: of a grid of 64 by 64 most points would share their
 * slot with fifty others.
 */
#ifndef INLAY_BASE_HASH_H
#define INLAY_BASE_HASH_H

#include <stdint.h>
#include <string.h>

#define INLAY_HASH_START 0x9e3779b97f4a7c15U

/* The hash of what h is the hash of, and v after it.  0 and -0 differ. */
static inline uint64_t inlay_hash_add(uint64_t h, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    h = (h ^ bits) * 0xff51afd7ed558ccdU;
    h = (h ^ h >> 32) * 0xc4ceb9fe1a85ec53U;
    return h ^ h >> 32;
}

#endif
