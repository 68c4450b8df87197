/*
 * metric.h: the weighted squared distance r²(T(u), T(u')) that kernels see.
 *
 *     r² = Σ_p w_p d_p,   w_p = 1 / l_p²                    docs/maths.md (4)
 *
 * A real or grid axis has one length-scale and d = (t − t')².  A category is
 * compared as its one-hot code: `tied` gives it one length-scale and d = 2 for
 * any two different values; with a length-scale for each value a ≠ b are
 * w_a + w_b apart.  With equal length-scales the two are the same.
 *
 * T is applied here and nowhere else in the model: inlay_metric_embed turns u
 * into z, in which a category is its level.  Points of data are kept by axis:
 * Z[j * ldz + i] is axis j of point i.
 */
#ifndef INLAY_MODEL_METRIC_H
#define INLAY_MODEL_METRIC_H

#include "base/stop.h"
#include "problem/data.h"

struct inlay_metric {
    const struct inlay_encoding *enc; /* not owned */
    bool is_per_category;
    size_t n_scales;     /* length-scales, over all axes */
    size_t *first_scale; /* of each axis; dim of them */
    size_t *axis_of;     /* of each length-scale */
};

inlay_status inlay_metric_init(struct inlay_metric *m,
                               const struct inlay_encoding *enc,
                               bool is_per_category, inlay_error *err);
void inlay_metric_clear(struct inlay_metric *m);

/* z = T(u), categories as levels 0, 1, ...; dim numbers each. */
void inlay_metric_embed(const struct inlay_metric *m, const double *u,
                        double *z);

/* The same of a point of data, of which there are n_as_is at the end: those that lie
 * outside the space stay where they are, beyond the cells or between them. */
void inlay_metric_embed_row(const struct inlay_metric *m,
                            const struct inlay_data *data, size_t i, double *z);

/* d_p of all pairs of n points: the lower triangle with its diagonal, column
 * after column, n(n+1)/2 numbers.  Polls the watch (or NULL) now and then. */
void inlay_metric_pairs(const struct inlay_metric *m, size_t p, const double *Z,
                        size_t n, size_t ldz, double *d,
                        struct inlay_watch *watch);

/* r²(point i, z) of n points and each of the n_z rows of z, n×n_z in columns;
 * w[n_scales].  The loops over n are short, and what can be done once for all rows
 * is. */
void inlay_metric_cross(const struct inlay_metric *m, const double *w,
                        const double *Z, size_t n, size_t ldz, const double *z,
                        size_t n_z, double *r2);

/* out[i] += b Σ_j (z_ij − ½)(z_j − ½) over the numeric axes, for n points; axis j
 * of z is z[j * stride]. */
void inlay_metric_linear(const struct inlay_metric *m, double b,
                         const double *Z, size_t n, size_t ldz, const double *z,
                         size_t stride, double *out);

/* Expected d of two uniform points, Σ over the length-scales of axis j when all
 * are 1: what a prior must know to treat the types alike. */
double inlay_metric_mean_square(const struct inlay_metric *m, size_t axis);

#endif
