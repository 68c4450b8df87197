/*
 * tree.h: a regression tree on pixels, grown greedily from histograms.
 *
 * The rows of a node are contiguous in the array that tree_grow was given and
 * reordered, so that a leaf is a range of it.  Values of leaves are the
 * caller's business.
 */
#ifndef BOOST_TREE_H
#define BOOST_TREE_H

#include "boost/histogram.h"

enum { TREE_MAX_DEPTH = 6, TREE_MAX_NODES = (2 << TREE_MAX_DEPTH) - 1 };

struct tree_limits {
    size_t max_depth; /* 1 … TREE_MAX_DEPTH */
    size_t min_split; /* rows that a node needs to be divided, at least 2 */
};

struct tree_node {
    struct split split;
    uint16_t left;     /* its children are left and left + 1; 0: it is a leaf */
    uint16_t first, n; /* its rows */
    double value;      /* of a leaf */
};

struct tree {
    size_t n_nodes;
    struct tree_node node[TREE_MAX_NODES]; /* the root first */
};

/* What is learnt from; residual and quantum by row of the digits. */
struct tree_data {
    const struct digits *digits;
    const double *residual;
    const uint64_t *quantum; /* histogram_quantum of each */
    struct histogram *root; /* of all rows that are learnt from; it is spoilt */
};

/* Scratch memory, to be used again and again. */
struct tree_work {
    struct histogram histogram[TREE_MAX_DEPTH];
    uint16_t right[DIGITS_MAX_ROWS];
};

/* Values of leaves are 0.  A node is not divided if it is too deep, too small,
 * has the variance 0 (TREE_MIN_VARIANCE) or no two rows that differ. */
void tree_grow(const struct tree_data *data, const struct tree_limits *limits,
               uint16_t *row, size_t n, struct tree_work *work,
               struct inlay_rng *rng, struct tree *out);

/* The leaf in which a row with these pixels ends. */
static inline const struct tree_node *tree_find(const struct tree *tree,
                                                const uint8_t *level)
{
    const struct tree_node *node = tree->node;
    while (node->left)
        node = &tree->node[node->left +
                           (level[node->split.pixel] > node->split.at_most)];
    return node;
}

#endif
