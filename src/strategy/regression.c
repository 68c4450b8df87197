/*
 * regression.c: from the values of one output to a GP, and what it says of them.
 */
#include "strategy/regression.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/loo.h"
#include "strategy/memo.h"
#include "strategy/relevance.h"
#include "strategy/scatter.h"

/* Keys of the random streams of a fit. */
enum { STREAM_FIT = 1, STREAM_FANTASY = 2 };

/* Least burn-in of a chain that starts from nowhere. */
enum { COLD_BURN_IN = 20 };

void inlay_regression_clear(struct inlay_regression *g)
{
    inlay_data_clear(&g->data);
    inlay_mem_free(g->values); /* and given */
    inlay_gp_free(g->gp);
    *g = (struct inlay_regression){0};
}

void inlay_regression_point(const struct inlay_encoding *enc,
                            const struct inlay_record *r, bool asked, double *u)
{
    if (asked && r->asked && r->n_asked == enc->dim)
        memcpy(u, r->asked, enc->dim * sizeof *u);
    else if (enc->is_relaxed && r->is_outside)
        inlay_encode_beyond(enc, r->x, u);
    else if (enc->is_relaxed)
        inlay_encode(enc, r->x, u);
    else
        memcpy(u, r->u, enc->dim * sizeof *u);
}

/* The objective of a history is what is to be minimized, whatever the user's
 * direction. */
double inlay_regression_value(const struct inlay_regression *g,
                              const struct inlay_history *h,
                              const struct inlay_record *r)
{
    const bool is_objective = !h->outputs || g->output == h->outputs->objective;
    if (r->state != INLAY_STATE_DONE)
        return NAN;
    return g->sign * (is_objective ? r->y : r->values[g->output]);
}

/* The variance that was given with it, NaN: none was.  It is the objective's. */
static double variance_of(const struct inlay_regression *g,
                          const struct inlay_history *h,
                          const struct inlay_record *r)
{
    const bool is_objective = !h->outputs || g->output == h->outputs->objective;
    return is_objective ? r->variance : NAN;
}

/* ---- Fit ---- */

/* u: room for a point. */
static void gather_from(struct inlay_regression *g,
                        const struct inlay_history *h,
                        struct inlay_record *const *list, size_t n, bool asked,
                        double *u)
{
    for (size_t i = 0; i < n; i++) {
        const double v = inlay_regression_value(g, h, list[i]);
        if (!isfinite(v))
            continue;
        inlay_regression_point(g->enc, list[i], asked, u);
        inlay_data_add_noisy(&g->data, u, v, variance_of(g, h, list[i]));
    }
}

/* The observations, which the warp is going to replace. */
static inlay_status keep_values(struct inlay_regression *g, inlay_error *err)
{
    const size_t n = g->data.n_obs;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(g->values, n), INLAY_PART(g->given, n), {0}};
    if (n == 0)
        return INLAY_OK;
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "values");
    memcpy(g->values, g->data.obs, n * sizeof *g->values);
    memcpy(g->given, g->data.given, n * sizeof *g->given);
    return INLAY_OK;
}

/* First the trials of the space, so that their rows are the first ones; then
 * those outside, whose points are none of theirs. */
static inlay_status gather(struct inlay_regression *g,
                           const struct inlay_history *h, bool asked,
                           inlay_error *err)
{
    const size_t n = h->n_done + inlay_history_n_outside(h, true);
    double *u = inlay_mem_doubles(g->enc->dim);
    const inlay_status st = u ? inlay_data_init(&g->data, g->enc->dim, n, err)
                              : inlay_fail_memory(err, "a point");
    if (st == INLAY_OK) {
        gather_from(g, h, h->record, h->n, asked, u);
        g->n_rows_inside = g->data.n;
        g->n_inside = g->data.n_obs;
        gather_from(g, h, h->outside, h->n_outside, asked, u);
        g->data.n_as_is = g->data.n - g->n_rows_inside;
    }
    inlay_mem_free(u);
    return st == INLAY_OK ? keep_values(g, err) : st;
}

/* From where the fit starts: the memo's θ, or the default. */
static inlay_status find_start(const struct inlay_regression *g,
                               const struct inlay_belief_options *o,
                               const char *memo, struct inlay_start *start,
                               inlay_error *err)
{
    struct inlay_metric metric = {0};
    struct inlay_hyper hyper = {0};
    inlay_status st =
        inlay_metric_init(&metric, g->enc, o->gp.is_per_category, err);
    if (st == INLAY_OK)
        st = inlay_hyper_init(&hyper, &metric, o->gp.priors, o->gp.noise, err);
    const size_t n = inlay_theta_n(metric.n_scales);
    double *t = st == INLAY_OK ? inlay_mem_doubles(n) : NULL;
    if (st == INLAY_OK && !t)
        st = inlay_fail_memory(err, "hyper-parameters");
    if (st == INLAY_OK) {
        inlay_hyper_start(&hyper, t); /* the memo has none for no noise */
        start->is_warm = memo && inlay_memo_read_theta(memo, n, t) &&
                         inlay_hyper_is_valid(&hyper, t);
        if (!start->is_warm)
            inlay_hyper_start(&hyper, t);
        start->theta = t;
    }
    inlay_hyper_clear(&hyper);
    inlay_metric_clear(&metric);
    return st;
}

