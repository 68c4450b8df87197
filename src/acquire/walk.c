/*
 * walk.c: local search over one-exchange neighbors, as in SMAC.
 *
 * The acquisition over a random forest is constant by pieces: no gradient leads
 * up, and a step may have to be long to change anything.  In a round each walk
 * looks at points that differ from where it stands in one coordinate,
 *
 *     real axis   N_DRAWS draws from N(u, sd²), cut to [0,1]
 *     grid        all other levels, if they are few; else the nearest two, and
 *                 the levels of as many draws
 *     category    all other values, or MAX_VALUES of them
 *
 * and goes to the best of them if it is better.  Else it goes to one that is
 * equal, but not to the one it came from: beyond a plateau it may go up.  sd
 * grows while a walk gains and shrinks while it does not.  A walk ends after
 * n_plateau rounds without gain, which are counted over its whole life.
 *
 * Walks do not look at each other, and each has a random stream of its own: the
 * others do not show in where it ends, nor does the number of threads.
 *
 * Invariants: every point evaluated is T of itself, and allowed; a walk's value
 * never falls, and is that of where it stands; it stands on a refused point only
 * at its start, with value -∞.
 *
 * Hutter, Hoos, Leyton-Brown (2011), Sequential model-based optimization for
 * general algorithm configuration, LION 5, section 4.3; the rules for sd are
 * those of SMAC3.
 */
#include "acquire/walk.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "acquire/candidates.h"
#include "base/error.h"
#include "base/mem.h"

enum {
    N_DRAWS = 4,     /* neighbors on a real axis */
    FEW_LEVELS = 8,  /* other levels of a grid that are all neighbors */
    MAX_VALUES = 24, /* other values of a category that are neighbors */
    PER_WALK = 256,  /* neighbors of a walk in a round: with hundreds of axes
                        those of some axes, drawn anew in each round */
    MAX_TRIES = 50,  /* draws until one is in the interval */
    MAX_ROUNDS = 64, /* of a walk; one that gains for ever must end too */
    GAINS_TO_WIDEN = 3,
    PLATEAU_TO_NARROW = 3,
};
static const double MIN_SD = 0.005, MAX_WIDENING = 8.0;

/* Values of one piece can differ by rounding, as sums in blocks of different
 * sizes do.  Relative. */
static const double SAME_VALUE = 1e-12;

struct walk {
    struct inlay_rng rng;
    double sd;
    size_t n_gains;   /* rounds in a row, since sd changed */
    size_t n_plateau; /* rounds without gain, in all */
    bool is_over;
    bool is_refused;  /* has not yet left a start that is refused */
    bool was_all;     /* the last list had neighbors of every axis */
    bool knows_lists; /* ... and was of here: lists in full tell nothing new */
};

struct walks {
    struct inlay_rated *at;
    double *left; /* where each was before; at->n×dim */
    struct walk *walk;
};

/* ---- Neighbors ---- */

/* Are all other values of the axis neighbors? */
static bool is_listed_in_full(const struct inlay_axis *axis)
{
    const uint64_t others = axis->n_levels - 1;
    return axis->kind == INLAY_AXIS_CATEGORY ? others <= MAX_VALUES
           : axis->kind == INLAY_AXIS_GRID   ? others <= FEW_LEVELS
                                             : false;
}

/* Neighbors on an axis, at most. */
static size_t most_near(const struct inlay_axis *axis)
{
    if (axis->kind == INLAY_AXIS_REAL)
        return N_DRAWS;
    if (is_listed_in_full(axis))
        return (size_t)(axis->n_levels - 1);
    return axis->kind == INLAY_AXIS_GRID ? 2 + N_DRAWS : MAX_VALUES;
}

/* From N(u, sd²) cut to [lo, hi].  If so many draws are outside, the interval is
 * narrow beside sd and the density is level on it. */
static double draw_near(double u, double sd, double lo, double hi,
                        struct inlay_rng *rng)
{
    for (int k = 0; k < MAX_TRIES; k++) {
        const double v = u + sd * inlay_rng_normal(rng);
        if (v >= lo && v <= hi)
            return v;
    }
    return lo + (hi - lo) * inlay_rng_uniform(rng);
}

