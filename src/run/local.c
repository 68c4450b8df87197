/*
 * local.c: jobs as processes: fork, exec, signals, ends.
 *
 * The end of a child is noticed by sigtimedwait on SIGCHLD, which also keeps
 * the time.  Which children ended is asked of each by its own pid: others of
 * the process' children are not ours to reap.
 *
 * Invariants:
 * - A job in the list has a leader that was not reaped, so its pid, which is
 *   its group's number too, is nobody else's: signals reach the right group.
 *   Therefore ends are seen with WNOWAIT, then the group is killed, the keeper
 *   told, and the leader reaped.
 * - start() returns when exec has succeeded or failed.  A pipe that exec closes
 *   brings the reason: nothing read means success.
 * - Between fork and exec only functions are called that are safe in a signal
 *   handler, as other threads may have held locks; all else is prepared before.
 */
#include "run/local.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "run/keeper.h"

enum {
    MAX_JOBS = INLAY_KEEPER_MAX_GROUPS,
    MAX_FILE = 4096 /* bytes of a program's path that is looked up in PATH */
};

/* Seconds after which ended children are looked for in any case: a thread that
 * does not block SIGCHLD can take one in the moment before we wait for it. */
static const double LONGEST_SLEEP = 0.25;

/* Where there is no PATH, as POSIX' confstr(_CS_PATH) has it. */
static const char DEFAULT_PATH[] = "/bin:/usr/bin";

struct running {
    int64_t trial;
    pid_t pid; /* of the leader, and number of the group */
    double started, grace;
    double term_at, kill_at;  /* on the clock; INFINITY: never, or done */
    enum inlay_end_kind kind; /* EXITED until it is told to end */
};

struct local {
    struct inlay_runner base;
    struct inlay_keeper keeper;
    sigset_t old_mask;
    struct sigaction old_action;
    size_t n;
    struct running running[MAX_JOBS];
};

static struct local *local_of(struct inlay_runner *base)
{
    return (struct local *)base;
}

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
#include <sys/prctl.h>

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
    /* An error here shows as a job that was killed. */
    if (write(l->report, &trouble, sizeof trouble) < 0) {
    }
    inlay_keeper_end_process();
}

/* The limit comes last: what is left to do needs no memory. */
_Noreturn static void become_program(const struct launch *l)
{
    sigset_t none;

    setpgid(0, 0);
    reset_signals();
    die_with_parent();
    if (getppid() != l->parent) /* it died before that was set */
        inlay_keeper_end_process();
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

/* ---- Starting ------------------------------------------------------------ */

static inlay_status fail_file(inlay_error *err, const char *path, int error)
{
    return inlay_fail(err, INLAY_EINVAL, "cannot write '%.200s': %s", path,
                      strerror(error));
}

static inlay_status open_output(const char *path, int *out, inlay_error *err)
{
    const int fd = inlay_keeper_move(
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666));

    if (fd < 0)
        return fail_file(err, path, errno);
    *out = fd;
    return INLAY_OK;
}

/* All bytes, from the start of the file; false and errno if that fails. */
static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t put = write(fd, bytes, n);
        if (put < 0 && errno != EINTR)
            return false;
        bytes += put > 0 ? put : 0;
        n -= put > 0 ? (size_t)put : 0;
    }
    return lseek(fd, 0, SEEK_SET) == 0;
}

static inlay_status open_input(const struct inlay_job *job, int *out,
                               inlay_error *err)
{
    struct inlay_text path = {0};
    inlay_status st =
        inlay_text_printf(&path, err, "%s.in-XXXXXX", job->output_path);

    if (st != INLAY_OK)
        return st;
    int fd = mkstemp(path.bytes);
    if (fd >= 0)
        unlink(path.bytes);
    fd = inlay_keeper_move(fd);
    if (fd < 0) {
        st = fail_file(err, path.bytes, errno);
    } else if (!write_all(fd, job->input, job->n_input)) {
        st = fail_file(err, path.bytes, errno);
        close(fd);
    } else {
        *out = fd;
    }
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

static void reap(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

static inlay_status fail_start(inlay_error *err, const struct inlay_job *job,
                               struct trouble trouble)
{
    if (trouble.is_in_chdir)
        return inlay_fail(err, INLAY_EINVAL,
                          "cannot start '%.150s' in folder '%.150s': %s",
                          job->argv[0], job->folder, strerror(trouble.error));
    return inlay_fail(err, INLAY_EINVAL, "cannot start '%.200s': %s%s",
                      job->argv[0], strerror(trouble.error),
                      trouble.error == ENOEXEC
                          ? " (a script begins with a line like #!/bin/sh)"
                          : "");
}

/* Waits until exec has closed the other end, or has failed. */
static inlay_status await_exec(const struct launch *l, int report, pid_t pid,
                               inlay_error *err)
{
    struct trouble trouble;
    ssize_t got;

    do
        got = read(report, &trouble, sizeof trouble);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof trouble)
        return INLAY_OK;
    inlay_keeper_remove(l->keeper, pid); /* its number is still its own */
    reap(pid);
    return fail_start(err, l->job, trouble);
}

static inlay_status fail_now(inlay_error *err, const struct inlay_job *job,
                             int error)
{
    return inlay_fail(err, INLAY_ESTATE,
                      "cannot make a process for '%.200s': "
                      "%s",
                      job->argv[0], strerror(error));
}

/* The streams are open. */
static inlay_status launch(struct launch *l, pid_t *out, inlay_error *err)
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

static struct running *find(struct local *r, int64_t trial)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->running[i].trial == trial)
            return &r->running[i];
    return NULL;
}

