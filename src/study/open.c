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
#include "study/inside.h"

/* A study that is to be opened. */
struct opening {
    struct inlay_journal *journal;
    struct inlay_study_file *file;
    char *text;  /* of the file */
    int64_t seq; /* of its event, or of the newest other one; 0: none */
    bool is_recorded, is_guest, is_read_only;
};

/* Is the file recorded?  Fails where another one is, with which it does not
 * agree. */
static inlay_status look_up(struct opening *o, inlay_error *err)
{
    char *was = NULL;
    struct inlay_study_file *old = NULL;
    inlay_status st =
        o->journal->ops->study_file(o->journal, INT64_MAX, &was, &o->seq, err);
    o->is_recorded = st == INLAY_OK && was && strcmp(was, o->text) == 0;
    if (st == INLAY_OK && was && !o->is_recorded) {
        st = inlay_study_file_parse_recorded(was, &old, err);
        if (st == INLAY_OK)
            st = inlay_study_file_check_same(old, o->file, err);
    }
    inlay_study_file_free(old);
    inlay_mem_free(was);
    return st;
}

/* Of two processes that begin a study with different variables one is late, and
 * refused when it looks again. */
static inlay_status record(struct opening *o, inlay_error *err)
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
            st = look_up(o, err);
    }
    return st;
}

/* The file of o->text, which is recorded. */
static inlay_status parse_recorded(struct opening *o, inlay_error *err)
{
    const inlay_status st =
        inlay_study_file_parse_recorded(o->text, &o->file, err);
    if (st != INLAY_EPARSE && st != INLAY_EINVAL)
        return st;
    return inlay_fail_within(err, INLAY_ESTORE, "store '%s': its study file",
                             o->journal->name);
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

/* With st INLAY_OK.  The journal is taken over, and the text freed. */
static inlay_status open_on(struct opening *o, inlay_status st, int64_t upto,
                            inlay_study **out, inlay_error *err)
{
    inlay_study *s = NULL;
    if (st == INLAY_OK && !o->is_recorded)
        st = look_up(o, err);
    if (st == INLAY_OK)
        st = inlay_study_make(o->file->space, o->file->options, o->journal,
                              o->is_guest, &s, err);
    else if (!o->is_guest)
        inlay_journal_free(o->journal);
    /* Only what a study can be made of is recorded. */
    if (st == INLAY_OK && !o->is_read_only)
        st = record(o, err);
    if (st == INLAY_OK) {
        s->is_read_only = o->is_read_only;
        s->upto = upto;
        s->study_event = o->is_recorded ? o->seq : 0;
        st = inlay_study_sync(s, err);
    }
    if (st == INLAY_OK)
        *out = s;
    else
        inlay_study_free(s);
    inlay_text_free(o->text);
    return st;
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

/* As it is recorded; a study in memory has none recorded, and stays as it is. */
inlay_status inlay_study_at(inlay_study *s, int64_t upto, int64_t study,
                            inlay_study **out, inlay_error *err)
{
    struct opening o = {.journal = s->journal,
                        .is_recorded = true,
                        .is_guest = true,
                        .is_read_only = true};
    inlay_status st = s->journal->ops->study_file(
        s->journal, study > 0 ? study : upto, &o.text, &o.seq, err);
    if (st == INLAY_OK)
        st = o.text ? parse_recorded(&o, err)
                    : inlay_study_file_new(s->space, s->options, &o.file, err);
    st = open_on(&o, st, upto, out, err);
    inlay_study_file_free(o.file);
    return st;
}

inlay_status inlay_study_open(const char *path, const inlay_space *space,
                              const inlay_options *options, inlay_study **out,
                              inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st = INLAY_OK;
    if (!path || !out)
        return inlay_refuse_null(__func__, "path and out", err);
    if (space)
        st = inlay_study_file_new(space, options, &file, err);
    if (st == INLAY_OK)
        st = inlay_study_open_file(
            path, space ? &file : NULL,
            space ? INLAY_STORE_CREATE : INLAY_STORE_WRITE, out, err);
    inlay_study_file_free(file);
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
