/*
 * forest.c: a forest as a model: samples, codes of categories, moments.
 *
 * Trees see codes that number a category's values in the order in which the data
 * have them, so that no label shows in a tree.  All values without data share
 * one more code, and are predicted alike.  A set of categories then has as many
 * bits as the data have values, not as the space has.
 */
#include "model/forest.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/parallel.h"

enum { WORD = 64 }; /* bits */

static const struct inlay_forest *forest_of(const struct inlay_model *m)
{
    return (const struct inlay_forest *)m;
}

static bool is_category(const struct inlay_forest *f, size_t axis)
{
    return f->enc->axis[axis].kind == INLAY_AXIS_CATEGORY;
}

/* ---- Prediction ---------------------------------------------------------- */

/* Real coordinates outside the cube count as the nearer end: data have none. */
static double embed_axis(const struct inlay_forest *f, size_t j, double u)
{
    const struct inlay_axis *axis = &f->enc->axis[j];
    if (axis->kind == INLAY_AXIS_REAL)
        return !(u > 0.0) ? 0.0 : u > 1.0 ? 1.0 : u;
    const uint64_t level = inlay_axis_level(axis, u);
    return axis->kind == INLAY_AXIS_GRID
               ? inlay_axis_coordinate(axis, level)
               : (double)f->code[f->first_code[j] + level];
}

static void embed(const struct inlay_model *m, const double *U, size_t n,
                  double *Z)
{
    const struct inlay_forest *f = forest_of(m);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m->dim; j++)
            Z[i * m->dim + j] = embed_axis(f, j, U[i * m->dim + j]);
}

/* Moments of the leaves of one point, tree after tree: Welford (1962). */
struct moments {
    double n, mean, squares, within;
};

static void add_leaf(struct moments *m, const struct inlay_tree *t,
                     uint32_t leaf)
{
    const double d = t->mean[leaf] - m->mean;
    m->n += 1.0;
    m->mean += d / m->n;
    m->squares += d * (t->mean[leaf] - m->mean);
    m->within += t->var[leaf];
}

static double variance_of(const struct inlay_forest *f, const struct moments *m)
{
    const double var =
        f->variance == INLAY_VARIANCE_TREES
            ? m->squares / m->n
            : (m->n > 1.0 ? m->squares / (m->n - 1.0) : 0.0) + m->within / m->n;
    return fmax(var, f->floor);
}

static void predict(const struct inlay_model *model, size_t k, const double *Z,
                    size_t n, double *mean, double *var, double *scratch)
{
    const struct inlay_forest *f = forest_of(model);
    struct moments m[INLAY_MODEL_BLOCK] = {{0}};
    uint32_t leaf[INLAY_MODEL_BLOCK];

    assert(n <= INLAY_MODEL_BLOCK);
    (void)k;
    (void)scratch;
    for (size_t b = 0; b < f->n_trees; b++) {
        inlay_tree_find(&f->tree[b], Z, model->dim, n, leaf);
        for (size_t i = 0; i < n; i++)
            add_leaf(&m[i], &f->tree[b], leaf[i]);
    }
    for (size_t i = 0; i < n; i++) {
        mean[i] = m[i].mean;
        if (var)
            var[i] = variance_of(f, &m[i]);
    }
}

/* True almost everywhere: a tree is constant by pieces. */
static void gradient(const struct inlay_model *m, size_t k, const double *Z,
                     size_t n, double *mean, double *var, double *dmean,
                     double *dvar, double *scratch)
{
    predict(m, k, Z, n, mean, var, scratch);
    memset(dmean, 0, n * m->dim * sizeof *dmean);
    memset(dvar, 0, n * m->dim * sizeof *dvar);
}

static const struct inlay_model_ops OPS = {.embed = embed,
                                           .predict = predict,
                                           .gradient = gradient,
                                           .bounds = predict};

/* ---- Out of bag ---------------------------------------------------------- */

static size_t words_of(size_t n)
{
    return (n + WORD - 1) / WORD;
}

static bool has_drawn(const struct inlay_forest *f, size_t b, size_t i)
{
    return f->drawn[b * words_of(f->n) + i / WORD] >> i % WORD & 1;
}

/* n points from `first` on, embedded. */
static void predict_out_of_bag(const struct inlay_forest *f, const double *Z,
                               size_t first, size_t n, double *mean,
                               double *var)
{
    struct moments m[INLAY_MODEL_BLOCK] = {{0}};
    uint32_t leaf[INLAY_MODEL_BLOCK];

    predict(&f->base, 0, Z, n, mean, var, NULL);
    for (size_t b = 0; b < f->n_trees; b++) {
        inlay_tree_find(&f->tree[b], Z, f->base.dim, n, leaf);
        for (size_t i = 0; i < n; i++)
            if (!has_drawn(f, b, first + i))
                add_leaf(&m[i], &f->tree[b], leaf[i]);
    }
    for (size_t i = 0; i < n; i++)
        if (m[i].n > 0.0) {
            mean[i] = m[i].mean;
            var[i] = variance_of(f, &m[i]);
        }
}

