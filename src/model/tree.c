/*
 * tree.c: growing and walking one regression tree.
 *
 * Nodes wait on a stack with the range of points that each has.  One that is
 * split (split.h) divides its range of every list of points, those of the left
 * first and in their order, so that sorted lists stay sorted.
 */
#include "model/tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/split.h"

enum { WORD = 64 }; /* bits */

struct part { /* of the points: those of a node that waits */
    uint32_t node;
    size_t first, n;
};

struct grower {
    struct inlay_splitter splitter;
    struct inlay_rng *rng;
    uint32_t *spare;      /* by place in points */
    bool *is_right;       /* by point */
    struct part *waiting; /* no more than there are points */
    size_t n_waiting;
    struct inlay_tree tree;
    size_t room_words;
};

/* 1 for the right child.  Leaves and nodes of numeric axes, whose numbers are in
 * [0, 1], look into the empty set. */
static inline uint32_t side(const struct inlay_tree *t,
                            const struct inlay_tree_node *node, double z)
{
    const uint32_t code = (uint32_t)z;
    const uint64_t word = t->words[node->set + code / WORD];
    return (uint32_t)(z > node->threshold) |
           (uint32_t)(word >> code % WORD & 1);
}

/* Of a set of codes, n_codes itself among them. */
static size_t words_of(uint32_t n_codes)
{
    return n_codes / WORD + 1;
}

/* ---- One node ------------------------------------------------------------ */

static double log_mean_exp(const struct inlay_splitter *sp,
                           const struct inlay_split_node *node)
{
    const uint32_t *points = sp->points + node->first;
    const double *y = sp->data->y;
    double most = y[points[0]], sum = 0.0;

    for (size_t k = 1; k < node->n; k++)
        most = fmax(most, y[points[k]]);
    for (size_t k = 0; k < node->n; k++)
        sum += sp->weight[points[k]] * exp(y[points[k]] - most);
    return most + log(sum / node->weight);
}

static void make_leaf(struct grower *g, uint32_t at,
                      const struct inlay_split_node *node)
{
    const struct inlay_splitter *sp = &g->splitter;

    g->tree.node[at] =
        (struct inlay_tree_node){.threshold = INFINITY, .child = at};
    g->tree.mean[at] = sp->o->is_log ? log_mean_exp(sp, node) : node->mean;
    g->tree.var[at] =
        node->weight > 1.0 ? node->squares / (node->weight - 1.0) : 0.0;
}

/* n more words, all of them 0. */
static bool add_words(struct grower *g, size_t n)
{
    const size_t need = g->tree.n_words + n;
    if (need > g->room_words) {
        const size_t room = need + g->room_words;
        uint64_t *words = inlay_mem_resize(g->tree.words, room, sizeof *words);
        if (!words)
            return false;
        g->tree.words = words;
        g->room_words = room;
    }
    memset(g->tree.words + g->tree.n_words, 0, n * sizeof *g->tree.words);
    g->tree.n_words = need;
    return true;
}

/* The set of the categories on the right; of those that are not in the node,
 * all or none. */
static bool make_set(struct grower *g, const struct inlay_split_node *node,
                     const struct inlay_split *s, uint32_t *set)
{
    struct inlay_splitter *sp = &g->splitter;
    const size_t n_words = words_of(sp->data->n_codes[s->axis]);
    const size_t n_groups = inlay_splitter_rank(sp, node, s->axis);

    g->tree.has_sets = true;
    *set = (uint32_t)g->tree.n_words;
    if (!add_words(g, n_words))
        return false;
    uint64_t *words = g->tree.words + *set;
    if (inlay_rng_next(g->rng) >> 63)
        memset(words, 0xff, n_words * sizeof *words);
    for (size_t c = 0; c < n_groups; c++) {
        const uint32_t code = sp->group[c].code;
        const uint64_t bit = UINT64_C(1) << code % WORD;
        if (c < s->n_left)
            words[code / WORD] &= ~bit;
        else
            words[code / WORD] |= bit;
    }
    return true;
}

/* Those that stay left first, in their order; returns how many. */
static size_t divide(const struct grower *g, uint32_t *points, size_t n)
{
    size_t n_left = 0, n_right = 0;
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = points[k];
        const bool is_right = g->is_right[i];
        points[n_left] = g->spare[n_right] = i;
        n_left += !is_right;
        n_right += is_right;
    }
    memcpy(points + n_left, g->spare, n_right * sizeof *points);
    return n_left;
}

static size_t divide_all(struct grower *g, const struct inlay_split_node *node,
                         const struct inlay_tree_node *by)
{
    const struct inlay_splitter *sp = &g->splitter;
    const double *z = sp->data->Z + by->axis * sp->data->n;
    uint32_t *points = sp->points + node->first;

    for (size_t k = 0; k < node->n; k++)
        g->is_right[points[k]] = side(&g->tree, by, z[points[k]]) > 0;
    for (size_t j = 0; j < sp->data->dim; j++)
        if (sp->o->splits == INLAY_SPLITS_BEST && sp->data->n_codes[j] == 0)
            divide(g, sp->sorted + j * sp->n + node->first, node->n);
    return divide(g, points, node->n);
}

static void push(struct grower *g, struct part p)
{
    g->waiting[g->n_waiting++] = p;
}

