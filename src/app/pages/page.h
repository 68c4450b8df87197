/*
 * page.h: a text that is made by many small calls, with one check at the end.
 *
 * After a failure calls do nothing, and inlay_page_end gives the status: for
 * help, man page, completion and schema, which are all prints and no logic.
 */
#ifndef INLAY_APP_PAGES_PAGE_H
#define INLAY_APP_PAGES_PAGE_H

#include "base/text.h"
#include "inlay.h"

/* {.err = err} is an empty page. */
struct inlay_page {
    struct inlay_text text;
    inlay_status st;
    inlay_error *err;
};

void inlay_page_add(struct inlay_page *page, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The shortest decimal; a text in quotes, as JSON. */
void inlay_page_number(struct inlay_page *page, double v);
void inlay_page_json(struct inlay_page *page, const char *s);

/* Words of s in lines of up to 79 columns, each but the first after `indent`
 * spaces; the first goes on from where the last line of the page ends.  A "\n"
 * in s begins a line. */
void inlay_page_wrap(struct inlay_page *page, const char *s, size_t indent);

/* A flag or a key, and its help at a fixed column. */
void inlay_page_item(struct inlay_page *page, const char *head,
                     const char *help);

/* *out is the caller's, for inlay_text_free; after a failure nothing is. */
inlay_status inlay_page_end(struct inlay_page *page, char **out);

#endif
