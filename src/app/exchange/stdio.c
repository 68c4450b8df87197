/*
 * stdio.c: a study by lines of JSON.
 *
 * A reply is written when it is complete, with one write().
 */
#include "app/exchange/stdio.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "app/exchange/told.h"
#include "app/exchange/trial_json.h"
#include "app/pages/audit.h"
#include "app/pages/best.h"
#include "app/pages/changed.h"
#include "app/pages/explain.h"
#include "base/error.h"
#include "base/json.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "base/stream.h"
#include "problem/configuration.h"
#include "study/life.h"
#include "study/study_file.h"
#include "study/tell.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* What an operation is given; parts that it has no key for are 0. */
struct request {
    inlay_study *study;
    const inlay_space *space;
    const json_t *json;
    struct inlay_json_writer *w; /* of the answer */
    int64_t id;
    inlay_value *x;
    double y; /* NaN where it failed */
    const char *why;
    struct inlay_text metrics;
    struct inlay_shown key; /* of the value, where it is not the objective's */
};

/* ---- Parts of a request -------------------------------------------------- */

/* null, "nan" and "inf" tell of an evaluation that went wrong. */
static inlay_status read_y(const json_t *json, double *y, inlay_error *err)
{
    const char *text = json_string_value(json);

    *y = json_is_number(json) ? json_number_value(json) : NAN;
    if (json_is_null(json) || json_is_number(json) ||
        (text && inlay_told_number(text, y) && !isfinite(*y)))
        return INLAY_OK;
    return inlay_fail(
        err, INLAY_EPARSE, "y: must be a number, null or \"nan\", not %s%s%s",
        text ? "\"" : "",
        text ? inlay_shown_text(text).text : inlay_json_type_name(json),
        text ? "\"" : "");
}

/* Of tell and add: y, or why it failed; and metrics. */
static inlay_status read_result(struct request *r, inlay_error *err)
{
    json_t *value = json_object_get(r->json, "y");
    const json_t *failed = json_object_get(r->json, "failed");
    const json_t *metrics = json_object_get(r->json, "metrics");
    inlay_status st = INLAY_OK;

    if (value && failed)
        return inlay_fail(err, INLAY_EPARSE, "y and failed: choose one");
    if (!value && !failed)
        return inlay_fail(err, INLAY_EPARSE,
                          "y is missing: the value; or, if the evaluation "
                          "failed, \"failed\": \"why\"");
    if (failed && !json_is_string(failed))
        return inlay_fail(err, INLAY_EPARSE,
                          "failed: must be a string, the reason, not %s",
                          inlay_json_type_name(failed));
    r->y = NAN;
    r->why = json_string_value(failed);
    if (json_is_object(value) && metrics)
        return inlay_fail(err, INLAY_EPARSE,
                          "metrics: put them into y, which is an object");
    if (value)
        st = json_is_object(value)
                 ? inlay_told_outputs(r->study, value, &r->y, &r->metrics,
                                      &r->key, err)
                 : read_y(value, &r->y, err);
    if (st == INLAY_OK && isfinite(r->y) && !json_is_object(value) && !metrics)
        st = inlay_told_check_alone(r->study, err);
    return st == INLAY_OK && metrics
               ? inlay_told_metrics(metrics, "metrics", &r->metrics, err)
               : st;
}

static inlay_status read_id(struct request *r, inlay_error *err)
{
    if (!json_object_get(r->json, "id"))
        return inlay_fail(err, INLAY_EPARSE,
                          "id is missing: the number of the trial, as in "
                          "{\"op\": \"show\", \"id\": 7}");
    return inlay_json_integer(r->json, "id", "the request", &r->id, err);
}

/* Seconds that the operation may take; without them it has all the time. */
static inlay_status read_deadline(struct request *r, inlay_error *err)
{
    double seconds = INFINITY;
    inlay_status st = INLAY_OK;
    if (json_object_get(r->json, "deadline"))
        st = inlay_json_number(r->json, "deadline", "the request", &seconds,
                               err);
    if (st == INLAY_OK && !(seconds > 0.0))
        return inlay_fail(err, INLAY_EINVAL,
                          "deadline: %g is not a number of seconds above 0",
                          seconds);
    return st == INLAY_OK ? inlay_study_set_deadline(r->study, seconds, err)
                          : st;
}

