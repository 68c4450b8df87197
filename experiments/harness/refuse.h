/*
 * refuse.h: how a program of the experiments ends when it cannot go on.
 */
#ifndef INLAY_EXPERIMENTS_REFUSE_H
#define INLAY_EXPERIMENTS_REFUSE_H

#include <stddef.h>

#include "inlay.h"

/* "what: why" to standard error, and exit status 1; what is a file, mostly. */
void refuse(const char *what, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* With the message of err, unless st is INLAY_OK. */
void refuse_unless_ok(inlay_status st, const char *what,
                      const inlay_error *err);

/* n things of that size, all zero; free frees them.  Refuses where there is no
 * memory. */
void *refuse_or_room(const char *what, size_t n, size_t size);

#endif
