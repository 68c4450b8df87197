/*
 * claim.c: trials that are evaluated by processes which may die.
 *
 * Who evaluates a trial holds a lease on it, from the append by which it was
 * asked.  A lease is lost when its holder is known to be dead, when it was put
 * back, or, for a holder of another machine, when it was not renewed in time.  A
 * lost trial keeps its number and values, and goes to the next claim.
 *
 * A trial without a lease was asked by a person or a program that will tell it:
 * it is nobody else's.
 *
 * Each change names the lease as it was read.  Where somebody was faster it is
 * read again.
 */
#include "study/claim.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/process.h"
#include "study/inside.h"

/* ---- Leases ---- */

/* May the trial be taken from its holder, and why? */
enum loss { HELD, GONE, EXPIRED };

static enum loss loss_of(const struct inlay_lease *lease)
{
    if (lease->holder[0] == '\0')
        return GONE;
    switch (inlay_process_is_alive(lease->holder)) {
    case INLAY_DEAD:
        return GONE;
    case INLAY_ALIVE:
        return HELD;
    case INLAY_ALIVE_UNKNOWN:
        break;
    }
    return lease->left > 0.0 ? HELD : EXPIRED;
}

/* What a search of the leases has found. */
struct found {
    const char *holder;       /* who searches */
    bool wants_lost;          /* those that are held are passed over */
    bool wants_put_back;      /* ... and so are those whose holder has a name */
    size_t n_elsewhere;       /* leases that others hold */
    int64_t trial;            /* of the first that was found; 0: none */
    const inlay_study *study; /* whose trials can be evaluated; NULL: all */
    int64_t attempt;
    bool is_ours, is_put_back;
    enum loss loss;
};

/* In a space that has changed since, a trial may lack values: nobody can evaluate
 * it, nor is it waited for. */
static bool lacks_values(const inlay_study *s, int64_t id)
{
    const size_t n = inlay_space_n_variables(s->space);
    if (id > (int64_t)s->history.n_trials)
        return false;
    const struct inlay_record *r = s->history.trial[id - 1];
    for (size_t i = 0; i < n; i++)
        if (r->x[i].type == INLAY_TYPE_ABSENT)
            return true;
    return false;
}

static inlay_status look_at_lease(const struct inlay_lease *lease,
                                  void *context, inlay_error *err)
{
    struct found *found = context;
    const bool is_ours = strcmp(lease->holder, found->holder) == 0;
    const enum loss loss = loss_of(lease);
    (void)err;
    if (found->study && loss != HELD &&
        lacks_values(found->study, lease->trial))
        return INLAY_OK;
    found->n_elsewhere += !is_ours;
    if (found->trial > 0)
        return INLAY_OK;
    found->loss = loss;
    if ((found->wants_lost && found->loss == HELD) ||
        (found->wants_put_back && lease->holder[0]))
        return INLAY_OK;
    found->trial = lease->trial;
    found->attempt = lease->attempt;
    found->is_ours = is_ours;
    found->is_put_back = lease->holder[0] == '\0';
    return INLAY_OK;
}

static inlay_status find_lease(inlay_study *s, int64_t id, const char *holder,
                               struct found *out, inlay_error *err)
{
    *out = (struct found){.holder = holder};
    return s->journal->ops->leases(s->journal, id, id, look_at_lease, out, err);
}

/* ---- Claim ---- */

/* Takes a trial whose lease is lost, if there is one: out->trial.  Without a
 * holder, one that was put back, and its lease is dropped. */
static inlay_status take_lost(inlay_study *s,
                              const struct inlay_claim_terms *terms,
                              struct found *out, inlay_error *err)
{
    bool is_late = true;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && is_late) {
        *out = (struct found){.study = s,
                              .holder = terms->holder ? terms->holder : "",
                              .wants_lost = true,
                              .wants_put_back = !terms->holder};
        st = inlay_study_sync(s, err);
        if (st != INLAY_OK)
            return st;
        st = s->journal->ops->leases(s->journal, 1, INT64_MAX, look_at_lease,
                                     out, err);
        if (st != INLAY_OK || out->trial == 0)
            return st;
        const struct inlay_event started = {.kind = INLAY_EVENT_STARTED,
                                            .trial = out->trial,
                                            .text = terms->holder};
        const struct inlay_lease lease = {out->trial, out->attempt + 1,
                                          terms->seconds, terms->holder};
        const struct inlay_append a = {
            .premise = {.kind = INLAY_PREMISE_LEASE,
                        .trial = out->trial,
                        .attempt = out->attempt,
                        .is_expired = out->loss == EXPIRED},
            .events = &started,
            .n_events = 1,
            .lease = &lease,
        };
        st = inlay_study_append(s, &a, &is_late, err);
    }
    return st;
}

