/*
 * climb.c: gradient steps and discrete moves in turn, from several starts.
 *
 * A climb is a point and its value; a round is
 *
 *     1. gradient steps on the real axes, all climbs in lock-step;
 *     2. the best of all single discrete moves of each climb, while it improves
 *
 * until no climb changes.  Climbs do not look at each other, but for ending
 * those which would only follow a better one.
 *
 * Invariants: every point evaluated is T of itself; a climb's value never
 * falls; a climb never stands on a forbidden point.
 */
#include "acquire/climb.h"

#include <math.h>
#include <string.h>

#include "acquire/candidates.h"
#include "base/ascend.h"
#include "base/error.h"
#include "base/mem.h"

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

bool inlay_climb_is_same(const struct inlay_encoding *enc, const double *a,
                         const double *b)
{
    for (size_t j = 0; j < enc->dim; j++) {
        const bool is_real = enc->axis[j].kind == INLAY_AXIS_REAL;
        if (fabs(a[j] - b[j]) > (is_real ? SAME_START : 0.0))
            return false;
    }
    return true;
}

struct climbs {
    size_t n;
    double *X, *F;   /* n×dim, n */
    bool *is_moving; /* changed in the last round */
};

/* The real axes of the climbs that move, as the ascent sees them. */
struct real_part {
    struct inlay_probe *probe;
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

/* The watch is over: values that an ascent does not take. */
static void refuse(double *f, size_t n)
{
    for (size_t i = 0; i < n; i++)
        f[i] = -INFINITY;
}

static void gradient_of_reals(const double *R, size_t n, const size_t *which,
                              double *f, double *G, void *context)
{
    const struct real_part *p = context;
    const struct inlay_acq *acq = p->probe->search->acq;
    const struct inlay_encoding *enc = p->probe->search->enc;
    const size_t dim = enc->dim, n_real = enc->n_real;
    struct inlay_watch *watch = p->probe->options->watch;

    for (size_t i = 0; i < n && !inlay_watch_poll(watch);
         i += INLAY_ACQ_BLOCK) {
        const size_t m = n - i < INLAY_ACQ_BLOCK ? n - i : INLAY_ACQ_BLOCK;
        for (size_t b = 0; b < m; b++) {
            double *u = p->U + b * dim;
            memcpy(u, p->X + p->climb[which[i + b]] * dim, dim * sizeof *u);
            put_reals(enc, R + (i + b) * n_real, u);
        }
        acq->ops->evaluate(acq, p->U, m, f + i, p->grad, p->probe->scratch);
        for (size_t b = 0; b < m; b++)
            get_reals(enc, p->grad + b * dim, G + (i + b) * n_real);
    }
    if (inlay_watch_is_over(watch))
        refuse(f, n);
    p->probe->n_values += n;
}

/* Where the ascent of climb c ended, unless it is forbidden there. */
static void take_reals(const struct inlay_probe *probe, struct climbs *climbs,
                       size_t c, const double *reals, double f, double *spare)
{
    double *x = climbs->X + c * probe->dim;
    memcpy(spare, x, probe->dim * sizeof *x);
    put_reals(probe->search->enc, reals, spare);
    if (!(f > climbs->F[c] + LEAST_GAIN) || inlay_probe_refuses(probe, spare))
        return;
    memcpy(x, spare, probe->dim * sizeof *x);
    climbs->F[c] = f;
    climbs->is_moving[c] = true;
}

static void real_bounds(const struct inlay_search *s, double *lo, double *hi)
{
    for (size_t j = 0, k = 0; j < s->enc->dim; j++)
        if (s->enc->axis[j].kind == INLAY_AXIS_REAL) {
            inlay_region_interval(&s->region, j, &lo[k], &hi[k]);
            k++;
        }
}

/* Step 1 of a round for the climbs in list[n]. */
static inlay_status ascend_reals(struct inlay_probe *probe,
                                 struct climbs *climbs, const size_t *list,
                                 size_t n, inlay_error *err)
{
    const struct inlay_encoding *enc = probe->search->enc;
    const size_t n_real = enc->n_real, dim = probe->dim;
    struct real_part part = {.probe = probe, .X = climbs->X, .climb = list};
    double *R, *f, *lo, *hi;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(R, n * n_real),
        INLAY_PART(f, n),
        INLAY_PART(lo, n_real),
        INLAY_PART(hi, n_real),
        INLAY_PART(part.U, INLAY_ACQ_BLOCK * dim),
        INLAY_PART(part.grad, INLAY_ACQ_BLOCK * dim),
        {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the refinement of candidates");
    real_bounds(probe->search, lo, hi);
    for (size_t i = 0; i < n; i++)
        get_reals(enc, climbs->X + list[i] * dim, R + i * n_real);

    const struct inlay_ascend_options o = {lo,
                                           hi,
                                           FIRST_STEP,
                                           probe->options->n_steps,
                                           probe->options->gain_tol,
                                           MOVE_TOL};
    const inlay_status st =
        inlay_ascend(n_real, n, R, f, &o, gradient_of_reals, &part, NULL, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        take_reals(probe, climbs, list[i], R + i * n_real, f[i], part.U);
    inlay_mem_free(R);
    return st;
}

/* All single moves from x on discrete axes; at most PER_CLIMB, of axes in random
 * order. */
static void list_moves(const struct inlay_probe *probe, const double *x,
                       struct inlay_rng *rng, struct inlay_neighbors *nb)
{
    const struct inlay_encoding *enc = probe->search->enc;
    const size_t most = nb->n + PER_CLIMB;
    double to[MAX_MOVES];

    inlay_neighbors_shuffle(nb, enc->dim, rng);
    for (size_t k = 0; k < enc->dim && nb->n + MAX_MOVES <= most; k++) {
        const size_t j = nb->axes[k];
        if (enc->axis[j].kind == INLAY_AXIS_REAL)
            continue;
        const size_t n_to =
            inlay_axis_moves(&enc->axis[j], x[j], MAX_MOVES, rng, to);
        inlay_neighbors_add(nb, probe, x, j, to, n_to);
    }
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

/* Moves each climb of list[n] to the best of its moves; climbs that gain nothing
 * leave the list.  Returns how many stay in it. */
static size_t flip_once(struct inlay_probe *probe, struct climbs *climbs,
                        size_t *list, size_t n, struct inlay_rng *rng,
                        struct inlay_neighbors *nb)
{
    size_t n_left = 0;
    nb->n = 0;
    for (size_t i = 0; i < n; i++) {
        list_moves(probe, climbs->X + list[i] * probe->dim, rng, nb);
        nb->first[i + 1] = nb->n;
    }
    inlay_probe_values(probe, nb->U, nb->n, nb->value);
    for (size_t i = 0; i < n; i++) {
        const size_t c = list[i];
        size_t best = SIZE_MAX;
        double most = climbs->F[c] + LEAST_GAIN;
        for (size_t k = nb->first[i]; k < nb->first[i + 1]; k++)
            if (nb->value[k] > most) {
                most = nb->value[k];
                best = k;
            }
        if (best == SIZE_MAX)
            continue;
        memcpy(climbs->X + c * probe->dim, nb->U + best * probe->dim,
               probe->dim * sizeof *climbs->X);
        climbs->F[c] = most;
        climbs->is_moving[c] = true;
        list[n_left++] = c;
    }
    return n_left;
}

/* Step 2 of a round. */
static inlay_status flip(struct inlay_probe *probe, struct climbs *climbs,
                         size_t *list, size_t n, struct inlay_rng *rng,
                         inlay_error *err)
{
    struct inlay_neighbors nb;
    const inlay_status st = inlay_neighbors_init(
        &nb, n, most_moves(probe->search->enc), probe->dim, err);
    if (st != INLAY_OK)
        return st;
    for (size_t k = 0;
         k < MAX_FLIPS && n > 0 && !inlay_watch_poll(probe->options->watch);
         k++)
        n = flip_once(probe, climbs, list, n, rng, &nb);
    inlay_neighbors_clear(&nb);
    return INLAY_OK;
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
static void thin_out(const struct inlay_probe *probe, struct climbs *climbs)
{
    double best = -INFINITY;
    for (size_t c = 0; c < climbs->n; c++)
        best = fmax(best, climbs->F[c]);
    for (size_t c = 0; c < climbs->n; c++) {
        const double *x = climbs->X + c * probe->dim;
        if (climbs->F[c] < best - FAR_BELOW)
            climbs->is_moving[c] = false;
        for (size_t k = 0; k < climbs->n && climbs->is_moving[c]; k++)
            if (k != c &&
                inlay_climb_is_same(probe->search->enc, x,
                                    climbs->X + k * probe->dim) &&
                (climbs->F[k] > climbs->F[c] ||
                 (climbs->F[k] == climbs->F[c] && k < c)))
                climbs->is_moving[c] = false;
    }
}

static inlay_status refine(struct inlay_probe *probe, struct climbs *climbs,
                           size_t *list, struct inlay_rng *rng,
                           inlay_error *err)
{
    const struct inlay_encoding *enc = probe->search->enc;
    const bool has_moves = probe->options->has_moves && enc->dim > enc->n_real;
    inlay_status st = INLAY_OK;

    for (size_t round = 0; round < probe->options->n_rounds; round++) {
        const size_t n = list_moving(climbs, list);
        if (n == 0)
            break;
        for (size_t i = 0; i < n; i++)
            climbs->is_moving[list[i]] = false;
        if (enc->n_real > 0)
            st = ascend_reals(probe, climbs, list, n, err);
        if (st == INLAY_OK && has_moves)
            st = flip(probe, climbs, list, n, rng, err);
        if (st != INLAY_OK || !has_moves)
            break;
        thin_out(probe, climbs);
    }
    return st;
}

inlay_status inlay_climb(struct inlay_probe *probe, struct inlay_rated *rated,
                         struct inlay_rng *rng, inlay_error *err)
{
    struct climbs c = {.n = rated->n, .X = rated->X, .F = rated->F};
    size_t *list;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(list, c.n), INLAY_PART(c.is_moving, c.n), {0}};

    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the refinement of candidates");
    for (size_t k = 0; k < c.n; k++)
        c.is_moving[k] = true;
    const inlay_status st = refine(probe, &c, list, rng, err);
    inlay_mem_free(list);
    return st;
}
