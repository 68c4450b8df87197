/*
 * trial_json.c: a trial as JSON.
 */
#include "app/exchange/trial_json.h"

#include <math.h>
#include <string.h>

#include "app/exchange/moment.h"
#include "base/json.h"
#include "problem/configuration.h"

void inlay_trial_json_values(struct inlay_json_writer *w,
                             const struct inlay_outputs *outputs,
                             const double *values)
{
    if (outputs->is_default || !values)
        return;
    inlay_json_begin_object(w, "values", INLAY_JSON_LINE);
    for (size_t i = 0; i < outputs->n; i++)
        inlay_json_write_number(w, outputs->name[i], values[i]);
    inlay_json_end(w);
    inlay_json_write_boolean(w, "feasible",
                             inlay_outputs_violation(outputs, values) == 0.0);
}

void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space, const inlay_trial *trial)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", trial->id);
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), space,
                                   trial->x);
}

static void write_metrics(struct inlay_json_writer *w,
                          const struct inlay_outputs *outputs,
                          const struct inlay_listed *t)
{
    json_t *json = NULL;
    inlay_error err = {0};

    if (inlay_listed_metrics(t, outputs, &json, &err) != INLAY_OK)
        inlay_text_fail(w->text, &err);
    if (json)
        inlay_json_add(inlay_json_write_value(w, "metrics"), json);
    json_decref(json);
}

/* Nothing where it is not known. */
static void write_time(struct inlay_json_writer *w, const char *name, double at)
{
    struct inlay_text text = {0};
    if (!(at > 0.0))
        return;
    inlay_moment_add_utc(&text, at);
    inlay_json_write_text(w, name, inlay_text_view(&text));
    inlay_text_fail_as(w->text, &text);
    inlay_text_clear(&text);
}

/* Nothing where none was given. */
static void write_variance(struct inlay_json_writer *w, double variance)
{
    if (!isnan(variance))
        inlay_json_write_number(w, inlay_variance_key, variance);
}

void inlay_trial_json_write(struct inlay_json_writer *w,
                            struct inlay_trial_terms terms,
                            const struct inlay_listed *t)
{
    inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", t->id);
    inlay_json_write_text(w, "state", inlay_listed_end(t));
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), terms.space,
                                   t->x);
    inlay_json_write_number(w, "y", t->y);
    write_variance(w, t->variance);
    inlay_trial_json_values(w, terms.outputs, t->values);
    if (t->why || (t->state == INLAY_LISTED_FAILED))
        inlay_json_write_text(w, "why", t->why ? t->why : "");
    if (t->void_because)
        inlay_json_write_text(w, "discarded", t->void_because);
    else if (t->is_discarded)
        inlay_json_write_boolean(w, "discarded", true);
    write_metrics(w, terms.outputs, t);
    if (isfinite(t->seconds))
        inlay_json_write_number(w, "seconds", t->seconds);
    if (t->n_starts > 0)
        inlay_json_write_integer(w, "attempts", t->n_starts);
    if (t->notes && strcmp(t->notes, "{}") != 0)
        inlay_text_add(inlay_json_write_value(w, "attributes"), t->notes);
    for (size_t i = 0; terms.has_times && i < INLAY_N_LISTED_TIMES; i++)
        write_time(w, inlay_listed_times[i], t->at[i]);
    if (t->is_outside)
        inlay_json_write_boolean(w, "outside", true);
    inlay_json_end(w);
}

void inlay_trial_json_change(const inlay_change *c, void *context)
{
    struct inlay_json_writer *w = context;
    struct inlay_text at = {0};
    const bool is_result =
        c->kind == INLAY_CHANGE_ENDED || c->kind == INLAY_CHANGE_AMENDED;

    inlay_moment_add_utc(&at, c->at);
    inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(w, "what", inlay_change_name(c->kind));
    inlay_json_write_text(w, "at", inlay_text_view(&at));
    if (is_result)
        inlay_json_write_number(w, "y", c->value);
    write_variance(w, c->variance);
    if (c->metrics)
        inlay_text_add(inlay_json_write_value(w, "metrics"), c->metrics);
    if (c->text && c->kind == INLAY_CHANGE_NOTED)
        inlay_text_add(inlay_json_write_value(w, "attributes"), c->text);
    else if (c->text)
        inlay_json_write_bytes(w, "why", c->text);
    inlay_json_end(w);
    inlay_text_clear(&at);
}
