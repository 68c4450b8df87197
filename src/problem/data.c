/*
 * data.c: merging of repeated points.
 *
 * Points are compared exactly: they come from one mapping (problem/encode), so
 * equal configurations have equal coordinates.  Rows are found by a hash, as
 * not every model costs O(n³) to fit: with ten thousand observations a linear
 * search for each would cost more than a random forest.
 *
 * Invariants: slot[] has each of the n rows once, as its number plus 1, and is
 * at most half full; row numbers are in the order of first observations.
 */
#include "problem/data.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"

inlay_status inlay_data_init(struct inlay_data *out, size_t dim, size_t n_obs,
                             inlay_error *err)
{
    struct inlay_data d = {.dim = dim, .room = n_obs, .n_slots = 1};
    while (d.n_slots / 2 < n_obs)
        d.n_slots *= 2;
    d.U = inlay_mem_doubles(n_obs * dim);
    d.obs = inlay_mem_doubles(n_obs);
    d.row = inlay_mem_new(n_obs, sizeof *d.row);
    d.y = inlay_mem_doubles(n_obs);
    d.count = inlay_mem_doubles(n_obs);
    d.slot = inlay_mem_new(d.n_slots, sizeof *d.slot);
    if (!d.U || !d.obs || !d.row || !d.y || !d.count || !d.slot) {
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
    inlay_mem_free(d->slot);
    *d = (struct inlay_data){0};
}

/* The slot of u's row, or the free one that is to get it. */
static size_t *find_slot(const struct inlay_data *d, const double *u)
{
    uint64_t h = INLAY_HASH_START;
    for (size_t j = 0; j < d->dim; j++)
        h = inlay_hash_add(h, u[j]);
    size_t k = h & (d->n_slots - 1);
    while (d->slot[k] &&
           memcmp(d->U + (d->slot[k] - 1) * d->dim, u, d->dim * sizeof *u) != 0)
        k = (k + 1) & (d->n_slots - 1);
    return &d->slot[k];
}

void inlay_data_add(struct inlay_data *d, const double *u, double obs)
{
    size_t *slot = find_slot(d, u);
    if (*slot == 0) {
        memcpy(d->U + d->n * d->dim, u, d->dim * sizeof *u);
        *slot = ++d->n;
    }
    d->row[d->n_obs] = *slot - 1;
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
