/*
 * replay.c: from the journal to the history.
 *
 * A study's history is the fold of its events, one after the other.  An event is
 * folded in two steps: `prepare` makes all that takes memory, `carry_out` cannot
 * fail.  What this process appends is prepared before and carried out after, so
 * that want of memory leaves both journal and history as they were.  What others
 * have appended is read, prepared and carried out in its turn.
 *
 * Rows come from a file that anybody may have changed, so each is checked: what
 * cannot be is INLAY_ESTORE, with the number of the event.
 *
 * A memo is read for the newest trial that has one: that is all a strategy looks
 * at, and memos are by far the largest part of a store.
 */
#include "study/inside.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"

/* ---- One event ---- */

static inlay_status fail_event(const inlay_study *s,
                               const struct inlay_event *e, const char *what,
                               inlay_error *err)
{
    return inlay_fail(
        err, INLAY_ESTORE, "store '%s': event %lld, trial %lld: %s",
        s->journal->name, (long long)e->seq, (long long)e->trial, what);
}

/* A configuration may have been measured anywhere; it was suggested, or wished
 * for, within the space of its time. */
static bool may_be_outside(const struct inlay_event *e)
{
    return e->cause == INLAY_CAUSE_ADDED;
}

static inlay_status fail_x(const inlay_study *s, const struct inlay_event *e,
                           inlay_status st, inlay_error *err)
{
    if (st == INLAY_ENOMEM)
        return st;
    return inlay_fail_within(
        err, INLAY_ESTORE, "store '%s': event %lld, trial %lld",
        s->journal->name, (long long)e->seq, (long long)e->trial);
}

/* Values from the text of an event, which may not be what it should. */
static inlay_status parse_x(const inlay_study *s, const struct inlay_event *e,
                            const struct inlay_era *era,
                            struct inlay_era_reading *r, inlay_error *err)
{
    if (!e->x)
        return fail_event(s, e, "it has no configuration", err);
    const inlay_status st =
        inlay_eras_read(&s->eras, era, e->x, may_be_outside(e), r, err);
    return st == INLAY_OK ? st : fail_x(s, e, st, err);
}

static void clear_reading(struct inlay_era_reading *r)
{
    inlay_mem_free(r->x);
    json_decref(r->json);
    *r = (struct inlay_era_reading){0};
}

/* r := the configuration of the event, which the caller clears. */
static inlay_status read_x(const inlay_study *s, const struct inlay_event *e,
                           struct inlay_era_reading *r, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(s->space);
    const struct inlay_era *era =
        inlay_eras_find(&s->eras, e->study, e->seq > 0 ? e->seq : INT64_MAX);
    if (!era && e->study > 0 && e->study != s->study_event)
        return fail_event(s, e, "its study file is missing", err);
    r->x = inlay_mem_new(inlay_eras_n_values(&s->eras), sizeof *r->x);
    if (!r->x)
        return inlay_fail_memory(err, "a trial");
    if (!e->values)
        return parse_x(s, e, era, r, err);
    memcpy(r->x, e->values, n * sizeof *r->x);
    r->is_inside =
        !may_be_outside(e) || inlay_configuration_adopt(s->space, r->x);
    return INLAY_OK;
}

/* What a strategy left with a trial is about the space of its time. */
static bool is_of_this_space(const inlay_study *s, int64_t study, int64_t upto)
{
    const struct inlay_era *era = inlay_eras_find(&s->eras, study, upto);
    return !era || era->is_same;
}