static inlay_status check_job(struct local *r, const struct inlay_job *job,
                              inlay_error *err)
{
    if (!job->argv[0] || job->argv[0][0] == '\0')
        return inlay_fail(err, INLAY_EINVAL,
                          "trial %" PRId64 ": the command has no program",
                          job->trial);
    if (find(r, job->trial))
        return inlay_fail(err, INLAY_ESTATE, "trial %" PRId64 ": runs already",
                          job->trial);
    if (r->n == MAX_JOBS)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64 ": %d jobs run, there cannot be "
                          "more",
                          job->trial, MAX_JOBS);
    return INLAY_OK;
}

static void add_running(struct local *r, const struct inlay_job *job, pid_t pid)
{
    const double now = inlay_clock_seconds();

    r->running[r->n++] = (struct running){
        .trial = job->trial,
        .pid = pid,
        .started = now,
        .grace = job->grace,
        .term_at = job->timeout > 0.0 ? now + job->timeout : INFINITY,
        .kill_at = INFINITY,
        .kind = INLAY_END_EXITED,
    };
}

static inlay_status local_start(struct inlay_runner *base,
                                const struct inlay_job *job, inlay_error *err)
{
    struct local *r = local_of(base);
    struct launch l = {.job = job,
                       .keeper = &r->keeper,
                       .path = path_in(job->environment),
                       .parent = getpid(),
                       .stream = {-1, -1, -1},
                       .report = -1};
    pid_t pid = -1;

    inlay_status st = check_job(r, job, err);
    if (st == INLAY_OK)
        st = open_streams(&l, err);
    if (st == INLAY_OK) {
        set_limit(&l);
        st = launch(&l, &pid, err);
    }
    close_streams(&l);
    if (st == INLAY_OK)
        add_running(r, job, pid);
    return st;
}

/* ---- Ending -------------------------------------------------------------- */

/* TERM to all of the group.  A stopped process sees it when it goes on. */
static void tell_to_end(struct running *j, enum inlay_end_kind kind, double now)
{
    j->kind = kind;
    j->term_at = INFINITY;
    j->kill_at = now + (j->grace > 0.0 ? j->grace : 0.0);
    kill(-j->pid, SIGTERM);
    kill(-j->pid, SIGCONT);
}

/* Does what is due, and tells when the next thing is. */
static double keep_times(struct local *r, double now)
{
    double next = INFINITY;

    for (size_t i = 0; i < r->n; i++) {
        struct running *j = &r->running[i];

        if (now >= j->term_at)
            tell_to_end(j, INLAY_END_TIMED_OUT, now);
        if (now >= j->kill_at) {
            kill(-j->pid, SIGKILL);
            j->kill_at = INFINITY;
        }
        next = fmin(next, fmin(j->term_at, j->kill_at));
    }
    return next;
}

/* Whether the leader has ended; it stays to be reaped.  One that somebody else
 * has reaped has ended in a way that nobody knows: *info is zero. */
