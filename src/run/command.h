/*
 * command.h: from a command's template and a configuration to what a worker
 * gets: its arguments, its environment, its standard input.
 *
 * A template is a list of words, each of which becomes one argument, whatever
 * is in it.  In a word {name} stands for the value of the variable of that
 * name, {trial}, {seed} and {workdir} for those of the trial, unless there is a
 * variable of the same name.  {{ and }} around a text are { and }.  Other text
 * in braces that looks like a name (letters, digits, '_', '.', '-') is an
 * error, as it is most likely a slip.  All other braces stay as they are: JSON
 * and programs for awk need no care.  A variable that has a '}' in its name has
 * no placeholder.
 *
 * The environment is the parent's, and
 *
 *     INLAY_TRIAL, INLAY_SEED, INLAY_WORKDIR
 *     INLAY_X_name                             for each variable
 *
 * where each character of the name that is not a letter, a digit or '_' is '_'.
 * Names that so become equal get _2, _3, ... appended from the second on, in
 * the order of the variables.  Variables of these names that the parent has,
 * from a run around this one, are not passed on.
 *
 * The standard input is a JSON object in one line:
 *
 *     {"trial": 3, "seed": 17, "workdir": "/w", "x": {"rate": 0.1, "n": 2}}
 *
 * A value is written as problem/configuration has it: a number as people are shown
 * it, else exactly; the name of a category or of an ordinal, true or false.
 */
#ifndef INLAY_RUN_COMMAND_H
#define INLAY_RUN_COMMAND_H

#include "base/text.h"
#include "problem/space.h"

/* Views.  x are values that inlay gave, in the order of the space. */
struct inlay_command_trial {
    const inlay_space *space;
    const inlay_value *x;
    int64_t trial;
    uint64_t seed;
    const char *workdir;
};

/* Whether every placeholder of the n words is known. */
inlay_status inlay_command_check(const char *const *words, size_t n,
                                 const inlay_space *space, inlay_error *err);

/* Lists that end with NULL, for execve.  The caller frees each with
 * inlay_command_free(), which takes NULL.  parent may be NULL. */
inlay_status inlay_command_expand(const char *const *words, size_t n,
                                  const struct inlay_command_trial *t,
                                  char ***argv, inlay_error *err);
inlay_status inlay_command_environment(char *const *parent,
                                       const struct inlay_command_trial *t,
                                       char ***environment, inlay_error *err);
void inlay_command_free(char **list);

/* Appends the standard input.  INLAY_EINVAL where the folder is not UTF-8, as
 * JSON must be. */
void inlay_command_input(const struct inlay_command_trial *t,
                         struct inlay_text *out);

#endif
