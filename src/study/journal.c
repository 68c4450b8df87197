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

/* ---- Events as values ---- */

double inlay_event_variance(const struct inlay_event *e)
{
    const bool has_y =
        e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_AMENDED;
    return has_y && isfinite(e->y) && e->has_variance ? e->variance : NAN;
}

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
    out->void_because = out->notes = NULL;
    return INLAY_OK;
}

int64_t inlay_trial_row_newest(const struct inlay_trial_row *row)
{
    return row->result > row->marked ? row->result : row->marked;
}

inlay_status inlay_journal_find(struct inlay_journal *j, int64_t trial,
                                struct inlay_trial_row *out, inlay_error *err)
{
    *out = (struct inlay_trial_row){0};
    return j->ops->trials(j, trial, trial, take_row, out, err);
}

/* Was it asked, and has it no end? */
static bool is_pending(const struct inlay_trial_row *row)
{
    return row->id > 0 && !row->is_ended && !row->is_abandoned;
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

/* That there is one. */
static inlay_status see_lease(const struct inlay_lease *lease, void *context,
                              inlay_error *err)
{
    (void)lease, (void)err;
    *(bool *)context = true;
    return INLAY_OK;
}

/* ---- Premises ---- */

static inlay_status test_pending(struct inlay_journal *j,
                                 const struct inlay_premise *p, bool *holds,
                                 inlay_error *err)
{
    struct inlay_trial_row row;
    bool is_leased = false;
    inlay_status st = inlay_journal_find(j, p->trial, &row, err);
    if (st == INLAY_OK && p->kind == INLAY_PREMISE_UNLEASED)
        st = j->ops->leases(j, p->trial, p->trial, see_lease, &is_leased, err);
    *holds = is_pending(&row) && row.since == p->since && !is_leased;
    return st;
}

static inlay_status test_premise(struct inlay_journal *j,
                                 const struct inlay_premise *p, bool *holds,
                                 inlay_error *err)
{
    int64_t last = 0, n_uncounted = 0, seq = 0;
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
            st = j->ops->n_uncounted(j, &n_uncounted, err);
        *holds = p->trial == last + 1 && last - n_uncounted < p->budget;
        break;
    case INLAY_PREMISE_PENDING:
    case INLAY_PREMISE_UNLEASED:
        st = test_pending(j, p, holds, err);
        break;
    case INLAY_PREMISE_NEWEST:
        st = inlay_journal_find(j, p->trial, &row, err);
        *holds = row.id > 0 && inlay_trial_row_newest(&row) == p->since;
        break;
    case INLAY_PREMISE_NOTED:
        st = j->ops->newest_notes(j, p->trial, &seq, err);
        *holds = seq == p->since;
        break;
    case INLAY_PREMISE_LEASE:
        st = j->ops->leases(j, p->trial, p->trial, compare_lease, &w, err);
        *holds = w.is_found;
        break;
    case INLAY_PREMISE_STUDY:
        st = j->ops->study_file(j, INT64_MAX, &text, &seq, err);
        inlay_mem_free(text);
        if (st == INLAY_OK)
            st = j->ops->last_trial(j, &last, err);
        *holds = seq == p->since && p->trial == last;
        break;
    }
    return st;
}

/* ---- Events ---- */

/* Of an event that is not written yet. */
enum { NOT_NUMBERED = -1 };

/* The trial as one of its events leaves it; false where another must be asked. */
static bool apply(const struct inlay_event *e, struct inlay_trial_row *row)
{
    switch (e->kind) {
    case INLAY_EVENT_ASKED:
    case INLAY_EVENT_ENDED:
    case INLAY_EVENT_AMENDED:
    case INLAY_EVENT_REOPENED:
    case INLAY_EVENT_ABANDONED:
        row->id = e->trial;
        row->is_ended =
            e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_AMENDED;
        row->is_abandoned = e->kind == INLAY_EVENT_ABANDONED;
        row->y = row->is_ended ? e->y : NAN;
        row->since = e->kind == INLAY_EVENT_REOPENED ? NOT_NUMBERED : 0;
        row->result = e->kind == INLAY_EVENT_ASKED ? 0 : NOT_NUMBERED;
        return true;
    case INLAY_EVENT_STUDY:
    case INLAY_EVENT_ENQUEUED:
    case INLAY_EVENT_STARTED:
    case INLAY_EVENT_RETURNED:
    case INLAY_EVENT_DISCARDED:
    case INLAY_EVENT_RESTORED:
    case INLAY_EVENT_NOTED:
        break;
    }
    return false;
}

