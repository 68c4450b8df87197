/*
 * refuse.h: how a program of the experiments ends when it cannot go on.
 */
#ifndef INLAY_EXPERIMENTS_REFUSE_H
#define INLAY_EXPERIMENTS_REFUSE_H

/* "what: why" to standard error, and exit status 1; what is a file, mostly. */
void refuse(const char *what, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), noreturn));

#endif