static bool has_ended(const struct running *j, siginfo_t *info)
{
    *info = (siginfo_t){0};
    if (waitid(P_PID, (id_t)j->pid, info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno == ECHILD;
    return info->si_pid == j->pid;
}

static struct inlay_job_end end_of(const struct running *j,
                                   const siginfo_t *info, double now)
{
    struct inlay_job_end end = {.trial = j->trial,
                                .kind = j->kind,
                                .code = info->si_status,
                                .seconds = now - j->started};
    const bool has_exited = info->si_code == CLD_EXITED;

    if (j->kind == INLAY_END_EXITED && !has_exited)
        end.kind = INLAY_END_SIGNALLED;
    else if (j->kind != INLAY_END_EXITED && has_exited)
        end.code = 0;
    return end;
}

/* The group and its leader's remains go; the last of the list takes i's place.
 */
static void remove_running(struct local *r, size_t i)
{
    const pid_t pid = r->running[i].pid;

    kill(-pid, SIGKILL);
    inlay_keeper_remove(&r->keeper, pid);
    reap(pid);
    r->running[i] = r->running[--r->n];
}

/* One job that has ended, if there is one. */
static bool take_ended(struct local *r, double now, struct inlay_job_end *end)
{
    siginfo_t info;

    for (size_t i = 0; i < r->n; i++)
        if (has_ended(&r->running[i], &info)) {
            *end = end_of(&r->running[i], &info, now);
            remove_running(r, i);
            return true;
        }
    return false;
}

static void set_of_sigchld(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
}

/* Until a child ends, or for `seconds` at most; false if a signal was handled. */
static bool sleep_for(double seconds)
{
    const double s = fmax(0.0, fmin(seconds, LONGEST_SLEEP));
    const struct timespec t = {.tv_sec = (time_t)s,
                               .tv_nsec = (long)(1e9 * (s - floor(s)))};
    sigset_t set;

    set_of_sigchld(&set);
    return sigtimedwait(&set, NULL, &t) >= 0 || errno != EINTR;
}

static inlay_status local_wait(struct inlay_runner *base,
                               double timeout_seconds,
                               struct inlay_job_end *end, bool *any,
                               inlay_error *err)
{
    struct local *r = local_of(base);
    const double begun = inlay_clock_seconds();
    const double until =
        timeout_seconds > 0.0 ? begun + timeout_seconds : begun;

    (void)err; /* other runners can fail here */
    for (;;) {
        const double now = inlay_clock_seconds();

        *any = take_ended(r, now, end);
        if (*any || r->n == 0)
            break;
        const double next = keep_times(r, now);
        if (now >= until || !sleep_for(fmin(next, until) - now))
            break;
    }
    return INLAY_OK;
}

static inlay_status local_cancel(struct inlay_runner *base, int64_t trial,
                                 inlay_error *err)
{
    struct running *j = find(local_of(base), trial);
    siginfo_t info;

    if (!j)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64 ": has no job that could be "
                          "cancelled",
                          trial);
    if (j->kind == INLAY_END_EXITED && !has_ended(j, &info))
        tell_to_end(j, INLAY_END_CANCELLED, inlay_clock_seconds());
    return INLAY_OK;
}

/* ---- The runner ---------------------------------------------------------- */

/* A signal that is ignored, as SIGCHLD by default, is not kept for
 * sigtimedwait everywhere; and a parent may have left us ignoring it, which
 * would reap our children. */
static void do_nothing(int number)
{
    (void)number;
}

static void take_sigchld(struct local *r)
{
    struct sigaction action = {.sa_handler = do_nothing,
                               .sa_flags = SA_NOCLDSTOP | SA_RESTART};
    sigset_t set;

    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, &r->old_action);
    set_of_sigchld(&set);
    pthread_sigmask(SIG_BLOCK, &set, &r->old_mask);
}

/* Those that are pending are of our children, who are all gone. */
static void give_sigchld_back(const struct local *r)
{
    const struct timespec at_once = {0};
    sigset_t set;

    set_of_sigchld(&set);
    while (sigtimedwait(&set, NULL, &at_once) >= 0) {
    }
    sigaction(SIGCHLD, &r->old_action, NULL);
    pthread_sigmask(SIG_SETMASK, &r->old_mask, NULL);
}

static void local_free(struct inlay_runner *base)
{
    struct local *r = local_of(base);

    for (size_t i = 0; i < r->n; i++)
        kill(-r->running[i].pid, SIGKILL);
    while (r->n > 0)
        remove_running(r, r->n - 1);
    inlay_keeper_clear(&r->keeper);
    give_sigchld_back(r);
    inlay_mem_free(r);
}

static const struct inlay_runner_ops local_ops = {
    .start = local_start,
    .wait = local_wait,
    .cancel = local_cancel,
    .free = local_free,
};

inlay_status inlay_local_new(struct inlay_runner **out, inlay_error *err)
{
    struct local *r = inlay_mem_new(1, sizeof *r);

    if (!r)
        return inlay_fail_memory(err, "a runner");
    r->base.ops = &local_ops;
    const inlay_status st = inlay_keeper_init(&r->keeper, err);
    if (st != INLAY_OK) {
        inlay_mem_free(r);
        return st;
    }
    take_sigchld(r);
    *out = &r->base;
    return INLAY_OK;
}
