/*
 * lock.c: POSIX record locks on a file of its own.
 *
 * Not on the file of the study: SQLite has its own locks there, and closing any
 * descriptor of a file gives up all locks the process has on it.
 */
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

static const double MOST_SECONDS = 10.0;
static const struct timespec PAUSE = {.tv_nsec = 5000000};

int inlay_lock_wait(const char *path, bool makes_file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int make = makes_file ? O_CREAT : 0;
    const int fd = open(path, O_RDWR | O_CLOEXEC | make, 0666);

    const double end = inlay_clock_seconds() + MOST_SECONDS;
    while (fd >= 0 && fcntl(fd, F_SETLK, &whole) != 0 &&
           (errno == EACCES || errno == EAGAIN) &&
           inlay_clock_seconds() < end && nanosleep(&PAUSE, NULL) == 0)
        ;
    return fd;
}

int inlay_lock_share(const char *path)
{
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0)
        fcntl(fd, F_SETLK, &whole);
    return fd;
}

long inlay_lock_holder(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const bool is_known = fcntl(fd, F_GETLK, &whole) == 0;
    close(fd);
    if (!is_known || whole.l_type == F_UNLCK)
        return 0;
    return whole.l_pid > 0 ? (long)whole.l_pid : -1;
}

void inlay_lock_leave(int lock)
{
    if (lock >= 0)
        close(lock);
}
