/*
 * import_rows.c: finished trials from CSV or JSON lines.
 *
 * Both formats bring a row to values and a few texts (the cells), so that what a
 * column means, and what makes a trial done or failed, is decided in one place.
 */
#include "app/exchange/import_rows.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "app/exchange/told.h"
#include "app/exchange/trial_list.h"
#include "base/csv.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/json.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/notes.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* What a column is, or the key of an object. */
enum meaning {
    VALUE,
    STATE,
    WHY,
    METRICS,
    DISCARDED,
    NOTES,
    N_CELLS,
    KNOWN = N_CELLS, /* an export has it, and it says nothing here */
    VARIABLE,
    OUTPUT,  /* one that is not the objective */
    OUTPUTS, /* an object of all of them */
    UNKNOWN
};

struct import {
    const inlay_space *space;
    struct inlay_import_source source;
    inlay_finished_fn *fn;
    void *context;
    struct inlay_import_report *report;
    json_t *ignored; /* the names that the report has, as keys */

    /* The row: */
    size_t line;
    inlay_value *x;
    bool is_outside;
    const char *value_name;
    struct inlay_text cells[N_CELLS]; /* empty where it has none */
    json_t *measured; /* other outputs by their names: numbers, or anything */
};

void inlay_import_clear(struct inlay_import_report *report)
{
    inlay_text_clear(&report->ignored);
    inlay_text_clear(&report->outside);
    inlay_text_clear(&report->defaults);
    *report = (struct inlay_import_report){0};
}

/* ---- Columns ------------------------------------------------------------- */

static bool is_variable(const struct import *r, const char *name, size_t *i)
{
    return inlay_space_find(r->space, name, i, NULL) == INLAY_OK;
}

/* Is it the column that the user has named?  That may be a variable, too. */
static bool is_wanted(const struct import *r, const char *name)
{
    return r->source.value && strcmp(name, r->source.value) == 0;
}

/* The outputs, where they have names; else NULL. */
static const struct inlay_outputs *named_outputs(const struct import *r)
{
    const struct inlay_outputs *outputs = r->source.outputs;

    return outputs && !outputs->is_default ? outputs : NULL;
}

/* What a name means because of the outputs; else UNKNOWN.  Where outputs have
 * names, "loss" and "objective" are names like others. */
static enum meaning output_meaning(const struct import *r, const char *name)
{
    const struct inlay_outputs *outputs = named_outputs(r);

    if (!outputs)
        return UNKNOWN;
    const size_t i = inlay_outputs_find(outputs, name);
    if (i < outputs->n && i != outputs->objective)
        return OUTPUT;
    if (i == outputs->objective && !r->source.value)
        return VALUE;
    return strcmp(name, "values") == 0     ? OUTPUTS
           : strcmp(name, "feasible") == 0 ? KNOWN
                                           : UNKNOWN;
}

/* Does the word mean the value although outputs have other names? */
static bool is_always_value(const char *name)
{
    return strcmp(name, "y") == 0 || strcmp(name, "value") == 0;
}

/* has_variables: a name may be that of a variable, and then is. */
static enum meaning meaning_of(const struct import *r, const char *name,
                               bool has_variables)
{
    static const struct {
        const char *name;
        enum meaning meaning;
    } row[] = {
        {"y", VALUE},         {"value", VALUE},         {"objective", VALUE},
        {"loss", VALUE},      {"state", STATE},         {"why", WHY},
        {"id", KNOWN},        {"seconds", KNOWN},       {"attempts", KNOWN},
        {"metrics", METRICS}, {"discarded", DISCARDED}, {"attributes", NOTES},
        {"asked", KNOWN},     {"started", KNOWN},       {"ended", KNOWN},
        {"amended", KNOWN},   {"outside", KNOWN},
    };
    const size_t n_prefix = strlen(INLAY_TRIAL_LIST_PREFIX);
    size_t k;

    if (has_variables && is_variable(r, name, &k))
        return VARIABLE;
    while (has_variables &&
           strncmp(name, INLAY_TRIAL_LIST_PREFIX, n_prefix) == 0 &&
           is_variable(r, name + n_prefix, &k))
        name += n_prefix;
    const enum meaning output = output_meaning(r, name);
    if (output != UNKNOWN)
        return output;
    for (size_t i = 0; i < LENGTH(row); i++)
        if (strcmp(name, row[i].name) == 0 &&
            (row[i].meaning != VALUE ||
             (!r->source.value &&
              (!named_outputs(r) || is_always_value(name)))))
            return row[i].meaning;
    return UNKNOWN;
}

