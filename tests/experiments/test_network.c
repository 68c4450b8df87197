/*
 * experiments/network/network: gradients against central differences, the
 * likelihood against closed forms.
 *
 * The reference is the same function in double, written down here by itself, so
 * that differences can be taken with a small step.
 */
#include "check.h"

#include "network/network.h"

enum { N_INPUTS = 7, WIDTH = 5, N_CLASSES = 4, BATCH = 6, MAX_WIDTH = 7 };

static struct network_shape shape_of(enum activation kind, size_t n_hidden)
{
    return (struct network_shape){N_INPUTS, n_hidden, WIDTH, N_CLASSES, kind};
}

/* With weights, biases and inputs at random. */
static struct network network_of(enum activation kind, size_t n_hidden,
                                 uint8_t *labels)
{
    const struct network_shape shape = shape_of(kind, n_hidden);
    struct inlay_rng rng = inlay_rng_seed(17 + n_hidden);
    struct network net;
    inlay_error err = {0};
    CHECK_OK(network_init(&net, &shape, BATCH, &err), err);
    for (size_t i = 0; i < net.n_weights; i++)
        net.weights[i] = (float)inlay_rng_normal(&rng);
    for (size_t i = 0; i < BATCH * N_INPUTS; i++)
        net.x[i] = (float)inlay_rng_normal(&rng);
    for (size_t b = 0; b < BATCH; b++)
        labels[b] = (uint8_t)inlay_rng_below(&rng, N_CLASSES);
    return net;
}

static double activated(enum activation kind, double z)
{
    return kind == ACTIVATION_SIGMOID ? 1.0 / (1.0 + exp(-z))
           : kind == ACTIVATION_TANH  ? tanh(z)
           : kind == ACTIVATION_RELU  ? fmax(z, 0.0)
                                      : z;
}

/* log p[label] of one row, in double, from weights in double. */
static double log_likelihood(const struct network_shape *s, const double *w,
                             const float *x, uint8_t label)
{
    double a[MAX_WIDTH], z[MAX_WIDTH], sum = 0.0;
    size_t n_in = s->n_inputs;
    for (size_t i = 0; i < n_in; i++)
        a[i] = x[i];
    for (size_t l = 0; l <= s->n_hidden; l++) {
        const size_t n_out = l < s->n_hidden ? s->width : s->n_classes;
        for (size_t j = 0; j < n_out; j++) {
            z[j] = w[n_in * n_out + j];
            for (size_t i = 0; i < n_in; i++)
                z[j] += a[i] * w[i * n_out + j];
        }
        w += (n_in + 1) * n_out;
        n_in = n_out;
        for (size_t j = 0; j < n_out; j++)
            a[j] = l < s->n_hidden ? activated(s->activation, z[j]) : z[j];
    }
    for (size_t c = 0; c < s->n_classes; c++)
        sum += exp(a[c]);
    return a[label] - log(sum);
}

static double loss(const struct network *net, const double *w,
                   const uint8_t *labels)
{
    double sum = 0.0;
    for (size_t b = 0; b < BATCH; b++)
        sum -= log_likelihood(&net->shape, w, net->x + b * N_INPUTS, labels[b]);
    return sum / BATCH;
}

static void for_all(void (*body)(enum activation, size_t))
{
    for (int k = 0; k < N_ACTIVATIONS; k++)
        for (size_t n_hidden = 0; n_hidden <= NETWORK_MAX_HIDDEN; n_hidden++)
            body((enum activation)k, n_hidden);
}

static void weights_as_doubles(const struct network *net, double *w)
{
    for (size_t i = 0; i < net->n_weights; i++)
        w[i] = net->weights[i];
}

enum { MAX_WEIGHTS = 200 };

/* The reference is smooth to 1e-9 with this step; what remains is the single
 * precision of the gradient.  No kink of a relu is within 1e-5 here. */
static void check_gradient(enum activation kind, size_t n_hidden)
{
    const double h = 1e-5;
    uint8_t labels[BATCH];
    double w[MAX_WEIGHTS];
    struct network net = network_of(kind, n_hidden, labels);
    CHECK(net.n_weights <= MAX_WEIGHTS);
    weights_as_doubles(&net, w);
    network_forward(&net, BATCH);
    network_backward(&net, labels, BATCH); /* twice: nothing is added up */
    CHECK_REL(network_backward(&net, labels, BATCH), loss(&net, w, labels),
              1e-5);
    for (size_t i = 0; i < net.n_weights; i++) {
        const double before = w[i];
        w[i] = before + h;
        const double up = loss(&net, w, labels);
        w[i] = before - h;
        const double down = loss(&net, w, labels);
        w[i] = before;
        CHECK_ABS(net.gradient[i], (up - down) / (2.0 * h), 3e-6);
    }
    network_clear(&net);
}

TEST(gradients_are_central_differences)
{
    for_all(check_gradient);
}

