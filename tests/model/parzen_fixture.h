/*
 * parzen_fixture.h: spaces and observations for the tests of densities, and the
 * densities by their definition: O(n²) for widths, erfc for masses, a loop for
 * each sum.
 */
#ifndef INLAY_TESTS_PARZEN_FIXTURE_H
#define INLAY_TESTS_PARZEN_FIXTURE_H

#include "study/study_fixture.h"

#include "model/parzen.h"

#define REAL_AXIS "{\"name\":\"r\",\"type\":\"real\",\"min\":-5,\"max\":10}"
#define LOG_AXIS                                                               \
    "{\"name\":\"l\",\"type\":\"real\",\"min\":1e-4,\"max\":1,"                \
    "\"scale\":\"log\"}"
#define INT_AXIS "{\"name\":\"i\",\"type\":\"integer\",\"min\":-2,\"max\":4}"
#define LOG_INT_AXIS                                                           \
    "{\"name\":\"g\",\"type\":\"integer\",\"min\":1,\"max\":50,"               \
    "\"scale\":\"log\"}"
#define FINE_AXIS "{\"name\":\"f\",\"type\":\"integer\",\"min\":0,\"max\":999}"
#define ORDINAL_AXIS                                                           \
    "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[1,2,4,64]}"
#define CATEGORY_AXIS                                                          \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":"                     \
    "[\"p\",\"q\",\"r\",\"s\",\"t\"]}"

/* Each kind of axis alone. */
static const char *const ONE_AXIS[] = {
    "[" REAL_AXIS "]",     "[" LOG_AXIS "]",  "[" INT_AXIS "]",
    "[" LOG_INT_AXIS "]",  "[" FINE_AXIS "]", "[" ORDINAL_AXIS "]",
    "[" CATEGORY_AXIS "]",
};
#define ALL_AXES                                                               \
    "[" REAL_AXIS "," LOG_AXIS "," INT_AXIS "," LOG_INT_AXIS "," FINE_AXIS     \
    "," ORDINAL_AXIS "," CATEGORY_AXIS "]"

enum { MAX_OBS = 512, MAX_AXES = 8 };

static const enum inlay_bandwidth BANDWIDTHS[] = {INLAY_BANDWIDTH_FLOOR,
                                                  INLAY_BANDWIDTH_CLIP};
static const enum inlay_parzen_form FORMS[] = {INLAY_PARZEN_JOINT,
                                               INLAY_PARZEN_INDEPENDENT};

/* A space with observations in it; must not move. */
struct observed {
    inlay_space *space;
    struct inlay_encoding enc;
    size_t n;
    double u[MAX_OBS][MAX_AXES];
    const double *point[MAX_OBS];
    double weight[MAX_OBS];
};

static inline void observed_init(struct observed *o, const char *json)
{
    inlay_error err = {0};
    o->space = space_of(json);
    CHECK_OK(inlay_encoding_init(&o->enc, o->space, false, &err), err);
    CHECK(o->enc.dim <= MAX_AXES);
    o->n = 0;
    for (size_t i = 0; i < MAX_OBS; i++) {
        o->point[i] = o->u[i];
        o->weight[i] = 1.0;
    }
}

static inline void observed_clear(struct observed *o)
{
    inlay_encoding_clear(&o->enc);
    inlay_space_free(o->space);
}

/* n uniform observations; weights between 0.2 and 1. */
static inline void observe(struct observed *o, size_t n, struct inlay_rng *rng)
{
    CHECK(n <= MAX_OBS);
    o->n = n;
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&o->enc, rng, o->u[i]);
        o->weight[i] = 0.2 + 0.8 * inlay_rng_uniform(rng);
    }
}

/* n observations in a tenth of the space. */
static inline void observe_close(struct observed *o, size_t n,
                                 struct inlay_rng *rng)
{
    observe(o, n, rng);
    for (size_t i = 0; i < n; i++) {
        for (size_t a = 0; a < o->enc.dim; a++)
            o->u[i][a] = 0.8 + 0.1 * inlay_rng_uniform(rng);
        inlay_encode_snap(&o->enc, o->u[i], o->u[i]);
    }
}

static inline struct inlay_parzen parzen_of(const struct observed *o,
                                            size_t first, size_t dim,
                                            enum inlay_parzen_form form,
                                            enum inlay_bandwidth bandwidth)
{
    const struct inlay_parzen_sample sample = {o->point, o->weight, o->n};
    inlay_error err = {0};
    struct inlay_parzen p;
    CHECK_OK(inlay_parzen_init(&p, &o->enc, first, dim, &sample, form,
                               bandwidth, &err),
             err);
    return p;
}

static inline double log_density(const struct inlay_parzen *p, const double *u)
{
    double out;
    double *scratch = inlay_mem_doubles(inlay_parzen_n_scratch(p, 1));
    CHECK(scratch != NULL);
    inlay_parzen_log_density(p, u, 1, &out, scratch);
    inlay_mem_free(scratch);
    return out;
}

/* ---- By the definition ---- */

/* Where kernels live: cells of level k of n are [k/n, (k+1)/n], or between the
 * logarithms of v - 1/2 and v + 1/2. */
static inline double place_of(const struct inlay_axis *axis, double level)
{
    if (!axis->is_log)
        return level / (double)axis->n_levels;
    const double lo = (double)axis->first_value - 0.5;
    const double hi = lo + (double)axis->n_levels;
    return log((lo + level) / lo) / log(hi / lo);
}

