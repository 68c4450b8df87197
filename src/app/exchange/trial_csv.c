/*
 * trial_csv.c: trials as a table in CSV.
 */
#include "app/exchange/trial_csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "app/exchange/moment.h"
#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/shown.h"
#include "problem/configuration.h"

/* ---- Columns ------------------------------------------------------------- */

inlay_status inlay_trial_table_init(struct inlay_trial_table *table,
                                    struct inlay_trial_terms terms,
                                    inlay_error *err)
{
    struct inlay_trial_table t = {.terms = terms, .metrics = json_object()};
    const inlay_status st =
        t.metrics ? inlay_columns_new(terms.space, terms.outputs, &t.names, err)
                  : inlay_fail_memory(err, "a table");

    if (st == INLAY_OK)
        *table = t;
    else
        json_decref(t.metrics);
    return st;
}

void inlay_trial_table_clear(struct inlay_trial_table *table)
{
    json_decref(table->metrics);
    inlay_columns_free(table->names);
    *table = (struct inlay_trial_table){0};
}

/* Numbers that are told as outputs stand in the columns of these, but for the
 * objective of a trial that is not done: it has none. */
static bool is_output(const struct inlay_trial_table *t, const char *name,
                      const json_t *value, bool is_done)
{
    const struct inlay_outputs *outputs = t->terms.outputs;
    const size_t i = inlay_outputs_find(outputs, name);

    return !outputs->is_default && json_is_number(value) && i < outputs->n &&
           (is_done || i != outputs->objective);
}

inlay_status inlay_trial_table_note(struct inlay_trial_table *t,
                                    const char *metrics, bool is_done,
                                    inlay_error *err)
{
    json_t *json = NULL, *value;
    const char *name;
    inlay_status st =
        metrics ? inlay_json_parse(metrics, strlen(metrics), &json, err)
                : INLAY_OK;

    json_object_foreach(json, name, value)
    {
        if (is_output(t, name, value, is_done) ||
            json_object_get(t->metrics, name))
            continue;
        if (json_object_size(t->metrics) == INLAY_MOST_METRIC_COLUMNS)
            t->has_metrics = true;
        else if (json_object_set_new(t->metrics, name, json_true()) != 0)
            st = inlay_fail_memory(err, "a table");
    }
    json_decref(json);
    return st;
}

/* ---- The header ---------------------------------------------------------- */

static void add_title(struct inlay_text *text, const char *name)
{
    inlay_text_add(text, text->n > 0 ? "," : "");
    inlay_csv_add(text, name);
}

static void add_metric_titles(const struct inlay_trial_table *t,
                              struct inlay_text *text)
{
    struct inlay_text name = {0};

    for (void *at = json_object_iter(t->metrics); at;
         at = json_object_iter_next(t->metrics, at)) {
        inlay_text_cut(&name, 0);
        inlay_columns_add_metric(t->names, json_object_iter_key(at), &name);
        add_title(text, inlay_text_view(&name));
    }
    inlay_text_fail_as(text, &name);
    inlay_text_clear(&name);
}

static void add_our_titles(const struct inlay_trial_table *t,
                           enum inlay_our_column first,
                           enum inlay_our_column last, struct inlay_text *text)
{
    for (enum inlay_our_column i = first; i <= last; i++)
        add_title(text, inlay_columns_ours(t->names, i));
}

void inlay_trial_table_header(const struct inlay_trial_table *t,
                              struct inlay_text *text)
{
    add_our_titles(t, INLAY_OUR_ID, INLAY_OUR_STATE, text);
    for (size_t i = 0; i < t->terms.outputs->n; i++)
        add_title(text, inlay_columns_output(t->names, i));
    if (t->has_variances)
        add_our_titles(t, INLAY_OUR_VARIANCE, INLAY_OUR_VARIANCE, text);
    for (size_t i = 0; i < inlay_space_n_variables(t->terms.space); i++)
        add_title(text, inlay_space_var(t->terms.space, i)->is.name);
    add_our_titles(t, INLAY_OUR_WHY, INLAY_OUR_ATTEMPTS, text);
    add_metric_titles(t, text);
    if (t->has_metrics)
        add_our_titles(t, INLAY_OUR_METRICS, INLAY_OUR_METRICS, text);
    if (t->has_marks)
        add_our_titles(t, INLAY_OUR_DISCARDED, INLAY_OUR_ATTRIBUTES, text);
    if (t->terms.has_times)
        add_our_titles(t, INLAY_OUR_ASKED, INLAY_OUR_AMENDED, text);
    if (t->has_outside)
        add_our_titles(t, INLAY_OUR_OUTSIDE, INLAY_OUR_OUTSIDE, text);
    inlay_text_add(text, "\n");
}

/* ---- A row --------------------------------------------------------------- */

static void add_field(struct inlay_text *text, const char *field)
{
    inlay_text_add(text, ",");
    inlay_csv_add(text, field ? field : "");
}

/* Nothing where it is not known. */
static void add_number(struct inlay_text *text, double v)
{
    inlay_text_add(text, ",");
    if (isfinite(v))
        inlay_text_add_number(text, v);
}

