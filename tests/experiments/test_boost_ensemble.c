/* Boosting: a stage by hand, and laws of many. */
#include "check.h"
#include "small_digits.h"

#include "boost/ensemble.h"

enum { N = 120 };

static const struct ensemble_options SLOW = {
    .rate = 0.1, .limits = {.max_depth = 3, .min_split = 2}};

static struct ensemble *make(const struct digits *digits, const bool *is_held,
                             struct ensemble_options options)
{
    struct ensemble *e = NULL;
    inlay_error err = {0};
    CHECK_OK(ensemble_new(digits, is_held, &options, &e, &err), err);
    return e;
}

/*
 * Eight rows of classes 0 and 1, told apart by pixel 0 but for one row.
 *
 *     pixel 0   0 0 0 0 | 9 9 9 9
 *     label     0 0 0 0 | 0 1 1 1
 *
 * p0 = 5/8 and p1 = 3/8 at the start.  A tree of depth 1 on r = [label = k] − p_k
 * splits there.  For class 1: left 4 rows with r = −3/8, right one with −3/8 and
 * three with 5/8; each has p (1 − p) = 15/64.  So the leaves are
 *
 *     9/10 (−3/8 · 4) / (4 · 15/64) = −36/25,  9/10 (12/8) / (60/64) = 36/25,
 *
 * and those of class 0 the negatives of these.
 */
TEST(one_stage_is_as_computed_by_hand)
{
    uint8_t level[9 * DIGITS_PIXELS] = {0};
    const uint8_t label[9] = {0, 0, 0, 0, 0, 1, 1, 1, 1};
    const bool is_held[9] = {[8] = true}; /* pixel 0 is 5: right of 4.5 */
    struct digits digits = {0};
    inlay_error err = {0};
    for (size_t i = 4; i < 8; i++)
        level[i * DIGITS_PIXELS] = 9;
    level[8 * DIGITS_PIXELS] = 5;
    CHECK_OK(digits_make(level, label, 9, &digits, &err), err);

    const struct ensemble_options options = {
        .rate = 0.5, .limits = {.max_depth = 1, .min_split = 2}};
    struct ensemble *e = make(&digits, is_held, options);
    CHECK_REL(e->score[0], log(5.0 / 8.0), 1e-14);
    CHECK_REL(e->score[9], log(3.0 / 8.0), 1e-14);
    CHECK_REL(e->score[18], log(0x1p-52), 1e-14); /* nobody's class */
    ensemble_add_stage(e);
    for (size_t i = 0; i < 9; i++) {
        const double step = i < 4 ? 0.5 * 1.44 : -0.5 * 1.44;
        CHECK_REL(e->score[i], log(5.0 / 8.0) + step, 1e-12);
        CHECK_REL(e->score[9 + i], log(3.0 / 8.0) - step, 1e-12);
    }
    ensemble_free(e);
    digits_clear(&digits);
}

TEST(probabilities_sum_to_one)
{
    bool is_held[N] = {false};
    struct digits digits = small_digits(N, 1);
    for (size_t i = 0; i < N; i += 5)
        is_held[i] = true;
    struct ensemble *e = make(&digits, is_held, SLOW);
    CHECK(e->n_held == 24 && e->n_train == 96);
    for (size_t stage = 0; stage < 20; stage++)
        ensemble_add_stage(e);
    for (size_t i = 0; i < N; i++) {
        double p[DIGITS_CLASSES], sum = 0.0;
        ensemble_predict(e, i, p);
        for (size_t k = 0; k < DIGITS_CLASSES; k++) {
            CHECK(p[k] >= 0.0);
            sum += p[k];
        }
        CHECK_ABS(sum, 1.0, 1e-14);
    }
    ensemble_free(e);
    digits_clear(&digits);
}

