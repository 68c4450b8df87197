/*
 * inside.h: what a study is made of.  For the files of this layer only.
 *
 *     study.c    life, and what a study says of itself
 *     replay.c   from the journal to the history
 *     era.c      the study files of a journal; configurations of each
 *     change.c   from one study file to the next
 *     open.c     studies in files, and on a journal
 *     ask.c      the next trial
 *     tell.c     results, wishes, trials finished elsewhere
 *     life.c     what happens to a trial besides: given up, asked again, amended,
 *                discarded; attributes
 *     claim.c    trials that are evaluated by processes which may die
 *     look.c     best, predict, recommend
 *     insight.c  relevance, leave-one-out, hyper-parameters
 *     explain.c  why a trial was suggested
 *     slice.c    the model along one variable, or over two
 *     audit.c    is the file sound, and can the model be trusted?
 *
 * The history is the fold of the journal and of nothing else: events are applied
 * to it one after the other, in their order.  What is asked or told is appended
 * to the journal first, then applied by the same function as an event of any
 * other process.  So an answer does not depend on which process wrote what, and
 * a process that dies has lost nothing that it told anybody.
 */
#ifndef INLAY_STUDY_INSIDE_H
#define INLAY_STUDY_INSIDE_H

#include "base/process.h"
#include "base/rng.h"
#include "problem/encode.h"
#include "problem/history.h"
#include "strategy/strategy.h"
#include "study/era.h"
#include "study/journal.h"

/* A configuration that was enqueued by the event of that number. */
struct inlay_wish {
    int64_t event;
    inlay_value *x;
    double *u;
    bool is_told; /* that it was passed over */
};

/* What was different when the study was opened, or changed. */
struct inlay_study_revision {
    char *text; /* NULL: nothing */
    size_t n_carried, n_outside, n_without_point, n_queue_outside;
    size_t n_without_value, n_without_limit;
    bool is_recorded;
};

struct inlay_study {
    inlay_space *space;
    inlay_options *options;
    struct inlay_encoding *exact;
    struct inlay_eras eras; /* the study files so far */
    struct inlay_history history;
    struct inlay_strategy *strategy;
    double sign; /* −1 where the user maximizes */
    bool may_repeat;
    struct inlay_rng rng;
    struct inlay_notes *notes; /* attributes of the study, or NULL */
    int64_t noted;             /* their event, or 0 */
    struct inlay_wish *queue;  /* oldest first */
    size_t n_queue, room_queue;
    int64_t *outside; /* events of wishes that lie outside the space */
    size_t n_outside, room_outside;
    inlay_log_fn *log;
    void *log_context;

    struct inlay_journal *journal;
    bool is_guest;       /* the journal is another study's */
    bool is_read_only;   /* nothing may be asked or told */
    int64_t last_event;  /* the last one that is in the history */
    int64_t study_event; /* the one that has this study's options; 0: none */
    int64_t upto;        /* later events are not looked at */
    size_t n_with_memo;  /* trials among which the newest memo was read */
    double lease;        /* seconds; 0: trials are asked without a lease */
    double renewed_at;   /* by inlay_clock_seconds */
    struct inlay_process self;          /* who has the leases */
    struct inlay_watch watch;           /* of each long call */
    struct inlay_study_revision change; /* by which it is as it is */
    struct inlay_study *earlier; /* what it was before; there are views of it */
};

/* An empty study that is a guest on the journal.  Its strategy uses the watch;
 * NULL: that of the study. */
inlay_status inlay_study_make(const inlay_space *space,
                              const inlay_options *options,
                              struct inlay_journal *journal,
                              struct inlay_watch *watch, inlay_study **out,
                              inlay_error *err);

/* The random numbers of the next trial. */
struct inlay_rng inlay_study_next_rng(const inlay_study *s);

/* A trial as the user sees it. */
void inlay_study_show(const inlay_study *s, const struct inlay_record *r,
                      inlay_trial *out);

/* A canonical copy of x, which the caller frees. */
inlay_status inlay_study_check_x(const inlay_study *s, const inlay_value *x,
                                 inlay_value **out, inlay_error *err);
/* *id := the first trial with the configuration x (canonical), or 0. */
inlay_status inlay_study_find_x(const inlay_study *s, const inlay_value *x,
                                int64_t *id, inlay_error *err);

/* ---- Looking ---- */

