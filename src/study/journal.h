/*
 * journal.h: what happened in a study, in order, and who evaluates what now.
 *
 * A study has no other state: to open one is to read its journal from the first
 * event to the last, and to apply each event to an empty history.  Four words:
 *
 *     event    what happened: a trial was asked for, it has ended, ...
 *     premise  what an append rests on, e.g. "the next trial has number 7"; it
 *              is checked when the append is made, as others write, too
 *     lease    who evaluates a trial now, and until when that may be believed
 *     memo     what a strategy wants to find again at the next ask, such as the
 *              end of a Markov chain; large, so it is kept apart from events
 *
 * There is one contract and one file for each way of keeping a journal:
 * journal_memory.c, journal_sqlite.c.  What follows holds for every one of them;
 * tests/study/test_journal.c tries it on each.
 *
 *  1. The order of numbers is the order of commits.  An event's number is larger
 *     than the number of every event that was committed before it.  A reader
 *     rests on this: who has read up to n asks for what comes after n, and
 *     misses nothing.  So an append takes a lock that all appends share, and
 *     holds it until it has committed.  All that it reads it reads after it has
 *     the lock, and sees all that was committed before.  Its first number is the
 *     last one in the journal + 1.  Numbers that are drawn without the lock
 *     (PostgreSQL: a sequence, of which a session may also keep some for later)
 *     are not in the order of commits: a reader who has seen the larger one
 *     never sees the other.  And a snapshot that was taken before the lock was
 *     (REPEATABLE READ) is too old.
 *  2. Events of one append have consecutive numbers.  Between two appends
 *     numbers may be missing.  The first number of all is at least 1.  The
 *     number of an event that anybody can have read is never given again.
 *  3. An append is all or nothing.  If its premise does not hold, or it fails
 *     with any status but INLAY_ESTORE, then events, memos and leases are as
 *     they were.  After INLAY_ESTORE it is not known whether the append was made:
 *     over a network, the answer to a commit may be lost.  The caller reads
 *     before it decides.
 *  4. A premise is checked in the transaction that writes: no other append
 *     commits between the check and the write.  A premise that does not hold is
 *     a lost race, not an error: the answer is INLAY_OK with *is_late set, and
 *     the caller reads what is new and decides again.  With INLAY_OK *is_late is
 *     always set, to true or false, and *first unless it is late.
 *  5. A durable append is on the disk when it returns, and all appends before it
 *     are, so an end that was acknowledged survives a power failure.  Any other
 *     append survives the death of the process that made it, but perhaps not
 *     that of the machine which keeps the journal; what is lost then is the
 *     newest part.  (In memory nothing survives.)
 *  6. Trials have the numbers 1, 2, ... without a gap, in the order in which
 *     they were asked.  A trial is asked once.  It ends or is abandoned once, and
 *     once more for each time that it is reopened; it is reopened only when it
 *     has failed or was abandoned.  It is started, returned, ended, abandoned and
 *     leased only while it is pending.  The cause of an end, and of giving up, is
 *     the event by which the trial is pending: its newest `reopened`, or 0 where
 *     it has none.  (So one append cannot reopen a trial and end it.)
 *     A finished trial (done or failed) can be amended: the newest result is the
 *     one that counts, and the cause of an amendment is the event whose result it
 *     replaces.  It can be discarded, and, once discarded, restored; it is not
 *     reopened while it is discarded.  Notes are of a trial that was asked, or of
 *     trial 0: the study.  An append that would break this is refused with
 *     INLAY_ESTATE; inlay_journal_test does it for every implementation.
 *  7. A call sees one snapshot of the journal (check may see several), which is
 *     a prefix: if it shows an event, it shows all events before it.  The next
 *     call may see more.
 *  8. Time comes from the journal: an event is stamped by an append that has the
 *     lock, and what is left of a lease and the age of a trial are counted by
 *     the journal's clock.  A clock may be set back, so the order of events is
 *     that of their numbers and not of their times.  A server has one clock.  A
 *     file has none: journal_sqlite.c takes that of the machine which it runs
 *     on, and machines that share a file need clocks that agree to within
 *     seconds.
 *  9. Leases are not history.  They say who evaluates a trial now, and change
 *     nothing but who may start it.  A trial has one lease or none; an append
 *     that ends or abandons the trial drops it, and so does one whose lease has
 *     no holder (NULL).  An append can rest on a lease, and on that there is
 *     none.  To end a trial needs no lease: the first
 *     result counts, whoever has it.  It is not an error to renew where the
 *     holder has no lease.
 * 10. A memo is written with the trial it belongs to, and never changes.
 * 11. Texts are valid UTF-8 without a zero byte, and come back byte for byte;
 *     NULL and "" are two things.  A finite y comes back bit for bit, but for
 *     -0, which may come back as 0; any other y comes back as NaN.  So does the
 *     variance of a finite y; that of any other is dropped.
 * 12. What a row's function is given ends when it returns.  It must not call the
 *     journal.
 *
 * A handle is for one thread at a time, and must not be used on the other side
 * of fork().  Any number of handles may be open on one journal, in any number of
 * processes (on one in memory there is one).
 */
