/*
 * panel.h: a panel of a figure: a family of problems, and the methods that meet
 * them.
 */
#ifndef INLAY_EXPERIMENTS_PANEL_H
#define INLAY_EXPERIMENTS_PANEL_H

#include "harness/arguments.h"
#include "harness/objective.h"
#include "harness/runs.h"

enum { PANEL_MAX_METHODS = RUNS_MAX_METHODS };

struct panel_method {
    const char *name; /* in files and legends */
    char spec[160];   /* what it is: see support/spec.h */
};

struct panel {
    char name[64];
    size_t n_evaluations; /* of a search, unless the arguments have another */
    size_t max_problems;  /* where a search takes long; 0: no limit */
    double floor;         /* of the gap: less is no difference */
    size_t n_methods;
    struct panel_method method[PANEL_MAX_METHODS];
    /* The problem of that seed; exits the program where it cannot be made. */
    struct objective *(*make)(const struct panel *panel, uint64_t seed);
    const void *family; /* for make */
};

/*
 * Makes all searches that are chosen and not there yet, in a->n_jobs processes,
 * then writes into the folder a->out, for every panel NAME, chosen or not,
 *
 *     raw/NAME.csv      every search, each gap
 *     times/NAME.csv    processor seconds of a suggestion of each search
 *     curves/NAME.csv   means with errors at each evaluation
 *     ends/NAME.csv     of each problem the end and the average
 *     averages.csv      log10 of the mean gap, averaged, by panel and method
 *     counts.csv        repeats, likewise
 *     seconds.csv       time of a suggestion and a recommendation, likewise
 *
 * the last five once all methods have met all problems.  Exits the program with
 * a message where something fails, also when a search found less than a minimum.
 */
void panels_run(const struct panel *panel, size_t n, const char *title,
                const struct arguments *a);

/* Sets the next method of the panel; spec is a format. */
void panel_add_method(struct panel *panel, const char *name, const char *spec,
                      ...) __attribute__((format(printf, 3, 4)));

#endif
