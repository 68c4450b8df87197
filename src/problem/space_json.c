/*
 * space_json.c: a space from JSON and back, exactly.
 *
 * Nothing is guessed: a key that a variable's type does not have is an error,
 * so that "scael" does not silently mean a linear scale.  What JSON itself
 * cannot get wrong (bounds, repeated names) is checked by inlay_space_add.
 * Every message begins with line and column.
 */
#include "problem/space.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/configuration.h"
#include "problem/foreign.h"

/* ---- Parsing ------------------------------------------------------------- */

static const char *const all_keys[] = {"name",   "type",        "min",
                                       "max",    "scale",       "step",
                                       "values", "description", "default"};
static const char *const range_keys[] = {
    "name", "type", "min", "max", "scale", "step", "description", "default"};
static const char *const list_keys[] = {"name", "type", "values", "description",
                                        "default"};
static const char *const name_keys[] = {"name", "type", "description",
                                        "default"};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* A variable that is read, and where in it the reader is: the place in the text
 * for a message, if it stops there. */
struct reader {
    const json_t *object;
    size_t place; /* of the variable, from 1 */
    struct inlay_shown where;
    const char *key;    /* that is read; NULL: the variable as a whole */
    const json_t *list; /* that is read, or NULL */
    size_t item;        /* of the list */
};

static struct inlay_json_place place_of(const struct reader *r,
                                        const struct inlay_json_source *source)
{
    if (r->list)
        return inlay_json_place_of_item(source, r->list, r->item);
    return inlay_json_place_of_key(source, r->object, r->key);
}

const char *inlay_type_nearest(const char *name)
{
    const char *meant = inlay_foreign_at(INLAY_FOREIGN_TYPE, name, 0);
    const char *names[INLAY_TYPE_BOOLEAN + 1];

    for (int t = 0; t <= INLAY_TYPE_BOOLEAN; t++)
        names[t] = inlay_type_name((inlay_type)t);
    return meant ? meant : inlay_text_nearest(name, names, LENGTH(names));
}

static inlay_status parse_type(struct reader *r, inlay_type *type,
                               inlay_error *err)
{
    const char *name = NULL;

    r->key = "type";
    const inlay_status st =
        inlay_json_text(r->object, r->key, r->where.text, &name, err);
    if (st != INLAY_OK)
        return st;
    for (int t = 0; t <= INLAY_TYPE_BOOLEAN; t++)
        if (strcmp(name, inlay_type_name((inlay_type)t)) == 0) {
            *type = (inlay_type)t;
            return INLAY_OK;
        }
    return inlay_fail(err, INLAY_EPARSE,
                      "%s: type '%s' is not one of real, integer, ordinal, "
                      "categorical, boolean%s",
                      r->where.text, inlay_shown_text(name).text,
                      inlay_shown_guess(inlay_type_nearest(name)).text);
}

static inlay_status only_keys(struct reader *r, const char *const *allowed,
                              size_t n, inlay_error *err)
{
    r->key = inlay_json_unknown_key(r->object, allowed, n);
    const char *meant =
        r->key ? inlay_foreign_at(INLAY_FOREIGN_VARIABLE, r->key, 0) : NULL;
    if (meant)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: unknown key '%s'; did you mean %s?",
                          r->where.text, r->key, meant);
    return inlay_json_only_keys(r->object, r->where.text, allowed, n, err);
}

/* The type's own keys, where all_keys were too many. */
static inlay_status check_keys(struct reader *r, inlay_type type,
                               inlay_error *err)
{
    switch (type) {
    case INLAY_TYPE_REAL:
    case INLAY_TYPE_INTEGER:
        return only_keys(r, range_keys, LENGTH(range_keys), err);
    case INLAY_TYPE_ORDINAL:
    case INLAY_TYPE_CATEGORICAL:
        return only_keys(r, list_keys, LENGTH(list_keys), err);
    default:
        return only_keys(r, name_keys, LENGTH(name_keys), err);
    }
}