static bool is_among(double v, const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (values[i] == v)
            return true;
    return false;
}

/* Coordinates of axis j near `from`, none of them `from` or there twice. */
static size_t list_near(const struct inlay_search *s, size_t j, double from,
                        struct walk *w, double *to)
{
    const struct inlay_axis *axis = &s->enc->axis[j];
    double lo, hi;
    size_t n = 0;

    if (axis->kind == INLAY_AXIS_CATEGORY || is_listed_in_full(axis))
        return inlay_axis_moves(axis, from, MAX_VALUES, &w->rng, to);
    if (axis->kind == INLAY_AXIS_GRID)
        n = inlay_axis_moves(axis, from, 2, &w->rng, to);
    inlay_region_interval(&s->region, j, &lo, &hi);
    for (int k = 0; k < N_DRAWS; k++) {
        double v = draw_near(from, w->sd, lo, hi, &w->rng);
        if (axis->kind == INLAY_AXIS_GRID)
            v = inlay_axis_coordinate(axis, inlay_axis_level(axis, v));
        if (v != from && !is_among(v, to, n))
            to[n++] = v;
    }
    return n;
}

/* Neighbors of x on all axes, in random order; on some where all are too many.
 * Lists in full are left out where w knows them. */
static void list_neighbors(const struct inlay_probe *probe, const double *x,
                           struct walk *w, struct inlay_neighbors *nb)
{
    const struct inlay_encoding *enc = probe->search->enc;
    const size_t most = nb->n + PER_WALK;
    double to[MAX_VALUES];
    size_t k = 0;

    inlay_neighbors_shuffle(nb, enc->dim, &w->rng);
    for (; k < enc->dim; k++) {
        const size_t j = nb->axes[k];
        if (w->knows_lists && is_listed_in_full(&enc->axis[j]))
            continue;
        if (nb->n + most_near(&enc->axis[j]) > most)
            break;
        const size_t n_to = list_near(probe->search, j, x[j], w, to);
        inlay_neighbors_add(nb, probe, x, j, to, n_to);
    }
    w->was_all = k == enc->dim;
}

static size_t most_neighbors(const struct inlay_encoding *enc)
{
    size_t n = 0;
    for (size_t j = 0; j < enc->dim && n < PER_WALK; j++)
        n += most_near(&enc->axis[j]);
    return n < PER_WALK ? n : PER_WALK;
}

/* ---- Steps ---- */

/* A neighbor of `place` whose value is in [lo, hi] and that is not `except`, each
 * with the same chance; SIZE_MAX if there is none. */
static size_t pick(const struct inlay_neighbors *nb, size_t place, double lo,
                   double hi, const double *except, size_t dim,
                   struct inlay_rng *rng)
{
    size_t n = 0, picked = SIZE_MAX;
    for (size_t k = nb->first[place]; k < nb->first[place + 1]; k++)
        if (nb->value[k] >= lo && nb->value[k] <= hi &&
            memcmp(nb->U + k * dim, except, dim * sizeof *except) != 0 &&
            inlay_rng_below(rng, ++n) == 0)
            picked = k;
    return picked;
}

/* sd, and whether the walk goes on. */
static void adapt(struct walk *w, bool has_gained,
                  const struct inlay_maximize_options *o)
{
    if (has_gained) {
        if (++w->n_gains == GAINS_TO_WIDEN) {
            w->sd = fmin(2.0 * w->sd, MAX_WIDENING * o->walk_sd);
            w->n_gains = 0;
        }
        return;
    }
    w->n_gains = 0;
    if (++w->n_plateau % PLATEAU_TO_NARROW == 0)
        w->sd = fmax(0.5 * w->sd, fmin(MIN_SD, o->walk_sd));
    w->is_over = w->n_plateau >= o->n_plateau;
}

