/*
 * journal.c: what every journal does alike: premises, and the rules for events.
 *
 * Both are written over the journal's own functions.  An implementation calls
 * them within its transaction, so what they read cannot change before the commit.
 */
#include "study/journal.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

inlay_status inlay_journal_open(const char *path, enum inlay_store_mode mode,
                                struct inlay_journal **out, inlay_error *err)
{
    if (path[0] == '\0' || strcmp(path, ":memory:") == 0)
        return inlay_fail(
            err, INLAY_EINVAL,
            "store '%s': this is not a file, so everything would be lost; give "
            "the path of a file%s",
            path, path[0] ? " ('./:memory:' for a file of this name)" : "");
    return inlay_journal_open_sqlite(path, mode, out, err);
}

void inlay_journal_free(struct inlay_journal *j)
{
    if (j)
        j->ops->free(j);
}

/* ---- Copies ---- */

bool inlay_event_copy(const struct inlay_event *event, struct inlay_event *out)
{
    struct inlay_event e = *event;
    e.values = NULL;
    const char **const texts[] = {&e.x, &e.text, &e.point, &e.metrics, &e.memo};
    enum { N_TEXTS = sizeof texts / sizeof *texts };
    size_t size[N_TEXTS], n_bytes = 0;
    for (size_t i = 0; i < N_TEXTS; i++) {
        size[i] = *texts[i] ? strlen(*texts[i]) + 1 : 0;
        n_bytes += size[i];
    }
    char *to = e.block = inlay_mem_new(n_bytes, 1);
    if (!to)
        return false;
    for (size_t i = 0; i < N_TEXTS; to += size[i++])
        if (*texts[i])
            *texts[i] = memcpy(to, *texts[i], size[i]);
    *out = e;
    return true;
}

/* ---- One trial, one lease ---- */

static inlay_status take_row(const struct inlay_trial_row *row, void *context,
                             inlay_error *err)
{
    struct inlay_trial_row *out = context;
    (void)err;
    *out = *row;
    out->x = out->why = out->metrics = out->holder = NULL;
    return INLAY_OK;
}

inlay_status inlay_journal_find(struct inlay_journal *j, int64_t trial,
                                struct inlay_trial_row *out, inlay_error *err)
{
    *out = (struct inlay_trial_row){0};
    return j->ops->trials(j, trial, trial, take_row, out, err);
}

/* Was it asked, and is it failed, or pending? */
static bool is_open(const struct inlay_trial_row *row, bool has_failed)
{
    return row->id > 0 && row->is_ended == has_failed &&
           !(has_failed && isfinite(row->y));
}

struct wanted_lease {
    const struct inlay_premise *premise;
    bool is_found;
};

static inlay_status compare_lease(const struct inlay_lease *lease,
                                  void *context, inlay_error *err)
{
    struct wanted_lease *w = context;
    (void)err;
    w->is_found = lease->attempt == w->premise->attempt &&
                  (!w->premise->holder ||
                   strcmp(lease->holder, w->premise->holder) == 0) &&
                  (!w->premise->is_expired || !(lease->left > 0.0));
    return INLAY_OK;
}

/* ---- Premises ---- */

static inlay_status test_premise(struct inlay_journal *j,
                                 const struct inlay_premise *p, bool *holds,
                                 inlay_error *err)
{
    int64_t last = 0, n_added = 0, seq = 0;
    struct inlay_trial_row row;
    struct wanted_lease w = {.premise = p};
    char *text = NULL;
    inlay_status st = INLAY_OK;
    switch (p->kind) {
    case INLAY_PREMISE_NONE:
        *holds = true;
        break;
    case INLAY_PREMISE_NEXT:
        st = j->ops->last_trial(j, &last, err);
        if (st == INLAY_OK && p->budget < INT64_MAX)
            st = j->ops->n_added(j, &n_added, err);
        *holds = p->trial == last + 1 && last - n_added < p->budget;
        break;
    case INLAY_PREMISE_PENDING:
    case INLAY_PREMISE_FAILED:
        st = inlay_journal_find(j, p->trial, &row, err);
        *holds = is_open(&row, p->kind == INLAY_PREMISE_FAILED) &&
                 row.since == p->since;
        break;
    case INLAY_PREMISE_LEASE:
        st = j->ops->leases(j, p->trial, p->trial, compare_lease, &w, err);
        *holds = w.is_found;
        break;
    case INLAY_PREMISE_STUDY:
        st = j->ops->study_file(j, INT64_MAX, &text, &seq, err);
        inlay_mem_free(text);
        *holds = seq == p->since;
        break;
    }
    return st;
}

