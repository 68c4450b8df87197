/*
 * belief.c: from trials to a belief, in a straight line:
 *
 *     history → points and values → warp → θ and GP → pending points imagined;
 *     failures → model of success
 */
#include "strategy/belief.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/loo.h"
#include "strategy/memo.h"
#include "strategy/relevance.h"

/* Keys of the random streams of a belief. */
enum { STREAM_FIT = 1, STREAM_FANTASY = 2, STREAM_SUCCESS = 3 };

/* Least burn-in of a chain that starts from nowhere. */
enum { COLD_BURN_IN = 20 };

/* A rougher kernel where there are many axes: docs/decisions/0014. */
static enum inlay_kernel kernel_of(const inlay_options *o, size_t dim)
{
    const int choice = inlay_options_choice(o, INLAY_OPT_KERNEL);
    if (choice != INLAY_CHOICE_AUTO)
        return choice;
    return dim > INLAY_HIGH_DIMENSION ? INLAY_KERNEL_MATERN32
                                      : INLAY_KERNEL_MATERN52;
}

void inlay_belief_read_options(const inlay_options *o, size_t dim,
                               struct inlay_belief_options *out)
{
    *out = (struct inlay_belief_options){
        .gp =
            {
                .kernel = kernel_of(o, dim),
                .is_per_category =
                    inlay_options_choice(o, INLAY_OPT_CATEGORIES) ==
                    INLAY_CATEGORIES_PER_CATEGORY,
                .priors = inlay_options_choice(o, INLAY_OPT_PRIORS),
                .noise = inlay_options_choice(o, INLAY_OPT_NOISE),
                .jitter = inlay_options_number(o, INLAY_OPT_JITTER),
                .inference = inlay_options_choice(o, INLAY_OPT_INFERENCE),
                .n_samples = inlay_options_count(o, INLAY_OPT_SAMPLES),
                .burn_in = inlay_options_count(o, INLAY_OPT_BURN_IN),
            },
        .warp = inlay_options_choice(o, INLAY_OPT_WARP),
        .fantasy = inlay_options_choice(o, INLAY_OPT_PENDING),
    };
}

void inlay_belief_clear(struct inlay_belief *b)
{
    inlay_data_clear(&b->data);
    inlay_gp_free(b->gp);
    inlay_success_free(b->success);
    *b = (struct inlay_belief){0};
}

void inlay_belief_point(const struct inlay_encoding *enc,
                        const struct inlay_record *r, bool asked, double *u)
{
    if (asked && r->asked && r->n_asked == enc->dim)
        memcpy(u, r->asked, enc->dim * sizeof *u);
    else if (enc->is_relaxed)
        inlay_encode(enc, r->x, u);
    else
        memcpy(u, r->u, enc->dim * sizeof *u);
}

/* ---- Memo ---- */

inlay_status inlay_belief_memo(const struct inlay_belief *b, char **memo,
                               inlay_error *err)
{
    *memo = NULL;
    if (!b->gp)
        return INLAY_OK;
    size_t n_chains = 0;
    const double *chains =
        b->success ? inlay_success_chains(b->success, &n_chains) : NULL;
    return inlay_memo_print(inlay_gp_last_theta(b->gp),
                            inlay_theta_n(b->gp->metric.n_scales), chains,
                            n_chains, memo, err);
}

/* ---- The objective ---- */

/* data := values of the trials done or, with is_label, +1 for each of them and −1
 * for each that failed. */
static inlay_status gather(const struct inlay_encoding *enc,
                           const struct inlay_history *h, bool asked,
                           bool is_label, struct inlay_data *data,
                           inlay_error *err)
{
    double *u = inlay_mem_doubles(enc->dim);
    const inlay_status st =
        u ? inlay_data_init(data, enc->dim, h->n_done + h->n_failed, err)
          : inlay_fail_memory(err, "a point");
    for (size_t i = 0; st == INLAY_OK && i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        const bool is_done = r->state == INLAY_STATE_DONE;
        if (!is_done && !(is_label && r->state == INLAY_STATE_FAILED))
            continue;
        inlay_belief_point(enc, r, asked, u);
        inlay_data_add(data, u, !is_label ? r->y : is_done ? 1.0 : -1.0);
    }
    inlay_mem_free(u);
    return st;
}

