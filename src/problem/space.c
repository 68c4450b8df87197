/*
 * space.c: builds a space, variable by variable, and validates each of them.
 *
 * All ways in (the public add functions, the parser) describe a variable by an
 * inlay_variable and go through inlay_space_add, so that a rule is in one
 * place.  The rules' messages do not name the variable: inlay_space_add does.
 *
 * What a variable points to is in one block of its own, so that those pointers
 * stay when the array of variables grows:
 *
 *     ordinal      | n numbers          | name 0 |
 *     names        | n pointers into →  | name 0 | label 0 | label 0 | ...
 *     others       |                    | name 0 |
 *
 * ("names": a categorical, or an ordinal of names.)
 *
 * Invariants: every variable in a space is valid; names differ; a failed add
 * leaves the space as it was.
 */
#include "problem/space.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "base/text.h"

/* Levels of an integer must be exact as doubles, and on a log scale cells must
 * be wide enough to be told apart: see encode.c. */
#define MAX_WIDTH ((uint64_t)1 << 53)
#define MAX_LOG_INTEGER ((int64_t)1 << 43)
/* Steps of a real: so that each of their numbers can be told from the next. */
static const double MAX_STEPS = 0x1p50;

struct slot {
    struct inlay_var var;
    void *block;
    /* Apart, as they may be set again; NULL: none. */
    char *description;
    inlay_value *fallback; /* with its text */
};

struct inlay_space {
    struct slot *slot;
    const char **names; /* of the variables */
    size_t n, room, names_room;
};

static const char *const boolean_labels[] = {"false", "true"};

/* place is at most INLAY_MAX_VARIABLES + 1, where a parser stops; the remainder
 * shows the compiler that it fits. */
struct inlay_shown inlay_shown_var(const char *name, size_t place)
{
    const struct inlay_shown brief = inlay_shown_text(name ? name : "");
    const size_t size = sizeof brief.text;
    struct inlay_shown shown;

    if (!name)
        snprintf(shown.text, size, "variable %zu", place);
    else if (place == 0)
        snprintf(shown.text, size, "variable '%.51s'", brief.text);
    else
        snprintf(shown.text, size, "variable %zu ('%.51s')", place % 1000000,
                 brief.text);
    return shown;
}

/* ---- Rules --------------------------------------------------------------- */

static bool find_name(const inlay_space *space, const char *name, size_t *i)
{
    for (size_t k = 0; k < space->n; k++)
        if (strcmp(space->names[k], name) == 0) {
            *i = k;
            return true;
        }
    return false;
}

static inlay_status check_name(const inlay_space *space, const char *name,
                               inlay_error *err)
{
    size_t other;

    if (name[0] == '\0')
        return inlay_fail(err, INLAY_EINVAL, "the name is empty");
    if (!inlay_utf8_is_valid(name)) /* JSON cannot say it */
        return inlay_fail(err, INLAY_EINVAL, "the name is not valid UTF-8");
    if (find_name(space, name, &other))
        return inlay_fail(err, INLAY_EINVAL,
                          "variable %zu already has this name", other + 1);
    if (space->n >= INLAY_MAX_VARIABLES)
        return inlay_fail(err, INLAY_EINVAL, "a space has at most %d variables",
                          INLAY_MAX_VARIABLES);
    return INLAY_OK;
}

static inlay_status check_scale(const inlay_variable *is, inlay_error *err)
{
    if (is->scale == INLAY_SCALE_LINEAR || is->scale == INLAY_SCALE_LOG)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "scale %d is not INLAY_SCALE_LINEAR or INLAY_SCALE_LOG",
                      (int)is->scale);
}

/* ---- Steps ---- */

static bool is_decimal(double v, double unit)
{
    const double whole = nearbyint(v * unit);

    return fabs(whole) < 0x1p50 && whole / unit == v;
}

