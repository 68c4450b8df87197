/*
 * harmless.h: other people's text, made safe to print on a terminal.
 *
 * Names, values and what a program printed may hold anything.  They must not
 * move the cursor, change a color, end a line or reverse the direction of the
 * text around them.  Harmful are control characters (C0, DEL, C1), controls of
 * direction and of lines, and bytes that are not UTF-8.
 *
 * Making text harmless twice changes nothing.  To quote text for a shell or for
 * JSON is another task.
 */
#ifndef INLAY_BASE_HARMLESS_H
#define INLAY_BASE_HARMLESS_H

#include "base/text.h"

/* How harmful characters are shown. */
enum {
    /* With a backslash, byte by byte (\n, \t, \x1b, \xe2\x80\xae), so that
     * different names stay different. */
    INLAY_HARMLESS_ESCAPED = 0,
    /* As the output of a program reads best: escape sequences are left out, a
     * tab is a space, anything else harmful is '?'. */
    INLAY_HARMLESS_OUTPUT = 1,
    /* In addition: each character beyond ASCII is '?'. */
    INLAY_HARMLESS_ASCII = 2,
    /* At most this many bytes are shown for one step. */
    INLAY_HARMLESS_STEP = 4
};

/* Appends s made harmless, escaped; or n bytes of s, where `how` is one of the
 * above, or their sum. */
void inlay_harmless_add(struct inlay_text *text, const char *s);
void inlay_harmless_add_bytes(struct inlay_text *text, const char *s, size_t n,
                              unsigned how);

/*
 * One step of it, where there is no memory to ask for: reads at least one of the
 * n >= 1 bytes at s and says how many; shown gets *n_shown bytes, without a zero.
 */
size_t inlay_harmless_next(const char *s, size_t n, unsigned how,
                           char shown[INLAY_HARMLESS_STEP], size_t *n_shown);

/* How many bytes from the start of s are harmless as they are. */
size_t inlay_harmless_span(const char *s, size_t n);

#endif
