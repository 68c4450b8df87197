/*
 * test_sobol.c: what makes points low-discrepancy ones, as laws.
 */
#include "check.h"

#include "acquire/sobol.h"
#include "acquire/sobol_axes.h"

enum { D = INLAY_SOBOL_MAX_DIM, MAX_N = 4096 };

/* n points of a fresh sequence, rows of the result; the caller frees. */
static double *points(size_t dim, size_t n, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct inlay_sobol s;
    inlay_error err = {0};
    double *U = inlay_mem_doubles(n * dim);

    CHECK_OK(inlay_sobol_init(&s, dim, &rng, &err), err);
    for (size_t i = 0; i < n; i++)
        inlay_sobol_next(&s, U + i * dim);
    inlay_sobol_clear(&s);
    return U;
}

/* Every one of the n_a×n_b cells of the square has as many of the points. */
static bool is_balanced(const double *U, size_t n, size_t dim, size_t a,
                        size_t b, size_t n_a, size_t n_b)
{
    size_t count[MAX_N] = {0};

    for (size_t i = 0; i < n; i++) {
        const size_t p = (size_t)(U[i * dim + a] * (double)n_a);
        const size_t q = (size_t)(U[i * dim + b] * (double)n_b);
        count[p * n_b + q]++;
    }
    for (size_t c = 0; c < n_a * n_b; c++)
        if (count[c] != n / (n_a * n_b))
            return false;
    return true;
}

/* ---- The table ----------------------------------------------------------- */

/* The order of x modulo the polynomial is 2^degree - 1. */
static bool is_primitive(uint32_t polynomial, unsigned degree)
{
    const uint32_t top = UINT32_C(1) << degree;
    uint32_t x = 1, order = 0;

    if (polynomial >> degree != 1 || !(polynomial & 1))
        return false;
    do {
        x <<= 1;
        x ^= x & top ? polynomial : 0;
        order++;
    } while (x != 1 && order < top);
    return order == top - 1;
}

TEST(polynomials_are_primitive_and_different)
{
    CHECK(LEN(SOBOL_AXES) == D - 1);
    CHECK(!is_primitive(0x1f, 4)); /* irreducible, but x has order 5 */
    CHECK(!is_primitive(0x15, 4)); /* a square */
    for (size_t i = 0; i < LEN(SOBOL_AXES); i++) {
        CHECK(is_primitive(SOBOL_AXES[i].polynomial, SOBOL_AXES[i].degree));
        for (size_t j = 0; j < i; j++)
            CHECK(SOBOL_AXES[i].polynomial != SOBOL_AXES[j].polynomial);
    }
}

TEST(first_numbers_are_odd_and_below_their_power_of_two)
{
    for (size_t i = 0; i < LEN(SOBOL_AXES); i++)
        for (size_t k = 0; k < LEN(SOBOL_AXES[i].first); k++) {
            const unsigned m = SOBOL_AXES[i].first[k];
            if (k < SOBOL_AXES[i].degree)
                CHECK(m % 2 == 1 && m < 2u << k);
            else
                CHECK(m == 0);
        }
}

/* ---- The points ---------------------------------------------------------- */

TEST(each_axis_is_stratified_in_every_block_of_a_power_of_two)
{
    double *U = points(D, MAX_N, 7);

    for (size_t k = 0; k <= 12; k++) {
        const size_t n = (size_t)1 << k;
        for (size_t first = 0; first < MAX_N; first += n)
            for (size_t j = 0; j < D; j++)
                CHECK(is_balanced(U + first * D, n, D, j, j, n, 1));
    }
    inlay_mem_free(U);
}

TEST(points_are_inside_the_open_cube)
{
    const size_t dim = D + 3;

    for (uint64_t seed = 0; seed < 20; seed++) {
        double *U = points(dim, 1024, seed);
        for (size_t i = 0; i < 1024 * dim; i++)
            CHECK(U[i] > 0.0 && U[i] < 1.0);
        inlay_mem_free(U);
    }
}

