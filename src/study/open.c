/*
 * open.c: studies in files, and on any journal.
 *
 * The study file is an event of the journal.  A study is opened with what is
 * recorded, or with another study file, which is recorded then.  Before that all
 * trials are folded with it, so that what cannot be is found while nothing has
 * happened yet.
 */
#include "study/open.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sized.h"
#include "problem/space.h"
#include "problem/translate.h"
#include "strategy/options.h"
#include "study/change.h"
#include "study/inside.h"

/* A study that is to be opened. */
struct opening {
    struct inlay_journal *journal;
    struct inlay_study_file *file;
    char *text;  /* of the file */
    int64_t seq; /* of its event, or of the newest other one; 0: none */
    struct inlay_study_file *was; /* that other one; NULL: none */
    bool is_recorded, is_guest, is_read_only;
    struct inlay_watch *watch; /* for its strategy; NULL: its own */
    /* Put into what is recorded, whose other keys stay; or NULL. */
    const inlay_space *space;
    const inlay_options *options;
};

static void clear_opening(struct opening *o)
{
    inlay_study_file_free(o->was);
    inlay_text_free(o->text);
    o->was = NULL;
    o->text = NULL;
}

/* ---- Which study file ---- */

static inlay_status fail_recorded(const struct opening *o, inlay_status st,
                                  inlay_error *err)
{
    if (st != INLAY_EPARSE && st != INLAY_EINVAL)
        return st;
    return inlay_fail_within(err, INLAY_ESTORE, "store '%s': its study file",
                             o->journal->name);
}

/* The file of o->text, which is recorded. */
static inlay_status parse_recorded(struct opening *o, inlay_error *err)
{
    const inlay_status st =
        inlay_study_file_parse_recorded(o->text, &o->file, err);
    return fail_recorded(o, st, err);
}

/* The file with the given space and options, and the other keys of what is
 * recorded. */
static inlay_status merge(struct opening *o, const char *was, inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_space *space = NULL;
    inlay_options *options = NULL;
    char *text = NULL;
    inlay_status st = was ? inlay_study_file_parse_recorded(was, &file, err)
                          : inlay_study_file_new(NULL, NULL, &file, err);
    if (st != INLAY_OK)
        return fail_recorded(o, st, err);
    if (o->space)
        st = inlay_space_copy(o->space, &space, err);
    if (st == INLAY_OK && o->options)
        st = inlay_options_copy(o->options, &options, err);
    if (st == INLAY_OK)
        inlay_study_file_put(file, &space, &options);
    if (st == INLAY_OK)
        st = inlay_study_file_print(file, &text, err);
    inlay_options_free(options);
    inlay_space_free(space);
    if (st != INLAY_OK) {
        inlay_study_file_free(file);
        return st;
    }
    inlay_study_file_free(o->file);
    inlay_text_free(o->text);
    o->file = file;
    o->text = text;
    return INLAY_OK;
}

/* Is the file recorded?  Else o->was is the one that is. */
static inlay_status look_up(struct opening *o, inlay_error *err)
{
    char *was = NULL;
    inlay_status st =
        o->journal->ops->study_file(o->journal, INT64_MAX, &was, &o->seq, err);
    inlay_study_file_free(o->was);
    o->was = NULL;
    if (st == INLAY_OK && (o->space || o->options))
        st = merge(o, was, err);
    o->is_recorded = st == INLAY_OK && was && strcmp(was, o->text) == 0;
    if (st == INLAY_OK && was && !o->is_recorded)
        st = inlay_study_file_parse_recorded(was, &o->was, err);
    inlay_mem_free(was);
    return st;
}

/* ---- Recording ---- */

/* How the trials lie in the space now. */
static void count_trials(inlay_study *s)
{
    struct inlay_study_revision *c = &s->change;
    c->n_carried = s->history.n_trials;
    c->n_outside = c->n_without_point = c->n_without_value = 0;
    c->n_queue_outside = s->n_outside;
    c->n_without_limit = s->history.n_lacking;
    for (size_t i = 0; i < s->history.n_trials; i++) {
        c->n_outside += s->history.trial[i]->is_outside;
        c->n_without_point += s->history.trial[i]->has_no_point;
        c->n_without_value += s->history.trial[i]->has_no_value;
    }
}

