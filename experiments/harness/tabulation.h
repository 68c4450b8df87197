/*
 * tabulation.h: many independent evaluations to a CSV file, by several
 * processes, and again after an interruption.
 *
 * A finished row is appended at once, so that what was killed goes on where it
 * was: rows that the file has are not evaluated again.  At the end the file is
 * replaced by one with all rows in order.
 */
#ifndef EXPERIMENTS_TABULATION_H
#define EXPERIMENTS_TABULATION_H

#include <stddef.h>

#include "base/text.h"

struct tabulation {
    const char *path;
    /* "# …" and the names of the columns.  A file that begins with others is
     * refused: it is of another program, commit or options. */
    const char *first_line, *header;
    size_t n_rows, n_processes;

    /* Appends row i without its value and the comma before it. */
    inlay_status (*add_key)(const void *context, size_t i,
                            struct inlay_text *text, inlay_error *err);
    inlay_status (*evaluate)(const void *context, size_t i, double *value,
                             inlay_error *err);
    const void *context;
};

/* Progress goes to standard error: a bar on a terminal, else a line now and
 * then. */
inlay_status tabulation_run(const struct tabulation *t, inlay_error *err);

#endif
