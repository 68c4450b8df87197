/*
 * columns.h: what the columns of a table of trials are called, for who writes a
 * table and who reads one.
 *
 * A variable has its own name.  Whatever else would have a name that is taken has
 * "inlay:" before it, as often as it takes: first outputs, then the columns that
 * Inlay adds, then metrics, which are called "metrics.NAME".  So no two columns
 * have one name, and each name says what it is, whatever variables, outputs and
 * metrics are called.
 */
#ifndef INLAY_APP_EXCHANGE_COLUMNS_H
#define INLAY_APP_EXCHANGE_COLUMNS_H

#include "base/text.h"
#include "inlay.h"
#include "problem/outcome.h"

enum inlay_column_kind {
    INLAY_COLUMN_UNKNOWN,
    INLAY_COLUMN_VARIABLE,
    INLAY_COLUMN_OUTPUT,
    INLAY_COLUMN_OURS,
    INLAY_COLUMN_METRIC
};

/* Columns that Inlay adds, in the order of a table (INLAY_OUR_VALUE stands for the
 * outputs where these have no names). */
enum inlay_our_column {
    INLAY_OUR_ID,
    INLAY_OUR_STATE,
    INLAY_OUR_VALUE,
    INLAY_OUR_VARIANCE, /* of the objective, where any trial has one */
    INLAY_OUR_WHY,
    INLAY_OUR_SECONDS,
    INLAY_OUR_ATTEMPTS,
    INLAY_OUR_METRICS, /* an object of those that have no column */
    INLAY_OUR_DISCARDED,
    INLAY_OUR_ATTRIBUTES,
    INLAY_OUR_ASKED,
    INLAY_OUR_STARTED,
    INLAY_OUR_ENDED,
    INLAY_OUR_AMENDED,
    INLAY_OUR_OUTSIDE,
    INLAY_N_OURS
};

struct inlay_column {
    enum inlay_column_kind is;
    size_t i;           /* which variable, which output, which of ours */
    const char *metric; /* its name, a view of the column's */
};

struct inlay_columns;

/* outputs NULL or without names: there is one, the value.  The caller frees. */
inlay_status inlay_columns_new(const inlay_space *space,
                               const struct inlay_outputs *outputs,
                               struct inlay_columns **out, inlay_error *err);
void inlay_columns_free(struct inlay_columns *columns);

/* Names: views, until columns are freed. */
const char *inlay_columns_output(const struct inlay_columns *columns, size_t i);
const char *inlay_columns_ours(const struct inlay_columns *columns,
                               enum inlay_our_column i);
void inlay_columns_add_metric(const struct inlay_columns *columns,
                              const char *metric, struct inlay_text *text);

/* What a name means: also one with more "inlay:" than it needs here, of a table
 * of a study with other variables. */
struct inlay_column inlay_columns_find(const struct inlay_columns *columns,
                                       const char *name);
/* Which of ours has this name, whatever variables and outputs are called;
 * INLAY_N_OURS: none. */
enum inlay_our_column inlay_columns_our(const char *name);

#endif
