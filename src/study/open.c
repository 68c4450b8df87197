/*
 * open.c: studies in files.
 *
 * The study file is an event of the journal.  A study is opened with what is
 * recorded, or with another one that agrees with it; that is recorded then.
 */
#include "study/open.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "strategy/options.h"
#include "study/inside.h"
#include "study/spec.h"

static inlay_status check_spec(const char *was, const inlay_space *space,
                               const inlay_options *options, inlay_error *err)
{
    inlay_space *old_space = NULL;
    inlay_options *old_options = NULL;
    inlay_status st = inlay_spec_parse(was, &old_space, &old_options, err);

    if (st == INLAY_OK)
        st = inlay_spec_check_same(old_space, old_options, space, options, err);
    inlay_space_free(old_space);
    inlay_options_free(old_options);
    return st;
}

/* A study that is to be opened. */
struct opening {
    struct inlay_journal *journal;
    const char *text; /* of the spec */
    inlay_space *space;
    inlay_options *options;
    int64_t seq; /* of its event, or of the newest other one; 0: none */
    bool is_recorded, is_guest;
};

/* Is the spec recorded?  Fails where another one is, with which it does not
 * agree. */
static inlay_status look_up_spec(struct opening *o, inlay_error *err)
{
    char *was = NULL;
    inlay_status st =
        o->journal->ops->study_file(o->journal, INT64_MAX, &was, &o->seq, err);

    o->is_recorded = st == INLAY_OK && was && strcmp(was, o->text) == 0;
    if (st == INLAY_OK && was && !o->is_recorded)
        st = check_spec(was, o->space, o->options, err);
    inlay_mem_free(was);
    return st;
}

/* Of two processes that begin a study with different variables one is late, and
 * refused when it looks again. */
static inlay_status record_spec(struct opening *o, inlay_error *err)
{
    const struct inlay_event e = {.kind = INLAY_EVENT_STUDY, .text = o->text};
    inlay_status st = INLAY_OK;
    while (st == INLAY_OK && !o->is_recorded) {
        const struct inlay_append a = {
            .premise = {.kind = INLAY_PREMISE_STUDY, .since = o->seq},
            .events = &e,
            .n_events = 1,
            .is_durable = true,
        };
        bool is_late = false;
        st = o->journal->ops->append(o->journal, &a, &o->seq, &is_late, err);
        o->is_recorded = st == INLAY_OK && !is_late;
        if (st == INLAY_OK && is_late)
            st = look_up_spec(o, err);
    }
    return st;
}

/* What is recorded; the caller frees it. */
static inlay_status recorded_spec(struct inlay_journal *j, int64_t upto,
                                  char **text, int64_t *seq, inlay_error *err)
{
    const inlay_status st = j->ops->study_file(j, upto, text, seq, err);
    if (st == INLAY_OK && !*text)
        return inlay_fail(err, INLAY_ESTORE,
                          "store '%s': there is no study in it", j->name);
    return st;
}

/* The journal is taken over. */
static inlay_status open_on(struct opening *o, bool writes, int64_t upto,
                            inlay_study **out, inlay_error *err)
{
    inlay_study *s = NULL;
    inlay_status st = inlay_spec_parse(o->text, &o->space, &o->options, err);

    if (st == INLAY_OK && !o->is_recorded)
        st = look_up_spec(o, err);
    if (st == INLAY_OK)
        st = inlay_study_make(o->space, o->options, o->journal, o->is_guest, &s,
                              err);
    else if (!o->is_guest)
        inlay_journal_free(o->journal);
    /* Only what a study can be made of is recorded. */
    if (st == INLAY_OK && writes)
        st = record_spec(o, err);
    if (st == INLAY_OK) {
        s->upto = upto;
        s->study_event = o->is_recorded ? o->seq : 0;
        st = inlay_study_sync(s, err);
    }
    if (st == INLAY_OK)
        *out = s;
    else
        inlay_study_free(s);
    inlay_space_free(o->space);
    inlay_options_free(o->options);
    return st;
}

/* As recorded by the newest event up to `study`. */
static inlay_status open_recorded(struct inlay_journal *journal, int64_t study,
                                  int64_t upto, inlay_study **out,
                                  inlay_error *err)
{
    struct opening o = {.journal = journal, .is_recorded = true};
    char *text = NULL;
    inlay_status st = recorded_spec(journal, study, &text, &o.seq, err);

    o.text = text;
    if (st == INLAY_OK)
        st = open_on(&o, false, upto, out, err);
    else
        inlay_journal_free(journal);
    inlay_mem_free(text);
    return st;
}

inlay_status inlay_study_open_spec(const char *path, const char *spec,
                                   enum inlay_store_mode mode,
                                   inlay_study **out, inlay_error *err)
{
    struct opening o = {.text = spec};
    const inlay_status st = inlay_journal_open(path, mode, &o.journal, err);
    if (st != INLAY_OK)
        return st;
    return spec ? open_on(&o, mode != INLAY_STORE_READ, INT64_MAX, out, err)
                : open_recorded(o.journal, INT64_MAX, INT64_MAX, out, err);
}

inlay_status inlay_study_open_at(const char *path, int64_t upto, int64_t study,
                                 inlay_study **out, inlay_error *err)
{
    struct inlay_journal *journal = NULL;
    const inlay_status st =
        inlay_journal_open(path, INLAY_STORE_READ, &journal, err);
    return st == INLAY_OK ? open_recorded(journal, study > 0 ? study : upto,
                                          upto, out, err)
                          : st;
}

/* ---- Looking back ---- */

static inlay_status take_asking(const struct inlay_trial_row *row,
                                void *context, inlay_error *err)
{
    (void)err;
    *(struct inlay_asking *)context =
        (struct inlay_asking){row->known, row->study, row->cause};
    return INLAY_OK;
}

inlay_status inlay_study_find_asking(inlay_study *s, int64_t id,
                                     struct inlay_asking *out, inlay_error *err)
{
    return s->journal->ops->trials(s->journal, id, id, take_asking, out, err);
}

/* As it is recorded; a study in memory has none recorded, and stays as it is. */
inlay_status inlay_study_at(inlay_study *s, int64_t upto, int64_t study,
                            inlay_study **out, inlay_error *err)
{
    struct opening o = {
        .journal = s->journal, .is_recorded = true, .is_guest = true};
    char *text = NULL;
    inlay_status st = s->journal->ops->study_file(
        s->journal, study > 0 ? study : upto, &text, &o.seq, err);
    if (st == INLAY_OK && !text)
        st = inlay_spec_print(s->space, s->options, &text, err);
    o.text = text;
    if (st == INLAY_OK)
        st = open_on(&o, false, upto, out, err);
    inlay_text_free(text);
    return st;
}

inlay_status inlay_study_open(const char *path, const inlay_space *space,
                              const inlay_options *options, inlay_study **out,
                              inlay_error *err)
{
    inlay_options *all = NULL;
    char *spec = NULL;
    if (!path || !out)
        return inlay_study_refuse_null("inlay_study_open", "path and out", err);
    if (!space)
        return inlay_study_open_spec(path, NULL, INLAY_STORE_WRITE, out, err);
    inlay_status st = inlay_options_copy(options, &all, err);
    if (st == INLAY_OK)
        st = inlay_spec_print(space, all, &spec, err);
    if (st == INLAY_OK)
        st = inlay_study_open_spec(path, spec, INLAY_STORE_CREATE, out, err);
    inlay_options_free(all);
    inlay_text_free(spec);
    return st;
}
