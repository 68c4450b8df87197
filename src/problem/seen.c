/*
 * seen.c: a hash set over the discrete coordinates, and a cell of the real ones.
 *
 * Real coordinates are compared with a tolerance, which no hash can do.  A
 * weighted sum of them is cut into cells that are far wider than the tolerance:
 * what is the same is in the same cell, or in the next one.
 */
#include "problem/seen.h"

#include <math.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"

static const double CELL = 1e-6; /* far more than the tolerance */

void inlay_seen_init(struct inlay_seen *seen, const struct inlay_encoding *enc)
{
    *seen = (struct inlay_seen){.enc = enc};
}

void inlay_seen_clear(struct inlay_seen *seen)
{
    inlay_mem_free(seen->slot);
    *seen = (struct inlay_seen){0};
}

/* The cell of u + offset tolerances on a line through the real axes.  Each axis
 * has a factor of its own, as else a swap of two values would be no change. */
static double cell(const struct inlay_encoding *enc, const double *u,
                   double offset)
{
    double sum = 0.0, factor = 1.0;
    for (size_t j = 0; j < enc->dim; j++)
        if (enc->axis[j].kind == INLAY_AXIS_REAL) {
            sum += factor * (u[j] + offset * INLAY_SEEN_TOLERANCE);
            factor = factor > 0.25 ? factor * 0.81 : 1.0;
        }
    return floor(sum / CELL) + 0.0;
}

static uint64_t hash(const struct inlay_encoding *enc, const double *u,
                     double real_cell)
{
    uint64_t h = inlay_hash_add(INLAY_HASH_START, real_cell);
    for (size_t j = 0; j < enc->dim; j++)
        if (enc->axis[j].kind != INLAY_AXIS_REAL)
            h = inlay_hash_add(h, u[j]);
    return h;
}

bool inlay_seen_is_same(const struct inlay_encoding *enc, const double *a,
                        const double *b)
{
    for (size_t j = 0; j < enc->dim; j++) {
        const double tol =
            enc->axis[j].kind == INLAY_AXIS_REAL ? INLAY_SEEN_TOLERANCE : 0.0;
        if (fabs(a[j] - b[j]) > tol)
            return false;
    }
    return true;
}

static const double *find_in(const struct inlay_seen *seen, const double *u,
                             double real_cell)
{
    const size_t mask = seen->n_slots - 1;
    for (size_t i = hash(seen->enc, u, real_cell) & mask; seen->slot[i];
         i = (i + 1) & mask)
        if (inlay_seen_is_same(seen->enc, seen->slot[i], u))
            return seen->slot[i];
    return NULL;
}

/* What is the same as u lies in every cell between those of u less and plus the
 * tolerance: nearly always one. */
const double *inlay_seen_find(const struct inlay_seen *seen, const double *u)
{
    const double *found = NULL;
    if (seen->n_slots == 0)
        return NULL;
    const double first = cell(seen->enc, u, -2.0);
    const size_t n = (size_t)(cell(seen->enc, u, 2.0) - first) + 1;
    for (size_t k = 0; !found && k < n; k++)
        found = find_in(seen, u, first + (double)k);
    return found;
}

/* Where a search for u begins. */
static size_t home(const struct inlay_encoding *enc, size_t n_slots,
                   const double *u)
{
    return hash(enc, u, cell(enc, u, 0.0)) & (n_slots - 1);
}

static void place(const struct inlay_encoding *enc, const double **slot,
                  size_t n_slots, const double *u)
{
    size_t i = home(enc, n_slots, u);
    while (slot[i])
        i = (i + 1) & (n_slots - 1);
    slot[i] = u;
}

inlay_status inlay_seen_reserve(struct inlay_seen *seen, size_t n_more,
                                inlay_error *err)
{
    size_t n_slots = seen->n_slots ? seen->n_slots : 64;
    while (n_slots < 2 * (seen->n + n_more))
        n_slots *= 2;
    if (n_slots == seen->n_slots)
        return INLAY_OK;
    const double **slot = inlay_mem_new(n_slots, sizeof *slot);
    if (!slot)
        return inlay_fail_memory(err, "the set of configurations");
    for (size_t i = 0; i < seen->n_slots; i++)
        if (seen->slot[i])
            place(seen->enc, slot, n_slots, seen->slot[i]);
    inlay_mem_free(seen->slot);
    seen->slot = slot;
    seen->n_slots = n_slots;
    return INLAY_OK;
}

inlay_status inlay_seen_add(struct inlay_seen *seen, const double *u,
                            inlay_error *err)
{
    if (inlay_seen_find(seen, u))
        return INLAY_OK;
    const inlay_status st = inlay_seen_reserve(seen, 1, err);
    if (st != INLAY_OK)
        return st;
    place(seen->enc, seen->slot, seen->n_slots, u);
    seen->n++;
    return INLAY_OK;
}

/* What comes after the gap, without a free slot between, moves up unless a search
 * for it begins behind the gap: Knuth, TAOCP 3, 6.4, algorithm R. */
static void close_gap(struct inlay_seen *seen, size_t gap)
{
    const size_t mask = seen->n_slots - 1;
    for (size_t i = (gap + 1) & mask; seen->slot[i]; i = (i + 1) & mask) {
        const size_t begin = home(seen->enc, seen->n_slots, seen->slot[i]);
        if (((i - begin) & mask) < ((i - gap) & mask))
            continue;
        seen->slot[gap] = seen->slot[i];
        gap = i;
    }
    seen->slot[gap] = NULL;
}

bool inlay_seen_remove(struct inlay_seen *seen, const double *u)
{
    const size_t mask = seen->n_slots - 1;
    if (seen->n_slots == 0)
        return false;
    size_t i = home(seen->enc, seen->n_slots, u);
    while (seen->slot[i] && seen->slot[i] != u)
        i = (i + 1) & mask;
    if (!seen->slot[i])
        return false;
    close_gap(seen, i);
    seen->n--;
    return true;
}

bool inlay_seen_is_all(const struct inlay_seen *seen)
{
    return seen->n >= inlay_encode_n_configurations(seen->enc);
}

/* Rejection first; where that fails nearly everything is in the set, and walking
 * through all configurations costs no more than the set itself. */
bool inlay_seen_draw(const struct inlay_seen *seen, struct inlay_rng *rng,
                     double *u)
{
    enum { MAX_TRIES = 1000 };
    const uint64_t n_all = inlay_encode_n_configurations(seen->enc);

    if (inlay_seen_is_all(seen))
        return false;
    for (int k = 0; k < MAX_TRIES; k++) {
        inlay_encode_sample(seen->enc, rng, u);
        if (!inlay_seen_find(seen, u))
            return true;
    }
    const uint64_t first =
        n_all == UINT64_MAX ? 0 : inlay_rng_below(rng, n_all);
    for (uint64_t i = 0; n_all != UINT64_MAX && i < n_all; i++) {
        inlay_encode_combination(seen->enc, (first + i) % n_all, u);
        if (!inlay_seen_find(seen, u))
            return true;
    }
    return false;
}
