/*
 * mes.h: max-value entropy search, for a minimum: how much an observation is
 * expected to tell about min f.
 *
 *     a(u) = log( 1/(S n) Σ_k Σ_s α_ks(u) )
 *
 * α_ks is the entropy of y = f(u) + noise under component k, less that of y
 * given f(u) ≥ least_ks, a draw of min f.  It counts the noise of y, so that a
 * point which was observed often is worth less than a new one.
 *
 * docs/maths.md (38).  Wang and Jegelka (2017), Max-value entropy search, ICML;
 * there without noise.
 */
#ifndef INLAY_ACQUIRE_MES_H
#define INLAY_ACQUIRE_MES_H

#include "acquire/acq.h"
#include "acquire/entropy.h"

/* Nodes of the integral: INLAY_MES_PER_UNIT a unit from INLAY_MES_LO up. */
enum {
    INLAY_MES_PER_UNIT = 16,
    INLAY_MES_LO = -13,
    INLAY_MES_HI = 40,
    INLAY_MES_NODES = (INLAY_MES_HI - INLAY_MES_LO) * INLAY_MES_PER_UNIT + 1
};

struct inlay_mes {
    struct inlay_acq base; /* first: an inlay_acq is one of these */
    const struct inlay_gp *gp;
    double resolution; /* see entropy.h */
    size_t n_per;
    const double *least; /* n_comp×n_per: draws of min f under each component */
    double node[INLAY_MES_NODES]; /* k(g), see mes.c */
};

/* Nothing is copied: what it points to must outlive it.  n_per >= 1. */
void inlay_mes_init(struct inlay_mes *mes, const struct inlay_gp *gp,
                    const double *least, size_t n_per, double resolution);

#endif
