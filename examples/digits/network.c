/*
 * network.c: forward pass, back-propagation and Adam, in plain loops.
 *
 * Matrices are row-major, a row of a batch or an input unit a row, so that the
 * inner loops run over the units of the next layer, which are neighbors in
 * memory: a compiler vectorises them as they stand, without -ffast-math.
 *
 * Invariants: all arrays are parts of one allocation; weights of layer l are
 * (width[l] + 1) × width[l+1], the last row being the biases; the weights of
 * all layers follow each other, so that Adam is one loop over all of them.
 *
 * Kingma and Ba (2015), Adam: a method for stochastic optimization, ICLR.
 */
#include "network.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { MAX_LAYERS = NETWORK_MAX_HIDDEN + 1 };

struct network {
    enum network_activation activation;
    size_t n_layers; /* of weights: one more than hidden layers */
    size_t width[MAX_LAYERS + 1];

    double *memory; /* what the pointers below point into */
    size_t n_weights;
    double *weights, *gradient;  /* n_weights, layer after layer */
    double *moment1, *moment2;   /* n_weights, of Adam */
    size_t n_steps;              /* of Adam, so far */
    double *layer[MAX_LAYERS];   /* the weights of each layer */
    double *slope[MAX_LAYERS];   /* their part of the gradient */
    double *out[MAX_LAYERS + 1]; /* batch × width[l]; out[0] is the input */
    double *delta[2]; /* batch × width: ∂loss/∂(input of a unit) */
    uint8_t label[NETWORK_MAX_BATCH];
};

/* ---- Construction -------------------------------------------------------- */

static size_t layer_size(const struct network *net, size_t l)
{
    return (net->width[l] + 1) * net->width[l + 1];
}

static size_t max_width(const struct network *net)
{
    size_t widest = 0;
    for (size_t l = 0; l <= net->n_layers; l++)
        if (net->width[l] > widest)
            widest = net->width[l];
    return widest;
}

/* The next n doubles of the memory. */
static double *take(double **free_space, size_t n)
{
    double *p = *free_space;
    *free_space += n;
    return p;
}

static bool allocate(struct network *net)
{
    size_t n_outputs = 0;
    for (size_t l = 0; l < net->n_layers; l++)
        net->n_weights += layer_size(net, l);
    for (size_t l = 0; l <= net->n_layers; l++)
        n_outputs += net->width[l];

    const size_t n_delta = NETWORK_MAX_BATCH * max_width(net);
    const size_t n =
        4 * net->n_weights + NETWORK_MAX_BATCH * n_outputs + 2 * n_delta;
    double *p = net->memory = calloc(n, sizeof *p);
    if (!p)
        return false;
    net->weights = take(&p, net->n_weights);
    net->gradient = take(&p, net->n_weights);
    net->moment1 = take(&p, net->n_weights);
    net->moment2 = take(&p, net->n_weights);
    for (size_t l = 0; l <= net->n_layers; l++)
        net->out[l] = take(&p, NETWORK_MAX_BATCH * net->width[l]);
    net->delta[0] = take(&p, n_delta);
    net->delta[1] = take(&p, n_delta);
    return true;
}

static void find_layers(struct network *net)
{
    size_t offset = 0;
    for (size_t l = 0; l < net->n_layers; l++) {
        net->layer[l] = net->weights + offset;
        net->slope[l] = net->gradient + offset;
        offset += layer_size(net, l);
    }
}

/*
 * Normal weights whose variance keeps that of the signal from layer to layer:
 * 1/n of n inputs, twice that where half of the units are silent (He et al.
 * 2015).  Biases are 0.
 */
static void draw_weights(struct network *net, uint64_t seed)
{
    struct rng rng = {seed};
    const double gain = net->activation == NETWORK_RELU ? 2.0 : 1.0;
    for (size_t l = 0; l < net->n_layers; l++) {
        const size_t n = net->width[l] * net->width[l + 1];
        const double sd = sqrt(gain / (double)net->width[l]);
        for (size_t i = 0; i < n; i++)
            net->layer[l][i] = sd * rng_normal(&rng);
    }
}

struct network *network_new(const struct network_shape *shape, uint64_t seed)
{
    assert(shape->n_hidden <= NETWORK_MAX_HIDDEN);
    assert(shape->n_units > 0);

    struct network *net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    net->activation = shape->activation;
    net->n_layers = shape->n_hidden + 1;
    net->width[0] = DATA_PIXELS;
    for (size_t l = 1; l < net->n_layers; l++)
        net->width[l] = shape->n_units;
    net->width[net->n_layers] = DATA_CLASSES;
    if (!allocate(net)) {
        network_free(net);
        return NULL;
    }
    find_layers(net);
    draw_weights(net, seed);
    return net;
}

void network_free(struct network *net)
{
    if (net)
        free(net->memory);
    free(net);
}

size_t network_n_weights(const struct network *net)
{
    return net->n_weights;
}

double *network_weights(struct network *net)
{
    return net->weights;
}

