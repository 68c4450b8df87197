/*
 * path.c: printing into a fixed room, or not at all.
 */
#include "harness/path.h"

#include <stdarg.h>
#include <stdio.h>

#include "harness/refuse.h"

void path_print(char path[PATH_ROOM], const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(path, PATH_ROOM, fmt, ap);
    va_end(ap);
    if (n < 0 || n >= PATH_ROOM)
        refuse(path, "is too long a path, of %d bytes", n);
}
