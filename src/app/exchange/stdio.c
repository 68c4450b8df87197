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

#include "app/exchange/best.h"
#include "app/exchange/line_reader.h"
#include "app/exchange/trial_json.h"
#include "app/exchange/import_rows.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/stream.h"
#include "problem/configuration.h"
#include "study/tell.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { MAX_ASKED = 10000 };

/* What an operation is given. */
struct request {
    inlay_study *study;
    const json_t *json;
    struct inlay_json_writer *w; /* of the answer */
};

/* ---- Parts of a request -------------------------------------------------- */

/* null, "nan" and "inf" tell of an evaluation that went wrong. */
static inlay_status read_y(const json_t *json, double *y, inlay_error *err)
{
    const char *text = json_string_value(json);

    *y = json_is_number(json) ? json_number_value(json) : NAN;
    if (json_is_null(json) || json_is_number(json) ||
        (text && inlay_import_number(text, y) && !isfinite(*y)))
        return INLAY_OK;
    return inlay_fail(
        err, INLAY_EPARSE, "y: must be a number, null or \"nan\", not %s%s%s",
        text ? "\"" : "",
        text ? inlay_shown_text(text).text : inlay_json_type_name(json),
        text ? "\"" : "");
}

/* Of tell and add: y, or why it failed. */
static inlay_status read_result(const json_t *json, double *y, const char **why,
                                inlay_error *err)
{
    const json_t *value = json_object_get(json, "y");
    const json_t *failed = json_object_get(json, "failed");

    if (value && failed)
        return inlay_fail(err, INLAY_EPARSE,
                          "y and failed: only one can be true");
    if (!value && !failed)
        return inlay_fail(err, INLAY_EPARSE,
                          "y is missing (or failed, with the reason)");
    if (value)
        return read_y(value, y, err);
    if (!json_is_string(failed))
        return inlay_fail(err, INLAY_EPARSE,
                          "failed: must be a string, the reason, not %s",
                          inlay_json_type_name(failed));
    *y = NAN;
    *why = json_string_value(failed);
    return INLAY_OK;
}

static inlay_status read_id(const json_t *json, int64_t *id, inlay_error *err)
{
    if (!json_object_get(json, "id"))
        return inlay_fail(err, INLAY_EPARSE,
                          "id is missing: the number of the trial, as in "
                          "{\"op\": \"show\", \"id\": 7}");
    return inlay_json_integer(json, "id", "the request", id, err);
}

/* *x := the configuration, which the caller frees. */
static inlay_status read_x(const struct request *r, inlay_value **x,
                           inlay_error *err)
{
    const inlay_space *space = inlay_study_space(r->study);
    const json_t *json = json_object_get(r->json, "x");

    if (!json)
        return inlay_fail(err, INLAY_EPARSE,
                          "x is missing: the configuration, by names");
    inlay_value *values =
        inlay_mem_new(inlay_space_n_variables(space), sizeof *values);
    if (!values)
        return inlay_fail_memory(err, "a configuration");
    const inlay_status st = inlay_configuration_read(space, json, values, err);
    if (st == INLAY_OK)
        *x = values;
    else
        inlay_mem_free(values);
    return st;
}

static inlay_status say_ok(const struct request *r)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(r->w, "ok", true);
    inlay_json_end(r->w);
    return INLAY_OK;
}

/* ---- Operations ---------------------------------------------------------- */

static inlay_status ask_one(const struct request *r, inlay_error *err)
{
    inlay_trial trial;
    const inlay_status st = inlay_study_ask(r->study, &trial, err);

    if (st == INLAY_OK)
        inlay_trial_json_write_asked(r->w, inlay_study_space(r->study), &trial);
    return st;
}

