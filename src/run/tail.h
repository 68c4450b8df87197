/*
 * tail.h: the last lines of what a worker has printed, for a message.
 */
#ifndef INLAY_RUN_TAIL_H
#define INLAY_RUN_TAIL_H

#include "base/text.h"

/*
 * Appends the last n_lines (at least one) of a file, or fewer, so that they have
 * at most some 2000 bytes, for a message: harmless, without what a line has
 * overwritten (progress bars) and without a newline at the end.  Of a long line
 * there is its end, after its length.  Nothing of a file that cannot be read.
 */
void inlay_tail_add(const char *path, size_t n_lines, struct inlay_text *out);

#endif
