/*
 * drawn.h: an objective drawn from a GP prior over a mixed space.
 *
 * A sum of random features of T(x): integers at k/(n−1), categories one-hot.
 * Amplitude 1; kernel and length-scales are those of a law.
 */
#ifndef INLAY_BENCH_DRAWN_H
#define INLAY_BENCH_DRAWN_H

#include "base/rng.h"
#include "inlay.h"

struct drawn;

enum drawn_kernel { DRAWN_MATERN32, DRAWN_MATERN52 };

enum drawn_scale {
    /* 0.25 times the number of columns, as the paper's authors draw theirs */
    DRAWN_SMOOTH,
    /* 0.25 on columns of reals and integers, 1 on those of categories */
    DRAWN_ROUGH,
};

struct drawn_law {
    enum drawn_kernel kernel;
    enum drawn_scale scale;
};

enum { DRAWN_MAX_REALS = 2 };

/*
 * Variables: reals on [0,1], integers from 0, categories; at most 2 reals, 8
 * variables and 16 columns.  Exits the program with a message where the space
 * has others or more.  The same law and rng give the same function.
 */
struct drawn *drawn_make(const inlay_space *space, struct drawn_law law,
                         struct inlay_rng *rng);
void drawn_free(struct drawn *d);

/* Of x[i], `real` is read for a real, `integer` (the place) for all others. */
double drawn_value(const struct drawn *d, const inlay_value *x);

/* With derivatives in the reals, in the order of the space; those beyond the
 * number of reals are 0. */
struct drawn_expansion {
    double value, gradient[DRAWN_MAX_REALS],
        hessian[DRAWN_MAX_REALS][DRAWN_MAX_REALS];
};
struct drawn_expansion drawn_expand(const struct drawn *d,
                                    const inlay_value *x);

/* The least value, to 1e-12: no point of the space is further below it.  It is
 * drawn_value at x, which gets the minimizer unless it is NULL; its text lives
 * as long as the space. */
double drawn_minimum(const struct drawn *d, inlay_value *x);

#endif
