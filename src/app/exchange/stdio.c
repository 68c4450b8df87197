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

#include "app/exchange/line_reader.h"
#include "app/exchange/told.h"
#include "app/exchange/trial_list.h"
#include "app/pages/audit.h"
#include "app/pages/best.h"
#include "app/pages/explain.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/stream.h"
#include "problem/configuration.h"
#include "study/tell.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { MAX_ASKED = 10000 };

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
    const json_t *value = json_object_get(r->json, "y");
    const json_t *failed = json_object_get(r->json, "failed");
    const json_t *metrics = json_object_get(r->json, "metrics");
    inlay_status st = INLAY_OK;

    if (value && failed)
        return inlay_fail(err, INLAY_EPARSE,
                          "y and failed: only one can be true");
    if (!value && !failed)
        return inlay_fail(err, INLAY_EPARSE,
                          "y is missing (or failed, with the reason)");
    if (failed && !json_is_string(failed))
        return inlay_fail(err, INLAY_EPARSE,
                          "failed: must be a string, the reason, not %s",
                          inlay_json_type_name(failed));
    r->y = NAN;
    r->why = json_string_value(failed);
    if (value)
        st = read_y(value, &r->y, err);
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

static inlay_status read_x(struct request *r, inlay_error *err)
{
    const json_t *json = json_object_get(r->json, "x");

    if (!json)
        return inlay_fail(err, INLAY_EPARSE,
                          "x is missing: the configuration, by names");
    r->x = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *r->x);
    return r->x ? inlay_configuration_read(r->space, json, r->x, err)
                : inlay_fail_memory(err, "a configuration");
}

static void say_ok(const struct request *r)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    inlay_json_end(r->w);
}

/* ---- Operations ---------------------------------------------------------- */

/* Those that were given are in the reply, also where there are fewer. */
static inlay_status ask_many(const struct request *r, int64_t n,
                             inlay_error *err)
{
    inlay_trial *trials = inlay_mem_new((size_t)n, sizeof *trials);
    size_t got = 0;
    if (!trials)
        return inlay_fail_memory(err, "trials");
    const inlay_status st =
        inlay_study_ask_many(r->study, (size_t)n, trials, &got, err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_begin_array(r->w, "trials", INLAY_JSON_LINE);
    for (size_t i = 0; st == INLAY_OK && i < got; i++)
        inlay_trial_json_write_asked(r->w, r->space, &trials[i]);
    inlay_json_end(r->w);
    inlay_json_end(r->w);
    inlay_mem_free(trials);
    return st;
}

static inlay_status op_ask(struct request *r, inlay_error *err)
{
    const bool is_many = json_object_get(r->json, "n") != NULL;
    int64_t n = 1;
    inlay_trial trial;
    inlay_status st = INLAY_OK;

    if (is_many)
        st = inlay_json_integer(r->json, "n", "the request", &n, err);
    if (st == INLAY_OK && (n < 1 || n > MAX_ASKED))
        st = inlay_fail(err, INLAY_EINVAL,
                        "n: %" PRId64 " is not between 1 and %d", n, MAX_ASKED);
    if (st == INLAY_OK)
        st = is_many ? ask_many(r, n, err)
                     : inlay_study_ask(r->study, &trial, err);
    if (st == INLAY_OK && !is_many)
        inlay_trial_json_write_asked(r->w, r->space, &trial);
    return st;
}

static inlay_status op_tell(struct request *r, inlay_error *err)
{
    const inlay_status st =
        inlay_told_end(r->study, r->id, r->y, r->why, r->metrics.bytes, err);

    say_ok(r);
    return st;
}

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

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(r->w, "id", id);
    inlay_json_end(r->w);
    return st;
}

