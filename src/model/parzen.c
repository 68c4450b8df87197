/*
 * parzen.c: a Parzen density as a mixture of products of kernels.
 *
 * The logarithms of all components at a point are sums over the axes; one exp
 * for each component is then enough for any number of axes, and nothing
 * underflows in many of them.  A row of these logarithms is padded to whole
 * LANES with components of no weight, as sums and maxima are kept in lanes: the
 * compiler may not reorder them.
 *
 * Fit: O(n log n) for each axis, for the order of the centers.  Log density:
 * O(n) for each axis and point.
 */
#include "model/parzen.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/exponential.h"
#include "base/mem.h"
#include "base/vector.h"

enum { LANES = 8 };

enum { N_OF_AXIS = 4 }; /* arrays of doubles */

/* ---- Fit ----------------------------------------------------------------- */

/* Gives each window its memory, and the coordinates of the sample. */
static void place(struct inlay_parzen *p, const struct inlay_encoding *enc,
                  size_t first, const struct inlay_parzen_sample *sample)
{
    double *at = p->doubles;
    for (size_t a = 0; a < p->dim; a++, at += N_OF_AXIS * p->stride) {
        p->window[a] = (struct inlay_window){
            .axis = &enc->axis[first + a],
            .n = p->n,
            .center = at,
            .precision = at + p->stride,
            .mass = at + 2 * p->stride,
            .log_peak = at + 3 * p->stride,
            .shape = p->shapes + a * p->n,
        };
        for (size_t i = 0; i < sample->n; i++)
            at[i] = sample->point[i][first + a];
    }
}

static void fit_windows(struct inlay_parzen *p, enum inlay_parzen_form form,
                        enum inlay_bandwidth bandwidth,
                        struct inlay_window_item *items)
{
    const bool is_joint = form == INLAY_PARZEN_JOINT;
    for (size_t a = 0; a < p->dim; a++) {
        struct inlay_window *w = &p->window[a];
        if (w->axis->kind == INLAY_AXIS_CATEGORY)
            inlay_window_fit_category(w, is_joint ? 1.0 / (double)p->n : 0.0);
        else
            inlay_window_fit(w, bandwidth, is_joint, items);
    }
}

/* Of component k, before normalization. */
static double weight_of(const struct inlay_parzen *p,
                        const struct inlay_parzen_sample *sample, size_t k,
                        enum inlay_parzen_form form)
{
    const double w = k < sample->n ? sample->weight[k] : 1.0;
    if (form == INLAY_PARZEN_JOINT)
        return w;
    const struct inlay_axis *axis = p->window[0].axis;
    if (k == sample->n && axis->kind == INLAY_AXIS_CATEGORY)
        return (double)axis->n_levels; /* 1 for each */
    return w * inlay_window_mass(&p->window[0], k);
}

static void weigh(struct inlay_parzen *p,
                  const struct inlay_parzen_sample *sample,
                  enum inlay_parzen_form form)
{
    double sum = 0.0;
    for (size_t k = 0; k < p->n; k++) {
        const double w = weight_of(p, sample, k, form);
        p->log_scale[k] = log(w);
        p->cumulative[k] = sum += w;
    }
    for (size_t k = 0; k < p->n; k++)
        p->log_scale[k] -= log(sum);
    for (size_t k = p->n; k < p->stride; k++)
        p->log_scale[k] = -DBL_MAX;
    for (size_t a = 0; a < p->dim; a++)
        inlay_window_scale(&p->window[a], p->log_scale);
}

inlay_status inlay_parzen_init(struct inlay_parzen *p,
                               const struct inlay_encoding *enc, size_t first,
                               size_t dim,
                               const struct inlay_parzen_sample *sample,
                               enum inlay_parzen_form form,
                               enum inlay_bandwidth bandwidth, inlay_error *err)
{
    assert(form == INLAY_PARZEN_JOINT || dim == 1);
    struct inlay_parzen made = {.dim = dim, .n = sample->n + 1};
    made.stride = (made.n + LANES - 1) / LANES * LANES;

    const struct inlay_mem_part parts[] = {
        INLAY_PART(made.window, dim),
        INLAY_PART(made.log_scale, made.stride),
        INLAY_PART(made.cumulative, made.n),
        INLAY_PART(made.doubles, N_OF_AXIS * dim * made.stride),
        INLAY_PART(made.shapes, dim * made.n),
        {0},
    };
    struct inlay_window_item *items = inlay_mem_new(2 * made.n, sizeof *items);
    if (!items || !inlay_mem_parts(parts)) {
        inlay_mem_free(items);
        return inlay_fail_memory(err, "a density");
    }
    place(&made, enc, first, sample);
    fit_windows(&made, form, bandwidth, items);
    weigh(&made, sample, form);
    inlay_mem_free(items);
    *p = made;
    return INLAY_OK;
}

void inlay_parzen_clear(struct inlay_parzen *p)
{
    inlay_mem_free(p->window); /* all of it */
    *p = (struct inlay_parzen){0};
}

/* ---- Draw ---------------------------------------------------------------- */

/* The first component whose cumulative weight is above t. */
static size_t find_component(const struct inlay_parzen *p, double t)
{
    size_t lo = 0, hi = p->n - 1;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (p->cumulative[mid] > t)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

void inlay_parzen_draw(const struct inlay_parzen *p, struct inlay_rng *rng,
                       double *u)
{
    const double sum = p->cumulative[p->n - 1];
    const size_t k = find_component(p, inlay_rng_uniform(rng) * sum);
    for (size_t a = 0; a < p->dim; a++)
        u[a] = inlay_window_draw(&p->window[a], k, rng);
}

/* ---- Log density --------------------------------------------------------- */

static double largest(const double *x, size_t n)
{
    double most[LANES];
    memcpy(most, x, sizeof most);
    for (size_t k = LANES; k < n; k += LANES)
        for (size_t i = 0; i < LANES; i++)
            most[i] = x[k + i] > most[i] ? x[k + i] : most[i];
    for (size_t i = 1; i < LANES; i++)
        most[0] = most[i] > most[0] ? most[i] : most[0];
    return most[0];
}

INLAY_VECTORISED
static double sum_exp(const double *x, size_t n, double largest_x)
{
    double sum[LANES] = {0};
    for (size_t k = 0; k < n; k += LANES)
        for (size_t i = 0; i < LANES; i++)
            sum[i] += inlay_exp_negative(x[k + i] - largest_x);
    for (size_t i = 1; i < LANES; i++)
        sum[0] += sum[i];
    return sum[0];
}

size_t inlay_parzen_n_scratch(const struct inlay_parzen *p, size_t n_points)
{
    return (n_points + 2) * p->stride;
}

void inlay_parzen_log_density(const struct inlay_parzen *p, const double *U,
                              size_t n_points, double *out, double *scratch)
{
    const size_t n = p->stride;
    double *logs = scratch, *rest = scratch + n_points * n;
    for (size_t i = 0; i < n_points; i++)
        memcpy(logs + i * n, p->log_scale, n * sizeof *logs);
    for (size_t a = 0; a < p->dim; a++)
        inlay_window_add(&p->window[a], U + a, p->dim, n_points, logs, n, rest);
    for (size_t i = 0; i < n_points; i++) {
        const double most = largest(logs + i * n, n);
        out[i] = most + log(sum_exp(logs + i * n, n, most));
    }
}