static inlay_status read_x(struct request *r, inlay_error *err)
{
    const json_t *json = json_object_get(r->json, "x");

    if (!json)
        return inlay_fail(err, INLAY_EPARSE,
                          "x is missing: the value of each variable, by its "
                          "name");
    r->x = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *r->x);
    return r->x ? inlay_configuration_read(r->space, json, r->x, err)
                : inlay_fail_memory(err, "a configuration");
}

static void say_ok(const struct request *r)
{
    inlay_text_add(inlay_json_write_value(r->w, NULL), "{\"ok\": true}");
}

/* ---- Operations ---------------------------------------------------------- */

/* Those that were suggested are in the reply, also where there are fewer. */
static inlay_status op_ask(struct request *r, inlay_error *err)
{
    const bool is_list = json_object_get(r->json, "n") != NULL;
    int64_t n = 1, n_asked = 0;
    inlay_status st = INLAY_OK;

    if (is_list)
        st = inlay_json_integer(r->json, "n", "the request", &n, err);
    if (st == INLAY_OK && (n < 1 || n > INLAY_TOLD_MOST))
        st = inlay_fail(err, INLAY_EINVAL, "n: %" PRId64 " is not from 1 to %d",
                        n, INLAY_TOLD_MOST);
    if (st == INLAY_OK)
        st = inlay_told_ask(r->study, n, is_list, r->w, &n_asked, err);
    return n_asked > 0 ? INLAY_OK : st;
}