/* 10^22 is the last power of ten that is a double. */
double inlay_step_unit(double lo, double step)
{
    double unit = 1.0;

    for (int digits = 0; digits <= 22; digits++) {
        if (is_decimal(lo, unit) && is_decimal(step, unit))
            return unit;
        unit *= 10.0;
    }
    return 0.0;
}

double inlay_step_value(double lo, double step, double unit, double k)
{
    if (unit == 0.0)
        return lo + k * step;
    return (nearbyint(lo * unit) + k * nearbyint(step * unit)) / unit;
}

/* hi is not the end of a step: names the ends around it. */
static inlay_status fail_step(const inlay_variable *is, double lo, double hi,
                              double n_steps, inlay_error *err)
{
    const double unit = inlay_step_unit(lo, is->step), k = floor(n_steps);
    const double below = inlay_step_value(lo, is->step, unit, k);
    const double above = inlay_step_value(lo, is->step, unit, k + 1.0);

    if (k < 1.0)
        return inlay_fail(
            err, INLAY_EINVAL, "step %s is larger than the range from %s to %s",
            inlay_shown_number(is->step).text, inlay_shown_number(lo).text,
            inlay_shown_number(hi).text);
    return inlay_fail(err, INLAY_EINVAL,
                      "upper bound %s is not %s plus a whole number of steps "
                      "of %s; the nearest that are: %s and %s",
                      inlay_shown_number(hi).text, inlay_shown_number(lo).text,
                      inlay_shown_number(is->step).text,
                      inlay_shown_number(below).text,
                      inlay_shown_number(above).text);
}

/* A range of doubles may overflow. */
static double count_steps(double lo, double hi, double step)
{
    return (0.5 * hi - 0.5 * lo) / (0.5 * step);
}

/* The number of steps may miss a whole one by the rounding of bounds and step:
 * 1/3 leads from 0 to 1. */
static inlay_status check_step(const inlay_variable *is, double lo, double hi,
                               inlay_error *err)
{
    const double n = count_steps(lo, hi, is->step);
    const double rounding =
        n + 0.5 * fabs(lo) / (0.5 * is->step) + fabs(hi) / is->step;

    if (is->step == 0.0)
        return INLAY_OK;
    if (!(is->step > 0.0) || !isfinite(is->step))
        return inlay_fail(err, INLAY_EINVAL, "step %s is not a number above 0",
                          inlay_shown_number(is->step).text);
    if (is->scale == INLAY_SCALE_LOG)
        return inlay_fail(err, INLAY_EINVAL,
                          "a log scale has no step; drop the step, or use type "
                          "ordinal with the values that you want");
    if (!(n < MAX_STEPS))
        return inlay_fail(err, INLAY_EINVAL,
                          "step %s is too fine for the range from %s to %s; "
                          "drop it",
                          inlay_shown_number(is->step).text,
                          inlay_shown_number(lo).text,
                          inlay_shown_number(hi).text);
    if (fabs(n - nearbyint(n)) > 4.0 * DBL_EPSILON * rounding ||
        (lo < hi && nearbyint(n) < 1.0))
        return fail_step(is, lo, hi, n, err);
    return INLAY_OK;
}

static inlay_status check_real(const inlay_variable *is, inlay_error *err)
{
    const bool is_hi = isfinite(is->lo); /* which to name */

    if (!isfinite(is->lo) || !isfinite(is->hi))
        return inlay_fail(err, INLAY_EINVAL,
                          "%s bound %s is not a finite number",
                          is_hi ? "upper" : "lower",
                          inlay_shown_number(is_hi ? is->hi : is->lo).text);
    if (is->lo > is->hi)
        return inlay_fail(
            err, INLAY_EINVAL, "lower bound %s is above upper bound %s",
            inlay_shown_number(is->lo).text, inlay_shown_number(is->hi).text);
    if (is->scale == INLAY_SCALE_LOG && is->lo <= 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "lower bound %s must be above 0 on a log scale",
                          inlay_shown_number(is->lo).text);
    return check_step(is, is->lo, is->hi, err);
}

