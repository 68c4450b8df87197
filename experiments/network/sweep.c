/*
 * sweep.c: workers take the next row from a counter that they share, and send
 * its value through one pipe; this process alone writes the file.
 *
 * A record is smaller than PIPE_BUF, so records of several writers stay whole.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "network/sweep.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/stream.h"

struct record {
    size_t row;
    double value;
};

/* ---- Progress ------------------------------------------------------------ */

struct progress {
    const struct ledger *ledger;
    double started, said; /* seconds */
    size_t n_before;      /* rows known at the start */
    bool is_terminal, is_quiet;
};

enum { BAR = 30 };
static const double BETWEEN_LINES = 30.0, BETWEEN_BARS = 0.2; /* seconds */

static void print_progress(const struct progress *p, double now)
{
    const size_t n = p->ledger->n_known, all = p->ledger->n_rows;
    const double done = (double)(n - p->n_before);
    const double left =
        (now - p->started) * (double)(all - n) / (done > 0.0 ? done : 1.0);
    char bar[BAR + 1] = "";
    memset(bar, '.', BAR);
    memset(bar, '#', BAR * n / all);
    if (p->is_terminal)
        fprintf(stderr, "\r[%s] ", bar);
    fprintf(stderr, "%zu of %zu rows, %.0f s, about %.0f s left%s", n, all,
            now - p->started, left, p->is_terminal && n < all ? "  " : "\n");
}

static void show_progress(struct progress *p)
{
    const double now = inlay_clock_seconds();
    const bool is_last = p->ledger->n_known == p->ledger->n_rows;
    const double between = p->is_terminal ? BETWEEN_BARS : BETWEEN_LINES;
    if (p->is_quiet || (!is_last && now - p->said < between))
        return;
    p->said = now;
    print_progress(p, now);
}

/* ---- Workers ------------------------------------------------------------- */

struct work {
    const struct sweep *sweep;
    const struct ledger *ledger;
    size_t *todo, n_todo;
    atomic_size_t *next; /* in memory that all processes share */
};

/* In a process of its own: never returns. */
static void work(const struct work *w, int out)
{
    size_t k;
    while ((k = atomic_fetch_add(w->next, 1)) < w->n_todo) {
        const struct ledger_row row = ledger_row_at(w->ledger, w->todo[k]);
        struct record record = {.row = w->todo[k]};
        inlay_error err = {0};
        if (w->sweep->evaluate(&row, w->sweep->context, &record.value, &err) !=
            INLAY_OK) {
            fprintf(stderr, "row %zu: %s\n", record.row, err.msg);
            _exit(EXIT_FAILURE);
        }
        if (!inlay_stream_write(out, (const char *)&record, sizeof record))
            _exit(EXIT_FAILURE);
    }
    _exit(EXIT_SUCCESS);
}

static size_t start_workers(const struct work *w, const int pipe_ends[2])
{
    size_t n = 0;
    fflush(NULL);
    for (; n < w->sweep->n_jobs && n < w->n_todo; n++) {
        const pid_t pid = fork();
        if (pid < 0)
            break;
        if (pid == 0) {
            close(pipe_ends[0]);
            work(w, pipe_ends[1]);
        }
    }
    return n;
}

/* Until every worker has closed its end. */
static inlay_status collect(struct ledger *ledger, int in, struct progress *p,
                            inlay_error *err)
{
    struct record record;
    inlay_status st = INLAY_OK;
    ssize_t n;
    while (st == INLAY_OK && (n = read(in, &record, sizeof record)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n != (ssize_t)sizeof record)
            return inlay_fail(err, INLAY_ESTORE,
                              "a worker's record has %zd bytes, not %zu", n,
                              sizeof record);
        st = ledger_add(ledger, record.row, record.value, err);
        show_progress(p);
    }
    return st;
}

static void wait_for(size_t n)
{
    while (n > 0 && (wait(NULL) >= 0 || errno == EINTR))
        n--;
}

static inlay_status run_workers(const struct work *w, struct ledger *ledger,
                                inlay_error *err)
{
    const double now = inlay_clock_seconds();
    struct progress p = {ledger,
                         now,
                         now,
                         ledger->n_known,
                         isatty(STDERR_FILENO),
                         w->sweep->is_quiet};
    int ends[2];
    if (pipe(ends) != 0)
        return inlay_fail(err, INLAY_ESTORE, "no pipe: %s", strerror(errno));
    const size_t n = start_workers(w, ends);
    close(ends[1]);
    inlay_status st = collect(ledger, ends[0], &p, err);
    close(
        ends[0]); /* after a failure of ours, workers end at their next write */
    wait_for(n);
    if (st == INLAY_OK && ledger->n_known < ledger->n_rows)
        st = inlay_fail(err, INLAY_ESTATE,
                        "%s: %zu of %zu rows are missing, as %zu process(es) "
                        "did not end well; the same command goes on",
                        ledger->path, ledger->n_rows - ledger->n_known,
                        ledger->n_rows, n);
    return st;
}

inlay_status sweep_run(const struct sweep *sweep, struct ledger *ledger,
                       inlay_error *err)
{
    struct work w = {.sweep = sweep, .ledger = ledger};
    w.todo = inlay_mem_new(ledger->n_rows, sizeof *w.todo);
    w.next = mmap(NULL, sizeof *w.next, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    inlay_status st = w.todo && w.next != MAP_FAILED
                          ? INLAY_OK
                          : inlay_fail_memory(err, "a tabulation");
    if (st == INLAY_OK) {
        atomic_init(w.next, 0);
        for (size_t i = 0; i < ledger->n_rows; i++)
            if (!ledger_knows(ledger, i))
                w.todo[w.n_todo++] = i;
        st = run_workers(&w, ledger, err);
    }
    if (w.next != MAP_FAILED)
        munmap(w.next, sizeof *w.next);
    inlay_mem_free(w.todo);
    return st;
}
