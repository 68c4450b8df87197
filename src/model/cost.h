/*
 * cost.h: the scale on which a forest learns costs y: themselves, or
 *
 *     v = log((y − low) / (most − low)),   low = 2 least − P − tiny,
 *
 * where least, most and P are the least, the largest and the 5th percentile of
 * the observations: what is good is told apart finely, what is bad coarsely.
 */
#ifndef INLAY_MODEL_COST_H
#define INLAY_MODEL_COST_H

#include <stdbool.h>
#include <stddef.h>

struct inlay_cost {
    bool is_log;
    double least, unit; /* v = (y − least)/unit, or */
    double shift;       /* v = log(that + shift) */
};

/* The scale of n >= 1 finite observations; scratch has room for n. */
void inlay_cost_fit(struct inlay_cost *cost, bool is_log, const double *y,
                    size_t n, double *scratch);

/* y, not below the least observation, to the forest's scale. */
double inlay_cost_apply(const struct inlay_cost *cost, double y);

/* From the forest's scale v back to t = (y − least)/unit, and dt/dv there; then
 * to y.  Moments are to be taken of t: differences of y lose their digits where
 * it is large, and may overflow. */
double inlay_cost_share(const struct inlay_cost *cost, double v);
double inlay_cost_share_slope(const struct inlay_cost *cost, double v);
double inlay_cost_value(const struct inlay_cost *cost, double t);

#endif
