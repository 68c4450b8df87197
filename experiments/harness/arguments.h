/*
 * arguments.h: the command line that the programs of figures 4, 5 and 6 share.
 */
#ifndef INLAY_EXPERIMENTS_ARGUMENTS_H
#define INLAY_EXPERIMENTS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct arguments {
    const char *out;    /* folder */
    const char *commit; /* of the source; goes to the first line of a file */
    const char *tables; /* folder of tabulated objectives */
    size_t n_problems, n_jobs;
    size_t n_evaluations; /* 0: what the panel says */
    size_t seed;          /* of the first problem */
    const char *panels;   /* words, of which a name must have one; NULL: all */
    const char *methods;  /* names of those to run; NULL: all */
};

/* Defaults are what `a` has.  Exits the program with a message where an argument
 * is wrong. */
void arguments_read(struct arguments *a, int argc, char **argv);

/* Is `name` one of the comma-separated words of list?  NULL has all. */
bool arguments_has(const char *list, const char *name);

/* Has `name` one of the comma-separated words of list in it?  NULL: yes. */
bool arguments_matches(const char *list, const char *name);

#endif