static inlay_status fail_values(const char *one, const char *other,
                                inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL,
                      "the columns '%s' and '%s' could both be the value; "
                      "choose one with --value",
                      inlay_shown_text(one).text, inlay_shown_text(other).text);
}

/* Reported once, however many rows have it. */
static inlay_status ignore(struct import *r, const char *name, inlay_error *err)
{
    struct inlay_text *list = &r->report->ignored;

    if (json_object_get(r->ignored, name))
        return INLAY_OK;
    if (json_object_set_new_nocheck(r->ignored, name, json_true()) != 0)
        return inlay_fail_memory(err, "a row");
    inlay_text_add(list, list->n > 0 ? ", " : "");
    inlay_harmless_add(list, name);
    return inlay_text_status(list, err);
}

/* ---- A row --------------------------------------------------------------- */

static const char *hint_of(const char *number)
{
    return strchr(number, ',') &&
                   number[strspn(number, "+-0123456789,eE")] == '\0'
               ? " (use a decimal point, not a comma)"
               : "";
}

/* *y stays NaN where there is none. */
static inlay_status read_y(const struct import *r, double *y, inlay_error *err)
{
    const char *text = inlay_text_view(&r->cells[VALUE]);

    if (!text[0] || inlay_told_number(text, y))
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL, "column '%s': '%s' is not a number%s",
                      inlay_shown_text(r->value_name).text,
                      inlay_shown_text(text).text, hint_of(text));
}

/* What the row says; where that is "done" or nothing, what its cells show. */
static inlay_status read_state(const struct import *r, double y,
                               enum inlay_listed_state *state, inlay_error *err)
{
    const bool has_end = r->cells[VALUE].n > 0 || r->cells[WHY].n > 0;
    const char *text = inlay_text_view(&r->cells[STATE]);
    const int said = text[0] ? inlay_listed_find(text) : INLAY_LISTED_DONE;

    if (said < 0)
        return inlay_fail(
            err, INLAY_EINVAL,
            "state: '%s' is not one of done, failed, pending, running, "
            "abandoned",
            inlay_shown_text(text).text);
    *state = said != INLAY_LISTED_DONE ? (enum inlay_listed_state)said
             : isfinite(y)             ? INLAY_LISTED_DONE
             : has_end                 ? INLAY_LISTED_FAILED
                                       : INLAY_LISTED_PENDING;
    return INLAY_OK;
}

/* A value that is not finite is the reason itself. */
static void set_failure(const struct import *r, struct inlay_finished *trial)
{
    const struct inlay_text *why = &r->cells[WHY];

    if (why->n == 0 && r->cells[VALUE].n > 0 && !isfinite(trial->y))
        return;
    trial->why = why->n > 0 ? why->bytes : "no reason given";
    trial->y = NAN;
}

/* The other outputs join the metrics, under which they are recorded. */
static inlay_status join_measured(const struct import *r,
                                  struct inlay_text *metrics, inlay_error *err)
{
    json_t *all = NULL;
    inlay_status st = INLAY_OK;

    if (json_object_size(r->measured) == 0)
        return INLAY_OK;
    if (metrics->n > 0)
        st = inlay_json_parse(metrics->bytes, metrics->n, &all, err);
    else
        all = json_object();
    if (st == INLAY_OK && (!all || json_object_update(all, r->measured) != 0))
        st = inlay_fail_memory(err, "a row");
    inlay_text_cut(metrics, 0);
    if (st == INLAY_OK) {
        inlay_json_add(metrics, all);
        st = inlay_text_status(metrics, err);
    }
    json_decref(all);
    return st;
}

