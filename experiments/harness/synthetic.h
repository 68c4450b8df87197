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
    const struct problem_kind *kind; /* its variables and its noise */
    struct drawn_law law;
};

enum { SYNTHETIC_N_LAWS = 4 };

/* The panels of one kind of problem ("gp2-int", …): both kernels with both
 * length-scales, the methods of the paper first.  family lives as long as the
 * panels.  Exits the program if there is no such kind. */
void synthetic_panels(const char *kind,
                      struct synthetic_family family[SYNTHETIC_N_LAWS],
                      struct panel panel[SYNTHETIC_N_LAWS]);

/* The whole program of figure `title`, with those kinds. */
int synthetic_main(const char *title, const char *const *kinds, size_t n,
                   int argc, char **argv);

#endif
