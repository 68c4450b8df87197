/*
 * import_csv.c: finished trials from a table.
 */
#include "app/exchange/import_rows.h"

#include <string.h>

#include "app/exchange/csv.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"

enum { NONE = -1 };

struct table {
    struct inlay_import *r;
    struct inlay_csv csv;
    size_t n;                     /* columns of the header */
    int *of;                      /* a column for each variable */
    int at[INLAY_IMPORT_N_CELLS]; /* NONE where there is none */
    char *value_name;
};

/* ---- The header ---------------------------------------------------------- */

static inlay_status fail_twice(const char *name, inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL, "the header has the column '%s' twice",
                      inlay_shown_text(name).text);
}

/* *at := the column of that name; twice is a mistake. */
static inlay_status find_column(const struct table *t, const char *name,
                                int *at, inlay_error *err)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->csv.field[i], name) == 0) {
            if (*at != NONE)
                return fail_twice(name, err);
            *at = (int)i;
        }
    return INLAY_OK;
}

/* By its name, or as Optuna's tables have it: params_NAME. */
static inlay_status find_variable(const struct table *t, const char *name,
                                  int *at, inlay_error *err)
{
    struct inlay_text theirs = {0};

    inlay_text_printf(&theirs, "params_%s", name);
    inlay_status st = inlay_text_status(&theirs, err);
    *at = NONE;
    if (st == INLAY_OK)
        st = find_column(t, name, at, err);
    if (st == INLAY_OK && *at == NONE)
        st = find_column(t, theirs.bytes, at, err);
    inlay_text_clear(&theirs);
    if (st != INLAY_OK || *at != NONE)
        return st;
    const char *near = inlay_text_nearest(name, t->csv.field, t->n);
    return inlay_fail(
        err, INLAY_EINVAL, "the header has no column for %s%s%s%s",
        inlay_shown_var(name, 0).text, near ? "; is it '" : "",
        near ? inlay_shown_text(near).text : "", near ? "'?" : "");
}

/* Only a variable?  --value may name one, too. */
static bool is_variable(const struct table *t, int at)
{
    const char *wanted = t->r->source.value;

    if (wanted && strcmp(t->csv.field[at], wanted) == 0)
        return false;
    for (size_t i = 0; i < inlay_space_n_variables(t->r->space); i++)
        if (t->of[i] == at)
            return true;
    return false;
}

/* A column that is not of a variable. */
static inlay_status take_column(struct table *t, int at, inlay_error *err)
{
    const char *name = t->csv.field[at];
    const enum inlay_import_meaning what =
        inlay_import_meaning(t->r, name, true);

    if (what == INLAY_IMPORT_UNKNOWN)
        inlay_import_leave_out(t->r, name);
    if (what >= INLAY_IMPORT_N_CELLS)
        return INLAY_OK;
    const int other = t->at[what];
    t->at[what] = at;
    if (other == NONE)
        return INLAY_OK;
    return what == INLAY_IMPORT_VALUE && strcmp(t->csv.field[other], name) != 0
               ? inlay_import_fail_values(t->csv.field[other], name, err)
               : fail_twice(name, err);
}

static inlay_status fail_value(const struct table *t, inlay_error *err)
{
    const char *wanted = t->r->source.value;

    if (wanted)
        return inlay_fail(err, INLAY_EINVAL,
                          "the header has no column '%s', which --value names",
                          inlay_shown_text(wanted).text);
    return inlay_fail(err, INLAY_EINVAL,
                      "the header has no column y, value, objective or "
                      "loss; --value names the value's");
}

static inlay_status read_header(struct table *t, inlay_error *err)
{
    const inlay_space *space = t->r->space;
    inlay_status st = INLAY_OK;

    t->n = t->csv.n_fields;
    for (size_t i = 0; i < INLAY_IMPORT_N_CELLS; i++)
        t->at[i] = NONE;
    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++)
        st = find_variable(t, inlay_space_var(space, i)->is.name, &t->of[i],
                           err);
    for (int i = 0; st == INLAY_OK && i < (int)t->n; i++)
        if (!is_variable(t, i))
            st = take_column(t, i, err);
    if (st == INLAY_OK && t->at[INLAY_IMPORT_VALUE] == NONE)
        st = fail_value(t, err);
    if (st != INLAY_OK)
        return st;
    t->value_name = inlay_mem_text(t->csv.field[t->at[INLAY_IMPORT_VALUE]]);
    return t->value_name ? INLAY_OK : inlay_fail_memory(err, "a table");
}

/* ---- Rows ---------------------------------------------------------------- */

static inlay_status read_x(struct table *t, inlay_error *err)
{
    const inlay_space *space = t->r->space;
    inlay_value *x = t->r->x;
    inlay_status st = INLAY_OK;

    for (size_t i = 0; st == INLAY_OK && i < inlay_space_n_variables(space);
         i++) {
        const char *field = t->csv.field[t->of[i]];
        inlay_error why = {0};

        st = inlay_configuration_read_plain(space, i, field, &x[i], &why);
        if (st != INLAY_OK)
            inlay_fail(err, st, "%s%s", why.msg, inlay_import_hint(field));
    }
    return st == INLAY_OK ? inlay_space_check(space, x, x, err) : st;
}

static inlay_status read_row(struct table *t, inlay_error *err)
{
    struct inlay_import_row row = {.value_name = t->value_name};

    if (t->csv.n_fields != t->n)
        return inlay_fail(err, INLAY_EPARSE,
                          "it has %zu fields, and the header has %zu",
                          t->csv.n_fields, t->n);
    for (size_t i = 0; i < INLAY_IMPORT_N_CELLS; i++)
        row.cells[i] = t->at[i] == NONE ? NULL : t->csv.field[t->at[i]];
    const inlay_status st = read_x(t, err);
    return st == INLAY_OK ? inlay_import_give(t->r, &row, err) : st;
}

static inlay_status read_table(struct table *t, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (bool is_first = true; st == INLAY_OK; is_first = false) {
        bool is_end = false;

        st = inlay_csv_next(&t->csv, &is_end, err);
        if (st == INLAY_OK && is_end && is_first)
            return inlay_fail(err, INLAY_EPARSE, "there is no line in it");
        if (st != INLAY_OK || is_end)
            return st; /* its message has the line */
        t->r->line = t->csv.line;
        st = is_first ? read_header(t, err) : read_row(t, err);
    }
    return inlay_import_fail_line(t->r, st, err);
}

inlay_status inlay_import_read_csv(struct inlay_import *r, inlay_error *err)
{
    struct table t = {.r = r};
    inlay_status st = inlay_csv_init(&t.csv, r->source.bytes, r->source.n, err);

    if (st != INLAY_OK)
        return st;
    t.of = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *t.of);
    st = t.of ? read_table(&t, err) : inlay_fail_memory(err, "a table");
    inlay_mem_free(t.of);
    inlay_mem_free(t.value_name);
    inlay_csv_clear(&t.csv);
    return st;
}
