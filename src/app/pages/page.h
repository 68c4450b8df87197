/*
 * page.h: words in lines, for help and reports.
 */
#ifndef INLAY_APP_PAGES_PAGE_H
#define INLAY_APP_PAGES_PAGE_H

#include "base/text.h"

/* Words of s in lines of up to 79 columns, each but the first after `indent`
 * spaces; the first goes on from where the last line of the page ends.  A "\n"
 * in s begins a line. */
void inlay_page_wrap(struct inlay_text *page, const char *s, size_t indent);

/* Help at a fixed column, on the line of the flag or key that it explains. */
void inlay_page_help(struct inlay_text *page, const char *help);

#endif
