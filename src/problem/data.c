/*
 * data.c: merging of repeated points.
 *
 * Points are compared exactly: they come from one mapping (problem/encode), so
 * equal configurations have equal coordinates.  A linear search is enough: it
 * is O(n² dim) with a tiny constant, beside a fit that is O(n³).
 */
#include "problem/data.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

inlay_status inlay_data_init(struct inlay_data *out, size_t dim, size_t n_obs,
                             inlay_error *err)
{
    struct inlay_data d = {.dim = dim, .room = n_obs};
    d.U = inlay_mem_doubles(n_obs * dim);
    d.obs = inlay_mem_doubles(n_obs);
    d.row = inlay_mem_new(n_obs, sizeof *d.row);
    d.y = inlay_mem_doubles(n_obs);
    d.count = inlay_mem_doubles(n_obs);
    if (!d.U || !d.obs || !d.row || !d.y || !d.count) {
        inlay_data_clear(&d);
        return inlay_fail_memory(err, "the data of a model");
    }
    *out = d;
    return INLAY_OK;
}

void inlay_data_clear(struct inlay_data *d)
{
    inlay_mem_free(d->U);
    inlay_mem_free(d->obs);
    inlay_mem_free(d->row);
    inlay_mem_free(d->y);
    inlay_mem_free(d->count);
    *d = (struct inlay_data){0};
}

static size_t find_row(const struct inlay_data *d, const double *u)
{
    size_t i = 0;
    while (i < d->n && memcmp(d->U + i * d->dim, u, d->dim * sizeof *u) != 0)
        i++;
    return i;
}

void inlay_data_add(struct inlay_data *d, const double *u, double obs)
{
    const size_t i = find_row(d, u);
    if (i == d->n) {
        memcpy(d->U + i * d->dim, u, d->dim * sizeof *u);
        d->n++;
    }
    d->row[d->n_obs] = i;
    d->obs[d->n_obs++] = obs;
}

void inlay_data_set(struct inlay_data *d, const double *obs)
{
    memset(d->y, 0, d->n * sizeof *d->y);
    memset(d->count, 0, d->n * sizeof *d->count);
    for (size_t k = 0; k < d->n_obs; k++) {
        d->obs[k] = obs[k];
        d->count[d->row[k]] += 1.0;
    }
    for (size_t k = 0; k < d->n_obs; k++)
        d->y[d->row[k]] += obs[k] / d->count[d->row[k]];
    d->ss_within = d->sum_log_count = 0.0;
    for (size_t k = 0; k < d->n_obs; k++) {
        const double off = obs[k] - d->y[d->row[k]];
        d->ss_within += off * off;
    }
    for (size_t i = 0; i < d->n; i++)
        d->sum_log_count += log(d->count[i]);
}
