/*
 * encode.c: the one owner of the mapping between values and model coordinates.
 *
 * Sampling, model and decoding must agree on the cells, or the model learns
 * where nobody asked (the authors' own examples had n = 4 in one place and 5 in
 * the other).  So there is one pair of functions, inlay_axis_level and
 * inlay_axis_coordinate, and all else calls them.
 *
 * Cells have equal width and T runs over k/(n-1).  Rounding to the nearest of
 * the k/(n-1) would do with one formula, but gives the end levels cells of half
 * the width, hence half the chance to be sampled.
 *
 * Invariants: coordinates of an axis increase strictly with the level, and
 * level(coordinate(k)) = k for every k, in spite of rounding.  For that the
 * space limits integers to widths below 2^53, and to 2^43 on a log scale.
 *
 * Garrido-Merchán, Hernández-Lobato (2020), Dealing with categorical and
 * integer-valued variables in Bayesian Optimization with Gaussian processes.
 */
#include "problem/encode.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

static double clamp(double v, double lo, double hi)
{
    return !(v > lo) ? lo : v > hi ? hi : v; /* a NaN is lo */
}

/* ---- Real variables ------------------------------------------------------ */

/* log(x / lo), x >= lo > 0, also where both are near each other; the quotient
 * overflows for 1e300 and 1e-300, where the difference of logs is as good. */
static double log_ratio(double x, double lo)
{
    const double r = (x - lo) / lo;
    return isfinite(r) ? log1p(r) : log(x) - log(lo);
}

/* x e^t.  e^t alone overflows for t = 727, the most there is (see below); in two
 * steps it does not.  Not always in two: x = 5e-324 has no digits to lose. */
static double times_exp(double x, double t)
{
    if (fabs(t) < 700.0)
        return x * exp(t);
    const double root = exp(0.5 * t);
    return x * root * root;
}

/* x = lo e^(uw) = hi e^(-(1-u)w), w = log(hi/lo) <= 1454, from the nearer bound:
 * exact at both, and the exponent's rounding error is halved. */
static double decode_log(double u, double lo, double hi, double w)
{
    return u <= 0.5 ? times_exp(lo, u * w) : times_exp(hi, -(1.0 - u) * w);
}

/*
 * The decimal of at most DIGITS digits from which x differs by no more than
 * `error`; else x.  `size` is that of the terms that x is a sum of: so 0 for
 * what 0.3 - 0.1 * 3 leaves.  By chance, a number has so few digits once in some
 * 10^3 times.
 */
static double near_decimal(double x, double size, double error)
{
    enum { DIGITS = 12, ROOM = 48 };
    const double place = floor(log10(size)) - (double)(DIGITS - 1);
    char text[ROOM];
    double decimal;

    if (!(fabs(place) < 300.0))
        return x;
    const double whole = nearbyint(x * pow(10.0, -place));
    if (fabs(x - whole * pow(10.0, place)) > error + 4.0 * DBL_EPSILON * size)
        return x;
    snprintf(text, sizeof text, "%" PRId64 "e%d", (int64_t)whole, (int)place);
    return inlay_text_to_number(text, &decimal) && fabs(x - decimal) <= error
               ? decimal
               : x;
}

/* What decode_log and decode_real add to x by rounding: the exponent t has an
 * error of its own; the terms of the sum may be larger than it. */
double inlay_encode_shown(const struct inlay_var *var, double x)
{
    const inlay_variable *is = &var->is;

    if (var->n_levels > 0 || !(is->lo < x && x < is->hi))
        return x;
    if (is->scale == INLAY_SCALE_LOG) {
        const double t = fmin(log_ratio(x, is->lo), log_ratio(is->hi, x));
        return near_decimal(x, x, (4.0 + t) * DBL_EPSILON * x);
    }
    const double size = fmax(fabs(is->lo), fabs(is->hi));
    const double u = (0.5 * x - 0.5 * is->lo) / (0.5 * is->hi - 0.5 * is->lo);
    const double most =
        fmin(fmax(fabs(is->lo) * (1.0 - u), fabs(is->hi) * u), size);
    return near_decimal(x, most, 4.0 * DBL_EPSILON * most);
}

