/*
 * import_rows.h: finished trials from CSV or JSON lines, which another program
 * or 'inlay export' wrote.
 *
 * CSV: the header names the variables (as rate, or params_rate), and the column
 * of the value: y, value, objective or loss.  Columns variance, state, why,
 * metrics.NAME and metrics (a JSON object) are known; others are ignored.
 * JSON lines: {"x": {"rate": 0.1, ...}, "y": 0.25}, or flat, {"rate": 0.1, ...,
 * "y": 0.25}; y may have the same names as above.  Several outputs stand beside y,
 * or in it, or in "values".
 *
 * A variable that has a default need not be there: its rows have the default.  A
 * row may lie outside the space; it is given, and counted.
 *
 * A row is a failed trial if its state is "failed" (or fail, pruned), or it has
 * a why and no value, or its value is nan or inf.  A row without a value that
 * did not fail, or whose state is pending, running or waiting, is passed over.
 */
#ifndef INLAY_APP_EXCHANGE_IMPORT_ROWS_H
#define INLAY_APP_EXCHANGE_IMPORT_ROWS_H

#include "base/text.h"
#include "inlay.h"
#include "problem/outcome.h"

enum inlay_import_format {
    INLAY_IMPORT_ANY, /* JSON lines if it starts with '{', else CSV */
    INLAY_IMPORT_CSV,
    INLAY_IMPORT_JSONL
};

struct inlay_import_source {
    const char *bytes;
    size_t n;
    enum inlay_import_format format;
    const char *value; /* name of the value's column or key; NULL: see above */
    const struct inlay_outputs *outputs; /* NULL: one without a name */
};

/* Views until the call returns. */
struct inlay_finished {
    const inlay_value *x;     /* canonical, as far as it lies in the space */
    double y;                 /* may be NaN or infinite: that is a failure */
    double variance;          /* of y; NaN: none is given */
    const char *why;          /* NULL unless it failed */
    const char *metrics;      /* a JSON object, or NULL */
    bool is_discarded;        /* its result is void */
    const char *void_because; /* or NULL */
    const char *notes;        /* attributes: a JSON object of texts, or NULL */
    bool is_outside;          /* x lies outside the space */
};
typedef inlay_status inlay_finished_fn(const struct inlay_finished *trial,
                                       void *context, inlay_error *err);

/* {0} before the first use; cleared by inlay_import_clear. */
struct inlay_import_report {
    size_t n_given, n_passed;   /* rows given to fn, passed over */
    struct inlay_text ignored;  /* names of columns or keys, with commas */
    const char *meant;          /* by one of those, or NULL */
    size_t n_noisy;             /* of those given: with a variance > 0 */
    size_t n_outside;           /* of those given: outside the space */
    struct inlay_text outside;  /* the first lines that have them */
    struct inlay_text reason;   /* of the first: which variable, which rule */
    struct inlay_text defaults; /* variables that have no column */
    size_t n_lacking; /* of those given: done, without a limit's value */
    struct inlay_text lacking; /* the names of these outputs */
    bool has_keys; /* names are those of keys in JSON lines, not of columns */
};
void inlay_import_clear(struct inlay_import_report *report);

/* Gives each trial to fn; NULL: only looks for mistakes.  A mistake names the
 * line and the column, and the rule: INLAY_EPARSE or INLAY_EINVAL; rows before
 * it have been given.  That no line has a value is one, too. */
inlay_status inlay_import_read(const inlay_space *space,
                               const struct inlay_import_source *source,
                               inlay_finished_fn *fn, void *context,
                               struct inlay_import_report *report,
                               inlay_error *err);

#endif
