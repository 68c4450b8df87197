/*
 * limits.c: hypotheses about limits, by Gibbs sampling along lines.
 *
 * A label is explained or not; each that is not costs log ε.  So along any line
 * through the weights of one limit the posterior is a normal times a step
 * function, from which steps.c draws exactly: no step size, no rejection, and
 * the tightest corner left by a hundred labels is no obstacle.  Lines are drawn
 * from the prior, along one or two weights, or between two other chains, which
 * knows by itself in which directions the posterior is long.
 *
 * Most limits have few of the terms, so the prior of a weight is a horseshoe:
 * normal, with a scale that is half-Cauchy between 0.01 and 10.  Both it and an
 * auxiliary are drawn from inverse exponentials.              docs/maths.md (27)
 *
 * Several chains go on from trial to trial.  Before that they are drawn anew by
 * how many labels each contradicts, so that hypotheses which a new label
 * refuted make room for those which foresaw it.  Voters are therefore more than
 * their share of the posterior, see select_chains.
 *
 * Carvalho, Polson & Scott (2010), The horseshoe estimator for sparse signals,
 * Biometrika 97; Makalic & Schmidt (2016), A simple sampler for the horseshoe
 * estimator, IEEE Signal Process. Lett. 23; ter Braak (2006), A Markov chain
 * Monte Carlo version of the genetic algorithm differential evolution, Stat.
 * Comput. 16.
 */
#include "model/limits.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/exponential.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "base/vector.h"
#include "model/steps.h"

enum {
    K = INLAY_LIMITS_K,
    N_CHAINS = INLAY_LIMITS_CHAINS,
    N_KEPT = 4,   /* samples of a chain */
    GAP = 10,     /* sweeps to each of them */
    N_STAGES = 5, /* of chains that start from the prior */
    N_COLD = 60,  /* sweeps of a stage */
};

/* log ε: a label costs as much as four standard deviations of a weight. */
static const double LOG_EPS = -9.210340371976182;
/* A limit is expected to hold in the middle of the space. */
static const double MEAN_CONSTANT = 1.0;
static const double LEAST_VAR = 1e-4, MOST_VAR = 1e2; /* of a weight */
/* Share of lines between two chains, and along one or two weights. */
static const double P_BETWEEN = 0.4, P_AXES = 0.2;
/* Width of the step of a limit in a prediction, in units of its terms: it makes
 * the votes of some dozens of samples a function with a gradient. */
static const double SOFTNESS = 0.003;
/* Chains are handed on in units of 1/GRAINS: they are written down with each
 * trial, in few digits. */
static const double GRAINS = 1e4;

struct sampler {
    size_t n, F;               /* labels, terms */
    double log_eps;            /* what a contradicted label costs */
    const double *sign;        /* n */
    const double *Phi;         /* n×F, rows */
    double *w, *var, *aux;     /* N_CHAINS×K×F each */
    double *G;                 /* K×n: the limits of the chain that moves */
    double *direction, *along; /* F; n: g of the direction */
    double *mass;              /* n + 1 */
    struct inlay_step *step;   /* n */
    struct inlay_watch *watch;
};

static double *weights(const struct sampler *s, double *of, size_t chain,
                       size_t k)
{
    return of + (chain * K + k) * s->F;
}

/* g_i = Σ_t w_t φ_t(x_i). */
static void apply(const struct sampler *s, const double *w, double *g)
{
    for (size_t i = 0; i < s->n; i++) {
        double sum = 0.0;
        for (size_t t = 0; t < s->F; t++)
            sum += s->Phi[i * s->F + t] * w[t];
        g[i] = sum;
    }
}

static void enter_chain(struct sampler *s, size_t chain)
{
    for (size_t k = 0; k < K; k++)
        apply(s, weights(s, s->w, chain, k), s->G + k * s->n);
}

