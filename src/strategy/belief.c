/*
 * belief.c: from trials to a belief: a GP of the objective, one of each output
 * that has a limit, and from failures a model of success.
 */
#include "strategy/belief.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "strategy/memo.h"

/* Keys of the random streams of a belief; 1 and 2 are those of the objective's
 * fit, and each limited output has a stream of its own. */
enum { STREAM_SUCCESS = 3, STREAM_OUTPUT = 16 };

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
    const int inference = inlay_options_choice(o, INLAY_OPT_INFERENCE);
    const int warp = inlay_options_choice(o, INLAY_OPT_WARP);
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
                .inference = inference == INLAY_CHOICE_AUTO
                                 ? INLAY_INFERENCE_MAP
                                 : (enum inlay_inference)inference,
                .n_samples = inlay_options_count(o, INLAY_OPT_SAMPLES),
                .burn_in = inlay_options_count(o, INLAY_OPT_BURN_IN),
            },
        .warp = warp == INLAY_CHOICE_ADAPTIVE ? INLAY_WARP_BAD_LOG
                                              : (enum inlay_warp_kind)warp,
        .fantasy = inlay_options_choice(o, INLAY_OPT_PENDING),
        .adapts_warp = warp == INLAY_CHOICE_ADAPTIVE,
        .samples_noise = inference == INLAY_CHOICE_AUTO,
    };
}

void inlay_belief_clear(struct inlay_belief *b)
{
    inlay_regression_clear(&b->objective);
    for (size_t i = 0; i < b->n_limited; i++)
        inlay_regression_clear(&b->limited[i]);
    inlay_mem_free(b->limited); /* with within */
    inlay_success_free(b->success);
    *b = (struct inlay_belief){0};
}

/* ---- Memo ---- */

inlay_status inlay_belief_memo(const struct inlay_belief *b, char **memo,
                               inlay_error *err)
{
    const struct inlay_gp *gp = b->objective.gp;
    struct inlay_text text = {0};
    size_t n_chains = 0;
    *memo = NULL;
    if (!gp)
        return INLAY_OK;
    const double *chains =
        b->success ? inlay_success_chains(b->success, &n_chains) : NULL;
    inlay_memo_add(&text, inlay_gp_last_theta(gp),
                   inlay_theta_n(gp->metric.n_scales), chains, n_chains);
    for (size_t i = 0; i < b->n_limited; i++) {
        const struct inlay_regression *g = &b->limited[i];
        if (g->gp)
            inlay_memo_add_output(&text, g->output, inlay_gp_last_theta(g->gp),
                                  inlay_theta_n(g->gp->metric.n_scales));
    }
    return inlay_text_end(&text, memo, err);
}

/* ---- Outputs ---- */

/* A warp spends accuracy where values are least.  With limits the optimum is not
 * there, but where a limit begins to be broken: none is warped then;
 * docs/decisions/0027. */
static bool has_limits(const struct inlay_history *h)
{
    return h->outputs && inlay_outputs_have_limits(h->outputs);
}

/* A GP sees limited values so that what breaks a limit is large, as what is bad
 * is in the objective. */
static double sign_of(const inlay_output *output)
{
    return output->max == INFINITY ? -1.0 : 1.0;
}

/* The limits on the scale of the GP. */
static void set_limits(struct inlay_within *w, const struct inlay_regression *g,
                       const inlay_output *output)
{
    const double a = g->sign * output->min, b = g->sign * output->max;
    const double lo = fmin(a, b), hi = fmax(a, b);
    w->gp = g->gp;
    w->lo = isinf(lo) ? lo : inlay_warp_apply(&g->warp, lo);
    w->hi = isinf(hi) ? hi : inlay_warp_apply(&g->warp, hi);
}

static inlay_status form_limited(struct inlay_belief *b,
                                 const struct inlay_history *h, size_t output,
                                 const struct inlay_belief_options *o,
                                 const struct inlay_rng *rng, inlay_error *err)
{
    const struct inlay_rng r = inlay_rng_split(rng, STREAM_OUTPUT + output);
    const inlay_output *is = &h->outputs->at[output];
    const char *memo = inlay_history_last_memo(h);
    struct inlay_regression *g = &b->limited[b->n_limited];
    *g = (struct inlay_regression){
        .enc = b->enc, .output = output, .sign = sign_of(is)};
    const inlay_status st = inlay_regression_fit(
        g, h, o, memo ? inlay_memo_of_output(memo, output) : NULL, &r, err);
    if (st == INLAY_OK && g->gp)
        set_limits(&b->within[b->n_within++], g, is);
    if (st == INLAY_OK)
        b->n_limited++;
    return st;
}

