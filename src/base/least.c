/*
 * least.c: by insertion into a list that stays short; all of them by qsort.
 */
#include "base/least.h"

#include <stdlib.h>

size_t inlay_least(const double *y, size_t n, size_t k, size_t *at)
{
    size_t n_at = 0;
    for (size_t i = 0; i < n && k > 0; i++) {
        if (n_at == k && !(y[i] < y[at[k - 1]]))
            continue;
        size_t place = n_at < k ? n_at++ : k - 1;
        for (; place > 0 && y[i] < y[at[place - 1]]; place--)
            at[place] = at[place - 1];
        at[place] = i;
    }
    return n_at;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void inlay_least_first(double *y, size_t n)
{
    qsort(y, n, sizeof *y, by_size);
}