static inlay_status note_change(struct opening *o, inlay_study *s,
                                inlay_error *err)
{
    struct inlay_text text = {0};
    if (!o->was)
        return INLAY_OK;
    inlay_revision_add(o->was, o->file, &text);
    const inlay_status st = inlay_text_status(&text, err);
    inlay_mem_free(s->change.text);
    s->change.text = NULL;
    if (st != INLAY_OK || text.n == 0) {
        inlay_text_clear(&text);
        return st;
    }
    count_trials(s);
    return inlay_text_end(&text, &s->change.text, err);
}

/* Appends the file, unless there is another one or another trial than s knows. */
static inlay_status append_file(struct opening *o, const inlay_study *s,
                                inlay_error *err)
{
    const struct inlay_event e = {.kind = INLAY_EVENT_STUDY, .text = o->text};
    const struct inlay_append a = {
        .premise = {.kind = INLAY_PREMISE_STUDY,
                    .trial = (int64_t)s->history.n_trials,
                    .since = o->seq},
        .events = &e,
        .n_events = 1,
        .is_durable = true,
        .changes_space =
            o->was && !inlay_space_is_same(o->was->space, o->file->space),
    };
    int64_t first = 0;
    bool is_late = false;
    assert(inlay_space_is_same(s->space, o->file->space));
    const inlay_status st =
        o->journal->ops->append(o->journal, &a, &first, &is_late, err);
    o->is_recorded = st == INLAY_OK && !is_late;
    if (o->is_recorded)
        o->seq = first;
    return st;
}

static bool is_newest_file(const inlay_study *s, int64_t seq)
{
    return seq == (s->eras.n > 0 ? s->eras.at[s->eras.n - 1].seq : 0);
}

/* Where others have added trials meanwhile, they are looked at, too.  *is_late:
 * others have recorded a file, so that s may be made of the wrong one. */
static inlay_status record(struct opening *o, inlay_study *s, bool *is_late,
                           inlay_error *err)
{
    const inlay_space *was = o->was ? o->was->space : NULL;
    /* In memory nobody else asks, and there is no path. */
    const char *path = o->journal->turn ? o->journal->name : NULL;
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && !o->is_recorded) {
        *is_late = !is_newest_file(s, o->seq);
        if (*is_late)
            return INLAY_OK;
        st = inlay_revision_check(&s->eras, was, path, err);
        if (st == INLAY_OK)
            st = note_change(o, s, err);
        if (st == INLAY_OK)
            st = append_file(o, s, err);
        if (st == INLAY_OK && !o->is_recorded)
            st = inlay_study_sync(s, err);
    }
    return st;
}

/* s is made of o->file. */
static inlay_status settle(struct opening *o, inlay_study *s, bool *is_late,
                           inlay_error *err)
{
    inlay_status st = inlay_study_sync(s, err);
    if (st == INLAY_OK && !o->is_recorded)
        st = o->is_read_only ? note_change(o, s, err)
                             : record(o, s, is_late, err);
    if (st != INLAY_OK || *is_late)
        return st;
    s->study_event = o->is_recorded ? o->seq : 0;
    s->change.is_recorded = o->is_recorded;
    return inlay_study_sync(s, err);
}

/* What the newest event up to `upto` has recorded. */
static inlay_status read_recorded(struct opening *o, int64_t upto,
                                  inlay_error *err)
{
    const inlay_status st =
        o->journal->ops->study_file(o->journal, upto, &o->text, &o->seq, err);
    o->is_recorded = true;
    if (st == INLAY_OK && !o->text)
        return inlay_fail(err, INLAY_ESTORE, "store '%s': contains no study",
                          o->journal->name);
    return st == INLAY_OK ? parse_recorded(o, err) : st;
}

