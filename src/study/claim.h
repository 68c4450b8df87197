/*
 * claim.h: trials that are evaluated by processes which may die.
 */
#ifndef INLAY_STUDY_CLAIM_H
#define INLAY_STUDY_CLAIM_H

#include "inlay.h"

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
inlay_status inlay_study_renew_for(inlay_study *s,
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

/* Would inlay_study_requeue do it now?  Else what it would say; nothing is
 * changed. */
inlay_status inlay_study_can_requeue(inlay_study *s, int64_t id,
                                     inlay_error *err);

/*
 * The first trial after *id that is pending but that no run will evaluate, as the
 * space has changed: it lies outside, no living process evaluates it, and it
 * lacks a value or nobody has put it back.  0: there is none.  Such trials take
 * nothing of a budget until somebody tells their result.
 */
inlay_status inlay_study_next_stranded(inlay_study *s, int64_t *id,
                                       inlay_error *err);

/* Does somebody who lives evaluate it? */
inlay_status inlay_study_is_running(inlay_study *s, int64_t id,
                                    bool *is_running, inlay_error *err);

#endif
