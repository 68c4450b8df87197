/*
 * network.h: a fully connected classifier in single precision.
 *
 *     a_0 = x,  a_l = f(a_{l-1} W_l + b_l) for the hidden layers,
 *     scores = a W + b,  p = softmax(scores),  loss = -mean log p[label].
 *
 * It works on batches: put up to max_batch rows into x, call forward, then
 * backward or likelihoods.
 */
#ifndef EXPERIMENTS_NETWORK_NETWORK_H
#define EXPERIMENTS_NETWORK_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "inlay.h"
#include "network/activation.h"

enum { NETWORK_MAX_HIDDEN = 3, NETWORK_MAX_LAYERS = NETWORK_MAX_HIDDEN + 1 };

struct network_shape {
    size_t n_inputs, n_hidden, width, n_classes; /* width of a hidden layer */
    enum activation activation;
};

struct network {
    struct network_shape shape;
    size_t n_layers, max_batch, n_weights;
    size_t size[NETWORK_MAX_LAYERS + 1];  /* units; size[0] is n_inputs */
    size_t start[NETWORK_MAX_LAYERS + 1]; /* of a layer in weights */
    float *weights;                       /* W (in×out), b; layer by layer */
    float *gradient;                      /* of the loss, in the same order */
    float *x;                             /* max_batch × n_inputs */
    float *out[NETWORK_MAX_LAYERS];       /* activations; the last: scores */
    float *delta[2]; /* ∂loss/∂(what f is applied to) */
};

/* Weights are 0 until network_draw. */
inlay_status network_init(struct network *net,
                          const struct network_shape *shape, size_t max_batch,
                          inlay_error *err);
void network_clear(struct network *net);

/* Weights uniform on ±sqrt(6/(in + out)) (Glorot), biases 0.  Those of the
 * first layer are the same for every depth. */
void network_draw(struct network *net, const struct inlay_rng *rng);

/* The scores of the first n rows of x. */
void network_forward(struct network *net, size_t n);

/* After forward: fills gradient, returns the mean loss of the n rows. */
double network_backward(struct network *net, const uint8_t *labels, size_t n);

/* After forward: log p[label] of row b. */
double network_log_likelihood(const struct network *net, size_t b,
                              uint8_t label);
/* After forward: the class of row b that is thought likeliest. */
size_t network_guess(const struct network *net, size_t b);

#endif
