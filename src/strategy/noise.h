/*
 * noise.h: do the values say that there is noise, or does only a fit say so?
 *
 * A fit is a local maximum.  Where values are rougher than the kernel, or lie
 * close to each other, it may explain by noise what it could have explained far
 * better without.  Such a fit must not outvote an observed value.
 */
#ifndef INLAY_STRATEGY_NOISE_H
#define INLAY_STRATEGY_NOISE_H

#include "strategy/regression.h"

/* Noise above this share of the amplitude, and the best observed value is luck as
 * much as merit. */
#define INLAY_NOISY_RATIO 1e-3

/*
 * *log_odds := how much more likely the values of g, which has a GP, are under
 * the noise of its fit than without any, docs/maths.md (47).  What was observed
 * twice decides alone: ∞ where a configuration has different values, −∞ where
 * all that were repeated have equal ones.  quiet, room for θ unless NULL, := the
 * best that was found without noise, unless the odds are ∞.
 */
inlay_status inlay_noise_odds(const struct inlay_regression *g,
                              const struct inlay_belief_options *options,
                              double *log_odds, double *quiet,
                              inlay_error *err);

/* The odds from which on noise is found: less where it was found before, so that
 * the model does not change from trial to trial. */
double inlay_noise_enough(bool was_found);

/* ... and those below which there is none. */
bool inlay_noise_is_refuted(double log_odds);

/* *is := do the values speak neither for noise nor against it? */
inlay_status inlay_noise_is_open(const struct inlay_regression *g,
                                 const struct inlay_belief_options *options,
                                 bool *is, inlay_error *err);

/* Is log(σ²/a) that of the noisy one of the two modes? */
bool inlay_noise_is_mode(double log_ratio);

bool inlay_noise_is_beyond_doubt(const struct inlay_regression *g,
                                 double log_odds);

/* Priors and likelihood of g's data, with noise or without. */
struct inlay_rival {
    struct inlay_hyper h;
    struct inlay_evidence ev;
};
/* For clear, also on failure. */
inlay_status inlay_rival_init(struct inlay_rival *rival,
                              const struct inlay_regression *g,
                              const struct inlay_belief_options *options,
                              enum inlay_noise noise, inlay_error *err);
void inlay_rival_clear(struct inlay_rival *rival);

/* *is := is the noise of the fit to be believed?  It is where the user declared it,
 * or gave a variance > 0 with a value, and else where the odds are beyond doubt. */
inlay_status inlay_noise_is_shown(const struct inlay_regression *g,
                                  const struct inlay_belief_options *options,
                                  bool *is, inlay_error *err);

#endif
