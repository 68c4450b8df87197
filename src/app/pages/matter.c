/*
 * matter.c: which variables hardly matter at the best trial.
 *
 * A small share of what the model explains is not enough: where another variable
 * spans decades, one that decides between the best trials has a small share, too.
 * So such a variable is moved alone from the best trial, over its whole range, and
 * every output must change by little, even with what the model is unsure of.
 *
 * Little is half of the largest of
 *
 *     what separates the best trial from the median of the better half,
 *     a thousandth of what separates it from the third quartile of all,
 *     the noise.
 *
 * The second is for a search that came to its end: its better half is the best
 * trial over and over.  With 14 problems and 20 seeds each, this names 137 of 260
 * variables that make no difference at all, and 8 of 600 that make one: in 4 cases
 * more than half of what is little here.  By their shares alone it would be 226,
 * 114 and 109.
 */
#include "app/pages/matter.h"

#include <math.h>

#include "base/error.h"
#include "base/least.h"
#include "base/mem.h"
#include "problem/outcome.h"
#include "problem/space.h"
#include "study/tell.h"

/* Of what the model explains: a variable with more matters. */
static const double SMALL_SHARE = 0.01;
/* Less noise, in standard deviations of the values, is the model's caution. */
static const double LEAST_NOISE = 0.02;
static const double LITTLE = 0.5, LITTLE_OF_ALL = 1e-3;
/* Steps from one end of a variable to the other. */
enum { RESOLUTION = 21 };

struct search {
    inlay_study *study;
    const inlay_trial *best;
    size_t n_outputs, n_variables, n_trials;
    double *little;                /* of each output: no difference */
    inlay_output_prediction *here; /* of each output, at the best */
    inlay_relevance *relevance;    /* of each variable */
    /* Of each trial that keeps all limits: the objective; how far its value is
     * from that of the best; some of them in order. */
    double *value, *far, *sorted;
};

/* One that has neither goal nor limit is nobody's business. */
static bool counts(const struct search *f, size_t output)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(f->study);

    return output == outputs->objective ||
           inlay_output_has_limit(&outputs->at[output]);
}

/* ---- How much is little ---- */

/* Standard deviation of repeated evaluations, on the user's scale; NaN where
 * there is hardly any. */
static inlay_status find_noise(inlay_study *study, size_t output, double *sd,
                               inlay_error *err)
{
    inlay_hyperparameters *h = NULL;
    const inlay_status st =
        inlay_study_hyperparameters_of(study, output, &h, err);
    double noise = 0.0;

    if (st != INLAY_OK)
        return st;
    for (size_t k = 0; k < h->n_samples; k++)
        noise += h->noise[k] / (double)h->n_samples;
    *sd = noise >= LEAST_NOISE ? h->noise_sd : NAN;
    inlay_hyperparameters_free(h);
    return INLAY_OK;
}

/* Returns how many trials there are: not those that others have added since. */
static size_t gather(const struct search *f, size_t output)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n_trials; i++) {
        inlay_trial t;
        if (inlay_study_trial(f->study, (int64_t)i + 1, &t, NULL) != INLAY_OK ||
            !t.is_feasible || t.is_outside || t.is_discarded)
            continue;
        f->value[n] = t.value;
        f->far[n++] = fabs(t.values[output] - f->best->values[output]);
    }
    return n;
}

/* v[n] at place `at` in their order, the least first. */
static double ranked(const double *v, size_t n, size_t at, double *sorted)
{
    for (size_t i = 0; i < n; i++)
        sorted[i] = v[i];
    inlay_least_first(sorted, n);
    return sorted[at];
}

/* How far the trials of the better half are from the best. */
static double separation(const struct search *f, size_t n)
{
    const bool is_up = inlay_study_is_better(f->study, 1.0, 0.0);
    const size_t at = is_up ? n - 1 - n / 2 : n / 2;
    const double middle = ranked(f->value, n, at, f->sorted);
    size_t n_better = 0;

    for (size_t i = 0; i < n; i++)
        if (!inlay_study_is_better(f->study, middle, f->value[i]))
            f->far[n_better++] = f->far[i];
    return ranked(f->far, n_better, n_better / 2, f->sorted);
}

