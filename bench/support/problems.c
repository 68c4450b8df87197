/*
 * problems.c: Func2C, Func3C, Ackley-53, the pressure vessel (once with failures,
 * once with the values of its limits), a frame with three limits that are active
 * at the optimum, and the paper's eight scenarios drawn from a GP prior.
 */
#include "support/problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/drawn.h"
#include "support/noisy.h"
#include "support/sample.h"

static const double PI = 3.14159265358979323846;

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "problems: %s\n", err->msg);
    exit(1);
}

static void add_real(inlay_space *s, const char *name, double lo, double hi)
{
    inlay_error err = {0};
    need(inlay_space_add_real(s, name, lo, hi, INLAY_SCALE_LINEAR, &err), &err);
}

static void add_integer(inlay_space *s, const char *name, int64_t lo,
                        int64_t hi)
{
    inlay_error err = {0};
    need(inlay_space_add_integer(s, name, lo, hi, INLAY_SCALE_LINEAR, &err),
         &err);
}

static void add_category(inlay_space *s, const char *name, size_t n)
{
    static const char *const NAMES[] = {"a", "b", "c", "d", "e"};
    inlay_error err = {0};
    need(inlay_space_add_categorical(s, name, NAMES, n, &err), &err);
}

/* ---- Func2C, Func3C ---- */

static double rosenbrock(double a, double b)
{
    return (100.0 * (b - a * a) * (b - a * a) + (a - 1.0) * (a - 1.0)) / 300.0;
}

static double camel(double a, double b)
{
    const double a2 = a * a, b2 = b * b;
    return ((4.0 - 2.1 * a2 + a2 * a2 / 3.0) * a2 + a * b +
            (-4.0 + 4.0 * b2) * b2) /
           10.0;
}

/* Ten times the minimum of camel: the six-hump camel's, at (∓0.0898, ±0.7127). */
static const double CAMEL_MINIMUM = -1.0316284534898774;

static double beale(double a, double b)
{
    const double p = 1.5 - a + a * b, q = 2.25 - a + a * b * b;
    const double r = 2.625 - a + a * b * b * b;
    return (p * p + q * q + r * r) / 50.0;
}

static double choose(int64_t which, double a, double b)
{
    return which == 0   ? rosenbrock(a, b)
           : which == 1 ? camel(a, b)
                        : beale(a, b);
}

static void func2c_variables(inlay_space *s)
{
    add_category(s, "c1", 3);
    add_category(s, "c2", 5);
    add_real(s, "x1", -1.0, 1.0);
    add_real(s, "x2", -1.0, 1.0);
}

static double func2c(const struct problem *p, const inlay_value *x)
{
    const double a = 2.0 * x[2].real, b = 2.0 * x[3].real;
    const int64_t second = x[1].integer < 2 ? x[1].integer : 2;
    (void)p;
    return choose(x[0].integer, a, b) + choose(second, a, b);
}

static void func3c_variables(inlay_space *s)
{
    func2c_variables(s);
    add_category(s, "c3", 4);
}

static double func3c(const struct problem *p, const inlay_value *x)
{
    const double a = 2.0 * x[2].real, b = 2.0 * x[3].real;
    const int64_t c = x[4].integer;
    const double more = c == 0   ? 5.0 * camel(a, b)
                        : c == 1 ? 2.0 * rosenbrock(a, b)
                                 : (double)c * beale(a, b);
    return func2c(p, x) + more;
}

/* ---- Ackley-53 ---- */

enum { N_BITS = 50, N_ACKLEY = 53 };

static void ackley_variables(inlay_space *s)
{
    char name[16];
    inlay_error err = {0};
    for (int i = 0; i < N_BITS; i++) {
        snprintf(name, sizeof name, "b%d", i);
        need(inlay_space_add_boolean(s, name, &err), &err);
    }
    for (int i = N_BITS; i < N_ACKLEY; i++) {
        snprintf(name, sizeof name, "x%d", i);
        add_real(s, name, -1.0, 1.0);
    }
}

static double ackley_of(const inlay_value *x, const int *flips)
{
    double squares = 0.0, cosines = 0.0;
    for (int i = 0; i < N_ACKLEY; i++) {
        const double z =
            i < N_BITS ? (double)((int)x[i].integer ^ flips[i]) : x[i].real;
        squares += z * z / N_ACKLEY;
        cosines += cos(2.0 * PI * z) / N_ACKLEY;
    }
    return 20.0 + exp(1.0) - 20.0 * exp(-0.2 * sqrt(squares)) - exp(cosines);
}

static double ackley(const struct problem *p, const inlay_value *x)
{
    static const int NONE[N_BITS] = {0};
    (void)p;
    return ackley_of(x, NONE);
}

