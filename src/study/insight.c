/*
 * insight.c: what the model of a study has learnt: which variables matter, how
 * well it predicts what it was not shown, how noisy the values are.
 *
 * Both use the belief of the next trial, as predict does: an ask that follows
 * shares its fit.
 */
#include "study/inside.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sized.h"
#include "problem/seen.h"
#include "strategy/options.h"

/* INLAY_EINVAL: the study has no such output. */
static inlay_status check_output(const inlay_study *s, size_t output,
                                 inlay_error *err)
{
    const size_t n = inlay_options_n_outputs(s->options);
    if (output < n)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "output %zu does not exist; the study has outputs 0 to "
                      "%zu",
                      output, n - 1);
}

/* The direction in which the model sees an output. */
static double sign_of(const inlay_study *s, size_t output)
{
    return output == inlay_options_objective(s->options) ? s->sign : 1.0;
}

/* What is read last, of an output that exists. */
static inlay_status look_at(inlay_study *s, size_t output, inlay_error *err)
{
    inlay_status st = check_output(s, output, err);
    if (st == INLAY_OK)
        st = inlay_study_begin(s, err);
    return st == INLAY_OK ? inlay_study_sync(s, err) : st;
}

/* By the history as it was read last; NaN where there is no model. */
static inlay_status find_relevance(inlay_study *s, size_t output,
                                   inlay_relevance *out, inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const size_t n = inlay_space_n_variables(s->space);
    bool has_model = false;
    inlay_status st = inlay_strategy_relevance(s->strategy, &s->history, &rng,
                                               output, out, &has_model, err);
    st = inlay_study_settle(s, st, err);
    for (size_t i = 0; st == INLAY_OK && !has_model && i < n; i++)
        out[i] = (inlay_relevance){NAN, NAN};
    return st;
}

