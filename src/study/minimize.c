/*
 * minimize.c: inlay_minimize, a study driven by a C function.
 */
#include "inlay.h"

#include <string.h>

#include "base/error.h"

static inlay_status drive(inlay_study *s, size_t budget, inlay_objective_fn *f,
                          void *context, inlay_error *err)
{
    for (size_t i = 0; i < budget; i++) {
        inlay_trial t;
        inlay_status st = inlay_study_ask(s, &t, err);
        if (st == INLAY_EXHAUSTED)
            break;
        if (st == INLAY_OK)
            st = inlay_study_tell(s, t.id, f(t.x, context), err);
        if (st != INLAY_OK)
            return st;
    }
    return INLAY_OK;
}

/* x with its texts pointing into the caller's space, which outlives the study. */
static inlay_status hand_over(const inlay_space *space, const inlay_trial *best,
                              inlay_value *x, inlay_error *err)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        inlay_variable v;
        const inlay_status st = inlay_space_variable(space, i, &v, err);
        if (st != INLAY_OK)
            return st;
        x[i] = best->x[i];
        if (v.labels)
            x[i].text = v.labels[best->x[i].integer];
    }
    return INLAY_OK;
}

inlay_status inlay_minimize(const inlay_space *space,
                            const inlay_options *options, size_t budget,
                            inlay_objective_fn *f, void *context,
                            inlay_value *x, double *value, inlay_error *err)
{
    const char *goal = options ? inlay_options_get(options, "goal") : NULL;
    inlay_study *s = NULL;
    inlay_trial best;
    if (!space || !f)
        return inlay_refuse_null(__func__, "space and f", err);
    if (budget == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_minimize: budget must not be 0");
    if (goal && strcmp(goal, "minimize") != 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_minimize: option 'goal' is '%s'; negate the "
                          "objective, or use a study",
                          goal);
    inlay_status st = inlay_study_new(space, options, &s, err);
    if (st == INLAY_OK)
        st = drive(s, budget, f, context, err);
    if (st == INLAY_OK)
        st = inlay_study_best(s, &best, err);
    if (st == INLAY_OK && x)
        st = hand_over(space, &best, x, err);
    if (st == INLAY_OK && value)
        *value = best.value;
    inlay_study_free(s);
    return inlay_settle(err, st);
}
