/*
 * test_local.c: how jobs start, end, and are ended.
 *
 * A job inherits the writing end of a pipe, its children too.  So the end of
 * that pipe tells that all of them are gone, without looking at processes.
 */
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
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

static void make_folder(struct fixture *f)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(f->folder, sizeof f->folder, "%s/inlay-local-XXXXXX",
             tmp ? tmp : "/tmp");
    CHECK(mkdtemp(f->folder) != NULL);
    snprintf(f->out, sizeof f->out, "%s/out", f->folder);
    snprintf(f->error, sizeof f->error, "%s/error", f->folder);
}

static struct fixture new_fixture(void)
{
    struct fixture f = {.pipe = {-1, -1}};
    inlay_error err = {0};

    make_folder(&f);
    CHECK(pipe(f.pipe) == 0);
    fcntl(f.pipe[0], F_SETFD, FD_CLOEXEC);
    CHECK_OK(inlay_local_new(&f.runner, &err), err);
    return f;
}

static void remove_folder(const char *folder)
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

static void free_fixture(struct fixture *f)
{
    inlay_runner_free(f->runner);
    for (int end = 0; end < 2; end++)
        if (f->pipe[end] >= 0)
            close(f->pipe[end]);
    remove_folder(f->folder);
}

static struct inlay_job job_of(const struct fixture *f, char *const *argv)
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

static void start(struct fixture *f, const struct inlay_job *job)
{
    inlay_error err = {0};
    CHECK_OK(f->runner->ops->start(f->runner, job, &err), err);
}

static struct inlay_job_end wait_for_end(struct fixture *f)
{
    struct inlay_job_end end = {0};
    inlay_error err = {0};
    bool any = false;

    CHECK_OK(f->runner->ops->wait(f->runner, PATIENCE, &end, &any, &err), err);
    CHECK(any);
    return end;
}

static struct inlay_job_end run(struct fixture *f, const struct inlay_job *job)
{
    start(f, job);
    return wait_for_end(f);
}

static void check_start_fails(struct fixture *f, const struct inlay_job *job,
                              inlay_status want, const char *message)
{
    inlay_error err = {0};
    CHECK_FAILS(f->runner->ops->start(f->runner, job, &err), want, err,
                message);
}

/* The first bytes of a file, as a text. */
static const char *contents(const char *path)
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

static void write_file(const char *path, const char *text, mode_t mode)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    CHECK(fd >= 0);
    CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    CHECK(fchmod(fd, mode) == 0);
    close(fd);
}

/* A byte from a job ('!': it is as far as it says), 0 when all are gone. */
static char news(struct fixture *f)
{
    struct pollfd p = {.fd = f->pipe[0], .events = POLLIN};
    char byte = 0;

    CHECK(poll(&p, 1, PATIENCE * 1000) == 1);
    CHECK(read(f->pipe[0], &byte, 1) >= 0);
    return byte;
}

/* From here on only jobs have the writing end, whose number they are given. */
static void let_go_of_pipe(struct fixture *f)
{
    close(f->pipe[1]);
    f->pipe[1] = -1;
}

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

TEST(output_and_error_go_to_their_files_which_are_emptied)
{
    struct fixture f = new_fixture();
    write_file(f.out, "old and long", 0600);
    const struct inlay_job job = job_of(&f, SHELL("echo hello; echo oh >&2"));
    CHECK(run(&f, &job).code == 0);
    CHECK_TEXT(contents(f.out), "hello\n");
    CHECK_TEXT(contents(f.error), "oh\n");
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
    start(&f, &job);
    let_go_of_pipe(&f);
    CHECK(news(&f) == '!');
    CHECK(wait_for_end(&f).kind == INLAY_END_TIMED_OUT);
    CHECK(news(&f) == 0);
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
                "trial 9: has no job that could be cancelled");
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

/* dd wants a buffer of 1 GiB. */
TEST(a_program_that_wants_more_than_its_memory_does_not_get_it)
{
    struct fixture f = new_fixture();
    struct inlay_job job =
        job_of(&f, SHELL("dd if=/dev/zero of=/dev/null bs=1073741824 count=1"));
    job.memory = (uint64_t)256 << 20;
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.kind == INLAY_END_EXITED);
    CHECK(end.code == 1);
    CHECK(strstr(contents(f.error), "memory") != NULL);

    job.memory = (uint64_t)4 << 30;
    CHECK(run(&f, &job).code == 0);
    free_fixture(&f);
}

/* ---- What cannot be started ---------------------------------------------- */

