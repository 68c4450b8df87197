/*
 * noisy.c: mixed6, cats, bits and folds, and their minima.
 *
 * All minima are exact: discrete variables are enumerated, and mixed6 is
 * minimized over its reals in closed form.
 */
#include "support/noisy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/folds_table.h"

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "noisy: %s\n", err->msg);
    exit(1);
}

static void *room(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "noisy: out of memory\n");
        exit(1);
    }
    return p;
}

static void add_real(inlay_space *s, const char *name, double lo, double hi,
                     inlay_scale scale)
{
    inlay_error err = {0};
    need(inlay_space_add_real(s, name, lo, hi, scale, &err), &err);
}

static void add_integer(inlay_space *s, const char *name, int64_t lo,
                        int64_t hi)
{
    inlay_error err = {0};
    need(inlay_space_add_integer(s, name, lo, hi, INLAY_SCALE_LINEAR, &err),
         &err);
}

static void add_category(inlay_space *s, const char *name,
                         const char *const *values, size_t n)
{
    inlay_error err = {0};
    need(inlay_space_add_categorical(s, name, values, n, &err), &err);
}

static void add_boolean(inlay_space *s, const char *name)
{
    inlay_error err = {0};
    need(inlay_space_add_boolean(s, name, &err), &err);
}

static const char *const LETTERS[] = {"a", "b", "c", "d", "e", "f"};

/* Keeps x if it is the best of those that were tried. */
static void try(struct problem *p, const inlay_value *x, size_t n)
{
    const double value = p->kind->value(p, x);
    if (!(value < p->minimum))
        return;
    p->minimum = value;
    for (size_t i = 0; i < n; i++)
        p->minimizer[i] = x[i];
}

/* Moves to the next of the configurations that have the integers 0 .. size[i]-1,
 * the last one changing fastest; false after the last. */
static bool next(inlay_value *x, const size_t *size, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        if ((size_t)++x[i].integer < size[i])
            return true;
        x[i].integer = 0;
    }
    return false;
}

/* The best of all configurations of that many values of each variable. */
static void enumerate(struct problem *p, const size_t *size, size_t n)
{
    inlay_value x[PROBLEM_MOST_VARIABLES] = {0};
    p->minimum = INFINITY;
    do
        try(p, x, n);
    while (next(x, size, n));
}

/* ---- mixed6 ---- */

enum {
    N_NUMBERS = 4,
    N_KINDS = 3,
    N_SCHEMES = 4,
    MOST_LAYERS = 12,
    WIDTHS = 20
};

/* Positive definite: its eigenvalues are 1.5, 4.3, 4.9 and 10.4. */
static const double FORM[N_NUMBERS][N_NUMBERS] = {
    {8.0, 3.0, 1.0, 0.0},
    {3.0, 6.0, 0.0, 1.0},
    {1.0, 0.0, 4.0, 1.5},
    {0.0, 1.0, 1.5, 3.0},
};

/* By rank: what a category costs, and how it moves the center. */
static const double COST[N_KINDS][N_SCHEMES] = {
    {0.0, 0.1, 0.2, 0.4},
    {0.3, 0.2, 0.5, 0.6},
    {0.4, 0.6, 0.45, 0.8},
};
static const double MOVE_BY_KIND[N_KINDS][N_NUMBERS] = {
    {0.0, 0.0, 0.0, 0.0},
    {0.15, -0.1, 0.1, 0.0},
    {-0.15, 0.0, 0.0, 0.15},
};
static const double MOVE_BY_SCHEME[N_SCHEMES][N_NUMBERS] = {
    {0.0, 0.0, 0.0, 0.0},
    {0.0, 0.1, -0.1, 0.0},
    {-0.1, 0.0, 0.15, 0.0},
    {0.0, -0.15, 0.0, 0.1},
};

struct mixed6 {
    double center[N_NUMBERS];
    size_t kind[N_KINDS], scheme[N_SCHEMES]; /* ranks of the values */
};

static void mixed6_variables(inlay_space *s)
{
    add_real(s, "rate", 1e-5, 0.1, INLAY_SCALE_LOG);
    add_real(s, "momentum", 0.0, 1.0, INLAY_SCALE_LINEAR);
    add_integer(s, "layers", 1, MOST_LAYERS);
    add_integer(s, "width", 0, WIDTHS);
    add_category(s, "kind", LETTERS, N_KINDS);
    add_category(s, "scheme", LETTERS, N_SCHEMES);
}

/* Where the center is, from the first of the numbers on, in units of the range. */
static double center_of(const struct mixed6 *m, const inlay_value *x, size_t i)
{
    return m->center[i] + MOVE_BY_KIND[m->kind[x[4].integer]][i] +
           MOVE_BY_SCHEME[m->scheme[x[5].integer]][i];
}

