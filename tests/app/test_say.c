/*
 * test_say.c: messages, and results that do not come out.
 */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "output_fixture.h"

#include <sys/wait.h>

#include "app/commands/args.h"
#include "app/screen/say.h"

static void say_all(const struct inlay_args *args)
{
    inlay_say_error(args, "e %d", 1);
    inlay_say_warning(args, "w");
    inlay_say_news(args, "n");
}

/* What say_all writes to standard error. */
static void said_by(const struct inlay_args *args, char *to)
{
    FILE *file = tmpfile();
    const int saved = dup(2);

    CHECK(file != NULL);
    fflush(stderr);
    dup2(fileno(file), 2);
    say_all(args);
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    output_read(file, to);
}

TEST(messages_have_the_name_of_the_tool_and_color_on_demand)
{
    static char said[OUTPUT_MAX];
    struct inlay_args args = {0};

    said_by(&args, said);
    CHECK_TEXT(said, "inlay: e 1\ninlay: warning: w\nn\n");
    args.use_color = true;
    said_by(&args, said);
    CHECK_TEXT(said, "\033[1;31minlay: \033[0me 1\n\033[1;33minlay: warning: "
                     "\033[0mw\nn\n");
    args = (struct inlay_args){.is_quiet = true};
    said_by(&args, said);
    CHECK_TEXT(said, "inlay: e 1\n");
}

/* What inlay_say_result writes to a descriptor. */
static void result_on(int fd, const char *text)
{
    const int saved = dup(1);

    fflush(stdout);
    dup2(fd, 1);
    inlay_say_result(text);
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
}

TEST(a_terminal_does_not_obey_a_result_and_a_file_gets_all_of_it)
{
    static const char hostile[] = "a\t\033[2Jb\n\xc2\x9b\xe2\x80\xaez\xff\n";
    static char got[OUTPUT_MAX];
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);

    CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int screen = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    CHECK(screen >= 0);
    result_on(screen, hostile);
    const ssize_t n = read(terminal, got, sizeof got - 1);
    CHECK(n > 0);
    got[n] = '\0';
    CHECK(strchr(got, '\033') == NULL);
    CHECK(strstr(got, "\\x1b[2Jb\r\n\\xc2\\x9b\\xe2\\x80\\xaez\\xff"));
    close(screen);
    close(terminal);

    FILE *file = tmpfile();
    CHECK(file != NULL);
    result_on(fileno(file), hostile);
    output_read(file, got);
    CHECK_TEXT(got, hostile);
}

TEST(color_is_for_terminals_only)
{
    CHECK(inlay_say_wants_color(INLAY_COLOR_ALWAYS));
    CHECK(!inlay_say_wants_color(INLAY_COLOR_NEVER));
    const int saved = dup(2), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, 2);
    const bool wants = inlay_say_wants_color(INLAY_COLOR_AUTO);
    dup2(saved, 2);
    close(saved);
    close(nothing);
    CHECK(!wants);
}

TEST(failures_have_the_exit_codes_of_their_status)
{
    static const struct {
        inlay_status status;
        enum inlay_exit code;
    } row[] = {
        {INLAY_EINVAL, INLAY_EXIT_USAGE},
        {INLAY_EPARSE, INLAY_EXIT_USAGE},
        {INLAY_ESTATE, INLAY_EXIT_FAILED},
        {INLAY_ENOMEM, INLAY_EXIT_FAILED},
        {INLAY_EXHAUSTED, INLAY_EXIT_EXHAUSTED},
    };
    const int saved = dup(2), nothing = open("/dev/null", O_WRONLY);

    dup2(nothing, 2);
    for (size_t i = 0; i < LEN(row); i++) {
        const inlay_error err = {.code = row[i].status, .msg = "m"};
        CHECK(inlay_say_status(NULL, err.code, &err) == (int)row[i].code);
    }
    dup2(saved, 2);
    close(saved);
    close(nothing);
}

/* `inlay man` in a process of its own with this standard output; its exit code,
 * and what it said. */
static int exit_code_with(int out, char *said)
{
    char *argv[] = {(char[]){"inlay"}, (char[]){"man"}, NULL};
    FILE *file = tmpfile();
    int status = 0;

    CHECK(file != NULL);
    fflush(stdout);
    fflush(stderr);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        dup2(fileno(file), 2);
        if (out >= 0)
            dup2(out, 1);
        else
            close(1);
        inlay_say_begin();
        _exit(inlay_command_line(2, argv));
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    output_read(file, said);
    return WEXITSTATUS(status);
}

TEST(a_full_disk_is_a_failure_with_its_reason)
{
    static char said[OUTPUT_MAX];
    const int full = open("/dev/full", O_WRONLY);

    if (full < 0)
        skip();
    CHECK(exit_code_with(full, said) == INLAY_EXIT_FAILED);
    CHECK_TEXT(said,
               "inlay: cannot write the results: No space left on device\n");
    close(full);
}

TEST(a_closed_output_is_a_failure_too)
{
    static char said[OUTPUT_MAX];

    CHECK(exit_code_with(-1, said) == INLAY_EXIT_FAILED);
    CHECK_TEXT(said, "inlay: cannot write the results: Bad file descriptor\n");
}

TEST(a_reader_that_went_away_ends_the_tool_without_a_word)
{
    static char said[OUTPUT_MAX];
    int ends[2];

    CHECK(pipe(ends) == 0);
    close(ends[0]);
    CHECK(exit_code_with(ends[1], said) == INLAY_EXIT_FAILED);
    CHECK_TEXT(said, "");
    close(ends[1]);
}
