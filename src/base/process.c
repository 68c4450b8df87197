/*
 * process.c: names of processes, from /proc where there is one.
 *
 * A name is "PLACE PID START" with '/' between: PLACE is host, boot id and pid
 * namespace; START is field 22 of /proc/PID/stat, in ticks since boot.  Without
 * /proc both are "-", and a process is then known by host and pid alone.
 */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PLACE = 128, MAX_START = 24, MAX_STAT = 1024 };

/* The first bytes of a file as text; "" if it cannot be read, and false if that
 * may have another reason than that it is not there. */
static bool read_start(const char *path, char *out, size_t room)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const int error = errno;
    const ssize_t n = fd >= 0 ? read(fd, out, room - 1) : 0;

    out[n > 0 ? n : 0] = '\0';
    if (fd >= 0)
        close(fd);
    return fd >= 0 || error == ENOENT;
}

/* Only letters, digits and .:- are left, so that '/' divides a name. */
static void make_safe(char *s)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-";

    s[strcspn(s, "\n")] = '\0';
    for (; *s; s++)
        if (!strchr(safe, *s))
            *s = '_';
}

static void find_place(char place[MAX_PLACE])
{
    char host[40] = "", boot[40], space[40] = "";

    gethostname(host, sizeof host - 1);
    read_start("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    const ssize_t n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    space[n > 0 ? n : 0] = '\0';
    make_safe(host);
    make_safe(boot);
    make_safe(space);
    snprintf(place, MAX_PLACE, "%s/%s/%s", host[0] ? host : "-",
             boot[0] ? boot : "-", space[0] ? space : "-");
}

/* The start time of a process, "-" if there is none.  A zombie has ended, so it
 * has none either.  The second field of the file, the program's name in
 * brackets, may itself have spaces and brackets.  False: it cannot be known. */
static bool find_start(long pid, char start[MAX_START])
{
    char path[40], stat[MAX_STAT];

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    const bool is_known = read_start(path, stat, sizeof stat);
    const char *field = strrchr(stat, ')');
    if (field && strncmp(field, ") Z", 3) == 0)
        field = NULL;
    for (int i = 2; field && i < 22; i++)
        field = strchr(field + 1, ' ');
    const size_t n = field ? strcspn(field + 1, " ") : 0;
    if (n > 0 && n < MAX_START) {
        memcpy(start, field + 1, n);
        start[n] = '\0';
    } else {
        memcpy(start, "-", 2);
    }
    return is_known;
}

struct inlay_process inlay_process_self(void)
{
    struct inlay_process self;
    char place[MAX_PLACE], start[MAX_START];
    const long pid = (long)getpid();

    find_place(place);
    find_start(pid, start);
    snprintf(self.name, sizeof self.name, "%s/%ld/%s", place, pid, start);
    return self;
}

enum inlay_alive inlay_process_is_alive(const char *name)
{
    char place[MAX_PLACE], start[MAX_START], *end;

    find_place(place);
    const size_t n = strlen(place);
    if (strncmp(name, place, n) != 0 || name[n] != '/')
        return INLAY_ALIVE_UNKNOWN;
    const long long pid = strtoll(name + n + 1, &end, 10);
    if (*end != '/' || pid <= 0 || pid > INT32_MAX)
        return INLAY_ALIVE_UNKNOWN;
    const bool is_ours = kill((pid_t)pid, 0) == 0;
    if (!is_ours && errno == ESRCH)
        return INLAY_DEAD;
    /* /proc may hide what belongs to another user. */
    const bool is_known = find_start((long)pid, start);
    if (!is_known || (!is_ours && strcmp(start, "-") == 0))
        return INLAY_ALIVE_UNKNOWN;
    const bool is_it = strcmp(start, end + 1) == 0;
    return is_it ? INLAY_ALIVE : INLAY_DEAD;
}