static inlay_status op_tell(struct request *r, inlay_error *err)
{
    const inlay_status st =
        inlay_told_end(r->study, r->id, r->y, r->why, r->metrics.bytes, err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    if (r->key.text[0])
        inlay_json_write_bytes(r->w, "taken", r->key.text);
    inlay_json_end(r->w);
    return st;
}

/* ---- When something went wrong with a trial ---- */

/* A reason is optional. */
static inlay_status read_why(struct request *r, inlay_error *err)
{
    const json_t *why = json_object_get(r->json, "why");

    r->why = json_string_value(why);
    return !why || json_is_null(why) || r->why
               ? INLAY_OK
               : inlay_fail(err, INLAY_EPARSE, "why: must be a string, not %s",
                            inlay_json_type_name(why));
}

static inlay_status op_abandon(struct request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_abandon(r->study, r->id, r->why, err);
}

static inlay_status op_requeue(struct request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_requeue(r->study, r->id, err);
}

static inlay_status op_amend(struct request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_amend_end(r->study, r->id, r->y, r->why,
                                 r->metrics.bytes, err);
}

static inlay_status op_discard(struct request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_discard(r->study, r->id, r->why, err);
}

static inlay_status op_restore(struct request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_restore(r->study, r->id, err);
}

/* {"host": "node7", "old": null}: sets and removes. */
static inlay_status op_note(struct request *r, inlay_error *err)
{
    json_t *given = json_object_get(r->json, "attributes");
    const size_t n = json_object_size(given);
    struct inlay_note *changes = inlay_mem_new(n, sizeof *changes);
    inlay_status st = changes ? INLAY_OK : inlay_fail_memory(err, "attributes");
    const char *key;
    json_t *value;
    size_t i = 0;

    if (st == INLAY_OK && !json_is_object(given))
        st = inlay_fail(err, INLAY_EPARSE,
                        "attributes: must be an object of strings, not %s",
                        inlay_json_type_name(given));
    json_object_foreach(given, key, value)
    {
        if (st == INLAY_OK && !json_is_string(value) && !json_is_null(value))
            st = inlay_fail(err, INLAY_EPARSE,
                            "attribute '%s': must be a string, or null to "
                            "remove it, not %s",
                            inlay_shown_text(key).text,
                            inlay_json_type_name(value));
        if (st == INLAY_OK)
            changes[i++] = (struct inlay_note){key, json_string_value(value)};
    }
    if (st == INLAY_OK)
        st = inlay_study_note(r->study, r->id, changes, n, err);
    inlay_mem_free(changes);
    say_ok(r);
    return st;
}

static inlay_status op_lease(struct request *r, inlay_error *err)
{
    double seconds = 0.0;
    const inlay_status st =
        inlay_json_number(r->json, "seconds", "the request", &seconds, err);

    say_ok(r);
    return st == INLAY_OK ? inlay_study_set_lease(r->study, seconds, err) : st;
}

static inlay_status op_renew(struct request *r, inlay_error *err)
{
    const inlay_status st = inlay_study_renew(r->study, err);

    say_ok(r);
    return st == INLAY_ESTATE
               ? inlay_fail(err, st,
                            "renew: this conversation has no leases; send "
                            "{\"op\": \"lease\", \"seconds\": 60} first")
               : st;
}

/* ---- Looking ---- */

static inlay_status op_best(struct request *r, inlay_error *err)
{
    return inlay_best_write(r->w, NULL, r->study, err);
}

static inlay_status op_enqueue(struct request *r, inlay_error *err)
{
    say_ok(r);
    return inlay_study_enqueue(r->study, r->x, err);
}

static inlay_status op_add(struct request *r, inlay_error *err)
{
    int64_t id = 0;
    const inlay_status st = inlay_study_add_ended(r->study, r->x, r->y, r->why,
                                                  r->metrics.bytes, &id, err);

    inlay_json_write_object(r->w, NULL, "id", &(const double){(double)id});
    return st;
}

static struct inlay_trial_terms terms_of(const struct request *r)
{
    return (struct inlay_trial_terms){
        r->space, inlay_study_outputs(r->study),
        json_is_true(json_object_get(r->json, "times"))};
}

static inlay_status op_show(struct request *r, inlay_error *err)
{
    struct inlay_text notes = {0};
    inlay_trial trial;
    inlay_status st = inlay_study_refresh(r->study, err);

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

/* "changed": the line of what has changed; nothing where nothing has. */
static inlay_status write_change(const struct request *r, inlay_error *err)
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
static inlay_status read_study(const struct request *r,
                               struct inlay_study_file **file, inlay_error *err)
{
    const json_t *json = json_object_get(r->json, "study");
    struct inlay_text text = {0};

    if (!json_is_object(json))
        return inlay_fail(err, INLAY_EPARSE,
                          "study is missing: a study file, as in {\"op\": "
                          "\"change\", \"study\": {\"variables\": [...]}}");
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

static inlay_status op_change(struct request *r, inlay_error *err)
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

static inlay_status op_info(struct request *r, inlay_error *err)
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
static inlay_status op_explain(struct request *r, inlay_error *err)
{
    inlay_explanation *e = NULL;
    inlay_status st = INLAY_OK;

    if (json_object_get(r->json, "id"))
        st = read_id(r, err);
    if (st == INLAY_OK)
        st = inlay_study_explain(r->study, r->id, &e, err);
    if (st == INLAY_OK)
        inlay_explanation_json(e, r->w->text);
    inlay_explanation_free(e);
    return st;
}

static inlay_status op_check(struct request *r, inlay_error *err)
{
    inlay_audit *audit = NULL;
    const inlay_status st = inlay_study_audit(r->study, &audit, err);

    if (st == INLAY_OK)
        inlay_audit_json(audit, 0, r->w->text);
    inlay_audit_free(audit);
    return st;
}

/* ---- Slices -------------------------------------------------------------- */

/* "variable": a name; or "variables": one or two of them. */
static inlay_status read_axes(const struct request *r, size_t axes[2],
                              size_t *n, inlay_error *err)
{
    const json_t *one = json_object_get(r->json, "variable");
    const json_t *list = json_object_get(r->json, "variables");
    inlay_status st = INLAY_OK;

    *n = list ? json_array_size(list) : 1;
    if (!one == !list || *n < 1 || *n > 2)
        return inlay_fail(err, INLAY_EPARSE,
                          "slice: give a \"variable\", its name, or "
                          "\"variables\", an array of one or two names");
    for (size_t i = 0; st == INLAY_OK && i < *n; i++) {
        const json_t *name = list ? json_array_get(list, i) : one;

        st = json_is_string(name)
                 ? inlay_space_find(r->space, json_string_value(name), &axes[i],
                                    err)
                 : inlay_fail(err, INLAY_EPARSE,
                              "slice: the name of a variable is a string, not "
                              "%s",
                              inlay_json_type_name(name));
    }
    return st;
}

static void write_numbers(struct inlay_json_writer *w, const char *key,
                          const double *v, size_t n)
{
    inlay_json_begin_array(w, key, INLAY_JSON_LINE);
    for (size_t i = 0; i < n; i++)
        inlay_json_write_number(w, NULL, v[i]);
    inlay_json_end(w);
}

static void write_axis(const struct request *r, const inlay_slice_axis *axis)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "variable",
                          inlay_space_var(r->space, axis->variable)->is.name);
    inlay_json_write_number(r->w, "here", axis->here);
    write_numbers(r->w, "left", axis->left, axis->n);
    write_numbers(r->w, "right", axis->right, axis->n);
    inlay_json_begin_array(r->w, "values", INLAY_JSON_LINE);
    for (size_t i = 0; i < axis->n; i++)
        inlay_configuration_add_value(inlay_json_write_value(r->w, NULL),
                                      inlay_space_var(r->space, axis->variable),
                                      &axis->values[i]);
    inlay_json_end(r->w);
    inlay_json_end(r->w);
}

/* The members of inlay_slice, by their names. */
static void write_slice(const struct request *r, const inlay_slice *s)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_configuration_add_object(inlay_json_write_value(r->w, "x"), r->space,
                                   s->x);
    inlay_json_write_boolean(r->w, "has_model", s->has_model);
    inlay_json_write_text(r->w, "acquisition", s->acquisition);
    inlay_json_begin_array(r->w, "axes", INLAY_JSON_LINE);
    for (size_t i = 0; i < s->n_axes; i++)
        write_axis(r, s->axes[i]);
    inlay_json_end(r->w);
    inlay_json_begin_array(r->w, "at", INLAY_JSON_LINE);
    for (size_t i = 0; i < s->n_cells; i++)
        inlay_json_write_object(r->w, NULL, "mean sd p_success acquisition",
                                (const double[]){s->at[i]->mean, s->at[i]->sd,
                                                 s->at[i]->p_success,
                                                 s->at[i]->acquisition});
    inlay_json_end(r->w);
    inlay_json_begin_array(r->w, "trials", INLAY_JSON_LINE);
    for (size_t i = 0; i < s->n_trials; i++) {
        inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(r->w, "id", s->trials[i]->id);
        write_numbers(r->w, "place", s->trials[i]->place, s->n_axes);
        inlay_json_write_number(r->w, "distance", s->trials[i]->distance);
        inlay_json_end(r->w);
    }
    inlay_json_end(r->w);
    inlay_json_end(r->w);
}