/* "linear" where the key is not there. */
static inlay_status parse_scale(struct reader *r, inlay_scale *scale,
                                inlay_error *err)
{
    const char *name = "linear";
    inlay_status st = INLAY_OK;

    r->key = "scale";
    if (json_object_get(r->object, r->key))
        st = inlay_json_text(r->object, r->key, r->where.text, &name, err);
    if (st != INLAY_OK)
        return st;
    *scale = strcmp(name, "log") == 0 ? INLAY_SCALE_LOG : INLAY_SCALE_LINEAR;
    if (*scale == INLAY_SCALE_LINEAR && strcmp(name, "linear") != 0)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: scale '%s' is not linear or log", r->where.text,
                          inlay_shown_text(name).text);
    return INLAY_OK;
}

static inlay_status parse_bound(struct reader *r, const char *key,
                                inlay_type type, double *real, int64_t *integer,
                                inlay_error *err)
{
    r->key = key;
    if (type == INLAY_TYPE_REAL)
        return inlay_json_number(r->object, key, r->where.text, real, err);
    return inlay_json_integer(r->object, key, r->where.text, integer, err);
}

/* 0, which is no step, where the key is not there. */
static inlay_status parse_step(struct reader *r, inlay_variable *is,
                               inlay_error *err)
{
    int64_t whole = 0;

    if (!json_object_get(r->object, "step"))
        return INLAY_OK;
    const inlay_status st =
        parse_bound(r, "step", is->type, &is->step, &whole, err);
    if (st == INLAY_OK && is->type == INLAY_TYPE_INTEGER)
        is->step = (double)whole;
    if (st == INLAY_OK && !(is->step > 0.0))
        return inlay_fail(err, INLAY_EINVAL, "%s: step %s is not above 0",
                          r->where.text, inlay_shown_number(is->step).text);
    return st;
}

static inlay_status parse_description(struct reader *r, const char **text,
                                      inlay_error *err)
{
    r->key = "description";
    return json_object_get(r->object, r->key)
               ? inlay_json_text(r->object, r->key, r->where.text, text, err)
               : INLAY_OK;
}

static inlay_status parse_range(struct reader *r, inlay_variable *is,
                                inlay_error *err)
{
    inlay_status st =
        parse_bound(r, "min", is->type, &is->lo, &is->int_lo, err);

    if (st == INLAY_OK)
        st = parse_bound(r, "max", is->type, &is->hi, &is->int_hi, err);
    if (st == INLAY_OK)
        st = parse_scale(r, &is->scale, err);
    return st == INLAY_OK ? parse_step(r, is, err) : st;
}

/* The value of trials that are older than the variable; null: not known.  The
 * rest of the variable is read. */
static inlay_status parse_default(struct reader *r, inlay_variable *is,
                                  inlay_value *v, inlay_error *err)
{
    const json_t *json = json_object_get(r->object, "default");
    if (!json)
        return INLAY_OK;
    r->key = "default";
    is->fallback = v;
    *v = inlay_absent();
    if (json_is_null(json) ||
        inlay_configuration_read_value(is, json, v, NULL) == INLAY_OK)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EPARSE,
                      "%s: the default is %s; it must be a value of type %s, "
                      "or null",
                      r->where.text,
                      json_is_real(json) ? "a fraction"
                                         : inlay_json_type_name(json),
                      inlay_type_name(is->type));
}

/* What is checked for the variable as a whole. */
static inlay_status add_variable(struct reader *r, inlay_variable *is,
                                 inlay_space *space, inlay_error *err)
{
    inlay_value fallback;
    const inlay_status st = parse_default(r, is, &fallback, err);
    if (st != INLAY_OK)
        return st;
    r->key = NULL;
    r->list = NULL;
    return inlay_space_add(space, is, r->place, err);
}

static inlay_status fail_item(const struct reader *r, const json_t *item,
                              const char *want, inlay_error *err)
{
    return inlay_fail(err, INLAY_EPARSE, "%s: value %zu is %s, not %s",
                      r->where.text, r->item + 1, inlay_json_type_name(item),
                      want);
}

static inlay_status read_number(const struct reader *r, double *out,
                                inlay_error *err)
{
    const json_t *item = json_array_get(r->list, r->item);

    if (!json_is_number(item))
        return fail_item(r, item, "a number", err);
    *out = json_number_value(item);
    return INLAY_OK;
}

