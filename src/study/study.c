/*
 * study.c: the life of a study, and all that is told to it.
 *
 * A study owns copies of space and options, the history, and the strategy that
 * reads it.  Here, and nowhere else, a value that is not finite becomes a failed
 * trial, and the user's direction is applied (inside, we minimise).
 */
#include "study/study.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/linalg.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/space.h"
#include "strategy/options.h"

/* ---- Life ---- */

void inlay_study_free(inlay_study *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_queue; i++)
        inlay_mem_free(s->queue[i].x);
    inlay_mem_free(s->queue);
    inlay_strategy_free(s->strategy);
    inlay_history_clear(&s->history);
    inlay_encoding_clear(&s->exact);
    inlay_options_free(s->options);
    inlay_space_free(s->space);
    inlay_store_free(s->store);
    inlay_mem_free(s->turn);
    inlay_mem_free(s);
}

static void read_options(inlay_study *s)
{
    const int goal = inlay_options_choice(s->options, INLAY_OPT_GOAL);
    const int64_t seed = inlay_options_integer(s->options, INLAY_OPT_SEED);
    s->sign = goal == INLAY_GOAL_MAXIMIZE ? -1.0 : 1.0;
    s->may_repeat = inlay_strategy_may_repeat(s->options);
    s->rng = inlay_rng_seed((uint64_t)seed);
}

inlay_status inlay_study_new(const inlay_space *space,
                             const inlay_options *options, inlay_study **out,
                             inlay_error *err)
{
    if (!space || !out)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_new: space and out must not be NULL");
    if (inlay_space_n_variables(space) == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "inlay_study_new: the space has no variables");
    inlay_linalg_setup();
    inlay_study *s = inlay_mem_new(1, sizeof *s);
    if (!s)
        return inlay_fail_memory(err, "a study");
    inlay_status st = inlay_space_copy(space, &s->space, err);
    if (st == INLAY_OK)
        st = inlay_options_copy(options, &s->options, err);
    if (st == INLAY_OK)
        st = inlay_encoding_init(&s->exact, s->space, false, err);
    if (st == INLAY_OK) {
        inlay_history_init(&s->history, &s->exact);
        read_options(s);
        st = inlay_strategy_new(&s->exact, s->options, &s->strategy, err);
    }
    if (st != INLAY_OK) {
        inlay_study_free(s);
        return st;
    }
    *out = s;
    return INLAY_OK;
}

const inlay_space *inlay_study_space(const inlay_study *s)
{
    return s->space;
}

void inlay_study_set_log(inlay_study *s, inlay_log_fn *fn, void *context)
{
    s->log = fn;
    s->log_context = context;
}

/* ---- Configurations of the user's ---- */

inlay_status inlay_study_refuse_null(const char *call, const char *what,
                                     inlay_error *err)
{
    return inlay_fail(err, INLAY_EINVAL, "%s: %s must not be NULL", call, what);
}

inlay_status inlay_study_check_x(const inlay_study *s, const inlay_value *x,
                                 inlay_value **out, inlay_error *err)
{
    inlay_value *copy =
        inlay_mem_new(inlay_space_n_variables(s->space), sizeof *copy);
    if (!copy)
        return inlay_fail_memory(err, "a configuration");
    const inlay_status st = inlay_space_check(s->space, x, copy, err);
    if (st == INLAY_OK)
        *out = copy;
    else
        inlay_mem_free(copy);
    return st;
}

inlay_status inlay_study_find(const inlay_study *s, const inlay_value *x,
                              int64_t *id, inlay_error *err)
{
    double *u = inlay_mem_doubles(s->exact.dim);
    if (!u)
        return inlay_fail_memory(err, "a configuration");
    inlay_encode(&s->exact, x, u);
    const double *same = inlay_seen_find(&s->history.seen, u);
    *id = 0;
    for (size_t i = 0; same && *id == 0; i++)
        if (s->history.record[i]->u == same)
            *id = s->history.record[i]->id;
    inlay_mem_free(u);
    return INLAY_OK;
}

inlay_status inlay_study_take_wish(inlay_study *s, int64_t origin,
                                   inlay_value *x, inlay_error *err)
{
    if (s->n_queue == s->room_queue) {
        const size_t room = s->room_queue ? 2 * s->room_queue : 8;
        struct inlay_wish *queue =
            inlay_mem_resize(s->queue, room, sizeof *queue);
        if (!queue) {
            inlay_mem_free(x);
            return inlay_fail_memory(err, "the queue");
        }
        s->queue = queue;
        s->room_queue = room;
    }
    s->queue[s->n_queue++] = (struct inlay_wish){origin, x};
    return INLAY_OK;
}