TEST(training_likelihood_rises_at_every_stage_of_a_small_rate)
{
    const bool is_held[N] = {false};
    struct digits digits = small_digits(N, 2);
    struct ensemble *e = make(&digits, is_held, SLOW);
    double before = ensemble_log_likelihood(e, e->train, N);
    for (size_t stage = 0; stage < 50; stage++) {
        ensemble_add_stage(e);
        const double now = ensemble_log_likelihood(e, e->train, N);
        CHECK(now > before);
        before = now;
    }
    CHECK(before > -0.3 * N); /* learnt by heart: log(1/10) = −2.3 at first */
    ensemble_free(e);
    digits_clear(&digits);
}

/* The likelihood is clipped, so that one row cannot make it −∞. */
TEST(a_hopeless_row_costs_52_log_2)
{
    const bool is_held[N] = {false};
    struct digits digits = small_digits(N, 3);
    struct ensemble *e = make(&digits, is_held, SLOW);
    const uint16_t row = 7;
    const size_t label = digits.label[row];
    e->score[label * N + row] = -900.0;
    CHECK_REL(ensemble_log_likelihood(e, &row, 1), -52.0 * log(2.0), 1e-14);
    e->score[label * N + row] = 900.0;
    CHECK_REL(ensemble_log_likelihood(e, &row, 1), -0x1p-52, 1e-12);
    ensemble_free(e);
    digits_clear(&digits);
}

TEST(held_out_rows_do_not_matter)
{
    bool is_held[N] = {false};
    struct digits digits = small_digits(N, 4);
    for (size_t i = 0; i < N; i += 2)
        is_held[i] = true;
    struct ensemble *a = make(&digits, is_held, SLOW);
    for (size_t stage = 0; stage < 5; stage++)
        ensemble_add_stage(a);
    for (size_t i = 0; i < N; i += 2) /* other labels */
        digits.label[i] = (uint8_t)((digits.label[i] + 1) % DIGITS_CLASSES);
    struct ensemble *b = make(&digits, is_held, SLOW);
    for (size_t stage = 0; stage < 5; stage++)
        ensemble_add_stage(b);
    CHECK(memcmp(a->score, b->score, DIGITS_CLASSES * N * sizeof *a->score) ==
          0);
    ensemble_free(a);
    ensemble_free(b);
    digits_clear(&digits);
}

TEST(the_order_of_rows_is_irrelevant)
{
    const bool is_held[N] = {false};
    struct digits digits = small_digits(N, 5), other = {0};
    inlay_error err = {0};
    uint8_t level[N * DIGITS_PIXELS], label[N];
    for (size_t i = 0; i < N; i++) { /* row i becomes N − 1 − i */
        memcpy(level + (N - 1 - i) * DIGITS_PIXELS,
               digits.level + i * DIGITS_PIXELS, DIGITS_PIXELS);
        label[N - 1 - i] = digits.label[i];
    }
    CHECK_OK(digits_make(level, label, N, &other, &err), err);
    struct ensemble *a = make(&digits, is_held, SLOW);
    struct ensemble *b = make(&other, is_held, SLOW);
    for (size_t stage = 0; stage < 20; stage++) {
        ensemble_add_stage(a);
        ensemble_add_stage(b);
    }
    for (size_t k = 0; k < DIGITS_CLASSES; k++)
        for (size_t i = 0; i < N; i++)
            CHECK_ABS(a->score[k * N + i], b->score[k * N + N - 1 - i], 1e-9);
    ensemble_free(a);
    ensemble_free(b);
    digits_clear(&digits);
    digits_clear(&other);
}

OOM_TEST(an_ensemble_without_memory_fails_and_leaks_nothing)
{
    static const uint8_t level[N * DIGITS_PIXELS] = {[5] = 3}, label[N] = {1};
    const bool is_held[N] = {false};
    struct digits digits = {0};
    struct ensemble *e = NULL;
    inlay_error err = {0};
    inlay_status st = digits_make(level, label, N, &digits, &err);
    CHECK((st == INLAY_OK) == (digits.n == N));
    if (st == INLAY_OK)
        st = ensemble_new(&digits, is_held, &SLOW, &e, &err);
    CHECK((st == INLAY_OK) == (e != NULL));
    ensemble_free(e);
    digits_clear(&digits);
    return st;
}
