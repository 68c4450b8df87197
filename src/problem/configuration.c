/*
 * configuration.c: configurations to JSON and back.
 *
 * Reading makes values of the variable's type and leaves ranges to
 * inlay_space_check, so that a rule about values is in one place only.
 */
#include "problem/configuration.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "problem/encode.h"
#include "problem/translate.h"

/* ---- Printing ------------------------------------------------------------ */

/* A number, or the text that the value has. */
static void add_value(struct inlay_text *text, const inlay_value *v,
                      bool is_json)
{
    switch (v->type) {
    case INLAY_TYPE_REAL:
        inlay_text_add_number(text, v->real);
        return;
    case INLAY_TYPE_INTEGER:
        inlay_text_add_integer(text, v->integer);
        return;
    case INLAY_TYPE_ABSENT:
        inlay_text_add(text, is_json ? "null" : "");
        return;
    case INLAY_TYPE_BOOLEAN:
        inlay_text_add(text, v->integer ? "true" : "false");
        return;
    case INLAY_TYPE_ORDINAL:
    case INLAY_TYPE_CATEGORICAL:
        break;
    }
    if (!v->text)
        inlay_text_add_number(text, v->real);
    else if (is_json)
        inlay_text_add_json(text, v->text);
    else
        inlay_text_add(text, v->text);
}

/* As people are shown it. */
static inlay_value shown(const struct inlay_var *var, const inlay_value *v)
{
    return v->type == INLAY_TYPE_REAL && var->is.type == INLAY_TYPE_REAL
               ? inlay_real(inlay_encode_shown(var, v->real))
               : *v;
}

void inlay_configuration_add_plain(struct inlay_text *text,
                                   const struct inlay_var *var,
                                   const inlay_value *v)
{
    const inlay_value s = shown(var, v);

    add_value(text, &s, false);
}

void inlay_configuration_add_value(struct inlay_text *text,
                                   const struct inlay_var *var,
                                   const inlay_value *v)
{
    const inlay_value s = shown(var, v);

    add_value(text, &s, true);
}

void inlay_configuration_add_object(struct inlay_text *text,
                                    const inlay_space *space,
                                    const inlay_value *x)
{
    bool is_first = true;

    inlay_text_add(text, "{");
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const struct inlay_var *var = inlay_space_var(space, i);

        if (x[i].type == INLAY_TYPE_ABSENT)
            continue;
        inlay_text_add(text, is_first ? "" : ", ");
        is_first = false;
        inlay_text_add_json(text, var->is.name);
        inlay_text_add(text, ": ");
        inlay_configuration_add_value(text, var, &x[i]);
    }
    inlay_text_add(text, "}");
}

void inlay_configuration_add_array(struct inlay_text *text,
                                   const inlay_space *space,
                                   const inlay_value *x)
{
    inlay_text_add(text, "[");
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_text_add(text, i > 0 ? ", " : "");
        add_value(text, &x[i], true);
    }
    inlay_text_add(text, "]");
}

/* ---- Reading ------------------------------------------------------------- */

/* `what` is not a value of the variable's type. */
static inlay_status refuse(const inlay_variable *is, const char *what,
                           inlay_error *err)
{
    static const char *const rules[] = {[INLAY_TYPE_REAL] = "a number",
                                        [INLAY_TYPE_INTEGER] = "a whole number",
                                        [INLAY_TYPE_ORDINAL] = "a number",
                                        [INLAY_TYPE_CATEGORICAL] = "a string",
                                        [INLAY_TYPE_BOOLEAN] = "true or false"};

    return inlay_fail(err, INLAY_EINVAL, "%s: %s is not %s",
                      inlay_shown_var(is->name, 0).text,
                      what[0] ? inlay_shown_text(what).text : "an empty value",
                      inlay_var_has_names(is) ? "a string" : rules[is->type]);
}

/* The number as a value of the type.  False for an integer that is not whole, or
 * is beyond 2^53, where only the integers of JSON and of texts are exact. */
static bool set_number(inlay_type type, double real, inlay_value *v)
{
    if (type == INLAY_TYPE_REAL)
        *v = inlay_real(real);
    else if (type == INLAY_TYPE_ORDINAL)
        *v = inlay_ordinal(real);
    else if (floor(real) == real && fabs(real) <= 0x1p53)
        *v = inlay_integer((int64_t)real);
    else
        return false;
    return true;
}

static bool read_number(inlay_type type, const json_t *json, inlay_value *v)
{
    if (type != INLAY_TYPE_INTEGER || !json_is_integer(json))
        return json_is_number(json) &&
               set_number(type, json_number_value(json), v);
    *v = inlay_integer(json_integer_value(json));
    return true;
}

static bool read_boolean(const json_t *json, inlay_value *v)
{
    const int64_t number = json_integer_value(json); /* 0 of all else */

    *v = inlay_boolean(json_is_true(json) || number == 1);
    return json_is_boolean(json) ||
           (json_is_integer(json) && (number == 0 || number == 1));
}

static bool read_text(const inlay_variable *is, const json_t *json,
                      inlay_value *v)
{
    const char *text = json_string_value(json);

    *v = is->type == INLAY_TYPE_ORDINAL ? inlay_ordinal_name(text)
                                        : inlay_category(text);
    return json_is_string(json);
}