/* A reason, or only a word that says so. */
static void set_mark(const struct import *r, struct inlay_finished *trial)
{
    static const char *const NO[] = {"", "no", "false", "0"};
    static const char *const YES[] = {"yes", "true", "1"};
    const char *text = inlay_text_view(&r->cells[DISCARDED]);

    for (size_t i = 0; i < LENGTH(NO); i++)
        if (strcasecmp(text, NO[i]) == 0)
            return;
    trial->is_discarded = true;
    trial->void_because = text;
    for (size_t i = 0; i < LENGTH(YES); i++)
        if (strcasecmp(text, YES[i]) == 0)
            trial->void_because = NULL;
}

static inlay_status read_notes(const struct import *r,
                               struct inlay_finished *trial, inlay_error *err)
{
    struct inlay_notes *notes = NULL;

    if (r->cells[NOTES].n == 0)
        return INLAY_OK;
    inlay_status st = inlay_notes_parse(r->cells[NOTES].bytes, &notes, err);
    for (size_t i = 0; st == INLAY_OK && notes && i < notes->n; i++)
        st = inlay_notes_check(notes->at[i].key, notes->at[i].value, err);
    if (notes)
        trial->notes = r->cells[NOTES].bytes;
    inlay_mem_free(notes);
    return inlay_fail_within(err, st, "attributes");
}

enum { MOST_LINES = 10 }; /* that are named */

static void note_outside(struct import *r)
{
    struct inlay_text *list = &r->report->outside;
    const size_t n = r->report->n_outside++;

    if (n < MOST_LINES)
        inlay_text_printf(list, "%s%zu", n > 0 ? ", " : "", r->line);
    else if (n == MOST_LINES)
        inlay_text_add(list, ", ...");
}

/* Gives x and the cells as a trial, or counts the row as passed over. */
static inlay_status give(struct import *r, inlay_error *err)
{
    struct inlay_finished trial = {
        .x = r->x, .y = NAN, .is_outside = r->is_outside};
    enum inlay_listed_state state = INLAY_LISTED_PENDING;
    struct inlay_text metrics = {0};
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < N_CELLS; i++)
        st = inlay_text_status(&r->cells[i], err);
    if (st == INLAY_OK)
        st = read_y(r, &trial.y, err);
    if (st == INLAY_OK)
        st = inlay_told_parse_metrics(inlay_text_view(&r->cells[METRICS]),
                                      "metrics", &metrics, err);
    if (st == INLAY_OK)
        st = join_measured(r, &metrics, err);
    if (st == INLAY_OK)
        st = read_state(r, trial.y, &state, err);
    if (st == INLAY_OK)
        st = read_notes(r, &trial, err);
    set_mark(r, &trial);
    if (state == INLAY_LISTED_FAILED)
        set_failure(r, &trial);
    trial.metrics = metrics.bytes;
    const bool has_ended =
        state == INLAY_LISTED_DONE || state == INLAY_LISTED_FAILED;
    r->report->n_passed += st == INLAY_OK && !has_ended;
    r->report->n_given += st == INLAY_OK && has_ended;
    if (st == INLAY_OK && has_ended && r->is_outside)
        note_outside(r);
    if (st == INLAY_OK && has_ended && r->fn)
        st = r->fn(&trial, r->context, err);
    inlay_text_clear(&metrics);
    return st;
}

/* ---- CSV ----------------------------------------------------------------- */

enum { NONE = -1 };

struct table {
    struct import *r;
    struct inlay_csv csv;
    size_t n;        /* columns of the header */
    int *of;         /* the column of each variable */
    int at[N_CELLS]; /* and of each cell; NONE where there is none */
    int *of_output;  /* the column of each output, where they have names */
};