static inline double slow_center(const struct inlay_axis *axis, double u)
{
    return axis->kind == INLAY_AXIS_REAL
               ? u
               : place_of(axis, (double)inlay_axis_level(axis, u) + 0.5);
}

/* The width of observation i on an axis: the larger of the distances to the
 * nearest on both sides. */
static inline double slow_width(const struct observed *o, size_t axis, size_t i,
                                enum inlay_bandwidth bandwidth)
{
    const struct inlay_axis *is = &o->enc.axis[axis];
    const double c = slow_center(is, o->u[i][axis]);
    const double count = (double)o->n + 2.0;
    double left = INFINITY, right = INFINITY;
    if (c >= 0.5)
        left = c - 0.5; /* the prior's is left of an equal one */
    else
        right = 0.5 - c;
    for (size_t j = 0; j < o->n; j++) {
        const double d = slow_center(is, o->u[j][axis]) - c;
        if (d < 0 || (d == 0 && j < i))
            left = fmin(left, -d);
        else if (j != i)
            right = fmin(right, d);
    }
    if (bandwidth == INLAY_BANDWIDTH_FLOOR) {
        left = isinf(left) ? c : left;
        right = isinf(right) ? 1.0 - c : right;
        return fmin(fmax(fmax(left, right), fmax(0.03, pow(count, -2))), 1.0);
    }
    left = isinf(left) ? 0.0 : left;
    right = isinf(right) ? 0.0 : right;
    if (o->n == 1)
        return 0.5;
    return fmin(fmax(fmax(left, right), 1.0 / fmin(100.0, count)), 1.0);
}

static inline double slow_phi(double z)
{
    return 0.5 * erfc(-z / sqrt(2.0));
}

/* Φ(b) − Φ(a), from the tail that keeps the digits. */
static inline double slow_mass(double c, double s, double from, double to)
{
    const double a = (from - c) / s, b = (to - c) / s;
    return a > 0 ? slow_phi(-a) - slow_phi(-b) : slow_phi(b) - slow_phi(a);
}

/* Of a normal that is not truncated: density, or mass of the cell. */
static inline double slow_normal(const struct inlay_axis *axis, double c,
                                 double s, double u)
{
    if (axis->kind == INLAY_AXIS_REAL) {
        const double z = (u - c) / s;
        return exp(-0.5 * z * z) / (s * sqrt(2.0 * acos(-1.0)));
    }
    const double level = (double)inlay_axis_level(axis, u);
    return slow_mass(c, s, place_of(axis, level), place_of(axis, level + 1.0));
}

static inline double slow_uniform(const struct inlay_axis *axis, double u)
{
    if (axis->kind == INLAY_AXIS_REAL)
        return 1.0;
    if (axis->kind == INLAY_AXIS_CATEGORY)
        return 1.0 / (double)axis->n_levels;
    const double level = (double)inlay_axis_level(axis, u);
    return place_of(axis, level + 1.0) - place_of(axis, level);
}

static inline double slow_kernel(const struct observed *o, size_t axis,
                                 size_t i, enum inlay_bandwidth bandwidth,
                                 double u)
{
    const struct inlay_axis *is = &o->enc.axis[axis];
    const double each = 1.0 / ((double)o->n + 1.0);
    if (is->kind == INLAY_AXIS_CATEGORY)
        return (each + (o->u[i][axis] == u)) /
               (1.0 + (double)is->n_levels * each);
    const double c = slow_center(is, o->u[i][axis]);
    const double s = slow_width(o, axis, i, bandwidth);
    return slow_normal(is, c, s, u) / slow_mass(c, s, 0.0, 1.0);
}

static inline double slow_joint(const struct observed *o,
                                enum inlay_bandwidth bandwidth, const double *u)
{
    double prior = 1.0, sum = 0.0, weights = 1.0;
    for (size_t a = 0; a < o->enc.dim; a++)
        prior *= slow_uniform(&o->enc.axis[a], u[a]);
    for (size_t i = 0; i < o->n; i++) {
        double product = o->weight[i];
        for (size_t a = 0; a < o->enc.dim; a++)
            product *= slow_kernel(o, a, i, bandwidth, u[a]);
        sum += product;
        weights += o->weight[i];
    }
    return (prior + sum) / weights;
}

/* The mixture that is not truncated, over its mass within the range. */
static inline double slow_independent(const struct observed *o, size_t axis,
                                      enum inlay_bandwidth bandwidth, double u)
{
    const struct inlay_axis *is = &o->enc.axis[axis];
    double sum = 1.0, all = (double)is->n_levels;
    if (is->kind == INLAY_AXIS_CATEGORY) {
        for (size_t i = 0; i < o->n; i++) {
            sum += o->u[i][axis] == u ? o->weight[i] : 0.0;
            all += o->weight[i];
        }
        return sum / all;
    }
    sum = slow_normal(is, 0.5, 1.0, u);
    all = slow_mass(0.5, 1.0, 0.0, 1.0);
    for (size_t i = 0; i < o->n; i++) {
        const double c = slow_center(is, o->u[i][axis]);
        const double s = slow_width(o, axis, i, bandwidth);
        sum += o->weight[i] * slow_normal(is, c, s, u);
        all += o->weight[i] * slow_mass(c, s, 0.0, 1.0);
    }
    return sum / all;
}

#endif
