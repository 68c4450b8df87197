/*
 * life.h: attributes of trials, several at once; what can be done to a trial.
 */
#ifndef INLAY_STUDY_LIFE_H
#define INLAY_STUDY_LIFE_H

#include "problem/notes.h"

/* Sets or removes (value NULL) attributes of a trial, or of the study (id 0), in
 * one append. */
inlay_status inlay_study_note(inlay_study *s, int64_t id,
                              const struct inlay_note *changes, size_t n,
                              inlay_error *err);

/* Would inlay_study_abandon, _discard, _restore do it now?  Else what they would
 * say; nothing is changed. */
inlay_status inlay_study_can_abandon(inlay_study *s, int64_t id,
                                     inlay_error *err);
inlay_status inlay_study_can_discard(inlay_study *s, int64_t id,
                                     inlay_error *err);
inlay_status inlay_study_can_restore(inlay_study *s, int64_t id,
                                     inlay_error *err);

/* Those of a trial or of the study; NULL: none. */
const struct inlay_notes *inlay_study_notes(const inlay_study *s, int64_t id);

#endif
