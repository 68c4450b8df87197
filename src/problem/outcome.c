/*
 * outcome.c: the list of outputs, and the values of a trial among its metrics.
 */
#include "problem/outcome.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/shown.h"
#include "base/utf8.h"

static const char DEFAULT_NAME[] = "objective";

/* ---- The list ---- */

void inlay_outputs_clear(struct inlay_outputs *o)
{
    for (size_t i = 0; i < o->n; i++)
        inlay_mem_free(o->name[i]);
    inlay_mem_free(o->name);
    inlay_mem_free(o->at);
    *o = (struct inlay_outputs){0};
}

static inlay_status push(struct inlay_outputs *o, const inlay_output *output,
                         inlay_error *err)
{
    inlay_output *at = inlay_mem_grow(o->at, &o->room, o->n + 1, sizeof *at);
    o->at = at ? at : o->at;
    char **name =
        inlay_mem_grow(o->name, &o->room_name, o->n + 1, sizeof *name);
    o->name = name ? name : o->name;
    char *copy = at && name ? inlay_mem_text(output->name) : NULL;
    if (!copy)
        return inlay_fail_memory(err, "outputs");
    name[o->n] = copy;
    at[o->n] = *output;
    at[o->n].name = copy;
    if (output->goal == INLAY_GOAL_NONE && o->objective == o->n)
        o->objective++; /* still none */
    o->n++;
    return INLAY_OK;
}

inlay_status inlay_outputs_init(struct inlay_outputs *outputs, inlay_error *err)
{
    const inlay_output only = {DEFAULT_NAME, INLAY_GOAL_MINIMIZE, -INFINITY,
                               INFINITY};
    *outputs = (struct inlay_outputs){.is_default = true};
    return push(outputs, &only, err);
}

inlay_status inlay_outputs_copy(const struct inlay_outputs *from,
                                struct inlay_outputs *out, inlay_error *err)
{
    struct inlay_outputs copy = {0};
    inlay_status st = INLAY_OK;
    for (size_t i = 0; st == INLAY_OK && i < from->n; i++)
        st = push(&copy, &from->at[i], err);
    if (st != INLAY_OK) {
        inlay_outputs_clear(&copy);
        return st;
    }
    copy.objective = from->objective;
    copy.is_default = from->is_default;
    *out = copy;
    return INLAY_OK;
}

static inlay_status check_name(const struct inlay_outputs *o, const char *name,
                               inlay_error *err)
{
    if (name[0] == '\0')
        return inlay_fail(err, INLAY_EINVAL, "an output has an empty name");
    if (!inlay_utf8_is_valid(name))
        return inlay_fail(err, INLAY_EINVAL,
                          "the name of output %zu is not valid UTF-8",
                          o->n + 1);
    if (!o->is_default && inlay_outputs_find(o, name) < o->n)
        return inlay_fail(err, INLAY_EINVAL, "two outputs are called '%s'",
                          inlay_shown_text(name).text);
    return INLAY_OK;
}

static inlay_status check_limits(const inlay_output *output, inlay_error *err)
{
    const struct inlay_shown name = inlay_shown_text(output->name);
    if (isnan(output->min) || isnan(output->max))
        return inlay_fail(err, INLAY_EINVAL,
                          "output '%s': a limit is not a number", name.text);
    if (output->min >= output->max)
        return inlay_fail(err, INLAY_EINVAL,
                          "output '%s': its min, %s, is not below its max, %s",
                          name.text, inlay_shown_number(output->min).text,
                          inlay_shown_number(output->max).text);
    if (output->goal == INLAY_GOAL_NONE && !inlay_output_has_limit(output))
        return inlay_fail(
            err, INLAY_EINVAL,
            "output '%s' has neither a goal nor a limit: give it a goal, a min "
            "or a max, or leave it out (it is then kept as a metric)",
            name.text);
    return INLAY_OK;
}

static inlay_status check_goal(const struct inlay_outputs *o,
                               const inlay_output *output, inlay_error *err)
{
    if (output->goal == INLAY_GOAL_NONE || o->is_default ||
        o->objective == o->n)
        return INLAY_OK;
    return inlay_fail(
        err, INLAY_EINVAL,
        "outputs '%s' and '%s' both have a goal: several objectives are not "
        "supported yet; give one of them a limit (min or max) instead",
        inlay_shown_text(o->at[o->objective].name).text,
        inlay_shown_text(output->name).text);
}

inlay_status inlay_outputs_add(struct inlay_outputs *outputs,
                               const inlay_output *output, inlay_error *err)
{
    inlay_status st = check_name(outputs, output->name, err);
    if (st == INLAY_OK)
        st = check_limits(output, err);
    if (st == INLAY_OK)
        st = check_goal(outputs, output, err);
    if (st != INLAY_OK || !outputs->is_default)
        return st == INLAY_OK ? push(outputs, output, err) : st;
    struct inlay_outputs fresh = {0};
    st = push(&fresh, output, err);
    if (st == INLAY_OK) {
        inlay_outputs_clear(outputs);
        *outputs = fresh;
    } else {
        inlay_outputs_clear(&fresh);
    }
    return st;
}

inlay_status inlay_outputs_check(const struct inlay_outputs *o,
                                 inlay_error *err)
{
    if (o->objective < o->n)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "outputs: none has a goal; give one \"goal\": "
                      "\"minimize\" or \"maximize\"");
}

size_t inlay_outputs_find(const struct inlay_outputs *o, const char *name)
{
    size_t i = 0;
    while (i < o->n && strcmp(o->at[i].name, name) != 0)
        i++;
    return i;
}

