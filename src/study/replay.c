/*
 * replay.c: from the journal to the history.
 *
 * A study's history is the fold of its events, one after the other.  Rows come
 * from a file that anybody may have changed, so each is checked: what cannot be
 * is INLAY_ESTORE, with the number of the event.
 *
 * A memo is read for the newest trial that has one: that is all a strategy looks
 * at, and memos are by far the largest part of a store.
 */
#include "study/inside.h"

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

/* *x := the configuration of the event, which the caller frees. */
static inlay_status read_x(const inlay_study *s, const struct inlay_event *e,
                           inlay_value **x, inlay_error *err)
{
    if (!e->x)
        return fail_event(s, e, "it has no configuration", err);
    inlay_value *values =
        inlay_mem_new(inlay_space_n_variables(s->space), sizeof *values);
    if (!values)
        return inlay_fail_memory(err, "a trial");
    const inlay_status st =
        inlay_configuration_parse(s->space, e->x, values, err);
    if (st == INLAY_OK)
        *x = values;
    else
        inlay_mem_free(values);
    return st == INLAY_OK || st == INLAY_ENOMEM
               ? st
               : inlay_fail_within(
                     err, INLAY_ESTORE, "store '%s': event %lld, trial %lld",
                     s->journal->name, (long long)e->seq, (long long)e->trial);
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

void inlay_study_drop_wish(inlay_study *s, size_t i)
{
    inlay_mem_free(s->queue[i].x);
    s->n_queue--;
    memmove(s->queue + i, s->queue + i + 1,
            (s->n_queue - i) * sizeof *s->queue);
}

static void drop_wish_of(inlay_study *s, int64_t event)
{
    for (size_t i = 0; event > 0 && i < s->n_queue; i++)
        if (s->queue[i].event == event) {
            inlay_study_drop_wish(s, i);
            return;
        }
}

static inlay_status apply_asked(inlay_study *s, const struct inlay_event *e,
                                inlay_error *err)
{
    struct inlay_trace trace = {0};
    inlay_value *x = NULL;
    if (e->trial != (int64_t)s->history.n + 1)
        return fail_event(s, e, "its number does not follow the last one", err);
    inlay_status st = read_x(s, e, &x, err);
    if (st == INLAY_OK)
        st = read_point(s, e, &trace, err);
    if (st == INLAY_OK)
        st = inlay_history_append(&s->history, x, &trace, NULL, err);
    if (st == INLAY_OK)
        drop_wish_of(s, e->cause);
    inlay_trace_clear(&trace);
    inlay_mem_free(x);
    return st;
}

static inlay_status apply_ended(inlay_study *s, const struct inlay_event *e,
                                inlay_error *err)
{
    if (inlay_history_check_pending(&s->history, e->trial, NULL) != INLAY_OK)
        return fail_event(s, e, "it has a result, but it was not pending", err);
    return inlay_history_finish(&s->history, e->trial, s->sign * e->y,
                                e->text ? e->text : "no reason given", err);
}

static inlay_status apply_reopened(inlay_study *s, const struct inlay_event *e,
                                   inlay_error *err)
{
    const inlay_status st =
        inlay_history_reopen(&s->history, e->trial, e->seq, err);
    return st == INLAY_ESTATE
               ? fail_event(s, e, "it is retried, but it had not failed", err)
               : st;
}

static inlay_status apply_enqueued(inlay_study *s, const struct inlay_event *e,
                                   inlay_error *err)
{
    struct inlay_wish *queue =
        inlay_mem_grow(s->queue, &s->room_queue, s->n_queue + 1, sizeof *queue);
    if (!queue)
        return inlay_fail_memory(err, "the queue");
    s->queue = queue;
    inlay_value *x = NULL;
    const inlay_status st = read_x(s, e, &x, err);
    if (st == INLAY_OK)
        s->queue[s->n_queue++] = (struct inlay_wish){e->seq, x};
    return st;
}

static inlay_status apply(const struct inlay_event *e, void *context,
                          inlay_error *err)
{
    inlay_study *s = context;
    inlay_status st = INLAY_OK;
    if (e->kind == INLAY_EVENT_ASKED)
        st = apply_asked(s, e, err);
    else if (e->kind == INLAY_EVENT_ENDED)
        st = apply_ended(s, e, err);
    else if (e->kind == INLAY_EVENT_REOPENED)
        st = apply_reopened(s, e, err);
    else if (e->kind == INLAY_EVENT_ENQUEUED)
        st = apply_enqueued(s, e, err);
    if (st == INLAY_OK)
        s->last_event = e->seq;
    return st;
}

static inlay_status read_memo(inlay_study *s, inlay_error *err)
{
    char *memo = NULL;
    int64_t id = 0;
    const inlay_status st = s->journal->ops->memo(
        s->journal, (int64_t)s->history.n, &memo, &id, err);
    if (st == INLAY_OK && memo)
        inlay_history_take_memo(&s->history, id, memo);
    return st;
}

inlay_status inlay_study_sync(inlay_study *s, inlay_error *err)
{
    inlay_status st = s->journal->ops->read(s->journal, s->last_event, s->upto,
                                            apply, s, err);
    if (st == INLAY_OK && s->history.n > s->n_with_memo)
        st = read_memo(s, err);
    if (st == INLAY_OK)
        s->n_with_memo = s->history.n;
    return st;
}

inlay_status inlay_study_freeze(inlay_study *s, int64_t *upto, inlay_error *err)
{
    const inlay_status st = inlay_study_sync(s, err);
    *upto = s->upto;
    s->upto = s->last_event;
    return st;
}

inlay_status inlay_study_refresh(inlay_study *s, inlay_error *err)
{
    if (!s)
        return inlay_study_refuse_null(__func__, "study", err);
    return inlay_study_sync(s, err);
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

inlay_status inlay_study_append(inlay_study *s, const struct inlay_append *a,
                                bool *is_late, inlay_error *err)
{
    int64_t first = 0;
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = s->journal->ops->append(s->journal, a, &first, is_late, err);
    /* What was appended counts, whether or not it can be folded at once.  Want
     * of memory may have passed by the second time. */
    for (int i = 0; st == INLAY_OK && !*is_late && i < 2; i++)
        if (inlay_study_sync(s, NULL) == INLAY_OK)
            break;
    return st;
}
