/*
 * data.h: what a model is fitted to: distinct points and their observations.
 *
 * Observations at one and the same point are merged into a row: their mean,
 * and how many there were.  The likelihood of the merged data is exactly that
 * of all observations (docs/maths.md (9)), and its matrix cannot be singular
 * because a configuration was evaluated twice.
 */
#ifndef INLAY_PROBLEM_DATA_H
#define INLAY_PROBLEM_DATA_H

#include "problem/encode.h"

struct inlay_data {
    size_t dim, n;      /* coordinates; distinct points */
    size_t n_obs, room; /* observations, and room for them */
    size_t n_as_is;     /* the last points: outside the space, where T is the
                       identity */
    double *U;          /* n×dim, rows */
    double *obs;        /* n_obs observations, in order */
    size_t *row;        /* the point of each */
    double *y, *count;  /* of each point: mean of obs, how many */
    size_t *slot;       /* n_slots: where a point's row is found */
    size_t n_slots;     /* a power of two */
    double ss_within;   /* Σ (obs − mean)² over all points */
    double sum_log_count;
};

/* Room for n_obs observations. */
inlay_status inlay_data_init(struct inlay_data *data, size_t dim, size_t n_obs,
                             inlay_error *err);
void inlay_data_clear(struct inlay_data *data);

/* One more observation at u = T(u). */
void inlay_data_add(struct inlay_data *data, const double *u, double obs);

/* Replaces the observations by obs[n_obs], e.g. warped ones, and merges anew. */
void inlay_data_set(struct inlay_data *data, const double *obs);

#endif
