/*
 * metric.c: squared distances between points, axis by axis.
 *
 * The loops run over the points, which lie side by side, so that they become
 * vector code; see kernel.c.
 */
#include "model/metric.h"

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
    m.first_scale = inlay_mem_new(enc->dim, sizeof *m.first_scale);
    m.axis_of = inlay_mem_new(m.n_scales, sizeof *m.axis_of);
    if (!m.first_scale || !m.axis_of) {
        inlay_metric_clear(&m);
        return inlay_fail_memory(err, "a metric");
    }
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
    inlay_mem_free(m->first_scale);
    inlay_mem_free(m->axis_of);
    *m = (struct inlay_metric){0};
}

void inlay_metric_embed(const struct inlay_metric *m, const double *u,
                        double *z)
{
    inlay_encode_snap(m->enc, u, z);
    for (size_t j = 0; j < m->enc->dim; j++)
        if (is_category(m, j))
            z[j] = (double)inlay_axis_level(&m->enc->axis[j], z[j]);
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
                        size_t n, size_t ldz, double *d)
{
    const double *x = Z + m->axis_of[p] * ldz;
    for (size_t j = 0; j < n; j++) {
        pairs_of_column(m, p, x + j, n - j, d);
        d += n - j;
    }
}

INLAY_VECTORISED
static void add_square(double w, const double *x, size_t n, double at,
                       double *r2)
{
    for (size_t i = 0; i < n; i++) {
        const double d = x[i] - at;
        r2[i] += w * (d * d);
    }
}

INLAY_VECTORISED
static void add_different(double w, const double *x, size_t n, double at,
                          double *r2)
{
    for (size_t i = 0; i < n; i++)
        r2[i] += x[i] == at ? 0.0 : w;
}

void inlay_metric_cross(const struct inlay_metric *m, const double *w,
                        const double *Z, size_t n, size_t ldz, const double *z,
                        double *r2)
{
    for (size_t i = 0; i < n; i++)
        r2[i] = 0.0;
    for (size_t j = 0; j < m->enc->dim; j++) {
        const double *x = Z + j * ldz, *wj = w + m->first_scale[j];
        if (!is_category(m, j)) {
            add_square(wj[0], x, n, z[j], r2);
        } else if (!m->is_per_category) {
            add_different(2.0 * wj[0], x, n, z[j], r2);
        } else {
            const double mine = wj[(size_t)z[j]];
            for (size_t i = 0; i < n; i++)
                r2[i] += x[i] == z[j] ? 0.0 : mine + wj[(size_t)x[i]];
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