/* A value of the variable's type, its range not yet checked. */
inlay_status inlay_configuration_read_value(const inlay_variable *is,
                                            const json_t *json, inlay_value *v,
                                            inlay_error *err)
{
    const bool is_read =
        is->type == INLAY_TYPE_CATEGORICAL || inlay_var_has_names(is)
            ? read_text(is, json, v)
        : is->type == INLAY_TYPE_BOOLEAN ? read_boolean(json, v)
                                         : read_number(is->type, json, v);

    if (is_read)
        return INLAY_OK;
    return refuse(is,
                  json_is_number(json)
                      ? inlay_shown_number(json_number_value(json)).text
                      : "the value",
                  err);
}

/* How values are read. */
enum manner {
    PRESENT, /* a configuration of the space */
    PAST /* of a trial that may be older: see inlay_configuration_read_past */
};

static inlay_status read_in(enum manner manner, const inlay_variable *is,
                            const json_t *json, inlay_value *v,
                            inlay_error *err)
{
    if (manner == PRESENT || !json_is_null(json))
        return inlay_configuration_read_value(is, json, v, err);
    *v = inlay_absent();
    return INLAY_OK;
}

/* Fails for a name that is not a variable's. */
static inlay_status check_names(const inlay_space *space, const json_t *object,
                                inlay_error *err)
{
    return inlay_json_only_keys(object, "the configuration",
                                inlay_space_names(space),
                                inlay_space_n_variables(space), err);
}

static inlay_status read_object(enum manner manner, const inlay_space *space,
                                const json_t *object, inlay_value *x,
                                inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const inlay_variable *is = &inlay_space_var(space, i)->is;
        const json_t *json = json_object_get(object, is->name);

        if (json)
            st = read_in(manner, is, json, &x[i], err);
        else if (manner == PAST && is->fallback)
            x[i] = *is->fallback;
        else if ((st = check_names(space, object, err)) == INLAY_OK)
            st = inlay_fail(err, INLAY_EINVAL, "%s: no value given",
                            inlay_shown_var(is->name, 0).text);
    }
    if (st == INLAY_OK && manner == PRESENT && json_object_size(object) != n)
        st = check_names(space, object, err);
    return st;
}

static inlay_status read_array(enum manner manner, const inlay_space *space,
                               const json_t *array, inlay_value *x,
                               inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);
    inlay_status st = INLAY_OK;

    if (json_array_size(array) != n)
        return inlay_fail(err, INLAY_EINVAL,
                          "the configuration has %zu values for %zu variables",
                          json_array_size(array), n);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = read_in(manner, &inlay_space_var(space, i)->is,
                     json_array_get(array, i), &x[i], err);
    return st;
}

static inlay_status read_any(enum manner manner, const inlay_space *space,
                             const json_t *json, inlay_value *x,
                             inlay_error *err)
{
    if (json_is_object(json))
        return read_object(manner, space, json, x, err);
    if (json_is_array(json))
        return read_array(manner, space, json, x, err);
    return inlay_fail(err, INLAY_EINVAL,
                      "the configuration must be an object or an array");
}

inlay_status inlay_configuration_read(const inlay_space *space,
                                      const json_t *json, inlay_value *x,
                                      inlay_error *err)
{
    const inlay_status st = read_any(PRESENT, space, json, x, err);
    return st == INLAY_OK ? inlay_space_check(space, x, x, err) : st;
}

inlay_status inlay_configuration_read_past(const inlay_space *space,
                                           const json_t *json, inlay_value *x,
                                           bool *is_inside, inlay_error *err)
{
    const inlay_status st = read_any(PAST, space, json, x, err);
    if (st == INLAY_OK)
        *is_inside = inlay_configuration_adopt(space, x);
    return st;
}

bool inlay_configuration_adopt(const inlay_space *space, inlay_value *x)
{
    bool is_inside = true;
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const inlay_value v = x[i];
        is_inside =
            inlay_var_adopt(inlay_space_var(space, i), &v, &x[i]) && is_inside;
    }
    return is_inside;
}

inlay_status inlay_configuration_parse(const inlay_space *space,
                                       const char *text, inlay_value *x,
                                       inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(text, strlen(text), &json, err);

    if (st == INLAY_OK)
        st = inlay_configuration_read(space, json, x, err);
    json_decref(json);
    return st;
}

/* ---- Plain text ---------------------------------------------------------- */

static bool plain_number(inlay_type type, const char *text, inlay_value *v)
{
    double real;
    int64_t integer;

    if (type != INLAY_TYPE_INTEGER || !inlay_text_to_integer(text, &integer))
        return inlay_text_to_number(text, &real) && set_number(type, real, v);
    *v = inlay_integer(integer);
    return true;
}

static bool plain_boolean(const char *text, inlay_value *v)
{
    static const char *const yes[] = {"true", "True", "TRUE", "1", "yes"};
    static const char *const no[] = {"false", "False", "FALSE", "0", "no"};

    for (size_t k = 0; k < sizeof yes / sizeof *yes; k++) {
        const bool is_yes = strcmp(text, yes[k]) == 0;

        *v = inlay_boolean(is_yes);
        if (is_yes || strcmp(text, no[k]) == 0)
            return true;
    }
    return false;
}

inlay_status inlay_configuration_read_plain(const inlay_space *space, size_t i,
                                            const char *text, inlay_value *v,
                                            inlay_error *err)
{
    const inlay_variable *is = &inlay_space_var(space, i)->is;
    bool is_read = true;

    if (is->type == INLAY_TYPE_CATEGORICAL)
        *v = inlay_category(text);
    else if (inlay_var_has_names(is))
        *v = inlay_ordinal_name(text);
    else if (is->type == INLAY_TYPE_BOOLEAN)
        is_read = plain_boolean(text, v);
    else
        is_read = plain_number(is->type, text, v);
    return is_read ? INLAY_OK : refuse(is, text, err);
}