static inlay_status read_label(const struct reader *r, const char **out,
                               inlay_error *err)
{
    const json_t *item = json_array_get(r->list, r->item);

    if (json_is_number(item))
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: value %zu is a number, not a string; write "
                          "\"%s\" with quotes, or use type ordinal or integer",
                          r->where.text, r->item + 1,
                          inlay_shown_number(json_number_value(item)).text);
    if (!json_is_string(item))
        return fail_item(r, item, "a string", err);
    *out = json_string_value(item);
    return INLAY_OK;
}

/* Of an ordinal: its first value says which. */
static bool has_numbers(const struct reader *r, inlay_type type)
{
    return type == INLAY_TYPE_ORDINAL &&
           !json_is_string(json_array_get(r->list, 0));
}

static inlay_status read_list(struct reader *r, bool is_numbers,
                              double *numbers, const char **labels,
                              inlay_error *err)
{
    const size_t n = json_array_size(r->list);
    inlay_status st = INLAY_OK;

    for (r->item = 0; r->item < n; r->item++) {
        st = is_numbers ? read_number(r, &numbers[r->item], err)
                        : read_label(r, &labels[r->item], err);
        if (st != INLAY_OK)
            break; /* at the item that the message is about */
    }
    return st;
}

/* The list is read into memory of its own, for inlay_space_add to copy. */
static inlay_status add_list(struct reader *r, inlay_variable *is,
                             inlay_space *space, inlay_error *err)
{
    json_t *values = NULL;

    r->key = "values";
    inlay_status st =
        inlay_json_array(r->object, r->key, r->where.text, &values, err);
    if (st != INLAY_OK)
        return st;
    r->list = values;
    is->n_values = json_array_size(values);
    double *numbers = inlay_mem_new(is->n_values, sizeof *numbers);
    const char **labels = inlay_mem_new(is->n_values, sizeof *labels);
    const bool is_numbers = has_numbers(r, is->type);
    is->numbers = is_numbers ? numbers : NULL;
    is->labels = is_numbers ? NULL : labels;
    st = numbers && labels ? read_list(r, is_numbers, numbers, labels, err)
                           : inlay_fail_memory(err, "a list of values");
    if (st == INLAY_OK)
        st = add_variable(r, is, space, err);
    inlay_mem_free(numbers);
    inlay_mem_free(labels);
    return st;
}

static inlay_status add_by_type(struct reader *r, inlay_variable *is,
                                inlay_space *space, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (is->type == INLAY_TYPE_ORDINAL || is->type == INLAY_TYPE_CATEGORICAL)
        return add_list(r, is, space, err);
    if (is->type == INLAY_TYPE_REAL || is->type == INLAY_TYPE_INTEGER)
        st = parse_range(r, is, err);
    return st == INLAY_OK ? add_variable(r, is, space, err) : st;
}

static inlay_status parse_variable(struct reader *r, inlay_space *space,
                                   inlay_error *err)
{
    inlay_variable is = {0};

    inlay_status st = only_keys(r, all_keys, LENGTH(all_keys), err);
    if (st != INLAY_OK)
        return st;
    r->key = "name";
    st = inlay_json_text(r->object, r->key, r->where.text, &is.name, err);
    if (st != INLAY_OK)
        return st;

    if (is.name[0] != '\0')
        r->where = inlay_shown_var(is.name, r->place);
    st = parse_type(r, &is.type, err);
    if (st == INLAY_OK)
        st = check_keys(r, is.type, err);
    if (st == INLAY_OK)
        st = parse_description(r, &is.description, err);
    if (st == INLAY_OK)
        st = add_by_type(r, &is, space, err);
    return st;
}

static inlay_status find_variables(const struct inlay_json_source *source,
                                   json_t *root, json_t **out, inlay_error *err)
{
    if (json_is_array(root)) {
        *out = root;
        return INLAY_OK;
    }
    const inlay_status st =
        json_is_object(root)
            ? inlay_json_array(root, "variables", "the space", out, err)
            : inlay_fail(err, INLAY_EPARSE,
                         "the space is %s; it must be an array of variables, "
                         "or an object with one under \"variables\"",
                         inlay_json_type_name(root));
    if (st == INLAY_OK)
        return st;
    return inlay_json_fail_at(
        inlay_json_place_of_key(source, root, "variables"), st, err);
}

