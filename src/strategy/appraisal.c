/*
 * appraisal.c: from a belief to an acquisition.
 *
 *     EI    incumbents of the components
 *     PES   draws of the minimizer; each component conditioned on its own
 *     MES   draws of the minimum
 *
 * and all of them weighted by the probabilities of success and of each limit.
 */
#include "strategy/appraisal.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/least.h"
#include "base/mem.h"
#include "base/parallel.h"

/* Range of the exponent of P(success) that adapts. */
static const double LEAST_WEIGHT = 1.0, MOST_WEIGHT = 8.0;

/* Minima drawn in all where their number is not given, and where each takes
 * long. */
enum { N_MINIMA = 16, N_COSTLY_MINIMA = 4 };

/* How fine an observation can be: a deviation of a thousandth of the
 * amplitude's. */
static const double RESOLUTION = 1e-6;

void inlay_appraisal_read_options(const inlay_options *o,
                                  struct inlay_appraisal_options *out)
{
    const int acquisition = inlay_options_choice(o, INLAY_OPT_ACQUISITION);
    const bool adapts = acquisition == INLAY_CHOICE_AUTO;
    *out = (struct inlay_appraisal_options){
        .acquisition =
            adapts ? INLAY_ACQUISITION_EI : (enum inlay_acquisition)acquisition,
        .adapts = adapts,
        .incumbent = inlay_options_incumbent(o),
        .failure_weight = inlay_options_number(o, INLAY_OPT_FAILURE_WEIGHT),
        .n_minima = inlay_options_count(o, INLAY_OPT_PES_MINIMA),
        .n_features = inlay_options_count(o, INLAY_OPT_PES_FEATURES),
        .ep_tolerance = inlay_options_number(o, INLAY_OPT_PES_EP_TOLERANCE),
        .n_threads = inlay_options_count(o, INLAY_OPT_THREADS),
    };
}

void inlay_appraisal_clear(struct inlay_appraisal *a)
{
    for (size_t i = 0; a->minimizer && i < a->n_minima; i++)
        inlay_minimizer_clear(&a->minimizer[i]);
    inlay_mem_free(a->minimizer);
    inlay_mem_free(a->best);
    inlay_mem_free(a->known);
    inlay_optima_clear(&a->optima);
    *a = (struct inlay_appraisal){0};
}

/* *rows := which points of the data keep all limits, to be freed; NULL: there are
 * no limits. */
static inlay_status find_feasible(const struct inlay_belief *b,
                                  const struct inlay_history *h, bool **rows,
                                  inlay_error *err)
{
    *rows = NULL;
    return b->n_limited > 0 ? inlay_belief_feasible(b, h, rows, err) : INLAY_OK;
}

/* ---- EI ---- */

/* The smallest posterior mean at a point, y_i − (K_ii − k_ii) α_i, or the
 * smallest observation, of component c: over all points, or the feasible ones
 * of the data. */
static double incumbent_of(const struct inlay_gp *gp,
                           const struct inlay_gp_component *c,
                           enum inlay_incumbent which, const bool *is_feasible)
{
    double best = INFINITY;
    for (size_t i = 0; i < gp->n_points; i++) {
        double v = c->y[i];
        if (inlay_gp_is_outside(gp, i))
            continue;
        if (is_feasible && (i >= gp->n_data || !is_feasible[i]))
            continue;
        if (which != INLAY_INCUMBENT_OBSERVED)
            v -= c->extra[i] * c->alpha[i];
        best = fmin(best, v);
    }
    return best;
}

static inlay_status form_ei(struct inlay_appraisal *a,
                            const struct inlay_belief *b,
                            const struct inlay_history *h,
                            const struct inlay_appraisal_options *o,
                            inlay_error *err)
{
    const struct inlay_gp *gp = b->objective.gp;
    bool *is_feasible = NULL;
    a->best = inlay_mem_doubles(gp->base.n_comp);
    if (!a->best)
        return inlay_fail_memory(err, "incumbents");
    const inlay_status st = find_feasible(b, h, &is_feasible, err);
    if (st != INLAY_OK)
        return st;
    for (size_t k = 0; k < gp->base.n_comp; k++)
        a->best[k] = incumbent_of(gp, &gp->comp[k], o->incumbent, is_feasible);
    inlay_mem_free(is_feasible);
    inlay_ei_init(&a->inner.ei, &gp->base, a->best, INLAY_EI_PLAIN);
    return INLAY_OK;
}

