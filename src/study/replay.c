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
    const size_t n = inlay_space_n_variables(s->space);
    if (!e->x && !e->values)
        return fail_event(s, e, "it has no configuration", err);
    inlay_value *values = inlay_mem_new(n, sizeof *values);
    if (!values)
        return inlay_fail_memory(err, "a trial");
    inlay_status st = INLAY_OK;
    if (e->values)
        memcpy(values, e->values, n * sizeof *values);
    else
        st = inlay_configuration_parse(s->space, e->x, values, err);
    if (st == INLAY_OK) {
        *x = values;
        return INLAY_OK;
    }
    inlay_mem_free(values);
    return st == INLAY_ENOMEM
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

static inlay_status reserve_wishes(inlay_study *s, size_t n_more,
                                   inlay_error *err)
{
    struct inlay_wish *queue = inlay_mem_grow(
        s->queue, &s->room_queue, s->n_queue + n_more, sizeof *queue);
    if (!queue)
        return inlay_fail_memory(err, "the queue");
    s->queue = queue;
    return INLAY_OK;
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
    inlay_value *x = NULL;
    inlay_status st = reserve_wishes(s, 1, err);
    if (st == INLAY_OK)
        st = read_x(s, e, &x, err);
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

/* ---- Events of our own ---- */

void inlay_step_clear(struct inlay_step *step)
{
    inlay_record_free(step->record);
    inlay_mem_free(step->x);
    inlay_mem_free(step->why);
    inlay_mem_free(step->json);
    inlay_mem_free(step->point);
    inlay_mem_free(step->metrics);
    *step = (struct inlay_step){0};
}

inlay_status inlay_step_set_x(struct inlay_step *step, const inlay_study *s,
                              const inlay_value *x, struct inlay_event *event,
                              inlay_error *err)
{
    struct inlay_text json = {0};
    event->values = x;
    event->n_values = inlay_space_n_variables(s->space);
    if (s->journal->keeps_values)
        return INLAY_OK;
    inlay_configuration_add_array(&json, s->space, x);
    const inlay_status st = inlay_text_end(&json, &step->json, err);
    event->x = step->json;
    return st;
}

static inlay_status print_point(const struct inlay_record *r, char **out,
                                inlay_error *err)
{
    struct inlay_text text = {0};
    for (size_t i = 0; i < r->n_asked; i++) {
        inlay_text_add(&text, i == 0 ? "[" : ", ");
        inlay_text_add_number(&text, r->asked[i]);
    }
    inlay_text_add(&text, r->n_asked == 0 ? "[]" : "]");
    return inlay_text_end(&text, out, err);
}

inlay_status inlay_step_make_asked(struct inlay_step *step,
                                   const inlay_study *s, const inlay_value *x,
                                   struct inlay_trace *trace,
                                   struct inlay_event *event, inlay_error *err)
{
    inlay_status st =
        inlay_record_new(&s->history, x, trace, &step->record, err);
    if (st == INLAY_OK)
        st = inlay_step_set_x(step, s, step->record->x, event, err);
    if (st == INLAY_OK && step->record->asked)
        st = print_point(step->record, &step->point, err);
    if (st != INLAY_OK)
        return st;
    event->kind = INLAY_EVENT_ASKED;
    event->point = step->point;
    event->memo = step->record->memo;
    return INLAY_OK;
}

static inlay_status reserve(inlay_study *s, const struct inlay_append *a,
                            inlay_error *err)
{
    size_t n_asked = 0, n_enqueued = 0;
    for (size_t i = 0; i < a->n_events; i++) {
        n_asked += a->events[i].kind == INLAY_EVENT_ASKED;
        n_enqueued += a->events[i].kind == INLAY_EVENT_ENQUEUED;
    }
    inlay_status st = INLAY_OK;
    if (n_asked > 0)
        st = inlay_history_reserve(&s->history, n_asked, err);
    if (st == INLAY_OK && n_enqueued > 0)
        st = reserve_wishes(s, n_enqueued, err);
    return st;
}

/* Cannot fail; what is taken from the step is no longer there. */
static void fold(inlay_study *s, const struct inlay_event *e, int64_t seq,
                 struct inlay_step *step)
{
    switch (e->kind) {
    case INLAY_EVENT_ASKED:
        inlay_history_admit(&s->history, step->record);
        drop_wish_of(s, e->cause);
        s->n_with_memo = s->history.n;
        step->record = NULL;
        break;
    case INLAY_EVENT_ENDED:
        inlay_history_end(&s->history, e->trial, s->sign * e->y, step->why);
        step->why = NULL;
        break;
    case INLAY_EVENT_ENQUEUED:
        s->queue[s->n_queue++] = (struct inlay_wish){seq, step->x};
        step->x = NULL;
        break;
    default:
        break; /* of no concern to the history */
    }
    s->last_event = seq;
}

inlay_status inlay_study_append(inlay_study *s, const struct inlay_append *a,
                                struct inlay_step *steps, bool *is_late,
                                inlay_error *err)
{
    int64_t first = 0;
    if (s->upto < INT64_MAX)
        return inlay_fail(err, INLAY_ESTATE,
                          "a study of the past is read-only");
    inlay_status st = reserve(s, a, err);
    if (st == INLAY_OK)
        st = s->journal->ops->append(s->journal, a, &first, is_late, err);
    if (st != INLAY_OK || *is_late)
        return st;
    /* Others have written, too; or it is one for which room cannot be made. */
    if (first != s->last_event + 1 || a->events[0].kind == INLAY_EVENT_REOPENED)
        inlay_study_sync(s, NULL);
    else
        for (size_t i = 0; i < a->n_events; i++)
            fold(s, &a->events[i], first + (int64_t)i, &steps[i]);
    return INLAY_OK;
}

inlay_status inlay_study_refresh(inlay_study *s, inlay_error *err)
{
    if (!s)
        return inlay_study_refuse_null(__func__, "study", err);
    return inlay_study_sync(s, err);
}