/* The leaves of the trees that have not drawn `without`. */
static size_t find_leaves(const struct inlay_forest *f, const double *z,
                          size_t without, double *mean, double *var)
{
    size_t n = 0;
    for (size_t b = 0; b < f->n_trees; b++) {
        uint32_t leaf;
        if (without < f->n && has_drawn(f, b, without))
            continue;
        inlay_tree_find(&f->tree[b], z, f->base.dim, 1, &leaf);
        mean[n] = f->tree[b].mean[leaf];
        var[n++] = f->tree[b].var[leaf];
    }
    return n;
}

size_t inlay_forest_leaves(const struct inlay_forest *f, const double *u,
                           size_t without, double *mean, double *var,
                           double *scratch)
{
    embed(&f->base, u, 1, scratch);
    const size_t n = find_leaves(f, scratch, without, mean, var);
    return n > 0 ? n : find_leaves(f, scratch, SIZE_MAX, mean, var);
}

inlay_status inlay_forest_out_of_bag(const struct inlay_forest *f,
                                     const double *U, double *mean, double *var,
                                     inlay_error *err)
{
    const size_t dim = f->base.dim;
    double *Z = inlay_mem_doubles(INLAY_MODEL_BLOCK * dim);

    if (!Z)
        return inlay_fail_memory(err, "predictions out of bag");
    for (size_t first = 0; first < f->n; first += INLAY_MODEL_BLOCK) {
        const size_t left = f->n - first;
        const size_t n = left < INLAY_MODEL_BLOCK ? left : INLAY_MODEL_BLOCK;
        embed(&f->base, U + first * dim, n, Z);
        predict_out_of_bag(f, Z, first, n, mean + first, var + first);
    }
    inlay_mem_free(Z);
    return INLAY_OK;
}

/* ---- Fit ----------------------------------------------------------------- */

/* Codes of the levels in order of their first point.  While they are found, 0
 * is a level without one, and code c is c + 1. */
static void number_axis(struct inlay_forest *f, size_t j, const double *U,
                        size_t n)
{
    const struct inlay_axis *axis = &f->enc->axis[j];
    uint32_t *code = f->code + f->first_code[j];

    for (size_t i = 0; i < n; i++) {
        const uint64_t level = inlay_axis_level(axis, U[i * f->base.dim + j]);
        if (code[level] == 0)
            code[level] = ++f->n_codes[j];
    }
    for (uint64_t level = 0; level < axis->n_levels; level++)
        code[level] = code[level] > 0 ? code[level] - 1 : f->n_codes[j];
}

static inlay_status number_categories(struct inlay_forest *f, const double *U,
                                      size_t n, inlay_error *err)
{
    const size_t dim = f->base.dim;
    size_t n_levels = 0;

    for (size_t j = 0; j < dim; j++)
        n_levels += is_category(f, j) ? (size_t)f->enc->axis[j].n_levels : 0;
    const struct inlay_mem_part parts[] = {INLAY_PART(f->n_codes, dim),
                                           INLAY_PART(f->first_code, dim),
                                           INLAY_PART(f->code, n_levels),
                                           {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the categories of a random forest");
    for (size_t j = 0, first = 0; j < dim; j++) {
        f->first_code[j] = first;
        if (!is_category(f, j))
            continue;
        first += (size_t)f->enc->axis[j].n_levels;
        number_axis(f, j, U, n);
    }
    return INLAY_OK;
}

/* The data as trees see them, owned here. */
struct columns {
    double *Z;
    uint32_t *sorted;
};

static void columns_clear(struct columns *c)
{
    inlay_mem_free(c->Z);
    inlay_mem_free(c->sorted);
}

struct place {
    double z;
    uint32_t point;
};

static int by_place(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->z != q->z)
        return p->z < q->z ? -1 : 1;
    return p->point < q->point ? -1 : p->point > q->point;
}

static inlay_status sort_columns(struct columns *c, size_t n, size_t dim,
                                 inlay_error *err)
{
    struct place *place = inlay_mem_new(n, sizeof *place);

    c->sorted = inlay_mem_new(n * dim, sizeof *c->sorted);
    for (size_t j = 0; place && c->sorted && j < dim; j++) {
        for (size_t i = 0; i < n; i++)
            place[i] = (struct place){c->Z[j * n + i], (uint32_t)i};
        qsort(place, n, sizeof *place, by_place);
        for (size_t i = 0; i < n; i++)
            c->sorted[j * n + i] = place[i].point;
    }
    const bool is_done = place && c->sorted;
    inlay_mem_free(place);
    return is_done ? INLAY_OK
                   : inlay_fail_memory(err, "the order of a forest's points");
}

static inlay_status columns_init(struct columns *c,
                                 const struct inlay_forest *f, const double *U,
                                 enum inlay_splits splits, inlay_error *err)
{
    const size_t n = f->n, dim = f->base.dim;

    *c = (struct columns){.Z = inlay_mem_doubles(n * dim)};
    if (!c->Z)
        return inlay_fail_memory(err, "the points of a random forest");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < dim; j++)
            c->Z[j * n + i] = embed_axis(f, j, U[i * dim + j]);
    return splits == INLAY_SPLITS_BEST ? sort_columns(c, n, dim, err)
                                       : INLAY_OK;
}

