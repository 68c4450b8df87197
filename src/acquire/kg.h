/*
 * kg.h: the knowledge gradient, for a minimum: by how much an observation at u is
 * expected to lower the least posterior mean.
 *
 *     a(u) = log( 1/S Σ_k ( min_j m_kj − E min_j m'_kj ) )
 *
 * m_kj are the means of component k at the points that it knows, m'_kj those after
 * the observation, and there at u too.  EI asks for a low value of f; this asks for
 * a low mean, which is what is recommended where values scatter.  Without noise
 * the two are the same.  To measure a known point again is worth what it is worth.
 *
 * docs/maths.md (50).  Scott, Frazier and Powell (2011), The correlated knowledge
 * gradient for simulation optimization of continuous parameters, SIAM J. Optim. 21.
 */
#ifndef INLAY_ACQUIRE_KG_H
#define INLAY_ACQUIRE_KG_H

#include "acquire/acq.h"
#include "model/gp.h"

struct inlay_kg {
    struct inlay_acq base; /* first: an inlay_acq is one of these */
    const struct inlay_gp *gp;
    const double *mean; /* n_comp×n_points; ∞: a point that is no candidate */
    const double *least; /* n_comp: the least of them, which is finite */
};

/* Nothing is copied: what it points to must outlive it. */
void inlay_kg_init(struct inlay_kg *kg, const struct inlay_gp *gp,
                   const double *mean, const double *least);

#endif
