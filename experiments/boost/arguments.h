/* arguments.h: what the command line says. */
#ifndef BOOST_ARGUMENTS_H
#define BOOST_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "boost/grid.h"
#include "inlay.h"

enum command {
    COMMAND_HELP = 0,
    COMMAND_EVALUATE,
    COMMAND_FOLDS,
    COMMAND_TABULATE,
    COMMAND_ERROR,
};

/* Texts are views of argv. */
struct arguments {
    enum command command;
    struct grid_point point; /* its replica is the option --seed */
    size_t ties;             /* seed of draws between equal splits */
    size_t n_splits, n_jobs, n_points;
    const char *data, *out, *table, *commit;
};

inlay_status arguments_parse(int argc, char *const *argv, struct arguments *out,
                             inlay_error *err);

/* All commands and options. */
void arguments_print_help(void);

#endif
