/*
 * json.h: a thin, strict layer on jansson: the line of a syntax error, the
 * offending key in every message, and where in the text a key or an item is.
 */
#ifndef INLAY_BASE_JSON_H
#define INLAY_BASE_JSON_H

#include <jansson.h>

#include "base/text.h"
#include "inlay.h"

/* Parses n_bytes as one JSON value; duplicate keys, NUL bytes in strings and
 * trailing text are errors.  A message has line and column, and a hint where
 * the mistake is a common one.  The caller frees with json_decref. */
inlay_status inlay_json_parse(const char *text, size_t n_bytes, json_t **out,
                              inlay_error *err);

/* Appends the text with the bare words NaN, Infinity and -Infinity, which are not
 * JSON but what Python writes, as strings. */
void inlay_json_quote_words(const char *text, size_t n_bytes,
                            struct inlay_text *out);
/* inlay_json_parse, to which such words are strings. */
inlay_status inlay_json_parse_words(const char *text, size_t n_bytes,
                                    json_t **out, inlay_error *err);

/*
 * Members of an object.  `where` begins the message, e.g. "variable 2".
 * A missing or wrongly typed key is INLAY_EPARSE.  Strings are views.
 */
inlay_status inlay_json_text(const json_t *object, const char *key,
                             const char *where, const char **out,
                             inlay_error *err);
inlay_status inlay_json_number(const json_t *object, const char *key,
                               const char *where, double *out,
                               inlay_error *err);
/* A whole number within int64; 3.0 is accepted as 3. */
inlay_status inlay_json_integer(const json_t *object, const char *key,
                                const char *where, int64_t *out,
                                inlay_error *err);
inlay_status inlay_json_array(const json_t *object, const char *key,
                              const char *where, json_t **out,
                              inlay_error *err);

/* INLAY_EPARSE, with the nearest allowed key, if the object has a key that is
 * not among the n allowed. */
inlay_status inlay_json_only_keys(const json_t *object, const char *where,
                                  const char *const *allowed, size_t n,
                                  inlay_error *err);
/* The first key of an object that is not among the n allowed, a view, or
 * NULL. */
const char *inlay_json_unknown_key(const json_t *object,
                                   const char *const *allowed, size_t n);

/* For messages: "an object", "a number", ...; "nothing" for NULL. */
const char *inlay_json_type_name(const json_t *value);

/* ---- Places -------------------------------------------------------------- */

/* Line and column, both from 1; a column is a character of UTF-8. */
struct inlay_json_place {
    size_t line, column;
};

/* A text that was parsed and its value, which was not changed since. */
struct inlay_json_source {
    const char *text;
    size_t n_bytes;
    const json_t *root;
};

/*
 * Where the key of an object within source->root is, or item i of an array;
 * of the object or array itself where it has no such key or item, or where key
 * is NULL.  Reads the text again, so it is for messages.
 */
struct inlay_json_place
inlay_json_place_of_key(const struct inlay_json_source *source,
                        const json_t *object, const char *key);
struct inlay_json_place
inlay_json_place_of_item(const struct inlay_json_source *source,
                         const json_t *array, size_t i);

/* Puts "line 3, column 5: " before the message that err holds, unless that is
 * about memory; returns code. */
inlay_status inlay_json_fail_at(struct inlay_json_place place,
                                inlay_status code, inlay_error *err);

/* ---- Printing ------------------------------------------------------------ */

/* Appends a value in one line, its numbers as inlay_text_add_number writes
 * them. */
void inlay_json_add(struct inlay_text *text, const json_t *value);

#endif
