/*
 * test_local.c: how jobs end, and are ended, and how that is told.
 */
#include "local_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/clock.h"

/* ---- Ends ---------------------------------------------------------------- */

TEST(the_exit_code_is_told)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, SHELL("exit 7"));
    job.trial = 42;
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.trial == 42);
    CHECK(end.kind == INLAY_END_EXITED);
    CHECK(end.code == 7);
    CHECK(end.seconds >= 0.0 && end.seconds < PATIENCE);
    free_fixture(&f);
}

TEST(the_signal_is_told)
{
    struct fixture f = new_fixture();
    const struct inlay_job job = job_of(&f, SHELL("kill -SEGV $$"));
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.kind == INLAY_END_SIGNALLED);
    CHECK(end.code == SIGSEGV);
    free_fixture(&f);
}

TEST(a_program_that_times_out_and_obeys_is_timed_out)
{
    struct fixture f = new_fixture();
    struct inlay_job job =
        job_of(&f, SHELL("trap 'exit 0' TERM; while :; do sleep 0.01; done"));
    job.timeout = 0.3;
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.kind == INLAY_END_TIMED_OUT);
    CHECK(end.code == 0 || end.code == SIGTERM);
    CHECK(end.seconds >= 0.3 && end.seconds < job.grace);
    free_fixture(&f);
}

TEST(a_program_that_ignores_term_is_killed_after_the_grace)
{
    struct fixture f = new_fixture();
    struct inlay_job job =
        job_of(&f, SHELL("trap '' TERM; while :; do sleep 0.01; done"));
    job.timeout = 1.0;
    job.grace = 0.2;
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.kind == INLAY_END_TIMED_OUT);
    CHECK(end.code == SIGKILL);
    CHECK(end.seconds >= 1.2 && end.seconds < PATIENCE);
    free_fixture(&f);
}

TEST(a_stopped_program_times_out_too)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, SHELL("kill -STOP $$"));
    job.timeout = 0.3;
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.kind == INLAY_END_TIMED_OUT);
    CHECK(end.code == SIGTERM || end.code == 0);
    free_fixture(&f);
}

/* Its children have the pipe; the one that ignores TERM needs the KILL. */
TEST(the_whole_group_of_a_timed_out_program_is_gone)
{
    struct fixture f = new_fixture();
    char script[200];
    snprintf(script, sizeof script,
             "(trap '' TERM; printf '!' >&%d; exec sleep 1000) & "
             "sleep 1000 & wait",
             f.pipe[1]);
    struct inlay_job job =
        job_of(&f, (char *[]){SHELL("")[0], SHELL("")[1], script, NULL});
    job.timeout = 0.5;
    job.grace = 0.3;
    start(&f, &job);
    let_go_of_pipe(&f);
    CHECK(news(&f) == '!');
    CHECK(wait_for_end(&f).kind == INLAY_END_TIMED_OUT);
    CHECK(news(&f) == 0);
    free_fixture(&f);
}

/* The shell is gone at the TERM; its child takes a while, and may. */
TEST(what_a_timed_out_program_has_started_has_the_grace_too)
{
    struct fixture f = new_fixture();
    struct inlay_job job =
        job_of(&f, SHELL("(trap 'sleep 0.4; echo tidy; exit' TERM; "
                         "while :; do sleep 0.01; done) & wait"));
    job.timeout = 0.3;
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.kind == INLAY_END_TIMED_OUT);
    CHECK(end.seconds < job.grace);
    CHECK_TEXT(contents(f.out), "tidy\n");
    free_fixture(&f);
}

TEST(what_a_program_leaves_running_is_killed_with_its_end)
{
    struct fixture f = new_fixture();
    const struct inlay_job job =
        job_of(&f, SHELL("(trap '' TERM HUP; exec sleep 1000) & exit 3"));
    start(&f, &job);
    let_go_of_pipe(&f);
    const struct inlay_job_end end = wait_for_end(&f);
    CHECK(end.kind == INLAY_END_EXITED);
    CHECK(end.code == 3);
    CHECK(news(&f) == 0);
    free_fixture(&f);
}

TEST(a_cancelled_program_is_told_to_end_then_killed)
{
    struct fixture f = new_fixture();
    char script[200];
    inlay_error err = {0};
    snprintf(script, sizeof script,
             "trap '' TERM; printf '!' >&%d; while :; do sleep 0.01; done",
             f.pipe[1]);
    struct inlay_job job =
        job_of(&f, (char *[]){SHELL("")[0], SHELL("")[1], script, NULL});
    job.grace = 0.2;
    start(&f, &job);
    let_go_of_pipe(&f);
    CHECK(news(&f) == '!');
    const double before = inlay_clock_seconds();
    CHECK_OK(f.runner->ops->cancel(f.runner, 1, &err), err);
    CHECK_OK(f.runner->ops->cancel(f.runner, 1, &err), err); /* no harm */
    const struct inlay_job_end end = wait_for_end(&f);
    CHECK(inlay_clock_seconds() - before >= 0.2);
    CHECK(end.kind == INLAY_END_CANCELLED);
    CHECK(end.code == SIGKILL);
    CHECK(news(&f) == 0);
    free_fixture(&f);
}

TEST(a_cancel_that_comes_too_late_changes_nothing)
{
    struct fixture f = new_fixture();
    inlay_error err = {0};
    const struct inlay_job job = job_of(&f, SHELL("exit 5"));
    siginfo_t info;
    start(&f, &job);
    CHECK(waitid(P_ALL, 0, &info, WEXITED | WNOWAIT) == 0); /* it has ended */
    CHECK_OK(f.runner->ops->cancel(f.runner, 1, &err), err);
    const struct inlay_job_end end = wait_for_end(&f);
    CHECK(end.kind == INLAY_END_EXITED);
    CHECK(end.code == 5);
    free_fixture(&f);
}

