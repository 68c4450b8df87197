/*
 * relevance.c: the total effects of the variables, by pairs of points.
 *
 * Points A and B of a net in twice the dimensions, and A with one variable as in
 * B: half the mean square of the change in the posterior mean is what that
 * variable explains, alone and with others, docs/maths.md (30).  The net has a
 * seed of its own, so that the answer is a function of the model.
 */
#include "strategy/relevance.h"

#include <math.h>
#include <string.h>

#include "acquire/sobol.h"
#include "base/error.h"
#include "base/mem.h"

/* Pairs of points by which relevance is estimated, multiples of a block: fewer
 * where there are many axes. */
enum { MOST_POINTS = 1024, LEAST_POINTS = 64, MOST_CHANGES = 16384 };
enum { POINTS_SEED = 30, BLOCK = INLAY_GP_BLOCK };
/* What all variables explain, with that of the observations being 1, below which
 * the mean is flat: a search for m ends within so much of it. */
static const double FLAT = 1e-10;

/* Blocks of points A and B, and C: A with one variable as in B. */
struct probe {
    const struct inlay_gp *gp;
    struct inlay_sobol net; /* of pairs: 2 dim axes */
    inlay_value *x;
    double *alpha;       /* n_comp×n_points, of the data alone */
    double *A, *B, *C;   /* BLOCK×dim each */
    double *pair;        /* 2 dim */
    double *at_A, *at_C; /* means: n_comp×BLOCK */
    double *scratch;
};

static void probe_clear(struct probe *p)
{
    inlay_sobol_clear(&p->net);
    inlay_mem_free(p->x);
    inlay_mem_free(p->alpha);
}

static inlay_status probe_init(struct probe *out, const struct inlay_gp *gp,
                               inlay_error *err)
{
    const struct inlay_encoding *enc = gp->metric.enc;
    const size_t n_alpha = gp->base.n_comp * gp->n_points,
                 block = BLOCK * enc->dim;
    struct inlay_rng rng = inlay_rng_seed(POINTS_SEED);
    struct probe p = {.gp = gp};

    const inlay_status st = inlay_sobol_init(&p.net, 2 * enc->dim, &rng, err);
    if (st != INLAY_OK)
        return st;
    p.x = inlay_mem_new(inlay_space_n_variables(enc->space), sizeof *p.x);
    p.alpha =
        inlay_mem_doubles(n_alpha + 3 * block + 2 * enc->dim +
                          2 * gp->base.n_comp * BLOCK + gp->base.n_scratch);
    if (!p.x || !p.alpha) {
        probe_clear(&p);
        return inlay_fail_memory(err, "the relevance of variables");
    }
    p.A = p.alpha + n_alpha;
    p.B = p.A + block;
    p.C = p.B + block;
    p.pair = p.C + block;
    p.at_A = p.pair + 2 * enc->dim;
    p.at_C = p.at_A + gp->base.n_comp * BLOCK;
    p.scratch = p.at_C + gp->base.n_comp * BLOCK;
    for (size_t k = 0; k < gp->base.n_comp; k++)
        inlay_gp_data_alpha(gp, k, p.alpha + k * gp->n_points);
    *out = p;
    return INLAY_OK;
}

/* The next block of pairs.  Each point is that of a configuration: T of it, and
 * in the relaxed cube a corner of its categories. */
static void draw_pairs(struct probe *p)
{
    const struct inlay_encoding *enc = p->gp->metric.enc;
    for (size_t i = 0; i < BLOCK; i++) {
        inlay_sobol_next(&p->net, p->pair);
        inlay_decode(enc, p->pair, p->x);
        inlay_encode(enc, p->x, p->A + i * enc->dim);
        inlay_decode(enc, p->pair + enc->dim, p->x);
        inlay_encode(enc, p->x, p->B + i * enc->dim);
    }
}

static void find_means(const struct probe *p, const double *U, double *mean)
{
    double *Z = p->scratch + 2 * p->gp->n_points * BLOCK;
    inlay_gp_embed(p->gp, U, BLOCK, Z);
    for (size_t k = 0; k < p->gp->base.n_comp; k++)
        inlay_gp_mean(p->gp, k, p->alpha + k * p->gp->n_points, Z, BLOCK,
                      mean + k * BLOCK, p->scratch);
}

/* effect[v] += Σ (mean(A) − mean(C))², over components, for each variable v. */
static void add_effects(const struct probe *p, double *effect)
{
    const struct inlay_encoding *enc = p->gp->metric.enc;
    const size_t dim = enc->dim;

    find_means(p, p->A, p->at_A);
    for (size_t j = 0, end = 0; j < dim; j = end) {
        memcpy(p->C, p->A, BLOCK * dim * sizeof *p->C);
        for (; end < dim && enc->axis[end].var == enc->axis[j].var; end++)
            for (size_t i = 0; i < BLOCK; i++)
                p->C[i * dim + end] = p->B[i * dim + end];
        find_means(p, p->C, p->at_C);
        for (size_t i = 0; i < BLOCK * p->gp->base.n_comp; i++) {
            const double off = p->at_A[i] - p->at_C[i];
            effect[enc->axis[j].var] += off * off;
        }
    }
}

/* effect[v], 0 so far, := what variable v explains, docs/maths.md (30). */
static inlay_status find_effects(const struct inlay_gp *gp, size_t n_vars,
                                 double *effect, inlay_error *err)
{
    size_t n = MOST_POINTS;
    struct probe p;
    const inlay_status st = probe_init(&p, gp, err);
    if (st != INLAY_OK)
        return st;
    while (n > LEAST_POINTS && n * gp->metric.enc->dim > MOST_CHANGES)
        n /= 2;
    for (size_t i = 0; i < n; i += BLOCK) {
        draw_pairs(&p);
        add_effects(&p, effect);
    }
    for (size_t v = 0; v < n_vars; v++)
        effect[v] /= 2.0 * (double)(n * gp->base.n_comp);
    probe_clear(&p);
    return INLAY_OK;
}

/* Geometric means; length-scales are in the order of the variables. */
static void find_length_scales(const struct inlay_gp *gp, size_t n_vars,
                               inlay_relevance *out)
{
    const struct inlay_metric *m = &gp->metric;
    size_t p = 0;
    for (size_t v = 0; v < n_vars; v++) {
        double sum = 0.0;
        size_t n = 0;
        for (; p < m->n_scales && m->enc->axis[m->axis_of[p]].var == v; p++)
            for (size_t k = 0; k < gp->base.n_comp; k++, n++)
                sum += gp->comp[k].theta[p];
        out[v].length_scale = n > 0 ? exp(sum / (double)n) : NAN;
    }
}

inlay_status inlay_relevance_find(const struct inlay_gp *gp,
                                  inlay_relevance *out, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(gp->metric.enc->space);
    double *effect = inlay_mem_doubles(n), sum = 0.0;
    if (!effect)
        return inlay_fail_memory(err, "the relevance of variables");
    const inlay_status st = find_effects(gp, n, effect, err);
    for (size_t v = 0; st == INLAY_OK && v < n; v++)
        sum += effect[v];
    for (size_t v = 0; st == INLAY_OK && v < n; v++)
        out[v].share = sum > FLAT ? effect[v] / sum : 0.0;
    if (st == INLAY_OK)
        find_length_scales(gp, n, out);
    inlay_mem_free(effect);
    return st;
}
