/*
 * trial_csv.h: trials as a table in CSV: a header, and a row for each trial.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_CSV_H
#define INLAY_APP_EXCHANGE_TRIAL_CSV_H

#include "app/exchange/listed.h"

/* In CSV there are columns "discarded" and "attributes" if any trial has one.  The
 * column "value" is one for each output, where they have names.  A
 * column that is not a variable has this before its name as often as a
 * variable has that name. */
#define INLAY_TRIAL_LIST_PREFIX "inlay:"

/* What a table has besides. */
struct inlay_trial_columns {
    bool has_marks;   /* any trial is discarded, or has attributes */
    bool has_outside; /* any lies outside the space */
};

void inlay_trial_csv_header(struct inlay_text *text,
                            struct inlay_trial_terms terms,
                            struct inlay_trial_columns columns);
void inlay_trial_csv_row(struct inlay_text *text,
                         struct inlay_trial_terms terms,
                         struct inlay_trial_columns columns,
                         const struct inlay_listed *trial);

#endif
