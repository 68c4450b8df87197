/*
 * life.h: attributes of trials, several at once.
 */
#ifndef INLAY_STUDY_LIFE_H
#define INLAY_STUDY_LIFE_H

#include "problem/notes.h"

/* Sets or removes (value NULL) attributes of a trial, or of the study (id 0), in
 * one append. */
inlay_status inlay_study_note(inlay_study *s, int64_t id,
                              const struct inlay_note *changes, size_t n,
                              inlay_error *err);

/* Those of a trial or of the study; NULL: none. */
const struct inlay_notes *inlay_study_notes(const inlay_study *s, int64_t id);

#endif
