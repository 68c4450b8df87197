/*
 * space_json.c: a space from JSON and back, exactly.
 *
 * Nothing is guessed: a key that a variable's type does not have is an error,
 * so that "scael" does not silently mean a linear scale.  What JSON itself
 * cannot get wrong (bounds, repeated names) is checked by inlay_space_add.
 */
#include "problem/space.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"

/* ---- Parsing ------------------------------------------------------------- */

static const char *const all_keys[] = {"name", "type",  "min",
                                       "max",  "scale", "values"};
static const char *const range_keys[] = {"name", "type", "min", "max", "scale"};
static const char *const list_keys[] = {"name", "type", "values"};
static const char *const name_keys[] = {"name", "type"};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *json_type_name(const json_t *json)
{
    switch (json_typeof(json)) {
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
    default:
        return "null";
    }
}

static inlay_status parse_type(const json_t *object, const char *where,
                               inlay_type *type, inlay_error *err)
{
    const char *names[INLAY_BOOLEAN + 1], *name = NULL;
    const inlay_status st = inlay_json_text(object, "type", where, &name, err);

    if (st != INLAY_OK)
        return st;
    for (int t = 0; t <= INLAY_BOOLEAN; t++) {
        names[t] = inlay_type_name((inlay_type)t);
        if (strcmp(name, names[t]) == 0) {
            *type = (inlay_type)t;
            return INLAY_OK;
        }
    }
    const char *nearest = inlay_text_nearest(name, names, LENGTH(names));
    return inlay_fail(err, INLAY_EPARSE,
                      "%s: type '%s' is none of real, integer, ordinal, "
                      "categorical, boolean%s%s%s",
                      where, inlay_shown_text(name).text,
                      nearest ? ", did you mean '" : "", nearest ? nearest : "",
                      nearest ? "'?" : "");
}

/* The type's own keys, where all_keys were too many. */
static inlay_status check_keys(const json_t *object, const char *where,
                               inlay_type type, inlay_error *err)
{
    switch (type) {
    case INLAY_REAL:
    case INLAY_INTEGER:
        return inlay_json_only_keys(object, where, range_keys,
                                    LENGTH(range_keys), err);
    case INLAY_ORDINAL:
    case INLAY_CATEGORICAL:
        return inlay_json_only_keys(object, where, list_keys, LENGTH(list_keys),
                                    err);
    default:
        return inlay_json_only_keys(object, where, name_keys, LENGTH(name_keys),
                                    err);
    }
}

/* "linear" where the key is not there. */
static inlay_status parse_scale(const json_t *object, const char *where,
                                inlay_scale *scale, inlay_error *err)
{
    const char *name = "linear";
    inlay_status st = INLAY_OK;

    if (json_object_get(object, "scale"))
        st = inlay_json_text(object, "scale", where, &name, err);
    if (st != INLAY_OK)
        return st;
    *scale = strcmp(name, "log") == 0 ? INLAY_LOG : INLAY_LINEAR;
    if (*scale == INLAY_LINEAR && strcmp(name, "linear") != 0)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: scale '%s' is neither linear nor log", where,
                          inlay_shown_text(name).text);
    return INLAY_OK;
}

static inlay_status parse_range(const json_t *object, const char *where,
                                inlay_variable *is, inlay_error *err)
{
    inlay_status st;

    if (is->type == INLAY_REAL) {
        st = inlay_json_number(object, "min", where, &is->lo, err);
        if (st == INLAY_OK)
            st = inlay_json_number(object, "max", where, &is->hi, err);
    } else {
        st = inlay_json_integer(object, "min", where, &is->int_lo, err);
        if (st == INLAY_OK)
            st = inlay_json_integer(object, "max", where, &is->int_hi, err);
    }
    return st == INLAY_OK ? parse_scale(object, where, &is->scale, err) : st;
}

static inlay_status read_number(const json_t *item, const char *where, size_t i,
                                double *out, inlay_error *err)
{
    if (!json_is_number(item))
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: value %zu is %s, not a number", where, i + 1,
                          json_type_name(item));
    *out = json_number_value(item);
    return INLAY_OK;
}

static inlay_status read_label(const json_t *item, const char *where, size_t i,
                               const char **out, inlay_error *err)
{
    if (!json_is_string(item))
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: value %zu is %s, not a string", where, i + 1,
                          json_type_name(item));
    *out = json_string_value(item);
    return INLAY_OK;
}

