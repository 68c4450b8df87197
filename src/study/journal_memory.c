/*
 * journal_memory.c: a journal that lives as long as the process.
 *
 * Event i has the number i + 1.  What is asked often is kept next to the events:
 * for each trial where its events are, and its lease; which trials have a lease;
 * and for each event the next one of the same life.  So what an append or a look
 * at the leases costs does not grow with the number of trials.  An append makes
 * its copies and all room first; what follows cannot fail.
 */
#include "study/journal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"

/* Some of the events, in their order: one past where they are, 0: none. */
struct line {
    size_t first, last;
};

struct trial {
    size_t asked; /* where its event is */
    /* One past where these events are, 0: there is none. */
    size_t ended;   /* its end, or that it was abandoned */
    size_t result;  /* the result that counts, or that it was abandoned */
    size_t decided; /* as inlay_trial_row.result */
    size_t marked, noted;
    struct line life;  /* see inlay_journal_ops.life */
    int64_t since;     /* as in inlay_trial_row */
    bool is_uncounted; /* see n_uncounted */
    size_t memo;       /* number of the newest trial up to it that has a memo */
    double started_at; /* 0: never */
    int64_t n_starts;
    struct {
        char *holder; /* NULL: there is no lease */
        int64_t attempt;
        double expires;
    } lease;
};

struct memory {
    struct inlay_journal base;
    struct inlay_event *events; /* they own their texts */
    size_t n, room;
    size_t *next; /* of each event: the next one of its line, or 0 */
    size_t room_next;
    struct trial *trials;
    size_t n_trials, room_trials;
    int64_t *leased; /* trials that have a lease, by number */
    size_t n_leased, room_leased;
    struct line study; /* the notes of the study */
    int64_t n_uncounted;
    bool has_life; /* it has events of later kinds than reopened */
};

/* ---- Appending ---- */

static bool make_room(struct memory *m, const struct inlay_append *a)
{
    size_t n_asked = 0;
    for (size_t i = 0; i < a->n_events; i++)
        n_asked += a->events[i].kind == INLAY_EVENT_ASKED;
    struct inlay_event *events =
        inlay_mem_grow(m->events, &m->room, m->n + a->n_events, sizeof *events);
    size_t *next = inlay_mem_grow(m->next, &m->room_next, m->n + a->n_events,
                                  sizeof *next);
    struct trial *trials = inlay_mem_grow(
        m->trials, &m->room_trials, m->n_trials + n_asked, sizeof *trials);
    int64_t *leased = inlay_mem_grow(m->leased, &m->room_leased,
                                     m->n_leased + 1, sizeof *leased);
    m->events = events ? events : m->events;
    m->next = next ? next : m->next;
    m->trials = trials ? trials : m->trials;
    m->leased = leased ? leased : m->leased;
    return events && next && trials && leased;
}

/* Copies past the events that count so far; all or none. */
static bool keep_all(struct memory *m, const struct inlay_append *a)
{
    size_t i = 0;
    while (i < a->n_events &&
           inlay_event_copy(&a->events[i], &m->events[m->n + i]))
        i++;
    if (i == a->n_events)
        return true;
    while (i-- > 0)
        inlay_mem_free(m->events[m->n + i].block);
    return false;
}

