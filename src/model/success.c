/*
 * success.c: hypotheses about limits vote, and a GP has the rest of the votes.
 */
#include "model/success.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/mem.h"
#include "model/classify.h"

enum { BLOCK = INLAY_GP_BLOCK };

/* c: what limits can have of the votes.  On docs/decisions/0013's problem 0.95
 * and 0.99 are alike, 0.8 is worse. */
static const double LIMITS_SHARE = 0.95;

/* Both labels must be there for limits to lie between them. */
static bool has_both(const struct inlay_data *labels)
{
    size_t n_success = 0;
    for (size_t i = 0; i < labels->n; i++)
        n_success += labels->y[i] > 0.0;
    return n_success > 0 && n_success < labels->n;
}

static inlay_status fit_limits(struct inlay_success *s,
                               const struct inlay_encoding *enc,
                               const struct inlay_data *labels,
                               const double *start, size_t n_start,
                               const struct inlay_rng *rng,
                               struct inlay_watch *watch, inlay_error *err)
{
    const size_t n_terms = inlay_terms_count(enc);
    if (n_terms > INLAY_LIMITS_MAX_TERMS || !has_both(labels))
        return INLAY_OK;
    if (n_start != INLAY_LIMITS_CHAINS * INLAY_LIMITS_K * n_terms)
        start = NULL;
    return inlay_limits_fit(enc, labels, start, rng, &s->limits, watch, err);
}

inlay_status inlay_success_fit(const struct inlay_encoding *enc,
                               struct inlay_data *labels, const double *start,
                               size_t n_start,
                               const struct inlay_gp_options *options,
                               const struct inlay_rng *rng,
                               struct inlay_success **out, inlay_error *err)
{
    struct inlay_success *s = inlay_mem_new(1, sizeof *s);
    if (!s)
        return inlay_fail_memory(err, "a model of success");
    inlay_status st = inlay_classify_fit(enc, labels, options, &s->gp, err);
    if (st == INLAY_OK)
        st = fit_limits(s, enc, labels, start, n_start, rng, options->watch,
                        err);
    if (st != INLAY_OK) {
        inlay_success_free(s);
        return st;
    }
    const size_t dim = enc->dim, more = s->limits ? s->limits->n_scratch : 0;
    s->n_scratch =
        (2 + 3 * dim) * BLOCK + dim +
        (s->gp->base.n_scratch > more ? s->gp->base.n_scratch : more);
    *out = s;
    return INLAY_OK;
}

void inlay_success_free(struct inlay_success *s)
{
    if (!s)
        return;
    inlay_gp_free(s->gp);
    inlay_limits_free(s->limits);
    inlay_mem_free(s);
}

const double *inlay_success_chains(const struct inlay_success *s, size_t *n)
{
    *n = s->limits ? s->limits->n_chains : 0;
    return s->limits ? s->limits->chains : NULL;
}

/* log of the GP's P, and its gradient unless NULL. */
static void log_of_gp(const struct inlay_gp *gp, const double *U, size_t n,
                      double *out, double *grad, double *scratch)
{
    const size_t dim = gp->metric.enc->dim;
    double *mean = scratch, *var = mean + BLOCK, *dmean = var + BLOCK;
    double *dvar = dmean + BLOCK * dim, *Z = dvar + BLOCK * dim;
    double *rest = Z + BLOCK * dim;

    inlay_gp_embed(gp, U, n, Z);
    if (grad)
        inlay_gp_gradient(gp, 0, Z, n, mean, var, dmean, dvar, rest);
    else
        inlay_gp_whiten(gp, 0, Z, n, mean, var, rest, NULL);
    for (size_t i = 0; i < n; i++) {
        double by_mean = 0.0, by_var = 0.0;
        out[i] = inlay_classify_log_success(mean[i], var[i],
                                            grad ? &by_mean : NULL, &by_var);
        for (size_t j = i * dim; grad && j < (i + 1) * dim; j++)
            grad[j] = by_mean * dmean[j] + by_var * dvar[j];
    }
}

/* log P := log(c V + rest P), and so its gradient; V may be 0. */
static void join(const struct inlay_limits *l, const double *u, double *log_p,
                 double *grad, double *scratch)
{
    const size_t dim = l->terms.enc->dim;
    double *by_u = scratch;
    const double V =
        LIMITS_SHARE * inlay_limits_votes(l, u, grad ? by_u : NULL, by_u + dim);
    const double log_rest = log1p(-LIMITS_SHARE * l->share) + *log_p;
    const double most = fmax(log(V), log_rest);
    const double sum = exp(log(V) - most) + exp(log_rest - most);
    const double gp_part = exp(log_rest - most) / sum;
    const double by_votes = V > 0.0 ? (1.0 - gp_part) * LIMITS_SHARE / V : 0.0;

    *log_p = most + log(sum);
    for (size_t j = 0; grad && j < dim; j++)
        grad[j] = gp_part * grad[j] + by_votes * by_u[j];
}

void inlay_success_log(const struct inlay_success *s, const double *U, size_t n,
                       double *out, double *grad, double *scratch)
{
    const size_t dim = s->gp->metric.enc->dim;
    log_of_gp(s->gp, U, n, out, grad, scratch);
    for (size_t i = 0; s->limits && i < n; i++)
        join(s->limits, U + i * dim, &out[i], grad ? grad + i * dim : NULL,
             scratch);
}
