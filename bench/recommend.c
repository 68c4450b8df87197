/*
 * recommend.c: without noise, is the recommendation ever worse than the best trial?
 *
 *     recommend [--method SPEC] [--first N] [--repeats K] [--verbose]
 *
 * 200 objectives without noise, which are not declared to be so: draws from GP
 * priors of four kinds in 1 to 6 variables, and the development problems with
 * their optima shifted.  Each is evaluated 60 times; from the 20th evaluation on,
 * the recommendation is compared with the best trial after each.  --repeats K
 * reports each K-th trial a second time, with the same value.
 *
 * Prints CSV: of each kind the problems in which the recommendation was at any
 * time worse than the best trial at all, and by more than a thousandth of the
 * spread of the values; how many recommendations these were; and the largest
 * loss as a share of the spread; in how many of these fits noise was found, and
 * beyond doubt; and how many trials repeated a configuration.  The last line has
 * the sums.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inlay.h"
#include "support/drawn.h"
#include "support/spec.h"

enum { N_EVALUATIONS = 60, FIRST_CHECK = 20, PER_KIND = 8, MAX_VARS = 8 };

/* Of the spread of the values: more is a bad recommendation. */
static const double TOLERANCE = 1e-3;

static const double PI = 3.14159265358979323846;

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "recommend: %s\n", err->msg);
    exit(1);
}

/* ---- Spaces ---- */

static void add_real(inlay_space *s, const char *name)
{
    inlay_error err = {0};
    need(inlay_space_add_real(s, name, 0, 1, INLAY_SCALE_LINEAR, &err), &err);
}

static void add_integer(inlay_space *s, const char *name, int64_t most)
{
    inlay_error err = {0};
    need(inlay_space_add_integer(s, name, 0, most, INLAY_SCALE_LINEAR, &err),
         &err);
}

static void add_category(inlay_space *s, const char *name, size_t n)
{
    static const char *const NAMES[] = {"a", "b", "c", "d", "e"};
    inlay_error err = {0};
    need(inlay_space_add_categorical(s, name, NAMES, n, &err), &err);
}

static void one(inlay_space *s)
{
    add_real(s, "x");
}

static void two(inlay_space *s)
{
    add_real(s, "x");
    add_integer(s, "k", 4);
}

static void three(inlay_space *s)
{
    add_real(s, "x");
    add_real(s, "y");
    add_category(s, "c", 4);
}

static void four(inlay_space *s)
{
    add_real(s, "x");
    add_real(s, "y");
    add_integer(s, "k", 4);
    add_integer(s, "l", 4);
}

static void six(inlay_space *s)
{
    four(s);
    add_category(s, "c", 3);
    add_category(s, "d", 3);
}

static void reals_5(inlay_space *s)
{
    static const char *const NAMES[] = {"v", "w", "x", "y", "z"};
    for (size_t i = 0; i < 5; i++)
        add_real(s, NAMES[i]);
}

static void cells(inlay_space *s)
{
    add_category(s, "c", 3);
    add_category(s, "d", 5);
    add_real(s, "x");
    add_real(s, "y");
}

static void bowl_6(inlay_space *s)
{
    reals_5(s);
    add_integer(s, "k", 11);
}

/* ---- Objectives ---- */

struct instance {
    struct drawn *drawn;    /* NULL: a shifted problem */
    double shift[MAX_VARS]; /* from -0.2 to 0.2 */
};

static double of_drawn(const struct instance *p, const inlay_value *x)
{
    return drawn_value(p->drawn, x);
}

static double camel(double a, double b)
{
    const double a2 = a * a, b2 = b * b;
    return ((4.0 - 2.1 * a2 + a2 * a2 / 3.0) * a2 + a * b +
            (-4.0 + 4.0 * b2) * b2) /
           10.0;
}

static double rosenbrock(double a, double b)
{
    return (100.0 * (b - a * a) * (b - a * a) + (a - 1.0) * (a - 1.0)) / 300.0;
}

static double beale(double a, double b)
{
    const double p = 1.5 - a + a * b, q = 2.25 - a + a * b * b;
    const double r = 2.625 - a + a * b * b * b;
    return (p * p + q * q + r * r) / 50.0;
}

/* Coordinate i of a shifted problem, from -2 to 2 and a bit. */
static double at(const struct instance *p, const inlay_value *x, size_t i)
{
    return 4.0 * (x[i].real - 0.5 + p->shift[i]);
}

static double shifted_camel(const struct instance *p, const inlay_value *x)
{
    return camel(at(p, x, 0), at(p, x, 1)) +
           0.05 * fabs((double)x[2].integer - 1.0);
}

static double shifted_rosenbrock(const struct instance *p, const inlay_value *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < 4; i++)
        sum += rosenbrock(at(p, x, i), at(p, x, i + 1));
    return sum;
}

static double shifted_cells(const struct instance *p, const inlay_value *x)
{
    const double a = at(p, x, 2), b = at(p, x, 3);
    const double value[] = {rosenbrock(a, b), camel(a, b), beale(a, b)};
    return value[x[0].integer] + value[x[1].integer < 2 ? x[1].integer : 2];
}

