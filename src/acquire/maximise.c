/*
 * maximise.c: screening, then refinement from several starts.
 *
 * A climb is a point and its value; a round of the refinement is
 *
 *     1. gradient steps on the real axes, all climbs in lock-step;
 *     2. the best of all single discrete moves of each climb, while it improves
 *
 * until no climb changes.  Climbs do not look at each other, and every block of
 * points has a fixed place in memory, so that the number of threads does not
 * show in the result.
 *
 * Invariants: every point evaluated is T of itself; a climb's value never
 * falls; a climb never stands on a forbidden point.
 */
#include "acquire/maximise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "acquire/candidates.h"
#include "base/ascend.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/parallel.h"

enum {
    MAX_MOVES = 24,  /* on one axis, see inlay_axis_moves */
    MAX_FLIPS = 12,  /* discrete moves of a climb in a round */
    PER_CLIMB = 512, /* moves tried by a climb at once */
};

/* Starts nearer than this on all real axes, and equal on the others, are one. */
static const double SAME_START = 0.05;
/* A move must gain this much. */
static const double LEAST_GAIN = 1e-9;
/* A climb this much below the best is given up: e³ in most acquisitions, which
 * are logarithms. */
static const double FAR_BELOW = 3.0;
static const double MOVE_TOL = 1e-6, FIRST_STEP = 0.05;

struct work {
    const struct inlay_search *search;
    const struct inlay_maximise_options *options;
    size_t dim;
    double *scratch; /* n_threads×acq->n_scratch */
    size_t n_values;
};

/* Outside the region, or refused by the caller. */
static bool is_forbidden(const struct work *w, const double *u)
{
    const struct inlay_search *s = w->search;
    return !inlay_region_holds(s->enc, &s->region, u) ||
           (s->is_forbidden && s->is_forbidden(u, s->context));
}

/* ---- Values of many points ---- */

struct evaluation {
    const struct work *work;
    const double *U;
    size_t n;
    double *out;
};

static void evaluate_block(size_t i, size_t worker, void *context)
{
    const struct evaluation *e = context;
    const struct inlay_acq *acq = e->work->search->acq;
    const size_t first = i * INLAY_ACQ_BLOCK;
    const size_t left = e->n - first;
    acq->ops->values(acq, e->U + first * e->work->dim,
                     left < INLAY_ACQ_BLOCK ? left : INLAY_ACQ_BLOCK,
                     e->out + first,
                     e->work->scratch + worker * acq->n_scratch);
}

static void evaluate(struct work *w, const double *U, size_t n, double *out)
{
    struct evaluation e = {w, U, n, out};
    const size_t n_blocks = (n + INLAY_ACQ_BLOCK - 1) / INLAY_ACQ_BLOCK;
    inlay_parallel_for(n_blocks, w->options->n_threads, evaluate_block, &e);
    w->n_values += n;
}

/* ---- Small finite spaces ---- */

/* All configurations, from a random one on, so that ties fall evenly. */
static inlay_status enumerate(struct work *w, uint64_t n_all,
                              struct inlay_rng *rng, double *u, double *best,
                              inlay_error *err)
{
    const struct inlay_encoding *enc = w->search->enc;
    const uint64_t first = inlay_rng_below(rng, n_all);
    double *U = inlay_mem_doubles((size_t)n_all * (w->dim + 1));
    if (!U)
        return inlay_fail_memory(err, "the configurations of a finite space");
    double *value = U + (size_t)n_all * w->dim;
    size_t n = 0;

    for (uint64_t i = 0; i < n_all; i++) {
        inlay_encode_combination(enc, (first + i) % n_all, U + n * w->dim);
        if (!is_forbidden(w, U + n * w->dim))
            n++;
    }
    evaluate(w, U, n, value);
    *best = -INFINITY;
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (value[i] > *best) {
            *best = value[i];
            at = i;
        }
    if (n > 0)
        memcpy(u, U + at * w->dim, w->dim * sizeof *u);
    inlay_mem_free(U);
    if (n == 0)
        return inlay_fail(err, INLAY_EXHAUSTED,
                          "all %llu configurations of the space were asked",
                          (unsigned long long)n_all);
    return INLAY_OK;
}

