/*
 * say.c: results to standard output, messages to standard error.
 *
 * stdio remembers that a write failed, but not why.  So the reason is told by
 * the call that sees the first failure, and stdio's own mark (ferror) keeps
 * later ones from telling it again.
 */
#include "app/screen/say.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/harmless.h"
#include "base/text.h"

/* ---- Begin --------------------------------------------------------------- */

static void do_nothing(int signal_number)
{
    (void)signal_number;
}

void inlay_say_begin(void)
{
    struct sigaction action = {.sa_handler = do_nothing};

    /* open() gives the lowest number that is free.  Standard output is opened
     * for reading, so that writing to it still fails. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
            (void)open("/dev/null", fd == 1 ? O_RDONLY : O_RDWR);
    /* A handler and not SIG_IGN, which programs that we start would inherit. */
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGPIPE, &action, NULL);
    /* A file that must not grow (ulimit -f) is like a full disk. */
    sigaction(SIGXFSZ, &action, NULL);
}

bool inlay_say_wants_color(enum inlay_color when)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (when != INLAY_COLOR_AUTO)
        return when == INLAY_COLOR_ALWAYS;
    return isatty(STDERR_FILENO) && !(no_color && no_color[0] != '\0') &&
           !(term && strcmp(term, "dumb") == 0);
}

/* ---- Messages ------------------------------------------------------------ */

/* Messages and results contain other people's text, which a terminal must not
 * obey; harmful characters in `kept` are written as they are. */
static void put_harmless(FILE *out, const char *s, const char *kept)
{
    size_t n = strlen(s), n_read = 0, n_shown = 0;

    for (; n > 0; s += n_read, n -= n_read) {
        char shown[INLAY_HARMLESS_STEP] = {*s};

        n_read = n_shown = 1;
        if (!strchr(kept, *s))
            n_read = inlay_harmless_next(s, n, INLAY_HARMLESS_ESCAPED, shown,
                                         &n_shown);
        fwrite(shown, 1, n_shown, out);
    }
}

/* The head is in color; a message without one may have several lines. */
static void say(const struct inlay_args *args, const char *color,
                const char *head, const char *fmt, va_list list)
{
    char message[4096];

    fprintf(stderr,
            args && args->use_color && *head ? "\033[%sm%s\033[0m" : "%.0s%s",
            color, head);
    vsnprintf(message, sizeof message, fmt, list);
    put_harmless(stderr, message, *head ? "" : "\n");
    fputs("\n", stderr);
}

void inlay_say_error(const struct inlay_args *args, const char *fmt, ...)
{
    va_list list;

    va_start(list, fmt);
    say(args, "1;31", "inlay: ", fmt, list);
    va_end(list);
}

void inlay_say_warning(const struct inlay_args *args, const char *fmt, ...)
{
    va_list list;

    if (args && args->is_quiet)
        return;
    va_start(list, fmt);
    say(args, "1;33", "inlay: warning: ", fmt, list);
    va_end(list);
}

void inlay_say_news(const struct inlay_args *args, const char *fmt, ...)
{
    va_list list;

    if (args && args->is_quiet)
        return;
    va_start(list, fmt);
    say(args, "", "", fmt, list);
    va_end(list);
}

/* ---- Results ------------------------------------------------------------- */

/* A reader that has seen enough (EPIPE) is not worth a message. */
static void tell_reason(void)
{
    if (errno != EPIPE)
        inlay_say_error(NULL, "cannot write the results: %s", strerror(errno));
}

void inlay_say_result(const char *text)
{
    if (ferror(stdout))
        return;
    if (isatty(STDOUT_FILENO))
        put_harmless(stdout, text, "\n\t");
    else
        fputs(text, stdout);
    if (ferror(stdout))
        tell_reason();
}

inlay_status inlay_say_text(struct inlay_text *text, inlay_error *err)
{
    const inlay_status st = inlay_text_status(text, err);

    if (st == INLAY_OK)
        inlay_say_result(inlay_text_view(text));
    inlay_text_clear(text);
    return st;
}

bool inlay_say_works(void)
{
    if (ferror(stdout))
        return false;
    if (fflush(stdout) == 0)
        return true;
    tell_reason();
    return false;
}

/* ---- Ends ---------------------------------------------------------------- */

int inlay_say_status(const struct inlay_args *args, inlay_status st,
                     const inlay_error *err)
{
    if (st != INLAY_OK && err->msg[0])
        inlay_say_error(args, "%s", err->msg);
    switch (st) {
    case INLAY_OK:
        return INLAY_EXIT_OK;
    case INLAY_EINVAL:
    case INLAY_EPARSE:
        return INLAY_EXIT_USAGE;
    case INLAY_EXHAUSTED:
        return INLAY_EXIT_EXHAUSTED;
    case INLAY_ESTORE:
        return INLAY_EXIT_STORE;
    default:
        return INLAY_EXIT_FAILED;
    }
}

int inlay_say_end(int code)
{
    if (inlay_say_works())
        return code;
    return code == INLAY_EXIT_OK ? INLAY_EXIT_FAILED : code;
}
