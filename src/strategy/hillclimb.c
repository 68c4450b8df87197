/*
 * hillclimb.c: a first-improvement hill climber for mixed variables, with
 * restarts.
 *
 * From the best configuration of the climb it changes one variable at a time,
 * and goes on from whatever is better.  Variables take turns; one that has just
 * gained is tried again.  A category takes another value, any.  A number goes a
 * random multiple of a step, which doubles after a gain, and turns round and
 * halves after a miss, so that no scale has to be given.  After as many misses
 * in a row as there are neighbors worth a try the climb is over, and another
 * one begins at a random configuration.
 *
 * All of this is found again by going through the history: no trial is waited
 * for, and asks in a row give different neighbors of the same configuration.
 * Only where a climb begins cannot be seen from the values: such a trial leaves
 * an empty list of numbers.
 *
 * Invariants: a step differs from where it starts in one variable; a failed
 * trial is a miss; what others tell is climbed from if it is better.
 *
 * Rosenbrock (1960), An automatic method for finding the greatest or least value
 * of a function, Comput. J. 3(3): steps of one variable that grow and turn.
 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "strategy/methods.h"

/* Of the range of a numeric axis.  First steps of 0.2 and 0.5, growths of 1.5
 * and 2, and steps that shrink to 0.35 or 0.5, are all as good on the problems
 * of bench/quality; shrinking to 0.7 is worse. */
static const double FIRST_STEP = 0.3, LEAST_STEP = 1e-4, GROW = 2.0,
                    SHRINK = 0.5;

/* Misses in a row, for each axis, after which a climb is given up: the step has
 * shrunk to 0.001 of what it was.  With four times their evaluations, 5 to 20 are
 * as good on the same problems, and no restarts at all much worse. */
enum { MISSES_PER_AXIS = 10 };

/* Neighbors that may be known before a climb is over. */
enum { TRIES = 32, TRIES_PER_AXIS = 8 };

/* One axis, as the climb knows it. */
struct way {
    double step;  /* of numbers, with its sign */
    size_t tried; /* the last trial on it; a larger one is later */
};

struct climb {
    const struct inlay_record *at;      /* NULL: it is over, or has not begun */
    const struct inlay_record *to_beat; /* the last `at`, or NULL */
    size_t n_misses;
    struct way *way; /* of each axis */
};

/* ---- From the history to the climb ---- */

static bool begins(const struct inlay_record *r)
{
    return r->asked && r->n_asked == 0;
}

static bool is_numeric(const struct inlay_axis *axis)
{
    return axis->kind != INLAY_AXIS_CATEGORY;
}

/* The one axis on which a and b differ; dim where that is none or several. */
static size_t changed_axis(size_t dim, const double *a, const double *b)
{
    size_t found = dim;
    for (size_t j = 0; j < dim; j++) {
        if (a[j] == b[j])
            continue;
        if (found < dim)
            return dim;
        found = j;
    }
    return found;
}

/* A beginning was asked for when the climb was over, so it takes over, unless
 * that one has only begun, too, and is better: both were asked together. */
static bool takes_over(const struct climb *c, const struct inlay_record *r)
{
    if (r->state != INLAY_STATE_DONE)
        return false;
    const bool is_new = c->at && begins(c->at) && c->n_misses == 0;
    return !c->to_beat || inlay_record_is_better(r, c->to_beat) ||
           (begins(r) && !is_new);
}

/* First to the side with more room. */
static void begin(const struct inlay_design *d, struct climb *c)
{
    for (size_t j = 0; j < d->exact->dim; j++)
        c->way[j].step = c->at->u[j] < 0.5 ? FIRST_STEP : -FIRST_STEP;
}

/* Trial r went by delta along the way. */
static void note_step(struct way *way, const struct inlay_axis *axis,
                      const struct inlay_record *r, double delta, bool gains)
{
    if (!gains || !is_numeric(axis))
        way->tried = (size_t)r->id;
    if (r->state == INLAY_STATE_PENDING)
        return;
    const double size = fabs(way->step) * (gains ? GROW : SHRINK);
    way->step =
        copysign(fmin(fmax(size, LEAST_STEP), 1.0), gains ? delta : -delta);
}

/* All neighbors on a discrete axis of few values, ten on any other. */
static size_t count_misses(const struct inlay_encoding *exact)
{
    size_t n = 0;
    for (size_t j = 0; j < exact->dim; j++) {
        const uint64_t n_levels = exact->axis[j].n_levels; /* real: 0 */
        n += n_levels > 0 && n_levels <= MISSES_PER_AXIS ? (size_t)n_levels - 1
                                                         : MISSES_PER_AXIS;
    }
    return n;
}

static void replay(const struct inlay_design *d, const struct inlay_history *h,
                   struct climb *c)
{
    const size_t dim = d->exact->dim, max_misses = count_misses(d->exact);
    c->to_beat = NULL;
    for (size_t i = 0; i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        const size_t j = c->at ? changed_axis(dim, c->at->u, r->u) : dim;
        const bool gains = takes_over(c, r);
        if (j < dim)
            note_step(&c->way[j], &d->exact->axis[j], r, r->u[j] - c->at->u[j],
                      gains);
        if (gains) {
            const bool is_first = !c->to_beat;
            c->at = r;
            c->to_beat = r;
            c->n_misses = 0;
            if (is_first || begins(r))
                begin(d, c);
        } else if (j < dim && r->state != INLAY_STATE_PENDING &&
                   ++c->n_misses >= max_misses) {
            c->at = NULL;
        }
    }
}

