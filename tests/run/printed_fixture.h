/*
 * printed_fixture.h: files as workers leave them.
 */
#ifndef INLAY_TESTS_RUN_PRINTED_FIXTURE_H
#define INLAY_TESTS_RUN_PRINTED_FIXTURE_H

#include "check.h"

#include <fcntl.h>
#include <unistd.h>

static inline void new_path(char path[200])
{
    const char *tmp = getenv("TMPDIR");
    snprintf(path, 200, "%s/inlay-printed-XXXXXX", tmp ? tmp : "/tmp");
    const int fd = mkstemp(path);
    CHECK(fd >= 0);
    close(fd);
}

static inline void write_file(const char *path, const char *bytes, size_t n)
{
    const int fd = open(path, O_WRONLY | O_TRUNC);
    CHECK(fd >= 0);
    while (n > 0) {
        const ssize_t put = write(fd, bytes, n);
        CHECK(put > 0);
        bytes += put;
        n -= (size_t)put;
    }
    close(fd);
}

#endif