inlay_status inlay_study_read_file(struct inlay_journal *journal,
                                   struct inlay_study_file **file,
                                   inlay_error *err)
{
    struct opening o = {.journal = journal};
    const inlay_status st = read_recorded(&o, INT64_MAX, err);
    inlay_mem_free(o.text);
    if (st == INLAY_OK)
        *file = o.file;
    return st;
}

/* *out stays NULL where others have recorded a file meanwhile. */
static inlay_status try_opening(struct opening *o, int64_t upto,
                                inlay_study **out, inlay_error *err)
{
    inlay_study *s = NULL;
    bool is_late = false;
    inlay_status st = o->is_recorded ? INLAY_OK : look_up(o, err);
    if (st == INLAY_OK)
        st = inlay_study_make(o->file->space, o->file->options, o->journal,
                              o->watch, &s, err);
    if (st == INLAY_OK) {
        s->is_read_only = o->is_read_only;
        s->upto = upto;
        st = settle(o, s, &is_late, err);
    }
    if (st == INLAY_OK && !is_late)
        *out = s;
    else
        inlay_study_free(s);
    return st;
}

/* With st INLAY_OK.  The journal is taken over, also on failure, unless the study
 * is to be a guest there; o is cleared but for the file. */
static inlay_status open_on(struct opening *o, inlay_status st, int64_t upto,
                            inlay_study **out, inlay_error *err)
{
    inlay_study *s = NULL;
    while (st == INLAY_OK && !s)
        st = try_opening(o, upto, &s, err);
    clear_opening(o);
    if (st != INLAY_OK) {
        if (!o->is_guest)
            inlay_journal_free(o->journal);
        return st;
    }
    s->is_guest = o->is_guest;
    *out = s;
    return INLAY_OK;
}

inlay_status inlay_study_open_file(const char *path,
                                   struct inlay_study_file **file,
                                   enum inlay_store_mode mode,
                                   inlay_study **out, inlay_error *err)
{
    struct opening o = {.file = file ? *file : NULL,
                        .is_read_only = mode == INLAY_STORE_READ};
    const bool is_given = o.file != NULL;
    inlay_status st = inlay_journal_open(path, mode, &o.journal, err);
    if (st != INLAY_OK)
        return st;
    st = is_given ? inlay_study_file_print(o.file, &o.text, err)
                  : read_recorded(&o, INT64_MAX, err);
    st = open_on(&o, st, INT64_MAX, out, err);
    if (st == INLAY_OK && file)
        *file = o.file;
    else if (!is_given)
        inlay_study_file_free(o.file);
    return st;
}

/* As it is recorded. */
inlay_status inlay_study_at(inlay_study *s, int64_t upto, int64_t study,
                            inlay_study **out, inlay_error *err)
{
    struct opening o = {
        .journal = s->journal, .is_guest = true, .is_read_only = true};
    inlay_status st = read_recorded(&o, study > 0 ? study : upto, err);
    st = open_on(&o, st, upto, out, err);
    inlay_study_file_free(o.file);
    return st;
}

/* ---- By space and options ---- */

static inlay_status open_merged(struct opening *o, inlay_study **out,
                                inlay_error *err)
{
    const inlay_status st = open_on(o, INLAY_OK, INT64_MAX, out, err);
    inlay_study_file_free(o->file);
    return st;
}

inlay_status inlay_study_new(const inlay_space *space,
                             const inlay_options *options, inlay_study **out,
                             inlay_error *err)
{
    struct opening o = {.space = space, .options = options};
    if (!space || !out)
        return inlay_refuse_null(__func__, "space and out", err);
    inlay_status st = inlay_journal_new(&o.journal, err);
    if (st == INLAY_OK)
        st = open_merged(&o, out, err);
    return inlay_settle(err, st);
}

