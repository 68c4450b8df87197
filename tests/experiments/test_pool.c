/*
 * test_pool.c: each task once, whatever the number of processes.
 */
#include "check.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/pool.h"

enum { N = 40 };

struct log {
    int fd;
    size_t bad; /* the task that fails; N: none */
};

static void note(size_t task, void *context)
{
    const struct log *log = context;
    const unsigned char byte = (unsigned char)task;
    if (task == log->bad)
        exit(3);
    if (write(log->fd, &byte, 1) != 1)
        exit(4);
}

/* Runs a pool with n_jobs; returns how often each task ran, and whether the
 * program would have gone on. */
static bool run(size_t n_jobs, size_t bad, size_t count[N])
{
    int ends[2], status;
    unsigned char byte;
    CHECK(pipe(ends) == 0);
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        struct log log = {ends[1], bad};
        fclose(stderr);
        pool_run("test", N, n_jobs, note, &log);
        _exit(0);
    }
    close(ends[1]);
    memset(count, 0, N * sizeof *count);
    while (read(ends[0], &byte, 1) == 1)
        count[byte]++;
    close(ends[0]);
    CHECK(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status) == 0;
}

TEST(each_task_runs_once)
{
    for (size_t n_jobs = 1; n_jobs <= 4; n_jobs++) {
        size_t count[N];
        CHECK(run(n_jobs, N, count));
        for (size_t i = 0; i < N; i++)
            CHECK(count[i] == 1);
    }
}

TEST(a_task_that_fails_ends_the_program_and_not_the_others)
{
    size_t count[N], n = 0;
    CHECK(!run(2, 5, count));
    for (size_t i = 0; i < N; i++)
        n += count[i];
    CHECK(count[5] == 0 && n == N - 1);
}

TEST(no_tasks_are_no_work)
{
    pool_run("test", 0, 2, note, NULL);
}
