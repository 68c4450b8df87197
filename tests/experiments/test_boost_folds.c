/* Folds are a partition; the objective is what scikit-learn says. */
#include "check.h"
#include "small_digits.h"

#include "boost/folds.h"
#include "harness/lines.h"

TEST(folds_are_a_partition_with_sizes_that_differ_by_one)
{
    inlay_error err = {0};
    for (size_t n = 10; n < 2000; n += 97) {
        uint8_t fold[2000];
        size_t size[FOLDS] = {0};
        CHECK_OK(folds_deal(n, n, fold, &err), err);
        for (size_t i = 0; i < n; i++) {
            CHECK(fold[i] < FOLDS);
            size[fold[i]]++;
        }
        for (size_t k = 0; k < FOLDS; k++)
            CHECK(size[k] == n / FOLDS || size[k] == n / FOLDS + 1);
    }
}

TEST(a_seed_has_its_folds_and_another_has_others)
{
    enum { N = 500 };
    uint8_t a[N], b[N], c[N];
    inlay_error err = {0};
    size_t n_same = 0;
    CHECK_OK(folds_deal(N, 3, a, &err), err);
    CHECK_OK(folds_deal(N, 3, b, &err), err);
    CHECK_OK(folds_deal(N, 4, c, &err), err);
    CHECK(memcmp(a, b, N) == 0);
    for (size_t i = 0; i < N; i++)
        n_same += a[i] == c[i];
    CHECK(n_same > 20 && n_same < 90); /* 50, standard deviation 6.7 */
}

/* With a rate of nearly 0 all that is learnt is how frequent classes are. */
TEST(without_learning_it_is_the_likelihood_of_the_frequencies)
{
    enum { N = 100 };
    struct digits digits = small_digits(N, 9);
    const struct ensemble_options options = {
        .rate = 1e-12, .limits = {.max_depth = 1, .min_split = 2}};
    uint8_t fold[N];
    inlay_error err = {0};
    double got = 0.0, want = 0.0;
    CHECK_OK(folds_deal(N, 1, fold, &err), err);
    CHECK_OK(folds_log_likelihood(&digits, fold, &options, &got, &err), err);
    for (size_t i = 0; i < N; i++) {
        double n_train = 0, n_class = 0;
        for (size_t j = 0; j < N; j++) {
            n_train += fold[j] != fold[i];
            n_class += fold[j] != fold[i] && digits.label[j] == digits.label[i];
        }
        want += log(n_class / n_train) / N;
    }
    CHECK_ABS(got, want, 1e-9);
    digits_clear(&digits);
}

/* experiments/boost/sklearn.csv is by check_sklearn.py.  Deeper trees take
 * longer than a test may. */
TEST(stumps_have_the_likelihood_that_scikit_learn_has)
{
    enum { SEED, DEPTH, SPLIT, LOG_RATE, OURS, SPREAD, SKLEARN, N_FIELDS = 8 };
    struct digits digits = {0};
    struct lines lines = {0};
    inlay_error err = {0};
    size_t n_checked = 0;
    bool any = true;
    CHECK_OK(digits_load("examples/data/digits.csv", &digits, &err), err);
    CHECK_OK(lines_open("experiments/boost/sklearn.csv", &lines, &err), err);
    CHECK_OK(lines_next(&lines, &any, &err), err); /* the header */
    for (;;) {
        double field[N_FIELDS], value = 0.0;
        uint8_t fold[DIGITS_MAX_ROWS];
        CHECK_OK(lines_next(&lines, &any, &err), err);
        if (!any)
            break;
        CHECK_OK(lines_numbers(&lines, N_FIELDS, field, &err), err);
        if (field[DEPTH] != 1)
            continue;
        const struct ensemble_options options = {
            .rate = exp(field[LOG_RATE]),
            .limits = {.max_depth = 1, .min_split = (size_t)field[SPLIT]},
            .seed = (uint64_t)field[SEED]};
        CHECK_OK(folds_deal(digits.n, (uint64_t)field[SEED], fold, &err), err);
        CHECK_OK(folds_log_likelihood(&digits, fold, &options, &value, &err),
                 err);
        CHECK_ABS(value, field[OURS], 1e-9);
        CHECK_ABS(value, field[SKLEARN], 0.02);
        n_checked++;
    }
    CHECK(n_checked == 2);
    lines_close(&lines);
    digits_clear(&digits);
}
