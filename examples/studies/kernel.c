/*
 * kernel.c: a small program to be compiled fast: bodies that attract each
 * other, a grid of cells, and a hash of it all.
 *
 * Prints a checksum, the same for every correct compilation, and the seconds
 * that the work took.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum {
    N_BODIES = 24,
    N_STEPS = 9000,
    SIDE = 256,
    N_GENERATIONS = 600,
    N_TURNS = 160
};

/* ---- Bodies: floating point, a square root and a division a pair ---------- */

struct body {
    double at[3], speed[3], mass;
};

static void place(struct body *bodies)
{
    for (int i = 0; i < N_BODIES; i++) {
        const double angle = 0.7 * i, radius = 4.0 + 0.5 * i;
        bodies[i] = (struct body){
            .at = {radius * cos(angle), radius * sin(angle), 0.1 * (i % 5)},
            .speed = {-0.3 * sin(angle), 0.3 * cos(angle), 0.0},
            .mass = 0.01 + 0.001 * i,
        };
    }
}

static void attract(struct body *a, struct body *b, double step)
{
    double apart[3], square = 0.01; /* no collision is a division by zero */
    for (int k = 0; k < 3; k++) {
        apart[k] = b->at[k] - a->at[k];
        square += apart[k] * apart[k];
    }
    const double pull = step / (square * sqrt(square));
    for (int k = 0; k < 3; k++) {
        a->speed[k] += pull * b->mass * apart[k];
        b->speed[k] -= pull * a->mass * apart[k];
    }
}

static double move_bodies(void)
{
    struct body bodies[N_BODIES];
    double energy = 0.0;
    place(bodies);
    for (int step = 0; step < N_STEPS; step++) {
        for (int i = 0; i < N_BODIES; i++)
            for (int j = i + 1; j < N_BODIES; j++)
                attract(&bodies[i], &bodies[j], 0.01);
        for (int i = 0; i < N_BODIES; i++)
            for (int k = 0; k < 3; k++)
                bodies[i].at[k] += 0.01 * bodies[i].speed[k];
    }
    for (int i = 0; i < N_BODIES; i++)
        for (int k = 0; k < 3; k++)
            energy += bodies[i].mass * bodies[i].speed[k] * bodies[i].speed[k];
    return energy;
}

/* ---- Cells: integers, neighbors in memory --------------------------------- */

static uint32_t grid[2][SIDE][SIDE];

static uint32_t next_cell(uint32_t (*from)[SIDE], int row, int column)
{
    const int up = (row + SIDE - 1) % SIDE, down = (row + 1) % SIDE;
    const int left = (column + SIDE - 1) % SIDE, right = (column + 1) % SIDE;
    const uint32_t sum = from[up][column] + from[down][column] +
                         from[row][left] + from[row][right];
    return (sum >> 2) + (from[row][column] & 3u ? sum & 7u : 1u);
}

static void grow_cells(void)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        grid[0][i / SIDE][i % SIDE] = (uint32_t)i * 2654435761u >> 20;
    for (int g = 0; g < N_GENERATIONS; g++)
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++)
                grid[(g + 1) % 2][row][column] =
                    next_cell(grid[g % 2], row, column);
}

/* ---- Hash: a chain of dependent integer operations ------------------------- */

static uint64_t hash_cells(void)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int turn = 0; turn < N_TURNS; turn++) {
        for (int i = 0; i < SIDE * SIDE; i++) {
            hash ^= grid[turn % 2][i / SIDE][i % SIDE];
            hash *= UINT64_C(0x100000001b3);
            if (hash & 64)
                hash ^= hash >> 29;
        }
    }
    return hash;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void)
{
    const double began = seconds_now();
    const double energy = move_bodies();
    grow_cells();
    const uint64_t hash = hash_cells();
    printf("%016llx/%.6f %.6f\n", (unsigned long long)hash, energy,
           seconds_now() - began);
    return 0;
}