#ifndef INLAY_STUDY_JOURNAL_H
#define INLAY_STUDY_JOURNAL_H

#include "inlay.h"

/* ---- Events ---- */

enum inlay_event_kind {
    INLAY_EVENT_STUDY,    /* the study file from here on: text (trial 0) */
    INLAY_EVENT_ENQUEUED, /* try this configuration: x (trial 0) */
    INLAY_EVENT_ASKED,    /* the next trial: x, known, study, point, memo */
    INLAY_EVENT_STARTED,  /* an evaluation began: text = who evaluates */
    INLAY_EVENT_RETURNED, /* ... and was given up: text = why */
    INLAY_EVENT_ENDED,    /* y, or text = why it failed; metrics */
    INLAY_EVENT_REOPENED, /* pending again, as if it had not ended */
    /* The kinds above are those of format 1 of a store. */
    INLAY_EVENT_ABANDONED, /* given up without a result: text = why */
    INLAY_EVENT_AMENDED,   /* another result: as ended */
    INLAY_EVENT_DISCARDED, /* its result is void: text = why */
    INLAY_EVENT_RESTORED,  /* ... and counts again */
    INLAY_EVENT_NOTED      /* attributes: text = a JSON object with all that the
                              trial has from now on; trial 0: the study */
};
enum { INLAY_N_EVENTS = INLAY_EVENT_NOTED + 1 };

/* Cause of a trial that was finished elsewhere. */
enum { INLAY_CAUSE_ADDED = -1 };

struct inlay_event {
    int64_t seq; /* its number; given by the journal */
    enum inlay_event_kind kind;
    int64_t trial;
    double at;     /* seconds since 1970; given by the journal */
    int64_t known; /* asked: the last event that its suggestion knew */
    int64_t study; /* asked, enqueued: the event `study` that was in force */
    int64_t cause; /* asked: the event `enqueued` that it fulfils, or
                            INLAY_CAUSE_ADDED; ended, abandoned, amended: see
                            rule 6; else 0 */
    const char *x; /* asked, enqueued: JSON array of values */
    const inlay_value *values; /* ... the same, for who appends it and folds it
                                  at once; or NULL.  Journals do not keep it */
    double y;                  /* ended, amended: NaN if it failed */
    bool has_variance;         /* ended, amended: */
    double variance;           /* ... of y, as was given with it; else 0 */
    const char *text;          /* see above, or NULL */
    const char *point;         /* asked: JSON array of numbers, or NULL */
    const char *metrics;       /* ended, amended: JSON object, or NULL */
    const char *memo;          /* asked, or NULL; read by ops->memo only */
    char *block; /* the texts, of an event that owns them; else NULL */
};

/* What an event says of the variance of its y; NaN: nothing. */
double inlay_event_variance(const struct inlay_event *event);

/* A copy that owns its texts: the caller frees out->block.  False: out of
 * memory. */
bool inlay_event_copy(const struct inlay_event *event, struct inlay_event *out);

typedef inlay_status inlay_event_fn(const struct inlay_event *event,
                                    void *context, inlay_error *err);

/* ---- Leases ---- */

struct inlay_lease {
    int64_t trial;
    int64_t attempt;    /* 1, 2, ...: starts of the trial */
    double left;        /* seconds until it expires, by the journal's clock */
    const char *holder; /* "" if the trial was put back; to append NULL drops
                           the lease */
};
typedef inlay_status inlay_lease_fn(const struct inlay_lease *lease,
                                    void *context, inlay_error *err);