TEST(a_missing_program_is_told_at_the_start)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"./train"}, NULL});
    check_start_fails(&f, &job, INLAY_EINVAL,
                      "cannot start './train': No such file or directory");
    job.argv = (char *[]){(char[]){"no-such-program"}, NULL};
    check_start_fails(
        &f, &job, INLAY_EINVAL,
        "cannot start 'no-such-program': No such file or directory");

    bool any = true;
    struct inlay_job_end end;
    inlay_error err = {0};
    CHECK_OK(f.runner->ops->wait(f.runner, INFINITY, &end, &any, &err), err);
    CHECK(!any); /* and it is no job */
    free_fixture(&f);
}

TEST(a_program_without_permission_or_format_is_told_at_the_start)
{
    struct fixture f = new_fixture();
    char path[MAX_PATH];
    const struct inlay_job job =
        job_of(&f, (char *[]){(char[]){"./train"}, NULL});

    snprintf(path, sizeof path, "%s/train", f.folder);
    write_file(path, "#!/bin/sh\n", 0644);
    check_start_fails(&f, &job, INLAY_EINVAL,
                      "cannot start './train': Permission denied");
    write_file(path, "echo a shell would run this\n", 0755);
    check_start_fails(&f, &job, INLAY_EINVAL,
                      "cannot start './train': Exec format error (a script "
                      "begins with a line like #!/bin/sh)");
    write_file(path, "#!/bin/sh\nexit 6\n", 0755);
    CHECK(run(&f, &job).code == 6);
    free_fixture(&f);
}

TEST(a_missing_folder_is_told_at_the_start)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, SHELL("exit 0"));
    job.folder = "/no/such/folder";
    check_start_fails(&f, &job, INLAY_EINVAL,
                      "cannot start 'sh' in folder '/no/such/folder': No such "
                      "file or directory");
    free_fixture(&f);
}

TEST(an_output_that_cannot_be_written_is_told_at_the_start)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, SHELL("exit 0"));
    job.error_path = "/no/such/folder/error";
    check_start_fails(
        &f, &job, INLAY_EINVAL,
        "cannot write '/no/such/folder/error': No such file or directory");
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
    check_start_fails(&f, &job, INLAY_ESTATE, "trial 1: runs already");
    free_fixture(&f);
}

/* ---- What a program gets ------------------------------------------------- */

TEST(arguments_and_environment_arrive_byte_for_byte)
{
    char *const hostile[] = {
        (char[]){"'; rm -rf /tmp/nothing; '"},
        (char[]){"\""},
        (char[]){"$(exit 1)"},
        (char[]){"`exit 1`"},
        (char[]){"a\nb\n"},
        (char[]){"größe λ 🙂"},
        (char[]){"-rf"},
        (char[]){"*"},
        (char[]){""},
        (char[]){"\\ \t\x01"},
        (char[]){"${HOME} %s"},
    };
    char *argv[LEN(hostile) + 4] = {(char[]){"./show"}, NULL};
    char *environment[LEN(hostile) + 1] = {NULL};
    char values[LEN(hostile)][64], want[1024] = "", path[MAX_PATH];
    struct fixture f = new_fixture();

    for (size_t i = 0; i < LEN(hostile); i++) {
        argv[i + 1] = hostile[i];
        snprintf(values[i], sizeof values[i], "V%zu=%s", i, hostile[i]);
        environment[i] = values[i];
        snprintf(want + strlen(want), sizeof want - strlen(want), "%s|",
                 hostile[i]);
    }
    for (size_t i = 0; i < LEN(hostile); i++)
        snprintf(want + strlen(want), sizeof want - strlen(want), "%s|",
                 hostile[i]);
    snprintf(path, sizeof path, "%s/show", f.folder);
    write_file(path,
               "#!/bin/sh\n"
               "printf '%s|' \"$@\" \"$V0\" \"$V1\" \"$V2\" \"$V3\" \"$V4\" "
               "\"$V5\" \"$V6\" \"$V7\" \"$V8\" \"$V9\" \"$V10\"\n",
               0755);
    struct inlay_job job = job_of(&f, argv);
    job.environment = environment;
    CHECK(run(&f, &job).code == 0);
    CHECK_TEXT(contents(f.out), want);
    free_fixture(&f);
}

TEST(the_environment_is_the_given_one_and_no_more)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"env"}, NULL});
    job.environment =
        (char *[]){(char[]){"PATH=/usr/bin:/bin"}, (char[]){"A=1"}, NULL};
    CHECK(run(&f, &job).code == 0);
    CHECK_TEXT(contents(f.out), "PATH=/usr/bin:/bin\nA=1\n");
    free_fixture(&f);
}

