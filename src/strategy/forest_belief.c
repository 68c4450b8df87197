/*
 * forest_belief.c: from a history to a forest.
 *
 * Pending trials cost a second fit: the first forest, of what was told, imagines
 * their values.  Without that, as many workers ask, as many get neighbors of one
 * and the same point.
 */
#include "strategy/forest_belief.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/least.h"
#include "base/mem.h"

enum { BLOCK = INLAY_MODEL_BLOCK };
enum {
    STREAM_FIRST = 1,
    STREAM_FANTASY = 2,
    STREAM_LAST = 3,
    STREAM_WITHOUT = 4
};

void inlay_forest_belief_read_options(const inlay_options *o,
                                      struct inlay_forest_belief_options *out)
{
    *out = (struct inlay_forest_belief_options){
        .forest =
            {
                .n_trees = inlay_options_count(o, INLAY_OPT_SMAC_TREES),
                .splits = inlay_options_choice(o, INLAY_OPT_SMAC_SPLITS),
                .split_share =
                    inlay_options_number(o, INLAY_OPT_SMAC_SPLIT_SHARE),
                .min_leaf = inlay_options_count(o, INLAY_OPT_SMAC_LEAF),
                .variance = inlay_options_choice(o, INLAY_OPT_SMAC_UNCERTAINTY),
                .is_log = inlay_options_choice(o, INLAY_OPT_SMAC_COST) ==
                          INLAY_COST_LOG,
                .n_threads = inlay_options_count(o, INLAY_OPT_THREADS),
            },
        .incumbent = inlay_options_incumbent(o),
        .fantasy = inlay_options_choice(o, INLAY_OPT_PENDING),
    };
}

void inlay_forest_belief_clear(struct inlay_forest_belief *b)
{
    inlay_forest_free(b->forest);
    inlay_mem_free(b->U);
    *b = (struct inlay_forest_belief){0};
}

/* What a broken limit costs beyond the worst that is feasible, in ranges of what
 * is: this and the violation, up to a bound. */
static const double PENALTY = 0.1, MOST_VIOLATION = 10.0;

/* The range of the objective over feasible trials; 0 to 1 where there are
 * none. */
static void find_range(const struct inlay_history *h, double *least,
                       double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t i = 0; i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != INLAY_STATE_DONE || r->violation > 0.0)
            continue;
        *least = fmin(*least, r->y);
        *most = fmax(*most, r->y);
    }
    if (*least > *most)
        *least = *most = 0.0;
    if (*least == *most)
        *least = *most - 1.0;
}

/* Values of trials that break a limit become worse than all others, and the
 * worse the further they are from it. */
static void penalize(struct inlay_forest_belief *b,
                     const struct inlay_history *h)
{
    double least, most;
    if (h->n_feasible == h->n_done)
        return;
    find_range(h, &least, &most);
    for (size_t i = 0, n = 0; i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != INLAY_STATE_DONE)
            continue;
        if (r->violation > 0.0)
            b->v[n] = most + (most - least) *
                                 (PENALTY + fmin(r->violation, MOST_VIOLATION));
        n++;
    }
}

/* Rows of the records of a state, from row n on; returns the next row. */
static size_t gather(struct inlay_forest_belief *b,
                     const struct inlay_history *h, inlay_state state, size_t n)
{
    for (size_t i = 0; i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != state)
            continue;
        memcpy(b->U + n * b->dim, r->u, b->dim * sizeof *b->U);
        b->v[n++] = r->y;
    }
    return n;
}

/* Costs on their scale; those of failed trials are the worst. */
static void scale_costs(struct inlay_forest_belief *b, bool is_log,
                        double *scratch)
{
    double worst = -INFINITY;
    inlay_cost_fit(&b->cost, is_log, b->v, b->n_done, scratch);
    for (size_t i = 0; i < b->n_done; i++) {
        b->v[i] = inlay_cost_apply(&b->cost, b->v[i]);
        worst = fmax(worst, b->v[i]);
    }
    for (size_t i = b->n_done; i < b->n_told; i++)
        b->v[i] = worst;
}

