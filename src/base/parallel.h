/*
 * parallel.h: for each i < n, on k threads.  The only place that makes threads.
 */
#ifndef INLAY_BASE_PARALLEL_H
#define INLAY_BASE_PARALLEL_H

#include <stddef.h>

#include "inlay.h"

/* Work item i, on worker < n_threads: the worker chooses scratch memory, and
 * must not choose anything that shows in the result. */
typedef void inlay_parallel_fn(size_t i, size_t worker, void *context);

/* Calls fn for each i < n once, in any order.  Where threads cannot be made the
 * calling thread does the work.  n_threads 0 counts as 1, above 256 as 256. */
void inlay_parallel_for(size_t n, size_t n_threads, inlay_parallel_fn *fn,
                        void *context);

/* The same for items that can fail.  All are tried; the error is that of the
 * first in their order, whatever the threads did first. */
typedef inlay_status inlay_parallel_try_fn(size_t i, void *context,
                                           inlay_error *err);
inlay_status inlay_parallel_try(size_t n, size_t n_threads,
                                inlay_parallel_try_fn *fn, void *context,
                                inlay_error *err);

#endif
