/*
 * ask.c: what is to be evaluated next.
 *
 * A suggestion is a function of (space, options, history): the strategy keeps no
 * state, and a trial's random numbers come from (study seed, trial id).
 * Enqueued configurations go first.
 *
 * No lock of the journal is held while a model is fitted.  Of two processes that
 * ask at the same time one is late: its trial's number is taken.  It reads the
 * other's trial, which is pending for it, and asks again.  Once that has
 * happened, asks on this study queue at a file, so that fits are not made in
 * vain; the queue is a courtesy, nothing depends on it.
 */
#include "study/inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/lock.h"
#include "base/mem.h"
#include "base/sized.h"
#include "problem/configuration.h"
#include "study/claim.h"
#include "study/open.h"

static void say(const inlay_study *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const inlay_study *s, const char *fmt, ...)
{
    char line[256];
    va_list args;
    if (!s->log)
        return;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    s->log(line, s->log_context);
}

void inlay_study_show(const inlay_study *s, const struct inlay_record *r,
                      inlay_trial *out)
{
    *out = (inlay_trial){
        .id = r->id,
        .state = r->state,
        .value = s->sign * r->y,
        .why = r->why,
        .x = r->x,
        .n_values = inlay_history_n_outputs(&s->history),
        .values = r->values,
        .is_feasible = r->state == INLAY_STATE_DONE && r->violation == 0.0 &&
                       !r->has_no_value,
        .is_discarded = r->is_discarded,
        .void_because = r->void_because,
        .metrics = r->metrics,
        .attempts = r->n_starts,
        .asked_at = r->asked_at,
        .started_at = r->started_at,
        .ended_at = r->ended_at,
        .amended_at = r->amended_at,
        .is_outside = r->is_outside,
        .variance = r->variance,
    };
}

struct inlay_rng inlay_study_next_rng(const inlay_study *s)
{
    return inlay_rng_split(&s->rng, s->history.n_trials + 1);
}

/* What is to be asked next. */
struct proposal {
    inlay_value *x;
    struct inlay_trace trace;
    int64_t wish; /* the event that enqueued it, or 0 */
};

static void clear_proposal(struct proposal *p)
{
    inlay_trace_clear(&p->trace);
    inlay_mem_free(p->x);
    *p = (struct proposal){0};
}

/* Once for each wish. */
static inlay_status say_passed_over(const inlay_study *s,
                                    struct inlay_wish *wish, inlay_error *err)
{
    int64_t id = 0;
    if (wish->is_told || !s->log)
        return INLAY_OK;
    const inlay_status st = inlay_study_find_x(s, wish->x, &id, err);
    if (st == INLAY_OK)
        say(s, "skipped a queued configuration: it is the same as trial %lld",
            (long long)id);
    wish->is_told = st == INLAY_OK;
    return st;
}

/* *out := the oldest wish that is to be asked; NULL: there is none. */
static inlay_status find_wish(inlay_study *s, const struct inlay_wish **out,
                              inlay_error *err)
{
    inlay_status st = INLAY_OK;
    size_t i = 0;
    while (st == INLAY_OK && i < s->n_queue &&
           !inlay_study_is_wanted(s, &s->queue[i]))
        st = say_passed_over(s, &s->queue[i++], err);
    *out = i < s->n_queue ? &s->queue[i] : NULL;
    return st;
}

static inlay_status ask_strategy(inlay_study *s, struct proposal *p,
                                 inlay_error *err)
{
    const struct inlay_rng rng = inlay_study_next_rng(s);
    inlay_status st = inlay_strategy_suggest(s->strategy, &s->history, &rng,
                                             p->x, &p->trace, err);
    st = inlay_study_settle(s, st, err);
    if (st == INLAY_OK && s->strategy->stats.n_jitters > 0)
        say(s,
            "trial %zu: the covariance needed a jitter of %.0e of its "
            "amplitude",
            s->history.n_trials + 1, s->strategy->stats.jitter);
    if (st == INLAY_OK && s->strategy->stats.n_unconverged > 0)
        say(s,
            "trial %zu: expectation propagation did not converge for %zu of "
            "%zu minima",
            s->history.n_trials + 1, s->strategy->stats.n_unconverged,
            s->strategy->stats.n_minima);
    return st;
}

