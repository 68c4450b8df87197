/*
 * plot.h: the numbers of a picture: how a study went on, and slices of the
 * model's posterior through one configuration.
 *
 * A slice varies one variable and keeps the others.  Real variables are curves;
 * of a discrete one each value is a cell in which all is flat, as the model sees
 * it.  app/figure.h draws it.
 */
#ifndef INLAY_APP_PAGES_PLOT_H
#define INLAY_APP_PAGES_PLOT_H

#include "study/inside.h"

enum { INLAY_MOST_SLICES = 8 };

struct inlay_plot_options {
    bool has_progress, has_slices;
    const char *variable; /* NULL: the most important ones */
    int64_t at;           /* slices go through this trial; 0: the recommended */
};

/*
 * One variable.  Coordinates are those of the picture: the value of a real and
 * of an integer; of all others the place of the value, from 0.
 */
struct inlay_slice {
    size_t var;
    double share; /* importance */
    size_t n;
    double *left, *right;  /* cells, in order; equal on a curve */
    inlay_prediction *at;  /* of each */
    double here;           /* of the configuration */
    double *trial, *apart; /* of each trial: where, and how far from the slice
                              in the other variables, in length-scales */
};

struct inlay_plot {
    inlay_study *study; /* not owned */
    bool has_progress;
    struct inlay_slice slice[INLAY_MOST_SLICES];
    size_t n_slices;
    size_t n_vars;  /* that vary */
    inlay_value *x; /* through which slices go */
    int64_t at;     /* its trial; 0: the recommended */
};

/* INLAY_EINVAL: no such variable, or a constant; INLAY_ESTATE: no such trial.
 * Where there is no model yet there are no slices. */
inlay_status inlay_plot_make(inlay_study *s, const struct inlay_plot_options *o,
                             struct inlay_plot *out, inlay_error *err);
void inlay_plot_clear(struct inlay_plot *plot);

#endif
