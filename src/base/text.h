/*
 * text.h: a growable string, and numbers that survive being written.
 */
#ifndef INLAY_BASE_TEXT_H
#define INLAY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

/* {0} is an empty text.  bytes ends with a zero when n > 0. */
struct inlay_text {
    char *bytes;
    size_t n, room;
};

void inlay_text_clear(struct inlay_text *text);
inlay_status inlay_text_add(struct inlay_text *text, const char *s,
                            inlay_error *err);
/* n bytes of s, which has no zero among them. */
inlay_status inlay_text_add_bytes(struct inlay_text *text, const char *s,
                                  size_t n, inlay_error *err);
inlay_status inlay_text_printf(struct inlay_text *text, inlay_error *err,
                               const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The shortest decimal that reads back as v (finite), with '.', whatever the
 * locale. */
inlay_status inlay_text_add_number(struct inlay_text *text, double v,
                                   inlay_error *err);

/* s with U+FFFD for each byte that is of no UTF-8 character: what JSON takes. */
inlay_status inlay_text_add_utf8(struct inlay_text *text, const char *s,
                                 inlay_error *err);
/* s as a JSON string, with its quotes.  INLAY_EINVAL where s is not UTF-8. */
inlay_status inlay_text_add_json(struct inlay_text *text, const char *s,
                                 inlay_error *err);

/* The whole of s as a number (finite, no leading or trailing space), whatever
 * the locale; false and *v untouched if it is none. */
bool inlay_text_to_number(const char *s, double *v);
bool inlay_text_to_integer(const char *s, int64_t *v);

bool inlay_text_ends_with(const char *s, const char *end);

/* The nearest of n names to `word` by edit distance (a swap of neighbours is
 * one edit, upper and lower case are one letter), or NULL if none is near: for
 * "did you mean". */
const char *inlay_text_nearest(const char *word, const char *const *names,
                               size_t n);

#endif
