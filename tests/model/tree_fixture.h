/*
 * tree_fixture.h: samples that trees are grown from, trees read node by node as
 * tree.h defines them, and shares of random events.
 */
#ifndef INLAY_TESTS_TREE_FIXTURE_H
#define INLAY_TESTS_TREE_FIXTURE_H

#include "check.h"

#include "base/rng.h"
#include "model/tree.h"

static const enum inlay_splits BOTH[] = {INLAY_SPLITS_RANDOM,
                                         INLAY_SPLITS_BEST};

/* An event of probability p came true `hits` times in n: to 4 standard
 * errors. */
static inline void check_share(size_t hits, size_t n, double p,
                               const char *what, const char *file, int line)
{
    check_near((double)hits / (double)n, p,
               4.0 * sqrt(p * (1.0 - p) / (double)n), what, file, line);
}
#define CHECK_SHARE(hits, n, p)                                                \
    check_share(hits, n, p, #hits, __FILE__, __LINE__)

/* Numbers that should be uniform on (0, 1): how many are below k/8. */
struct uniform {
    size_t n, below[8];
};

static inline void uniform_add(struct uniform *u, double x)
{
    CHECK(x >= 0.0 && x < 1.0);
    u->n++;
    for (size_t k = 1; k < 8; k++)
        u->below[k] += x < (double)k / 8.0;
}

static inline void check_uniform(const struct uniform *u)
{
    for (size_t k = 1; k < 8; k++)
        CHECK_SHARE(u->below[k], u->n, (double)k / 8.0);
}

static inline bool tree_is_leaf(const struct inlay_tree *t, uint32_t node)
{
    return t->node[node].child == node;
}

static inline bool tree_is_category(const struct inlay_tree *t, uint32_t node)
{
    return t->node[node].set > 0;
}

/* Does a point with this number on the node's axis go right? */
static inline bool tree_goes_right(const struct inlay_tree *t, uint32_t node,
                                   double z)
{
    const struct inlay_tree_node *is = &t->node[node];
    if (!tree_is_category(t, node))
        return z > is->threshold;
    const size_t code = (size_t)z;
    CHECK(is->set + code / 64 < t->n_words);
    return t->words[is->set + code / 64] >> code % 64 & 1;
}

/* The leaf of an embedded point, node by node. */
static inline uint32_t tree_walk(const struct inlay_tree *t, const double *z)
{
    uint32_t at = 0;
    while (!tree_is_leaf(t, at)) {
        CHECK(at < t->n_nodes && t->node[at].child > at);
        at = t->node[at].child + tree_goes_right(t, at, z[t->node[at].axis]);
    }
    return at;
}

enum { SAMPLE_N = 400, SAMPLE_DIM = 6 };

struct sample {
    size_t n, dim;
    double Z[SAMPLE_DIM * SAMPLE_N], y[SAMPLE_N];
    uint32_t n_codes[SAMPLE_DIM], sorted[SAMPLE_DIM * SAMPLE_N];
    uint32_t weight[SAMPLE_N];
};

/* n_codes[j] of axis j, 0: numeric; coordinates and y are 0, weights 1. */
static inline void sample_init(struct sample *s, size_t n, size_t dim,
                               const uint32_t *n_codes)
{
    CHECK(n <= SAMPLE_N && dim <= SAMPLE_DIM);
    memset(s, 0, sizeof *s);
    s->n = n;
    s->dim = dim;
    memcpy(s->n_codes, n_codes, dim * sizeof *n_codes);
    for (size_t i = 0; i < n; i++)
        s->weight[i] = 1;
}

/* Coordinates from a grid of 1/n_places, so that some are equal. */
static inline void sample_random(struct sample *s, size_t n_places,
                                 struct inlay_rng *rng)
{
    for (size_t j = 0; j < s->dim; j++)
        for (size_t i = 0; i < s->n; i++) {
            const uint32_t n = s->n_codes[j];
            double *z = &s->Z[j * s->n + i];
            if (n > 0)
                *z = (double)inlay_rng_below(rng, n);
            else
                *z = (double)inlay_rng_below(rng, n_places) / (double)n_places;
        }
    for (size_t i = 0; i < s->n; i++)
        s->y[i] = inlay_rng_normal(rng);
}

static inline void sample_point(const struct sample *s, size_t i, double *z)
{
    for (size_t j = 0; j < s->dim; j++)
        z[j] = s->Z[j * s->n + i];
}

/* By insertion. */
static inline void sample_sort(struct sample *s)
{
    for (size_t j = 0; j < s->dim; j++) {
        const double *z = s->Z + j * s->n;
        uint32_t *sorted = s->sorted + j * s->n;
        for (size_t i = 0; i < s->n; i++) {
            size_t k = i;
            for (; k > 0 && z[sorted[k - 1]] > z[i]; k--)
                sorted[k] = sorted[k - 1];
            sorted[k] = (uint32_t)i;
        }
    }
}

static inline inlay_status sample_grow(struct sample *s,
                                       const struct inlay_tree_options *o,
                                       uint64_t seed, struct inlay_tree *t,
                                       inlay_error *err)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    const bool is_best = o->splits == INLAY_SPLITS_BEST;
    const struct inlay_tree_data data = {
        s->n, s->dim, s->Z, s->y, s->n_codes, is_best ? s->sorted : NULL};

    if (is_best)
        sample_sort(s);
    return inlay_tree_grow(&data, s->weight, o, &rng, t, err);
}

static inline struct inlay_tree
sample_tree(struct sample *s, const struct inlay_tree_options *o, uint64_t seed)
{
    struct inlay_tree t;
    inlay_error err = {0};
    CHECK_OK(sample_grow(s, o, seed, &t, &err), err);
    return t;
}

/* All axes, leaves of one point. */
static inline struct inlay_tree_options tree_options(enum inlay_splits splits,
                                                     const struct sample *s)
{
    return (struct inlay_tree_options){splits, s->dim, 1, false};
}

/* Weight, mean and squares of the points of one side, from their definition. */
struct half {
    double weight, mean, squares;
    size_t n;
};

static inline struct half half_of(const struct sample *s, const bool *is_right,
                                  bool side)
{
    struct half h = {0};
    for (size_t i = 0; i < s->n; i++)
        if (s->weight[i] > 0 && is_right[i] == side) {
            h.weight += s->weight[i];
            h.mean += s->weight[i] * s->y[i];
            h.n++;
        }
    h.mean /= h.weight;
    for (size_t i = 0; i < s->n; i++)
        if (s->weight[i] > 0 && is_right[i] == side) {
            const double d = s->y[i] - h.mean;
            h.squares += s->weight[i] * d * d;
        }
    return h;
}

/* At each point of the sample. */
static inline void check_recovered(const struct sample *s,
                                   const struct inlay_tree *t)
{
    double z[SAMPLE_DIM];
    for (size_t i = 0; i < s->n; i++) {
        sample_point(s, i, z);
        const uint32_t leaf = tree_walk(t, z);
        if (s->weight[i] > 0) {
            CHECK(t->mean[leaf] == s->y[i]);
            CHECK(t->var[leaf] == 0.0);
        }
    }
}

#endif
