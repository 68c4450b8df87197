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
#include "base/shown.h"
#include "base/utf8.h"

enum { NUMBERS = 1 << JSON_INTEGER | 1 << JSON_REAL }; /* types, as bits */

/* Does the text end, at `end`, with this word? */
static bool ends_with(const char *text, const char *end, const char *word)
{
    const size_t n = strlen(word);

    return (size_t)(end - text) >= n && memcmp(end - n, word, n) == 0;
}

/* The last byte before `end` that is no white space, or 0. */
static char last_byte(const char *text, const char *end)
{
    while (end > text && memchr(" \t\r\n", end[-1], 4))
        end--;
    return end > text ? end[-1] : '\0';
}

/* What those write who know another notation.  `end` is after the token that
 * jansson did not expect. */
static const char *hint_of(const char *text, const char *end,
                           const char *message)
{
    static const char *const words[] = {"True", "False", "None",
                                        "TRUE", "FALSE", "NULL"};
    const char c = end > text ? end[-1] : '\0';

    if (end - text >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        return " (the text starts with a byte order mark; save the file "
               "without it)";
    if (c == '\'')
        return " (JSON strings need double quotes)";
    if (c == '/' || c == '#')
        return " (JSON has no comments)";
    if ((c == '}' || c == ']') && last_byte(text, end - 1) == ',')
        return " (is there an extra comma before it?)";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ends_with(text, end, words[i]))
            return " (JSON has only true, false and null)";
    if (ends_with(text, end, "NaN") || ends_with(text, end, "nan") ||
        ends_with(text, end, "Infinity"))
        return " (JSON has only finite numbers)";
    if (c == '"' && (strncmp(message, "'}' expected", 12) == 0 ||
                     strncmp(message, "']' expected", 12) == 0))
        return " (is a comma missing before it?)";
    return "";
}

/* Text with its line; out of memory where jansson says so or says nothing. */
static inlay_status fail_parse(inlay_error *err, const json_error_t *e,
                               const char *text, size_t n_bytes)
{
    const size_t position = e->position > 0 ? (size_t)e->position : 0;
    const char *end = text + (position < n_bytes ? position : n_bytes);

    if (json_error_code(e) == json_error_out_of_memory || e->text[0] == '\0')
        return inlay_fail_memory(err, "a JSON value");
    const enum json_error_code code = json_error_code(e);
    const bool is_zero = code == json_error_null_character ||
                         code == json_error_null_byte_in_key;
    return inlay_fail(err, INLAY_EPARSE, "line %d, column %d: %s%s", e->line,
                      e->column,
                      is_zero ? "a string has the character \\u0000, which no "
                                "text here can hold; leave it out"
                              : e->text,
                      is_zero ? "" : hint_of(text, end, e->text));
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
    if (n_bytes == 0)
        text = "";
    json_t *value =
        json_loadb(text, n_bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &e);
    if (!value)
        return fail_parse(err, &e, text, n_bytes);
    *out = value;
    return INLAY_OK;
}

/* ---- Numbers that JSON lacks ---- */

/* The bare word of Python's at s, of the n_left bytes there; 0 if none. */
static size_t bare_word(const char *s, size_t n_left)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (n <= n_left && memcmp(s, words[i], n) == 0)
            return n;
    }
    return 0;
}

void inlay_json_quote_words(const char *bytes, size_t n_bytes,
                            struct inlay_text *out)
{
    bool is_in_string = false;
    size_t from = 0; /* what is not yet in out */

    for (size_t i = 0; i < n_bytes; i++) {
        const char c = bytes[i];
        const size_t n = is_in_string ? 0 : bare_word(bytes + i, n_bytes - i);

        if (n > 0) {
            inlay_text_printf(out, "%.*s\"%.*s\"", (int)(i - from),
                              bytes + from, (int)n, bytes + i);
            i += n - 1;
            from = i + 1;
        } else if (c == '"') {
            is_in_string = !is_in_string;
        } else if (c == '\\' && is_in_string) {
            i++;
        }
    }
    inlay_text_printf(out, "%.*s", (int)(n_bytes - from), bytes + from);
}

inlay_status inlay_json_parse_words(const char *text, size_t n_bytes,
                                    json_t **out, inlay_error *err)
{
    struct inlay_text quoted = {0};
    inlay_error why = {0};
    inlay_status st = inlay_json_parse(text, n_bytes, out, &why);

    if (st == INLAY_EPARSE && !memchr(text, '\0', n_bytes)) {
        inlay_json_quote_words(text, n_bytes, &quoted);
        if (quoted.n > n_bytes)
            st = inlay_json_parse(quoted.bytes, quoted.n, out, NULL);
        inlay_text_clear(&quoted);
    }
    return st == INLAY_OK ? st : inlay_fail(err, st, "%s", why.msg);
}

