/*
 * sweep.h: evaluates the rows that a ledger lacks, in several processes.
 *
 * Processes and not threads: OpenBLAS is asked for one thread, and a process
 * that dies leaves the rows that were done.
 */
#ifndef EXPERIMENTS_NETWORK_SWEEP_H
#define EXPERIMENTS_NETWORK_SWEEP_H

#include "network/ledger.h"

/* The value of a row, finite; a function of the row alone. */
typedef inlay_status sweep_evaluate_fn(const struct ledger_row *row,
                                       void *context, double *value,
                                       inlay_error *err);

struct sweep {
    size_t n_jobs;
    sweep_evaluate_fn *evaluate; /* called in processes that were forked */
    void *context;
    bool is_quiet; /* no progress on standard error */
};

/* Returns when all rows are known, or with an error when processes failed; the
 * rows that they had done are in the ledger. */
inlay_status sweep_run(const struct sweep *sweep, struct ledger *ledger,
                       inlay_error *err);

#endif
