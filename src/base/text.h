/*
 * text.h: a growable string that is checked once, at its end; and numbers that
 * survive being written.
 */
#ifndef INLAY_BASE_TEXT_H
#define INLAY_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

/*
 * A text remembers the first addition that failed; those after it do nothing.
 * So one asks once, at the end.  {0} is an empty text.
 */
struct inlay_text {
    char *bytes; /* zero-terminated; NULL where nothing was ever added */
    size_t n, room;
    inlay_status st; /* of the first failure */
    char *failure;   /* its message; NULL: out of memory */
};

/* Empty as {0}; its failure is forgotten. */
void inlay_text_clear(struct inlay_text *text);
/* Back to its first n bytes, of which it has as many.  A failure stays. */
void inlay_text_cut(struct inlay_text *text, size_t n);

void inlay_text_add(struct inlay_text *text, const char *s);
/* n bytes of s; n counts zeros among them, which end the text for others. */
void inlay_text_add_bytes(struct inlay_text *text, const char *s, size_t n);
void inlay_text_printf(struct inlay_text *text, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void inlay_text_vprintf(struct inlay_text *text, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));
/* The shortest decimal that reads back as v (finite), with '.', whatever the
 * locale. */
void inlay_text_add_number(struct inlay_text *text, double v);
void inlay_text_add_integer(struct inlay_text *text, int64_t v);
/* s with U+FFFD for each byte that is of no UTF-8 character: what JSON takes. */
void inlay_text_add_utf8(struct inlay_text *text, const char *s);
/* s as a JSON string, with its quotes.  Where s is not UTF-8, it fails with
 * INLAY_EINVAL. */
void inlay_text_add_json(struct inlay_text *text, const char *s);

/* The bytes of another text, or its failure. */
void inlay_text_add_text(struct inlay_text *text,
                         const struct inlay_text *other);

/* Makes the text fail as err says, unless it has failed before: for what is
 * needed to go on adding. */
void inlay_text_fail(struct inlay_text *text, const inlay_error *err);
/* The same as another text has failed, if it has. */
void inlay_text_fail_as(struct inlay_text *text,
                        const struct inlay_text *other);
/* INLAY_OK, or the first failure, with its message in err. */
inlay_status inlay_text_status(const struct inlay_text *text, inlay_error *err);
/* The bytes as they are, never NULL; valid until the text changes. */
const char *inlay_text_view(const struct inlay_text *text);
/* Gives the bytes to *out, for inlay_text_free, and clears the text.  Where an
 * addition failed, *out is left alone. */
inlay_status inlay_text_end(struct inlay_text *text, char **out,
                            inlay_error *err);

/* The whole of s as a number (finite, no leading or trailing space), whatever
 * the locale; false and *v untouched if it is none. */
bool inlay_text_to_number(const char *s, double *v);
/* The same, where nan, inf and infinity, in upper or lower case and with a sign
 * or without, and what is too large for a double are numbers too. */
bool inlay_text_to_any_number(const char *s, double *v);
bool inlay_text_to_integer(const char *s, int64_t *v);

bool inlay_text_ends_with(const char *s, const char *end);

/* The nearest of n names to `word` by edit distance (a swap of neighbors is
 * one edit, upper and lower case are one letter), or NULL if none is near: for
 * "did you mean". */
const char *inlay_text_nearest(const char *word, const char *const *names,
                               size_t n);

#endif
