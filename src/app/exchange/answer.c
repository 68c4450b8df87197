/*
 * answer.c: trials as JSON.
 */
#include "app/exchange/answer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "study/tell.h"

void inlay_answer_add_number(struct inlay_text *text, double v)
{
    if (isfinite(v))
        inlay_text_add_number(text, v);
    else
        inlay_text_add(text, "null");
}

static const char *state_name(inlay_state state)
{
    static const char *const names[] = {
        [INLAY_PENDING] = "pending",
        [INLAY_DONE] = "done",
        [INLAY_FAILED] = "failed",
    };

    return names[state];
}

/* {"id": 7, and more to come */
static void add_id(struct inlay_text *text, int64_t id)
{
    inlay_text_printf(text, "{\"id\": %" PRId64 ", ", id);
}

static void add_x(struct inlay_text *text, const inlay_space *space,
                  const inlay_value *x)
{
    inlay_text_add(text, "\"x\": ");
    inlay_configuration_add_object(text, space, x);
}

/* , "key": v */
static void add_member(struct inlay_text *text, const char *key, double v)
{
    inlay_text_printf(text, ", \"%s\": ", key);
    inlay_answer_add_number(text, v);
}

void inlay_answer_add_asked(struct inlay_text *text, const inlay_space *space,
                            const inlay_trial *trial)
{
    add_id(text, trial->id);
    add_x(text, space, trial->x);
    inlay_text_add(text, "}");
}

void inlay_answer_add_trial(struct inlay_text *text, const inlay_space *space,
                            const inlay_trial *trial)
{
    add_id(text, trial->id);
    inlay_text_printf(text, "\"state\": \"%s\", ", state_name(trial->state));
    add_x(text, space, trial->x);
    add_member(text, "y", trial->value);
    if (trial->why)
        inlay_text_add(text, ", \"why\": ");
    if (trial->why)
        inlay_text_add_json(text, trial->why);
    inlay_text_add(text, "}");
}

inlay_status inlay_answer_tell(inlay_study *study, int64_t id, double y,
                               const char *why, const char *metrics,
                               inlay_error *err)
{
    const inlay_status st = inlay_study_end(study, id, y, why, metrics, err);
    inlay_trial t;

    if (st != INLAY_ESTATE ||
        inlay_study_trial(study, id, &t, NULL) != INLAY_OK ||
        t.state == INLAY_PENDING)
        return st;
    if (t.state == INLAY_DONE)
        return inlay_fail(err, st,
                          "trial %" PRId64 ": told already, its value is %s",
                          id, inlay_shown_number(t.value).text);
    return inlay_fail(err, st, "trial %" PRId64 ": told already, it failed: %s",
                      id, inlay_shown_text(t.why ? t.why : "").text);
}

/* ---- Best ---------------------------------------------------------------- */

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

static void add_recommended(struct inlay_text *text, const inlay_space *space,
                            const struct inlay_best *best)
{
    inlay_text_add(text, ", \"recommended\": {");
    add_x(text, space, best->recommended);
    add_member(text, "mean", best->at_recommended.mean);
    add_member(text, "sd", best->at_recommended.sd);
    inlay_text_add(text, "}");
}

void inlay_best_add(struct inlay_text *text, const inlay_space *space,
                    const struct inlay_best *best)
{
    const struct {
        const char *key;
        double value;
    } member[] = {
        {"y", best->trial.value},
        {"mean", best->there.mean},
        {"sd", best->there.sd},
        {"n_done", (double)best->n_done},
        {"n_failed", (double)best->n_failed},
        {"n_pending", (double)best->n_pending},
    };
    add_id(text, best->trial.id);

    add_x(text, space, best->trial.x);
    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        add_member(text, member[i].key, member[i].value);
    if (best->is_another)
        add_recommended(text, space, best);
    inlay_text_add(text, "}");
}