void inlay_regression_apply_warp(struct inlay_regression *g)
{
    inlay_warp_data(&g->warp, g->values, g->given, &g->data);
}

/* The most likely warp at theta. */
static inlay_status pick_warp(struct inlay_regression *g,
                              const struct inlay_gp_options *gp,
                              const struct inlay_metric *metric,
                              const double *theta, double *scratch,
                              inlay_error *err)
{
    struct inlay_evidence ev = {0};
    inlay_data_set(&g->data, g->values);
    const inlay_status st = inlay_evidence_init(
        &ev, metric, &g->data, gp->kernel, gp->jitter, gp->watch, err);
    if (st == INLAY_OK)
        inlay_warp_pick(&g->warp, &ev, &g->data, theta, g->values, g->given,
                        scratch);
    g->n_warp_likelihoods += ev.counts.n_evaluations;
    inlay_evidence_clear(&ev);
    return st;
}

/* Chooses the warp and puts the warped observations into the data. */
static inlay_status warp_data(struct inlay_regression *g,
                              const struct inlay_belief_options *o,
                              const struct inlay_metric *metric,
                              const double *theta, inlay_error *err)
{
    const size_t n = g->data.n_obs;
    inlay_status st = INLAY_OK;
    double *scratch = inlay_mem_doubles(3 * n);
    if (!scratch)
        return inlay_fail_memory(err, "warped values");
    if (o->warp == INLAY_WARP_AUTO)
        st = pick_warp(g, &o->gp, metric, theta, scratch, err);
    else
        inlay_warp_fit(&g->warp, o->warp, g->values, n, scratch);
    if (st == INLAY_OK)
        inlay_regression_apply_warp(g);
    inlay_mem_free(scratch);
    return st;
}

static inlay_status imagine_pending(struct inlay_regression *g,
                                    const struct inlay_history *h,
                                    const struct inlay_belief_options *o,
                                    struct inlay_rng rng, inlay_error *err)
{
    if (inlay_history_n_pending(h) == 0)
        return INLAY_OK;
    double *u, *scratch;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(u, g->enc->dim),
        INLAY_PART(scratch, g->gp->base.n_scratch),
        {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "pending trials");
    for (size_t i = 0; i < h->n; i++) {
        if (h->record[i]->state != INLAY_STATE_PENDING)
            continue;
        inlay_regression_point(g->enc, h->record[i], o->fits_asked, u);
        inlay_gp_imagine(g->gp, u, o->fantasy, &rng, scratch);
    }
    inlay_mem_free(u);
    return INLAY_OK;
}

/* A GP of the data in `metric`, which it takes over. */
static inlay_status make_gp(struct inlay_regression *g,
                            struct inlay_metric *metric,
                            const struct inlay_hyper *hyper,
                            const struct inlay_gp_options *o,
                            const double *theta, size_t n_pending,
                            const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_rng fit_rng = inlay_rng_split(rng, STREAM_FIT);
    struct inlay_gp *gp = NULL;
    const inlay_status st = inlay_gp_fit(metric, hyper, &g->data, o, theta,
                                         n_pending, &fit_rng, &gp, err);
    if (st != INLAY_OK)
        return st;
    gp->n_inside = g->n_rows_inside;
    inlay_gp_free(g->gp);
    g->gp = gp;
    return INLAY_OK;
}

inlay_status inlay_regression_refit(struct inlay_regression *g,
                                    const struct inlay_gp_options *o,
                                    const double *theta, size_t n_pending,
                                    const struct inlay_rng *rng,
                                    inlay_error *err)
{
    struct inlay_metric metric = {0};
    struct inlay_hyper hyper = {0};
    inlay_status st =
        inlay_metric_init(&metric, g->enc, o->is_per_category, err);
    if (st == INLAY_OK)
        st = inlay_hyper_init(&hyper, &metric, o->priors, o->noise, err);
    if (st == INLAY_OK)
        st = make_gp(g, &metric, &hyper, o, theta, n_pending, rng, err);
    inlay_hyper_clear(&hyper);
    inlay_metric_clear(&metric);
    return st;
}

/* The first fit: as if nothing were known of the noise but what the options
 * say. */