const char *inlay_json_type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array",
        [JSON_STRING] = "a string",  [JSON_INTEGER] = "a number",
        [JSON_REAL] = "a number",    [JSON_TRUE] = "a boolean",
        [JSON_FALSE] = "a boolean",  [JSON_NULL] = "null",
    };

    return value ? names[json_typeof(value)] : "nothing";
}

static inlay_status check_object(const json_t *object, const char *where,
                                 inlay_error *err)
{
    if (json_is_object(object))
        return INLAY_OK;
    return inlay_fail(err, INLAY_EPARSE, "%s: must be an object, not %s", where,
                      inlay_json_type_name(object));
}

/* A view of the member, whose type is one of `types` (bits), or NULL and a
 * message, which is always INLAY_EPARSE. */
static json_t *member(const json_t *object, const char *key, const char *where,
                      unsigned types, const char *want, inlay_error *err)
{
    if (check_object(object, where, err) != INLAY_OK)
        return NULL;
    json_t *value = json_object_get(object, key);
    if (!value)
        inlay_fail(err, INLAY_EPARSE, "%s: key '%s' is missing", where, key);
    if (!value || types >> json_typeof(value) & 1U)
        return value;
    inlay_fail(err, INLAY_EPARSE, "%s: '%s' is %s, not %s", where, key,
               inlay_json_type_name(value), want);
    return NULL;
}

inlay_status inlay_json_text(const json_t *object, const char *key,
                             const char *where, const char **out,
                             inlay_error *err)
{
    const json_t *value =
        member(object, key, where, 1U << JSON_STRING, "a string", err);

    if (!value)
        return INLAY_EPARSE;
    *out = json_string_value(value);
    return INLAY_OK;
}

inlay_status inlay_json_number(const json_t *object, const char *key,
                               const char *where, double *out, inlay_error *err)
{
    const json_t *value = member(object, key, where, NUMBERS, "a number", err);

    if (!value)
        return INLAY_EPARSE;
    *out = json_number_value(value);
    return INLAY_OK;
}

/* -2^63 and 2^63 are doubles; INT64_MAX, one less than the latter, is not. */
inlay_status inlay_json_integer(const json_t *object, const char *key,
                                const char *where, int64_t *out,
                                inlay_error *err)
{
    const json_t *value =
        member(object, key, where, NUMBERS, "a whole number", err);
    const double v = json_real_value(value); /* 0 where it is not a real */

    if (!value)
        return INLAY_EPARSE;
    if (floor(v) != v)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: '%s' is %g, not a whole number", where, key, v);
    if (!(v >= -0x1p63 && v < 0x1p63))
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: '%s' is %g, outside 64-bit integers", where, key,
                          v);
    *out = json_is_integer(value) ? json_integer_value(value) : (int64_t)v;
    return INLAY_OK;
}

