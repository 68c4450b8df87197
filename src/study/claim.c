/*
 * claim.c: trials that are evaluated by processes which may die.
 *
 * Who evaluates a trial holds a lease on it, from the transaction in which it
 * was asked.  A lease is lost when its holder is known to be dead, when it was
 * put back, or, for a holder of another machine, when it was not renewed in
 * time.  A lost trial keeps its number and values, and goes to the next claim.
 *
 * A trial without a lease was asked by a person or a program that will tell it:
 * it is nobody else's.
 */
#include "study/study.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/process.h"

/* ---- Lost leases ---- */

struct search {
    const char *holder; /* who searches */
    double now;
    size_t n_elsewhere; /* leases that others hold */
    int64_t trial;      /* 0: none found */
    int64_t attempt;
};

static bool is_lost(const struct inlay_lease *lease, double now)
{
    if (lease->holder[0] == '\0')
        return true;
    switch (inlay_process_is_alive(lease->holder)) {
    case INLAY_DEAD:
        return true;
    case INLAY_ALIVE:
        return false;
    case INLAY_ALIVE_UNKNOWN:
        break;
    }
    return !(lease->expires > now);
}

static inlay_status look_at_lease(const struct inlay_lease *lease,
                                  void *context, inlay_error *err)
{
    struct search *search = context;

    (void)err;
    search->n_elsewhere += strcmp(lease->holder, search->holder) != 0;
    if (search->trial == 0 && is_lost(lease, search->now)) {
        search->trial = lease->trial;
        search->attempt = lease->attempt;
    }
    return INLAY_OK;
}

static inlay_status find_lost(inlay_study *s, const char *holder,
                              struct search *out, inlay_error *err)
{
    *out = (struct search){.holder = holder, .now = inlay_clock_now()};
    return inlay_store_each_lease(s->store, look_at_lease, out, err);
}

inlay_status inlay_study_take_lease(inlay_study *s,
                                    const struct inlay_claim_terms *terms,
                                    int64_t id, int64_t attempt,
                                    inlay_error *err)
{
    const struct inlay_lease lease = {
        .trial = id,
        .attempt = attempt,
        .expires = inlay_clock_now() + terms->seconds,
        .holder = terms->holder,
    };
    const struct inlay_event started = {
        .kind = INLAY_EVENT_STARTED, .trial = id, .text = terms->holder};
    inlay_status st = inlay_store_lease(s->store, &lease, err);
    if (st == INLAY_OK)
        st = inlay_store_append(s->store, &started, err);
    return st;
}

/* Looks without a transaction first, as mostly there is nothing. */
static inlay_status take_lost(inlay_study *s,
                              const struct inlay_claim_terms *terms,
                              struct search *found, inlay_error *err)
{
    inlay_status st = find_lost(s, terms->holder, found, err);
    if (st != INLAY_OK || found->trial == 0)
        return st;
    st = inlay_store_begin(s->store, false, err);
    if (st != INLAY_OK)
        return st;
    st = find_lost(s, terms->holder, found, err);
    if (st == INLAY_OK && found->trial > 0)
        st = inlay_study_take_lease(s, terms, found->trial, ++found->attempt,
                                    err);
    return inlay_study_finish(s, st, err);
}

inlay_status inlay_study_claim(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               struct inlay_claim *out, inlay_error *err)
{
    struct inlay_claim claim = {.kind = INLAY_CLAIM_NEW, .attempt = 1};
    struct search found;
    bool is_over = false;
    inlay_status st = take_lost(s, terms, &found, err);

    if (st == INLAY_OK && found.trial > 0) {
        claim.kind = INLAY_CLAIM_AGAIN;
        claim.attempt = found.attempt;
        st = inlay_study_sync(s, err);
        if (st == INLAY_OK)
            st = inlay_study_trial(s, found.trial, &claim.trial, err);
    } else if (st == INLAY_OK) {
        st = inlay_study_ask_within(s, terms, &is_over, &claim.trial, err);
        claim.is_exhausted = st == INLAY_EXHAUSTED;
        if (is_over || claim.is_exhausted)
            claim.kind = INLAY_CLAIM_NONE;
        if (claim.is_exhausted)
            st = INLAY_OK;
        claim.n_elsewhere = found.n_elsewhere;
    }
    if (st == INLAY_OK)
        *out = claim;
    return st;
}

/* ---- Between claim and end ---- */

static inlay_status note_return(inlay_study *s, int64_t id, const char *why,
                                inlay_error *err)
{
    const struct inlay_event returned = {
        .kind = INLAY_EVENT_RETURNED, .trial = id, .text = why};
    return inlay_store_append(s->store, &returned, err);
}

