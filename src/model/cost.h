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

/* From the forest's scale back to y, and dy/dv there. */
double inlay_cost_invert(const struct inlay_cost *cost, double v);
double inlay_cost_slope(const struct inlay_cost *cost, double v);

#endif