/* *theta := from where the fit starts: the last memo, or the default. */
static inlay_status start_theta(const struct inlay_hyper *hyper,
                                const struct inlay_history *h, double **theta,
                                bool *is_warm, inlay_error *err)
{
    const size_t n = inlay_theta_n(hyper->n_scales);
    const char *memo = inlay_history_last_memo(h);
    double *t = inlay_mem_doubles(n);
    if (!t)
        return inlay_fail_memory(err, "hyper-parameters");
    inlay_hyper_start(hyper, t); /* the memo has nothing for a noise of 0 */
    *is_warm = memo && inlay_memo_read_theta(memo, n, t) &&
               inlay_hyper_is_valid(hyper, t);
    if (!*is_warm)
        inlay_hyper_start(hyper, t);
    *theta = t;
    return INLAY_OK;
}

/* Chooses the warp and puts the warped observations into the data. */
static inlay_status warp_data(struct inlay_belief *b,
                              const struct inlay_belief_options *o,
                              const struct inlay_metric *metric,
                              const double *theta, inlay_error *err)
{
    const size_t n = b->data.n_obs;
    double *obs = inlay_mem_doubles(4 * n);
    if (!obs)
        return inlay_fail_memory(err, "warped values");
    double *scratch = obs + n;
    inlay_status st = INLAY_OK;

    memcpy(obs, b->data.obs, n * sizeof *obs);
    if (o->warp == INLAY_WARP_AUTO) {
        struct inlay_evidence ev = {0};
        inlay_data_set(&b->data, obs);
        st = inlay_evidence_init(&ev, metric, &b->data, o->gp.kernel,
                                 o->gp.jitter, err);
        if (st == INLAY_OK)
            inlay_warp_pick(&b->warp, &ev, &b->data, theta, obs, scratch);
        b->counts.n_evaluations += ev.counts.n_evaluations;
        inlay_evidence_clear(&ev);
    } else {
        inlay_warp_fit(&b->warp, o->warp, obs, n, scratch);
    }
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        scratch[i] = inlay_warp_apply(&b->warp, obs[i]);
    if (st == INLAY_OK)
        inlay_data_set(&b->data, scratch);
    inlay_mem_free(obs);
    return st;
}

static inlay_status imagine_pending(struct inlay_belief *b,
                                    const struct inlay_history *h,
                                    const struct inlay_belief_options *o,
                                    struct inlay_rng rng, inlay_error *err)
{
    if (inlay_history_n_pending(h) == 0)
        return INLAY_OK;
    double *u, *scratch;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(u, b->enc->dim),
        INLAY_PART(scratch, b->gp->base.n_scratch),
        {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "pending trials");
    for (size_t i = 0; i < h->n; i++) {
        if (h->record[i]->state != INLAY_STATE_PENDING)
            continue;
        inlay_belief_point(b->enc, h->record[i], o->fits_asked, u);
        inlay_gp_imagine(b->gp, u, o->fantasy, &rng, scratch);
    }
    inlay_mem_free(u);
    return INLAY_OK;
}

/* The GP of the data; takes the metric over, or leaves it on failure. */
static inlay_status fit_objective(struct inlay_belief *b,
                                  const struct inlay_history *h,
                                  const struct inlay_belief_options *o,
                                  struct inlay_metric *metric,
                                  const struct inlay_hyper *hyper,
                                  const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_rng fit_rng = inlay_rng_split(rng, STREAM_FIT);
    struct inlay_gp_options gp = o->gp;
    double *theta = NULL;
    bool is_warm = false;

    inlay_status st = start_theta(hyper, h, &theta, &is_warm, err);
    if (st == INLAY_OK)
        st = warp_data(b, o, metric, theta, err);
    if (!is_warm && gp.burn_in < COLD_BURN_IN)
        gp.burn_in = COLD_BURN_IN;
    if (st == INLAY_OK)
        st = inlay_gp_fit(metric, hyper, &b->data, &gp, theta,
                          inlay_history_n_pending(h), &fit_rng, &b->gp, err);
    inlay_mem_free(theta);
    return st;
}