/* Labels that the limits in G contradict. */
static size_t n_contradicted(const struct sampler *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        bool holds = true;
        for (size_t k = 0; k < K; k++)
            holds = holds && s->G[k * s->n + i] > 0.0;
        n += holds != (s->sign[i] > 0.0);
    }
    return n;
}

/* ---- One limit ---- */

/* An exponential between lo and hi, by its inverse distribution function. */
static double exponential(struct inlay_rng *rng, double rate, double lo,
                          double hi)
{
    const double p = inlay_rng_uniform(rng), span = -expm1(-rate * (hi - lo));
    return fmin(lo - log1p(-p * span) / rate, hi);
}

/* The scales of limit k given its weights; 1/var is exponential between its
 * bounds given the auxiliary, and 1/aux is given var. */
static void draw_scales(struct sampler *s, size_t chain, size_t k,
                        struct inlay_rng *rng)
{
    const double *w = weights(s, s->w, chain, k);
    double *var = weights(s, s->var, chain, k);
    double *aux = weights(s, s->aux, chain, k);
    for (size_t t = 1; t < s->F; t++) {
        const double rate = 1.0 / aux[t] + 0.5 * w[t] * w[t];
        var[t] = 1.0 / exponential(rng, rate, 1.0 / MOST_VAR, 1.0 / LEAST_VAR);
        aux[t] = 1.0 / exponential(rng, 1.0 + 1.0 / var[t], 0.0, INFINITY);
    }
}

/* d := d / |d|; false if there is next to nothing of it, or too much. */
static bool normalize(double *d, size_t n)
{
    const double length = sqrt(inlay_dot(d, d, n));
    const bool has_length = length > 1e-9 && isfinite(length);
    for (size_t t = 0; has_length && t < n; t++)
        d[t] /= length;
    return has_length;
}

/* A direction of length 1 that does not depend on the weights that move. */
static void draw_direction(struct sampler *s, size_t chain, size_t k,
                           struct inlay_rng *rng)
{
    const double *var = weights(s, s->var, chain, k);
    const double which = inlay_rng_uniform(rng);
    double *d = s->direction;

    memset(d, 0, s->F * sizeof *d);
    if (which < P_BETWEEN) {
        const size_t i = inlay_rng_below(rng, N_CHAINS - 1);
        const size_t j = inlay_rng_below(rng, N_CHAINS - 2);
        const size_t a = (chain + 1 + i) % N_CHAINS;
        const size_t b = (chain + 1 + j + (j >= i ? 1 : 0)) % N_CHAINS;
        for (size_t t = 0; t < s->F; t++)
            d[t] = weights(s, s->w, a, k)[t] - weights(s, s->w, b, k)[t];
    } else if (which < P_BETWEEN + P_AXES) {
        d[inlay_rng_below(rng, s->F)] = 1.0;
        d[inlay_rng_below(rng, s->F)] += inlay_rng_normal(rng);
    }
    if (normalize(d, s->F)) /* chains with one ancestor may be equal */
        return;
    do
        for (size_t t = 0; t < s->F; t++)
            d[t] = sqrt(var[t]) * inlay_rng_normal(rng);
    while (!normalize(d, s->F));
}

/* The steps of the likelihood on the line g + t d of limit k.  A label matters
 * only if all other limits hold: else a failure is explained already, and a
 * success contradicted already. */
static size_t list_steps(struct sampler *s, size_t k)
{
    const double *g = s->G + k * s->n;
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const double slope = s->sign[i] * s->along[i];
        bool holds = fabs(slope) > 1e-12;
        for (size_t q = 0; q < K && holds; q++)
            holds = q == k || s->G[q * s->n + i] > 0.0;
        if (holds)
            s->step[n++] = (struct inlay_step){
                -g[i] / s->along[i], slope > 0.0 ? -s->log_eps : s->log_eps};
    }
    return n;
}

static void move(struct sampler *s, size_t chain, size_t k,
                 struct inlay_rng *rng)
{
    double *w = weights(s, s->w, chain, k), *g = s->G + k * s->n;
    const double *var = weights(s, s->var, chain, k), *d = s->direction;
    double precision = 0.0, pull = 0.0;

