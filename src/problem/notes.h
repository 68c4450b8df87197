/*
 * notes.h: attributes of a trial or a study: texts under keys, for people and
 * programs; no strategy reads them.
 *
 * Keys come in the order in which they were first set.  A tag is a key whose
 * value is the empty text.
 */
#ifndef INLAY_PROBLEM_NOTES_H
#define INLAY_PROBLEM_NOTES_H

#include "base/text.h"
#include "inlay.h"

enum { INLAY_MAX_NOTE_KEY = 200, INLAY_MAX_NOTE = 1 << 16 }; /* bytes */

struct inlay_note {
    const char *key, *value;
};

/* One block of memory, which inlay_mem_free frees.  NULL: there are none. */
struct inlay_notes {
    size_t n;
    struct inlay_note at[]; /* its texts follow */
};

/* From a JSON object of texts; *out := NULL where it is empty. */
inlay_status inlay_notes_parse(const char *json, struct inlay_notes **out,
                               inlay_error *err);

/* The value, or NULL. */
const char *inlay_notes_find(const struct inlay_notes *notes, const char *key);

/* INLAY_EINVAL unless they may be an attribute (value NULL: it is removed). */
inlay_status inlay_notes_check(const char *key, const char *value,
                               inlay_error *err);

/* Appends them as a JSON object, with the changes, of which a NULL value
 * removes. */
void inlay_notes_print(const struct inlay_notes *notes,
                       const struct inlay_note *changes, size_t n,
                       struct inlay_text *json);

#endif