/* How many of the trials that have a lease come before this one. */
static size_t n_leased_before(const struct memory *m, int64_t trial)
{
    size_t low = 0, high = m->n_leased;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (m->leased[middle] < trial)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void drop_lease(struct memory *m, int64_t id)
{
    struct trial *trial = &m->trials[id - 1];
    if (!trial->lease.holder)
        return;
    const size_t i = n_leased_before(m, id);
    m->n_leased--;
    memmove(m->leased + i, m->leased + i + 1,
            (m->n_leased - i) * sizeof *m->leased);
    inlay_mem_free(trial->lease.holder);
    trial->lease.holder = NULL;
}

static bool has_y(enum inlay_event_kind kind)
{
    return kind == INLAY_EVENT_ENDED || kind == INLAY_EVENT_AMENDED;
}

static const struct inlay_event *event_at(const struct memory *m, size_t past)
{
    return past > 0 ? &m->events[past - 1] : NULL;
}

static bool is_marked(const struct memory *m, const struct trial *trial)
{
    const struct inlay_event *mark = event_at(m, trial->marked);
    return mark && mark->kind == INLAY_EVENT_DISCARDED;
}

static bool is_given_up(const struct memory *m, const struct trial *trial)
{
    const struct inlay_event *result = event_at(m, trial->result);
    return result && result->kind == INLAY_EVENT_ABANDONED;
}

static bool is_uncounted(const struct memory *m, const struct trial *trial)
{
    return m->events[trial->asked].cause == INLAY_CAUSE_ADDED ||
           is_given_up(m, trial) || is_marked(m, trial);
}

/* Of an event after the trial's first, the newest one. */
static void count_later(struct memory *m, struct trial *trial,
                        enum inlay_event_kind kind)
{
    if (kind == INLAY_EVENT_ENDED || kind == INLAY_EVENT_ABANDONED) {
        trial->ended = trial->result = trial->decided = m->n;
        drop_lease(m, m->events[m->n - 1].trial);
    } else if (kind == INLAY_EVENT_AMENDED) {
        trial->result = trial->decided = m->n;
    } else if (kind == INLAY_EVENT_REOPENED) {
        trial->ended = trial->result = 0;
        trial->decided = m->n;
        trial->since = (int64_t)m->n;
    } else if (kind == INLAY_EVENT_NOTED) {
        trial->noted = m->n;
    } else if (kind == INLAY_EVENT_DISCARDED || kind == INLAY_EVENT_RESTORED) {
        trial->marked = m->n;
    }
}

/* Is it part of a life, see inlay_journal_ops? */
static bool is_of_life(enum inlay_event_kind kind)
{
    return kind == INLAY_EVENT_ENDED || kind >= INLAY_EVENT_REOPENED;
}

/* The newest event comes after all others of the line. */
static void add_newest(struct memory *m, struct line *line)
{
    if (line->last > 0)
        m->next[line->last - 1] = m->n;
    else
        line->first = m->n;
    line->last = m->n;
}

static void count_life(struct memory *m, const struct inlay_event *e)
{
    m->next[m->n - 1] = 0;
    if (is_of_life(e->kind))
        add_newest(m, e->trial > 0 ? &m->trials[e->trial - 1].life : &m->study);
}

/* The event that was kept last counts from now on. */
static void count_event(struct memory *m, double now)
{
    struct inlay_event *e = &m->events[m->n++];
    e->seq = (int64_t)m->n;
    e->at = now;
    e->y = has_y(e->kind) && isfinite(e->y) ? e->y : NAN;
    e->has_variance = !isnan(inlay_event_variance(e));
    e->variance = e->has_variance ? e->variance : 0.0;
    m->has_life = m->has_life || e->kind > INLAY_EVENT_REOPENED;
    count_life(m, e);
    if (e->trial == 0)
        return;
    struct trial *trial = &m->trials[e->trial - 1];
    const bool was_uncounted =
        e->kind != INLAY_EVENT_ASKED && trial->is_uncounted;
    if (e->kind == INLAY_EVENT_ASKED) {
        const size_t i = m->n_trials++;
        const size_t before = i > 0 ? m->trials[i - 1].memo : 0;
        *trial =
            (struct trial){.asked = m->n - 1, .memo = e->memo ? i + 1 : before};
    } else if (e->kind == INLAY_EVENT_STARTED) {
        trial->started_at = now;
        trial->n_starts++;
    } else {
        count_later(m, trial, e->kind);
    }
    trial->is_uncounted = is_uncounted(m, trial);
    m->n_uncounted += trial->is_uncounted - was_uncounted;
}

static void set_lease(struct memory *m, const struct inlay_lease *lease,
                      char *holder, double now)
{
    struct trial *trial = &m->trials[lease->trial - 1];
    drop_lease(m, lease->trial);
    if (!holder)
        return;
    const size_t i = n_leased_before(m, lease->trial);
    memmove(m->leased + i + 1, m->leased + i,
            (m->n_leased++ - i) * sizeof *m->leased);
    m->leased[i] = lease->trial;
    trial->lease.holder = holder;
    trial->lease.attempt = lease->attempt;
    trial->lease.expires = now + lease->left;
}

static inlay_status append(struct inlay_journal *j,
                           const struct inlay_append *a, int64_t *first,
                           bool *is_late, inlay_error *err)
{
    struct memory *m = (struct memory *)j;
    const inlay_status st = inlay_journal_test(j, a, is_late, err);
    if (st != INLAY_OK || *is_late)
        return st;
    const bool has_holder = a->lease && a->lease->holder;
    char *holder = has_holder ? inlay_mem_text(a->lease->holder) : NULL;
    if ((has_holder && !holder) || !make_room(m, a) || !keep_all(m, a)) {
        inlay_mem_free(holder);
        return inlay_fail_memory(err, "the journal");
    }
    const double now = inlay_clock_now();
    m->base.stamp = now;
    *first = (int64_t)m->n + 1;
    for (size_t i = 0; i < a->n_events; i++)
        count_event(m, now);
    if (a->lease)
        set_lease(m, a->lease, holder, now);
    return INLAY_OK;
}

/* ---- Reading ---- */

static inlay_status read_events(struct inlay_journal *j, int64_t after,
                                int64_t upto, inlay_event_fn *fn, void *context,
                                inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    inlay_status st = INLAY_OK;
    for (size_t i = after > 0 ? (size_t)after : 0;
         st == INLAY_OK && i < m->n && (int64_t)i < upto; i++) {
        struct inlay_event e = m->events[i];
        e.memo = NULL;
        st = fn(&e, context, err);
    }
    return st;
}

static struct inlay_trial_row row_of(const struct memory *m, size_t i,
                                     double now)
{
    assert(m->events && i < m->n_trials);
    const struct trial *t = &m->trials[i];
    const struct inlay_event *asked = &m->events[t->asked];
    const struct inlay_event *end = event_at(m, t->ended);
    const struct inlay_event *result = event_at(m, t->result);
    const struct inlay_event *notes = event_at(m, t->noted);
    return (struct inlay_trial_row){
        .id = (int64_t)i + 1,
        .is_ended = result && has_y(result->kind),
        .is_abandoned = is_given_up(m, t),
        .is_discarded = is_marked(m, t),
        .y = result ? result->y : NAN,
        .variance = result ? inlay_event_variance(result) : NAN,
        .x = asked->x,
        .why = result ? result->text : NULL,
        .void_because = is_marked(m, t) ? event_at(m, t->marked)->text : NULL,
        .metrics = result ? result->metrics : NULL,
        .notes = notes ? notes->text : NULL,
        .holder = t->lease.holder,
        .age = now - asked->at,
        .asked_at = asked->at,
        .started_at = t->started_at,
        .ended_at = end ? end->at : 0.0,
        .amended_at = result && result != end ? result->at : 0.0,
        .n_starts = t->n_starts,
        .cause = asked->cause,
        .known = asked->known,
        .study = asked->study,
        .since = t->since,
        .result = (int64_t)t->decided,
        .marked = (int64_t)t->marked,
        .noted = (int64_t)t->noted,
    };
}

static size_t start_of(int64_t first)
{
    return first > 1 ? (size_t)first - 1 : 0;
}

static inlay_status trials(struct inlay_journal *j, int64_t first, int64_t last,
                           inlay_trial_row_fn *fn, void *context,
                           inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    const double now = inlay_clock_now();
    inlay_status st = INLAY_OK;
    for (size_t i = start_of(first);
         st == INLAY_OK && i < m->n_trials && (int64_t)i < last; i++) {
        const struct inlay_trial_row row = row_of(m, i, now);
        st = fn(&row, context, err);
    }
    return st;
}

/* The life of a trial, or of the study (0); NULL: it was never asked. */
static const struct line *line_of(const struct memory *m, int64_t trial)
{
    if (trial == 0)
        return &m->study;
    return trial > 0 && trial <= (int64_t)m->n_trials
               ? &m->trials[trial - 1].life
               : NULL;
}

static inlay_status life(struct inlay_journal *j, int64_t trial,
                         inlay_event_fn *fn, void *context, inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    const struct line *line = line_of(m, trial);
    inlay_status st = INLAY_OK;
    for (size_t i = line ? line->first : 0; st == INLAY_OK && i > 0;
         i = m->next[i - 1])
        st = fn(&m->events[i - 1], context, err);
    return st;
}

static inlay_status leases(struct inlay_journal *j, int64_t first, int64_t last,
                           inlay_lease_fn *fn, void *context, inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    const double now = inlay_clock_now();
    inlay_status st = INLAY_OK;
    for (size_t i = n_leased_before(m, first);
         st == INLAY_OK && i < m->n_leased && m->leased[i] <= last; i++) {
        const struct trial *t = &m->trials[m->leased[i] - 1];
        const struct inlay_lease lease = {
            .trial = m->leased[i],
            .attempt = t->lease.attempt,
            .left = t->lease.expires - now,
            .holder = t->lease.holder,
        };
        st = fn(&lease, context, err);
    }
    return st;
}

static inlay_status renew(struct inlay_journal *j, const char *holder,
                          double seconds, inlay_error *err)
{
    struct memory *m = (struct memory *)j;
    const double expires = inlay_clock_now() + seconds;
    (void)err;
    for (size_t i = 0; i < m->n_leased; i++) {
        struct trial *t = &m->trials[m->leased[i] - 1];
        if (strcmp(t->lease.holder, holder) == 0)
            t->lease.expires = expires;
    }
    return INLAY_OK;
}

/* A copy of a text, or NULL for NULL. */
static inlay_status copy_text(const char *text, char **out, inlay_error *err)
{
    char *copy = text ? inlay_mem_text(text) : NULL;
    if (text && !copy)
        return inlay_fail_memory(err, "a text of the journal");
    *out = copy;
    return INLAY_OK;
}

static inlay_status memo(struct inlay_journal *j, int64_t trial, char **out,
                         int64_t *of, inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    const size_t n = trial < (int64_t)m->n_trials ? (size_t)trial : m->n_trials;
    const size_t i = n > 0 ? m->trials[n - 1].memo : 0;
    *of = (int64_t)i;
    return copy_text(i > 0 ? m->events[m->trials[i - 1].asked].memo : NULL, out,
                     err);
}

static inlay_status study_file(struct inlay_journal *j, int64_t upto,
                               char **text, int64_t *seq, inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    size_t i = upto < (int64_t)m->n ? (size_t)upto : m->n;
    while (i > 0 && m->events[i - 1].kind != INLAY_EVENT_STUDY)
        i--;
    *seq = (int64_t)i;
    return copy_text(i > 0 ? m->events[i - 1].text : NULL, text, err);
}

static inlay_status last_trial(struct inlay_journal *j, int64_t *last,
                               inlay_error *err)
{
    (void)err;
    *last = (int64_t)((struct memory *)j)->n_trials;
    return INLAY_OK;
}

static inlay_status n_uncounted(struct inlay_journal *j, int64_t *n,
                                inlay_error *err)
{
    (void)err;
    *n = ((struct memory *)j)->n_uncounted;
    return INLAY_OK;
}

static inlay_status has_life(struct inlay_journal *j, bool *out,
                             inlay_error *err)
{
    (void)err;
    *out = ((struct memory *)j)->has_life;
    return INLAY_OK;
}

static inlay_status newest_notes(struct inlay_journal *j, int64_t trial,
                                 int64_t *seq, inlay_error *err)
{
    const struct memory *m = (struct memory *)j;
    (void)err;
    *seq = 0;
    if (trial == 0)
        *seq = (int64_t)m->study.last;
    else if (trial > 0 && trial <= (int64_t)m->n_trials)
        *seq = (int64_t)m->trials[trial - 1].noted;
    return INLAY_OK;
}

/* Nobody can have meddled with it. */
static inlay_status check(struct inlay_journal *j, inlay_finding_fn *fn,
                          void *context, inlay_error *err)
{
    (void)j, (void)fn, (void)context, (void)err;
    return INLAY_OK;
}

/* ---- Life ---- */

static void free_memory(struct inlay_journal *j)
{
    struct memory *m = (struct memory *)j;
    for (size_t i = 0; i < m->n; i++)
        inlay_mem_free(m->events[i].block);
    while (m->n_leased > 0)
        drop_lease(m, m->leased[m->n_leased - 1]);
    inlay_mem_free(m->events);
    inlay_mem_free(m->next);
    inlay_mem_free(m->leased);
    inlay_mem_free(m->trials);
    inlay_mem_free(m);
}

inlay_status inlay_journal_new(struct inlay_journal **out, inlay_error *err)
{
    static const struct inlay_journal_ops OPS = {
        append,   read_events,  trials,     life,       leases,
        renew,    memo,         study_file, last_trial, n_uncounted,
        has_life, newest_notes, check,      free_memory};
    struct memory *m = inlay_mem_new(1, sizeof *m);
    if (!m)
        return inlay_fail_memory(err, "a journal");
    m->base.ops = &OPS;
    m->base.name = "(in memory)";
    *out = &m->base;
    return INLAY_OK;
}
