#include "check.h"

#include "base/rng.h"
#include "base/special.h"

/* ---- Which generator ----------------------------------------------------- */

/* The authors' definition of xoshiro256++ by hand for the first two; the others
 * from fixtures/xoshiro.py. */
TEST(next_is_xoshiro256_plus_plus)
{
    static const uint64_t want[] = {
        UINT64_C(41943041), UINT64_C(58720359), UINT64_C(3588806011781223),
        UINT64_C(3591011842654386), UINT64_C(9228616714210784205)};
    struct inlay_rng rng = {{1, 2, 3, 4}};

    for (size_t i = 0; i < LEN(want); i++)
        CHECK(inlay_rng_next(&rng) == want[i]);
}

TEST(a_seed_is_expanded_by_splitmix64)
{
    const struct inlay_rng rng = inlay_rng_seed(1234567);

    CHECK(rng.s[0] == UINT64_C(6457827717110365317));
    CHECK(rng.s[1] == UINT64_C(3203168211198807973));
    CHECK(rng.s[2] == UINT64_C(9817491932198370423));
    CHECK(rng.s[3] == UINT64_C(4593380528125082431));
}

/* ---- Distributions ------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* sqrt(n) sup |F_n - F| of n values of F(x); sorts them.  Above 1.95 with
 * probability 0.001. */
static double kolmogorov(double *F, size_t n)
{
    double sup = 0.0;

    qsort(F, n, sizeof *F, ascending);
    for (size_t i = 0; i < n; i++) {
        sup = fmax(sup, F[i] - (double)i / (double)n);
        sup = fmax(sup, (double)(i + 1) / (double)n - F[i]);
    }
    return sqrt((double)n) * sup;
}

enum { N_DRAWS = 100000 };

/* Mean of x^k, which has expectation `want` and standard deviation sd. */
static void check_moment(const double *x, int k, double want, double sd)
{
    double sum = 0.0;

    for (size_t i = 0; i < N_DRAWS; i++)
        sum += pow(x[i], k);
    CHECK_ABS(sum / N_DRAWS, want, 4.0 * sd / sqrt(N_DRAWS));
}

TEST(uniform_has_the_moments_and_the_law_of_the_unit_interval)
{
    static double x[N_DRAWS];
    struct inlay_rng rng = inlay_rng_seed(11);

    for (size_t i = 0; i < N_DRAWS; i++) {
        x[i] = inlay_rng_uniform(&rng);
        CHECK(x[i] > 0.0 && x[i] < 1.0);
    }
    for (int k = 1; k <= 4; k++) /* E x^k = 1/(k+1) */
        check_moment(x, k, 1.0 / (k + 1),
                     sqrt(1.0 / (2 * k + 1) - 1.0 / ((k + 1) * (k + 1))));
    CHECK(kolmogorov(x, N_DRAWS) < 1.95);
}

TEST(uniform_is_below_one_and_above_zero_at_the_ends)
{
    /* States whose next word is all ones, and one whose next word is 0. */
    struct inlay_rng ones = {{UINT64_MAX, 0, 0, 1}};
    struct inlay_rng zero = {{0, 5, 7, 0}}, after = zero;

    CHECK(inlay_rng_uniform(&ones) == 1.0 - 0x1p-53);
    inlay_rng_next(&after);
    CHECK(inlay_rng_uniform(&zero) == inlay_rng_uniform(&after));
}

TEST(uniform_uses_all_53_bits)
{
    struct inlay_rng rng = inlay_rng_seed(12);
    uint64_t ones = 0, zeros = 0;

    for (int i = 0; i < 200; i++) {
        const uint64_t x = (uint64_t)(inlay_rng_uniform(&rng) * 0x1p53);
        ones |= x;
        zeros |= ~x;
    }
    CHECK((ones & zeros) == (UINT64_C(1) << 53) - 1);
}

