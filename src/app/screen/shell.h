/*
 * shell.h: text quoted for a shell.
 */
#ifndef INLAY_APP_SCREEN_SHELL_H
#define INLAY_APP_SCREEN_SHELL_H

#include "base/text.h"
#include "problem/space.h"

/*
 * Appends s as one word of a shell: as it is where that is safe, else in '...',
 * or, with harmful characters in it (base/harmless), in $'...' (bash, zsh, ksh),
 * where they are written with a backslash.  So it may be printed on a terminal
 * and pasted.
 */
void inlay_shell_add(struct inlay_text *text, const char *s);

/* Appends name=value for each variable, both as words of a shell, `before` and
 * `after` around each. */
void inlay_shell_add_configuration(struct inlay_text *text,
                                   const inlay_space *space,
                                   const inlay_value *x, const char *before,
                                   const char *after);

#endif
