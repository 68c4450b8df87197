/*
 * forest_belief.h: what a random forest believes, given a history.
 *
 * Trials that are done teach their cost.  One that failed is as bad as the worst
 * of them; one that is pending is what the forest of the others says of it.
 */
#ifndef INLAY_STRATEGY_FOREST_BELIEF_H
#define INLAY_STRATEGY_FOREST_BELIEF_H

#include "model/cost.h"
#include "model/forest.h"
#include "model/gp.h"
#include "problem/history.h"
#include "strategy/options.h"

struct inlay_forest_belief_options {
    struct inlay_forest_options forest;
    enum inlay_incumbent incumbent; /* not AUTO */
    enum inlay_fantasy fantasy;
};

struct inlay_forest_belief {
    size_t dim, n_done, n_told, n; /* rows: done, then failed, then pending */
    double *U, *v;                 /* n×dim points; n costs on their scale */
    double *mean;                  /* predicted, of the n_done */
    struct inlay_cost cost;
    struct inlay_forest *forest;
    double best; /* the cost to improve on */
};

void inlay_forest_belief_read_options(const inlay_options *o,
                                      struct inlay_forest_belief_options *out);

/* The history must have a trial that is done.  enc is exact and must outlive the
 * belief. */
inlay_status
inlay_forest_belief_form(struct inlay_forest_belief *b,
                         const struct inlay_encoding *enc,
                         const struct inlay_history *h,
                         const struct inlay_forest_belief_options *options,
                         const struct inlay_rng *rng, inlay_error *err);
void inlay_forest_belief_clear(struct inlay_forest_belief *b);

/* The *n points of trials done with the least predicted cost, best first, rows of
 * U; *n becomes their number where there are fewer. */
inlay_status inlay_forest_belief_best(const struct inlay_forest_belief *b,
                                      size_t *n, double *U, inlay_error *err);

/*
 * What is said of u on the user's scale: mean and deviation of what the trees
 * say, each the mean of the values in its leaf.  It never lies outside of what
 * was observed, as EI's normal on the scale of logarithms does.  scratch has
 * room for inlay_forest_belief_n_scratch() of the belief's forest.
 */
void inlay_forest_belief_tell(const struct inlay_forest_belief *b,
                              const double *u, double *scratch, double *mean,
                              double *sd);
size_t inlay_forest_belief_n_scratch(const struct inlay_forest *f);

/* Each of the trials done, as predicted by trees that did not draw it, of a
 * larger forest made for it; they are in the order of the history.  options and
 * rng as for the belief. */
inlay_status inlay_forest_belief_leave_one_out(
    const struct inlay_forest_belief *b, const struct inlay_history *h,
    const struct inlay_forest_belief_options *options,
    const struct inlay_rng *rng, inlay_residual *out, inlay_error *err);

#endif
