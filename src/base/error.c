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
    switch (status) {
    case INLAY_OK:
        return "ok";
    case INLAY_EINVAL:
        return "invalid argument";
    case INLAY_EPARSE:
        return "parse error";
    case INLAY_ESTATE:
        return "wrong state";
    case INLAY_ENOMEM:
        return "out of memory";
    case INLAY_ENUMERIC:
        return "numerical failure";
    case INLAY_EXHAUSTED:
        return "space exhausted";
    case INLAY_ESTORE:
        return "store";
    }
    return "unknown status"; /* a number that a caller made up */
}

/* The bytes of buf that fit, the last of them ending a character. */
static size_t whole_characters(const char *buf)
{
    size_t n = strlen(buf);

    if (n <= MAX_MESSAGE)
        return n;
    n = MAX_MESSAGE;
    while (n > 0 && ((unsigned char)buf[n] & 0xC0) == 0x80)
        n--; /* buf[n], the first byte left out, continues a character */
    return n;
}

static inlay_status set(inlay_error *err, inlay_status code, const char *buf)
{
    const size_t n = whole_characters(buf);

    memcpy(err->msg, buf, n);
    err->msg[n] = '\0';
    err->code = code;
    return code;
}

/* As much of s as buf, an array of ROOM bytes, can take. */
static void append(char *buf, const char *s)
{
    const size_t n = strlen(buf), n_left = ROOM - 1 - n, n_s = strlen(s);
    const size_t n_copied = n_s < n_left ? n_s : n_left;

    memcpy(buf + n, s, n_copied);
    buf[n + n_copied] = '\0';
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
    return set(err, code, buf);
}

inlay_status inlay_fail_memory(inlay_error *err, const char *what)
{
    return inlay_fail(err, INLAY_ENOMEM, "out of memory for %s", what);
}

inlay_status inlay_fail_within(inlay_error *err, inlay_status code,
                               const char *fmt, ...)
{
    char buf[ROOM] = "";
    va_list args;

    assert(code != INLAY_OK);
    if (!err)
        return code;
    va_start(args, fmt);
    vsnprintf(buf, sizeof buf, fmt, args);
    va_end(args);
    append(buf, ": ");
    append(buf, err->msg);
    return set(err, code, buf);
}
