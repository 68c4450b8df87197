/*
 * grid.c: 30 discrete settings at 25 log rates.
 *
 * Below −4 the objective is a smooth sigmoid in the log rate; halfway between
 * points the table is off by 0.003 at the most.  Shallow trees are best at −2 to
 * −0.7; there the objective itself is rough, by some 0.005.  Above −0.6 single
 * rows whose probability is nearly 0 make it jump by up to 3, far below the
 * best: no grid would be fine enough.
 */
#include "boost/grid.h"

static const double LOG_RATE[] = {
    GRID_MIN_LOG_RATE,
    -9.0,
    -8.0,
    -7.0,
    -6.25,
    -5.5,
    -4.75,
    -4.0,
    -3.5,
    -3.0,
    -2.6,
    -2.3,
    -2.0,
    -1.8,
    -1.6,
    -1.4,
    -1.2,
    -1.0,
    -0.8,
    -0.6,
    -0.45,
    -0.3,
    -0.2,
    -0.1,
    GRID_MAX_LOG_RATE,
};
enum { N_LOG_RATES = sizeof LOG_RATE / sizeof *LOG_RATE };
enum { N_SPLITS = GRID_MAX_SPLIT - GRID_MIN_SPLIT + 1 };

size_t grid_n_points(size_t n_replicas)
{
    return n_replicas * GRID_MAX_DEPTH * N_SPLITS * N_LOG_RATES;
}

struct grid_point grid_point(size_t i)
{
    const size_t rate = i % N_LOG_RATES, setting = i / N_LOG_RATES;
    return (struct grid_point){
        .replica = setting / N_SPLITS / GRID_MAX_DEPTH,
        .depth = 1 + setting / N_SPLITS % GRID_MAX_DEPTH,
        .split = GRID_MIN_SPLIT + setting % N_SPLITS,
        .log_rate = LOG_RATE[rate],
    };
}
