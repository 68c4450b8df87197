/*
 * say.h: what the tool says: results on standard output, all else on standard
 * error, each message as "inlay: ...".
 */
#ifndef INLAY_APP_SCREEN_SAY_H
#define INLAY_APP_SCREEN_SAY_H

#include "app/commands/args.h"
#include "base/text.h"

/*
 * Before anything else: makes sure that 0, 1 and 2 are open, so that no file
 * of ours becomes standard output; and that a closed pipe, or a file that may
 * not grow, is an error of the write instead of the end of the process.  Programs that are started do not
 * inherit the latter.
 */
void inlay_say_begin(void);

/* In colour?  auto: standard error is a terminal, and neither NO_COLOR nor
 * TERM=dumb is set. */
bool inlay_say_wants_colour(enum inlay_colour when);

/* "inlay: ..." on standard error. */
void inlay_say_error(const struct inlay_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* "inlay: warning: ..."; not with --quiet, nor is the next. */
void inlay_say_warning(const struct inlay_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A line of news or a hint, as it is, on standard error. */
void inlay_say_news(const struct inlay_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* A result on standard output: as it is in a file or a pipe, harmless on a
 * terminal.  If that fails, the reason is told
 * once; inlay_say_end gives the exit code.  A command that runs long calls
 * inlay_say_works now and then. */
void inlay_say_result(const char *text);
/* The same of a text, which is cleared; unless it has failed. */
inlay_status inlay_say_text(struct inlay_text *text, inlay_error *err);

/* Is standard output still there?  Flushes it. */
bool inlay_say_works(void);

/* The message of err, and the exit code for it. */
int inlay_say_failure(const struct inlay_args *args, const inlay_error *err);
/* The same unless st is INLAY_OK, or the message is empty as it was said
 * already. */
int inlay_say_status(const struct inlay_args *args, inlay_status st,
                     const inlay_error *err);

/* The last call of a command line: `code`, or INLAY_EXIT_FAILED where standard
 * output did not take the results.  A reader that has seen enough (inlay show |
 * head) gets no message. */
int inlay_say_end(int code);

#endif