static inlay_status op_slice(struct request *r, inlay_error *err)
{
    size_t axes[2], n = 0;
    int64_t resolution = 0;
    inlay_slice *slice = NULL;
    inlay_status st = read_axes(r, axes, &n, err);

    if (st == INLAY_OK && json_object_get(r->json, "x"))
        st = read_x(r, err);
    if (st == INLAY_OK && json_object_get(r->json, "resolution"))
        st = inlay_json_integer(r->json, "resolution", "slice", &resolution,
                                err);
    if (st == INLAY_OK && resolution < 0)
        st = inlay_fail(err, INLAY_EINVAL,
                        "slice: the resolution %" PRId64 " is below 0",
                        resolution);
    if (st == INLAY_OK)
        st = inlay_study_slice(r->study, r->x, axes, n, (size_t)resolution,
                               &slice, err);
    if (st == INLAY_OK)
        write_slice(r, slice);
    inlay_slice_free(slice);
    return st;
}

/* ---- A line -------------------------------------------------------------- */

typedef inlay_status request_fn(struct request *r, inlay_error *err);

/* What is read before an operation runs, and the keys that it may have; both
 * lists end with a NULL. */
static const struct operation {
    const char *name;
    request_fn *run;
    request_fn *parts[3];
    const char *keys[7];
} OPS[] = {
    {"ask", op_ask, {read_deadline}, {"op", "n", "deadline"}},
    {"tell",
     op_tell,
     {read_id, read_result},
     {"op", "id", "y", "failed", "metrics"}},
    {"best", op_best, {read_deadline}, {"op", "deadline"}},
    {"enqueue", op_enqueue, {read_x}, {"op", "x"}},
    {"add",
     op_add,
     {read_result, read_x},
     {"op", "x", "y", "failed", "metrics"}},
    {"abandon", op_abandon, {read_id, read_why}, {"op", "id", "why"}},
    {"requeue", op_requeue, {read_id}, {"op", "id"}},
    {"amend",
     op_amend,
     {read_id, read_result},
     {"op", "id", "y", "failed", "metrics"}},
    {"discard", op_discard, {read_id, read_why}, {"op", "id", "why"}},
    {"restore", op_restore, {read_id}, {"op", "id"}},
    {"note", op_note, {read_id}, {"op", "id", "attributes"}},
    {"lease", op_lease, {NULL}, {"op", "seconds"}},
    {"renew", op_renew, {NULL}, {"op"}},
    {"show", op_show, {read_id}, {"op", "id", "times"}},
    {"info", op_info, {NULL}, {"op"}},
    {"change", op_change, {NULL}, {"op", "study"}},
    {"explain", op_explain, {read_deadline}, {"op", "id", "deadline"}},
    {"check", op_check, {read_deadline}, {"op", "deadline"}},
    {"slice",
     op_slice,
     {read_deadline},
     {"op", "variable", "variables", "x", "resolution", "deadline"}},
};