/* Lists are read into memory of their own, for inlay_space_add to copy. */
static inlay_status add_ordinal(const json_t *values, const char *where,
                                size_t place, inlay_variable *is,
                                inlay_space *space, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    double *numbers = inlay_mem_new(is->n_values, sizeof *numbers);

    if (!numbers)
        return inlay_fail_memory(err, "a list of values");
    for (size_t i = 0; i < is->n_values && st == INLAY_OK; i++)
        st = read_number(json_array_get(values, i), where, i, &numbers[i], err);
    is->numbers = numbers;
    if (st == INLAY_OK)
        st = inlay_space_add(space, is, place, err);
    inlay_mem_free(numbers);
    return st;
}

static inlay_status add_categorical(const json_t *values, const char *where,
                                    size_t place, inlay_variable *is,
                                    inlay_space *space, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    const char **labels = inlay_mem_new(is->n_values, sizeof *labels);

    if (!labels)
        return inlay_fail_memory(err, "a list of values");
    for (size_t i = 0; i < is->n_values && st == INLAY_OK; i++)
        st = read_label(json_array_get(values, i), where, i, &labels[i], err);
    is->labels = labels;
    if (st == INLAY_OK)
        st = inlay_space_add(space, is, place, err);
    inlay_mem_free(labels);
    return st;
}

static inlay_status add_list(const json_t *object, const char *where,
                             size_t place, inlay_variable *is,
                             inlay_space *space, inlay_error *err)
{
    json_t *values = NULL;
    const inlay_status st =
        inlay_json_array(object, "values", where, &values, err);

    if (st != INLAY_OK)
        return st;
    is->n_values = json_array_size(values);
    if (is->type == INLAY_ORDINAL)
        return add_ordinal(values, where, place, is, space, err);
    return add_categorical(values, where, place, is, space, err);
}

static inlay_status add_by_type(const json_t *object, const char *where,
                                size_t place, inlay_variable *is,
                                inlay_space *space, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (is->type == INLAY_ORDINAL || is->type == INLAY_CATEGORICAL)
        return add_list(object, where, place, is, space, err);
    if (is->type == INLAY_REAL || is->type == INLAY_INTEGER)
        st = parse_range(object, where, is, err);
    return st == INLAY_OK ? inlay_space_add(space, is, place, err) : st;
}

/* place counts from 1. */
static inlay_status parse_variable(const json_t *object, size_t place,
                                   inlay_space *space, inlay_error *err)
{
    struct inlay_shown where = inlay_shown_var(NULL, place);
    inlay_variable is = {0};

    inlay_status st = inlay_json_only_keys(object, where.text, all_keys,
                                           LENGTH(all_keys), err);
    if (st == INLAY_OK)
        st = inlay_json_text(object, "name", where.text, &is.name, err);
    if (st != INLAY_OK)
        return st;

    if (is.name[0] != '\0')
        where = inlay_shown_var(is.name, place);
    st = parse_type(object, where.text, &is.type, err);
    if (st == INLAY_OK)
        st = check_keys(object, where.text, is.type, err);
    if (st == INLAY_OK)
        st = add_by_type(object, where.text, place, &is, space, err);
    return st;
}

static inlay_status find_variables(json_t *root, json_t **out, inlay_error *err)
{
    if (json_is_object(root))
        return inlay_json_array(root, "variables", "the space", out, err);
    if (!json_is_array(root))
        return inlay_fail(err, INLAY_EPARSE,
                          "the space is %s, not an array of variables, or an "
                          "object that has one under \"variables\"",
                          json_type_name(root));
    *out = root;
    return INLAY_OK;
}

static inlay_status parse_root(json_t *root, inlay_space **out,
                               inlay_error *err)
{
    json_t *variables = NULL;
    inlay_space *space = NULL;
    inlay_status st = find_variables(root, &variables, err);

    if (st == INLAY_OK)
        st = inlay_space_new(&space, err);
    for (size_t i = 0; st == INLAY_OK && i < json_array_size(variables); i++)
        st = parse_variable(json_array_get(variables, i), i + 1, space, err);
    if (st == INLAY_OK)
        *out = space;
    else
        inlay_space_free(space);
    return st;
}

inlay_status inlay_space_parse(const char *text, size_t n_bytes,
                               inlay_space **out, inlay_error *err)
{
    json_t *root = NULL;

    if (!text || !out)
        return inlay_fail(err, INLAY_EINVAL, "the %s is NULL",
                          text ? "place for the space" : "text");
    inlay_status st = inlay_json_parse(text, n_bytes, &root, err);
    if (st == INLAY_OK)
        st = parse_root(root, out, err);
    json_decref(root);
    return st;
}

