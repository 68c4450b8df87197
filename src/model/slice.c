/*
 * slice.c: univariate slice sampling along a line.
 *
 * The GP's log posterior is cheap enough to call some hundred times a fit, but
 * its scale is unknown; slice sampling has no step size to tune.
 *
 * Invariants: the current point stays inside the interval; a step shrinks at
 * most MAX_SHRINK times and then keeps its point, as a density with a NaN in it
 * would shrink the interval for ever.
 *
 * Neal (2003), Slice sampling, Ann. Statist. 31(3), figures 3 to 6.
 */
#include "model/slice.h"

#include <math.h>

enum { MAX_SHRINK = 60 };

struct slice {
    inlay_slice_fn *fn;
    void *context;
    double level; /* log height of the slice */
    double width;
};

/* NaN is below every level. */
static bool is_inside(const struct slice *s, double t, double *log_p)
{
    *log_p = s->fn(t, s->context);
    return *log_p > s->level;
}

/* Figure 3.  The budget of steps is split at random between the two sides,
 * without which the update would not leave the density as it is. */
static void step_out(const struct slice *s, size_t max_grow,
                     struct inlay_rng *rng, double *lo, double *hi)
{
    double ignored;
    size_t left = (size_t)inlay_rng_below(rng, max_grow + 1);
    size_t right = max_grow - left;
    while (left-- > 0 && is_inside(s, *lo, &ignored))
        *lo -= s->width;
    while (right-- > 0 && is_inside(s, *hi, &ignored))
        *hi += s->width;
}

/* Figure 4. */
static void double_out(const struct slice *s, size_t max_grow,
                       struct inlay_rng *rng, double *lo, double *hi)
{
    double ignored;
    bool lo_in = is_inside(s, *lo, &ignored);
    bool hi_in = is_inside(s, *hi, &ignored);
    while (max_grow-- > 0 && (lo_in || hi_in)) {
        const double span = *hi - *lo;
        if (inlay_rng_uniform(rng) < 0.5) {
            *lo -= span;
            lo_in = is_inside(s, *lo, &ignored);
        } else {
            *hi += span;
            hi_in = is_inside(s, *hi, &ignored);
        }
    }
}

/* Figure 6: could the doubling that gave [lo, hi] have started from t too? */
static bool is_reachable(const struct slice *s, double t, double lo, double hi)
{
    double ignored;
    bool differs = false;
    while (hi - lo > 1.1 * s->width) {
        const double mid = 0.5 * (lo + hi);
        if ((0.0 < mid) != (t < mid))
            differs = true;
        if (t < mid)
            hi = mid;
        else
            lo = mid;
        if (differs && !is_inside(s, lo, &ignored) &&
            !is_inside(s, hi, &ignored))
            return false;
    }
    return true;
}

double inlay_slice_update(inlay_slice_fn *fn, void *context,
                          const struct inlay_slice_options *o,
                          struct inlay_rng *rng, double *log_p)
{
    if (!isfinite(*log_p))
        return 0.0;
    const struct slice s = {fn, context, *log_p + log(inlay_rng_uniform(rng)),
                            o->width};
    const bool doubles = o->growth == INLAY_SLICE_DOUBLE;
    double lo = -o->width * inlay_rng_uniform(rng), hi = lo + o->width;

    if (doubles)
        double_out(&s, o->max_grow, rng, &lo, &hi);
    else
        step_out(&s, o->max_grow, rng, &lo, &hi);

    const double lo_all = lo, hi_all = hi;
    for (int k = 0; k < MAX_SHRINK; k++) {
        const double t = lo + (hi - lo) * inlay_rng_uniform(rng);
        double p;
        if (is_inside(&s, t, &p) &&
            (!doubles || is_reachable(&s, t, lo_all, hi_all))) {
            *log_p = p;
            return t;
        }
        if (t < 0.0)
            lo = t;
        else
            hi = t;
    }
    return 0.0;
}