static inlay_status read_point(const inlay_study *s,
                               const struct inlay_event *e,
                               struct inlay_trace *trace, inlay_error *err)
{
    json_t *json = NULL;
    if (!e->point)
        return INLAY_OK;
    bool is_list =
        inlay_json_parse(e->point, strlen(e->point), &json, NULL) == INLAY_OK;
    const size_t n = json_array_size(json);
    trace->n_asked = n;
    trace->asked = inlay_mem_doubles(n);
    for (size_t i = 0; trace->asked && i < n; i++) {
        trace->asked[i] = json_number_value(json_array_get(json, i));
        is_list = is_list && json_is_number(json_array_get(json, i));
    }
    json_decref(json);
    if (!trace->asked)
        return inlay_fail_memory(err, "a trial");
    return is_list
               ? INLAY_OK
               : fail_event(s, e, "its point is not a list of numbers", err);
}

static void drop_wish(inlay_study *s, size_t i)
{
    inlay_mem_free(s->queue[i].x);
    inlay_mem_free(s->queue[i].u);
    s->n_queue--;
    memmove(s->queue + i, s->queue + i + 1,
            (s->n_queue - i) * sizeof *s->queue);
}

static void drop_wish_of(inlay_study *s, int64_t event)
{
    for (size_t i = 0; event > 0 && i < s->n_outside; i++)
        if (s->outside[i] == event)
            s->outside[i] = s->outside[--s->n_outside];
    for (size_t i = 0; event > 0 && i < s->n_queue; i++)
        if (s->queue[i].event == event) {
            drop_wish(s, i);
            return;
        }
}

/* What an event will change. */
struct change {
    struct inlay_record *record; /* asked */
    char *why;                   /* failed, abandoned, discarded */
    double *values;              /* done: of each output */
    double variance;             /* done: of the objective, or NaN */
    char *metrics;               /* ended, amended */
    struct inlay_notes *notes;   /* noted */
    struct inlay_wish wish;      /* enqueued; x is NULL: outside the space */
    struct inlay_era era;        /* study */
};

static void drop_change(struct change *c)
{
    inlay_record_free(c->record);
    inlay_mem_free(c->why);
    inlay_mem_free(c->values);
    inlay_mem_free(c->metrics);
    inlay_mem_free(c->notes);
    inlay_mem_free(c->wish.x);
    inlay_mem_free(c->wish.u);
    inlay_era_clear(&c->era);
}

static inlay_status prepare_record(const inlay_study *s,
                                   const struct inlay_event *e,
                                   struct inlay_record **record,
                                   inlay_error *err)
{
    const bool is_ours = is_of_this_space(s, e->study, e->seq);
    struct inlay_trace trace = {0};
    struct inlay_era_reading r = {0};
    inlay_status st = read_x(s, e, &r, err);
    if (st == INLAY_OK && is_ours)
        st = read_point(s, e, &trace, err);
    if (st == INLAY_OK && e->memo && !(trace.memo = inlay_mem_text(e->memo)))
        st = inlay_fail_memory(err, "a memo");
    if (st == INLAY_OK)
        st = r.is_inside
                 ? inlay_record_new(&s->history, r.x, &trace, record, err)
                 : inlay_record_new_outside(&s->history, r.x, &trace, record,
                                            err);
    if (st == INLAY_OK)
        (*record)->is_added = e->cause == INLAY_CAUSE_ADDED;
    inlay_trace_clear(&trace);
    clear_reading(&r);
    return st;
}

/* A wish that lies outside now is none. */
static inlay_status prepare_wish(const inlay_study *s,
                                 const struct inlay_event *e,
                                 struct inlay_wish *wish, inlay_error *err)
{
    struct inlay_era_reading r = {0};
    inlay_status st = read_x(s, e, &r, err);
    if (st == INLAY_OK && r.is_inside &&
        !(wish->u = inlay_mem_doubles(s->exact->dim)))
        st = inlay_fail_memory(err, "a wish");
    if (wish->u) {
        inlay_encode(s->exact, r.x, wish->u);
        wish->x = r.x;
        r.x = NULL;
    }
    clear_reading(&r);
    return st;
}

/* The study file under which a trial was asked; NULL: it is asked by this append,
 * with the study file of today. */
