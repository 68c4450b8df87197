/*
 * data.h: what a model is fitted to: distinct points and their observations.
 *
 * Observations at one and the same point are merged into a row: their mean,
 * and how many there were.  The likelihood of the merged data is exactly that
 * of all observations (docs/maths.md (9)), and its matrix cannot be singular
 * because a configuration was evaluated twice.
 *
 * An observation may come with its variance.  Those that do are merged by their
 * precisions, docs/maths.md (48), into a row of their own: a point has up to two.
 */
#ifndef INLAY_PROBLEM_DATA_H
#define INLAY_PROBLEM_DATA_H

#include <math.h>

#include "problem/encode.h"

struct inlay_data {
    size_t dim, n;      /* coordinates; distinct points */
    size_t n_obs, room; /* observations, and room for them */
    size_t n_as_is;     /* the last points: outside the space, where T is the
                       identity */
    double *U;          /* n×dim, rows */
    double *obs;        /* n_obs observations, in order */
    double *given;      /* the variance of each; NaN: it has none of its own */
    size_t *row;        /* the point of each */
    double *y, *count;  /* of each point: mean of obs, how many */
    double *var;        /* of that mean, if its observations have variances of
                           their own; else NaN */
    size_t *slot;       /* n_slots: where a point's row is found */
    size_t n_slots;     /* a power of two */
    size_t n_given;     /* observations with a variance of their own */
    /* Over the points without: Σ (count − 1), Σ (obs − mean)², Σ log count. */
    size_t n_extra;
    double ss_within, sum_log_count;
    double log_within; /* over those with: what merging took away, (48) */
};

/* Room for n_obs observations. */
inlay_status inlay_data_init(struct inlay_data *data, size_t dim, size_t n_obs,
                             inlay_error *err);
void inlay_data_clear(struct inlay_data *data);

/* One more observation at u = T(u). */
void inlay_data_add(struct inlay_data *data, const double *u, double obs);
/* The same with its variance >= 0; NaN: it has none of its own. */
void inlay_data_add_noisy(struct inlay_data *data, const double *u, double obs,
                          double variance);

/* Replaces the observations by obs[n_obs], e.g. warped ones, and merges anew. */
void inlay_data_set(struct inlay_data *data, const double *obs);
/* Merges the observations and variances as they stand in obs and given. */
void inlay_data_merge(struct inlay_data *data);

static inline bool inlay_data_is_given(const struct inlay_data *data,
                                       size_t row)
{
    return !isnan(data->var[row]);
}

/* The variance of the mean of a point, where one observation has this noise. */
static inline double inlay_data_variance(const struct inlay_data *data,
                                         size_t row, double noise)
{
    return inlay_data_is_given(data, row) ? data->var[row]
                                          : noise / data->count[row];
}

#endif
