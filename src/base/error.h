/*
 * error.h: every message the library gives is made here.
 */
#ifndef INLAY_BASE_ERROR_H
#define INLAY_BASE_ERROR_H

#include "inlay.h"

/* Writes code and message to err (NULL allowed) and returns code.  A message
 * that does not fit is cut at a whole UTF-8 character. */
inlay_status inlay_fail(inlay_error *err, inlay_status code, const char *fmt,
                        ...) __attribute__((format(printf, 3, 4)));

/* Out of memory while making `what`. */
inlay_status inlay_fail_memory(inlay_error *err, const char *what);

/* Puts "context: " before err's message, unless code is INLAY_OK; returns it. */
inlay_status inlay_fail_within(inlay_error *err, inlay_status code,
                               const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- Public functions ---- */

/* "inlay_study_ask: study and trial must not be NULL".  call is __func__; it is
 * shown as users know it, without "_sized". */
inlay_status inlay_refuse_null(const char *call, const char *what,
                               inlay_error *err);

/*
 * The end of every public function that takes an err: `return
 * inlay_settle(err, st);`.  A success clears err (NULL allowed); a failure has
 * written it.  At the end and not at the beginning, as an argument may be the
 * message that err holds: inlay_study_tell_failed(s, id, err.msg, &err).
 */
inlay_status inlay_settle(inlay_error *err, inlay_status st);

#endif