    draw_direction(s, chain, k, rng);
    apply(s, d, s->along);
    for (size_t t = 0; t < s->F; t++) {
        const double off = w[t] - (t == 0 ? MEAN_CONSTANT : 0.0);
        precision += d[t] * d[t] / var[t];
        pull -= d[t] * off / var[t];
    }
    const size_t n = list_steps(s, k);
    const double by = inlay_steps_draw(s->step, n, pull / precision,
                                       1.0 / sqrt(precision), rng, s->mass);
    for (size_t t = 0; t < s->F; t++)
        w[t] += by * d[t];
    for (size_t i = 0; i < s->n; i++)
        g[i] += by * s->along[i];
}

/* ---- All chains ---- */

static void start_from_prior(struct sampler *s, struct inlay_rng *rng)
{
    for (size_t i = 0; i < N_CHAINS * K * s->F; i++)
        s->w[i] = inlay_rng_normal(rng) + (i % s->F == 0 ? MEAN_CONSTANT : 0.0);
}

/* Scales that the weights suggest: a sweep begins by drawing better ones. */
static void reset_scales(struct sampler *s)
{
    for (size_t i = 0; i < N_CHAINS * K * s->F; i++) {
        const double square = s->w[i] * s->w[i];
        s->var[i] =
            i % s->F == 0 ? 1.0 : fmin(fmax(square, LEAST_VAR), MOST_VAR);
        s->aux[i] = 1.0;
    }
}

/* Chains are drawn anew, in proportion to ε to the number of labels that each
 * contradicts; spread evenly, so that equal ones all stay.  Labels that were
 * known before count again: this is no step of the posterior (27) but a search
 * for hypotheses that contradict nothing, as only those vote. */
static void select_chains(struct sampler *s, double *spare,
                          struct inlay_rng *rng)
{
    const size_t size = K * s->F;
    double log_p[N_CHAINS], most = -INFINITY, total = 0.0, sum = 0.0;
    for (size_t c = 0; c < N_CHAINS; c++) {
        enter_chain(s, c);
        log_p[c] = s->log_eps * (double)n_contradicted(s);
        most = fmax(most, log_p[c]);
    }
    for (size_t c = 0; c < N_CHAINS; c++)
        total += exp(log_p[c] - most);
    const double first = inlay_rng_uniform(rng);
    size_t n = 0;
    for (size_t c = 0; c < N_CHAINS; c++) {
        sum += N_CHAINS * exp(log_p[c] - most) / total;
        while (n < N_CHAINS && first + (double)n < sum)
            memcpy(spare + size * n++, s->w + size * c, size * sizeof *spare);
    }
    for (; n < N_CHAINS; n++) /* rounding left a place */
        memcpy(spare + size * n, spare, size * sizeof *spare);
    memcpy(s->w, spare, N_CHAINS * size * sizeof *spare);
    reset_scales(s);
}

/* One limit after the other, each along one line. */
static void sweep(struct sampler *s, size_t chain, struct inlay_rng *rng)
{
    for (size_t k = 0; k < K; k++) {
        draw_scales(s, chain, k, rng);
        move(s, chain, k, rng);
    }
}

/* A voter: the chain's limits, each scaled to slopes of length 1. */
static void keep(const struct sampler *s, size_t chain, double *W)
{
    for (size_t k = 0; k < K; k++) {
        const double *w = weights(s, s->w, chain, k);
        double square = 1e-18;
        for (size_t t = 1; t < s->F; t++)
            square += w[t] * w[t];
        for (size_t t = 0; t < s->F; t++)
            W[k * s->F + t] = w[t] / sqrt(square);
    }
}

/* For chains from the prior labels begin to count little by little: all at once
 * they leave no way. */