/* The trial after the first n of the events: by the newest of them that are about
 * it, or else by the journal. */
static inlay_status find_after(struct inlay_journal *j,
                               const struct inlay_event *events, size_t n,
                               int64_t trial, struct inlay_trial_row *out,
                               inlay_error *err)
{
    const struct inlay_event *mark = NULL;
    bool is_found = false;
    inlay_status st = INLAY_OK;
    *out = (struct inlay_trial_row){.y = NAN};
    for (size_t i = n; i-- > 0 && !is_found;) {
        const struct inlay_event *e = &events[i];
        if (e->trial != trial)
            continue;
        if (!mark && (e->kind == INLAY_EVENT_DISCARDED ||
                      e->kind == INLAY_EVENT_RESTORED))
            mark = e;
        is_found = apply(e, out);
    }
    if (!is_found)
        st = inlay_journal_find(j, trial, out, err);
    if (mark)
        out->is_discarded = mark->kind == INLAY_EVENT_DISCARDED;
    return st;
}

static inlay_status refuse(int64_t trial, const char *why, inlay_error *err)
{
    return inlay_fail(err, INLAY_ESTATE, "trial %lld %s", (long long)trial,
                      why);
}

/* Why there can be no such event of the trial; NULL: there can. */
static const char *objection(const struct inlay_event *e,
                             const struct inlay_trial_row *row)
{
    const bool is_failed = row->is_ended && !isfinite(row->y);
    if (e->kind == INLAY_EVENT_NOTED && e->trial == 0)
        return NULL;
    if (row->id == 0)
        return "was never suggested";
    switch (e->kind) {
    case INLAY_EVENT_REOPENED:
        return !is_failed && !row->is_abandoned
                   ? "has not failed, and was not abandoned"
               : row->is_discarded ? "was discarded; restore it first"
                                   : NULL;
    case INLAY_EVENT_AMENDED:
        return !row->is_ended            ? "has no result that could be amended"
               : e->cause != row->result ? "has another result meanwhile"
                                         : NULL;
    case INLAY_EVENT_DISCARDED:
        return !row->is_ended      ? "has no result that could be discarded"
               : row->is_discarded ? "was already discarded"
                                   : NULL;
    case INLAY_EVENT_RESTORED:
        return row->is_discarded ? NULL : "was not discarded";
    case INLAY_EVENT_NOTED:
        return NULL;
    default:
        break;
    }
    if (!is_pending(row))
        return row->is_abandoned ? "was abandoned" : "already has a result";
    return (e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_ABANDONED) &&
                   e->cause != row->since
               ? "was reopened after this result began"
               : NULL;
}

/* Of an event that is about a trial which was asked before. */
static inlay_status test_later(struct inlay_journal *j,
                               const struct inlay_event *events, size_t k,
                               inlay_error *err)
{
    struct inlay_trial_row row;
    const inlay_status st =
        find_after(j, events, k, events[k].trial, &row, err);
    const char *why = st == INLAY_OK ? objection(&events[k], &row) : NULL;
    return why ? refuse(events[k].trial, why, err) : st;
}

/* Of the lease that comes with the events. */
static inlay_status test_lease(struct inlay_journal *j,
                               const struct inlay_append *a, inlay_error *err)
{
    const struct inlay_event started = {.kind = INLAY_EVENT_STARTED,
                                        .trial = a->lease->trial};
    struct inlay_trial_row row;
    const inlay_status st =
        find_after(j, a->events, a->n_events, a->lease->trial, &row, err);
    const char *why = st == INLAY_OK ? objection(&started, &row) : NULL;
    return why ? refuse(a->lease->trial, why, err) : st;
}

static inlay_status test_events(struct inlay_journal *j,
                                const struct inlay_append *a, inlay_error *err)
{
    int64_t last = 0;
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
    return st == INLAY_OK && a->lease ? test_lease(j, a, err) : st;
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
