/*
 * test_launch.c: what a program gets, and what cannot be started, through the
 * runner that starts it.
 */
#include "local_fixture.h"

#include <signal.h>

/* ---- What cannot be started ---------------------------------------------- */

TEST(what_cannot_be_started_is_told_at_the_start)
{
    struct fixture f = new_fixture();
    struct inlay_job job = job_of(&f, (char *[]){(char[]){"./train"}, NULL});
    struct inlay_job_end end;
    bool any = true;
    inlay_error err = {0};

    CHECK(f.runner->ops->start(f.runner, &job, &err) == INLAY_EINVAL);
    CHECK(strncmp(err.msg, "cannot start './train' in '", 27) == 0);
    CHECK_OK(f.runner->ops->wait(f.runner, INFINITY, &end, &any, &err), err);
    CHECK(!any); /* and it is no job */

    char path[MAX_PATH];
    snprintf(path, sizeof path, "%s/train", f.folder);
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

/* ---- What a program gets ------------------------------------------------- */

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
    inlay_error err = {0};
    CHECK(f.runner->ops->start(f.runner, &job, &err) == INLAY_EINVAL);
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
