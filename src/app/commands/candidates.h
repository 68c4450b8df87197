/*
 * candidates.h: what may stand in place of the last word of a command line, by
 * the tables of commands, flags, keys and options, and by the study that the line
 * names.
 */
#ifndef INLAY_APP_COMMANDS_CANDIDATES_H
#define INLAY_APP_COMMANDS_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/*
 * Appends a line for each candidate.  Where files are wanted, which shells know
 * better, the line is ":files", or ":studies" for study files and stores.  The
 * words are those after "inlay", the last perhaps empty; candidates are not
 * compared with it, as shells have rules of their own for that.  Nothing is said
 * of what is wrong with the words before.
 *
 * separator: follows each candidate, before its help, so that a candidate cannot
 * be read as ":files"; ':' is escaped within.  '\0': neither separator
 * nor help, for tests.
 */
void inlay_candidates_add(const char *const *words, size_t n, char separator,
                          struct inlay_text *out);

/* Shell i for which there is a script, and the one of this name; NULL: none. */
struct inlay_page;
struct inlay_shell {
    const char *name;
    void (*script)(struct inlay_page *page);
    char separator; /* for inlay_candidates_add */
};
const struct inlay_shell *inlay_shell_at(size_t i);
const struct inlay_shell *inlay_shell_find(const char *name);

#endif
