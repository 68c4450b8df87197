/*
 * points.h: where the network's table has values: all activations and depths, at
 * the same learning rates.
 */
#ifndef EXPERIMENTS_NETWORK_POINTS_H
#define EXPERIMENTS_NETWORK_POINTS_H

#include <stddef.h>

#include "base/rng.h"
#include "base/text.h"
#include "network/training.h"

struct point {
    size_t replica;
    struct training_setting setting;
};

size_t points_count(size_t n_replicas);

/* Row i of the table: replica, activation, layers, log rate, the last fastest. */
struct point points_at(size_t i);

/* Uniform over the space of the study, and over replicas. */
struct point points_draw(size_t n_replicas, struct inlay_rng *rng);

/* "replica,activation,layers,log_rate", the activation by its place. */
inlay_status points_print(const struct point *point, struct inlay_text *text,
                          inlay_error *err);

#endif
