/*
 * maximise.c: enumeration of small spaces; else screening, the choice of starts,
 * and a refinement that suits the acquisition.
 *
 * Invariants: every point evaluated is T of itself; no forbidden point is
 * returned.
 */
#include "acquire/maximise.h"

#include <math.h>
#include <string.h>

#include "acquire/candidates.h"
#include "acquire/climb.h"
#include "acquire/probe.h"
#include "acquire/walk.h"
#include "base/error.h"
#include "base/mem.h"

/* ---- Small finite spaces ---- */

/* All configurations, from a random one on, so that ties fall evenly. */
static inlay_status enumerate(struct inlay_probe *probe, uint64_t n_all,
                              struct inlay_rng *rng, double *u, double *best,
                              inlay_error *err)
{
    const struct inlay_encoding *enc = probe->search->enc;
    const uint64_t first = inlay_rng_below(rng, n_all);
    double *U = inlay_mem_doubles((size_t)n_all * (probe->dim + 1));
    if (!U)
        return inlay_fail_memory(err, "the configurations of a finite space");
    double *value = U + (size_t)n_all * probe->dim;
    size_t n = 0;

    for (uint64_t i = 0; i < n_all; i++) {
        inlay_encode_combination(enc, (first + i) % n_all, U + n * probe->dim);
        if (!inlay_probe_refuses(probe, U + n * probe->dim))
            n++;
    }
    inlay_probe_values(probe, U, n, value);
    *best = -INFINITY;
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (value[i] > *best) {
            *best = value[i];
            at = i;
        }
    if (n > 0)
        memcpy(u, U + at * probe->dim, probe->dim * sizeof *u);
    inlay_mem_free(U);
    if (n == 0)
        return inlay_fail(err, INLAY_EXHAUSTED,
                          "all %llu configurations of the space were asked",
                          (unsigned long long)n_all);
    return INLAY_OK;
}

/* ---- Screening ---- */

/* Candidates in a heap, the best on top: a dozen of thousands are looked at, and
 * a sort of all would take longer than their values. */
struct ranked {
    double value;
    size_t index;
};

static bool is_before(const struct ranked *a, const struct ranked *b)
{
    return a->value > b->value || (a->value == b->value && a->index < b->index);
}

/* Lets heap[i] sink to where it belongs. */
static void sink(struct ranked *heap, size_t n, size_t i)
{
    const struct ranked item = heap[i];
    for (size_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
        if (child + 1 < n && is_before(&heap[child + 1], &heap[child]))
            child++;
        if (!is_before(&heap[child], &item))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = item;
}

static void make_heap(struct ranked *heap, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        heap[i] = (struct ranked){value[i], i};
    for (size_t i = n / 2; i-- > 0;)
        sink(heap, n, i);
}

/* Takes the best of n, which leaves n − 1. */
static struct ranked take_best(struct ranked *heap, size_t n)
{
    const struct ranked best = heap[0];
    heap[0] = heap[n - 1];
    sink(heap, n - 1, 0);
    return best;
}

static bool is_near_any(const struct inlay_encoding *enc, const double *u,
                        const struct inlay_rated *starts)
{
    for (size_t k = 0; k < starts->n; k++)
        if (inlay_climb_is_same(enc, u, starts->X + k * enc->dim))
            return true;
    return false;
}

/* The best candidates that are not near each other; fewer than n_starts where
 * there are not so many. */
static void choose_starts(const struct inlay_probe *probe, const double *U,
                          struct ranked *heap, size_t n,
                          struct inlay_rated *starts)
{
    starts->n = 0;
    while (n > 0 && starts->n < probe->options->n_starts) {
        const struct ranked best = take_best(heap, n--);
        const double *u = U + best.index * probe->dim;
        if (is_near_any(probe->search->enc, u, starts) ||
            inlay_probe_refuses(probe, u))
            continue;
        memcpy(starts->X + starts->n * probe->dim, u, probe->dim * sizeof *u);
        starts->F[starts->n++] = best.value;
    }
}

static inlay_status screen(struct inlay_probe *probe, struct inlay_rng *rng,
                           struct inlay_rated *starts, inlay_error *err)
{
    const size_t n = probe->options->n_candidates;
    double *U = inlay_mem_doubles(n * (probe->dim + 1));
    struct ranked *heap = inlay_mem_new(n, sizeof *heap);
    inlay_status st = INLAY_OK;

    if (!U || !heap)
        st = inlay_fail_memory(err, "candidates");
    if (st == INLAY_OK)
        st = inlay_candidates(probe->search, n, rng, U, err);
    if (st == INLAY_OK) {
        double *value = U + n * probe->dim;
        inlay_probe_values(probe, U, n, value);
        make_heap(heap, value, n);
        choose_starts(probe, U, heap, n, starts);
    }
    inlay_mem_free(U);
    inlay_mem_free(heap);
    return st;
}

/* ---- Refinement ---- */

static inlay_status refine(struct inlay_probe *probe, struct inlay_rated *rated,
                           struct inlay_rng *rng, inlay_error *err)
{
    if (!probe->search->acq->is_flat)
        return inlay_climb(probe, rated, rng, err);
    if (probe->options->n_plateau == 0)
        return INLAY_OK;
    return inlay_walk(probe, rated, rng, err);
}

static inlay_status screen_and_refine(struct inlay_probe *probe,
                                      struct inlay_rng *rng, double *u,
                                      double *best, inlay_error *err)
{
    const size_t most = probe->options->n_starts + probe->search->n_centres;
    struct inlay_rated r = {
        .X = inlay_mem_doubles(most * probe->dim),
        .F = inlay_mem_doubles(most),
    };
    inlay_status st = INLAY_OK;

    if (!r.X || !r.F)
        st = inlay_fail_memory(err, "the search of an acquisition");
    if (st == INLAY_OK)
        st = screen(probe, rng, &r, err);
    if (st == INLAY_OK)
        st = refine(probe, &r, rng, err);
    if (st == INLAY_OK && r.n == 0)
        st = inlay_fail(err, INLAY_EXHAUSTED, "none of %zu candidates is new",
                        probe->options->n_candidates);
    if (st == INLAY_OK) {
        size_t at = 0;
        for (size_t k = 1; k < r.n; k++)
            if (r.F[k] > r.F[at])
                at = k;
        *best = r.F[at];
        memcpy(u, r.X + at * probe->dim, probe->dim * sizeof *u);
    }
    inlay_mem_free(r.X);
    inlay_mem_free(r.F);
    return st;
}

inlay_status inlay_maximise(const struct inlay_search *search,
                            const struct inlay_maximise_options *options,
                            struct inlay_rng *rng, double *u,
                            struct inlay_maximise_result *result,
                            inlay_error *err)
{
    const uint64_t n_all = inlay_encode_n_configurations(search->enc);
    struct inlay_probe probe;
    double best = -INFINITY;

    inlay_status st = inlay_probe_init(&probe, search, options, err);
    if (st != INLAY_OK)
        return st;
    st = n_all <= options->n_exhaustive
             ? enumerate(&probe, n_all, rng, u, &best, err)
             : screen_and_refine(&probe, rng, u, &best, err);
    if (st == INLAY_OK)
        *result = (struct inlay_maximise_result){best, probe.n_values};
    inlay_probe_clear(&probe);
    return st;
}