static void warm_up(struct sampler *s, double *spare, struct inlay_rng *rng)
{
    struct sampler part = *s;
    start_from_prior(s, rng);
    reset_scales(s);
    for (size_t stage = 0; stage < N_STAGES; stage++) {
        part.log_eps = LOG_EPS * exp2((double)stage - N_STAGES);
        for (size_t c = 0; c < N_CHAINS; c++) {
            enter_chain(&part, c);
            for (size_t i = 0; i < N_COLD && !inlay_watch_poll(s->watch); i++)
                sweep(&part, c, rng);
        }
        select_chains(&part, spare, rng);
    }
}

/* Runs all chains; returns the number of voters, in rows of W. */
static size_t run(struct sampler *s, const struct inlay_rng *rng, double *W)
{
    size_t n_voters = 0;
    for (size_t c = 0; c < N_CHAINS; c++) {
        struct inlay_rng r = inlay_rng_split(rng, c);
        enter_chain(s, c);
        for (size_t i = 0; i < N_KEPT; i++) {
            for (size_t j = 0; j < GAP && !inlay_watch_poll(s->watch); j++)
                sweep(s, c, &r);
            if (n_contradicted(s) == 0)
                keep(s, c, W + n_voters++ * K * s->F);
        }
    }
    return n_voters;
}

/* ---- Fit ---- */

/* W by term, limit and voter from rows. */
static void transpose(const double *rows, size_t n_voters, size_t F, double *W)
{
    for (size_t v = 0; v < n_voters; v++)
        for (size_t k = 0; k < K; k++)
            for (size_t t = 0; t < F; t++)
                W[(t * K + k) * n_voters + v] = rows[(v * K + k) * F + t];
}

static void hand_on(const struct sampler *s, struct inlay_limits *l)
{
    for (size_t i = 0; i < l->n_chains; i++)
        l->chains[i] = round(s->w[i] * GRAINS) / GRAINS;
}

/* Signs and terms of the labels, which are the sampler's data. */
static void read_labels(const struct inlay_terms *terms,
                        const struct inlay_data *labels, double *sign,
                        double *Phi)
{
    for (size_t i = 0; i < labels->n; i++) {
        sign[i] = labels->y[i] > 0.0 ? 1.0 : -1.0;
        inlay_terms_at(terms, labels->U + i * labels->dim, Phi + i * terms->n,
                       NULL);
    }
}

static inlay_status sample(struct inlay_limits *l,
                           const struct inlay_data *labels, const double *start,
                           const struct inlay_rng *rng,
                           struct inlay_watch *watch, inlay_error *err)
{
    const size_t n = labels->n, F = l->terms.n, size = N_CHAINS * K * F;
    /* Not inlay_mem_parts, for the reason that ep.c gives. */
    double *memory =
        inlay_mem_doubles((4 + N_KEPT) * size + (F + K + 3) * n + F + 1);
    struct inlay_step *step = inlay_mem_new(n, sizeof *step);
    if (!memory || !step) {
        inlay_mem_free(memory);
        inlay_mem_free(step);
        return inlay_fail_memory(err, "a model of limits");
    }
    double *spare = memory + 3 * size, *rows = spare + size;
    double *sign = rows + N_KEPT * size, *Phi = sign + n, *G = Phi + n * F;
    struct sampler s = {
        .n = n,
        .F = F,
        .log_eps = LOG_EPS,
        .sign = sign,
        .Phi = Phi,
        .w = memory,
        .var = memory + size,
        .aux = memory + 2 * size,
        .G = G,
        .direction = G + K * n,
        .along = G + K * n + F,
        .mass = G + (K + 1) * n + F,
        .step = step,
        .watch = watch,
    };
    struct inlay_rng r = *rng;

    read_labels(&l->terms, labels, sign, Phi);
    if (start)
        memcpy(s.w, start, size * sizeof *start);
    else
        warm_up(&s, spare, &r);
    select_chains(&s, spare, &r);
    l->n_voters = run(&s, &r, rows);
    l->share = (double)l->n_voters / (N_CHAINS * N_KEPT);
    transpose(rows, l->n_voters, F, l->W);
    hand_on(&s, l);
    inlay_mem_free(step);
    inlay_mem_free(memory);
    return INLAY_OK;
}

