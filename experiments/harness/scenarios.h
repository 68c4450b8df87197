/*
 * scenarios.h: the 32 panels of figures 4 and 5: eight kinds of problems, each with
 * four laws of the functions.
 */
#ifndef INLAY_EXPERIMENTS_SCENARIOS_H
#define INLAY_EXPERIMENTS_SCENARIOS_H

#include "support/drawn.h"

enum { SCENARIO_N_KINDS = 8, SCENARIO_N_LAWS = 4, SCENARIO_MAX_NAME = 64 };

struct scenario_kind {
    const char *name; /* see support/problems.h */
    const char *figure, *text;
};

struct scenario_law {
    struct drawn_law law;
    const char *name, *text;
};

/* The 2-D kinds first; kind i in 2-D is kind i + SCENARIO_N_KINDS/2 in 4-D. */
extern const struct scenario_kind SCENARIO_KIND[SCENARIO_N_KINDS];
/* That of the figures themselves first. */
extern const struct scenario_law SCENARIO_LAW[SCENARIO_N_LAWS];

/* The name of a panel, in files. */
void scenario_name(const char *kind, size_t law, char name[SCENARIO_MAX_NAME]);

#endif
