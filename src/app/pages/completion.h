/*
 * completion.h: a completion script for a shell, made from the tables.
 */
#ifndef INLAY_APP_PAGES_COMPLETION_H
#define INLAY_APP_PAGES_COMPLETION_H

#include "base/text.h"

/* For bash: commands, flags, values of options that have choices, and names of
 * study files and stores. */
void inlay_completion_bash(struct inlay_text *page);

#endif
