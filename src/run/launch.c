/*
 * launch.c: fork and exec, and what must be ready before.
 *
 * Invariants:
 * - Between fork and exec only functions are called that are safe in a signal
 *   handler, as other threads may have held locks; all else is prepared before.
 * - A pipe that exec closes brings the reason of a failure: nothing read means
 *   success.
 */
#include "run/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/error.h"
#include "base/stream.h"
#include "base/text.h"
#include "run/hint.h"

enum {
    MAX_FILE = 4096,  /* bytes of a program's path that is looked up in PATH */
    NOT_STARTED = 127 /* exit code of a child that did not become a program */
};

/* Where there is no PATH, as POSIX' confstr(_CS_PATH) has it. */
static const char DEFAULT_PATH[] = "/bin:/usr/bin";

/* ---- The child, from fork to exec ---------------------------------------- */

/* What the child needs, made before it is. */
struct launch {
    const struct inlay_job *job;
    const struct inlay_keeper *keeper;
    const char *path; /* the list of folders where programs are */
    pid_t parent;
    int stream[3]; /* become 0, 1, 2; all are above those */
    int report;    /* gets a struct trouble, is closed by exec */
    bool has_limit;
    struct rlimit limit;
};

/* Why the child did not become the program. */
struct trouble {
    int error;        /* an errno */
    bool is_in_chdir; /* the folder, not the program */
};

#ifdef __linux__
static void die_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}
#else
static void die_with_parent(void)
{
}
#endif

/* The handlers and ignored signals of the tool are not for programs.  Numbers
 * that the C library keeps to itself are refused by it. */
static void reset_signals(void)
{
    struct sigaction fallback = {.sa_handler = SIG_DFL};

    sigemptyset(&fallback.sa_mask);
    for (int number = 1; number <= SIGRTMAX; number++)
        sigaction(number, &fallback, NULL);
}

/* "FOLDER/NAME" in file; an empty folder is the current one. */
static bool join(char file[MAX_FILE], const char *folder, size_t n_folder,
                 const char *name)
{
    const size_t n_name = strlen(name);

    if (n_folder == 0) {
        folder = ".";
        n_folder = 1;
    }
    if (n_folder + n_name + 2 > MAX_FILE)
        return false;
    memcpy(file, folder, n_folder);
    file[n_folder] = '/';
    memcpy(file + n_folder + 1, name, n_name + 1);
    return true;
}

/* The first in the list of folders that can be executed; else an errno, which
 * is EACCES if there was one without permission, as with execvp.  A text that
 * the kernel cannot execute is not given to a shell. */
static int exec_in_path(const struct launch *l)
{
    const struct inlay_job *job = l->job;
    char file[MAX_FILE];
    int error = ENOENT;

    for (const char *at = l->path;; at++) {
        const size_t n = strcspn(at, ":");

        if (join(file, at, n, job->argv[0])) {
            execve(file, job->argv, job->environment);
            if (errno == EACCES)
                error = EACCES;
            else if (errno != ENOENT && errno != ENOTDIR)
                return errno;
        }
        at += n;
        if (*at == '\0')
            return error;
    }
}

static int exec_program(const struct launch *l)
{
    const struct inlay_job *job = l->job;

    if (!strchr(job->argv[0], '/'))
        return exec_in_path(l);
    execve(job->argv[0], job->argv, job->environment);
    return errno;
}

_Noreturn static void give_up(const struct launch *l, struct trouble trouble)
{
    /* An error here shows as a job that exits so, as a shell's would. */
    if (write(l->report, &trouble, sizeof trouble) < 0) {
    }
    _exit(NOT_STARTED);
}

/* The limit comes last: what is left to do needs no memory. */
_Noreturn static void become_program(const struct launch *l)
{
    sigset_t none;

    setpgid(0, 0);
    reset_signals();
    die_with_parent();
    if (getppid() != l->parent) /* it died before that was set */
        _exit(NOT_STARTED);
    for (int fd = 0; fd < 3; fd++)
        if (dup2(l->stream[fd], fd) < 0)
            give_up(l, (struct trouble){.error = errno});
    if (chdir(l->job->folder) != 0)
        give_up(l, (struct trouble){.error = errno, .is_in_chdir = true});
    inlay_keeper_add(l->keeper, getpid());
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    if (l->has_limit && setrlimit(RLIMIT_AS, &l->limit) != 0)
        give_up(l, (struct trouble){.error = errno});
    const int error = exec_program(l);
    give_up(l, (struct trouble){.error = error});
}

/* ---- The parent: streams, limit ------------------------------------------ */

static inlay_status fail_file(inlay_error *err, const char *path, int error)
{
    return inlay_fail(err, INLAY_EINVAL, "cannot write '%.200s': %s", path,
                      strerror(error));
}

/* Always a new file: at the path may be what a worker left of an earlier study,
 * a pipe or a link. */
