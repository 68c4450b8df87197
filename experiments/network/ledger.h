/*
 * ledger.h: a table of values that is made over hours, as a file of CSV.
 *
 *     # what it was made with
 *     replica,activation,layers,log_rate,value
 *     0,0,1,-10,-1.3
 *
 * A row is appended as soon as it is known, so that a tabulation that was
 * stopped goes on where it was.  When all rows are there the file is replaced,
 * at once, by one with the rows in order: replica, activation (0 linear,
 * 1 sigmoid, 2 tanh, 3 relu), layers, log rate.
 */
#ifndef EXPERIMENTS_NETWORK_LEDGER_H
#define EXPERIMENTS_NETWORK_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

#include "inlay.h"

struct ledger_row {
    size_t replica, activation, n_hidden;
    double log_rate;
};

/* log_rates: increasing; the ledger keeps the pointer. */
struct ledger_axes {
    size_t n_replicas;
    const double *log_rates;
    size_t n_log_rates;
};

struct ledger {
    struct ledger_axes axes;
    size_t n_rows, n_known;
    double *value; /* of each row; NaN while it is not known */
    char *path, *head;
    int fd;
};

/* Makes the file, or reads the rows that it has.  A file that was made with
 * another title, or that has rows which are none of ours, is refused and left
 * alone; a last line that was cut is removed. */
inlay_status ledger_open(const char *path, const char *title,
                         const struct ledger_axes *axes, struct ledger *out,
                         inlay_error *err);
void ledger_clear(struct ledger *ledger);

/* Row i < n_rows, in the order of the finished file. */
struct ledger_row ledger_row_at(const struct ledger *ledger, size_t i);
bool ledger_knows(const struct ledger *ledger, size_t i);

/* Appends row i to the file. */
inlay_status ledger_add(struct ledger *ledger, size_t i, double value,
                        inlay_error *err);

/* Replaces the file by one in order; all rows must be known. */
inlay_status ledger_finish(struct ledger *ledger, inlay_error *err);

#endif
