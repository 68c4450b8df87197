/*
 * drawn.h: an objective drawn from a GP prior over a mixed space.
 *
 * A sum of random features of T(x): integers at k/(n−1), categories one-hot.
 * Matérn 5/2, amplitude 1, every length-scale 0.25 times the number of columns,
 * as the paper's authors generate theirs.
 */
#ifndef INLAY_BENCH_DRAWN_H
#define INLAY_BENCH_DRAWN_H

#include "base/rng.h"
#include "inlay.h"

struct drawn;

/* Variables: reals on [0,1], integers from 0, categories; at most 2 reals. */
struct drawn *drawn_make(const inlay_space *space, struct inlay_rng *rng);
void drawn_free(struct drawn *d);
double drawn_value(const struct drawn *d, const inlay_value *x);

/* By enumeration of the discrete part, a grid on the reals, and polish. */
double drawn_minimum(const struct drawn *d);

#endif
