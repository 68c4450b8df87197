/*
 * design.h: the points with which a search begins, spread evenly over the space,
 * and random ones where these give nothing new.
 *
 * The design is a scrambled Sobol' net, a function of the study's seed: trial
 * n + 1 is the net's point n, whoever made the trials before it.
 */
#ifndef INLAY_STRATEGY_DESIGN_H
#define INLAY_STRATEGY_DESIGN_H

#include "base/rng.h"
#include "problem/history.h"
#include "strategy/options.h"

struct inlay_design {
    const struct inlay_encoding *exact;
    const struct inlay_encoding *enc; /* the cube that is searched: the exact
                                         one, or a relaxed one */
    struct inlay_rng net;
    bool starts_in_middle;
    bool may_repeat;    /* always */
    bool repeats_noise; /* where noise is shown */
};

/* By options seed, first and repeats; the encodings must outlive it. */
void inlay_design_init(struct inlay_design *d,
                       const struct inlay_encoding *exact,
                       const struct inlay_encoding *enc,
                       const inlay_options *options);

/* Points of the net that are not wanted. */
struct inlay_design_filter {
    double margin; /* numbers keep so far from their bounds, of their range */
    bool (*refuses)(const void *context, const double *exact);
    const void *context;
};

/*
 * The configuration x with its points u (enc->dim) in the cube that is searched
 * and exact (exact->dim): point number `first` of the net, drawn in by the margin
 * of the filter, or the next one that is new and not refused.  The filter may be
 * NULL.  INLAY_EXHAUSTED where none of the next ones will do.
 */
inlay_status inlay_design_net(const struct inlay_design *d,
                              const struct inlay_history *h, size_t first,
                              const struct inlay_design_filter *filter,
                              double *u, inlay_value *x, double *exact,
                              inlay_error *err);

/* The same of point number h->n, without a filter: the initial design. */
inlay_status inlay_design_point(const struct inlay_design *d,
                                const struct inlay_history *h, double *u,
                                inlay_value *x, double *exact,
                                inlay_error *err);

/* The same of a uniform draw, new unless repeats are allowed.  INLAY_EXHAUSTED
 * where nothing new is left. */
inlay_status inlay_design_random(const struct inlay_design *d,
                                 const struct inlay_history *h,
                                 struct inlay_rng *rng, double *u,
                                 inlay_value *x, double *exact,
                                 inlay_error *err);

#endif
