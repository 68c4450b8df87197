/*
 * history.c: records in the order of their ids; each is allocated by itself, so
 * that views of it stay good while others are added.
 */
#include "problem/history.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

void inlay_history_init(struct inlay_history *h,
                        const struct inlay_encoding *exact)
{
    *h = (struct inlay_history){.space = exact->space, .exact = exact};
    inlay_seen_init(&h->seen, exact);
}

static void free_record(struct inlay_record *r)
{
    if (!r)
        return;
    inlay_mem_free(r->x);
    inlay_mem_free(r->u);
    inlay_mem_free(r->asked);
    inlay_mem_free(r->memo);
    inlay_mem_free(r->why);
    inlay_mem_free(r);
}

void inlay_history_clear(struct inlay_history *h)
{
    for (size_t i = 0; i < h->n; i++)
        free_record(h->record[i]);
    for (size_t i = 0; i < h->n_old; i++)
        inlay_mem_free(h->old[i]);
    inlay_mem_free(h->old);
    inlay_mem_free(h->record);
    inlay_seen_clear(&h->seen);
    *h = (struct inlay_history){0};
}

void inlay_trace_clear(struct inlay_trace *trace)
{
    inlay_mem_free(trace->asked);
    inlay_mem_free(trace->memo);
    *trace = (struct inlay_trace){0};
}

static struct inlay_record *new_record(const struct inlay_history *h,
                                       const inlay_value *x,
                                       struct inlay_trace *trace)
{
    const size_t n = inlay_space_n_variables(h->space);
    struct inlay_record *r = inlay_mem_new(1, sizeof *r);
    if (!r)
        return NULL;
    r->id = (int64_t)h->n + 1;
    r->state = INLAY_PENDING;
    r->y = NAN;
    r->x = inlay_mem_new(n, sizeof *r->x);
    r->u = inlay_mem_doubles(h->exact->dim);
    if (!r->x || !r->u) {
        free_record(r);
        return NULL;
    }
    memcpy(r->x, x, n * sizeof *x);
    inlay_encode(h->exact, x, r->u);
    if (trace) {
        r->asked = trace->asked;
        r->n_asked = trace->n_asked;
        r->memo = trace->memo;
        *trace = (struct inlay_trace){0};
    }
    return r;
}

static inlay_status make_room(struct inlay_history *h, inlay_error *err)
{
    if (h->n < h->room)
        return INLAY_OK;
    const size_t room = h->room ? 2 * h->room : 16;
    struct inlay_record **record =
        inlay_mem_resize(h->record, room, sizeof *record);
    if (!record)
        return inlay_fail_memory(err, "the history");
    h->record = record;
    h->room = room;
    return INLAY_OK;
}

/* One more record at the end of the history. */
static inlay_status admit(struct inlay_history *h, struct inlay_record *r,
                          const struct inlay_record **out, inlay_error *err)
{
    inlay_status st = r ? make_room(h, err) : inlay_fail_memory(err, "a trial");
    if (st == INLAY_OK)
        st = inlay_seen_add(&h->seen, r->u, err);
    if (st != INLAY_OK) {
        free_record(r);
        return st;
    }
    h->n_done += r->state == INLAY_DONE;
    h->n_failed += r->state == INLAY_FAILED;
    h->record[h->n++] = r;
    h->version++;
    if (out)
        *out = r;
    return INLAY_OK;
}

inlay_status inlay_history_append(struct inlay_history *h, const inlay_value *x,
                                  struct inlay_trace *trace,
                                  const struct inlay_record **out,
                                  inlay_error *err)
{
    struct inlay_record *r = new_record(h, x, trace);
    if (trace)
        inlay_trace_clear(trace);
    return admit(h, r, out, err);
}

static const char *state_name(inlay_state state)
{
    return state == INLAY_DONE ? "done" : "failed";
}

/* Ends r, which stays pending where there is no memory for the reason. */
static inlay_status end_record(struct inlay_record *r, double y,
                               const char *why, inlay_error *err)
{
    if (isfinite(y)) {
        r->y = y;
        r->state = INLAY_DONE;
        return INLAY_OK;
    }
    r->why = inlay_mem_text(why);
    if (!r->why)
        return inlay_fail_memory(err, "the reason of a failure");
    r->state = INLAY_FAILED;
    return INLAY_OK;
}

