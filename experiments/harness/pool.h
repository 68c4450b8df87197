/*
 * pool.h: many tasks in a few processes, with a progress bar.
 */
#ifndef INLAY_EXPERIMENTS_POOL_H
#define INLAY_EXPERIMENTS_POOL_H

#include <stddef.h>

typedef void pool_task_fn(size_t task, void *context);

/* Runs each of n tasks once, in the order of their numbers, in n_jobs processes
 * that are forked from this one: what a task leaves must be in a file.  Progress
 * goes to standard error: a bar on a terminal, else a line now and then.  Exits
 * the program with a message if a process fails. */
void pool_run(const char *title, size_t n, size_t n_jobs, pool_task_fn *fn,
              void *context);

#endif