void inlay_study_drop_wish(inlay_study *s, size_t i)
{
    inlay_mem_free(s->queue[i].x);
    s->n_queue--;
    memmove(s->queue + i, s->queue + i + 1,
            (s->n_queue - i) * sizeof *s->queue);
}

inlay_status inlay_study_finish(inlay_study *s, inlay_status st,
                                inlay_error *err)
{
    if (st == INLAY_OK)
        return inlay_store_commit(s->store, err);
    inlay_store_rollback(s->store);
    return st;
}

/* What is stored is stored: where it cannot be read back now, the next call
 * reads it. */
static void read_back(inlay_study *s)
{
    inlay_study_sync(s, NULL);
}

static inlay_status write_wish(inlay_study *s, const inlay_value *x,
                               inlay_error *err)
{
    struct inlay_text json = {0};

    inlay_configuration_add_array(&json, s->space, x);
    inlay_status st = inlay_text_status(&json, err);
    if (st == INLAY_OK)
        st = inlay_store_begin(s->store, true, err);
    if (st == INLAY_OK) {
        const struct inlay_event e = {.kind = INLAY_EVENT_ENQUEUED,
                                      .x = json.bytes};
        st = inlay_study_finish(s, inlay_store_append(s->store, &e, err), err);
    }
    inlay_text_clear(&json);
    if (st == INLAY_OK)
        read_back(s);
    return st;
}

inlay_status inlay_study_enqueue(inlay_study *s, const inlay_value *x,
                                 inlay_error *err)
{
    if (!s || !x)
        return inlay_study_refuse_null("inlay_study_enqueue", "study and x",
                                       err);
    inlay_value *copy = NULL;
    int64_t id = 0;
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_study_check_x(s, x, &copy, err);
    if (st == INLAY_OK && !s->may_repeat)
        st = inlay_study_find(s, copy, &id, err);
    if (st == INLAY_OK && id > 0)
        st = inlay_fail(err, INLAY_ESTATE,
                        "enqueue: the configuration is that of trial %lld, and "
                        "repeats are off",
                        (long long)id);
    if (st == INLAY_OK && !s->store)
        return inlay_study_take_wish(s, 0, copy, err);
    if (st == INLAY_OK)
        st = write_wish(s, copy, err);
    inlay_mem_free(copy);
    return st;
}

/* ---- Tell ---- */

static const char *reason_of(double value)
{
    return isnan(value)  ? "the value is not a number"
           : value > 0.0 ? "the value is infinite"
                         : "the value is minus infinity";
}

/* The database holds that a trial ends once; who comes second is told so. */
static inlay_status write_end(inlay_study *s, const struct inlay_event *e,
                              inlay_error *err)
{
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK)
        st = inlay_history_check_pending(&s->history, e->trial, err);
    if (st == INLAY_OK)
        st = inlay_store_begin(s->store, true, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_event end = *e;
    end.origin = s->history.record[e->trial - 1]->reopened;
    st = inlay_store_append(s->store, &end, err);
    const bool is_second = st == INLAY_ESTATE;
    if (st == INLAY_OK)
        st = inlay_store_unlease(s->store, e->trial, err);
    st = inlay_study_finish(s, st, err);
    if (st == INLAY_OK)
        read_back(s);
    if (is_second && inlay_study_sync(s, err) == INLAY_OK)
        st = inlay_history_check_pending(&s->history, e->trial, err);
    /* Pending: it was told, and reopened since. */
    return is_second && st == INLAY_OK ? write_end(s, e, err) : st;
}

inlay_status inlay_study_end(inlay_study *s, int64_t id, double y,
                             const char *why, const char *metrics,
                             inlay_error *err)
{
    const char *reason = why ? why : isfinite(y) ? NULL : reason_of(y);
    if (!s->store)
        return inlay_history_finish(&s->history, id, reason ? NAN : s->sign * y,
                                    reason, err);
    struct inlay_text text = {0}; /* valid UTF-8, whatever was given */

    if (reason)
        inlay_text_add_utf8(&text, reason);
    const struct inlay_event e = {
        .kind = INLAY_EVENT_ENDED,
        .trial = id,
        .y = reason ? NAN : y,
        .text = reason ? inlay_text_view(&text) : NULL,
        .metrics = metrics,
    };
    inlay_status st = inlay_text_status(&text, err);
    if (st == INLAY_OK)
        st = write_end(s, &e, err);
    inlay_text_clear(&text);
    return st;
}

