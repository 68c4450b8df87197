/*
 * open.h: studies in files, beyond inlay_study_open.
 */
#ifndef INLAY_STUDY_OPEN_H
#define INLAY_STUDY_OPEN_H

#include "study/journal.h"
#include "study/study_file.h"

/*
 * The study in the store `path`.  With file NULL it is opened as it is recorded.
 * With *file NULL too, and *file is then what is recorded, for the caller to
 * free.  Otherwise *file is recorded where it differs from the newest one, unless
 * the mode is INLAY_STORE_READ: then the study is looked at with *file.  Where
 * trials cannot follow to another space, see study/change, recording it is
 * INLAY_EINVAL; reading never is.
 */
inlay_status inlay_study_open_file(const char *path,
                                   struct inlay_study_file **file,
                                   enum inlay_store_mode mode,
                                   inlay_study **out, inlay_error *err);

/* The newest study file in a journal.  INLAY_ESTORE where there is none. */
inlay_status inlay_study_read_file(struct inlay_journal *journal,
                                   struct inlay_study_file **file,
                                   inlay_error *err);

/* inlay_audit_file of the study as it would be opened with *file for reading; with
 * file NULL, as it is recorded. */
inlay_status inlay_audit_store(const char *path, struct inlay_study_file **file,
                               inlay_audit **out, inlay_error *err);

/* What the next ask would give, without asking: x has room for all variables. */
inlay_status inlay_study_suggest(inlay_study *s, inlay_value *x,
                                 inlay_origin *origin, inlay_error *err);

/* How many of its trials take nothing of a budget, see journal.h. */
inlay_status inlay_study_n_uncounted(inlay_study *s, int64_t *n,
                                     inlay_error *err);

/* Is there a trial that is older than a variable, which has no default? */
bool inlay_study_lacks_default(const inlay_study *s);

/* Has that trial the variable only from its default? */
bool inlay_study_took_default(const inlay_study *s, int64_t trial,
                              size_t variable);

#endif
