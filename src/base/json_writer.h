/*
 * json_writer.h: JSON, piece by piece, into a text.
 *
 * Commas, colons, brackets and line ends are the writer's business; failures
 * are the text's, which is checked once at the end.
 */
#ifndef INLAY_BASE_JSON_WRITER_H
#define INLAY_BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum inlay_json_style {
    INLAY_JSON_LINE,    /* all in one line */
    INLAY_JSON_LINES,   /* each member on a line of its own, indented */
    INLAY_JSON_HANGING, /* each but the first on a line of its own */
};

enum { INLAY_JSON_MAX_DEPTH = 8 };

/* {.text = text} writes one value. */
struct inlay_json_writer {
    struct inlay_text *text;
    size_t depth; /* of what is open */
    struct {
        enum inlay_json_style style;
        char end; /* the closing bracket */
    } open[INLAY_JSON_MAX_DEPTH];
    bool has_item; /* what is open last has one, and a comma is due */
};

/*
 * The next value.  key is the member's name within an object; NULL in an array
 * and for the value as a whole.  An object or an array is open until
 * inlay_json_end.
 */
void inlay_json_begin_object(struct inlay_json_writer *w, const char *key,
                             enum inlay_json_style style);
void inlay_json_begin_array(struct inlay_json_writer *w, const char *key,
                            enum inlay_json_style style);
void inlay_json_end(struct inlay_json_writer *w);

/* The exact number; null where it is not finite. */
void inlay_json_write_number(struct inlay_json_writer *w, const char *key,
                             double v);
/* Members of an object: their keys, with one space between two, and as many
 * numbers.  Whole ones below 1e15 are written as integers. */
void inlay_json_write_numbers(struct inlay_json_writer *w, const char *keys,
                              const double *v);
/* An object of such members, in one line. */
void inlay_json_write_object(struct inlay_json_writer *w, const char *key,
                             const char *keys, const double *v);
void inlay_json_write_integer(struct inlay_json_writer *w, const char *key,
                              int64_t v);
void inlay_json_write_boolean(struct inlay_json_writer *w, const char *key,
                              bool v);
void inlay_json_write_null(struct inlay_json_writer *w, const char *key);
/* A string, or null for NULL; one that is not UTF-8 makes the text fail. */
void inlay_json_write_text(struct inlay_json_writer *w, const char *key,
                           const char *s);
/* The same, with U+FFFD for each byte that is of no UTF-8 character. */
void inlay_json_write_bytes(struct inlay_json_writer *w, const char *key,
                            const char *s);

/* The text, to which the caller adds exactly one JSON value. */
struct inlay_text *inlay_json_write_value(struct inlay_json_writer *w,
                                          const char *key);

#endif
