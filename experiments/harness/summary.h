/*
 * summary.h: what the searches of a panel say together.
 */
#ifndef INLAY_EXPERIMENTS_SUMMARY_H
#define INLAY_EXPERIMENTS_SUMMARY_H

#include <stdio.h>

#include "harness/runs.h"

/* log10 of a gap; one below the floor counts as the floor. */
double summary_log_gap(double gap, double floor);

/* The lowest gap of all: negative where a search found less than the minimum. */
double summary_lowest_gap(const struct runs *r);

/*
 * CSV with a line for each evaluation: of each method and rule (r: what it
 * recommends, o: the best observed, where that is another) the mean over the problems of log10 of the
 * gap, its bootstrap error, log10 of the mean gap, and its bootstrap error.
 * These exit the program with a message where a file cannot be written.
 */
void summary_write_curves(const struct runs *r, double floor,
                          const char *first_line, const char *path);

/* A line for each method and rule: panel, method, rule, log10 of the mean gap
 * averaged over the evaluations, its bootstrap error. */
void summary_print_averages(const struct runs *r, double floor,
                            const char *panel, FILE *f);

/* CSV with a line for each problem: of each method and rule log10 of the gap at
 * the end, and averaged over the evaluations. */
void summary_write_ends(const struct runs *r, double floor,
                        const char *first_line, const char *path);

#endif
