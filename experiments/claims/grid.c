/*
 * grid.c: names of the panels.
 */
#include "grid.h"

#include <stdio.h>

const struct grid_kind GRID_KIND[GRID_N_KINDS] = {
    {"gp2-int", "figure4", "2-D integer"},
    {"gp2-int-noisy", "figure4", "2-D integer, noisy"},
    {"gp2-cat", "figure4", "2-D categorical"},
    {"gp2-cat-noisy", "figure4", "2-D categorical, noisy"},
    {"gp4-int", "figure5", "4-D integer"},
    {"gp4-int-noisy", "figure5", "4-D integer, noisy"},
    {"gp4-cat", "figure5", "4-D categorical"},
    {"gp4-cat-noisy", "figure5", "4-D categorical, noisy"},
};

const struct grid_law GRID_LAW[GRID_N_LAWS] = {
    {"matern52-smooth", "Matérn 5/2, smooth"},
    {"matern52-rough", "Matérn 5/2, rough"},
    {"matern32-smooth", "Matérn 3/2, smooth"},
    {"matern32-rough", "Matérn 3/2, rough"},
};

void grid_load(struct grid *g, const char *root)
{
    *g = (struct grid){0};
    for (size_t k = 0; k < GRID_N_KINDS; k++)
        for (size_t l = 0; l < GRID_N_LAWS; l++) {
            char panel[64];
            snprintf(panel, sizeof panel, "%s-%s", GRID_KIND[k].name,
                     GRID_LAW[l].name);
            g->has[k][l] = results_load(&g->results[k][l], root,
                                        GRID_KIND[k].figure, panel);
        }
}

void grid_clear(struct grid *g)
{
    for (size_t k = 0; k < GRID_N_KINDS; k++)
        for (size_t l = 0; l < GRID_N_LAWS; l++)
            if (g->has[k][l])
                results_clear(&g->results[k][l]);
}
