/*
 * configuration.c: configurations to JSON and back.
 *
 * Reading makes values of the variable's type and leaves ranges to
 * inlay_space_check, so that a rule about values is in one place only.
 */
#include "problem/configuration.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"

/* ---- Printing ------------------------------------------------------------ */

/* A number, or the text that the value has. */
static void add_value(struct inlay_text *text, const inlay_value *v,
                      bool is_json)
{
    switch (v->type) {
    case INLAY_REAL:
    case INLAY_ORDINAL:
        inlay_text_add_number(text, v->real);
        return;
    case INLAY_INTEGER:
        inlay_text_printf(text, "%" PRId64, v->integer);
        return;
    case INLAY_CATEGORICAL:
        if (is_json)
            inlay_text_add_json(text, v->text);
        else
            inlay_text_add(text, v->text);
        return;
    case INLAY_BOOLEAN:
        break;
    }
    inlay_text_add(text, v->integer ? "true" : "false");
}

void inlay_configuration_add_plain(struct inlay_text *text,
                                   const inlay_value *v)
{
    add_value(text, v, false);
}

void inlay_configuration_add_value(struct inlay_text *text,
                                   const inlay_value *v)
{
    add_value(text, v, true);
}

static void add_all(struct inlay_text *text, const inlay_space *space,
                    const inlay_value *x, bool has_names)
{
    inlay_text_add(text, has_names ? "{" : "[");

    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        if (i > 0)
            inlay_text_add(text, ", ");
        if (has_names) {
            inlay_text_add_json(text, inlay_space_var(space, i)->is.name);
            inlay_text_add(text, ": ");
        }
        add_value(text, &x[i], true);
    }
    inlay_text_add(text, has_names ? "}" : "]");
}

void inlay_configuration_add_object(struct inlay_text *text,
                                    const inlay_space *space,
                                    const inlay_value *x)
{
    add_all(text, space, x, true);
}

void inlay_configuration_add_array(struct inlay_text *text,
                                   const inlay_space *space,
                                   const inlay_value *x)
{
    add_all(text, space, x, false);
}

/* ---- Reading ------------------------------------------------------------- */

static inlay_status refuse(const inlay_variable *is, const char *what,
                           const char *rule, inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL, "%s: %s is not %s",
                      inlay_shown_var(is->name, 0).text,
                      inlay_shown_text(what).text, rule);
}

/* 3.0 is read as the integer 3; beyond 2^53 only JSON's integers are exact. */
static inlay_status read_integer(const inlay_variable *is, const json_t *json,
                                 inlay_value *v, inlay_error *err)
{
    const double real = json_number_value(json);

    if (json_is_integer(json)) {
        *v = inlay_integer(json_integer_value(json));
        return INLAY_OK;
    }
    if (!json_is_real(json) || floor(real) != real || fabs(real) > 0x1p53)
        return refuse(is,
                      json_is_real(json) ? inlay_shown_number(real).text
                                         : "the value",
                      "a whole number", err);
    *v = inlay_integer((int64_t)real);
    return INLAY_OK;
}

static inlay_status read_boolean(const inlay_variable *is, const json_t *json,
                                 inlay_value *v, inlay_error *err)
{
    if (json_is_integer(json) &&
        (json_integer_value(json) == 0 || json_integer_value(json) == 1))
        *v = inlay_boolean(json_integer_value(json) == 1);
    else if (json_is_boolean(json))
        *v = inlay_boolean(json_is_true(json));
    else
        return refuse(is, "the value", "true or false", err);
    return INLAY_OK;
}

/* A value of the variable's type, its range not yet checked. */
static inlay_status read_value(const inlay_variable *is, const json_t *json,
                               inlay_value *v, inlay_error *err)
{
    switch (is->type) {
    case INLAY_REAL:
    case INLAY_ORDINAL:
        if (!json_is_number(json))
            return refuse(is, "the value", "a number", err);
        *v = is->type == INLAY_REAL ? inlay_real(json_number_value(json))
                                    : inlay_ordinal(json_number_value(json));
        return INLAY_OK;
    case INLAY_INTEGER:
        return read_integer(is, json, v, err);
    case INLAY_CATEGORICAL:
        if (!json_is_string(json))
            return refuse(is, "the value", "a string", err);
        *v = inlay_category(json_string_value(json));
        return INLAY_OK;
    case INLAY_BOOLEAN:
        break;
    }
    return read_boolean(is, json, v, err);
}