/* The trial of that number as it is now. */
static inlay_status show_now(inlay_study *s, int64_t id, inlay_trial *out,
                             inlay_error *err)
{
    const inlay_status st = inlay_study_sync(s, err);
    return st == INLAY_OK ? inlay_study_trial(s, id, out, err) : st;
}

static inlay_status ask_new(inlay_study *s,
                            const struct inlay_claim_terms *terms,
                            struct inlay_claim *claim, inlay_error *err)
{
    bool is_over = false;
    inlay_status st =
        inlay_study_ask_within(s, terms, &is_over, &claim->trial, err);
    claim->kind = INLAY_CLAIM_NEW;
    claim->attempt = 1;
    claim->is_exhausted = st == INLAY_EXHAUSTED;
    if (is_over || claim->is_exhausted)
        claim->kind = INLAY_CLAIM_NONE;
    return claim->is_exhausted ? INLAY_OK : st;
}

inlay_status inlay_study_claim(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               struct inlay_claim *out, inlay_error *err)
{
    struct inlay_claim claim = {.kind = INLAY_CLAIM_AGAIN};
    struct found found = {0};
    inlay_status st = inlay_study_begin(s, err);
    if (st == INLAY_OK)
        st = take_lost(s, terms, &found, err);
    if (st == INLAY_OK && found.trial > 0) {
        claim.attempt = found.attempt + 1;
        st = show_now(s, found.trial, &claim.trial, err);
    } else if (st == INLAY_OK) {
        claim.n_elsewhere = found.n_elsewhere;
        st = ask_new(s, terms, &claim, err);
    }
    if (st == INLAY_OK)
        *out = claim;
    return st;
}

/* ---- Leases of a handle ---- */

static struct inlay_claim_terms terms_of(const inlay_study *s)
{
    return (struct inlay_claim_terms){
        .holder = s->self.name, .seconds = s->lease, .budget = INT64_MAX};
}

inlay_status inlay_study_ask_leased(inlay_study *s, inlay_trial *trial,
                                    inlay_error *err)
{
    const struct inlay_claim_terms terms = terms_of(s);
    struct inlay_claim claim;
    const inlay_status st = inlay_study_claim(s, &terms, &claim, err);
    if (st != INLAY_OK)
        return st;
    if (claim.kind != INLAY_CLAIM_NONE) {
        *trial = claim.trial;
        return INLAY_OK;
    }
    if (claim.n_elsewhere > 0)
        return inlay_fail(err, INLAY_WAIT,
                          "all %zu configurations have been suggested, but "
                          "other processes still evaluate %zu of them, and may "
                          "die: ask again later",
                          s->history.seen.n, claim.n_elsewhere);
    return inlay_fail(err, INLAY_EXHAUSTED,
                      "all %zu configurations have been suggested",
                      s->history.seen.n);
}

inlay_status inlay_study_ask_put_back(inlay_study *s, inlay_trial *trial,
                                      bool *is_found, inlay_error *err)
{
    const struct inlay_claim_terms nobody = {.holder = NULL};
    struct found found = {0};
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = inlay_study_begin(s, err);
    if (st == INLAY_OK)
        st = take_lost(s, &nobody, &found, err);
    *is_found = st == INLAY_OK && found.trial > 0;
    return *is_found ? show_now(s, found.trial, trial, err) : st;
}

void inlay_study_keep_leases(inlay_study *s)
{
    const double now = s->lease > 0.0 ? inlay_clock_seconds() : 0.0;
    if (s->lease > 0.0 && now - s->renewed_at > s->lease / 4.0)
        inlay_study_renew(s, NULL);
}

inlay_status inlay_study_set_lease(inlay_study *s, double seconds,
                                   inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    if (!(seconds >= 0.0) || !isfinite(seconds))
        return inlay_fail(err, INLAY_EINVAL,
                          "set_lease: seconds must be a number from 0 on, not "
                          "%g",
                          seconds);
    const inlay_status st = inlay_study_check_writable(s, err);
    if (st != INLAY_OK)
        return st;
    s->self = inlay_process_self();
    s->lease = seconds;
    s->renewed_at = inlay_clock_seconds();
    return inlay_settle(err, INLAY_OK);
}

