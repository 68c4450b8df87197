/*
 * surface.h: two GPs with the same observations over the relaxed plane of a
 * space: the proposed one, which sees T(r), and a standard one, which sees r.
 *
 * A space whose relaxed encoding has two axes: a real and an integer variable,
 * or a category of two values.  Its plane is [0,1]², and its points are r; all
 * that decode to one configuration are a cell.  All of these functions exit the
 * program with a message where something fails.
 */
#ifndef INLAY_EXPERIMENTS_SURFACE_H
#define INLAY_EXPERIMENTS_SURFACE_H

#include "harness/csv.h"
#include "harness/posterior.h"

enum { SURFACE_SIDE = 60 }; /* points of the grid on each side */

enum surface_model { SURFACE_PROPOSED, SURFACE_STANDARD, SURFACE_MODELS };

/* "proposed", "standard". */
const char *surface_model_name(enum surface_model model);

struct surface {
    struct posterior model[SURFACE_MODELS];
};

/* In place; space must outlive it. */
void surface_init(struct surface *s, const inlay_space *space,
                  const struct posterior_prior *prior, size_t room);
void surface_clear(struct surface *s);

/* f(r) = y, for both models. */
void surface_observe(struct surface *s, const double r[2], double y);

struct moments surface_at(const struct surface *s, enum surface_model model,
                          const double r[2]);

/* Point (i, j) of the grid, the middle of its square: i, j < SURFACE_SIDE. */
void surface_grid(size_t i, size_t j, double r[2]);

/* Over the grid, in units of the prior's deviation: the largest deviation, and
 * the largest difference of means and deviations within a cell. */
struct surface_facts {
    double largest_sd, mean_range, sd_range;
};
struct surface_facts surface_find_facts(const struct surface *s,
                                        enum surface_model model);

/* surface.csv: both models on the grid; observations.csv; facts.csv, which is
 * printed too.  Coordinates are written as scale × r. */
void surface_write(const struct surface *s, const struct csv_origin *origin,
                   const double scale[2]);

#endif
