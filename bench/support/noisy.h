/*
 * noisy.h: four problems for the benchmark of noise, bench/noise.c.
 *
 * mixed6: two reals, one of them on a log scale, two integers, two categories.
 *         A quadratic form q of the numbers, whose center depends on both
 *         categories, as q/(1 + q), plus an effect of the pair of categories.
 * cats:   five categories of 3 to 6 values; an effect of each, and of each pair.
 * bits:   16 booleans; an effect of each, and of each pair.
 * folds:  a support vector classifier on 200 digits: C and gamma in eight levels,
 *         kernel, and whether pixels are scaled.  An evaluation is one of 60
 *         cross-validations with folds of its own, which folds.py made; the value
 *         is their mean.  folds@10 has normal noise instead.
 *
 * The seed decides where the optimum is, but for folds.
 */
#ifndef INLAY_BENCH_NOISY_H
#define INLAY_BENCH_NOISY_H

#include "support/problems.h"

/* Ended by one without a name. */
extern const struct problem_kind NOISY_KINDS[];

#endif
