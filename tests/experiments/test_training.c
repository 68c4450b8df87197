/* experiments/network/training: learning on images that are easily told apart,
 * and what is said of a network that learnt nothing. */
#include "images_fixture.h"

#include "network/images.h"
#include "network/training.h"

enum { N = 600, N_VALIDATION = 110 }; /* batches have a remainder */

static const struct training_plan SMALL = {
    .width = 12, .n_epochs = 30, .batch = 32};

static struct images toy(void)
{
    const struct images_fixture f = images_fixture(N);
    struct images images;
    inlay_error err = {0};
    CHECK_OK(images_load(f.folder, N_VALIDATION, &images, &err), err);
    images_fixture_clear(&f);
    return images;
}

static struct training_result run(const struct images *images, double log_rate,
                                  enum activation activation, size_t n_hidden,
                                  uint64_t seed)
{
    const struct training_setting setting = {log_rate, activation, n_hidden};
    struct training_result result;
    inlay_error err = {0};
    CHECK_OK(training_run(&setting, &SMALL, images, seed, &result, &err), err);
    return result;
}

TEST(classes_that_are_easily_told_apart_are_learnt)
{
    struct images images = toy();
    for (int k = 0; k < N_ACTIVATIONS; k++)
        for (size_t n_hidden = 1; n_hidden <= 3; n_hidden++) {
            const struct training_result r =
                run(&images, -4.0, (enum activation)k, n_hidden, 1);
            CHECK(r.log_likelihood > -0.05);
            CHECK(r.log_likelihood < 0.0);
            CHECK(r.accuracy > 0.98);
        }
    images_clear(&images);
}

TEST(without_steps_classes_are_as_likely_as_each_other)
{
    struct images images = toy();
    const struct training_result r =
        run(&images, -20.0, ACTIVATION_SIGMOID, 1, 1);
    CHECK_ABS(r.log_likelihood, -log(10.0), 0.6);
    CHECK(r.accuracy < 0.5);
    images_clear(&images);
}

TEST(a_seed_gives_its_value_and_another_seed_another)
{
    struct images images = toy();
    const double a = run(&images, -5.0, ACTIVATION_TANH, 2, 1).log_likelihood;
    CHECK(run(&images, -5.0, ACTIVATION_TANH, 2, 1).log_likelihood == a);
    CHECK(run(&images, -5.0, ACTIVATION_TANH, 2, 2).log_likelihood != a);
    images_clear(&images);
}

/* rate = exp(log_rate), nothing else of it: Adam's first step of one batch
 * moves each weight by the rate, so tiny rates leave the network as it was. */
TEST(the_log_rate_is_natural)
{
    struct images images = toy();
    const double still =
        run(&images, -40.0, ACTIVATION_TANH, 1, 1).log_likelihood;
    const double slow =
        run(&images, -12.0, ACTIVATION_TANH, 1, 1).log_likelihood;
    const double twice =
        run(&images, -12.0 + log(2.0), ACTIVATION_TANH, 1, 1).log_likelihood;
    CHECK(slow != still);
    CHECK_REL(twice - still, 2.0 * (slow - still), 0.02);
    images_clear(&images);
}

/* With steps of 1e30 nothing stays finite, and the worst value is given. */
TEST(a_network_that_diverged_has_the_worst_value)
{
    struct images images = toy();
    const struct training_result r =
        run(&images, 80.0, ACTIVATION_LINEAR, 3, 1);
    CHECK_REL(r.log_likelihood, log(1e-7), 1e-12);
    CHECK(r.accuracy == 0.0);
    images_clear(&images);
}

/* One step only, so that no loss was seen that is not a number. */
TEST(a_network_that_diverged_in_its_last_step_has_it_too)
{
    const struct training_plan one_step = {
        .width = 12, .n_epochs = 1, .batch = N};
    const struct training_setting setting = {100.0, ACTIVATION_RELU, 2};
    struct images images = toy();
    struct training_result r;
    inlay_error err = {0};
    CHECK_OK(training_run(&setting, &one_step, &images, 1, &r, &err), err);
    CHECK_REL(r.log_likelihood, log(1e-7), 1e-12);
    images_clear(&images);
}

/* Large steps make a network sure of itself: each p is 1 to single precision,
 * or 0 where labels contradict what was learnt. */
TEST(probabilities_are_clipped_at_both_ends)
{
    struct images images = toy();
    double best = -INFINITY, worst = 0.0;
    for (double log_rate = -3.0; log_rate < 0.5; log_rate += 0.5) {
        const double v =
            run(&images, log_rate, ACTIVATION_LINEAR, 1, 1).log_likelihood;
        best = fmax(best, v);
    }
    CHECK_REL(best, log1p(-1e-7), 1e-12);
    for (size_t i = 0; i < N_VALIDATION; i++) {
        uint8_t *label = &images.labels.bytes[images.order[N - 1 - i]];
        *label = (uint8_t)((*label + 1) % IMAGES_CLASSES);
    }
    worst = run(&images, 1.0, ACTIVATION_LINEAR, 1, 1).log_likelihood;
    CHECK_REL(worst, log(1e-7), 1e-12);
    images_clear(&images);
}

OOM_TEST(out_of_memory_is_said)
{
    const struct training_plan plan = {.width = 3, .n_epochs = 1, .batch = 50};
    const struct training_setting setting = {-5.0, ACTIVATION_RELU, 3};
    struct images images = {0};
    struct training_result result;
    inlay_error err = {0};
    const struct images_fixture f = images_fixture(100);
    inlay_status st = images_load(f.folder, 20, &images, &err);
    if (st == INLAY_OK)
        st = training_run(&setting, &plan, &images, 1, &result, &err);
    images_clear(&images);
    images_fixture_clear(&f);
    return st;
}