/* Spoils x. */
static void check_normal(double *x)
{
    check_moment(x, 1, 0.0, 1.0);
    check_moment(x, 2, 1.0, sqrt(2.0));
    check_moment(x, 3, 0.0, sqrt(15.0));
    check_moment(x, 4, 3.0, sqrt(96.0));
    for (size_t i = 0; i < N_DRAWS; i++)
        x[i] = inlay_norm_cdf(x[i]);
    CHECK(kolmogorov(x, N_DRAWS) < 1.95);
}

TEST(normal_has_the_moments_and_the_law_of_the_normal)
{
    static double x[N_DRAWS];
    struct inlay_rng rng = inlay_rng_seed(13);

    for (size_t i = 0; i < N_DRAWS; i++)
        x[i] = inlay_rng_normal(&rng);
    check_normal(x);
}

/* The two of a pair share a radius: their squares would tell. */
TEST(normals_have_it_too_and_neighbors_are_independent)
{
    static double x[N_DRAWS], product[N_DRAWS];
    struct inlay_rng rng = inlay_rng_seed(14);

    inlay_rng_normals(&rng, N_DRAWS, x);
    for (size_t i = 0; i < N_DRAWS; i++)
        product[i] = x[i] * x[i ^ 1];
    check_moment(product, 1, 0.0, 1.0);
    check_moment(product, 2, 1.0, sqrt(8.0));
    check_normal(x);
}

TEST(normals_fill_as_many_as_were_asked_for)
{
    for (size_t n = 0; n < 6; n++) {
        double x[8] = {7, 7, 7, 7, 7, 7, 7, 7};
        struct inlay_rng rng = inlay_rng_seed(n);
        inlay_rng_normals(&rng, n, x);
        for (size_t i = 0; i < 8; i++)
            CHECK((x[i] == 7) == (i >= n));
    }
}

/* Chi-square of counts, each expected to be `mean`, in standard deviations. */
static double chi_square(const size_t *count, size_t n, double mean)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += ((double)count[i] - mean) * ((double)count[i] - mean) / mean;
    return (sum - (double)(n - 1)) / sqrt(2.0 * (double)(n - 1));
}

TEST(below_gives_each_number_equally_often)
{
    struct inlay_rng rng = inlay_rng_seed(14);

    for (uint64_t n = 1; n <= 101; n += 10) {
        size_t count[101] = {0};

        for (uint64_t i = 0; i < 1000 * n; i++) {
            const uint64_t k = inlay_rng_below(&rng, n);
            CHECK(k < n);
            count[k]++;
        }
        if (n > 1)
            CHECK(fabs(chi_square(count, n, 1000.0)) < 4.0);
    }
}

/* With n = 3·2^62 the remainder alone would give the lowest third twice as
 * often as the others. */
TEST(below_has_no_bias_where_the_remainder_has)
{
    struct inlay_rng rng = inlay_rng_seed(15);
    size_t count[3] = {0};

    for (int i = 0; i < 30000; i++) {
        const uint64_t k = inlay_rng_below(&rng, UINT64_C(3) << 62);
        count[k >> 62]++;
    }
    CHECK(fabs(chi_square(count, 3, 10000.0)) < 4.0);
}

TEST(below_the_largest_number_ends)
{
    struct inlay_rng rng = inlay_rng_seed(16);

    for (int i = 0; i < 100; i++)
        CHECK(inlay_rng_below(&rng, UINT64_MAX) < UINT64_MAX);
}

TEST(shuffle_gives_each_order_equally_often)
{
    struct inlay_rng rng = inlay_rng_seed(17);
    size_t count[256] = {0}, orders[24], n_orders = 0;

    for (int i = 0; i < 24000; i++) {
        size_t items[] = {0, 1, 2, 3};

        inlay_rng_shuffle(&rng, items, LEN(items));
        count[items[0] | items[1] << 2 | items[2] << 4 | items[3] << 6]++;
    }
    for (size_t i = 0; i < LEN(count); i++)
        if (count[i] > 0) {
            CHECK(n_orders < LEN(orders));
            orders[n_orders++] = count[i];
        }
    CHECK(n_orders == LEN(orders));
    CHECK(fabs(chi_square(orders, LEN(orders), 1000.0)) < 4.0);
}