/* p is to be cleared, also after a failure. */
static inlay_status propose(inlay_study *s, struct proposal *p,
                            inlay_error *err)
{
    const size_t n = inlay_space_n_variables(s->space);
    const struct inlay_wish *wish = NULL;
    inlay_status st = find_wish(s, &wish, err);
    s->strategy->stats = (inlay_ask_stats){0};
    if (st == INLAY_OK && !(p->x = inlay_mem_new(n, sizeof *p->x)))
        st = inlay_fail_memory(err, "a suggestion");
    if (st != INLAY_OK)
        return st;
    if (wish) {
        p->trace.origin = INLAY_ORIGIN_QUEUE;
        p->wish = wish->event;
        memcpy(p->x, wish->x, n * sizeof *p->x);
        return INLAY_OK;
    }
    return ask_strategy(s, p, err);
}

inlay_status inlay_study_suggest(inlay_study *s, inlay_value *x,
                                 inlay_origin *origin, inlay_error *err)
{
    struct proposal p = {0};
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = propose(s, &p, err);
    if (st == INLAY_OK) {
        memcpy(x, p.x, inlay_space_n_variables(s->space) * sizeof *x);
        *origin = p.trace.origin;
    }
    clear_proposal(&p);
    return st;
}

/* ---- Ask ---- */

/* The point at which the strategy asks, as JSON; nothing where it has none. */
static void add_point(struct inlay_text *text, const struct inlay_trace *trace)
{
    if (!trace->asked)
        return;
    inlay_text_add(text, "[");
    for (size_t i = 0; i < trace->n_asked; i++) {
        inlay_text_add(text, i == 0 ? "" : ", ");
        inlay_text_add_number(text, trace->asked[i]);
    }
    inlay_text_add(text, "]");
}

/* Appends the event asked and, with terms, the event started and a lease.
 * *is_late: the number of the trial, or the last of the budget, was taken by
 * somebody else since the history was read. */
static inlay_status append_asked(inlay_study *s, struct inlay_event asked,
                                 const struct inlay_claim_terms *terms,
                                 bool *is_late, inlay_error *err)
{
    const struct inlay_event events[] = {
        asked,
        {.kind = INLAY_EVENT_STARTED,
         .trial = asked.trial,
         .text = terms ? terms->holder : NULL},
    };
    const struct inlay_lease lease = {
        .trial = asked.trial,
        .attempt = 1,
        .left = terms ? terms->seconds : 0.0,
        .holder = events[1].text,
    };
    const struct inlay_append a = {
        .premise = {.kind = INLAY_PREMISE_NEXT,
                    .trial = asked.trial,
                    .budget = terms ? terms->budget : INT64_MAX},
        .events = events,
        .n_events = terms ? 2 : 1,
        .lease = terms ? &lease : NULL,
        /* Without a lease the values go to somebody who will tell them by the
         * number: after a power failure it must not be another trial's. */
        .is_durable = !terms,
    };
    return inlay_study_append(s, &a, is_late, err);
}

static inlay_status write_asked(inlay_study *s, const struct proposal *p,
                                const struct inlay_claim_terms *terms,
                                bool *is_late, inlay_error *err)
{
    struct inlay_text x = {0}, point = {0};
    inlay_configuration_add_array(&x, s->space, p->x);
    add_point(&point, &p->trace);
    inlay_status st = inlay_text_status(&x, err);
    if (st == INLAY_OK)
        st = inlay_text_status(&point, err);
    const struct inlay_event asked = {
        .kind = INLAY_EVENT_ASKED,
        .trial = (int64_t)s->history.n_trials + 1,
        .known = s->last_event,
        .study = s->study_event,
        .cause = p->wish,
        .x = x.bytes,
        .values = p->x,
        .point = point.bytes,
        .memo = p->trace.memo,
    };
    if (st == INLAY_OK)
        st = append_asked(s, asked, terms, is_late, err);
    inlay_text_clear(&x);
    inlay_text_clear(&point);
    return st;
}

/* Stranded trials take nothing of the budget: which they are depends on the space
 * of the handle, so the journal, which counts, is given a larger one.  Added ones
 * it does not count in the first place. */
static inlay_status
extend_budget(inlay_study *s, struct inlay_claim_terms *terms, inlay_error *err)
{
    int64_t id = 0;
    inlay_status st = inlay_study_next_stranded(s, &id, err);
    while (st == INLAY_OK && id > 0) {
        terms->budget +=
            terms->budget < INT64_MAX && !s->history.trial[id - 1]->is_added;
        st = inlay_study_next_stranded(s, &id, err);
    }
    return st;
}

