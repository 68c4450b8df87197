/*
 * import_csv.c: rows from a table in CSV.
 */
#include <math.h>
#include <string.h>

#include "app/exchange/import_row.h"
#include "app/exchange/told.h"
#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"

enum { NONE = -1 };

struct table {
    struct inlay_import *r;
    struct inlay_csv csv;
    size_t n;              /* columns of the header */
    int *of;               /* the column of each variable */
    int at[INLAY_N_CELLS]; /* and of each cell; NONE where there is none */
    int *of_output;  /* the column of each output, where they have names */
    json_t *metrics; /* the column of each metric, by their names */
};

/* In a table of a study that had a variable called "state", the state of a trial
 * is "inlay:state": of two names the one with more prefixes is ours. */
static bool is_behind(const char *name, const char *other)
{
    return strlen(name) < strlen(other) && inlay_text_ends_with(other, name) &&
           other[strlen(other) - strlen(name) - 1] == ':';
}

/* Column i is what *at is for, which must be the only one. */
static inlay_status place(const struct table *t, int i, int *at,
                          inlay_error *err)
{
    const char *name = t->csv.field[i];
    const char *other = *at != NONE ? t->csv.field[*at] : NULL;

    if (other && is_behind(name, other))
        return inlay_import_note(t->r, INLAY_IMPORT_IGNORED, name, err);
    *at = i;
    if (!other)
        return INLAY_OK;
    if (is_behind(other, name))
        return inlay_import_note(t->r, INLAY_IMPORT_IGNORED, other, err);
    return strcmp(other, name) != 0
               ? inlay_import_fail_values(t->r, other, name, err)
               : inlay_fail(err, INLAY_EINVAL,
                            "the header has the column '%s' twice",
                            inlay_shown_text(name).text);
}

static inlay_status place_metric(const struct table *t, int i,
                                 const char *metric, inlay_error *err)
{
    const json_t *other = json_object_get(t->metrics, metric);
    int at = other ? (int)json_integer_value(other) : NONE;
    const inlay_status st = place(t, i, &at, err);

    return st != INLAY_OK || json_object_set_new(t->metrics, metric,
                                                 json_integer(at)) == 0
               ? st
               : inlay_fail_memory(err, "a table");
}

static inlay_status take_variable(struct table *t, int i, inlay_error *err)
{
    const struct inlay_meant meant = inlay_import_column(t->r, t->csv.field[i]);

    return meant.is == INLAY_MEANS_VARIABLE ? place(t, i, &t->of[meant.i], err)
                                            : INLAY_OK;
}

/* In Optuna's tables variables are called params_NAME. */
static inlay_status take_unknown(struct table *t, int i, inlay_error *err)
{
    static const char prefix[] = "params_";
    const size_t n_prefix = strlen(prefix);
    const char *name = t->csv.field[i];
    size_t k;

    if (strncmp(name, prefix, n_prefix) == 0 &&
        inlay_import_is_variable(t->r, name + n_prefix, &k) &&
        (t->of[k] == NONE || strcmp(t->csv.field[t->of[k]], name) == 0))
        return place(t, i, &t->of[k], err);
    return inlay_import_note(t->r, INLAY_IMPORT_IGNORED, name, err);
}

static inlay_status take_other(struct table *t, int i, inlay_error *err)
{
    const char *name = t->csv.field[i];
    const struct inlay_meant meant = inlay_import_column(t->r, name);

    if (inlay_import_is_wanted(t->r, name))
        return place(t, i, &t->at[INLAY_MEANS_VALUE], err);
    if (meant.is < INLAY_N_CELLS)
        return place(t, i, &t->at[meant.is], err);
    if (meant.is == INLAY_MEANS_OUTPUT)
        return place(t, i, &t->of_output[meant.i], err);
    if (meant.is == INLAY_MEANS_METRIC)
        return place_metric(t, i, meant.metric, err);
    if (meant.is == INLAY_MEANS_OUTPUTS)
        return inlay_import_note(t->r, INLAY_IMPORT_IGNORED, name, err);
    return meant.is == INLAY_MEANS_UNKNOWN ? take_unknown(t, i, err) : INLAY_OK;
}

