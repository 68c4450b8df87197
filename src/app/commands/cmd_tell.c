/*
 * cmd_tell.c: inlay tell, the result of a trial; inlay amend, another one.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/exchange/told.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/json.h"
#include "problem/space.h"
#include "study/claim.h"
#include "study/tell.h"

struct result {
    int64_t id;
    const char *outputs; /* the value is a JSON object; else NULL */
    double y;            /* NaN where it failed */
    double variance;     /* of y; NaN: none was given */
    const char *why;     /* NULL where the value says it all */
    struct inlay_text metrics;
    struct inlay_shown key; /* of the value, where it is not the objective's */
};

/* What stands beside VALUE, not in it. */
static inlay_status read_flags(const struct inlay_args *args, struct result *r,
                               inlay_error *err)
{
    const char *variance = inlay_args_get(args, "variance");
    inlay_status st = INLAY_OK;

    if (variance && r->outputs)
        return inlay_fail(err, INLAY_EINVAL,
                          "--variance: put it into VALUE, which is an object "
                          "already");
    if (variance && (!inlay_text_to_any_number(variance, &r->variance) ||
                     isnan(r->variance)))
        return inlay_fail(err, INLAY_EINVAL, "--variance: '%s' is not a number",
                          inlay_shown_text(variance).text);
    st = inlay_variance_check("--variance", r->variance, err);
    return st == INLAY_OK
               ? inlay_told_parse_metrics(inlay_args_get(args, "metrics"),
                                          "--metrics", &r->metrics, err)
               : st;
}

static inlay_status read_result(const struct inlay_args *args, void *context,
                                inlay_error *err)
{
    struct result *r = context;
    const char *value = args->n_words > 2 ? args->words[2] : NULL;
    const inlay_status st =
        inlay_args_number(args->words[1], "ID", INT64_MAX, &r->id, err);

    r->y = r->variance = NAN;
    r->why = inlay_args_get(args, "failed");
    if (st != INLAY_OK)
        return st;
    if (!value == !r->why)
        return inlay_fail(err, INLAY_EINVAL,
                          "trial %" PRId64 ": give %s VALUE or --failed WHY%s",
                          r->id, value ? "either" : "a",
                          value ? ", not both" : "");
    if (value && value[strspn(value, " \t\n")] == '{')
        r->outputs = value;
    else if (value && !inlay_told_number(value, &r->y))
        return inlay_fail(err, INLAY_EINVAL,
                          "trial %" PRId64 ": '%s' is not a number or a JSON "
                          "object of outputs",
                          r->id, inlay_shown_text(value).text);
    return read_flags(args, r, err);
}

/* A number as VALUE: the other outputs stand among the metrics. */
static inlay_status check_single(const inlay_study *study,
                                 const struct result *r, inlay_error *err)
{
    json_t *json = NULL;

    if (r->metrics.n == 0)
        return inlay_told_check_alone(study, err);
    inlay_status st =
        inlay_json_parse(r->metrics.bytes, r->metrics.n, &json, err);
    if (st == INLAY_OK)
        st = inlay_told_check_limits(study, json, err);
    json_decref(json);
    return inlay_fail_within(err, st, "trial %" PRId64, r->id);
}

/* {"loss": 0.25, "latency_ms": 12}, which only the study can read. */
static inlay_status read_outputs(const inlay_study *study, struct result *r,
                                 inlay_error *err)
{
    json_t *json = NULL;

    if (!r->outputs)
        return isfinite(r->y) ? check_single(study, r, err) : INLAY_OK;
    if (r->metrics.n > 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "--metrics: put the metrics into VALUE, which is an "
                          "object already");
    inlay_status st =
        inlay_json_parse_words(r->outputs, strlen(r->outputs), &json, err);
    if (st == INLAY_OK)
        st = inlay_told_outputs(study, json, NULL, &r->y, &r->variance,
                                &r->metrics, &r->key, err);
    json_decref(json);
    return inlay_fail_within(err, st, "trial %" PRId64, r->id);
}

/* A second result would be dropped: that of the run. */
static inlay_status check_free(inlay_study *study, int64_t id, inlay_error *err)
{
    bool is_running = false;
    const inlay_status st = inlay_study_is_running(study, id, &is_running, err);

    if (st == INLAY_OK && is_running)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64 ": 'inlay run' is evaluating it; "
                          "stop the run first if you do not want its result",
                          id);
    return st;
}

static void acknowledge_earlier(const inlay_trial *was, struct inlay_text *page)
{
    inlay_text_add(page, " (it was ");
    if (was->state == INLAY_STATE_DONE)
        inlay_text_add_number(page, was->value);
    else
        inlay_text_add(page, "failed");
    inlay_text_add(page, ")");
}

