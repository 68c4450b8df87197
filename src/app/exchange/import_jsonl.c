/*
 * import_jsonl.c: rows from JSON lines, nested or flat.
 */
#include <math.h>
#include <string.h>

#include "app/exchange/import_row.h"
#include "app/exchange/listed.h"
#include "app/exchange/told.h"
#include "base/error.h"
#include "base/json.h"
#include "base/line_reader.h"
#include "problem/configuration.h"

static inlay_status keep(struct inlay_import *r, const char *name,
                         json_t *value, inlay_error *err)
{
    return json_object_set(r->measured, name, value) == 0
               ? INLAY_OK
               : inlay_fail_memory(err, "a row");
}

/* null is missing, as is a value that is not finite. */
static inlay_status take_output(struct inlay_import *r, const char *name,
                                json_t *value, inlay_error *err)
{
    const char *text = json_string_value(value);
    double y;

    if (json_is_number(value))
        return keep(r, name, value, err);
    if (json_is_null(value) ||
        (text && inlay_told_number(text, &y) && !isfinite(y)))
        return INLAY_OK;
    return inlay_fail(
        err, INLAY_EINVAL, "output '%s': must be a number or null, not %s",
        inlay_shown_text(name).text,
        text ? inlay_shown_text(text).text : inlay_json_type_name(value));
}

/* Numbers, texts of numbers, or null. */
static bool is_same_value(const json_t *a, const json_t *b)
{
    const json_t *const of[] = {a, b};
    double y[] = {NAN, NAN};

    for (size_t i = 0; i < 2; i++)
        if (json_is_number(of[i]))
            y[i] = json_number_value(of[i]);
        else if (json_is_string(of[i]) &&
                 !inlay_told_number(json_string_value(of[i]), &y[i]))
            return json_equal(a, b);
    return y[0] == y[1] || (isnan(y[0]) && isnan(y[1]));
}

/* The objective may stand in several places: as one value. */
static inlay_status keep_objective(struct inlay_import *r, json_t *value,
                                   inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);

    if (r->objective && !is_same_value(r->objective, value))
        return inlay_fail(
            err, INLAY_EINVAL,
            "%s and values differ: choose one; %s is '%s' of values",
            inlay_shown_text(r->value_name ? r->value_name : "y").text,
            inlay_shown_text(r->value_name ? r->value_name : "y").text,
            inlay_shown_text(outputs->name[outputs->objective]).text);
    r->objective = value;
    return INLAY_OK;
}

/* A number, a text that is one, or null: none. */
static inlay_status take_variance(struct inlay_import *r, const json_t *value,
                                  inlay_error *err)
{
    struct inlay_text *cell = &r->cells[INLAY_MEANS_VARIANCE];
    double variance = NAN;
    const char *text = json_string_value(value);
    const inlay_status st =
        text ? INLAY_OK : inlay_variance_read(value, &variance, err);

    inlay_text_cut(cell, 0);
    if (text)
        inlay_text_add(cell, text);
    else if (!isnan(variance))
        inlay_text_add_number(cell, variance);
    return st;
}

/* {"loss": 0.25, "latency_ms": 12} in "values", or in y.  What is no output (any
 * more) is a metric. */
static inlay_status take_outputs(struct inlay_import *r, json_t *values,
                                 inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);
    inlay_status st = INLAY_OK;
    const char *name;
    json_t *value;

    if (!json_is_object(values))
        return inlay_fail(err, INLAY_EINVAL,
                          "values: must be a JSON object, not %s",
                          inlay_json_type_name(values));
    json_object_foreach(values, name, value)
    {
        const size_t i = inlay_outputs_find(outputs, name);

        if (st == INLAY_OK && i == outputs->objective)
            st = keep_objective(r, value, err);
        else if (st == INLAY_OK && inlay_outputs_is_variance(outputs, name))
            st = take_variance(r, value, err);
        else if (st == INLAY_OK)
            st = (i < outputs->n ? take_output : keep)(r, name, value, err);
    }
    return st;
}

/* A text, and where that may be left out, true or null. */
static inlay_status take_text(struct inlay_import *r, enum inlay_meaning what,
                              const char *key, const json_t *value,
                              inlay_error *err)
{
    const bool is_mark =
        what == INLAY_MEANS_DISCARDED && json_is_boolean(value);

    if (json_is_string(value))
        inlay_text_add(&r->cells[what], json_string_value(value));
    else if (is_mark && json_is_true(value))
        inlay_text_add(&r->cells[what], "yes");
    else if (!is_mark && !json_is_null(value))
        return inlay_fail(err, INLAY_EINVAL, "%s: must be %s, not %s", key,
                          what == INLAY_MEANS_DISCARDED
                              ? "true, false or a string, the reason"
                              : "a string",
                          inlay_json_type_name(value));
    return INLAY_OK;
}