/* Walk i, after its neighbors, those of `place`, were evaluated. */
static void step(const struct inlay_probe *probe, struct walks *walks, size_t i,
                 const struct inlay_neighbors *nb, size_t place)
{
    struct walk *w = &walks->walk[i];
    const size_t dim = probe->dim;
    double *x = walks->at->X + i * dim, *f = &walks->at->F[i];
    double *left = walks->left + i * dim, most = -INFINITY;
    const double same = isfinite(*f) ? *f + SAME_VALUE * fabs(*f) : *f;

    for (size_t k = nb->first[place]; k < nb->first[place + 1]; k++)
        most = nb->value[k] > most ? nb->value[k] : most;
    const bool has_gained = most > same;
    const size_t k = pick(nb, place, has_gained ? most : *f,
                          has_gained ? most : same, left, dim, &w->rng);
    adapt(w, has_gained, probe->options);
    if (k == SIZE_MAX) {
        w->knows_lists |= w->was_all;
        return;
    }
    memcpy(left, x, dim * sizeof *x);
    memcpy(x, nb->U + k * dim, dim * sizeof *x);
    *f = nb->value[k];
    w->is_refused = w->knows_lists = false;
}

/* A round of all walks that go on, listed in list[]; false if there is none. */
static bool step_all(struct inlay_probe *probe, struct walks *walks,
                     size_t *list, struct inlay_neighbors *nb)
{
    size_t n = 0;
    nb->n = 0;
    for (size_t i = 0; i < walks->at->n; i++) {
        if (walks->walk[i].is_over)
            continue;
        list_neighbors(probe, walks->at->X + i * probe->dim, &walks->walk[i],
                       nb);
        list[n++] = i;
        nb->first[n] = nb->n;
    }
    inlay_probe_values(probe, nb->U, nb->n, nb->value);
    for (size_t k = 0; k < n; k++)
        step(probe, walks, list[k], nb, k);
    return n > 0;
}

/* ---- Walks ---- */

static void add_centers(struct inlay_probe *probe, struct walks *walks)
{
    const struct inlay_search *s = probe->search;
    for (size_t c = 0; c < s->n_centers; c++) {
        const size_t i = walks->at->n++;
        double *x = walks->at->X + i * probe->dim;
        memcpy(x, s->centers + c * probe->dim, probe->dim * sizeof *x);
        walks->at->F[i] = -INFINITY;
        walks->walk[i].is_refused = inlay_probe_refuses(probe, x);
        if (!walks->walk[i].is_refused)
            inlay_probe_values(probe, x, 1, &walks->at->F[i]);
    }
}

/* Before the first step nothing was left: NaN is no coordinate. */
static void start_all(const struct inlay_probe *probe, struct walks *walks,
                      struct inlay_rng *rng)
{
    const struct inlay_rng streams = inlay_rng_split(rng, inlay_rng_next(rng));

    for (size_t i = 0; i < walks->at->n; i++) {
        walks->walk[i].rng = inlay_rng_split(&streams, i);
        walks->walk[i].sd = probe->options->walk_sd;
    }
    for (size_t k = 0; k < walks->at->n * probe->dim; k++)
        walks->left[k] = NAN;
}

static void drop_refused(struct walks *walks, size_t dim)
{
    struct inlay_rated *at = walks->at;
    size_t n = 0;
    for (size_t i = 0; i < at->n; i++) {
        if (walks->walk[i].is_refused)
            continue;
        memmove(at->X + n * dim, at->X + i * dim, dim * sizeof *at->X);
        at->F[n++] = at->F[i];
    }
    at->n = n;
}

inlay_status inlay_walk(struct inlay_probe *probe, struct inlay_rated *rated,
                        struct inlay_rng *rng, inlay_error *err)
{
    const size_t n = rated->n + probe->search->n_centers;
    struct walks walks = {.at = rated};
    size_t *list;
    struct inlay_neighbors nb = {0};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(walks.left, n * probe->dim),
        INLAY_PART(walks.walk, n),
        INLAY_PART(list, n),
        {0}};

    assert(probe->options->walk_sd > 0.0);
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the walks of candidates");
    const inlay_status st = inlay_neighbors_init(
        &nb, n, most_neighbors(probe->search->enc), probe->dim, err);
    if (st == INLAY_OK) {
        add_centers(probe, &walks);
        start_all(probe, &walks, rng);
        for (size_t k = 0;
             k < MAX_ROUNDS && !inlay_watch_poll(probe->options->watch); k++)
            if (!step_all(probe, &walks, list, &nb))
                break;
        drop_refused(&walks, probe->dim);
    }
    inlay_neighbors_clear(&nb);
    inlay_mem_free(walks.left);
    return st;
}