/* A (0, m, 2)-net, for any scrambling: the first two axes of Sobol's. */
TEST(the_first_two_axes_fill_every_elementary_rectangle)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        double *U = points(2, 256, seed);
        for (size_t n_a = 1; n_a <= 256; n_a *= 2)
            CHECK(is_balanced(U, 256, 2, 0, 1, n_a, 256 / n_a));
        inlay_mem_free(U);
    }
}

/* Squared star discrepancy, L2, of axes a and b (Warnock's formula). */
static double discrepancy(const double *U, size_t n, size_t dim, size_t a,
                          size_t b)
{
    double single = 0.0, pair = 0.0;

    for (size_t i = 0; i < n; i++) {
        const double x = U[i * dim + a], y = U[i * dim + b];
        single += (1.0 - x * x) * (1.0 - y * y);
        for (size_t k = 0; k < n; k++)
            pair += (1.0 - fmax(x, U[k * dim + a])) *
                    (1.0 - fmax(y, U[k * dim + b]));
    }
    return 1.0 / 9.0 - single / (2.0 * (double)n) +
           pair / ((double)n * (double)n);
}

/* Random points have (1/4 - 1/9)/n on average. */
TEST(adjacent_axes_are_far_more_even_than_random_points)
{
    const size_t n = 256;
    const double random = (1.0 / 4.0 - 1.0 / 9.0) / (double)n;
    double *U = points(D, n, 3), sum = 0.0, worst = 0.0;

    for (size_t j = 0; j + 1 < D; j++) {
        const double v = discrepancy(U, n, D, j, j + 1) / random;
        sum += v / (D - 1);
        worst = fmax(worst, v);
    }
    CHECK(sum < 0.1);
    CHECK(worst < 0.5);
    inlay_mem_free(U);
}

/* Any two axes; the plain sequences of large dimension are known for pairs that
 * fall on a few lines. */
TEST(no_two_axes_are_much_worse_than_random_points)
{
    const size_t n = 512;
    const double random = (1.0 / 4.0 - 1.0 / 9.0) / (double)n;
    double *U = points(D, n, 4), sum = 0.0;

    for (size_t j = 0; j < D; j++)
        for (size_t k = 0; k < j; k++) {
            const double v = discrepancy(U, n, D, j, k) / random;
            CHECK(v < 2.0);
            sum += v / (D * (D - 1) / 2);
        }
    CHECK(sum < 0.1);
    inlay_mem_free(U);
}

TEST(means_and_variances_are_those_of_the_uniform_distribution)
{
    const size_t n = 1024, dim = D + 2;
    double *U = points(dim, n, 11);

    for (size_t j = 0; j < dim; j++) {
        double mean = 0.0, square = 0.0;
        for (size_t i = 0; i < n; i++) {
            const double u = U[i * dim + j];
            mean += u / (double)n;
            square += (u - 0.5) * (u - 0.5) / (double)n;
        }
        /* one point a stratum: sd of the mean 1/(n sqrt(12 n)); else 1/n */
        const double tol = j < D ? 5.0 / (double)n / sqrt(12.0 * (double)n)
                                 : 5.0 / sqrt(12.0 * (double)n);
        CHECK_ABS(mean, 0.5, tol);
        CHECK_ABS(square, 1.0 / 12.0, tol);
    }
    inlay_mem_free(U);
}

/* Over scrambles a single coordinate is uniform: its mean over many seeds. */
TEST(the_first_point_is_uniform_over_scrambles)
{
    const size_t n = 2000;
    double mean[4] = {0}, across = 0.0;

    for (size_t seed = 0; seed < n; seed++) {
        double *U = points(4, 1, seed);
        for (size_t j = 0; j < 4; j++)
            mean[j] += U[j] / (double)n;
        across += (U[0] - 0.5) * (U[3] - 0.5) / (double)n;
        inlay_mem_free(U);
    }
    for (size_t j = 0; j < 4; j++)
        CHECK_ABS(mean[j], 0.5, 4.0 / sqrt(12.0 * (double)n));
    CHECK_ABS(across, 0.0, 4.0 / 12.0 / sqrt((double)n));
}

