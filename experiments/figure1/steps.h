/*
 * steps.h: the naive, the basic and the proposed way on one integer variable,
 * step by step: posterior, expected improvement, its maximizer, evaluation.
 *
 * Places are points s = 4u of [0, 4], where u is the model's coordinate: the
 * integer k is modelled at s = k.  Its cell, from which it is reached, is
 * [4k/5, 4(k+1)/5): all are of one size, as everywhere in the library.
 */
#ifndef INLAY_EXPERIMENTS_STEPS_H
#define INLAY_EXPERIMENTS_STEPS_H

#include "harness/posterior.h"

enum { STEPS_VALUES = 5 }; /* the variable's: 0 to 4 */

enum steps_way { STEPS_NAIVE, STEPS_BASIC, STEPS_PROPOSED, STEPS_WAYS };

/* "naive", "basic", "proposed". */
const char *steps_way_name(enum steps_way way);

/* A way with what it knows. */
struct steps {
    enum steps_way way;
    struct posterior belief;
    double best;                    /* least observation */
    size_t evaluated[STEPS_VALUES]; /* how often, by value */
};

struct suggestion {
    double place;     /* s of the maximizer of EI */
    double ei;        /* there */
    size_t value;     /* that it is rounded to, and that is evaluated */
    double learnt_at; /* s of the observation that will come of it */
};

/* Room for `room` evaluations.  In place; space, of one integer variable with
 * STEPS_VALUES values, must outlive it. */
void steps_init(struct steps *t, enum steps_way way, const inlay_space *space,
                const struct posterior_prior *prior, size_t room);
void steps_clear(struct steps *t);

/* The value was evaluated, at the request of nobody. */
void steps_know(struct steps *t, size_t value, double y);

/* The maximizer of EI over the cube that the way searches. */
struct suggestion steps_suggest(const struct steps *t, struct inlay_rng *rng);

/* A suggestion was evaluated. */
void steps_learn(struct steps *t, const struct suggestion *s, double y);

/* EI (not its logarithm), and mean and deviation, at s. */
double steps_ei(const struct steps *t, double s);
struct moments steps_posterior(const struct steps *t, double s);

/* The value of the cell that s is in. */
size_t steps_round(const struct steps *t, double s);

#endif