static inlay_status check_variable(const struct table *t, size_t k,
                                   inlay_error *err)
{
    const inlay_variable *is = &inlay_space_var(t->r->space, k)->is;
    inlay_error what = {0};

    if (t->of[k] != NONE)
        return INLAY_OK;
    if (is->fallback)
        return inlay_import_note(t->r, INLAY_IMPORT_DEFAULTS, is->name, err);
    inlay_fail(&what, INLAY_EINVAL, "the header has no column for %s",
               inlay_shown_var(is->name, 0).text);
    return inlay_import_fail_variable(
        what.msg, inlay_text_nearest(is->name, t->csv.field, t->n), err);
}

/* A table without a header begins with numbers. */
static bool has_numbers(const struct table *t)
{
    double number;
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += inlay_told_number(t->csv.field[i], &number);
    return n > 0 && n >= t->n / 2;
}

static inlay_status check_header(const struct table *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    bool has_variable = false;

    for (size_t k = 0; k < inlay_space_n_variables(t->r->space); k++)
        has_variable = has_variable || t->of[k] != NONE;
    if (!has_variable && has_numbers(t))
        return inlay_fail(err, INLAY_EINVAL,
                          "it has numbers, but the first line must have the "
                          "names of the columns");
    for (size_t k = 0;
         st == INLAY_OK && k < inlay_space_n_variables(t->r->space); k++)
        st = check_variable(t, k, err);
    return st != INLAY_OK || t->at[INLAY_MEANS_VALUE] != NONE
               ? st
               : inlay_import_fail_no_value(t->r, "the header has no column",
                                            err);
}

static inlay_status read_header(struct table *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    t->n = t->csv.n_fields;
    for (size_t k = 0; k < inlay_space_n_variables(t->r->space); k++)
        t->of[k] = NONE;
    for (size_t k = 0; k < INLAY_N_CELLS; k++)
        t->at[k] = NONE;
    for (size_t k = 0;
         inlay_import_outputs(t->r) && k < inlay_import_outputs(t->r)->n; k++)
        t->of_output[k] = NONE;
    for (int i = 0; st == INLAY_OK && i < (int)t->n; i++)
        st = take_variable(t, i, err);
    for (int i = 0; st == INLAY_OK && i < (int)t->n; i++)
        st = take_other(t, i, err);
    if (st == INLAY_OK)
        st = check_header(t, err);
    if (st == INLAY_OK)
        t->r->value_name = t->csv.field[t->at[INLAY_MEANS_VALUE]];
    return st;
}

/* An empty cell is missing, as is a value that is not finite. */
static inlay_status read_output(const struct table *t, const char *name,
                                const char *field, inlay_error *err)
{
    double y = NAN;

    if (field[0] && !inlay_told_number(field, &y))
        return inlay_import_fail_number(
            t->r, name, field, " (if it is not known: leave it empty)", err);
    if (isfinite(y) &&
        json_object_set_new_nocheck(t->r->measured, name, json_real(y)) != 0)
        return inlay_fail_memory(err, "a row");
    return INLAY_OK;
}

static inlay_status read_outputs(const struct table *t, inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_import_outputs(t->r);
    inlay_status st = INLAY_OK;

    for (size_t k = 0; st == INLAY_OK && outputs && k < outputs->n; k++)
        if (t->of_output[k] != NONE)
            st = read_output(t, outputs->name[k], t->csv.field[t->of_output[k]],
                             err);
    return st;
}

/* JSON, a number as JSON does not write it (".5"), or a text. */
static inlay_status read_metric(const char *field, json_t **out,
                                inlay_error *err)
{
    struct inlay_text text = {0};
    double number;
    inlay_status st = inlay_json_parse_words(field, strlen(field), out, err);

    if (st != INLAY_EPARSE)
        return st;
    inlay_text_add_utf8(&text, field);
    st = inlay_text_status(&text, err);
    if (st == INLAY_OK) {
        *out = inlay_text_to_number(field, &number)
                   ? json_real(number)
                   : json_string_nocheck(text.bytes);
        st = *out ? INLAY_OK : inlay_fail_memory(err, "a row");
    }
    inlay_text_clear(&text);
    return st;
}