inlay_status inlay_history_check_known(const struct inlay_history *h,
                                       int64_t id, inlay_error *err)
{
    if (id >= 1 && (uint64_t)id <= h->n)
        return INLAY_OK;
    if (h->n == 0)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld: unknown, the study has no trials yet",
                          (long long)id);
    return inlay_fail(err, INLAY_ESTATE,
                      "trial %lld: unknown, the study has trials 1 to %zu",
                      (long long)id, h->n);
}

inlay_status inlay_history_check_pending(const struct inlay_history *h,
                                         int64_t id, inlay_error *err)
{
    const inlay_status st = inlay_history_check_known(h, id, err);

    if (st != INLAY_OK)
        return st;
    const struct inlay_record *r = h->record[id - 1];
    if (r->state != INLAY_PENDING)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld: told already, it is %s", (long long)id,
                          state_name(r->state));
    return INLAY_OK;
}

inlay_status inlay_history_finish(struct inlay_history *h, int64_t id, double y,
                                  const char *why, inlay_error *err)
{
    inlay_status st = inlay_history_check_pending(h, id, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_record *r = h->record[id - 1];
    st = end_record(r, y, why, err);
    h->n_done += r->state == INLAY_DONE;
    h->n_failed += r->state == INLAY_FAILED;
    h->version++;
    return st;
}

/* The reason is kept: views of it live as long as the history. */
inlay_status inlay_history_reopen(struct inlay_history *h, int64_t id,
                                  int64_t event, inlay_error *err)
{
    const inlay_status st = inlay_history_check_known(h, id, err);
    if (st != INLAY_OK)
        return st;
    struct inlay_record *r = h->record[id - 1];
    if (r->state != INLAY_FAILED)
        return inlay_fail(err, INLAY_ESTATE, "trial %lld: has not failed",
                          (long long)id);
    char **old = inlay_mem_resize(h->old, h->n_old + 1, sizeof *old);
    if (!old)
        return inlay_fail_memory(err, "the history");
    h->old = old;
    h->old[h->n_old++] = r->why;
    r->why = NULL;
    r->state = INLAY_PENDING;
    r->reopened = event;
    h->n_failed--;
    h->version++;
    return INLAY_OK;
}

inlay_status inlay_history_append_finished(struct inlay_history *h,
                                           const inlay_value *x, double y,
                                           const char *why,
                                           const struct inlay_record **out,
                                           inlay_error *err)
{
    struct inlay_record *r = new_record(h, x, NULL);
    if (r && end_record(r, y, why, err) != INLAY_OK) {
        free_record(r);
        return INLAY_ENOMEM;
    }
    return admit(h, r, out, err);
}

void inlay_history_take_memo(struct inlay_history *h, int64_t id, char *memo)
{
    const bool is_there = id >= 1 && (uint64_t)id <= h->n;

    if (is_there && !h->record[id - 1]->memo)
        h->record[id - 1]->memo = memo;
    else
        inlay_mem_free(memo);
}

size_t inlay_history_n_pending(const struct inlay_history *h)
{
    return h->n - h->n_done - h->n_failed;
}

const struct inlay_record *inlay_history_best(const struct inlay_history *h)
{
    const struct inlay_record *best = NULL;
    inlay_history_best_few(h, 1, &best);
    return best;
}

/* By insertion: records come in the order of their ids, so that of equal ones
 * the earlier stays first. */
size_t inlay_history_best_few(const struct inlay_history *h, size_t n,
                              const struct inlay_record **best)
{
    size_t found = 0;
    for (size_t i = 0; i < h->n && n > 0; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != INLAY_DONE || (found == n && !(r->y < best[n - 1]->y)))
            continue;
        size_t at = found < n ? found++ : n - 1;
        for (; at > 0 && r->y < best[at - 1]->y; at--)
            best[at] = best[at - 1];
        best[at] = r;
    }
    return found;
}

const char *inlay_history_last_memo(const struct inlay_history *h)
{
    for (size_t i = h->n; i-- > 0;)
        if (h->record[i]->memo)
            return h->record[i]->memo;
    return NULL;
}

const char *inlay_state_name(inlay_state state)
{
    return state == INLAY_DONE     ? "done"
           : state == INLAY_FAILED ? "failed"
                                   : "pending";
}
