/*
 * test_keeper.c: what is left when the tool is killed: nothing.
 *
 * As in test_local.c, the end of a pipe tells that all who had it are gone.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/keeper.h"
#include "run/local.h"

enum { PATIENCE = 20 }; /* seconds that a test waits for news */

/* A byte from the pipe, 0 at its end, -1 if there is no news in time. */
static int news(int fd, int seconds)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    char byte = 0;

    if (poll(&p, 1, seconds * 1000) != 1)
        return -1;
    CHECK(read(fd, &byte, 1) >= 0);
    return byte;
}

static void new_pipe(int ends[2])
{
    CHECK(pipe(ends) == 0);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
}

/* The tool of a test: starts a worker whose child minds neither TERM nor HUP,
 * and says '!' on the pipe fd; then waits to be killed. */
static void be_the_tool(int fd, const char *folder)
{
    char script[160], out[200];
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, script, NULL};
    char *environment[] = {(char[]){"PATH=/usr/bin:/bin"}, NULL};
    struct inlay_runner *runner = NULL;

    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(script, sizeof script,
             "(trap '' TERM HUP; printf '!' >&%d; exec sleep 1000) & wait", fd);
    const struct inlay_job job = {.trial = 1,
                                  .argv = argv,
                                  .environment = environment,
                                  .folder = folder,
                                  .output_path = out,
                                  .error_path = out};
    if (inlay_local_new(&runner, NULL) != INLAY_OK ||
        runner->ops->start(runner, &job, NULL) != INLAY_OK)
        _exit(1);
    for (;;)
        pause();
}

static void make_folder(char folder[100])
{
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, 100, "%s/inlay-keeper-XXXXXX", tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
}

static void remove_folder(const char *folder)
{
    char out[200];
    snprintf(out, sizeof out, "%s/out", folder);
    unlink(out);
    CHECK(rmdir(folder) == 0);
}

/* Kills the tool with that signal when its worker's child runs. */
static void check_nothing_is_left_after(int number)
{
    char folder[100];
    int ends[2], status = 0;

    make_folder(folder);
    new_pipe(ends);
    const pid_t tool = fork();
    if (tool == 0)
        be_the_tool(ends[1], folder);
    close(ends[1]);
    CHECK(news(ends[0], PATIENCE) == '!');
    CHECK(kill(tool, number) == 0);
    CHECK(waitpid(tool, &status, 0) == tool);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == number);
    CHECK(news(ends[0], PATIENCE) == 0);
    close(ends[0]);
    remove_folder(folder);
}

TEST(nothing_is_left_of_a_tool_that_was_killed)
{
    check_nothing_is_left_after(SIGKILL);
}

TEST(nothing_is_left_of_a_tool_that_was_told_to_end_and_did_not_clean_up)
{
    check_nothing_is_left_after(SIGTERM);
}

/* A process that waits for ever in a group of its own, and has the pipe.  It is
 * made before a keeper, whose socket it would keep open. */
static pid_t start_group(int fd)
{
    const pid_t pid = fork();

    if (pid == 0) {
        setpgid(0, 0);
        if (write(fd, "!", 1) == 1)
            for (;;)
                pause();
        _exit(1);
    }
    CHECK(pid > 0);
    return pid;
}

/* Two groups, one of which is removed: only the other is killed. */
TEST(groups_that_are_still_known_are_killed_and_no_others)
{
    struct inlay_keeper keeper;
    inlay_error err = {0};
    int ends[2], status = 0;

    new_pipe(ends);
    const pid_t kept = start_group(ends[1]), removed = start_group(ends[1]);
    CHECK(news(ends[0], PATIENCE) == '!');
    CHECK(news(ends[0], PATIENCE) == '!');
    CHECK_OK(inlay_keeper_init(&keeper, &err), err);
    inlay_keeper_add(&keeper, removed);
    inlay_keeper_add(&keeper, kept);
    inlay_keeper_add(&keeper, kept);
    inlay_keeper_remove(&keeper, removed);
    CHECK(waitpid(kept, NULL, WNOHANG) == 0);
    inlay_keeper_clear(&keeper);

    CHECK(waitpid(kept, &status, 0) == kept);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    CHECK(waitpid(removed, NULL, WNOHANG) == 0);
    kill(removed, SIGKILL);
    CHECK(waitpid(removed, NULL, 0) == removed);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    close(ends[0]);
    close(ends[1]);
}

TEST(as_many_groups_as_it_can_know_are_known)
{
    struct inlay_keeper keeper;
    inlay_error err = {0};
    int ends[2], status = 0;

    new_pipe(ends);
    const pid_t last = start_group(ends[1]);
    CHECK(news(ends[0], PATIENCE) == '!');
    CHECK_OK(inlay_keeper_init(&keeper, &err), err);
    const pid_t absent = 1 << 30; /* above any number of a process */
    for (int i = 0; i < INLAY_KEEPER_MAX_GROUPS; i++)
        inlay_keeper_add(&keeper, absent + i);
    inlay_keeper_remove(&keeper, absent + 17);
    inlay_keeper_add(&keeper, last);
    inlay_keeper_clear(&keeper);
    CHECK(waitpid(last, &status, 0) == last);
    CHECK(WIFSIGNALED(status));
    close(ends[0]);
    close(ends[1]);
}

/* The keeper lives, and yet the pipe that was open when it was made ends: so
 * does a reader of the tool's output. */
TEST(the_keeper_keeps_nothing_of_the_tool_open)
{
    struct inlay_keeper keeper;
    inlay_error err = {0};
    int ends[2];

    new_pipe(ends);
    const int far = fcntl(ends[1], F_DUPFD, 700);
    const int saved = dup(STDOUT_FILENO);
    CHECK(far >= 0 && saved >= 0);
    fflush(stdout);
    dup2(ends[1], STDOUT_FILENO);
    const inlay_status st = inlay_keeper_init(&keeper, &err);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    CHECK_OK(st, err);
    close(far);
    close(ends[1]);
    CHECK(news(ends[0], PATIENCE) == 0);
    CHECK(kill(keeper.pid, 0) == 0 && waitpid(keeper.pid, NULL, WNOHANG) == 0);
    inlay_keeper_clear(&keeper);
    close(ends[0]);
}

TEST(signals_for_the_tool_do_not_end_the_keeper)
{
    struct inlay_keeper keeper;
    inlay_error err = {0};
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

    CHECK_OK(inlay_keeper_init(&keeper, &err), err);
    for (size_t i = 0; i < LEN(numbers); i++)
        CHECK(kill(keeper.pid, numbers[i]) == 0);
    CHECK(waitpid(keeper.pid, NULL, WNOHANG) == 0);
    const pid_t own = getsid(0);
    while (getsid(keeper.pid) == own) /* until it has come to that */
        poll(NULL, 0, 1);
    CHECK(getsid(keeper.pid) == keeper.pid);
    inlay_keeper_clear(&keeper);
}

/* No SIGPIPE, which would end this program. */
TEST(a_keeper_that_was_killed_is_no_harm)
{
    struct inlay_keeper keeper;
    inlay_error err = {0};

    CHECK_OK(inlay_keeper_init(&keeper, &err), err);
    CHECK(kill(keeper.pid, SIGKILL) == 0);
    siginfo_t info;
    CHECK(waitid(P_PID, (id_t)keeper.pid, &info, WEXITED | WNOWAIT) == 0);
    for (int i = 0; i < 3; i++)
        inlay_keeper_add(&keeper, 1 << 30);
    inlay_keeper_clear(&keeper);
    CHECK(keeper.socket == -1);
}