/* hi - lo as uint64_t: the difference of two int64_t does not fit in one. */
static uint64_t integer_width(const inlay_variable *is)
{
    return (uint64_t)is->int_hi - (uint64_t)is->int_lo;
}

/* Exactly, where check_step allows for rounding. */
static inlay_status check_integer_step(const inlay_variable *is,
                                       inlay_error *err)
{
    const double lo = (double)is->int_lo, hi = (double)is->int_hi;
    const inlay_status st =
        check_step(is, lo, lo + (double)integer_width(is), err);

    if (st != INLAY_OK || is->step == 0.0 ||
        integer_width(is) % (uint64_t)is->step == 0)
        return st;
    return fail_step(is, lo, hi, (double)integer_width(is) / is->step, err);
}

static inlay_status check_integer(const inlay_variable *is, inlay_error *err)
{
    if (is->int_lo > is->int_hi)
        return inlay_fail(err, INLAY_EINVAL,
                          "lower bound %" PRId64
                          " is above upper bound %" PRId64,
                          is->int_lo, is->int_hi);
    if (is->scale == INLAY_SCALE_LOG && is->int_lo < 1)
        return inlay_fail(err, INLAY_EINVAL,
                          "lower bound %" PRId64
                          " is below 1, the smallest bound on a log scale",
                          is->int_lo);
    if (is->scale == INLAY_SCALE_LOG && is->int_hi > MAX_LOG_INTEGER)
        return inlay_fail(err, INLAY_EINVAL,
                          "upper bound %" PRId64 " is above %" PRId64
                          " (2^43), the largest bound on a log scale",
                          is->int_hi, MAX_LOG_INTEGER);
    if (integer_width(is) >= MAX_WIDTH)
        return inlay_fail(err, INLAY_EINVAL,
                          "bounds %" PRId64 " and %" PRId64
                          " must be less than 2^53 apart",
                          is->int_lo, is->int_hi);
    if (is->step != floor(is->step))
        return inlay_fail(err, INLAY_EINVAL,
                          "step %s of an integer is not a whole number",
                          inlay_shown_number(is->step).text);
    return check_integer_step(is, err);
}

static inlay_status check_count(const inlay_variable *is, inlay_error *err)
{
    if (is->n_values == 0)
        return inlay_fail(err, INLAY_EINVAL, "the list of values is empty");
    if (is->n_values > INLAY_MAX_LEVELS)
        return inlay_fail(err, INLAY_EINVAL,
                          "%zu values, but at most %d are allowed",
                          is->n_values, INLAY_MAX_LEVELS);
    return INLAY_OK;
}

static inlay_status check_numbers(const inlay_variable *is, inlay_error *err)
{
    const double *v = is->numbers;
    inlay_status st = check_count(is, err);

    for (size_t i = 0; i < is->n_values && st == INLAY_OK; i++)
        if (!isfinite(v[i]))
            st = inlay_fail(err, INLAY_EINVAL,
                            "value %zu, %s, is not a finite number", i + 1,
                            inlay_shown_number(v[i]).text);
        else if (i > 0 && v[i] <= v[i - 1])
            st = inlay_fail(err, INLAY_EINVAL,
                            "value %zu, %s, is not above the one before, %s",
                            i + 1, inlay_shown_number(v[i]).text,
                            inlay_shown_number(v[i - 1]).text);
    return st;
}

static inlay_status check_label(const char *label, size_t i, inlay_error *err)
{
    if (!label)
        return inlay_fail(err, INLAY_EINVAL, "value %zu is NULL", i + 1);
    if (label[0] == '\0')
        return inlay_fail(err, INLAY_EINVAL, "value %zu is empty", i + 1);
    if (!inlay_utf8_is_valid(label))
        return inlay_fail(err, INLAY_EINVAL, "value %zu is not valid UTF-8",
                          i + 1);
    return INLAY_OK;
}

