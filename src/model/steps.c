/*
 * steps.c: each interval between two steps has the normal's mass times the
 * step's height; one is drawn, then a point of the normal within it.
 */
#include "model/steps.h"

#include <math.h>
#include <stdlib.h>

#include "base/special.h"

static const double FAR = 8.0;
/* What is lower than the highest by this much, in logarithms, is nothing. */
static const double NOTHING = 40.0;

static int by_place(const void *a, const void *b)
{
    const struct inlay_step *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* P(lo < z < hi), from the tail in which both have their digits. */
static double normal_mass(double lo, double hi)
{
    return lo > 0.0 ? inlay_norm_cdf(-lo) - inlay_norm_cdf(-hi)
                    : inlay_norm_cdf(hi) - inlay_norm_cdf(lo);
}

/* z within (lo, hi), where its distribution function is the share p of the way
 * from one end to the other. */
static double normal_between(double lo, double hi, double p)
{
    const double side = lo > 0.0 ? -1.0 : 1.0;
    const double a = inlay_norm_cdf(side * lo), b = inlay_norm_cdf(side * hi);
    const double z = side * inlay_norm_quantile(a + p * (b - a));
    return z > lo && z < hi ? z : lo + p * (hi - lo);
}

/* Sorts the steps; those left of the range raise all of it, those right of it
 * nothing: both are put at its ends. */
static void sort_steps(struct inlay_step *step, size_t n, double mean,
                       double sd)
{
    for (size_t i = 0; i < n; i++)
        step[i].at = fmin(fmax((step[i].at - mean) / sd, -FAR), FAR);
    qsort(step, n, sizeof *step, by_place);
}

/* Ends of interval i, which lies below step i. */
static double start_of(const struct inlay_step *step, size_t i)
{
    return i > 0 ? step[i - 1].at : -FAR;
}

static double end_of(const struct inlay_step *step, size_t n, size_t i)
{
    return i < n ? step[i].at : FAR;
}

/* The interval in which the draw falls.  Rounding may lead past the last one
 * that has a mass, or leave none with one: then it is `highest`. */
static size_t draw_interval(const double *mass, size_t n, double total,
                            size_t highest, struct inlay_rng *rng)
{
    double left = inlay_rng_uniform(rng) * total;
    size_t at = 0;
    while (at < n && left >= mass[at])
        left -= mass[at++];
    return mass[at] > 0.0 ? at : highest;
}

double inlay_steps_draw(struct inlay_step *step, size_t n, double mean,
                        double sd, struct inlay_rng *rng, double *mass)
{
    double height = 0.0, most = -INFINITY, total = 0.0;
    size_t highest = 0;

    sort_steps(step, n, mean, sd);
    for (size_t i = 0; i <= n; i++) {
        if (i > 0)
            height += step[i - 1].rise;
        mass[i] = height;
        if (end_of(step, n, i) > start_of(step, i) && height > most) {
            most = height;
            highest = i;
        }
    }
    for (size_t i = 0; i <= n; i++) {
        const double lo = start_of(step, i), hi = end_of(step, n, i);
        const double above = mass[i] - most;
        mass[i] = hi > lo && above > -NOTHING ? normal_mass(lo, hi) * exp(above)
                                              : 0.0;
        total += mass[i];
    }
    const size_t at = draw_interval(mass, n, total, highest, rng);
    return mean + sd * normal_between(start_of(step, at), end_of(step, n, at),
                                      inlay_rng_uniform(rng));
}