/* Those that were given are in the reply, also where there are fewer. */
static inlay_status ask_many(const struct request *r, int64_t n,
                             inlay_error *err)
{
    inlay_trial *trials = inlay_mem_new((size_t)n, sizeof *trials);
    size_t got = 0;
    if (!trials)
        return inlay_fail_memory(err, "trials");
    inlay_status st =
        inlay_study_ask_many(r->study, (size_t)n, trials, &got, err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_begin_array(r->w, "trials", INLAY_JSON_LINE);
    for (size_t i = 0; st == INLAY_OK && i < got; i++)
        inlay_trial_json_write_asked(r->w, inlay_study_space(r->study),
                                     &trials[i]);
    inlay_json_end(r->w);
    inlay_json_end(r->w);
    inlay_mem_free(trials);
    return st;
}

static inlay_status op_ask(const struct request *r, inlay_error *err)
{
    int64_t n = 1;
    inlay_status st;

    if (!json_object_get(r->json, "n"))
        return ask_one(r, err);
    st = inlay_json_integer(r->json, "n", "the request", &n, err);
    if (st == INLAY_OK && (n < 1 || n > MAX_ASKED))
        st = inlay_fail(err, INLAY_EINVAL,
                        "n: %" PRId64 " is not between 1 and %d", n, MAX_ASKED);
    return st == INLAY_OK ? ask_many(r, n, err) : st;
}

static inlay_status read_metrics(const json_t *json, struct inlay_text *out,
                                 inlay_error *err)
{
    const json_t *metrics = json_object_get(json, "metrics");

    if (!metrics)
        return INLAY_OK;
    if (!json_is_object(metrics))
        return inlay_fail(err, INLAY_EPARSE,
                          "metrics: must be an object, not %s",
                          inlay_json_type_name(metrics));
    inlay_json_add(out, metrics);
    return inlay_text_status(out, err);
}

static inlay_status op_tell(const struct request *r, inlay_error *err)
{
    struct inlay_text metrics = {0};
    const char *why = NULL;
    double y = NAN;
    int64_t id = 0;
    inlay_status st = read_id(r->json, &id, err);

    if (st == INLAY_OK)
        st = read_result(r->json, &y, &why, err);
    if (st == INLAY_OK)
        st = read_metrics(r->json, &metrics, err);
    if (st == INLAY_OK)
        st = inlay_best_tell(r->study, id, y, why, metrics.bytes, err);
    inlay_text_clear(&metrics);
    return st == INLAY_OK ? say_ok(r) : st;
}

static inlay_status op_best(const struct request *r, inlay_error *err)
{
    struct inlay_best best = {0};
    inlay_status st = inlay_best_init(&best, r->study, err);

    if (st == INLAY_OK)
        inlay_best_write(r->w, NULL, inlay_study_space(r->study), &best);
    inlay_best_clear(&best);
    return st;
}

static inlay_status op_enqueue(const struct request *r, inlay_error *err)
{
    inlay_value *x = NULL;
    inlay_status st = read_x(r, &x, err);

    if (st == INLAY_OK)
        st = inlay_study_enqueue(r->study, x, err);
    inlay_mem_free(x);
    return st == INLAY_OK ? say_ok(r) : st;
}

static inlay_status op_add(const struct request *r, inlay_error *err)
{
    struct inlay_text metrics = {0};
    const char *why = NULL;
    inlay_value *x = NULL;
    double y = NAN;
    int64_t id = 0;
    inlay_status st = read_result(r->json, &y, &why, err);

    if (st == INLAY_OK)
        st = read_metrics(r->json, &metrics, err);
    if (st == INLAY_OK)
        st = read_x(r, &x, err);
    if (st == INLAY_OK)
        st =
            inlay_study_add_ended(r->study, x, y, why, metrics.bytes, &id, err);
    inlay_text_clear(&metrics);
    inlay_mem_free(x);
    if (st != INLAY_OK)
        return st;
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(r->w, "id", id);
    inlay_json_end(r->w);
    return INLAY_OK;
}

static inlay_status op_show(const struct request *r, inlay_error *err)
{
    inlay_trial trial;
    int64_t id = 0;
    inlay_status st = read_id(r->json, &id, err);

    if (st == INLAY_OK)
        st = inlay_study_refresh(r->study, err);
    if (st == INLAY_OK)
        st = inlay_study_trial(r->study, id, &trial, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_trial_json shown = {
        .id = trial.id,
        .state = inlay_state_name(trial.state),
        .x = trial.x,
        .y = &trial.value,
        .why = trial.why,
    };
    inlay_trial_json_begin(r->w, NULL, inlay_study_space(r->study), &shown);
    inlay_json_end(r->w);
    return INLAY_OK;
}

static inlay_status op_info(const struct request *r, inlay_error *err)
{
    const inlay_study *s = r->study;
    const inlay_status st = inlay_study_refresh(r->study, err);

    if (st != INLAY_OK)
        return st;
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "version", inlay_version());
    inlay_json_write_text(r->w, "goal",
                          inlay_options_get(inlay_study_options(s), "goal"));
    inlay_json_write_integer(r->w, "n_trials",
                             (int64_t)inlay_study_n_trials(s));
    inlay_json_write_integer(r->w, "n_done",
                             (int64_t)inlay_study_n_in_state(s, INLAY_DONE));
    inlay_json_write_integer(r->w, "n_failed",
                             (int64_t)inlay_study_n_in_state(s, INLAY_FAILED));
    inlay_json_write_integer(r->w, "n_pending",
                             (int64_t)inlay_study_n_in_state(s, INLAY_PENDING));
    inlay_json_write_integer(r->w, "n_enqueued",
                             (int64_t)inlay_study_n_queued(s));
    inlay_space_write(r->w, "variables", inlay_study_space(s), INLAY_JSON_LINE);
    inlay_json_end(r->w);
    return INLAY_OK;
}

/* ---- A line -------------------------------------------------------------- */

enum { MAX_KEYS = 5 };

static const struct {
    const char *name;
    inlay_status (*run)(const struct request *r, inlay_error *err);
    const char *keys[MAX_KEYS];
} OPS[] = {
    {"ask", op_ask, {"op", "n"}},
    {"tell", op_tell, {"op", "id", "y", "failed", "metrics"}},
    {"best", op_best, {"op"}},
    {"enqueue", op_enqueue, {"op", "x"}},
    {"add", op_add, {"op", "x", "y", "failed", "metrics"}},
    {"show", op_show, {"op", "id"}},
    {"info", op_info, {"op"}},
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
                      "enqueue, add, show, info",
                      inlay_shown_text(op).text);
}

static inlay_status run_request(const struct request *r, inlay_error *err)
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
    inlay_status st = inlay_json_parse(line, n, &json, &failed);

    if (st == INLAY_OK) {
        struct inlay_json_writer w = {.text = &answer};
        const struct request r = {study, json, &w};
        st = run_request(&r, &failed);
    }
    if (st == INLAY_OK)
        st = inlay_text_status(&answer, &failed);
    if (st == INLAY_OK)
        inlay_text_add_text(reply, &answer);
    else
        add_error(reply, &failed);
    inlay_text_clear(&answer);
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
