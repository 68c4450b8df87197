/*
 * tabulated.h: an objective that was tabulated once, because it costs seconds and
 * an experiment needs it a hundred thousand times.
 *
 * A table has replicas: the same thing with other random numbers.  Tables hold
 * what is to be maximized; the objective is its negative.
 */
#ifndef INLAY_EXPERIMENTS_TABULATED_H
#define INLAY_EXPERIMENTS_TABULATED_H

#include "harness/objective.h"
#include "harness/table.h"

enum tabulated_noise {
    TABULATED_EXACT, /* the objective is a replica, chosen by the seed */
    TABULATED_NOISY, /* it is the mean of the replicas; an evaluation sees one */
};

/* The space has the real variable of the table first, then the others in their
 * order, where a category counts by its place; it becomes the objective's.  The
 * table must outlive the objective.  Exits the program if there is no memory. */
struct objective *tabulated_take(const struct table *table,
                                 enum tabulated_noise noise, inlay_space *space,
                                 uint64_t seed);

#endif
