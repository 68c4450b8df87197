/*
 * told.c: asking for trials, and what is told of their evaluation.
 */
#include "app/exchange/told.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "app/exchange/trial_json.h"
#include "base/error.h"
#include "base/json.h"
#include "problem/space.h"
#include "run/result.h"

inlay_status inlay_told_ask(inlay_study *study, int64_t n, bool is_list,
                            struct inlay_json_writer *w, int64_t *n_asked,
                            inlay_error *err)
{
    inlay_status st = INLAY_OK;

    if (is_list) {
        inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
        inlay_json_begin_array(w, "trials", INLAY_JSON_LINE);
    }
    for (*n_asked = 0; st == INLAY_OK && *n_asked < n;) {
        inlay_trial trial;

        st = inlay_study_ask(study, &trial, err);
        if (st != INLAY_OK)
            break;
        ++*n_asked;
        inlay_trial_json_begin(w, NULL, inlay_study_space(study), &trial);
        inlay_json_end(w);
    }
    for (int i = 0; is_list && i < 2; i++)
        inlay_json_end(w);
    return st;
}

bool inlay_told_number(const char *text, double *y)
{
    static const char *const names[] = {"nan", "inf", "infinity"};
    const char *word = text + (text[0] == '-' || text[0] == '+');

    if (inlay_text_to_number(text, y))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(word, names[i]) == 0) {
            *y = i == 0 ? NAN : text[0] == '-' ? -INFINITY : INFINITY;
            return true;
        }
    return false;
}

inlay_status inlay_told_metrics(const json_t *json, const char *where,
                                struct inlay_text *out, inlay_error *err)
{
    if (!json_is_object(json))
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: must be a JSON object, not %s", where,
                          inlay_json_type_name(json));
    inlay_json_add(out, json);
    return inlay_text_status(out, err);
}

static inlay_status fail_missing(const struct inlay_outputs *outputs,
                                 inlay_error *err)
{
    struct inlay_text names = {0};

    inlay_outputs_add_names(outputs, &names);
    inlay_fail(err, INLAY_EINVAL,
               "the result lacks '%s', the objective; the outputs are %s",
               inlay_shown_text(outputs->name[outputs->objective]).text,
               inlay_text_view(&names));
    inlay_text_clear(&names);
    return INLAY_EINVAL;
}

inlay_status inlay_told_check_alone(const inlay_study *study, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(study);
    struct inlay_text names = {0};

    if (outputs->n == 1)
        return INLAY_OK;
    inlay_outputs_add_names(outputs, &names);
    inlay_fail(err, INLAY_EINVAL,
               "the result is one number, but the study has %zu outputs (%s): "
               "give an object with a value for each, such as {\"%s\": 1, "
               "...}",
               outputs->n, inlay_text_view(&names),
               inlay_shown_text(outputs->name[0]).text);
    inlay_text_clear(&names);
    return INLAY_EINVAL;
}

/* The only number, by whatever key; *name was the objective's. */
static inlay_status find_number(json_t *object, const char **name,
                                inlay_error *err)
{
    struct inlay_text why = {0};
    const char *key = inlay_result_key(object, *name, "tell", &why);
    inlay_status st = inlay_text_status(&why, err);

    if (st == INLAY_OK && !key)
        st = inlay_fail(err, INLAY_EINVAL, "%s", why.bytes);
    else if (st == INLAY_OK)
        *name = key;
    inlay_text_clear(&why);
    return st;
}

/* A number; null, and a text such as "nan", tell that there is none. */
static inlay_status read_output(const char *name, const json_t *json, double *y,
                                inlay_error *err)
{
    const char *text = json_string_value(json);

    *y = json_is_number(json) ? json_number_value(json) : NAN;
    if (json_is_number(json) || json_is_null(json) ||
        (text && inlay_told_number(text, y)))
        return INLAY_OK;
    return inlay_fail(
        err, INLAY_EINVAL, "'%s' must be a number, null or \"nan\", not %s%s%s",
        inlay_shown_text(name).text, text ? "\"" : "",
        text ? inlay_shown_text(text).text : inlay_json_type_name(json),
        text ? "\"" : "");
}