static inlay_status form_limits(struct inlay_belief *b,
                                const struct inlay_history *h,
                                const struct inlay_belief_options *o,
                                const struct inlay_rng *rng, inlay_error *err)
{
    const size_t n = inlay_history_n_outputs(h);
    inlay_status st = INLAY_OK;
    if (!has_limits(h))
        return INLAY_OK;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(b->limited, n), INLAY_PART(b->within, n), {0}};
    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "limits");
    for (size_t k = 0; st == INLAY_OK && k < n; k++)
        if (inlay_output_has_limit(&h->outputs->at[k]))
            st = form_limited(b, h, k, o, rng, err);
    return st;
}

static inlay_status form_objective(struct inlay_belief *b,
                                   const struct inlay_history *h,
                                   const struct inlay_belief_options *o,
                                   const struct inlay_rng *rng,
                                   inlay_error *err)
{
    b->objective = (struct inlay_regression){
        .enc = b->enc,
        .output = h->outputs ? h->outputs->objective : 0,
        .sign = 1.0};
    return inlay_regression_fit(&b->objective, h, o, inlay_history_last_memo(h),
                                rng, err);
}

const struct inlay_regression *inlay_belief_output(const struct inlay_belief *b,
                                                   size_t output)
{
    if (b->objective.output == output)
        return &b->objective;
    for (size_t i = 0; i < b->n_limited; i++)
        if (b->limited[i].output == output)
            return &b->limited[i];
    return NULL;
}

/* The data has the trials that are done, in their order. */
inlay_status inlay_belief_feasible(const struct inlay_belief *b,
                                   const struct inlay_history *h, bool **rows,
                                   inlay_error *err)
{
    const struct inlay_data *data = &b->objective.data;
    bool *is = inlay_mem_new(data->n, sizeof *is);
    if (!is)
        return inlay_fail_memory(err, "feasible trials");
    for (size_t i = 0, k = 0; i < h->n; i++)
        if (h->record[i]->state == INLAY_STATE_DONE)
            is[data->row[k++]] |= h->record[i]->violation == 0.0;
    *rows = is;
    return INLAY_OK;
}

/* ---- Success ---- */

/* +1 for each trial that is done, and −1 for each that failed.  Trials outside the
 * space have no part: a limit is a border between places within it. */
static inlay_status gather_labels(const struct inlay_encoding *enc,
                                  const struct inlay_history *h, bool asked,
                                  struct inlay_data *labels, inlay_error *err)
{
    double *u = inlay_mem_doubles(enc->dim);
    const inlay_status st =
        u ? inlay_data_init(labels, enc->dim, h->n_done + h->n_failed, err)
          : inlay_fail_memory(err, "a point");
    for (size_t i = 0; st == INLAY_OK && i < h->n; i++) {
        const struct inlay_record *r = h->record[i];
        const bool is_done = r->state == INLAY_STATE_DONE;
        if (!is_done && r->state != INLAY_STATE_FAILED)
            continue;
        inlay_regression_point(enc, r, asked, u);
        inlay_data_add(labels, u, is_done ? 1.0 : -1.0);
    }
    inlay_mem_free(u);
    return st;
}

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

    inlay_status st = gather_labels(b->enc, h, o->fits_asked, &labels, err);
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

static void count(struct inlay_belief *b)
{
    add_counts(&b->counts, b->objective.gp);
    b->counts.n_evaluations += b->objective.n_warp_likelihoods;
    for (size_t i = 0; i < b->n_limited; i++) {
        add_counts(&b->counts, b->limited[i].gp);
        b->counts.n_evaluations += b->limited[i].n_warp_likelihoods;
    }
    add_counts(&b->counts, b->success ? b->success->gp : NULL);
}