static inlay_status read_metrics(const struct table *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    const char *name;
    json_t *at;

    json_object_foreach(t->metrics, name, at)
    {
        const char *field = t->csv.field[json_integer_value(at)];
        json_t *value = NULL;

        if (st == INLAY_OK && field[0])
            st = read_metric(field, &value, err);
        /* An output has a column of its own. */
        if (value && json_object_get(t->r->measured, name))
            json_decref(value);
        else if (value && json_object_set_new(t->r->measured, name, value) != 0)
            st = inlay_fail_memory(err, "a row");
    }
    return st;
}

/* An empty cell, or none, is the default where there is one. */
static inlay_status read_variable(const struct table *t, size_t i,
                                  inlay_error *err)
{
    const struct inlay_import *r = t->r;
    const inlay_value *fallback = inlay_space_var(r->space, i)->is.fallback;
    const char *field = t->of[i] != NONE ? t->csv.field[t->of[i]] : "";
    inlay_error why = {0};

    if (fallback && field[0] == '\0') {
        r->x[i] = *fallback;
        return INLAY_OK;
    }
    const inlay_status st =
        inlay_configuration_read_plain(r->space, i, field, &r->x[i], &why);
    if (field[0] != '\0')
        return st == INLAY_OK ? st
                              : inlay_fail(err, st, "%s%s", why.msg,
                                           inlay_import_hint(field, ""));
    if (st == INLAY_OK && /* a category may be called "" */
        inlay_var_check(inlay_space_var(r->space, i), &r->x[i], r->checked))
        return st;
    inlay_fail(&why, INLAY_EINVAL, "%s: the cell is empty",
               inlay_shown_var(inlay_space_var(r->space, i)->is.name, 0).text);
    return inlay_import_fail_variable(why.msg, NULL, err);
}

static inlay_status read_row(struct table *t, inlay_error *err)
{
    struct inlay_import *r = t->r;
    inlay_status st = INLAY_OK;

    if (t->csv.n_fields != t->n)
        return inlay_fail(err, INLAY_EPARSE,
                          "it has %zu fields, but the header has %zu",
                          t->csv.n_fields, t->n);
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(r->space);
         i++)
        st = read_variable(t, i, err);
    for (size_t i = 0; i < INLAY_N_CELLS; i++) {
        inlay_text_cut(&r->cells[i], 0);
        if (t->at[i] != NONE)
            inlay_text_add(&r->cells[i], t->csv.field[t->at[i]]);
    }
    if (st == INLAY_OK)
        r->is_outside = !inlay_configuration_adopt(r->space, r->x);
    json_object_clear(r->measured);
    if (st == INLAY_OK)
        st = read_outputs(t, err);
    if (st == INLAY_OK)
        st = read_metrics(t, err);
    return st == INLAY_OK ? inlay_import_give(r, err) : st;
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

inlay_status inlay_import_csv(struct inlay_import *r, inlay_error *err)
{
    struct table t = {.r = r};
    inlay_status st = inlay_csv_init(&t.csv, r->source.bytes, r->source.n, err);

    if (st != INLAY_OK)
        return st;
    t.of = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *t.of);
    t.of_output =
        inlay_mem_new(inlay_import_outputs(r) ? inlay_import_outputs(r)->n : 1,
                      sizeof *t.of_output);
    t.metrics = json_object();
    st = t.of && t.of_output && t.metrics ? read_rows(&t, err)
                                          : inlay_fail_memory(err, "a table");
    json_decref(t.metrics);
    inlay_mem_free(t.of_output);
    inlay_mem_free(t.of);
    inlay_csv_clear(&t.csv);
    return st;
}
