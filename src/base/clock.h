/*
 * clock.h: how long something took, and when it was.  No suggestion may depend
 * on either.
 */
#ifndef INLAY_BASE_CLOCK_H
#define INLAY_BASE_CLOCK_H

/* Seconds since an arbitrary moment; never goes back. */
double inlay_clock_seconds(void);

/* Seconds since 1970, as the system's clock has it: for the journal and for
 * leases that processes of several machines compare. */
double inlay_clock_now(void);

#endif
