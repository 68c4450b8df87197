/*
 * probe.h: what every search of an acquisition asks about points: may they be
 * taken, and what are they worth?
 */
#ifndef INLAY_ACQUIRE_PROBE_H
#define INLAY_ACQUIRE_PROBE_H

#include "acquire/maximize.h"

struct inlay_probe {
    const struct inlay_search *search; /* neither is owned */
    const struct inlay_maximize_options *options;
    size_t dim;
    double *scratch; /* n_threads×acq->n_scratch */
    size_t n_values; /* points evaluated so far */
};

inlay_status inlay_probe_init(struct inlay_probe *probe,
                              const struct inlay_search *search,
                              const struct inlay_maximize_options *options,
                              inlay_error *err);
void inlay_probe_clear(struct inlay_probe *probe);

/* Is u = T(u) outside the region, or refused by the caller? */
bool inlay_probe_refuses(const struct inlay_probe *probe, const double *u);

/* Values of n points u = T(u), rows of U, on all threads. */
void inlay_probe_values(struct inlay_probe *probe, const double *U, size_t n,
                        double *out);

/* The same for their bounds, which n_values does not count. */
void inlay_probe_bounds(const struct inlay_probe *probe, const double *U,
                        size_t n, double *out);

/* Points and what they are worth: where a refinement starts, where it ends. */
struct inlay_rated {
    size_t n;
    double *X, *F; /* n×dim, n */
};

/* Points one change away from several places, to be evaluated all at once. */
struct inlay_neighbors {
    size_t n;
    double *U, *value; /* n×dim, n */
    size_t *first;     /* of each place; that of the next one is its end */
    size_t *axes;      /* dim, in the order in which they are changed */
};

/* Room for per_place neighbors of each of n_places. */
inlay_status inlay_neighbors_init(struct inlay_neighbors *out, size_t n_places,
                                  size_t per_place, size_t dim,
                                  inlay_error *err);
void inlay_neighbors_clear(struct inlay_neighbors *neighbors);

/* All axes, in random order. */
void inlay_neighbors_shuffle(struct inlay_neighbors *neighbors, size_t dim,
                             struct inlay_rng *rng);

/* Adds x with coordinate j changed to each of to[n_to]; none that is refused. */
void inlay_neighbors_add(struct inlay_neighbors *neighbors,
                         const struct inlay_probe *probe, const double *x,
                         size_t j, const double *to, size_t n_to);

#endif