/* What the trees have in common. */
struct planting {
    struct inlay_forest *f;
    struct inlay_tree_data data;
    struct inlay_tree_options options;
    const struct inlay_rng *rng;
};

static inlay_status grow_tree(size_t b, void *context, inlay_error *err)
{
    struct planting *p = context;
    const size_t n = p->data.n;
    struct inlay_rng rng = inlay_rng_split(p->rng, b);
    if (inlay_watch_poll(p->f->base.watch))
        return inlay_watch_settle(p->f->base.watch, INLAY_OK, err);
    uint32_t *weight = inlay_mem_new(n, sizeof *weight);

    if (!weight)
        return inlay_fail_memory(err, "the sample of a regression tree");
    for (size_t k = 0; k < n; k++)
        weight[inlay_rng_below(&rng, n)]++;
    for (size_t i = 0; i < n; i++)
        if (weight[i] > 0)
            p->f->drawn[b * words_of(n) + i / WORD] |= UINT64_C(1) << i % WORD;
    const inlay_status st = inlay_tree_grow(&p->data, weight, &p->options, &rng,
                                            &p->f->tree[b], err);
    inlay_mem_free(weight);
    return st;
}

static inlay_status grow_trees(struct planting *p, size_t n_threads,
                               inlay_error *err)
{
    struct inlay_forest *f = p->f;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(f->tree, f->n_trees),
        INLAY_PART(f->drawn, f->n_trees * words_of(f->n)),
        {0}};

    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "a random forest");
    return inlay_parallel_try(f->n_trees, n_threads, grow_tree, p, err);
}

/* 1e-10 of y's variance; where that is 0 or nearly so, the least number that
 * has all its digits. */
static double floor_of(const double *y, size_t n)
{
    double mean = 0.0, squares = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double d = y[i] - mean;
        mean += d / (double)(i + 1);
        squares += d * (y[i] - mean);
    }
    return fmax(INLAY_FOREST_VAR_FLOOR * squares / (double)n, DBL_MIN);
}

/* The axes that a split chooses from; a share that is meant to give a whole
 * number must not lose one by rounding. */
static size_t axes_of(double share, size_t dim)
{
    const size_t n = (size_t)(share * (double)dim + 1e-9);
    return n > 1 ? n : 1;
}

static inlay_status fit(struct inlay_forest *f, const double *U,
                        const double *y, const struct inlay_forest_options *o,
                        const struct inlay_rng *rng, inlay_error *err)
{
    struct columns columns = {0};
    inlay_status st = number_categories(f, U, f->n, err);
    if (st == INLAY_OK)
        st = columns_init(&columns, f, U, o->splits, err);
    if (st == INLAY_OK) {
        struct planting p = {.f = f,
                             .data = {f->n, f->base.dim, columns.Z, y,
                                      f->n_codes, columns.sorted},
                             .options = {o->splits,
                                         axes_of(o->split_share, f->base.dim),
                                         o->min_leaf, o->is_log},
                             .rng = rng};
        st = grow_trees(&p, o->n_threads, err);
    }
    columns_clear(&columns);
    return st;
}

inlay_status inlay_forest_fit(const struct inlay_encoding *enc, const double *U,
                              const double *y, size_t n,
                              const struct inlay_forest_options *options,
                              const struct inlay_rng *rng,
                              struct inlay_forest **out, inlay_error *err)
{
    struct inlay_forest *f = inlay_mem_new(1, sizeof *f);

    assert(n >= 1 && options->n_trees >= 1 && options->min_leaf >= 1);
    if (!f)
        return inlay_fail_memory(err, "a random forest");
    f->base = (struct inlay_model){.ops = &OPS,
                                   .dim = enc->dim,
                                   .n_comp = 1,
                                   .is_flat = true,
                                   .watch = options->watch};
    f->enc = enc;
    f->variance = options->variance;
    f->floor = options->is_log ? INLAY_FOREST_VAR_FLOOR : floor_of(y, n);
    f->n = n;
    f->n_trees = options->n_trees;

    const inlay_status st = fit(f, U, y, options, rng, err);
    if (st != INLAY_OK) {
        inlay_forest_free(f);
        return st;
    }
    *out = f;
    return INLAY_OK;
}

void inlay_forest_free(struct inlay_forest *f)
{
    if (!f)
        return;
    for (size_t b = 0; f->tree && b < f->n_trees; b++)
        inlay_tree_clear(&f->tree[b]);
    inlay_mem_free(f->tree);    /* and drawn */
    inlay_mem_free(f->n_codes); /* and all codes */
    inlay_mem_free(f);
}