static double mixed6(const struct problem *p, const inlay_value *x)
{
    const struct mixed6 *m = p->own;
    const double u[N_NUMBERS] = {(log10(x[0].real) + 5.0) / 4.0, x[1].real,
                                 (double)(x[2].integer - 1) / (MOST_LAYERS - 1),
                                 (double)x[3].integer / WIDTHS};
    double d[N_NUMBERS], q = 0.0;
    for (size_t i = 0; i < N_NUMBERS; i++)
        d[i] = u[i] - center_of(m, x, i);
    for (size_t i = 0; i < N_NUMBERS; i++)
        for (size_t j = 0; j < N_NUMBERS; j++)
            q += d[i] * FORM[i][j] * d[j];
    return q / (1.0 + q) + COST[m->kind[x[4].integer]][m->scheme[x[5].integer]];
}

static double clamp(double u)
{
    return fmin(fmax(u, 0.0), 1.0);
}

static void try_reals(struct problem *p, inlay_value *x, double a, double b)
{
    x[0] = inlay_real(fmin(fmax(pow(10.0, 4.0 * a - 5.0), 1e-5), 0.1));
    x[1] = inlay_real(b);
    try(p, x, 6);
}

/* The form is convex in the reals (a, b), so that its least is where its slope is
 * 0, if that is in the square, or else on an edge, along which it is a parabola. */
static void minimize_reals(struct problem *p, inlay_value *x)
{
    const struct mixed6 *m = p->own;
    const double e[2] = {(double)(x[2].integer - 1) / (MOST_LAYERS - 1) -
                             center_of(m, x, 2),
                         (double)x[3].integer / WIDTHS - center_of(m, x, 3)};
    const double(*F)[N_NUMBERS] = FORM;
    const double ca = center_of(m, x, 0), cb = center_of(m, x, 1);
    const double ga = F[0][2] * e[0] + F[0][3] * e[1];
    const double gb = F[1][2] * e[0] + F[1][3] * e[1];
    const double det = F[0][0] * F[1][1] - F[0][1] * F[0][1];
    const double a = ca - (F[1][1] * ga - F[0][1] * gb) / det;
    const double b = cb - (F[0][0] * gb - F[0][1] * ga) / det;

    if (a >= 0.0 && a <= 1.0 && b >= 0.0 && b <= 1.0)
        try_reals(p, x, a, b);
    for (int at = 0; at <= 1; at++) {
        const double da = at - ca, db = at - cb;
        try_reals(p, x, at, clamp(cb - (gb + F[0][1] * da) / F[1][1]));
        try_reals(p, x, clamp(ca - (ga + F[0][1] * db) / F[0][0]), at);
    }
}

static void mixed6_make(struct problem *p, struct inlay_rng *rng)
{
    static const size_t SIZE[] = {MOST_LAYERS, WIDTHS + 1, N_KINDS, N_SCHEMES};
    struct mixed6 *m = p->own = room(sizeof *m);
    inlay_value from_0[4] = {0};

    for (size_t i = 0; i < N_NUMBERS; i++)
        m->center[i] = 0.15 + 0.7 * inlay_rng_uniform(rng);
    for (size_t i = 0; i < N_KINDS; i++)
        m->kind[i] = i;
    for (size_t i = 0; i < N_SCHEMES; i++)
        m->scheme[i] = i;
    inlay_rng_shuffle(rng, m->kind, N_KINDS);
    inlay_rng_shuffle(rng, m->scheme, N_SCHEMES);
    p->minimum = INFINITY;
    do {
        inlay_value x[6];
        for (size_t i = 0; i < 4; i++)
            x[2 + i] = from_0[i];
        x[2].integer++;
        minimize_reals(p, x);
    } while (next(from_0, SIZE, 4));
}

/* ---- cats ---- */

enum { N_CATS = 5, MOST_VALUES = 6 };
static const size_t CAT_SIZE[N_CATS] = {3, 4, 5, 6, 4};

struct cats {
    double effect[N_CATS][MOST_VALUES];
    double pair[N_CATS][N_CATS][MOST_VALUES][MOST_VALUES];
};

static void cats_variables(inlay_space *s)
{
    static const char *const NAMES[N_CATS] = {"c1", "c2", "c3", "c4", "c5"};
    for (size_t i = 0; i < N_CATS; i++)
        add_category(s, NAMES[i], LETTERS, CAT_SIZE[i]);
}

static double cats(const struct problem *p, const inlay_value *x)
{
    const struct cats *c = p->own;
    double sum = 0.0;
    for (size_t i = 0; i < N_CATS; i++) {
        sum += c->effect[i][x[i].integer];
        for (size_t j = 0; j < i; j++)
            sum += c->pair[i][j][x[i].integer][x[j].integer];
    }
    return sum;
}