inlay_status inlay_limits_fit(const struct inlay_encoding *enc,
                              const struct inlay_data *labels,
                              const double *start, const struct inlay_rng *rng,
                              struct inlay_limits **out,
                              struct inlay_watch *watch, inlay_error *err)
{
    struct inlay_limits *l = inlay_mem_new(1, sizeof *l);
    if (!l)
        return inlay_fail_memory(err, "a model of limits");
    inlay_status st = inlay_terms_init(&l->terms, enc, err);
    if (st == INLAY_OK) {
        l->n_chains = N_CHAINS * K * l->terms.n;
        l->n_scratch = 2 * l->terms.n + N_CHAINS * N_KEPT * (K + 1);
        const struct inlay_mem_part parts[] = {
            INLAY_PART(l->W, N_KEPT * l->n_chains),
            INLAY_PART(l->chains, l->n_chains),
            {0}};
        st = inlay_mem_parts(parts)
                 ? sample(l, labels, start, rng, watch, err)
                 : inlay_fail_memory(err, "a model of limits");
    }
    if (st == INLAY_OK)
        *out = l;
    else
        inlay_limits_free(l);
    return st;
}

void inlay_limits_free(struct inlay_limits *l)
{
    if (!l)
        return;
    inlay_terms_clear(&l->terms);
    inlay_mem_free(l->W); /* and chains */
    inlay_mem_free(l);
}

/* ---- Votes ---- */

/* 1 / (1 + e^-x). */
static inline double logistic(double x)
{
    const double e = inlay_exp_negative(x < 0.0 ? x : -x);
    return (x < 0.0 ? e : 1.0) / (1.0 + e);
}

/* hold[K×n_voters]: how far each limit of each voter holds, 0 to 1; all[]: their
 * product. */
INLAY_VECTORISED
static void judge(const double *W, const double *phi, size_t n_terms,
                  size_t n_voters, double *hold, double *all)
{
    const size_t m = K * n_voters;
    for (size_t i = 0; i < m; i++)
        hold[i] = 0.0;
    for (size_t t = 0; t < n_terms; t++) {
        const double x = phi[t] / SOFTNESS, *w = W + t * m;
        for (size_t i = 0; i < m; i++)
            hold[i] += x * w[i];
    }
    for (size_t i = 0; i < m; i++)
        hold[i] = logistic(hold[i]);
    for (size_t v = 0; v < n_voters; v++)
        all[v] = 1.0;
    for (size_t k = 0; k < K; k++)
        for (size_t v = 0; v < n_voters; v++)
            all[v] *= hold[k * n_voters + v];
}

double inlay_limits_votes(const struct inlay_limits *l, const double *u,
                          double *grad, double *scratch)
{
    const size_t n = l->n_voters, m = K * n;
    const struct inlay_encoding *enc = l->terms.enc;
    double *phi = scratch, *slope = phi + l->terms.n;
    double *hold = slope + l->terms.n, *all = hold + m, votes = 0.0;
    const double each = 1.0 / (N_CHAINS * N_KEPT);

    for (size_t j = 0; grad && j < enc->dim; j++)
        grad[j] = 0.0;
    if (n == 0)
        return 0.0;
    inlay_terms_at(&l->terms, u, phi, slope);
    judge(l->W, phi, l->terms.n, n, hold, all);
    for (size_t v = 0; v < n; v++)
        votes += all[v];
    for (size_t i = 0; grad && i < m; i++)
        hold[i] = all[i % n] * (1.0 - hold[i]) / SOFTNESS;
    for (size_t t = 1; grad && t < l->terms.n; t++)
        grad[l->terms.term[t].axis] +=
            each * slope[t] * inlay_dot(hold, l->W + t * m, m);
    return each * votes;
}
