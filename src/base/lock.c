/*
 * lock.c: POSIX record locks on a file of its own.
 *
 * Not on the file of the study: SQLite has its own locks there, and closing any
 * descriptor of a file gives up all locks the process has on it.
 */
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int inlay_lock_wait(const char *path, bool makes_file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int make = makes_file ? O_CREAT : 0;
    const int fd = open(path, O_RDWR | O_CLOEXEC | make, 0666);

    if (fd >= 0)
        while (fcntl(fd, F_SETLKW, &whole) != 0 && errno == EINTR)
            ;
    return fd;
}

void inlay_lock_leave(int lock)
{
    if (lock >= 0)
        close(lock);
}
