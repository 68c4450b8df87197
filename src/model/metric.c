/*
 * metric.c: squared distances between points, axis by axis.
 *
 * The loops run over the points, which lie side by side, so that they become
 * vector code; see kernel.c.
 */
#include "model/metric.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/vector.h"

static bool is_category(const struct inlay_metric *m, size_t axis)
{
    return m->enc->axis[axis].kind == INLAY_AXIS_CATEGORY;
}

static size_t scales_of_axis(const struct inlay_metric *m, size_t axis)
{
    return m->is_per_category && is_category(m, axis)
               ? (size_t)m->enc->axis[axis].n_levels
               : 1;
}

inlay_status inlay_metric_init(struct inlay_metric *out,
                               const struct inlay_encoding *enc,
                               bool is_per_category, inlay_error *err)
{
    struct inlay_metric m = {.enc = enc, .is_per_category = is_per_category};

    for (size_t j = 0; j < enc->dim; j++)
        m.n_scales += scales_of_axis(&m, j);
    const struct inlay_mem_part parts[] = {INLAY_PART(m.first_scale, enc->dim),
                                           INLAY_PART(m.axis_of, m.n_scales),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a metric");
    for (size_t j = 0, p = 0; j < enc->dim; j++) {
        m.first_scale[j] = p;
        for (size_t k = scales_of_axis(&m, j); k > 0; k--)
            m.axis_of[p++] = j;
    }
    *out = m;
    return INLAY_OK;
}

void inlay_metric_clear(struct inlay_metric *m)
{
    inlay_mem_free(m->first_scale); /* and axis_of */
    *m = (struct inlay_metric){0};
}

void inlay_metric_embed(const struct inlay_metric *m, const double *u,
                        double *z)
{
    inlay_encode_snap(m->enc, u, z);
    for (size_t j = 0; j < m->enc->dim; j++)
        if (is_category(m, j))
            z[j] = (double)inlay_axis_level(&m->enc->axis[j], z[j]);
        else if (u[j] < 0.0 || u[j] > 1.0)
            z[j] = u[j]; /* of a trial outside the space: in no cell */
}

void inlay_metric_embed_row(const struct inlay_metric *m,
                            const struct inlay_data *data, size_t i, double *z)
{
    const double *u = data->U + i * data->dim;
    inlay_metric_embed(m, u, z);
    for (size_t j = 0; i >= data->n - data->n_as_is && j < data->dim; j++)
        if (!is_category(m, j))
            z[j] = u[j];
}

static void pairs_of_column(const struct inlay_metric *m, size_t p,
                            const double *x, size_t n, double *d)
{
    const size_t axis = m->axis_of[p];
    const double x0 = x[0];

    if (!is_category(m, axis)) {
        for (size_t i = 0; i < n; i++)
            d[i] = (x[i] - x0) * (x[i] - x0);
    } else if (!m->is_per_category) {
        for (size_t i = 0; i < n; i++)
            d[i] = x[i] == x0 ? 0.0 : 2.0;
    } else {
        const double level = (double)(p - m->first_scale[axis]);
        const double mine = x0 == level ? 1.0 : 0.0;
        for (size_t i = 0; i < n; i++)
            d[i] = x[i] == x0 ? 0.0 : mine + (x[i] == level ? 1.0 : 0.0);
    }
}

void inlay_metric_pairs(const struct inlay_metric *m, size_t p, const double *Z,
                        size_t n, size_t ldz, double *d,
                        struct inlay_watch *watch)
{
    enum { COLUMNS = 64 }; /* of some thousand rows: a millisecond */
    const double *x = Z + m->axis_of[p] * ldz;
    for (size_t j = 0; j < n; j++) {
        if (j % COLUMNS == 0 && inlay_watch_poll(watch))
            break;
        pairs_of_column(m, p, x + j, n - j, d);
        d += n - j;
    }
}

/* Several points z, of which one coordinate is looked at. */
struct targets {
    const double *at; /* that of the first */
    size_t stride, n;
};

/* Two numeric axes in one pass over r2, in the order of the axes; the first ones
 * find nothing there.  A single one comes with any other, weighted by 0. */
INLAY_VECTORISED
static void add_squares(bool is_first, const double w[2], const double *x,
                        const double *y, size_t n, struct targets tx,
                        struct targets ty, double *restrict r2)
{
    for (size_t b = 0; b < tx.n; b++, r2 += n) {
        const double at_x = tx.at[b * tx.stride], at_y = ty.at[b * ty.stride];
        for (size_t i = 0; i < n; i++) {
            const double dx = x[i] - at_x, dy = y[i] - at_y;
            const double before = is_first ? 0.0 : r2[i];
            r2[i] = (before + w[0] * (dx * dx)) + w[1] * (dy * dy);
        }
    }
}

INLAY_VECTORISED
static void add_different(double w, const double *x, size_t n, struct targets t,
                          double *restrict r2)
{
    for (size_t b = 0; b < t.n; b++, r2 += n) {
        const double at = t.at[b * t.stride];
        for (size_t i = 0; i < n; i++)
            r2[i] += x[i] == at ? 0.0 : w;
    }
}

/* n points whose levels x have the weights wx, of columns ldr apart. */
INLAY_VECTORISED
static void add_weights(const double *w, const double *x, const double *wx,
                        size_t n, struct targets t, size_t ldr,
                        double *restrict r2)
{
    for (size_t b = 0; b < t.n; b++, r2 += ldr) {
        const double at = t.at[b * t.stride], mine = w[(size_t)at];
        for (size_t i = 0; i < n; i++)
            r2[i] += x[i] == at ? 0.0 : mine + wx[i];
    }
}

/* The weights of the points are looked up once for all targets. */
static void add_category(const double *w, const double *x, size_t n,
                         struct targets t, double *r2)
{
    enum { PART = 128 };
    double wx[PART];
    for (size_t first = 0; first < n; first += PART) {
        const size_t m = n - first < PART ? n - first : PART;
        for (size_t i = 0; i < m; i++)
            wx[i] = w[(size_t)x[first + i]];
        add_weights(w, x + first, wx, m, t, n, r2 + first);
    }
}

void inlay_metric_cross(const struct inlay_metric *m, const double *w,
                        const double *Z, size_t n, size_t ldz, const double *z,
                        size_t n_z, double *r2)
{
    const size_t dim = m->enc->dim;
    if (dim == 0 || is_category(m, 0))
        memset(r2, 0, n * n_z * sizeof *r2);
    for (size_t j = 0; j < dim; j++) {
        const double *x = Z + j * ldz, *wj = w + m->first_scale[j];
        const struct targets t = {z + j, dim, n_z};
        if (!is_category(m, j)) {
            const bool has_next = j + 1 < dim && !is_category(m, j + 1);
            const double both[] = {wj[0], has_next ? wj[1] : 0.0};
            const struct targets next = {z + j + 1, dim, n_z};
            add_squares(j == 0, both, x, has_next ? x + ldz : x, n, t,
                        has_next ? next : t, r2);
            j += has_next;
        } else if (!m->is_per_category) {
            add_different(2.0 * wj[0], x, n, t, r2);
        } else {
            add_category(wj, x, n, t, r2);
        }
    }
}

void inlay_metric_linear(const struct inlay_metric *m, double b,
                         const double *Z, size_t n, size_t ldz, const double *z,
                         size_t stride, double *out)
{
    for (size_t j = 0; j < m->enc->dim; j++) {
        if (is_category(m, j))
            continue;
        const double *x = Z + j * ldz, slope = b * (z[j * stride] - 0.5);
        for (size_t i = 0; i < n; i++)
            out[i] += slope * (x[i] - 0.5);
    }
}

double inlay_metric_mean_square(const struct inlay_metric *m, size_t axis)
{
    const double n = (double)m->enc->axis[axis].n_levels;
    switch (m->enc->axis[axis].kind) {
    case INLAY_AXIS_CATEGORY:
        return 2.0 * (n - 1.0) / n;
    case INLAY_AXIS_GRID:
        return (n + 1.0) / (6.0 * (n - 1.0));
    case INLAY_AXIS_REAL:
        break;
    }
    return 1.0 / 6.0;
}