/* An effect has deviation 1, one of a pair half of it. */
static void cats_make(struct problem *p, struct inlay_rng *rng)
{
    struct cats *c = p->own = room(sizeof *c);
    for (size_t i = 0; i < N_CATS; i++)
        inlay_rng_normals(rng, MOST_VALUES, c->effect[i]);
    for (size_t i = 0; i < N_CATS; i++)
        for (size_t j = 0; j < i; j++)
            for (size_t k = 0; k < MOST_VALUES; k++)
                for (size_t l = 0; l < MOST_VALUES; l++)
                    c->pair[i][j][k][l] = 0.5 * inlay_rng_normal(rng);
    enumerate(p, CAT_SIZE, N_CATS);
}

/* ---- bits ---- */

enum { N_BITS = 16 };

struct bits {
    double effect[N_BITS], pair[N_BITS][N_BITS];
};

static void bits_variables(inlay_space *s)
{
    char name[16];
    for (int i = 0; i < N_BITS; i++) {
        snprintf(name, sizeof name, "b%d", i + 1);
        add_boolean(s, name);
    }
}

static double bits(const struct problem *p, const inlay_value *x)
{
    const struct bits *b = p->own;
    double sum = 0.0;
    for (size_t i = 0; i < N_BITS; i++) {
        double slope = b->effect[i];
        for (size_t j = 0; j < i; j++)
            slope += x[j].integer ? b->pair[i][j] : -b->pair[i][j];
        sum += x[i].integer ? slope : -slope;
    }
    return sum;
}

/* Bits count as 1 and -1.  The pairs together have half the variance of the bits
 * by themselves: 120 pairs, 16 bits. */
static void bits_make(struct problem *p, struct inlay_rng *rng)
{
    struct bits *b = p->own = room(sizeof *b);
    size_t size[N_BITS];
    inlay_rng_normals(rng, N_BITS, b->effect);
    for (size_t i = 0; i < N_BITS; i++) {
        size[i] = 2;
        for (size_t j = 0; j < i; j++)
            b->pair[i][j] = sqrt(8.0 / 120.0) * inlay_rng_normal(rng);
    }
    enumerate(p, size, N_BITS);
}

/* ---- folds ---- */

enum { N_LEVELS = 8, N_FOLD_KERNELS = 3 };

static void folds_variables(inlay_space *s)
{
    static const char *const KERNELS[N_FOLD_KERNELS] = {"poly", "rbf",
                                                        "sigmoid"};
    add_integer(s, "C", 0, N_LEVELS - 1);
    add_integer(s, "gamma", 0, N_LEVELS - 1);
    add_category(s, "kernel", KERNELS, N_FOLD_KERNELS);
    add_boolean(s, "scaled");
}

static const unsigned char *folds_row(const inlay_value *x)
{
    const int64_t row =
        ((x[0].integer * N_LEVELS + x[1].integer) * N_FOLD_KERNELS +
         x[2].integer) *
            2 +
        x[3].integer;
    return folds_table[row];
}

static double folds(const struct problem *p, const inlay_value *x)
{
    const unsigned char *wrong = folds_row(x);
    double sum = 0.0;
    (void)p;
    for (size_t i = 0; i < FOLDS_SCORES; i++)
        sum += wrong[i];
    return sum / FOLDS_SCORES / FOLDS_DIGITS;
}

static double folds_observe(const inlay_value *x, struct inlay_rng *noise)
{
    return (double)folds_row(x)[inlay_rng_below(noise, FOLDS_SCORES)] /
           FOLDS_DIGITS;
}

static void folds_make(struct problem *p, struct inlay_rng *rng)
{
    static const size_t SIZE[] = {N_LEVELS, N_LEVELS, N_FOLD_KERNELS, 2};
    double squares = 0.0;
    (void)rng;
    enumerate(p, SIZE, 4);
    for (size_t i = 0; i < FOLDS_SCORES; i++) {
        const double score =
            (double)folds_row(p->minimizer)[i] / FOLDS_DIGITS - p->minimum;
        squares += score * score / FOLDS_SCORES;
    }
    if (p->observe)
        p->noise_sd = sqrt(squares);
}

#define OWN(the_name, the_function)                                            \
    .name = the_name, .evaluations = 80, .target = NAN, .minimum = NAN,        \
    .is_drawn = true, .add_variables = the_function##_variables,               \
    .make = the_function##_make, .value = the_function

const struct problem_kind NOISY_KINDS[] = {
    {OWN("mixed6", mixed6)},
    {OWN("cats", cats)},
    {OWN("bits", bits)},
    {OWN("folds", folds), .observe = folds_observe},
    {0},
};