static int open_new(const char *path, int flags, mode_t mode)
{
    unlink(path);
    return inlay_keeper_move(
        open(path, O_CREAT | O_EXCL | O_CLOEXEC | flags, mode));
}

static inlay_status open_output(const char *path, int *out, inlay_error *err)
{
    *out = open_new(path, O_WRONLY | O_APPEND, 0666);
    return *out >= 0 ? INLAY_OK : fail_file(err, path, errno);
}

static inlay_status open_input(const struct inlay_job *job, int *out,
                               inlay_error *err)
{
    struct inlay_text path = {0};

    inlay_text_printf(&path, "%s.in", job->output_path);
    inlay_status st = inlay_text_status(&path, err);
    if (st != INLAY_OK)
        return st;
    *out = open_new(path.bytes, O_RDWR, 0600);
    const int error = errno;
    unlink(path.bytes);
    if (*out < 0)
        st = fail_file(err, path.bytes, error);
    else if (!inlay_stream_fill(*out, job->input, job->n_input))
        st = fail_file(err, path.bytes, errno);
    inlay_text_clear(&path);
    return st;
}

static inlay_status open_streams(struct launch *l, inlay_error *err)
{
    inlay_status st = open_output(l->job->output_path, &l->stream[1], err);

    if (st == INLAY_OK)
        st = open_output(l->job->error_path, &l->stream[2], err);
    if (st == INLAY_OK)
        st = open_input(l->job, &l->stream[0], err);
    return st;
}

static void close_streams(const struct launch *l)
{
    for (int fd = 0; fd < 3; fd++)
        if (l->stream[fd] >= 0)
            close(l->stream[fd]);
}

/* Never above the hard limit, which may not be raised; a limit that does not
 * fit is none. */
static void set_limit(struct launch *l)
{
    const uint64_t memory = l->job->memory;

    if (memory == 0 || getrlimit(RLIMIT_AS, &l->limit) != 0 ||
        memory >= l->limit.rlim_max)
        return;
    l->limit = (struct rlimit){(rlim_t)memory, (rlim_t)memory};
    l->has_limit = true;
}

static const char *path_in(char *const *environment)
{
    for (; *environment; environment++)
        if (strncmp(*environment, "PATH=", 5) == 0)
            return *environment + 5;
    return DEFAULT_PATH;
}

/* ---- The parent: fork, and the news of exec ------------------------------ */

static inlay_status fail_start(inlay_error *err, const struct inlay_job *job,
                               struct trouble trouble)
{
    if (trouble.is_in_chdir)
        return inlay_fail(err, INLAY_EINVAL,
                          "cannot start '%.150s' in folder '%.150s': %s",
                          job->argv[0], job->folder, strerror(trouble.error));
    return inlay_hint_fail(job, trouble.error, err);
}

/* Waits until exec has closed the other end, or has failed. */
static inlay_status await_exec(const struct launch *l, int report, pid_t pid,
                               inlay_error *err)
{
    struct trouble trouble;

    if (inlay_stream_read(report, &trouble, sizeof trouble) < sizeof trouble)
        return INLAY_OK;
    inlay_keeper_remove(l->keeper, pid); /* its number is still its own */
    inlay_keeper_reap(pid);
    return fail_start(err, l->job, trouble);
}

static inlay_status fail_now(inlay_error *err, const struct inlay_job *job,
                             int error)
{
    return inlay_fail(err, INLAY_ESTATE,
                      "cannot create a process for '%.200s': %s", job->argv[0],
                      strerror(error));
}

/* The streams are open. */
static inlay_status fork_and_exec(struct launch *l, pid_t *out,
                                  inlay_error *err)
{
    int ends[2];

    if (pipe(ends) != 0)
        return fail_now(err, l->job, errno);
    const int report = inlay_keeper_move(ends[0]);
    l->report = inlay_keeper_move(ends[1]);
    const pid_t pid = report >= 0 && l->report >= 0 ? inlay_keeper_fork() : -1;
    const int error = errno;
    if (pid == 0)
        become_program(l);
    if (pid > 0)
        setpgid(pid, pid); /* the child does it too: whoever is first */
    if (l->report >= 0)
        close(l->report);
    const inlay_status st = pid < 0 ? fail_now(err, l->job, error)
                                    : await_exec(l, report, pid, err);
    if (report >= 0)
        close(report);
    if (st == INLAY_OK)
        *out = pid;
    return st;
}

inlay_status inlay_launch_job(const struct inlay_job *job,
                              const struct inlay_keeper *keeper, pid_t *out,
                              inlay_error *err)
{
    struct launch l = {.job = job,
                       .keeper = keeper,
                       .path = path_in(job->environment),
                       .parent = getpid(),
                       .stream = {-1, -1, -1},
                       .report = -1};
    inlay_status st = open_streams(&l, err);

    if (st == INLAY_OK) {
        set_limit(&l);
        st = fork_and_exec(&l, out, err);
    }
    close_streams(&l);
    return st;
}