/* The linear form does not overflow for -1e308 .. 1e308, lo + u (hi - lo)
 * does; and it is exact at both bounds. */
static double decode_real(const struct inlay_axis *axis,
                          const inlay_variable *is, double u)
{
    const double v = clamp(u, 0.0, 1.0);
    const double x = axis->is_log
                         ? decode_log(v, is->lo, is->hi, axis->log_width)
                         : is->lo * (1.0 - v) + is->hi * v;
    return clamp(x, is->lo, is->hi) + 0.0; /* 0 for -0 */
}

static double encode_real(const struct inlay_axis *axis,
                          const inlay_variable *is, double x)
{
    const double width = is->hi - is->lo;
    double u;

    if (axis->is_log)
        u = log_ratio(x, is->lo) / axis->log_width;
    else if (isfinite(width))
        u = (x - is->lo) / width;
    else
        u = (0.5 * x - 0.5 * is->lo) / (0.5 * is->hi - 0.5 * is->lo);
    return clamp(u, 0.0, 1.0);
}

/* ---- Discrete axes ------------------------------------------------------- */

/* Of a log grid: (v - lo + 1/2)/(lo - 1/2) instead of a difference of logs,
 * which would lose its digits for lo = 2^43 - 10. */
double inlay_axis_coordinate(const struct inlay_axis *axis, uint64_t level)
{
    assert(level < axis->n_levels);
    if (!axis->is_log)
        return (double)level / (double)(axis->n_levels - 1);
    const double edge = (double)axis->first_value - 0.5;
    return log1p(((double)level + 0.5) / edge) / axis->log_width;
}

double inlay_axis_cell(const struct inlay_axis *axis, uint64_t level,
                       double *width)
{
    assert(level < axis->n_levels);
    const double k = (double)level, n = (double)axis->n_levels;
    if (!axis->is_log) {
        *width = 1.0 / n;
        return k / n;
    }
    const double edge = (double)axis->first_value - 0.5;
    *width = log1p(1.0 / (edge + k)) / axis->log_width;
    return log1p(k / edge) / axis->log_width;
}

/* The cell by its formula, or one or two above it: see below. */
static uint64_t guess_level(const struct inlay_axis *axis, double u)
{
    const uint64_t last = axis->n_levels - 1;
    const double edge = (double)axis->first_value - 0.5;
    const double cell = axis->is_log ? edge * expm1(u * axis->log_width)
                                     : u * (double)axis->n_levels;
    return cell >= (double)last ? last : (uint64_t)cell;
}

/*
 * The level whose cell has u: level(T(k)) = k in spite of rounding, ε = 2^-53.
 *
 * Grid: T(k) n >= k (1 - ε) n/(n-1) >= k for n <= 2^53, so the guess is not too
 * low.  But T(n-2) is only 1/n² below the border to the last cell, and u n is
 * rounded, so it may be too high; T(k-1) < T(k) tells.
 * Log grid: T(k) is the middle of its cell (in v), k + 1/2, and comes back to
 * within 100 ε 2^43 ≈ 0.1: the guess is right.
 *
 * The map stays monotone, as guess and correction are; a border moves by no
 * more than rounding does.
 */
uint64_t inlay_axis_level(const struct inlay_axis *axis, double u)
{
    const double v = clamp(u, 0.0, 1.0);
    uint64_t k = guess_level(axis, v);

    while (k > 0 && v <= inlay_axis_coordinate(axis, k - 1))
        k--;
    return k;
}

static size_t all_moves(const struct inlay_axis *axis, uint64_t here,
                        double *out)
{
    size_t n = 0;

    for (uint64_t k = 0; k < axis->n_levels; k++)
        if (k != here)
            out[n++] = inlay_axis_coordinate(axis, k);
    return n;
}

