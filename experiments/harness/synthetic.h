/*
 * synthetic.h: the panels of figures 4 and 5: objectives drawn from a GP prior.
 */
#ifndef INLAY_EXPERIMENTS_SYNTHETIC_H
#define INLAY_EXPERIMENTS_SYNTHETIC_H

#include "harness/panel.h"
#include "support/drawn.h"
#include "support/problems.h"

/* A prior over functions, and how they are seen. */
struct synthetic_family {
    struct problem_kind kind; /* its variables and its noise */
    struct drawn_law law;
};

/* A panel of a kind of problem ("gp2-int", …) and a law (harness/scenarios.h),
 * without methods.  *family lives as long as the panel.  Exits the program if there is no such kind. */
void synthetic_panel(const char *kind, size_t law,
                     struct synthetic_family *family, struct panel *panel);

/* Adds one of the paper's ways, with its kernel and noise, and more options. */
void synthetic_add_way(struct panel *panel, const char *name, const char *way,
                       const char *more);

/* The whole program of a figure, "figure4" or "figure5". */
int synthetic_main(const char *figure, int argc, char **argv);

#endif
