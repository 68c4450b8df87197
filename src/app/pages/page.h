/*
 * page.h: pages of words: paragraphs, headings and lists, for a terminal or as
 * roff for a manual page; and reports, which are a text with its sentences
 * broken into lines.
 */
#ifndef INLAY_APP_PAGES_PAGE_H
#define INLAY_APP_PAGES_PAGE_H

#include "base/text.h"

/* {0} is an empty page for a terminal. */
struct inlay_page {
    struct inlay_text text;
    bool is_roff;
};

/* Headings of three depths, which a terminal shows alike; sentences, in which a
 * "\n" begins a line; and lines as they are, each with its end. */
enum inlay_page_part {
    INLAY_SECTION,
    INLAY_SUBSECTION,
    INLAY_LIST,
    INLAY_PARAGRAPH,
    INLAY_BLOCK
};
void inlay_page_add(struct inlay_page *page, enum inlay_page_part part,
                    const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* An entry of a list: a command, flag or key, its argument (NULL or "" where it
 * has none), and its help. */
void inlay_page_term(struct inlay_page *page, const char *name,
                     const char *argument, const char *help);

/* Breaks what the text has from byte `from` on into lines of up to 79 columns,
 * all of which begin at the column of the first, and ends the last.  A "\n"
 * begins a line. */
void inlay_page_wrap(struct inlay_text *text, size_t from);

/* A line of a report: a label, and words at the column where those of all labels
 * begin; wrapped. */
void inlay_page_say(struct inlay_text *text, const char *label, const char *fmt,
                    ...) __attribute__((format(printf, 3, 4)));
/* The same in pieces: adds the label, and gives `from` for inlay_page_wrap after
 * the words. */
size_t inlay_page_label(struct inlay_text *text, const char *label);

#endif
