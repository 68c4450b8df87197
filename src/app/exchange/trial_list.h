/*
 * trial_list.h: a trial as JSON, the same wherever the tool writes one; and the
 * trials of a store, one after the other, as JSON and CSV: show and export must
 * not load a study of 100,000 trials to print it.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_LIST_H
#define INLAY_APP_EXCHANGE_TRIAL_LIST_H

#include "app/exchange/output.h"
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
/* The state that a word of ours, or of another tool, means, in upper or lower
 * case; -1: none. */
int inlay_listed_find(const char *word);

/* A row of the store, understood. */
struct inlay_listed {
    const struct inlay_trial_row *row;
    enum inlay_listed_state state;
    const inlay_value *x;
    double seconds; /* of the evaluation, in whole milliseconds; NaN: unknown */
};

typedef inlay_status inlay_listed_fn(const struct inlay_listed *trial,
                                     void *context, inlay_error *err);

/* All trials by their ids.  A row that does not fit the space is
 * INLAY_ESTORE. */
inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   const inlay_space *space,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err);

/*
 * JSON: {"id": 7, "state": "done", "x": {...}, "y": 0.25}, with why, metrics,
 * seconds and attempts where they are known; y is null unless done.
 * CSV: a header, and a line a trial.
 */
enum inlay_trial_format {
    INLAY_TRIALS_CSV,
    INLAY_TRIALS_JSON, /* one array */
    INLAY_TRIALS_JSONL /* an object a line */
};

struct inlay_trial_writing {
    struct inlay_output *out;
    enum inlay_trial_format format;
    bool (*is_wanted)(const struct inlay_listed *trial, void *context);
    void *context; /* of is_wanted */
    size_t n;      /* trials that were written */
};

inlay_status inlay_trial_list_print(struct inlay_journal *journal,
                                    const inlay_space *space,
                                    struct inlay_trial_writing *writing,
                                    inlay_error *err);

/* A column of CSV that is no variable has this before its name as often as a
 * variable has that name. */
#define INLAY_TRIAL_LIST_PREFIX "inlay:"

/* ---- One trial as JSON ---- */

/* What is to be written, in this order.  A NULL, or 0 attempts, is left out. */
struct inlay_trial_json {
    int64_t id;
    const char *state;
    const inlay_value *x;
    const double *y; /* null where it is not finite */
    const char *why;
    const char *metrics; /* JSON; printed anew, with exact numbers */
    const double *seconds;
    int64_t attempts;
};

/* Opens the object; the caller may add members, and ends it. */
void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space,
                            const struct inlay_trial_json *trial);

/* {"id": 7, "x": {...}}: what ask gives. */
void inlay_trial_json_write_asked(struct inlay_json_writer *w,
                                  const inlay_space *space,
                                  const inlay_trial *trial);

#endif
