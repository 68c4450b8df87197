/*
 * trial_csv.h: trials as a table in CSV: a header, and a row for each trial.
 *
 * Columns: id, state, the value (or one for each output, where they have names),
 * the variables, why, seconds, attempts, and one for each metric; where any trial
 * has one, "variance" after the values, "discarded", "attributes" and "outside"; on
 * demand, times.  Names are those of columns.h.
 *
 * A number of the metrics is written as it is, anything else as JSON ("relu" with
 * its quotes), so that a reader need not guess.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_CSV_H
#define INLAY_APP_EXCHANGE_TRIAL_CSV_H

#include <jansson.h>

#include "app/exchange/columns.h"
#include "app/exchange/listed.h"

/* More metrics have no column, but are an object in one column "metrics". */
enum { INLAY_MOST_METRIC_COLUMNS = 1000 };

/* What the columns of a table are. */
struct inlay_trial_table {
    struct inlay_trial_terms terms;
    struct inlay_columns *names;
    json_t *metrics;    /* those that have a column, by their names */
    bool has_metrics;   /* some have none */
    bool has_marks;     /* any trial is discarded, or has attributes */
    bool has_variances; /* any has a variance */
    bool has_outside;   /* any lies outside the space */
};

inlay_status inlay_trial_table_init(struct inlay_trial_table *table,
                                    struct inlay_trial_terms terms,
                                    inlay_error *err);
void inlay_trial_table_clear(struct inlay_trial_table *table);
/* Columns for the metrics of a trial, before there is a header. */
inlay_status inlay_trial_table_note(struct inlay_trial_table *table,
                                    const char *metrics, bool is_done,
                                    inlay_error *err);

void inlay_trial_table_header(const struct inlay_trial_table *table,
                              struct inlay_text *text);
void inlay_trial_table_row(const struct inlay_trial_table *table,
                           const struct inlay_listed *trial,
                           struct inlay_text *text);

#endif
