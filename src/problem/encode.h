/*
 * encode.h: the one owner of the mapping between values and model coordinates.
 *
 * A point u lies in [0,1]^dim, one coordinate ("axis") for each variable that
 * is not a constant.  Values are reached from *cells*, of equal size but for
 * the log grid, and T(u) is the one point of u's cell that
 * the model sees:
 *
 *     real         u itself: x = lo + u (hi - lo), or the same in log x
 *     grid         n levels; level k is the cell [k/n, (k+1)/n), T = k/(n-1)
 *                  (integer on a linear scale, ordinal, real with a step)
 *     log grid     integer v is the cell between log(v - 1/2) and log(v + 1/2)
 *                  of [log(lo - 1/2), log(hi + 1/2)], T = where log v is
 *     category     as a grid, but only equality of T counts (boolean too)
 *
 * so T∘T = T, decode(u) = decode(T(u)), encode(decode(u)) = T(u): exactly on
 * discrete axes, up to rounding on real ones, where only the bounds are exact.
 * Every cell's T lies within it.  A u outside [0,1] counts as the nearer end.
 *
 * What lies outside the space may have a point too, for a model to learn from: a
 * number beyond its bounds goes on beyond [0,1] on its scale, see
 * inlay_encode_beyond.  No suggestion is sought there.
 *
 * The *relaxed* encoding is the one-hot cube of the paper's gp-naive and gp-basic
 * ways: every axis is real, a category has one axis for each of its n values
 * and is decoded by arg-max (the first of equal ones); T is the identity.
 * A grid is encoded and decoded as in the exact encoding: the same cells.
 */
#ifndef INLAY_PROBLEM_ENCODE_H
#define INLAY_PROBLEM_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "problem/space.h"

enum inlay_axis_kind { INLAY_AXIS_REAL, INLAY_AXIS_GRID, INLAY_AXIS_CATEGORY };

struct inlay_axis {
    enum inlay_axis_kind kind;
    size_t var;          /* the variable it belongs to */
    uint64_t n_levels;   /* of the variable: 0 if it is real, else >= 2 */
    bool is_log;         /* a variable on a log scale */
    double log_width;    /* ... its log(hi / lo); integer: (hi+1/2)/(lo-1/2) */
    int64_t first_value; /* integer on a log scale: lo */
};

struct inlay_encoding {
    const inlay_space *space; /* not owned */
    bool is_relaxed;
    size_t dim, n_real; /* axes; real ones among them */
    struct inlay_axis *axis;
};

inlay_status inlay_encoding_init(struct inlay_encoding *enc,
                                 const inlay_space *space, bool is_relaxed,
                                 inlay_error *err);
void inlay_encoding_clear(struct inlay_encoding *enc);

/* Canonical values (see inlay_space_check) to u, and any u in the cube to
 * canonical values. */
void inlay_encode(const struct inlay_encoding *enc, const inlay_value *x,
                  double *u);
void inlay_decode(const struct inlay_encoding *enc, const double *u,
                  inlay_value *x);

/*
 * A value of a real as people and programs are shown it: the short decimal that
 * decoding has missed by rounding, as 1 for 1.0000000000000004 in the middle of a
 * log scale from 1e-3 to 1e3.  Both have the same u, up to rounding.  Suggestions
 * keep the value as it was decoded: they are repeated bit for bit.
 */
double inlay_encode_shown(const struct inlay_var *var, double x);

/*
 * inlay_encode for values that may lie outside the space.  A real or an integer goes
 * on beyond [0,1], on a log scale if it is above 0, for up to
 * INLAY_ENCODE_FARTHEST times the range; between two levels it is between their
 * coordinates, in no cell.  False, and u means nothing, where a value has no point:
 * it is absent, or not one of an ordinal or a category, or not that of a constant,
 * or too far away.
 */
#define INLAY_ENCODE_FARTHEST 1000.0
bool inlay_encode_beyond(const struct inlay_encoding *enc, const inlay_value *x,
                         double *u);

/* t = T(u); t may be u. */
void inlay_encode_snap(const struct inlay_encoding *enc, const double *u,
                       double *t);

/* One axis of a discrete variable: the level of a coordinate, T of a level. */
uint64_t inlay_axis_level(const struct inlay_axis *axis, double u);
double inlay_axis_coordinate(const struct inlay_axis *axis, uint64_t level);

/* The cell of a level: returns where it begins.  Widths keep their digits, also
 * where they are far below those of the borders. */
double inlay_axis_cell(const struct inlay_axis *axis, uint64_t level,
                       double *width);

/*
 * Coordinates that a discrete axis can move to from T(u) = from: every other
 * level where there are at most max_moves; else, on a grid, steps of 1, 2, 5,
 * 10, 20, 50, ... to both sides, and for a category levels drawn from rng.
 * Writes at most max_moves (>= 2) coordinates to out, returns how many; all are
 * different, and none is `from`.
 */
size_t inlay_axis_moves(const struct inlay_axis *axis, double from,
                        size_t max_moves, struct inlay_rng *rng, double *out);

/* Number of configurations: a product of n_levels; UINT64_MAX where there is a
 * real axis (so in every relaxed encoding that has an axis) or the product does
 * not fit. */
uint64_t inlay_encode_n_configurations(const struct inlay_encoding *enc);

/* The same of the discrete axes alone. */
uint64_t inlay_encode_n_discrete(const struct inlay_encoding *enc);

/* Number of category axes. */
size_t inlay_encode_n_categories(const struct inlay_encoding *enc);

/* Coordinates of discrete combination number `index` < n_discrete, mixed radix,
 * last axis fastest; real axes of u are left alone. */
void inlay_encode_combination(const struct inlay_encoding *enc, uint64_t index,
                              double *u);

/* u := T of a point that is uniform in the cube. */
void inlay_encode_sample(const struct inlay_encoding *enc,
                         struct inlay_rng *rng, double *u);

#endif