static const struct inlay_era *era_of(const inlay_study *s, int64_t trial)
{
    const bool is_known = trial >= 1 && (uint64_t)trial <= s->history.n_trials;
    const struct inlay_record *r =
        is_known ? s->history.trial[trial - 1] : NULL;
    return r ? inlay_eras_find(&s->eras, r->study, r->asked_by) : NULL;
}

/* Values of the outputs, or why there are none. */
static inlay_status prepare_end(const inlay_study *s,
                                const struct inlay_event *e, struct change *c,
                                inlay_error *err)
{
    const struct inlay_outputs *outputs = inlay_options_outputs(s->options);
    if (e->metrics && !(c->metrics = inlay_mem_text(e->metrics)))
        return inlay_fail_memory(err, "metrics");
    c->variance = inlay_event_variance(e);
    if (inlay_variance_check("variance", c->variance, NULL) != INLAY_OK)
        return fail_event(s, e, "its variance is negative or infinite", err);
    if (isfinite(e->y)) {
        c->values = inlay_mem_doubles(outputs->n);
        return c->values ? inlay_era_read_values(era_of(s, e->trial), outputs,
                                                 e->y, e->metrics, c->values,
                                                 &c->variance, err)
                         : inlay_fail_memory(err, "values");
    }
    c->why = inlay_mem_text(e->text ? e->text : "no reason given");
    return c->why ? INLAY_OK
                  : inlay_fail_memory(err, "the reason of a failure");
}

static inlay_status prepare_notes(const inlay_study *s,
                                  const struct inlay_event *e, struct change *c,
                                  inlay_error *err)
{
    if (!e->text)
        return fail_event(s, e, "it has no attributes", err);
    const inlay_status st = inlay_notes_parse(e->text, &c->notes, err);
    return st == INLAY_OK || st == INLAY_ENOMEM
               ? st
               : inlay_fail_within(
                     err, INLAY_ESTORE, "store '%s': event %lld, trial %lld",
                     s->journal->name, (long long)e->seq, (long long)e->trial);
}

static bool is_result(const struct inlay_event *e)
{
    return e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_AMENDED;
}

static bool has_reason(const struct inlay_event *e)
{
    return e->kind == INLAY_EVENT_ABANDONED || e->kind == INLAY_EVENT_DISCARDED;
}

static inlay_status prepare(inlay_study *s, const struct inlay_event *e,
                            struct change *c, inlay_error *err)
{
    if (e->kind == INLAY_EVENT_STUDY)
        return inlay_eras_prepare(&s->eras, e->seq, e->text, s->journal->name,
                                  &c->era, err);
    if (e->kind == INLAY_EVENT_ASKED)
        return prepare_record(s, e, &c->record, err);
    if (e->kind == INLAY_EVENT_ENQUEUED)
        return prepare_wish(s, e, &c->wish, err);
    if (is_result(e))
        return prepare_end(s, e, c, err);
    if (e->kind == INLAY_EVENT_NOTED)
        return prepare_notes(s, e, c, err);
    if (!has_reason(e) || !e->text)
        return INLAY_OK;
    c->why = inlay_mem_text(e->text);
    return c->why ? INLAY_OK : inlay_fail_memory(err, "a reason");
}

/* c->why is taken over. */
static void carry_out_end(inlay_study *s, const struct inlay_event *e,
                          const struct change *c)
{
    const size_t objective = inlay_options_outputs(s->options)->objective;
    const double y = c->why ? NAN : s->sign * c->values[objective];
    struct inlay_record *r = s->history.trial[e->trial - 1];
    inlay_history_amend(&s->history, e->trial, y, c->values, c->why);
    r->variance = c->variance;
    inlay_history_set_metrics(&s->history, e->trial, c->metrics);
    r->result = e->seq;
    if (e->kind == INLAY_EVENT_ENDED)
        r->ended_at = e->at;
    r->amended_at = e->kind == INLAY_EVENT_AMENDED ? e->at : 0.0;
}

