/*
 * rows.h: finished trials from a table of somebody else's, or from an export of
 * ours: CSV, or JSON lines.
 *
 * CSV: the header names the variables, and the value's column: y, value,
 * objective or loss.  Columns state and why are known; others are left out.
 * JSON lines: {"x": {"rate": 0.1, ...}, "y": 0.25}, or flat, {"rate": 0.1, ...,
 * "y": 0.25}; y may have the same names.
 *
 * A row is a failed trial if its state is "failed" (or fail, pruned), or it has
 * a why and no value, or its value is nan or inf.  A row without value that did
 * not fail, or whose state is pending, running or waiting, is passed over.
 */
#ifndef INLAY_APP_ROWS_H
#define INLAY_APP_ROWS_H

#include "base/text.h"
#include "inlay.h"

enum inlay_rows_format {
    INLAY_ROWS_ANY, /* JSON lines if it begins with '{', else CSV */
    INLAY_ROWS_CSV,
    INLAY_ROWS_JSONL
};

struct inlay_rows_source {
    const char *bytes;
    size_t n;
    enum inlay_rows_format format;
    const char *value; /* name of the value's column or key; NULL: see above */
};

/* Views until the call returns. */
struct inlay_finished {
    const inlay_value *x; /* canonical */
    double y;             /* may be NaN or infinite: that is a failure */
    const char *why;      /* NULL unless it failed */
};
typedef inlay_status inlay_finished_fn(const struct inlay_finished *trial,
                                       void *context, inlay_error *err);

/* {0} before the first use; cleared by inlay_rows_clear. */
struct inlay_rows_report {
    size_t n_given, n_passed;   /* rows given to fn, passed over */
    struct inlay_text left_out; /* names of columns or keys, with commas */
};
void inlay_rows_clear(struct inlay_rows_report *report);

/* Gives each trial to fn.  A mistake names the line and the column, and the rule:
 * INLAY_EPARSE or INLAY_EINVAL; rows before it have been given. */
inlay_status inlay_rows_read(const inlay_space *space,
                             const struct inlay_rows_source *source,
                             inlay_finished_fn *fn, void *context,
                             struct inlay_rows_report *report,
                             inlay_error *err);

#endif