inlay_status inlay_belief_form(struct inlay_belief *out,
                               const struct inlay_encoding *enc,
                               const struct inlay_history *h,
                               const struct inlay_belief_options *options,
                               const struct inlay_rng *rng, inlay_error *err)
{
    struct inlay_belief b = {.enc = enc};
    struct inlay_belief_options o = *options;
    inlay_status st = INLAY_OK;

    if (has_limits(h)) {
        o.warp = INLAY_WARP_NONE;
        o.adapts_warp = false;
    }
    if (h->n_done > 0)
        st = form_objective(&b, h, &o, rng, err);
    if (st == INLAY_OK && h->n_done > 0)
        st = form_limits(&b, h, &o, rng, err);
    if (st == INLAY_OK && h->n_failed > 0)
        st = form_success(&b, h, &o, rng, err);
    if (st != INLAY_OK) {
        inlay_belief_clear(&b);
        return st;
    }
    count(&b);
    *out = b;
    return INLAY_OK;
}

/* ---- Use ---- */

/* Doubles that a prediction needs. */
static size_t scratch_of(const struct inlay_belief *b,
                         const struct inlay_acq *acq)
{
    size_t most = acq->n_scratch;
    if (b->objective.gp && b->objective.gp->base.n_scratch > most)
        most = b->objective.gp->base.n_scratch;
    if (b->success && b->success->n_scratch > most)
        most = b->success->n_scratch;
    for (size_t i = 0; i < b->n_within; i++)
        if (inlay_within_n_scratch(&b->within[i]) > most)
            most = inlay_within_n_scratch(&b->within[i]);
    return most;
}

/* The probability that all limits hold, which are taken to be independent; NaN
 * while nothing is known of one of them. */
static double p_feasible(const struct inlay_belief *b, const double *u,
                         double *scratch)
{
    double sum = 0.0;
    for (size_t i = 0; i < b->n_within; i++) {
        double log_p;
        inlay_within_log(&b->within[i], u, 1, &log_p, NULL, scratch);
        sum += log_p;
    }
    return b->n_within < b->n_limited ? NAN : exp(sum);
}

inlay_status inlay_belief_predict(const struct inlay_belief *b, const double *u,
                                  const struct inlay_acq *acq,
                                  inlay_prediction *out, inlay_error *err)
{
    inlay_prediction p = {.mean = NAN, .sd = NAN, .p_success = 1.0};
    double *scratch = inlay_mem_doubles(scratch_of(b, acq));
    if (!scratch)
        return inlay_fail_memory(err, "a prediction");
    if (b->objective.gp)
        inlay_regression_predict(&b->objective, u, &p.mean, &p.sd, scratch);
    if (b->success) {
        inlay_success_log(b->success, u, 1, &p.p_success, NULL, scratch);
        p.p_success = exp(p.p_success);
    }
    p.p_feasible = p_feasible(b, u, scratch);
    acq->ops->evaluate(acq, u, 1, &p.acquisition, NULL, scratch);
    inlay_mem_free(scratch);
    *out = p;
    return INLAY_OK;
}

/* Of a limited output. */
static double p_within(const struct inlay_belief *b,
                       const struct inlay_regression *g, const double *u,
                       double *scratch)
{
    double log_p = 0.0;
    for (size_t i = 0; i < b->n_within; i++)
        if (b->within[i].gp == g->gp)
            inlay_within_log(&b->within[i], u, 1, &log_p, NULL, scratch);
    return exp(log_p);
}

inlay_status inlay_belief_predict_output(const struct inlay_belief *b,
                                         const double *u, size_t output,
                                         inlay_output_prediction *out,
                                         inlay_error *err)
{
    const struct inlay_regression *g = inlay_belief_output(b, output);
    inlay_output_prediction p = {NAN, NAN, NAN};
    if (!g || !g->gp) {
        *out = p;
        return INLAY_OK;
    }
    const struct inlay_within w = {.gp = g->gp};
    double *scratch = inlay_mem_doubles(inlay_within_n_scratch(&w));
    if (!scratch)
        return inlay_fail_memory(err, "a prediction");
    inlay_regression_predict(g, u, &p.mean, &p.sd, scratch);
    p.mean *= g->sign;
    p.p_within = p_within(b, g, u, scratch);
    inlay_mem_free(scratch);
    *out = p;
    return INLAY_OK;
}