TEST(what_is_not_running_cannot_be_cancelled)
{
    struct fixture f = new_fixture();
    inlay_error err = {0};
    CHECK_FAILS(f.runner->ops->cancel(f.runner, 9, &err), INLAY_ESTATE, err,
                "trial 9 has no job to cancel");
    free_fixture(&f);
}

TEST(free_kills_what_still_runs)
{
    struct fixture f = new_fixture();
    struct inlay_job job =
        job_of(&f, SHELL("trap '' TERM; sleep 1000 & sleep 1000"));
    start(&f, &job);
    job.trial = 2;
    start(&f, &job);
    let_go_of_pipe(&f);
    inlay_runner_free(f.runner);
    f.runner = NULL;
    CHECK(news(&f) == 0);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    free_fixture(&f);
}

TEST(an_empty_command_and_a_second_job_of_a_trial_are_refused)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, (char *[]){NULL});
    check_start_fails(&f, &job, INLAY_EINVAL,
                      "trial 1: the command has no program");
    job.argv = SHELL("sleep 1000");
    start(&f, &job);
    check_start_fails(&f, &job, INLAY_ESTATE, "trial 1 is already running");
    free_fixture(&f);
}

/* ---- Waiting ------------------------------------------------------------- */

TEST(many_jobs_run_at_once_and_each_is_told_once)
{
    enum { N_JOBS = 64 };
    struct fixture f = new_fixture();
    bool is_told[N_JOBS] = {false};
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"true"}, NULL});

    for (job.trial = 0; job.trial < N_JOBS; job.trial++)
        start(&f, &job);
    for (int i = 0; i < N_JOBS; i++) {
        const struct inlay_job_end end = wait_for_end(&f);
        CHECK(end.trial >= 0 && end.trial < N_JOBS);
        CHECK(!is_told[end.trial]);
        CHECK(end.kind == INLAY_END_EXITED && end.code == 0);
        is_told[end.trial] = true;
    }
    free_fixture(&f);
}

TEST(a_wait_ends_in_time_and_goes_on_where_it_was)
{
    struct fixture f = new_fixture();
    const struct inlay_job job = job_of(&f, SHELL("sleep 1000"));
    struct inlay_job_end end;
    inlay_error err = {0};
    bool any = true;

    start(&f, &job);
    CHECK_OK(f.runner->ops->wait(f.runner, 0, &end, &any, &err), err);
    CHECK(!any);
    const double before = inlay_clock_seconds();
    CHECK_OK(f.runner->ops->wait(f.runner, 0.4, &end, &any, &err), err);
    const double waited = inlay_clock_seconds() - before;
    CHECK(!any);
    CHECK(waited >= 0.4 && waited < PATIENCE);
    CHECK_OK(f.runner->ops->cancel(f.runner, 1, &err), err);
    CHECK(wait_for_end(&f).kind == INLAY_END_CANCELLED);
    free_fixture(&f);
}

static void on_signal(int number)
{
    (void)number;
}

TEST(a_signal_that_is_handled_ends_a_wait)
{
    struct fixture f = new_fixture();
    char script[64];
    const struct sigaction handled = {.sa_handler = on_signal};
    struct sigaction old;
    struct inlay_job_end end;
    inlay_error err = {0};
    bool any = true;

    /* It signals until it is gone, so one comes while we wait. */
    snprintf(script, sizeof script, "while kill -USR2 %d; do sleep 0.01; done",
             (int)getpid());
    const struct inlay_job job =
        job_of(&f, (char *[]){SHELL("")[0], SHELL("")[1], script, NULL});
    sigaction(SIGUSR2, &handled, &old);
    start(&f, &job);
    const double before = inlay_clock_seconds();
    CHECK_OK(f.runner->ops->wait(f.runner, INFINITY, &end, &any, &err), err);
    CHECK(!any);
    CHECK(inlay_clock_seconds() - before < PATIENCE);
    free_fixture(&f);
    sigaction(SIGUSR2, &old, NULL);
}

TEST(children_of_others_are_left_alone)
{
    struct fixture f = new_fixture();
    const struct inlay_job job = job_of(&f, SHELL("exit 0"));
    int status = 0;
    const pid_t other = fork();
    if (other == 0)
        _exit(9);
    CHECK(run(&f, &job).code == 0);
    CHECK(waitpid(other, &status, 0) == other);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 9);
    free_fixture(&f);
}

TEST(mask_and_action_of_sigchld_are_restored)
{
    struct sigaction before, after;
    sigset_t mask;

    sigaction(SIGCHLD, NULL, &before);
    struct fixture f = new_fixture();
    sigprocmask(SIG_SETMASK, NULL, &mask);
    CHECK(sigismember(&mask, SIGCHLD) == 1);
    const struct inlay_job job = job_of(&f, SHELL("exit 0"));
    start(&f, &job);
    free_fixture(&f);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    CHECK(sigismember(&mask, SIGCHLD) == 0);
    sigaction(SIGCHLD, NULL, &after);
    CHECK(after.sa_handler == before.sa_handler);
}

/* A fixture but for the runner, whose memory may fail. */
OOM_TEST(without_memory_nothing_is_started)
{
    inlay_error err = {0};
    struct fixture f = {.pipe = {-1, -1}};
    make_folder(&f);
    inlay_status st = inlay_local_new(&f.runner, &err);
    if (st == INLAY_OK) {
        const struct inlay_job job = job_of(&f, SHELL("exit 0"));
        st = f.runner->ops->start(f.runner, &job, &err);
    }
    CHECK((st == INLAY_OK) == (err.msg[0] == '\0'));
    free_fixture(&f);
    return st;
}
