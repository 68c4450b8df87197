/*
 * terms.h: the terms of which a limit is a weighted sum (limits.h).
 *
 *     1, then for each axis
 *       a number > 0         log x,  x / 2
 *       any other number     x,      x² / 2
 *       a category           one indicator for each of its values
 *       a relaxed axis       u, unless its variable is real
 *
 * x is the user's value.  A term of it is scaled to [-1, 1] over its range, a
 * second one to half of that: it is there to bend the first.  Indicators are 0
 * and 1.  With logarithms a limit of products is one of sums; squares make a
 * ball.
 */
#ifndef INLAY_MODEL_TERMS_H
#define INLAY_MODEL_TERMS_H

#include "problem/encode.h"

struct inlay_term {
    enum {
        INLAY_TERM_ONE,
        INLAY_TERM_COORDINATE,
        INLAY_TERM_VALUE,
        INLAY_TERM_LOG,
        INLAY_TERM_SQUARE,
        INLAY_TERM_LEVEL,
    } kind;
    size_t axis;    /* 0 for the constant */
    uint64_t level; /* LEVEL: the one it indicates */
    double lo, hi;  /* bounds of x */
    double width;   /* LOG: log(hi / lo) */
    double size;    /* largest absolute value */
};

struct inlay_terms {
    const struct inlay_encoding *enc; /* not owned */
    size_t n;
    struct inlay_term *term;
};

/* How many terms there would be; at most SIZE_MAX. */
size_t inlay_terms_count(const struct inlay_encoding *enc);

inlay_status inlay_terms_init(struct inlay_terms *terms,
                              const struct inlay_encoding *enc,
                              inlay_error *err);
void inlay_terms_clear(struct inlay_terms *terms);

/* The terms at u, and (unless NULL) the derivative of each by the coordinate of
 * its axis: 0 where that is not real. */
void inlay_terms_at(const struct inlay_terms *terms, const double *u,
                    double *phi, double *slope);

#endif
