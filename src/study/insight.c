/*
 * insight.c: what the model of a study has learnt: which variables matter, and
 * how well it predicts what it was not shown.
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
#include "strategy/options.h"

/* By the history as it was read last; NaN where there is no model. */
static inlay_status find_relevance(inlay_study *s, inlay_relevance *out,
                                   inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const size_t n = inlay_space_n_variables(s->space);
    bool has_model = false;
    const inlay_status st = inlay_strategy_relevance(
        s->strategy, &s->history, &rng, out, &has_model, err);
    for (size_t i = 0; st == INLAY_OK && !has_model && i < n; i++)
        out[i] = (inlay_relevance){NAN, NAN};
    return st;
}

inlay_status inlay_study_relevance_sized(inlay_study *s, inlay_relevance *out,
                                         size_t size, inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st != INLAY_OK)
        return st;
    const size_t n = inlay_space_n_variables(s->space);
    inlay_relevance *found = inlay_mem_new(n, sizeof *found);
    if (!found)
        return inlay_fail_memory(err, "the relevance of variables");
    st = find_relevance(s, found, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        inlay_sized_put(out, i, size, &found[i], sizeof *found);
    inlay_mem_free(found);
    return inlay_settle(err, st);
}

/* In the user's direction. */
static void turn(const inlay_study *s, inlay_residual *r)
{
    r->value *= s->sign;
    r->mean *= s->sign;
    r->z *= s->sign;
}

/* found[n] to the caller. */
static inlay_status hand_over(const inlay_study *s, inlay_residual *found,
                              size_t n, inlay_residual *out, size_t size,
                              size_t room, inlay_error *err)
{
    if (room < n)
        return inlay_fail(
            err, INLAY_EINVAL,
            "inlay_study_leave_one_out: room is %zu, but %zu trials are done",
            room, n);
    for (size_t i = 0; i < n; i++) {
        turn(s, &found[i]);
        inlay_sized_put(out, i, size, &found[i], sizeof *found);
    }
    return INLAY_OK;
}

inlay_status inlay_study_leave_one_out_sized(inlay_study *s,
                                             inlay_residual *out, size_t size,
                                             size_t room, size_t *n,
                                             inlay_error *err)
{
    if (!s || !n || (!out && room > 0))
        return inlay_refuse_null(__func__, "study, out and n", err);
    inlay_status st = out ? inlay_sized_check(__func__, size, err) : INLAY_OK;
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const size_t n_done = s->history.n_done;
    inlay_residual *found = inlay_mem_new(n_done, sizeof *found);
    bool has_model = false;
    if (!found)
        return inlay_fail_memory(err, "residuals");
    st = inlay_strategy_leave_one_out(s->strategy, &s->history, &rng, found,
                                      &has_model, err);
    if (st == INLAY_OK && has_model)
        st = hand_over(s, found, n_done, out, size, room, err);
    if (st == INLAY_OK)
        *n = has_model ? n_done : 0;
    inlay_mem_free(found);
    return inlay_settle(err, st);
}

inlay_status inlay_study_residual(inlay_study *s, const inlay_value *x,
                                  double y, inlay_residual *out,
                                  inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const inlay_status st = inlay_strategy_residual(
        s->strategy, &s->history, &rng, x, s->sign * y, out, err);
    if (st == INLAY_OK)
        turn(s, out);
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

static inlay_status find_hyper(inlay_study *s, struct hyper *h,
                               inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const inlay_status st = inlay_strategy_hyper(s->strategy, &s->history, &rng,
                                                 &h->is, &h->numbers, err);
    if (st != INLAY_OK || !h->numbers)
        return st;
    double *mean = h->numbers + (h->is.mean - h->numbers); /* to be written */
    for (size_t k = 0; k < h->is.n_samples; k++)
        mean[k] *= s->sign;
    return INLAY_OK;
}

inlay_status inlay_study_hyperparameters(inlay_study *s,
                                         inlay_hyperparameters **out,
                                         inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    inlay_status st = inlay_study_sync(s, err);
    if (st != INLAY_OK)
        return st;
    struct hyper *h = inlay_mem_new(1, sizeof *h);
    if (!h)
        return inlay_fail_memory(err, "hyper-parameters");
    h->is.n_variables = inlay_space_n_variables(s->space);
    h->is.noise_sd = NAN;
    st = find_hyper(s, h, err);
    if (st == INLAY_OK)
        *out = &h->is;
    else
        inlay_hyperparameters_free(&h->is);
    return inlay_settle(err, st);
}
