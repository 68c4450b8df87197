/*
 * optima.c: draws in parallel, each with a random stream of its own, so that the
 * number of threads does not show.
 */
#include "acquire/optima.h"

#include <math.h>
#include <string.h>

#include "acquire/maximize.h"
#include "base/error.h"
#include "base/least.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "model/joint.h"
#include "model/path.h"

/* Configurations up to which a draw is exact: its cost grows with their cube. */
enum { MAX_EXACT = 500 };

/* The search of a path.  It is cheaper than an acquisition, and a minimum that is
 * missed is a lie about where the minimum may be.  A path has more minima than an
 * acquisition has maxima worth a climb; and on real axes alone there is but one
 * round, whose steps must do. */
static const struct inlay_maximize_options SEARCH = {
    .n_rounds = 8,
    .n_steps = 40,
    .has_moves = true,
    .n_exhaustive = 2000,
    .n_threads = 1,
    .gain_tol = 1e-7,
};
enum {
    CANDIDATES_PER_AXIS = 60,
    LEAST_CANDIDATES = 200,
    MOST_CANDIDATES = 1000
};
enum { STARTS_PER_AXIS = 4, LEAST_STARTS = 8, MOST_STARTS = 32 };
static const double LOCAL_SHARE = 0.5;

/* Each start tries moves on all axes, and each move is a value of the path: above
 * so many axes there are fewer starts, then fewer of everything. */
enum { AXES_OF_FEW_STARTS = 12, FEW_STARTS = 6 };
enum {
    AXES_OF_SHORT_SEARCH = INLAY_OPTIMA_COSTLY_AXES,
    SHORT_CANDIDATES = 400,
    SHORT_STARTS = 2,
    SHORT_ROUNDS = 2
};

void inlay_optima_clear(struct inlay_optima *o)
{
    inlay_mem_free(o->U); /* and least */
    *o = (struct inlay_optima){0};
}

struct draws {
    const struct inlay_gp *gp;
    const double *centers;
    size_t n_centers;
    const struct inlay_optima_options *options;
    struct inlay_rng rng;
    struct inlay_optima *out;
    double *all, *Z; /* finite spaces: the n_all configurations, embedded too */
    size_t n_all;
};

/* ---- Paths ---- */

/* A path upside down, as something to maximize, in deviations of the amplitude:
 * the search has steps and ends that suit a logarithm. */
struct path_acq {
    struct inlay_acq base; /* first */
    const struct inlay_path *path;
    double unit; /* a deviation */
};

static void evaluate_path(const struct inlay_acq *a, const double *U, size_t n,
                          double *out, double *grad, double *scratch)
{
    const struct path_acq *p = (const struct path_acq *)a;
    inlay_gp_embed(p->path->gp, U, n, scratch);
    inlay_path_values(p->path, scratch, n, out, grad,
                      scratch + a->dim * INLAY_ACQ_BLOCK);
    for (size_t i = 0; i < n; i++)
        out[i] /= -p->unit;
    for (size_t i = 0; grad && i < n * a->dim; i++)
        grad[i] /= -p->unit;
}

static const struct inlay_acq_ops PATH_OPS = {.evaluate = evaluate_path};

/* A center that the search passed by may be the best after all. */
static inlay_status try_centers(const struct draws *d,
                                const struct inlay_acq *acq, double *u,
                                double *value, inlay_error *err)
{
    double *scratch = inlay_mem_doubles(acq->n_scratch);
    if (!scratch)
        return inlay_fail_memory(err, "a draw of the function");
    for (size_t i = 0; i < d->n_centers; i++) {
        double v;
        acq->ops->evaluate(acq, d->centers + i * acq->dim, 1, &v, NULL,
                           scratch);
        if (v <= *value)
            continue;
        *value = v;
        memcpy(u, d->centers + i * acq->dim, acq->dim * sizeof *u);
    }
    inlay_mem_free(scratch);
    return INLAY_OK;
}

static size_t within(size_t n, size_t least, size_t most)
{
    return n < least ? least : n > most ? most : n;
}

static struct inlay_maximize_options search_of(size_t dim)
{
    struct inlay_maximize_options o = SEARCH;
    o.n_candidates =
        within(dim * CANDIDATES_PER_AXIS, LEAST_CANDIDATES, MOST_CANDIDATES);
    o.n_starts = dim > AXES_OF_SHORT_SEARCH ? SHORT_STARTS
                 : dim > AXES_OF_FEW_STARTS
                     ? FEW_STARTS
                     : within(dim * STARTS_PER_AXIS, LEAST_STARTS, MOST_STARTS);
    if (dim > AXES_OF_SHORT_SEARCH) {
        o.n_candidates = SHORT_CANDIDATES;
        o.n_rounds = SHORT_ROUNDS;
    }
    return o;
}