/* "here" is found first by the relative element, seen from the job's folder. */
TEST(programs_are_looked_up_in_the_path_of_the_job)
{
    struct fixture f = new_fixture();
    char path[MAX_PATH];
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"here"}, NULL});

    snprintf(path, sizeof path, "%s/here", f.folder);
    write_file(path, "#!/bin/sh\nls here\n", 0755);
    check_start_fails(&f, &job, INLAY_EINVAL,
                      "cannot start 'here': No such file or directory");
    job.environment =
        (char *[]){(char[]){"PATH=/nowhere::/usr/bin:/bin"}, NULL};
    CHECK(run(&f, &job).code == 0);

    CHECK_TEXT(contents(f.out), "here\n"); /* which is in the folder */

    job.argv = SHELL("exit 8"); /* without a PATH there is the usual one */
    job.environment = (char *[]){NULL};
    CHECK(run(&f, &job).code == 8);
    free_fixture(&f);
}

TEST(the_input_arrives_whole)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"cat"}, NULL});
    job.input = "{\"trial\": 1}\n";
    job.n_input = strlen(job.input);
    CHECK(run(&f, &job).code == 0);
    CHECK_TEXT(contents(f.out), job.input);
    job.n_input = 0;
    CHECK(run(&f, &job).code == 0);
    CHECK_TEXT(contents(f.out), "");
    free_fixture(&f);
}

TEST(a_large_input_that_nobody_reads_hurts_nobody)
{
    const size_t n = (size_t)8 << 20;
    char *input = inlay_mem_new(n, 1);
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, SHELL("exit 4"));

    memset(input, 'x', n);
    job.input = input;
    job.n_input = n;
    CHECK(run(&f, &job).code == 4);
    job.argv = (char *[]){(char[]){"wc"}, (char[]){"-c"}, NULL};
    CHECK(run(&f, &job).code == 0);
    CHECK_TEXT(contents(f.out), "8388608\n");
    inlay_mem_free(input);
    free_fixture(&f);
}

TEST(a_large_output_is_no_problem)
{
    struct fixture f = new_fixture();
    struct stat is;
    const struct inlay_job job =
        job_of(&f, SHELL("dd if=/dev/zero bs=1000000 count=50 2>/dev/null"));
    const struct inlay_job_end end = run(&f, &job);
    CHECK(end.code == 0);
    CHECK(end.seconds < 10.0);
    CHECK(stat(f.out, &is) == 0 && is.st_size == 50000000);
    free_fixture(&f);
}

/* What ls has open when this program starts it without a runner. */
static void list_without_runner(char *list, size_t room)
{
    FILE *ls = popen("exec ls /proc/self/fd/ 2>/dev/null", "r");
    CHECK(ls != NULL);
    list[fread(list, 1, room - 1, ls)] = '\0';
    pclose(ls);
}

TEST(a_program_gets_no_descriptor_of_the_runner)
{
    char want[1024];
    list_without_runner(want, sizeof want);
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, SHELL("sleep 1000"));

    let_go_of_pipe(&f);
    start(&f, &job); /* that another runs changes nothing */
    job.trial = 2;
    job.argv = (char *[]){(char[]){"sh"}, (char[]){"-c"},
                          (char[]){"exec ls /proc/self/fd/ 2>/dev/null"}, NULL};
    run(&f, &job);
    CHECK_TEXT(contents(f.out), want);
    free_fixture(&f);
}

static void on_signal(int number)
{
    (void)number;
}

/* A shell cannot undo that a signal is ignored when it starts. */
TEST(a_program_has_default_signals_and_an_empty_mask)
{
    struct fixture f = new_fixture();
    struct sigaction old;
    sigset_t mask, before;
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    const struct inlay_job job = job_of(&f, SHELL("kill -USR1 $$; exit 1"));

    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    sigprocmask(SIG_BLOCK, &mask, &before);
    sigaction(SIGUSR1, &ignored, &old);
    const struct inlay_job_end end = run(&f, &job);
    sigaction(SIGUSR1, &old, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    CHECK(end.kind == INLAY_END_SIGNALLED);
    CHECK(end.code == SIGUSR1);
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

TEST(streams_that_the_tool_has_closed_are_no_problem)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"cat"}, NULL});
    const int input = dup(STDIN_FILENO);

    close(STDIN_FILENO);
    job.input = "x";
    job.n_input = 1;
    const struct inlay_job_end end = run(&f, &job);
    dup2(input, STDIN_FILENO);
    close(input);
    CHECK(end.code == 0);
    CHECK_TEXT(contents(f.out), "x");
    free_fixture(&f);
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
