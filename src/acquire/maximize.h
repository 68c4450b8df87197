/*
 * maximize.h: the point of a space at which an acquisition is largest.
 *
 * Only valid points u = T(u) are ever evaluated, and none that is forbidden is
 * returned or climbed from.
 * Small finite spaces are searched exhaustively; otherwise candidates are
 * screened, and from the best of them discrete moves and gradient steps on the
 * real axes alternate.  No gradient passes through T.  Where the acquisition is
 * flat, local search takes the place of both, and starts from the centers too.
 */
#ifndef INLAY_ACQUIRE_MAXIMISE_H
#define INLAY_ACQUIRE_MAXIMISE_H

#include "acquire/acq.h"
#include "base/rng.h"
#include "problem/encode.h"

/* A part of the space around a center: numeric axes within half_width of it, at
 * most max_changes categories different.  NULL center: the whole space. */
struct inlay_region {
    const double *center;
    double half_width;
    size_t max_changes;
};

struct inlay_search {
    const struct inlay_acq *acq;
    const struct inlay_encoding *enc;
    const double
        *centers; /* n_centers×dim, the best points known, best first */
    size_t n_centers;
    double local_share;         /* of the candidates: changes of the centers */
    struct inlay_region region; /* where the search stays */
    bool (*is_forbidden)(const double *u, void *context); /* or NULL */
    void *context;
};

/* Finite spaces up to this size are worth enumerating: that takes no longer than
 * screening and refinement. */
enum { INLAY_MAXIMISE_EXHAUSTIVE = 5000 };

struct inlay_maximize_options {
    size_t n_candidates; /* screened */
    size_t n_starts;     /* refined */
    /* Of climbs, where the acquisition is smooth: */
    size_t n_rounds; /* alternations at most; 0: candidates only */
    size_t n_steps;  /* gradient rounds of an alternation */
    double gain_tol; /* they end when a step gains less than this */
    bool has_moves;  /* false: the paper's way, reals only are refined */
    /* Of walks, where it is flat: */
    double walk_sd;   /* of changes of a number, at first: in SMAC 0.2 when the
                         paper was written, 0.05 now */
    size_t n_plateau; /* rounds without gain until a walk ends: in SMAC 10; 0:
                         candidates only */
    size_t n_exhaustive; /* finite spaces up to this size are enumerated */
    size_t n_threads;
    struct inlay_watch *watch; /* or NULL */
};

struct inlay_maximize_result {
    double value;
    size_t n_values; /* points evaluated */
};

/* INLAY_STOPPED if the watch said so.  INLAY_EXHAUSTED if every point that was found is forbidden and the space is
 * finite and enumerated, or no candidate could be found at all. */
inlay_status inlay_maximize(const struct inlay_search *search,
                            const struct inlay_maximize_options *options,
                            struct inlay_rng *rng, double *u,
                            struct inlay_maximize_result *result,
                            inlay_error *err);

#endif
