/*
 * import_rows.h: finished trials from a table of somebody else's, or from an export of
 * ours: CSV, or JSON lines.
 *
 * CSV: the header names the variables, and the value's column: y, value,
 * objective or loss.  Columns state, why and metrics (a JSON object) are known;
 * others are left out.
 * JSON lines: {"x": {"rate": 0.1, ...}, "y": 0.25}, or flat, {"rate": 0.1, ...,
 * "y": 0.25}; y may have the same names.
 *
 *     import_rows.c   what a column means, what makes a row a trial; the choice
 *                     of the format
 *     import_csv.c    tables
 *     import_jsonl.c  JSON lines
 *
 * A row is a failed trial if its state is "failed" (or fail, pruned), or it has
 * a why and no value, or its value is nan or inf.  A row without value that did
 * not fail, or whose state is pending, running or waiting, is passed over.
 */
#ifndef INLAY_APP_EXCHANGE_IMPORT_ROWS_H
#define INLAY_APP_EXCHANGE_IMPORT_ROWS_H

#include "base/text.h"
#include "inlay.h"

enum inlay_import_format {
    INLAY_IMPORT_ANY, /* JSON lines if it begins with '{', else CSV */
    INLAY_IMPORT_CSV,
    INLAY_IMPORT_JSONL
};

struct inlay_import_source {
    const char *bytes;
    size_t n;
    enum inlay_import_format format;
    const char *value; /* name of the value's column or key; NULL: see above */
};

/* Views until the call returns. */
struct inlay_finished {
    const inlay_value *x; /* canonical */
    double y;             /* may be NaN or infinite: that is a failure */
    const char *why;      /* NULL unless it failed */
    const char *metrics;  /* a JSON object, or NULL */
};
typedef inlay_status inlay_finished_fn(const struct inlay_finished *trial,
                                       void *context, inlay_error *err);

/* {0} before the first use; cleared by inlay_import_clear. */
struct inlay_import_report {
    size_t n_given, n_passed;   /* rows given to fn, passed over */
    struct inlay_text left_out; /* names of columns or keys, with commas */
};
void inlay_import_clear(struct inlay_import_report *report);

/* Gives each trial to fn; NULL: only looks for mistakes.  A mistake names the
 * line and the column, and the rule: INLAY_EPARSE or INLAY_EINVAL; rows before
 * it have been given. */
inlay_status inlay_import_read(const inlay_space *space,
                               const struct inlay_import_source *source,
                               inlay_finished_fn *fn, void *context,
                               struct inlay_import_report *report,
                               inlay_error *err);

/* ---- Inside ---- */

struct inlay_import {
    const inlay_space *space;
    struct inlay_import_source source;
    inlay_finished_fn *fn;
    void *context;
    struct inlay_import_report *report;
    inlay_value *x; /* of the row */
    size_t line;
};

/* What a column is, or the key of a row. */
enum inlay_import_meaning {
    INLAY_IMPORT_VALUE,
    INLAY_IMPORT_STATE,
    INLAY_IMPORT_WHY,
    INLAY_IMPORT_METRICS,
    INLAY_IMPORT_N_CELLS,
    INLAY_IMPORT_IGNORED = INLAY_IMPORT_N_CELLS, /* others that an export has */
    INLAY_IMPORT_VARIABLE,
    INLAY_IMPORT_UNKNOWN
};

/* What both formats make of a row, besides r->x. */
struct inlay_import_row {
    const char *value_name;
    const char *cells[INLAY_IMPORT_N_CELLS]; /* NULL or "": there is none */
};

inlay_status inlay_import_read_csv(struct inlay_import *r, inlay_error *err);
inlay_status inlay_import_read_jsonl(struct inlay_import *r, inlay_error *err);

/* has_variables: a name may be that of a variable, and then is. */
enum inlay_import_meaning inlay_import_meaning(const struct inlay_import *r,
                                               const char *name,
                                               bool has_variables);
/* For a second column that could be the value. */
inlay_status inlay_import_fail_values(const char *one, const char *other,
                                      inlay_error *err);
/* The row, with r->x, to fn; or it is counted as passed over. */
inlay_status inlay_import_give(struct inlay_import *r,
                               const struct inlay_import_row *row,
                               inlay_error *err);
/* A column or key of that name is not looked at. */
void inlay_import_leave_out(struct inlay_import *r, const char *name);
/* " (...)" for a number of a program with another locale, else "". */
const char *inlay_import_hint(const char *number);
/* Puts the line before the message. */
inlay_status inlay_import_fail_line(const struct inlay_import *r,
                                    inlay_status st, inlay_error *err);

#endif
