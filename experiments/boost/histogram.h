/*
 * histogram.h: sums of residuals and counts, by pixel and level, and the best
 * split that they show.
 *
 * A cell holds count and sum in one 64-bit number, so that a row adds to both
 * at once: the count in the upper 12 bits; in the lower 52 the sum of
 *
 *     quantum(r) = round((r + 1) 2^40),  −1 <= r <= 1.
 *
 * Sums of up to DIGITS_MAX_ROWS quanta fit and are exact, so that neither the
 * order of rows nor "parent minus sibling" changes a bit.  Splits do not depend
 * on the added 1.  Level 0 has no cell: what is not in the others is 0.
 */
#ifndef BOOST_HISTOGRAM_H
#define BOOST_HISTOGRAM_H

#include <stdbool.h>

#include "base/rng.h"
#include "boost/digits_file.h"

enum { HISTOGRAM_SUM_BITS = 52, HISTOGRAM_SCALE_BITS = 40 };

/* Relative: well above the rounding of a gain, below any real difference. */
#define HISTOGRAM_TIE 1e-9

struct histogram {
    uint64_t cell[DIGITS_BINS];
};

/* A residual as what is added to a cell: one row, and its quantum. */
uint64_t histogram_quantum(double residual);

static inline size_t histogram_count(uint64_t cell)
{
    return (size_t)(cell >> HISTOGRAM_SUM_BITS);
}

/* The mean of the residuals in a cell whose count is not 0. */
double histogram_mean(uint64_t cell);

/* Of n rows; quantum[i] is that of row i of the digits. */
void histogram_build(struct histogram *h, const struct digits *digits,
                     const uint16_t *row, size_t n, const uint64_t *quantum);

/* h −= part, which is of some of its rows. */
void histogram_subtract(struct histogram *h, const struct histogram *part);

/* Rows with pixel <= at_most go left. */
struct split {
    uint8_t pixel, at_most;
    double gain; /* by which the sum of squares falls */
};

/*
 * The split with the largest gain
 *
 *     n_l n_r / (n_l + n_r) (mean_l − mean_r)²
 *
 * among all with n_l, n_r >= 1, halfway between two levels that occur, as in
 * scikit-learn.  total is the sum over all rows of the node.  False if all rows
 * are alike.
 *
 * Of pixels whose best gains are equal to within HISTOGRAM_TIE one is drawn, as
 * scikit-learn does, which looks at features in random order.  It matters: small
 * nodes have many equal splits, and always to take the first pixel makes the
 * trees of an ensemble more alike and the ensemble worse.
 */
bool histogram_best(const struct histogram *h, uint64_t total,
                    struct inlay_rng *rng, struct split *out);

#endif
