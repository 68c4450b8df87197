/*
 * filter.c: spawn, wait, read what it said.
 *
 * Standard input and standard error are files without a name instead of pipes:
 * neither side can block the other, and a program that ends before it has read
 * all is no broken pipe.
 */
#include "run/filter.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/stream.h"

extern char **environ;

/* Enough for any message; what follows is dropped. */
enum { MOST_SAID = 8192 };

static void read_said(int fd, struct inlay_text *said)
{
    char bytes[MOST_SAID];

    if (lseek(fd, 0, SEEK_SET) != 0)
        return;
    const size_t n = inlay_stream_read(fd, bytes, sizeof bytes);
    for (size_t i = 0; i < n; i++) /* a text has no zero */
        if (bytes[i] == '\0')
            bytes[i] = '?';
    inlay_text_add_bytes(said, bytes, n);
}

/* Signals that the tool ignores are the program's own again. */
static int spawn(const char *const *words, const int fd[3], pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    char *const *argv = (char *const *)(uintptr_t)words;

    int code = posix_spawn_file_actions_init(&files);
    if (code != 0)
        return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        sigemptyset(&signals);
        sigaddset(&signals, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &signals);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        for (int i = 0; code == 0 && i < 3; i++)
            code = posix_spawn_file_actions_adddup2(&files, fd[i], i);
        if (code == 0)
            code =
                posix_spawnp(pid, words[0], &files, &attributes, argv, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return code;
}

static int wait_for(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inlay_status run_on(const char *const *words, const int fd[3],
                           struct inlay_filter_end *end, inlay_error *err)
{
    pid_t pid = 0;
    const int code = spawn(words, fd, &pid);

    *end = (struct inlay_filter_end){.is_missing = code == ENOENT};
    if (code != 0 && code != ENOENT)
        return inlay_fail(err, INLAY_ESTATE, "cannot start '%s': %s", words[0],
                          strerror(code));
    if (code == ENOENT)
        return INLAY_OK;
    end->code = wait_for(pid);
    read_said(fd[2], &end->said);
    return inlay_text_status(&end->said, err);
}

inlay_status inlay_filter_run(const char *const *words, const char *input,
                              int out, struct inlay_filter_end *end,
                              inlay_error *err)
{
    FILE *in = tmpfile(), *said = tmpfile();
    struct inlay_filter_end e = {0};
    inlay_status st = INLAY_OK;

    if (!in || !said || !inlay_stream_fill(fileno(in), input, strlen(input)))
        st = inlay_fail(err, INLAY_ESTATE,
                        "'%s': cannot write a temporary file: %s", words[0],
                        strerror(errno));
    if (st == INLAY_OK) {
        const int fd[3] = {fileno(in), out, fileno(said)};
        st = run_on(words, fd, &e, err);
    }
    if (in)
        fclose(in);
    if (said)
        fclose(said);
    if (st == INLAY_OK)
        *end = e;
    else
        inlay_text_clear(&e.said);
    return st;
}