static inlay_status form_objective(struct inlay_belief *b,
                                   const struct inlay_history *h,
                                   const struct inlay_belief_options *o,
                                   const struct inlay_rng *rng,
                                   inlay_error *err)
{
    struct inlay_metric metric = {0};
    struct inlay_hyper hyper = {0};

    inlay_status st = gather(b->enc, h, o->fits_asked, false, &b->data, err);
    if (st == INLAY_OK)
        st = inlay_metric_init(&metric, b->enc, o->gp.is_per_category, err);
    if (st == INLAY_OK)
        st = inlay_hyper_init(&hyper, &metric, o->gp.priors, o->gp.noise, err);
    if (st == INLAY_OK)
        st = fit_objective(b, h, o, &metric, &hyper, rng, err);
    if (st == INLAY_OK)
        st =
            imagine_pending(b, h, o, inlay_rng_split(rng, STREAM_FANTASY), err);
    inlay_hyper_clear(&hyper);
    inlay_metric_clear(&metric);
    return st;
}

/* ---- Success ---- */

static inlay_status form_success(struct inlay_belief *b,
                                 const struct inlay_history *h,
                                 const struct inlay_belief_options *o,
                                 const struct inlay_rng *rng, inlay_error *err)
{
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_SUCCESS);
    const char *memo = inlay_history_last_memo(h);
    struct inlay_data labels = {0};
    double *chains = NULL;
    size_t n_chains = 0;

    inlay_status st = gather(b->enc, h, o->fits_asked, true, &labels, err);
    if (st == INLAY_OK && memo)
        st = inlay_memo_read_chains(memo, &chains, &n_chains, err);
    if (st == INLAY_OK)
        st = inlay_success_fit(b->enc, &labels, chains, n_chains, &o->gp, &r,
                               &b->success, err);
    inlay_mem_free(chains);
    inlay_data_clear(&labels);
    return st;
}

static void add_counts(struct inlay_evidence_counts *sum,
                       const struct inlay_gp *gp)
{
    if (!gp)
        return;
    sum->n_evaluations += gp->counts.n_evaluations;
    sum->n_jitters += gp->counts.n_jitters;
    sum->max_jitter = fmax(sum->max_jitter, gp->counts.max_jitter);
}

inlay_status inlay_belief_form(struct inlay_belief *out,
                               const struct inlay_encoding *enc,
                               const struct inlay_history *h,
                               const struct inlay_belief_options *options,
                               const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_belief b = {.enc = enc};
    inlay_status st = INLAY_OK;

    if (h->n_done > 0)
        st = form_objective(&b, h, options, rng, err);
    if (st == INLAY_OK && h->n_failed > 0)
        st = form_success(&b, h, options, rng, err);
    if (st != INLAY_OK) {
        inlay_belief_clear(&b);
        return st;
    }
    add_counts(&b.counts, b.gp);
    add_counts(&b.counts, b.success ? b.success->gp : NULL);
    *out = b;
    return INLAY_OK;
}

/* ---- Use ---- */