/* A number, or a text that is one; of several outputs an object, too. */
static inlay_status take_value(struct inlay_import *r, const char *key,
                               json_t *value, inlay_error *err)
{
    if (r->value_name)
        return inlay_import_fail_values(r, r->value_name, key, err);
    r->value_name = key;
    r->says_result = true;
    if (json_is_object(value) && inlay_import_outputs(r))
        return take_outputs(r, value, err);
    if (inlay_import_outputs(r) && !r->source.value && !json_is_null(value)) {
        const inlay_status st = keep_objective(r, value, err);
        if (st != INLAY_OK)
            return st;
    }
    if (json_is_string(value))
        inlay_text_add(&r->cells[INLAY_MEANS_VALUE], json_string_value(value));
    else if (!json_is_null(value))
        inlay_json_add(&r->cells[INLAY_MEANS_VALUE], value);
    return INLAY_OK;
}

static inlay_status take_cell(struct inlay_import *r, enum inlay_meaning what,
                              const char *key, json_t *value, inlay_error *err)
{
    inlay_text_cut(&r->cells[what], 0);
    if (what == INLAY_MEANS_VALUE)
        return take_value(r, key, value, err);
    if (what == INLAY_MEANS_VARIANCE)
        return take_variance(r, value, err);
    if (what != INLAY_MEANS_METRICS && what != INLAY_MEANS_NOTES)
        return take_text(r, what, key, value, err);
    if (!json_is_null(value))
        inlay_json_add(&r->cells[what], value);
    return INLAY_OK;
}

/* The objective among the outputs, where y says nothing. */
static inlay_status take_objective(struct inlay_import *r, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(r);
    struct inlay_text *cell = &r->cells[INLAY_MEANS_VALUE];

    if (!r->objective || r->source.value || cell->n > 0)
        return INLAY_OK;
    r->value_name = outputs->name[outputs->objective];
    r->says_result = true;
    if (json_is_string(r->objective))
        inlay_text_add(cell, json_string_value(r->objective));
    else if (!json_is_null(r->objective))
        inlay_json_add(cell, r->objective);
    return inlay_text_status(cell, err);
}

/* flat gets the variables; NULL: they are not among the keys. */
static inlay_status take_member(struct inlay_import *r, const char *key,
                                json_t *value, bool is_ours, json_t *flat,
                                inlay_error *err)
{
    const struct inlay_meant meant =
        flat ? inlay_import_column(r, key) : inlay_import_key(r, key, is_ours);

    if (meant.is == INLAY_MEANS_VARIABLE &&
        json_object_set(flat, inlay_space_var(r->space, meant.i)->is.name,
                        value) != 0)
        return inlay_fail_memory(err, "a row");
    if (inlay_import_is_wanted(r, key))
        return take_cell(r, INLAY_MEANS_VALUE, key, value, err);
    if (meant.is < INLAY_N_CELLS)
        return take_cell(r, meant.is, key, value, err);
    if (meant.is == INLAY_MEANS_OUTPUT)
        return take_output(r, inlay_import_outputs(r)->name[meant.i], value,
                           err);
    if (meant.is == INLAY_MEANS_OUTPUTS)
        return take_outputs(r, value, err);
    if (meant.is == INLAY_MEANS_METRIC)
        return keep(r, meant.metric, value, err);
    return meant.is == INLAY_MEANS_UNKNOWN
               ? inlay_import_note(r, INLAY_IMPORT_IGNORED, key, err)
               : INLAY_OK;
}

/* What the space does not have, or no longer. */
static inlay_status ignore_others(struct inlay_import *r, json_t *x,
                                  inlay_error *err)
{
    inlay_status st = INLAY_OK;
    size_t i;

    for (void *at = json_object_iter(x); st == INLAY_OK && at;
         at = json_object_iter_next(x, at))
        if (!inlay_import_is_variable(r, json_object_iter_key(at), &i))
            st = inlay_import_note(r, INLAY_IMPORT_IGNORED,
                                   json_object_iter_key(at), err);
    return st;
}

/* Of each variable that the object of them lacks: a default is told, unless it is
 * "not known"; without one it is a mistake, perhaps of a key. */
