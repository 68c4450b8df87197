/*
 * figure.h: a picture as a script for gnuplot.
 */
#ifndef INLAY_APP_PAGES_FIGURE_H
#define INLAY_APP_PAGES_FIGURE_H

#include "base/text.h"
#include "app/pages/plot.h"

struct inlay_figure_options {
    bool is_png;          /* else SVG */
    size_t width, height; /* points, 0: by itself; a PNG has 2 pixels a point */
};

/* The script names no file: it draws to gnuplot's standard output. */
void inlay_figure_script(const struct inlay_plot *plot,
                         const struct inlay_figure_options *options,
                         struct inlay_text *page);

#endif
