/*
 * import_jsonl.c: finished trials from JSON lines.
 */
#include "app/exchange/import_rows.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* {"x": {...}} or {"x": [...]}; a variable may be called x too, but no value of
 * one is of these types. */
static bool is_nested(const json_t *row)
{
    const json_t *x = json_object_get(row, "x");

    return json_is_object(x) || json_is_array(x);
}

/* The value of a row: that of --value, or of the one name it has. */
static inlay_status find_y(const struct inlay_import *r, const json_t *row,
                           const char **key, inlay_error *err)
{
    size_t i;

    *key = r->source->value;
    for (size_t k = 0; !r->source->value && inlay_import_value_name(k); k++) {
        const char *name = inlay_import_value_name(k);

        if (!json_object_get(row, name) ||
            (!is_nested(row) &&
             inlay_space_find(r->space, name, &i, NULL) == INLAY_OK))
            continue;
        if (*key)
            return inlay_fail(err, INLAY_EINVAL,
                              "'%s' and '%s' could both be the value; "
                              "--value chooses one",
                              *key, name);
        *key = name;
    }
    return INLAY_OK;
}

static inlay_status read_y(const json_t *json, const char *key,
                           struct inlay_import_cells *cells, inlay_error *err)
{
    const char *text = json_string_value(json);

    cells->has_y = json && !json_is_null(json);
    if (!cells->has_y)
        return INLAY_OK;
    if (json_is_number(json))
        cells->y = json_number_value(json);
    else if (!text || !inlay_import_number(text, &cells->y))
        return inlay_fail(err, INLAY_EINVAL, "'%s': %s is not a number",
                          inlay_shown_text(key).text,
                          text ? inlay_shown_text(text).text
                               : inlay_json_type_name(json));
    return INLAY_OK;
}

/* Keys that nobody asked for, told once each. */
static inlay_status note_key(struct inlay_import *r, json_t *told,
                             const char *key, inlay_error *err)
{
    if (inlay_import_is_ours(key) || json_object_get(told, key))
        return INLAY_OK;
    if (json_object_set_new(told, key, json_true()) != 0)
        return inlay_fail_memory(err, "a row");
    inlay_import_leave_out(r, key);
    return INLAY_OK;
}

/* x of {"x": {...}}, or the variables among the keys. */
static inlay_status read_object_x(struct inlay_import *r, json_t *row,
                                  json_t *told, const char *y_key,
                                  inlay_error *err)
{
    json_t *x = json_object_get(row, "x");
    const bool has_x = is_nested(row);
    json_t *flat = json_object();
    inlay_status st = flat ? INLAY_OK : inlay_fail_memory(err, "a row");
    const char *key;
    json_t *value;
    size_t i;

    json_object_foreach(row, key, value)
    {
        if (st != INLAY_OK)
            break;
        if ((has_x && value == x) || (y_key && strcmp(key, y_key) == 0))
            continue;
        if (has_x || inlay_space_find(r->space, key, &i, NULL) != INLAY_OK)
            st = note_key(r, told, key, err);
        else if (json_object_set(flat, key, value) != 0)
            st = inlay_fail_memory(err, "a row");
    }
    if (st == INLAY_OK)
        st = inlay_configuration_read(r->space, has_x ? x : flat, r->x, err);
    json_decref(flat);
    return st;
}

/* A key that is a variable of a flat row is not ours. */
static bool is_variable(const struct inlay_import *r, const json_t *row,
                        const char *key)
{
    size_t i;

    return !is_nested(row) &&
           inlay_space_find(r->space, key, &i, NULL) == INLAY_OK;
}

static const char *text_of(const struct inlay_import *r, const json_t *row,
                           const char *key)
{
    return is_variable(r, row, key)
               ? NULL
               : json_string_value(json_object_get(row, key));
}

static inlay_status read_object(struct inlay_import *r, json_t *row,
                                json_t *told, inlay_error *err)
{
    struct inlay_import_cells cells = {.state = text_of(r, row, "state"),
                                       .why = text_of(r, row, "why")};
    const char *key = NULL;

    if (!json_is_object(row))
        return inlay_fail(err, INLAY_EPARSE, "it is not an object but %s",
                          inlay_json_type_name(row));
    inlay_status st = find_y(r, row, &key, err);
    if (st == INLAY_OK && key)
        st = read_y(json_object_get(row, key), key, &cells, err);
    if (st == INLAY_OK)
        st = read_object_x(r, row, told, key, err);
    if (st == INLAY_OK && !is_variable(r, row, "metrics"))
        st = inlay_import_metrics(json_object_get(row, "metrics"),
                                  &cells.metrics, err);
    if (st == INLAY_OK)
        st = inlay_import_give(r, &cells, err);
    inlay_text_clear(&cells.metrics);
    return st;
}

/* "line 1, column 9: ..." is about a line that was parsed alone. */
static inlay_status fail_json(const struct inlay_import *r, inlay_status st,
                              inlay_error *err)
{
    static const char prefix[] = "line 1, ";
    const size_t n = sizeof prefix - 1;
    inlay_error alone;

    if (st == INLAY_ENOMEM || !err)
        return st;
    alone = *err;
    if (strncmp(alone.msg, prefix, n) != 0)
        return inlay_import_fail_line(r, st, err);
    return inlay_fail(err, st, "line %zu, %s", r->line, alone.msg + n);
}

static inlay_status read_line(struct inlay_import *r, const char *bytes,
                              size_t n, json_t *told, inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(bytes, n, &json, err);

    if (st != INLAY_OK)
        return fail_json(r, st, err);
    st = read_object(r, json, told, err);
    json_decref(json);
    return st == INLAY_OK ? st : inlay_import_fail_line(r, st, err);
}

static bool is_blank(const char *bytes, size_t n)
{
    while (n > 0 && (bytes[n - 1] == ' ' || bytes[n - 1] == '\t' ||
                     bytes[n - 1] == '\r'))
        n--;
    return n == 0;
}

inlay_status inlay_import_read_jsonl(struct inlay_import *r, inlay_error *err)
{
    const char *at = r->source->bytes, *end = at + r->source->n;
    json_t *told = json_object();
    inlay_status st = told ? INLAY_OK : inlay_fail_memory(err, "rows");

    if (r->source->n >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    for (r->line = 1; st == INLAY_OK && at < end; r->line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);

        if (!is_blank(at, n))
            st = read_line(r, at, n, told, err);
        at += n + (stop != NULL);
    }
    json_decref(told);
    return st;
}