static void check_likelihood(enum activation kind, size_t n_hidden)
{
    uint8_t labels[BATCH];
    double w[MAX_WEIGHTS];
    struct network net = network_of(kind, n_hidden, labels);
    weights_as_doubles(&net, w);
    network_forward(&net, BATCH);
    for (size_t b = 0; b < BATCH; b++) {
        double sum = 0.0, best = -INFINITY;
        size_t guess = 0;
        for (uint8_t c = 0; c < N_CLASSES; c++) {
            const double want =
                log_likelihood(&net.shape, w, net.x + b * N_INPUTS, c);
            CHECK_ABS(network_log_likelihood(&net, b, c), want, 2e-5);
            sum += exp(network_log_likelihood(&net, b, c));
            guess = want > best ? c : guess;
            best = fmax(best, want);
        }
        CHECK_ABS(sum, 1.0, 1e-12);
        CHECK(network_guess(&net, b) == guess);
    }
    network_clear(&net);
}

TEST(likelihoods_are_those_of_the_same_function_in_double)
{
    for_all(check_likelihood);
}

TEST(a_network_that_knows_nothing_says_one_in_four)
{
    const struct network_shape shape = shape_of(ACTIVATION_TANH, 2);
    static const uint8_t labels[BATCH] = {0, 1, 2, 3, 0, 1};
    struct network net;
    inlay_error err = {0};
    CHECK_OK(network_init(&net, &shape, BATCH, &err), err);
    network_forward(&net, BATCH);
    CHECK_REL(network_backward(&net, labels, BATCH), log(4.0), 1e-12);
    CHECK_REL(network_log_likelihood(&net, 3, 2), -log(4.0), 1e-12);
    network_clear(&net);
}

TEST(large_scores_do_not_overflow)
{
    const struct network_shape shape = {1, 0, WIDTH, 2, ACTIVATION_LINEAR};
    static const uint8_t labels[] = {1};
    struct network net;
    inlay_error err = {0};
    CHECK_OK(network_init(&net, &shape, 1, &err), err);
    net.x[0] = 1.0f;
    net.weights[0] = 3000.0f;
    net.weights[1] = -3000.0f;
    network_forward(&net, 1);
    CHECK_REL(network_log_likelihood(&net, 0, 1), -6000.0, 1e-12);
    CHECK_ABS(network_log_likelihood(&net, 0, 0), 0.0, 1e-12);
    CHECK_REL(network_backward(&net, labels, 1), 6000.0, 1e-12);
    CHECK(net.gradient[0] == 1.0f && net.gradient[1] == -1.0f);
    network_clear(&net);
}

TEST(rows_of_a_batch_do_not_see_each_other)
{
    uint8_t labels[BATCH];
    struct network net = network_of(ACTIVATION_TANH, 2, labels);
    network_forward(&net, BATCH);
    const double whole = network_log_likelihood(&net, 2, labels[2]);
    network_forward(&net, 3);
    CHECK_ABS(network_log_likelihood(&net, 2, labels[2]), whole, 1e-5);
    network_clear(&net);
}

/* Weights fill ±sqrt(6/(in + out)); a uniform variable has variance limit²/3. */
TEST(weights_are_drawn_as_glorot_says)
{
    const struct network_shape shape = {200, 2, 50, 10, ACTIVATION_RELU};
    const struct inlay_rng rng = inlay_rng_seed(5);
    struct network net;
    inlay_error err = {0};
    CHECK_OK(network_init(&net, &shape, 1, &err), err);
    network_draw(&net, &rng);
    for (size_t l = 0; l < net.n_layers; l++) {
        const size_t n = net.size[l] * net.size[l + 1];
        const double limit =
            sqrt(6.0 / (double)(net.size[l] + net.size[l + 1]));
        const float *w = net.weights + net.start[l];
        double largest = 0.0, squares = 0.0;
        for (size_t i = 0; i < n; i++) {
            largest = fmax(largest, fabs(w[i]));
            squares += (double)w[i] * w[i] / (double)n;
        }
        CHECK(largest <= limit * 1.000001 && largest > 0.98 * limit);
        /* sd of the mean of n squares: limit² sqrt(4/45/n) */
        CHECK_ABS(squares, limit * limit / 3.0,
                  4.0 * limit * limit * sqrt(4.0 / 45.0 / (double)n));
        for (size_t j = 0; j < net.size[l + 1]; j++)
            CHECK(w[n + j] == 0.0f);
    }
    network_clear(&net);
}

TEST(the_first_layer_is_drawn_alike_for_every_depth)
{
    const struct inlay_rng rng = inlay_rng_seed(5);
    const struct network_shape one = shape_of(ACTIVATION_TANH, 1),
                               three = shape_of(ACTIVATION_RELU, 3);
    struct network a, b;
    inlay_error err = {0};
    CHECK_OK(network_init(&a, &one, 1, &err), err);
    CHECK_OK(network_init(&b, &three, 1, &err), err);
    network_draw(&a, &rng);
    network_draw(&b, &rng);
    CHECK(memcmp(a.weights, b.weights, a.start[1] * sizeof *a.weights) == 0);
    /* The second is of another stream, not the same to another scale. */
    const double first = b.weights[0] / sqrt(6.0 / (N_INPUTS + WIDTH));
    const double second = b.weights[b.start[1]] / sqrt(6.0 / (WIDTH + WIDTH));
    CHECK(fabs(first - second) > 1e-3);
    network_clear(&a);
    network_clear(&b);
}

OOM_TEST(out_of_memory_is_said)
{
    const struct network_shape shape = shape_of(ACTIVATION_RELU, 3);
    struct network net;
    inlay_error err = {0};
    const inlay_status st = network_init(&net, &shape, BATCH, &err);
    if (st == INLAY_OK)
        network_clear(&net);
    return st;
}
