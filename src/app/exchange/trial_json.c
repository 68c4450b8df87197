/*
 * trial_json.c: a trial as a JSON object, the same wherever the tool writes one.
 */
#include "app/exchange/trial_json.h"

#include <string.h>

#include "base/json.h"
#include "problem/configuration.h"

static void write_metrics(struct inlay_json_writer *w, const char *metrics)
{
    json_t *json = NULL;
    inlay_error err = {0};

    if (inlay_json_parse(metrics, strlen(metrics), &json, &err) == INLAY_OK)
        inlay_json_add(inlay_json_write_value(w, "metrics"), json);
    else
        inlay_text_fail(w->text, &err);
    json_decref(json);
}

void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space,
                            const struct inlay_trial_json *t)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "id", t->id);
    if (t->state)
        inlay_json_write_text(w, "state", t->state);
    inlay_configuration_add_object(inlay_json_write_value(w, "x"), space, t->x);
    if (t->y)
        inlay_json_write_number(w, "y", *t->y);
    if (t->why)
        inlay_json_write_text(w, "why", t->why);
    if (t->metrics)
        write_metrics(w, t->metrics);
    if (t->seconds)
        inlay_json_write_number(w, "seconds", *t->seconds);
    if (t->attempts > 0)
        inlay_json_write_integer(w, "attempts", t->attempts);
}

void inlay_trial_json_write_asked(struct inlay_json_writer *w,
                                  const inlay_space *space,
                                  const inlay_trial *trial)
{
    const struct inlay_trial_json t = {.id = trial->id, .x = trial->x};

    inlay_trial_json_begin(w, NULL, space, &t);
    inlay_json_end(w);
}
