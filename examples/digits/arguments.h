/* arguments.h: what the command line says. */
#ifndef DIGITS_ARGUMENTS_H
#define DIGITS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "objective.h"

struct arguments {
    size_t n_evaluations;
    uint64_t seed;
    const char *data; /* path */
    bool is_quiet;
    bool wants_help;
    bool is_evaluation;     /* of one setting, for a tuner that runs this */
    struct setting setting; /* only then */
};

enum { ARGUMENTS_MAX_MESSAGE = 256 };

/* False with a message of up to ARGUMENTS_MAX_MESSAGE bytes if the arguments
 * are wrong.  Paths are views of argv. */
bool arguments_parse(int argc, char *const *argv, struct arguments *out,
                     char *message);

void arguments_print_help(void);

#endif