/* ---- Streams ------------------------------------------------------------- */

TEST(equal_seeds_are_equal_streams_and_others_differ)
{
    struct inlay_rng a = inlay_rng_seed(5), b = inlay_rng_seed(5);
    struct inlay_rng c = inlay_rng_seed(6);
    int n_same = 0;

    for (int i = 0; i < 100; i++) {
        const uint64_t x = inlay_rng_next(&a);
        CHECK(x == inlay_rng_next(&b));
        n_same += x == inlay_rng_next(&c);
    }
    CHECK(n_same == 0);
}

TEST(split_does_not_move_its_parent_nor_mind_the_order)
{
    struct inlay_rng rng = inlay_rng_seed(7);
    const struct inlay_rng before = rng;
    const struct inlay_rng a = inlay_rng_split(&rng, 1);
    const struct inlay_rng b = inlay_rng_split(&rng, 2);

    CHECK(memcmp(&rng, &before, sizeof rng) == 0);
    const struct inlay_rng b2 = inlay_rng_split(&rng, 2);
    const struct inlay_rng a2 = inlay_rng_split(&rng, 1);
    CHECK(memcmp(&a, &a2, sizeof a) == 0);
    CHECK(memcmp(&b, &b2, sizeof b) == 0);
    CHECK(memcmp(&a, &b, sizeof a) != 0);
}

TEST(split_depends_on_each_bit_of_state_and_key)
{
    const struct inlay_rng rng = inlay_rng_seed(8);
    const struct inlay_rng child = inlay_rng_split(&rng, 9);
    double n_flipped = 0.0;

    for (int bit = 0; bit < 320; bit++) { /* 256 of the state, 64 of the key */
        struct inlay_rng other = rng;
        uint64_t key = 9, *word = bit < 256 ? &other.s[bit / 64] : &key;

        *word ^= UINT64_C(1) << bit % 64;
        const struct inlay_rng changed = inlay_rng_split(&other, key);
        int n = 0;
        for (int i = 0; i < 256; i++)
            n += (child.s[i / 64] ^ changed.s[i / 64]) >> i % 64 & 1;
        CHECK(abs(n - 128) < 48); /* 6 standard deviations of 8 */
        n_flipped += n;
    }
    CHECK_ABS(n_flipped / 320, 128.0, 4.0 * 8.0 / sqrt(320.0));
}

/* Draw j of the stream with key k: as independent along k as along j. */
TEST(streams_of_successive_keys_are_independent)
{
    enum { N = 400 };
    static double x[N][N], all[N * N];
    const struct inlay_rng rng = inlay_rng_seed(10);
    double across = 0.0, along = 0.0;

    for (size_t k = 0; k < N; k++) {
        struct inlay_rng stream = inlay_rng_split(&rng, k);
        for (size_t j = 0; j < N; j++)
            all[k * N + j] = x[k][j] = inlay_rng_uniform(&stream);
    }
    for (size_t k = 1; k < N; k++)
        for (size_t j = 1; j < N; j++) {
            across += (x[k][j] - 0.5) * (x[k - 1][j] - 0.5) * 12.0;
            along += (x[k][j] - 0.5) * (x[k][j - 1] - 0.5) * 12.0;
        }
    CHECK(fabs(across) < 4.0 * N); /* N^2 terms of variance 1 */
    CHECK(fabs(along) < 4.0 * N);
    CHECK(kolmogorov(all, N * N) < 1.95);
}

TEST(first_draws_of_successive_keys_are_uniform)
{
    static double x[N_DRAWS];
    const struct inlay_rng rng = inlay_rng_seed(0);

    for (size_t k = 0; k < N_DRAWS; k++) {
        struct inlay_rng stream = inlay_rng_split(&rng, k);
        x[k] = inlay_rng_uniform(&stream);
    }
    CHECK(kolmogorov(x, N_DRAWS) < 1.95);
}
