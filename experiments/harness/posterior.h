/*
 * posterior.h: a GP whose hyper-parameters are known, one observation after the
 * other, over the exact encoding (the proposed way) or the relaxed one (a
 * standard GP).
 *
 * One length-scale for all axes, in units of the range; mean 0, no noise.  All
 * of these functions exit the program with a message where something fails.
 */
#ifndef INLAY_EXPERIMENTS_POSTERIOR_H
#define INLAY_EXPERIMENTS_POSTERIOR_H

#include "model/gp.h"

struct posterior_prior {
    enum inlay_kernel kernel;
    double length_scale;
    double sd;     /* of f before any data */
    double jitter; /* relative to the variance */
};

struct posterior {
    struct posterior_prior prior;
    struct inlay_encoding enc;
    struct inlay_data data;
    struct inlay_gp *gp; /* NULL before the first observation */
    double *scratch;
};

struct moments {
    double mean, sd;
};

/* In place: the GP points into it.  Room for `room` observations; space must
 * outlive it. */
void posterior_init(struct posterior *p, const inlay_space *space,
                    bool is_relaxed, const struct posterior_prior *prior,
                    size_t room);
void posterior_clear(struct posterior *p);

/* f(u) = y: from now on the posterior given this too. */
void posterior_observe(struct posterior *p, const double *u, double y);

/* f at a point of the encoding's cube. */
struct moments posterior_at(const struct posterior *p, const double *u);

/* Draws f(u) given all draws before, and observes it: after n of them they are a
 * joint draw from the prior. */
double posterior_draw(struct posterior *p, const double *u,
                      struct inlay_rng *rng);

/* The prior as options of a CSV file. */
void posterior_describe(const struct posterior_prior *prior, char *text,
                        size_t size);

#endif
