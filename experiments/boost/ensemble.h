/*
 * ensemble.h: gradient boosting of trees for the ten classes, as scikit-learn's
 * GradientBoostingClassifier does it with its defaults (1.9.1, multinomial
 * deviance).
 *
 * Each stage adds a tree to the score of each class.  With p the softmax of the
 * scores and K = 10 classes, the tree of class k is grown on r = [label = k] − p_k,
 * and a leaf has the value of one Newton step,
 *
 *     (K − 1)/K  Σ r / Σ p (1 − p)
 *
 * over its rows, times the learning rate.  Scores begin as the logarithms of the
 * class frequencies.
 *
 * Trees are not kept: scores of all rows of the digits, learnt from or held out,
 * are carried along.
 */
#ifndef BOOST_ENSEMBLE_H
#define BOOST_ENSEMBLE_H

#include "boost/roots.h"
#include "boost/tree.h"

enum { ENSEMBLE_STAGES = 100 };

struct ensemble_options {
    double rate; /* above 0 */
    struct tree_limits limits;
    uint64_t seed; /* of draws between splits that are equally good */
};

struct ensemble {
    const struct digits *digits; /* the caller's */
    struct ensemble_options options;
    size_t n_train, n_held; /* together all rows of the digits */
    uint16_t *train, *held; /* rows */
    double *score;          /* DIGITS_CLASSES × n: of class k and row i */
    double *residual;       /* the same */
    uint64_t *quantum;      /* the same, of the residuals */
    uint64_t *crossed;      /* quanta by row, as roots_build takes them */
    uint16_t *row;          /* n_train, as a tree orders them */
    struct roots roots;
    struct histogram root[DIGITS_CLASSES];
    struct inlay_rng rng;
    struct tree tree; /* the last one */
    struct tree_work work;
};

/* is_held[i] tells whether row i is not to be learnt from; at least one is.
 * *out is written on success only; the caller frees. */
inlay_status ensemble_new(const struct digits *digits, const bool *is_held,
                          const struct ensemble_options *options,
                          struct ensemble **out, inlay_error *err);
void ensemble_free(struct ensemble *e);

/* A tree for each class. */
void ensemble_add_stage(struct ensemble *e);

/* p of the classes for a row; they sum to 1. */
void ensemble_predict(const struct ensemble *e, size_t row,
                      double p[DIGITS_CLASSES]);

/*
 * Σ log p(label) over n rows, with p clipped to [2^-52, 1 − 2^-52] as
 * scikit-learn's log_loss does: a row that is badly wrong costs 36 at the most.
 */
double ensemble_log_likelihood(const struct ensemble *e, const uint16_t *row,
                               size_t n);

#endif
