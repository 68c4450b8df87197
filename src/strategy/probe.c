/*
 * probe.c: when one measurement more is worth its while.
 */
#include "strategy/probe.h"

#include <math.h>
#include <string.h>

#include "strategy/noise.h"

/* Before, the model knows too little of the objective to be asked about noise. */
enum { LEAST_DONE = 16 };

static bool has_real_axis(const struct inlay_encoding *enc)
{
    for (size_t j = 0; j < enc->dim; j++)
        if (enc->axis[j].kind == INLAY_AXIS_REAL)
            return true;
    return false;
}

static bool is_same(const struct inlay_history *h, const struct inlay_record *a,
                    const struct inlay_record *b)
{
    return memcmp(a->u, b->u, h->exact->dim * sizeof *a->u) == 0;
}

/* Is a trial being measured whose configuration was measured before? */
static bool is_under_way(const struct inlay_history *h)
{
    for (size_t i = 0; i < h->n; i++)
        for (size_t j = 0; h->record[i]->state == INLAY_STATE_PENDING && j < i;
             j++)
            if (is_same(h, h->record[i], h->record[j]))
                return true;
    return false;
}

/* A configuration was measured twice, or is about to be. */
static bool is_probed(const struct inlay_history *h,
                      const struct inlay_regression *g)
{
    return g->data.n_extra > 0 || is_under_way(h);
}

/* Can no model tell, as all trials are apart from each other? */
static bool is_blind(const struct inlay_history *h,
                     const struct inlay_regression *g)
{
    return !g->noise.is_found && h->n_done >= LEAST_DONE &&
           !has_real_axis(h->exact);
}

inlay_status inlay_probe_find(const struct inlay_history *h,
                              const struct inlay_regression *g,
                              const struct inlay_belief_options *o,
                              const struct inlay_record **out, inlay_error *err)
{
    bool is_due = g->noise.is_shown;
    inlay_status st = INLAY_OK;
    *out = NULL;
    if (o->gp.noise != INLAY_NOISE_AUTO || !g->gp || is_probed(h, g))
        return INLAY_OK;
    if (!is_due && is_blind(h, g))
        st = inlay_noise_is_open(g, o, &is_due, err);
    if (st == INLAY_OK && is_due)
        *out = inlay_history_best(h);
    return st;
}
