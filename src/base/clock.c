/*
 * clock.c: POSIX's clocks.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double inlay_clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double inlay_clock_now(void)
{
    return seconds_of(CLOCK_REALTIME);
}