static double ackley_flipped(const struct problem *p, const inlay_value *x)
{
    return ackley_of(x, p->flips);
}

/* ---- Pressure vessel, infeasible points are failures ---- */

static void vessel_variables(inlay_space *s)
{
    add_integer(s, "n1", 1, 99);
    add_integer(s, "n2", 1, 99);
    add_real(s, "R", 10.0, 200.0);
    add_real(s, "L", 10.0, 200.0);
}

/* With n = (13, 7), R at its limit by n1 and L by the volume. */
static const double VESSEL_MINIMUM = 6059.714335048436;

static double vessel(const struct problem *p, const inlay_value *x)
{
    const double x1 = 0.0625 * (double)x[0].integer;
    const double x2 = 0.0625 * (double)x[1].integer;
    const double R = x[2].real, L = x[3].real;
    (void)p;
    if (0.0193 * R > x1 || 0.00954 * R > x2 ||
        PI * R * R * L + 4.0 / 3.0 * PI * R * R * R < 1296000.0)
        return NAN;
    return 0.6224 * x1 * R * L + 1.7781 * x2 * R * R + 3.1661 * x1 * x1 * L +
           19.84 * x1 * x1 * R;
}

/* ---- The same with the values of its limits told ---- */

static const struct problem_limit VESSEL_LIMITS[] = {
    {"shell", -INFINITY, 0.0},
    {"head", -INFINITY, 0.0},
    {"volume", 1296000.0, INFINITY},
    {NULL, 0.0, 0.0},
};

static void vessel_limited(const inlay_value *x, double *values)
{
    const double R = x[2].real, L = x[3].real;
    values[0] = 0.0193 * R - 0.0625 * (double)x[0].integer;
    values[1] = 0.00954 * R - 0.0625 * (double)x[1].integer;
    values[2] = PI * R * R * L + 4.0 / 3.0 * PI * R * R * R;
}

static double vessel_cost(const struct problem *p, const inlay_value *x)
{
    const double x1 = 0.0625 * (double)x[0].integer;
    const double x2 = 0.0625 * (double)x[1].integer;
    const double R = x[2].real, L = x[3].real;
    (void)p;
    return 0.6224 * x1 * R * L + 1.7781 * x2 * R * R + 3.1661 * x1 * x1 * L +
           19.84 * x1 * x1 * R;
}

/* ---- A frame: three limits, all of them active at the optimum ---- */

static const struct problem_limit FRAME_LIMITS[] = {
    {"bending", -INFINITY, 0.9},
    {"shear", -INFINITY, 1.0},
    {"sag", -INFINITY, 0.42},
    {NULL, 0.0, 0.0},
};

/* By sequential quadratic programming from 60 starts for each number of ribs and
 * material: 4 ribs of the third, (0.82984530, 0.30817446, 0.56350313). */
static const double FRAME_MINIMUM = 1.562224144196954;

static void frame_variables(inlay_space *s)
{
    add_real(s, "a", 0.0, 1.0);
    add_real(s, "b", 0.0, 1.0);
    add_real(s, "c", 0.0, 1.0);
    add_integer(s, "ribs", 1, 8);
    add_category(s, "material", 3);
}

static double frame(const struct problem *p, const inlay_value *x)
{
    static const double price[] = {0.0, 0.12, 0.3};
    (void)p;
    return 3.0 - (1.3 * x[0].real + x[1].real + 0.8 * x[2].real) +
           0.05 * (double)(x[3].integer - 2) + price[x[4].integer];
}

static void frame_limited(const inlay_value *x, double *values)
{
    static const double strength[] = {1.0, 1.12, 1.35};
    const double a = x[0].real, b = x[1].real, c = x[2].real;
    const double s =
        strength[x[4].integer] * (1.0 - 0.5 * exp(-0.4 * (double)x[3].integer));
    values[0] = (a * a + b + 0.3 * sin(5.0 * c)) / s;
    values[1] = (a + c * c + 0.2 * cos(4.0 * b)) / s;
    values[2] = (b * c + 0.5 * a * c + 0.4 * a * b) / s;
}

/* ---- GP prior ---- */

static void gp2_int(inlay_space *s)
{
    add_real(s, "x1", 0.0, 1.0);
    add_integer(s, "k1", 0, 4);
}

static void gp2_cat(inlay_space *s)
{
    add_real(s, "x1", 0.0, 1.0);
    add_category(s, "c1", 5);
}

static void gp4_int(inlay_space *s)
{
    add_real(s, "x1", 0.0, 1.0);
    add_real(s, "x2", 0.0, 1.0);
    add_integer(s, "k1", 0, 4);
    add_integer(s, "k2", 0, 4);
}

