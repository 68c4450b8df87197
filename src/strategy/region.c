/*
 * region.c: a box in the numeric axes and a Hamming ball in the categories.
 *
 * It grows after SUCCESSES improvements in a row and shrinks after FAILURES
 * trials in a row without one; when it has become too small to hold anything new
 * it starts again.  Constants: bench/quality on Ackley-53.
 */
#include "strategy/region.h"

#include <math.h>

enum { SUCCESSES = 3, FAILURES = 10 };
static const double FACTOR = 1.5;
static const double WIDTH = 0.8, WIDTH_MIN = 0.0078125, WIDTH_MAX = 1.6;
static const double CHANGES = 20.0;

struct inlay_region inlay_region_of(const struct inlay_history *h,
                                    size_t n_initial,
                                    const struct inlay_encoding *enc,
                                    const double *center)
{
    const struct inlay_record *best = NULL;
    double width = WIDTH;
    size_t good = 0, bad = 0;

    for (size_t i = 0; i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state == INLAY_STATE_PENDING)
            continue;
        const bool improves = r->state == INLAY_STATE_DONE &&
                              (!best || inlay_record_is_better(r, best));
        if (improves)
            best = r;
        if (i < n_initial)
            continue;
        good = improves ? good + 1 : 0;
        bad = improves ? 0 : bad + 1;
        if (good == SUCCESSES || bad == FAILURES) {
            width = good ? fmin(width * FACTOR, WIDTH_MAX) : width / FACTOR;
            good = bad = 0;
        }
        if (width < WIDTH_MIN)
            width = WIDTH;
    }
    const double changes =
        ceil(fmin(CHANGES * width / WIDTH, (double)(enc->dim - enc->n_real)));
    return (struct inlay_region){center, 0.5 * width, (size_t)fmax(changes, 1)};
}
