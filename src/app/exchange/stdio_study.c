/*
 * stdio_study.c: operations that look at a study, or change it.
 */
#include <math.h>
#include <string.h>

#include "app/exchange/stdio_request.h"
#include "app/exchange/trial_json.h"
#include "app/pages/audit.h"
#include "app/pages/best.h"
#include "app/pages/changed.h"
#include "app/pages/explain.h"
#include "base/error.h"
#include "study/life.h"
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
    if (r->id == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "show: there is no trial 0; {\"op\": \"info\"} "
                          "shows the study");
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

inlay_status inlay_op_changes(struct inlay_request *r, inlay_error *err)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_begin_array(r->w, "changes", INLAY_JSON_LINE);
    const inlay_status st = inlay_study_changes(
        r->study, r->id, inlay_trial_json_change, r->w, err);
    inlay_json_end(r->w);
    inlay_json_end(r->w);
    return st;
}

/* null: no trial has it; and n_before, where it is in the queue. */
inlay_status inlay_op_find(struct inlay_request *r, inlay_error *err)
{
    int64_t id = 0;
    size_t n_before = 0;
    inlay_status st = inlay_study_refresh(r->study, err);

    if (st == INLAY_OK)
        st = inlay_study_find(r->study, r->x, &id, err);
    if (st == INLAY_OK)
        st = inlay_study_find_queued(r->study, r->x, &n_before, err);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_number(r->w, "id", id > 0 ? (double)id : NAN);
    if (n_before < inlay_study_n_queued(r->study))
        inlay_json_write_integer(r->w, "n_before", (int64_t)n_before);
    inlay_json_end(r->w);
    return st;
}

inlay_status inlay_op_is_better(struct inlay_request *r, inlay_error *err)
{
    static const char *const KEYS[] = {"a", "b"};
    double v[] = {NAN, NAN};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < 2; i++)
        if (!json_is_null(json_object_get(r->json, KEYS[i])))
            st = inlay_json_number(r->json, KEYS[i], "is_better", &v[i], err);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "is_better",
                             inlay_study_is_better(r->study, v[0], v[1]));
    inlay_json_end(r->w);
    return st;
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

/* *out := what is recorded, as a study file. */
static inlay_status read_recorded(const struct inlay_request *r, json_t **out,
                                  inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    char *text = NULL;
    inlay_status st = inlay_study_file_new(
        r->space, inlay_study_options(r->study), &file, err);

    if (st == INLAY_OK)
        st = inlay_study_file_print(file, &text, err);
    if (st == INLAY_OK)
        st = inlay_json_parse(text, strlen(text), out, err);
    inlay_text_free(text);
    inlay_study_file_free(file);
    return st;
}

/* Where outputs have names, the goal stands with the objective. */
static bool set_goal(const struct inlay_request *r, json_t *study, json_t *goal)
{
    const size_t i = inlay_options_objective(inlay_study_options(r->study));
    json_t *outputs = json_object_get(study, "outputs");

    return json_object_set(outputs ? json_array_get(outputs, i) : study, "goal",
                           goal) == 0;
}

/* Puts what is given into what is recorded. */
static bool merge(const struct inlay_request *r, json_t *study, json_t *given)
{
    json_t *options = json_object_get(study, "options"), *value;
    const char *key;
    bool is_ok = true;

    if (json_object_get(given, "outputs")) /* each with its goal */
        json_object_del(study, "goal");
    json_object_foreach(given, key, value)
    {
        if (strcmp(key, "options") == 0 && json_is_object(options) &&
            json_is_object(value))
            is_ok = is_ok && json_object_update(options, value) == 0;
        else if (strcmp(key, "goal") == 0 && !json_object_get(given, "outputs"))
            is_ok = is_ok && set_goal(r, study, value);
        else
            is_ok = is_ok && json_object_set(study, key, value) == 0;
    }
    return is_ok;
}

/* The study file stands in the request; what it does not say stays as it is. */
static inlay_status read_study(const struct inlay_request *r,
                               struct inlay_study_file **file, inlay_error *err)
{
    json_t *given = json_object_get(r->json, "study"), *study = NULL;
    struct inlay_text text = {0};

    if (!given)
        return inlay_fail(err, INLAY_EPARSE,
                          "study is missing: a study file, as in {\"op\": "
                          "\"change\", \"study\": {\"variables\": [...]}}");
    if (!json_is_object(given))
        return inlay_fail(err, INLAY_EPARSE,
                          "study: must be an object, a study file, not %s",
                          inlay_json_type_name(given));
    inlay_status st = read_recorded(r, &study, err);
    if (st == INLAY_OK && !merge(r, study, given))
        st = inlay_fail_memory(err, "a study");
    if (st == INLAY_OK) {
        inlay_json_add(&text, study);
        st = inlay_text_status(&text, err);
    }
    if (st == INLAY_OK)
        st = inlay_study_file_parse(text.bytes, text.n, NULL, NULL, file, err);
    json_decref(study);
    inlay_text_clear(&text);
    return inlay_fail_within(err, st, "study");
}

inlay_status inlay_op_change(struct inlay_request *r, inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st = read_study(r, &file, err);

    if (st == INLAY_OK)
        st = inlay_study_revise(r->study, file->space, file->options, err);
    inlay_study_file_free(file);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    if (st == INLAY_OK)
        st = write_change(r, err);
    inlay_json_end(r->w);
    return st;
}

