/*
 * test_lock.c: one at a time, and the dead do not hold.
 */
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lock.h"

enum { N_PROCESSES = 4, N_ROUNDS = 200 };

static void make_path(char *path, size_t room)
{
    snprintf(path, room, "/tmp/inlay-test-XXXXXX");
    const int fd = mkstemp(path);
    CHECK(fd >= 0);
    close(fd);
}

/* Reads a number, adds 1, writes it: additions are lost without a lock. */
static void count(const char *lock_path, int file)
{
    for (int i = 0; i < N_ROUNDS; i++) {
        int n = 0;
        const int lock = inlay_lock_wait(lock_path, true);
        if (pread(file, &n, sizeof n, 0) != (ssize_t)sizeof n)
            n = 0;
        n++;
        if (pwrite(file, &n, sizeof n, 0) != (ssize_t)sizeof n)
            _exit(1);
        inlay_lock_leave(lock);
    }
}

TEST(one_process_at_a_time_passes)
{
    char path[32], counter[32];
    int n = 0, status;
    make_path(path, sizeof path);
    make_path(counter, sizeof counter);
    const int file = open(counter, O_RDWR);
    for (int i = 0; i < N_PROCESSES; i++) {
        const pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            count(path, file);
            _exit(0);
        }
    }
    for (int i = 0; i < N_PROCESSES; i++)
        CHECK(wait(&status) > 0 && status == 0);
    CHECK(pread(file, &n, sizeof n, 0) == (ssize_t)sizeof n);
    CHECK(n == N_PROCESSES * N_ROUNDS);
    close(file);
    unlink(path);
    unlink(counter);
}

TEST(the_lock_of_a_process_that_was_killed_is_free)
{
    char path[32], byte;
    int ends[2], status;
    make_path(path, sizeof path);
    CHECK(pipe(ends) == 0);
    const pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        inlay_lock_wait(path, true);
        if (write(ends[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    CHECK(read(ends[0], &byte, 1) == 1);
    kill(pid, SIGKILL);
    CHECK(waitpid(pid, &status, 0) == pid);
    inlay_lock_leave(inlay_lock_wait(path, true)); /* or it waits for ever */
    close(ends[0]);
    close(ends[1]);
    unlink(path);
}

TEST(where_there_is_no_file_everybody_passes)
{
    char path[32];
    make_path(path, sizeof path);
    unlink(path);
    inlay_lock_leave(inlay_lock_wait(path, false));
    CHECK(access(path, F_OK) != 0);
    inlay_lock_leave(inlay_lock_wait("/nowhere/at/all", true));
}

TEST(who_shares_a_file_is_seen_until_he_dies)
{
    char path[32], byte;
    int pipe_ends[2];
    make_path(path, sizeof path);
    CHECK(inlay_lock_holder(path) == 0);
    CHECK(pipe(pipe_ends) == 0);
    const pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        inlay_lock_share(path);
        if (write(pipe_ends[1], "!", 1) == 1)
            pause();
        _exit(0);
    }
    CHECK(read(pipe_ends[0], &byte, 1) == 1);
    CHECK(inlay_lock_holder(path) == (long)pid);
    const int ours = inlay_lock_share(path); /* together */
    CHECK(ours >= 0);
    kill(pid, SIGKILL);
    CHECK(waitpid(pid, NULL, 0) == pid);
    inlay_lock_leave(ours);
    CHECK(inlay_lock_holder(path) == 0);
    CHECK(!unlink(path) && inlay_lock_holder(path) == 0);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}
