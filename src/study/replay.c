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
#include "study/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "study/study_file.h"

/* ---- One event ---- */

static inlay_status fail_event(const inlay_study *s,
                               const struct inlay_event *e, const char *what,
                               inlay_error *err)
{
    return inlay_fail(err, INLAY_ESTORE,
                      "store '%s': event %lld, trial %lld: %s",
                      inlay_store_path(s->store), (long long)e->seq,
                      (long long)e->trial, what);
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
    if (st == INLAY_OK) {
        *x = values;
        return INLAY_OK;
    }
    inlay_mem_free(values);
    if (st == INLAY_ENOMEM)
        return st;
    inlay_fail_within(err, st, "store '%s': event %lld, trial %lld",
                      inlay_store_path(s->store), (long long)e->seq,
                      (long long)e->trial);
    if (err)
        err->code = INLAY_ESTORE;
    return INLAY_ESTORE;
}

static inlay_status read_point(const inlay_study *s,
                               const struct inlay_event *e,
                               struct inlay_trace *trace, inlay_error *err)
{
    json_t *json = NULL;
    if (!e->point)
        return INLAY_OK;
    if (inlay_json_parse(e->point, strlen(e->point), &json, NULL) != INLAY_OK)
        return fail_event(s, e, "its point is no list of numbers", err);
    const size_t n = json_array_size(json);
    inlay_status st = INLAY_OK;
    if (!(trace->asked = inlay_mem_doubles(n)))
        st = inlay_fail_memory(err, "a trial");
    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        const json_t *item = json_array_get(json, i);
        trace->asked[i] = json_number_value(item);
        if (!json_is_number(item))
            st = fail_event(s, e, "its point is no list of numbers", err);
    }
    trace->n_asked = n;
    json_decref(json);
    return st;
}

