/*
 * extent.c: ranges and tics.
 *
 * gnuplot computes with doubles as we do: the range of -1e308 and 1e308 has an
 * infinite width there, too.  So such values are drawn in a unit of 1e20, a power
 * of ten, so that round numbers stay round; their tics get labels of ours.
 */
#include "app/pages/extent.h"

#include <math.h>

#include "app/pages/gnuplot.h"
#include "app/screen/readable.h"

/* Up to HUGE_FROM sums and differences of a few numbers are finite, with room for
 * what gnuplot does with them; TINY is likewise above what would become 0. */
#define HUGE_FROM 1e290
#define HUGE_UNIT 1e20
#define TINY 1e-290

enum { MOST_STEPS = 5 };

double inlay_extent_unit(double magnitude)
{
    return magnitude > HUGE_FROM ? HUGE_UNIT : 1.0;
}

struct inlay_extent inlay_extent_none(double unit)
{
    return (struct inlay_extent){INFINITY, -INFINITY, unit};
}

void inlay_extent_take(struct inlay_extent *e, double v)
{
    if (isfinite(v)) {
        e->lo = fmin(e->lo, v);
        e->hi = fmax(e->hi, v);
    }
}

bool inlay_extent_wants_log(const struct inlay_extent *e)
{
    return e->lo > 0.0 && e->hi / e->lo > 1000.0;
}

struct inlay_extent inlay_extent_padded(const struct inlay_extent *e,
                                        double share)
{
    const double span = e->hi - e->lo;
    const double pad = span > TINY ? share * span : 0.5 * fabs(e->hi) + 0.5;

    if (e->lo > e->hi)
        return (struct inlay_extent){0.0, 1.0, e->unit};
    return (struct inlay_extent){e->lo - pad, e->hi + pad, e->unit};
}

/* ---- Tics ---- */

/* One with its label: nothing where the value is too large for a double, as above
 * the largest value there is room. */
static void add_tic(struct inlay_text *page, double at, double unit, size_t *n)
{
    if (!isfinite(at * unit))
        return;
    inlay_text_add(page, (*n)++ > 0 ? ", " : "");
    inlay_gnuplot_quote(page, inlay_readable_number(at * unit, 4).text, true);
    inlay_gnuplot_add(page, " @", &at);
}

/* Tics at 1, 2 or 5 times a power of ten: at most MOST_STEPS of them. */
static double step_of(double span)
{
    double step = pow(10.0, floor(log10(span / MOST_STEPS)));

    for (size_t i = 0; span / step > MOST_STEPS; i++)
        step *= i % 3 == 1 ? 2.5 : 2.0;
    return step;
}

void inlay_extent_add_linear(struct inlay_text *page,
                             const struct inlay_extent *e)
{
    const double step = step_of(e->hi - e->lo);
    size_t n = 0;

    inlay_gnuplot_add(page, "set yrange [@:@]\nset ytics ",
                      (const double[]){e->lo, e->hi});
    if (e->unit == 1.0) {
        inlay_gnuplot_add(page, "@\n", &step);
        return;
    }
    inlay_text_add(page, "(");
    const double first = ceil(e->lo / step), last = floor(e->hi / step);
    for (size_t i = 0; i <= MOST_STEPS && first + (double)i <= last; i++)
        add_tic(page, (first + (double)i) * step, e->unit, &n);
    inlay_text_add(page, ")\n");
}

/* Tics of gnuplot's, or at powers of ten. */
void inlay_extent_add_log(struct inlay_text *page, const struct inlay_extent *e)
{
    const double lo = e->lo / 1.5, hi = e->hi * 1.5;
    const double step = ceil((log10(hi) - log10(lo)) / MOST_STEPS);
    size_t n = 0;

    inlay_gnuplot_add(page,
                      "set logscale y\nset format y '%g'\n"
                      "set yrange [@:@]\n",
                      (const double[]){lo, hi});
    if (e->unit == 1.0)
        return;
    inlay_text_add(page, "set ytics (");
    const double first = ceil(log10(lo));
    for (size_t i = 0; first + (double)i * step <= log10(hi); i++)
        add_tic(page, pow(10.0, first + (double)i * step), e->unit, &n);
    inlay_text_add(page, ")\n");
}
