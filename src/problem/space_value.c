/*
 * space_value.c: values of variables.
 *
 * A *canonical* value has every member filled as the table in inlay.h says, its
 * text pointing into the space; all values inside the library are canonical.
 * The ones that come from outside become so in inlay_space_check.
 */
#include "problem/space.h"

#include <assert.h>
#include <float.h>
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

inlay_value inlay_ordinal_name(const char *name)
{
    return (inlay_value){.type = INLAY_TYPE_ORDINAL, .text = name};
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

/* Both bounds are exact, also where the values between them are no decimals. */
static double step_value(const struct inlay_var *var, uint64_t level)
{
    const inlay_variable *is = &var->is;
    const double k = (double)level, n = (double)(var->n_levels - 1);

    if (var->n_levels == 1)
        return is->lo;
    return var->unit > 0.0
               ? inlay_step_value(is->lo, is->step, var->unit, k) + 0.0
               : is->lo * (1.0 - k / n) + is->hi * (k / n) + 0.0;
}

/* The level nearest to v, which lies within the bounds. */
static uint64_t step_level(const struct inlay_var *var, double v)
{
    const inlay_variable *is = &var->is;
    const double n = (double)(var->n_levels - 1);
    const double share =
        (0.5 * v - 0.5 * is->lo) / (0.5 * is->hi - 0.5 * is->lo);

    return var->n_levels == 1 ? 0 : (uint64_t)nearbyint(share * n);
}

/* Of an integer: 1 where it has no step. */
static uint64_t integer_step(const inlay_variable *is)
{
    return is->step > 0.0 ? (uint64_t)is->step : 1;
}

inlay_value inlay_var_value(const struct inlay_var *var, uint64_t level)
{
    const inlay_variable *is = &var->is;
    inlay_value v = {.type = is->type, .integer = (int64_t)level};

    assert(level < var->n_levels);
    switch (is->type) {
    case INLAY_TYPE_REAL:
        return inlay_real(step_value(var, level));
    case INLAY_TYPE_INTEGER: /* at most int_hi: no overflow */
        return inlay_integer(
            (int64_t)((uint64_t)is->int_lo + level * integer_step(is)));
    case INLAY_TYPE_ORDINAL:
        v.real = is->labels ? (double)level : is->numbers[level];
        v.text = is->labels ? is->labels[level] : NULL;
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
        return var->n_levels > 0 ? step_level(var, v->real) : 0;
    if (var->is.type == INLAY_TYPE_INTEGER)
        return ((uint64_t)v->integer - (uint64_t)var->is.int_lo) /
               integer_step(&var->is);
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

/* Of level or level + 1: message for a value between two steps. */
static inlay_status fail_between(const struct inlay_var *var,
                                 struct inlay_shown value, uint64_t level,
                                 inlay_error *err)
{
    const inlay_value below = inlay_var_value(var, level);
    const inlay_value above = inlay_var_value(var, level + 1);

    return inlay_fail(err, INLAY_EINVAL,
                      "value %s is between two steps; the nearest values are "
                      "%s and %s",
                      value.text, inlay_shown_number(below.real).text,
                      inlay_shown_number(above.real).text);
}

/* By so much a value may miss one of a step: more than sums of steps do, and far
 * less than a step. */
static double step_rounding(const inlay_variable *is)
{
    const double rounding =
        4.0 * DBL_EPSILON * fmax(fabs(is->lo), fabs(is->hi));

    return fmax(1e-9 * is->step, fmin(rounding, 0.1 * is->step));
}

static inlay_status check_step(const struct inlay_var *var, double v,
                               inlay_value *out, inlay_error *err)
{
    const inlay_variable *is = &var->is;
    const uint64_t level = step_level(var, fmin(fmax(v, is->lo), is->hi));
    const inlay_value near = inlay_var_value(var, level);
    const double off = v - near.real;

    if (fabs(off) > step_rounding(is))
        return fail_between(var, inlay_shown_number(v),
                            off < 0.0 ? level - 1 : level, err);
    *out = near;
    return INLAY_OK;
}

static inlay_status check_real(const struct inlay_var *var, double v,
                               inlay_value *out, inlay_error *err)
{
    const inlay_variable *is = &var->is;
    const double rounding = var->n_levels > 1 ? step_rounding(is) : 0.0;

    if (!isfinite(v))
        return inlay_fail(err, INLAY_EINVAL, "value %s is not a finite number",
                          inlay_shown_number(v).text);
    if (v < is->lo - rounding || v > is->hi + rounding)
        return inlay_fail(
            err, INLAY_EINVAL, "value %s is not between %s and %s",
            inlay_shown_number(v).text, inlay_shown_number(is->lo).text,
            inlay_shown_number(is->hi).text);
    if (var->n_levels > 1)
        return check_step(var, v, out, err);
    *out = inlay_real(v + 0.0); /* 0 for -0: equal values look equal */
    return INLAY_OK;
}

static inlay_status check_integer(const struct inlay_var *var, int64_t v,
                                  inlay_value *out, inlay_error *err)
{
    const inlay_variable *is = &var->is;
    const uint64_t above = (uint64_t)v - (uint64_t)is->int_lo;

    if (v < is->int_lo || v > is->int_hi)
        return inlay_fail(err, INLAY_EINVAL,
                          "value %" PRId64 " is not between %" PRId64
                          " and %" PRId64,
                          v, is->int_lo, is->int_hi);
    *out = inlay_integer(v);
    if (above % integer_step(is) == 0)
        return INLAY_OK;
    return fail_between(var, inlay_shown_number((double)v),
                        above / integer_step(is), err);
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
            !is->labels
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
static inlay_status check_number(const struct inlay_var *var, double v,
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

static inlay_status check_name(const struct inlay_var *var, const char *text,
                               inlay_value *out, inlay_error *err)
{
    const inlay_variable *is = &var->is;

    if (!text)
        return inlay_fail(err, INLAY_EINVAL, "the text of the value is NULL%s",
                          is->type == INLAY_TYPE_ORDINAL
                              ? "; its values are names: use "
                                "inlay_ordinal_name()"
                              : "");
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
            st = check_real(var, x->real, out, err);
            break;
        case INLAY_TYPE_INTEGER:
            st = check_integer(var, x->integer, out, err);
            break;
        case INLAY_TYPE_ORDINAL:
            st = is->labels ? check_name(var, x->text, out, err)
                            : check_number(var, x->real, out, err);
            break;
        case INLAY_TYPE_CATEGORICAL:
            st = check_name(var, x->text, out, err);
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

bool inlay_var_check(const struct inlay_var *var, const inlay_value *x,
                     inlay_value *out)
{
    return canonical(var, x, out, NULL) == INLAY_OK;
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
