/*
 * history.c: records in the order of their ids; each is allocated by itself, so
 * that views of it stay good while others are added.
 */
#include "problem/history.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/shown.h"

void inlay_history_init(struct inlay_history *h,
                        const struct inlay_encoding *exact)
{
    *h = (struct inlay_history){.space = exact->space, .exact = exact};
    inlay_seen_init(&h->seen, exact);
}

void inlay_record_free(struct inlay_record *r)
{
    if (!r)
        return;
    inlay_mem_free(r->asked);
    inlay_mem_free(r->memo);
    inlay_mem_free(r->why);
    inlay_mem_free(r->metrics);
    inlay_mem_free(r->void_because);
    inlay_mem_free(r->notes);
    inlay_mem_free(r); /* with x, u and values */
}

void inlay_history_clear(struct inlay_history *h)
{
    for (size_t i = 0; i < h->n_trials; i++)
        inlay_record_free(h->trial[i]);
    for (size_t i = 0; i < h->n_old; i++)
        inlay_mem_free(h->old[i]);
    inlay_mem_free(h->old);
    inlay_mem_free(h->trial);
    inlay_mem_free(h->record);
    inlay_mem_free(h->outside);
    inlay_seen_clear(&h->seen);
    *h = (struct inlay_history){0};
}

void inlay_trace_clear(struct inlay_trace *trace)
{
    inlay_mem_free(trace->asked);
    inlay_mem_free(trace->memo);
    *trace = (struct inlay_trace){0};
}

static void keep_memo(struct inlay_history *h, struct inlay_record *r)
{
    if (h->with_memo) {
        inlay_mem_free(h->with_memo->memo);
        h->with_memo->memo = NULL;
    }
    h->with_memo = r;
}

size_t inlay_history_n_outputs(const struct inlay_history *h)
{
    return h->outputs ? h->outputs->n : 1;
}

static void forget_values(const struct inlay_history *h, struct inlay_record *r)
{
    r->y = r->variance = NAN;
    for (size_t k = 0; k < inlay_history_n_outputs(h); k++)
        r->values[k] = NAN;
}

/* Bytes of the texts that are not in the space. */
static size_t text_size(const inlay_value *x, size_t n)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += x[i].text && x[i].integer < 0 ? strlen(x[i].text) + 1 : 0;
    return size;
}

static void copy_texts(inlay_value *x, size_t n, char *to)
{
    for (size_t i = 0; i < n; i++) {
        if (!x[i].text || x[i].integer >= 0)
            continue;
        const size_t size = strlen(x[i].text) + 1;
        x[i].text = memcpy(to, x[i].text, size);
        to += size;
    }
}

/* x with its texts, u and values are in the block of the record. */
static struct inlay_record *make_record(const struct inlay_history *h,
                                        const inlay_value *x, bool is_outside)
{
    const size_t n = inlay_space_n_variables(h->space);
    struct inlay_record *r;
    inlay_value *copy;
    double *u, *values;
    char *texts;
    bool has_point = true;
    const struct inlay_mem_part parts[] = {
        INLAY_PART(r, 1),
        INLAY_PART(copy, n),
        INLAY_PART(u, h->exact->dim),
        INLAY_PART(values, inlay_history_n_outputs(h)),
        INLAY_PART(texts, is_outside ? text_size(x, n) : 0),
        {0},
    };
    if (!inlay_mem_parts(parts))
        return NULL;
    memcpy(copy, x, n * sizeof *x);
    if (is_outside) {
        copy_texts(copy, n, texts);
        has_point = inlay_encode_beyond(h->exact, x, u);
    } else {
        inlay_encode(h->exact, x, u);
    }
    *r = (struct inlay_record){.state = INLAY_STATE_PENDING,
                               .x = copy,
                               .u = u,
                               .values = values,
                               .is_outside = is_outside,
                               .has_no_point = !has_point};
    forget_values(h, r);
    return r;
}

static inlay_status new_record(const struct inlay_history *h,
                               const inlay_value *x, bool is_outside,
                               struct inlay_trace *trace,
                               struct inlay_record **out, inlay_error *err)
{
    struct inlay_record *r = make_record(h, x, is_outside);
    if (r && trace) {
        r->asked = trace->asked;
        r->n_asked = trace->n_asked;
        r->memo = trace->memo;
        *trace = (struct inlay_trace){0};
    } else if (trace) {
        inlay_trace_clear(trace);
    }
    if (!r)
        return inlay_fail_memory(err, "a trial");
    *out = r;
    return INLAY_OK;
}

inlay_status inlay_record_new(const struct inlay_history *h,
                              const inlay_value *x, struct inlay_trace *trace,
                              struct inlay_record **out, inlay_error *err)
{
    return new_record(h, x, false, trace, out, err);
}

