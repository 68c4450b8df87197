/*
 * histogram.c: the three loops that take the time, in this order: build, best,
 * subtract.
 */
#include "boost/histogram.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

static const uint64_t ONE_ROW = (uint64_t)1 << HISTOGRAM_SUM_BITS;
static const uint64_t SUM_MASK = ((uint64_t)1 << HISTOGRAM_SUM_BITS) - 1;
static const double SCALE = 1099511627776.0; /* 2^40 */

uint64_t histogram_quantum(double residual)
{
    return ONE_ROW + (uint64_t)((residual + 1.0) * SCALE + 0.5);
}

/*
 * An integer below 2^52 as a double: the mantissa of 2^52 + i.  Exact, and a
 * vector instruction, which the conversion of 64-bit integers is not in AVX2.
 */
static inline double to_double(uint64_t i)
{
    static const double BASE = 4503599627370496.0; /* 2^52 */
    const uint64_t bits = i | UINT64_C(0x4330000000000000);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v - BASE;
}

double histogram_mean(uint64_t cell)
{
    return to_double(cell & SUM_MASK) /
               (SCALE * (double)histogram_count(cell)) -
           1.0;
}

void histogram_build(struct histogram *h, const struct digits *digits,
                     const uint16_t *row, size_t n, const uint64_t *quantum)
{
    memset(h, 0, sizeof *h);
    for (size_t i = 0; i < n; i++) {
        const uint64_t q = quantum[row[i]];
        const uint16_t *bin = digits->bin + digits->first[row[i]];
        const uint16_t *end = digits->bin + digits->first[row[i] + 1];
        for (; bin < end; bin++)
            h->cell[*bin] += q;
    }
}

INLAY_VECTORISED
void histogram_subtract(struct histogram *h, const struct histogram *part)
{
    for (size_t b = 0; b < DIGITS_BINS; b++)
        h->cell[b] -= part->cell[b];
}

/* What splits of a node are judged by. */
struct whole {
    double n, mean;
};

/*
 * The gain of a split that sends the rows of `above` right.  With
 * D = Σ_right (r − mean) it is D² n / (n_l n_r); the factor n is left out.
 * Negative if nothing goes left, not a number if nothing goes right: neither is
 * larger than any other.
 */
static inline double gain_of(uint64_t above, struct whole whole)
{
    const double n_right = to_double(above >> HISTOGRAM_SUM_BITS);
    const double n_left = whole.n - n_right;
    const double d = to_double(above & SUM_MASK) - n_right * whole.mean;
    const double gain = d * d / (n_right * n_left);
    return n_left > 0.0 ? gain : -1.0;
}

/* One level of all pixels: above grows by its rows, and new is the best gain
 * from this level up.  New and old are apart, or the compiler makes a branch. */
INLAY_VECTORISED
static void sweep_level(const uint64_t *restrict cell, struct whole whole,
                        uint64_t *restrict above, const double *restrict old,
                        double *restrict new)
{
    for (size_t p = 0; p < DIGITS_PIXELS; p++) {
        above[p] += cell[p];
        const double gain = gain_of(above[p], whole);
        new[p] = gain > old[p] ? gain : old[p];
    }
}

/* The best gain of each pixel; negative where there is no split. */
static void sweep(const struct histogram *h, struct whole whole, double *gain)
{
    uint64_t above[DIGITS_PIXELS] = {0};
    double other[DIGITS_PIXELS];
    for (size_t p = 0; p < DIGITS_PIXELS; p++)
        gain[p] = -1.0;
    for (size_t level = DIGITS_LEVELS; level > 0; level -= 2) {
        sweep_level(h->cell + digits_bin(0, level), whole, above, gain, other);
        sweep_level(h->cell + digits_bin(0, level - 1), whole, above, other,
                    gain);
    }
}

/* The highest level that goes right with this gain, which was found by the same
 * arithmetic. */
static size_t level_of(const struct histogram *h, size_t pixel,
                       struct whole whole, double gain)
{
    uint64_t above = 0;
    size_t level = DIGITS_LEVELS + 1;
    do
        above += h->cell[digits_bin(pixel, --level)];
    while (level > 1 && !(gain_of(above, whole) >= gain));
    return level;
}

/* The highest level below that one which has rows: 0 if no other has. */
static size_t level_below(const struct histogram *h, size_t pixel, size_t level)
{
    do
        level--;
    while (level > 0 && h->cell[digits_bin(pixel, level)] == 0);
    return level;
}

/* One of the pixels whose gain is the largest, each with the same
 * probability. */
static size_t draw_best(const double *gain, struct inlay_rng *rng)
{
    double most = gain[0];
    size_t n_equal = 0, best = 0;
    for (size_t p = 1; p < DIGITS_PIXELS; p++)
        most = gain[p] > most ? gain[p] : most;
    const double limit = most - HISTOGRAM_TIE * fabs(most);
    for (size_t p = 0; p < DIGITS_PIXELS; p++) {
        if (gain[p] < limit)
            continue;
        n_equal++;
        if (n_equal == 1 || inlay_rng_below(rng, n_equal) == 0)
            best = p;
    }
    return best;
}

bool histogram_best(const struct histogram *h, uint64_t total,
                    struct inlay_rng *rng, struct split *out)
{
    const double n = to_double(total >> HISTOGRAM_SUM_BITS);
    const struct whole whole = {n, to_double(total & SUM_MASK) / n};
    double gain[DIGITS_PIXELS];
    sweep(h, whole, gain);
    const size_t best = draw_best(gain, rng);
    if (!(gain[best] >= 0.0))
        return false;
    const size_t level = level_of(h, best, whole, gain[best]);
    out->pixel = (uint8_t)best;
    out->at_most = (uint8_t)((level_below(h, best, level) + level) / 2);
    out->gain = gain[best] * n / (SCALE * SCALE);
    return true;
}