/* Levels are below 2^53 < 10^16, so 5 decade does not overflow. */
static size_t step_moves(const struct inlay_axis *axis, uint64_t here,
                         size_t max_moves, double *out)
{
    static const uint64_t digit[] = {1, 2, 5};
    const uint64_t above = axis->n_levels - 1 - here, below = here;
    uint64_t decade = 1;
    size_t n = 0;

    for (size_t i = 0; n < max_moves; i++) {
        const uint64_t step = digit[i % 3] * decade;
        if (step > above && step > below)
            break;
        if (step <= above)
            out[n++] = inlay_axis_coordinate(axis, here + step);
        if (step <= below && n < max_moves)
            out[n++] = inlay_axis_coordinate(axis, here - step);
        if (i % 3 == 2)
            decade *= 10;
    }
    return n;
}

/* A random subset by selection sampling, which needs no memory of what it
 * took: Knuth, TAOCP 2, 3.4.2, algorithm S.  At most 10^4 levels. */
static size_t drawn_moves(const struct inlay_axis *axis, uint64_t here,
                          size_t max_moves, struct inlay_rng *rng, double *out)
{
    uint64_t n_left = axis->n_levels - 1;
    size_t n = 0;

    for (uint64_t k = 0; n < max_moves; k++) {
        if (k == here)
            continue;
        if (inlay_rng_below(rng, n_left) < max_moves - n)
            out[n++] = inlay_axis_coordinate(axis, k);
        n_left--;
    }
    return n;
}

size_t inlay_axis_moves(const struct inlay_axis *axis, double from,
                        size_t max_moves, struct inlay_rng *rng, double *out)
{
    assert(axis->kind != INLAY_AXIS_REAL);
    const uint64_t here = inlay_axis_level(axis, from);

    if (axis->n_levels - 1 <= max_moves)
        return all_moves(axis, here, out);
    if (axis->kind == INLAY_AXIS_GRID)
        return step_moves(axis, here, max_moves, out);
    return drawn_moves(axis, here, max_moves, rng, out);
}

/* ---- The encoding -------------------------------------------------------- */

static bool is_category(const struct inlay_var *var)
{
    return var->is.type == INLAY_TYPE_CATEGORICAL ||
           var->is.type == INLAY_TYPE_BOOLEAN;
}

static size_t count_axes(const struct inlay_var *var, bool is_relaxed)
{
    if (var->n_levels == 1)
        return 0;
    return is_relaxed && is_category(var) ? (size_t)var->n_levels : 1;
}

static struct inlay_axis make_axis(const struct inlay_var *var, size_t i,
                                   bool is_relaxed)
{
    const inlay_variable *is = &var->is;
    struct inlay_axis axis = {.kind = INLAY_AXIS_REAL,
                              .var = i,
                              .n_levels = var->n_levels,
                              .is_log = is->scale == INLAY_SCALE_LOG};

    if (!is_relaxed && var->n_levels > 0)
        axis.kind = is_category(var) ? INLAY_AXIS_CATEGORY : INLAY_AXIS_GRID;
    if (axis.is_log && is->type == INLAY_TYPE_REAL)
        axis.log_width = log_ratio(is->hi, is->lo);
    if (axis.is_log && is->type == INLAY_TYPE_INTEGER) {
        axis.first_value = is->int_lo;
        axis.log_width =
            log_ratio((double)is->int_hi + 0.5, (double)is->int_lo - 0.5);
    }
    return axis;
}