inlay_status inlay_record_new_outside(const struct inlay_history *h,
                                      const inlay_value *x,
                                      struct inlay_trace *trace,
                                      struct inlay_record **out,
                                      inlay_error *err)
{
    return new_record(h, x, true, trace, out, err);
}

/* Room for n pointers. */
static bool grow(struct inlay_record ***list, size_t *room, size_t n)
{
    struct inlay_record **grown = inlay_mem_grow(*list, room, n, sizeof *grown);
    *list = grown ? grown : *list;
    return grown != NULL;
}

/* Texts that one change replaces. */
enum { MAX_REPLACED = 3 };

/* Any trial may come to be in any list. */
inlay_status inlay_history_reserve(struct inlay_history *h, size_t n,
                                   inlay_error *err)
{
    const size_t n_trials = h->n_trials + n;
    void **old = inlay_mem_grow(h->old, &h->room_old,
                                h->n_old + MAX_REPLACED * n, sizeof *old);
    h->old = old ? old : h->old;
    if (!old || !grow(&h->trial, &h->room_trials, n_trials) ||
        !grow(&h->record, &h->room, n_trials) ||
        !grow(&h->outside, &h->room_outside, n_trials))
        return inlay_fail_memory(err, "the history");
    return inlay_seen_reserve(&h->seen, n_trials - h->n, err);
}

/* ---- What counts ---- */

static bool is_void(const struct inlay_record *r)
{
    return r->state == INLAY_STATE_ABANDONED || r->is_discarded ||
           r->has_no_point || r->has_no_value;
}

/* By id; most come last. */
static void insert(struct inlay_record **list, size_t *n,
                   struct inlay_record *r)
{
    size_t at = *n;
    for (; at > 0 && list[at - 1]->id > r->id; at--)
        list[at] = list[at - 1];
    list[at] = r;
    ++*n;
}

/* From the end: what changes is mostly new. */
static void take_from(struct inlay_record **list, size_t *n,
                      const struct inlay_record *r)
{
    size_t at = *n - 1;
    while (list[at] != r)
        at--;
    --*n;
    memmove(list + at, list + at + 1, (*n - at) * sizeof *list);
}

static void see(struct inlay_history *h, const struct inlay_record *r)
{
    if (r->lacks_limit)
        return;
    const inlay_status st = inlay_seen_add(&h->seen, r->u, NULL);
    assert(st == INLAY_OK);
    (void)st;
}

/* Another record may have the same configuration. */
static void unsee(struct inlay_history *h, const struct inlay_record *r)
{
    if (!inlay_seen_remove(&h->seen, r->u))
        return;
    for (size_t i = 0; i < h->n; i++)
        if (!h->record[i]->lacks_limit &&
            inlay_seen_is_same(h->exact, h->record[i]->u, r->u)) {
            see(h, h->record[i]);
            return;
        }
}

static void count(struct inlay_history *h, const struct inlay_record *r,
                  bool is_in)
{
    const size_t one = is_in ? 1 : SIZE_MAX; /* or minus one */
    const bool is_done = r->state == INLAY_STATE_DONE;
    h->n_done += is_done ? one : 0;
    h->n_failed += r->state == INLAY_STATE_FAILED ? one : 0;
    h->n_feasible += is_done && r->violation == 0.0 ? one : 0;
    h->n_lacking += r->lacks_limit ? one : 0;
}

static void put_in(struct inlay_history *h, struct inlay_record *r)
{
    h->n_in[r->state]++;
    if (is_void(r))
        return;
    if (r->is_outside) {
        insert(h->outside, &h->n_outside, r);
        return;
    }
    insert(h->record, &h->n, r);
    see(h, r);
    count(h, r, true);
}

static void take_out(struct inlay_history *h, struct inlay_record *r)
{
    h->n_in[r->state]--;
    if (is_void(r))
        return;
    if (r->is_outside) {
        take_from(h->outside, &h->n_outside, r);
        return;
    }
    take_from(h->record, &h->n, r);
    unsee(h, r);
    count(h, r, false);
}

/* What a change makes of a record, all but the lists. */
struct change {
    inlay_state state;
    double y;
    const double *values; /* of each output; NULL: y alone, or none */
    char *why;            /* taken over; NULL: none */
    bool is_discarded;
};

/* There may be views of it. */
static void retire(struct inlay_history *h, void *text)
{
    assert(!text || h->n_old < h->room_old);
    if (text)
        h->old[h->n_old++] = text;
}

/* Where there are limits, values are those of all outputs. */
static bool lacks_limit(const struct inlay_history *h, const struct change *c)
{
    if (c->state != INLAY_STATE_DONE || !c->values || !h->outputs)
        return false;
    for (size_t k = 0; k < h->outputs->n; k++)
        if (isnan(c->values[k]) && inlay_output_has_limit(&h->outputs->at[k]))
            return true;
    return false;
}