inlay_status inlay_study_renew(inlay_study *s, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    if (!(s->lease > 0.0))
        return inlay_fail(err, INLAY_ESTATE,
                          "renew: this handle has no leases; call "
                          "inlay_study_set_lease first");
    const struct inlay_claim_terms terms = terms_of(s);
    const inlay_status st = inlay_study_renew_for(s, &terms, err);
    if (st == INLAY_OK)
        s->renewed_at = inlay_clock_seconds();
    return inlay_settle(err, st);
}

/* ---- Between claim and end ---- */

static inlay_status find_ours(inlay_study *s, int64_t id, const char *holder,
                              struct found *out, inlay_error *err)
{
    const inlay_status st = find_lease(s, id, holder, out, err);
    if (st != INLAY_OK || out->is_ours)
        return st;
    return inlay_fail(err, INLAY_ESTATE,
                      "trial %lld: it has finished, or another process is "
                      "evaluating it",
                      (long long)id);
}

/* The holder gives the trial up, and begins it anew where attempt is not NULL.
 * INLAY_ESTATE unless it is his. */
static inlay_status give_up(inlay_study *s,
                            const struct inlay_claim_terms *terms, int64_t id,
                            const char *why, int64_t *attempt, inlay_error *err)
{
    const bool again = attempt != NULL;
    const struct inlay_event events[] = {
        {.kind = INLAY_EVENT_RETURNED, .trial = id, .text = why},
        {.kind = INLAY_EVENT_STARTED, .trial = id, .text = terms->holder},
    };
    struct found is;
    bool is_late = true;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && is_late) {
        st = find_ours(s, id, terms->holder, &is, err);
        if (st != INLAY_OK)
            return st;
        const struct inlay_lease lease = {id, is.attempt + again,
                                          again ? terms->seconds : 0.0,
                                          again ? terms->holder : ""};
        const struct inlay_append a = {
            .premise = {.kind = INLAY_PREMISE_LEASE,
                        .trial = id,
                        .attempt = is.attempt,
                        .holder = terms->holder},
            .events = events,
            .n_events = again ? 2 : 1,
            .lease = &lease,
            .is_durable = !again,
        };
        st = inlay_study_append(s, &a, &is_late, err);
    }
    if (st == INLAY_OK && again)
        *attempt = is.attempt + 1;
    return st;
}

inlay_status inlay_study_restart(inlay_study *s,
                                 const struct inlay_claim_terms *terms,
                                 int64_t id, const char *why, int64_t *attempt,
                                 inlay_error *err)
{
    return give_up(s, terms, id, why, attempt, err);
}

inlay_status inlay_study_put_back(inlay_study *s,
                                  const struct inlay_claim_terms *terms,
                                  int64_t id, const char *why, inlay_error *err)
{
    return give_up(s, terms, id, why, NULL, err);
}

inlay_status inlay_study_renew_for(inlay_study *s,
                                   const struct inlay_claim_terms *terms,
                                   inlay_error *err)
{
    return s->journal->ops->renew(s->journal, terms->holder, terms->seconds,
                                  err);
}

inlay_status inlay_study_is_running(inlay_study *s, int64_t id,
                                    bool *is_running, inlay_error *err)
{
    struct found is;
    const inlay_status st = find_lease(s, id, "", &is, err);
    if (st == INLAY_OK)
        *is_running = is.trial > 0 && is.loss == HELD;
    return st;
}

/* ---- Once more ---- */

/* Of one that has failed or was abandoned.  What was discarded counts again, as
 * it has no result to be void. */
static inlay_status try_reopening(inlay_study *s, int64_t id, bool *is_late,
                                  inlay_error *err)
{
    const struct inlay_event events[] = {
        {.kind = INLAY_EVENT_RESTORED, .trial = id},
        {.kind = INLAY_EVENT_REOPENED, .trial = id},
    };
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_history_check_ended_badly(&s->history, id, err);
    if (st != INLAY_OK)
        return st;
    const struct inlay_record *r = s->history.trial[id - 1];
    const struct inlay_lease lease = {
        .trial = id, .attempt = r->n_starts, .holder = ""};
    const size_t n_left_out = r->is_discarded ? 0 : 1;
    const struct inlay_append a = {
        .premise = {.kind = INLAY_PREMISE_NEWEST,
                    .trial = id,
                    .since = r->decided},
        .events = events + n_left_out,
        .n_events = 2 - n_left_out,
        .lease = &lease,
        .is_durable = true,
    };
    return inlay_study_append(s, &a, is_late, err);
}

