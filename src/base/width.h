/*
 * width.h: how many columns a text takes on a terminal, and text cut to a width.
 *
 * The text is harmless (base/harmless) but for colors of ours (ESC [ ... m),
 * which take no column.  A wide character takes two, a combining one none.
 */
#ifndef INLAY_BASE_WIDTH_H
#define INLAY_BASE_WIDTH_H

#include "base/text.h"

/* Columns of s. */
size_t inlay_width(const char *s);

/* How many of n bytes of s fit into `width` columns, in whole characters. */
size_t inlay_width_fitting(const char *s, size_t n, size_t width);

/* Rows that n bytes of s take on a terminal of `width` columns: at least one.
 * A wide character does not span two rows. */
size_t inlay_width_rows(const char *s, size_t n, size_t width);

/* Appends n bytes of s, cut to at most `width` columns: it then ends with an
 * ellipsis if there is room for one, and no color stays on. */
void inlay_width_add_cut(struct inlay_text *text, const char *s, size_t n,
                         size_t width, bool has_utf8);

#endif