/* Fails for a name that is not a variable's. */
static inlay_status check_names(const inlay_space *space, const json_t *object,
                                inlay_error *err)
{
    return inlay_json_only_keys(object, "the configuration",
                                inlay_space_names(space),
                                inlay_space_n_variables(space), err);
}

static inlay_status read_object(const inlay_space *space, const json_t *object,
                                inlay_value *x, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const inlay_variable *is = &inlay_space_var(space, i)->is;
        const json_t *json = json_object_get(object, is->name);

        if (json)
            st = read_value(is, json, &x[i], err);
        else if ((st = check_names(space, object, err)) == INLAY_OK)
            st = inlay_fail(err, INLAY_EINVAL, "%s: no value given",
                            inlay_shown_var(is->name, 0).text);
    }
    return st == INLAY_OK ? check_names(space, object, err) : st;
}

static inlay_status read_array(const inlay_space *space, const json_t *array,
                               inlay_value *x, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);
    inlay_status st = INLAY_OK;

    if (json_array_size(array) != n)
        return inlay_fail(err, INLAY_EINVAL,
                          "the configuration has %zu values for %zu variables",
                          json_array_size(array), n);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = read_value(&inlay_space_var(space, i)->is,
                        json_array_get(array, i), &x[i], err);
    return st;
}

inlay_status inlay_configuration_read(const inlay_space *space,
                                      const json_t *json, inlay_value *x,
                                      inlay_error *err)
{
    inlay_status st;

    if (json_is_object(json))
        st = read_object(space, json, x, err);
    else if (json_is_array(json))
        st = read_array(space, json, x, err);
    else
        st = inlay_fail(err, INLAY_EINVAL,
                        "the configuration must be an object or an array");
    return st == INLAY_OK ? inlay_space_check(space, x, x, err) : st;
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

static bool plain_boolean(const char *text, bool *out)
{
    static const char *const yes[] = {"true", "True", "TRUE", "1", "yes"};
    static const char *const no[] = {"false", "False", "FALSE", "0", "no"};

    for (size_t k = 0; k < sizeof yes / sizeof *yes; k++) {
        *out = strcmp(text, yes[k]) == 0;
        if (*out || strcmp(text, no[k]) == 0)
            return true;
    }
    return false;
}

static inlay_status plain_value(const inlay_variable *is, const char *text,
                                inlay_value *v, inlay_error *err)
{
    double real;
    int64_t integer;
    bool truth;

    switch (is->type) {
    case INLAY_REAL:
    case INLAY_ORDINAL:
        if (!inlay_text_to_number(text, &real))
            return refuse(is, text, "a number", err);
        *v = is->type == INLAY_REAL ? inlay_real(real) : inlay_ordinal(real);
        return INLAY_OK;
    case INLAY_INTEGER:
        if (inlay_text_to_integer(text, &integer))
            *v = inlay_integer(integer);
        else if (inlay_text_to_number(text, &real) && floor(real) == real &&
                 fabs(real) <= 0x1p53)
            *v = inlay_integer((int64_t)real);
        else
            return refuse(is, text, "a whole number", err);
        return INLAY_OK;
    case INLAY_CATEGORICAL:
        *v = inlay_category(text);
        return INLAY_OK;
    case INLAY_BOOLEAN:
        break;
    }
    if (!plain_boolean(text, &truth))
        return refuse(is, text, "true or false", err);
    *v = inlay_boolean(truth);
    return INLAY_OK;
}

inlay_status inlay_configuration_read_plain(const inlay_space *space, size_t i,
                                            const char *text, inlay_value *v,
                                            inlay_error *err)
{
    return plain_value(&inlay_space_var(space, i)->is, text, v, err);
}
