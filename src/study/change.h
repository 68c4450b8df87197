/*
 * change.h: what has changed from one study file to the next, and whether the
 * trials can follow.
 */
#ifndef INLAY_STUDY_CHANGE_H
#define INLAY_STUDY_CHANGE_H

#include "base/text.h"
#include "study/era.h"
#include "study/study_file.h"

/* Appends what is another space, goal or output: "depth: 0 to 8 became 0 to 12;
 * goal: minimize became maximize".  Nothing where all are the same. */
void inlay_revision_add(const struct inlay_study_file *was,
                        const struct inlay_study_file *now,
                        struct inlay_text *text);

/* Can the trials of the eras go on in the space that they are looked with, as far
 * as they can in the space that was in force (NULL: there was none)?  INLAY_EINVAL
 * says what stands in the way, and what to do about it.  store: its path, or NULL
 * in memory. */
inlay_status inlay_revision_check(const struct inlay_eras *eras,
                                  const inlay_space *before, const char *store,
                                  inlay_error *err);

/* Do trials of an era lack a variable that has no default? */
bool inlay_revision_lacks_default(const struct inlay_eras *eras);

#endif