inlay_status inlay_told_check_limits(const inlay_study *study,
                                     const json_t *object, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(study);
    inlay_status st = INLAY_OK;
    double y;

    for (size_t i = 0; st == INLAY_OK && i < outputs->n; i++) {
        const json_t *json = json_object_get(object, outputs->name[i]);

        if (json && i != outputs->objective)
            st = read_output(outputs->name[i], json, &y, err);
    }
    return st;
}

/* What is not the objective, nor its variance, of the object and of metrics beside
 * it. */
static inlay_status add_others(const struct inlay_outputs *outputs,
                               json_t *object, const char *objective,
                               json_t *more, double *variance,
                               struct inlay_text *metrics, inlay_error *err)
{
    json_t *others = json_copy(object);
    inlay_status st = others ? INLAY_OK : inlay_fail_memory(err, "a result");

    json_object_del(others, objective);
    if (st == INLAY_OK)
        st = inlay_outputs_take_variance(outputs, others, variance, err);
    if (st == INLAY_OK && more && json_object_update_missing(others, more) != 0)
        st = inlay_fail_memory(err, "a result");
    json_object_del(others, objective);
    if (st == INLAY_OK && json_object_size(others) > 0)
        st = inlay_told_metrics(others, "metrics", metrics, err);
    json_decref(others);
    return st;
}

inlay_status inlay_told_outputs(const inlay_study *study, json_t *object,
                                json_t *more, double *y, double *variance,
                                struct inlay_text *metrics,
                                struct inlay_shown *key, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(study);
    const char *name = outputs->name[outputs->objective];
    inlay_status st = INLAY_OK;

    if (more && !json_is_object(more))
        return inlay_told_metrics(more, "metrics", metrics, err);
    if (!json_object_get(object, name) && outputs->n > 1)
        return fail_missing(outputs, err);
    if (!json_object_get(object, name)) {
        st = find_number(object, &name, err);
        if (st != INLAY_OK)
            return st;
        *key = inlay_shown_text(name);
    }
    st = read_output(name, json_object_get(object, name), y, err);
    if (st == INLAY_OK && isfinite(*y)) /* else it failed, and may lack more */
        st = inlay_told_check_limits(study, object, err);
    if (st == INLAY_OK && isfinite(*y))
        st = inlay_told_check_limits(study, more, err);
    return st == INLAY_OK
               ? add_others(outputs, object, name, more, variance, metrics, err)
               : st;
}

inlay_status inlay_told_parse_metrics(const char *text, const char *where,
                                      struct inlay_text *out, inlay_error *err)
{
    json_t *json = NULL;

    if (!text || !text[0])
        return INLAY_OK;
    inlay_status st = inlay_json_parse_words(text, strlen(text), &json, err);
    if (st == INLAY_EPARSE)
        return inlay_fail(err, st, "%s: '%s' is not a JSON object", where,
                          inlay_shown_text(text).text);
    if (st == INLAY_OK)
        st = inlay_told_metrics(json, where, out, err);
    json_decref(json);
    return st;
}

inlay_status inlay_told_end(inlay_study *study, int64_t id,
                            struct inlay_outcome outcome, inlay_error *err)
{
    const inlay_status st = inlay_study_end(study, id, outcome, err);
    inlay_trial t;

    if (st != INLAY_ESTATE ||
        inlay_study_trial(study, id, &t, NULL) != INLAY_OK ||
        t.state == INLAY_STATE_PENDING || t.state == INLAY_STATE_ABANDONED)
        return st;
    if (t.state == INLAY_STATE_DONE)
        return inlay_fail(err, st, "trial %" PRId64 " already has a result: %s",
                          id, inlay_shown_number(t.value).text);
    return inlay_fail(err, st,
                      "trial %" PRId64 " already has a result: it failed (%s)",
                      id, inlay_shown_text(t.why ? t.why : "").text);
}

const char *inlay_told_lack(const inlay_study *study, int64_t id, double y)
{
    inlay_trial t;

    return isfinite(y) && inlay_study_trial(study, id, &t, NULL) == INLAY_OK
               ? t.why
               : NULL;
}

void inlay_told_write_end(struct inlay_json_writer *w, const inlay_study *study,
                          int64_t id, double y, const struct inlay_shown *key)
{
    const char *why = inlay_told_lack(study, id, y);

    if (why)
        inlay_json_write_text(w, "failed", why);
    if (key->text[0])
        inlay_json_write_bytes(w, "taken", key->text);
    inlay_json_end(w);
}
