/*
 * folds.h: the objective, a mean held-out log-likelihood by cross-validation.
 *
 * Rows are shuffled by a seed and dealt to ten folds in turn, so that the sizes
 * of folds differ by at most one; folds are not stratified by class.
 */
#ifndef BOOST_FOLDS_H
#define BOOST_FOLDS_H

#include "boost/ensemble.h"

enum { FOLDS = 10 };

/* The fold of each of n rows. */
inlay_status folds_deal(size_t n, uint64_t seed, uint8_t *fold,
                        inlay_error *err);

/* The mean over all rows of log p(label), each by the ensemble that learnt from
 * all other folds.  The largest is best.  All ensembles begin with the seed of
 * the options; they differ by their rows. */
inlay_status folds_log_likelihood(const struct digits *digits,
                                  const uint8_t *fold,
                                  const struct ensemble_options *options,
                                  double *out, inlay_error *err);

#endif
