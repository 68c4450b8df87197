/*
 * history.h: the trials of a study, in the order of ask and add.
 *
 * A record keeps the configuration three ways: its values x; its point u =
 * encode(x) in the exact encoding, by which repeats are known; and, where the
 * strategy searches in another cube, the point at which it was asked.  Values of
 * the outputs are as reported; y is the objective, to be minimized: the user's
 * direction is applied in study.
 *
 * Not every trial counts.  One that was abandoned or discarded, or whose objective
 * was not measured, teaches nothing, and its configuration may be asked again.  So
 * may that of a trial whose objective counts, but which is older than a limit and
 * has no value of it.  One whose configuration lies outside the space, which may
 * have changed since, is not asked again, and is never the best; a model may still
 * learn from its value.  So there are three lists:
 *
 *     trial     all of them, for people: trial[i] has id i+1
 *     record    those that count, for strategies, in the order of their ids
 *     outside   those that lie outside and have a point, for models, likewise
 *
 * n_done, n_failed, n_feasible and seen are of `record`; seen leaves out those that
 * lack the value of a limit.
 *
 * Invariants: x and u of a record never change.  Of the memos only the newest is
 * kept: it is all that a strategy looks at, and memos are large.
 */
#ifndef INLAY_PROBLEM_HISTORY_H
#define INLAY_PROBLEM_HISTORY_H

#include "problem/encode.h"
#include "problem/notes.h"
#include "problem/outcome.h"
#include "problem/seen.h"

struct inlay_record {
    int64_t id;
    inlay_state state;
    double y;         /* NaN unless done */
    double variance;  /* of y, as was given with it; NaN: none was.  A change of
                         the result forgets it */
    double *values;   /* of each output; NaN unless done, or not known */
    double violation; /* of its limits: 0 is feasible; see outcome.h */
    inlay_value *x;
    double *u;     /* exact encoding of x */
    double *asked; /* n_asked numbers of the strategy's own, or NULL */
    size_t n_asked;
    char *memo;         /* what the strategy wants to find again, or NULL */
    char *why;          /* NULL unless failed or abandoned */
    char *metrics;      /* of its result, a JSON object, or NULL */
    char *void_because; /* why it was discarded, or NULL */
    struct inlay_notes *notes; /* its attributes, or NULL */
    int64_t reopened; /* the event by which it is pending again, or 0 */
    /* Events, or 0: the newest that decided on it, see journal.h; the newest
     * result; the newest notes. */
    int64_t decided, result, noted;
    double asked_at, started_at, ended_at, amended_at; /* 0: unknown */
    int64_t n_starts;
    bool is_outside;   /* x is no configuration of the space */
    bool has_no_point; /* ... and u means nothing */
    bool is_discarded; /* its result is void */
    bool has_no_value; /* it is done, but its objective is not known */
    bool lacks_limit;  /* it is done, but not every limited output is known */
    int64_t study, asked_by; /* the study file and the event by which it was
                                asked */
    bool is_added;           /* evaluated elsewhere: nobody asked for it */
};

enum { INLAY_N_STATES = INLAY_STATE_ABANDONED + 1 };

struct inlay_history {
    const inlay_space *space;           /* not owned */
    const struct inlay_encoding *exact; /* not owned */
    /* Not owned; NULL: one output without limits. */
    const struct inlay_outputs *outputs;
    struct inlay_record **trial, **record, **outside;
    size_t n_trials, room_trials;
    size_t n, room; /* of record */
    size_t n_outside, room_outside;
    size_t n_done, n_failed, n_feasible, n_lacking;
    size_t n_in[INLAY_N_STATES]; /* trials in that state */
    uint64_t version;            /* another after each change */
    struct inlay_seen seen;
    void **old; /* texts that no longer hold: there may be views of them */
    size_t n_old, room_old;
    struct inlay_record
        *with_memo; /* the newest one that has a memo, or NULL */
};

void inlay_history_init(struct inlay_history *h,
                        const struct inlay_encoding *exact);
void inlay_history_clear(struct inlay_history *h);

/* What a strategy leaves with a suggestion besides x. */
struct inlay_trace {
    inlay_origin origin; /* not kept with the record */
    double *asked;       /* n_asked numbers, or NULL */
    size_t n_asked;
    char *memo; /* or NULL */
};
void inlay_trace_clear(struct inlay_trace *trace);

/* ---- Changing ---- */

/*
 * All that can fail comes first, and changes nothing that anybody sees.  So who
 * has appended an event to a journal can be sure that the history follows:
 *
 *     inlay_history_reserve, inlay_record_new     may fail
 *     all others                                  cannot
 */