/* Mean and variance at n rows of U, any number of them. */
static inlay_status predict_rows(const struct inlay_model *m, const double *U,
                                 size_t n, double *mean, double *var,
                                 inlay_error *err)
{
    double *Z = inlay_mem_doubles(BLOCK * m->dim + m->n_scratch);
    if (!Z)
        return inlay_fail_memory(err, "predictions");
    for (size_t i = 0; i < n; i += BLOCK) {
        const size_t k = n - i < BLOCK ? n - i : BLOCK;
        m->ops->embed(m, U + i * m->dim, k, Z);
        m->ops->predict(m, 0, Z, k, mean + i, var + i, Z + BLOCK * m->dim);
    }
    inlay_mem_free(Z);
    return INLAY_OK;
}

/* Values of the pending trials, by the forest of the others. */
static inlay_status imagine(struct inlay_forest_belief *b,
                            enum inlay_fantasy fantasy, struct inlay_rng *rng,
                            double *var, inlay_error *err)
{
    const size_t first = b->n_told, n = b->n - first;
    const inlay_status st = predict_rows(
        &b->forest->base, b->U + first * b->dim, n, b->v + first, var, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        if (fantasy == INLAY_FANTASY_DRAW)
            b->v[first + i] += sqrt(var[i]) * inlay_rng_normal(rng);
    return st;
}

static inlay_status grow(struct inlay_forest_belief *b,
                         const struct inlay_encoding *enc,
                         const struct inlay_forest_belief_options *o,
                         const struct inlay_rng *rng, double *scratch,
                         inlay_error *err)
{
    const struct inlay_rng first = inlay_rng_split(rng, STREAM_FIRST);
    const struct inlay_rng last = inlay_rng_split(rng, STREAM_LAST);
    struct inlay_rng fantasy = inlay_rng_split(rng, STREAM_FANTASY);

    inlay_status st = inlay_forest_fit(enc, b->U, b->v, b->n_told, &o->forest,
                                       &first, &b->forest, err);
    if (st != INLAY_OK || b->n == b->n_told)
        return st;
    st = imagine(b, o->fantasy, &fantasy, scratch, err);
    inlay_forest_free(b->forest);
    b->forest = NULL;
    if (st == INLAY_OK)
        st = inlay_forest_fit(enc, b->U, b->v, b->n, &o->forest, &last,
                              &b->forest, err);
    return st;
}

static void find_best(struct inlay_forest_belief *b,
                      enum inlay_incumbent incumbent)
{
    b->best = INFINITY;
    for (size_t i = 0; i < b->n_done; i++)
        b->best =
            fmin(b->best,
                 incumbent == INLAY_INCUMBENT_OBSERVED ? b->v[i] : b->mean[i]);
}

inlay_status inlay_forest_belief_form(
    struct inlay_forest_belief *b, const struct inlay_encoding *enc,
    const struct inlay_history *h, const struct inlay_forest_belief_options *o,
    const struct inlay_rng *rng, inlay_error *err)
{
    *b = (struct inlay_forest_belief){.dim = enc->dim, .n = h->n};
    b->U = inlay_mem_doubles(h->n * (enc->dim + 3));
    if (!b->U)
        return inlay_fail_memory(err, "the data of a forest");
    b->v = b->U + h->n * enc->dim;
    b->mean = b->v + h->n;
    double *scratch = b->mean + h->n;

    b->n_done = gather(b, h, INLAY_STATE_DONE, 0);
    b->n_told = gather(b, h, INLAY_STATE_FAILED, b->n_done);
    gather(b, h, INLAY_STATE_PENDING, b->n_told);
    penalize(b, h);
    scale_costs(b, o->forest.is_log, scratch);
    inlay_status st = grow(b, enc, o, rng, scratch, err);
    if (st == INLAY_OK)
        st = predict_rows(&b->forest->base, b->U, b->n_done, b->mean, scratch,
                          err);
    if (st != INLAY_OK) {
        inlay_forest_belief_clear(b);
        return st;
    }
    find_best(b, o->incumbent);
    return INLAY_OK;
}

inlay_status inlay_forest_belief_best(const struct inlay_forest_belief *b,
                                      size_t *n, double *U, inlay_error *err)
{
    size_t *row = inlay_mem_new(*n, sizeof *row);
    if (!row)
        return inlay_fail_memory(err, "the best trials");
    *n = inlay_least(b->mean, b->n_done, *n, row);
    for (size_t k = 0; k < *n; k++)
        memcpy(U + k * b->dim, b->U + row[k] * b->dim, b->dim * sizeof *U);
    inlay_mem_free(row);
    return INLAY_OK;
}

/* ---- The user's scale ---- */

size_t inlay_forest_belief_n_scratch(const struct inlay_forest *f)
{
    return f->base.dim + 2 * f->n_trees;
}

/* Where costs are logarithms a leaf's mean is log mean exp, so that its share is
 * that of the mean of the values in it.  A spread within it is small against them or
 * tells no more than its order: the slope is enough for it. */
static void find_moments(const struct inlay_cost *cost,
                         const struct inlay_forest *f, const double *u,
                         size_t without, double *scratch, double *y_mean,
                         double *y_sd)
{
    double *mean = scratch + f->base.dim, *var = mean + f->n_trees;
    const size_t n_trees =
        inlay_forest_leaves(f, u, without, mean, var, scratch);
    const bool is_total = f->variance == INLAY_VARIANCE_TOTAL;
    const double n = (double)n_trees;
    double m = 0.0, slope = 0.0, between = 0.0, within = 0.0;

    for (size_t b = 0; b < n_trees; b++) {
        const double s = inlay_cost_share_slope(cost, mean[b]);
        m += inlay_cost_share(cost, mean[b]) / n;
        slope += s / n;
        within += is_total ? s * s * var[b] / n : 0.0;
    }
    for (size_t b = 0; b < n_trees; b++) {
        const double off = inlay_cost_share(cost, mean[b]) - m;
        between += off * off / (is_total && n > 1.0 ? n - 1.0 : n);
    }
    *y_mean = inlay_cost_value(cost, m);
    *y_sd = cost->unit * fmax(sqrt(between + within), slope * sqrt(f->floor));
}

void inlay_forest_belief_tell(const struct inlay_forest_belief *b,
                              const double *u, double *scratch, double *mean,
                              double *sd)
{
    find_moments(&b->cost, b->forest, u, SIZE_MAX, scratch, mean, sd);
}

/* ---- Without one ---- */

/* By forest f, of the trials told. */
static inlay_status find_residuals(const struct inlay_forest_belief *b,
                                   const struct inlay_forest *f,
                                   const struct inlay_history *h,
                                   inlay_residual *out, inlay_error *err)
{
    double *mean =
        inlay_mem_doubles(2 * b->n_told + inlay_forest_belief_n_scratch(f));
    if (!mean)
        return inlay_fail_memory(err, "predictions without a point");
    double *var = mean + b->n_told, *scratch = var + b->n_told;
    const inlay_status st = inlay_forest_out_of_bag(f, b->U, mean, var, err);
    for (size_t i = 0, k = 0; st == INLAY_OK && i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != INLAY_STATE_DONE)
            continue;
        out[k] = (inlay_residual){.id = r->id, .value = r->y};
        find_moments(&b->cost, f, b->U + k * b->dim, k, scratch, &out[k].mean,
                     &out[k].sd);
        out[k].z = (b->v[k] - mean[k]) / sqrt(var[k]);
        k++;
    }
    inlay_mem_free(mean);
    return st;
}

/* A trial is outside the samples of one tree in e.  With e times as many trees,
 * as many say something of it as in the forest that is judged; fewer would agree
 * by chance, and seem sure. */
inlay_status inlay_forest_belief_leave_one_out(
    const struct inlay_forest_belief *b, const struct inlay_history *h,
    const struct inlay_forest_belief_options *o, const struct inlay_rng *rng,
    inlay_residual *out, inlay_error *err)
{
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_WITHOUT);
    struct inlay_forest_options more = o->forest;
    struct inlay_forest *f = NULL;

    more.n_trees = (size_t)ceil(exp(1.0) * (double)more.n_trees);
    inlay_status st = inlay_forest_fit(b->forest->enc, b->U, b->v, b->n_told,
                                       &more, &r, &f, err);
    if (st == INLAY_OK)
        st = find_residuals(b, f, h, out, err);
    inlay_forest_free(f);
    return st;
}
