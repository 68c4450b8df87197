/*
 * stop.c: tokens that somebody sets, and watches that look at them.
 *
 * A token is one lock-free atomic flag: setting it is safe in any thread and in
 * a signal handler.
 */
#include "base/stop.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"

#if ATOMIC_BOOL_LOCK_FREE != 2
#error "a signal handler may only set a flag that is free of locks"
#endif

/* ---- Tokens ---- */

inlay_status inlay_stop_new(inlay_stop **out, inlay_error *err)
{
    if (!out)
        return inlay_refuse_null(__func__, "out", err);
    inlay_stop *stop = inlay_mem_new(1, sizeof *stop);
    if (!stop)
        return inlay_fail_memory(err, "a stop token");
    atomic_init(&stop->is_requested, false);
    *out = stop;
    return inlay_settle(err, INLAY_OK);
}

void inlay_stop_free(inlay_stop *stop)
{
    inlay_mem_free(stop);
}

void inlay_stop_request(inlay_stop *stop)
{
    if (stop)
        atomic_store(&stop->is_requested, true);
}

void inlay_stop_clear(inlay_stop *stop)
{
    if (stop)
        atomic_store(&stop->is_requested, false);
}

bool inlay_stop_is_requested(const inlay_stop *stop)
{
    return stop && atomic_load(&stop->is_requested);
}

/* ---- Watches ---- */

void inlay_watch_begin(struct inlay_watch *w)
{
    if (w->is_held)
        return;
    atomic_store(&w->end, INLAY_WATCH_GOES_ON);
    w->until = w->seconds > 0.0 ? inlay_clock_seconds() + w->seconds : 0.0;
}

void inlay_watch_hold(struct inlay_watch *w)
{
    inlay_watch_begin(w);
    w->is_held = true;
}

void inlay_watch_let_go(struct inlay_watch *w)
{
    w->is_held = false;
}

void inlay_watch_share(struct inlay_watch *w, const struct inlay_watch *of)
{
    w->token = of->token;
    w->seconds = of->seconds;
    w->until = of->until;
    w->is_held = true;
}

#ifdef INLAY_FAILING_MEM
static atomic_long n_polls, last_poll; /* last_poll 0: none */

long inlay_watch_end_after(long n)
{
    atomic_store(&last_poll, n);
    return atomic_exchange(&n_polls, 0);
}

static bool is_last_poll(void)
{
    return atomic_fetch_add(&n_polls, 1) + 1 == atomic_load(&last_poll);
}
#else
static bool is_last_poll(void)
{
    return false;
}
#endif

bool inlay_watch_poll(struct inlay_watch *w)
{
    int end = INLAY_WATCH_GOES_ON;
    if (!w)
        return false;
    if (atomic_load_explicit(&w->end, memory_order_relaxed))
        return true;
    if (is_last_poll() || inlay_stop_is_requested(w->token))
        end = INLAY_WATCH_REQUESTED;
    else if (w->until > 0.0 && inlay_clock_seconds() >= w->until)
        end = INLAY_WATCH_TOO_LATE;
    if (end)
        atomic_store(&w->end, end);
    return end != INLAY_WATCH_GOES_ON;
}

bool inlay_watch_is_over(const struct inlay_watch *w)
{
    return w && atomic_load_explicit(&w->end, memory_order_relaxed) !=
                    INLAY_WATCH_GOES_ON;
}

bool inlay_watch_is_late(const struct inlay_watch *w)
{
    return atomic_load(&w->end) == INLAY_WATCH_TOO_LATE;
}

inlay_status inlay_watch_settle(const struct inlay_watch *w, inlay_status st,
                                inlay_error *err)
{
    switch (w ? atomic_load(&w->end) : INLAY_WATCH_GOES_ON) {
    case INLAY_WATCH_REQUESTED:
        return inlay_fail(err, INLAY_STOPPED, "stopped by request");
    case INLAY_WATCH_TOO_LATE:
        return inlay_fail(err, INLAY_STOPPED,
                          "stopped at the deadline, after %g s", w->seconds);
    default:
        return st;
    }
}