static void gp4_cat(inlay_space *s)
{
    add_real(s, "x1", 0.0, 1.0);
    add_real(s, "x2", 0.0, 1.0);
    add_category(s, "c1", 3);
    add_category(s, "c2", 3);
}

static double of_drawn(const struct problem *p, const inlay_value *x)
{
    return drawn_value(p->drawn, x);
}

static void make_drawn(struct problem *p, struct inlay_rng *rng)
{
    const struct drawn_law law = {DRAWN_MATERN52, DRAWN_SMOOTH};
    p->drawn = drawn_make(p->space, law, rng);
    p->minimum = drawn_minimum(p->drawn, NULL);
}

#define DRAWN(the_name, the_noise, the_variables)                              \
    {                                                                          \
        .name = the_name, .evaluations = 50, .target = NAN, .minimum = NAN,    \
        .is_drawn = true, .noise_sd = the_noise,                               \
        .add_variables = the_variables, .make = make_drawn, .value = of_drawn  \
    }

const struct problem_kind PROBLEM_KINDS[] = {
    {.name = "func2c",
     .evaluations = 80,
     .target = -0.205,
     .minimum = 0.2 * CAMEL_MINIMUM,
     .add_variables = func2c_variables,
     .value = func2c},
    {.name = "func3c",
     .evaluations = 80,
     .target = -0.70,
     .minimum = 0.7 * CAMEL_MINIMUM,
     .add_variables = func3c_variables,
     .value = func3c},
    {.name = "ackley53",
     .evaluations = 200,
     .target = 0.002,
     .add_variables = ackley_variables,
     .value = ackley},
    {.name = "ackley53-flipped",
     .evaluations = 200,
     .target = 0.002,
     .add_variables = ackley_variables,
     .value = ackley_flipped},
    {.name = "vessel",
     .evaluations = 100,
     .target = 6400.0,
     .minimum = VESSEL_MINIMUM,
     .add_variables = vessel_variables,
     .value = vessel},
    {.name = "vessel-values",
     .evaluations = 100,
     .target = 6091.0,
     .minimum = VESSEL_MINIMUM,
     .add_variables = vessel_variables,
     .value = vessel_cost,
     .limits = VESSEL_LIMITS,
     .limited = vessel_limited},
    {.name = "frame",
     .evaluations = 60,
     .target = 1.57,
     .minimum = FRAME_MINIMUM,
     .add_variables = frame_variables,
     .value = frame,
     .limits = FRAME_LIMITS,
     .limited = frame_limited},
    DRAWN("gp2-int", 0.0, gp2_int),
    DRAWN("gp2-cat", 0.0, gp2_cat),
    DRAWN("gp4-int", 0.0, gp4_int),
    DRAWN("gp4-cat", 0.0, gp4_cat),
    DRAWN("gp2-int-noisy", 0.1, gp2_int),
    DRAWN("gp2-cat-noisy", 0.1, gp2_cat),
    DRAWN("gp4-int-noisy", 0.1, gp4_int),
    DRAWN("gp4-cat-noisy", 0.1, gp4_cat),
    {0},
};

/* ---- Kinds and instances ---- */

static bool find_in(const struct problem_kind *table, const char *name,
                    size_t length, struct problem_kind *kind)
{
    const struct problem_kind *k = table;
    while (k->name &&
           (strlen(k->name) != length || strncmp(k->name, name, length) != 0))
        k++;
    if (k->name)
        *kind = *k;
    return k->name != NULL;
}

bool problem_find(const char *name, struct problem_kind *kind)
{
    const size_t length = strcspn(name, "@");
    double percent = 0.0;
    if (name[length] == '@' &&
        !(inlay_text_to_number(name + length + 1, &percent) && percent >= 0.0 &&
          percent <= 100.0))
        return false;
    if (!find_in(PROBLEM_KINDS, name, length, kind) &&
        !find_in(NOISY_KINDS, name, length, kind))
        return false;
    if (name[length] == '@') {
        kind->name = name;
        kind->noise_sd = 0.0;
        kind->noise_share = 0.01 * percent;
        kind->observe = NULL;
    }
    return true;
}

struct problem problem_make(const struct problem_kind *kind, uint64_t seed)
{
    struct problem p = {.kind = kind,
                        .minimum = kind->minimum,
                        .noise_sd = kind->noise_sd,
                        .observe = kind->observe,
                        .noise = inlay_rng_seed(seed ^ 0xf00d)};
    struct inlay_rng rng = inlay_rng_seed(seed ^ 0xbe9c4);
    inlay_error err = {0};

