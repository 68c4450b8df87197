/*
 * terms.c: values of the variables as the terms of a limit.
 *
 * Each is found from the coordinate or the level where that says where x lies,
 * and from x only where it must be: bounds may be so large, so small or so near
 * each other that differences of them overflow or have no digits.
 */
#include "model/terms.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"

static const double BEND = 0.5; /* size of a second term */
/* log x at the lower end of 1e-300 to 1e300 is steeper than doubles can say. */
static const double STEEPEST = 1e100;

static const struct inlay_var *var_of(const struct inlay_encoding *enc,
                                      const struct inlay_axis *axis)
{
    return inlay_space_var(enc->space, axis->var);
}

static bool is_number(const struct inlay_encoding *enc,
                      const struct inlay_axis *axis)
{
    return axis->kind == INLAY_AXIS_GRID ||
           var_of(enc, axis)->is.type == INLAY_TYPE_REAL;
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

/* log(x / lo) for x >= lo > 0, to the last digits also where both are large and
 * near each other. */
static double log_ratio(double x, double lo)
{
    const double q = (x - lo) / lo;
    return isfinite(q) ? log1p(q) : log(x) - log(lo);
}

static void number_terms(const inlay_variable *is, size_t axis,
                         struct inlay_term *out)
{
    const bool is_integer = is->type == INLAY_TYPE_INTEGER;
    const double lo = is_integer ? (double)is->int_lo : is->lo;
    const double hi = is_integer ? (double)is->int_hi : is->hi;
    const double steps = (double)((uint64_t)is->int_hi - (uint64_t)is->int_lo);
    struct inlay_term first = {.axis = axis, .lo = lo, .hi = hi, .size = 1.0};

    first.kind = lo > 0.0 ? INLAY_TERM_LOG : INLAY_TERM_VALUE;
    if (lo > 0.0) /* integers of 2^60 are not told apart by their doubles */
        first.width = is_integer ? log1p(steps / lo) : log_ratio(hi, lo);
    out[0] = out[1] = first;
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

/* Of a real on a linear scale; with a step it has cells. */
static double share_of(const struct inlay_axis *axis, double u)
{
    return axis->kind == INLAY_AXIS_REAL
               ? u
               : inlay_axis_coordinate(axis, inlay_axis_level(axis, u));
}

/* Where x lies in its range, 0 to 1, and the derivative by u. */
static double place_of(const struct inlay_term *t, const struct inlay_var *v,
                       const struct inlay_axis *axis, double u, double *slope)
{
    if (v->is.type == INLAY_TYPE_REAL && !axis->is_log) {
        *slope = axis->kind == INLAY_AXIS_REAL ? 1.0 : 0.0;
        return share_of(axis, u);
    }
    if (v->is.type == INLAY_TYPE_REAL) { /* (e^{uw} − 1)/(e^w − 1) */
        const double w = axis->log_width, all = -expm1(-w);
        *slope = w * exp((u - 1.0) * w) / all;
        return exp((u - 1.0) * w) * -expm1(-u * w) / all;
    }
    const uint64_t level = inlay_axis_level(axis, u);
    *slope = 0.0;
    if (v->is.type == INLAY_TYPE_INTEGER)
        return (double)level / (double)(axis->n_levels - 1);
    const double x = v->is.labels ? (double)level : v->is.numbers[level];
    return (0.5 * x - 0.5 * t->lo) / (0.5 * t->hi - 0.5 * t->lo);
}

/* Where log x lies in its range. */
static double log_place_of(const struct inlay_term *t,
                           const struct inlay_var *v,
                           const struct inlay_axis *axis, double u,
                           double *slope)
{
    *slope = 0.0;
    if (v->is.type == INLAY_TYPE_INTEGER) {
        const double step = v->is.step > 0.0 ? v->is.step : 1.0;
        return log1p((double)inlay_axis_level(axis, u) * step / t->lo) /
               t->width;
    }
    if (v->is.type == INLAY_TYPE_ORDINAL)
        return log_ratio(v->is.numbers[inlay_axis_level(axis, u)], t->lo) /
               t->width;
    if (axis->is_log) {
        *slope = 1.0;
        return u;
    }
    const double share = share_of(axis, u);
    const double x = (1.0 - share) * t->lo + share * t->hi;
    if (axis->kind == INLAY_AXIS_REAL)
        *slope = fmin((t->hi - t->lo) / (x * t->width), STEEPEST);
    return log_ratio(fmax(x, t->lo), t->lo) / t->width;
}

/* Where x² lies in its range, for lo <= 0: x is taken in units of the largest
 * absolute value. */
static double square_place_of(const struct inlay_term *t, double place,
                              double *slope)
{
    const double most = fmax(-t->lo, fabs(t->hi));
    const double lo = t->lo / most, hi = t->hi / most;
    const double low = hi < 0.0 ? hi * hi : 0.0;
    const double r = (1.0 - place) * lo + place * hi;
    *slope *= 2.0 * r * (hi - lo) / (1.0 - low);
    return (r * r - low) / (1.0 - low);
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
    const struct inlay_var *v = var_of(terms->enc, axis);
    double place;
    if (t->kind == INLAY_TERM_LOG) {
        place = log_place_of(t, v, axis, u[t->axis], slope);
    } else {
        place = place_of(t, v, axis, u[t->axis], slope);
        if (t->kind == INLAY_TERM_SQUARE)
            place = square_place_of(t, place, slope);
    }
    *slope *= 2.0 * t->size;
    return t->size * (2.0 * place - 1.0);
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
