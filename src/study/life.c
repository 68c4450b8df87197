/*
 * life.c: what happens to a trial besides being asked and told: it is given up,
 * its result is void, and what people note about it.
 *
 * Each change names what it rests on.  Where somebody was faster, the trial is
 * looked at again: of two who give it up one is told that it was abandoned.
 */
#include "study/life.h"

#include "base/error.h"
#include "study/inside.h"

/* ---- Given up, void, and not ---- */

/* What an event about the trial rests on.  An end and giving up need no more than
 * that it is pending; the others follow what was decided last. */
static struct inlay_premise rest_on(const struct inlay_record *r,
                                    struct inlay_event *e)
{
    const bool ends =
        e->kind == INLAY_EVENT_ENDED || e->kind == INLAY_EVENT_ABANDONED;
    e->cause = ends                             ? r->reopened
               : e->kind == INLAY_EVENT_AMENDED ? r->result
                                                : 0;
    return (struct inlay_premise){.kind = ends ? INLAY_PREMISE_PENDING
                                               : INLAY_PREMISE_NEWEST,
                                  .trial = e->trial,
                                  .since = ends ? r->reopened : r->decided};
}

inlay_status inlay_study_change_trial(inlay_study *s, struct inlay_event *e,
                                      inlay_check_fn *check, inlay_error *err)
{
    bool is_late = true;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && is_late) {
        st = inlay_study_sync(s, err);
        if (st == INLAY_OK)
            st = check(&s->history, e->trial, err);
        if (st != INLAY_OK)
            return st;
        const struct inlay_append a = {
            .premise = rest_on(s->history.trial[e->trial - 1], e),
            .events = e,
            .n_events = 1,
            .is_durable = true,
        };
        st = inlay_study_append(s, &a, &is_late, err);
    }
    return st;
}

static inlay_status change(inlay_study *s, enum inlay_event_kind kind,
                           int64_t id, const char *why, inlay_check_fn *check,
                           inlay_error *err)
{
    struct inlay_text text = {0};
    if (why)
        inlay_text_add_utf8(&text, why);
    inlay_status st = inlay_text_status(&text, err);
    struct inlay_event e = {.kind = kind, .trial = id, .text = text.bytes};
    if (st == INLAY_OK)
        st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = inlay_study_change_trial(s, &e, check, err);
    inlay_text_clear(&text);
    return st;
}

inlay_status inlay_study_abandon(inlay_study *s, int64_t id, const char *why,
                                 inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return inlay_settle(err, change(s, INLAY_EVENT_ABANDONED, id, why,
                                    inlay_history_check_pending, err));
}

/* Finished, and not discarded. */
static inlay_status check_valid(const struct inlay_history *h, int64_t id,
                                inlay_error *err)
{
    const inlay_status st = inlay_history_check_finished(h, id, err);
    if (st != INLAY_OK || !h->trial[id - 1]->is_discarded)
        return st;
    return inlay_fail(err, INLAY_ESTATE, "trial %lld was already discarded",
                      (long long)id);
}

static inlay_status check_void(const struct inlay_history *h, int64_t id,
                               inlay_error *err)
{
    const inlay_status st = inlay_history_check_known(h, id, err);
    if (st != INLAY_OK || h->trial[id - 1]->is_discarded)
        return st;
    return inlay_fail(err, INLAY_ESTATE, "trial %lld was not discarded",
                      (long long)id);
}

inlay_status inlay_study_discard(inlay_study *s, int64_t id, const char *why,
                                 inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return inlay_settle(
        err, change(s, INLAY_EVENT_DISCARDED, id, why, check_valid, err));
}

inlay_status inlay_study_restore(inlay_study *s, int64_t id, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    return inlay_settle(
        err, change(s, INLAY_EVENT_RESTORED, id, NULL, check_void, err));
}

static inlay_status can(inlay_study *s, int64_t id, inlay_check_fn *check,
                        inlay_error *err)
{
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = inlay_study_sync(s, err);
    return st == INLAY_OK ? check(&s->history, id, err) : st;
}

inlay_status inlay_study_can_abandon(inlay_study *s, int64_t id,
                                     inlay_error *err)
{
    return can(s, id, inlay_history_check_pending, err);
}

inlay_status inlay_study_can_discard(inlay_study *s, int64_t id,
                                     inlay_error *err)
{
    return can(s, id, check_valid, err);
}

inlay_status inlay_study_can_restore(inlay_study *s, int64_t id,
                                     inlay_error *err)
{
    return can(s, id, check_void, err);
}

/* ---- Attributes ---- */

/* Those of a trial or of the study; *noted := their event. */
static const struct inlay_notes *notes_of(const inlay_study *s, int64_t id,
                                          int64_t *noted)
{
    const bool is_trial = s && id > 0 && (uint64_t)id <= s->history.n_trials;
    const struct inlay_record *r = is_trial ? s->history.trial[id - 1] : NULL;
    *noted = r ? r->noted : s && id == 0 ? s->noted : 0;
    return r ? r->notes : s && id == 0 ? s->notes : NULL;
}