/* Of the study, as they stand in a study file. */
static void write_outputs(const struct inlay_request *r)
{
    const inlay_options *o = inlay_study_options(r->study);
    const inlay_output *output;

    inlay_json_begin_array(r->w, "outputs", INLAY_JSON_LINE);
    for (size_t i = 0; (output = inlay_options_output(o, i)); i++) {
        inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(r->w, "name", output->name);
        if (output->goal != INLAY_GOAL_NONE)
            inlay_json_write_text(r->w, "goal", inlay_options_get(o, "goal"));
        if (isfinite(output->min))
            inlay_json_write_number(r->w, "min", output->min);
        if (isfinite(output->max))
            inlay_json_write_number(r->w, "max", output->max);
        inlay_json_end(r->w);
    }
    inlay_json_end(r->w);
}

static void write_counts(const struct inlay_request *r)
{
    const inlay_study *s = r->study;
    const double counts[] = {
        (double)inlay_study_n_trials(s),
        (double)inlay_study_n_in_state(s, INLAY_STATE_DONE),
        (double)inlay_study_n_in_state(s, INLAY_STATE_FAILED),
        (double)inlay_study_n_in_state(s, INLAY_STATE_PENDING),
        (double)inlay_study_n_queued(s),
        (double)inlay_study_n_in_state(s, INLAY_STATE_ABANDONED),
        (double)inlay_study_n_since_best(s),
    };
    double n_discarded = 0.0, n_outside = 0.0, n_feasible = 0.0;
    inlay_trial t;

    inlay_json_write_numbers(
        r->w,
        "n_trials n_done n_failed n_pending n_enqueued n_abandoned "
        "n_since_best",
        counts);
    for (int64_t id = 1; inlay_study_trial(s, id, &t, NULL) == INLAY_OK; id++) {
        n_discarded += t.is_discarded;
        n_outside += t.is_outside;
        n_feasible += t.is_feasible && !t.is_discarded && !t.is_outside;
    }
    inlay_json_write_numbers(
        r->w, "n_discarded n_outside n_feasible",
        (const double[]){n_discarded, n_outside, n_feasible});
}

inlay_status inlay_op_info(struct inlay_request *r, inlay_error *err)
{
    const inlay_study *s = r->study;
    inlay_status st = inlay_study_refresh(r->study, err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "version", inlay_version());
    inlay_json_write_text(r->w, "goal",
                          inlay_options_get(inlay_study_options(s), "goal"));
    write_counts(r);
    inlay_json_write_boolean(r->w, "may_repeat", inlay_study_may_repeat(s));
    inlay_json_write_text(r->w, "acquisition", inlay_study_acquisition(s));
    inlay_space_write(r->w, "variables", r->space, INLAY_JSON_LINE);
    write_outputs(r);
    inlay_notes_print(inlay_study_notes(s, 0), NULL, 0,
                      inlay_json_write_value(r->w, "attributes"));
    if (st == INLAY_OK)
        st = write_change(r, err);
    inlay_json_end(r->w);
    return st;
}

/* As they are in force, whoever has set them. */
inlay_status inlay_op_options(struct inlay_request *r, inlay_error *err)
{
    const inlay_options *o = inlay_study_options(r->study);
    const inlay_option *option;
    double v;

    (void)err;
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_begin_object(r->w, "options", INLAY_JSON_LINE);
    for (size_t i = 0; (option = inlay_option_at(i)); i++)
        if (inlay_options_get_number(o, option->name, &v, NULL) == INLAY_OK)
            inlay_json_write_number(r->w, option->name, v);
        else
            inlay_json_write_text(r->w, option->name,
                                  inlay_options_get(o, option->name));
    inlay_json_end(r->w);
    inlay_json_end(r->w);
    return INLAY_OK;
}

inlay_status inlay_op_last_revision(struct inlay_request *r, inlay_error *err)
{
    inlay_revision is;
    const inlay_status st = inlay_study_last_revision(r->study, &is, err);

    if (st != INLAY_OK)
        return st;
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "text", is.text);
    inlay_json_write_boolean(r->w, "is_recorded", is.is_recorded);
    inlay_json_write_numbers(
        r->w,
        "n_carried n_outside n_without_point n_queue_outside n_without_value "
        "n_without_limit",
        (const double[]){(double)is.n_carried, (double)is.n_outside,
                         (double)is.n_without_point, (double)is.n_queue_outside,
                         (double)is.n_without_value,
                         (double)is.n_without_limit});
    inlay_json_end(r->w);
    return INLAY_OK;
}

inlay_status inlay_op_last_ask(struct inlay_request *r, inlay_error *err)
{
    inlay_ask_stats of;
    const inlay_status st = inlay_study_last_ask(r->study, &of, err);

    if (st == INLAY_OK)
        inlay_json_write_object(
            r->w, NULL,
            "n_likelihoods n_jitters jitter n_candidates n_minima "
            "n_unconverged fit_seconds maximize_seconds noise_sd",
            (const double[]){(double)of.n_likelihoods, (double)of.n_jitters,
                             of.jitter, (double)of.n_candidates,
                             (double)of.n_minima, (double)of.n_unconverged,
                             of.fit_seconds, of.maximize_seconds, of.noise_sd});
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