void inlay_outputs_add_names(const struct inlay_outputs *o,
                             struct inlay_text *text)
{
    for (size_t i = 0; i < o->n; i++)
        inlay_text_printf(text, "%s%s", i > 0 ? ", " : "",
                          inlay_shown_text(o->at[i].name).text);
}

/* ---- Limits ---- */

bool inlay_output_has_limit(const inlay_output *output)
{
    return output->min > -INFINITY || output->max < INFINITY;
}

bool inlay_outputs_have_limits(const struct inlay_outputs *o)
{
    size_t i = 0;
    while (i < o->n && !inlay_output_has_limit(&o->at[i]))
        i++;
    return i < o->n;
}

/* What an excess over the limit is measured in. */
static double unit_of(const inlay_output *output, double limit)
{
    const double width = output->max - output->min;
    const double unit = isfinite(width) ? width : fabs(limit);
    return unit > 0.0 ? unit : 1.0;
}

double inlay_output_violation(const inlay_output *output, double value)
{
    if (isnan(value))
        return inlay_output_has_limit(output) ? INFINITY : 0.0;
    if (value > output->max)
        return (value - output->max) / unit_of(output, output->max);
    if (value < output->min)
        return (output->min - value) / unit_of(output, output->min);
    return 0.0;
}

double inlay_outputs_violation(const struct inlay_outputs *o,
                               const double *values)
{
    double sum = 0.0;
    for (size_t i = 0; i < o->n; i++)
        sum += inlay_output_violation(&o->at[i], values[i]);
    return sum;
}

/* ---- The variance of the objective ---- */

const char inlay_variance_key[] = "variance";

static double number_of(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

bool inlay_outputs_is_variance(const struct inlay_outputs *o, const char *key)
{
    return strcmp(key, inlay_variance_key) == 0 &&
           inlay_outputs_find(o, key) == o->n;
}

inlay_status inlay_variance_check(const char *where, double variance,
                                  inlay_error *err)
{
    if (isnan(variance) || (variance >= 0.0 && isfinite(variance)))
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "%s: %s is %s; it is the square of the value's standard "
                      "error, from 0 on",
                      where, inlay_shown_number(variance).text,
                      variance < 0.0 ? "negative" : "infinite");
}

inlay_status inlay_variance_read(const json_t *json, double *variance,
                                 inlay_error *err)
{
    const char *text = json_string_value(json);
    const double v = number_of(json);
    if (json && !json_is_number(json) && !json_is_null(json))
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: must be a number from 0 on, or null, not "
                          "%s%s%s",
                          inlay_variance_key, text ? "\"" : "",
                          text ? inlay_shown_text(text).text
                               : inlay_json_type_name(json),
                          text ? "\"" : "");
    const inlay_status st = inlay_variance_check(inlay_variance_key, v, err);
    if (st == INLAY_OK)
        *variance = v;
    return st;
}

inlay_status inlay_outputs_take_variance(const struct inlay_outputs *o,
                                         json_t *object, double *variance,
                                         inlay_error *err)
{
    *variance = NAN;
    if (!inlay_outputs_is_variance(o, inlay_variance_key))
        return INLAY_OK;
    const inlay_status st = inlay_variance_read(
        json_object_get(object, inlay_variance_key), variance, err);
    json_object_del(object, inlay_variance_key);
    return st;
}

/* ---- Values of a trial ---- */

inlay_status inlay_outputs_read(const struct inlay_outputs *o, double y,
                                const char *metrics, double *values,
                                inlay_error *err)
{
    json_t *root = NULL;
    for (size_t i = 0; i < o->n; i++)
        values[i] = i == o->objective ? y : NAN;
    if (o->is_default || !metrics || isnan(y))
        return INLAY_OK;
    const inlay_status st =
        inlay_json_parse(metrics, strlen(metrics), &root, err);
    if (st == INLAY_ENOMEM)
        return st;
    for (size_t i = 0; i < o->n; i++) {
        const double v = number_of(json_object_get(root, o->at[i].name));
        if (isfinite(v) && i != o->objective)
            values[i] = v;
    }
    json_decref(root);
    return INLAY_OK;
}

void inlay_outputs_add_reason(const struct inlay_outputs *o,
                              const double *values, struct inlay_text *text)
{
    for (size_t i = 0; i < o->n; i++)
        if (!isfinite(values[i])) {
            inlay_text_printf(text, "the result has no finite value of '%s'",
                              inlay_shown_text(o->at[i].name).text);
            return;
        }
}

/* The members of the object that are no outputs. */
static void add_others(const struct inlay_outputs *o, json_t *root,
                       struct inlay_json_writer *w)
{
    for (void *at = json_object_iter(root); at;
         at = json_object_iter_next(root, at)) {
        const char *name = json_object_iter_key(at);
        if (inlay_outputs_find(o, name) == o->n)
            inlay_json_add(inlay_json_write_value(w, name),
                           json_object_iter_value(at));
    }
}

inlay_status inlay_outputs_write(const struct inlay_outputs *o,
                                 const double *values, const char *metrics,
                                 struct inlay_text *out, inlay_error *err)
{
    struct inlay_json_writer w = {.text = out};
    json_t *root = NULL;
    const inlay_status st =
        metrics ? inlay_json_parse(metrics, strlen(metrics), &root, err)
                : INLAY_OK;
    if (st != INLAY_OK)
        return st;
    if (root && !json_is_object(root)) {
        json_decref(root);
        return inlay_fail(err, INLAY_EPARSE,
                          "metrics: must be a JSON object, such as "
                          "{\"epochs\": 20}");
    }
    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    for (size_t i = 0; i < o->n; i++)
        inlay_json_write_number(&w, o->at[i].name, values[i]);
    add_others(o, root, &w);
    inlay_json_end(&w);
    json_decref(root);
    return inlay_text_status(out, err);
}