inlay_status inlay_encoding_init(struct inlay_encoding *enc,
                                 const inlay_space *space, bool is_relaxed,
                                 inlay_error *err)
{
    const size_t n = inlay_space_n_variables(space);
    struct inlay_encoding e = {.space = space, .is_relaxed = is_relaxed};

    for (size_t i = 0; i < n; i++)
        e.dim += count_axes(inlay_space_var(space, i), is_relaxed);
    e.axis = inlay_mem_new(e.dim, sizeof *e.axis);
    if (!e.axis)
        return inlay_fail_memory(err, "the axes of a space");

    struct inlay_axis *axis = e.axis;
    for (size_t i = 0; i < n; i++) {
        const struct inlay_var *var = inlay_space_var(space, i);
        const size_t n_axes = count_axes(var, is_relaxed);
        for (size_t k = 0; k < n_axes; k++)
            *axis++ = make_axis(var, i, is_relaxed);
    }
    for (size_t a = 0; a < e.dim; a++)
        e.n_real += e.axis[a].kind == INLAY_AXIS_REAL;
    *enc = e;
    return INLAY_OK;
}

void inlay_encoding_clear(struct inlay_encoding *enc)
{
    inlay_mem_free(enc->axis);
    *enc = (struct inlay_encoding){0};
}

static void encode_one_hot(uint64_t level, size_t n, double *u)
{
    for (size_t k = 0; k < n; k++)
        u[k] = k == level ? 1.0 : 0.0;
}

/* Of a variable with so many axes. */
static void encode_value(const struct inlay_axis *axis,
                         const struct inlay_var *var, size_t n_axes,
                         const inlay_value *v, double *u)
{
    const uint64_t level = inlay_var_level(var, v);

    if (n_axes > 1)
        encode_one_hot(level, n_axes, u);
    else if (n_axes == 1 && var->n_levels == 0)
        u[0] = encode_real(axis, &var->is, v->real);
    else if (n_axes == 1)
        u[0] = inlay_axis_coordinate(axis, level);
}

void inlay_encode(const struct inlay_encoding *enc, const inlay_value *x,
                  double *u)
{
    const struct inlay_axis *axis = enc->axis;

    for (size_t i = 0; i < inlay_space_n_variables(enc->space); i++) {
        const struct inlay_var *var = inlay_space_var(enc->space, i);
        const size_t n_axes = count_axes(var, enc->is_relaxed);

        encode_value(axis, var, n_axes, &x[i], u);
        u += n_axes;
        axis += n_axes;
    }
}

/* ---- Beyond the space ---------------------------------------------------- */

/* Where a number lies on its axis: the formula of the cells, with a level that is
 * no whole number from 0 on: beyond the ends, or between two levels.  NaN:
 * nowhere. */
static double beyond(const struct inlay_axis *axis, const inlay_variable *is,
                     double x)
{
    if (is->type == INLAY_TYPE_REAL && axis->is_log)
        return x > 0.0 ? log(x / is->lo) / axis->log_width : NAN;
    if (is->type == INLAY_TYPE_REAL)
        return (x - is->lo) / (is->hi - is->lo);
    const double step = is->step > 0.0 ? is->step : 1.0;
    const double level = (x - (double)is->int_lo) / step;
    if (!axis->is_log)
        return level / (double)(axis->n_levels - 1);
    const double edge = (double)axis->first_value - 0.5;
    return x > 0.0 ? log1p((level + 0.5) / edge) / axis->log_width : NAN;
}

/* Is the value one of the variable, a canonical one? */
static bool is_inside(const struct inlay_var *var, const inlay_value *v)
{
    inlay_value same;
    return v->type == var->is.type &&
           (var->is.type == INLAY_TYPE_REAL ||
                    var->is.type == INLAY_TYPE_INTEGER
                ? inlay_var_check(var, v, &same)
                : v->integer >= 0);
}

static bool is_number(inlay_type type)
{
    return type == INLAY_TYPE_REAL || type == INLAY_TYPE_INTEGER;
}

bool inlay_encode_beyond(const struct inlay_encoding *enc, const inlay_value *x,
                         double *u)
{
    const struct inlay_axis *axis = enc->axis;
    for (size_t i = 0; i < inlay_space_n_variables(enc->space); i++) {
        const struct inlay_var *var = inlay_space_var(enc->space, i);
        const size_t n_axes = count_axes(var, enc->is_relaxed);
        if (is_inside(var, &x[i])) {
            encode_value(axis, var, n_axes, &x[i], u);
        } else {
            if (!is_number(x[i].type) || !is_number(var->is.type) ||
                n_axes == 0)
                return false;
            u[0] = beyond(axis, &var->is, x[i].real);
            if (!(fabs(u[0]) <= INLAY_ENCODE_FARTHEST))
                return false;
        }
        u += n_axes;
        axis += n_axes;
    }
    return true;
}

