/*
 * word.h: texts of the user's, made fit for where they go: a terminal, a shell,
 * JSON.  Names and values may hold any characters; a terminal obeys some.
 */
#ifndef INLAY_APP_SCREEN_WORD_H
#define INLAY_APP_SCREEN_WORD_H

#include "base/text.h"
#include "inlay.h"

/* s as it is, but control characters as \n, \t, \x1b, and what is no UTF-8 as
 * \xff: for tables and messages. */
void inlay_word_add_shown(struct inlay_text *text, const char *s);

/*
 * s as one word of a shell: as it is where that is safe, else in '...', or, with
 * control characters in it, in $'...' (bash, zsh, ksh), where they are written
 * with a backslash.  So it may be printed on a terminal and pasted.
 */
void inlay_word_add_shell(struct inlay_text *text, const char *s);

/* Columns of a text; bytes of it that fit into n columns. */
size_t inlay_word_width(const char *s);
size_t inlay_word_bytes(const char *s, size_t n);

#endif
