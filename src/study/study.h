/*
 * study.h: what a study is made of, for the files of this layer, and what the
 * tool needs beyond the public functions.
 *
 *     study.c    life; tell, enqueue, add: in memory, or through the store
 *     ask.c      the next trial, the same two ways
 *     replay.c   from the journal to the history; opening
 *     claim.c    trials that are evaluated by processes which may die
 *     look.c     best, predict, recommend
 *
 * With a store the history is the fold of the journal and of nothing else: what
 * is asked or told is written first, then read back.  So an answer does not
 * depend on which process wrote it, and a process that dies has lost nothing
 * that it told anybody.
 */
#ifndef INLAY_STUDY_STUDY_H
#define INLAY_STUDY_STUDY_H

#include "base/rng.h"
#include "problem/encode.h"
#include "problem/history.h"
#include "strategy/strategy.h"
#include "study/store.h"
#include "study/study_file.h"

/* An enqueued configuration; origin names the event that enqueued it. */
struct inlay_wish {
    int64_t origin;
    inlay_value *x;
};

struct inlay_study {
    inlay_space *space;
    inlay_options *options;
    struct inlay_encoding exact;
    struct inlay_history history;
    struct inlay_strategy *strategy;
    double sign; /* −1 where the user maximises */
    bool may_repeat;
    struct inlay_rng rng;
    struct inlay_wish *queue; /* oldest first */
    size_t n_queue, room_queue;
    inlay_log_fn *log;
    void *log_context;

    struct inlay_store *store; /* NULL: in memory only */
    int64_t seen;              /* the last event that the history knows */
    int64_t spec;              /* the event that has this study's options */
    int64_t upto;              /* events after this one are not looked at */
    size_t n_with_memo;        /* trials among which the newest memo was read */
    bool is_adding;            /* within a transaction of adds */
    char *turn;                /* path of the file at which asks queue */
};

/* ---- Inside the layer ---- */

/* The random numbers of the next trial. */
struct inlay_rng inlay_study_next_rng(const inlay_study *s);

/* A trial as the user sees it. */
void inlay_study_show(const inlay_study *s, const struct inlay_record *r,
                      inlay_trial *out);

/* A canonical copy of x, which the caller frees. */
inlay_status inlay_study_check_x(const inlay_study *s, const inlay_value *x,
                                 inlay_value **out, inlay_error *err);

/* *id := the first trial with the configuration x (canonical), or 0. */
inlay_status inlay_study_find(const inlay_study *s, const inlay_value *x,
                              int64_t *id, inlay_error *err);

/* Ends a transaction that has come to st: commits only what went well. */
inlay_status inlay_study_finish(inlay_study *s, inlay_status st,
                                inlay_error *err);

/* One more wish; x is taken over, also on failure. */
inlay_status inlay_study_take_wish(inlay_study *s, int64_t origin,
                                   inlay_value *x, inlay_error *err);
void inlay_study_drop_wish(inlay_study *s, size_t i);

/* Reads what is new in the journal. */
inlay_status inlay_study_sync(inlay_study *s, inlay_error *err);

inlay_status inlay_study_refuse_null(const char *call, const char *what,
                                     inlay_error *err);

/* inlay_study_predict of a canonical configuration, by the history as it was
 * read last. */
inlay_status inlay_study_predict_known(inlay_study *s, const inlay_value *x,
                                       inlay_prediction *out, inlay_error *err);

/* What the model, of which there must be one, says of the value y of x, noise
 * included: mean, sd and z in the user's direction, z NaN where y is. */
inlay_status inlay_study_residual(inlay_study *s, const inlay_value *x,
                                  double y, inlay_residual *out,
                                  inlay_error *err);

/* How a trial was asked: the last event known, the event of the options, and the
 * event that enqueued it, INLAY_ORIGIN_ADDED or 0. */
struct inlay_asking {
    int64_t seen, spec, origin;
};
inlay_status inlay_study_find_asking(inlay_study *s, int64_t id,
                                     struct inlay_asking *out,
                                     inlay_error *err);

/* The study as it was when event `upto` was the last one, with the options of
 * event `spec`; only for looking. */
inlay_status inlay_study_at(inlay_study *s, int64_t upto, int64_t spec,
                            inlay_study **out, inlay_error *err);

/* ---- Opening ---- */

/*
 * The study in the store `path`, as it is recorded.  With *file NULL, *file is
 * then what is recorded, for the caller to free.  Otherwise *file is recorded where it differs from the
 * newest one; its variables and goal must be those the study began with.
 */
