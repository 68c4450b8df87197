/*
 * objective.h: what is tuned and what is measured: train a network with some
 * settings, and see how well it reads digits that it did not learn from.
 */
#ifndef DIGITS_OBJECTIVE_H
#define DIGITS_OBJECTIVE_H

#include <stddef.h>
#include <stdint.h>

#include "data.h"
#include "network.h"

enum { OBJECTIVE_UNITS = 32 }; /* of each hidden layer */

struct setting {
    double learning_rate;
    size_t n_hidden;
    enum network_activation activation;
    size_t batch_size;
};

struct evaluation {
    struct setting setting;
    enum network_result result;
    struct network_score score; /* if the result is NETWORK_LEARNT */
};

/* Train on some rows, score on others.  The same every time for a seed. */
struct evaluation objective_evaluate(const struct setting *setting,
                                     const struct data_rows *train,
                                     const struct data_rows *held_out,
                                     uint64_t seed);

/*
 * The number to minimize: the logarithm of the loss.
 *
 * The loss ranges from 0.07 to 10⁵, where training explodes.  A model of the
 * loss itself would see a flat plain with one spike.  The logarithm has the same
 * minimizer, and shows how the good settings differ.
 */
double objective_value(const struct evaluation *evaluation);

#endif