static void write(struct inlay_history *h, struct inlay_record *r,
                  const struct change *c)
{
    const bool is_done = c->state == INLAY_STATE_DONE;
    forget_values(h, r);
    r->violation = 0.0;
    if (is_done) {
        r->y = c->y;
        memcpy(r->values, c->values ? c->values : &c->y,
               (c->values ? inlay_history_n_outputs(h) : 1) *
                   sizeof *r->values);
        r->violation =
            h->outputs ? inlay_outputs_violation(h->outputs, r->values) : 0.0;
    }
    r->has_no_value = is_done && !isfinite(c->y);
    r->lacks_limit = lacks_limit(h, c);
    retire(h, r->why);
    retire(h, r->metrics);
    r->why = c->why;
    r->metrics = NULL;
    r->state = c->state;
    if (!c->is_discarded) {
        retire(h, r->void_because);
        r->void_because = NULL;
    }
    r->is_discarded = c->is_discarded;
}

/* A record that counts before and after stays where it is. */
static void change(struct inlay_history *h, int64_t id, const struct change *c)
{
    struct inlay_record *r = h->trial[id - 1];
    const bool has_value = c->state != INLAY_STATE_DONE || isfinite(c->y);
    const bool stays = !is_void(r) && !r->is_outside && !c->is_discarded &&
                       has_value && c->state != INLAY_STATE_ABANDONED &&
                       r->lacks_limit == lacks_limit(h, c);
    if (stays) {
        h->n_in[r->state]--;
        count(h, r, false);
    } else {
        take_out(h, r);
    }
    write(h, r, c);
    if (stays) {
        h->n_in[r->state]++;
        count(h, r, true);
    } else {
        put_in(h, r);
    }
    h->version++;
}

/* ---- Changes ---- */

void inlay_history_add(struct inlay_history *h, struct inlay_record *r)
{
    assert(h->n_trials < h->room_trials);
    r->id = (int64_t)h->n_trials + 1;
    h->trial[h->n_trials++] = r;
    put_in(h, r);
    if (r->memo)
        keep_memo(h, r);
    h->version++;
}

void inlay_history_end_with(struct inlay_history *h, int64_t id, double y,
                            const double *values, char *why)
{
    assert(h->trial[id - 1]->state == INLAY_STATE_PENDING);
    inlay_history_amend(h, id, y, values, why);
}

void inlay_history_end(struct inlay_history *h, int64_t id, double y, char *why)
{
    inlay_history_end_with(h, id, y, NULL, why);
}

void inlay_history_amend(struct inlay_history *h, int64_t id, double y,
                         const double *values, char *why)
{
    assert(!why || !isfinite(y));
    change(
        h, id,
        &(struct change){.state = why ? INLAY_STATE_FAILED : INLAY_STATE_DONE,
                         .y = y,
                         .values = values,
                         .why = why,
                         .is_discarded = h->trial[id - 1]->is_discarded});
}

void inlay_history_abandon(struct inlay_history *h, int64_t id, char *why)
{
    assert(h->trial[id - 1]->state == INLAY_STATE_PENDING);
    change(h, id, &(struct change){.state = INLAY_STATE_ABANDONED, .why = why});
}

/* The reason is kept: views of it live as long as the history. */
void inlay_history_reopen(struct inlay_history *h, int64_t id, int64_t event)
{
    assert(h->trial[id - 1]->state == INLAY_STATE_FAILED ||
           h->trial[id - 1]->state == INLAY_STATE_ABANDONED);
    change(h, id, &(struct change){.state = INLAY_STATE_PENDING});
    h->trial[id - 1]->reopened = event;
}

void inlay_history_discard(struct inlay_history *h, int64_t id,
                           bool is_discarded)
{
    struct inlay_record *r = h->trial[id - 1];
    if (r->is_discarded == is_discarded)
        return;
    take_out(h, r);
    r->is_discarded = is_discarded;
    put_in(h, r);
    h->version++;
}

void inlay_history_set_metrics(struct inlay_history *h, int64_t id,
                               char *metrics)
{
    retire(h, h->trial[id - 1]->metrics);
    h->trial[id - 1]->metrics = metrics;
}

void inlay_history_set_void_because(struct inlay_history *h, int64_t id,
                                    char *why)
{
    retire(h, h->trial[id - 1]->void_because);
    h->trial[id - 1]->void_because = why;
}

void inlay_history_set_notes(struct inlay_history *h,
                             struct inlay_notes **notes,
                             struct inlay_notes *other)
{
    retire(h, *notes);
    *notes = other;
}

/* ---- Looking ---- */

