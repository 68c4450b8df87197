/*
 * option_table.h: the rows of the table of options, and the names that options
 * and methods had in version 0.1.0.
 */
#ifndef INLAY_STRATEGY_OPTION_TABLE_H
#define INLAY_STRATEGY_OPTION_TABLE_H

#include "strategy/options.h"

struct inlay_option_row {
    inlay_option is;
    const char *paper; /* value in preset paper; NULL: the default */
    const int *values; /* CHOICE: of each choice; NULL: its index */
};

/* id < INLAY_N_OPTIONS. */
const struct inlay_option_row *inlay_option_row(size_t id);

/* The row of that name, or INLAY_N_OPTIONS. */
size_t inlay_option_find(const char *name);

#endif
