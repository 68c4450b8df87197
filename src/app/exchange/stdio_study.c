/*
 * stdio_study.c: operations that look at a study, or change it.
 */
#include <math.h>

#include "app/exchange/stdio_request.h"
#include "app/exchange/trial_json.h"
#include "app/pages/audit.h"
#include "app/pages/best.h"
#include "app/pages/changed.h"
#include "app/pages/explain.h"
#include "base/error.h"
#include "study/study_file.h"
#include "study/tell.h"

inlay_status inlay_op_best(struct inlay_request *r, inlay_error *err)
{
    return inlay_best_write(r->w, NULL, r->study, err);
}

static struct inlay_trial_terms terms_of(const struct inlay_request *r)
{
    return (struct inlay_trial_terms){
        r->space, inlay_study_outputs(r->study),
        json_is_true(json_object_get(r->json, "times"))};
}

inlay_status inlay_op_show(struct inlay_request *r, inlay_error *err)
{
    struct inlay_text notes = {0};
    inlay_trial trial;
    const json_t *times = json_object_get(r->json, "times");
    inlay_status st = !times || json_is_boolean(times)
                          ? inlay_study_refresh(r->study, err)
                          : inlay_fail(err, INLAY_EPARSE,
                                       "times: must be true or false, not %s",
                                       inlay_json_type_name(times));

    if (st == INLAY_OK)
        st = inlay_study_trial(r->study, r->id, &trial, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_listed shown = inlay_listed_of(r->study, &trial, &notes);
    if (shown.n_starts == 0)
        shown.seconds = NAN; /* of an evaluation that nobody has timed */
    inlay_trial_json_write(r->w, terms_of(r), &shown);
    inlay_text_fail_as(r->w->text, &notes);
    inlay_text_clear(&notes);
    return INLAY_OK;
}

/* ---- The study ---- */

/* "changed": the line of what has changed; nothing where nothing has. */
static inlay_status write_change(const struct inlay_request *r,
                                 inlay_error *err)
{
    struct inlay_text line = {0};
    inlay_revision change;
    inlay_status st = inlay_study_last_revision(r->study, &change, err);

    if (st != INLAY_OK)
        return st;
    inlay_changed_add(&change, &line);
    if (line.n > 0)
        inlay_json_write_text(r->w, "changed", line.bytes);
    st = inlay_text_status(&line, err);
    inlay_text_clear(&line);
    return st;
}

/* The study file stands in the request; what it does not say has its default. */
static inlay_status read_study(const struct inlay_request *r,
                               struct inlay_study_file **file, inlay_error *err)
{
    const json_t *json = json_object_get(r->json, "study");
    struct inlay_text text = {0};

    if (!json)
        return inlay_fail(err, INLAY_EPARSE,
                          "study is missing: a study file, as in {\"op\": "
                          "\"change\", \"study\": {\"variables\": [...]}}");
    if (!json_is_object(json))
        return inlay_fail(err, INLAY_EPARSE,
                          "study: must be an object, a study file, not %s",
                          inlay_json_type_name(json));
    inlay_json_add(&text, json);
    inlay_status st = inlay_text_status(&text, err);
    if (st == INLAY_OK)
        st = inlay_study_file_parse(text.bytes, text.n, NULL, NULL, file, err);
    inlay_text_clear(&text);
    return inlay_fail_within(err, st, "study");
}

/* Does the study that is given say anything but its variables?  What it does not
 * say stays as it is recorded. */
static bool has_options(const json_t *study)
{
    struct inlay_key key;

    if (json_object_get(study, "outputs") || json_object_get(study, "options"))
        return true;
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        if (key.option && json_object_get(study, key.name))
            return true;
    return false;
}

inlay_status inlay_op_change(struct inlay_request *r, inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st = read_study(r, &file, err);
    const bool is_whole = has_options(json_object_get(r->json, "study"));

    if (st == INLAY_OK)
        st = inlay_study_revise(r->study, file->space,
                                is_whole ? file->options : NULL, err);
    inlay_study_file_free(file);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    if (st == INLAY_OK)
        st = write_change(r, err);
    inlay_json_end(r->w);
    return st;
}

inlay_status inlay_op_info(struct inlay_request *r, inlay_error *err)
{
    const inlay_study *s = r->study;
    inlay_status st = inlay_study_refresh(r->study, err);
    const double counts[] = {
        (double)inlay_study_n_trials(s),
        (double)inlay_study_n_in_state(s, INLAY_STATE_DONE),
        (double)inlay_study_n_in_state(s, INLAY_STATE_FAILED),
        (double)inlay_study_n_in_state(s, INLAY_STATE_PENDING),
        (double)inlay_study_n_queued(s),
        (double)inlay_study_n_in_state(s, INLAY_STATE_ABANDONED),
        (double)inlay_study_n_since_best(s),
    };

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "version", inlay_version());
    inlay_json_write_text(r->w, "goal",
                          inlay_options_get(inlay_study_options(s), "goal"));
    inlay_json_write_numbers(
        r->w,
        "n_trials n_done n_failed n_pending n_enqueued n_abandoned "
        "n_since_best",
        counts);
    inlay_space_write(r->w, "variables", r->space, INLAY_JSON_LINE);
    if (st == INLAY_OK)
        st = write_change(r, err);
    inlay_json_end(r->w);
    return st;
}

/* Without an id: the next suggestion. */
inlay_status inlay_op_explain(struct inlay_request *r, inlay_error *err)
{
    inlay_explanation *e = NULL;
    inlay_status st = INLAY_OK;

    if (json_object_get(r->json, "id"))
        st = inlay_request_id(r, err);
    if (st == INLAY_OK)
        st = inlay_study_explain(r->study, r->id, &e, err);
    if (st == INLAY_OK)
        inlay_explanation_json(e, r->w->text);
    inlay_explanation_free(e);
    return st;
}

inlay_status inlay_op_check(struct inlay_request *r, inlay_error *err)
{
    inlay_audit *audit = NULL;
    const inlay_status st = inlay_study_audit(r->study, &audit, err);

    if (st == INLAY_OK)
        inlay_audit_json(audit, 0, r->w->text);
    inlay_audit_free(audit);
    return st;
}
