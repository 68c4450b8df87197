/*
 * grid.h: the 32 synthetic panels, as a grid of kinds of problems and laws.
 */
#ifndef INLAY_EXPERIMENTS_GRID_H
#define INLAY_EXPERIMENTS_GRID_H

#include "results.h"

enum { GRID_N_KINDS = 8, GRID_N_LAWS = 4 };

struct grid_kind {
    const char *name, *figure, *text;
};
struct grid_law {
    const char *name, *text;
};

/* The 2-D kinds first; kind i in 2-D is kind i + GRID_N_KINDS/2 in 4-D. */
extern const struct grid_kind GRID_KIND[GRID_N_KINDS];
extern const struct grid_law GRID_LAW[GRID_N_LAWS];

struct grid {
    struct results results[GRID_N_KINDS][GRID_N_LAWS];
    bool has[GRID_N_KINDS][GRID_N_LAWS];
};

/* What is there of them. */
void grid_load(struct grid *g, const char *root);
void grid_clear(struct grid *g);

#endif