/* Is the budget asked? */
static inlay_status look_ahead(inlay_study *s, struct inlay_claim_terms *terms,
                               bool *is_over, inlay_error *err)
{
    int64_t n_uncounted = 0;
    inlay_status st = extend_budget(s, terms, err);
    if (st == INLAY_OK)
        st = s->journal->ops->n_uncounted(s->journal, &n_uncounted, err);
    *is_over = (int64_t)s->history.n_trials - n_uncounted >= terms->budget;
    return st;
}

/* One try; *n_before := the trials before the one that is asked. */
static inlay_status try_asking(inlay_study *s,
                               const struct inlay_claim_terms *terms,
                               bool *is_over, size_t *n_before, bool *is_late,
                               inlay_error *err)
{
    struct proposal p = {0};
    struct inlay_claim_terms now =
        terms ? *terms : (struct inlay_claim_terms){0};
    inlay_status st = inlay_study_sync(s, err);
    *is_over = false;
    if (st == INLAY_OK && terms)
        st = look_ahead(s, &now, is_over, err);
    *n_before = s->history.n_trials;
    if (st != INLAY_OK || *is_over)
        return st;
    st = propose(s, &p, err);
    if (st == INLAY_OK)
        st = write_asked(s, &p, terms ? &now : NULL, is_late, err);
    clear_proposal(&p);
    return st;
}

inlay_status inlay_study_ask_within(inlay_study *s,
                                    const struct inlay_claim_terms *terms,
                                    bool *is_over, inlay_trial *trial,
                                    inlay_error *err)
{
    const char *path = s->journal->turn;
    bool is_late = false;
    size_t mine = 0; /* trials before it; others may follow */
    inlay_status st = inlay_study_check_writable(s, err);
    *is_over = false;
    if (st == INLAY_OK)
        st = inlay_study_begin(s, err);
    if (st != INLAY_OK)
        return st;
    do {
        const int turn = path ? inlay_lock_wait(path, is_late) : -1;
        is_late = false;
        st = try_asking(s, terms, is_over, &mine, &is_late, err);
        inlay_lock_leave(turn);
    } while (st == INLAY_OK && is_late);
    if (st != INLAY_OK || *is_over)
        return st;
    if (s->history.n_trials <= mine)
        st = inlay_study_sync(s, err);
    if (s->history.n_trials > mine) {
        inlay_study_show(s, s->history.trial[mine], trial);
        return INLAY_OK;
    }
    return inlay_fail_within(
        err, st, "trial %zu was stored, but could not be read back", mine + 1);
}

/* One that was put back, or else a new one. */
static inlay_status ask_next(inlay_study *s, inlay_trial *trial,
                             inlay_error *err)
{
    bool is_over = false, is_found = false;
    inlay_status st;
    if (s->lease > 0.0)
        return inlay_study_ask_leased(s, trial, err);
    st = inlay_study_ask_put_back(s, trial, &is_found, err);
    return st == INLAY_OK && !is_found
               ? inlay_study_ask_within(s, NULL, &is_over, trial, err)
               : st;
}

inlay_status inlay_study_ask_sized(inlay_study *s, inlay_trial *trial,
                                   size_t size, inlay_error *err)
{
    inlay_trial asked;
    if (!s || !trial)
        return inlay_refuse_null(__func__, "study and trial", err);
    inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        st = ask_next(s, &asked, err);
    if (st == INLAY_OK)
        inlay_sized_put(trial, 0, size, &asked, sizeof asked);
    return inlay_settle(err, st);
}

inlay_status inlay_study_ask_many_sized(inlay_study *s, size_t n,
                                        inlay_trial *trials, size_t size,
                                        size_t *n_got, inlay_error *err)
{
    if (!s || !trials || !n_got)
        return inlay_refuse_null(__func__, "study, trials and n_got", err);
    if (n == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_ask_many: n must not be 0");
    size_t got = 0;
    inlay_status st = inlay_sized_check(__func__, size, err);
    inlay_watch_hold(&s->watch);
    while (got < n && st == INLAY_OK) {
        inlay_trial asked;
        st = inlay_study_ask(s, &asked, err);
        if (st == INLAY_OK)
            inlay_sized_put(trials, got++, size, &asked, sizeof asked);
    }
    inlay_watch_let_go(&s->watch);
    if (got == 0)
        return st;
    *n_got = got;
    return inlay_settle(err, INLAY_OK);
}

inlay_status inlay_study_last_ask_sized(const inlay_study *s,
                                        inlay_ask_stats *out, size_t size,
                                        inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    const inlay_ask_stats *stats = &s->strategy->stats;
    const inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        inlay_sized_put(out, 0, size, stats, sizeof *stats);
    return inlay_settle(err, st);
}
