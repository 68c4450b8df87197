/*
 * stdio_request.c: the parts of a request.
 */
#include "app/exchange/stdio_request.h"

#include <math.h>
#include <string.h>

#include "app/exchange/told.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/foreign.h"
#include "problem/outcome.h"
#include "study/tell.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- Keys ---- */

/* What an unknown key may mean: other tools say "value" for y, and so does an
 * export; values of variables stand in x. */
static const char *meant_by_key(const struct inlay_request *r,
                                const char *const *keys, const char *key)
{
    static const char *const VALUES[] = {"value", "loss", "objective",
                                         "result"};
    static const char *const REASONS[] = {"why", "error", "reason"};
    const char *as_value = NULL, *as_reason = NULL;
    size_t i;

    for (i = 0; i < LENGTH(VALUES); i++)
        as_value = strcmp(key, VALUES[i]) == 0 ? "y" : as_value;
    for (i = 0; i < LENGTH(REASONS); i++)
        as_reason = strcmp(key, REASONS[i]) == 0 ? "failed" : as_reason;
    const bool is_variable =
        inlay_space_find(r->space, key, &i, NULL) == INLAY_OK;
    for (i = 0; keys[i]; i++)
        if ((as_value && strcmp(keys[i], as_value) == 0) ||
            (as_reason && strcmp(keys[i], as_reason) == 0) ||
            (is_variable && strcmp(keys[i], "x") == 0))
            return keys[i];
    return NULL;
}

static bool has_key(const char *const *keys, const char *key)
{
    while (*keys && strcmp(*keys, key) != 0)
        keys++;
    return *keys != NULL;
}

