/*
 * gnuplot.h: a picture as a script for gnuplot.
 *
 * What comes from the user (names, labels) reaches a command in one way only, as
 * a string of inlay_gnuplot_quote; data are blocks of numbers.  The script names
 * no file: it draws to gnuplot's standard output.
 */
#ifndef INLAY_APP_GNUPLOT_H
#define INLAY_APP_GNUPLOT_H

#include "app/page.h"
#include "app/plot.h"

struct inlay_gnuplot_options {
    bool is_png;          /* else SVG */
    size_t width, height; /* points, 0: by itself; a PNG has 2 pixels a point */
};

/* A string in single quotes, in which gnuplot knows neither escapes nor
 * substitutions.  Control characters become spaces, an apostrophe the
 * typographic one. */
void inlay_gnuplot_quote(struct inlay_page *page, const char *s);
/* The same for a label of a tic, which gnuplot takes for a format. */
void inlay_gnuplot_quote_tic(struct inlay_page *page, const char *s);

void inlay_gnuplot_script(const struct inlay_plot *plot,
                          const struct inlay_gnuplot_options *options,
                          struct inlay_page *page);

#endif
