/*
 * tree.h: one regression tree: how it is grown from a sample, where points end.
 *
 * A tree sees embedded points: numbers on its numeric axes, of which only the
 * order counts, and codes 0, 1, 2, ... on its categories, of which only equality
 * does.  The highest code of an axis, n_codes, stands for all values that the
 * data do not have.
 *
 * Nodes lie in one array, the two children of a node side by side:
 *
 *     numeric   z > threshold goes right
 *     category  goes right if its bit is set in the node's words
 *     leaf      is its own child, and nothing is above its threshold
 *
 * so that a step down is the same few instructions for all of them, and a step
 * from a leaf stays there.
 */
#ifndef INLAY_MODEL_TREE_H
#define INLAY_MODEL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "inlay.h"

enum inlay_splits { INLAY_SPLITS_RANDOM, INLAY_SPLITS_BEST };

/* A node is a leaf where no split takes this share off its sum of squares. */
#define INLAY_TREE_MIN_GAIN 1e-8

struct inlay_tree_node {
    double threshold;
    uint32_t axis, child; /* children: child, child + 1 */
    uint32_t set;         /* of a category: its first word; 0: the empty set */
};

struct inlay_tree {
    size_t n_nodes; /* node 0 is the root */
    struct inlay_tree_node *node;
    double *mean, *var; /* of the leaves, by node: see inlay_tree_grow */
    bool has_sets;      /* there are nodes of categories */
    uint64_t *words;    /* sets of categories, the empty one first */
    size_t n_words;
};

/* Points that trees are grown from; trees and threads share them. */
struct inlay_tree_data {
    size_t n, dim;           /* n < 2^31 */
    const double *Z;         /* embedded, by axis: Z[axis n + point] */
    const double *y;         /* n: finite, and their squares too */
    const uint32_t *n_codes; /* dim: of a category; 0: a numeric axis */
    const uint32_t *sorted;  /* as Z: points by their Z; best splits only */
};

struct inlay_tree_options {
    enum inlay_splits splits;
    size_t n_axes;   /* that a split chooses from, 1 to dim */
    size_t min_leaf; /* points, >= 1; equal ones that were drawn count once */
    bool is_log;     /* y are logarithms */
};

/*
 * Grows a tree from a sample: point i was drawn weight[i] times, one at least.
 *
 * A node splits where the sum of squares decreases most, on one of n_axes axes
 * that are drawn without replacement from those that can be split at all, in
 * two sides of min_leaf points each:
 *
 *     random  one threshold for each of these axes, uniform where both sides
 *             are large enough (with min_leaf 1, between smallest and largest);
 *             for a category the threshold divides the means of its values
 *     best    the best of all thresholds, then moved to a place that is uniform
 *             between its neighbors; the best set of categories, which is one
 *             of those that a threshold between their means makes
 *
 * Categories that the node has not seen all go to one side, by one coin.
 *
 * A leaf's mean is that of its y or, with is_log, log mean exp y; its variance
 * the unbiased one, Σ w (y − ȳ)² / (Σ w − 1), and 0 if there is one draw only.
 */
inlay_status inlay_tree_grow(const struct inlay_tree_data *data,
                             const uint32_t *weight,
                             const struct inlay_tree_options *options,
                             struct inlay_rng *rng, struct inlay_tree *out,
                             inlay_error *err);
void inlay_tree_clear(struct inlay_tree *t);

/* The nodes where n embedded points, rows of dim numbers, end. */
void inlay_tree_find(const struct inlay_tree *t, const double *Z, size_t dim,
                     size_t n, uint32_t *leaf);

#endif