/* ---- Appending ---- */

enum inlay_premise_kind {
    INLAY_PREMISE_NONE,
    INLAY_PREMISE_NEXT,    /* the next trial has the number `trial`, and fewer
                              than `budget` were asked, but for `n_uncounted` */
    INLAY_PREMISE_PENDING, /* `trial` is pending since event `since` */
    INLAY_PREMISE_NEWEST,  /* what was decided of `trial` last is event `since`,
                              see inlay_trial_row */
    INLAY_PREMISE_NOTED,   /* the newest notes of `trial` are event `since` */
    INLAY_PREMISE_LEASE,   /* the lease of `trial` is attempt `attempt` by
                              `holder`; with is_expired also: it has expired */
    INLAY_PREMISE_STUDY, /* the newest study file is that of event `since`, and
                              the last trial is `trial` (0: there is none) */
    INLAY_PREMISE_UNLEASED /* as PENDING, and `trial` has no lease */
};

/* What must be so for an append to be made: data, so that a server can check
 * it. */
struct inlay_premise {
    enum inlay_premise_kind kind;
    int64_t trial;
    int64_t budget; /* NEXT; INT64_MAX: any number */
    int64_t
        since; /* PENDING, UNLEASED: the newest event `reopened` of the trial;
                        NEWEST, NOTED, STUDY; 0: there is none */
    int64_t attempt;    /* LEASE */
    const char *holder; /* LEASE; NULL: anybody */
    bool is_expired;
};

struct inlay_append {
    struct inlay_premise premise;
    const struct inlay_event *events;
    size_t n_events;
    const struct inlay_lease *lease; /* made or replaced; NULL: none is */
    bool is_durable;
    bool changes_space; /* the study file has other variables than the last:
                           programs that do not know of this must not read on */
};

/* ---- Looking ---- */

/* All that is known of a trial.  Times are 0 where there is none. */
struct inlay_trial_row {
    int64_t id;
    bool is_ended; /* done or failed */
    bool is_abandoned, is_discarded;
    double y;                 /* NaN unless done */
    double variance;          /* of y, as was given with it; NaN: none was */
    const char *why;          /* why it failed or was abandoned */
    const char *void_because; /* ... or discarded */
    const char *x, *metrics, *holder;
    const char *notes; /* its attributes as a JSON object, or NULL */
    double asked_at, started_at;
    double ended_at;   /* or abandoned */
    double amended_at; /* the result that counts */
    double age;        /* seconds since it was asked, by the journal's clock */
    int64_t n_starts, cause, known, study;
    int64_t since;  /* the newest event `reopened`, or 0 */
    int64_t result; /* the newest that has ended, amended, abandoned or reopened
                       it, or 0 */
    int64_t marked; /* the newest that has discarded or restored it, or 0 */
    int64_t noted;  /* the newest notes, or 0 */
};
/* The event that decided on it last: the larger of result and marked. */
int64_t inlay_trial_row_newest(const struct inlay_trial_row *row);

typedef inlay_status inlay_trial_row_fn(const struct inlay_trial_row *row,
                                        void *context, inlay_error *err);

/* A line for each thing that is wrong. */
typedef void inlay_finding_fn(const char *line, void *context);

/* ---- The vtable ---- */

struct inlay_journal;

/* Anything but INLAY_OK from a function that is called for each row ends the
 * walk. */