/* Column i is what *at is for, which must be the only one. */
static inlay_status place(const struct table *t, int i, int *at,
                          inlay_error *err)
{
    const char *name = t->csv.field[i];
    const int other = *at;

    *at = i;
    if (other == NONE)
        return INLAY_OK;
    return strcmp(t->csv.field[other], name) != 0
               ? fail_values(t->csv.field[other], name, err)
               : inlay_fail(err, INLAY_EINVAL,
                            "the header has the column '%s' twice",
                            inlay_shown_text(name).text);
}

static inlay_status take_variable(struct table *t, int i, inlay_error *err)
{
    size_t k;

    return is_variable(t->r, t->csv.field[i], &k) ? place(t, i, &t->of[k], err)
                                                  : INLAY_OK;
}

static inlay_status place_output(struct table *t, int i, inlay_error *err)
{
    const char *name = t->csv.field[i];
    const size_t n_prefix = strlen(INLAY_TRIAL_LIST_PREFIX);
    size_t k = inlay_outputs_find(named_outputs(t->r), name);

    while (k == named_outputs(t->r)->n)
        k = inlay_outputs_find(named_outputs(t->r), name += n_prefix);
    return place(t, i, &t->of_output[k], err);
}

/* In Optuna's tables variables are called params_NAME. */
static inlay_status take_other(struct table *t, int i, inlay_error *err)
{
    static const char prefix[] = "params_";
    const size_t n_prefix = strlen(prefix);
    const char *name = t->csv.field[i];
    const enum meaning what =
        is_wanted(t->r, name) ? VALUE : meaning_of(t->r, name, true);
    size_t k;

    if (what < N_CELLS)
        return place(t, i, &t->at[what], err);
    if (what == OUTPUT)
        return place_output(t, i, err);
    if (what == OUTPUTS)
        return ignore(t->r, name, err);
    if (what != UNKNOWN)
        return INLAY_OK;
    if (strncmp(name, prefix, n_prefix) == 0 &&
        is_variable(t->r, name + n_prefix, &k) &&
        (t->of[k] == NONE || strcmp(t->csv.field[t->of[k]], name) == 0))
        return place(t, i, &t->of[k], err);
    return ignore(t->r, name, err);
}

/* All rows lack the variable. */
static void note_default(struct import *r, const char *name)
{
    struct inlay_text *list = &r->report->defaults;

    inlay_text_add(list, list->n > 0 ? ", " : "");
    inlay_harmless_add(list, name);
}

static inlay_status check_header(const struct table *t, inlay_error *err)
{
    const char *wanted = t->r->source.value;

    for (size_t k = 0; k < inlay_space_n_variables(t->r->space); k++) {
        const char *name = inlay_space_var(t->r->space, k)->is.name;

        if (t->of[k] != NONE)
            continue;
        if (inlay_space_var(t->r->space, k)->is.fallback) {
            note_default(t->r, name);
            continue;
        }
        const char *near = inlay_text_nearest(name, t->csv.field, t->n);
        return inlay_fail(
            err, INLAY_EINVAL, "the header has no column for %s%s%s",
            inlay_shown_var(name, 0).text, inlay_shown_guess(near).text,
            near ? ""
                 : "; which value did its rows have? Add a \"default\" to the "
                   "variable, or \"default\": null if it is not known");
    }
    if (t->at[VALUE] != NONE)
        return INLAY_OK;
    if (named_outputs(t->r) && !wanted)
        return inlay_fail(
            err, INLAY_EINVAL,
            "the header has no column '%s', the objective; name its column "
            "with --value",
            inlay_shown_text(
                named_outputs(t->r)->name[named_outputs(t->r)->objective])
                .text);
    return wanted ? inlay_fail(err, INLAY_EINVAL,
                               "--value: the header has no column '%s'",
                               inlay_shown_text(wanted).text)
                  : inlay_fail(err, INLAY_EINVAL,
                               "the header has no column y, value, objective "
                               "or loss; name the value's column with --value");
}

