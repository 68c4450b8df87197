/* roots.c: a counting sort of (row, pixel) by bin, and sums over its lists. */
#include "boost/roots.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/vector.h"

static size_t n_bins_of(const struct digits *digits, size_t row)
{
    return digits->first[row + 1] - digits->first[row];
}

inlay_status roots_init(const struct digits *digits, const uint16_t *row,
                        size_t n, struct roots *out, inlay_error *err)
{
    struct roots roots = {{0}, NULL};
    uint32_t next[DIGITS_BINS];
    size_t n_all = 0;
    for (size_t i = 0; i < n; i++) {
        n_all += n_bins_of(digits, row[i]);
        for (size_t j = digits->first[row[i]]; j < digits->first[row[i] + 1];
             j++)
            roots.first[digits->bin[j] + 1]++;
    }
    for (size_t b = 0; b < DIGITS_BINS; b++)
        roots.first[b + 1] += roots.first[b];
    roots.row = inlay_mem_new(n_all, sizeof *roots.row);
    if (!roots.row)
        return inlay_fail_memory(err, "lists of rows by bin");

    memcpy(next, roots.first, sizeof next);
    for (size_t i = 0; i < n; i++)
        for (size_t j = digits->first[row[i]]; j < digits->first[row[i] + 1];
             j++)
            roots.row[next[digits->bin[j]]++] = row[i];
    *out = roots;
    return INLAY_OK;
}

void roots_clear(struct roots *roots)
{
    inlay_mem_free(roots->row);
    *roots = (struct roots){{0}, NULL};
}

INLAY_VECTORISED
static void sum_rows(const uint16_t *row, size_t n,
                     const uint64_t *restrict quantum,
                     uint64_t sum[ROOTS_STRIDE])
{
    uint64_t s[ROOTS_STRIDE] = {0};
    for (size_t i = 0; i < n; i++) {
        const uint64_t *q = quantum + (size_t)ROOTS_STRIDE * row[i];
        for (size_t k = 0; k < ROOTS_STRIDE; k++)
            s[k] += q[k];
    }
    memcpy(sum, s, sizeof s);
}

void roots_build(const struct roots *roots, const uint64_t *quantum,
                 struct histogram out[DIGITS_CLASSES])
{
    for (size_t b = 0; b < DIGITS_BINS; b++) {
        uint64_t sum[ROOTS_STRIDE];
        sum_rows(roots->row + roots->first[b],
                 roots->first[b + 1] - roots->first[b], quantum, sum);
        for (size_t k = 0; k < DIGITS_CLASSES; k++)
            out[k].cell[b] = sum[k];
    }
}