static inlay_status fit_first(struct inlay_regression *g,
                              const struct inlay_belief_options *o,
                              size_t n_pending, struct inlay_start *start,
                              const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_gp_options gp = o->gp;
    struct inlay_metric metric = {0};
    inlay_status st =
        inlay_metric_init(&metric, g->enc, o->gp.is_per_category, err);
    if (st == INLAY_OK)
        st = warp_data(g, o, &metric, start->theta, err);
    inlay_metric_clear(&metric);
    if (!start->is_warm && gp.burn_in < COLD_BURN_IN)
        gp.burn_in = COLD_BURN_IN;
    return st == INLAY_OK ? inlay_regression_refit(g, &gp, start->theta,
                                                   n_pending, rng, err)
                          : st;
}

/* There is something to fit to. */
static inlay_status fit(struct inlay_regression *g,
                        const struct inlay_history *h,
                        const struct inlay_belief_options *o, const char *memo,
                        const struct inlay_rng *rng, inlay_error *err)
{
    const size_t n_pending = inlay_history_n_pending(h);
    const bool is_objective = !h->outputs || g->output == h->outputs->objective;
    const struct inlay_scatter scatter = {g, o, rng, n_pending, is_objective};
    struct inlay_start start = {0};
    inlay_status st = find_start(g, o, memo, &start, err);
    if (st == INLAY_OK && !inlay_scatter_is_known(&scatter))
        st = fit_first(g, o, n_pending, &start, rng, err);
    if (st == INLAY_OK)
        st = inlay_scatter_settle(&scatter, &start, err);
    if (st == INLAY_OK)
        st =
            imagine_pending(g, h, o, inlay_rng_split(rng, STREAM_FANTASY), err);
    inlay_mem_free(start.theta);
    return st;
}

inlay_status inlay_regression_fit(struct inlay_regression *g,
                                  const struct inlay_history *h,
                                  const struct inlay_belief_options *o,
                                  const char *memo, const struct inlay_rng *rng,
                                  inlay_error *err)
{
    inlay_status st = gather(g, h, o->fits_asked, err);
    if (st == INLAY_OK && g->data.n_obs > 0)
        st = fit(g, h, o, memo, rng, err);
    if (st != INLAY_OK)
        inlay_regression_clear(g);
    return st;
}

/* ---- Use ---- */

void inlay_regression_moments(const struct inlay_regression *g, const double *u,
                              double *mean, double *var, double *scratch)
{
    const struct inlay_gp *gp = g->gp;
    const double n = (double)gp->base.n_comp;
    double first = 0.0, second = 0.0;
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        double m, v;
        inlay_gp_predict(gp, k, u, 1, &m, &v, scratch);
        first += m / n;
        second += (v + m * m) / n;
    }
    *mean = first;
    *var = fmax(second - first * first, 0.0);
}

void inlay_regression_predict(const struct inlay_regression *g, const double *u,
                              double *mean, double *sd, double *scratch)
{
    double m, v;
    inlay_regression_moments(g, u, &m, &v, scratch);
    inlay_warp_moments(&g->warp, m, v, mean, sd);
}

/* The mean at a point of the data: y_i − (K_ii − k_ii) α_i. */
static double mean_at_row(const struct inlay_gp *gp, size_t i)
{
    double sum = 0.0;
    for (size_t k = 0; k < gp->base.n_comp; k++) {
        const struct inlay_gp_component *c = &gp->comp[k];
        sum += c->y[i] - c->extra[i] * c->alpha[i];
    }
    return sum;
}

const double *inlay_regression_best_mean(const struct inlay_regression *g)
{
    double least = INFINITY;
    size_t best = 0;
    for (size_t i = 0; i < g->n_rows_inside; i++) {
        const double mean = mean_at_row(g->gp, i);
        if (mean < least) {
            least = mean;
            best = i;
        }
    }
    return g->data.U + best * g->data.dim;
}

double inlay_regression_given(const struct inlay_regression *g)
{
    double sum = 0.0;
    for (size_t k = 0; k < g->data.n_obs; k++)
        sum += isnan(g->data.given[k]) ? 0.0 : g->data.given[k];
    return g->data.n_given > 0 ? sum / (double)g->data.n_given : 0.0;
}

double inlay_regression_noise_ratio(const struct inlay_regression *g)
{
    const double given = inlay_regression_given(g);
    double sum = 0.0;
    for (size_t k = 0; g->gp && k < g->gp->base.n_comp; k++)
        sum += fmax(g->gp->comp[k].noise, given) / g->gp->comp[k].amp;
    return g->gp ? sum / (double)g->gp->base.n_comp : 0.0;
}

/* ---- Insight ---- */

/* mean, sd and z of an observation, v on the model's scale, where f has these
 * moments.  A variance of its own is on the user's scale; NaN: it has `noise`. */