static bool make_children(struct grower *g, uint32_t at,
                          const struct inlay_split_node *node,
                          const struct inlay_split *s)
{
    const uint32_t child = (uint32_t)g->tree.n_nodes;
    struct inlay_tree_node by = {
        .threshold = s->threshold, .axis = (uint32_t)s->axis, .child = child};

    if (g->splitter.data->n_codes[s->axis] > 0) {
        by.threshold = INFINITY;
        if (!make_set(g, node, s, &by.set))
            return false;
    }
    const size_t n_left = divide_all(g, node, &by);
    g->tree.node[at] = by;
    g->tree.n_nodes += 2;
    push(g, (struct part){child + 1, node->first + n_left, node->n - n_left});
    push(g, (struct part){child, node->first, n_left});
    return true;
}

/* ---- The tree ------------------------------------------------------------ */

static bool grow(struct grower *g)
{
    struct inlay_splitter *sp = &g->splitter;

    g->tree.n_nodes = 1;
    push(g, (struct part){.n = sp->n});
    while (g->n_waiting > 0) {
        const struct part p = g->waiting[--g->n_waiting];
        struct inlay_split_node node = {.first = p.first, .n = p.n};
        struct inlay_split s;

        inlay_splitter_measure(sp, &node);
        if (node.squares == 0.0 || node.n / 2 < sp->o->min_leaf ||
            !inlay_splitter_choose(sp, &node, g->rng, &s))
            make_leaf(g, p.node, &node);
        else if (!make_children(g, p.node, &node, &s))
            return false;
    }
    return true;
}

/* A leaf has min_leaf points, or all of them.  The empty set is as wide as any
 * axis, as leaves look into it with axis 0. */
static bool allocate(struct grower *g)
{
    const struct inlay_splitter *sp = &g->splitter;
    const size_t n_leaves = sp->n / sp->o->min_leaf;
    const size_t room = n_leaves > 1 ? 2 * n_leaves - 1 : 1;

    const struct inlay_mem_part work[] = {INLAY_PART(g->spare, sp->n),
                                          INLAY_PART(g->is_right, sp->data->n),
                                          INLAY_PART(g->waiting, sp->n),
                                          {0}};
    const struct inlay_mem_part tree[] = {INLAY_PART(g->tree.node, room),
                                          INLAY_PART(g->tree.mean, room),
                                          INLAY_PART(g->tree.var, room),
                                          {0}};

    return inlay_mem_parts(work) && inlay_mem_parts(tree) &&
           add_words(g, words_of(inlay_splitter_most_codes(sp->data)));
}

inlay_status inlay_tree_grow(const struct inlay_tree_data *data,
                             const uint32_t *weight,
                             const struct inlay_tree_options *options,
                             struct inlay_rng *rng, struct inlay_tree *out,
                             inlay_error *err)
{
    struct grower g = {.rng = rng};

    assert(data->n < UINT32_MAX / 2 && options->min_leaf >= 1);
    const inlay_status st =
        inlay_splitter_init(&g.splitter, data, weight, options, err);
    if (st != INLAY_OK)
        return st;
    assert(g.splitter.n >= 1);
    const bool is_grown = allocate(&g) && grow(&g);

    inlay_splitter_clear(&g.splitter);
    inlay_mem_free(g.spare); /* and the rest of the work */
    if (!is_grown) {
        inlay_tree_clear(&g.tree);
        return inlay_fail_memory(err, "a regression tree");
    }
    *out = g.tree;
    return INLAY_OK;
}

void inlay_tree_clear(struct inlay_tree *t)
{
    inlay_mem_free(t->node); /* and their moments */
    inlay_mem_free(t->words);
    *t = (struct inlay_tree){0};
}

/* ---- Walking ------------------------------------------------------------- */

/* Points go down together: their steps do not wait for each other, and the one
 * branch that is hard to predict is taken once for all of them. */
enum { LANES = 8 };

static inline void walk(const struct inlay_tree *t, bool has_sets,
                        const double *const row[LANES], uint32_t at[LANES])
{
    uint32_t moved;
    do {
        moved = 0;
        for (size_t i = 0; i < LANES; i++) {
            const struct inlay_tree_node *node = &t->node[at[i]];
            const double z = row[i][node->axis];
            const uint32_t next =
                node->child +
                (has_sets ? side(t, node, z) : (uint32_t)(z > node->threshold));
            moved |= next ^ at[i];
            at[i] = next;
        }
    } while (moved);
}

void inlay_tree_find(const struct inlay_tree *t, const double *Z, size_t dim,
                     size_t n, uint32_t *leaf)
{
    memset(leaf, 0, n * sizeof *leaf);
    if (t->n_nodes == 1)
        return;
    for (size_t first = 0; first < n; first += LANES) {
        const size_t n_here = n - first < LANES ? n - first : LANES;
        const double *row[LANES];
        uint32_t at[LANES] = {0};
        for (size_t i = 0; i < LANES; i++)
            row[i] = Z + (first + (i < n_here ? i : 0)) * dim;
        if (t->has_sets)
            walk(t, true, row, at);
        else
            walk(t, false, row, at);
        memcpy(leaf + first, at, n_here * sizeof *leaf);
    }
}
