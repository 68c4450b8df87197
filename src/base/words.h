/*
 * words.h: a command line as words, without a shell; and a word as a shell takes
 * it.
 */
#ifndef INLAY_BASE_WORDS_H
#define INLAY_BASE_WORDS_H

#include "base/text.h"
#include "inlay.h"

/*
 * White space separates words; '...', "..." and a backslash keep it.  Words that
 * only a shell understands (|, >, &&) are refused.  *words is one block, to be
 * freed with inlay_mem_free; the strings are in it.
 */
inlay_status inlay_words_split(const char *line, char ***words, size_t *n,
                               inlay_error *err);

/*
 * Appends s as one word of a shell: as it is where that is safe, else in '...',
 * or, with harmful characters in it (base/harmless), in $'...' (bash, zsh, ksh),
 * where they are written with a backslash.  So it may be printed on a terminal
 * and pasted.
 */
void inlay_words_add_quoted(struct inlay_text *text, const char *s);

#endif
