/*
 * stdio_request.c: the parts of a request.
 */
#include "app/exchange/stdio_request.h"

#include <math.h>

#include "app/exchange/told.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"

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

/* y, or why it failed.  Where one is null, the other says it. */
static inlay_status choose(const struct inlay_request *r, json_t **value,
                           const json_t **failed, inlay_error *err)
{
    json_t *y = json_object_get(r->json, "y");
    const json_t *why = json_object_get(r->json, "failed");

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

inlay_status inlay_request_result(struct inlay_request *r, inlay_error *err)
{
    const json_t *metrics = json_object_get(r->json, "metrics"), *failed;
    json_t *value;
    inlay_status st = choose(r, &value, &failed, err);

    if (st != INLAY_OK)
        return st;
    r->y = NAN;
    r->why = json_string_value(failed);
    if (json_is_object(value) && metrics)
        return inlay_fail(err, INLAY_EPARSE,
                          "metrics: put them into y, which is an object");
    if (metrics)
        st = inlay_told_metrics(metrics, "metrics", &r->metrics, err);
    if (st == INLAY_OK && value)
        st = json_is_object(value)
                 ? inlay_told_outputs(r->study, value, NULL, &r->y, &r->metrics,
                                      &r->key, err)
                 : read_y(value, &r->y, err);
    if (st == INLAY_OK && isfinite(r->y) && !json_is_object(value))
        st = metrics ? inlay_told_check_limits(r->study, metrics, err)
                     : inlay_told_check_alone(r->study, err);
    return st;
}

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
