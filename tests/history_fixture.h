/*
 * history_fixture.h: records for tests that need no journal: what can fail and
 * what follows in one call.
 */
#ifndef INLAY_TESTS_HISTORY_FIXTURE_H
#define INLAY_TESTS_HISTORY_FIXTURE_H

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "problem/history.h"

/* A pending record of x.  What trace (NULL allowed) holds is taken over; out may
 * be NULL. */
static inline inlay_status history_append(struct inlay_history *h,
                                          const inlay_value *x,
                                          struct inlay_trace *trace,
                                          const struct inlay_record **out,
                                          inlay_error *err)
{
    struct inlay_record *r = NULL;
    inlay_status st = inlay_record_new(h, x, trace, &r, err);
    if (st == INLAY_OK)
        st = inlay_history_reserve(h, 1, err);
    if (st != INLAY_OK) {
        inlay_record_free(r);
        return st;
    }
    inlay_history_add(h, r);
    if (out)
        *out = r;
    return INLAY_OK;
}

/* Ends a pending record: y finite is done, else failed for the reason why. */
static inline inlay_status history_finish(struct inlay_history *h, int64_t id,
                                          double y, const char *why,
                                          inlay_error *err)
{
    const inlay_status st = inlay_history_check_pending(h, id, err);
    if (st == INLAY_OK)
        inlay_history_end(h, id, y, isfinite(y) ? NULL : inlay_mem_text(why));
    return st;
}

#endif
