/*
 * space_value.c: values of variables.
 *
 * A *canonical* value has every member filled as the table in inlay.h says, its
 * text pointing into the space; all values inside the library are canonical.
 * The ones that come from outside become so in inlay_space_check.
 */
#include "problem/space.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

static const char *const type_names[] = {
    [INLAY_TYPE_REAL] = "real",       [INLAY_TYPE_INTEGER] = "integer",
    [INLAY_TYPE_ORDINAL] = "ordinal", [INLAY_TYPE_CATEGORICAL] = "categorical",
    [INLAY_TYPE_BOOLEAN] = "boolean", [INLAY_TYPE_ABSENT] = "absent",
};

const char *inlay_type_name(inlay_type type)
{
    const size_t i = (size_t)type;
    return i < sizeof type_names / sizeof *type_names ? type_names[i] : NULL;
}

/* ---- Values as the user makes them --------------------------------------- */

inlay_value inlay_real(double v)
{
    return (inlay_value){.type = INLAY_TYPE_REAL, .real = v};
}

inlay_value inlay_integer(int64_t v)
{
    return (inlay_value){
        .type = INLAY_TYPE_INTEGER, .real = (double)v, .integer = v};
}

inlay_value inlay_ordinal(double v)
{
    return (inlay_value){.type = INLAY_TYPE_ORDINAL, .real = v};
}

inlay_value inlay_category(const char *name)
{
    return (inlay_value){.type = INLAY_TYPE_CATEGORICAL, .text = name};
}

inlay_value inlay_boolean(bool v)
{
    return (inlay_value){.type = INLAY_TYPE_BOOLEAN,
                         .real = v,
                         .integer = v,
                         .text = v ? "true" : "false"};
}

inlay_value inlay_absent(void)
{
    return (inlay_value){.type = INLAY_TYPE_ABSENT};
}

/* ---- Levels -------------------------------------------------------------- */

inlay_value inlay_var_value(const struct inlay_var *var, uint64_t level)
{
    const inlay_variable *is = &var->is;
    inlay_value v = {.type = is->type, .integer = (int64_t)level};

    assert(level < var->n_levels);
    switch (is->type) {
    case INLAY_TYPE_REAL:
        return inlay_real(is->lo);
    case INLAY_TYPE_INTEGER: /* int_lo + level <= int_hi: no overflow */
        return inlay_integer(is->int_lo + (int64_t)level);
    case INLAY_TYPE_ORDINAL:
        v.real = is->numbers[level];
        break;
    case INLAY_TYPE_CATEGORICAL:
    case INLAY_TYPE_BOOLEAN:
        v.real = (double)level;
        v.text = is->labels[level];
        break;
    case INLAY_TYPE_ABSENT: /* of no variable */
        break;
    }
    return v;
}

uint64_t inlay_var_level(const struct inlay_var *var, const inlay_value *v)
{
    if (var->is.type == INLAY_TYPE_REAL)
        return 0;
    if (var->is.type == INLAY_TYPE_INTEGER)
        return (uint64_t)v->integer - (uint64_t)var->is.int_lo;
    return (uint64_t)v->integer;
}

/* Outside a space types may differ, and texts where there is no index. */
static bool are_equal(const inlay_value *a, const inlay_value *b)
{
    if (a->type != b->type || a->real != b->real || a->integer != b->integer)
        return false;
    return a->text == b->text || !a->text || !b->text ||
           strcmp(a->text, b->text) == 0;
}

bool inlay_values_equal(const inlay_value *a, const inlay_value *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!are_equal(&a[i], &b[i]))
            return false;
    return true;
}

/* ---- Checking ------------------------------------------------------------ */

static inlay_status check_real(const inlay_variable *is, double v,
                               inlay_value *out, inlay_error *err)
{
    if (!isfinite(v))
        return inlay_fail(err, INLAY_EINVAL, "value %s is not a finite number",
                          inlay_shown_number(v).text);
    if (v < is->lo || v > is->hi)
        return inlay_fail(
            err, INLAY_EINVAL, "value %s is not between %s and %s",
            inlay_shown_number(v).text, inlay_shown_number(is->lo).text,
            inlay_shown_number(is->hi).text);
    *out = inlay_real(v + 0.0); /* 0 for -0: equal values look equal */
    return INLAY_OK;
}

static inlay_status check_integer(const inlay_variable *is, int64_t v,
                                  inlay_value *out, inlay_error *err)
{
    if (v < is->int_lo || v > is->int_hi)
        return inlay_fail(err, INLAY_EINVAL,
                          "value %" PRId64 " is not between %" PRId64
                          " and %" PRId64,
                          v, is->int_lo, is->int_hi);
    *out = inlay_integer(v);
    return INLAY_OK;
}

/* The first values of a list, for a message: there is room for so many. */
enum { MOST_SHOWN = 5 };
struct list {
    char text[MOST_SHOWN * (sizeof(struct inlay_shown) + 4) + 8];
};