/* ---- Loops --------------------------------------------------------------- */

/* y += a x */
static void add_scaled(size_t n, double a, const double *restrict x,
                       double *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* Four sums side by side: one alone would wait for each addition in turn. */
static double dot(size_t n, const double *restrict x, const double *restrict y)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += x[i + k] * y[i + k];
    for (; i < n; i++)
        sum[0] += x[i] * y[i];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

static void activate(enum network_activation kind, size_t n, double *z)
{
    switch (kind) {
    case NETWORK_SIGMOID:
        for (size_t i = 0; i < n; i++)
            z[i] = 1.0 / (1.0 + exp(-z[i]));
        break;
    case NETWORK_TANH:
        for (size_t i = 0; i < n; i++)
            z[i] = tanh(z[i]);
        break;
    case NETWORK_RELU:
        for (size_t i = 0; i < n; i++)
            z[i] = z[i] < 0.0 ? 0.0 : z[i]; /* a NaN stays one */
        break;
    case NETWORK_LINEAR:
    case NETWORK_N_ACTIVATIONS:
        break;
    }
}

/* d *= the derivative of the activation, which its value a determines. */
static void multiply_slope(enum network_activation kind, size_t n,
                           const double *restrict a, double *restrict d)
{
    switch (kind) {
    case NETWORK_SIGMOID:
        for (size_t i = 0; i < n; i++)
            d[i] *= a[i] * (1.0 - a[i]);
        break;
    case NETWORK_TANH:
        for (size_t i = 0; i < n; i++)
            d[i] *= 1.0 - a[i] * a[i];
        break;
    case NETWORK_RELU:
        for (size_t i = 0; i < n; i++)
            d[i] = a[i] > 0.0 ? d[i] : 0.0;
        break;
    case NETWORK_LINEAR:
    case NETWORK_N_ACTIVATIONS:
        break;
    }
}

/* ---- Forward ------------------------------------------------------------- */

/* Rows order[0 … n−1], or the rows 0 … n−1 if order is NULL, as the batch. */
static void set_batch(struct network *net, const struct data_rows *rows,
                      const size_t *order, size_t n)
{
    assert(n <= NETWORK_MAX_BATCH);
    for (size_t b = 0; b < n; b++) {
        const size_t i = order ? order[b] : b;
        memcpy(net->out[0] + b * DATA_PIXELS, rows->x + i * DATA_PIXELS,
               DATA_PIXELS * sizeof *rows->x);
        net->label[b] = rows->label[i];
    }
}

/* out[l+1] = activation(out[l] W + bias); the last layer has no activation. */
static void forward_layer(struct network *net, size_t l, size_t n)
{
    const size_t n_in = net->width[l], n_out = net->width[l + 1];
    const double *W = net->layer[l], *bias = W + n_in * n_out;
    for (size_t b = 0; b < n; b++) {
        const double *a = net->out[l] + b * n_in;
        double *z = net->out[l + 1] + b * n_out;
        memcpy(z, bias, n_out * sizeof *z);
        for (size_t i = 0; i < n_in; i++)
            add_scaled(n_out, a[i], W + i * n_out, z);
    }
    if (l + 1 < net->n_layers)
        activate(net->activation, n * n_out, net->out[l + 1]);
}

static void forward(struct network *net, size_t n)
{
    for (size_t l = 0; l < net->n_layers; l++)
        forward_layer(net, l, n);
}

/* The likeliest class: that with the largest score. */
static size_t argmax(const double *z)
{
    size_t best = 0;
    for (size_t c = 1; c < DATA_CLASSES; c++)
        if (z[c] > z[best])
            best = c;
    return best;
}

/* log Σ exp(z): the largest is taken out, so that nothing overflows. */
static double log_sum_exp(const double *z)
{
    const double top = z[argmax(z)];
    double sum = 0.0;
    for (size_t c = 0; c < DATA_CLASSES; c++)
        sum += exp(z[c] - top);
    return top + log(sum);
}

/* The scores of row b of the batch. */
static const double *scores(const struct network *net, size_t b)
{
    return net->out[net->n_layers] + b * DATA_CLASSES;
}

static double row_loss(const struct network *net, size_t b)
{
    const double *z = scores(net, b);
    return log_sum_exp(z) - z[net->label[b]];
}

struct network_score network_score(struct network *net,
                                   const struct data_rows *rows)
{
    double loss = 0.0;
    size_t n_right = 0;
    for (size_t from = 0; from < rows->n; from += NETWORK_MAX_BATCH) {
        const size_t left = rows->n - from;
        const size_t n = left < NETWORK_MAX_BATCH ? left : NETWORK_MAX_BATCH;
        const struct data_rows block = {n, rows->x + from * DATA_PIXELS,
                                        rows->label + from};
        set_batch(net, &block, NULL, n);
        forward(net, n);
        for (size_t b = 0; b < n; b++) {
            loss += row_loss(net, b);
            n_right += argmax(scores(net, b)) == net->label[b];
        }
    }
    return (struct network_score){loss / (double)rows->n,
                                  (double)n_right / (double)rows->n};
}

/* ---- Backward ------------------------------------------------------------ */

/* ∂(mean loss)/∂scores = (p − [class is the label])/n; returns the mean loss.
 */
static double score_delta(const struct network *net, size_t n, double *delta)
{
    double loss = 0.0;
    for (size_t b = 0; b < n; b++) {
        const double *z = scores(net, b);
        const double lse = log_sum_exp(z);
        double *d = delta + b * DATA_CLASSES;
        for (size_t c = 0; c < DATA_CLASSES; c++)
            d[c] = exp(z[c] - lse) / (double)n;
        d[net->label[b]] -= 1.0 / (double)n;
        loss += (lse - z[net->label[b]]) / (double)n;
    }
    return loss;
}

/* ∂loss/∂W = Σ_b aᵀ d and ∂loss/∂bias = Σ_b d. */
static void weight_slope(struct network *net, size_t l, size_t n,
                         const double *delta)
{
    const size_t n_in = net->width[l], n_out = net->width[l + 1];
    double *G = net->slope[l];
    memset(G, 0, layer_size(net, l) * sizeof *G);
    for (size_t b = 0; b < n; b++) {
        const double *a = net->out[l] + b * n_in, *d = delta + b * n_out;
        for (size_t i = 0; i < n_in; i++)
            add_scaled(n_out, a[i], d, G + i * n_out);
        add_scaled(n_out, 1.0, d, G + n_in * n_out);
    }
}

/* From ∂loss/∂(inputs of layer l+1's units) to those of layer l's, l > 0. */
static void back_delta(const struct network *net, size_t l, size_t n,
                       const double *delta, double *previous)
{
    const size_t n_in = net->width[l], n_out = net->width[l + 1];
    const double *W = net->layer[l];
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < n_in; i++)
            previous[b * n_in + i] =
                dot(n_out, W + i * n_out, delta + b * n_out);
    multiply_slope(net->activation, n * n_in, net->out[l], previous);
}