static double shifted_ackley(const struct instance *p, const inlay_value *x)
{
    double squares = 0.0, cosines = 0.0;
    for (size_t i = 0; i < 5; i++) {
        const double z = 0.5 * at(p, x, i);
        squares += z * z / 5.0;
        cosines += cos(2.0 * PI * z) / 5.0;
    }
    return 20.0 + exp(1.0) - 20.0 * exp(-0.2 * sqrt(squares)) - exp(cosines);
}

/* Narrow in one direction, and with a kink. */
static double shifted_bowl(const struct instance *p, const inlay_value *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < 5; i++)
        sum += pow(10.0, 0.5 * (double)i) * pow(at(p, x, i), 2);
    return sum + fabs((double)x[5].integer - 4.0);
}

static const struct kind {
    const char *name;
    bool is_drawn;
    struct drawn_law law;
    void (*add_variables)(inlay_space *s);
    double (*value)(const struct instance *p, const inlay_value *x);
} KINDS[] = {
    {"smooth52-1", true, {DRAWN_MATERN52, DRAWN_SMOOTH}, one, of_drawn},
    {"smooth52-2", true, {DRAWN_MATERN52, DRAWN_SMOOTH}, two, of_drawn},
    {"smooth52-3", true, {DRAWN_MATERN52, DRAWN_SMOOTH}, three, of_drawn},
    {"smooth52-4", true, {DRAWN_MATERN52, DRAWN_SMOOTH}, four, of_drawn},
    {"smooth52-6", true, {DRAWN_MATERN52, DRAWN_SMOOTH}, six, of_drawn},
    {"rough52-1", true, {DRAWN_MATERN52, DRAWN_ROUGH}, one, of_drawn},
    {"rough52-2", true, {DRAWN_MATERN52, DRAWN_ROUGH}, two, of_drawn},
    {"rough52-3", true, {DRAWN_MATERN52, DRAWN_ROUGH}, three, of_drawn},
    {"rough52-4", true, {DRAWN_MATERN52, DRAWN_ROUGH}, four, of_drawn},
    {"rough52-6", true, {DRAWN_MATERN52, DRAWN_ROUGH}, six, of_drawn},
    {"smooth32-1", true, {DRAWN_MATERN32, DRAWN_SMOOTH}, one, of_drawn},
    {"smooth32-2", true, {DRAWN_MATERN32, DRAWN_SMOOTH}, two, of_drawn},
    {"smooth32-3", true, {DRAWN_MATERN32, DRAWN_SMOOTH}, three, of_drawn},
    {"smooth32-4", true, {DRAWN_MATERN32, DRAWN_SMOOTH}, four, of_drawn},
    {"smooth32-6", true, {DRAWN_MATERN32, DRAWN_SMOOTH}, six, of_drawn},
    {"rough32-1", true, {DRAWN_MATERN32, DRAWN_ROUGH}, one, of_drawn},
    {"rough32-2", true, {DRAWN_MATERN32, DRAWN_ROUGH}, two, of_drawn},
    {"rough32-3", true, {DRAWN_MATERN32, DRAWN_ROUGH}, three, of_drawn},
    {"rough32-4", true, {DRAWN_MATERN32, DRAWN_ROUGH}, four, of_drawn},
    {"rough32-6", true, {DRAWN_MATERN32, DRAWN_ROUGH}, six, of_drawn},
    {.name = "camel", .add_variables = three, .value = shifted_camel},
    {.name = "cells", .add_variables = cells, .value = shifted_cells},
    {.name = "rosenbrock",
     .add_variables = reals_5,
     .value = shifted_rosenbrock},
    {.name = "ackley", .add_variables = reals_5, .value = shifted_ackley},
    {.name = "bowl", .add_variables = bowl_6, .value = shifted_bowl},
};

/* ---- A run ---- */

struct settings {
    const char *method;
    uint64_t first;
    size_t repeats;
    bool is_verbose;
};

struct losses {
    size_t n_checks, n_worse, n_bad;
    size_t problems_worse, problems_bad;
    size_t n_found, n_certain; /* fits in which noise was */
    size_t n_repeated;
    double most; /* of a loss, as a share of the spread */
};

static void make_instance(const struct kind *kind, const inlay_space *space,
                          uint64_t seed, struct instance *p)
{
    struct inlay_rng rng = inlay_rng_seed(seed ^ 0x7ec0);
    *p = (struct instance){0};
    for (size_t i = 0; i < MAX_VARS; i++)
        p->shift[i] = 0.4 * inlay_rng_uniform(&rng) - 0.2;
    if (kind->is_drawn)
        p->drawn = drawn_make(space, kind->law, &rng);
}

/* The value of the recommendation, less the least value so far. */
static double loss_of(const struct kind *kind, const struct instance *p,
                      inlay_study *study, double least)
{
    inlay_value x[MAX_VARS];
    inlay_error err = {0};
    need(inlay_study_recommend(study, x, NULL, &err), &err);
    return kind->value(p, x) - least;
}