static void drop_wish_of(inlay_study *s, int64_t origin)
{
    for (size_t i = 0; origin > 0 && i < s->n_queue; i++)
        if (s->queue[i].origin == origin) {
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
        drop_wish_of(s, e->origin);
    inlay_trace_clear(&trace);
    inlay_mem_free(x);
    return st;
}

static inlay_status apply_ended(inlay_study *s, const struct inlay_event *e,
                                inlay_error *err)
{
    if (inlay_history_check_pending(&s->history, e->trial, NULL) != INLAY_OK)
        return fail_event(s, e, "it ends, but it is not pending", err);
    return inlay_history_finish(&s->history, e->trial, s->sign * e->y,
                                e->text ? e->text : "no reason given", err);
}

static inlay_status apply_reopened(inlay_study *s, const struct inlay_event *e,
                                   inlay_error *err)
{
    const inlay_status st =
        inlay_history_reopen(&s->history, e->trial, e->seq, err);
    return st == INLAY_ESTATE
               ? fail_event(s, e, "it is reopened, but has not failed", err)
               : st;
}

static inlay_status apply(const struct inlay_event *e, void *context,
                          inlay_error *err)
{
    inlay_study *s = context;
    inlay_value *x = NULL;
    inlay_status st = INLAY_OK;

    if (e->kind == INLAY_EVENT_ASKED)
        st = apply_asked(s, e, err);
    else if (e->kind == INLAY_EVENT_ENDED)
        st = apply_ended(s, e, err);
    else if (e->kind == INLAY_EVENT_REOPENED)
        st = apply_reopened(s, e, err);
    else if (e->kind == INLAY_EVENT_ENQUEUED) {
        st = read_x(s, e, &x, err);
        if (st == INLAY_OK)
            st = inlay_study_take_wish(s, e->seq, x, err);
    }
    if (st == INLAY_OK)
        s->seen = e->seq;
    return st;
}

static inlay_status read_memo(inlay_study *s, inlay_error *err)
{
    char *memo = NULL;
    int64_t id = 0;
    const inlay_status st =
        inlay_store_memo(s->store, (int64_t)s->history.n, &memo, &id, err);
    if (st == INLAY_OK && memo)
        inlay_history_take_memo(&s->history, id, memo);
    return st;
}

inlay_status inlay_study_sync(inlay_study *s, inlay_error *err)
{
    if (!s->store)
        return INLAY_OK;
    inlay_status st =
        inlay_store_read(s->store, s->seen, s->upto, apply, s, err);
    if (st == INLAY_OK && s->history.n > s->n_with_memo)
        st = read_memo(s, err);
    if (st == INLAY_OK)
        s->n_with_memo = s->history.n;
    return st;
}

inlay_status inlay_study_refresh(inlay_study *s, inlay_error *err)
{
    if (!s)
        return inlay_study_refuse_null("inlay_study_refresh", "study", err);
    return inlay_study_sync(s, err);
}

/* ---- Opening ---- */

/* A study of that spec on the store, which it takes over; still empty. */
static inlay_status new_on_store(struct inlay_store *store,
                                 const inlay_space *space,
                                 const inlay_options *options, int64_t upto,
                                 inlay_study **out, inlay_error *err)
{
    static const char suffix[] = "-turn";
    const char *path = inlay_store_path(store);
    const size_t room = strlen(path) + sizeof suffix;
    inlay_study *s = NULL;
    inlay_status st = inlay_study_new(space, options, &s, err);

    if (st != INLAY_OK) {
        inlay_store_free(store);
        return st;
    }
    s->store = store;
    s->upto = upto;
    s->turn = inlay_mem_new(room, 1);
    if (!s->turn) {
        inlay_study_free(s);
        return inlay_fail_memory(err, "a study");
    }
    snprintf(s->turn, room, "%s%s", path, suffix);
    *out = s;
    return INLAY_OK;
}

/* A study that is to be opened. */
struct opening {
    struct inlay_store *store;
    struct inlay_study_file *file;
    char *text;  /* of the file */
    int64_t seq; /* of its event; 0: it is not recorded */
};

static inlay_status check_same(const char *was,
                               const struct inlay_study_file *now,
                               inlay_error *err)
{
    struct inlay_study_file *old = NULL;
    inlay_status st = inlay_study_file_parse_recorded(was, &old, err);

    if (st == INLAY_OK)
        st = inlay_study_file_check_same(old, now, err);
    inlay_study_file_free(old);
    return st;
}

/* Is the file recorded?  Fails where another one is, with which it does not
 * agree. */
static inlay_status look_up(struct opening *o, inlay_error *err)
{
    char *was = NULL;
    int64_t seq = 0;
    inlay_status st =
        inlay_store_study_file(o->store, INT64_MAX, &was, &seq, err);

    if (st == INLAY_OK && was && strcmp(was, o->text) == 0)
        o->seq = seq;
    else if (st == INLAY_OK && was)
        st = check_same(was, o->file, err);
    inlay_mem_free(was);
    return st;
}

/* Looks once more within the transaction: of two processes that begin a study
 * with different variables one is refused. */
static inlay_status record(struct opening *o, inlay_error *err)
{
    const struct inlay_event e = {.kind = INLAY_EVENT_STUDY, .text = o->text};
    inlay_status st = inlay_store_begin(o->store, true, err);

    if (st != INLAY_OK)
        return st;
    st = look_up(o, err);
    if (st == INLAY_OK && o->seq == 0)
        st = inlay_store_append(o->store, &e, err);
    if (st == INLAY_OK)
        st = look_up(o, err);
    if (st == INLAY_OK)
        return inlay_store_commit(o->store, err);
    inlay_store_rollback(o->store);
    return st;
}

inlay_status inlay_study_read_file(struct inlay_store *store, int64_t upto,
                                   struct inlay_study_file **file, char **text,
                                   int64_t *seq, inlay_error *err)
{
    char *recorded = NULL;
    inlay_status st = inlay_store_study_file(store, upto, &recorded, seq, err);

    if (st == INLAY_OK && !recorded)
        return inlay_fail(err, INLAY_ESTORE,
                          "store '%s': there is no study in it",
                          inlay_store_path(store));
    if (st == INLAY_OK)
        st = inlay_study_file_parse_recorded(recorded, file, err);
    if (st == INLAY_OK && text) {
        *text = recorded;
        return st;
    }
    inlay_mem_free(recorded);
    if (st != INLAY_EPARSE && st != INLAY_EINVAL)
        return st;
    inlay_fail_within(err, st, "store '%s': its study file",
                      inlay_store_path(store));
    if (err)
        err->code = INLAY_ESTORE;
    return INLAY_ESTORE;
}

/* The store is taken over. */
static inlay_status open_on(struct opening *o, bool writes, int64_t upto,
                            inlay_study **out, inlay_error *err)
{
    inlay_study *s = NULL;
    inlay_status st = o->seq == 0 ? look_up(o, err) : INLAY_OK;

    if (st == INLAY_OK)
        st = new_on_store(o->store, o->file->space, o->file->options, upto, &s,
                          err);
    else
        inlay_store_free(o->store);
    /* Only what a study can be made of is recorded. */
    if (st == INLAY_OK && o->seq == 0 && writes)
        st = record(o, err);
    if (st == INLAY_OK) {
        s->spec = o->seq;
        st = inlay_study_sync(s, err);
    }
    if (st == INLAY_OK)
        *out = s;
    else
        inlay_study_free(s);
    return st;
}

inlay_status inlay_study_open_file(const char *path,
                                   struct inlay_study_file **file,
                                   enum inlay_store_mode mode,
                                   inlay_study **out, inlay_error *err)
{
    struct opening o = {.file = file ? *file : NULL};
    const bool is_given = o.file != NULL;
    inlay_status st = inlay_store_open(path, mode, &o.store, err);

    if (st != INLAY_OK)
        return st;
    st = is_given ? inlay_study_file_print(o.file, &o.text, err)
                  : inlay_study_read_file(o.store, INT64_MAX, &o.file, &o.text,
                                          &o.seq, err);
    if (st == INLAY_OK)
        st = open_on(&o, is_given && mode != INLAY_STORE_READ, INT64_MAX, out,
                     err);
    else
        inlay_store_free(o.store);
    inlay_mem_free(o.text);
    if (st == INLAY_OK && file)
        *file = o.file;
    else if (!is_given)
        inlay_study_file_free(o.file);
    return st;
}

inlay_status inlay_study_open_at(const char *path, int64_t upto, int64_t spec,
                                 inlay_study **out, inlay_error *err)
{
    struct opening o = {.seq = 0};
    inlay_status st = inlay_store_open(path, INLAY_STORE_READ, &o.store, err);

    if (st != INLAY_OK)
        return st;
    st = inlay_study_read_file(o.store, spec > 0 ? spec : upto, &o.file,
                               &o.text, &o.seq, err);
    if (st == INLAY_OK)
        st = open_on(&o, false, upto, out, err);
    else
        inlay_store_free(o.store);
    inlay_mem_free(o.text);
    inlay_study_file_free(o.file);
    return st;
}

/* ---- Looking back ---- */

struct looked_for {
    int64_t id;
    struct inlay_asking *asking;
};

static inlay_status take_asking(const struct inlay_trial_row *row,
                                void *context, inlay_error *err)
{
    const struct looked_for *l = context;
    (void)err;
    if (row->id == l->id)
        *l->asking = (struct inlay_asking){row->seen, row->spec, row->origin};
    return INLAY_OK;
}

inlay_status inlay_study_find_asking(inlay_study *s, int64_t id,
                                     struct inlay_asking *out, inlay_error *err)
{
    struct looked_for l = {id, out};
    if (!s->store)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld: a study in memory does not keep what "
                          "was known when it was asked",
                          (long long)id);
    return inlay_store_each_trial(s->store, id, take_asking, &l, err);
}

inlay_status inlay_study_at(inlay_study *s, int64_t upto, int64_t spec,
                            inlay_study **out, inlay_error *err)
{
    return inlay_study_open_at(inlay_store_path(s->store), upto, spec, out,
                               err);
}

inlay_status inlay_study_open(const char *path, const inlay_space *space,
                              const inlay_options *options, inlay_study **out,
                              inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st = INLAY_OK;

    if (!path || !out)
        return inlay_study_refuse_null("inlay_study_open", "path and out", err);
    if (space)
        st = inlay_study_file_new(space, options, &file, err);
    if (st == INLAY_OK)
        st = inlay_study_open_file(
            path, &file, space ? INLAY_STORE_CREATE : INLAY_STORE_WRITE, out,
            err);
    inlay_study_file_free(file);
    return st;
}
