/*
 * init.h: the parts of `inlay init`, for each other and for tests.
 *
 * A variable in a few letters, for the command line and for answers:
 *
 *     real         lr=1e-5..1:log
 *     integer      layers=1..3
 *     ordinal      drop=0,0.1,0.5
 *     categorical  act=relu,tanh
 *     boolean      bias
 */
#ifndef INLAY_APP_COMMANDS_INIT_H
#define INLAY_APP_COMMANDS_INIT_H

#include <stdio.h>

#include "app/commands/args.h"
#include "study/study_file.h"

/* An example, with a variable of each type. */
inlay_status inlay_init_example(struct inlay_study_file *file,
                                inlay_error *err);

/* Writes a new file, or an old one where it may be overwritten.  INLAY_ESTATE
 * with the system's reason; then no half of a file is left. */
inlay_status inlay_init_write(const char *path, const char *text,
                              bool may_overwrite, inlay_error *err);

/* Warns of variables that the command has no {name} for: only the environment
 * has them, which is allowed, but mostly a slip. */
void inlay_init_warn_unused(const struct inlay_args *args,
                            const struct inlay_study_file *file);

/* Adds a variable of the type that is named first in `type`.  INLAY_EINVAL, with
 * the syntax, if spec is none. */
inlay_status inlay_compact_add(inlay_space *space, const char *type,
                               const char *spec, inlay_error *err);
/* The same from one line: "real lr=1e-5..1:log". */
inlay_status inlay_compact_add_line(inlay_space *space, const char *line,
                                    inlay_error *err);

/* Asks on `out`, reads answers from `in`, a line each, and sets what they say; a
 * wrong answer is asked for again.  INLAY_ESTATE if the input ends before the
 * last answer. */
inlay_status inlay_dialog_ask(struct inlay_study_file *file, FILE *in,
                              FILE *out, inlay_error *err);

#endif
