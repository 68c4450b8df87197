/* The network of examples/digits: its gradient, its learning, its seeds. */
#include "check.h"

#include "../../examples/digits/network.h"
#include "../../examples/digits/rng.h"

enum { N_ROWS = 300, N_UNITS = 5 };

struct fixture {
    double x[N_ROWS * DATA_PIXELS];
    uint8_t label[N_ROWS];
};

/* Noise, brighter where a digit's stripe is, so that there is something to
 * learn. */
static void fill(struct fixture *f)
{
    struct rng rng = {11};
    for (size_t i = 0; i < N_ROWS; i++) {
        f->label[i] = (uint8_t)rng_below(&rng, DATA_CLASSES);
        for (size_t k = 0; k < DATA_PIXELS; k++) {
            const bool is_stripe = k / 6 == f->label[i];
            f->x[i * DATA_PIXELS + k] =
                0.5 * rng_uniform(&rng) + (is_stripe ? 0.5 : 0.0);
        }
    }
}

static struct data_rows rows_of(const struct fixture *f, size_t from, size_t n)
{
    return (struct data_rows){n, f->x + from * DATA_PIXELS, f->label + from};
}

static struct network *new_network(int activation, size_t n_hidden,
                                   uint64_t seed)
{
    const struct network_shape shape = {
        .n_hidden = n_hidden,
        .n_units = N_UNITS,
        .activation = (enum network_activation)activation};
    struct network *net = network_new(&shape, seed);
    CHECK(net != NULL);
    return net;
}

/* Away from the zero biases, where a silent layer puts a relu on its kink. */
static void shake_weights(struct network *net)
{
    struct rng rng = {5};
    for (size_t i = 0; i < network_n_weights(net); i++)
        network_weights(net)[i] += 0.3 * rng_normal(&rng);
}

static void check_gradient(struct network *net, const struct data_rows *rows)
{
    const double h = 1e-5;   /* error of the difference: h² and 1e-16 / h */
    const double tol = 1e-8; /* of slopes of 0.001 to 1 */
    const double *gradient = network_gradient(net, rows);
    double *w = network_weights(net);
    double norm = 0.0;
    for (size_t i = 0; i < network_n_weights(net); i++) {
        const double at = w[i];
        w[i] = at + h;
        const double above = network_score(net, rows).loss;
        w[i] = at - h;
        const double below = network_score(net, rows).loss;
        w[i] = at;
        CHECK_ABS(gradient[i], (above - below) / (2.0 * h), tol);
        norm += gradient[i] * gradient[i];
    }
    CHECK(sqrt(norm) > 0.01);
}

TEST(back_propagation_is_the_central_difference)
{
    struct fixture f;
    fill(&f);
    const struct data_rows rows = rows_of(&f, 0, 20);
    for (int a = 0; a < NETWORK_N_ACTIVATIONS; a++) {
        for (size_t n_hidden = 0; n_hidden <= NETWORK_MAX_HIDDEN; n_hidden++) {
            struct network *net = new_network(a, n_hidden, 3);
            shake_weights(net);
            check_gradient(net, &rows);
            network_free(net);
        }
    }
}

TEST(without_weights_every_class_is_as_likely)
{
    struct fixture f;
    fill(&f);
    const struct data_rows rows = rows_of(&f, 0, N_ROWS);
    struct network *net = new_network(NETWORK_TANH, 2, 3);
    memset(network_weights(net), 0,
           network_n_weights(net) * sizeof *network_weights(net));
    CHECK_REL(network_score(net, &rows).loss, log(DATA_CLASSES), 1e-14);
    network_free(net);
}

TEST(a_score_is_the_mean_over_its_rows)
{
    struct fixture f;
    fill(&f);
    const struct data_rows all = rows_of(&f, 0, N_ROWS);
    struct network *net = new_network(NETWORK_SIGMOID, 1, 3);
    double loss = 0.0, accuracy = 0.0;
    for (size_t i = 0; i < N_ROWS; i++) {
        const struct data_rows one = rows_of(&f, i, 1);
        const struct network_score score = network_score(net, &one);
        loss += score.loss / N_ROWS;
        accuracy += score.accuracy / N_ROWS;
    }
    CHECK_REL(network_score(net, &all).loss, loss, 1e-12);
    CHECK_REL(network_score(net, &all).accuracy, accuracy, 1e-12);
    network_free(net);
}

TEST(training_lowers_the_loss_and_reads_unseen_rows)
{
    struct fixture f;
    fill(&f);
    const struct data_rows train = rows_of(&f, 0, 200);
    const struct data_rows unseen = rows_of(&f, 200, 100);
    const struct network_training how = {
        .learning_rate = 0.01, .batch_size = 16, .n_epochs = 60, .seed = 1};
    for (int a = 0; a < NETWORK_N_ACTIVATIONS; a++) {
        struct network *net = new_network(a, 1, 3);
        const struct network_score before = network_score(net, &train);
        CHECK(network_train(net, &train, &how) == NETWORK_LEARNT);
        const struct network_score after = network_score(net, &train);
        CHECK(after.loss < 0.5 * before.loss);
        CHECK(after.accuracy > before.accuracy);
        CHECK(network_score(net, &unseen).accuracy > 0.7); /* chance: 0.1 */
        network_free(net);
    }
}

static double trained_loss(const struct data_rows *rows, uint64_t net_seed,
                           uint64_t order_seed)
{
    const struct network_training how = {.learning_rate = 0.01,
                                         .batch_size = 7,
                                         .n_epochs = 3,
                                         .seed = order_seed};
    struct network *net = new_network(NETWORK_RELU, 2, net_seed);
    CHECK(network_train(net, rows, &how) == NETWORK_LEARNT);
    const double loss = network_score(net, rows).loss;
    network_free(net);
    return loss;
}

TEST(the_seeds_determine_the_result)
{
    struct fixture f;
    fill(&f);
    const struct data_rows rows = rows_of(&f, 0, 50);
    const double loss = trained_loss(&rows, 1, 2);
    CHECK(trained_loss(&rows, 1, 2) == loss);
    CHECK(trained_loss(&rows, 2, 2) != loss);
    CHECK(trained_loss(&rows, 1, 3) != loss);
}

TEST(a_loss_that_is_not_finite_is_reported)
{
    struct fixture f;
    fill(&f);
    const struct data_rows rows = rows_of(&f, 0, 50);
    const struct network_training how = {
        .learning_rate = 1e300, .batch_size = 10, .n_epochs = 5, .seed = 1};
    struct network *net = new_network(NETWORK_LINEAR, 3, 3);
    CHECK(network_train(net, &rows, &how) == NETWORK_DIVERGED);
    network_free(net);
}
