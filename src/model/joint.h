/*
 * joint.h: exact draws from the posterior of a GP's component at given points
 * together: in a small finite space, all of its configurations.
 */
#ifndef INLAY_MODEL_JOINT_H
#define INLAY_MODEL_JOINT_H

#include "base/rng.h"
#include "model/gp.h"

/*
 * n_draws joint draws of f (without noise) at the n embedded points, rows of Z,
 * under component k of gp, whose linear part must be 0: the rows of F, n_draws×n.
 * Points may be equal or known.  Time O(n³), memory O(n² + n n_points).
 */
inlay_status inlay_joint_draw(const struct inlay_gp *gp, size_t k,
                              const double *Z, size_t n, size_t n_draws,
                              struct inlay_rng *rng, double *F,
                              inlay_error *err);

#endif
