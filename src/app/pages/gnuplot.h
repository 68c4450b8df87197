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
 * typographic one.  The label of a tic is a format to gnuplot. */
void inlay_gnuplot_quote(struct inlay_text *page, const char *s,
                         bool is_format);

/* A line of a block of data: exact numbers, NaN where one is not finite. */
void inlay_gnuplot_row(struct inlay_text *page, const double *v, size_t n);

/* A command in which each @ stands for the next of these numbers, exact; all
 * are finite. */
void inlay_gnuplot_add(struct inlay_text *page, const char *command,
                       const double *v);

/* A label above the panel, at its left or right end. */
void inlay_gnuplot_heading(struct inlay_text *page, const char *s,
                           bool is_right, const char *color);

/* What a panel shows of a block of data, and how: "1:2 with lines". */
struct inlay_gnuplot_series {
    bool is_drawn;
    const char *block, *how;
};

/* The plot command for the series that are drawn, up to one without `how`; of
 * block "name", or "nameK" where k is not 0. */
void inlay_gnuplot_plot(struct inlay_text *page, size_t k,
                        const struct inlay_gnuplot_series *series);

#endif