/* Fills the gradient for the batch of n rows and returns its mean loss. */
static double backward(struct network *net, size_t n)
{
    double *delta = net->delta[0], *previous = net->delta[1];
    const double loss = score_delta(net, n, delta);
    for (size_t l = net->n_layers; l-- > 0;) {
        weight_slope(net, l, n, delta);
        if (l == 0)
            break;
        back_delta(net, l, n, delta, previous);
        double *const done = delta;
        delta = previous;
        previous = done;
    }
    return loss;
}

const double *network_gradient(struct network *net,
                               const struct data_rows *rows)
{
    set_batch(net, rows, NULL, rows->n);
    forward(net, rows->n);
    backward(net, rows->n);
    return net->gradient;
}

/* ---- Learning ------------------------------------------------------------ */

/* Algorithm 1 of the paper, with both corrections of the bias in the step. */
static void adam_step(struct network *net, double learning_rate)
{
    static const double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    const double t = (double)++net->n_steps;
    const double step = learning_rate / (1.0 - pow(beta1, t));
    const double scale = 1.0 / (1.0 - pow(beta2, t));
    const double *restrict g = net->gradient;
    double *restrict w = net->weights;
    double *restrict m = net->moment1, *restrict v = net->moment2;
    for (size_t i = 0; i < net->n_weights; i++) {
        m[i] = beta1 * m[i] + (1.0 - beta1) * g[i];
        v[i] = beta2 * v[i] + (1.0 - beta2) * g[i] * g[i];
        w[i] -= step * m[i] / (sqrt(v[i] * scale) + epsilon);
    }
}

/* One pass over the rows in that order; the mean of the batches' losses. */
static double learn_epoch(struct network *net, const struct data_rows *rows,
                          const size_t *order,
                          const struct network_training *how)
{
    double loss = 0.0;
    for (size_t from = 0; from < rows->n; from += how->batch_size) {
        const size_t left = rows->n - from;
        const size_t n = left < how->batch_size ? left : how->batch_size;
        set_batch(net, rows, order + from, n);
        forward(net, n);
        loss += backward(net, n) * (double)n / (double)rows->n;
        adam_step(net, how->learning_rate);
    }
    return loss;
}

enum network_result network_train(struct network *net,
                                  const struct data_rows *rows,
                                  const struct network_training *how)
{
    assert(how->batch_size > 0 && how->batch_size <= NETWORK_MAX_BATCH);
    struct rng rng = {how->seed};
    size_t *order = calloc(rows->n, sizeof *order);
    if (!order)
        return NETWORK_NO_MEMORY;

    double loss = 0.0;
    for (size_t epoch = 0; epoch < how->n_epochs && isfinite(loss); epoch++) {
        rng_permutation(&rng, rows->n, order);
        loss = learn_epoch(net, rows, order, how);
    }
    free(order);
    return isfinite(loss) ? NETWORK_LEARNT : NETWORK_DIVERGED;
}
