/*
 * study_data.h: studies of a given size for the benchmarks of speed.
 *
 * A space whose variables are half real, half discrete (integers of 5 to 20
 * values and categories of 3 to 5, in turn), a smooth objective over it, and
 * studies that are filled with uniform random trials.  All of these functions
 * exit the program with a message where something fails.
 */
#ifndef INLAY_BENCH_STUDY_DATA_H
#define INLAY_BENCH_STUDY_DATA_H

#include "base/rng.h"
#include "inlay.h"

enum { STUDY_DATA_MAX_VARIABLES = 32 };

struct study_data {
    inlay_space *space;
    struct inlay_rng rng; /* of the trials that are added */
};

struct study_data study_data_make(size_t n_variables, uint64_t seed);
void study_data_clear(struct study_data *d);

/* A study with these options: name, value, name, value, ..., NULL. */
inlay_study *study_data_study(const struct study_data *d,
                              const char *const *options);

/* Adds random finished trials until there are n of them. */
void study_data_fill(struct study_data *d, inlay_study *study, size_t n);

struct ask_cost {
    inlay_ask_stats stats;
    double seconds; /* of the whole ask */
};

/* Asks and tells once. */
struct ask_cost study_data_step(const struct study_data *d, inlay_study *study);

#endif