/* ---- KG ---- */

/* The means of component c at its points; ∞ at those that cannot be
 * recommended.  Returns the least. */
static double means_of(const struct inlay_gp *gp,
                       const struct inlay_gp_component *c,
                       const bool *is_feasible, double *mean)
{
    double least = INFINITY;
    for (size_t i = 0; i < gp->n_points; i++) {
        const bool is_out =
            inlay_gp_is_outside(gp, i) ||
            (is_feasible && (i >= gp->n_data || !is_feasible[i]));
        mean[i] = is_out ? INFINITY : c->y[i] - c->extra[i] * c->alpha[i];
        least = fmin(least, mean[i]);
    }
    return least;
}

static inlay_status form_kg(struct inlay_appraisal *a,
                            const struct inlay_belief *b,
                            const struct inlay_history *h, inlay_error *err)
{
    const struct inlay_gp *gp = b->objective.gp;
    const size_t n_comp = gp->base.n_comp, N = gp->n_points;
    bool *is_feasible = NULL;
    a->best = inlay_mem_doubles(n_comp);
    a->known = inlay_mem_doubles(n_comp * N);
    if (!a->best || !a->known)
        return inlay_fail_memory(err, "incumbents");
    const inlay_status st = find_feasible(b, h, &is_feasible, err);
    if (st != INLAY_OK)
        return st;
    for (size_t k = 0; k < n_comp; k++)
        a->best[k] = means_of(gp, &gp->comp[k], is_feasible, a->known + k * N);
    inlay_mem_free(is_feasible);
    inlay_kg_init(&a->inner.kg, gp, a->known, a->best);
    return INLAY_OK;
}

/* ---- PES and MES ---- */

/* The points of the data within the space with the least values, best first, rows
 * of U; returns how many. */
static size_t best_of_data(const struct inlay_regression *g, double *U)
{
    const struct inlay_data *data = &g->data;
    size_t row[INLAY_BELIEF_CENTERS];
    const size_t n =
        inlay_least(data->y, g->n_rows_inside, INLAY_BELIEF_CENTERS, row);
    for (size_t k = 0; k < n; k++)
        memcpy(U + k * data->dim, data->U + row[k] * data->dim,
               data->dim * sizeof *U);
    return n;
}

/* How many of each component are drawn. */
static size_t n_minima_per(const struct inlay_belief *b,
                           const struct inlay_appraisal_options *o)
{
    const size_t n_comp = b->objective.gp->base.n_comp;
    const size_t n_all =
        b->enc->dim > INLAY_OPTIMA_COSTLY_AXES ? N_COSTLY_MINIMA : N_MINIMA;
    return o->n_minima ? o->n_minima : (n_all + n_comp - 1) / n_comp;
}

static inlay_status draw_minima(struct inlay_appraisal *a,
                                const struct inlay_belief *b,
                                const struct inlay_appraisal_options *o,
                                const struct inlay_rng *rng, inlay_error *err)
{
    const struct inlay_optima_options options = {
        o->n_features, n_minima_per(b, o), o->n_threads};
    double *centers =
        inlay_mem_doubles(INLAY_BELIEF_CENTERS * b->objective.data.dim);
    if (!centers)
        return inlay_fail_memory(err, "the best points");
    const size_t n_centers = best_of_data(&b->objective, centers);
    const inlay_status st = inlay_optima_draw(
        &a->optima, b->objective.gp, centers, n_centers, &options, rng, err);
    inlay_mem_free(centers);
    if (st == INLAY_OK)
        a->n_minima = a->optima.n;
    return st;
}

struct conditioning {
    struct inlay_appraisal *a;
    const struct inlay_gp *gp;
    size_t n_per;
    double tolerance;
};

static inlay_status condition(size_t i, void *context, inlay_error *err)
{
    struct conditioning *c = context;
    const double *u = c->a->optima.U + i * c->gp->metric.enc->dim;
    if (inlay_watch_poll(c->gp->base.watch))
        return inlay_watch_settle(c->gp->base.watch, INLAY_OK, err);
    return inlay_minimizer_init(&c->a->minimizer[i], c->gp, i / c->n_per, u,
                                c->tolerance, err);
}

