/*
 * data.c: merging of repeated points.
 *
 * Points are compared exactly: they come from one mapping (problem/encode), so
 * equal configurations have equal coordinates.  Rows are found by a hash, as
 * not every model costs O(n³) to fit: with ten thousand observations a linear
 * search for each would cost more than a random forest.
 *
 * Invariants: slot[] has each of the n rows once, as its number plus 1, and is
 * at most half full; row numbers are in the order of first observations.  A row's
 * var is NaN from its first observation on, or never.
 */
#include "problem/data.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/special.h"

inlay_status inlay_data_init(struct inlay_data *out, size_t dim, size_t n_obs,
                             inlay_error *err)
{
    struct inlay_data d = {.dim = dim, .room = n_obs, .n_slots = 1};
    while (d.n_slots / 2 < n_obs)
        d.n_slots *= 2;
    d.U = inlay_mem_doubles(n_obs * dim);
    d.obs = inlay_mem_doubles(n_obs);
    d.given = inlay_mem_doubles(n_obs);
    d.row = inlay_mem_new(n_obs, sizeof *d.row);
    d.y = inlay_mem_doubles(n_obs);
    d.count = inlay_mem_doubles(n_obs);
    d.var = inlay_mem_doubles(n_obs);
    d.slot = inlay_mem_new(d.n_slots, sizeof *d.slot);
    if (!d.U || !d.obs || !d.given || !d.row || !d.y || !d.count || !d.var ||
        !d.slot) {
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
    inlay_mem_free(d->given);
    inlay_mem_free(d->row);
    inlay_mem_free(d->y);
    inlay_mem_free(d->count);
    inlay_mem_free(d->var);
    inlay_mem_free(d->slot);
    *d = (struct inlay_data){0};
}

static bool is_row(const struct inlay_data *d, size_t row, const double *u,
                   bool is_given)
{
    return inlay_data_is_given(d, row) == is_given &&
           memcmp(d->U + row * d->dim, u, d->dim * sizeof *u) == 0;
}

/* The slot of u's row, or the free one that is to get it. */
static size_t *find_slot(const struct inlay_data *d, const double *u,
                         bool is_given)
{
    uint64_t h = INLAY_HASH_START;
    for (size_t j = 0; j < d->dim; j++)
        h = inlay_hash_add(h, u[j]);
    size_t k = h & (d->n_slots - 1);
    while (d->slot[k] && !is_row(d, d->slot[k] - 1, u, is_given))
        k = (k + 1) & (d->n_slots - 1);
    return &d->slot[k];
}

void inlay_data_add_noisy(struct inlay_data *d, const double *u, double obs,
                          double variance)
{
    const bool is_given = !isnan(variance);
    size_t *slot = find_slot(d, u, is_given);
    if (*slot == 0) {
        memcpy(d->U + d->n * d->dim, u, d->dim * sizeof *u);
        d->var[d->n] = variance;
        *slot = ++d->n;
    }
    d->row[d->n_obs] = *slot - 1;
    d->given[d->n_obs] = variance;
    d->obs[d->n_obs++] = obs;
    d->n_given += is_given;
}

void inlay_data_add(struct inlay_data *d, const double *u, double obs)
{
    inlay_data_add_noisy(d, u, obs, NAN);
}

/* ---- Merging ---- */

/* Means of the rows without variances, and what (9) needs. */
static void merge_counted(struct inlay_data *d)
{
    for (size_t k = 0; k < d->n_obs; k++)
        if (isnan(d->given[k]))
            d->count[d->row[k]] += 1.0;
    for (size_t k = 0; k < d->n_obs; k++)
        if (isnan(d->given[k]))
            d->y[d->row[k]] += d->obs[k] / d->count[d->row[k]];
    for (size_t k = 0; k < d->n_obs; k++)
        if (isnan(d->given[k])) {
            const double off = d->obs[k] - d->y[d->row[k]];
            d->ss_within += off * off;
        }
    for (size_t i = 0; i < d->n; i++)
        if (!inlay_data_is_given(d, i)) {
            d->sum_log_count += log(d->count[i]);
            d->n_extra += (size_t)d->count[i] - 1;
        }
}

/* The share of an observation in its row, whose var is the sum of precisions: an
 * exact one leaves nothing to those that are not. */
static double share_of(const struct inlay_data *d, size_t k)
{
    const double precision = 1.0 / d->given[k], sum = d->var[d->row[k]];
    if (isinf(sum))
        return isinf(precision) ? 1.0 / d->count[d->row[k]] : 0.0;
    return precision / sum;
}

/* *log_within of an observation: 0 in a row that has an exact one. */
static double log_density(const struct inlay_data *d, size_t k)
{
    const double v = d->given[k], off = d->obs[k] - d->y[d->row[k]];
    return d->var[d->row[k]] > 0.0
               ? -0.5 * (INLAY_LOG_2PI + log(v) + off * off / v)
               : 0.0;
}

/* The others, (48).  In a row with exact observations count is the number of
 * these. */
static void merge_given(struct inlay_data *d)
{
    for (size_t i = 0; i < d->n; i++)
        if (inlay_data_is_given(d, i))
            d->var[i] = 0.0;
    for (size_t k = 0; k < d->n_obs; k++)
        if (!isnan(d->given[k])) {
            d->var[d->row[k]] += 1.0 / d->given[k];
            d->count[d->row[k]] += isinf(1.0 / d->given[k]) ? 1.0 : 0.0;
        }
    for (size_t k = 0; k < d->n_obs; k++)
        if (!isnan(d->given[k]))
            d->y[d->row[k]] += share_of(d, k) * d->obs[k];
    for (size_t i = 0; i < d->n; i++)
        if (inlay_data_is_given(d, i)) {
            d->var[i] = 1.0 / d->var[i];
            d->log_within +=
                d->var[i] > 0.0 ? 0.5 * (INLAY_LOG_2PI + log(d->var[i])) : 0.0;
        }
    for (size_t k = 0; k < d->n_obs; k++)
        if (!isnan(d->given[k]))
            d->log_within += log_density(d, k);
}

void inlay_data_merge(struct inlay_data *d)
{
    memset(d->y, 0, d->n * sizeof *d->y);
    memset(d->count, 0, d->n * sizeof *d->count);
    d->ss_within = d->sum_log_count = d->log_within = 0.0;
    d->n_extra = 0;
    merge_counted(d);
    if (d->n_given > 0)
        merge_given(d);
}

void inlay_data_set(struct inlay_data *d, const double *obs)
{
    if (obs != d->obs)
        memcpy(d->obs, obs, d->n_obs * sizeof *obs);
    inlay_data_merge(d);
}
