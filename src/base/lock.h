/*
 * lock.h: a queue of processes at a file: one at a time holds it, and the system
 * lets go of it when the holder dies.
 *
 * Or several share it, and others can see that.
 *
 * For politeness only.  Where a file system has no locks, or the file cannot be
 * made, everybody passes; nothing may be wrong then, only slower.
 */
#ifndef INLAY_BASE_LOCK_H
#define INLAY_BASE_LOCK_H

#include <stdbool.h>

/*
 * Waits for its turn, for ten seconds at most: a holder may be stopped.  Passes
 * where the file is not there and is not to be made, and when a signal was
 * handled.  Returns what inlay_lock_leave takes, also where nothing was locked.
 */
int inlay_lock_wait(const char *path, bool makes_file);
void inlay_lock_leave(int lock);

/* Shows that this process is at work, until inlay_lock_leave: makes the file, and
 * holds it together with others who share it.  A process must not open it
 * otherwise meanwhile. */
int inlay_lock_share(const char *path);
/* A process of this machine that holds the file, or 0; -1: one that cannot be
 * named. */
long inlay_lock_holder(const char *path);

#endif