inlay_status inlay_study_open_file(const char *path,
                                   struct inlay_study_file **file,
                                   enum inlay_store_mode mode,
                                   inlay_study **out, inlay_error *err);

/* The newest study file up to event `upto`; and its text, for the caller to free,
 * and the number of its event, unless these are NULL.  INLAY_ESTORE where there
 * is none. */
inlay_status inlay_study_read_file(struct inlay_store *store, int64_t upto,
                                   struct inlay_study_file **file, char **text,
                                   int64_t *seq, inlay_error *err);

/* As it was when event `upto` was the last one, with the options of the event
 * `spec` (0: the newest up to there).  Only for looking and for
 * inlay_study_suggest. */
inlay_status inlay_study_open_at(const char *path, int64_t upto, int64_t spec,
                                 inlay_study **out, inlay_error *err);

/* What the next ask would give, without asking: x has room for all variables. */
inlay_status inlay_study_suggest(inlay_study *s, inlay_value *x,
                                 inlay_origin *origin, inlay_error *err);

/* ---- Claims: trials evaluated by processes which may die ---- */

struct inlay_claim_terms {
    const char *holder; /* the process, see base/process.h */
    double seconds;     /* how long a lease lasts without being renewed */
    int64_t budget;     /* trials in all, those added not counted */
};

struct inlay_claim {
    enum {
        INLAY_CLAIM_NONE, /* all is asked, and nothing is to be redone */
        INLAY_CLAIM_NEW,
        INLAY_CLAIM_AGAIN /* its runner died, or put it back */
    } kind;
    int64_t attempt; /* 1, 2, ...: starts of this trial so far, this included */
    size_t n_elsewhere; /* NONE: trials that others evaluate */
    bool is_exhausted;  /* NONE: every configuration of the space was asked */
    inlay_trial trial;
};

/* A trial to evaluate: one whose lease is lost, with the same number and values,
 * or a new one within the budget. */
inlay_status inlay_study_claim(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               struct inlay_claim *out, inlay_error *err);
/* The same evaluation begins anew, after a failure of it.  This and put_back are
 * INLAY_ESTATE where the trial is not the holder's any more. */
inlay_status inlay_study_restart(inlay_study *s,
                                 const struct inlay_claim_terms *terms,
                                 int64_t id, const char *why, int64_t *attempt,
                                 inlay_error *err);
inlay_status inlay_study_renew(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               inlay_error *err);
/* Not evaluated after all: the next claim, of anybody, takes it up. */
inlay_status inlay_study_put_back(inlay_study *s,
                                  const struct inlay_claim_terms *terms,
                                  int64_t id, const char *why,
                                  inlay_error *err);
/*
 * A trial that failed for a reason which is gone: pending again, with its number
 * and values, and the next claim takes it up.  INLAY_ESTATE unless it has
 * failed.
 */
inlay_status inlay_study_reopen(inlay_study *s, int64_t id, inlay_error *err);

/* Does somebody who lives evaluate it? */
inlay_status inlay_study_is_running(inlay_study *s, int64_t id,
                                    bool *is_running, inlay_error *err);

/* The end of a trial, whoever evaluated it: y finite, or why it failed; metrics
 * is a JSON object or NULL. */
inlay_status inlay_study_end(inlay_study *s, int64_t id, double y,
                             const char *why, const char *metrics,
                             inlay_error *err);

/* inlay_study_add, with y, why and metrics as inlay_study_end takes them; id may
 * be NULL. */
inlay_status inlay_study_add_ended(inlay_study *s, const inlay_value *x,
                                   double y, const char *why,
                                   const char *metrics, int64_t *id,
                                   inlay_error *err);

/* Trials finished elsewhere, all or none: from begin to commit every
 * inlay_study_add is part of one transaction.  After an error the study is only
 * good for being freed. */
inlay_status inlay_study_begin_adding(inlay_study *s, inlay_error *err);
inlay_status inlay_study_commit_adding(inlay_study *s, inlay_error *err);

/* Within a transaction of the store: the trial is the holder's from now on, and
 * begins. */
inlay_status inlay_study_take_lease(inlay_study *s,
                                    const struct inlay_claim_terms *terms,
                                    int64_t id, int64_t attempt,
                                    inlay_error *err);

/* For asks: with terms the trial is leased, and *is_over says that the budget
 * was asked already, so that there is no trial. */
inlay_status inlay_study_ask_within(inlay_study *s,
                                    const struct inlay_claim_terms *terms,
                                    bool *is_over, inlay_trial *trial,
                                    inlay_error *err);

#endif
