/*
 * output_file.c: a file into which a worker prints, opened and read at a place.
 */
#include "run/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/stream.h"

/* A worker may have put a pipe in the place of its output, for whose other end
 * nobody waits. */
int inlay_output_open(const char *path, off_t *size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const off_t end = fd >= 0 ? lseek(fd, 0, SEEK_END) : -1;

    if (fd >= 0 && end < 0) {
        const int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    *size = end;
    return fd;
}

bool inlay_output_read_at(int fd, off_t at, char *buf, size_t n)
{
    errno = EIO; /* where the file has become shorter */
    return lseek(fd, at, SEEK_SET) == at && inlay_stream_read(fd, buf, n) == n;
}
