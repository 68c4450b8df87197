/*
 * program.h: what the programs of the experiments do alike: read their flags, and
 * make the small spaces of their problems.
 */
#ifndef INLAY_EXPERIMENTS_PROGRAM_H
#define INLAY_EXPERIMENTS_PROGRAM_H

#include <stddef.h>

#include "inlay.h"

/* --name VALUE: one of text and number is not NULL. */
struct program_flag {
    const char *name;
    const char **text;
    size_t *number; /* a whole number, without sign */
};

/* Exits with status 2 at an unknown flag, one without value, or one whose value
 * is no number though it should be. */
void program_read_flags(int argc, char **argv, const struct program_flag *flags,
                        size_t n_flags);

/* For a wrong command line: "what: detail" to standard error, exit status 2. */
_Noreturn void program_quit(const char *what, const char *detail);

/* A space of reals, integers from 0 and categories of at most 5 values, for
 * problems without a name: a letter of `kinds` for each variable, r: real on [0,1], i: integer, c:
 * category; n_values[k] values.  The caller frees it. */
inlay_space *program_make_space(const char *kinds, const size_t *n_values);

#endif