TEST(another_rng_gives_another_net_and_the_same_the_same)
{
    double *a = points(5, 64, 1), *b = points(5, 64, 1), *c = points(5, 64, 2);
    size_t n_equal = 0;

    CHECK(memcmp(a, b, 64 * 5 * sizeof *a) == 0);
    for (size_t i = 0; i < 64 * 5; i++)
        n_equal += a[i] == c[i];
    CHECK(n_equal == 0);

    /* not only shifted: the XOR of two points' digits differs too */
    const uint32_t step_a =
        (uint32_t)(a[0] * 0x1p32) ^ (uint32_t)(a[5] * 0x1p32);
    const uint32_t step_c =
        (uint32_t)(c[0] * 0x1p32) ^ (uint32_t)(c[5] * 0x1p32);
    CHECK(step_a != step_c);
    inlay_mem_free(a);
    inlay_mem_free(b);
    inlay_mem_free(c);
}

/* One rng for two sequences, as a strategy has it. */
TEST(init_moves_the_rng)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    struct inlay_sobol a, b;
    inlay_error err = {0};
    double u[3], v[3];

    CHECK_OK(inlay_sobol_init(&a, 3, &rng, &err), err);
    CHECK_OK(inlay_sobol_init(&b, 3, &rng, &err), err);
    inlay_sobol_next(&a, u);
    inlay_sobol_next(&b, v);
    for (size_t j = 0; j < 3; j++)
        CHECK(u[j] != v[j]);
    inlay_sobol_clear(&a);
    inlay_sobol_clear(&b);
}

TEST(axes_beyond_the_table_are_independent_draws)
{
    const size_t dim = D + 2, n = 2000;
    double *U = points(dim, n, 13), across = 0.0;
    size_t below = 0;

    for (size_t i = 0; i < n; i++) {
        across += (U[i * dim + D] - 0.5) * (U[i * dim + D + 1] - 0.5);
        below += U[i * dim + D] < 0.25;
    }
    CHECK_ABS(across / (double)n, 0.0, 4.0 / 12.0 / sqrt((double)n));
    CHECK_ABS((double)below, 0.25 * (double)n, 4.0 * sqrt(0.1875 * (double)n));
    inlay_mem_free(U);
}

TEST(no_axes_at_all_are_fine)
{
    double *U = points(0, 3, 1);
    inlay_mem_free(U);
}

/* 2^32 points cannot be drawn here, so the sequence is put to its last one: the
 * Gray code of 2^32 - 1 has its top digit only. */
TEST(after_all_points_the_net_begins_again)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    struct inlay_sobol s;
    inlay_error err = {0};
    double first[2], u[2];

    CHECK_OK(inlay_sobol_init(&s, 2, &rng, &err), err);
    inlay_sobol_next(&s, first);
    for (size_t j = 0; j < 2; j++) {
        s.state[j] ^= s.direction[j * INLAY_SOBOL_BITS]; /* back to the first */
        s.state[j] ^= s.direction[(j + 1) * INLAY_SOBOL_BITS - 1];
    }
    s.index = UINT32_MAX;
    inlay_sobol_next(&s, u);
    CHECK(floor(u[0] * 0x1p32) != floor(first[0] * 0x1p32));
    inlay_sobol_next(&s, u);
    for (size_t j = 0; j < 2; j++)
        CHECK(floor(u[j] * 0x1p32) == floor(first[j] * 0x1p32));
    inlay_sobol_clear(&s);
}

OOM_TEST(a_sequence_that_finds_no_memory_says_so)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    struct inlay_sobol s;
    inlay_error err = {0};
    const inlay_status st = inlay_sobol_init(&s, 4, &rng, &err);

    if (st == INLAY_OK)
        inlay_sobol_clear(&s);
    else
        CHECK(err.msg[0] != '\0');
    return st;
}
