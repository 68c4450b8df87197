/*
 * best.c: the best trial of a study, and what the model recommends.
 */
#include "app/exchange/best.h"

#include <math.h>
#include <string.h>

#include "app/exchange/trial_list.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"

static bool is_same(const inlay_study *study, const inlay_value *a,
                    const inlay_value *b)
{
    const size_t n = inlay_space_n_variables(inlay_study_space(study));

    for (size_t i = 0; i < n; i++)
        if (a[i].real != b[i].real || a[i].integer != b[i].integer)
            return false;
    return true;
}

/* A model that cannot be fitted knows nothing; that is no reason to keep the
 * best trial back. */
static inlay_status pass_numeric(inlay_status st)
{
    return st == INLAY_ENUMERIC ? INLAY_OK : st;
}

inlay_status inlay_best_init(struct inlay_best *best, inlay_study *study,
                             inlay_error *err)
{
    const inlay_prediction unknown = {NAN, NAN, 1.0, NAN};
    struct inlay_best b = {.there = unknown, .at_recommended = unknown};
    const size_t n = inlay_space_n_variables(inlay_study_space(study));
    inlay_status st = inlay_study_refresh(study, err);

    if (st == INLAY_OK)
        st = inlay_study_best(study, &b.trial, err);
    if (st != INLAY_OK)
        return st;
    b.n_done = inlay_study_n_in_state(study, INLAY_DONE);
    b.n_failed = inlay_study_n_in_state(study, INLAY_FAILED);
    b.n_pending = inlay_study_n_in_state(study, INLAY_PENDING);
    b.recommended = inlay_mem_new(n, sizeof *b.recommended);
    if (!b.recommended)
        return inlay_fail_memory(err, "the best trial");
    memcpy(b.recommended, b.trial.x, n * sizeof *b.recommended);
    st = pass_numeric(inlay_study_predict(study, b.trial.x, &b.there, err));
    if (st == INLAY_OK)
        st = pass_numeric(inlay_study_recommend(study, b.recommended,
                                                &b.at_recommended, err));
    b.is_another = !is_same(study, b.recommended, b.trial.x);
    if (st == INLAY_OK)
        *best = b;
    else
        inlay_best_clear(&b);
    return st;
}

void inlay_best_clear(struct inlay_best *best)
{
    inlay_mem_free(best->recommended);
    *best = (struct inlay_best){0};
}

void inlay_best_write(struct inlay_json_writer *w, const char *key,
                      const inlay_space *space, const struct inlay_best *best)
{
    inlay_trial_json_begin(w, key, space, &best->trial);
    inlay_json_write_number(w, "y", best->trial.value);
    inlay_json_write_number(w, "mean", best->there.mean);
    inlay_json_write_number(w, "sd", best->there.sd);
    inlay_json_write_integer(w, "n_done", (int64_t)best->n_done);
    inlay_json_write_integer(w, "n_failed", (int64_t)best->n_failed);
    inlay_json_write_integer(w, "n_pending", (int64_t)best->n_pending);
    if (best->is_another) {
        inlay_json_begin_object(w, "recommended", INLAY_JSON_LINE);
        inlay_configuration_add_object(inlay_json_write_value(w, "x"), space,
                                       best->recommended);
        inlay_json_write_number(w, "mean", best->at_recommended.mean);
        inlay_json_write_number(w, "sd", best->at_recommended.sd);
        inlay_json_end(w);
    }
    inlay_json_end(w);
}