/* ---- Printing ------------------------------------------------------------ */

/* What jansson calls with pieces of a string's JSON; -1 stops it. */
struct sink {
    struct inlay_text *text;
    inlay_status st;
    inlay_error *err;
};

static int add_piece(const char *bytes, size_t n, void *context)
{
    struct sink *sink = context;

    if (n > INT_MAX)
        return -1;
    sink->st = inlay_text_printf(sink->text, sink->err, "%.*s", (int)n, bytes);
    return sink->st == INLAY_OK ? 0 : -1;
}

static inlay_status print_text(struct inlay_text *text, const char *s,
                               inlay_error *err)
{
    struct sink sink = {text, INLAY_OK, err};
    json_t *json = json_string(s);
    const int failed = !json || json_dump_callback(json, add_piece, &sink,
                                                   JSON_ENCODE_ANY) != 0;

    json_decref(json);
    if (failed && sink.st == INLAY_OK) /* not our memory but jansson's */
        return inlay_fail_memory(err, "the JSON of a space");
    return sink.st;
}

static inlay_status print_real(struct inlay_text *text,
                               const inlay_variable *is, inlay_error *err)
{
    inlay_status st = inlay_text_add(text, ", \"min\": ", err);

    if (st == INLAY_OK)
        st = inlay_text_add_number(text, is->lo, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, ", \"max\": ", err);
    if (st == INLAY_OK)
        st = inlay_text_add_number(text, is->hi, err);
    return st;
}

static inlay_status print_list(struct inlay_text *text,
                               const inlay_variable *is, inlay_error *err)
{
    inlay_status st = inlay_text_add(text, ", \"values\": [", err);

    for (size_t i = 0; i < is->n_values && st == INLAY_OK; i++) {
        if (i > 0)
            st = inlay_text_add(text, ", ", err);
        if (st == INLAY_OK && is->type == INLAY_ORDINAL)
            st = inlay_text_add_number(text, is->numbers[i], err);
        else if (st == INLAY_OK)
            st = print_text(text, is->labels[i], err);
    }
    return st == INLAY_OK ? inlay_text_add(text, "]", err) : st;
}

static inlay_status print_values(struct inlay_text *text,
                                 const inlay_variable *is, inlay_error *err)
{
    switch (is->type) {
    case INLAY_REAL:
        return print_real(text, is, err);
    case INLAY_INTEGER:
        return inlay_text_printf(text, err,
                                 ", \"min\": %" PRId64 ", \"max\": %" PRId64,
                                 is->int_lo, is->int_hi);
    case INLAY_ORDINAL:
    case INLAY_CATEGORICAL:
        return print_list(text, is, err);
    case INLAY_BOOLEAN:
        break;
    }
    return INLAY_OK;
}

static inlay_status print_variable(struct inlay_text *text,
                                   const inlay_variable *is, inlay_error *err)
{
    inlay_status st = inlay_text_add(text, "{\"name\": ", err);

    if (st == INLAY_OK)
        st = print_text(text, is->name, err);
    if (st == INLAY_OK)
        st = inlay_text_printf(text, err, ", \"type\": \"%s\"",
                               inlay_type_name(is->type));
    if (st == INLAY_OK)
        st = print_values(text, is, err);
    if (st == INLAY_OK && is->scale == INLAY_LOG)
        st = inlay_text_add(text, ", \"scale\": \"log\"", err);
    return st == INLAY_OK ? inlay_text_add(text, "}", err) : st;
}

inlay_status inlay_space_print(const inlay_space *space, char **text,
                               inlay_error *err)
{
    struct inlay_text json = {0};

    if (!space || !text)
        return inlay_fail(err, INLAY_EINVAL, "the %s is NULL",
                          space ? "place for the text" : "space");
    inlay_status st = inlay_text_add(&json, "[", err);
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++) {
        if (i > 0)
            st = inlay_text_add(&json, ",\n ", err);
        if (st == INLAY_OK)
            st = print_variable(&json, &inlay_space_var(space, i)->is, err);
    }
    if (st == INLAY_OK)
        st = inlay_text_add(&json, "]", err);
    if (st == INLAY_OK)
        *text = json.bytes; /* now the caller's */
    else
        inlay_text_clear(&json);
    return st;
}