static inlay_status find_little(const struct search *f, size_t output,
                                inlay_error *err)
{
    const size_t n = gather(f, output);
    double noise = NAN;
    const inlay_status st = find_noise(f->study, output, &noise, err);

    f->little[output] = 0.0;
    if (st != INLAY_OK || n == 0)
        return st;
    const double all = ranked(f->far, n, 3 * n / 4, f->sorted);
    const double most = fmax(separation(f, n), LITTLE_OF_ALL * all);
    f->little[output] = LITTLE * fmax(most, noise); /* NaN: none */
    return INLAY_OK;
}

/* ---- What a variable changes ---- */

static bool changes_little(const struct search *f, const inlay_slice *slice)
{
    for (size_t i = 0; i < slice->n_cells; i++)
        for (size_t k = 0; k < f->n_outputs; k++) {
            if (!counts(f, k))
                continue;
            const inlay_output_prediction *p = &slice->outputs[i][k];
            const double change = fabs(p->mean - f->here[k].mean) + p->sd;
            if (!(change <= f->little[k])) /* NaN, too */
                return false;
        }
    return true;
}

static inlay_status move(const struct search *f, size_t variable, bool *is_idle,
                         inlay_error *err)
{
    inlay_slice *slice = NULL;
    const inlay_status st = inlay_study_slice(f->study, f->best->x, &variable,
                                              1, RESOLUTION, &slice, err);

    if (st == INLAY_OK)
        *is_idle = changes_little(f, slice);
    inlay_slice_free(slice);
    return st;
}

/* is_idle := has it a small share in every output? */
static inlay_status find_small(const struct search *f, bool *is_idle,
                               bool *is_flat, inlay_error *err)
{
    *is_flat = true;
    for (size_t i = 0; i < f->n_variables; i++)
        is_idle[i] =
            inlay_space_var(inlay_study_space(f->study), i)->n_levels != 1;
    for (size_t k = 0; k < f->n_outputs; k++) {
        if (!counts(f, k))
            continue;
        const inlay_status st =
            inlay_study_relevance_of(f->study, k, f->relevance, err);
        if (st != INLAY_OK)
            return st;
        for (size_t i = 0; i < f->n_variables; i++) {
            *is_flat = *is_flat && f->relevance[i].share == 0.0;
            is_idle[i] = is_idle[i] && f->relevance[i].share < SMALL_SHARE;
        }
    }
    for (size_t i = 0; *is_flat && i < f->n_variables; i++)
        is_idle[i] = false;
    return INLAY_OK;
}

static inlay_status find(const struct search *f, bool *is_idle, bool *is_flat,
                         inlay_error *err)
{
    inlay_status st = find_small(f, is_idle, is_flat, err);

    for (size_t k = 0; st == INLAY_OK && k < f->n_outputs; k++)
        if (counts(f, k))
            st = find_little(f, k, err);
    if (st == INLAY_OK)
        st = inlay_study_predict_outputs(f->study, f->best->x, f->here, err);
    for (size_t i = 0; st == INLAY_OK && i < f->n_variables; i++)
        if (is_idle[i])
            st = move(f, i, &is_idle[i], err);
    return st;
}

inlay_status inlay_matter_find(inlay_study *study, const inlay_trial *best,
                               bool *is_idle, bool *is_flat, inlay_error *err)
{
    struct search f = {
        .study = study,
        .best = best,
        .n_trials = inlay_study_n_trials(study),
        .n_outputs = inlay_options_n_outputs(inlay_study_options(study)),
        .n_variables = inlay_space_n_variables(inlay_study_space(study))};
    const struct inlay_mem_part parts[] = {
        INLAY_PART(f.little, f.n_outputs),
        INLAY_PART(f.here, f.n_outputs),
        INLAY_PART(f.relevance, f.n_variables),
        INLAY_PART(f.value, f.n_trials),
        INLAY_PART(f.far, f.n_trials),
        INLAY_PART(f.sorted, f.n_trials),
        {0},
    };

    if (!inlay_mem_parts(parts))
        return inlay_fail_memory(err, "what variables matter");
    const inlay_status st = find(&f, is_idle, is_flat, err);
    inlay_mem_free(f.little);
    return st;
}
