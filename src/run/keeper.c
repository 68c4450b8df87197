/*
 * keeper.c: the process that outlives a killed tool for a moment.
 *
 * It reads records of one pid_t from a socket: +group is added, -group is
 * removed.  The kernel closes the tool's end whatever ended the tool, so the
 * end of the file is the sign.  A socket and not a pipe: a write to a keeper
 * that is gone must not raise SIGPIPE in the tool.
 *
 * Invariants: between fork and its end the keeper calls only what is safe in a
 * signal handler, as the tool may have other threads, which hold locks.  It
 * keeps no descriptor open but its socket, so that nobody waits for it at the
 * end of a pipe.  It has a session of its own and all signals blocked: what
 * Ctrl-C, a closed terminal or kill tell the tool is not for it.
 */
#include "run/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/stream.h"
#include "base/text.h"

enum { MAX_CLOSED = 65536 }; /* where open descriptors cannot be listed */

pid_t inlay_keeper_fork(void)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = fork();
    if (pid == 0)
        return 0;
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

int inlay_keeper_move(int fd)
{
    if (fd < 0)
        return -1;
    const int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(fd);
    errno = error;
    return moved;
}

void inlay_keeper_reap(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* ---- The process --------------------------------------------------------- */

struct groups {
    pid_t group[INLAY_KEEPER_MAX_GROUPS];
    size_t n;
};

static void note(struct groups *g, pid_t record)
{
    const pid_t group = record < 0 ? -record : record;
    size_t i = 0;

    while (i < g->n && g->group[i] != group)
        i++;
    if (record < 0 && i < g->n)
        g->group[i] = g->group[--g->n];
    else if (record > 0 && i == g->n && i < INLAY_KEEPER_MAX_GROUPS)
        g->group[g->n++] = group;
}

/* Nothing of the tool's stays open but the socket. */
static void let_go(int socket, int highest)
{
    const int nothing = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (dup2(nothing, fd) < 0)
            close(fd);
    for (int fd = STDERR_FILENO + 1; fd <= highest; fd++)
        if (fd != socket)
            close(fd);
    if (nothing > highest && nothing != socket)
        close(nothing);
}

_Noreturn static void keep(int socket, int highest)
{
    struct groups g = {.n = 0};
    pid_t record = 0;

    setsid();
    let_go(socket, highest);
    if (chdir("/") == 0) { /* or it keeps a folder busy: no harm */
    }
    while (inlay_stream_read(socket, &record, sizeof record) == sizeof record)
        note(&g, record);
    for (size_t i = 0; i < g.n; i++)
        kill(-g.group[i], SIGKILL);
    _exit(0);
}

/* ---- The tool's side ----------------------------------------------------- */

/* The largest number of an open descriptor, or one that is large enough. */
static int highest_descriptor(void)
{
    int64_t highest = STDERR_FILENO, fd;
    DIR *folder = opendir("/dev/fd");
    const struct dirent *entry;

    if (!folder) {
        const long limit = sysconf(_SC_OPEN_MAX);
        return limit > 0 && limit < MAX_CLOSED ? (int)limit : MAX_CLOSED;
    }
    while ((entry = readdir(folder)) != NULL)
        if (inlay_text_to_integer(entry->d_name, &fd) && fd > highest)
            highest = fd;
    closedir(folder);
    return (int)highest;
}

/* A pair of sockets above the standard streams. */
static bool new_pair(int pair[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return false;
    pair[0] = inlay_keeper_move(pair[0]);
    pair[1] = inlay_keeper_move(pair[1]);
    if (pair[0] >= 0 && pair[1] >= 0)
        return true;
    const int error = errno;
    close(pair[0]);
    close(pair[1]);
    errno = error;
    return false;
}

inlay_status inlay_keeper_init(struct inlay_keeper *keeper, inlay_error *err)
{
    int pair[2];

    if (!new_pair(pair))
        return inlay_fail(err, INLAY_ESTATE,
                          "cannot create a socket for workers: %s",
                          strerror(errno));
    const int highest = highest_descriptor();
    const pid_t pid = inlay_keeper_fork();
    const int error = errno;
    if (pid == 0)
        keep(pair[1], highest);
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return inlay_fail(err, INLAY_ESTATE,
                          "cannot create a process to watch the workers: %s",
                          strerror(error));
    }
    *keeper = (struct inlay_keeper){.pid = pid, .socket = pair[0]};
    return INLAY_OK;
}

void inlay_keeper_clear(struct inlay_keeper *keeper)
{
    close(keeper->socket);
    inlay_keeper_reap(keeper->pid);
    *keeper = (struct inlay_keeper){.socket = -1};
}

/* Records are far smaller than the socket's buffer, and never cut. */
static void tell(const struct inlay_keeper *keeper, pid_t record)
{
    while (send(keeper->socket, &record, sizeof record, MSG_NOSIGNAL) < 0 &&
           errno == EINTR) {
    }
}

void inlay_keeper_add(const struct inlay_keeper *keeper, pid_t group)
{
    tell(keeper, group);
}

void inlay_keeper_remove(const struct inlay_keeper *keeper, pid_t group)
{
    tell(keeper, -group);
}
