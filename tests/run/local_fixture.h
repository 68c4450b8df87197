/*
 * local_fixture.h: a local runner, and jobs in a folder that a test has for
 * itself.
 *
 * A job inherits the writing end of a pipe, its children too.  So the end of
 * that pipe tells that all of them are gone, without looking at processes.
 */
#ifndef INLAY_TESTS_LOCAL_FIXTURE_H
#define INLAY_TESTS_LOCAL_FIXTURE_H

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/local.h"

enum { MAX_PATH = 512, PATIENCE = 20 /* seconds that a test waits for news */ };

static char *const usual_environment[] = {(char[]){"PATH=/usr/bin:/bin"}, NULL};

/* A runner and a folder for its jobs' files, which goes with it. */
struct fixture {
    struct inlay_runner *runner;
    char folder[MAX_PATH / 4];
    char out[MAX_PATH], error[MAX_PATH];
    int pipe[2]; /* see above */
};

static inline void make_folder(struct fixture *f)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(f->folder, sizeof f->folder, "%s/inlay-local-XXXXXX",
             tmp ? tmp : "/tmp");
    CHECK(mkdtemp(f->folder) != NULL);
    snprintf(f->out, sizeof f->out, "%s/out", f->folder);
    snprintf(f->error, sizeof f->error, "%s/error", f->folder);
}

static inline struct fixture new_fixture(void)
{
    struct fixture f = {.pipe = {-1, -1}};
    inlay_error err = {0};

    make_folder(&f);
    CHECK(pipe(f.pipe) == 0);
    fcntl(f.pipe[0], F_SETFD, FD_CLOEXEC);
    CHECK_OK(inlay_local_new(&f.runner, &err), err);
    return f;
}

static inline void remove_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    char path[MAX_PATH * 2];

    while ((entry = readdir(dir)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    closedir(dir);
    CHECK(rmdir(folder) == 0);
}

static inline void free_fixture(struct fixture *f)
{
    inlay_runner_free(f->runner);
    for (int end = 0; end < 2; end++)
        if (f->pipe[end] >= 0)
            close(f->pipe[end]);
    remove_folder(f->folder);
}

static inline struct inlay_job job_of(const struct fixture *f,
                                      char *const *argv)
{
    return (struct inlay_job){.trial = 1,
                              .argv = argv,
                              .environment = usual_environment,
                              .folder = f->folder,
                              .output_path = f->out,
                              .error_path = f->error,
                              .grace = 5.0};
}

/* sh -c SCRIPT, which the test wants: the runner itself has no shell. */
#define SHELL(script)                                                          \
    ((char *[]){(char[]){"sh"}, (char[]){"-c"}, (char[]){script}, NULL})

static inline void start(struct fixture *f, const struct inlay_job *job)
{
    inlay_error err = {0};
    CHECK_OK(f->runner->ops->start(f->runner, job, &err), err);
}

static inline struct inlay_job_end wait_for_end(struct fixture *f)
{
    struct inlay_job_end end = {0};
    inlay_error err = {0};
    bool any = false;

    CHECK_OK(f->runner->ops->wait(f->runner, PATIENCE, &end, &any, &err), err);
    CHECK(any);
    return end;
}

static inline struct inlay_job_end run(struct fixture *f,
                                       const struct inlay_job *job)
{
    start(f, job);
    return wait_for_end(f);
}

static inline void check_start_fails(struct fixture *f,
                                     const struct inlay_job *job,
                                     inlay_status want, const char *message)
{
    inlay_error err = {0};
    CHECK_FAILS(f->runner->ops->start(f->runner, job, &err), want, err,
                message);
}

/* The first bytes of a file, as a text. */
static inline const char *contents(const char *path)
{
    static char buffer[8192];
    const int fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    const ssize_t n = read(fd, buffer, sizeof buffer - 1);
    CHECK(n >= 0);
    buffer[n] = '\0';
    close(fd);
    return buffer;
}

static inline void write_file(const char *path, const char *text, mode_t mode)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    CHECK(fd >= 0);
    CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    CHECK(fchmod(fd, mode) == 0);
    close(fd);
}

/* A byte from a job ('!': it is as far as it says), 0 when all are gone. */
static inline char news(struct fixture *f)
{
    struct pollfd p = {.fd = f->pipe[0], .events = POLLIN};
    char byte = 0;

    CHECK(poll(&p, 1, PATIENCE * 1000) == 1);
    CHECK(read(f->pipe[0], &byte, 1) >= 0);
    return byte;
}

/* From here on only jobs have the writing end, whose number they are given. */
static inline void let_go_of_pipe(struct fixture *f)
{
    close(f->pipe[1]);
    f->pipe[1] = -1;
}

#endif
