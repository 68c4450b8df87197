/*
 * line.h: text for people in lines of a terminal or a log: harmless, counted in
 * columns, cut to a width.
 *
 * Names, categories and what an evaluation prints are others' texts.  They may
 * hold anything, and must not move the cursor, end a line or change a colour.
 */
#ifndef INLAY_APP_SCREEN_LINE_H
#define INLAY_APP_SCREEN_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "inlay.h"

/*
 * Appends n bytes of s made harmless: escape sequences are left out, a tab is a
 * space, any other control character and any byte that is no UTF-8 is '?'.
 * Without has_utf8, so is each character beyond ASCII.
 */
void inlay_line_add_harmless(struct inlay_text *line, const char *s, size_t n,
                             bool has_utf8);

/* Six significant digits. */
void inlay_line_add_value(struct inlay_text *line, double v);

/* "rate=0.1 depth=3", harmless; numbers with six significant digits, integers
 * with all. */
void inlay_line_add_configuration(struct inlay_text *line,
                                  const inlay_space *space,
                                  const inlay_value *x, bool has_utf8);

/* Columns that n bytes of s take on a terminal; s is harmless but for colours
 * (ESC [ ... m), which take none. */
size_t inlay_line_columns(const char *s, size_t n);

/* Rows that n bytes of s take on a terminal of that width: at least one.  A
 * letter of two columns is not parted. */
size_t inlay_line_rows(const char *s, size_t n, size_t width);

/* Appends n bytes of s, cut to at most `width` columns: then it ends with an
 * ellipsis if there is room for one, and no colour stays on. */
void inlay_line_add_cut(struct inlay_text *line, const char *s, size_t n,
                        size_t width, bool has_utf8);

#endif
