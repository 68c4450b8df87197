/*
 * shell.h: text quoted for a shell.
 */
#ifndef INLAY_APP_SCREEN_SHELL_H
#define INLAY_APP_SCREEN_SHELL_H

#include "base/text.h"
#include "problem/space.h"

/*
 * Appends s as one word of a shell, safe to print on a terminal and to paste: as
 * it is if possible, else in '...'; with harmful characters (base/harmless) in
 * $'...' (bash, zsh, ksh), where they are written with a backslash.
 */
void inlay_shell_add(struct inlay_text *text, const char *s);

/* Appends name=value for each variable, quoted for a shell, between `before` and
 * `after`. */
void inlay_shell_add_configuration(struct inlay_text *text,
                                   const inlay_space *space,
                                   const inlay_value *x, const char *before,
                                   const char *after);

#endif
