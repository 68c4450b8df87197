/*
 * test_data.c: merging loses nothing.
 */
#include "check.h"

#include "base/rng.h"
#include "problem/data.h"

enum { D = 2, N_POINTS = 7, N_OBS = 40 };

/* N_OBS observations at N_POINTS points, in random order. */
struct sample {
    double U[N_OBS][D], obs[N_OBS];
    struct inlay_data data;
};

static void draw(struct sample *s, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    double point[N_POINTS][D];

    for (size_t i = 0; i < N_POINTS; i++)
        for (size_t j = 0; j < D; j++)
            point[i][j] = inlay_rng_uniform(&rng);
    CHECK_OK(inlay_data_init(&s->data, D, N_OBS, &err), err);
    for (size_t k = 0; k < N_OBS; k++) {
        const size_t i =
            k < N_POINTS ? k : (size_t)inlay_rng_below(&rng, N_POINTS);
        memcpy(s->U[k], point[i], sizeof s->U[k]);
        s->obs[k] = 5.0 + inlay_rng_normal(&rng);
        inlay_data_add(&s->data, s->U[k], s->obs[k]);
    }
    inlay_data_set(&s->data, s->data.obs);
}

TEST(observations_keep_their_order_and_their_point)
{
    struct sample s;

    draw(&s, 1);
    CHECK(s.data.n == N_POINTS && s.data.n_obs == N_OBS);
    for (size_t k = 0; k < N_OBS; k++) {
        CHECK(s.data.obs[k] == s.obs[k]);
        CHECK(memcmp(s.data.U + s.data.row[k] * D, s.U[k], sizeof s.U[k]) == 0);
    }
    inlay_data_clear(&s.data);
}

/* Levels of a coarse grid, halves and quarters among them: few bits differ, and
 * points come again and again in any order; 0 and -0 are two. */
static double coarse(struct inlay_rng *rng, uint64_t n_levels)
{
    const double k = (double)inlay_rng_below(rng, n_levels);
    return inlay_rng_below(rng, 50) == 0 ? -0.0 : k / (double)n_levels;
}

TEST(rows_are_those_of_a_search_from_the_first_on)
{
    enum { N = 600 };
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        inlay_error err = {0};
        struct inlay_data d;
        const size_t dim = 1 + seed % 3;
        double U[N][3] = {{0}};
        size_t n = 0;

        CHECK_OK(inlay_data_init(&d, dim, N, &err), err);
        for (size_t k = 0; k < N; k++) {
            double u[3] = {0};
            for (size_t j = 0; j < dim; j++)
                u[j] = coarse(&rng, 8);
            inlay_data_add(&d, u, (double)k);
            size_t i = 0;
            while (i < n && memcmp(U[i], u, dim * sizeof *u) != 0)
                i++;
            if (i == n)
                memcpy(U[n++], u, sizeof u);
            CHECK(d.row[k] == i && d.obs[k] == (double)k && d.n == n);
        }
        CHECK(n < N); /* some were merged */
        for (size_t i = 0; i < n; i++)
            CHECK(memcmp(d.U + i * dim, U[i], dim * sizeof(double)) == 0);
        inlay_data_clear(&d);
    }
}

/* Found at once, however many there are: the slots that searches for all rows
 * pass are few. */
TEST(no_row_is_far_from_its_slot)
{
    enum { N = 4096 };
    struct inlay_data d;
    inlay_error err = {0};
    size_t n_passed = 0;

    CHECK_OK(inlay_data_init(&d, 2, N, &err), err);
    for (size_t k = 0; k < N; k++) /* a grid of 64 by 64 */
        inlay_data_add(
            &d, (double[]){(double)(k % 64) / 64.0, (double)(k / 64) / 64.0},
            1.0);
    CHECK(d.n == N);
    /* a search passes what is between its row's slot and the next free one */
    for (size_t k = 0; k < d.n_slots; k++)
        for (size_t i = k; d.slot[i % d.n_slots] != 0; i++)
            n_passed++;
    CHECK(n_passed < 5 * d.n_slots);
    inlay_data_clear(&d);
}

