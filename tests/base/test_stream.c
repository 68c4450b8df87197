/*
 * test_stream.c: all bytes arrive, or the reason why not.
 */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stream.h"

enum { MANY = 1 << 20 }; /* bytes: more than a pipe holds */

TEST(more_than_a_pipe_holds_arrives_whole)
{
    int ends[2];
    static char bytes[MANY];

    for (size_t i = 0; i < MANY; i++)
        bytes[i] = (char)(i * 31 >> 3);
    CHECK(pipe(ends) == 0);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        _exit(inlay_stream_write(ends[1], bytes, MANY) ? 0 : 1);
    }
    CHECK(pid > 0);
    close(ends[1]);
    size_t n = 0;
    char piece[3000];
    for (ssize_t got; (got = read(ends[0], piece, sizeof piece)) > 0;
         n += (size_t)got)
        CHECK(n + (size_t)got <= MANY &&
              memcmp(piece, bytes + n, (size_t)got) == 0);
    CHECK(n == MANY);
    close(ends[0]);
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

TEST(a_write_that_fails_is_told_with_its_reason)
{
    int ends[2];

    CHECK(pipe(ends) == 0);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    errno = 0;
    CHECK(!inlay_stream_write(ends[1], "a", 1) && errno == EPIPE);
    CHECK(inlay_stream_write(ends[1], "a", 0)); /* nothing is always written */
    signal(SIGPIPE, SIG_DFL);
    close(ends[1]);
    CHECK(!inlay_stream_write(-1, "a", 1) && errno == EBADF);
}
