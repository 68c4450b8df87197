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
enum { POINTS_SEED = 30, BLOCK = INLAY_MODEL_BLOCK };
/* What all variables explain below which the mean is flat, on the model's scale,
 * where the variance of the observations is of order 1: a search for m ends
 * within so much of it. */
static const double FLAT = 1e-10;

/* Means of all components at BLOCK points: n_comp×BLOCK. */
typedef void means_fn(const double *U, double *mean, void *context);

/* Blocks of points A and B, and C: A with one variable as in B. */
struct probe {
    const struct inlay_encoding *enc;
    size_t n_comp;
    struct inlay_watch *watch;
    means_fn *find_means;
    void *context;
    struct inlay_sobol net; /* of pairs: 2 dim axes */
    inlay_value *x;         /* owns all below */
    double *A, *B, *C;      /* BLOCK×dim each */
    double *pair;           /* 2 dim */
    double *at_A, *at_C;    /* means: n_comp×BLOCK */
};

static void probe_clear(struct probe *p)
{
    inlay_sobol_clear(&p->net);
    inlay_mem_free(p->x);
}

/* enc, n_comp and the means are given. */
static inlay_status probe_init(struct probe *p, inlay_error *err)
{
    const size_t dim = p->enc->dim, block = BLOCK * dim;
    struct inlay_rng rng = inlay_rng_seed(POINTS_SEED);

    const inlay_status st = inlay_sobol_init(&p->net, 2 * dim, &rng, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(p->x, inlay_space_n_variables(p->enc->space)),
        INLAY_PART(p->A, block),
        INLAY_PART(p->B, block),
        INLAY_PART(p->C, block),
        INLAY_PART(p->pair, 2 * dim),
        INLAY_PART(p->at_A, p->n_comp * BLOCK),
        INLAY_PART(p->at_C, p->n_comp * BLOCK),
        {0}};
    if (inlay_mem_parts(parts))
        return INLAY_OK;
    probe_clear(p);
    return inlay_fail_memory(err, "the relevance of variables");
}

/* The next block of pairs.  Each point is that of a configuration: T of it, and
 * in the relaxed cube a corner of its categories. */
static void draw_pairs(struct probe *p)
{
    const struct inlay_encoding *enc = p->enc;
    for (size_t i = 0; i < BLOCK; i++) {
        inlay_sobol_next(&p->net, p->pair);
        inlay_decode(enc, p->pair, p->x);
        inlay_encode(enc, p->x, p->A + i * enc->dim);
        inlay_decode(enc, p->pair + enc->dim, p->x);
        inlay_encode(enc, p->x, p->B + i * enc->dim);
    }
}

/* effect[v] += Σ (mean(A) − mean(C))², over components, for each variable v. */
static void add_effects(const struct probe *p, double *effect)
{
    const struct inlay_encoding *enc = p->enc;
    const size_t dim = enc->dim;

    p->find_means(p->A, p->at_A, p->context);
    for (size_t j = 0, end = 0; j < dim && !inlay_watch_poll(p->watch);
         j = end) {
        memcpy(p->C, p->A, BLOCK * dim * sizeof *p->C);
        for (; end < dim && enc->axis[end].var == enc->axis[j].var; end++)
            for (size_t i = 0; i < BLOCK; i++)
                p->C[i * dim + end] = p->B[i * dim + end];
        p->find_means(p->C, p->at_C, p->context);
        for (size_t i = 0; i < BLOCK * p->n_comp; i++) {
            const double off = p->at_A[i] - p->at_C[i];
            effect[enc->axis[j].var] += off * off;
        }
    }
}

/* effect[v], 0 so far, := what variable v explains, docs/maths.md (30). */
static inlay_status find_effects(struct probe *p, size_t n_vars, double *effect,
                                 inlay_error *err)
{
    size_t n = MOST_POINTS;
    const inlay_status st = probe_init(p, err);
    if (st != INLAY_OK)
        return st;
    while (n > LEAST_POINTS && n * p->enc->dim > MOST_CHANGES)
        n /= 2;
    for (size_t i = 0; i < n && !inlay_watch_poll(p->watch); i += BLOCK) {
        draw_pairs(p);
        add_effects(p, effect);
    }
    for (size_t v = 0; v < n_vars; v++)
        effect[v] /= 2.0 * (double)(n * p->n_comp);
    probe_clear(p);
    return INLAY_OK;
}

