/*
 * repeats.h: the command line of programs whose one flag is --repeats.
 */
#ifndef INLAY_BENCH_REPEATS_H
#define INLAY_BENCH_REPEATS_H

#include <stddef.h>

struct repeats_program {
    const char *name, *help; /* one line */
    size_t unless_given, most;
};

/* How often to measure.  Answers --help, and ends the program with a message if it
 * does not understand its arguments. */
size_t repeats_read(const struct repeats_program *p, int argc, char **argv);

#endif
