/*
 * trial_list.h: a trial as JSON, the same wherever the tool writes one; and the
 * trials of a store, one after the other, as JSON or CSV: a study of 100,000
 * trials is printed without loading it.
 */
#ifndef INLAY_APP_EXCHANGE_TRIAL_LIST_H
#define INLAY_APP_EXCHANGE_TRIAL_LIST_H

#include "app/exchange/outfile.h"
#include "base/json_writer.h"
#include "inlay.h"
#include "problem/outcome.h"
#include "study/journal.h"

enum inlay_listed_state {
    INLAY_LISTED_PENDING,
    INLAY_LISTED_RUNNING, /* leased to a process that is not known to be dead */
    INLAY_LISTED_DONE,
    INLAY_LISTED_FAILED,
    INLAY_LISTED_ABANDONED,
    INLAY_LISTED_DISCARDED /* done or failed, but its result is void */
};

enum { INLAY_N_LISTED = INLAY_LISTED_DISCARDED + 1 };

/* "pending", "running", "done", "failed", "abandoned", "discarded", NULL. */
extern const char *const inlay_listed_names[INLAY_N_LISTED + 1];
/* The state that a word of ours, or of another tool, means, in upper or lower
 * case; -1: none. */
int inlay_listed_find(const char *word);
/* The name of that state; NULL: none. */
const char *inlay_listed_guess(const char *word);

/* A trial as the tool knows it. */
struct inlay_listed {
    int64_t id;
    enum inlay_listed_state state;
    const inlay_value *x;
    double y;             /* NaN where it has no value */
    const double *values; /* of each output, NaN: unknown; NULL: it has none */
    double violation;     /* how far they are from their limits; 0: feasible */
    const char *why;      /* why it failed or was abandoned, or NULL */
    const char *metrics;  /* a JSON object, or NULL */
    double seconds; /* of the evaluation, in whole milliseconds; NaN: unknown */
    int64_t n_starts; /* 0: unknown */
    bool is_discarded;
    const char *void_because; /* why it was discarded, or NULL */
    const char *notes;        /* its attributes as a JSON object, or NULL */
    const char *holder;       /* the process that evaluates it, or NULL */
    /* Seconds since 1970; 0: not yet, or unknown. */
    double asked_at, started_at, ended_at, amended_at;
    bool is_outside; /* x lies outside the space, see inlay_trial */
};

/* The same of a trial as the library has it; what a study does not know is left
 * out.  The attributes are in *notes, which the caller clears. */
struct inlay_listed inlay_listed_of(const inlay_study *study,
                                    const inlay_trial *trial,
                                    struct inlay_text *notes);

typedef inlay_status inlay_listed_fn(const struct inlay_listed *trial,
                                     void *context, inlay_error *err);

/* Of the trials up to `until` (0: all) whose state is among `states` (a sum of
 * 1 << state) the last n_last (0: all). */
struct inlay_trial_choice {
    unsigned states;
    int64_t n_last, until;
};
enum { INLAY_LISTED_ALL = (1 << INLAY_N_LISTED) - 1 };

/* What values mean: variables and outputs. */
struct inlay_trial_terms {
    const inlay_space *space;
    const struct inlay_outputs *outputs;
    bool has_times; /* when it was asked, started, ended is told, too */
};

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

/* 2026-11-18T14:03:07Z */
void inlay_trial_add_time(struct inlay_text *text, double at);

/* In CSV there are columns "discarded" and "attributes" if any trial has one.  The
 * column "value" is one for each output, where they have names.  A
 * column that is not a variable has this before its name as often as a
 * variable has that name. */
#define INLAY_TRIAL_LIST_PREFIX "inlay:"

/* ---- One trial as JSON ---- */

/* Opens {"id": 7, "x": {...}, which the caller continues and ends. */
void inlay_trial_json_begin(struct inlay_json_writer *w, const char *key,
                            const inlay_space *space, const inlay_trial *trial);

/* "values": {"loss": 0.25, "latency_ms": 12}, "feasible": true; nothing where
 * outputs have no names or values is NULL. */
void inlay_trial_json_values(struct inlay_json_writer *w,
                             const struct inlay_outputs *outputs,
                             const double *values);

/* {"id": 7, "state": "done", "x": {...}, "y": 0.25}, with why, metrics, seconds
 * and attempts where they are known; y is null where there is none.  Where
 * outputs have names, "values" has them all, and "feasible" says whether they keep
 * their limits.  "discarded" is true, or the reason; "attributes" are an object;
 * "outside" is true where it lies outside the space. */
void inlay_trial_json_write(struct inlay_json_writer *w,
                            struct inlay_trial_terms terms,
                            const struct inlay_listed *trial);

#endif