/* ---- Events ---- */

/* Of an event that is not written yet. */
enum { NOT_NUMBERED = -1 };

/* The trial after the first n of the events: by the newest of them that is about
 * it, or else by the journal. */
static inlay_status find_after(struct inlay_journal *j,
                               const struct inlay_event *events, size_t n,
                               int64_t trial, struct inlay_trial_row *out,
                               inlay_error *err)
{
    for (size_t i = n; i-- > 0;) {
        const struct inlay_event *e = &events[i];
        if (e->trial != trial || e->kind == INLAY_EVENT_STARTED ||
            e->kind == INLAY_EVENT_RETURNED)
            continue;
        *out = (struct inlay_trial_row){
            .id = e->trial,
            .is_ended = e->kind == INLAY_EVENT_ENDED,
            .y = e->y,
            .since = e->kind == INLAY_EVENT_REOPENED ? NOT_NUMBERED : 0};
        return INLAY_OK;
    }
    return inlay_journal_find(j, trial, out, err);
}

/* INLAY_ESTATE unless the trial is then pending, or has failed; *out := it. */
static inlay_status test_open(struct inlay_journal *j,
                              const struct inlay_event *events, size_t n,
                              int64_t trial, bool has_failed,
                              struct inlay_trial_row *out, inlay_error *err)
{
    const inlay_status st = find_after(j, events, n, trial, out, err);
    if (st != INLAY_OK || is_open(out, has_failed))
        return st;
    return inlay_fail(err, INLAY_ESTATE, "trial %lld %s", (long long)trial,
                      out->id == 0 ? "was never suggested"
                      : has_failed ? "has not failed"
                                   : "already has a result");
}

/* Of an event that is about a trial which was asked before. */
static inlay_status test_later(struct inlay_journal *j,
                               const struct inlay_event *events, size_t k,
                               inlay_error *err)
{
    const struct inlay_event *e = &events[k];
    struct inlay_trial_row row;
    const inlay_status st = test_open(
        j, events, k, e->trial, e->kind == INLAY_EVENT_REOPENED, &row, err);
    if (st != INLAY_OK || e->kind != INLAY_EVENT_ENDED || e->cause == row.since)
        return st;
    return inlay_fail(err, INLAY_ESTATE,
                      "trial %lld was reopened after this result began",
                      (long long)e->trial);
}

static inlay_status test_events(struct inlay_journal *j,
                                const struct inlay_append *a, inlay_error *err)
{
    int64_t last = 0;
    struct inlay_trial_row row;
    inlay_status st = j->ops->last_trial(j, &last, err);
    for (size_t k = 0; st == INLAY_OK && k < a->n_events; k++) {
        const struct inlay_event *e = &a->events[k];
        if (e->kind == INLAY_EVENT_ASKED && e->trial != ++last)
            st = inlay_fail(err, INLAY_ESTATE,
                            "trial %lld: the next one has the number %lld",
                            (long long)e->trial, (long long)last);
        else if (e->kind > INLAY_EVENT_ASKED)
            st = test_later(j, a->events, k, err);
    }
    if (st == INLAY_OK && a->lease)
        st = test_open(j, a->events, a->n_events, a->lease->trial, false, &row,
                       err);
    return st;
}

inlay_status inlay_journal_test(struct inlay_journal *j,
                                const struct inlay_append *a, bool *is_late,
                                inlay_error *err)
{
    bool holds = false;
    const inlay_status st = test_premise(j, &a->premise, &holds, err);
    *is_late = !holds;
    return st == INLAY_OK && holds ? test_events(j, a, err) : st;
}
