/*
 * forest_fixture.h: forests of known functions.
 */
#ifndef INLAY_TESTS_FOREST_FIXTURE_H
#define INLAY_TESTS_FOREST_FIXTURE_H

#include "model_fixture.h"

#include "model/forest.h"

enum { MAX_N = 400, MAX_TREES = 500 };

/* A real, a category of 3, an integer of 5, a real. */
static const int MIXED[] = {0, 3, -5, 0};

/* As SMAC has it. */
static const struct inlay_forest_options USUAL = {
    .n_trees = 10, .split_share = 1.0, .min_leaf = 1, .n_threads = 1};

struct planted {
    struct domain domain;
    size_t n;
    double *U, *y; /* rows; may be changed before the next fit */
    struct inlay_forest *f;
};

static inline double truth(size_t dim, const double *u)
{
    double f = 0.0;
    for (size_t j = 0; j < dim; j++)
        f += sin((3.0 + (double)j) * u[j]);
    return f;
}

/* The forest of the data that p has. */
static inline void planted_fit(struct planted *p,
                               const struct inlay_forest_options *o,
                               uint64_t seed)
{
    const struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};

    inlay_forest_free(p->f);
    p->f = NULL;
    CHECK_OK(inlay_forest_fit(&p->domain.enc, p->U, p->y, p->n, o, &rng, &p->f,
                              &err),
             err);
}

/* n points of a domain of these levels, with a little noise on the truth. */
static inline void planted_init(struct planted *p, const int *levels,
                                size_t dim, size_t n,
                                const struct inlay_forest_options *o,
                                uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);

    *p = (struct planted){
        .n = n, .U = inlay_mem_doubles(n * dim), .y = inlay_mem_doubles(n)};
    CHECK(p->U && p->y);
    domain_init(&p->domain, levels, dim);
    for (size_t i = 0; i < n; i++) {
        inlay_encode_sample(&p->domain.enc, &rng, p->U + i * dim);
        p->y[i] = truth(dim, p->U + i * dim) + 0.1 * inlay_rng_normal(&rng);
    }
    planted_fit(p, o, seed + 1);
}

static inline void planted_clear(struct planted *p)
{
    inlay_forest_free(p->f);
    inlay_mem_free(p->U);
    inlay_mem_free(p->y);
    domain_clear(&p->domain);
}

/* At any number of points, rows of U. */
static inline void predict(const struct inlay_forest *f, const double *U,
                           size_t n, double *mean, double *var)
{
    const struct inlay_model *m = &f->base;
    double Z[INLAY_MODEL_BLOCK * MAX_D];

    CHECK(m->n_scratch == 0);
    for (size_t i = 0; i < n; i += INLAY_MODEL_BLOCK) {
        const size_t left = n - i;
        const size_t k = left < INLAY_MODEL_BLOCK ? left : INLAY_MODEL_BLOCK;
        m->ops->embed(m, U + i * m->dim, k, Z);
        m->ops->predict(m, 0, Z, k, mean + i, var + i, NULL);
    }
}

#endif