static int compare_labels(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts a copy of the pointers: ten thousand names make 5e7 pairs. */
static inlay_status check_labels_differ(const inlay_variable *is,
                                        inlay_error *err)
{
    inlay_status st = INLAY_OK;
    const char **sorted = inlay_mem_new(is->n_values, sizeof *sorted);

    if (!sorted)
        return inlay_fail_memory(err, "a list of values");
    for (size_t i = 0; i < is->n_values; i++)
        sorted[i] = is->labels[i];
    qsort(sorted, is->n_values, sizeof *sorted, compare_labels);
    for (size_t i = 1; i < is->n_values && st == INLAY_OK; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            st = inlay_fail(err, INLAY_EINVAL, "value '%s' appears twice",
                            inlay_shown_text(sorted[i]).text);
    inlay_mem_free(sorted);
    return st;
}

static inlay_status check_names(const inlay_variable *is, inlay_error *err)
{
    inlay_status st = check_count(is, err);

    for (size_t i = 0; i < is->n_values && st == INLAY_OK; i++)
        st = check_label(is->labels[i], i, err);
    return st == INLAY_OK ? check_labels_differ(is, err) : st;
}

bool inlay_var_has_names(const inlay_variable *is)
{
    return is->type == INLAY_TYPE_ORDINAL && is->labels && !is->numbers;
}

static inlay_status check_ordinal(const inlay_variable *is, inlay_error *err)
{
    return inlay_var_has_names(is) ? check_names(is, err)
                                   : check_numbers(is, err);
}

static inlay_status check_description(const inlay_variable *is,
                                      inlay_error *err)
{
    if (is->description && !inlay_utf8_is_valid(is->description))
        return inlay_fail(err, INLAY_EINVAL,
                          "the description is not valid UTF-8");
    return INLAY_OK;
}

/* A boolean has no rule of its own. */
static inlay_status check_variable(const inlay_variable *is, inlay_error *err)
{
    typedef inlay_status check_fn(const inlay_variable *is, inlay_error *err);
    static check_fn *const checks[] = {[INLAY_TYPE_REAL] = check_real,
                                       [INLAY_TYPE_INTEGER] = check_integer,
                                       [INLAY_TYPE_ORDINAL] = check_ordinal,
                                       [INLAY_TYPE_CATEGORICAL] = check_names,
                                       [INLAY_TYPE_BOOLEAN] = check_scale};
    inlay_status st = checks[is->type](is, err);

    if (st == INLAY_OK)
        st = check_scale(is, err);
    return st == INLAY_OK ? check_description(is, err) : st;
}

/* ---- Building ------------------------------------------------------------ */

static uint64_t count_levels(const inlay_variable *is)
{
    const uint64_t step = is->step > 0.0 ? (uint64_t)is->step : 1;

    if (is->type == INLAY_TYPE_REAL && is->lo < is->hi)
        return is->step > 0.0 ? (uint64_t)nearbyint(
                                    count_steps(is->lo, is->hi, is->step)) +
                                    1
                              : 0;
    if (is->type == INLAY_TYPE_REAL)
        return 1;
    if (is->type == INLAY_TYPE_INTEGER)
        return integer_width(is) / step + 1;
    return is->n_values;
}

static bool has_labels(const inlay_variable *is)
{
    return is->type == INLAY_TYPE_CATEGORICAL || inlay_var_has_names(is);
}

/* How many levels, and how they are found. */
static void set_levels(struct inlay_var *var)
{
    const inlay_variable *is = &var->is;
    const double unit = inlay_step_unit(is->lo, is->step);

    var->n_levels = count_levels(is);
    var->unit = is->type == INLAY_TYPE_REAL && is->step > 0.0 &&
                        inlay_step_value(is->lo, is->step, unit,
                                         (double)(var->n_levels - 1)) == is->hi
                    ? unit
                    : 0.0;
}

/* Bytes of the list at the beginning of the block; no overflow, here and below,
 * as all of it is in memory already. */
static size_t list_size(const inlay_variable *is)
{
    return has_labels(is)                   ? is->n_values * sizeof *is->labels
           : is->type == INLAY_TYPE_ORDINAL ? is->n_values * sizeof *is->numbers
                                            : 0;
}

static size_t block_size(const inlay_variable *is)
{
    size_t size = list_size(is) + strlen(is->name) + 1;

    for (size_t i = 0; has_labels(is) && i < is->n_values; i++)
        size += strlen(is->labels[i]) + 1;
    return size;
}

/* Copies text with its zero to *end and moves *end behind it. */
static const char *put_text(char **end, const char *text)
{
    char *copy = *end;
    const size_t n = strlen(text) + 1;

    memcpy(copy, text, n);
    *end = copy + n;
    return copy;
}

/* x + 0.0 turns -0 to 0, here and below: JSON does not keep its sign. */
static void copy_numbers(inlay_variable *copy, const double *from, double *list)
{
    for (size_t i = 0; i < copy->n_values; i++)
        list[i] = from[i] + 0.0;
    copy->numbers = list;
    copy->lo = list[0];
    copy->hi = list[copy->n_values - 1];
}

static void copy_labels(inlay_variable *copy, const char *const *from,
                        const char **list, char *end)
{
    for (size_t i = 0; i < copy->n_values; i++)
        list[i] = put_text(&end, from[i]);
    copy->labels = list;
    copy->lo = 0.0;
    copy->hi =
        copy->type == INLAY_TYPE_ORDINAL ? (double)(copy->n_values - 1) : 0.0;
}

/* A copy of `is` with all that it points to in the block. */
static struct inlay_var copy_var(const inlay_variable *is, void *block)
{
    struct inlay_var var = {.is = *is};
    char *end = (char *)block + list_size(is);

    var.is.name = put_text(&end, is->name);
    var.is.lo = is->lo + 0.0;
    var.is.hi = is->hi + 0.0;
    var.is.numbers = NULL;
    var.is.labels = NULL;
    if (has_labels(is)) {
        copy_labels(&var.is, is->labels, block, end);
    } else if (is->type == INLAY_TYPE_ORDINAL && is->numbers) {
        copy_numbers(&var.is, is->numbers, block);
    } else if (is->type == INLAY_TYPE_BOOLEAN) {
        var.is.n_values = 2;
        var.is.labels = boolean_labels;
    }
    set_levels(&var);
    return var;
}

static bool make_room(inlay_space *space)
{
    const size_t n = space->n + 1;
    struct slot *slot =
        inlay_mem_grow(space->slot, &space->room, n, sizeof *slot);
    const char **names =
        inlay_mem_grow(space->names, &space->names_room, n, sizeof *names);

    space->slot = slot ? slot : space->slot;
    space->names = names ? names : space->names;
    return slot && names;
}

static void clear_slot(struct slot *slot)
{
    inlay_mem_free(slot->block);
    inlay_mem_free(slot->description);
    inlay_mem_free(slot->fallback);
}

/* Appends a variable that is known to be valid. */
static inlay_status append(inlay_space *space, const inlay_variable *is,
                           inlay_error *err)
{
    struct slot slot = {0};
    inlay_status st =
        is->fallback ? inlay_default_copy(is->fallback, &slot.fallback, err)
                     : INLAY_OK;
    if (st == INLAY_OK && is->description &&
        !(slot.description = inlay_mem_text(is->description)))
        st = inlay_fail_memory(err, "a variable");
    if (st == INLAY_OK &&
        (!make_room(space) || !(slot.block = inlay_mem_new(1, block_size(is)))))
        st = inlay_fail_memory(err, "a variable");
    if (st != INLAY_OK) {
        clear_slot(&slot);
        return st;
    }
    slot.var = copy_var(is, slot.block);
    slot.var.is.description = slot.description;
    slot.var.is.fallback = slot.fallback;
    space->slot[space->n] = slot;
    space->names[space->n++] = slot.var.is.name;
    return INLAY_OK;
}

inlay_status inlay_space_add(inlay_space *space, const inlay_variable *is,
                             size_t place, inlay_error *err)
{
    const char *name = is->name;
    inlay_status st = check_name(space, name, err);
    if (st == INLAY_OK)
        st = check_variable(is, err);
    if (st == INLAY_OK && is->fallback)
        st = inlay_default_check(is, is->fallback, err);
    if (st == INLAY_OK)
        st = append(space, is, err);
    if (st == INLAY_OK || st == INLAY_ENOMEM)
        return st;

    if (name[0] == '\0' || !inlay_utf8_is_valid(name)) {
        name = NULL;
        place = space->n + 1;
    }
    return inlay_fail_within(err, st, "%s", inlay_shown_var(name, place).text);
}

inlay_status inlay_space_new(inlay_space **out, inlay_error *err)
{
    if (!out)
        return inlay_refuse_null(__func__, "out", err);
    inlay_space *space = inlay_mem_new(1, sizeof *space);
    if (!space)
        return inlay_fail_memory(err, "a space");
    *out = space;
    return inlay_settle(err, INLAY_OK);
}

void inlay_space_free(inlay_space *space)
{
    if (!space)
        return;
    for (size_t i = 0; i < space->n; i++) {
        clear_slot(&space->slot[i]);
    }
    inlay_mem_free(space->slot);
    inlay_mem_free(space->names);
    inlay_mem_free(space);
}

inlay_status inlay_space_copy(const inlay_space *space, inlay_space **out,
                              inlay_error *err)
{
    inlay_space *copy = NULL;
    inlay_status st = inlay_space_new(&copy, err);

    for (size_t i = 0; st == INLAY_OK && i < space->n; i++)
        st = append(copy, &space->slot[i].var.is, err);
    if (st == INLAY_OK)
        *out = copy;
    else
        inlay_space_free(copy);
    return st;
}

inlay_status inlay_space_add_real(inlay_space *space, const char *name,
                                  double lo, double hi, inlay_scale scale,
                                  inlay_error *err)
{
    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_REAL,
                               .scale = scale,
                               .lo = lo,
                               .hi = hi};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_integer(inlay_space *space, const char *name,
                                     int64_t lo, int64_t hi, inlay_scale scale,
                                     inlay_error *err)
{
    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_INTEGER,
                               .scale = scale,
                               .int_lo = lo,
                               .int_hi = hi};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_ordinal(inlay_space *space, const char *name,
                                     const double *values, size_t n,
                                     inlay_error *err)
{
    if (!space || !name || (!values && n > 0))
        return inlay_refuse_null(__func__, "space, name and values", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_ORDINAL,
                               .n_values = n,
                               .numbers = values};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_categorical(inlay_space *space, const char *name,
                                         const char *const *values, size_t n,
                                         inlay_error *err)
{
    if (!space || !name || (!values && n > 0))
        return inlay_refuse_null(__func__, "space, name and values", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_CATEGORICAL,
                               .n_values = n,
                               .labels = values};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_boolean(inlay_space *space, const char *name,
                                     inlay_error *err)
{
    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    const inlay_variable is = {.name = name, .type = INLAY_TYPE_BOOLEAN};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

inlay_status inlay_space_add_ordinal_names(inlay_space *space, const char *name,
                                           const char *const *values, size_t n,
                                           inlay_error *err)
{
    static const char *const none[] = {NULL}; /* refused as an empty list */

    if (!space || !name || (!values && n > 0))
        return inlay_refuse_null(__func__, "space, name and values", err);
    const inlay_variable is = {.name = name,
                               .type = INLAY_TYPE_ORDINAL,
                               .n_values = n,
                               .labels = values ? values : none};
    return inlay_settle(err, inlay_space_add(space, &is, 0, err));
}

/* ---- Changing ------------------------------------------------------------ */

inlay_status inlay_space_set_step(inlay_space *space, const char *name,
                                  double step, inlay_error *err)
{
    size_t i;

    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    inlay_status st = inlay_space_find(space, name, &i, err);
    if (st != INLAY_OK)
        return st;
    inlay_variable is = space->slot[i].var.is;
    is.step = step;
    if (is.type == INLAY_TYPE_REAL || is.type == INLAY_TYPE_INTEGER)
        st = check_variable(&is, err);
    else
        st = inlay_fail(err, INLAY_EINVAL,
                        "only reals and integers have a "
                        "step");
    if (st != INLAY_OK)
        return inlay_fail_within(err, st, "%s", inlay_shown_var(name, 0).text);
    space->slot[i].var.is = is;
    set_levels(&space->slot[i].var);
    return inlay_settle(err, st);
}

inlay_status inlay_space_set_description(inlay_space *space, const char *name,
                                         const char *text, inlay_error *err)
{
    size_t i;

    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    inlay_status st = inlay_space_find(space, name, &i, err);
    if (st != INLAY_OK)
        return st;
    const inlay_variable is = {.description = text};
    st = check_description(&is, err);
    if (st != INLAY_OK)
        return inlay_fail_within(err, st, "%s", inlay_shown_var(name, 0).text);
    char *copy = text ? inlay_mem_text(text) : NULL;
    if (text && !copy)
        return inlay_fail_memory(err, "a description");
    inlay_mem_free(space->slot[i].description);
    space->slot[i].description = copy;
    space->slot[i].var.is.description = copy;
    return inlay_settle(err, INLAY_OK);
}

inlay_status inlay_space_set_default(inlay_space *space, const char *name,
                                     const inlay_value *v, inlay_error *err)
{
    size_t i = 0;
    inlay_value *copy = NULL;

    if (!space || !name)
        return inlay_refuse_null(__func__, "space and name", err);
    inlay_status st = inlay_space_find(space, name, &i, err);
    if (st != INLAY_OK)
        return st;
    struct slot *slot = &space->slot[i];
    if (v)
        st = inlay_default_check(&slot->var.is, v, err);
    if (st != INLAY_OK)
        return inlay_fail_within(err, st, "%s", inlay_shown_var(name, 0).text);
    if (v)
        st = inlay_default_copy(v, &copy, err);
    if (st != INLAY_OK)
        return st;
    inlay_mem_free(slot->fallback);
    slot->var.is.fallback = slot->fallback = copy;
    return inlay_settle(err, INLAY_OK);
}

/* ---- Looking ------------------------------------------------------------- */

size_t inlay_space_n_variables(const inlay_space *space)
{
    return space ? space->n : 0;
}

const char *const *inlay_space_names(const inlay_space *space)
{
    return space->names;
}

const struct inlay_var *inlay_space_var(const inlay_space *space, size_t i)
{
    assert(i < space->n);
    return &space->slot[i].var;
}

inlay_status inlay_space_variable_sized(const inlay_space *space, size_t i,
                                        inlay_variable *out, size_t size,
                                        inlay_error *err)
{
    if (!space || !out)
        return inlay_refuse_null(__func__, "space and out", err);
    if (i >= space->n)
        return inlay_fail(
            err, INLAY_EINVAL,
            "index %zu is out of range: the space has %zu variables", i,
            space->n);
    const inlay_variable *is = &space->slot[i].var.is;
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        inlay_sized_put(out, 0, size, is, sizeof *is);
    return inlay_settle(err, st);
}

inlay_status inlay_space_find(const inlay_space *space, const char *name,
                              size_t *i, inlay_error *err)
{
    if (!space || !name || !i)
        return inlay_refuse_null(__func__, "space, name and i", err);
    if (find_name(space, name, i))
        return inlay_settle(err, INLAY_OK);

    const char *meant = inlay_text_nearest(name, space->names, space->n);
    return inlay_fail(err, INLAY_EINVAL, "there is no variable '%s'%s",
                      inlay_shown_text(name).text,
                      inlay_shown_guess(meant).text);
}
