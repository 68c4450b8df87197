/*
 * words.h: a command line as words, without a shell.
 */
#ifndef INLAY_BASE_WORDS_H
#define INLAY_BASE_WORDS_H

#include "inlay.h"

/*
 * White space separates words; '...', "..." and a backslash keep it.  Words that
 * only a shell understands (|, >, &&) are refused.  *words is one block, to be
 * freed with inlay_mem_free; the strings are in it.
 */
inlay_status inlay_words_split(const char *line, char ***words, size_t *n,
                               inlay_error *err);

#endif
