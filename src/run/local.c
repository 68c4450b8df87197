/*
 * local.c: jobs as processes: their times, signals, ends.  How one becomes a
 * process is launch's.
 *
 * The end of a child is noticed by sigtimedwait on SIGCHLD, which also keeps
 * the time.  Which children ended is asked of each by its own pid: others of
 * the process' children are not ours to reap.
 *
 * Invariant: a job in the list has a leader that was not reaped, so its pid,
 * which is its group's number too, is nobody else's: signals reach the right
 * group.  Therefore ends are seen with WNOWAIT, then the group is killed, the
 * keeper told, and the leader reaped.
 */
#include "run/local.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/keeper.h"
#include "run/launch.h"

enum { MAX_JOBS = INLAY_KEEPER_MAX_GROUPS };

/* Seconds after which ended children are looked for in any case: a thread that
 * does not block SIGCHLD can take one in the moment before we wait for it. */
static const double LONGEST_SLEEP = 0.25;

struct running {
    int64_t trial;
    pid_t pid; /* of the leader, and number of the group */
    double started, grace;
    double term_at, kill_at;  /* on the clock; INFINITY: never, or done */
    enum inlay_end_kind kind; /* EXITED until it is told to end */
    siginfo_t info;           /* how the leader ended */
    bool is_reaped; /* the leader is gone, some of its group are not */
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

/* ---- Starting ------------------------------------------------------------ */

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
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64 " is already running", job->trial);
    if (r->n == MAX_JOBS)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64
                          ": %d jobs are running, and no more are possible",
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
    pid_t pid = -1;

    inlay_status st = check_job(r, job, err);
    if (st == INLAY_OK)
        st = inlay_launch_job(job, &r->keeper, &pid, err);
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
 * has reaped has ended in a way that nobody knows: info is zero. */
static bool has_leader_ended(struct running *j)
{
    j->info = (siginfo_t){0};
    if (waitid(P_PID, (id_t)j->pid, &j->info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno == ECHILD;
    return j->info.si_pid == j->pid;
}

/*
 * Of a job that was told to end, all of its group have the grace: a shell is gone
 * at once, while what it has started still cleans up.  The leader is reaped
 * first, as a zombie is a member of its group.
 */
static bool has_ended(struct running *j)
{
    if (!j->is_reaped && !has_leader_ended(j))
        return false;
    if (j->kind == INLAY_END_EXITED)
        return true;
    if (!j->is_reaped)
        inlay_keeper_reap(j->pid);
    j->is_reaped = true;
    return isinf(j->kill_at) || kill(-j->pid, 0) != 0;
}

static struct inlay_job_end end_of(const struct running *j, double now)
{
    const siginfo_t *info = &j->info;
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

    if (!r->running[i].is_reaped)
        kill(-pid, SIGKILL);
    inlay_keeper_remove(&r->keeper, pid);
    if (!r->running[i].is_reaped)
        inlay_keeper_reap(pid);
    r->running[i] = r->running[--r->n];
}

/* One job that has ended, if there is one. */
static bool take_ended(struct local *r, double now, struct inlay_job_end *end)
{
    for (size_t i = 0; i < r->n; i++)
        if (has_ended(&r->running[i])) {
            *end = end_of(&r->running[i], now);
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

    if (!j)
        return inlay_fail(err, INLAY_ESTATE,
                          "trial %" PRId64 " has no job to cancel", trial);
    if (j->kind == INLAY_END_EXITED && !has_leader_ended(j))
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
