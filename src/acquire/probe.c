/*
 * probe.c: values of many points, in blocks that threads take one by one.
 *
 * Every block has a fixed place in memory, so that the number of threads does
 * not show in the result.
 */
#include "acquire/probe.h"

#include <math.h>
#include <string.h>

#include "acquire/candidates.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/parallel.h"

inlay_status inlay_probe_init(struct inlay_probe *out,
                              const struct inlay_search *search,
                              const struct inlay_maximize_options *options,
                              inlay_error *err)
{
    const size_t n_threads = options->n_threads ? options->n_threads : 1;
    double *scratch = inlay_mem_doubles(n_threads * search->acq->n_scratch);
    if (!scratch)
        return inlay_fail_memory(err, "the search of an acquisition");
    *out = (struct inlay_probe){.search = search,
                                .options = options,
                                .dim = search->enc->dim,
                                .scratch = scratch};
    return INLAY_OK;
}

void inlay_probe_clear(struct inlay_probe *p)
{
    inlay_mem_free(p->scratch);
    *p = (struct inlay_probe){0};
}

bool inlay_probe_refuses(const struct inlay_probe *p, const double *u)
{
    const struct inlay_search *s = p->search;
    return !inlay_region_holds(s->enc, &s->region, u) ||
           (s->is_forbidden && s->is_forbidden(u, s->context));
}

struct evaluation {
    const struct inlay_probe *probe;
    bool is_bound; /* bounds, not values */
    const double *U;
    size_t n;
    double *out;
};

/* What was cut short is worth nothing: searches stay where they are. */
static void forget_values(double *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = -INFINITY;
}

static void evaluate_block(size_t i, size_t worker, void *context)
{
    const struct evaluation *e = context;
    const struct inlay_acq *acq = e->probe->search->acq;
    const size_t first = i * INLAY_ACQ_BLOCK;
    const size_t left = e->n - first;
    const size_t n = left < INLAY_ACQ_BLOCK ? left : INLAY_ACQ_BLOCK;
    const double *U = e->U + first * e->probe->dim;
    double *scratch = e->probe->scratch + worker * acq->n_scratch;
    if (inlay_watch_poll(e->probe->options->watch))
        forget_values(e->out + first, n);
    else if (e->is_bound)
        acq->ops->bounds(acq, U, n, e->out + first, scratch);
    else
        acq->ops->evaluate(acq, U, n, e->out + first, NULL, scratch);
    if (inlay_watch_is_over(e->probe->options->watch))
        forget_values(e->out + first, n);
}

static void evaluate(struct evaluation *e)
{
    const size_t n_blocks = (e->n + INLAY_ACQ_BLOCK - 1) / INLAY_ACQ_BLOCK;
    inlay_parallel_for(n_blocks, e->probe->options->n_threads, evaluate_block,
                       e);
}

void inlay_probe_values(struct inlay_probe *p, const double *U, size_t n,
                        double *out)
{
    struct evaluation e = {p, false, U, n, out};
    evaluate(&e);
    p->n_values += n;
}

void inlay_probe_bounds(const struct inlay_probe *p, const double *U, size_t n,
                        double *out)
{
    struct evaluation e = {p, true, U, n, out};
    evaluate(&e);
}

/* One more row than there are neighbors: where the next one is made, which may
 * then be refused. */
inlay_status inlay_neighbors_init(struct inlay_neighbors *out, size_t n_places,
                                  size_t per_place, size_t dim,
                                  inlay_error *err)
{
    struct inlay_neighbors nb = {0};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(nb.U, (n_places * per_place + 1) * dim),
        INLAY_PART(nb.value, n_places * per_place),
        INLAY_PART(nb.first, n_places + 1),
        INLAY_PART(nb.axes, dim),
        {0},
    };
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the moves of candidates");
    *out = nb;
    return INLAY_OK;
}

void inlay_neighbors_clear(struct inlay_neighbors *nb)
{
    inlay_mem_free(nb->U); /* all of them */
    *nb = (struct inlay_neighbors){0};
}

void inlay_neighbors_shuffle(struct inlay_neighbors *nb, size_t dim,
                             struct inlay_rng *rng)
{
    for (size_t j = 0; j < dim; j++)
        nb->axes[j] = j;
    inlay_rng_shuffle(rng, nb->axes, dim);
}

void inlay_neighbors_add(struct inlay_neighbors *nb,
                         const struct inlay_probe *p, const double *x, size_t j,
                         const double *to, size_t n_to)
{
    for (size_t i = 0; i < n_to; i++) {
        double *u = nb->U + nb->n * p->dim;
        memcpy(u, x, p->dim * sizeof *u);
        u[j] = to[i];
        if (!inlay_probe_refuses(p, u))
            nb->n++;
    }
}