struct inlay_journal_ops {
    /* Appends the events and makes the lease; *first := the number of the first
     * event.  *is_late: the premise does not hold (rule 4).  INLAY_ESTATE: the
     * events or the lease break rule 6. */
    inlay_status (*append)(struct inlay_journal *j,
                           const struct inlay_append *append, int64_t *first,
                           bool *is_late, inlay_error *err);
    /* The events with after < seq <= upto, in order. */
    inlay_status (*read)(struct inlay_journal *j, int64_t after, int64_t upto,
                         inlay_event_fn *fn, void *context, inlay_error *err);
    /* The trials first <= id <= last, by id; none is kept in memory.  One trial
     * is found at once, however many there are. */
    inlay_status (*trials)(struct inlay_journal *j, int64_t first, int64_t last,
                           inlay_trial_row_fn *fn, void *context,
                           inlay_error *err);
    /* What happened to one trial but that it was asked, started and returned, in
     * order; trial 0: the notes of the study. */
    inlay_status (*life)(struct inlay_journal *j, int64_t trial,
                         inlay_event_fn *fn, void *context, inlay_error *err);
    /* The leases of the pending ones among these trials, by trial; one is found
     * at once. */
    inlay_status (*leases)(struct inlay_journal *j, int64_t first, int64_t last,
                           inlay_lease_fn *fn, void *context, inlay_error *err);
    /* All leases of the holder last for so many seconds from now on. */
    inlay_status (*renew)(struct inlay_journal *j, const char *holder,
                          double seconds, inlay_error *err);
    /* The newest memo of trials up to `trial`: a copy for the caller to free,
     * NULL where there is none, and whose it is. */
    inlay_status (*memo)(struct inlay_journal *j, int64_t trial, char **memo,
                         int64_t *of, inlay_error *err);
    /* The newest study file up to event `upto`: a copy for the caller to free,
     * NULL where there is none, and the number of its event, or 0. */
    inlay_status (*study_file)(struct inlay_journal *j, int64_t upto,
                               char **text, int64_t *seq, inlay_error *err);
    /* The number of the last trial, 0 for none; and how many trials take nothing
     * of a budget: they were finished elsewhere, abandoned, or discarded. */
    inlay_status (*last_trial)(struct inlay_journal *j, int64_t *last,
                               inlay_error *err);
    inlay_status (*n_uncounted)(struct inlay_journal *j, int64_t *n,
                                inlay_error *err);
    /* May any trial be abandoned, amended, discarded or noted?  Known at once. */
    inlay_status (*has_life)(struct inlay_journal *j, bool *has_life,
                             inlay_error *err);
    /* The event with the newest notes of a trial, or of the study (trial 0); 0:
     * there are none.  Found at once. */
    inlay_status (*newest_notes)(struct inlay_journal *j, int64_t trial,
                                 int64_t *seq, inlay_error *err);
    /* Looks for damage of the file, and for what breaks rule 6. */
    inlay_status (*check)(struct inlay_journal *j, inlay_finding_fn *fn,
                          void *context, inlay_error *err);
    void (*free)(struct inlay_journal *j);
};

/* The first member of every journal. */
struct inlay_journal {
    const struct inlay_journal_ops *ops;
    const char *name; /* what messages call it, e.g. the path of its file */
    const char *turn; /* path of a file at which asks queue, or NULL */
    double stamp;     /* the time of the last append of this handle */
};

/* ---- Life ---- */

enum inlay_store_mode {
    INLAY_STORE_CREATE, /* read and write; created if it does not exist */
    INLAY_STORE_WRITE,  /* read and write an existing file */
    INLAY_STORE_READ    /* read only; also from a disk that cannot be written */
};

/*
 * The journal in the file `path`.  A file that is not an inlay store, is damaged,
 * or was written by a newer version is INLAY_ESTORE, and is left as it is.  The
 * empty path and ":memory:", which name no file to SQLite, are INLAY_EINVAL.
 */
inlay_status inlay_journal_open(const char *path, enum inlay_store_mode mode,
                                struct inlay_journal **out, inlay_error *err);
/* An empty one that lives as long as the process. */
inlay_status inlay_journal_new(struct inlay_journal **out, inlay_error *err);
void inlay_journal_free(struct inlay_journal *j); /* takes NULL */

/* *out := the row of a trial without its texts; id is 0 where there is none. */
inlay_status inlay_journal_find(struct inlay_journal *j, int64_t trial,
                                struct inlay_trial_row *out, inlay_error *err);

/* ---- For implementations ---- */

/* May this be appended?  *is_late: the premise does not hold.  INLAY_ESTATE: the
 * events or the lease break rule 6.  It asks the journal by its own functions, so it is
 * called within the transaction. */
inlay_status inlay_journal_test(struct inlay_journal *j,
                                const struct inlay_append *append,
                                bool *is_late, inlay_error *err);

/* The journal in an SQLite file; see inlay_journal_open. */
inlay_status inlay_journal_open_sqlite(const char *path,
                                       enum inlay_store_mode mode,
                                       struct inlay_journal **out,
                                       inlay_error *err);

#endif
