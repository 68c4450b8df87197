/*
 * insight.c: what the model of a study has learnt: which variables matter, and
 * how well it predicts what it was not shown.
 *
 * Both use the belief of the next trial, as predict does: an ask that follows
 * shares its fit.
 */
#include "study/study.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

inlay_status inlay_study_relevance(inlay_study *s, inlay_relevance *out,
                                   inlay_error *err)
{
    if (!s || !out)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_relevance: study and out must not be "
                          "NULL");
    inlay_status st = inlay_study_sync(s, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_rng rng = inlay_study_next_rng(s);
    bool has_model = false;
    st = s->strategy->ops->relevance(s->strategy, &s->history, &rng, out,
                                     &has_model, err);
    if (st != INLAY_OK || has_model)
        return st;
    for (size_t i = 0; i < inlay_space_n_variables(s->space); i++)
        out[i] = (inlay_relevance){NAN, NAN};
    return INLAY_OK;
}

/* found[n] to the caller, in the user's direction. */
static inlay_status hand_over(const inlay_study *s, const inlay_residual *found,
                              size_t n, inlay_residual *out, size_t room,
                              inlay_error *err)
{
    if (room < n)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_leave_one_out: room is %zu, and %zu "
                          "trials are done",
                          room, n);
    for (size_t i = 0; i < n; i++) {
        out[i] = found[i];
        out[i].value *= s->sign;
        out[i].mean *= s->sign;
        out[i].z *= s->sign;
    }
    return INLAY_OK;
}

inlay_status inlay_study_leave_one_out(inlay_study *s, inlay_residual *out,
                                       size_t room, size_t *n, inlay_error *err)
{
    if (!s || !n || (!out && room > 0))
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_leave_one_out: study, out and n must "
                          "not be NULL");
    inlay_status st = inlay_study_sync(s, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_rng rng = inlay_study_next_rng(s);
    const size_t n_done = s->history.n_done;
    inlay_residual *found = inlay_mem_new(n_done, sizeof *found);
    bool has_model = false;
    if (!found)
        return inlay_fail_memory(err, "residuals");
    st = s->strategy->ops->leave_one_out(s->strategy, &s->history, &rng, found,
                                         &has_model, err);
    if (st == INLAY_OK && has_model)
        st = hand_over(s, found, n_done, out, room, err);
    if (st == INLAY_OK)
        *n = has_model ? n_done : 0;
    inlay_mem_free(found);
    return st;
}
