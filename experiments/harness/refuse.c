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