/* A call that may take long begins; INLAY_STOPPED if it is not to. */
inlay_status inlay_study_begin(inlay_study *s, inlay_error *err);
/* st, or INLAY_STOPPED if the watch has ended this call. */
inlay_status inlay_study_settle(const inlay_study *s, inlay_status st,
                                inlay_error *err);

/* inlay_study_predict of a canonical configuration, by the history as it was
 * read last. */
inlay_status inlay_study_predict_known(inlay_study *s, const inlay_value *x,
                                       inlay_prediction *out, inlay_error *err);

/* What the model says of the value y of an output of x, with its variance (NaN: the
 * model's noise): mean, sd and z in the user's direction, z NaN where y is.  NaN without a model. */
inlay_status inlay_study_residual(inlay_study *s, const inlay_value *x,
                                  size_t output, double y, double variance,
                                  inlay_residual *out, inlay_error *err);
/* One of inlay_study_predict_outputs, of a canonical configuration, by the
 * history as it was read last. */
inlay_status inlay_study_predict_output(inlay_study *s, const inlay_value *x,
                                        size_t output,
                                        inlay_output_prediction *out,
                                        inlay_error *err);

/* inlay_study_noise, by the history as it was read last. */
inlay_status inlay_study_noise_known(inlay_study *s, inlay_noise_estimate *out,
                                     inlay_error *err);

/* The study as it was when event `upto` was the last one, with the study file of
 * event `study` (0: the newest up to there); only for looking, and only while s lives. */
inlay_status inlay_study_at(inlay_study *s, int64_t upto, int64_t study,
                            inlay_study **out, inlay_error *err);

/* ---- Folding ---- */

/* Folds what is new in the journal into the history. */
inlay_status inlay_study_sync(inlay_study *s, inlay_error *err);

/* Folds what is new, and then nothing more until the thaw, which is due also
 * after a failure: all that is called meanwhile looks at one history, and is one
 * call to the watch. */
inlay_status inlay_study_freeze(inlay_study *s, int64_t *upto,
                                inlay_error *err);
void inlay_study_thaw(inlay_study *s, int64_t upto);

/* INLAY_ESTATE where the study was opened for reading. */
inlay_status inlay_study_check_writable(const inlay_study *s, inlay_error *err);

/*
 * Appends to the journal, and folds what was appended.  *is_late: nothing was
 * appended, as the premise does not hold.
 *
 * The status is that of the append.  All memory that the events need is had
 * before it, so INLAY_ENOMEM means that nothing has happened.  What was appended
 * counts, and is folded, but for one case: others have appended meanwhile, and
 * their events, which come first, cannot be folded.  Then the next
 * inlay_study_sync folds them all.
 */
inlay_status inlay_study_append(inlay_study *s,
                                const struct inlay_append *append,
                                bool *is_late, inlay_error *err);

/* Appends an event about a trial that was asked: ended, abandoned, amended,
 * discarded or restored.  Its cause is filled in.  Where others were faster, the
 * trial is looked at again; `check` says whether it may still happen. */
typedef inlay_status inlay_check_fn(const struct inlay_history *h, int64_t id,
                                    inlay_error *err);
inlay_status inlay_study_change_trial(inlay_study *s, struct inlay_event *event,
                                      inlay_check_fn *check, inlay_error *err);

/* Is the wish to be asked?  One that was asked or added meanwhile is passed over,
 * but it stays: its trial may be abandoned or discarded. */
bool inlay_study_is_wanted(const inlay_study *s, const struct inlay_wish *wish);

/* ---- Asking ---- */

/* The next trial for a handle with leases: INLAY_WAIT while others evaluate what
 * is left. */
inlay_status inlay_study_ask_leased(inlay_study *s, inlay_trial *trial,
                                    inlay_error *err);
/* A trial that was put back, without a lease; *is_found: there is one. */
inlay_status inlay_study_ask_put_back(inlay_study *s, inlay_trial *trial,
                                      bool *is_found, inlay_error *err);
/* Renews the leases of the handle, where they have some and it is time. */
void inlay_study_keep_leases(inlay_study *s);

/* Who is to evaluate a trial, and within which budget. */
struct inlay_claim_terms;

/* With terms (NULL: none) the trial is leased, and *is_over says that the budget
 * was asked already, so that there is no trial. */
inlay_status inlay_study_ask_within(inlay_study *s,
                                    const struct inlay_claim_terms *terms,
                                    bool *is_over, inlay_trial *trial,
                                    inlay_error *err);

#endif