inlay_status inlay_history_check_known(const struct inlay_history *h,
                                       int64_t id, inlay_error *err)
{
    if (id >= 1 && (uint64_t)id <= h->n_trials)
        return INLAY_OK;
    if (h->n_trials == 0)
        return inlay_fail(
            err, INLAY_ESTATE,
            "trial %lld does not exist; the study has no trials yet",
            (long long)id);
    return inlay_fail(
        err, INLAY_ESTATE,
        "trial %lld does not exist; the study has trials 1 to %zu",
        (long long)id, h->n_trials);
}

inlay_status inlay_history_check_pending(const struct inlay_history *h,
                                         int64_t id, inlay_error *err)
{
    const inlay_status st = inlay_history_check_known(h, id, err);

    if (st != INLAY_OK)
        return st;
    const struct inlay_record *r = h->trial[id - 1];
    if (r->state == INLAY_STATE_ABANDONED)
        return inlay_fail(err, INLAY_ESTATE, "trial %lld was abandoned",
                          (long long)id);
    if (r->state == INLAY_STATE_FAILED)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %lld already has a result: it failed (%s)",
                          (long long)id, inlay_shown_text(r->why).text);
    if (r->state == INLAY_STATE_DONE)
        return inlay_fail(err, INLAY_ESTATE, "trial %lld already has a result",
                          (long long)id);
    return INLAY_OK;
}

inlay_status inlay_history_check_ended_badly(const struct inlay_history *h,
                                             int64_t id, inlay_error *err)
{
    const inlay_status st = inlay_history_check_known(h, id, err);
    const inlay_state state =
        st == INLAY_OK ? h->trial[id - 1]->state : INLAY_STATE_PENDING;
    if (st != INLAY_OK || state == INLAY_STATE_FAILED ||
        state == INLAY_STATE_ABANDONED)
        return st;
    return inlay_fail(err, INLAY_ESTATE,
                      state == INLAY_STATE_DONE
                          ? "trial %lld has not failed: it has a value; amend "
                            "that, or discard it"
                          : "trial %lld has not failed, and was not abandoned: "
                            "it is pending",
                      (long long)id);
}

inlay_status inlay_history_check_finished(const struct inlay_history *h,
                                          int64_t id, inlay_error *err)
{
    const inlay_status st = inlay_history_check_known(h, id, err);
    if (st != INLAY_OK)
        return st;
    const inlay_state state = h->trial[id - 1]->state;
    if (state == INLAY_STATE_DONE || state == INLAY_STATE_FAILED)
        return INLAY_OK;
    return inlay_fail(err, INLAY_ESTATE, "trial %lld has no result: it is %s",
                      (long long)id, inlay_state_name(state));
}

void inlay_history_take_memo(struct inlay_history *h, int64_t id, char *memo)
{
    const int64_t newest = h->with_memo ? h->with_memo->id : 0;

    if (id <= newest || (uint64_t)id > h->n_trials) {
        inlay_mem_free(memo);
        return;
    }
    keep_memo(h, h->trial[id - 1]);
    h->with_memo->memo = memo;
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

bool inlay_record_is_better(const struct inlay_record *a,
                            const struct inlay_record *b)
{
    return a->violation != b->violation ? a->violation < b->violation
                                        : a->y < b->y;
}

/* By insertion: records come in the order of their ids, so that of equal ones
 * the earlier stays first. */
size_t inlay_history_best_few(const struct inlay_history *h, size_t n,
                              const struct inlay_record **best)
{
    size_t found = 0;
    for (size_t i = 0; i < h->n && n > 0; i++) {
        const struct inlay_record *r = h->record[i];
        if (r->state != INLAY_STATE_DONE ||
            (found == n && !inlay_record_is_better(r, best[n - 1])))
            continue;
        size_t at = found < n ? found++ : n - 1;
        for (; at > 0 && inlay_record_is_better(r, best[at - 1]); at--)
            best[at] = best[at - 1];
        best[at] = r;
    }
    return found;
}

size_t inlay_history_n_outside(const struct inlay_history *h, bool is_done)
{
    const inlay_state state = is_done ? INLAY_STATE_DONE : INLAY_STATE_FAILED;
    size_t n = 0;
    for (size_t i = 0; i < h->n_outside; i++)
        n += h->outside[i]->state == state;
    return n;
}

const char *inlay_history_last_memo(const struct inlay_history *h)
{
    return h->with_memo ? h->with_memo->memo : NULL;
}

const char *inlay_state_name(inlay_state state)
{
    static const char *const NAMES[INLAY_N_STATES] = {
        [INLAY_STATE_PENDING] = "pending",
        [INLAY_STATE_DONE] = "done",
        [INLAY_STATE_FAILED] = "failed",
        [INLAY_STATE_ABANDONED] = "abandoned",
    };
    return (size_t)state < INLAY_N_STATES ? NAMES[state] : "unknown";
}
