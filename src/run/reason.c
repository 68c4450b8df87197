/*
 * reason.c: why an evaluation failed, in a line.
 */
#include "run/reason.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { MAX_LINE = 200 };

void inlay_reason_of_end(const struct inlay_job_end *end,
                         const struct inlay_loop_options *options,
                         char why[INLAY_MAX_REASON])
{
    char limit[64] = "";
    if (options->memory > 0)
        snprintf(limit, sizeof limit, " (its memory was limited to %.0f MiB)",
                 (double)options->memory / 1048576.0);
    switch (end->kind) {
    case INLAY_END_EXITED:
        snprintf(why, INLAY_MAX_REASON, "exit code %d%s", end->code, limit);
        break;
    case INLAY_END_SIGNALLED:
        snprintf(why, INLAY_MAX_REASON, "signal %d (%s)%s", end->code,
                 strsignal(end->code), limit);
        break;
    case INLAY_END_TIMED_OUT:
        snprintf(why, INLAY_MAX_REASON, "timeout: stopped after %g seconds",
                 options->timeout);
        break;
    case INLAY_END_CANCELLED:
        snprintf(why, INLAY_MAX_REASON, "cancelled");
        break;
    }
}

void inlay_reason_add_line(char why[INLAY_MAX_REASON], const char *before,
                           const char *lines)
{
    const size_t used = strlen(why);
    size_t n = strlen(lines);
    while (n > 0 && lines[n - 1] == '\n')
        n--;
    size_t begin = n;
    while (begin > 0 && lines[begin - 1] != '\n')
        begin--;
    const size_t whole = inlay_utf8_whole(lines + begin, MAX_LINE);
    const size_t length = n - begin < whole ? n - begin : whole;
    if (length > 0)
        snprintf(why + used, INLAY_MAX_REASON - used, "%s%.*s", before,
                 (int)length, lines + begin);
}
