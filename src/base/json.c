/*
 * json.c: strict JSON by jansson; every message names the place and the key.
 *
 * jansson allocates by itself (changing its allocator is a global of the
 * process, the user's to set).  Where its memory fails in a string, jansson
 * 2.14 tells a syntax error; elsewhere INLAY_ENOMEM is told.
 */
#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

/* Text with its line; out of memory where jansson says so or says nothing. */
static inlay_status fail_parse(inlay_error *err, const json_error_t *e)
{
    if (json_error_code(e) == json_error_out_of_memory || e->text[0] == '\0')
        return inlay_fail_memory(err, "a JSON value");
    return inlay_fail(err, INLAY_EPARSE, "line %d, column %d: %s", e->line,
                      e->column, e->text);
}

/* jansson passes over zero bytes without a word. */
static inlay_status check_no_zero(const char *text, size_t n_bytes,
                                  inlay_error *err)
{
    const char *zero = n_bytes > 0 ? memchr(text, '\0', n_bytes) : NULL;
    size_t line = 1;

    if (!zero)
        return INLAY_OK;
    for (const char *c = text; c < zero; c++)
        line += *c == '\n';
    return inlay_fail(err, INLAY_EPARSE, "line %zu: a zero byte", line);
}

inlay_status inlay_json_parse(const char *text, size_t n_bytes, json_t **out,
                              inlay_error *err)
{
    const inlay_status st = check_no_zero(text, n_bytes, err);
    json_error_t e = {0};

    if (st != INLAY_OK)
        return st;
    json_t *value = json_loadb(n_bytes > 0 ? text : "", n_bytes,
                               JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &e);
    if (!value)
        return fail_parse(err, &e);
    *out = value;
    return INLAY_OK;
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "a boolean";
    case JSON_NULL:
        return "null";
    }
    return "nothing";
}

static inlay_status check_object(const json_t *object, const char *where,
                                 inlay_error *err)
{
    if (json_is_object(object))
        return INLAY_OK;
    return inlay_fail(err, INLAY_EPARSE, "%s: is %s, not an object", where,
                      object ? type_name(object) : "nothing");
}

/* A view of the member, or NULL and a message, which is always INLAY_EPARSE. */
static json_t *member(const json_t *object, const char *key, const char *where,
                      inlay_error *err)
{
    if (check_object(object, where, err) != INLAY_OK)
        return NULL;
    json_t *value = json_object_get(object, key);
    if (!value)
        inlay_fail(err, INLAY_EPARSE, "%s: key '%s' is missing", where, key);
    return value;
}

static inlay_status fail_type(inlay_error *err, const char *where,
                              const char *key, const json_t *value,
                              const char *want)
{
    return inlay_fail(err, INLAY_EPARSE, "%s: '%s' is %s, not %s", where, key,
                      type_name(value), want);
}

inlay_status inlay_json_text(const json_t *object, const char *key,
                             const char *where, const char **out,
                             inlay_error *err)
{
    json_t *value = member(object, key, where, err);

    if (!value)
        return INLAY_EPARSE;
    if (!json_is_string(value))
        return fail_type(err, where, key, value, "a string");
    *out = json_string_value(value);
    return INLAY_OK;
}

inlay_status inlay_json_number(const json_t *object, const char *key,
                               const char *where, double *out, inlay_error *err)
{
    json_t *value = member(object, key, where, err);

    if (!value)
        return INLAY_EPARSE;
    if (!json_is_number(value))
        return fail_type(err, where, key, value, "a number");
    *out = json_number_value(value);
    return INLAY_OK;
}

/* -2^63 and 2^63 are doubles; INT64_MAX, one less than the latter, is not. */
static inlay_status whole_number(double v, const char *where, const char *key,
                                 int64_t *out, inlay_error *err)
{
    if (floor(v) != v)
        return inlay_fail(err, INLAY_EPARSE, "%s: '%s' is %g, no whole number",
                          where, key, v);
    if (!(v >= -0x1p63 && v < 0x1p63))
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: '%s' is %g, beyond 64-bit integers", where, key,
                          v);
    *out = (int64_t)v;
    return INLAY_OK;
}

inlay_status inlay_json_integer(const json_t *object, const char *key,
                                const char *where, int64_t *out,
                                inlay_error *err)
{
    json_t *value = member(object, key, where, err);

    if (!value)
        return INLAY_EPARSE;
    if (json_is_real(value))
        return whole_number(json_real_value(value), where, key, out, err);
    if (!json_is_integer(value))
        return fail_type(err, where, key, value, "a whole number");
    *out = json_integer_value(value);
    return INLAY_OK;
}

inlay_status inlay_json_array(const json_t *object, const char *key,
                              const char *where, json_t **out, inlay_error *err)
{
    json_t *value = member(object, key, where, err);

    if (!value)
        return INLAY_EPARSE;
    if (!json_is_array(value))
        return fail_type(err, where, key, value, "an array");
    *out = value;
    return INLAY_OK;
}

static bool is_among(const char *key, const char *const *allowed, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(key, allowed[i]) == 0)
            return true;
    return false;
}

static inlay_status fail_unknown_key(inlay_error *err, const char *where,
                                     const char *key,
                                     const char *const *allowed, size_t n)
{
    const char *near = inlay_text_nearest(key, allowed, n);

    if (near)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: unknown key '%s', did you mean '%s'?", where,
                          key, near);
    return inlay_fail(err, INLAY_EPARSE, "%s: unknown key '%s'", where, key);
}

inlay_status inlay_json_only_keys(const json_t *object, const char *where,
                                  const char *const *allowed, size_t n,
                                  inlay_error *err)
{
    const inlay_status st = check_object(object, where, err);

    if (st != INLAY_OK)
        return st;
    /* jansson's iterators only read, but want no const. */
    json_t *reading = (json_t *)(uintptr_t)object;
    for (void *at = json_object_iter(reading); at;
         at = json_object_iter_next(reading, at)) {
        const char *key = json_object_iter_key(at);

        if (!is_among(key, allowed, n))
            return fail_unknown_key(err, where, key, allowed, n);
    }
    return INLAY_OK;
}
