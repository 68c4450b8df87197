/*
 * cost.c: costs on a plain or a logarithmic scale.
 *
 * Both are invariant to affine changes of y: plain values are divided by their
 * range too, so that bounds on variances have a unit.
 *
 * The logarithmic scale is that of SMAC3's HPO facade; Lindauer et al. (2022),
 * SMAC3, JMLR 23(54).
 */
#include "model/cost.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/least.h"

/* Of the range: how far low is from the least at least. */
static const double TINY = 1e-10;
static const double SHARE = 0.05; /* of the percentile */
/* A range beyond it counts as this: no difference of two doubles is then
 * infinite. */
static const double MAX_RANGE = 0.25 * DBL_MAX;

/* Between order statistics, as most programs do it: at SHARE (n − 1). */
static double percentile(const double *sorted, size_t n)
{
    const double at = SHARE * (double)(n - 1);
    const size_t i = (size_t)at;
    const size_t next = i + 1 < n ? i + 1 : i;
    const double share = at - (double)i;
    return (1.0 - share) * sorted[i] + share * sorted[next];
}

void inlay_cost_fit(struct inlay_cost *c, bool is_log, const double *y,
                    size_t n, double *scratch)
{
    memcpy(scratch, y, n * sizeof *y);
    inlay_least_first(scratch, n);
    const double least = scratch[0];
    const double range = fmin(scratch[n - 1] - least, MAX_RANGE);
    *c = (struct inlay_cost){is_log, least,
                             range > 0.0 ? fmax(range, DBL_MIN) : 1.0, 0.0};
    if (!is_log)
        return;
    const double above =
        fmin(fmax(percentile(scratch, n) - least, TINY * c->unit), MAX_RANGE);
    c->unit += above;
    c->shift = above / c->unit;
}

double inlay_cost_apply(const struct inlay_cost *c, double y)
{
    const double t = (0.5 * y - 0.5 * c->least) / (0.5 * c->unit);
    return c->is_log ? log(t + c->shift) : t;
}

double inlay_cost_share(const struct inlay_cost *c, double v)
{
    return c->is_log ? exp(v) - c->shift : v;
}

double inlay_cost_share_slope(const struct inlay_cost *c, double v)
{
    return c->is_log ? exp(v) : 1.0;
}

/* In halves, as their sum may be finite where a term is not. */
double inlay_cost_value(const struct inlay_cost *c, double t)
{
    const double half = 0.5 * c->least + 0.5 * c->unit * t;
    return 2.0 * fmin(fmax(half, -0.5 * DBL_MAX), 0.5 * DBL_MAX);
}
