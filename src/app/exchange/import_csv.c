/*
 * import_csv.c: finished trials from a table.
 */
#include "app/exchange/import_rows.h"

#include <string.h>

#include "app/exchange/csv.h"
#include "app/exchange/trial_list.h"
#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"

enum { NONE = -1 };

/* Where the header has what. */
struct columns {
    size_t n;                       /* of the header */
    size_t *of;                     /* a column for each variable */
    int value, state, why, metrics; /* NONE where there is none */
    char *value_name;
};

/* *at := the column of that name; twice is a mistake. */
static inlay_status find_column(const struct inlay_csv *csv, const char *name,
                                int *at, inlay_error *err)
{
    *at = NONE;
    for (size_t i = 0; i < csv->n_fields; i++)
        if (strcmp(csv->field[i], name) == 0) {
            if (*at != NONE)
                return inlay_fail(err, INLAY_EINVAL,
                                  "the header has the column '%s' twice",
                                  inlay_shown_text(name).text);
            *at = (int)i;
        }
    return INLAY_OK;
}

/* The same for a column that is no variable. */
static inlay_status find_ours(const struct inlay_import *r,
                              const struct inlay_csv *csv, const char *name,
                              int *at, inlay_error *err)
{
    struct inlay_text column = {0};

    inlay_trial_list_column(&column, r->space, name);
    inlay_status st = inlay_text_status(&column, err);
    if (st == INLAY_OK)
        st = find_column(csv, column.bytes, at, err);
    inlay_text_clear(&column);
    return st;
}

/* By its name, or as Optuna's tables have it: params_NAME. */
static inlay_status find_variable(const struct inlay_csv *csv, const char *name,
                                  int *at, inlay_error *err)
{
    struct inlay_text theirs = {0};
    inlay_status st = find_column(csv, name, at, err);

    if (st != INLAY_OK || *at != NONE)
        return st;
    inlay_text_printf(&theirs, "params_%s", name);
    st = inlay_text_status(&theirs, err);
    if (st == INLAY_OK)
        st = find_column(csv, theirs.bytes, at, err);
    inlay_text_clear(&theirs);
    return st;
}

static inlay_status find_variables(const struct inlay_import *r,
                                   const struct inlay_csv *csv,
                                   struct columns *c, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(r->space);
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const char *name = inlay_space_var(r->space, i)->is.name;
        int at = NONE;

        st = find_variable(csv, name, &at, err);
        if (st != INLAY_OK || at != NONE) {
            c->of[i] = (size_t)at;
            continue;
        }
        const char *near = inlay_text_nearest(name, csv->field, csv->n_fields);
        st = inlay_fail(
            err, INLAY_EINVAL, "the header has no column for %s%s%s%s",
            inlay_shown_var(name, 0).text, near ? "; is it '" : "",
            near ? inlay_shown_text(near).text : "", near ? "'?" : "");
    }
    return st;
}

static inlay_status find_value(const struct inlay_import *r,
                               const struct inlay_csv *csv, struct columns *c,
                               inlay_error *err)
{
    const char *wanted = r->source->value;
    inlay_status st = INLAY_OK;

    if (wanted) {
        st = find_column(csv, wanted, &c->value, err);
        if (st == INLAY_OK && c->value == NONE)
            st = inlay_fail(err, INLAY_EINVAL,
                            "the header has no column '%s', which --value "
                            "names",
                            inlay_shown_text(wanted).text);
        return st;
    }
    for (size_t i = 0; st == INLAY_OK && inlay_import_value_name(i); i++) {
        int at = NONE;

        st = find_ours(r, csv, inlay_import_value_name(i), &at, err);
        if (st == INLAY_OK && at != NONE && c->value != NONE)
            return inlay_fail(err, INLAY_EINVAL,
                              "the columns '%s' and '%s' could both be the "
                              "value; --value chooses one",
                              csv->field[c->value], csv->field[at]);
        if (at != NONE)
            c->value = at;
    }
    if (st == INLAY_OK && c->value == NONE)
        st = inlay_fail(err, INLAY_EINVAL,
                        "the header has no column y, value, objective or "
                        "loss; --value names the value's");
    return st;
}

static bool is_used(const struct inlay_import *r, const struct columns *c,
                    const char *field, size_t at)
{
    for (size_t i = 0; i < inlay_space_n_variables(r->space); i++)
        if (c->of[i] == at)
            return true;
    while (strncmp(field, INLAY_TRIAL_LIST_PREFIX,
                   strlen(INLAY_TRIAL_LIST_PREFIX)) == 0)
        field += strlen(INLAY_TRIAL_LIST_PREFIX);
    return (int)at == c->value || inlay_import_is_ours(field);
}

