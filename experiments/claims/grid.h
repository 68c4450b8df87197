/*
 * grid.h: the results of the synthetic panels, by kind of problem and law.
 */
#ifndef INLAY_EXPERIMENTS_GRID_H
#define INLAY_EXPERIMENTS_GRID_H

#include "harness/scenarios.h"
#include "results.h"

struct grid {
    struct results results[SCENARIO_N_KINDS][SCENARIO_N_LAWS];
    bool has[SCENARIO_N_KINDS][SCENARIO_N_LAWS];
};

/* What is there of them. */
void grid_load(struct grid *g, const char *root);
void grid_clear(struct grid *g);

/* sum[i] += v[i] for i < min(n, m), which is returned: problems that all of several
 * panels have. */
enum { GRID_MAX_PROBLEMS = 1000 };
size_t grid_add(double *sum, size_t n, const double *v, size_t m);

#endif