inlay_status inlay_study_open(const char *path, const inlay_space *space,
                              const inlay_options *options, inlay_study **out,
                              inlay_error *err)
{
    struct opening o = {.space = space, .options = options};
    if (!path || !out)
        return inlay_refuse_null(__func__, "path and out", err);
    if (!space)
        return inlay_settle(err, inlay_study_open_file(
                                     path, NULL, INLAY_STORE_WRITE, out, err));
    inlay_status st =
        inlay_journal_open(path, INLAY_STORE_CREATE, &o.journal, err);
    if (st == INLAY_OK)
        st = open_merged(&o, out, err);
    return inlay_settle(err, st);
}

inlay_status inlay_study_open_read(const char *path, inlay_study **out,
                                   inlay_error *err)
{
    if (!path || !out)
        return inlay_refuse_null(__func__, "path and out", err);
    return inlay_settle(
        err, inlay_study_open_file(path, NULL, INLAY_STORE_READ, out, err));
}

/* ---- Changing ---- */

/* s becomes what `other` is, and the other way round, but for what belongs to
 * the handle.  The strategy of `other` uses the watch of s, which stays where it
 * is; that of s ends here, as there are no views of what it believes. */
static void swap(inlay_study *s, inlay_study *other)
{
    const inlay_study was = *s;
    *s = *other;
    *other = was;
    s->is_guest = was.is_guest;
    s->log = was.log;
    s->log_context = was.log_context;
    s->lease = was.lease;
    s->renewed_at = was.renewed_at;
    s->self = was.self;
    s->watch = was.watch;
    other->is_guest = true;
    inlay_strategy_free(other->strategy);
    other->strategy = NULL;
    s->earlier = other; /* there may be views of its trials and space */
}

static inlay_status change(inlay_study *s, const inlay_space *space,
                           const inlay_options *options, inlay_error *err)
{
    struct opening o = {.journal = s->journal,
                        .is_guest = true,
                        .watch = &s->watch,
                        .space = space,
                        .options = options};
    inlay_study *changed = NULL;
    inlay_status st = inlay_study_check_writable(s, err);
    if (st == INLAY_OK)
        st = open_merged(&o, &changed, err);
    if (st == INLAY_OK)
        swap(s, changed);
    return st;
}

inlay_status inlay_study_revise(inlay_study *s, const inlay_space *space,
                                const inlay_options *options, inlay_error *err)
{
    if (!s)
        return inlay_refuse_null(__func__, "study", err);
    if (!space && !options)
        return inlay_settle(err, inlay_study_sync(s, err));
    return inlay_settle(err, change(s, space, options, err));
}

inlay_status inlay_study_last_revision_sized(const inlay_study *s,
                                             inlay_revision *out, size_t size,
                                             inlay_error *err)
{
    if (!s || !out)
        return inlay_refuse_null(__func__, "study and out", err);
    const struct inlay_study_revision *c = &s->change;
    const inlay_revision change = {
        .text = c->text ? c->text : "",
        .n_carried = c->text ? c->n_carried : 0,
        .n_outside = c->n_outside,
        .n_without_point = c->n_without_point,
        .n_queue_outside = c->n_queue_outside,
        .n_without_value = c->text ? c->n_without_value : 0,
        .n_without_limit = c->text ? c->n_without_limit : 0,
        .is_recorded = c->is_recorded,
    };
    const inlay_status st = inlay_sized_check(__func__, size, err);
    if (st == INLAY_OK)
        inlay_sized_put(out, 0, size, &change, sizeof change);
    return inlay_settle(err, st);
}

bool inlay_study_lacks_default(const inlay_study *s)
{
    return inlay_revision_lacks_default(&s->eras);
}

bool inlay_study_took_default(const inlay_study *s, int64_t trial,
                              size_t variable)
{
    const struct inlay_record *r = s->history.trial[trial - 1];
    const struct inlay_era *era =
        inlay_eras_find(&s->eras, r->study, r->asked_by);
    return era && !era->is_same &&
           era->translation.source[variable] == SIZE_MAX;
}
