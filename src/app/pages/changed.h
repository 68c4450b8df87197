/*
 * changed.h: what a study that has changed says of it, in one line.
 */
#ifndef INLAY_APP_PAGES_CHANGED_H
#define INLAY_APP_PAGES_CHANGED_H

#include "base/text.h"
#include "inlay.h"

/* Appends the line, without its end; nothing where nothing has changed. */
void inlay_changed_add(const inlay_revision *change, struct inlay_text *line);

#endif