static inlay_status try_noting(inlay_study *s, int64_t id,
                               const struct inlay_note *changes, size_t n,
                               bool *is_late, inlay_error *err)
{
    struct inlay_text json = {0};
    int64_t noted = 0;
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK && id != 0)
        st = inlay_history_check_known(&s->history, id, err);
    if (st == INLAY_OK) {
        inlay_notes_print(notes_of(s, id, &noted), changes, n, &json);
        st = inlay_text_status(&json, err);
    }
    const struct inlay_event e = {
        .kind = INLAY_EVENT_NOTED, .trial = id, .text = json.bytes};
    const struct inlay_append a = {
        .premise = {.kind = INLAY_PREMISE_NOTED, .trial = id, .since = noted},
        .events = &e,
        .n_events = 1,
        .is_durable = true,
    };
    if (st == INLAY_OK)
        st = inlay_study_append(s, &a, is_late, err);
    inlay_text_clear(&json);
    return st;
}

inlay_status inlay_study_note(inlay_study *s, int64_t id,
                              const struct inlay_note *changes, size_t n,
                              inlay_error *err)
{
    bool is_late = true;
    inlay_status st = inlay_study_check_writable(s, err);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        st = inlay_notes_check(changes[i].key, changes[i].value, err);
    while (st == INLAY_OK && is_late)
        st = try_noting(s, id, changes, n, &is_late, err);
    return st;
}

inlay_status inlay_study_set_attribute(inlay_study *s, int64_t id,
                                       const char *key, const char *value,
                                       inlay_error *err)
{
    const struct inlay_note change = {key, value};
    if (!s || !key)
        return inlay_refuse_null(__func__, "study and key", err);
    return inlay_settle(err, inlay_study_note(s, id, &change, 1, err));
}

const char *inlay_study_attribute(const inlay_study *s, int64_t id,
                                  const char *key)
{
    int64_t noted;
    return key ? inlay_notes_find(notes_of(s, id, &noted), key) : NULL;
}

size_t inlay_study_n_attributes(const inlay_study *s, int64_t id)
{
    int64_t noted;
    const struct inlay_notes *notes = notes_of(s, id, &noted);
    return notes ? notes->n : 0;
}

const char *inlay_study_attribute_key(const inlay_study *s, int64_t id,
                                      size_t i)
{
    int64_t noted;
    const struct inlay_notes *notes = notes_of(s, id, &noted);
    return notes && i < notes->n ? notes->at[i].key : NULL;
}

const struct inlay_notes *inlay_study_notes(const inlay_study *s, int64_t id)
{
    int64_t noted;
    return notes_of(s, id, &noted);
}

/* ---- What happened ---- */

static const struct {
    enum inlay_event_kind event;
    const char *name;
} CHANGES[] = {
    [INLAY_CHANGE_ENDED] = {INLAY_EVENT_ENDED, "ended"},
    [INLAY_CHANGE_ABANDONED] = {INLAY_EVENT_ABANDONED, "abandoned"},
    [INLAY_CHANGE_REQUEUED] = {INLAY_EVENT_REOPENED, "requeued"},
    [INLAY_CHANGE_AMENDED] = {INLAY_EVENT_AMENDED, "amended"},
    [INLAY_CHANGE_DISCARDED] = {INLAY_EVENT_DISCARDED, "discarded"},
    [INLAY_CHANGE_RESTORED] = {INLAY_EVENT_RESTORED, "restored"},
    [INLAY_CHANGE_NOTED] = {INLAY_EVENT_NOTED, "noted"},
};
enum { N_CHANGES = sizeof CHANGES / sizeof *CHANGES };

const char *inlay_change_name(inlay_change_kind kind)
{
    return (size_t)kind < N_CHANGES ? CHANGES[kind].name : "unknown";
}

struct listing {
    inlay_change_fn *fn;
    void *context;
};

static inlay_status list_change(const struct inlay_event *e, void *context,
                                inlay_error *err)
{
    const struct listing *l = context;
    size_t kind = 0;
    (void)err;
    while (kind < N_CHANGES && CHANGES[kind].event != e->kind)
        kind++;
    const inlay_change shown = {
        .kind = (inlay_change_kind)kind,
        .at = e->at,
        .value = e->y,
        .text = e->text,
        .metrics = e->metrics,
        .variance = inlay_event_variance(e),
    };
    if (kind < N_CHANGES)
        l->fn(&shown, l->context);
    return INLAY_OK;
}

inlay_status inlay_study_changes(inlay_study *s, int64_t id,
                                 inlay_change_fn *fn, void *context,
                                 inlay_error *err)
{
    struct listing l = {fn, context};
    if (!s || !fn)
        return inlay_refuse_null(__func__, "study and fn", err);
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK && id != 0)
        st = inlay_history_check_known(&s->history, id, err);
    if (st == INLAY_OK)
        st = s->journal->ops->life(s->journal, id, list_change, &l, err);
    return inlay_settle(err, st);
}