/* ---- Back ---------------------------------------------------------------- */

static uint64_t arg_max(const double *u, size_t n)
{
    size_t best = 0;

    for (size_t k = 1; k < n; k++)
        if (u[k] > u[best])
            best = k;
    return best;
}

void inlay_decode(const struct inlay_encoding *enc, const double *u,
                  inlay_value *x)
{
    const struct inlay_axis *axis = enc->axis;

    for (size_t i = 0; i < inlay_space_n_variables(enc->space); i++) {
        const struct inlay_var *var = inlay_space_var(enc->space, i);
        const size_t n_axes = count_axes(var, enc->is_relaxed);

        if (n_axes == 0)
            x[i] = inlay_var_value(var, 0);
        else if (n_axes > 1)
            x[i] = inlay_var_value(var, arg_max(u, n_axes));
        else if (var->n_levels == 0)
            x[i] = inlay_real(decode_real(axis, &var->is, u[0]));
        else
            x[i] = inlay_var_value(var, inlay_axis_level(axis, u[0]));
        u += n_axes;
        axis += n_axes;
    }
}

static double snap(const struct inlay_axis *axis, double u)
{
    if (axis->kind == INLAY_AXIS_REAL)
        return u;
    return inlay_axis_coordinate(axis, inlay_axis_level(axis, u));
}

void inlay_encode_snap(const struct inlay_encoding *enc, const double *u,
                       double *t)
{
    for (size_t a = 0; a < enc->dim; a++)
        t[a] = snap(&enc->axis[a], u[a]);
}

/* ---- Discrete combinations, and sampling --------------------------------- */

uint64_t inlay_encode_n_discrete(const struct inlay_encoding *enc)
{
    uint64_t n = 1;

    for (size_t a = 0; a < enc->dim; a++) {
        const struct inlay_axis *axis = &enc->axis[a];
        if (axis->kind == INLAY_AXIS_REAL)
            continue;
        if (n > UINT64_MAX / axis->n_levels)
            return UINT64_MAX;
        n *= axis->n_levels;
    }
    return n;
}

uint64_t inlay_encode_n_configurations(const struct inlay_encoding *enc)
{
    return enc->n_real > 0 ? UINT64_MAX : inlay_encode_n_discrete(enc);
}

void inlay_encode_combination(const struct inlay_encoding *enc, uint64_t index,
                              double *u)
{
    for (size_t a = enc->dim; a-- > 0;) {
        const struct inlay_axis *axis = &enc->axis[a];
        if (axis->kind == INLAY_AXIS_REAL)
            continue;
        u[a] = inlay_axis_coordinate(axis, index % axis->n_levels);
        index /= axis->n_levels;
    }
}

/* Levels of equal cells are drawn as whole numbers: 53 random bits cannot be
 * shared out evenly among 2^52 + 1 cells. */
void inlay_encode_sample(const struct inlay_encoding *enc,
                         struct inlay_rng *rng, double *u)
{
    for (size_t a = 0; a < enc->dim; a++) {
        const struct inlay_axis *axis = &enc->axis[a];
        if (axis->kind == INLAY_AXIS_REAL || axis->is_log)
            u[a] = snap(axis, inlay_rng_uniform(rng));
        else
            u[a] = inlay_axis_coordinate(axis,
                                         inlay_rng_below(rng, axis->n_levels));
    }
}

size_t inlay_encode_n_categories(const struct inlay_encoding *enc)
{
    size_t n = 0;
    for (size_t j = 0; j < enc->dim; j++)
        n += enc->axis[j].kind == INLAY_AXIS_CATEGORY;
    return n;
}
