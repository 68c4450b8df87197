/*
 * network.h: a multi-layer perceptron that learns to classify.
 *
 * DATA_PIXELS inputs, fully connected layers, a softmax over DATA_CLASSES at
 * the end, cross-entropy as the loss; it learns by back-propagation and Adam
 * on mini-batches.  All of it depends on the seeds only.
 */
#ifndef DIGITS_NETWORK_H
#define DIGITS_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "data.h"

enum { NETWORK_MAX_HIDDEN = 3, NETWORK_MAX_BATCH = 128 };

enum network_activation {
    NETWORK_LINEAR,
    NETWORK_SIGMOID,
    NETWORK_TANH,
    NETWORK_RELU,
    NETWORK_N_ACTIVATIONS,
};

struct network_shape {
    size_t n_hidden;                    /* layers: 0 … NETWORK_MAX_HIDDEN */
    size_t n_units;                     /* of each of them */
    enum network_activation activation; /* of the hidden units */
};

struct network;

/* Random weights; NULL if there is no memory.  network_free takes NULL. */
struct network *network_new(const struct network_shape *shape, uint64_t seed);
void network_free(struct network *net);

struct network_training {
    double learning_rate; /* > 0 */
    size_t batch_size;    /* 1 … NETWORK_MAX_BATCH */
    size_t n_epochs;      /* passes over the rows */
    uint64_t seed;        /* of their order */
};

enum network_result {
    NETWORK_LEARNT,
    NETWORK_DIVERGED, /* the loss is not finite any more */
    NETWORK_NO_MEMORY,
};

enum network_result network_train(struct network *net,
                                  const struct data_rows *rows,
                                  const struct network_training *how);

struct network_score {
    double loss;     /* mean of −log p(label): the lower the better */
    double accuracy; /* share of the rows whose label is the likeliest class */
};
struct network_score network_score(struct network *net,
                                   const struct data_rows *rows);

/* For tests: views of the weights, which may be changed, and of the gradient of
 * the mean loss over the first rows, at most NETWORK_MAX_BATCH of them. */
size_t network_n_weights(const struct network *net);
double *network_weights(struct network *net);
const double *network_gradient(struct network *net,
                               const struct data_rows *rows);

#endif
