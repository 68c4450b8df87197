/*
 * shape_fixture.h: acquisitions that are plain functions, constant by pieces,
 * and a record of where they were looked at.
 */
#ifndef INLAY_TESTS_SHAPE_FIXTURE_H
#define INLAY_TESTS_SHAPE_FIXTURE_H

#include "acquire/acquire_fixture.h"

#include "acquire/probe.h"
#include "acquire/walk.h"

typedef double shape_fn(const struct inlay_encoding *enc, const double *u);

enum { MAX_RECORDED = 60000 };

/* Points in the order of evaluation; of searches on one thread only. */
struct record {
    double U[MAX_RECORDED][MAX_D];
    size_t n;
};

struct shape {
    struct inlay_acq base; /* first */
    const struct inlay_encoding *enc;
    shape_fn *fn;
    struct record *record; /* or NULL */
};

static inline void shape_values(const struct inlay_acq *a, const double *U,
                                size_t n, double *out, double *grad,
                                double *scratch)
{
    const struct shape *s = (const struct shape *)a;
    const size_t dim = s->enc->dim;
    struct record *r = s->record;
    CHECK(!grad); /* there is none: nobody may ask for it */
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        out[i] = s->fn(s->enc, U + i * dim);
        if (r && r->n < MAX_RECORDED)
            memcpy(r->U[r->n++], U + i * dim, dim * sizeof *U);
    }
}

static const struct inlay_acq_ops SHAPE_OPS = {.evaluate = shape_values};

static inline struct shape shape_of(const struct inlay_encoding *enc,
                                    shape_fn *fn, struct record *record)
{
    if (record)
        record->n = 0;
    return (struct shape){{&SHAPE_OPS, enc->dim, 1, true}, enc, fn, record};
}

/* SMAC's numbers. */
static const struct inlay_maximize_options WALKS = {
    .n_candidates = 100,
    .n_starts = 10,
    .walk_sd = 0.05,
    .n_plateau = 10,
    .n_threads = 1,
};

/* -Σ of how many steps each coordinate is away from its goal: reals have ten
 * steps and the goal at the eighth, levels have it at 0.7 of them; every value of
 * a category but one is a step away. */
static inline double stairs(const struct inlay_encoding *enc, const double *u)
{
    double sum = 0.0;
    for (size_t j = 0; j < enc->dim; j++) {
        const struct inlay_axis *axis = &enc->axis[j];
        if (axis->kind == INLAY_AXIS_REAL) {
            sum -= fabs(floor(10.0 * u[j]) - 7.0);
            continue;
        }
        const double off = (double)inlay_axis_level(axis, u[j]) -
                           floor(0.7 * (double)axis->n_levels);
        sum -= axis->kind == INLAY_AXIS_GRID ? fabs(off) : off != 0.0;
    }
    return sum;
}

static inline double level_ground(const struct inlay_encoding *enc,
                                  const double *u)
{
    (void)enc;
    (void)u;
    return -3.5;
}

static inline double nothing(const struct inlay_encoding *enc, const double *u)
{
    (void)enc;
    (void)u;
    return -INFINITY;
}

enum { MAX_WALKS = 32 };

struct walked {
    double X[MAX_WALKS * MAX_D], F[MAX_WALKS];
    size_t n, n_values;
};

/* Walks from the n points of starts, none of them refused, and the centers. */
static inline void walk_from(const struct inlay_search *s,
                             const struct inlay_maximize_options *o,
                             const double *starts, size_t n, uint64_t seed,
                             struct walked *out)
{
    const struct shape *shape = (const struct shape *)s->acq;
    const size_t dim = s->enc->dim;
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct inlay_rated rated = {n, out->X, out->F};
    struct inlay_probe probe;

    CHECK_OK(inlay_probe_init(&probe, s, o, &err), err);
    if (n > 0)
        memcpy(out->X, starts, n * dim * sizeof *starts);
    for (size_t i = 0; i < n; i++)
        out->F[i] = value_at(s->acq, starts + i * dim);
    if (shape->record)
        shape->record->n = 0;
    CHECK_OK(inlay_walk(&probe, &rated, &rng, &err), err);
    out->n = rated.n;
    out->n_values = probe.n_values;
    inlay_probe_clear(&probe);
}

/* Coordinates that differ, and where the last one is. */
static inline size_t n_different(const double *a, const double *b, size_t dim,
                                 size_t *where)
{
    size_t n = 0;
    for (size_t j = 0; j < dim; j++)
        if (a[j] != b[j]) {
            n++;
            *where = j;
        }
    return n;
}

#endif