static inlay_status form_pes(struct inlay_appraisal *a,
                             const struct inlay_belief *b,
                             const struct inlay_appraisal_options *o,
                             const struct inlay_rng *rng, inlay_error *err)
{
    const size_t n_per = n_minima_per(b, o);
    struct conditioning c = {a, b->objective.gp, n_per, o->ep_tolerance};
    inlay_status st = draw_minima(a, b, o, rng, err);
    if (st != INLAY_OK)
        return st;
    const size_t n = a->n_minima;
    a->minimizer = inlay_mem_new(n, sizeof *a->minimizer);
    if (!a->minimizer)
        return inlay_fail_memory(err, "the conditions of minima");
    st = inlay_parallel_try(n, o->n_threads, condition, &c, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        a->n_unconverged += !a->minimizer[i].has_converged;
    inlay_pes_init(&a->inner.pes, b->objective.gp, a->minimizer, n_per,
                   RESOLUTION);
    return st;
}

static inlay_status form_mes(struct inlay_appraisal *a,
                             const struct inlay_belief *b,
                             const struct inlay_appraisal_options *o,
                             const struct inlay_rng *rng, inlay_error *err)
{
    const inlay_status st = draw_minima(a, b, o, rng, err);
    if (st == INLAY_OK)
        inlay_mes_init(&a->inner.mes, b->objective.gp, a->optima.least,
                       n_minima_per(b, o), RESOLUTION);
    return st;
}

/* ---- All ---- */

/* The exponent of P(success): it doubles after a trial that failed and halves
 * after one that did not.  A model that promises too much grows careful, and one
 * whose promises hold may be bold; docs/decisions/0013. */
static double adapted_weight(const struct inlay_history *h)
{
    double k = LEAST_WEIGHT;
    for (size_t i = 0; i < h->n; i++) {
        if (h->record[i]->state == INLAY_STATE_FAILED)
            k = fmin(2.0 * k, MOST_WEIGHT);
        else if (h->record[i]->state == INLAY_STATE_DONE)
            k = fmax(0.5 * k, LEAST_WEIGHT);
    }
    return k;
}

/* With noise the best value is luck as much as merit, and so is an improvement on
 * it: docs/decisions/0037.  The draws of MES know nothing of limits. */
enum inlay_acquisition
inlay_appraisal_acquisition(const struct inlay_appraisal_options *o,
                            const struct inlay_belief *b)
{
    return o->adapts && b->objective.noise.is_shown && b->n_limited == 0
               ? INLAY_ACQUISITION_KG
               : o->acquisition;
}

bool inlay_acquisition_has_incumbent(enum inlay_acquisition acquisition)
{
    switch (acquisition) {
    case INLAY_ACQUISITION_EI:
        return true;
    case INLAY_ACQUISITION_PES:
    case INLAY_ACQUISITION_MES:
    case INLAY_ACQUISITION_KG:
        break;
    }
    return false;
}

static inlay_status form_inner(struct inlay_appraisal *a,
                               const struct inlay_belief *b,
                               const struct inlay_history *h,
                               const struct inlay_appraisal_options *o,
                               const struct inlay_rng *rng, inlay_error *err)
{
    switch (inlay_appraisal_acquisition(o, b)) {
    case INLAY_ACQUISITION_EI:
        return form_ei(a, b, h, o, err);
    case INLAY_ACQUISITION_PES:
        return form_pes(a, b, o, rng, err);
    case INLAY_ACQUISITION_KG:
        return form_kg(a, b, h, err);
    case INLAY_ACQUISITION_MES:
        break;
    }
    return form_mes(a, b, o, rng, err);
}

inlay_status inlay_appraisal_form(struct inlay_appraisal *a,
                                  const struct inlay_belief *b,
                                  const struct inlay_history *h,
                                  const struct inlay_appraisal_options *o,
                                  const struct inlay_rng *rng, inlay_error *err)
{
    *a = (struct inlay_appraisal){0};
    /* While nothing is feasible, what is sought is a point that is. */
    const bool has_inner =
        b->objective.gp && (b->n_within == 0 || h->n_feasible > 0);
    const inlay_status st =
        has_inner ? form_inner(a, b, h, o, rng, err) : INLAY_OK;
    if (st != INLAY_OK) {
        inlay_appraisal_clear(a);
        return st;
    }
    inlay_weighted_init(&a->acq, has_inner ? &a->inner.base : NULL, b->success,
                        o->failure_weight > 0.0 ? o->failure_weight
                                                : adapted_weight(h),
                        b->within, b->n_within);
    return INLAY_OK;
}
