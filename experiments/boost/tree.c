/*
 * tree.c: depth first; of two children only the smaller one's histogram is
 * built, the other one's is what the parent's has more.
 *
 * A node leaves the histogram that it was given to its larger child, and builds
 * the smaller one's in work->histogram[its depth].
 */
#include "boost/tree.h"

#include <assert.h>
#include <float.h>
#include <string.h>

/* A variance up to this is rounding; scikit-learn's constant. */
static const double TREE_MIN_VARIANCE = DBL_EPSILON;

struct growth {
    const struct tree_data *data;
    const struct tree_limits *limits;
    uint16_t *row;
    struct tree_work *work;
    struct inlay_rng *rng;
    struct tree *tree;
};

/* A node that is to be grown: its sums, and where its histogram is. */
struct task {
    size_t node, depth;
    uint64_t total;
    struct histogram *histogram;
};

/* Ends as soon as the answer is known, mostly after a few rows. */
static bool varies(const struct growth *g, const struct tree_node *node,
                   uint64_t total)
{
    const double mean = histogram_mean(total);
    const double limit = TREE_MIN_VARIANCE * (double)node->n;
    double sum = 0.0;
    for (size_t i = 0; i < node->n && sum <= limit; i++) {
        const double d = g->data->residual[g->row[node->first + i]] - mean;
        sum += d * d;
    }
    return sum > limit;
}

static bool may_split(const struct growth *g, const struct task *t)
{
    const struct tree_node *node = &g->tree->node[t->node];
    return t->depth < g->limits->max_depth && node->n >= g->limits->min_split &&
           varies(g, node, t->total);
}

/* Divides the rows of a node, each part in its old order; returns how many
 * went left, and their sums. */
static size_t divide(const struct growth *g, const struct tree_node *node,
                     uint64_t *left_total)
{
    const uint8_t *level =
        g->data->digits->column + node->split.pixel * g->data->digits->n;
    const uint64_t *quantum = g->data->quantum;
    uint16_t *row = g->row + node->first, *right = g->work->right;
    const size_t n = node->n, at_most = node->split.at_most;
    size_t n_left = 0, n_right = 0;
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++) { /* half of the branches would be missed */
        const uint16_t r = row[i];
        const size_t is_left = level[r] <= at_most;
        row[n_left] = r; /* never past i */
        right[n_right] = r;
        n_left += is_left;
        n_right += 1 - is_left;
        total += quantum[r] & -(uint64_t)is_left;
    }
    memcpy(row + n_left, right, n_right * sizeof *row);
    *left_total = total;
    return n_left;
}

static struct task add_node(struct tree *tree, size_t first, size_t n,
                            size_t depth, uint64_t total)
{
    assert(tree->n_nodes < TREE_MAX_NODES);
    tree->node[tree->n_nodes] =
        (struct tree_node){.first = (uint16_t)first, .n = (uint16_t)n};
    return (struct task){tree->n_nodes++, depth, total, NULL};
}

static void grow(const struct growth *g, const struct task *t);

/* Histograms only where they are needed: the last level of a tree has none. */
static void grow_children(const struct growth *g, struct histogram *parent,
                          struct task *small, struct task *large)
{
    const bool grows_small = may_split(g, small);
    const bool grows_large = may_split(g, large);
    if (!grows_small && !grows_large)
        return;

    const struct tree_node *node = &g->tree->node[small->node];
    small->histogram = &g->work->histogram[small->depth - 1];
    large->histogram = parent;
    histogram_build(small->histogram, g->data->digits, g->row + node->first,
                    node->n, g->data->quantum);
    if (grows_large)
        histogram_subtract(parent, small->histogram);
    if (grows_small)
        grow(g, small);
    if (grows_large)
        grow(g, large);
}

/* A node that may be split. */
static void grow(const struct growth *g, const struct task *t)
{
    struct tree_node *node = &g->tree->node[t->node];
    uint64_t left_total = 0;
    if (!histogram_best(t->histogram, t->total, g->rng, &node->split))
        return;
    const size_t n_left = divide(g, node, &left_total);
    const size_t n_right = node->n - n_left;
    assert(n_left > 0 && n_right > 0);

    struct task left =
        add_node(g->tree, node->first, n_left, t->depth + 1, left_total);
    struct task right = add_node(g->tree, node->first + n_left, n_right,
                                 t->depth + 1, t->total - left_total);
    node->left = (uint16_t)left.node;
    if (n_left <= n_right)
        grow_children(g, t->histogram, &left, &right);
    else
        grow_children(g, t->histogram, &right, &left);
}

void tree_grow(const struct tree_data *data, const struct tree_limits *limits,
               uint16_t *row, size_t n, struct tree_work *work,
               struct inlay_rng *rng, struct tree *out)
{
    assert(limits->max_depth <= TREE_MAX_DEPTH && n > 0);
    const struct growth g = {data, limits, row, work, rng, out};
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += data->quantum[row[i]];

    out->n_nodes = 0;
    struct task root = add_node(out, 0, n, 0, total);
    root.histogram = data->root;
    if (may_split(&g, &root))
        grow(&g, &root);
}
