/*
 * moment.c: a point in time as text.
 */
#include "app/exchange/moment.h"

#include <time.h>

/* What strftime makes of the parts; nothing where there are none. */
static void add(struct inlay_text *text, const struct tm *parts,
                const char *format)
{
    char out[40];

    if (parts && strftime(out, sizeof out, format, parts) > 0)
        inlay_text_add(text, out);
}

void inlay_moment_add_utc(struct inlay_text *text, double at)
{
    const time_t seconds = (time_t)at;
    struct tm parts;

    add(text, gmtime_r(&seconds, &parts), "%Y-%m-%dT%H:%M:%SZ");
}

void inlay_moment_add_local(struct inlay_text *text, double at)
{
    const time_t seconds = (time_t)at;
    struct tm parts;

    add(text, localtime_r(&seconds, &parts), "%Y-%m-%d %H:%M");
}