/* Of a trial that was asked, other than its result. */
static void carry_out_life(inlay_study *s, const struct inlay_event *e,
                           const struct change *c)
{
    struct inlay_history *h = &s->history;
    struct inlay_record *r = h->trial[e->trial - 1];
    switch (e->kind) {
    case INLAY_EVENT_STARTED:
        r->started_at = e->at;
        r->n_starts++;
        return;
    case INLAY_EVENT_REOPENED:
        inlay_history_reopen(h, e->trial, e->seq);
        r->ended_at = r->amended_at = 0.0;
        break;
    case INLAY_EVENT_ABANDONED:
        inlay_history_abandon(h, e->trial, c->why);
        r->ended_at = e->at;
        break;
    case INLAY_EVENT_DISCARDED:
    case INLAY_EVENT_RESTORED:
        inlay_history_discard(h, e->trial, e->kind == INLAY_EVENT_DISCARDED);
        inlay_history_set_void_because(h, e->trial, c->why);
        break;
    default:
        return;
    }
    r->decided = e->seq;
}

static void carry_out_notes(inlay_study *s, const struct inlay_event *e,
                            const struct change *c)
{
    struct inlay_record *r =
        e->trial > 0 ? s->history.trial[e->trial - 1] : NULL;
    inlay_history_set_notes(&s->history, r ? &r->notes : &s->notes, c->notes);
    *(r ? &r->noted : &s->noted) = e->seq;
}

static inlay_status check_life(const inlay_study *s,
                               const struct inlay_event *e, inlay_error *err)
{
    const struct inlay_history *h = &s->history;
    if (e->kind == INLAY_EVENT_NOTED)
        return e->trial == 0 ||
                       inlay_history_check_known(h, e->trial, NULL) == INLAY_OK
                   ? INLAY_OK
                   : fail_event(s, e, "it was not suggested", err);
    if (e->kind == INLAY_EVENT_ABANDONED)
        return inlay_history_check_pending(h, e->trial, NULL) == INLAY_OK
                   ? INLAY_OK
                   : fail_event(s, e, "it was abandoned, but was not pending",
                                err);
    return inlay_history_check_finished(h, e->trial, NULL) == INLAY_OK
               ? INLAY_OK
               : fail_event(s, e, "its result was changed, but it has none",
                            err);
}

/* Can it follow what the history has? */
static inlay_status check_order(const inlay_study *s,
                                const struct inlay_event *e, inlay_error *err)
{
    const struct inlay_history *h = &s->history;
    if (e->kind < INLAY_EVENT_ASKED && e->trial != 0)
        return fail_event(s, e, "it is about the study, and names a trial",
                          err);
    if (e->kind == INLAY_EVENT_ASKED && e->trial != (int64_t)h->n_trials + 1)
        return fail_event(s, e, "its number does not follow the last one", err);
    if (e->kind == INLAY_EVENT_ENDED &&
        inlay_history_check_pending(h, e->trial, NULL) != INLAY_OK)
        return fail_event(s, e, "it has a result, but it was not pending", err);
    if (e->kind == INLAY_EVENT_STARTED &&
        inlay_history_check_pending(h, e->trial, NULL) != INLAY_OK)
        return fail_event(s, e, "it was started, but was not pending", err);
    if (e->kind == INLAY_EVENT_RETURNED &&
        inlay_history_check_known(h, e->trial, NULL) != INLAY_OK)
        return fail_event(s, e, "it was given up, but was never suggested",
                          err);
    if (e->kind == INLAY_EVENT_REOPENED &&
        inlay_history_check_ended_badly(h, e->trial, NULL) != INLAY_OK)
        return fail_event(s, e, "it is retried, but it had not failed", err);
    return e->kind > INLAY_EVENT_REOPENED ? check_life(s, e, err) : INLAY_OK;
}

