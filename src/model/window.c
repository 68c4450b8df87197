/*
 * window.c: the kernels of a Parzen density along one axis.
 *
 * The mass m of a normal over a cell of width d (in deviations), with z from the
 * center to the cell's middle, comes in two forms:
 *
 *     d < FINE:  m = d phi(z) M,  M = sum_j He_2j(z) h^2j / (2j + 1)!,
 *                h = d / 2                                               (1)
 *     else       a difference of tails at the cell's edges.               (2)
 *
 * (1) is the integral of the generating function of Hermite's polynomials,
 * exp(-z t - t^2/2) = sum_n He_n(-z) t^n / n!, over |t| < h.  It needs no erfc,
 * has no cancellation and is vector code; (2) would have no digits left for the
 * cells of an integer up to 2^52.  Both keep their digits in the tails: where
 * there are many axes, a kernel that is far away on one of them may still be the
 * nearest.
 *
 * Adjacent cells share an edge, so levels are taken in increasing order, and a
 * tail is computed once.
 */
#include "model/window.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/exponential.h"
#include "base/special.h"
#include "base/vector.h"

/* Watanabe's floor, and the bound of hyperopt's clipping, in ranges. */
static const double FLOOR = 0.03;
static const double MOST_CLIPPED = 100.0;

/* Largest width of a cell, in deviations, for (1).  N_TERMS terms then give M to
 * 2e-11 where |z| <= 9, and to 8 % where |z| = 33, of a mass of 1e-238; beyond, as
 * clipped widths allow, it is too small, and the prior alone counts there. */
static const double FINE = 1.0;
enum { N_TERMS = 10 };

/* Beyond so many deviations tails are by their asymptotic series, to 1e-6. */
static const double T_FAR = 8.0;

/* A tail below Phi(-8.3) = 5e-17 is nothing to 1. */
static const double T_NOTHING = 8.3;

/* ---- Widths -------------------------------------------------------------- */

static double center_of(const struct inlay_axis *axis, double u)
{
    const double n = (double)axis->n_levels;
    if (axis->kind != INLAY_AXIS_GRID || axis->is_log)
        return u;
    return (u * (n - 1.0) + 0.5) / n; /* T = k/(n-1) to (k + 1/2)/n */
}

/* Byte d of a number's bits: of numbers that are not negative, the bits are in
 * the order of the numbers. */
static size_t byte_of(double v, unsigned d)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits >> (8 * d) & 255;
}

/* By byte d, stable; first[] has where each byte's items begin. */
static void scatter(const struct inlay_window_item *from, size_t n, unsigned d,
                    uint32_t *first, struct inlay_window_item *to)
{
    for (size_t i = 0; i < n; i++)
        to[first[byte_of(from[i].at, d)]++] = from[i];
}

/* Counts to places; false if all are in one, and there is nothing to sort. */
static bool begin_bytes(uint32_t *count, size_t n)
{
    uint32_t sum = 0;
    bool is_mixed = true;
    for (size_t v = 0; v < 256; v++) {
        const uint32_t here = count[v];
        is_mixed &= here < n;
        count[v] = sum;
        sum += here;
    }
    return is_mixed;
}

static void insert_all(struct inlay_window_item *item, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct inlay_window_item here = item[i];
        size_t at = i;
        for (; at > 0 && item[at - 1].at > here.at; at--)
            item[at] = item[at - 1];
        item[at] = here;
    }
}

/* Stable, as equal centers keep the order of the trials: by insertion if there
 * are few, else by radix, in a fifth of the time of a merge sort of 10,000.
 * Returns where the sorted items are: items, or n after it. */
static struct inlay_window_item *sort(struct inlay_window_item *items, size_t n)
{
    enum { N_BYTES = sizeof(double), FEW = 48 };
    struct inlay_window_item *from = items, *to = items + n;
    if (n < FEW) {
        insert_all(items, n);
        return items;
    }
    uint32_t count[N_BYTES][256] = {{0}};
    for (size_t i = 0; i < n; i++)
        for (unsigned d = 0; d < N_BYTES; d++)
            count[d][byte_of(items[i].at, d)]++;
    for (unsigned d = 0; d < N_BYTES; d++) {
        if (!begin_bytes(count[d], n))
            continue;
        scatter(from, n, d, count[d], to);
        struct inlay_window_item *t = from;
        from = to;
        to = t;
    }
    return from;
}

