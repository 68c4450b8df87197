/*
 * stdio.c: a study by lines of JSON.
 *
 * A reply is written when it is complete, with one write().
 */
#include "app/exchange/stdio.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "app/exchange/stdio_request.h"
#include "base/error.h"
#include "base/json.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "base/shown.h"
#include "base/stream.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* What is read before an operation runs, and the keys that it may have; both
 * lists end with a NULL. */
static const struct operation {
    const char *name;
    inlay_request_fn *run;
    inlay_request_fn *parts[3];
    const char *keys[9];
} OPS[] = {
    {"ask", inlay_op_ask, {inlay_request_deadline}, {"op", "n", "deadline"}},
    {"tell",
     inlay_op_tell,
     {inlay_request_id, inlay_request_result},
     {"op", "id", "y", "variance", "values", "failed", "metrics"}},
    {"best", inlay_op_best, {inlay_request_deadline}, {"op", "deadline"}},
    {"enqueue", inlay_op_enqueue, {inlay_request_x}, {"op", "x"}},
    {"add",
     inlay_op_add,
     {NULL},
     {"op", "x", "y", "variance", "values", "failed", "metrics", "trials"}},
    {"abandon",
     inlay_op_abandon,
     {inlay_request_id, inlay_request_why},
     {"op", "id", "why"}},
    {"requeue", inlay_op_requeue, {inlay_request_id}, {"op", "id"}},
    {"amend",
     inlay_op_amend,
     {inlay_request_id, inlay_request_result},
     {"op", "id", "y", "variance", "values", "failed", "metrics"}},
    {"discard",
     inlay_op_discard,
     {inlay_request_id, inlay_request_why},
     {"op", "id", "why"}},
    {"restore", inlay_op_restore, {inlay_request_id}, {"op", "id"}},
    {"note", inlay_op_note, {inlay_request_id}, {"op", "id", "attributes"}},
    {"lease", inlay_op_lease, {NULL}, {"op", "seconds"}},
    {"renew", inlay_op_renew, {NULL}, {"op"}},
    {"show", inlay_op_show, {inlay_request_id}, {"op", "id", "times"}},
    {"changes", inlay_op_changes, {inlay_request_id}, {"op", "id"}},
    {"find", inlay_op_find, {inlay_request_x}, {"op", "x"}},
    {"is_better", inlay_op_is_better, {NULL}, {"op", "a", "b"}},
    {"info", inlay_op_info, {NULL}, {"op"}},
    {"options", inlay_op_options, {NULL}, {"op"}},
    {"change", inlay_op_change, {NULL}, {"op", "study"}},
    {"last_revision", inlay_op_last_revision, {NULL}, {"op"}},
    {"last_ask", inlay_op_last_ask, {NULL}, {"op"}},
    {"explain",
     inlay_op_explain,
     {inlay_request_deadline},
     {"op", "id", "deadline"}},
    {"check", inlay_op_check, {inlay_request_deadline}, {"op", "deadline"}},
    {"predict",
     inlay_op_predict,
     {inlay_request_x, inlay_request_deadline},
     {"op", "x", "deadline"}},
    {"recommend",
     inlay_op_recommend,
     {inlay_request_deadline},
     {"op", "deadline"}},
    {"slice",
     inlay_op_slice,
     {inlay_request_deadline},
     {"op", "variable", "variables", "x", "resolution", "deadline"}},
    {"relevance",
     inlay_op_relevance,
     {inlay_request_output, inlay_request_deadline},
     {"op", "output", "deadline"}},
    {"leave_one_out",
     inlay_op_leave_one_out,
     {inlay_request_output, inlay_request_deadline},
     {"op", "output", "deadline"}},
    {"hyperparameters",
     inlay_op_hyperparameters,
     {inlay_request_output, inlay_request_deadline},
     {"op", "output", "deadline"}},
    {"noise", inlay_op_noise, {inlay_request_deadline}, {"op", "deadline"}},
};

/* Words for operations that people try first. */
static const char *meant_by(const char *name)
{
    static const struct {
        const char *word, *op;
    } row[] = {{"suggest", "ask"},
               {"next", "ask"},
               {"report", "tell"},
               {"result", "tell"},
               {"observe", "tell"},
               {"status", "info"},
               {"queue", "enqueue"},
               {"retry", "requeue"},
               {"get", "show"},
               {"trial", "show"},
               {"audit", "check"},
               {"revise", "change"},
               {"outputs", "info"},
               {"refresh", "info"},
               {"import", "add"},
               {"add_many", "add"},
               {"history", "changes"},
               {"attributes", "note"},
               {"residuals", "leave_one_out"}};

    for (size_t i = 0; i < LENGTH(row); i++)
        if (strcmp(name, row[i].word) == 0)
            return row[i].op;
    return NULL;
}