/* Of an event in its order, prepared, and with room for it. */
static void carry_out(inlay_study *s, const struct inlay_event *e,
                      struct change *c)
{
    if (e->kind == INLAY_EVENT_STUDY) {
        c->era.seq = e->seq; /* which one of our own had not yet */
        inlay_eras_add(&s->eras, &c->era);
    } else if (e->kind == INLAY_EVENT_ASKED) {
        struct inlay_era *era = inlay_eras_find(&s->eras, e->study, e->seq);
        c->record->asked_at = e->at;
        c->record->study = e->study;
        c->record->asked_by = e->seq;
        inlay_history_add(&s->history, c->record);
        drop_wish_of(s, e->cause);
        if (era)
            era->n_trials++;
    } else if (is_result(e)) {
        carry_out_end(s, e, c);
        s->history.trial[e->trial - 1]->decided = e->seq;
        inlay_mem_free(c->values);
    } else if (e->kind == INLAY_EVENT_NOTED) {
        carry_out_notes(s, e, c);
    } else if (e->trial > 0) {
        carry_out_life(s, e, c);
    } else if (e->kind == INLAY_EVENT_ENQUEUED && c->wish.x) {
        c->wish.event = e->seq;
        s->queue[s->n_queue++] = c->wish;
    } else if (e->kind == INLAY_EVENT_ENQUEUED) {
        s->outside[s->n_outside++] = e->seq;
    }
    *c = (struct change){0};
    s->last_event = e->seq;
}

/* Room for what n events change. */
static inlay_status reserve(inlay_study *s, size_t n, inlay_error *err)
{
    struct inlay_wish *queue =
        inlay_mem_grow(s->queue, &s->room_queue, s->n_queue + n, sizeof *queue);
    int64_t *outside = inlay_mem_grow(s->outside, &s->room_outside,
                                      s->n_outside + n, sizeof *outside);
    s->queue = queue ? queue : s->queue;
    s->outside = outside ? outside : s->outside;
    if (!queue || !outside)
        return inlay_fail_memory(err, "the queue");
    const inlay_status st = inlay_eras_reserve(&s->eras, n, err);
    return st == INLAY_OK ? inlay_history_reserve(&s->history, n, err) : st;
}

/* ---- Events of others ---- */

static inlay_status fold_event(const struct inlay_event *e, void *context,
                               inlay_error *err)
{
    inlay_study *s = context;
    struct change c = {0};
    inlay_status st = check_order(s, e, err);
    if (st == INLAY_OK)
        st = reserve(s, 1, err);
    if (st == INLAY_OK)
        st = prepare(s, e, &c, err);
    if (st == INLAY_OK)
        carry_out(s, e, &c);
    return st;
}

static bool has_one_space(const inlay_study *s)
{
    bool is_one = true;
    for (size_t i = 0; i < s->eras.n; i++)
        is_one = is_one && s->eras.at[i].is_same;
    return is_one;
}

/* A memo of another space is as none, but hides those before it: who has folded
 * trial by trial has dropped them, too. */
static inlay_status read_memo(inlay_study *s, inlay_error *err)
{
    struct inlay_trial_row row;
    char *memo = NULL;
    int64_t id = 0;
    inlay_status st = s->journal->ops->memo(
        s->journal, (int64_t)s->history.n_trials, &memo, &id, err);
    if (st != INLAY_OK || !memo)
        return st;
    if (!has_one_space(s)) {
        st = inlay_journal_find(s->journal, id, &row, err);
        if (st == INLAY_OK && !is_of_this_space(s, row.study, row.known)) {
            inlay_mem_free(memo);
            memo = NULL;
        }
    }
    if (st == INLAY_OK)
        inlay_history_take_memo(&s->history, id, memo);
    else
        inlay_mem_free(memo);
    return st;
}

