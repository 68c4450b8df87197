/*
 * training.h: the objective of figure 6, bottom: how well a network that was
 * trained in a given way predicts images that it has not seen.
 */
#ifndef EXPERIMENTS_NETWORK_TRAINING_H
#define EXPERIMENTS_NETWORK_TRAINING_H

#include <stddef.h>
#include <stdint.h>

#include "inlay.h"
#include "network/activation.h"
#include "network/images.h"

/* What is optimized.  rate = exp(log_rate). */
struct training_setting {
    double log_rate;
    enum activation activation;
    size_t n_hidden;
};

/* What is not; the paper has the width only. */
struct training_plan {
    size_t width, n_epochs, batch;
};
extern const struct training_plan TRAINING_PLAN; /* 75 units, 5 epochs of 200 */

struct training_result {
    double log_likelihood; /* mean over the images for validation */
    double accuracy;       /* share of them that is recognised */
};

/*
 * Trains and validates.  The seed decides the first weights and the order of
 * the batches, nothing else: the same for every setting.
 *
 * Probabilities are clipped to [1e-7, 1 - 1e-7] before their logarithm is
 * taken, and one that is not a number counts as 1e-7; so the log-likelihood is
 * always finite, and that of a network that diverged is log(1e-7) = -16.1.
 */
inlay_status training_run(const struct training_setting *setting,
                          const struct training_plan *plan,
                          const struct images *images, uint64_t seed,
                          struct training_result *out, inlay_error *err);

#endif