static void add_ops(struct inlay_text *list)
{
    for (size_t i = 0; i < LENGTH(OPS); i++)
        inlay_text_printf(list, "%s%s", i > 0 ? ", " : "", OPS[i].name);
}

static inlay_status fail_no_op(inlay_error *err)
{
    struct inlay_text list = {0};

    add_ops(&list);
    inlay_fail(err, INLAY_EPARSE,
               "op is missing: what to do, as in {\"op\": \"ask\"}; the "
               "operations are %s",
               inlay_text_view(&list));
    inlay_text_clear(&list);
    return INLAY_EPARSE;
}

static bool is_farewell(const char *name)
{
    static const char *const words[] = {"quit", "exit", "close", "end", "bye"};

    for (size_t i = 0; i < LENGTH(words); i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

static inlay_status fail_op(const char *name, inlay_error *err)
{
    const char *names[LENGTH(OPS)], *near = meant_by(name);
    struct inlay_text hint = {0};

    for (size_t i = 0; i < LENGTH(OPS); i++)
        names[i] = OPS[i].name;
    if (!near)
        near = inlay_text_nearest(name, names, LENGTH(OPS));
    if (is_farewell(name))
        inlay_text_add(&hint, "; to end the conversation, close the input");
    else if (near)
        inlay_text_add(&hint, inlay_shown_guess(near).text);
    else
        inlay_text_add(&hint, "; the operations are ");
    if (!near && !is_farewell(name))
        add_ops(&hint);
    inlay_fail(err, INLAY_EPARSE, "unknown op '%s'%s",
               inlay_shown_text(name).text, inlay_text_view(&hint));
    inlay_text_clear(&hint);
    return INLAY_EPARSE;
}

static inlay_status run_request(struct inlay_request *r, inlay_error *err)
{
    const char *name = NULL;
    size_t i = 0;

    if (!json_is_object(r->json))
        return inlay_fail(err, INLAY_EPARSE,
                          "a request is an object, {\"op\": ...}, not %s",
                          inlay_json_type_name(r->json));
    if (!json_object_get(r->json, "op"))
        return fail_no_op(err);
    inlay_status st = inlay_json_text(r->json, "op", "the request", &name, err);
    if (st != INLAY_OK)
        return st;
    while (i < LENGTH(OPS) && strcmp(OPS[i].name, name) != 0)
        i++;
    st = i < LENGTH(OPS) ? inlay_request_check_keys(r, name, OPS[i].keys, err)
                         : fail_op(name, err);
    for (size_t k = 0; st == INLAY_OK && OPS[i].parts[k]; k++)
        st = OPS[i].parts[k](r, err);
    return st == INLAY_OK ? OPS[i].run(r, err) : st;
}

/* What to do about a line that is not JSON, or "".  Programs write NaN for an
 * evaluation that failed: as a bare word of Python's it is read, as "NaN" is;
 * another one is told with a way out. */
static const char *hint_of(const char *line, size_t n, const char *message)
{
    static const char *const near[] = {"near 'nan'", "near 'inf'", "near '-'"};
    size_t i = 0;

    for (size_t k = 0; k < LENGTH(near); k++)
        if (strstr(message, near[k]))
            return "; report a failure as \"y\": null or \"failed\": \"why\"";
    while (i < n && strchr(" \t", line[i]))
        i++;
    return (i < n && line[i] != '{') || strstr(message, "end of file expected")
               ? "; a request is one JSON object in one line, as {\"op\": "
                 "\"ask\"}"
               : "";
}

static inlay_status parse_line(const char *line, size_t n, json_t **json,
                               inlay_error *err)
{
    const inlay_status st = inlay_json_parse_words(line, n, json, err);
    const inlay_error wrong = *err;

    return st == INLAY_EPARSE ? inlay_fail(err, st, "%s%s", wrong.msg,
                                           hint_of(line, n, wrong.msg))
                              : st;
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
    struct inlay_request r = {.study = study,
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