static inlay_status read_header(struct table *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    t->n = t->csv.n_fields;
    for (size_t k = 0; k < inlay_space_n_variables(t->r->space); k++)
        t->of[k] = NONE;
    for (size_t k = 0; k < N_CELLS; k++)
        t->at[k] = NONE;
    for (size_t k = 0; named_outputs(t->r) && k < named_outputs(t->r)->n; k++)
        t->of_output[k] = NONE;
    for (int i = 0; st == INLAY_OK && i < (int)t->n; i++)
        st = take_variable(t, i, err);
    for (int i = 0; st == INLAY_OK && i < (int)t->n; i++)
        st = take_other(t, i, err);
    if (st == INLAY_OK)
        st = check_header(t, err);
    if (st == INLAY_OK)
        t->r->value_name = t->csv.field[t->at[VALUE]];
    return st;
}

/* An empty cell is missing, as is a value that is not finite. */
static inlay_status read_output(const struct table *t, const char *name,
                                const char *field, inlay_error *err)
{
    double y = NAN;

    if (field[0] && !inlay_told_number(field, &y))
        return inlay_fail(err, INLAY_EINVAL,
                          "column '%s': '%s' is not a number%s",
                          inlay_shown_text(name).text,
                          inlay_shown_text(field).text, hint_of(field));
    if (isfinite(y) &&
        json_object_set_new_nocheck(t->r->measured, name, json_real(y)) != 0)
        return inlay_fail_memory(err, "a row");
    return INLAY_OK;
}

static inlay_status read_outputs(const struct table *t, inlay_error *err)
{
    const struct inlay_outputs *outputs = named_outputs(t->r);
    inlay_status st = INLAY_OK;

    json_object_clear(t->r->measured);
    for (size_t k = 0; st == INLAY_OK && outputs && k < outputs->n; k++)
        if (t->of_output[k] != NONE)
            st = read_output(t, outputs->name[k], t->csv.field[t->of_output[k]],
                             err);
    return st;
}

/* An empty cell, or none, is the default where there is one. */
static inlay_status read_variable(const struct table *t, size_t i,
                                  inlay_error *err)
{
    const struct import *r = t->r;
    const inlay_value *fallback = inlay_space_var(r->space, i)->is.fallback;
    const char *field = t->of[i] != NONE ? t->csv.field[t->of[i]] : "";
    inlay_error why = {0};

    if (fallback && field[0] == '\0') {
        r->x[i] = *fallback;
        return INLAY_OK;
    }
    const inlay_status st =
        inlay_configuration_read_plain(r->space, i, field, &r->x[i], &why);
    return st == INLAY_OK
               ? st
               : inlay_fail(err, st, "%s%s", why.msg, hint_of(field));
}

static inlay_status read_row(struct table *t, inlay_error *err)
{
    struct import *r = t->r;
    inlay_status st = INLAY_OK;

    if (t->csv.n_fields != t->n)
        return inlay_fail(err, INLAY_EPARSE,
                          "it has %zu fields, but the header has %zu",
                          t->csv.n_fields, t->n);
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(r->space);
         i++)
        st = read_variable(t, i, err);
    for (size_t i = 0; i < N_CELLS; i++) {
        inlay_text_cut(&r->cells[i], 0);
        if (t->at[i] != NONE)
            inlay_text_add(&r->cells[i], t->csv.field[t->at[i]]);
    }
    if (st == INLAY_OK)
        r->is_outside = !inlay_configuration_adopt(r->space, r->x);
    if (st == INLAY_OK)
        st = read_outputs(t, err);
    return st == INLAY_OK ? give(r, err) : st;
}

static inlay_status read_rows(struct table *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (bool is_first = true; st == INLAY_OK; is_first = false) {
        bool is_end = false;

        st = inlay_csv_next(&t->csv, &is_end, err);
        if (st == INLAY_OK && is_end && is_first)
            return inlay_fail(err, INLAY_EPARSE, "it is empty");
        if (st != INLAY_OK || is_end)
            return st; /* its message has the line */
        t->r->line = t->csv.line;
        st = is_first ? read_header(t, err) : read_row(t, err);
    }
    return inlay_fail_within(err, st, "line %zu", t->r->line);
}

