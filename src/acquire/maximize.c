/*
 * maximize.c: enumeration of small spaces; else screening, the choice of starts,
 * and a refinement that suits the acquisition.
 *
 * Invariants: every point evaluated is T of itself; no forbidden point is
 * returned.
 */
#include "acquire/maximize.h"

#include <math.h>
#include <string.h>

#include "acquire/candidates.h"
#include "acquire/climb.h"
#include "acquire/probe.h"
#include "acquire/walk.h"
#include "base/error.h"
#include "base/mem.h"

/* The first of the largest. */
static size_t best_of(const double *value, size_t n)
{
    size_t at = 0;
    for (size_t i = 1; i < n; i++)
        if (value[i] > value[at])
            at = i;
    return at;
}

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
        if (i % INLAY_ACQ_BLOCK == 0 && inlay_watch_poll(probe->options->watch))
            break;
        inlay_encode_combination(enc, (first + i) % n_all, U + n * probe->dim);
        if (!inlay_probe_refuses(probe, U + n * probe->dim))
            n++;
    }
    inlay_probe_values(probe, U, n, value);
    if (n > 0) {
        const size_t at = best_of(value, n);
        *best = value[at];
        memcpy(u, U + at * probe->dim, probe->dim * sizeof *u);
    }
    inlay_mem_free(U);
    if (n == 0)
        return inlay_fail(err, INLAY_EXHAUSTED,
                          "all %llu configurations have been suggested",
                          (unsigned long long)n_all);
    return INLAY_OK;
}

/* ---- Screening ---- */

/*
 * Candidates in a heap, the best on top: a dozen of thousands are looked at, and
 * a sort of all would take longer than their values.
 *
 * Where the acquisition has bounds, those of all candidates are the start; a
 * candidate is evaluated when its bound comes to the top.  What is on top with
 * its value is then the best of all, whatever the values of those that were
 * never evaluated: the starts are the same as if all of them had been.
 */
struct ranked {
    double value;
    size_t index;
    bool is_bound; /* value is a bound of it */
};

struct ranking {
    struct inlay_probe *probe;
    const double *U; /* candidates */
    struct ranked *heap;
    size_t n;
};

/* Also of a bound and a value: where they are equal, a candidate of larger index
 * would come after the value if its own were the same. */
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

static void add(struct ranking *r, struct ranked item)
{
    size_t i = r->n++;
    while (i > 0 && is_before(&item, &r->heap[(i - 1) / 2])) {
        r->heap[i] = r->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    r->heap[i] = item;
}

static struct ranked take_top(struct ranking *r)
{
    const struct ranked top = r->heap[0];
    r->heap[0] = r->heap[--r->n];
    sink(r->heap, r->n, 0);
    return top;
}

static void make_heap(struct ranking *r, const double *value, size_t n,
                      bool is_bound)
{
    for (size_t i = 0; i < n; i++)
        r->heap[i] = (struct ranked){value[i], i, is_bound};
    r->n = n;
    for (size_t i = n / 2; i-- > 0;)
        sink(r->heap, n, i);
}

/* Evaluates the candidates whose bounds are on top, a block at most.  block has
 * room for one: points and their values. */
static void evaluate_top(struct ranking *r, double *block)
{
    const size_t dim = r->probe->dim;
    double *value = block + INLAY_ACQ_BLOCK * dim;
    size_t index[INLAY_ACQ_BLOCK], n = 0;

    for (; n < INLAY_ACQ_BLOCK && r->n > 0 && r->heap[0].is_bound; n++) {
        index[n] = take_top(r).index;
        memcpy(block + n * dim, r->U + index[n] * dim, dim * sizeof *block);
    }
    inlay_probe_values(r->probe, block, n, value);
    for (size_t i = 0; i < n; i++)
        add(r, (struct ranked){value[i], index[i], false});
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
static void choose_starts(struct ranking *r, double *block,
                          struct inlay_rated *starts)
{
    const struct inlay_probe *probe = r->probe;
    starts->n = 0;
    while (r->n > 0 && starts->n < probe->options->n_starts &&
           !inlay_watch_poll(probe->options->watch)) {
        if (r->heap[0].is_bound) {
            evaluate_top(r, block);
            continue;
        }
        const struct ranked best = take_top(r);
        const double *u = r->U + best.index * probe->dim;
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
    const bool has_bounds = probe->search->acq->ops->bounds != NULL;
    double *U, *value, *block;
    struct ranking r = {.probe = probe, .n = n};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(U, n * probe->dim),
        INLAY_PART(value, n),
        INLAY_PART(block, INLAY_ACQ_BLOCK * (probe->dim + 1)),
        INLAY_PART(r.heap, n),
        {0}};

    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "candidates");
    r.U = U;
    const inlay_status st = inlay_candidates(probe->search, n, rng, U, err);
    if (st == INLAY_OK) {
        if (has_bounds)
            inlay_probe_bounds(probe, U, n, value);
        else
            inlay_probe_values(probe, U, n, value);
        make_heap(&r, value, n, has_bounds);
        choose_starts(&r, block, starts);
    }
    inlay_mem_free(U);
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
    const size_t most = probe->options->n_starts + probe->search->n_centers;
    struct inlay_rated r = {0};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(r.X, most * probe->dim), INLAY_PART(r.F, most), {0}};

    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the search of an acquisition");
    inlay_status st = screen(probe, rng, &r, err);
    if (st == INLAY_OK)
        st = refine(probe, &r, rng, err);
    if (st == INLAY_OK && r.n == 0)
        st = inlay_fail(err, INLAY_EXHAUSTED,
                        "all %zu candidates have been suggested before",
                        probe->options->n_candidates);
    if (st == INLAY_OK) {
        const size_t at = best_of(r.F, r.n);
        *best = r.F[at];
        memcpy(u, r.X + at * probe->dim, probe->dim * sizeof *u);
    }
    inlay_mem_free(r.X); /* and F */
    return st;
}

inlay_status inlay_maximize(const struct inlay_search *search,
                            const struct inlay_maximize_options *options,
                            struct inlay_rng *rng, double *u,
                            struct inlay_maximize_result *result,
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
    st = inlay_watch_settle(options->watch, st, err);
    if (st == INLAY_OK)
        *result = (struct inlay_maximize_result){best, probe.n_values};
    inlay_probe_clear(&probe);
    return st;
}
