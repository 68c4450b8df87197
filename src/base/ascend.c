/*
 * ascend.c: projected L-BFGS from several starts in lock-step.
 *
 * Why our own: the libraries at hand (NLopt, L-BFGS-B) call back for one point
 * at a time and allocate for each run; see docs/decisions/0003.
 *
 * A climber holds its best point x and proposes t = clip(x + step d).  A round
 * evaluates the proposals of all climbers that have not ended.  A proposal that
 * gains at least ARMIJO of what the gradient promises is accepted, and d is
 * made anew; otherwise the step is shortened.
 *
 * Invariants: every point evaluated is inside the box; a climber's value never
 * falls; a coordinate at a bound whose gradient points outwards stays there.
 *
 * Nocedal & Wright (2006), Numerical Optimization, algorithm 7.4; the
 * projection as in Bertsekas (1982), SIAM J. Control Optim. 20(2).
 */
#include "base/ascend.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

enum { MEMORY = 6, MAX_SHORTER = 12 };

static const double ARMIJO = 1e-4;
static const double SHORTER = 0.35; /* factor of a refused step, at most */
static const double LEAST_CURVATURE =
    1e-12; /* cosine of a step and its change */

struct climber {
    double *x, *g, *t, *d; /* point, its gradient, proposal, direction */
    double *open;          /* 1, or 0 for a coordinate held at its bound */
    double *s, *q;         /* MEMORY steps and changes of −gradient, rows */
    size_t n_memory, newest;
    double f, step;
    size_t n_shorter;
    bool has_value, has_ended;
};

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Σ a b over the coordinates that are open. */
static double open_dot(const double *open, const double *a, const double *b,
                       size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += open[i] * (a[i] * b[i]);
    return sum;
}

/* Which coordinates may move: not those at a bound (or a rounding error away
 * from it) where uphill is outwards. */
static void find_open(const struct inlay_ascend_options *o, size_t dim,
                      struct climber *c)
{
    for (size_t i = 0; i < dim; i++) {
        const double x = c->x[i], g = c->g[i];
        const bool is_held = (x <= o->lo[i] + o->move_tol && g < 0.0) ||
                             (x >= o->hi[i] - o->move_tol && g > 0.0);
        c->open[i] = is_held ? 0.0 : 1.0;
    }
}

/* d without what would leave the box at once. */
static void keep_inside(const struct inlay_ascend_options *o, size_t dim,
                        const double *x, double *d)
{
    for (size_t i = 0; i < dim; i++)
        if ((x[i] <= o->lo[i] && d[i] < 0.0) ||
            (x[i] >= o->hi[i] && d[i] > 0.0))
            d[i] = 0.0;
}

/*
 * d := H d by the two loops over the stored steps; H approximates the inverse
 * of the negated Hessian of the open coordinates, without which the held ones
 * would bend d away from uphill and the climb would end short of the top.
 * False if no stored step has positive curvature there.
 */
static bool precondition(const struct climber *c, size_t dim, double *d)
{
    double a[MEMORY], rho[MEMORY], scale = 0.0;

    for (size_t k = 0; k < c->n_memory; k++) {
        const size_t m = (c->newest + MEMORY - k) % MEMORY;
        const double *s = c->s + m * dim, *q = c->q + m * dim;
        const double ss = open_dot(c->open, s, s, dim);
        const double qq = open_dot(c->open, q, q, dim);
        const double sq = open_dot(c->open, s, q, dim);
        rho[k] = sq > LEAST_CURVATURE * sqrt(ss * qq) ? 1.0 / sq : 0.0;
        if (scale == 0.0 && rho[k] > 0.0)
            scale = sq / qq;
        a[k] = rho[k] * open_dot(c->open, s, d, dim);
        for (size_t i = 0; i < dim; i++)
            d[i] -= a[k] * q[i];
    }
    for (size_t i = 0; i < dim; i++)
        d[i] *= scale;
    for (size_t k = c->n_memory; k-- > 0;) {
        const size_t m = (c->newest + MEMORY - k) % MEMORY;
        const double *s = c->s + m * dim, *q = c->q + m * dim;
        const double b = rho[k] * open_dot(c->open, q, d, dim);
        for (size_t i = 0; i < dim; i++)
            d[i] += (a[k] - b) * s[i];
    }
    for (size_t i = 0; i < dim; i++)
        d[i] *= c->open[i];
    return scale > 0.0;
}

static double largest(const double *d, size_t dim)
{
    double most = 0.0;
    for (size_t i = 0; i < dim; i++)
        most = fmax(most, fabs(d[i]));
    return most;
}

/* t := clip(x + step d); false if that is (nearly) x again. */
static bool propose(const struct inlay_ascend_options *o, size_t dim,
                    struct climber *c)
{
    double moved = 0.0;
    for (size_t i = 0; i < dim; i++) {
        c->t[i] = fmin(fmax(c->x[i] + c->step * c->d[i], o->lo[i]), o->hi[i]);
        moved = fmax(moved, fabs(c->t[i] - c->x[i]));
    }
    return moved > o->move_tol;
}

/* d := the gradient of the open coordinates. */
static void aim_uphill(size_t dim, struct climber *c)
{
    for (size_t i = 0; i < dim; i++)
        c->d[i] = c->open[i] * c->g[i];
}

