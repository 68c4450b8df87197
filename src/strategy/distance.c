/*
 * distance.c: the metric of docs/maths.md (4) over a history.
 */
#include "strategy/distance.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/metric.h"

/* w[j] := 1/l² of axis j, 0 where its variable does not count. */
static void weigh_axes(const struct inlay_encoding *enc,
                       const inlay_relevance *r, const size_t *without,
                       size_t n_without, double *w)
{
    for (size_t j = 0; j < enc->dim; j++) {
        const size_t v = enc->axis[j].var;
        const double l = r[v].length_scale;
        w[j] = isnan(l) ? 1.0 : 1.0 / (l * l);
        for (size_t k = 0; k < n_without; k++)
            w[j] = without[k] == v ? 0.0 : w[j];
    }
}

/* Points of the history by axis; z has room for one. */
static void embed_records(const struct inlay_metric *m,
                          const struct inlay_history *h, double *Z, double *z)
{
    for (size_t i = 0; i < h->n; i++) {
        inlay_metric_embed(m, h->record[i]->u, z);
        for (size_t j = 0; j < m->enc->dim; j++)
            Z[j * h->n + i] = z[j];
    }
}

inlay_status inlay_distance_find(const inlay_relevance *r,
                                 const size_t *without, size_t n_without,
                                 const inlay_value *x,
                                 const struct inlay_history *h, double *out,
                                 inlay_error *err)
{
    const size_t dim = h->exact->dim, n = h->n;
    struct inlay_metric m;
    const inlay_status st = inlay_metric_init(&m, h->exact, false, err);
    if (st != INLAY_OK)
        return st;
    double *Z = inlay_mem_doubles(n * dim + 3 * dim);
    double *w = Z + n * dim, *u = w + dim, *z = u + dim;
    if (Z) {
        weigh_axes(h->exact, r, without, n_without, w);
        embed_records(&m, h, Z, z);
        inlay_encode(h->exact, x, u);
        inlay_metric_embed(&m, u, z);
        inlay_metric_cross(&m, w, Z, n, n, z, 1, out);
        for (size_t i = 0; i < n; i++)
            out[i] = sqrt(out[i]);
    }
    inlay_metric_clear(&m);
    const bool has_room = Z != NULL;
    inlay_mem_free(Z);
    return has_room ? INLAY_OK : inlay_fail_memory(err, "distances");
}
