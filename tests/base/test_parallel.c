#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/error.h"
#include "base/parallel.h"

enum { N_ITEMS = 5000, MAX_WORKERS = 300 };

struct tally {
    atomic_int done[N_ITEMS];     /* times that item i was worked on */
    atomic_int busy[MAX_WORKERS]; /* items that worker k is in now */
    atomic_int n_items[MAX_WORKERS];
    atomic_int n_wrong; /* worker out of range, or in two items */
    size_t n_threads;
};

/* Long enough that the other threads get some of it. */
static double burn(size_t i)
{
    double x = (double)i;
    for (int k = 0; k < 500; k++)
        x = sqrt(x + k);
    return x;
}

static void count(size_t i, size_t worker, void *context)
{
    struct tally *t = context;

    if (worker >= t->n_threads || worker >= MAX_WORKERS) {
        atomic_fetch_add(&t->n_wrong, 1);
        return;
    }
    if (atomic_fetch_add(&t->busy[worker], 1) != 0 || !(burn(i) > 0.0))
        atomic_fetch_add(&t->n_wrong, 1);
    atomic_fetch_add(&t->done[i], 1);
    atomic_fetch_add(&t->n_items[worker], 1);
    atomic_fetch_sub(&t->busy[worker], 1);
}

static struct tally *run_tally(size_t n, size_t n_threads)
{
    static struct tally t;

    memset(&t, 0, sizeof t);
    t.n_threads = n_threads > 0 ? n_threads : 1;
    inlay_parallel_for(n, n_threads, count, &t);
    return &t;
}

static void check_each_once(const struct tally *t, size_t n)
{
    CHECK(t->n_wrong == 0);
    for (size_t i = 0; i < N_ITEMS; i++)
        CHECK(t->done[i] == (i < n ? 1 : 0));
}

TEST(each_item_is_done_once_by_a_worker_that_does_nothing_else)
{
    static const size_t n_threads[] = {1, 2, 3, 8, 100};

    for (size_t k = 0; k < LEN(n_threads); k++)
        check_each_once(run_tally(N_ITEMS, n_threads[k]), N_ITEMS);
}

TEST(no_threads_count_as_one_and_more_than_the_items_do_no_harm)
{
    check_each_once(run_tally(10, 0), 10);
    check_each_once(run_tally(3, 8), 3);
    check_each_once(run_tally(1, 8), 1);
    check_each_once(run_tally(0, 8), 0);
    check_each_once(run_tally(N_ITEMS, 280), N_ITEMS); /* above its maximum */
}

/* Each item waits until all have begun, so as many threads must be there. */
static void meet(size_t i, size_t worker, void *context)
{
    (void)i;
    (void)worker;
    pthread_barrier_wait(context);
}

TEST(as_many_threads_as_asked_run_at_once)
{
    pthread_barrier_t barrier;

    CHECK(pthread_barrier_init(&barrier, NULL, 8) == 0);
    inlay_parallel_for(8, 8, meet, &barrier);
    pthread_barrier_destroy(&barrier);
}

static void remember_thread(size_t i, size_t worker, void *context)
{
    pthread_t *threads = context;
    (void)worker;
    threads[i] = pthread_self();
}

TEST(one_thread_is_the_calling_one)
{
    pthread_t threads[20];

    inlay_parallel_for(LEN(threads), 1, remember_thread, threads);
    for (size_t i = 0; i < LEN(threads); i++)
        CHECK(pthread_equal(threads[i], pthread_self()));
}

static void square(size_t i, size_t worker, void *context)
{
    double *out = context;
    (void)worker;
    out[i] = (double)(i * i); /* plain: for the thread sanitizer to watch */
}

TEST(what_the_workers_wrote_is_seen_after_the_call)
{
    static double out[N_ITEMS];

    inlay_parallel_for(N_ITEMS, 8, square, out);
    for (size_t i = 0; i < N_ITEMS; i++)
        CHECK(out[i] == (double)(i * i));
}

static void *do_nothing(void *context)
{
    return context;
}

/* Items 3 and 5 fail; context counts all. */
static inlay_status fail_some(size_t i, void *context, inlay_error *err)
{
    atomic_fetch_add((atomic_int *)context, 1);
    return i == 3 || i == 5 ? inlay_fail(err, INLAY_ENUMERIC, "item %zu", i)
                            : INLAY_OK;
}

TEST(all_items_are_tried_and_the_first_failure_is_told)
{
    for (size_t n_threads = 1; n_threads < 4; n_threads++) {
        atomic_int n = 0;
        inlay_error err = {0};
        CHECK(inlay_parallel_try(9, n_threads, fail_some, &n, &err) ==
              INLAY_ENUMERIC);
        CHECK_TEXT(err.msg, "item 3");
        CHECK(n == 9);
        CHECK(inlay_parallel_try(9, n_threads, fail_some, &n, NULL) ==
              INLAY_ENUMERIC);
        CHECK(inlay_parallel_try(3, n_threads, fail_some, &n, &err) ==
              INLAY_OK);
    }
}

TEST(without_threads_the_calling_one_does_it_all)
{
    pthread_attr_t usual, huge;
    pthread_t thread;
    pthread_t threads[50] = {0};

    CHECK(pthread_getattr_default_np(&usual) == 0);
    CHECK(pthread_attr_init(&huge) == 0);
    CHECK(pthread_attr_setstacksize(&huge, (size_t)1 << 46) == 0);
    CHECK(pthread_setattr_default_np(&huge) == 0);
    const bool can_make = pthread_create(&thread, NULL, do_nothing, NULL) == 0;
    if (can_make)
        pthread_join(thread, NULL);
    else
        inlay_parallel_for(LEN(threads), 8, remember_thread, threads);
    CHECK(pthread_setattr_default_np(&usual) == 0);
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&usual);

    CHECK(!can_make);
    for (size_t i = 0; i < LEN(threads); i++)
        CHECK(pthread_equal(threads[i], pthread_self()));
}

/* ---- Signals ---- */

enum { N_GUARDED = 4 };

struct masks {
    pthread_barrier_t all; /* each worker has one item */
    sigset_t of[N_GUARDED];
};

static void look_at_mask(size_t i, size_t worker, void *context)
{
    struct masks *m = context;
    (void)i;
    pthread_barrier_wait(&m->all);
    pthread_sigmask(SIG_BLOCK, NULL, &m->of[worker]);
}

TEST(threads_of_ours_block_all_signals_but_their_own_faults)
{
    static const int OTHERS[] = {SIGHUP,  SIGINT,  SIGTERM, SIGALRM, SIGCHLD,
                                 SIGUSR1, SIGPIPE, SIGPROF, SIGWINCH};
    static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct masks m;
    sigset_t before, after;

    pthread_barrier_init(&m.all, NULL, N_GUARDED);
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    inlay_parallel_for(N_GUARDED, N_GUARDED, look_at_mask, &m);
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    pthread_barrier_destroy(&m.all);
    for (size_t k = 1; k < N_GUARDED; k++) {
        for (size_t i = 0; i < LEN(OTHERS); i++)
            CHECK(sigismember(&m.of[k], OTHERS[i]) == 1);
        for (size_t i = 0; i < LEN(FAULTS); i++)
            CHECK(sigismember(&m.of[k], FAULTS[i]) == 0);
    }
    for (int signal = 1; signal < SIGRTMIN; signal++) {
        CHECK(sigismember(&after, signal) == sigismember(&before, signal));
        CHECK(sigismember(&m.of[0], signal) == sigismember(&before, signal));
    }
}