static double least_width(enum inlay_bandwidth bandwidth, size_t n_obs)
{
    const double n = (double)n_obs + 2.0;
    if (bandwidth == INLAY_BANDWIDTH_CLIP)
        return 1.0 / fmin(MOST_CLIPPED, n);
    return fmax(FLOOR, 1.0 / (n * n));
}

/* Of the kernel at place i of n sorted ones. */
static double width_at(const struct inlay_window_item *item, size_t i, size_t n,
                       enum inlay_bandwidth bandwidth)
{
    const bool has_ends = bandwidth == INLAY_BANDWIDTH_FLOOR;
    double left = 0.0, right = 0.0;
    if (!has_ends && n == 2)
        return 0.5;
    if (i > 0 || has_ends)
        left = item[i].at - (i > 0 ? item[i - 1].at : 0.0);
    if (i + 1 < n || has_ends)
        right = (i + 1 < n ? item[i + 1].at : 1.0) - item[i].at;
    return fmax(left, right);
}

/* Of a normal within [0,1], which has its center. */
static double mass_within(double center, double precision)
{
    const double below = center * precision, above = precision - below;
    double mass = 1.0;
    if (below < T_NOTHING)
        mass -= inlay_norm_cdf(-below);
    if (above < T_NOTHING)
        mass -= inlay_norm_cdf(-above);
    return mass;
}

static void set_shape(struct inlay_window *w, size_t s, double center,
                      double precision)
{
    w->center[s] = center;
    w->precision[s] = precision;
    w->mass[s] = 1.0;
    w->log_peak[s] = 0.0;
    if (precision == 0.0)
        return;
    w->mass[s] = mass_within(center, precision);
    w->log_peak[s] = log(precision * INLAY_INV_SQRT_2PI / w->mass[s]);
    w->max_precision = fmax(w->max_precision, precision);
}

void inlay_window_fit(struct inlay_window *w, enum inlay_bandwidth bandwidth,
                      bool has_uniform_prior, struct inlay_window_item *items)
{
    const bool is_grid = w->axis->kind == INLAY_AXIS_GRID;
    const size_t n = w->n;
    const double least = least_width(bandwidth, n - 1);
    const double prior = has_uniform_prior ? 0.0 : 1.0;

    items[0] = (struct inlay_window_item){0.5, (uint32_t)(n - 1)};
    for (size_t i = 0; i + 1 < n; i++)
        items[i + 1] = (struct inlay_window_item){
            center_of(w->axis, w->center[i]), (uint32_t)i};
    const struct inlay_window_item *item = sort(items, n);

    size_t s = 0; /* shapes so far, on a grid */
    w->max_precision = 0.0;
    for (size_t i = 0; i < n; i++) {
        const size_t k = item[i].kernel;
        const double width =
            fmin(fmax(width_at(item, i, n, bandwidth), least), 1.0);
        const double precision = k == n - 1 ? prior : 1.0 / width;
        if (!is_grid)
            set_shape(w, k, item[i].at, precision);
        else if (s == 0 || w->center[s - 1] != item[i].at ||
                 w->precision[s - 1] != precision)
            set_shape(w, s++, item[i].at, precision);
        if (is_grid)
            w->shape[k] = (uint32_t)(s - 1);
    }
    w->n_shapes = is_grid ? s : n;
}

void inlay_window_fit_category(struct inlay_window *w, double smoothing)
{
    w->stay = 1.0 / (1.0 + (double)w->axis->n_levels * smoothing);
    w->n_shapes = 0;
}

double inlay_window_mass(const struct inlay_window *w, size_t k)
{
    switch (w->axis->kind) {
    case INLAY_AXIS_REAL:
        return w->mass[k];
    case INLAY_AXIS_GRID:
        return w->mass[w->shape[k]];
    default:
        return 1.0;
    }
}

/* ---- Values -------------------------------------------------------------- */

void inlay_window_scale(const struct inlay_window *w, double *log_scale)
{
    for (size_t k = 0; w->axis->kind == INLAY_AXIS_REAL && k < w->n; k++)
        log_scale[k] += w->log_peak[k];
}

INLAY_VECTORISED
static void add_normals(const double *center, const double *precision, size_t n,
                        double u, double *logs)
{
    for (size_t k = 0; k < n; k++) {
        const double z = (u - center[k]) * precision[k];
        logs[k] -= 0.5 * z * z;
    }
}

