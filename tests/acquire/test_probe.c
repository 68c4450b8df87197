/*
 * test_probe.c: points are evaluated as they are one by one, and none that is
 * refused.
 */
#include "acquire/shape_fixture.h"

static const int MIXED[] = {0, -5, 3};
enum { DIM = LEN(MIXED) };

static bool is_low(const double *u, void *context)
{
    (void)context;
    return u[0] < 0.5;
}

struct fixture {
    struct domain d;
    struct shape shape;
    struct inlay_search search;
    struct inlay_maximize_options options;
    struct inlay_probe probe;
};

static void fixture_init(struct fixture *f)
{
    inlay_error err = {0};
    domain_init(&f->d, MIXED, DIM);
    f->shape = shape_of(&f->d.enc, stairs, NULL);
    f->search = (struct inlay_search){.acq = &f->shape.base, .enc = &f->d.enc};
    f->options = WALKS;
    CHECK_OK(inlay_probe_init(&f->probe, &f->search, &f->options, &err), err);
}

static void fixture_clear(struct fixture *f)
{
    inlay_probe_clear(&f->probe);
    domain_clear(&f->d);
}

/* 0, 1, 63, 64, 65, 127, ...: around the ends of blocks. */
static void above(const struct inlay_acq *a, const double *U, size_t n,
                  double *out, double *scratch)
{
    shape_values(a, U, n, out, NULL, scratch);
    for (size_t i = 0; i < n; i++)
        out[i] += 0.5;
}

TEST(blocks_are_evaluated_as_single_points_and_counted)
{
    enum { MOST = 3 * INLAY_ACQ_BLOCK + 1 };
    static double U[MOST * DIM], out[MOST + 1];
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(1);
    size_t n_all = 0;

    fixture_init(&f);
    f.shape.base.ops = &(struct inlay_acq_ops){shape_values, above};
    for (size_t i = 0; i < MOST; i++)
        inlay_encode_sample(&f.d.enc, &rng, U + i * DIM);
    for (size_t n = 0; n <= MOST; n += n % INLAY_ACQ_BLOCK == 1 ? 62 : 1) {
        out[n] = 77.0;
        inlay_probe_values(&f.probe, U, n, out);
        for (size_t i = 0; i < n; i++)
            CHECK(out[i] == stairs(&f.d.enc, U + i * DIM));
        CHECK(out[n] == 77.0);
        n_all += n;
        CHECK(f.probe.n_values == n_all);
        memset(out, 0, sizeof out);
        inlay_probe_bounds(&f.probe, U, n, out);
        for (size_t i = 0; i < n; i++)
            CHECK(out[i] == stairs(&f.d.enc, U + i * DIM) + 0.5);
        CHECK(f.probe.n_values == n_all);
    }
    fixture_clear(&f);
}

TEST(refused_is_what_the_caller_forbids_or_the_region_lacks)
{
    const double u[] = {0.3, 0.25, 0.5}, center[] = {0.6, 0.25, 0.5};
    struct fixture f;

    fixture_init(&f);
    CHECK(!inlay_probe_refuses(&f.probe, u));
    f.search.is_forbidden = is_low;
    CHECK(inlay_probe_refuses(&f.probe, u));
    CHECK(!inlay_probe_refuses(&f.probe, center));
    f.search.is_forbidden = NULL;
    f.search.region = (struct inlay_region){center, 0.2, 1};
    CHECK(inlay_probe_refuses(&f.probe, u));
    f.search.region.half_width = 0.4;
    CHECK(!inlay_probe_refuses(&f.probe, u));
    fixture_clear(&f);
}

TEST(neighbors_differ_where_they_are_told_to_and_none_is_refused)
{
    const double x[] = {0.7, 0.25, 0.5}, to[] = {0.1, 0.6, 0.4, 0.9};
    struct fixture f;
    struct inlay_neighbors nb;
    inlay_error err = {0};

    fixture_init(&f);
    f.search.is_forbidden = is_low;
    CHECK_OK(inlay_neighbors_init(&nb, 1, 4, DIM, &err), err);
    CHECK(nb.n == 0);
    inlay_neighbors_add(&nb, &f.probe, x, 0, to, LEN(to));
    inlay_neighbors_add(&nb, &f.probe, x, 1, (double[]){0.5, 1.0}, 2);
    static const double WANT[][DIM] = {
        {0.6, 0.25, 0.5}, {0.9, 0.25, 0.5}, {0.7, 0.5, 0.5}, {0.7, 1.0, 0.5}};
    CHECK(nb.n == LEN(WANT));
    CHECK(memcmp(nb.U, WANT, sizeof WANT) == 0);
    inlay_neighbors_clear(&nb);
    CHECK(nb.n == 0 && !nb.U);
    fixture_clear(&f);
}

OOM_TEST(neighbors_without_memory_are_left_as_they_were)
{
    struct inlay_neighbors nb = {.n = 77};
    inlay_error err = {0};
    const inlay_status st = inlay_neighbors_init(&nb, 3, 4, 5, &err);
    if (st != INLAY_OK) {
        CHECK(nb.n == 77);
        CHECK_TEXT(err.msg, "out of memory for the moves of candidates");
        return st;
    }
    inlay_neighbors_clear(&nb);
    return st;
}
