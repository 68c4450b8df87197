/*
 * store.h: the journal of a study in a database: what happened, in order, only
 * ever appended to.
 *
 * Events:
 *
 *     study      the study file as it was from here on (trial 0)
 *     enqueued   try this configuration: x (trial 0; its seq is its name)
 *     asked      the next trial: x; seen = the last event its suggestion knew,
 *                spec = the event study whose options it had;
 *                origin = the enqueued event it takes up, or ADDED; what the
 *                strategy left: point here, memo in a table of its own
 *     started    an evaluation of the trial began: text = who runs it
 *     returned   ... and was given up without a result: text = why
 *     ended      y, or text = why it failed; metrics; origin = the event
 *                reopened that it comes after, if there is one
 *     reopened   a failure no longer counts: the trial is pending again
 *
 * A trial is asked once and ended at most once, and once more for each time it is
 * reopened: the database holds that.  Ids of trials run from 1 without a gap.
 *
 * Beside the journal there are leases: who evaluates a trial now.  They are not
 * part of the study's history and change nothing but who may start a trial.
 */
#ifndef INLAY_STUDY_STORE_H
#define INLAY_STUDY_STORE_H

#include "inlay.h"

struct inlay_store;

enum inlay_store_mode {
    INLAY_STORE_CREATE, /* read and write; made where there is none */
    INLAY_STORE_WRITE,  /* read and write what is there */
    INLAY_STORE_READ    /* read only; also from a disk that cannot be written */
};

/* A file that is no store of ours, damaged, or of a newer version is
 * INLAY_ESTORE, and stays as it is. */
inlay_status inlay_store_open(const char *path, enum inlay_store_mode mode,
                              struct inlay_store **out, inlay_error *err);
void inlay_store_free(struct inlay_store *store);
const char *inlay_store_path(const struct inlay_store *store);

/* ---- Events ---- */

enum inlay_event_kind {
    INLAY_EVENT_STUDY,
    INLAY_EVENT_ENQUEUED,
    INLAY_EVENT_ASKED,
    INLAY_EVENT_STARTED,
    INLAY_EVENT_RETURNED,
    INLAY_EVENT_ENDED,
    INLAY_EVENT_REOPENED
};

/* Origin of a trial that was finished elsewhere. */
enum { INLAY_ORIGIN_ADDED = -1 };

struct inlay_event {
    int64_t seq; /* given by the store */
    enum inlay_event_kind kind;
    int64_t trial;
    double at;           /* seconds since 1970; given by the store */
    int64_t seen;        /* asked */
    int64_t spec;        /* asked: the event `study` that was in force */
    int64_t origin;      /* asked, ended: 0, an event's seq, or (asked)
                            INLAY_ORIGIN_ADDED */
    const char *x;       /* asked, enqueued: JSON array of values */
    double y;            /* ended: NaN if it failed */
    const char *text;    /* see above, or NULL */
    const char *point;   /* asked: JSON array of numbers, or NULL */
    const char *metrics; /* ended: JSON object, or NULL */
};

typedef inlay_status inlay_event_fn(const struct inlay_event *event,
                                    void *context, inlay_error *err);

/* The events with after < seq <= upto but started and returned, in order. */
inlay_status inlay_store_read(struct inlay_store *store, int64_t after,
                              int64_t upto, inlay_event_fn *fn, void *context,
                              inlay_error *err);

/* The newest memo of trials up to `trial`: a copy in *memo for the caller to
 * free, NULL and 0 where there is none. */
inlay_status inlay_store_memo(struct inlay_store *store, int64_t trial,
                              char **memo, int64_t *of, inlay_error *err);

/* Writing.  All calls down to commit are one transaction; see db.h. */
inlay_status inlay_store_begin(struct inlay_store *store, bool is_durable,
                               inlay_error *err);
inlay_status inlay_store_commit(struct inlay_store *store, inlay_error *err);
void inlay_store_rollback(struct inlay_store *store);

/* INLAY_ESTATE where the trial was asked or ended already. */
inlay_status inlay_store_append(struct inlay_store *store,
                                const struct inlay_event *event,
                                inlay_error *err);
inlay_status inlay_store_append_memo(struct inlay_store *store, int64_t trial,
                                     const char *memo, inlay_error *err);

/* The highest number of a trial, 0 for none; how often a trial was started; and
 * how many trials were finished elsewhere. */
inlay_status inlay_store_last_trial(struct inlay_store *store, int64_t *last,
                                    inlay_error *err);
inlay_status inlay_store_n_starts(struct inlay_store *store, int64_t trial,
                                  int64_t *n, inlay_error *err);
inlay_status inlay_store_n_added(struct inlay_store *store, int64_t *n,
                                 inlay_error *err);

/* ---- Leases ---- */

struct inlay_lease {
    int64_t trial;
    int64_t attempt;    /* 1, 2, ...: starts of the trial */
    double expires;     /* seconds since 1970 */
    const char *holder; /* "" if it was put back */
};
typedef inlay_status inlay_lease_fn(const struct inlay_lease *lease,
                                    void *context, inlay_error *err);

/* Of trials that have not ended, by trial. */
inlay_status inlay_store_each_lease(struct inlay_store *store,
                                    inlay_lease_fn *fn, void *context,
                                    inlay_error *err);
/* Makes or replaces the lease of its trial. */
inlay_status inlay_store_lease(struct inlay_store *store,
                               const struct inlay_lease *lease,
                               inlay_error *err);
inlay_status inlay_store_unlease(struct inlay_store *store, int64_t trial,
                                 inlay_error *err);
inlay_status inlay_store_renew(struct inlay_store *store, const char *holder,
                               double expires, inlay_error *err);

/* ---- For people ---- */

/* All that is known of a trial.  Times are 0 where there is none. */
struct inlay_trial_row {
    int64_t id;
    bool is_ended;
    double y; /* NaN unless done */
    const char *x, *why, *metrics, *holder;
    double asked_at, started_at, ended_at;
    int64_t n_starts, origin, seen, spec;
};
typedef inlay_status inlay_trial_row_fn(const struct inlay_trial_row *row,
                                        void *context, inlay_error *err);

/* The trials from `first` on in the order of their ids, one after the other: none is kept in
 * memory. */
inlay_status inlay_store_each_trial(struct inlay_store *store, int64_t first,
                                    inlay_trial_row_fn *fn, void *context,
                                    inlay_error *err);

/* The newest study file up to event `upto`: a copy for the caller to free, NULL
 * if there is none, and the number of its event (seq may be NULL). */
inlay_status inlay_store_study_file(struct inlay_store *store, int64_t upto,
                                    char **text, int64_t *seq,
                                    inlay_error *err);

/* A line for each thing that is wrong with the file or the journal. */
typedef void inlay_finding_fn(const char *line, void *context);
inlay_status inlay_store_check(struct inlay_store *store, inlay_finding_fn *fn,
                               void *context, inlay_error *err);

#endif
