/*
 * tabulation.h: many independent evaluations to a CSV file, by several processes,
 * and again after an interruption.
 *
 * The file is a ledger: rows that it has are not evaluated again.  At the end they
 * are in order.
 */
#ifndef INLAY_EXPERIMENTS_TABULATION_H
#define INLAY_EXPERIMENTS_TABULATION_H

#include <stddef.h>

#include "base/text.h"

struct tabulation {
    const char *title; /* of the progress */
    const char *path;
    const char *commit, *about, *columns; /* see harness/ledger.h */
    size_t n_rows, n_processes;

    /* Appends what row i is known by, the first cells of its line. */
    inlay_status (*add_key)(const void *context, size_t i,
                            struct inlay_text *text, inlay_error *err);
    /* Appends the numbers of row i, with commas between them. */
    inlay_status (*add_values)(const void *context, size_t i,
                               struct inlay_text *text, inlay_error *err);
    const void *context;
};

/* Exits the program with a message where something fails; what is finished is
 * kept. */
void tabulation_run(const struct tabulation *t);

#endif
