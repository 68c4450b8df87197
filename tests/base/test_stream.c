/*
 * test_stream.c: all bytes arrive, or the reason why not.
 */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
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

TEST(what_was_filled_in_is_read_from_the_start)
{
    FILE *file = tmpfile();
    char bytes[8] = "";

    CHECK(file && inlay_stream_fill(fileno(file), "abcdef", 6));
    CHECK(inlay_stream_read(fileno(file), bytes, 4) == 4);
    CHECK_TEXT(bytes, "abcd");
    CHECK(inlay_stream_read(fileno(file), bytes, 4) == 2); /* the end */
    CHECK_TEXT(bytes, "efcd");
    CHECK(inlay_stream_read(fileno(file), bytes, 4) == 0);
    fclose(file);
    CHECK(inlay_stream_read(-1, bytes, 4) == 0);
    CHECK(!inlay_stream_fill(-1, "a", 1));
}

TEST(what_comes_in_pieces_is_read_as_one)
{
    char bytes[7] = "";
    int ends[2];

    CHECK(pipe(ends) == 0);
    const pid_t pid = fork();
    if (pid == 0) {
        const struct timespec pause = {.tv_nsec = 20000000};
        const bool has_begun = inlay_stream_write(ends[1], "abc", 3);

        nanosleep(&pause, NULL);
        _exit(has_begun && inlay_stream_write(ends[1], "def", 3) ? 0 : 1);
    }
    CHECK(pid > 0);
    close(ends[1]);
    CHECK(inlay_stream_read(ends[0], bytes, 6) == 6);
    CHECK_TEXT(bytes, "abcdef");
    close(ends[0]);
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}
