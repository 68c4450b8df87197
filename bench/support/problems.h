/*
 * problems.h: the development problems: a space, an objective, a budget.
 *
 * An instance is made from a seed; the seed decides what is random about the
 * problem (the bits that are flipped, the function that is drawn).
 *
 * NAME@SHARE is problem NAME with normal noise whose deviation is SHARE percent
 * of the instance's range: func2c@10.  The range is the 90 % quantile of the
 * values of 1000 uniform configurations (those that do not fail; limits do not
 * matter) less the true minimum.  Limits have no noise.
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
    double target;      /* a good value; NaN: none */
    double minimum;     /* NaN for a drawn one: each instance has its own */
    bool is_drawn;      /* the value reported is the gap to the minimum */
    double noise_sd;    /* of an observation */
    double noise_share; /* of the range; 0: noise_sd is it */
    void (*add_variables)(inlay_space *space);
    /* What the seed decides, with minimum and minimizer; NULL: nothing. */
    void (*make)(struct problem *p, struct inlay_rng *rng);
    /* The value without noise; NaN where the evaluation fails. */
    double (*value)(const struct problem *p, const inlay_value *x);
    /* Limits, ended by one without a name, or NULL; and their values. */
    const struct problem_limit *limits;
    void (*limited)(const inlay_value *x, double *values);
    /* An observation, where its noise is not normal with deviation noise_sd. */
    double (*observe)(const inlay_value *x, struct inlay_rng *noise);
};

/* All kinds but those of noisy.h, ended by one without a name. */
extern const struct problem_kind PROBLEM_KINDS[];

/* NAME or NAME@SHARE, SHARE from 0 to 100; false if there is none of that name.
 * The kind keeps the name, which must outlive it. */
bool problem_find(const char *name, struct problem_kind *kind);

enum { PROBLEM_MOST_VARIABLES = 64 };

struct problem {
    const struct problem_kind *kind;
    inlay_space *space;
    int flips[64];       /* Ackley */
    struct drawn *drawn; /* GP prior */
    void *own;           /* of a kind of noisy.h; malloc */
    double minimum;
    /* Where it is, for kinds of noisy.h. */
    inlay_value minimizer[PROBLEM_MOST_VARIABLES];
    double noise_sd; /* of an observation; with observe: at the minimizer */
    double (*observe)(const inlay_value *x, struct inlay_rng *noise);
    struct inlay_rng noise; /* of the next observation */
};

/* Exits the program with a message where it cannot be made; kind must outlive
 * it. */
struct problem problem_make(const struct problem_kind *kind, uint64_t seed);
/* Normal noise of that deviation instead of the problem's own. */
void problem_set_noise(struct problem *p, double sd);
/* The range, see above: always the same number for an instance. */
double problem_range(const struct problem *p);
/* An observation at x, where the value is `value`.  The noise is drawn also where
 * the problem has none: evaluation i has the same noise for all methods. */
double problem_observe(struct problem *p, const inlay_value *x, double value);
/* A configuration that is uniform, on the scale of each variable. */
void problem_draw(const inlay_space *space, struct inlay_rng *rng,
                  inlay_value *x);

/* How many limits it has; adds them and the objective to the options. */
size_t problem_n_limits(const struct problem_kind *kind);
void problem_add_outputs(const struct problem_kind *kind,
                         inlay_options *options);
/* Reports an evaluation of x: the value observed, and what has limits. */
void problem_report(const struct problem *p, inlay_study *study,
                    const inlay_trial *trial, double observed);
/* How many trials have the configuration of an earlier one. */
size_t problem_n_repeats(const struct problem *p, const inlay_study *study);
/* Are all limits kept at x? */
bool problem_is_feasible(const struct problem_kind *kind, const inlay_value *x);

void problem_clear(struct problem *p);

#endif