static inlay_status fail_op(const char *name, inlay_error *err)
{
    const char *names[LENGTH(OPS)];
    struct inlay_text list = {0};

    for (size_t i = 0; i < LENGTH(OPS); i++) {
        names[i] = OPS[i].name;
        inlay_text_printf(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *near = inlay_text_nearest(name, names, LENGTH(OPS));
    inlay_fail(err, INLAY_EPARSE, "unknown op '%s'%s%s",
               inlay_shown_text(name).text,
               near ? inlay_shown_guess(near).text : "; the operations are ",
               near ? "" : inlay_text_view(&list));
    inlay_text_clear(&list);
    return INLAY_EPARSE;
}

/* Other tools say "value" for y, and so does an export. */
static inlay_status check_keys(const struct request *r,
                               const struct operation *op, inlay_error *err)
{
    size_t n = 0;
    bool has_y = false;

    for (; op->keys[n]; n++)
        has_y = has_y || strcmp(op->keys[n], "y") == 0;
    const char *unknown = inlay_json_unknown_key(r->json, op->keys, n);
    if (has_y && unknown && strcmp(unknown, "value") == 0)
        return inlay_fail(err, INLAY_EPARSE,
                          "%s: unknown key 'value'; did you mean 'y'?",
                          op->name);
    return inlay_json_only_keys(r->json, op->name, op->keys, n, err);
}

static inlay_status run_request(struct request *r, inlay_error *err)
{
    const char *name = NULL;
    size_t i = 0;

    if (!json_is_object(r->json))
        return inlay_fail(err, INLAY_EPARSE,
                          "a request is an object, {\"op\": ...}, not %s",
                          inlay_json_type_name(r->json));
    inlay_status st = inlay_json_text(r->json, "op", "the request", &name, err);
    if (st != INLAY_OK)
        return st;
    while (i < LENGTH(OPS) && strcmp(OPS[i].name, name) != 0)
        i++;
    st = i < LENGTH(OPS) ? check_keys(r, &OPS[i], err) : fail_op(name, err);
    for (size_t k = 0; st == INLAY_OK && OPS[i].parts[k]; k++)
        st = OPS[i].parts[k](r, err);
    return st == INLAY_OK ? OPS[i].run(r, err) : st;
}

/* Programs write NaN for an evaluation that failed, which is not JSON: as a bare
 * word of Python's it is read, as "NaN" is; another one is told with a way out. */
static inlay_status parse_line(const char *line, size_t n, json_t **json,
                               inlay_error *err)
{
    static const char *const near[] = {"near 'nan'", "near 'inf'", "near '-'"};
    const inlay_status st = inlay_json_parse_words(line, n, json, err);
    const inlay_error wrong = *err;

    for (size_t i = 0; st == INLAY_EPARSE && i < LENGTH(near); i++)
        if (strstr(wrong.msg, near[i]))
            inlay_fail(err, st,
                       "%s; report a failure as \"y\": null or \"failed\": "
                       "\"why\"",
                       wrong.msg);
    return st;
}

/* A message may hold any bytes of the request, but a reply is UTF-8. */
static void add_error(struct inlay_text *reply, const inlay_error *failed)
{
    struct inlay_json_writer w = {.text = reply};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    if (failed->code == INLAY_EXHAUSTED)
        inlay_json_write_boolean(&w, "exhausted", true);
    else if (failed->code == INLAY_WAIT)
        inlay_json_write_boolean(&w, "wait", true);
    else if (failed->code == INLAY_STOPPED)
        inlay_json_write_boolean(&w, "stopped", true);
    else
        inlay_json_write_bytes(&w, "error", failed->msg);
    inlay_json_end(&w);
}

/* A half-made answer is dropped. */
void inlay_stdio_reply(inlay_study *study, const char *line, size_t n,
                       struct inlay_text *reply)
{
    struct inlay_text answer = {0};
    inlay_error failed = {0};
    json_t *json = NULL;
    struct inlay_json_writer w = {.text = &answer};
    inlay_status st = parse_line(line, n, &json, &failed);
    struct request r = {.study = study,
                        .space = inlay_study_space(study),
                        .json = json,
                        .w = &w};

    if (st == INLAY_OK)
        st = run_request(&r, &failed);
    inlay_study_set_deadline(study, INFINITY, NULL);
    if (st == INLAY_OK)
        st = inlay_text_status(&answer, &failed);
    if (st == INLAY_OK)
        inlay_text_add_text(reply, &answer);
    else
        add_error(reply, &failed);
    inlay_text_clear(&answer);
    inlay_text_clear(&r.metrics);
    inlay_mem_free(r.x);
    json_decref(json);
}

/* ---- The stream ---------------------------------------------------------- */

static inlay_status write_reply(int out, const struct inlay_text *text,
                                bool *is_closed, inlay_error *err)
{
    if (inlay_stream_write(out, text->bytes, text->n))
        return INLAY_OK;
    *is_closed = errno == EPIPE;
    return *is_closed ? INLAY_OK
                      : inlay_fail(err, INLAY_ESTATE,
                                   "cannot write a reply: %s", strerror(errno));
}

static void answer(inlay_study *study, const struct inlay_line *line,
                   struct inlay_text *reply)
{
    inlay_error long_line = {0};

    inlay_text_cut(reply, 0);
    if (line->is_too_long) {
        inlay_fail(&long_line, INLAY_EPARSE, "the line is longer than %d bytes",
                   INLAY_STDIO_MAX_LINE);
        add_error(reply, &long_line);
    } else {
        inlay_stdio_reply(study, line->bytes, line->n, reply);
    }
    inlay_text_add(reply, "\n");
}

inlay_status inlay_stdio_serve(inlay_study *study, FILE *in, int out,
                               bool *is_closed, inlay_error *err)
{
    struct inlay_text reply = {0};
    struct inlay_line line = {.is_there = true};
    inlay_status st = INLAY_OK;

    *is_closed = false;
    while (st == INLAY_OK && !*is_closed && line.is_there) {
        st = inlay_line_read(in, INLAY_STDIO_MAX_LINE, &line, err);
        if (st != INLAY_OK || inlay_line_is_blank(line.bytes, line.n))
            continue;
        answer(study, &line, &reply);
        st = inlay_text_status(&reply, err);
        if (st == INLAY_OK)
            st = write_reply(out, &reply, is_closed, err);
    }
    inlay_text_clear(&reply);
    inlay_line_clear(&line);
    return st;
}
