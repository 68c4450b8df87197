/*
 * stream.c: bytes to and from a descriptor.
 *
 * write() may take fewer bytes than it is given, read() may bring fewer than
 * there are, and a signal may interrupt both; none of this is an error.
 */
#include "base/stream.h"

#include <errno.h>
#include <unistd.h>

bool inlay_stream_write(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t put = write(fd, bytes, n);

        if (put < 0 && errno != EINTR)
            return false;
        bytes += put > 0 ? put : 0;
        n -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

bool inlay_stream_fill(int fd, const char *bytes, size_t n)
{
    return inlay_stream_write(fd, bytes, n) && lseek(fd, 0, SEEK_SET) == 0;
}

size_t inlay_stream_read(int fd, void *bytes, size_t n)
{
    size_t n_read = 0;

    while (n_read < n) {
        const ssize_t got = read(fd, (char *)bytes + n_read, n - n_read);

        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        n_read += got > 0 ? (size_t)got : 0;
    }
    return n_read;
}
