/*
 * test_hint.c: each mistake in a command gets the hint that fixes it; through
 * the runner, so that the errno is the system's.
 */
#include "local_fixture.h"

#include <errno.h>

#include "run/hint.h"

/* The message is the program, the folder, and this. */
static void check_hint(struct fixture *f, const char *program, const char *want)
{
    char word[MAX_PATH], *argv[] = {word, NULL}, head[MAX_PATH * 2];
    const struct inlay_job job = job_of(f, argv);
    inlay_error err = {0};

    snprintf(word, sizeof word, "%s", program);
    snprintf(head, sizeof head, "cannot start '%s' in '%s': ", program,
             f->folder);
    CHECK(f->runner->ops->start(f->runner, &job, &err) == INLAY_EINVAL);
    CHECK(strncmp(err.msg, head, strlen(head)) == 0);
    CHECK_TEXT(err.msg + strlen(head), want);
}

static void put(const struct fixture *f, const char *name, const char *text,
                unsigned mode)
{
    char path[MAX_PATH];

    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    write_file(path, text, mode);
}

TEST(a_program_that_is_nowhere)
{
    struct fixture f = new_fixture();
    check_hint(&f, "./train", "No such file or directory");
    check_hint(&f, "no-such-program",
               "No such file or directory; it is not in any folder of PATH");
    free_fixture(&f);
}

TEST(a_program_of_the_folder_needs_a_dot_and_a_slash)
{
    struct fixture f = new_fixture();
    put(&f, "train", "#!/bin/sh\n", 0755);
    check_hint(&f, "train",
               "No such file or directory; did you mean './train'?");
    free_fixture(&f);
}

TEST(a_file_that_may_not_be_executed)
{
    struct fixture f = new_fixture();
    put(&f, "train", "#!/bin/sh\n", 0644);
    check_hint(&f, "./train",
               "Permission denied; make it executable: chmod +x ./train");
    check_hint(&f, "./", "Permission denied; it is a folder");
    put(&f, "train", "echo a shell would run this\n", 0755);
    check_hint(
        &f, "./train",
        "Exec format error; a script must start with a line like #!/bin/sh");
    free_fixture(&f);
}

TEST(a_script_whose_interpreter_is_not_there)
{
    struct fixture f = new_fixture();
    put(&f, "a", "#! /no/such/python -u\nprint(1)\n", 0755);
    check_hint(&f, "./a",
               "No such file or directory; its #! line names "
               "'/no/such/python', which does not exist");
    put(&f, "b", "#!/no/such/python", 0755); /* and no line after it */
    check_hint(&f, "./b",
               "No such file or directory; its #! line names "
               "'/no/such/python', which does not exist");
    put(&f, "c", "#!/bin/sh\r\necho 1\r\n", 0755);
    check_hint(&f, "./c",
               "No such file or directory; its #! line ends with a carriage "
               "return: save it with Unix line endings");
    free_fixture(&f);
}

TEST(what_a_shell_would_have_changed)
{
    static const char words[] = "No such file or directory; write each word of "
                                "the command as a separate string";
    struct fixture f = new_fixture();
    check_hint(&f, "python3 x.py 0.5", words);
    check_hint(&f, "./train --rate 1", words);
    check_hint(&f, "~/train",
               "No such file or directory; there is no shell to expand '~': "
               "write the full path");
    check_hint(&f, "$HOME/train",
               "No such file or directory; there is no shell to expand '$': "
               "write the full path");
    put(&f, "a b", "#!/bin/sh\n", 0644); /* a file with a space is one */
    check_hint(&f, "./a b",
               "Permission denied; make it executable: chmod +x ./a b");
    free_fixture(&f);
}

TEST(a_message_is_one_short_line_whatever_the_names_are)
{
    struct fixture f = new_fixture();
    char name[180] = "./", folder[4000] = "/no/such", script[200] = "#!/";
    char *argv[] = {name, NULL};
    struct inlay_job job = job_of(&f, argv);
    inlay_error err = {0};

    for (size_t i = 2; i + 3 < sizeof name; i += 2)
        memcpy(name + i, i % 20 ? "ö" : "\n", i % 20 ? 2 : 1);
    for (size_t i = 0; i < sizeof name; i++)
        if (name[i] == '\0' && i + 3 < sizeof name)
            name[i] = 'x';
    memset(script + 3, 'y', sizeof script - 4);
    script[sizeof script - 1] = '\0';
    put(&f, name + 2, script, 0755);
    CHECK(f.runner->ops->start(f.runner, &job, &err) == INLAY_EINVAL);
    CHECK(strlen(err.msg) < 300 && !strchr(err.msg, '\n'));
    CHECK(strstr(err.msg, "yyy', which does not exist"));

    memset(folder + 8, 'z', sizeof folder - 9);
    folder[sizeof folder - 1] = '\0';
    job.folder = folder;
    CHECK(inlay_hint_fail(&job, ENOENT, &err) == INLAY_EINVAL);
    CHECK(strlen(err.msg) < 300 && strstr(err.msg, "' in '...zzz"));
    free_fixture(&f);
}
