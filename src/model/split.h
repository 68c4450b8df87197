/*
 * split.h: where a node of a regression tree is divided.
 *
 * The laws of the two kinds of splits are at inlay_tree_grow.
 */
#ifndef INLAY_MODEL_SPLIT_H
#define INLAY_MODEL_SPLIT_H

#include "model/tree.h"

/* A node: a range of the points, and moments of their y. */
struct inlay_split_node {
    size_t first, n;
    double weight, mean, squares; /* Σ w, Σ w y / Σ w, Σ w (y − mean)² */
};

/* A category of a node: sums over its points of y minus the node's mean. */
struct inlay_split_group {
    double mean, sum, weight;
    uint32_t n, code; /* n: points */
};

struct inlay_split {
    double gain; /* by how much the squares decrease, over the node's weight */
    size_t axis;
    double threshold; /* numeric: above it is right */
    size_t n_left;    /* category: so many of the ranked groups are left */
};

/* A sample on its way into a tree: who grows it divides points and sorted, so
 * that the points of a node lie side by side. */
struct inlay_splitter {
    const struct inlay_tree_data *data;
    const struct inlay_tree_options *o;
    size_t n;         /* points of the sample */
    uint32_t *points; /* n */
    uint32_t
        *sorted;    /* dim×n: in the order of each numeric axis; best splits */
    double *weight; /* by point: how often it was drawn */
    double *pull;   /* by point: w (y − mean), of the node measured last */
    size_t *axes;   /* dim, in a random order */
    uint32_t *slot; /* by code: 1 + place in group, 0: none */
    struct inlay_split_group *group;
};

/* All points that were drawn, as one node. */
inlay_status inlay_splitter_init(struct inlay_splitter *sp,
                                 const struct inlay_tree_data *data,
                                 const uint32_t *weight,
                                 const struct inlay_tree_options *options,
                                 inlay_error *err);
void inlay_splitter_clear(struct inlay_splitter *sp);

/* The moments of a node.  Those below are for the node measured last. */
void inlay_splitter_measure(struct inlay_splitter *sp,
                            struct inlay_split_node *node);

/* The node's split, if there is one. */
bool inlay_splitter_choose(struct inlay_splitter *sp,
                           const struct inlay_split_node *node,
                           struct inlay_rng *rng, struct inlay_split *out);

/* sp->group := the node's categories in order of their means, and of their codes
 * where these are equal; returns how many. */
size_t inlay_splitter_rank(struct inlay_splitter *sp,
                           const struct inlay_split_node *node, size_t axis);

/* The highest number of codes that an axis has. */
uint32_t inlay_splitter_most_codes(const struct inlay_tree_data *data);

#endif
