/*
 * problems.h: the development problems: a space, an objective, a budget.
 *
 * An instance is made from a seed; the seed decides what is random about the
 * problem (the bits that are flipped, the function that is drawn).
 */
#ifndef INLAY_BENCH_PROBLEMS_H
#define INLAY_BENCH_PROBLEMS_H

#include "base/rng.h"
#include "inlay.h"

struct problem;

enum { PROBLEM_MOST_LIMITS = 4 };

/* An output beside the objective: what may be at most or at least so much. */
struct problem_limit {
    const char *name;
    double min, max;
};

struct problem_kind {
    const char *name;
    size_t evaluations;
    double target;   /* a good value; NaN: none */
    double minimum;  /* NaN for a drawn one: each instance has its own */
    bool is_drawn;   /* the value reported is the gap to the minimum */
    double noise_sd; /* of an observation */
    void (*add_variables)(inlay_space *space);
    /* The value without noise; NaN where the evaluation fails. */
    double (*value)(const struct problem *p, const inlay_value *x);
    /* Limits, ended by one without a name, or NULL; and their values. */
    const struct problem_limit *limits;
    void (*limited)(const inlay_value *x, double *values);
};

/* All kinds, ended by one without a name. */
extern const struct problem_kind PROBLEM_KINDS[];

/* NULL if there is none of that name. */
const struct problem_kind *problem_find(const char *name);

struct problem {
    const struct problem_kind *kind;
    inlay_space *space;
    int flips[64];       /* Ackley */
    struct drawn *drawn; /* GP prior */
    double minimum;
    double noise_sd;        /* of the kind, unless it is changed */
    struct inlay_rng noise; /* of the next observation */
};

/* Exits the program with a message where it cannot be made. */
struct problem problem_make(const struct problem_kind *kind, uint64_t seed);
/* The value with the noise of the next evaluation, which is drawn also where the
 * problem has none: evaluation i has the same noise for all methods. */
double problem_observe(struct problem *p, double value);

/* How many limits it has; adds them and the objective to the options. */
size_t problem_n_limits(const struct problem_kind *kind);
void problem_add_outputs(const struct problem_kind *kind,
                         inlay_options *options);
/* Reports an evaluation of x: the value observed, and what has limits. */
void problem_report(const struct problem *p, inlay_study *study,
                    const inlay_trial *trial, double observed);
/* Are all limits kept at x? */
bool problem_is_feasible(const struct problem_kind *kind, const inlay_value *x);

void problem_clear(struct problem *p);

#endif