static inlay_status check_variables(struct inlay_import *r, const json_t *x,
                                    json_t *keys, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(r->space);
         i++) {
        const inlay_variable *is = &inlay_space_var(r->space, i)->is;
        const char *near = NULL, *key;
        inlay_error what = {0};
        json_t *value;

        if (json_object_get(x, is->name))
            continue;
        if (is->fallback && is->fallback->type == INLAY_TYPE_ABSENT)
            continue;
        if (is->fallback) {
            st = inlay_import_note(r, INLAY_IMPORT_DEFAULTS, is->name, err);
            continue;
        }
        json_object_foreach(keys, key, value) near =
            near ? near : inlay_text_nearest(is->name, &key, 1);
        inlay_fail(&what, INLAY_EINVAL, "%s: no value given",
                   inlay_shown_var(is->name, 0).text);
        st = inlay_import_fail_variable(what.msg, near, err);
    }
    return st;
}

/* Did Inlay write it?  An output may be called "state" too, but no value of one is
 * a text, nor an object. */
static bool is_ours(const json_t *json)
{
    const char *state = json_string_value(json_object_get(json, "state"));

    return (state && inlay_listed_find(state) >= 0) ||
           json_is_object(json_object_get(json, "values"));
}

/* A variable may be called x too, but no value of one is of these types. */
static inlay_status read_object(struct inlay_import *r, json_t *json,
                                inlay_error *err)
{
    json_t *x = json_object_get(json, "x");
    const bool is_nested = json_is_object(x) || json_is_array(x);
    json_t *flat = is_nested ? NULL : json_object();
    bool is_inside = true;
    inlay_status st =
        is_nested || flat ? INLAY_OK : inlay_fail_memory(err, "a row");

    if (!json_is_object(json))
        st = inlay_fail(err, INLAY_EPARSE, "it is %s, not an object",
                        inlay_json_type_name(json));
    r->value_name = NULL;
    r->objective = NULL;
    json_object_clear(r->measured);
    for (size_t i = 0; i < INLAY_N_CELLS; i++)
        inlay_text_cut(&r->cells[i], 0);
    for (void *at = json_object_iter(json); st == INLAY_OK && at;
         at = json_object_iter_next(json, at))
        if (!is_nested || json_object_iter_value(at) != x)
            st = take_member(r, json_object_iter_key(at),
                             json_object_iter_value(at), is_ours(json), flat,
                             err);
    if (st == INLAY_OK)
        st = take_objective(r, err);
    if (st == INLAY_OK && !json_is_array(x))
        st =
            check_variables(r, is_nested ? x : flat, is_nested ? x : json, err);
    if (st == INLAY_OK)
        st = inlay_configuration_read_past(r->space, is_nested ? x : flat, r->x,
                                           &is_inside, err);
    r->is_outside = !is_inside;
    if (st == INLAY_OK && is_nested)
        st = ignore_others(r, x, err);
    if (st == INLAY_OK)
        st = inlay_import_give(r, err);
    json_decref(flat);
    return st;
}

/* "line 1, column 9: ..." is about a line that was parsed alone. */
static inlay_status fail_json(const struct inlay_import *r, inlay_status st,
                              inlay_error *err)
{
    static const char prefix[] = "line 1, ";
    const inlay_error alone = err ? *err : (inlay_error){0};
    const char *hint = strstr(alone.msg, "end of file")
                           ? "; each line must be one JSON object"
                           : "";

    if (strncmp(alone.msg, prefix, strlen(prefix)) != 0)
        return inlay_fail_within(err, st, "line %zu", r->line);
    return inlay_fail(err, st, "line %zu, %s%s", r->line,
                      alone.msg + strlen(prefix), hint);
}

static inlay_status read_line(struct inlay_import *r, const char *bytes,
                              size_t n, inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse_words(bytes, n, &json, err);

    if (st != INLAY_OK)
        return fail_json(r, st, err);
    st = read_object(r, json, err);
    json_decref(json);
    return inlay_fail_within(err, st, "line %zu", r->line);
}

inlay_status inlay_import_jsonl(struct inlay_import *r, inlay_error *err)
{
    const char *at = r->source.bytes, *end = at + r->source.n;
    inlay_status st = INLAY_OK;

    r->report->has_keys = true;
    for (r->line = 1; st == INLAY_OK && at < end; r->line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);

        if (!inlay_line_is_blank(at, n))
            st = read_line(r, at, n, err);
        at += n + (stop != NULL);
    }
    return st == INLAY_OK && r->report->n_passed > 0 && !r->says_result
               ? inlay_import_fail_no_value(r, "no line has a key", err)
               : st;
}
