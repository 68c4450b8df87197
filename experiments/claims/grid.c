/*
 * grid.c: loads them all.
 */
#include "grid.h"

void grid_load(struct grid *g, const char *root)
{
    *g = (struct grid){0};
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++) {
            char panel[SCENARIO_MAX_NAME];
            scenario_name(SCENARIO_KIND[k].name, l, panel);
            g->has[k][l] = results_load(&g->results[k][l], root,
                                        SCENARIO_KIND[k].figure, panel);
        }
}

size_t grid_add(double *sum, size_t n, const double *v, size_t m)
{
    const size_t least = n < m ? n : m;
    for (size_t i = 0; i < least; i++)
        sum[i] += v[i];
    return least;
}

void grid_clear(struct grid *g)
{
    for (size_t k = 0; k < SCENARIO_N_KINDS; k++)
        for (size_t l = 0; l < SCENARIO_N_LAWS; l++)
            if (g->has[k][l])
                results_clear(&g->results[k][l]);
}