/* A lease as it is now; attempt is 0 where there is none. */
struct held {
    const char *holder; /* who asks */
    int64_t trial, attempt;
    bool is_ours;
};

static inlay_status look_who_holds(const struct inlay_lease *lease,
                                   void *context, inlay_error *err)
{
    struct held *h = context;

    (void)err;
    if (lease->trial == h->trial) {
        h->attempt = lease->attempt;
        h->is_ours = strcmp(lease->holder, h->holder) == 0;
    }
    return INLAY_OK;
}

/* Within a transaction: INLAY_ESTATE unless the trial is the holder's. */
static inlay_status check_ours(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               int64_t id, struct held *h, inlay_error *err)
{
    *h = (struct held){.holder = terms->holder, .trial = id};
    const inlay_status st =
        inlay_store_each_lease(s->store, look_who_holds, h, err);
    if (st == INLAY_OK && !h->is_ours)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld: it has ended, or somebody else "
                          "evaluates it",
                          (long long)id);
    return st;
}

inlay_status inlay_study_restart(inlay_study *s,
                                 const struct inlay_claim_terms *terms,
                                 int64_t id, const char *why, int64_t *attempt,
                                 inlay_error *err)
{
    struct held h;
    inlay_status st = inlay_store_begin(s->store, false, err);
    if (st != INLAY_OK)
        return st;
    st = check_ours(s, terms, id, &h, err);
    if (st == INLAY_OK)
        st = note_return(s, id, why, err);
    if (st == INLAY_OK)
        st = inlay_study_take_lease(s, terms, id, h.attempt + 1, err);
    st = inlay_study_finish(s, st, err);
    if (st == INLAY_OK)
        *attempt = h.attempt + 1;
    return st;
}

inlay_status inlay_study_renew(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               inlay_error *err)
{
    inlay_status st = inlay_store_begin(s->store, false, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_store_renew(s->store, terms->holder,
                           inlay_clock_now() + terms->seconds, err);
    return inlay_study_finish(s, st, err);
}

inlay_status inlay_study_put_back(inlay_study *s,
                                  const struct inlay_claim_terms *terms,
                                  int64_t id, const char *why, inlay_error *err)
{
    struct held h;
    inlay_status st = inlay_store_begin(s->store, true, err);
    if (st != INLAY_OK)
        return st;
    st = check_ours(s, terms, id, &h, err);
    const struct inlay_lease lease = {
        .trial = id, .attempt = h.attempt, .holder = ""};
    if (st == INLAY_OK)
        st = inlay_store_lease(s->store, &lease, err);
    if (st == INLAY_OK)
        st = note_return(s, id, why, err);
    return inlay_study_finish(s, st, err);
}

struct evaluated {
    int64_t trial;
    bool is_running;
};

static inlay_status look_whether_running(const struct inlay_lease *lease,
                                         void *context, inlay_error *err)
{
    struct evaluated *e = context;

    (void)err;
    if (lease->trial == e->trial)
        e->is_running = !is_lost(lease, inlay_clock_now());
    return INLAY_OK;
}

inlay_status inlay_study_is_running(inlay_study *s, int64_t id,
                                    bool *is_running, inlay_error *err)
{
    struct evaluated e = {.trial = id};
    inlay_status st = INLAY_OK;
    if (s->store)
        st = inlay_store_each_lease(s->store, look_whether_running, &e, err);
    if (st == INLAY_OK)
        *is_running = e.is_running;
    return st;
}

/* ---- Once more ---- */

/* Within a transaction, in which nobody else can reopen it. */
static inlay_status write_reopened(inlay_study *s, int64_t id, inlay_error *err)
{
    const struct inlay_event reopened = {.kind = INLAY_EVENT_REOPENED,
                                         .trial = id};
    struct inlay_lease lease = {.trial = id, .holder = ""};
    inlay_trial trial;
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_study_trial(s, id, &trial, err);
    if (st == INLAY_OK && trial.state != INLAY_FAILED)
        st = inlay_fail(err, INLAY_ESTATE, "trial %lld: has not failed",
                        (long long)id);
    if (st == INLAY_OK)
        st = inlay_store_n_starts(s->store, id, &lease.attempt, err);
    if (st == INLAY_OK)
        st = inlay_store_append(s->store, &reopened, err);
    if (st == INLAY_OK)
        st = inlay_store_lease(s->store, &lease, err);
    return st;
}

inlay_status inlay_study_reopen(inlay_study *s, int64_t id, inlay_error *err)
{
    if (!s->store)
        return inlay_history_reopen(&s->history, id, 0, err);
    inlay_status st = inlay_store_begin(s->store, true, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_study_finish(s, write_reopened(s, id, err), err);
    if (st == INLAY_OK)
        inlay_study_sync(s, NULL); /* or the next call reads it */
    return st;
}
