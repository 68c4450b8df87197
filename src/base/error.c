/*
 * error.c: status names, the version, and the one place where messages are
 * made.
 *
 * A message is built in a local buffer first, so that an argument may be the
 * message that err already holds.  The buffer is a byte longer than the place
 * it goes to: the byte after the cut tells whether a UTF-8 character would be
 * cut in two.
 */
#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum {
    MAX_MESSAGE = sizeof((inlay_error *)0)->msg - 1,
    ROOM = MAX_MESSAGE + 2
};

#define TEXT_OF(number) #number
#define DOTTED(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char *inlay_version(void)
{
    return DOTTED(INLAY_VERSION_MAJOR, INLAY_VERSION_MINOR,
                  INLAY_VERSION_PATCH);
}

const char *inlay_status_name(inlay_status status)
{
    static const char *const names[] = {
        [INLAY_OK] = "ok",
        [INLAY_EINVAL] = "invalid argument",
        [INLAY_EPARSE] = "parse error",
        [INLAY_ESTATE] = "wrong state",
        [INLAY_ENOMEM] = "out of memory",
        [INLAY_ENUMERIC] = "numerical failure",
        [INLAY_EXHAUSTED] = "space exhausted",
        [INLAY_ESTORE] = "store",
        [INLAY_STOPPED] = "stopped",
        [INLAY_WAIT] = "wait",
    };
    const size_t i = (size_t)status;

    /* A caller may have made a number up. */
    return i < sizeof names / sizeof *names ? names[i] : "unknown status";
}

inlay_status inlay_fail(inlay_error *err, inlay_status code, const char *fmt,
                        ...)
{
    char buf[ROOM] = "";
    va_list args;

    assert(code != INLAY_OK);
    if (!err)
        return code;
    va_start(args, fmt);
    vsnprintf(buf, sizeof buf, fmt, args);
    va_end(args);
    const size_t n = inlay_utf8_whole(buf, MAX_MESSAGE);
    memcpy(err->msg, buf, n);
    err->msg[n] = '\0';
    err->code = code;
    return code;
}

inlay_status inlay_fail_memory(inlay_error *err, const char *what)
{
    return inlay_fail(err, INLAY_ENOMEM, "out of memory for %s", what);
}

inlay_status inlay_fail_within(inlay_error *err, inlay_status code,
                               const char *fmt, ...)
{
    char context[ROOM] = "";
    va_list args;

    if (!err || code == INLAY_OK)
        return code;
    va_start(args, fmt);
    vsnprintf(context, sizeof context, fmt, args);
    va_end(args);
    return inlay_fail(err, code, "%s: %s", context, err->msg);
}

inlay_status inlay_refuse_null(const char *call, const char *what,
                               inlay_error *err)
{
    static const char TAIL[] = "_sized";
    const size_t n = strlen(call), n_tail = sizeof TAIL - 1;
    const bool has_tail = n > n_tail && strcmp(call + n - n_tail, TAIL) == 0;
    return inlay_fail(err, INLAY_EINVAL, "%.*s: %s must not be NULL",
                      (int)(has_tail ? n - n_tail : n), call, what);
}

inlay_status inlay_settle(inlay_error *err, inlay_status st)
{
    if (err && st == INLAY_OK) {
        err->code = INLAY_OK;
        err->msg[0] = '\0';
    }
    return st;
}