/* The share of each variable; no length-scale. */
static inlay_status find_shares(struct probe *p, inlay_relevance *out,
                                inlay_error *err)
{
    const size_t n = inlay_space_n_variables(p->enc->space);
    double *effect = inlay_mem_doubles(n), sum = 0.0;
    if (!effect)
        return inlay_fail_memory(err, "the relevance of variables");
    const inlay_status st = find_effects(p, n, effect, err);
    for (size_t v = 0; st == INLAY_OK && v < n; v++)
        sum += effect[v];
    for (size_t v = 0; st == INLAY_OK && v < n; v++)
        out[v] = (inlay_relevance){sum > FLAT ? effect[v] / sum : 0.0, NAN};
    inlay_mem_free(effect);
    return st;
}

/* ---- A GP ---- */

struct gp_means {
    const struct inlay_gp *gp;
    double *alpha; /* n_comp×n_points, of the data alone */
    double *scratch;
};

static void means_of_gp(const double *U, double *mean, void *context)
{
    const struct gp_means *m = context;
    double *Z = m->scratch + 2 * m->gp->n_points * BLOCK;
    inlay_gp_embed(m->gp, U, BLOCK, Z);
    for (size_t k = 0; k < m->gp->base.n_comp; k++)
        inlay_gp_mean(m->gp, k, m->alpha + k * m->gp->n_points, Z, BLOCK,
                      mean + k * BLOCK, m->scratch);
}

/* Length-scales are in the order of the variables. */
void inlay_relevance_length_scales(const struct inlay_gp *gp, size_t first,
                                   size_t n_comp, double *out)
{
    const struct inlay_metric *m = &gp->metric;
    const size_t n_vars = inlay_space_n_variables(m->enc->space);
    size_t p = 0;
    for (size_t v = 0; v < n_vars; v++) {
        double sum = 0.0;
        size_t n = 0;
        for (; p < m->n_scales && m->enc->axis[m->axis_of[p]].var == v; p++)
            for (size_t k = first; k < first + n_comp; k++, n++)
                sum += gp->comp[k].theta[p];
        out[v] = n > 0 ? exp(sum / (double)n) : NAN;
    }
}

static inlay_status add_length_scales(const struct inlay_gp *gp,
                                      inlay_relevance *out, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(gp->metric.enc->space);
    double *scale = inlay_mem_doubles(n);
    if (!scale)
        return inlay_fail_memory(err, "the relevance of variables");
    inlay_relevance_length_scales(gp, 0, gp->base.n_comp, scale);
    for (size_t v = 0; v < n; v++)
        out[v].length_scale = scale[v];
    inlay_mem_free(scale);
    return INLAY_OK;
}

inlay_status inlay_relevance_find(const struct inlay_gp *gp,
                                  inlay_relevance *out, inlay_error *err)
{
    const struct inlay_encoding *enc = gp->metric.enc;
    const size_t n_alpha = gp->base.n_comp * gp->n_points;
    struct gp_means m = {gp, inlay_mem_doubles(n_alpha + gp->base.n_scratch),
                         NULL};
    struct probe p = {.enc = enc,
                      .n_comp = gp->base.n_comp,
                      .watch = gp->base.watch,
                      .find_means = means_of_gp,
                      .context = &m};
    if (!m.alpha)
        return inlay_fail_memory(err, "the relevance of variables");
    m.scratch = m.alpha + n_alpha;
    for (size_t k = 0; k < gp->base.n_comp; k++)
        inlay_gp_data_alpha(gp, k, m.alpha + k * gp->n_points);
    inlay_status st = find_shares(&p, out, err);
    if (st == INLAY_OK)
        st = add_length_scales(gp, out, err);
    inlay_mem_free(m.alpha);
    return st;
}

/* ---- Any model ---- */

struct model_means {
    const struct inlay_model *model;
    double *Z, *scratch;
};

static void means_of_model(const double *U, double *mean, void *context)
{
    const struct model_means *m = context;
    m->model->ops->embed(m->model, U, BLOCK, m->Z);
    for (size_t k = 0; k < m->model->n_comp; k++)
        m->model->ops->predict(m->model, k, m->Z, BLOCK, mean + k * BLOCK, NULL,
                               m->scratch);
}

inlay_status inlay_relevance_of_model(const struct inlay_model *model,
                                      const struct inlay_encoding *enc,
                                      inlay_relevance *out, inlay_error *err)
{
    struct model_means m = {.model = model};
    struct probe p = {.enc = enc,
                      .n_comp = model->n_comp,
                      .watch = model->watch,
                      .find_means = means_of_model,
                      .context = &m};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(m.Z, BLOCK * model->dim),
        INLAY_PART(m.scratch, model->n_scratch),
        {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "the relevance of variables");
    const inlay_status st = find_shares(&p, out, err);
    inlay_mem_free(m.Z);
    return st;
}
