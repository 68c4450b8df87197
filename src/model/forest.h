/*
 * forest.h: random forest regression: the model of SMAC.
 *
 * Each of B trees is grown from n points drawn with replacement from the n that
 * there are, see tree.h.  With m_b, v_b the mean and the variance of the leaf of
 * tree b where a point ends, it predicts
 *
 *     mean            m = Σ m_b / B
 *     var, of trees   Σ (m_b − m)² / B
 *     var, total      Σ (m_b − m)² / (B − 1) + Σ v_b / B     (first term 0 for B = 1)
 *
 * and no variance below a floor: 1e-10 of the variance of y or, where y are
 * logarithms, 1e-10 itself.
 *
 * Values of a category are never compared but for equality: renaming or
 * reordering them changes no prediction.  Scale and origin of y change them
 * accordingly, and up to rounding nothing else (is_log: the origin only).
 *
 * Breiman (2001), Random forests, Mach. Learn. 45.  Hutter, Hoos, Leyton-Brown
 * (2011), Sequential model-based optimization for general algorithm
 * configuration, LION 5.  Total variance: Hutter, Xu, Hoos, Leyton-Brown (2014),
 * Algorithm runtime prediction, Artif. Intell. 206.
 */
#ifndef INLAY_MODEL_FOREST_H
#define INLAY_MODEL_FOREST_H

#include "model/model.h"
#include "model/tree.h"
#include "problem/encode.h"

enum inlay_forest_variance { INLAY_VARIANCE_TREES, INLAY_VARIANCE_TOTAL };

/* The least variance predicted, relative to that of y. */
#define INLAY_FOREST_VAR_FLOOR 1e-10

struct inlay_forest_options {
    size_t n_trees;
    enum inlay_splits splits;
    double split_share; /* of the axes that a split chooses from, in [0, 1]:
                           max(1, floor(share dim)) */
    size_t min_leaf;    /* points of a leaf; repeats of a draw count once */
    enum inlay_forest_variance variance;
    bool is_log; /* y are logarithms: a leaf's mean is log mean exp */
    size_t n_threads;
    struct inlay_watch *watch; /* or NULL */
};

struct inlay_forest {
    struct inlay_model base;          /* one component, is_flat */
    const struct inlay_encoding *enc; /* not owned */
    enum inlay_forest_variance variance;
    double floor; /* the least variance */
    size_t n, n_trees;
    struct inlay_tree *tree;
    uint32_t *n_codes;  /* by axis: values of a category that the data have */
    size_t *first_code; /* by axis: where its levels begin in code */
    uint32_t *code;     /* by level: in order of appearance; n_codes: none */
    uint64_t *drawn;    /* by tree: a bit for each point of its sample */
};

/*
 * n >= 1 points u = T(u), rows of U, and values y, finite and so small that
 * their squares are.  Nothing is kept of U or y; enc must outlive the forest.
 * Tree b takes its random numbers from split b of rng.
 */
inlay_status inlay_forest_fit(const struct inlay_encoding *enc, const double *U,
                              const double *y, size_t n,
                              const struct inlay_forest_options *options,
                              const struct inlay_rng *rng,
                              struct inlay_forest **out, inlay_error *err);
void inlay_forest_free(struct inlay_forest *f);

/* Mean and variance at each of the n points of the fit, the same rows of U, from
 * the trees whose sample does not have it; from all where none is left. */
inlay_status inlay_forest_out_of_bag(const struct inlay_forest *f,
                                     const double *U, double *mean, double *var,
                                     inlay_error *err);

/* Mean and variance of the leaf where u ends in each tree whose sample does not
 * have point `without` of the fit; of all trees where none is left, or it is
 * SIZE_MAX.  Returns their number; room for n_trees.  scratch: dim. */
size_t inlay_forest_leaves(const struct inlay_forest *f, const double *u,
                           size_t without, double *mean, double *var,
                           double *scratch);

#endif
