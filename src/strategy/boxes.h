/*
 * boxes.h: where nothing is suggested: beside what failed or runs.
 *
 * While something has succeeded the boxes are tiny: a boundary of failures would
 * be probed over and over within a thousandth of it without them.
 *
 * Before the first success they are large, docs/maths.md (46).  P(success) then
 * knows failures only and is largest in the corners of the space and beside those
 * that failed, so a search by it alone circles there for ever.  And as nothing is
 * known that would speak for the rim, more and more turns are left to the net of
 * the initial design, drawn in from the bounds: what fills 1/n of the space always
 * holds a point that is away from them.
 */
#ifndef INLAY_STRATEGY_BOXES_H
#define INLAY_STRATEGY_BOXES_H

#include <stdbool.h>

#include "problem/history.h"

struct inlay_boxes {
    const struct inlay_history *h;
    double half_width; /* on numeric axes, of their range */
};

struct inlay_boxes inlay_boxes_of(const struct inlay_history *h);

/* Is the exact point u in a box (a struct inlay_boxes)?  It is if it is within
 * half_width of a trial that failed or runs on each numeric axis, and has the same
 * categories. */
bool inlay_boxes_hold(const void *boxes, const double *u);

/* Half as wide; false where they are as small as they get. */
bool inlay_boxes_shrink(struct inlay_boxes *boxes);

/* Does the next suggestion come from the net?  *place := from which point on. */
bool inlay_boxes_is_net_turn(const struct inlay_history *h, size_t n_initial,
                             size_t *place);

#endif