/* Mean and variance of the mixture at u, on the model's scale. */
static void mixture_moments(const struct inlay_gp *gp, const double *u,
                            double *mean, double *var, double *scratch)
{
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

inlay_status inlay_belief_predict(const struct inlay_belief *b, const double *u,
                                  const struct inlay_acq *acq,
                                  inlay_prediction *out, inlay_error *err)
{
    const size_t by_gp = b->gp ? b->gp->base.n_scratch : 0;
    const size_t by_success = b->success ? b->success->n_scratch : 0;
    const size_t most = by_gp > by_success ? by_gp : by_success;
    inlay_prediction p = {.mean = NAN, .sd = NAN, .p_success = 1.0};
    double *scratch =
        inlay_mem_doubles(most > acq->n_scratch ? most : acq->n_scratch);
    if (!scratch)
        return inlay_fail_memory(err, "a prediction");
    if (b->gp) {
        double mean, var;
        mixture_moments(b->gp, u, &mean, &var, scratch);
        inlay_warp_moments(&b->warp, mean, var, &p.mean, &p.sd);
    }
    if (b->success) {
        inlay_success_log(b->success, u, 1, &p.p_success, NULL, scratch);
        p.p_success = exp(p.p_success);
    }
    acq->ops->evaluate(acq, u, 1, &p.acquisition, NULL, scratch);
    inlay_mem_free(scratch);
    *out = p;
    return INLAY_OK;
}

double inlay_belief_noise_ratio(const struct inlay_belief *b)
{
    double sum = 0.0;
    for (size_t k = 0; b->gp && k < b->gp->base.n_comp; k++)
        sum += b->gp->comp[k].noise / b->gp->comp[k].amp;
    return b->gp ? sum / (double)b->gp->base.n_comp : 0.0;
}

/* ---- Insight ---- */

inlay_status inlay_belief_leave_one_out(const struct inlay_belief *b,
                                        const struct inlay_history *h,
                                        inlay_residual *out, inlay_error *err)
{
    double *mean = inlay_mem_doubles(2 * b->data.n), *var = mean + b->data.n;
    if (!mean)
        return inlay_fail_memory(err, "predictions without a point");
    const inlay_status st = inlay_loo_predict(b->gp, &b->data, mean, var, err);
    for (size_t i = 0, k = 0; st == INLAY_OK && i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != INLAY_STATE_DONE)
            continue;
        const size_t row = b->data.row[k];
        out[k] = (inlay_residual){.id = r->id, .value = r->y};
        inlay_warp_moments(&b->warp, mean[row], var[row], &out[k].mean,
                           &out[k].sd);
        out[k].z = (b->data.obs[k] - mean[row]) / sqrt(var[row]);
        k++;
    }
    inlay_mem_free(mean);
    return st;
}

/* The variance of an observation about f, averaged over components. */
static double noise_of(const struct inlay_gp *gp)
{
    double sum = 0.0;
    for (size_t k = 0; k < gp->base.n_comp; k++)
        sum += gp->comp[k].noise;
    return sum / (double)gp->base.n_comp;
}

/* Moments of f at u on the model's scale. */
static inlay_status find_moments(const struct inlay_belief *b, const double *u,
                                 double *mean, double *var, inlay_error *err)
{
    double *scratch = inlay_mem_doubles(b->gp->base.n_scratch);
    if (!scratch)
        return inlay_fail_memory(err, "a prediction");
    mixture_moments(b->gp, u, mean, var, scratch);
    inlay_mem_free(scratch);
    return INLAY_OK;
}

inlay_status inlay_belief_residual(const struct inlay_belief *b,
                                   const double *u, double y,
                                   inlay_residual *out, inlay_error *err)
{
    inlay_residual r = {.value = y, .z = NAN};
    double mean = 0.0, var = 0.0;
    const inlay_status st = find_moments(b, u, &mean, &var, err);
    if (st != INLAY_OK)
        return st;
    var += noise_of(b->gp);
    inlay_warp_moments(&b->warp, mean, var, &r.mean, &r.sd);
    if (isfinite(y))
        r.z = (inlay_warp_apply(&b->warp, y) - mean) / sqrt(var);
    *out = r;
    return INLAY_OK;
}

inlay_status inlay_belief_hyper(const struct inlay_belief *b, const double *u,
                                inlay_hyperparameters *out, double **numbers,
                                inlay_error *err)
{
    const size_t n = b->gp->base.n_comp;
    const size_t n_vars = inlay_space_n_variables(b->enc->space);
    double mean = 0.0, var = 0.0, at_u;
    const inlay_status st = find_moments(b, u, &mean, &var, err);
    if (st != INLAY_OK)
        return st;
    double *scales = inlay_mem_doubles(n * (n_vars + 3));
    if (!scales)
        return inlay_fail_memory(err, "hyper-parameters");
    double *amplitude = scales + n * n_vars, *noise = amplitude + n;
    inlay_hyperparameters h = {n_vars, n,         scales, amplitude,
                               noise,  noise + n, NAN};
    for (size_t k = 0; k < n; k++) {
        const struct inlay_gp_component *c = &b->gp->comp[k];
        inlay_relevance_length_scales(b->gp, k, 1, scales + k * n_vars);
        amplitude[k] = sqrt(c->amp);
        noise[k] = sqrt(c->noise);
        noise[n + k] = c->mean;
    }
    inlay_warp_moments(&b->warp, mean, noise_of(b->gp), &at_u, &h.noise_sd);
    *out = h;
    *numbers = scales;
    return INLAY_OK;
}