    need(inlay_space_new(&p.space, &err), &err);
    kind->add_variables(p.space);
    for (int i = 0; i < N_BITS; i++)
        p.flips[i] = (int)inlay_rng_below(&rng, 2);
    if (kind->make)
        kind->make(&p, &rng);
    if (kind->noise_share > 0.0)
        problem_set_noise(&p, kind->noise_share * problem_range(&p));
    return p;
}

void problem_set_noise(struct problem *p, double sd)
{
    p->noise_sd = sd;
    p->observe = NULL;
}

static inlay_value draw_value(const inlay_variable *v, struct inlay_rng *rng)
{
    const double u = inlay_rng_uniform(rng);
    if (v->type == INLAY_TYPE_REAL)
        return inlay_real(v->scale == INLAY_SCALE_LOG
                              ? v->lo * pow(v->hi / v->lo, u)
                              : v->lo + (v->hi - v->lo) * u);
    const int64_t least = v->type == INLAY_TYPE_INTEGER ? v->int_lo : 0;
    const uint64_t n = v->type == INLAY_TYPE_INTEGER
                           ? (uint64_t)(v->int_hi - v->int_lo + 1)
                           : v->n_values;
    return (inlay_value){.integer = least + (int64_t)(u * (double)n)};
}

void problem_draw(const inlay_space *space, struct inlay_rng *rng,
                  inlay_value *x)
{
    const size_t n = inlay_space_n_variables(space);
    for (size_t i = 0; i < n; i++) {
        inlay_variable v;
        inlay_error err = {0};
        need(inlay_space_variable(space, i, &v, &err), &err);
        x[i] = draw_value(&v, rng);
    }
}

double problem_range(const struct problem *p)
{
    enum { N_DRAWS = 1000 };
    struct inlay_rng rng = inlay_rng_seed(0x4a19e);
    double values[N_DRAWS];
    size_t n = 0;
    for (int i = 0; i < N_DRAWS; i++) {
        inlay_value x[PROBLEM_MOST_VARIABLES];
        problem_draw(p->space, &rng, x);
        values[n] = p->kind->value(p, x);
        n += !isnan(values[n]);
    }
    return sample_quantile(values, n, 0.9) - p->minimum;
}

size_t problem_n_limits(const struct problem_kind *kind)
{
    size_t n = 0;
    while (kind->limits && kind->limits[n].name)
        n++;
    return n;
}

void problem_add_outputs(const struct problem_kind *kind,
                         inlay_options *options)
{
    inlay_error err = {0};
    if (!kind->limits)
        return;
    need(inlay_options_add_output(options, "objective", INLAY_GOAL_MINIMIZE,
                                  -INFINITY, INFINITY, &err),
         &err);
    for (const struct problem_limit *l = kind->limits; l->name; l++)
        need(inlay_options_add_output(options, l->name, INLAY_GOAL_NONE, l->min,
                                      l->max, &err),
             &err);
}

void problem_report(const struct problem *p, inlay_study *study,
                    const inlay_trial *trial, double observed)
{
    double values[1 + PROBLEM_MOST_LIMITS] = {observed};
    inlay_error err = {0};
    if (p->kind->limits)
        p->kind->limited(trial->x, values + 1);
    need(inlay_study_report(study, trial->id, values,
                            1 + problem_n_limits(p->kind), NULL, &err),
         &err);
}

bool problem_is_feasible(const struct problem_kind *kind, const inlay_value *x)
{
    double values[PROBLEM_MOST_LIMITS] = {0};
    if (kind->limits)
        kind->limited(x, values);
    for (size_t i = 0; i < problem_n_limits(kind); i++)
        if (values[i] < kind->limits[i].min || values[i] > kind->limits[i].max)
            return false;
    return true;
}

double problem_observe(struct problem *p, const inlay_value *x, double value)
{
    return p->observe ? p->observe(x, &p->noise)
                      : value + p->noise_sd * inlay_rng_normal(&p->noise);
}

static bool is_same(const inlay_trial *a, const inlay_trial *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a->x[i].real != b->x[i].real || a->x[i].integer != b->x[i].integer)
            return false;
    return true;
}

size_t problem_n_repeats(const struct problem *p, const inlay_study *study)
{
    const size_t n_variables = inlay_space_n_variables(p->space);
    size_t n = 0;
    for (size_t i = 2; i <= inlay_study_n_trials(study); i++) {
        bool repeats = false;
        for (size_t j = 1; j < i && !repeats; j++) {
            inlay_trial a, b;
            inlay_study_trial(study, (int64_t)i, &a, NULL);
            inlay_study_trial(study, (int64_t)j, &b, NULL);
            repeats = is_same(&a, &b, n_variables);
        }
        n += repeats;
    }
    return n;
}

void problem_clear(struct problem *p)
{
    inlay_space_free(p->space);
    drawn_free(p->drawn);
    free(p->own);
}
