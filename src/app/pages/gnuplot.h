/*
 * gnuplot.h: the parts of a script for gnuplot.
 *
 * What comes from the user (names, labels) reaches a command in one way only, as
 * a string of inlay_gnuplot_quote; data are blocks of numbers.
 */
#ifndef INLAY_APP_PAGES_GNUPLOT_H
#define INLAY_APP_PAGES_GNUPLOT_H

#include "base/text.h"

/* A string in single quotes, in which gnuplot knows neither escapes nor
 * substitutions.  Control characters become spaces, an apostrophe the
 * typographic one. */
void inlay_gnuplot_quote(struct inlay_text *page, const char *s);
/* The same for a label of a tic, which gnuplot takes for a format. */
void inlay_gnuplot_quote_tic(struct inlay_text *page, const char *s);

/* A line of a block of data: exact numbers, NaN where one is not finite. */
void inlay_gnuplot_row(struct inlay_text *page, const double *v, size_t n);

/* set xrange [lo:hi] and its like; both are finite. */
void inlay_gnuplot_range(struct inlay_text *page, const char *axis, double lo,
                         double hi);

/* The left, right, top and bottom of the next panel, in fractions of the page
 * from its lower left corner. */
void inlay_gnuplot_margins(struct inlay_text *page, const double at[4]);

/* A label above the panel, at its left or right end. */
void inlay_gnuplot_heading(struct inlay_text *page, const char *s,
                           bool is_right, const char *colour);

/* One more thing in a plot command, of which *n are there: "$block using how",
 * or "$blockK using how" where k is not 0. */
void inlay_gnuplot_series(struct inlay_text *page, size_t *n, const char *block,
                          size_t k, const char *how);

#endif