TEST(points_are_distinct)
{
    struct sample s;

    draw(&s, 2);
    for (size_t i = 0; i < s.data.n; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(memcmp(s.data.U + i * D, s.data.U + k * D,
                         D * sizeof(double)) != 0);
    inlay_data_clear(&s.data);
}

TEST(a_row_is_the_mean_and_the_count_of_its_observations)
{
    struct sample s;

    draw(&s, 3);
    for (size_t i = 0; i < s.data.n; i++) {
        double sum = 0.0, n = 0.0;
        for (size_t k = 0; k < N_OBS; k++)
            if (s.data.row[k] == i) {
                sum += s.obs[k];
                n += 1.0;
            }
        CHECK(s.data.count[i] == n);
        CHECK_REL(s.data.y[i], sum / n, 1e-14);
    }
    inlay_data_clear(&s.data);
}

/* Σ (obs - m)² = SS within + Σ count (y - m)², for any m. */
TEST(squares_within_and_between_add_up_to_all)
{
    struct sample s;

    draw(&s, 4);
    for (double m = -3.0; m < 12.0; m += 2.5) {
        double all = 0.0, between = 0.0;
        for (size_t k = 0; k < N_OBS; k++)
            all += (s.obs[k] - m) * (s.obs[k] - m);
        for (size_t i = 0; i < s.data.n; i++)
            between += s.data.count[i] * (s.data.y[i] - m) * (s.data.y[i] - m);
        CHECK_REL(s.data.ss_within + between, all, 1e-13);
    }
    double sum = 0.0;
    for (size_t i = 0; i < s.data.n; i++)
        sum += log(s.data.count[i]);
    CHECK_REL(s.data.sum_log_count, sum, 1e-14);
    inlay_data_clear(&s.data);
}

/* Equal observations at every point: none is within. */
TEST(distinct_points_are_left_as_they_are)
{
    struct inlay_data d;
    inlay_error err = {0};

    CHECK_OK(inlay_data_init(&d, 1, 5, &err), err);
    for (size_t k = 0; k < 5; k++) {
        const double u = (double)k / 4.0;
        inlay_data_add(&d, &u, u * u);
    }
    inlay_data_set(&d, d.obs);
    CHECK(d.n == 5 && d.ss_within == 0.0 && d.sum_log_count == 0.0);
    for (size_t k = 0; k < 5; k++)
        CHECK(d.y[k] == d.obs[k] && d.count[k] == 1.0 && d.row[k] == k);
    inlay_data_clear(&d);
}

TEST(replacing_observations_is_as_adding_them_anew)
{
    struct sample a, b;
    double warped[N_OBS];

    draw(&a, 5);
    draw(&b, 5);
    for (size_t k = 0; k < N_OBS; k++)
        warped[k] = 2.0 * a.obs[k] - 10.0;
    inlay_data_set(&a.data, warped);
    CHECK_REL(a.data.ss_within, 4.0 * b.data.ss_within, 1e-12);
    for (size_t i = 0; i < N_POINTS; i++) {
        CHECK_ABS(a.data.y[i], 2.0 * b.data.y[i] - 10.0, 1e-13);
        CHECK(a.data.count[i] == b.data.count[i]);
    }
    inlay_data_set(&a.data, b.obs); /* and back, bit for bit */
    CHECK(memcmp(a.data.y, b.data.y, N_POINTS * sizeof(double)) == 0);
    CHECK(a.data.ss_within == b.data.ss_within);
    CHECK(a.data.sum_log_count == b.data.sum_log_count);
    inlay_data_clear(&a.data);
    inlay_data_clear(&b.data);
}

TEST(large_values_do_not_overflow_a_mean)
{
    struct inlay_data d;
    inlay_error err = {0};
    const double u = 0.5;

    CHECK_OK(inlay_data_init(&d, 1, 4, &err), err);
    for (size_t k = 0; k < 4; k++)
        inlay_data_add(&d, &u, 1.5e308);
    inlay_data_set(&d, d.obs);
    CHECK_REL(d.y[0], 1.5e308, 1e-15);
    inlay_data_clear(&d);
}

TEST(points_without_coordinates_are_one_point)
{
    struct inlay_data d;
    inlay_error err = {0};
    const double nowhere = 0.0;

    CHECK_OK(inlay_data_init(&d, 0, 2, &err), err);
    inlay_data_add(&d, &nowhere, 1.0);
    inlay_data_add(&d, &nowhere, 3.0);
    inlay_data_set(&d, d.obs);
    CHECK(d.n == 1 && d.y[0] == 2.0 && d.ss_within == 2.0);
    inlay_data_clear(&d);
}

OOM_TEST(data_without_memory_are_left_as_they_were)
{
    struct inlay_data d = {.n = 77};
    inlay_error err = {0};
    const inlay_status st = inlay_data_init(&d, 2, 10, &err);

    if (st != INLAY_OK) {
        CHECK(d.n == 77);
        CHECK_TEXT(err.msg, "out of memory for the data of a model");
        return st;
    }
    inlay_data_clear(&d);
    return st;
}

/* ---- Observations with a variance of their own --------------------------- */

static const double HERE[D] = {0.25, 0.5};

static struct inlay_data noisy(const double *obs, const double *variance,
                               size_t n)
{
    inlay_error err = {0};
    struct inlay_data d;
    CHECK_OK(inlay_data_init(&d, D, n, &err), err);
    for (size_t k = 0; k < n; k++)
        inlay_data_add_noisy(&d, HERE, obs[k], variance[k]);
    inlay_data_merge(&d);
    return d;
}

TEST(a_point_has_a_row_for_those_with_and_one_for_those_without)
{
    const double OBS[] = {1.0, 2.0, 3.0, 5.0};
    const double VARIANCE[] = {NAN, 0.5, NAN, 0.5};
    struct inlay_data d = noisy(OBS, VARIANCE, 4);

    CHECK(d.n == 2 && d.n_obs == 4 && d.n_given == 2 && d.n_extra == 1);
    CHECK(d.row[0] == 0 && d.row[1] == 1 && d.row[2] == 0 && d.row[3] == 1);
    CHECK(!inlay_data_is_given(&d, 0) && inlay_data_is_given(&d, 1));
    CHECK(d.y[0] == 2.0 && d.count[0] == 2.0 && d.ss_within == 2.0);
    CHECK(inlay_data_variance(&d, 0, 0.25) == 0.125);
    CHECK(d.y[1] == 3.5 && inlay_data_variance(&d, 1, 9.0) == 0.25);
    inlay_data_clear(&d);
}

/* Π N(y_k; f, v_k) = N(ȳ; f, V) × what log_within is the logarithm of. */
TEST(merging_by_precisions_loses_nothing)
{
    enum { N = 5 };
    struct inlay_rng rng = inlay_rng_seed(3);
    double obs[N], variance[N];

    for (size_t k = 0; k < N; k++) {
        obs[k] = inlay_rng_normal(&rng);
        variance[k] = exp(inlay_rng_normal(&rng));
    }
    struct inlay_data d = noisy(obs, variance, N);
    CHECK(d.n == 1);
    for (double f = -2.0; f <= 2.0; f += 0.5) {
        const double off = d.y[0] - f, pi = acos(-1.0);
        double want = 0.0;
        for (size_t k = 0; k < N; k++)
            want -= 0.5 * (log(2.0 * pi * variance[k]) +
                           (obs[k] - f) * (obs[k] - f) / variance[k]);
        CHECK_ABS(d.log_within -
                      0.5 * (log(2.0 * pi * d.var[0]) + off * off / d.var[0]),
                  want, 1e-12);
    }
    inlay_data_clear(&d);
}

TEST(exact_observations_have_a_plain_mean_and_others_no_part)
{
    const double OBS[] = {1.0, 7.0, 2.0};
    const double VARIANCE[] = {0.0, 1e-3, 0.0};
    struct inlay_data d = noisy(OBS, VARIANCE, 3);

    CHECK(d.n == 1 && d.y[0] == 1.5 && d.var[0] == 0.0);
    CHECK(inlay_data_is_given(&d, 0) && d.log_within == 0.0);
    inlay_data_clear(&d);
}
