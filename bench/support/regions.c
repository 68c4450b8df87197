/*
 * regions.c: boxes inside and in a corner, and what is beyond a limit.
 *
 * A mixed space has reals, integers of 12 values and categories of 3.  A number
 * counts as a share of its range, an integer as the middle of its cell.
 */
#include "support/regions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"

enum { N_INTEGERS = 12, N_CATEGORIES = 3, N_DRAWS = 40000 };

/* A box inside keeps this far away from all bounds, if it is not too large. */
static const double MARGIN = 0.05;

const struct region_kind REGION_KINDS[] = {
    {"inside", REGION_INSIDE, 2, false, 0.013},
    {"inside", REGION_INSIDE, 2, false, 0.003},
    {"inside", REGION_INSIDE, 4, false, 0.013},
    {"inside", REGION_INSIDE, 4, false, 0.003},
    {"inside", REGION_INSIDE, 8, false, 0.013},
    {"inside", REGION_INSIDE, 8, false, 0.003},
    {"inside-mixed", REGION_INSIDE, 4, true, 0.013},
    {"inside-mixed", REGION_INSIDE, 4, true, 0.003},
    {"inside-mixed", REGION_INSIDE, 8, true, 0.013},
    {"inside-mixed", REGION_INSIDE, 8, true, 0.003},
    {"rim", REGION_RIM, 2, false, 0.013},
    {"rim", REGION_RIM, 2, false, 0.003},
    {"rim", REGION_RIM, 4, false, 0.013},
    {"rim", REGION_RIM, 4, false, 0.003},
    {"rim", REGION_RIM, 8, false, 0.013},
    {"rim", REGION_RIM, 8, false, 0.003},
    {"rim-mixed", REGION_RIM, 4, true, 0.013},
    {"rim-mixed", REGION_RIM, 8, true, 0.013},
    {"corner", REGION_CORNER, 2, false, 0.013},
    {"corner", REGION_CORNER, 4, false, 0.013},
    {"corner", REGION_CORNER, 4, false, 0.003},
    {"corner-mixed", REGION_CORNER, 4, true, 0.013},
    {0},
};

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "regions: %s\n", err->msg);
    exit(1);
}

/* Of four variables of a mixed space the third is an integer, the fourth a
 * category. */
static void add_variable(struct region *r, size_t i)
{
    static const char *const VALUES[] = {"p", "q", "r"};
    const size_t place = r->kind->is_mixed ? i % 4 : 0;
    char name[2] = {(char)('a' + i), '\0'};
    inlay_error err = {0};
    r->is_category[i] = place == 3;
    r->n_values[i] = place == 3 ? N_CATEGORIES : place == 2 ? N_INTEGERS : 0;
    need(place == 3   ? inlay_space_add_categorical(r->space, name, VALUES,
                                                    N_CATEGORIES, &err)
         : place == 2 ? inlay_space_add_integer(r->space, name, 1, N_INTEGERS,
                                                INLAY_SCALE_LINEAR, &err)
                      : inlay_space_add_real(r->space, name, 0, 1,
                                             INLAY_SCALE_LINEAR, &err),
         &err);
}

/* Coordinates from 0 to 1; of a category its place. */
static void coordinates(const struct region *r, const inlay_value *x, double *u)
{
    for (size_t i = 0; i < r->kind->n_variables; i++)
        u[i] = r->is_category[i] ? (double)x[i].integer
               : r->n_values[i]
                   ? ((double)x[i].integer - 0.5) / (double)r->n_values[i]
                   : x[i].real;
}

static void draw(const struct region *r, struct inlay_rng *rng, double *u)
{
    for (size_t i = 0; i < r->kind->n_variables; i++) {
        const double n = (double)r->n_values[i];
        u[i] = inlay_rng_uniform(rng);
        if (r->is_category[i])
            u[i] = floor(n * u[i]);
        else if (r->n_values[i])
            u[i] = (floor(n * u[i]) + 0.5) / n;
    }
}

/* The side of a box that, with one value of each category, has the share. */
static double side_of(const struct region *r)
{
    double share = r->kind->share, n_numbers = 0.0;
    for (size_t i = 0; i < r->kind->n_variables; i++) {
        if (r->is_category[i])
            share *= (double)r->n_values[i];
        else
            n_numbers += 1.0;
    }
    return pow(share, 1.0 / n_numbers);
}

/* Sides of different lengths, with a product that gives the share; those of
 * integers are whole cells, and those of reals make up for it. */
