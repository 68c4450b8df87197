/*
 * man.h: the manual page, in roff, made from the tables.
 */
#ifndef INLAY_APP_PAGES_MAN_H
#define INLAY_APP_PAGES_MAN_H

#include "base/text.h"

/* inlay(1), all of it. */
void inlay_man_write(struct inlay_text *page);

#endif
