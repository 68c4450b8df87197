/*
 * init.h: the parts of `inlay init`, for other commands and for tests.
 *
 * A variable in a few characters, for flags and for answers:
 *
 *     real         lr=1e-5..1:log
 *     integer      layers=1..3
 *     ordinal      drop=0,0.1,0.5
 *     categorical  act=relu,tanh
 *     boolean      bias
 *
 * And an output: loss=minimize, latency_ms=..20, share=0..1, yield=0.9..
 */
#ifndef INLAY_APP_COMMANDS_INIT_H
#define INLAY_APP_COMMANDS_INIT_H

#include <stdio.h>

#include "app/commands/args.h"
#include "study/study_file.h"

/* The text of a study file with a variable of each type. */
extern const char INLAY_INIT_EXAMPLE[];

/* Writes a file as a whole, or not at all.  INLAY_ESTATE with the reason; an
 * existing file is one, unless it may be overwritten. */
inlay_status inlay_init_write(const char *path, const char *text,
                              bool may_overwrite, inlay_error *err);

/* Warns of variables for which the command has no {name}: its program must read
 * them from the environment, but more likely they were forgotten.  Without
 * any {name}, that is a matter of style: a warning only if is_new.  Warns of
 * variables called {trial}, {seed} or {workdir}, too. */
void inlay_init_warn_unused(const struct inlay_args *args,
                            const struct inlay_study_file *file, bool is_new);

/* Is there a command, with placeholders that are known?  `study` is the first
 * word of a message. */
inlay_status inlay_init_check_command(const char *study,
                                      const struct inlay_study_file *file,
                                      inlay_error *err);

/* Adds a variable of a type, which is the first word of `type`.  INLAY_EINVAL
 * with the syntax if spec does not follow it. */
inlay_status inlay_compact_add(inlay_space *space, const char *type,
                               const char *spec, inlay_error *err);
/* The same from one line: "real lr=1e-5..1:log". */
inlay_status inlay_compact_add_line(inlay_space *space, const char *line,
                                    inlay_error *err);

/* Adds an output.  INLAY_EINVAL with the syntax, or with what is wrong. */
inlay_status inlay_compact_add_output(struct inlay_study_file *file,
                                      const char *spec, inlay_error *err);
/* After the last: where outputs were added, none with a goal, one more is called
 * "objective" and has the goal of the file. */
inlay_status inlay_compact_end_outputs(struct inlay_study_file *file,
                                       inlay_error *err);

/* Asks questions on `out`, reads a line from `in` for each answer and sets what
 * it says; a wrong answer is asked for again.  INLAY_ESTATE if the input ends
 * before the last answer. */
inlay_status inlay_init_ask(struct inlay_study_file *file, FILE *in, FILE *out,
                            inlay_error *err);

#endif
