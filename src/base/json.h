/*
 * json.h: a thin, strict layer on jansson: the line of a syntax error, and the
 * offending key in every message.
 */
#ifndef INLAY_BASE_JSON_H
#define INLAY_BASE_JSON_H

#include <jansson.h>

#include "inlay.h"

/* Parses n_bytes as one JSON value; duplicate keys, NUL bytes in strings and
 * trailing text are errors.  The caller frees with json_decref. */
inlay_status inlay_json_parse(const char *text, size_t n_bytes, json_t **out,
                              inlay_error *err);

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

#endif