/* A trial's configuration with the same value once more. */
static void repeat(const struct settings *s, inlay_study *study,
                   const inlay_trial *t, double y)
{
    inlay_error err = {0};
    if (s->repeats > 0 && (size_t)t->id % s->repeats == 0)
        need(inlay_study_add(study, t->x, y, NULL, &err), &err);
}

static void add(struct losses *sum, const struct losses *l)
{
    sum->n_checks += l->n_checks;
    sum->n_worse += l->n_worse;
    sum->n_bad += l->n_bad;
    sum->problems_worse += l->problems_worse;
    sum->problems_bad += l->problems_bad;
    sum->most = fmax(sum->most, l->most);
    sum->n_found += l->n_found;
    sum->n_certain += l->n_certain;
    sum->n_repeated += l->n_repeated;
}

/* What the study says of its noise.  Trials are counted at the end, which is the
 * last time this is called. */
static void count_noise(inlay_study *study, struct losses *l)
{
    inlay_noise_estimate noise;
    inlay_error err = {0};
    need(inlay_study_noise(study, &noise, &err), &err);
    l->n_found += noise.is_found;
    l->n_certain += noise.is_certain;
    l->n_repeated = noise.n_repeated;
}

static void run(const struct settings *s, const struct kind *kind,
                uint64_t seed, struct losses *sum)
{
    inlay_space *space = NULL;
    inlay_study *study = NULL;
    inlay_options *options = spec_options(s->method, seed);
    inlay_error err = {0};
    struct instance p;
    struct losses here = {0};
    double least = INFINITY, most = -INFINITY;

    need(inlay_space_new(&space, &err), &err);
    kind->add_variables(space);
    make_instance(kind, space, seed + 1000 * (uint64_t)(kind - KINDS), &p);
    need(inlay_study_new(space, options, &study, &err), &err);
    for (size_t i = 1; i <= N_EVALUATIONS; i++) {
        inlay_trial t;
        const inlay_status st = inlay_study_ask(study, &t, &err);
        if (st == INLAY_EXHAUSTED)
            break;
        need(st, &err);
        const double y = kind->value(&p, t.x);
        need(inlay_study_tell(study, t.id, y, &err), &err);
        repeat(s, study, &t, y);
        least = fmin(least, y);
        most = fmax(most, y);
        if (i < FIRST_CHECK)
            continue;
        const double loss = loss_of(kind, &p, study, least) / (most - least);
        here.n_checks++;
        here.n_worse += loss > 0.0;
        here.n_bad += loss > TOLERANCE;
        here.most = fmax(here.most, loss);
        count_noise(study, &here);
        if (s->is_verbose && loss > 0.0)
            fprintf(stderr, "# %s, seed %llu, %zu evaluations: %.3g\n",
                    kind->name, (unsigned long long)seed, i, loss);
    }
    here.problems_worse = here.n_worse > 0;
    here.problems_bad = here.n_bad > 0;
    add(sum, &here);
    inlay_study_free(study);
    inlay_options_free(options);
    inlay_space_free(space);
    drawn_free(p.drawn);
}

/* ---- Report ---- */

static void print(const char *name, size_t n_problems, const struct losses *l)
{
    printf("%s,%zu,%zu,%zu,%zu,%zu,%zu,%.3g,%zu,%zu,%zu\n", name, n_problems,
           l->problems_worse, l->problems_bad, l->n_checks, l->n_worse,
           l->n_bad, l->most, l->n_found, l->n_certain, l->n_repeated);
    fflush(stdout);
}

static struct settings read_arguments(int argc, char **argv)
{
    struct settings s = {.method = "default", .first = 1};
    for (int i = 1; i < argc; i++) {
        const bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--verbose") == 0)
            s.is_verbose = true;
        else if (strcmp(argv[i], "--method") == 0 && has_value)
            s.method = argv[++i];
        else if (strcmp(argv[i], "--first") == 0 && has_value)
            s.first = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--repeats") == 0 && has_value)
            s.repeats = strtoul(argv[++i], NULL, 10);
        else {
            fprintf(stderr, "recommend [--method SPEC] [--first N] "
                            "[--repeats K] [--verbose]\n");
            exit(2);
        }
    }
    return s;
}

int main(int argc, char **argv)
{
    const struct settings s = read_arguments(argc, argv);
    const size_t n_kinds = sizeof KINDS / sizeof *KINDS;
    struct losses all = {0};

    puts("kind,problems,problems_worse,problems_bad,recommendations,worse,bad,"
         "most,noise_found,noise_certain,repeated");
    for (size_t k = 0; k < n_kinds; k++) {
        struct losses sum = {0};
        for (uint64_t i = 0; i < PER_KIND; i++)
            run(&s, &KINDS[k], s.first + i, &sum);
        print(KINDS[k].name, PER_KIND, &sum);
        add(&all, &sum);
    }
    print("all", n_kinds * PER_KIND, &all);
    return 0;
}
