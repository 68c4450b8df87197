/*
 * translate.c: values from one space to another, by name.
 *
 * A translation is prepared once for a pair of spaces; then it costs a copy for
 * each value.  It never fails: whether a study may change is asked elsewhere
 * (study/change), and a process that still knows an older space must be able to
 * read what others do in the new one.
 */
#include "problem/translate.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

/* ---- The same? ---- */

static bool is_same_list(const inlay_variable *a, const inlay_variable *b)
{
    bool same = a->n_values == b->n_values && !a->labels == !b->labels;
    for (size_t k = 0; same && k < a->n_values; k++)
        same = a->labels ? strcmp(a->labels[k], b->labels[k]) == 0
                         : a->numbers[k] == b->numbers[k];
    return same;
}

bool inlay_variable_is_same(const inlay_variable *a, const inlay_variable *b)
{
    if (a->type != b->type || strcmp(a->name, b->name) != 0 ||
        a->scale != b->scale || a->step != b->step)
        return false;
    if (a->type == INLAY_TYPE_REAL)
        return a->lo == b->lo && a->hi == b->hi;
    if (a->type == INLAY_TYPE_INTEGER)
        return a->int_lo == b->int_lo && a->int_hi == b->int_hi;
    return is_same_list(a, b);
}

bool inlay_space_is_same(const inlay_space *a, const inlay_space *b)
{
    const size_t n = inlay_space_n_variables(a);
    bool same = n == inlay_space_n_variables(b);
    for (size_t i = 0; same && i < n; i++)
        same = inlay_variable_is_same(&inlay_space_var(a, i)->is,
                                      &inlay_space_var(b, i)->is);
    return same;
}

/* ---- One value ---- */

/* Are its values numbers, not names? */
static bool has_numbers(const inlay_variable *is)
{
    return is->type == INLAY_TYPE_REAL || is->type == INLAY_TYPE_INTEGER ||
           (is->type == INLAY_TYPE_ORDINAL && !is->labels);
}

static bool is_number(const inlay_value *v)
{
    return v->type == INLAY_TYPE_REAL || v->type == INLAY_TYPE_INTEGER ||
           (v->type == INLAY_TYPE_ORDINAL && !v->text);
}

bool inlay_variable_is_kin(const inlay_variable *a, const inlay_variable *b)
{
    return has_numbers(a) == has_numbers(b);
}

/* The real number x is exactly. */
static bool to_real(const inlay_value *v, double *x)
{
    *x = v->type == INLAY_TYPE_INTEGER ? (double)v->integer : v->real;
    return v->type != INLAY_TYPE_INTEGER ||
           (fabs(*x) < 0x1p63 && (int64_t)*x == v->integer);
}

/* The integer it is exactly. */
static bool to_integer(const inlay_value *v, int64_t *i)
{
    if (v->type == INLAY_TYPE_INTEGER) {
        *i = v->integer;
        return true;
    }
    if (!(fabs(v->real) < 0x1p63) || floor(v->real) != v->real)
        return false;
    *i = (int64_t)v->real;
    return true;
}

/* The value as one of the variable's type, or as it is; false: there is none of
 * that type. */
static bool convert(const inlay_variable *is, const inlay_value *v,
                    inlay_value *out)
{
    double x = 0.0;
    int64_t i = 0;
    *out = v->type == INLAY_TYPE_INTEGER ? inlay_integer(v->integer)
                                         : inlay_real(v->real + 0.0);
    if (is->type == INLAY_TYPE_INTEGER) {
        if (!to_integer(v, &i))
            return false;
        *out = inlay_integer(i);
        return true;
    }
    if (!to_real(v, &x))
        return false;
    *out = is->type == INLAY_TYPE_REAL ? inlay_real(x + 0.0)
                                       : inlay_ordinal(x + 0.0);
    return true;
}

static bool adopt_number(const struct inlay_var *var, const inlay_value *v,
                         inlay_value *out)
{
    inlay_value found;
    if (!convert(&var->is, v, out))
        return false;
    if (inlay_var_check(var, out, &found)) {
        *out = found;
        return true;
    }
    if (var->is.type == INLAY_TYPE_ORDINAL)
        out->integer = -1;
    return false;
}

static bool adopt_name(const struct inlay_var *var, const inlay_value *v,
                       inlay_value *out)
{
    for (size_t k = 0; k < var->is.n_values; k++)
        if (strcmp(var->is.labels[k], v->text) == 0) {
            *out = inlay_var_value(var, k);
            return true;
        }
    *out = var->is.type == INLAY_TYPE_ORDINAL ? inlay_ordinal_name(v->text)
                                              : inlay_category(v->text);
    out->integer = -1;
    out->real = -1.0;
    return false;
}

bool inlay_var_adopt(const struct inlay_var *var, const inlay_value *v,
                     inlay_value *out)
{
    *out = inlay_absent();
    if (v->type == INLAY_TYPE_ABSENT || has_numbers(&var->is) != is_number(v))
        return false;
    return is_number(v) ? adopt_number(var, v, out) : adopt_name(var, v, out);
}

/* ---- A configuration ---- */

inlay_status inlay_translation_init(struct inlay_translation *out,
                                    const inlay_space *from,
                                    const inlay_space *to, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(to);
    struct inlay_translation t = {from, to, inlay_mem_new(n, sizeof *t.source)};
    if (!t.source)
        return inlay_fail_memory(err, "a translation");
    for (size_t i = 0; i < n; i++) {
        const char *name = inlay_space_var(to, i)->is.name;
        if (inlay_space_find(from, name, &t.source[i], NULL) != INLAY_OK)
            t.source[i] = SIZE_MAX;
    }
    *out = t;
    return INLAY_OK;
}

void inlay_translation_clear(struct inlay_translation *t)
{
    inlay_mem_free(t->source);
    *t = (struct inlay_translation){0};
}

bool inlay_translate(const struct inlay_translation *t, const inlay_value *x,
                     inlay_value *out)
{
    const inlay_value absent = inlay_absent();
    bool is_inside = true;
    for (size_t i = 0; i < inlay_space_n_variables(t->to); i++) {
        const struct inlay_var *var = inlay_space_var(t->to, i);
        const inlay_value *v = t->source[i] < SIZE_MAX ? &x[t->source[i]]
                               : var->is.fallback      ? var->is.fallback
                                                       : &absent;
        is_inside = inlay_var_adopt(var, v, &out[i]) && is_inside;
    }
    return is_inside;
}
