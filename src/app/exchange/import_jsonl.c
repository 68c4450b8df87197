/*
 * import_jsonl.c: finished trials from JSON lines.
 */
#include "app/exchange/import_rows.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "problem/configuration.h"
#include "problem/space.h"

/* An object as it is read. */
struct object {
    struct inlay_import *r;
    json_t *told;         /* keys that were left out, told once each */
    const json_t *nested; /* x of {"x": {...}} or {"x": [...]}; or NULL */
    json_t *flat;         /* the variables among the keys */
    struct inlay_import_row row;
    struct inlay_text texts[INLAY_IMPORT_N_CELLS];
};

/* State and why are texts; of the value a text may be a number, too. */
static inlay_status take_cell(struct object *o, enum inlay_import_meaning what,
                              const char *key, const json_t *value,
                              inlay_error *err)
{
    struct inlay_text *text = &o->texts[what];
    const char *is = json_string_value(value);

    if (what == INLAY_IMPORT_VALUE && o->row.value_name)
        return inlay_import_fail_values(o->row.value_name, key, err);
    if (what == INLAY_IMPORT_VALUE)
        o->row.value_name = key;
    if (is && what != INLAY_IMPORT_METRICS)
        inlay_text_add(text, is);
    else if (!json_is_null(value) &&
             (what == INLAY_IMPORT_VALUE || what == INLAY_IMPORT_METRICS))
        inlay_json_add(text, value);
    o->row.cells[what] = text->bytes;
    return inlay_text_status(text, err);
}

static inlay_status take_member(struct object *o, const char *key,
                                json_t *value, inlay_error *err)
{
    const enum inlay_import_meaning what =
        inlay_import_meaning(o->r, key, !o->nested);

    if (what < INLAY_IMPORT_N_CELLS)
        return take_cell(o, what, key, value, err);
    if (what == INLAY_IMPORT_VARIABLE)
        return json_object_set(o->flat, key, value) == 0
                   ? INLAY_OK
                   : inlay_fail_memory(err, "a row");
    if (what == INLAY_IMPORT_IGNORED || json_object_get(o->told, key))
        return INLAY_OK;
    if (json_object_set_new(o->told, key, json_true()) != 0)
        return inlay_fail_memory(err, "a row");
    inlay_import_leave_out(o->r, key);
    return INLAY_OK;
}

/* A variable may be called x too, but no value of one is of these types. */
static inlay_status read_object(struct inlay_import *r, json_t *json,
                                json_t *told, inlay_error *err)
{
    const json_t *x = json_object_get(json, "x");
    struct object o = {
        .r = r,
        .told = told,
        .nested = json_is_object(x) || json_is_array(x) ? x : NULL,
        .flat = json_object(),
    };
    inlay_status st = o.flat ? INLAY_OK : inlay_fail_memory(err, "a row");

    if (!json_is_object(json))
        st = inlay_fail(err, INLAY_EPARSE, "it is not an object but %s",
                        inlay_json_type_name(json));
    for (void *at = json_object_iter(json); st == INLAY_OK && at;
         at = json_object_iter_next(json, at))
        if (json_object_iter_value(at) != o.nested)
            st = take_member(&o, json_object_iter_key(at),
                             json_object_iter_value(at), err);
    if (st == INLAY_OK)
        st = inlay_configuration_read(r->space, o.nested ? o.nested : o.flat,
                                      r->x, err);
    if (st == INLAY_OK)
        st = inlay_import_give(r, &o.row, err);
    for (size_t i = 0; i < INLAY_IMPORT_N_CELLS; i++)
        inlay_text_clear(&o.texts[i]);
    json_decref(o.flat);
    return st;
}

/* "line 1, column 9: ..." is about a line that was parsed alone. */
static inlay_status fail_json(const struct inlay_import *r, inlay_status st,
                              inlay_error *err)
{
    static const char prefix[] = "line 1, ";
    const inlay_error alone = err ? *err : (inlay_error){0};

    if (strncmp(alone.msg, prefix, strlen(prefix)) != 0)
        return inlay_import_fail_line(r, st, err);
    return inlay_fail(err, st, "line %zu, %s", r->line,
                      alone.msg + strlen(prefix));
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
    const char *at = r->source.bytes, *end = at + r->source.n;
    json_t *told = json_object();
    inlay_status st = told ? INLAY_OK : inlay_fail_memory(err, "rows");

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
