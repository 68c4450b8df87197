/*
 * refuse.c: a message and an exit.
 */
#include "harness/refuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void refuse(const char *what, const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "%s: ", what);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(1);
}

void refuse_unless_ok(inlay_status st, const char *what, const inlay_error *err)
{
    if (st != INLAY_OK)
        refuse(what, "%s", err->msg);
}

void *refuse_or_room(const char *what, size_t n, size_t size)
{
    void *room = calloc(n ? n : 1, size);
    if (!room)
        refuse(what, "out of memory");
    return room;
}
