/*
 * scenarios.c: names of the panels.
 */
#include "harness/scenarios.h"

#include <stdio.h>

const struct scenario_kind SCENARIO_KIND[SCENARIO_N_KINDS] = {
    {"gp2-int", "figure4", "2-D integer"},
    {"gp2-int-noisy", "figure4", "2-D integer, noisy"},
    {"gp2-cat", "figure4", "2-D categorical"},
    {"gp2-cat-noisy", "figure4", "2-D categorical, noisy"},
    {"gp4-int", "figure5", "4-D integer"},
    {"gp4-int-noisy", "figure5", "4-D integer, noisy"},
    {"gp4-cat", "figure5", "4-D categorical"},
    {"gp4-cat-noisy", "figure5", "4-D categorical, noisy"},
};

const struct scenario_law SCENARIO_LAW[SCENARIO_N_LAWS] = {
    {{DRAWN_MATERN52, DRAWN_SMOOTH}, "matern52-smooth", "Matérn 5/2, smooth"},
    {{DRAWN_MATERN52, DRAWN_ROUGH}, "matern52-rough", "Matérn 5/2, rough"},
    {{DRAWN_MATERN32, DRAWN_SMOOTH}, "matern32-smooth", "Matérn 3/2, smooth"},
    {{DRAWN_MATERN32, DRAWN_ROUGH}, "matern32-rough", "Matérn 3/2, rough"},
};

void scenario_name(const char *kind, size_t law, char name[SCENARIO_MAX_NAME])
{
    snprintf(name, SCENARIO_MAX_NAME, "%s-%s", kind, SCENARIO_LAW[law].name);
}
