/*
 * entropy.h: what an observation can tell where there is little noise or none.
 *
 * Information has no scale: without noise the tenth digit of a value known to
 * nine tells as much as the second of one known to one, and entropy search would
 * polish an optimum for ever.  So observations are taken to be no finer than a
 * resolution, a variance relative to the amplitude.  docs/decisions/0017.
 */
#ifndef INLAY_ACQUIRE_ENTROPY_H
#define INLAY_ACQUIRE_ENTROPY_H

#include <math.h>

#include "model/gp.h"

/* The average of all draws at least: its logarithm is taken. */
#define INLAY_ENTROPY_LEAST 1e-300

/* The noise of an observation. */
static inline double inlay_entropy_noise(const struct inlay_gp_component *c,
                                         double resolution)
{
    return fmax(c->noise, resolution * c->amp);
}

/* What is known cannot tell anything: a value without noise, of no more variance
 * than jitter and rounding leave at data. */
static inline bool inlay_entropy_is_known(const struct inlay_gp_component *c,
                                          double var)
{
    const double left = c->jitter * (1.0 + 1e-6) + INLAY_GP_VAR_FLOOR;
    return c->noise == 0.0 && var <= left * c->amp;
}

/* out[n], sums over n_draws, := the logarithms of their averages, and grad (n×dim
 * rows), unless NULL, those of these; flat at the least. */
static inline void inlay_entropy_take_log(double n_draws, size_t n, size_t dim,
                                          double *out, double *grad)
{
    for (size_t i = 0; i < n; i++) {
        const double average = out[i] / n_draws;
        const double scale = average > INLAY_ENTROPY_LEAST ? 1.0 / out[i] : 0.0;
        for (size_t j = i * dim; grad && j < (i + 1) * dim; j++)
            grad[j] *= scale;
        out[i] = log(fmax(average, INLAY_ENTROPY_LEAST));
    }
}

#endif