static void compare(const struct inlay_warp *w, double v, double mean,
                    double var, double variance, double noise,
                    inlay_residual *r)
{
    const bool is_given = !isnan(variance);
    inlay_warp_moments(w, mean, is_given ? var : var + noise, &r->mean, &r->sd);
    if (is_given)
        r->sd = sqrt(r->sd * r->sd + variance);
    r->z = (v - mean) / sqrt(var + noise);
}

inlay_status inlay_regression_leave_one_out(const struct inlay_regression *g,
                                            const struct inlay_history *h,
                                            inlay_residual *out,
                                            inlay_error *err)
{
    double *mean = inlay_mem_doubles(2 * g->data.n);
    if (!mean)
        return inlay_fail_memory(err, "predictions without a point");
    double *var = mean + g->data.n;
    const inlay_status st = inlay_loo_predict(g->gp, &g->data, mean, var, err);
    for (size_t i = 0, k = 0; st == INLAY_OK && i < h->n; i++) {
        const double v = inlay_regression_value(g, h, h->record[i]);
        if (!isfinite(v))
            continue;
        const size_t row = g->data.row[k];
        const bool is_given = inlay_data_is_given(&g->data, row);
        out[k] = (inlay_residual){.id = h->record[i]->id, .value = v};
        compare(&g->warp, g->data.obs[k], mean[row],
                is_given ? fmax(var[row] - g->data.var[row], 0.0) : var[row],
                variance_of(g, h, h->record[i]),
                is_given ? g->data.given[k] : 0.0, &out[k]);
        k++;
    }
    inlay_mem_free(mean);
    return st;
}

double inlay_regression_noise(const struct inlay_regression *g)
{
    const struct inlay_gp *gp = g->gp;
    double sum = 0.0;
    for (size_t k = 0; k < gp->base.n_comp; k++)
        sum += gp->comp[k].noise;
    return sum / (double)gp->base.n_comp;
}

/* Moments of f at u on the model's scale. */
static inlay_status find_moments(const struct inlay_regression *g,
                                 const double *u, double *mean, double *var,
                                 inlay_error *err)
{
    double *scratch = inlay_mem_doubles(g->gp->base.n_scratch);
    if (!scratch)
        return inlay_fail_memory(err, "a prediction");
    inlay_regression_moments(g, u, mean, var, scratch);
    inlay_mem_free(scratch);
    return INLAY_OK;
}

inlay_status inlay_regression_residual(const struct inlay_regression *g,
                                       const double *u, double y,
                                       double variance, inlay_residual *out,
                                       inlay_error *err)
{
    inlay_residual r = {.value = y};
    double mean = 0.0, var = 0.0;
    const inlay_status st = find_moments(g, u, &mean, &var, err);
    if (st != INLAY_OK)
        return st;
    const double v = isfinite(y) ? inlay_warp_apply(&g->warp, y) : NAN;
    if (isnan(v))
        variance = NAN;
    compare(&g->warp, v, mean, var, variance,
            isnan(variance) ? inlay_regression_noise(g)
                            : inlay_warp_variance(&g->warp, y, variance),
            &r);
    *out = r;
    return INLAY_OK;
}

inlay_status inlay_regression_spread(const struct inlay_regression *g,
                                     const double *u, double variance,
                                     double *sd, inlay_error *err)
{
    double mean = 0.0, var = 0.0, at_u;
    const inlay_status st = find_moments(g, u, &mean, &var, err);
    if (st == INLAY_OK)
        inlay_warp_moments(&g->warp, mean, variance, &at_u, sd);
    return st;
}

inlay_status inlay_regression_hyper(const struct inlay_regression *g,
                                    const double *u, inlay_hyperparameters *out,
                                    double **numbers, inlay_error *err)
{
    const size_t n = g->gp->base.n_comp;
    const size_t n_vars = inlay_space_n_variables(g->enc->space);
    double sd = NAN;
    const inlay_status st =
        inlay_regression_spread(g, u, inlay_regression_noise(g), &sd, err);
    if (st != INLAY_OK)
        return st;
    double *scales = inlay_mem_doubles(n * (n_vars + 3));
    if (!scales)
        return inlay_fail_memory(err, "hyper-parameters");
    double *amplitude = scales + n * n_vars, *noise = amplitude + n;
    inlay_hyperparameters h = {n_vars, n,         scales, amplitude,
                               noise,  noise + n, sd};
    for (size_t k = 0; k < n; k++) {
        const struct inlay_gp_component *c = &g->gp->comp[k];
        inlay_relevance_length_scales(g->gp, k, 1, scales + k * n_vars);
        amplitude[k] = sqrt(c->amp);
        noise[k] = sqrt(c->noise);
        noise[n + k] = c->mean;
    }
    *out = h;
    *numbers = scales;
    return INLAY_OK;
}