/* trial 7: 0.25, the best so far; was: before it was amended, or NULL */
static inlay_status acknowledge(const inlay_study *study,
                                const struct result *r, const inlay_trial *was,
                                inlay_error *err)
{
    const int64_t id = r->id;
    struct inlay_text page = {0};
    inlay_trial t, best;
    const inlay_status st = inlay_study_trial(study, id, &t, err);

    if (st != INLAY_OK)
        return st;
    inlay_text_printf(&page, "trial %" PRId64 ": ", id);
    if (t.state == INLAY_STATE_DONE) {
        inlay_text_add_number(&page, t.value);
        if (!isnan(t.variance))
            inlay_text_printf(&page, ", variance %s",
                              inlay_shown_number(t.variance).text);
        if (!t.is_feasible)
            inlay_text_add(&page, ", outside the limits");
        else if (inlay_study_best(study, &best, NULL) == INLAY_OK &&
                 best.id == id)
            inlay_text_add(&page, ", the best so far");
    } else {
        inlay_text_add(&page, "failed: ");
        inlay_harmless_add(&page, t.why ? t.why : "");
    }
    if (was)
        acknowledge_earlier(was, &page);
    if (r->key.text[0])
        inlay_text_printf(&page, " (\"%s\", the only number)", r->key.text);
    inlay_text_add(&page, "\n");
    return inlay_say_text(&page, err);
}

/* The same for programs, as stdio answers. */
static inlay_status answer(const inlay_study *study, const struct result *r,
                           inlay_error *err)
{
    struct inlay_text line = {0};
    struct inlay_json_writer w = {.text = &line};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_boolean(&w, "ok", true);
    inlay_told_write_end(&w, study, r->id, r->y, &r->key);
    inlay_text_add(&line, "\n");
    return inlay_say_text(&line, err);
}

static struct inlay_outcome outcome_of(const struct result *r)
{
    return (struct inlay_outcome){r->y, r->variance, r->why, r->metrics.bytes};
}

static inlay_status tell(const struct inlay_args *args,
                         struct inlay_target *target, void *context,
                         inlay_error *err)
{
    struct result *r = context;
    inlay_status st = check_free(target->study, r->id, err);

    if (st == INLAY_OK)
        st = read_outputs(target->study, r, err);
    if (st == INLAY_OK)
        st = inlay_told_end(target->study, r->id, outcome_of(r), err);
    if (st == INLAY_OK && args->is_json)
        st = answer(target->study, r, err);
    else if (st == INLAY_OK && !args->is_quiet)
        st = acknowledge(target->study, r, NULL, err);
    return st;
}

/* What an output was is not to be lost by a slip of the pen: of a result that
 * replaces another each output is told, be it as null. */
static inlay_status check_complete(const inlay_study *study,
                                   const struct result *r, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(study);
    json_t *others = NULL;
    inlay_status st = INLAY_OK;

    if (!isfinite(r->y))
        return INLAY_OK;
    if (r->metrics.n > 0)
        st = inlay_json_parse(r->metrics.bytes, r->metrics.n, &others, err);
    for (size_t i = 0; st == INLAY_OK && i < outputs->n; i++)
        if (i != outputs->objective &&
            !json_object_get(others, outputs->name[i]))
            st = inlay_fail(err, INLAY_EINVAL,
                            "trial %" PRId64 ": the result lacks '%s'; if the "
                            "evaluation failed, give null for it, or --failed "
                            "WHY",
                            r->id, inlay_shown_text(outputs->name[i]).text);
    json_decref(others);
    return st;
}

static inlay_status amend(const struct inlay_args *args,
                          struct inlay_target *target, void *context,
                          inlay_error *err)
{
    struct result *r = context;
    inlay_trial was;
    inlay_status st = read_outputs(target->study, r, err);

    if (st == INLAY_OK)
        st = check_complete(target->study, r, err);
    if (st == INLAY_OK)
        st = inlay_study_trial(target->study, r->id, &was, err);
    if (st == INLAY_OK)
        st = inlay_study_amend_end(target->study, r->id, outcome_of(r), err);
    if (st == INLAY_OK && args->is_json)
        st = answer(target->study, r, err);
    else if (st == INLAY_OK && !args->is_quiet)
        st = acknowledge(target->study, r, &was, err);
    return st;
}

int inlay_cmd_amend(const struct inlay_args *args)
{
    struct result r = {0};
    const int code =
        inlay_target_do(args, read_result, INLAY_STORE_WRITE, amend, &r);

    inlay_text_clear(&r.metrics);
    return code;
}

int inlay_cmd_tell(const struct inlay_args *args)
{
    struct result r = {0};
    const int code =
        inlay_target_do(args, read_result, INLAY_STORE_WRITE, tell, &r);

    inlay_text_clear(&r.metrics);
    return code;
}