static inlay_status read_csv(struct import *r, inlay_error *err)
{
    struct table t = {.r = r};
    inlay_status st = inlay_csv_init(&t.csv, r->source.bytes, r->source.n, err);

    if (st != INLAY_OK)
        return st;
    t.of = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *t.of);
    t.of_output = inlay_mem_new(named_outputs(r) ? named_outputs(r)->n : 1,
                                sizeof *t.of_output);
    st = t.of && t.of_output ? read_rows(&t, err)
                             : inlay_fail_memory(err, "a table");
    inlay_mem_free(t.of_output);
    inlay_mem_free(t.of);
    inlay_csv_clear(&t.csv);
    return st;
}

/* ---- JSON lines ---------------------------------------------------------- */

/* State and why are texts; of the value a text may be a number, too. */
static inlay_status take_cell(struct import *r, enum meaning what,
                              const char *key, const json_t *value,
                              inlay_error *err)
{
    const char *text = json_string_value(value);

    if (what == VALUE && r->value_name)
        return fail_values(r->value_name, key, err);
    if (what == VALUE)
        r->value_name = key;
    if (text && what != METRICS && what != NOTES)
        inlay_text_add(&r->cells[what], text);
    else if (what == DISCARDED && json_is_true(value))
        inlay_text_add(&r->cells[what], "yes");
    else if (!json_is_null(value) &&
             (what == VALUE || what == METRICS || what == NOTES))
        inlay_json_add(&r->cells[what], value);
    return INLAY_OK;
}

static inlay_status take_measured(struct import *r, enum meaning what,
                                  const char *key, json_t *value,
                                  inlay_error *err)
{
    if (what == OUTPUTS && !json_is_object(value))
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: must be a JSON object, not %s", key,
                          inlay_json_type_name(value));
    if ((what == OUTPUTS ? json_object_update(r->measured, value)
                         : json_object_set(r->measured, key, value)) != 0)
        return inlay_fail_memory(err, "a row");
    return INLAY_OK;
}

/* flat gets the variables; NULL: they are not among the keys. */
static inlay_status take_member(struct import *r, const char *key,
                                json_t *value, json_t *flat, inlay_error *err)
{
    const enum meaning what = meaning_of(r, key, flat != NULL);

    if (what == VARIABLE && json_object_set(flat, key, value) != 0)
        return inlay_fail_memory(err, "a row");
    if (is_wanted(r, key))
        return take_cell(r, VALUE, key, value, err);
    if (what < N_CELLS)
        return take_cell(r, what, key, value, err);
    if (what == OUTPUT || what == OUTPUTS)
        return take_measured(r, what, key, value, err);
    return what == UNKNOWN ? ignore(r, key, err) : INLAY_OK;
}

/* What the space does not have, or no longer. */
static inlay_status ignore_others(struct import *r, json_t *x, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    size_t i;

    for (void *at = json_object_iter(x); st == INLAY_OK && at;
         at = json_object_iter_next(x, at))
        if (!is_variable(r, json_object_iter_key(at), &i))
            st = ignore(r, json_object_iter_key(at), err);
    return st;
}

/* A variable may be called x too, but no value of one is of these types. */
static inlay_status read_object(struct import *r, json_t *json,
                                inlay_error *err)
{
    json_t *x = json_object_get(json, "x");
    const bool is_nested = json_is_object(x) || json_is_array(x);
    json_t *flat = is_nested ? NULL : json_object();
    bool is_inside = true;
    inlay_status st =
        is_nested || flat ? INLAY_OK : inlay_fail_memory(err, "a row");

    if (!json_is_object(json))
        st = inlay_fail(err, INLAY_EPARSE, "it is %s, not an object",
                        inlay_json_type_name(json));
    r->value_name = NULL;
    json_object_clear(r->measured);
    for (size_t i = 0; i < N_CELLS; i++)
        inlay_text_cut(&r->cells[i], 0);
    for (void *at = json_object_iter(json); st == INLAY_OK && at;
         at = json_object_iter_next(json, at))
        if (!is_nested || json_object_iter_value(at) != x)
            st = take_member(r, json_object_iter_key(at),
                             json_object_iter_value(at), flat, err);
    if (st == INLAY_OK)
        st = inlay_configuration_read_past(r->space, is_nested ? x : flat, r->x,
                                           &is_inside, err);
    r->is_outside = !is_inside;
    if (st == INLAY_OK && is_nested)
        st = ignore_others(r, x, err);
    if (st == INLAY_OK)
        st = give(r, err);
    json_decref(flat);
    return st;
}

