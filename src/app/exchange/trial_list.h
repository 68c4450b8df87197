/*
 * trial_list.h: the trials of a store, one after the other, as JSON or CSV: a study
 * of 100,000 trials is printed without loading it.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_LIST_H
#define INLAY_APP_EXCHANGE_TRIAL_LIST_H

#include "app/exchange/listed.h"
#include "app/exchange/outfile.h"
#include "study/journal.h"

typedef inlay_status inlay_listed_fn(const struct inlay_listed *trial,
                                     void *context, inlay_error *err);

/* Of the trials up to `until` (0: all) whose state is among `states` (a sum of
 * 1 << state) the last n_last (0: all). */
struct inlay_trial_choice {
    unsigned states;
    int64_t n_last, until;
};
enum { INLAY_LISTED_ALL = (1 << INLAY_N_LISTED) - 1 };

/* Those trials by their ids, in the terms of the space (study/era); views until fn
 * returns.  A row that does not fit the space of its time is INLAY_ESTORE. */
inlay_status inlay_trial_list_each(struct inlay_journal *journal,
                                   struct inlay_trial_terms terms,
                                   struct inlay_trial_choice choice,
                                   inlay_listed_fn *fn, void *context,
                                   inlay_error *err);

enum inlay_trial_format {
    INLAY_TRIALS_CSV,  /* a header, and one line per trial */
    INLAY_TRIALS_JSON, /* one array */
    INLAY_TRIALS_JSONL /* one object per line */
};

/* *n := how many were printed. */
inlay_status inlay_trial_list_print(struct inlay_journal *journal,
                                    struct inlay_trial_terms terms,
                                    struct inlay_trial_choice choice,
                                    enum inlay_trial_format format,
                                    struct inlay_outfile *out, size_t *n,
                                    inlay_error *err);

#endif
