/*
 * terms.c: values of the variables as the terms of a limit.
 *
 * Differences are taken in halves, as the difference of two doubles may
 * overflow, and logarithms before they are subtracted.
 */
#include "model/terms.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"

static const double BEND = 0.5; /* size of a second term */

static const struct inlay_var *var_of(const struct inlay_encoding *enc,
                                      const struct inlay_axis *axis)
{
    return inlay_space_var(enc->space, axis->var);
}

static bool is_number(const struct inlay_encoding *enc,
                      const struct inlay_axis *axis)
{
    return axis->kind == INLAY_AXIS_GRID ||
           var_of(enc, axis)->is.type == INLAY_REAL;
}

/* How many terms an axis has. */
static uint64_t count(const struct inlay_encoding *enc,
                      const struct inlay_axis *axis)
{
    if (axis->kind == INLAY_AXIS_CATEGORY)
        return axis->n_levels;
    return is_number(enc, axis) ? 2 : 1;
}

size_t inlay_terms_count(const struct inlay_encoding *enc)
{
    size_t n = 1;
    for (size_t j = 0; j < enc->dim; j++) {
        const uint64_t more = count(enc, &enc->axis[j]);
        n = more > SIZE_MAX - n ? SIZE_MAX : n + (size_t)more;
    }
    return n;
}

static void number_terms(const inlay_variable *is, size_t axis,
                         struct inlay_term *out)
{
    const bool is_integer = is->type == INLAY_INTEGER;
    const double lo = is_integer ? (double)is->int_lo : is->lo;
    const double hi = is_integer ? (double)is->int_hi : is->hi;
    out[0] = (struct inlay_term){.kind = lo > 0.0 ? INLAY_TERM_LOG
                                                  : INLAY_TERM_VALUE,
                                 .axis = axis,
                                 .lo = lo,
                                 .hi = hi,
                                 .size = 1.0};
    out[1] = out[0];
    out[1].kind = lo > 0.0 ? INLAY_TERM_VALUE : INLAY_TERM_SQUARE;
    out[1].size = BEND;
}

inlay_status inlay_terms_init(struct inlay_terms *terms,
                              const struct inlay_encoding *enc,
                              inlay_error *err)
{
    struct inlay_term *t =
        inlay_mem_new(inlay_terms_count(enc), sizeof *terms->term);
    if (!t)
        return inlay_fail_memory(err, "the terms of limits");
    *terms = (struct inlay_terms){.enc = enc, .n = 1, .term = t};
    t[0] = (struct inlay_term){.kind = INLAY_TERM_ONE, .size = 1.0};
    for (size_t j = 0; j < enc->dim; j++) {
        const struct inlay_axis *axis = &enc->axis[j];
        const size_t n = (size_t)count(enc, axis);
        for (size_t k = 0; k < n; k++)
            t[terms->n + k] =
                (struct inlay_term){.kind = axis->kind == INLAY_AXIS_CATEGORY
                                                ? INLAY_TERM_LEVEL
                                                : INLAY_TERM_COORDINATE,
                                    .axis = j,
                                    .level = k,
                                    .size = 1.0};
        if (axis->kind != INLAY_AXIS_CATEGORY && is_number(enc, axis))
            number_terms(&var_of(enc, axis)->is, j, t + terms->n);
        terms->n += n;
    }
    return INLAY_OK;
}

void inlay_terms_clear(struct inlay_terms *terms)
{
    inlay_mem_free(terms->term);
    *terms = (struct inlay_terms){0};
}

/* x of a numeric axis, and dx/du. */
static double value_at(const struct inlay_encoding *enc,
                       const struct inlay_axis *axis, double u, double *slope)
{
    const struct inlay_var *v = var_of(enc, axis);
    *slope = 0.0;
    if (v->is.type != INLAY_REAL)
        return inlay_var_value(v, inlay_axis_level(axis, u)).real;
    const double lo = v->is.lo, hi = v->is.hi;
    if (axis->is_log) {
        const double x = lo * exp(u * axis->log_width);
        *slope = x * axis->log_width;
        return fmin(x, hi);
    }
    *slope = 2.0 * (0.5 * hi - 0.5 * lo);
    return (1.0 - u) * lo + u * hi;
}

/* A numeric term at x, and its derivative by x. */
static double number_at(const struct inlay_term *t, double x, double *slope)
{
    const double half = 0.5 * t->hi - 0.5 * t->lo;
    if (t->kind == INLAY_TERM_LOG) {
        const double low = log(t->lo), width = log(t->hi) - low;
        *slope = 2.0 / (width * x);
        return 2.0 * (log(x) - low) / width - 1.0;
    }
    if (t->kind == INLAY_TERM_VALUE) {
        *slope = 1.0 / half;
        return (0.5 * x - 0.5 * t->lo) / (0.5 * half) - 1.0;
    }
    const double most = fmax(fabs(t->lo), fabs(t->hi)), r = x / most;
    *slope = 4.0 * r / most;
    return 2.0 * r * r - 1.0;
}

static double term_at(const struct inlay_terms *terms,
                      const struct inlay_term *t, const double *u,
                      double *slope)
{
    *slope = 0.0;
    if (t->kind == INLAY_TERM_ONE)
        return 1.0;
    const struct inlay_axis *axis = &terms->enc->axis[t->axis];
    if (t->kind == INLAY_TERM_LEVEL)
        return inlay_axis_level(axis, u[t->axis]) == t->level ? 1.0 : 0.0;
    if (t->kind == INLAY_TERM_COORDINATE) {
        *slope = 2.0;
        return 2.0 * u[t->axis] - 1.0;
    }
    double by_u, by_x;
    const double x = value_at(terms->enc, axis, u[t->axis], &by_u);
    const double v = number_at(t, x, &by_x);
    *slope = t->size * by_x * by_u;
    return t->size * v;
}

void inlay_terms_at(const struct inlay_terms *terms, const double *u,
                    double *phi, double *slope)
{
    for (size_t k = 0; k < terms->n; k++) {
        double by_u;
        phi[k] = term_at(terms, &terms->term[k], u, &by_u);
        if (slope)
            slope[k] = by_u;
    }
}
