/*
 * regions.h: problems of which only a small region succeeds.
 *
 * A region has a form, a number of variables and a share of the space; where it
 * lies is drawn from a seed.
 */
#ifndef INLAY_BENCH_REGIONS_H
#define INLAY_BENCH_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

enum { REGION_MOST_VARIABLES = 8 };

enum region_form {
    REGION_INSIDE, /* a box that touches no bound */
    REGION_RIM,    /* beyond a limit of a weighted sum */
    REGION_CORNER, /* a box in a corner */
};

struct region_kind {
    const char *name;
    enum region_form form;
    size_t n_variables; /* 2, 4 or 8 */
    bool is_mixed;      /* with integers and categories */
    double share;
};

/* All kinds, ended by one without a name. */
extern const struct region_kind REGION_KINDS[];

struct region {
    const struct region_kind *kind;
    inlay_space *space;
    size_t n_values[REGION_MOST_VARIABLES]; /* 0: a real */
    bool is_category[REGION_MOST_VARIABLES];
    /* A box: of each number the least and the most, of each category its place.
     * A limit: weights. */
    double lo[REGION_MOST_VARIABLES], hi[REGION_MOST_VARIABLES];
    double weight[REGION_MOST_VARIABLES], limit;
};

/* Exits the program with a message where it cannot be made. */
struct region region_make(const struct region_kind *kind, uint64_t seed);
bool region_holds(const struct region *r, const inlay_value *x);
void region_clear(struct region *r);

#endif
