/*
 * seen.h: the set of configurations that were asked, equal under T.
 *
 * Two points are the same configuration if all their discrete coordinates are
 * equal and no real coordinate differs by more than INLAY_SEEN_TOLERANCE.
 */
#ifndef INLAY_PROBLEM_SEEN_H
#define INLAY_PROBLEM_SEEN_H

#include <stdint.h>

#include "problem/encode.h"

/* In units of the range: far below what an objective can tell apart, far above
 * what rounding can do. */
#define INLAY_SEEN_TOLERANCE 1e-9

struct inlay_seen {
    const struct inlay_encoding *enc; /* exact; not owned */
    const double **slot;              /* open addressing; NULL is free */
    size_t n, n_slots;                /* n_slots: 0 or a power of two */
};

void inlay_seen_init(struct inlay_seen *seen, const struct inlay_encoding *enc);
void inlay_seen_clear(struct inlay_seen *seen);

/* u = T(u) is kept as a pointer and must outlive the set; a configuration that
 * is in it already is not put in twice. */
inlay_status inlay_seen_add(struct inlay_seen *seen, const double *u,
                            inlay_error *err);
/* The next n_more calls of inlay_seen_add cannot fail. */
inlay_status inlay_seen_reserve(struct inlay_seen *seen, size_t n_more,
                                inlay_error *err);
/* Takes out the point that was added as that pointer; false where it is not in
 * the set: another one stands for the same configuration. */
bool inlay_seen_remove(struct inlay_seen *seen, const double *u);
/* Are two points the same configuration? */
bool inlay_seen_is_same(const struct inlay_encoding *enc, const double *a,
                        const double *b);
/* u = T(u).  The point that was added, or NULL. */
const double *inlay_seen_find(const struct inlay_seen *seen, const double *u);

/* True if the space is finite and every configuration of it is in the set. */
bool inlay_seen_is_all(const struct inlay_seen *seen);

/* u := a configuration that is not in the set, uniform among all such; false if
 * there is none. */
bool inlay_seen_draw(const struct inlay_seen *seen, struct inlay_rng *rng,
                     double *u);

#endif
