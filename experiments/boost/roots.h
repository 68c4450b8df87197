/*
 * roots.h: histograms of all rows that are learnt from, for all classes at once.
 *
 * They are most of the work of a shallow tree.  All trees of a fold have the
 * same rows at the root, so for each bin these are listed once; a cell is then
 * the sum over a list, kept in registers, of all classes together.
 */
#ifndef BOOST_ROOTS_H
#define BOOST_ROOTS_H

#include "boost/histogram.h"

enum { ROOTS_STRIDE = 12 }; /* DIGITS_CLASSES in whole vectors of four */

struct roots {
    uint32_t first[DIGITS_BINS + 1]; /* bin b has row[first[b]] … */
    uint16_t *row;
};

/* Of n rows of the digits.  *out is written on success only. */
inlay_status roots_init(const struct digits *digits, const uint16_t *row,
                        size_t n, struct roots *out, inlay_error *err);
void roots_clear(struct roots *roots);

/* quantum[ROOTS_STRIDE i + k] is that of row i and class k; what is behind the
 * classes is not used. */
void roots_build(const struct roots *roots, const uint64_t *quantum,
                 struct histogram out[DIGITS_CLASSES]);

#endif