static inlay_status minimize_path(const struct draws *d,
                                  const struct inlay_path *path,
                                  struct inlay_rng *rng, double *u,
                                  double *least, inlay_error *err)
{
    const struct inlay_encoding *enc = d->gp->metric.enc;
    const struct path_acq acq = {{&PATH_OPS, enc->dim,
                                  enc->dim * INLAY_ACQ_BLOCK + path->n_scratch,
                                  false},
                                 path,
                                 sqrt(d->gp->comp[path->k].amp)};
    const struct inlay_search search = {
        .acq = &acq.base,
        .enc = enc,
        .centers = d->centers,
        .n_centers = d->n_centers,
        .local_share = LOCAL_SHARE,
    };
    struct inlay_maximize_options o = search_of(enc->dim);
    struct inlay_maximize_result r = {0};
    o.watch = d->gp->base.watch;

    inlay_status st = inlay_maximize(&search, &o, rng, u, &r, err);
    if (st == INLAY_OK)
        st = try_centers(d, &acq.base, u, &r.value, err);
    *least = -r.value * acq.unit;
    return st;
}

/* Draw number i. */
static inlay_status draw_path(size_t i, void *context, inlay_error *err)
{
    struct draws *d = context;
    struct inlay_rng rng = inlay_rng_split(&d->rng, i);
    struct inlay_path path;

    if (inlay_watch_poll(d->gp->base.watch))
        return inlay_watch_settle(d->gp->base.watch, INLAY_OK, err);
    inlay_status st = inlay_path_draw(&path, d->gp, i / d->options->n_per,
                                      d->options->n_features, &rng, err);
    if (st != INLAY_OK)
        return st;
    st = minimize_path(d, &path, &rng, d->out->U + i * d->gp->metric.enc->dim,
                       &d->out->least[i], err);
    inlay_path_clear(&path);
    return st;
}

/* ---- Exact draws ---- */

/* All draws of component k. */
static inlay_status draw_jointly(size_t k, void *context, inlay_error *err)
{
    struct draws *d = context;
    const size_t n_per = d->options->n_per, dim = d->gp->metric.enc->dim;
    struct inlay_rng rng = inlay_rng_split(&d->rng, k);
    if (inlay_watch_poll(d->gp->base.watch))
        return inlay_watch_settle(d->gp->base.watch, INLAY_OK, err);
    double *F = inlay_mem_doubles(n_per * d->n_all);
    const inlay_status st =
        F ? inlay_joint_draw(d->gp, k, d->Z, d->n_all, n_per, &rng, F, err)
          : inlay_fail_memory(err, "draws of the function");

    for (size_t s = 0; st == INLAY_OK && s < n_per; s++) {
        const double *f = F + s * d->n_all;
        size_t at;
        inlay_least(f, d->n_all, 1, &at);
        memcpy(d->out->U + (k * n_per + s) * dim, d->all + at * dim,
               dim * sizeof *d->all);
        d->out->least[k * n_per + s] = f[at];
    }
    inlay_mem_free(F);
    return st;
}

static inlay_status list_configurations(struct draws *d, inlay_error *err)
{
    const struct inlay_encoding *enc = d->gp->metric.enc;
    d->all = inlay_mem_doubles(2 * d->n_all * enc->dim);
    if (!d->all)
        return inlay_fail_memory(err, "the configurations of a finite space");
    d->Z = d->all + d->n_all * enc->dim;
    for (size_t i = 0; i < d->n_all; i++)
        inlay_encode_combination(enc, i, d->all + i * enc->dim);
    inlay_gp_embed(d->gp, d->all, d->n_all, d->Z);
    return INLAY_OK;
}

/* ---- All ---- */

static inlay_status draw_all(struct draws *d, inlay_error *err)
{
    const uint64_t n_all = inlay_encode_n_configurations(d->gp->metric.enc);
    const bool is_exact = n_all <= MAX_EXACT;
    const size_t n_threads = d->options->n_threads;

    if (!is_exact)
        return inlay_parallel_try(d->out->n, n_threads, draw_path, d, err);
    d->n_all = (size_t)n_all;
    inlay_status st = list_configurations(d, err);
    if (st == INLAY_OK)
        st = inlay_parallel_try(d->gp->base.n_comp, n_threads, draw_jointly, d,
                                err);
    inlay_mem_free(d->all);
    return st;
}

inlay_status inlay_optima_draw(struct inlay_optima *out,
                               const struct inlay_gp *gp, const double *centers,
                               size_t n_centers,
                               const struct inlay_optima_options *options,
                               const struct inlay_rng *rng, inlay_error *err)
{
    const size_t n = gp->base.n_comp * options->n_per;
    struct inlay_optima o = {.n = n};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(o.U, n * gp->metric.enc->dim), INLAY_PART(o.least, n), {0}};
    struct draws d = {.gp = gp,
                      .centers = centers,
                      .n_centers = n_centers,
                      .options = options,
                      .rng = *rng,
                      .out = &o};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "draws of the function");
    const inlay_status st =
        inlay_watch_settle(gp->base.watch, draw_all(&d, err), err);
    if (st == INLAY_OK)
        *out = o;
    else
        inlay_optima_clear(&o);
    return st;
}