inlay_status inlay_study_reopen(inlay_study *s, int64_t id, inlay_error *err)
{
    bool is_late = true;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && is_late)
        st = try_reopening(s, id, &is_late, err);
    return st;
}

/* A pending trial that can be put back: nobody else who lives evaluates it. */
static inlay_status check_putting_back(inlay_study *s, int64_t id,
                                       struct found *is, inlay_error *err)
{
    const inlay_status st =
        find_lease(s, id, s->lease > 0.0 ? s->self.name : "", is, err);
    if (st != INLAY_OK)
        return st;
    if (is->trial > 0 && is->is_put_back)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld has not failed: it waits to be evaluated "
                          "already",
                          (long long)id);
    if (is->trial > 0 && is->loss == HELD && !is->is_ours)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld: another process is evaluating it",
                          (long long)id);
    return INLAY_OK;
}

static inlay_status try_putting_back(inlay_study *s, int64_t id, bool *is_late,
                                     inlay_error *err)
{
    const struct inlay_record *r = s->history.trial[id - 1];
    const struct inlay_event returned = {
        .kind = INLAY_EVENT_RETURNED, .trial = id, .text = "requeued"};
    const struct inlay_lease lease = {
        .trial = id, .attempt = r->n_starts, .holder = ""};
    struct found is;
    const inlay_status st = check_putting_back(s, id, &is, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_append a = {
        .premise = {.kind = INLAY_PREMISE_UNLEASED,
                    .trial = id,
                    .since = r->reopened},
        .events = &returned,
        .n_events = 1,
        .lease = &lease,
        .is_durable = true,
    };
    if (is.trial > 0)
        a.premise = (struct inlay_premise){.kind = INLAY_PREMISE_LEASE,
                                           .trial = id,
                                           .attempt = is.attempt,
                                           .is_expired = is.loss == EXPIRED};
    return inlay_study_append(s, &a, is_late, err);
}

inlay_status inlay_study_requeue(inlay_study *s, int64_t id, inlay_error *err)
{
    bool is_late = true;
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    inlay_status st = inlay_study_check_writable(s, err);
    while (st == INLAY_OK && is_late) {
        st = inlay_study_sync(s, err);
        if (st == INLAY_OK)
            st = inlay_history_check_known(&s->history, id, err);
        if (st != INLAY_OK)
            return st;
        st = s->history.trial[id - 1]->state == INLAY_STATE_PENDING
                 ? try_putting_back(s, id, &is_late, err)
                 : try_reopening(s, id, &is_late, err);
    }
    return inlay_settle(err, st);
}

inlay_status inlay_study_can_requeue(inlay_study *s, int64_t id,
                                     inlay_error *err)
{
    struct found is;
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_history_check_known(&s->history, id, err);
    if (st != INLAY_OK)
        return st;
    return s->history.trial[id - 1]->state == INLAY_STATE_PENDING
               ? check_putting_back(s, id, &is, err)
               : inlay_history_check_ended_badly(&s->history, id, err);
}

/* ---- Stranded ---- */

static inlay_status look_whether_stranded(inlay_study *s, int64_t id,
                                          bool *is_stranded, inlay_error *err)
{
    const struct inlay_record *r = s->history.trial[id - 1];
    struct found is;
    *is_stranded = false;
    if (r->state != INLAY_STATE_PENDING || !r->is_outside)
        return INLAY_OK;
    const inlay_status st = find_lease(s, id, "", &is, err);
    if (st == INLAY_OK)
        *is_stranded =
            is.trial == 0 || (is.loss != HELD && lacks_values(s, id));
    return st;
}

inlay_status inlay_study_next_stranded(inlay_study *s, int64_t *id,
                                       inlay_error *err)
{
    const int64_t n = (int64_t)s->history.n_trials;
    for (int64_t next = *id + 1; next <= n; next++) {
        bool is_stranded;
        const inlay_status st =
            look_whether_stranded(s, next, &is_stranded, err);
        if (st != INLAY_OK)
            return st;
        if (is_stranded) {
            *id = next;
            return INLAY_OK;
        }
    }
    *id = 0;
    return INLAY_OK;
}