/* The key that may be meant; or all but op. */
static void add_guess(const struct inlay_request *r, const char *const *keys,
                      size_t n, const char *unknown, struct inlay_text *text)
{
    const char *foreign =
        has_key(keys, inlay_variance_key)
            ? inlay_foreign_at(INLAY_FOREIGN_RESULT, unknown, 0)
            : NULL;
    const char *near = meant_by_key(r, keys, unknown);
    size_t n_listed = 0;

    if (!near && foreign) {
        inlay_foreign_add_guess(text, &foreign, 1);
        return;
    }
    if (!near)
        near = inlay_text_nearest(unknown, keys, n);
    if (near) {
        inlay_text_add(text, inlay_shown_guess(near).text);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (strcmp(keys[i], "op") != 0)
            inlay_text_printf(text, "%s%s",
                              n_listed++ > 0 ? ", " : "; its keys are ",
                              keys[i]);
    inlay_text_add(text, n_listed > 0 ? "" : "; it has no keys but op");
}

inlay_status inlay_request_check_keys(const struct inlay_request *r,
                                      const char *where,
                                      const char *const *keys, inlay_error *err)
{
    struct inlay_text guess = {0};
    size_t n = 0;

    while (keys[n])
        n++;
    const char *unknown = inlay_json_unknown_key(r->json, keys, n);
    if (!unknown)
        return INLAY_OK;
    add_guess(r, keys, n, unknown, &guess);
    inlay_fail(err, INLAY_EPARSE, "%s: unknown key '%s'%s", where,
               inlay_shown_text(unknown).text, inlay_text_view(&guess));
    inlay_text_clear(&guess);
    return INLAY_EPARSE;
}

/* ---- Results ---- */

/* null, "nan" and "inf" tell of an evaluation that went wrong. */
static inlay_status read_y(const json_t *json, double *y, inlay_error *err)
{
    const char *text = json_string_value(json);
    double number = NAN;

    *y = json_is_number(json) ? json_number_value(json) : NAN;
    if (json_is_null(json) || json_is_number(json))
        return INLAY_OK;
    const bool is_number = text && inlay_told_number(text, &number);
    *y = number;
    if (is_number && !isfinite(number))
        return INLAY_OK;
    return inlay_fail(
        err, INLAY_EPARSE, "y: must be a number, null or \"nan\", not %s%s%s%s",
        text ? "\"" : "",
        text ? inlay_shown_text(text).text : inlay_json_type_name(json),
        text ? "\"" : "", is_number ? " (leave out the quotes)" : "");
}

static bool is_same(const json_t *a, const json_t *b)
{
    return json_is_number(a) && json_is_number(b)
               ? json_number_value(a) == json_number_value(b)
               : json_equal(a, b);
}

/* "values", as a trial is shown: the outputs by their names.  A y beside it is
 * the objective, which may stand there, too.  *y := the object. */
static inlay_status take_values(const struct inlay_request *r, json_t **y,
                                inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(r->study);
    const char *name = outputs->name[outputs->objective];
    json_t *values = json_object_get(r->json, "values"), *beside = *y;
    const json_t *objective = json_object_get(values, name);

    if (!values || json_is_null(values))
        return INLAY_OK;
    if (!json_is_object(values))
        return inlay_fail(err, INLAY_EPARSE,
                          "values: must be an object, the value of each "
                          "output by its name, not %s",
                          inlay_json_type_name(values));
    *y = values;
    if (!beside || json_is_null(beside))
        return INLAY_OK;
    if (json_is_object(beside) || (objective && !is_same(objective, beside)))
        return inlay_fail(err, INLAY_EPARSE,
                          "y and values differ: choose one; y is '%s' of "
                          "values",
                          inlay_shown_text(name).text);
    return json_object_set(values, name, beside) == 0
               ? INLAY_OK
               : inlay_fail_memory(err, "a result");
}

/* y, or why it failed.  Where one is null, the other says it. */
static inlay_status choose(const struct inlay_request *r, json_t **value,
                           const json_t **failed, inlay_error *err)
{
    json_t *y = json_object_get(r->json, "y");
    const json_t *why = json_object_get(r->json, "failed");
    const inlay_status st = take_values(r, &y, err);

    if (st != INLAY_OK)
        return st;
    if (json_is_null(why) && y)
        why = NULL;
    if (json_is_null(y) && why)
        y = NULL;
    *value = y;
    *failed = why;
    if (y && why)
        return inlay_fail(err, INLAY_EPARSE, "y and failed: choose one");
    if (!y && !why)
        return inlay_fail(err, INLAY_EPARSE,
                          "y is missing: the value; or, if the evaluation "
                          "failed, \"failed\": \"why\"");
    if (why && !json_is_string(why))
        return inlay_fail(err, INLAY_EPARSE,
                          "failed: must be a string, the reason, not %s",
                          inlay_json_type_name(why));
    return INLAY_OK;
}

/* One number, or none, and metrics with the other outputs. */
static inlay_status read_single(struct inlay_request *r, const json_t *value,
                                const json_t *metrics, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (metrics)
        st = inlay_told_metrics(metrics, "metrics", &r->metrics, err);
    if (st == INLAY_OK && value)
        st = read_y(value, &r->y, err);
    if (st == INLAY_OK && isfinite(r->y))
        st = metrics ? inlay_told_check_limits(r->study, metrics, err)
                     : inlay_told_check_alone(r->study, err);
    return st;
}

/* Beside y, or in an object of values: as one number. */
static inlay_status read_variance(struct inlay_request *r, inlay_error *err)
{
    double variance = NAN;
    const inlay_status st = inlay_variance_read(
        json_object_get(r->json, inlay_variance_key), &variance, err);

    if (st != INLAY_OK || isnan(variance))
        return st;
    if (!isnan(r->variance) && r->variance != variance)
        return inlay_fail(err, INLAY_EINVAL,
                          "variance: %s beside the values, but %s among them: "
                          "choose one",
                          inlay_shown_number(variance).text,
                          inlay_shown_number(r->variance).text);
    r->variance = variance;
    return INLAY_OK;
}

inlay_status inlay_request_result(struct inlay_request *r, inlay_error *err)
{
    json_t *metrics = json_object_get(r->json, "metrics"), *value;
    const json_t *failed;
    inlay_status st = choose(r, &value, &failed, err);

    if (st != INLAY_OK)
        return st;
    r->y = r->variance = NAN;
    r->why = json_string_value(failed);
    st = json_is_object(value)
             ? inlay_told_outputs(r->study, value, metrics, &r->y, &r->variance,
                                  &r->metrics, &r->key, err)
             : read_single(r, value, metrics, err);
    return st == INLAY_OK ? read_variance(r, err) : st;
}

/* ---- The other parts ---- */

inlay_status inlay_request_id(struct inlay_request *r, inlay_error *err)
{
    if (!json_object_get(r->json, "id"))
        return inlay_fail(
            err, INLAY_EPARSE,
            "id is missing: the number of the trial, as in {\"op\": \"%s\", "
            "\"id\": 7}",
            json_string_value(json_object_get(r->json, "op")));
    return inlay_json_integer(r->json, "id", "the request", &r->id, err);
}

inlay_status inlay_request_deadline(struct inlay_request *r, inlay_error *err)
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

inlay_status inlay_request_x(struct inlay_request *r, inlay_error *err)
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

inlay_status inlay_request_why(struct inlay_request *r, inlay_error *err)
{
    const json_t *why = json_object_get(r->json, "why");

    r->why = json_string_value(why);
    return !why || json_is_null(why) || r->why
               ? INLAY_OK
               : inlay_fail(err, INLAY_EPARSE, "why: must be a string, not %s",
                            inlay_json_type_name(why));
}

inlay_status inlay_request_output(struct inlay_request *r, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(r->study);
    const json_t *output = json_object_get(r->json, "output");
    const char *name = json_string_value(output);
    struct inlay_text names = {0};

    r->output = outputs->objective;
    if (!output)
        return INLAY_OK;
    if (!name)
        return inlay_fail(err, INLAY_EPARSE,
                          "output: must be a string, its name, not %s",
                          inlay_json_type_name(output));
    r->output = inlay_outputs_find(outputs, name);
    if (r->output < outputs->n)
        return INLAY_OK;
    inlay_outputs_add_names(outputs, &names);
    inlay_fail(err, INLAY_EINVAL,
               "output: there is no '%s'; the outputs are %s",
               inlay_shown_text(name).text, inlay_text_view(&names));
    inlay_text_clear(&names);
    return INLAY_EINVAL;
}
