/*
 * say.h: what the tool prints: results on standard output, messages on standard
 * error, as "inlay: ...".
 */
#ifndef INLAY_APP_SCREEN_SAY_H
#define INLAY_APP_SCREEN_SAY_H

#include "app/commands/args.h"
#include "base/text.h"

/*
 * Before anything else: makes sure that 0, 1 and 2 are open, so that no file
 * of ours becomes standard output; and that a closed pipe, or a file that must
 * not grow, is an error of the write instead of the end of the process.
 * Programs that we start do not inherit the latter.
 */
void inlay_say_begin(void);

/* Are messages in color?  auto: if standard error is a terminal, and neither
 * NO_COLOR nor TERM=dumb is set. */
bool inlay_say_wants_color(enum inlay_color when);

/* "inlay: ..." on standard error. */
void inlay_say_error(const struct inlay_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* "inlay: warning: ..."; nothing with --quiet, like the next. */
void inlay_say_warning(const struct inlay_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A line of news or a hint, as it is, on standard error. */
void inlay_say_news(const struct inlay_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a result on standard output, made harmless if that is a terminal.  If
 * printing fails, the reason is told once, and inlay_say_end gives the exit code.
 * A command that runs for long calls inlay_say_works now and then. */
void inlay_say_result(const char *text);
/* The same for a text that has not failed; it is cleared. */
inlay_status inlay_say_text(struct inlay_text *text, inlay_error *err);

/* Does standard output still take results?  Flushes it. */
bool inlay_say_works(void);

/* The exit code of a status, after the message of a failure; an empty one has
 * been printed before. */
int inlay_say_status(const struct inlay_args *args, inlay_status st,
                     const inlay_error *err);

/* The last call of a command line: returns `code`, or INLAY_EXIT_FAILED if the
 * results could not be written.  If their reader has seen enough (inlay show |
 * head), there is no message. */
int inlay_say_end(int code);

#endif