static struct list shown_values(const inlay_variable *is)
{
    struct list list = {""};
    size_t n = 0;

    for (size_t k = 0; k < is->n_values && k < MOST_SHOWN; k++) {
        const char *before = k > 0 ? ", " : "";
        const int put =
            is->type == INLAY_TYPE_ORDINAL
                ? snprintf(list.text + n, sizeof list.text - n, "%s%s", before,
                           inlay_shown_number(is->numbers[k]).text)
                : snprintf(list.text + n, sizeof list.text - n, "%s'%s'",
                           before, inlay_shown_text(is->labels[k]).text);
        n += put > 0 ? (size_t)put : 0;
    }
    if (is->n_values > MOST_SHOWN)
        snprintf(list.text + n, sizeof list.text - n, ", ...");
    return list;
}

/* By bisection: numbers[lo] <= v wherever there is such a lo. */
static inlay_status check_ordinal(const struct inlay_var *var, double v,
                                  inlay_value *out, inlay_error *err)
{
    size_t lo = 0, hi = var->is.n_values;

    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (var->is.numbers[mid] <= v)
            lo = mid;
        else
            hi = mid;
    }
    if (var->is.numbers[lo] != v) /* a NaN too */
        return inlay_fail(err, INLAY_EINVAL,
                          "value %s is not one of its %zu numbers: %s",
                          inlay_shown_number(v).text, var->is.n_values,
                          shown_values(&var->is).text);
    *out = inlay_var_value(var, lo);
    return INLAY_OK;
}

static inlay_status check_categorical(const struct inlay_var *var,
                                      const char *text, inlay_value *out,
                                      inlay_error *err)
{
    const inlay_variable *is = &var->is;

    if (!text)
        return inlay_fail(err, INLAY_EINVAL, "the text of the value is NULL");
    for (size_t k = 0; k < is->n_values; k++)
        if (strcmp(is->labels[k], text) == 0) {
            *out = inlay_var_value(var, k);
            return INLAY_OK;
        }

    const char *meant = inlay_text_nearest(text, is->labels, is->n_values);
    return inlay_fail(
        err, INLAY_EINVAL, "value '%s' is not one of its %zu names%s%s",
        inlay_shown_text(text).text, is->n_values, meant ? "" : ": ",
        meant ? inlay_shown_guess(meant).text : shown_values(is).text);
}

static inlay_status check_boolean(const struct inlay_var *var, int64_t v,
                                  inlay_value *out, inlay_error *err)
{
    if (v != 0 && v != 1)
        return inlay_fail(err, INLAY_EINVAL, "value %" PRId64 " is not 0 or 1",
                          v);
    *out = inlay_var_value(var, (uint64_t)v);
    return INLAY_OK;
}

static inlay_status check_type(const inlay_variable *is, inlay_type type,
                               inlay_error *err)
{
    const char *name = inlay_type_name(type);

    if (type == is->type)
        return INLAY_OK;
    if (!name)
        return inlay_fail(err, INLAY_EINVAL,
                          "the type of the value, %d, is not an inlay_type",
                          (int)type);
    return inlay_fail(err, INLAY_EINVAL, "the value is of type %s, not %s",
                      name, inlay_type_name(is->type));
}

static inlay_status canonical(const struct inlay_var *var, const inlay_value *x,
                              inlay_value *out, inlay_error *err)
{
    const inlay_variable *is = &var->is;
    inlay_status st = check_type(is, x->type, err);

    if (st == INLAY_OK)
        switch (is->type) {
        case INLAY_TYPE_REAL:
            st = check_real(is, x->real, out, err);
            break;
        case INLAY_TYPE_INTEGER:
            st = check_integer(is, x->integer, out, err);
            break;
        case INLAY_TYPE_ORDINAL:
            st = check_ordinal(var, x->real, out, err);
            break;
        case INLAY_TYPE_CATEGORICAL:
            st = check_categorical(var, x->text, out, err);
            break;
        case INLAY_TYPE_BOOLEAN:
            st = check_boolean(var, x->integer, out, err);
            break;
        case INLAY_TYPE_ABSENT: /* of no variable */
            break;
        }
    if (st != INLAY_OK)
        inlay_fail_within(err, st, "%s", inlay_shown_var(is->name, 0).text);
    return st;
}

/* Twice over all: out is written when nothing can fail any more. */
inlay_status inlay_space_check(const inlay_space *space, const inlay_value *x,
                               inlay_value *out, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);
    inlay_value v;

    if (!x)
        return inlay_fail(err, INLAY_EINVAL, "the configuration is NULL");
    for (size_t i = 0; i < n; i++) {
        const inlay_status st =
            canonical(inlay_space_var(space, i), &x[i], &v, err);
        if (st != INLAY_OK)
            return st;
    }
    for (size_t i = 0; i < n; i++)
        canonical(inlay_space_var(space, i), &x[i], &out[i], NULL);
    return INLAY_OK;
}
