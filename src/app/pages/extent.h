/*
 * extent.h: the range of the values in a panel, and the tics of its axis.
 */
#ifndef INLAY_APP_PAGES_EXTENT_H
#define INLAY_APP_PAGES_EXTENT_H

#include "base/text.h"

/*
 * From the least to the greatest of some numbers, in a unit: what is drawn at 2
 * has the value 2 unit.  The unit is 1 but for values near the largest double,
 * whose differences would be infinite.
 */
struct inlay_extent {
    double lo, hi; /* lo > hi: of no number */
    double unit;
};

/* The unit for values of up to this magnitude. */
double inlay_extent_unit(double magnitude);

struct inlay_extent inlay_extent_none(double unit);
/* Takes a number, which is in the unit; one that is not finite is passed over. */
void inlay_extent_take(struct inlay_extent *e, double v);

/* Its values are drawn on a log scale: they differ by a factor of a thousand. */
bool inlay_extent_wants_log(const struct inlay_extent *e);

/* With room above and below.  An extent of no number becomes that from 0 to 1. */
struct inlay_extent inlay_extent_padded(const struct inlay_extent *e,
                                        double share);

/* The commands for y from lo to hi and its tics: linear, or, where the extent wants
 * it, with a log scale, which the caller takes back. */
void inlay_extent_add_linear(struct inlay_text *page,
                             const struct inlay_extent *e);
void inlay_extent_add_log(struct inlay_text *page,
                          const struct inlay_extent *e);

#endif
