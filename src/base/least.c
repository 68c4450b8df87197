/*
 * least.c: by insertion into a list that stays short.
 */
#include "base/least.h"

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