/* Room for n more changes: records that are added, texts that are replaced. */
inlay_status inlay_history_reserve(struct inlay_history *h, size_t n,
                                   inlay_error *err);

/* A record of the configuration x, which is canonical and copied, in no history
 * yet.  What trace (NULL allowed) holds is taken over, also on failure. */
inlay_status inlay_record_new(const struct inlay_history *h,
                              const inlay_value *x, struct inlay_trace *trace,
                              struct inlay_record **out, inlay_error *err);
/* The same of a trial that lies outside the space, see problem/translate; texts
 * of x are copied too. */
inlay_status inlay_record_new_outside(const struct inlay_history *h,
                                      const inlay_value *x,
                                      struct inlay_trace *trace,
                                      struct inlay_record **out,
                                      inlay_error *err);
void inlay_record_free(struct inlay_record *r); /* takes NULL */

/* Takes over a record, for which there is room: it is pending, with the next
 * id. */
void inlay_history_add(struct inlay_history *h, struct inlay_record *r);

/* Ends a pending record: y finite is done, else failed for the reason why, which
 * is taken over (NULL where y is finite). */
void inlay_history_end(struct inlay_history *h, int64_t id, double y,
                       char *why);

/* The same with the value of each output (NULL where it failed); without them
 * y is the value of the one output. */
void inlay_history_end_with(struct inlay_history *h, int64_t id, double y,
                            const double *values, char *why);

/* A pending record is given up, for the reason why, which is taken over (or
 * NULL). */
void inlay_history_abandon(struct inlay_history *h, int64_t id, char *why);

/* A failed or abandoned record, for which there is room, is pending again, by the
 * event of that number. */
void inlay_history_reopen(struct inlay_history *h, int64_t id, int64_t event);

/* A finished record, for which there is room, has another result; values and why
 * are as in inlay_history_end_with.  Without `why` it is done; y is NaN where the
 * objective is not known. */
void inlay_history_amend(struct inlay_history *h, int64_t id, double y,
                         const double *values, char *why);

/* The result of a finished record is void, or counts again. */
void inlay_history_discard(struct inlay_history *h, int64_t id,
                           bool is_discarded);

/* The metrics of its result, and why that was discarded; taken over, or NULL. */
void inlay_history_set_metrics(struct inlay_history *h, int64_t id,
                               char *metrics);
void inlay_history_set_void_because(struct inlay_history *h, int64_t id,
                                    char *why);
/* *notes := other ones, taken over; there may be views of the old ones.  There
 * is room for a change. */
void inlay_history_set_notes(struct inlay_history *h,
                             struct inlay_notes **notes,
                             struct inlay_notes *other);

/* Gives a memo (taken over) to a record, unless it or a later one has one. */
void inlay_history_take_memo(struct inlay_history *h, int64_t id, char *memo);

/* ---- Looking ---- */

/* INLAY_ESTATE unless there is a record of that id. */
inlay_status inlay_history_check_known(const struct inlay_history *h,
                                       int64_t id, inlay_error *err);
/* INLAY_ESTATE unless there is a pending record of that id. */
inlay_status inlay_history_check_pending(const struct inlay_history *h,
                                         int64_t id, inlay_error *err);
/* INLAY_ESTATE unless there is a failed or abandoned record of that id. */
inlay_status inlay_history_check_ended_badly(const struct inlay_history *h,
                                             int64_t id, inlay_error *err);
/* INLAY_ESTATE unless there is a done or failed record of that id. */
inlay_status inlay_history_check_finished(const struct inlay_history *h,
                                          int64_t id, inlay_error *err);

/* Of those that count. */
size_t inlay_history_n_pending(const struct inlay_history *h);
size_t inlay_history_n_outputs(const struct inlay_history *h);
/* Is a better than b, both done?  A feasible one is better than one that is not;
 * else that with the smaller violation; of equal ones that with the smaller y. */
bool inlay_record_is_better(const struct inlay_record *a,
                            const struct inlay_record *b);
/* The first of the best done records that count, or NULL. */
const struct inlay_record *inlay_history_best(const struct inlay_history *h);
/* The n best of them, best first, of equal ones the earlier first; all where
 * there are fewer.  Returns how many; n is small. */
size_t inlay_history_best_few(const struct inlay_history *h, size_t n,
                              const struct inlay_record **best);
/* Number of those that lie outside and are done, or (is_done false) failed. */
size_t inlay_history_n_outside(const struct inlay_history *h, bool is_done);
/* The memo of the newest record that has one, or NULL. */
const char *inlay_history_last_memo(const struct inlay_history *h);

#endif