inlay_status inlay_json_array(const json_t *object, const char *key,
                              const char *where, json_t **out, inlay_error *err)
{
    json_t *value =
        member(object, key, where, 1U << JSON_ARRAY, "an array", err);

    if (!value)
        return INLAY_EPARSE;
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

const char *inlay_json_unknown_key(const json_t *object,
                                   const char *const *allowed, size_t n)
{
    /* jansson's iterators only read, but want no const. */
    json_t *reading = (json_t *)(uintptr_t)object;

    for (void *at = json_object_iter(reading); at;
         at = json_object_iter_next(reading, at)) {
        const char *key = json_object_iter_key(at);

        if (!is_among(key, allowed, n))
            return key;
    }
    return NULL;
}

inlay_status inlay_json_only_keys(const json_t *object, const char *where,
                                  const char *const *allowed, size_t n,
                                  inlay_error *err)
{
    const inlay_status st = check_object(object, where, err);

    if (st != INLAY_OK)
        return st;
    const char *key = inlay_json_unknown_key(object, allowed, n);
    if (!key)
        return INLAY_OK;
    const char *meant = inlay_text_nearest(key, allowed, n);
    return inlay_fail(err, INLAY_EPARSE, "%s: unknown key '%s'%s", where,
                      inlay_shown_text(key).text,
                      inlay_shown_guess(meant).text);
}

/* ---- Places -------------------------------------------------------------- */

/*
 * jansson keeps no places.  But it keeps members in the order of the text, and
 * the text is known to be valid; so a scanner that only skips tokens can walk
 * text and tree side by side until it is where the question points.
 */
struct scan {
    const char *at, *end;
    struct inlay_json_place here;
    const json_t *container; /* what is looked for: */
    const char *key;         /* its member of that key; or, where NULL, */
    size_t item;             /* its item of that number */
    struct inlay_json_place found;
};

static void step(struct scan *s)
{
    const bool is_line = *s->at == '\n';
    s->at++;
    if (is_line) {
        s->here.line++;
        s->here.column = 1;
    } else if (s->at == s->end || !inlay_utf8_continues(*s->at)) {
        s->here.column++;
    }
}

static void skip_space(struct scan *s)
{
    while (s->at < s->end && memchr(" \t\r\n", *s->at, 4))
        step(s);
}

/* A byte of punctuation and what white space is around it. */
static void skip_mark(struct scan *s)
{
    skip_space(s);
    if (s->at < s->end)
        step(s);
    skip_space(s);
}

static void skip_string(struct scan *s)
{
    step(s);
    while (s->at < s->end && *s->at != '"') {
        if (*s->at == '\\')
            step(s);
        if (s->at < s->end)
            step(s);
    }
    if (s->at < s->end)
        step(s);
}

static void skip_scalar(struct scan *s)
{
    if (s->at < s->end && *s->at == '"') {
        skip_string(s);
        return;
    }
    while (s->at < s->end && !memchr(",]} \t\r\n", *s->at, 7))
        step(s);
}

static bool walk(struct scan *s, const json_t *value);

/* Through an object or an array, at whose opening bracket the scan is.  True if
 * the walk is over. */
static bool walk_items(struct scan *s, const json_t *value)
{
    json_t *reading = (json_t *)(uintptr_t)value;
    void *at = json_object_iter(reading); /* NULL in an array */
    const size_t n = json_object_size(value) + json_array_size(value);

    skip_mark(s);
    for (size_t i = 0; i < n; i++) {
        const char *key = at ? json_object_iter_key(at) : NULL;
        const bool is_it =
            s->key ? key && strcmp(s->key, key) == 0 : i == s->item;

        if (value == s->container && is_it) {
            s->found = s->here;
            return true;
        }
        if (key) {
            skip_string(s);
            skip_mark(s); /* ':' */
        }
        if (walk(s,
                 key ? json_object_iter_value(at) : json_array_get(value, i)))
            return true;
        skip_mark(s); /* ',' or the closing bracket */
        at = key ? json_object_iter_next(reading, at) : NULL;
    }
    if (n == 0)
        skip_mark(s);
    return value == s->container;
}

/* At the first byte of the value when called, after its last when it returns
 * false.  As deep as jansson's own parser, which has a limit. */
static bool walk(struct scan *s, const json_t *value)
{
    if (value == s->container)
        s->found = s->here;
    if (json_is_object(value) || json_is_array(value))
        return walk_items(s, value);
    skip_scalar(s);
    return false;
}

static struct inlay_json_place find(const struct inlay_json_source *source,
                                    const json_t *container, const char *key,
                                    size_t item)
{
    struct scan s = {.at = source->text,
                     .end = source->text + source->n_bytes,
                     .here = {1, 1},
                     .container = container,
                     .key = key,
                     .item = item,
                     .found = {1, 1}};

    skip_space(&s);
    walk(&s, source->root);
    return s.found;
}

struct inlay_json_place
inlay_json_place_of_key(const struct inlay_json_source *source,
                        const json_t *object, const char *key)
{
    return find(source, object, key, SIZE_MAX);
}

struct inlay_json_place
inlay_json_place_of_item(const struct inlay_json_source *source,
                         const json_t *array, size_t i)
{
    return find(source, array, NULL, i);
}

inlay_status inlay_json_fail_at(struct inlay_json_place place,
                                inlay_status code, inlay_error *err)
{
    if (code == INLAY_ENOMEM)
        return code;
    return inlay_fail_within(err, code, "line %zu, column %zu", place.line,
                             place.column);
}

/* ---- Printing ------------------------------------------------------------ */

static void add_object(struct inlay_text *text, const json_t *object)
{
    json_t *reading = (json_t *)(uintptr_t)object;
    const char *before = "{";

    for (void *at = json_object_iter(reading); at;
         at = json_object_iter_next(reading, at)) {
        inlay_text_add(text, before);
        inlay_text_add_json(text, json_object_iter_key(at));
        inlay_text_add(text, ": ");
        inlay_json_add(text, json_object_iter_value(at));
        before = ", ";
    }
    inlay_text_add(text, *before == '{' ? "{}" : "}");
}

static void add_array(struct inlay_text *text, const json_t *value)
{
    inlay_text_add(text, "[");
    for (size_t i = 0; i < json_array_size(value); i++) {
        inlay_text_add(text, i > 0 ? ", " : "");
        inlay_json_add(text, json_array_get(value, i));
    }
    inlay_text_add(text, "]");
}

void inlay_json_add(struct inlay_text *text, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        add_object(text, value);
        return;
    case JSON_ARRAY:
        add_array(text, value);
        return;
    case JSON_STRING:
        inlay_text_add_json(text, json_string_value(value));
        return;
    case JSON_INTEGER:
        inlay_text_printf(text, "%" JSON_INTEGER_FORMAT,
                          json_integer_value(value));
        return;
    case JSON_REAL:
        inlay_text_add_number(text, json_real_value(value));
        return;
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL:
        break;
    }
    inlay_text_add(text, json_is_true(value)    ? "true"
                         : json_is_false(value) ? "false"
                                                : "null");
}