/* Folds the events up to that number. */
static inlay_status fold(inlay_study *s, int64_t upto, inlay_error *err)
{
    inlay_status st = s->journal->ops->read(s->journal, s->last_event, upto,
                                            fold_event, s, err);
    if (st == INLAY_OK && s->history.n_trials > s->n_with_memo)
        st = read_memo(s, err);
    if (st == INLAY_OK)
        s->n_with_memo = s->history.n_trials;
    return st;
}

inlay_status inlay_study_sync(inlay_study *s, inlay_error *err)
{
    inlay_study_keep_leases(s);
    return fold(s, s->upto, err);
}

inlay_status inlay_study_freeze(inlay_study *s, int64_t *upto, inlay_error *err)
{
    const inlay_status st = inlay_study_sync(s, err);
    inlay_watch_hold(&s->watch);
    *upto = s->upto;
    s->upto = s->last_event;
    return st;
}

void inlay_study_thaw(inlay_study *s, int64_t upto)
{
    inlay_watch_let_go(&s->watch);
    s->upto = upto;
}

inlay_status inlay_study_refresh(inlay_study *s, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return inlay_settle(err, inlay_study_sync(s, err));
}

/* ---- Events of our own ---- */

inlay_status inlay_study_check_writable(const inlay_study *s, inlay_error *err)
{
    if (!s->is_read_only)
        return INLAY_OK;
    return inlay_fail(err, INLAY_ESTATE,
                      "store '%s': the study was opened for reading only",
                      s->journal->name);
}

static void drop_changes(struct change *changes, size_t n)
{
    for (size_t i = 0; i < n && changes; i++)
        drop_change(&changes[i]);
    inlay_mem_free(changes);
}

/* *out := a change for each event, which the caller drops. */
static inlay_status prepare_all(inlay_study *s, const struct inlay_append *a,
                                struct change **out, inlay_error *err)
{
    struct change *changes = inlay_mem_new(a->n_events, sizeof *changes);
    if (!changes)
        return inlay_fail_memory(err, "the journal");
    inlay_status st = reserve(s, a->n_events, err);
    for (size_t i = 0; st == INLAY_OK && i < a->n_events; i++)
        st = prepare(s, &a->events[i], &changes[i], err);
    if (st == INLAY_OK)
        *out = changes;
    else
        drop_changes(changes, a->n_events);
    return st;
}

/* What others appended meanwhile comes before, and may have used the room. */
static inlay_status fold_earlier(inlay_study *s, int64_t first, size_t n)
{
    if (s->last_event + 1 == first)
        return INLAY_OK;
    const inlay_status st = fold(s, first - 1, NULL);
    return st == INLAY_OK ? reserve(s, n, NULL) : st;
}

/* The events have the numbers from `first` on.  The journal has checked their
 * order.  Where those of others cannot be folded, the next inlay_study_sync folds
 * them all or says why it cannot. */
static void fold_own(inlay_study *s, const struct inlay_append *a,
                     int64_t first, struct change *changes)
{
    if (fold_earlier(s, first, a->n_events) != INLAY_OK)
        return;
    assert(changes); /* prepared before the append */
    for (size_t i = 0; i < a->n_events; i++) {
        struct inlay_event e = a->events[i];
        e.seq = first + (int64_t)i;
        e.at = s->journal->stamp;
        carry_out(s, &e, &changes[i]);
    }
    s->n_with_memo = s->history.n_trials;
}

inlay_status inlay_study_append(inlay_study *s, const struct inlay_append *a,
                                bool *is_late, inlay_error *err)
{
    struct change *changes = NULL;
    int64_t first = 0;
    inlay_status st = inlay_study_check_writable(s, err);
    assert(is_of_this_space(s, s->study_event, s->last_event));
    if (st == INLAY_OK)
        st = prepare_all(s, a, &changes, err);
    if (st == INLAY_OK)
        st = s->journal->ops->append(s->journal, a, &first, is_late, err);
    if (st == INLAY_OK && !*is_late)
        fold_own(s, a, first, changes);
    drop_changes(changes, a->n_events);
    return st;
}
