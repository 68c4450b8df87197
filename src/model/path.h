/*
 * path.h: a draw from the posterior of a GP's component, as a function that can
 * be evaluated anywhere, with gradients: a path.
 *
 * A GP that is searched for the minimum of a draw needs the draw itself, not its
 * values at points that were chosen before.
 */
#ifndef INLAY_MODEL_PATH_H
#define INLAY_MODEL_PATH_H

#include "model/features.h"
#include "model/gp.h"

struct inlay_path {
    const struct inlay_gp *gp; /* not owned */
    size_t k;                  /* the component */
    struct inlay_features prior;
    size_t n_points;  /* of gp, when it was drawn */
    double *update;   /* n_points: by which the data change the prior's draw */
    size_t n_scratch; /* doubles that values and gradients need */
};

/*
 * A draw given all points of gp, pending ones too; without any it is one of the
 * prior.  n_features: see features.h.  gp, whose linear part must be 0, must
 * outlive the path and get no more points.
 */
inlay_status inlay_path_draw(struct inlay_path *path, const struct inlay_gp *gp,
                             size_t k, size_t n_features, struct inlay_rng *rng,
                             inlay_error *err);
void inlay_path_clear(struct inlay_path *path);

/* f at n <= INLAY_GP_BLOCK embedded points, rows of Z; unless grad is NULL its
 * gradients, too (n×dim rows): by the real axes, 0 in all others. */
void inlay_path_values(const struct inlay_path *path, const double *Z, size_t n,
                       double *out, double *grad, double *scratch);

#endif