INLAY_VECTORISED
static void add_levels(const double *level, size_t n, double u, double log_hit,
                       double log_miss, double *logs)
{
    for (size_t k = 0; k < n; k++)
        logs[k] += level[k] == u ? log_hit : log_miss;
}

INLAY_VECTORISED
static void add_shapes(const uint32_t *shape, size_t n, const double *value,
                       double *logs)
{
    for (size_t k = 0; k < n; k++)
        logs[k] += value[shape[k]];
}

/*
 * M of (1), by a = z h and b = h^2: with g_n = He_n(z) h^n / n!,
 *
 *     g_0 = 1,  g_1 = a,  g_(n+1) = (a g_n - b g_(n-1)) / (n + 1),
 *     M = sum_j g_2j / (2j + 1).
 */
static inline double cell_series(double a, double b)
{
    double before = 1.0, here = a, sum = 1.0;
    for (int n = 1; n < 2 * N_TERMS; n += 2) {
        const double even = (a * here - b * before) * (1.0 / (n + 1));
        const double odd = (a * even - b * here) * (1.0 / (n + 2));
        sum += even * (1.0 / (n + 2));
        before = even;
        here = odd;
    }
    return sum;
}

/* M of every shape, for a cell around `middle`. */
INLAY_VECTORISED
static void fine_factors(const double *center, const double *precision,
                         size_t n, double middle, double width, double *out)
{
    for (size_t s = 0; s < n; s++) {
        const double z = (middle - center[s]) * precision[s];
        const double h = 0.5 * width * precision[s];
        out[s] = cell_series(z * h, h * h);
    }
}

/* Logarithms of (1), for all shapes. */
static void fine_masses(const struct inlay_window *w, double from, double width,
                        double *out)
{
    const double middle = from + 0.5 * width, log_width = log(width);
    fine_factors(w->center, w->precision, w->n_shapes, middle, width, out);
    for (size_t s = 0; s < w->n_shapes; s++) {
        const double z = (middle - w->center[s]) * w->precision[s];
        out[s] = log(out[s]) - 0.5 * z * z + w->log_peak[s] + log_width;
    }
}

/* t Phi(-t) / phi(t) to 945 t^-10, by its asymptotic series. */
static double tail_series(double t)
{
    const double r = 1.0 / (t * t);
    return 1.0 - r * (1.0 - r * (3.0 - r * (15.0 - r * 105.0)));
}

/* log ((Phi(-a) - Phi(-b)) / mass), T_FAR <= a < b: no tail underflows. */
static double log_far_difference(double a, double b, double mass)
{
    const double ratio = inlay_exp_negative(-0.5 * (b - a) * (a + b));
    const double near = tail_series(a) / a, far = tail_series(b) / b;
    return log((near - far * ratio) * INLAY_INV_SQRT_2PI / mass) - 0.5 * a * a;
}

/* A tail that is not known. */
static const double NO_TAIL = -1.0;

/* log of (2) for shape s, which is a normal.  *edge is the tail beyond the lower
 * edge of the cell, and will be that beyond the upper. */
static double coarse_mass(const struct inlay_window *w, size_t s, double from,
                          double width, double *edge)
{
    const double a = (from - w->center[s]) * w->precision[s];
    const double b = a + width * w->precision[s];
    const double tail_a = *edge;
    *edge = NO_TAIL;
    if (a >= T_FAR)
        return log_far_difference(a, b, w->mass[s]);
    if (b <= -T_FAR)
        return log_far_difference(-b, -a, w->mass[s]);
    const double below = tail_a >= 0.0 ? tail_a : inlay_norm_cdf(-fabs(a));
    const double above = inlay_norm_cdf(-fabs(b));
    *edge = above;
    return log(
        (a <= 0.0 && b >= 0.0 ? 1.0 - below - above : fabs(below - above)) /
        w->mass[s]);
}

/* Logarithms of (2) for all shapes. */
static void coarse_masses(const struct inlay_window *w, double from,
                          double width, double *edge, double *out)
{
    for (size_t s = 0; s < w->n_shapes; s++)
        out[s] = w->precision[s] == 0.0
                     ? log(width)
                     : coarse_mass(w, s, from, width, &edge[s]);
}

/* The points of a block, in the order of their levels. */
struct leveled {
    uint64_t level;
    size_t point;
};

