/*
 * unmeasured.c: a limit of which no trial has a value.
 */
#include "strategy/unmeasured.h"

#include <math.h>

/* Of the limits whose values are known. */
static double known_violation(const struct inlay_history *h,
                              const struct inlay_record *r)
{
    double sum = 0.0;
    for (size_t k = 0; k < h->outputs->n; k++)
        if (!isnan(r->values[k]))
            sum += inlay_output_violation(&h->outputs->at[k], r->values[k]);
    return sum;
}

static bool is_better(const struct inlay_history *h,
                      const struct inlay_record *a,
                      const struct inlay_record *b)
{
    const double over_a = known_violation(h, a), over_b = known_violation(h, b);
    return over_a != over_b ? over_a < over_b : a->y < b->y;
}

static bool is_measured(const struct inlay_history *h, size_t output)
{
    for (size_t i = 0; i < h->n; i++)
        if (h->record[i]->state == INLAY_STATE_DONE &&
            !isnan(h->record[i]->values[output]))
            return true;
    return false;
}

static bool are_measured(const struct inlay_history *h)
{
    for (size_t k = 0; k < h->outputs->n; k++)
        if (inlay_output_has_limit(&h->outputs->at[k]) && !is_measured(h, k))
            return false;
    return true;
}

const struct inlay_record *inlay_unmeasured_best(const struct inlay_history *h)
{
    const struct inlay_record *best = NULL;
    if (h->n_lacking == 0 || are_measured(h))
        return NULL;
    for (size_t i = 0; i < h->n; i++)
        if (h->record[i]->lacks_limit &&
            (!best || is_better(h, h->record[i], best)))
            best = h->record[i];
    return best && inlay_seen_find(&h->seen, best->u) ? NULL : best;
}
