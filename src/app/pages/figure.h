/*
 * figure.h: a picture as a script for gnuplot.
 */
#ifndef INLAY_APP_PAGES_FIGURE_H
#define INLAY_APP_PAGES_FIGURE_H

#include "base/text.h"
#include "app/pages/plot.h"

/* The script names no file: it draws to gnuplot's standard output. */
void inlay_figure_script(const struct inlay_plot *plot,
                         struct inlay_text *page);

#endif
