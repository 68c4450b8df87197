/*
 * drawn.c: random features of a Matérn 5/2 kernel.
 *
 * f(z) = √(2/m) Σ_k w_k cos(ω_k·z + b_k), w ~ N(0,1), b ~ U(0, 2π), and ω a
 * multivariate t with 5 degrees of freedom divided by the length-scale.
 */
#include "support/drawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_FEATURES = 1000, MAX_COLUMNS = 16, MAX_VARIABLES = 8, GRID = 40 };

struct drawn {
    size_t n_variables, n_columns;
    inlay_variable var[MAX_VARIABLES];
    size_t first[MAX_VARIABLES]; /* column of each variable */
    double omega[MAX_COLUMNS][N_FEATURES], phase[N_FEATURES],
        weight[N_FEATURES];
};

static size_t columns_of(const inlay_variable *v)
{
    return v->type == INLAY_CATEGORICAL ? v->n_values : 1;
}

struct drawn *drawn_make(const inlay_space *space, struct inlay_rng *rng)
{
    struct drawn *d = calloc(1, sizeof *d);
    if (!d) {
        fputs("drawn: out of memory\n", stderr);
        exit(1);
    }
    d->n_variables = inlay_space_n_variables(space);
    for (size_t i = 0; i < d->n_variables; i++) {
        inlay_space_variable(space, i, &d->var[i], NULL);
        d->first[i] = d->n_columns;
        d->n_columns += columns_of(&d->var[i]);
    }
    const double scale = 0.25 * (double)d->n_columns;
    for (size_t k = 0; k < N_FEATURES; k++) {
        double chi2 = 0.0; /* 5 degrees of freedom */
        for (int i = 0; i < 5; i++) {
            const double z = inlay_rng_normal(rng);
            chi2 += z * z;
        }
        for (size_t j = 0; j < d->n_columns; j++)
            d->omega[j][k] = inlay_rng_normal(rng) / scale / sqrt(chi2 / 5.0);
        d->phase[k] = 6.283185307179586 * inlay_rng_uniform(rng);
        d->weight[k] = sqrt(2.0 / N_FEATURES) * inlay_rng_normal(rng);
    }
    return d;
}

void drawn_free(struct drawn *d)
{
    free(d);
}

static void columns(const struct drawn *d, const inlay_value *x, double *z)
{
    for (size_t i = 0; i < d->n_variables; i++) {
        const inlay_variable *v = &d->var[i];
        double *at = z + d->first[i];
        for (size_t k = 0; k < columns_of(v); k++)
            at[k] = v->type == INLAY_CATEGORICAL
                        ? (double)((size_t)x[i].integer == k)
                    : v->type == INLAY_INTEGER
                        ? (double)x[i].integer / (double)v->int_hi
                        : x[i].real;
    }
}

static double at_columns(const struct drawn *d, const double *z)
{
    double angle[N_FEATURES], sum = 0.0;
    for (size_t k = 0; k < N_FEATURES; k++)
        angle[k] = d->phase[k];
    for (size_t j = 0; j < d->n_columns; j++)
        for (size_t k = 0; k < N_FEATURES; k++)
            angle[k] += d->omega[j][k] * z[j];
    for (size_t k = 0; k < N_FEATURES; k++)
        sum += d->weight[k] * cos(angle[k]);
    return sum;
}

double drawn_value(const struct drawn *d, const inlay_value *x)
{
    double z[MAX_COLUMNS];
    columns(d, x, z);
    return at_columns(d, z);
}

/* Compass search on the real variables from x, down to a step of 1e-9. */
static double polish(const struct drawn *d, inlay_value *x, double best)
{
    for (double step = 1.0 / GRID; step > 1e-9;) {
        bool moved = false;
        for (size_t i = 0; i < d->n_variables; i++) {
            if (d->var[i].type != INLAY_REAL)
                continue;
            for (int side = -1; side <= 1; side += 2) {
                const double was = x[i].real;
                x[i].real = fmin(fmax(was + side * step, 0.0), 1.0);
                const double y = drawn_value(d, x);
                if (y < best) {
                    best = y;
                    moved = true;
                } else {
                    x[i].real = was;
                }
            }
        }
        if (!moved)
            step *= 0.5;
    }
    return best;
}

/* The next point of the grid: an odometer over all variables; false at the end. */
static bool advance(const struct drawn *d, inlay_value *x)
{
    for (size_t i = 0; i < d->n_variables; i++) {
        const inlay_variable *v = &d->var[i];
        if (v->type == INLAY_REAL) {
            x[i].integer = (x[i].integer + 1) % (GRID + 1);
            x[i].real = (double)x[i].integer / GRID;
        } else {
            const int64_t n =
                v->type == INLAY_INTEGER ? v->int_hi + 1 : (int64_t)v->n_values;
            x[i].integer = (x[i].integer + 1) % n;
        }
        if (x[i].integer != 0)
            return true;
    }
    return false;
}

double drawn_minimum(const struct drawn *d)
{
    enum { KEEP = 8 };
    inlay_value x[MAX_VARIABLES] = {{0}}, kept[KEEP][MAX_VARIABLES];
    double value[KEEP];

    for (size_t k = 0; k < KEEP; k++)
        value[k] = INFINITY;
    do {
        const double y = drawn_value(d, x);
        size_t at = KEEP - 1;
        if (y >= value[at])
            continue;
        while (at > 0 && y < value[at - 1]) {
            value[at] = value[at - 1];
            for (size_t i = 0; i < d->n_variables; i++)
                kept[at][i] = kept[at - 1][i];
            at--;
        }
        value[at] = y;
        for (size_t i = 0; i < d->n_variables; i++)
            kept[at][i] = x[i];
    } while (advance(d, x));

    double best = INFINITY;
    for (size_t k = 0; k < KEEP && value[k] < INFINITY; k++)
        best = fmin(best, polish(d, kept[k], value[k]));
    return best;
}
