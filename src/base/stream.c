/*
 * stream.c: bytes to a descriptor.
 *
 * write() may take fewer bytes than it is given, or be interrupted by a signal;
 * neither is an error.
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