static void set_sides(const struct region *r, struct inlay_rng *rng,
                      double *side)
{
    const double wanted = log(side_of(r));
    double sum = 0.0, n_numbers = 0.0, rest = 0.0, n_reals = 0.0;
    for (size_t i = 0; i < r->kind->n_variables; i++) {
        side[i] = r->is_category[i] ? 0.0 : 0.3 + 1.4 * inlay_rng_uniform(rng);
        sum += side[i];
        n_numbers += !r->is_category[i];
    }
    for (size_t i = 0; i < r->kind->n_variables; i++) {
        const double n = (double)r->n_values[i];
        const double length = wanted * n_numbers * side[i] / sum;
        side[i] = n > 0.0 ? fmax(round(n * exp(length)), 1.0) / n : exp(length);
        rest += r->is_category[i] ? 0.0 : length - log(side[i]);
        n_reals += n == 0.0;
    }
    for (size_t i = 0; i < r->kind->n_variables; i++)
        if (r->n_values[i] == 0)
            side[i] = fmin(side[i] * exp(rest / n_reals), 0.95);
}

static double begin_of(const struct region *r, size_t i, double side,
                       struct inlay_rng *rng)
{
    const double n = (double)r->n_values[i];
    const double margin = fmin(MARGIN, 0.4 * (1.0 - side));
    const double lo =
        margin + inlay_rng_uniform(rng) * (1.0 - side - 2 * margin);
    if (r->kind->form == REGION_CORNER)
        return inlay_rng_uniform(rng) < 0.5 ? 0.0 : 1.0 - side;
    if (n == 0.0)
        return lo;
    return fmin(fmax(round(n * lo), 1.0), n * (1.0 - side) - 1.0) / n;
}

static void place_box(struct region *r, struct inlay_rng *rng)
{
    double side[REGION_MOST_VARIABLES];
    set_sides(r, rng, side);
    for (size_t i = 0; i < r->kind->n_variables; i++) {
        if (r->is_category[i]) {
            r->lo[i] = r->hi[i] = (double)inlay_rng_below(rng, r->n_values[i]);
            continue;
        }
        r->lo[i] = begin_of(r, i, side[i], rng);
        r->hi[i] = r->lo[i] + side[i];
    }
}

/* Does a box hold the middle of all numbers, which searches try first? */
static bool is_in_middle(const struct region *r)
{
    for (size_t i = 0; i < r->kind->n_variables; i++)
        if (!r->is_category[i] && (r->lo[i] > 0.5 || r->hi[i] < 0.5))
            return false;
    return true;
}

static double sum_of(const struct region *r, const double *u)
{
    double sum = 0.0;
    for (size_t i = 0; i < r->kind->n_variables; i++)
        sum +=
            r->weight[i] *
            (r->is_category[i] ? (double)((int)u[i] == (int)r->lo[i]) : u[i]);
    return sum;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Weights of either sign, from 0.3 to 1; the limit leaves the share beyond it. */
static void place_limit(struct region *r, struct inlay_rng *rng)
{
    static double sum[N_DRAWS];
    double u[REGION_MOST_VARIABLES];
    for (size_t i = 0; i < r->kind->n_variables; i++) {
        const double size = 0.3 + 0.7 * inlay_rng_uniform(rng);
        r->weight[i] = inlay_rng_uniform(rng) < 0.5 ? -size : size;
        if (r->is_category[i])
            r->lo[i] = (double)inlay_rng_below(rng, r->n_values[i]);
    }
    for (size_t k = 0; k < N_DRAWS; k++) {
        draw(r, rng, u);
        sum[k] = sum_of(r, u);
    }
    qsort(sum, N_DRAWS, sizeof *sum, by_size);
    r->limit = sum[(size_t)((1.0 - r->kind->share) * N_DRAWS)];
}

struct region region_make(const struct region_kind *kind, uint64_t seed)
{
    struct region r = {.kind = kind};
    struct inlay_rng rng = inlay_rng_seed(seed ^ 0x4e610);
    inlay_error err = {0};
    need(inlay_space_new(&r.space, &err), &err);
    for (size_t i = 0; i < kind->n_variables; i++)
        add_variable(&r, i);
    if (kind->form == REGION_RIM)
        place_limit(&r, &rng);
    else
        place_box(&r, &rng);
    while (kind->form != REGION_RIM && is_in_middle(&r))
        place_box(&r, &rng);
    return r;
}

bool region_holds(const struct region *r, const inlay_value *x)
{
    double u[REGION_MOST_VARIABLES];
    coordinates(r, x, u);
    if (r->kind->form == REGION_RIM)
        return sum_of(r, u) > r->limit;
    for (size_t i = 0; i < r->kind->n_variables; i++)
        if (u[i] < r->lo[i] || u[i] > r->hi[i])
            return false;
    return true;
}

void region_clear(struct region *r)
{
    inlay_space_free(r->space);
}