static inlay_status op_show(struct request *r, inlay_error *err)
{
    inlay_trial trial;
    inlay_status st = inlay_study_refresh(r->study, err);

    if (st == INLAY_OK)
        st = inlay_study_trial(r->study, r->id, &trial, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_trial_json shown = {
        .id = trial.id,
        .state = inlay_state_name(trial.state),
        .x = trial.x,
        .y = &trial.value,
        .why = trial.why,
    };
    inlay_trial_json_begin(r->w, NULL, r->space, &shown);
    inlay_json_end(r->w);
    return INLAY_OK;
}

static inlay_status op_info(struct request *r, inlay_error *err)
{
    const inlay_study *s = r->study;
    const inlay_status st = inlay_study_refresh(r->study, err);
    const struct {
        const char *name;
        size_t n;
    } counts[] = {
        {"n_trials", inlay_study_n_trials(s)},
        {"n_done", inlay_study_n_in_state(s, INLAY_DONE)},
        {"n_failed", inlay_study_n_in_state(s, INLAY_FAILED)},
        {"n_pending", inlay_study_n_in_state(s, INLAY_PENDING)},
        {"n_enqueued", inlay_study_n_queued(s)},
    };

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "version", inlay_version());
    inlay_json_write_text(r->w, "goal",
                          inlay_options_get(inlay_study_options(s), "goal"));
    for (size_t i = 0; i < LENGTH(counts); i++)
        inlay_json_write_integer(r->w, counts[i].name, (int64_t)counts[i].n);
    inlay_space_write(r->w, "variables", r->space, INLAY_JSON_LINE);
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

/* ---- A line -------------------------------------------------------------- */

typedef inlay_status request_fn(struct request *r, inlay_error *err);

enum { MAX_KEYS = 5, MAX_PARTS = 2 };

/* The keys that a request may have, and what is read before it runs. */
static const struct {
    const char *name;
    request_fn *run;
    request_fn *parts[MAX_PARTS];
    const char *keys[MAX_KEYS];
} OPS[] = {
    {"ask", op_ask, {NULL}, {"op", "n"}},
    {"tell",
     op_tell,
     {read_id, read_result},
     {"op", "id", "y", "failed", "metrics"}},
    {"best", op_best, {NULL}, {"op"}},
    {"enqueue", op_enqueue, {read_x}, {"op", "x"}},
    {"add",
     op_add,
     {read_result, read_x},
     {"op", "x", "y", "failed", "metrics"}},
    {"show", op_show, {read_id}, {"op", "id"}},
    {"info", op_info, {NULL}, {"op"}},
    {"explain", op_explain, {NULL}, {"op", "id"}},
    {"check", op_check, {NULL}, {"op"}},
};

static inlay_status fail_op(const char *op, inlay_error *err)
{
    const char *names[LENGTH(OPS)];

    for (size_t i = 0; i < LENGTH(OPS); i++)
        names[i] = OPS[i].name;
    const char *near = inlay_text_nearest(op, names, LENGTH(OPS));
    if (near)
        return inlay_fail(err, INLAY_EPARSE,
                          "unknown op '%s'; did you mean '%s'?",
                          inlay_shown_text(op).text, near);
    return inlay_fail(err, INLAY_EPARSE,
                      "unknown op '%s': it is one of ask, tell, best, "
                      "enqueue, add, show, info, explain, check",
                      inlay_shown_text(op).text);
}

static inlay_status run_request(struct request *r, inlay_error *err)
{
    const char *op = NULL;
    size_t i = 0, n_keys = 0;

    if (!json_is_object(r->json))
        return inlay_fail(err, INLAY_EPARSE,
                          "a request is an object, {\"op\": ...}, not %s",
                          inlay_json_type_name(r->json));
    inlay_status st = inlay_json_text(r->json, "op", "the request", &op, err);
    if (st != INLAY_OK)
        return st;
    while (i < LENGTH(OPS) && strcmp(OPS[i].name, op) != 0)
        i++;
    if (i == LENGTH(OPS))
        return fail_op(op, err);
    while (n_keys < MAX_KEYS && OPS[i].keys[n_keys])
        n_keys++;
    st = inlay_json_only_keys(r->json, op, OPS[i].keys, n_keys, err);
    for (size_t k = 0; st == INLAY_OK && k < MAX_PARTS && OPS[i].parts[k]; k++)
        st = OPS[i].parts[k](r, err);
    return st == INLAY_OK ? OPS[i].run(r, err) : st;
}

/* A message may hold any bytes of the request, but a reply is UTF-8. */
static void add_error(struct inlay_text *reply, const inlay_error *failed)
{
    struct inlay_json_writer w = {.text = reply};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    if (failed->code == INLAY_EXHAUSTED)
        inlay_json_write_boolean(&w, "exhausted", true);
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
    inlay_status st = inlay_json_parse(line, n, &json, &failed);
    struct request r = {.study = study,
                        .space = inlay_study_space(study),
                        .json = json,
                        .w = &w};

    if (st == INLAY_OK)
        st = run_request(&r, &failed);
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

static bool is_blank(const struct inlay_line *line)
{
    for (size_t i = 0; i < line->n; i++)
        if (!strchr(" \t\r", line->bytes[i]) || line->bytes[i] == '\0')
            return false;
    return !line->is_too_long;
}

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

inlay_status inlay_stdio_serve(inlay_study *study, int in, int out,
                               bool *is_closed, inlay_error *err)
{
    struct inlay_line_reader lines;
    struct inlay_text reply = {0};
    struct inlay_line line = {.is_there = true};
    inlay_status st =
        inlay_line_reader_init(&lines, in, INLAY_STDIO_MAX_LINE, err);
    if (st != INLAY_OK)
        return st;

    *is_closed = false;
    while (st == INLAY_OK && !*is_closed && line.is_there) {
        st = inlay_line_reader_next(&lines, &line, err);
        if (st != INLAY_OK || !line.is_there || is_blank(&line))
            continue;
        answer(study, &line, &reply);
        st = inlay_text_status(&reply, err);
        if (st == INLAY_OK)
            st = write_reply(out, &reply, is_closed, err);
    }
    inlay_text_clear(&reply);
    inlay_line_reader_clear(&lines);
    return st;
}