inlay_status inlay_study_tell(inlay_study *s, int64_t id, double value,
                              inlay_error *err)
{
    if (!s)
        return inlay_study_refuse_null("inlay_study_tell", "study", err);
    return inlay_study_end(s, id, value, NULL, NULL, err);
}

inlay_status inlay_study_tell_failed(inlay_study *s, int64_t id,
                                     const char *why, inlay_error *err)
{
    if (!s)
        return inlay_study_refuse_null("inlay_study_tell_failed", "study", err);
    return inlay_study_end(s, id, NAN, why ? why : "no reason given", NULL,
                           err);
}

/* ---- Add ---- */

/* How a trial ended: why is NULL unless it failed, metrics where there are
 * none. */
struct ended {
    double value;
    const char *why, *metrics;
};

static inlay_status append_added(inlay_study *s, const inlay_value *x,
                                 const struct ended *end, int64_t id,
                                 inlay_error *err)
{
    const struct inlay_event ended = {
        .kind = INLAY_EVENT_ENDED,
        .trial = id,
        .y = end->value,
        .text = end->why,
        .metrics = end->metrics,
    };
    struct inlay_text json = {0};

    inlay_configuration_add_array(&json, s->space, x);
    const struct inlay_event asked = {
        .kind = INLAY_EVENT_ASKED,
        .trial = id,
        .seen = s->seen,
        .origin = INLAY_ORIGIN_ADDED,
        .x = json.bytes,
    };
    inlay_status st = inlay_text_status(&json, err);
    if (st == INLAY_OK)
        st = inlay_store_append(s->store, &asked, err);
    if (st == INLAY_OK)
        st = inlay_store_append(s->store, &ended, err);
    inlay_text_clear(&json);
    return st;
}

/* The number is known within the transaction only. */
static inlay_status write_added(inlay_study *s, const inlay_value *x,
                                const struct ended *end, int64_t *id,
                                inlay_error *err)
{
    int64_t last = 0;
    inlay_status st = INLAY_OK;
    if (!s->is_adding)
        st = inlay_store_begin(s->store, true, err);
    if (st != INLAY_OK)
        return st;
    st = inlay_store_last_trial(s->store, &last, err);
    if (st == INLAY_OK)
        st = append_added(s, x, end, last + 1, err);
    if (!s->is_adding)
        st = inlay_study_finish(s, st, err);
    if (st == INLAY_OK && !s->is_adding)
        read_back(s);
    if (st == INLAY_OK && id)
        *id = last + 1;
    return st;
}

inlay_status inlay_study_begin_adding(inlay_study *s, inlay_error *err)
{
    const inlay_status st = inlay_store_begin(s->store, true, err);
    s->is_adding = st == INLAY_OK;
    return st;
}

inlay_status inlay_study_commit_adding(inlay_study *s, inlay_error *err)
{
    const inlay_status st = inlay_store_commit(s->store, err);
    s->is_adding = false;
    if (st == INLAY_OK)
        read_back(s);
    return st;
}

static inlay_status add(inlay_study *s, const inlay_value *x,
                        const struct ended *end, int64_t *id, inlay_error *err)
{
    const struct inlay_record *r = NULL;
    inlay_value *copy = NULL;
    inlay_status st = inlay_study_check_x(s, x, &copy, err);
    if (st != INLAY_OK)
        return st;
    if (s->store)
        st = write_added(s, copy, end, id, err);
    else
        st = inlay_history_append_finished(
            &s->history, copy, s->sign * end->value, end->why, &r, err);
    inlay_mem_free(copy);
    if (st == INLAY_OK && id && r)
        *id = r->id;
    return st;
}

inlay_status inlay_study_add(inlay_study *s, const inlay_value *x, double value,
                             int64_t *id, inlay_error *err)
{
    if (!s || !x)
        return inlay_study_refuse_null("inlay_study_add", "study and x", err);
    return inlay_study_add_ended(s, x, value, NULL, NULL, id, err);
}

inlay_status inlay_study_add_ended(inlay_study *s, const inlay_value *x,
                                   double y, const char *why,
                                   const char *metrics, int64_t *id,
                                   inlay_error *err)
{
    const char *reason = why ? why : isfinite(y) ? NULL : reason_of(y);
    const struct ended end = {reason ? NAN : y, reason, metrics};
    return add(s, x, &end, id, err);
}

inlay_status inlay_study_add_failed(inlay_study *s, const inlay_value *x,
                                    const char *why, int64_t *id,
                                    inlay_error *err)
{
    if (!s || !x)
        return inlay_study_refuse_null("inlay_study_add_failed", "study and x",
                                       err);
    return inlay_study_add_ended(s, x, NAN, why ? why : "no reason given", NULL,
                                 id, err);
}
