/*
 * parallel.c: for each i < n, on k threads that are made for the call.
 *
 * A thread costs some 10 µs to make and join, little against what is worth
 * dividing; a pool would be state that outlives the call and must survive
 * fork().  Work items are taken one by one from a counter, as their costs
 * differ.  The calling thread is worker 0 and works like the others, so the
 * work is done even if no thread can be made.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/error.h"
#include "base/mem.h"

enum { MAX_THREADS = 256 }; /* their handles are on the stack */

struct work {
    atomic_size_t next; /* the first item that nobody took */
    size_t n;
    inlay_parallel_fn *fn;
    void *context;
};

struct worker {
    struct work *work;
    size_t index;
    pthread_t thread;
};

static void *run(void *arg)
{
    const struct worker *me = arg;
    struct work *w = me->work;
    size_t i;

    /* Relaxed: the items are independent, and create and join order the rest.
     */
    while ((i = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed)) <
           w->n)
        w->fn(i, me->index, w->context);
    return NULL;
}

void inlay_parallel_for(size_t n, size_t n_threads, inlay_parallel_fn *fn,
                        void *context)
{
    struct work work = {.n = n, .fn = fn, .context = context};
    struct worker workers[MAX_THREADS];
    size_t n_made = 1; /* worker 0 is this thread */

    atomic_init(&work.next, 0);
    if (n_threads > n)
        n_threads = n;
    if (n_threads > MAX_THREADS)
        n_threads = MAX_THREADS;

    workers[0] = (struct worker){.work = &work};
    for (; n_made < n_threads; n_made++) {
        struct worker *w = &workers[n_made];

        *w = (struct worker){.work = &work, .index = n_made};
        if (pthread_create(&w->thread, NULL, run, w) != 0)
            break; /* those that are there do it all */
    }
    run(&workers[0]);
    for (size_t k = 1; k < n_made; k++)
        pthread_join(workers[k].thread, NULL);
}

struct outcome {
    inlay_status status;
    inlay_error err;
};

struct attempt {
    inlay_parallel_try_fn *fn;
    void *context;
    struct outcome *outcome; /* of each item */
};

static void try_item(size_t i, size_t worker, void *context)
{
    const struct attempt *a = context;
    struct outcome *o = &a->outcome[i];
    (void)worker;
    o->status = a->fn(i, a->context, &o->err);
}

inlay_status inlay_parallel_try(size_t n, size_t n_threads,
                                inlay_parallel_try_fn *fn, void *context,
                                inlay_error *err)
{
    struct attempt a = {fn, context, inlay_mem_new(n, sizeof *a.outcome)};
    size_t i = 0;

    if (!a.outcome)
        return inlay_fail_memory(err, "the errors of threads");
    inlay_parallel_for(n, n_threads, try_item, &a);
    while (i < n && a.outcome[i].status == INLAY_OK)
        i++;
    const inlay_status st = i < n ? a.outcome[i].status : INLAY_OK;
    if (st != INLAY_OK && err)
        *err = a.outcome[i].err;
    inlay_mem_free(a.outcome);
    return st;
}