/* Of a trial that failed, what was measured all the same. */
static void add_outputs(const struct inlay_trial_table *t,
                        const struct inlay_listed *trial, json_t *metrics,
                        struct inlay_text *text)
{
    const struct inlay_outputs *outputs = t->terms.outputs;

    for (size_t i = 0; i < outputs->n; i++) {
        const json_t *measured =
            !trial->values && i != outputs->objective
                ? json_object_get(metrics, outputs->name[i])
                : NULL;

        add_number(text, trial->values ? trial->values[i]
                         : json_is_number(measured)
                             ? json_number_value(measured)
                             : NAN);
        if (json_is_number(measured))
            json_object_del(metrics, outputs->name[i]);
    }
}

static void add_variables(const struct inlay_trial_table *t,
                          const inlay_value *x, struct inlay_text *text)
{
    for (size_t i = 0; i < inlay_space_n_variables(t->terms.space); i++) {
        const bool is_name = x[i].type != INLAY_TYPE_BOOLEAN && x[i].text;

        add_field(text, is_name ? x[i].text : "");
        if (!is_name)
            inlay_configuration_add_plain(
                text, inlay_space_var(t->terms.space, i), &x[i]);
    }
}

/* NaN and Infinity, which Python writes and which are texts to JSON, have no
 * quotes: so a column of numbers stays one for other readers. */
static bool is_number_word(const json_t *value)
{
    static const char *const WORDS[] = {"NaN", "Infinity", "-Infinity"};
    const char *text = json_string_value(value);

    for (size_t i = 0; text && i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(text, WORDS[i]) == 0)
            return true;
    return false;
}

/* What has no column, in a column for all of that.  A trial may have ended since
 * the columns were chosen: nothing is left out without a word. */
static void add_others(const struct inlay_trial_table *t, json_t *metrics,
                       struct inlay_text *text)
{
    struct inlay_text field = {0};
    inlay_error err = {0};

    if (json_object_size(metrics) > 0)
        inlay_json_add(&field, metrics);
    if (t->has_metrics) {
        add_field(text, inlay_text_view(&field));
    } else if (field.n > 0) {
        inlay_fail(&err, INLAY_ESTATE,
                   "a trial has ended with a new metric (%s) since this table "
                   "was begun: try again",
                   inlay_shown_text(field.bytes).text);
        inlay_text_fail(text, &err);
    }
    inlay_text_fail_as(text, &field);
    inlay_text_clear(&field);
}

/* Adds each metric that has a column, and takes it from the object. */
static void add_metrics(const struct inlay_trial_table *t, json_t *metrics,
                        struct inlay_text *text)
{
    struct inlay_text field = {0};

    for (void *at = json_object_iter(t->metrics); at;
         at = json_object_iter_next(t->metrics, at)) {
        const char *name = json_object_iter_key(at);
        const json_t *value = json_object_get(metrics, name);

        inlay_text_cut(&field, 0);
        if (is_number_word(value))
            inlay_text_add(&field, json_string_value(value));
        else if (value)
            inlay_json_add(&field, value);
        add_field(text, inlay_text_view(&field));
        json_object_del(metrics, name);
    }
    add_others(t, metrics, text);
    inlay_text_fail_as(text, &field);
    inlay_text_clear(&field);
}

static void add_time(struct inlay_text *text, double at)
{
    inlay_text_add(text, ",");
    if (at > 0.0)
        inlay_moment_add_utc(text, at);
}

static bool has_notes(const struct inlay_listed *t)
{
    return t->notes && strcmp(t->notes, "{}") != 0;
}

/* "yes" where it was discarded without a reason. */
static void add_marks(const struct inlay_listed *t, struct inlay_text *text)
{
    add_field(text, !t->is_discarded  ? ""
                    : t->void_because ? t->void_because
                                      : "yes");
    add_field(text, has_notes(t) ? t->notes : "");
}

void inlay_trial_table_row(const struct inlay_trial_table *t,
                           const struct inlay_listed *trial,
                           struct inlay_text *text)
{
    json_t *metrics = NULL;
    inlay_error err = {0};

    if (inlay_listed_metrics(trial, t->terms.outputs, &metrics, &err) !=
        INLAY_OK)
        inlay_text_fail(text, &err);
    inlay_text_printf(text, "%" PRId64 ",%s", trial->id,
                      inlay_listed_end(trial));
    add_outputs(t, trial, metrics, text);
    if (t->has_variances)
        add_number(text, trial->variance);
    add_variables(t, trial->x, text);
    add_field(text, trial->why);
    add_number(text, trial->seconds);
    add_number(text, trial->n_starts > 0 ? (double)trial->n_starts : NAN);
    add_metrics(t, metrics, text);
    if (t->has_marks)
        add_marks(trial, text);
    for (size_t i = 0; t->terms.has_times && i < INLAY_N_LISTED_TIMES; i++)
        add_time(text, trial->at[i]);
    if (t->has_outside)
        inlay_text_add(text, trial->is_outside ? ",yes" : ",");
    inlay_text_add(text, "\n");
    json_decref(metrics);
}