/* A variable that is no object has its place in the array. */
inlay_status inlay_space_read_variable(const struct inlay_json_source *source,
                                       const json_t *variables, size_t i,
                                       inlay_space *space, inlay_error *err)
{
    struct reader r = {.object = json_array_get(variables, i),
                       .place = i + 1,
                       .where = inlay_shown_var(NULL, i + 1)};
    const inlay_status st = parse_variable(&r, space, err);

    if (st == INLAY_OK)
        return st;
    return inlay_json_fail_at(
        json_is_object(r.object)
            ? place_of(&r, source)
            : inlay_json_place_of_item(source, variables, i),
        st, err);
}

static inlay_status parse_root(const struct inlay_json_source *source,
                               json_t *root, inlay_space **out,
                               inlay_error *err)
{
    json_t *variables = NULL;
    inlay_space *space = NULL;
    inlay_status st = find_variables(source, root, &variables, err);

    if (st == INLAY_OK)
        st = inlay_space_new(&space, err);
    for (size_t i = 0; st == INLAY_OK && i < json_array_size(variables); i++)
        st = inlay_space_read_variable(source, variables, i, space, err);
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
        return inlay_refuse_null(__func__, "text and out", err);
    inlay_status st = inlay_json_parse(text, n_bytes, &root, err);
    if (st == INLAY_OK) {
        const struct inlay_json_source source = {text, n_bytes, root};
        st = parse_root(&source, root, out, err);
    }
    json_decref(root);
    return inlay_settle(err, st);
}

/* ---- Printing ------------------------------------------------------------ */

static void print_list(struct inlay_json_writer *w, const inlay_variable *is)
{
    inlay_json_begin_array(w, "values", INLAY_JSON_LINE);
    for (size_t i = 0; i < is->n_values; i++)
        if (is->labels)
            inlay_json_write_text(w, NULL, is->labels[i]);
        else
            inlay_json_write_number(w, NULL, is->numbers[i]);
    inlay_json_end(w);
}

static void print_variable(struct inlay_json_writer *w,
                           const struct inlay_var *var)
{
    const inlay_variable *is = &var->is;

    inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(w, "name", is->name);
    inlay_json_write_text(w, "type", inlay_type_name(is->type));
    switch (is->type) {
    case INLAY_TYPE_REAL:
        inlay_json_write_number(w, "min", is->lo);
        inlay_json_write_number(w, "max", is->hi);
        break;
    case INLAY_TYPE_INTEGER:
        inlay_json_write_integer(w, "min", is->int_lo);
        inlay_json_write_integer(w, "max", is->int_hi);
        break;
    case INLAY_TYPE_ORDINAL:
    case INLAY_TYPE_CATEGORICAL:
        print_list(w, is);
        break;
    case INLAY_TYPE_BOOLEAN:
    case INLAY_TYPE_ABSENT:
        break;
    }
    if (is->scale == INLAY_SCALE_LOG)
        inlay_json_write_text(w, "scale", "log");
    if (is->step > 0.0)
        inlay_json_write_number(w, "step", is->step);
    if (is->description)
        inlay_json_write_text(w, "description", is->description);
    if (is->fallback)
        inlay_configuration_add_value(inlay_json_write_value(w, "default"), var,
                                      is->fallback);
    inlay_json_end(w);
}

void inlay_space_write(struct inlay_json_writer *w, const char *key,
                       const inlay_space *space, enum inlay_json_style style)
{
    inlay_json_begin_array(w, key, style);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++)
        print_variable(w, inlay_space_var(space, i));
    inlay_json_end(w);
}

inlay_status inlay_space_print(const inlay_space *space, char **text,
                               inlay_error *err)
{
    struct inlay_text json = {0};
    struct inlay_json_writer w = {.text = &json};

    if (!space || !text)
        return inlay_refuse_null(__func__, "space and text", err);
    inlay_space_write(&w, NULL, space, INLAY_JSON_HANGING);
    return inlay_settle(err, inlay_text_end(&json, text, err));
}
