/*
 * plot.h: the numbers of a picture: how a study went on, and slices of the model
 * through one configuration.  app/pages/figure.h draws it.
 */
#ifndef INLAY_APP_PAGES_PLOT_H
#define INLAY_APP_PAGES_PLOT_H

#include "inlay.h"

enum { INLAY_MOST_SLICES = 8 };

struct inlay_plot_options {
    bool has_progress, has_slices;
    const char *variable; /* NULL: the most important ones */
    int64_t at;           /* slices go through this trial; 0: the recommended */
    bool is_png;          /* else SVG */
    size_t width, height; /* points, 0: by itself; a PNG has 2 pixels a point */
};

/* What is drawn in one place: the model of an output along a variable. */
struct inlay_panel {
    const inlay_slice *slice;
    size_t output;
    double share; /* importance of the variable for that output */
};

struct inlay_plot {
    inlay_study *study; /* not owned, nor what is next */
    const struct inlay_plot_options *options;
    inlay_trial *trials;
    size_t n_trials, n_done, n_failed, n_feasible;
    size_t n_valued;  /* done, with a value of the objective as it is now */
    size_t n_outside; /* the space: they are not drawn */
    inlay_slice *slice[INLAY_MOST_SLICES]; /* of one variable each */
    size_t n_slices;
    struct inlay_panel
        panel[INLAY_MOST_SLICES]; /* those of an output together */
    size_t n_panels;
    size_t n_vars; /* that vary */
    double unit;   /* of values, where they are drawn: app/pages/extent.h */
};

/* INLAY_EINVAL: no such variable, or a constant; INLAY_ESTATE: no such trial.
 * Where there is no model yet there are no slices. */
inlay_status inlay_plot_make(inlay_study *s, const struct inlay_plot_options *o,
                             struct inlay_plot *out, inlay_error *err);
void inlay_plot_clear(struct inlay_plot *plot);

#endif