/* A new direction from x, and its first proposal. */
static void aim(const struct inlay_ascend_options *o, size_t dim,
                struct climber *c)
{
    find_open(o, dim, c);
    aim_uphill(dim, c);
    const double steepest = largest(c->d, dim);
    c->step = 1.0;
    c->n_shorter = 0;
    if (!(steepest > 0.0) || !isfinite(steepest)) {
        c->has_ended = true;
        return;
    }
    const bool has_curvature = precondition(c, dim, c->d);
    keep_inside(o, dim, c->x, c->d);
    if (!has_curvature || !(dot(c->d, c->g, dim) > 0.0)) {
        aim_uphill(dim, c);
        c->step = o->first_step / steepest;
        c->n_memory = 0;
    }
    c->has_ended = !propose(o, dim, c);
}

/* Keeps the pair (step, change of −gradient) if it has positive curvature. */
static void remember(struct climber *c, size_t dim, const double *g_new)
{
    const size_t m = c->n_memory ? (c->newest + 1) % MEMORY : 0;
    double *s = c->s + m * dim, *q = c->q + m * dim;
    for (size_t i = 0; i < dim; i++) {
        s[i] = c->t[i] - c->x[i];
        q[i] = c->g[i] - g_new[i];
    }
    const double sq = dot(s, q, dim);
    if (!(sq > LEAST_CURVATURE * sqrt(dot(s, s, dim) * dot(q, q, dim))))
        return;
    c->newest = m;
    if (c->n_memory < MEMORY)
        c->n_memory++;
}

static void accept(const struct inlay_ascend_options *o, size_t dim,
                   struct climber *c, double f, const double *g)
{
    const double gain = f - c->f;
    if (c->has_value)
        remember(c, dim, g);
    memcpy(c->x, c->t, dim * sizeof *c->x);
    memcpy(c->g, g, dim * sizeof *c->g);
    c->f = f;
    if (c->has_value && gain < o->gain_tol)
        c->has_ended = true;
    else
        aim(o, dim, c);
    c->has_value = true;
}

/* What a climber does with the value and gradient of its proposal. */
static void judge(const struct inlay_ascend_options *o, size_t dim,
                  struct climber *c, double f, const double *g)
{
    if (!c->has_value) {
        if (isfinite(f))
            accept(o, dim, c, f, g);
        else
            c->has_ended = true;
        return;
    }
    double promised = 0.0;
    for (size_t i = 0; i < dim; i++)
        promised += c->g[i] * (c->t[i] - c->x[i]);
    if (isfinite(f) && f >= c->f + ARMIJO * fmax(promised, 0.0) && f > c->f) {
        accept(o, dim, c, f, g);
        return;
    }
    /* The top of the parabola through f(x), its slope and f(t). */
    double shorter = SHORTER;
    if (isfinite(f) && promised > 0.0) {
        const double top = 0.5 * promised / (promised - (f - c->f));
        shorter = fmin(fmax(top, 0.1), SHORTER);
    }
    c->step *= shorter;
    c->has_ended = ++c->n_shorter > MAX_SHORTER || !propose(o, dim, c);
}

static double *carve(double **from, size_t n)
{
    double *part = *from;
    *from += n;
    return part;
}

static void start(struct climber *c, size_t dim, double *x, double **memory)
{
    *c = (struct climber){.x = x, .f = -INFINITY};
    c->g = carve(memory, dim);
    c->t = carve(memory, dim);
    c->d = carve(memory, dim);
    c->open = carve(memory, dim);
    c->s = carve(memory, MEMORY * dim);
    c->q = carve(memory, MEMORY * dim);
    memcpy(c->t, x, dim * sizeof *x);
}

inlay_status inlay_ascend(size_t dim, size_t n_starts, double *X, double *F,
                          const struct inlay_ascend_options *o,
                          inlay_ascend_fn *fn, void *context,
                          size_t *n_evaluated, inlay_error *err)
{
    const size_t per_start = (4 + 2 * MEMORY) * dim;
    struct climber *c = inlay_mem_new(n_starts, sizeof *c);
    size_t *which = inlay_mem_new(n_starts, sizeof *which);
    double *work = inlay_mem_doubles(n_starts * (per_start + 2 * dim + 1));
    if (!c || !which || !work) {
        inlay_mem_free(c);
        inlay_mem_free(which);
        inlay_mem_free(work);
        return inlay_fail_memory(err, "the ascent of a function");
    }
    double *rest = work;
    for (size_t k = 0; k < n_starts; k++)
        start(&c[k], dim, X + k * dim, &rest);
    double *T = carve(&rest, n_starts * dim), *G = carve(&rest, n_starts * dim);
    double *f = rest;

    for (size_t round = 0; round < o->max_rounds; round++) {
        size_t n = 0;
        for (size_t k = 0; k < n_starts; k++) {
            if (c[k].has_ended)
                continue;
            memcpy(T + n * dim, c[k].t, dim * sizeof *T);
            which[n++] = k;
        }
        if (n == 0)
            break;
        fn(T, n, which, f, G, context);
        if (n_evaluated)
            *n_evaluated += n;
        for (size_t i = 0; i < n; i++)
            judge(o, dim, &c[which[i]], f[i], G + i * dim);
    }
    for (size_t k = 0; k < n_starts; k++)
        F[k] = c[k].f;
    inlay_mem_free(c);
    inlay_mem_free(which);
    inlay_mem_free(work);
    return INLAY_OK;
}
