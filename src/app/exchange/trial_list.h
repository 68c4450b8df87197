/*
 * trial_list.h: the trials of a store, one after the other, as JSON and CSV; for
 * show and export, which must not load a study of 100,000 trials to print it.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_LIST_H
#define INLAY_APP_EXCHANGE_TRIAL_LIST_H

#include "base/json_writer.h"
#include "inlay.h"
#include "study/journal.h"

enum inlay_listed_state {
    INLAY_LISTED_PENDING,
    INLAY_LISTED_RUNNING, /* leased to a process that is not known to be dead */
    INLAY_LISTED_DONE,
    INLAY_LISTED_FAILED
};

/* "pending", "running", "done" or "failed"; NULL past the last. */
const char *inlay_listed_name(size_t state);

/* A row of the store, understood. */
struct inlay_listed {
    const struct inlay_trial_row *row;
    enum inlay_listed_state state;
    const inlay_value *x;
    double seconds; /* of the evaluation, in whole milliseconds; NaN: unknown */
};

typedef inlay_status inlay_listed_fn(const struct inlay_listed *trial,
                                     void *context, inlay_error *err);

/* All trials from `first` on, by their ids.  A row that does not fit the space
 * is INLAY_ESTORE. */
inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   const inlay_space *space, int64_t first,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err);

/* {"id": 7, "state": "done", "x": {...}, "y": 0.25}, with why, metrics, seconds
 * and attempts where they are known; y is null unless done. */
void inlay_trial_list_write(struct inlay_json_writer *w,
                            const inlay_space *space,
                            const struct inlay_listed *trial);

/* A line of a CSV table with line end: the header, a trial. */
void inlay_trial_list_add_header(struct inlay_text *text,
                                 const inlay_space *space);
void inlay_trial_list_add_row(struct inlay_text *text, const inlay_space *space,
                              const struct inlay_listed *trial);

#define INLAY_TRIAL_LIST_PREFIX "inlay:"

/* The header of a column that is no variable: `name`, with "inlay:" before it as
 * often as a variable has that name. */
void inlay_trial_list_column(struct inlay_text *text, const inlay_space *space,
                             const char *name);

#endif
