/*
 * test_hash.c: points that have few bits spread over a table as others do.
 */
#include "check.h"

#include "base/hash.h"

static uint64_t hash(const double *u, size_t dim)
{
    uint64_t h = INLAY_HASH_START;
    for (size_t j = 0; j < dim; j++)
        h = inlay_hash_add(h, u[j]);
    return h;
}

/* Balls thrown into as many bins: e^-1 of the bins stay empty, and some bin gets
 * more than 10 of 4096 with probability 4096 e^-1/11! ≈ 4e-5.  A hash need not be
 * that good, but nearly. */
static void check_grid(size_t per_axis, double divisor, size_t dim)
{
    enum { N = 4096 };
    static size_t n_in[N];
    size_t n_empty = 0, most = 0;

    memset(n_in, 0, sizeof n_in);
    for (size_t k = 0; k < N; k++) {
        double u[12];
        for (size_t j = 0, left = k; j < dim; j++, left /= per_axis)
            u[j] = (double)(left % per_axis) / divisor;
        n_in[hash(u, dim) % N]++;
    }
    for (size_t i = 0; i < N; i++) {
        n_empty += n_in[i] == 0;
        most = n_in[i] > most ? n_in[i] : most;
    }
    CHECK((double)n_empty < 1.2 * N * exp(-1.0));
    CHECK(most <= 10);
}

TEST(points_of_a_grid_spread_over_a_table)
{
    static const struct {
        size_t per_axis, dim;
    } GRID[] = {{4096, 1}, {64, 2}, {16, 3}, {8, 4}, {4, 6}, {2, 12}};
    for (size_t g = 0; g < LEN(GRID); g++) {
        const double n = (double)GRID[g].per_axis;
        check_grid(GRID[g].per_axis, n, GRID[g].dim); /* few bits */
        check_grid(GRID[g].per_axis, n - 1, GRID[g].dim);
    }
}

TEST(each_coordinate_counts_at_its_place)
{
    const double u[3] = {0.25, 0.5, 0.75};
    for (size_t j = 0; j < 3; j++) {
        double v[3];
        memcpy(v, u, sizeof v);
        v[j] = nextafter(u[j], 1);
        CHECK(hash(v, 3) != hash(u, 3));
    }
    CHECK(hash((double[]){0.5, 0.25, 0.75}, 3) != hash(u, 3));
    CHECK(hash((double[]){0.0}, 1) != hash((double[]){-0.0}, 1));
    CHECK(hash(u, 2) != hash(u, 3));
}
