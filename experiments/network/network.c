/*
 * network.c: all time is in the products of the first layer, 784 × 75 for each
 * image, forward and for the gradient.  The gradient by the pixels themselves
 * is never made.
 */
#include "network/network.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/vector.h"
#include "network/blas.h"

/* ---- Life ---------------------------------------------------------------- */

static void set_sizes(struct network *net)
{
    const struct network_shape *s = &net->shape;
    net->n_layers = s->n_hidden + 1;
    net->size[0] = s->n_inputs;
    for (size_t l = 0; l < net->n_layers; l++) {
        net->size[l + 1] = l + 1 < net->n_layers ? s->width : s->n_classes;
        net->start[l + 1] =
            net->start[l] + (net->size[l] + 1) * net->size[l + 1];
    }
    net->n_weights = net->start[net->n_layers];
}

static inlay_status allocate(struct network *net, inlay_error *err)
{
    const size_t n = net->max_batch, cell = sizeof(float);
    size_t widest = 0;
    net->weights = inlay_mem_new(net->n_weights, cell);
    net->gradient = inlay_mem_new(net->n_weights, cell);
    net->x = inlay_mem_new(n * net->size[0], cell);
    bool ok = net->weights && net->gradient && net->x;
    for (size_t l = 0; l < net->n_layers; l++) {
        net->out[l] = inlay_mem_new(n * net->size[l + 1], cell);
        ok = ok && net->out[l];
        widest = net->size[l + 1] > widest ? net->size[l + 1] : widest;
    }
    for (size_t i = 0; i < 2; i++) {
        net->delta[i] = inlay_mem_new(n * widest, cell);
        ok = ok && net->delta[i];
    }
    return ok ? INLAY_OK : inlay_fail_memory(err, "a network");
}

inlay_status network_init(struct network *net,
                          const struct network_shape *shape, size_t max_batch,
                          inlay_error *err)
{
    assert(shape->n_hidden <= NETWORK_MAX_HIDDEN && max_batch > 0);
    struct network made = {.shape = *shape, .max_batch = max_batch};
    set_sizes(&made);
    const inlay_status st = allocate(&made, err);
    if (st == INLAY_OK)
        *net = made;
    else
        network_clear(&made);
    return st;
}

void network_clear(struct network *net)
{
    inlay_mem_free(net->weights);
    inlay_mem_free(net->gradient);
    inlay_mem_free(net->x);
    for (size_t l = 0; l < NETWORK_MAX_LAYERS; l++)
        inlay_mem_free(net->out[l]);
    inlay_mem_free(net->delta[0]);
    inlay_mem_free(net->delta[1]);
    *net = (struct network){0};
}

void network_draw(struct network *net, const struct inlay_rng *rng)
{
    for (size_t l = 0; l < net->n_layers; l++) {
        const size_t n_in = net->size[l], n_out = net->size[l + 1];
        const double limit = sqrt(6.0 / (double)(n_in + n_out));
        struct inlay_rng own = inlay_rng_split(rng, l);
        float *W = net->weights + net->start[l];
        for (size_t i = 0; i < n_in * n_out; i++)
            W[i] = (float)(limit * (2.0 * inlay_rng_uniform(&own) - 1.0));
        memset(W + n_in * n_out, 0, n_out * sizeof *W);
    }
}

/* ---- Forward ------------------------------------------------------------- */

static const float *inputs_of(const struct network *net, size_t l)
{
    return l == 0 ? net->x : net->out[l - 1];
}

/* The bias is what the product is added to. */
static void forward_layer(struct network *net, size_t l, size_t n)
{
    const size_t n_in = net->size[l], n_out = net->size[l + 1];
    const float *W = net->weights + net->start[l], *bias = W + n_in * n_out;
    float *z = net->out[l];
    for (size_t b = 0; b < n; b++)
        memcpy(z + b * n_out, bias, n_out * sizeof *z);
    blas_add_product(n, n_in, n_out, inputs_of(net, l), W, z);
    if (l + 1 < net->n_layers)
        activation_apply(net->shape.activation, n * n_out, z);
}

void network_forward(struct network *net, size_t n)
{
    assert(n <= net->max_batch);
    for (size_t l = 0; l < net->n_layers; l++)
        forward_layer(net, l, n);
}

static const float *scores_of(const struct network *net, size_t b)
{
    return net->out[net->n_layers - 1] + b * net->shape.n_classes;
}

size_t network_guess(const struct network *net, size_t b)
{
    const float *z = scores_of(net, b);
    size_t best = 0;
    for (size_t c = 1; c < net->shape.n_classes; c++)
        if (z[c] > z[best])
            best = c;
    return best;
}

/* log Σ exp(z): the largest is taken out, so that nothing overflows. */
static double log_sum_exp(const struct network *net, size_t b)
{
    const float *z = scores_of(net, b);
    const double top = z[network_guess(net, b)];
    double sum = 0.0;
    for (size_t c = 0; c < net->shape.n_classes; c++)
        sum += exp((double)z[c] - top);
    return top + log(sum);
}

double network_log_likelihood(const struct network *net, size_t b,
                              uint8_t label)
{
    assert(label < net->shape.n_classes);
    return (double)scores_of(net, b)[label] - log_sum_exp(net, b);
}

/* ---- Backward ------------------------------------------------------------ */

/* ∂loss/∂scores = (p - [class is the label])/n; returns the loss. */
static double score_delta(const struct network *net, const uint8_t *labels,
                          size_t n, float *delta)
{
    const size_t n_classes = net->shape.n_classes;
    double loss = 0.0;
    for (size_t b = 0; b < n; b++) {
        const float *z = scores_of(net, b);
        const double lse = log_sum_exp(net, b);
        float *d = delta + b * n_classes;
        for (size_t c = 0; c < n_classes; c++) {
            const double p = exp((double)z[c] - lse);
            d[c] = (float)((p - (c == labels[b])) / (double)n);
        }
        loss += lse - (double)z[labels[b]];
    }
    return loss / (double)n;
}

INLAY_VECTORISED
static void add_row(size_t n, const float *restrict row, float *restrict sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += row[i];
}

/* ∂loss/∂W = a' delta and ∂loss/∂b = Σ_rows delta. */
static void weight_gradient(struct network *net, size_t l, size_t n,
                            const float *delta)
{
    const size_t n_in = net->size[l], n_out = net->size[l + 1];
    float *G = net->gradient + net->start[l], *bias = G + n_in * n_out;
    blas_left_transposed(n_in, n, n_out, inputs_of(net, l), delta, G);
    memset(bias, 0, n_out * sizeof *bias);
    for (size_t b = 0; b < n; b++)
        add_row(n_out, delta + b * n_out, bias);
}

/* From the delta of layer l to that of layer l-1: delta W' times f'. */
static void back_delta(const struct network *net, size_t l, size_t n,
                       const float *delta, float *previous)
{
    const size_t n_in = net->size[l], n_out = net->size[l + 1];
    blas_right_transposed(n, n_out, n_in, delta, net->weights + net->start[l],
                          previous);
    activation_multiply_slope(net->shape.activation, n * n_in, net->out[l - 1],
                              previous);
}

double network_backward(struct network *net, const uint8_t *labels, size_t n)
{
    float *delta = net->delta[0], *previous = net->delta[1];
    const double loss = score_delta(net, labels, n, delta);
    for (size_t l = net->n_layers; l-- > 0;) {
        weight_gradient(net, l, n, delta);
        if (l == 0)
            break;
        back_delta(net, l, n, delta, previous);
        float *const done = delta;
        delta = previous;
        previous = done;
    }
    return loss;
}