inlay_status inlay_study_relevance_of_sized(inlay_study *s, size_t output,
                                            inlay_relevance *out, size_t size,
                                            inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        st = look_at(s, output, err);
    if (st != INLAY_OK)
        return st;
    const size_t n = inlay_space_n_variables(s->space);
    inlay_relevance *found = inlay_mem_new(n, sizeof *found);
    if (!found)
        return inlay_fail_memory(err, "the relevance of variables");
    st = find_relevance(s, output, found, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        inlay_sized_put(out, i, size, &found[i], sizeof *found);
    inlay_mem_free(found);
    return inlay_settle(err, st);
}

inlay_status inlay_study_relevance_sized(inlay_study *s, inlay_relevance *out,
                                         size_t size, inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    return inlay_study_relevance_of_sized(
        s, inlay_options_objective(s->options), out, size, err);
}

/* In the user's direction. */
static void turn(double sign, inlay_residual *r)
{
    r->value *= sign;
    r->mean *= sign;
    r->z *= sign;
}

/* found[n] to the caller. */
static inlay_status hand_over(double sign, inlay_residual *found, size_t n,
                              inlay_residual *out, size_t size, size_t room,
                              inlay_error *err)
{
    if (room < n)
        return inlay_fail(
            err, INLAY_EINVAL,
            "inlay_study_leave_one_out: room is %zu, but %zu trials are done",
            room, n);
    for (size_t i = 0; i < n; i++) {
        turn(sign, &found[i]);
        inlay_sized_put(out, i, size, &found[i], sizeof *found);
    }
    return INLAY_OK;
}

inlay_status inlay_study_leave_one_out_of_sized(inlay_study *s, size_t output,
                                                inlay_residual *out,
                                                size_t size, size_t room,
                                                size_t *n, inlay_error *err)
{
    if (!s || !n || (!out && room > 0))
        return inlay_refuse_null(__func__, "study, out and n", err);
    inlay_status st = out ? inlay_sized_check(__func__, size, err) : INLAY_OK;
    if (st == INLAY_OK)
        st = look_at(s, output, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_rng rng = inlay_study_next_rng(s);
    inlay_residual *found = inlay_mem_new(s->history.n_done, sizeof *found);
    size_t n_found = 0;
    bool has_model = false;
    if (!found)
        return inlay_fail_memory(err, "residuals");
    st = inlay_strategy_leave_one_out(s->strategy, &s->history, &rng, output,
                                      found, &n_found, &has_model, err);
    st = inlay_study_settle(s, st, err);
    if (st == INLAY_OK && has_model)
        st =
            hand_over(sign_of(s, output), found, n_found, out, size, room, err);
    if (st == INLAY_OK)
        *n = has_model ? n_found : 0;
    inlay_mem_free(found);
    return inlay_settle(err, st);
}

inlay_status inlay_study_leave_one_out_sized(inlay_study *s,
                                             inlay_residual *out, size_t size,
                                             size_t room, size_t *n,
                                             inlay_error *err)
{
    if (!s || !n || (!out && room > 0))
        return inlay_refuse_null(__func__, "study, out and n", err);
    return inlay_study_leave_one_out_of_sized(
        s, inlay_options_objective(s->options), out, size, room, n, err);
}

inlay_status inlay_study_residual(inlay_study *s, const inlay_value *x,
                                  size_t output, double y, double variance,
                                  inlay_residual *out, inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const double sign = sign_of(s, output);
    inlay_status st =
        inlay_strategy_residual(s->strategy, &s->history, &rng, x, output,
                                sign * y, variance, out, err);
    st = inlay_study_settle(s, st, err);
    if (st == INLAY_OK)
        turn(sign, out);
    return st;
}

inlay_status inlay_study_predict_output(inlay_study *s, const inlay_value *x,
                                        size_t output,
                                        inlay_output_prediction *out,
                                        inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    inlay_status st = inlay_strategy_predict_output(s->strategy, &s->history,
                                                    &rng, x, output, out, err);
    st = inlay_study_settle(s, st, err);
    if (st == INLAY_OK)
        out->mean *= sign_of(s, output);
    return st;
}

const char *inlay_study_acquisition(const inlay_study *s)
{
    return s ? inlay_choice_name(INLAY_OPT_ACQUISITION,
                                 s->strategy->acquisition)
             : NULL;
}

/* ---- Hyper-parameters ---- */

struct hyper {
    inlay_hyperparameters is; /* first */
    double *numbers;
};

void inlay_hyperparameters_free(inlay_hyperparameters *hyper)
{
    struct hyper *h = (struct hyper *)hyper;
    if (h)
        inlay_mem_free(h->numbers);
    inlay_mem_free(h);
}

static inlay_status find_hyper(inlay_study *s, size_t output, struct hyper *h,
                               inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    inlay_status st = inlay_strategy_hyper(s->strategy, &s->history, &rng,
                                           output, &h->is, &h->numbers, err);
    st = inlay_study_settle(s, st, err);
    if (st != INLAY_OK || !h->numbers)
        return st;
    double *mean = h->numbers + (h->is.mean - h->numbers); /* to be written */
    for (size_t k = 0; k < h->is.n_samples; k++)
        mean[k] *= sign_of(s, output);
    return INLAY_OK;
}

inlay_status inlay_study_hyperparameters_of(inlay_study *s, size_t output,
                                            inlay_hyperparameters **out,
                                            inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = look_at(s, output, err);
    if (st != INLAY_OK)
        return st;
    struct hyper *h = inlay_mem_new(1, sizeof *h);
    if (!h)
        return inlay_fail_memory(err, "hyper-parameters");
    h->is.n_variables = inlay_space_n_variables(s->space);
    h->is.noise_sd = NAN;
    st = find_hyper(s, output, h, err);
    if (st == INLAY_OK)
        *out = &h->is;
    else
        inlay_hyperparameters_free(&h->is);
    return inlay_settle(err, st);
}

inlay_status inlay_study_hyperparameters(inlay_study *s,
                                         inlay_hyperparameters **out,
                                         inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    return inlay_study_hyperparameters_of(
        s, inlay_options_objective(s->options), out, err);
}

/* ---- Noise ---- */

/* *n := done trials with the configuration of an earlier one. */
static inlay_status count_repeated(const inlay_study *s, size_t *n,
                                   inlay_error *err)
{
    struct inlay_seen seen;
    inlay_seen_init(&seen, s->exact);
    inlay_status st = INLAY_OK;
    *n = 0;
    for (size_t i = 0; st == INLAY_OK && i < s->history.n; i++) {
        const struct inlay_record *r = s->history.record[i];
        const size_t n_before = seen.n;
        if (r->state != INLAY_STATE_DONE)
            continue;
        st = inlay_seen_add(&seen, r->u, err);
        *n += seen.n == n_before;
    }
    inlay_seen_clear(&seen);
    return st;
}

inlay_status inlay_study_noise_known(inlay_study *s, inlay_noise_estimate *out,
                                     inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const inlay_status st =
        inlay_strategy_noise(s->strategy, &s->history, &rng, out, err);
    return st == INLAY_OK ? count_repeated(s, &out->n_repeated, err) : st;
}

inlay_status inlay_study_noise_sized(inlay_study *s, inlay_noise_estimate *out,
                                     size_t size, inlay_error *err)
{
    inlay_noise_estimate found;
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        st = look_at(s, inlay_options_objective(s->options), err);
    if (st == INLAY_OK)
        st =
            inlay_study_settle(s, inlay_study_noise_known(s, &found, err), err);
    if (st == INLAY_OK)
        inlay_sized_put(out, 0, size, &found, sizeof found);
    return inlay_settle(err, st);
}
