/*
 * grid.h: the settings of the objective, and which of them are tabulated.
 */
#ifndef BOOST_GRID_H
#define BOOST_GRID_H

#include <stddef.h>

enum {
    GRID_MAX_DEPTH = 6, /* from 1 */
    GRID_MIN_SPLIT = 2,
    GRID_MAX_SPLIT = 6,
};
#define GRID_MIN_LOG_RATE (-10.0)
#define GRID_MAX_LOG_RATE 0.0

/* A point of the table; the replica is the seed of the folds. */
struct grid_point {
    size_t replica, depth, split;
    double log_rate;
};

size_t grid_n_points(size_t n_replicas);

/* Point i, in order of replica, depth, split, log rate. */
struct grid_point grid_point(size_t i);

#endif
