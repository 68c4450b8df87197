/*
 * parallel.c: for each i < n, on k threads that are made for the call.
 *
 * A thread costs some 10 µs to make and join, little against what is worth
 * dividing; a pool would be state that outlives the call and must survive
 * fork().  Work items are taken one by one from a counter, as their costs
 * differ.  The calling thread is worker 0 and works like the others, so the
 * work is done even if no thread can be made.
 *
 * Our threads take no signal that is sent to the process: the program decides
 * which of its threads handles them, and none of its handlers expects to run on
 * a thread that it did not make.  Faults of our own code are not held back, as
 * the handler that reports them must see them.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/parallel.h"

#include <pthread.h>
#include <signal.h>
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

/* The signals that a thread of ours does not take. */
static sigset_t signals_of_others(void)
{
    static const int FAULTS[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL,
                                 SIGSEGV, SIGSYS, SIGTRAP};
    sigset_t set;
    sigfillset(&set);
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++)
        sigdelset(&set, FAULTS[i]);
    return set;
}

/* Threads 1 to n_threads - 1; returns how many there are then, with this one. A
 * thread begins with the mask of the one that makes it. */
static size_t make_threads(struct worker *workers, size_t n_threads)
{
    const sigset_t blocked = signals_of_others();
    sigset_t before;
    size_t n_made = 1;
    if (n_threads < 2)
        return n_made;
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    for (; n_made < n_threads; n_made++) {
        struct worker *w = &workers[n_made];

        *w = (struct worker){.work = workers[0].work, .index = n_made};
        if (pthread_create(&w->thread, NULL, run, w) != 0)
            break; /* those that are there do it all */
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return n_made;
}

void inlay_parallel_for(size_t n, size_t n_threads, inlay_parallel_fn *fn,
                        void *context)
{
    struct work work = {.n = n, .fn = fn, .context = context};
    struct worker workers[MAX_THREADS];

    atomic_init(&work.next, 0);
    if (n_threads > n)
        n_threads = n;
    if (n_threads > MAX_THREADS)
        n_threads = MAX_THREADS;

    workers[0] = (struct worker){.work = &work}; /* this thread */
    const size_t n_made = make_threads(workers, n_threads);
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