/* "line 1, column 9: ..." is about a line that was parsed alone. */
static inlay_status fail_json(const struct import *r, inlay_status st,
                              inlay_error *err)
{
    static const char prefix[] = "line 1, ";
    const inlay_error alone = err ? *err : (inlay_error){0};

    if (strncmp(alone.msg, prefix, strlen(prefix)) != 0)
        return inlay_fail_within(err, st, "line %zu", r->line);
    return inlay_fail(err, st, "line %zu, %s", r->line,
                      alone.msg + strlen(prefix));
}

static inlay_status read_line(struct import *r, const char *bytes, size_t n,
                              inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = inlay_json_parse(bytes, n, &json, err);

    if (st != INLAY_OK)
        return fail_json(r, st, err);
    st = read_object(r, json, err);
    json_decref(json);
    return inlay_fail_within(err, st, "line %zu", r->line);
}

static inlay_status read_jsonl(struct import *r, inlay_error *err)
{
    const char *at = r->source.bytes, *end = at + r->source.n;
    inlay_status st = INLAY_OK;

    for (r->line = 1; st == INLAY_OK && at < end; r->line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);

        if (!inlay_line_is_blank(at, n))
            st = read_line(r, at, n, err);
        at += n + (stop != NULL);
    }
    return st;
}

/* ---- Both ---------------------------------------------------------------- */

/* The first byte that is not white space, or 0. */
static char first_byte(const struct inlay_import_source *source)
{
    for (size_t i = 0; i < source->n; i++)
        if (!memchr(" \t\r\n", source->bytes[i], 4))
            return source->bytes[i];
    return '\0';
}

static inlay_status read_any(struct import *r, inlay_error *err)
{
    const char first = first_byte(&r->source);

    if (first == '[')
        return inlay_fail(err, INLAY_EPARSE,
                          "it is a JSON array; JSON lines have one object per "
                          "line, as 'inlay export --jsonl' writes them (if it "
                          "is a table: --csv)");
    return first == '{' ? read_jsonl(r, err) : read_csv(r, err);
}

inlay_status inlay_import_read(const inlay_space *space,
                               const struct inlay_import_source *source,
                               inlay_finished_fn *fn, void *context,
                               struct inlay_import_report *report,
                               inlay_error *err)
{
    static inlay_status (*const readers[])(struct import *, inlay_error *) = {
        [INLAY_IMPORT_ANY] = read_any,
        [INLAY_IMPORT_CSV] = read_csv,
        [INLAY_IMPORT_JSONL] = read_jsonl,
    };
    const bool has_mark =
        source->n >= 3 && memcmp(source->bytes, "\xEF\xBB\xBF", 3) == 0;
    struct import r = {.space = space,
                       .source = *source,
                       .fn = fn,
                       .context = context,
                       .report = report};

    r.source.bytes += has_mark ? 3 : 0;
    r.source.n -= has_mark ? 3 : 0;
    r.ignored = json_object();
    r.measured = json_object();
    r.x = inlay_mem_new(inlay_space_n_variables(space), sizeof *r.x);
    const inlay_status st = r.ignored && r.measured && r.x
                                ? readers[source->format](&r, err)
                                : inlay_fail_memory(err, "rows");
    for (size_t i = 0; i < N_CELLS; i++)
        inlay_text_clear(&r.cells[i]);
    inlay_mem_free(r.x);
    json_decref(r.measured);
    json_decref(r.ignored);
    return st;
}