static void sort_levels(const struct inlay_window *w, const double *u,
                        size_t step, size_t n, struct leveled *out)
{
    for (size_t i = 0; i < n; i++) {
        const struct leveled l = {inlay_axis_level(w->axis, u[i * step]), i};
        size_t at = i;
        for (; at > 0 && out[at - 1].level > l.level; at--)
            out[at] = out[at - 1];
        out[at] = l;
    }
}

static void add_grid(const struct inlay_window *w, const double *u, size_t step,
                     size_t n_points, double *logs, size_t stride,
                     double *scratch)
{
    struct leveled by_level[INLAY_WINDOW_BLOCK];
    double *value = scratch, *edge = scratch + w->n_shapes;
    uint64_t edge_of = UINT64_MAX; /* the level whose lower edge is in edge[] */
    sort_levels(w, u, step, n_points, by_level);
    for (size_t i = 0; i < n_points; i++) {
        const uint64_t level = by_level[i].level;
        double width;
        if (i == 0 || level != by_level[i - 1].level) {
            const double from = inlay_axis_cell(w->axis, level, &width);
            if (width * w->max_precision < FINE) {
                fine_masses(w, from, width, value);
            } else {
                for (size_t s = 0; edge_of != level && s < w->n_shapes; s++)
                    edge[s] = NO_TAIL;
                coarse_masses(w, from, width, edge, value);
                edge_of = level + 1;
            }
        }
        add_shapes(w->shape, w->n, value, logs + by_level[i].point * stride);
    }
}

/* -inf is not for sums: what is nothing to any density will do. */
static double log_or_least(double p)
{
    return log(fmax(p, DBL_MIN));
}

static void add_category(const struct inlay_window *w, const double *u,
                         size_t step, size_t n_points, double *logs,
                         size_t stride)
{
    const double any = 1.0 / (double)w->axis->n_levels;
    const double miss = (1.0 - w->stay) * any;
    const double log_hit = log(w->stay + miss), log_any = log(any);
    const double log_miss = log_or_least(miss);
    for (size_t i = 0; i < n_points; i++) {
        double *row = logs + i * stride;
        add_levels(w->center, w->n - 1, u[i * step], log_hit, log_miss, row);
        row[w->n - 1] += log_any;
    }
}

void inlay_window_add(const struct inlay_window *w, const double *u,
                      size_t step, size_t n_points, double *logs, size_t stride,
                      double *scratch)
{
    assert(n_points <= INLAY_WINDOW_BLOCK);
    switch (w->axis->kind) {
    case INLAY_AXIS_REAL:
        for (size_t i = 0; i < n_points; i++)
            add_normals(w->center, w->precision, w->n, u[i * step],
                        logs + i * stride);
        break;
    case INLAY_AXIS_GRID:
        add_grid(w, u, step, n_points, logs, stride, scratch);
        break;
    case INLAY_AXIS_CATEGORY:
        add_category(w, u, step, n_points, logs, stride);
        break;
    }
}

/* ---- Draws --------------------------------------------------------------- */

/* By rejection: the center is within [0,1] and the deviation at most 1, so a
 * third of the draws is accepted at least. */
static double draw_within(double center, double precision,
                          struct inlay_rng *rng)
{
    double v;
    if (precision == 0.0)
        return inlay_rng_uniform(rng);
    do
        v = center + inlay_rng_normal(rng) / precision;
    while (!(v >= 0.0 && v <= 1.0));
    return v;
}

static double draw_category(const struct inlay_window *w, size_t k,
                            struct inlay_rng *rng)
{
    if (k < w->n - 1 && inlay_rng_uniform(rng) < w->stay)
        return w->center[k];
    return inlay_axis_coordinate(w->axis,
                                 inlay_rng_below(rng, w->axis->n_levels));
}

double inlay_window_draw(const struct inlay_window *w, size_t k,
                         struct inlay_rng *rng)
{
    if (w->axis->kind == INLAY_AXIS_CATEGORY)
        return draw_category(w, k, rng);
    const bool is_grid = w->axis->kind == INLAY_AXIS_GRID;
    const size_t s = is_grid ? w->shape[k] : k;
    const double v = draw_within(w->center[s], w->precision[s], rng);
    return is_grid
               ? inlay_axis_coordinate(w->axis, inlay_axis_level(w->axis, v))
               : v;
}
