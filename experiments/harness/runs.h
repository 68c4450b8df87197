/*
 * runs.h: the results of all searches of a panel, and the file they are in.
 *
 * The file is a ledger whose rows are searches.  A search that is in the file is
 * not made again.
 */
#ifndef INLAY_EXPERIMENTS_RUNS_H
#define INLAY_EXPERIMENTS_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/search.h"

enum { RUNS_MAX_METHODS = 16 };

struct runs {
    size_t n_methods, n_problems, n_evaluations;
    const char *method[RUNS_MAX_METHODS]; /* their names; the caller's */
    char *first_line;                     /* of the file */
    bool *has;                            /* method×problem */
    double *gap;                    /* method×problem×rule×evaluation */
    size_t *repeats, *near_repeats; /* method×problem */
};

/* All of these exit the program with a message where something fails. */

void runs_init(struct runs *r, const char *const *method, size_t n_methods,
               size_t n_problems, size_t n_evaluations);
void runs_clear(struct runs *r);

/* As ledger_open; problems beyond n_problems stay in the file. */
void runs_open(struct runs *r, const char *path, const char *commit,
               const char *about);

/* One more line of the file; several processes may do it at a time. */
void runs_append(const char *path, size_t problem, const char *method,
                 const struct search *s);

/* The lines of the file in the order of problems and methods. */
void runs_sort(const struct runs *r, const char *path);

/* problem counts from 0. */
bool runs_has(const struct runs *r, size_t method, size_t problem);
size_t runs_count(const struct runs *r); /* searches that are there */
const double *runs_gap(const struct runs *r, size_t method, size_t problem,
                       enum search_rule rule);

#endif
