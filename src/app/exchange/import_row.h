/*
 * import_row.h: a row of a table, or a line of JSON, on its way to a trial; for
 * the files import_*.c alone.
 *
 * Both formats bring a row to values and a few texts (the cells), so that what a
 * column means, and what makes a trial done or failed, is decided in one place.
 */
#ifndef INLAY_APP_EXCHANGE_IMPORT_ROW_H
#define INLAY_APP_EXCHANGE_IMPORT_ROW_H

#include <jansson.h>

#include "app/exchange/columns.h"
#include "app/exchange/import_rows.h"

/* What a column is, or the key of an object. */
enum inlay_meaning {
    INLAY_MEANS_VALUE,
    INLAY_MEANS_VARIANCE,
    INLAY_MEANS_STATE,
    INLAY_MEANS_WHY,
    INLAY_MEANS_METRICS,
    INLAY_MEANS_DISCARDED,
    INLAY_MEANS_NOTES,
    INLAY_N_CELLS,
    INLAY_MEANS_KNOWN, /* an export has it, and it says nothing here */
    INLAY_MEANS_VARIABLE,
    INLAY_MEANS_OUTPUT,  /* one that is not the objective */
    INLAY_MEANS_OUTPUTS, /* an object of all of them */
    INLAY_MEANS_METRIC,
    INLAY_MEANS_UNKNOWN
};

/* Lists of the report. */
enum inlay_import_list {
    INLAY_IMPORT_IGNORED,
    INLAY_IMPORT_DEFAULTS,
    INLAY_IMPORT_LACKING,
    INLAY_N_IMPORT_LISTS
};

struct inlay_meant {
    enum inlay_meaning is;
    size_t i;           /* which variable, which output */
    const char *metric; /* its name, a view */
};

struct inlay_import {
    const inlay_space *space;
    struct inlay_columns *columns;
    struct inlay_import_source source;
    inlay_finished_fn *fn;
    void *context;
    struct inlay_import_report *report;
    json_t
        *noted[INLAY_N_IMPORT_LISTS]; /* names that the report has, as keys */
    inlay_value *checked;             /* room for a configuration */
    double *values;                   /* and for the outputs */
    bool says_result;                 /* some row has a value, or a state */

    /* The row: */
    size_t line;
    inlay_value *x;
    bool is_outside;
    const char *value_name;
    struct inlay_text cells[INLAY_N_CELLS]; /* empty where it has none */
    json_t *measured;        /* outputs and metrics by their names: any JSON */
    const json_t *objective; /* in an object of all outputs; NULL: none */
};

/* ---- Names (import_names.c) ---- */

/* The outputs, where they have names; else NULL. */
const struct inlay_outputs *inlay_import_outputs(const struct inlay_import *r);
bool inlay_import_is_variable(const struct inlay_import *r, const char *name,
                              size_t *i);
/* Is it the column that the user has named?  That may be a variable, too. */
bool inlay_import_is_wanted(const struct inlay_import *r, const char *name);
/* What the name of a column means, or a key of a flat object. */
struct inlay_meant inlay_import_column(const struct inlay_import *r,
                                       const char *name);
/* What a key means beside "x".  Ours: in a line that Inlay wrote, outputs stand
 * in "values", and may be called as the keys of ours are. */
struct inlay_meant inlay_import_key(const struct inlay_import *r,
                                    const char *key, bool is_ours);
/* ---- What is told (import_report.c) ---- */

/* A name, once, however many rows have it. */
inlay_status inlay_import_note(struct inlay_import *r,
                               enum inlay_import_list list, const char *name,
                               inlay_error *err);
/* The row, which lies outside the space. */
inlay_status inlay_import_note_outside(struct inlay_import *r,
                                       inlay_error *err);
/* Two names could both be the value. */
inlay_status inlay_import_fail_values(const struct inlay_import *r,
                                      const char *one, const char *other,
                                      inlay_error *err);
/* The text under a name is no number, or a too large one.  hint: what to write
 * where there is none. */
inlay_status inlay_import_fail_number(const struct inlay_import *r,
                                      const char *name, const char *text,
                                      const char *hint, inlay_error *err);
/* What is wrong with a variable that has no value, the name that may be meant (or
 * NULL), and what to do. */
inlay_status inlay_import_fail_variable(const char *what, const char *near,
                                        inlay_error *err);
/* Nothing is the value; where: "the header has no column". */
inlay_status inlay_import_fail_no_value(const struct inlay_import *r,
                                        const char *where, inlay_error *err);
/* What to do about a text that is not a number: use a decimal point, or otherwise
 * what is given. */
const char *inlay_import_hint(const char *number, const char *otherwise);

/* ---- A row (import_row.c) ---- */

/* Gives x and the cells as a trial, or counts the row as passed over. */
inlay_status inlay_import_give(struct inlay_import *r, inlay_error *err);

/* ---- Formats (import_csv.c, import_jsonl.c) ---- */

inlay_status inlay_import_csv(struct inlay_import *r, inlay_error *err);
inlay_status inlay_import_jsonl(struct inlay_import *r, inlay_error *err);

#endif
