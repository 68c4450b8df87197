/*
 * optima.h: where the minimum may be: draws of the function that a GP believes
 * in, and the minimizer of each.
 *
 * Of a finite space with few configurations the draws are exact; else a draw is
 * a path (model/path.h), minimized by the search that acquisitions have.
 * docs/maths.md (31).
 */
#ifndef INLAY_ACQUIRE_OPTIMA_H
#define INLAY_ACQUIRE_OPTIMA_H

#include "base/rng.h"
#include "model/gp.h"

/* Above so many axes a draw takes long: its search is short, and callers should
 * be content with fewer draws. */
enum { INLAY_OPTIMA_COSTLY_AXES = 50 };

struct inlay_optima_options {
    size_t n_features; /* of a path */
    size_t n_per;      /* draws of each component */
    size_t n_threads;
};

struct inlay_optima {
    size_t n;      /* n_comp×n_per, those of a component together */
    double *U;     /* n×dim: minimizers u = T(u) */
    double *least; /* n: what the draw is there */
};

/* centers: n_centers×dim, the best points known, best first. */
inlay_status inlay_optima_draw(struct inlay_optima *out,
                               const struct inlay_gp *gp, const double *centers,
                               size_t n_centers,
                               const struct inlay_optima_options *options,
                               const struct inlay_rng *rng, inlay_error *err);
void inlay_optima_clear(struct inlay_optima *o);

#endif
