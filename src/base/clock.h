/*
 * clock.h: a clock for measuring how long something took; nothing else may
 * depend on the time.
 */
#ifndef INLAY_BASE_CLOCK_H
#define INLAY_BASE_CLOCK_H

/* Seconds since an arbitrary moment; never goes back. */
double inlay_clock_seconds(void);

#endif
