/*
 * pool.c: processes that take the next task from a counter they share.
 *
 * Processes and not threads: a run that dies takes no other with it, and BLAS is
 * told its one thread in each.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "harness/pool.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "harness/refuse.h"

enum { BAR = 30, LINE_SECONDS = 60, POLL_MILLISECONDS = 200 };

struct shared {
    atomic_size_t next, done;
};

static void show(const char *title, size_t done, size_t n, double seconds,
                 bool is_terminal)
{
    char bar[BAR + 1], left[48] = "";
    const size_t filled = done * BAR / n;
    memset(bar, '-', BAR);
    memset(bar, '#', filled);
    bar[BAR] = '\0';
    if (done > 0 && done < n)
        snprintf(left, sizeof left, ", about %.0f min left",
                 seconds / (double)done * (double)(n - done) / 60.0);
    if (is_terminal)
        fprintf(stderr, "\r%s [%s] %zu of %zu%s\033[K%s", title, bar, done, n,
                left, done == n ? "\n" : "");
    else
        fprintf(stderr, "%s: %zu of %zu%s\n", title, done, n, left);
}

/* A process that outlived its parent would go on writing beside the next ones:
 * it is killed with it. */
static void work(struct shared *shared, size_t n, pid_t parent,
                 pool_task_fn *fn, void *context)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        return;
    for (size_t task; (task = atomic_fetch_add(&shared->next, 1)) < n;) {
        fn(task, context);
        atomic_fetch_add(&shared->done, 1);
    }
}

/* Waits for all children; true if all ended well. */
static bool watch(const char *title, struct shared *shared, size_t n,
                  size_t n_jobs)
{
    const bool is_terminal = isatty(STDERR_FILENO);
    const struct timespec pause = {0, POLL_MILLISECONDS * 1000000L};
    const double start = inlay_clock_seconds();
    double shown = start;
    bool is_well = true;

    for (size_t running = n_jobs; running > 0;) {
        int status;
        const pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid < 0)
            return false; /* somebody else waits for our children */
        if (pid > 0) {
            running--;
            is_well &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
            continue;
        }
        nanosleep(&pause, NULL);
        const double now = inlay_clock_seconds();
        if (is_terminal || now - shown >= LINE_SECONDS) {
            show(title, atomic_load(&shared->done), n, now - start,
                 is_terminal);
            shown = now;
        }
    }
    show(title, atomic_load(&shared->done), n, 0.0, is_terminal);
    return is_well;
}

void pool_run(const char *title, size_t n, size_t n_jobs, pool_task_fn *fn,
              void *context)
{
    if (n == 0)
        return;
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        refuse(title, "no shared memory");
    atomic_init(&shared->next, 0);
    atomic_init(&shared->done, 0);
    fflush(NULL);
    const pid_t parent = getpid();
    for (size_t j = 0; j < n_jobs; j++) {
        const pid_t pid = fork();
        if (pid < 0)
            refuse(title, "fork failed");
        if (pid == 0) {
            work(shared, n, parent, fn, context);
            _exit(0);
        }
    }
    if (!watch(title, shared, n, n_jobs))
        refuse(title,
               "a process failed; what is finished is kept, and the same "
               "command goes on from there");
    munmap(shared, sizeof *shared);
}