/* ---- Starts ---- */

struct ranked {
    double value;
    size_t index;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static bool is_near(const struct inlay_encoding *enc, const double *a,
                    const double *b)
{
    for (size_t j = 0; j < enc->dim; j++) {
        const bool is_real = enc->axis[j].kind == INLAY_AXIS_REAL;
        if (fabs(a[j] - b[j]) > (is_real ? SAME_START : 0.0))
            return false;
    }
    return true;
}

static bool is_near_any(const struct inlay_encoding *enc, const double *u,
                        const double *X, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (is_near(enc, u, X + k * enc->dim))
            return true;
    return false;
}

/* The best candidates that are not near each other, to X and F; fewer than
 * n_starts where there are not so many.  Returns how many. */
static size_t choose_starts(const struct work *w, const double *U,
                            const struct ranked *order, size_t n, double *X,
                            double *F)
{
    size_t n_starts = 0;
    for (size_t i = 0; i < n && n_starts < w->options->n_starts; i++) {
        const double *u = U + order[i].index * w->dim;
        if (is_near_any(w->search->enc, u, X, n_starts) || is_forbidden(w, u))
            continue;
        memcpy(X + n_starts * w->dim, u, w->dim * sizeof *u);
        F[n_starts++] = order[i].value;
    }
    return n_starts;
}

/* Screens candidates; X and F get the starts. */
static inlay_status screen(struct work *w, struct inlay_rng *rng, double *X,
                           double *F, size_t *n_starts, inlay_error *err)
{
    const size_t n = w->options->n_candidates;
    double *U = inlay_mem_doubles(n * (w->dim + 1));
    struct ranked *order = inlay_mem_new(n, sizeof *order);
    inlay_status st = INLAY_OK;

    if (!U || !order)
        st = inlay_fail_memory(err, "candidates");
    if (st == INLAY_OK)
        st = inlay_candidates(w->search, n, rng, U, err);
    if (st == INLAY_OK) {
        double *value = U + n * w->dim;
        evaluate(w, U, n, value);
        for (size_t i = 0; i < n; i++)
            order[i] = (struct ranked){value[i], i};
        qsort(order, n, sizeof *order, by_value);
        *n_starts = choose_starts(w, U, order, n, X, F);
    }
    inlay_mem_free(U);
    inlay_mem_free(order);
    return st;
}

/* ---- Refinement ---- */

struct climbs {
    size_t n;
    double *X, *F;   /* n×dim, n */
    bool *is_moving; /* changed in the last round */
};

/* The real axes of the climbs that move, as the ascent sees them. */
struct real_part {
    struct work *work;
    const double *X;     /* all coordinates of the climbs */
    const size_t *climb; /* of each start of the ascent */
    double *U, *grad;    /* INLAY_ACQ_BLOCK×dim each */
};

static void put_reals(const struct inlay_encoding *enc, const double *reals,
                      double *u)
{
    for (size_t j = 0, r = 0; j < enc->dim; j++)
        if (enc->axis[j].kind == INLAY_AXIS_REAL)
            u[j] = reals[r++];
}

static void get_reals(const struct inlay_encoding *enc, const double *u,
                      double *reals)
{
    for (size_t j = 0, r = 0; j < enc->dim; j++)
        if (enc->axis[j].kind == INLAY_AXIS_REAL)
            reals[r++] = u[j];
}

static void gradient_of_reals(const double *R, size_t n, const size_t *which,
                              double *f, double *G, void *context)
{
    const struct real_part *p = context;
    const struct inlay_acq *acq = p->work->search->acq;
    const struct inlay_encoding *enc = p->work->search->enc;
    const size_t dim = enc->dim, n_real = enc->n_real;

    for (size_t i = 0; i < n; i += INLAY_ACQ_BLOCK) {
        const size_t m = n - i < INLAY_ACQ_BLOCK ? n - i : INLAY_ACQ_BLOCK;
        for (size_t b = 0; b < m; b++) {
            double *u = p->U + b * dim;
            memcpy(u, p->X + p->climb[which[i + b]] * dim, dim * sizeof *u);
            put_reals(enc, R + (i + b) * n_real, u);
        }
        acq->ops->gradient(acq, p->U, m, f + i, p->grad, p->work->scratch);
        for (size_t b = 0; b < m; b++)
            get_reals(enc, p->grad + b * dim, G + (i + b) * n_real);
    }
    p->work->n_values += n;
}

/* Where the ascent of climb c ended, unless it is forbidden there. */
static void take_reals(const struct work *w, struct climbs *climbs, size_t c,
                       const double *reals, double f, double *spare)
{
    double *x = climbs->X + c * w->dim;
    memcpy(spare, x, w->dim * sizeof *x);
    put_reals(w->search->enc, reals, spare);
    if (!(f > climbs->F[c] + LEAST_GAIN) || is_forbidden(w, spare))
        return;
    memcpy(x, spare, w->dim * sizeof *x);
    climbs->F[c] = f;
    climbs->is_moving[c] = true;
}

static void real_bounds(const struct inlay_search *s, double *lo, double *hi)
{
    const struct inlay_region *r = &s->region;
    for (size_t j = 0, k = 0; j < s->enc->dim; j++) {
        if (s->enc->axis[j].kind != INLAY_AXIS_REAL)
            continue;
        lo[k] = r->centre ? fmax(r->centre[j] - r->half_width, 0.0) : 0.0;
        hi[k++] = r->centre ? fmin(r->centre[j] + r->half_width, 1.0) : 1.0;
    }
}

/* Step 1 of a round for the climbs in list[n]. */
static inlay_status ascend_reals(struct work *w, struct climbs *climbs,
                                 const size_t *list, size_t n, inlay_error *err)
{
    const struct inlay_encoding *enc = w->search->enc;
    const size_t n_real = enc->n_real, dim = w->dim;
    double *memory = inlay_mem_doubles(n * (n_real + 1) + 2 * n_real +
                                       2 * INLAY_ACQ_BLOCK * dim);
    if (!memory)
        return inlay_fail_memory(err, "the refinement of candidates");
    double *R = memory, *f = R + n * n_real, *lo = f + n, *hi = lo + n_real;
    struct real_part part = {w, climbs->X, list, hi + n_real, NULL};
    part.grad = part.U + INLAY_ACQ_BLOCK * dim;
    real_bounds(w->search, lo, hi);
    for (size_t i = 0; i < n; i++)
        get_reals(enc, climbs->X + list[i] * dim, R + i * n_real);

    const struct inlay_ascend_options o = {
        lo,      hi, FIRST_STEP, w->options->n_steps, w->options->gain_tol,
        MOVE_TOL};
    const inlay_status st =
        inlay_ascend(n_real, n, R, f, &o, gradient_of_reals, &part, NULL, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        take_reals(w, climbs, list[i], R + i * n_real, f[i], part.U);
    inlay_mem_free(memory);
    return st;
}

/* All single moves from x on discrete axes, rows of U; at most PER_CLIMB, of
 * axes in random order.  Returns how many. */
static size_t list_moves(const struct work *w, const double *x,
                         struct inlay_rng *rng, size_t *axes, double *U)
{
    const struct inlay_encoding *enc = w->search->enc;
    double to[MAX_MOVES];
    size_t n = 0;

    for (size_t j = 0; j < enc->dim; j++)
        axes[j] = j;
    inlay_rng_shuffle(rng, axes, enc->dim);
    for (size_t k = 0; k < enc->dim && n + MAX_MOVES <= PER_CLIMB; k++) {
        const size_t j = axes[k];
        if (enc->axis[j].kind == INLAY_AXIS_REAL)
            continue;
        const size_t m =
            inlay_axis_moves(&enc->axis[j], x[j], MAX_MOVES, rng, to);
        for (size_t i = 0; i < m; i++) {
            double *u = U + n * w->dim;
            memcpy(u, x, w->dim * sizeof *u);
            u[j] = to[i];
            if (!is_forbidden(w, u))
                n++;
        }
    }
    return n;
}

/* How many moves list_moves can find at most. */
static size_t most_moves(const struct inlay_encoding *enc)
{
    size_t n = 0;
    for (size_t j = 0; j < enc->dim && n < PER_CLIMB; j++) {
        const uint64_t others = enc->axis[j].n_levels - 1;
        if (enc->axis[j].kind != INLAY_AXIS_REAL)
            n += others < MAX_MOVES ? (size_t)others : MAX_MOVES;
    }
    return n < PER_CLIMB ? n : PER_CLIMB;
}

struct move_memory {
    double *U, *value; /* most_moves() for each climb */
    size_t *axes, *n, *first;
};

/* Moves each climb of list[n] to the best of its moves; climbs that gain nothing
 * leave the list.  Returns how many stay in it. */
static size_t flip_once(struct work *w, struct climbs *climbs, size_t *list,
                        size_t n, struct inlay_rng *rng, struct move_memory *m)
{
    size_t n_all = 0, n_left = 0;
    for (size_t i = 0; i < n; i++) {
        m->first[i] = n_all;
        m->n[i] = list_moves(w, climbs->X + list[i] * w->dim, rng, m->axes,
                             m->U + n_all * w->dim);
        n_all += m->n[i];
    }
    evaluate(w, m->U, n_all, m->value);
    for (size_t i = 0; i < n; i++) {
        const size_t c = list[i];
        size_t best = SIZE_MAX;
        double most = climbs->F[c] + LEAST_GAIN;
        for (size_t k = m->first[i]; k < m->first[i] + m->n[i]; k++)
            if (m->value[k] > most) {
                most = m->value[k];
                best = k;
            }
        if (best == SIZE_MAX)
            continue;
        memcpy(climbs->X + c * w->dim, m->U + best * w->dim,
               w->dim * sizeof *climbs->X);
        climbs->F[c] = most;
        climbs->is_moving[c] = true;
        list[n_left++] = c;
    }
    return n_left;
}

/* Step 2 of a round. */
static inlay_status flip(struct work *w, struct climbs *climbs, size_t *list,
                         size_t n, struct inlay_rng *rng, inlay_error *err)
{
    const size_t most = most_moves(w->search->enc);
    struct move_memory m = {
        .U = inlay_mem_doubles((n * most + 1) * w->dim),
        .value = inlay_mem_doubles(n * most),
        .axes = inlay_mem_new(w->dim, sizeof *m.axes),
        .n = inlay_mem_new(n, sizeof *m.n),
        .first = inlay_mem_new(n, sizeof *m.first),
    };
    inlay_status st = INLAY_OK;
    if (!m.U || !m.value || !m.axes || !m.n || !m.first)
        st = inlay_fail_memory(err, "the moves of candidates");
    for (size_t k = 0; st == INLAY_OK && k < MAX_FLIPS && n > 0; k++)
        n = flip_once(w, climbs, list, n, rng, &m);
    inlay_mem_free(m.U);
    inlay_mem_free(m.value);
    inlay_mem_free(m.axes);
    inlay_mem_free(m.n);
    inlay_mem_free(m.first);
    return st;
}

static size_t list_moving(const struct climbs *climbs, size_t *list)
{
    size_t n = 0;
    for (size_t c = 0; c < climbs->n; c++)
        if (climbs->is_moving[c])
            list[n++] = c;
    return n;
}

/* Ends climbs that are far below the best, and those that stand where a better
 * one does: they would only follow it. */
static void thin_out(const struct work *w, struct climbs *climbs)
{
    double best = -INFINITY;
    for (size_t c = 0; c < climbs->n; c++)
        best = fmax(best, climbs->F[c]);
    for (size_t c = 0; c < climbs->n; c++) {
        const double *x = climbs->X + c * w->dim;
        if (climbs->F[c] < best - FAR_BELOW)
            climbs->is_moving[c] = false;
        for (size_t k = 0; k < climbs->n && climbs->is_moving[c]; k++)
            if (k != c && is_near(w->search->enc, x, climbs->X + k * w->dim) &&
                (climbs->F[k] > climbs->F[c] ||
                 (climbs->F[k] == climbs->F[c] && k < c)))
                climbs->is_moving[c] = false;
    }
}

static inlay_status refine(struct work *w, struct climbs *climbs, size_t *list,
                           struct inlay_rng *rng, inlay_error *err)
{
    const struct inlay_encoding *enc = w->search->enc;
    const bool has_moves = w->options->has_moves && enc->dim > enc->n_real;
    inlay_status st = INLAY_OK;

    for (size_t round = 0; round < w->options->n_rounds; round++) {
        const size_t n = list_moving(climbs, list);
        if (n == 0)
            break;
        for (size_t i = 0; i < n; i++)
            climbs->is_moving[list[i]] = false;
        if (enc->n_real > 0)
            st = ascend_reals(w, climbs, list, n, err);
        if (st == INLAY_OK && has_moves)
            st = flip(w, climbs, list, n, rng, err);
        if (st != INLAY_OK || !has_moves)
            break;
        thin_out(w, climbs);
    }
    return st;
}

static inlay_status climb(struct work *w, struct inlay_rng *rng, double *u,
                          double *best, inlay_error *err)
{
    const size_t most = w->options->n_starts;
    struct climbs c = {
        .X = inlay_mem_doubles(most * w->dim),
        .F = inlay_mem_doubles(most),
        .is_moving = inlay_mem_new(most, sizeof *c.is_moving),
    };
    size_t *list = inlay_mem_new(most, sizeof *list);
    inlay_status st = INLAY_OK;

    if (!c.X || !c.F || !c.is_moving || !list)
        st = inlay_fail_memory(err, "the search of an acquisition");
    if (st == INLAY_OK)
        st = screen(w, rng, c.X, c.F, &c.n, err);
    for (size_t k = 0; st == INLAY_OK && k < c.n; k++)
        c.is_moving[k] = true;
    if (st == INLAY_OK)
        st = refine(w, &c, list, rng, err);
    if (st == INLAY_OK && c.n == 0)
        st = inlay_fail(err, INLAY_EXHAUSTED, "none of %zu candidates is new",
                        w->options->n_candidates);
    if (st == INLAY_OK) {
        size_t at = 0;
        for (size_t k = 1; k < c.n; k++)
            if (c.F[k] > c.F[at])
                at = k;
        *best = c.F[at];
        memcpy(u, c.X + at * w->dim, w->dim * sizeof *u);
    }
    inlay_mem_free(c.X);
    inlay_mem_free(c.F);
    inlay_mem_free(c.is_moving);
    inlay_mem_free(list);
    return st;
}

inlay_status inlay_maximise(const struct inlay_search *search,
                            const struct inlay_maximise_options *options,
                            struct inlay_rng *rng, double *u,
                            struct inlay_maximise_result *result,
                            inlay_error *err)
{
    const uint64_t n_all = inlay_encode_n_configurations(search->enc);
    const size_t n_threads = options->n_threads ? options->n_threads : 1;
    struct work w = {
        .search = search, .options = options, .dim = search->enc->dim};
    double best = -INFINITY;

    w.scratch = inlay_mem_doubles(n_threads * search->acq->n_scratch);
    if (!w.scratch)
        return inlay_fail_memory(err, "the search of an acquisition");
    const inlay_status st = n_all <= options->n_exhaustive
                                ? enumerate(&w, n_all, rng, u, &best, err)
                                : climb(&w, rng, u, &best, err);
    inlay_mem_free(w.scratch);
    if (st == INLAY_OK)
        *result = (struct inlay_maximise_result){best, w.n_values};
    return st;
}
