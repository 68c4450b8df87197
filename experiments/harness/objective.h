/*
 * objective.h: what a search minimizes: a function whose minimum is known, and
 * its noisy evaluations.
 *
 * Implemented by functions drawn from a GP prior (synthetic.c) and by tabulated
 * ones (tabulated.c).  The noise belongs to the number of the evaluation, so
 * that all methods meet the same.
 */
#ifndef INLAY_EXPERIMENTS_OBJECTIVE_H
#define INLAY_EXPERIMENTS_OBJECTIVE_H

#include "base/rng.h"
#include "inlay.h"

enum { OBJECTIVE_MAX_VARIABLES = 8 };

struct objective;

struct objective_ops {
    /* Without noise. */
    double (*value)(const struct objective *o, const inlay_value *x);
    /* What evaluation i = 0, 1, … of a search sees at x. */
    double (*observe)(const struct objective *o, const inlay_value *x,
                      size_t i);
    void (*free)(struct objective *o);
};

struct objective {
    const struct objective_ops *ops;
    inlay_space *space;
    double minimum;                             /* of value() */
    inlay_value first[OBJECTIVE_MAX_VARIABLES]; /* where every search starts */
};

/* What is random about the problem of a seed.  A study with that seed draws from
 * other streams: its trial 2 would start where all searches start, otherwise. */
struct inlay_rng objective_rng(uint64_t seed);

/* o->first := uniform over the space: reals, integers and categories. */
void objective_draw_first(struct objective *o, struct inlay_rng *rng);

#endif
