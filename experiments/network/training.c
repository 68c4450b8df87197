/* training.c: epochs of batches, then the images for validation. */
#include "network/training.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "network/adam.h"
#include "network/blas.h"
#include "network/network.h"

const struct training_plan TRAINING_PLAN = {
    .width = 75, .n_epochs = 5, .batch = 200};

/* Keras' choice. */
static const double LEAST_P = 1e-7;

/* Keys of the streams that a seed is split into. */
enum { STREAM_WEIGHTS, STREAM_ORDER };

struct training {
    const struct images *images;
    const struct training_plan *plan;
    double rate;
    struct network net;
    struct adam adam;
    size_t *order;   /* of the images that are learnt from */
    uint8_t *labels; /* of a batch */
};

static inlay_status start(struct training *t,
                          const struct training_setting *setting,
                          inlay_error *err)
{
    const struct network_shape shape = {
        .n_inputs = t->images->n_pixels,
        .n_hidden = setting->n_hidden,
        .width = t->plan->width,
        .n_classes = IMAGES_CLASSES,
        .activation = setting->activation,
    };
    inlay_status st = network_init(&t->net, &shape, t->plan->batch, err);
    if (st == INLAY_OK)
        st = adam_init(&t->adam, t->net.n_weights, err);
    if (st != INLAY_OK)
        return st;
    t->order = inlay_mem_new(t->images->n_learn, sizeof *t->order);
    t->labels = inlay_mem_new(t->plan->batch, sizeof *t->labels);
    return t->order && t->labels ? INLAY_OK
                                 : inlay_fail_memory(err, "a training");
}

static void clear(struct training *t)
{
    network_clear(&t->net);
    adam_clear(&t->adam);
    inlay_mem_free(t->order);
    inlay_mem_free(t->labels);
}

/* How many of n that remain are in the next batch. */
static size_t next_batch(const struct training *t, size_t n)
{
    return n < t->plan->batch ? n : t->plan->batch;
}

static void forward(struct training *t, const size_t *of, size_t n)
{
    images_gather(t->images, of, n, t->net.x, t->labels);
    network_forward(&t->net, n);
}

/* One pass over the images; false once the loss is not a number: it will not
 * become one again. */
static bool learn_epoch(struct training *t)
{
    const size_t n_learn = t->images->n_learn;
    for (size_t from = 0, n = 0; from < n_learn; from += n) {
        n = next_batch(t, n_learn - from);
        forward(t, t->order + from, n);
        if (!isfinite(network_backward(&t->net, t->labels, n)))
            return false;
        adam_step(&t->adam, t->net.gradient, t->rate, t->net.weights);
    }
    return true;
}

static bool learn(struct training *t, struct inlay_rng *rng)
{
    memcpy(t->order, t->images->order, t->images->n_learn * sizeof *t->order);
    for (size_t epoch = 0; epoch < t->plan->n_epochs; epoch++) {
        inlay_rng_shuffle(rng, t->order, t->images->n_learn);
        if (!learn_epoch(t))
            return false;
    }
    return true;
}

/* log of the clipped probability; not (p > LEAST_P): a NaN too. */
static double clipped(double log_p)
{
    if (!(log_p > log(LEAST_P)))
        return log(LEAST_P);
    return fmin(log_p, log1p(-LEAST_P));
}

static struct training_result validate(struct training *t)
{
    const struct images *images = t->images;
    const size_t *of = images->order + images->n_learn;
    const size_t n_all = images->n_validation;
    struct training_result sum = {0};
    for (size_t from = 0, n = 0; from < n_all; from += n) {
        n = next_batch(t, n_all - from);
        forward(t, of + from, n);
        for (size_t b = 0; b < n; b++) {
            const uint8_t label = t->labels[b];
            sum.log_likelihood +=
                clipped(network_log_likelihood(&t->net, b, label));
            sum.accuracy += network_guess(&t->net, b) == label;
        }
    }
    return (struct training_result){sum.log_likelihood / (double)n_all,
                                    sum.accuracy / (double)n_all};
}

inlay_status training_run(const struct training_setting *setting,
                          const struct training_plan *plan,
                          const struct images *images, uint64_t seed,
                          struct training_result *out, inlay_error *err)
{
    struct training t = {
        .images = images, .plan = plan, .rate = exp(setting->log_rate)};
    const struct inlay_rng rng = inlay_rng_seed(seed);
    const struct inlay_rng weights = inlay_rng_split(&rng, STREAM_WEIGHTS);
    struct inlay_rng order = inlay_rng_split(&rng, STREAM_ORDER);

    blas_start();
    const inlay_status st = start(&t, setting, err);
    if (st == INLAY_OK) {
        network_draw(&t.net, &weights);
        const bool has_learnt = learn(&t, &order);
        *out = has_learnt ? validate(&t)
                          : (struct training_result){log(LEAST_P), 0.0};
    }
    clear(&t);
    return st;
}