/* ---- From the climb to a neighbor ---- */

/* The axis that was not tried for longest, at random among equals. */
static size_t next_axis(const struct climb *c, size_t dim,
                        struct inlay_rng *rng)
{
    size_t next = 0, n_equal = 0;
    for (size_t j = 0; j < dim; j++) {
        if (c->way[j].tried < c->way[next].tried)
            n_equal = 0;
        else if (c->way[j].tried > c->way[next].tried)
            continue;
        if (inlay_rng_below(rng, ++n_equal) == 0)
            next = j;
    }
    return next;
}

/* u, which may be any number, reflected at the bounds 0 and 1. */
static double reflect(double u)
{
    return fabs(remainder(u, 2.0));
}

static double other_value(const struct inlay_axis *axis, double u,
                          struct inlay_rng *rng)
{
    const uint64_t from = inlay_axis_level(axis, u);
    const uint64_t k = inlay_rng_below(rng, axis->n_levels - 1);
    return inlay_axis_coordinate(axis, k + (k >= from));
}

/* A grid moves by one level at least. */
static double other_number(const struct inlay_axis *axis, double u, double step,
                           struct inlay_rng *rng)
{
    const double to = reflect(u + step * fabs(inlay_rng_normal(rng)));
    if (axis->kind == INLAY_AXIS_REAL)
        return to;
    const uint64_t from = inlay_axis_level(axis, u);
    uint64_t k = inlay_axis_level(axis, to);
    if (k == from)
        k = from == 0                    ? 1
            : from == axis->n_levels - 1 ? from - 1
            : step > 0.0                 ? from + 1
                                         : from - 1;
    return inlay_axis_coordinate(axis, k);
}

/* All other variables keep their values to the last bit, which a way through
 * the cube and back would not promise. */
static void change_one(const struct inlay_encoding *exact,
                       const struct inlay_record *at, size_t var,
                       const double *u, inlay_value *x)
{
    inlay_decode(exact, u, x);
    for (size_t i = 0; i < inlay_space_n_variables(exact->space); i++)
        if (i != var)
            x[i] = at->x[i];
}

/* x := a neighbor of where the climb is; false where it finds none that is
 * new. */
static bool step(const struct inlay_design *d, const struct inlay_history *h,
                 struct climb *c, struct inlay_rng *rng, double *u,
                 inlay_value *x)
{
    const size_t dim = d->exact->dim;
    const size_t n_tries = dim > 0 ? TRIES + TRIES_PER_AXIS * dim : 0;
    for (size_t i = 0; i < n_tries; i++) {
        const size_t j = next_axis(c, dim, rng);
        const struct inlay_axis *axis = &d->exact->axis[j];
        struct way *way = &c->way[j];
        memcpy(u, c->at->u, dim * sizeof *u);
        u[j] = is_numeric(axis) ? other_number(axis, u[j], way->step, rng)
                                : other_value(axis, u[j], rng);
        if (d->may_repeat || !inlay_seen_find(&h->seen, u)) {
            change_one(d->exact, c->at, axis->var, u, x);
            return true;
        }
        way->step *= fabs(way->step) < 0.5 ? -2.0 : -1.0;
        way->tried = h->n + 1 + i;
    }
    return false;
}

/* ---- The strategy ---- */

/* Where a climb begins: the first one where every search does. */
static inlay_status find_beginning(const struct inlay_design *d,
                                   const struct inlay_history *h,
                                   struct inlay_rng *rng, double *u,
                                   inlay_value *x, struct inlay_trace *trace,
                                   inlay_error *err)
{
    double *exact = u + d->exact->dim;
    inlay_status st = INLAY_EXHAUSTED;
    trace->asked = inlay_mem_doubles(0);
    if (!trace->asked)
        return inlay_fail_memory(err, "a trace");
    if (h->n_done == 0) {
        trace->origin = INLAY_ORIGIN_DESIGN;
        st = inlay_design_point(d, h, u, x, exact, err);
    }
    if (st == INLAY_EXHAUSTED) {
        trace->origin = INLAY_ORIGIN_RANDOM;
        st = inlay_design_random(d, h, rng, u, x, exact, err);
    }
    return st;
}

static inlay_status suggest(struct inlay_strategy *base,
                            const struct inlay_history *h,
                            const struct inlay_rng *rng, inlay_value *x,
                            struct inlay_trace *trace, inlay_error *err)
{
    const struct inlay_design *d = &base->design;
    const size_t dim = d->exact->dim;
    struct climb c = {.way = inlay_mem_new(dim, sizeof *c.way)};
    double *u = inlay_mem_doubles(2 * dim);
    struct inlay_rng r = *rng;
    inlay_status st =
        c.way && u ? INLAY_OK : inlay_fail_memory(err, "a suggestion");

    if (st == INLAY_OK)
        replay(d, h, &c);
    trace->origin = INLAY_ORIGIN_STEP;
    if (st == INLAY_OK && (!c.at || !step(d, h, &c, &r, u, x)))
        st = find_beginning(d, h, &r, u, x, trace, err);
    inlay_mem_free(u);
    inlay_mem_free(c.way);
    return st;
}

const struct inlay_strategy_ops inlay_hillclimb_ops = {
    .size = sizeof(struct inlay_strategy), .suggest = suggest};
