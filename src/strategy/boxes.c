/*
 * boxes.c: boxes around failures, and whose turn it is before the first success.
 */
#include "strategy/boxes.h"

#include <math.h>

/* Half-width once something has succeeded. */
static const double BESIDE = 0.01;

/* Half-width before, times n^(1/D). */
static const double WIDTH = 0.4;

/* Turns of the model before the first success: nearly all at first, one in two
 * after so many trials, one in three after twice as many. */
static const double PATIENCE = 10.0;

struct inlay_boxes inlay_boxes_of(const struct inlay_history *h)
{
    const double n = (double)h->n, dim = (double)h->exact->dim;
    return (struct inlay_boxes){
        h, h->n_done > 0 ? BESIDE : fmax(WIDTH * pow(n, -1.0 / dim), BESIDE)};
}

/* Within half_width of the record on numeric axes, and in the same categories? */
static bool is_beside(const struct inlay_boxes *b, const struct inlay_record *r,
                      const double *u)
{
    const struct inlay_encoding *enc = b->h->exact;
    for (size_t j = 0; j < enc->dim; j++)
        if (fabs(u[j] - r->u[j]) > b->half_width ||
            (enc->axis[j].kind == INLAY_AXIS_CATEGORY && u[j] != r->u[j]))
            return false;
    return true;
}

bool inlay_boxes_hold(const void *boxes, const double *u)
{
    const struct inlay_boxes *b = boxes;
    for (size_t i = 0; b->h->n_done < b->h->n && i < b->h->n; i++)
        if (b->h->record[i]->state != INLAY_STATE_DONE &&
            is_beside(b, b->h->record[i], u))
            return true;
    return false;
}

bool inlay_boxes_shrink(struct inlay_boxes *b)
{
    if (b->half_width <= BESIDE)
        return false;
    b->half_width = fmax(0.5 * b->half_width, BESIDE);
    return true;
}

/* Turns of the model among n trials after the initial ones. */
static size_t n_model_turns(size_t n)
{
    return (size_t)ceil(PATIENCE * log1p((double)n / PATIENCE));
}

bool inlay_boxes_is_net_turn(const struct inlay_history *h, size_t n_initial,
                             size_t *place)
{
    const size_t n = h->n > n_initial ? h->n - n_initial : 0;
    const size_t n_model = n_model_turns(n);
    *place = n_initial + n - n_model;
    return h->n_done == 0 && n_model_turns(n + 1) == n_model;
}