static inlay_status read_header(struct inlay_import *r,
                                const struct inlay_csv *csv, struct columns *c,
                                inlay_error *err)
{
    inlay_status st = find_variables(r, csv, c, err);

    c->n = csv->n_fields;
    c->value = NONE;
    if (st == INLAY_OK)
        st = find_value(r, csv, c, err);
    if (st == INLAY_OK)
        st = find_ours(r, csv, "state", &c->state, err);
    if (st == INLAY_OK)
        st = find_ours(r, csv, "why", &c->why, err);
    if (st == INLAY_OK)
        st = find_ours(r, csv, "metrics", &c->metrics, err);
    for (size_t i = 0; st == INLAY_OK && i < csv->n_fields; i++)
        if (!is_used(r, c, csv->field[i], i))
            inlay_import_leave_out(r, csv->field[i]);
    if (st != INLAY_OK ||
        (c->value_name = inlay_mem_text(csv->field[c->value])))
        return st;
    return inlay_fail_memory(err, "a table");
}

/* " (...)" for a number that was written by a program with another locale. */
static const char *hint(const char *number)
{
    return strchr(number, ',') &&
                   number[strspn(number, "+-0123456789,eE")] == '\0'
               ? " (a number has a point, not a comma)"
               : "";
}

static inlay_status read_row_x(struct inlay_import *r,
                               const struct inlay_csv *csv,
                               const struct columns *c, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(r->space);
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const char *field = csv->field[c->of[i]];
        inlay_error why = {0};

        st = inlay_configuration_read_plain(r->space, i, field, &r->x[i], &why);
        if (st != INLAY_OK)
            inlay_fail(err, st, "%s%s", why.msg, hint(field));
    }
    return st == INLAY_OK ? inlay_space_check(r->space, r->x, r->x, err) : st;
}

static inlay_status read_metrics(const char *text, struct inlay_text *out,
                                 inlay_error *err)
{
    json_t *json = NULL;
    inlay_status st = INLAY_OK;

    if (text[0])
        st = inlay_json_parse(text, strlen(text), &json, err);
    if (st == INLAY_EPARSE)
        return inlay_fail(err, st, "metrics: '%s' is not a JSON object",
                          inlay_shown_text(text).text);
    if (st == INLAY_OK)
        st = inlay_import_metrics(json, out, err);
    json_decref(json);
    return st;
}

static inlay_status read_row(struct inlay_import *r,
                             const struct inlay_csv *csv,
                             const struct columns *c, inlay_error *err)
{
    const char *value = csv->field[c->value];
    struct inlay_import_cells cells = {
        .has_y = value[0] != '\0',
        .state = c->state == NONE ? NULL : csv->field[c->state],
        .why = c->why == NONE ? NULL : csv->field[c->why],
    };
    if (cells.has_y && !inlay_import_number(value, &cells.y))
        return inlay_fail(err, INLAY_EINVAL,
                          "column '%s': '%s' is not a number%s",
                          inlay_shown_text(c->value_name).text,
                          inlay_shown_text(value).text, hint(value));
    inlay_status st = read_row_x(r, csv, c, err);
    if (st == INLAY_OK && c->metrics != NONE)
        st = read_metrics(csv->field[c->metrics], &cells.metrics, err);
    if (st == INLAY_OK)
        st = inlay_import_give(r, &cells, err);
    inlay_text_clear(&cells.metrics);
    return st;
}

static inlay_status check_width(const struct inlay_csv *csv,
                                const struct columns *c, inlay_error *err)
{
    return csv->n_fields == c->n
               ? INLAY_OK
               : inlay_fail(err, INLAY_EPARSE,
                            "it has %zu fields, and the header has %zu",
                            csv->n_fields, c->n);
}

static inlay_status read_table(struct inlay_import *r, struct inlay_csv *csv,
                               struct columns *c, inlay_error *err)
{
    bool is_end = false;
    inlay_status st = inlay_csv_next(csv, &is_end, err);

    if (st == INLAY_OK && is_end)
        return inlay_fail(err, INLAY_EPARSE, "there is no line in it");
    if (st != INLAY_OK)
        return st;
    r->line = csv->line;
    st = read_header(r, csv, c, err);
    while (st == INLAY_OK) {
        st = inlay_csv_next(csv, &is_end, err);
        if (st != INLAY_OK || is_end)
            return st; /* its message has the line */
        r->line = csv->line;
        st = check_width(csv, c, err);
        if (st == INLAY_OK)
            st = read_row(r, csv, c, err);
    }
    return inlay_import_fail_line(r, st, err);
}

inlay_status inlay_import_read_csv(struct inlay_import *r, inlay_error *err)
{
    struct inlay_csv csv;
    struct columns c = {.value = NONE};
    inlay_status st = inlay_csv_init(&csv, r->source->bytes, r->source->n, err);

    if (st != INLAY_OK)
        return st;
    c.of = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *c.of);
    st =
        c.of ? read_table(r, &csv, &c, err) : inlay_fail_memory(err, "a table");
    inlay_mem_free(c.of);
    inlay_mem_free(c.value_name);
    inlay_csv_clear(&csv);
    return st;
}
