/*
 * space_rules.c: what makes a variable valid, and how many levels it has.
 *
 * One function a type.  The messages do not name the variable: who adds or changes
 * it does.  A step is counted in one place, so that a rule and the number of levels
 * cannot disagree.
 *
 * Invariant: what passes inlay_variable_check has a number of levels, each of which can
 * be told from the next as a double.
 */
#include "problem/space.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/utf8.h"

/* Levels of an integer must be exact as doubles, and on a log scale cells must
 * be wide enough to be told apart: see encode.c. */
#define MAX_WIDTH ((uint64_t)1 << 53)
#define MAX_LOG_INTEGER ((int64_t)1 << 43)
/* Steps of a real: so that each of their numbers can be told from the next. */
static const double MAX_STEPS = 0x1p50;

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

inlay_status inlay_variable_check_description(const inlay_variable *is,
                                              inlay_error *err)
{
    if (is->description && !inlay_utf8_is_valid(is->description))
        return inlay_fail(err, INLAY_EINVAL,
                          "the description is not valid UTF-8");
    return INLAY_OK;
}

/* A boolean has no rule of its own. */
inlay_status inlay_variable_check(const inlay_variable *is, inlay_error *err)
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
    return st == INLAY_OK ? inlay_variable_check_description(is, err) : st;
}

/* ---- Levels ---- */

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

void inlay_var_set_levels(struct inlay_var *var)
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
