/*
 * stop.h: how a long computation learns that it should end.
 *
 * A watch belongs to one study.  It looks at a token, which somebody else may
 * set at any time, and at a deadline.  Whoever works for more than some
 * milliseconds polls it, and once a poll says "over" it is over until the next
 * call begins, also for other threads and also if the token is cleared: so
 * results of work that was cut short cannot pass for whole ones.
 *
 * What was cut short may leave anything in its outputs.  Who owns the result asks
 * inlay_watch_settle() before using it.
 */
#ifndef INLAY_BASE_STOP_H
#define INLAY_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

#include "inlay.h"

struct inlay_stop {
    atomic_bool is_requested;
};

enum inlay_watch_end {
    INLAY_WATCH_GOES_ON = 0,
    INLAY_WATCH_REQUESTED,
    INLAY_WATCH_TOO_LATE,
};

struct inlay_watch {
    const inlay_stop *token; /* NULL: none */
    double seconds;          /* of each call; 0: no limit */
    double until;   /* of this call, by inlay_clock_seconds(); 0: no limit */
    atomic_int end; /* of this call: enum inlay_watch_end */
    bool is_held;   /* begun by a call that makes other calls */
};

/* A call begins, and its time.  Does nothing where the call is made by another
 * one. */
void inlay_watch_begin(struct inlay_watch *watch);

/* The same for a call that makes other calls, until it lets go. */
void inlay_watch_hold(struct inlay_watch *watch);
void inlay_watch_let_go(struct inlay_watch *watch);

/* watch := as `of` is now, held for good. */
void inlay_watch_share(struct inlay_watch *watch, const struct inlay_watch *of);

/* Is it time to end?  NULL: never.  Any thread may ask; costs a clock reading
 * where there is a deadline, some 30 ns. */
bool inlay_watch_poll(struct inlay_watch *watch);

/* Has a poll said so? */
bool inlay_watch_is_over(const struct inlay_watch *watch);

/* ... because of the deadline? */
bool inlay_watch_is_late(const struct inlay_watch *watch);

/* INLAY_STOPPED if a poll has said "over", whatever st is; else st.  Does not
 * poll. */
inlay_status inlay_watch_settle(const struct inlay_watch *watch,
                                inlay_status st, inlay_error *err);

#ifdef INLAY_FAILING_MEM
/*
 * For the tests: stop at one exact place.  The n-th poll from now on says "over"
 * (0: none), whatever watch it is of.  Returns how many polls there were since the
 * last call.
 */
long inlay_watch_end_after(long n);
#endif

#endif
