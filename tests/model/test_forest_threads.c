/*
 * test_forest_threads.c: the number of threads does not show in a forest, and
 * threads can share one.
 */
#include "forest_fixture.h"

#include "base/parallel.h"

enum { N_POINTS = 256 };

TEST(the_number_of_threads_does_not_show)
{
    for (int k = 0; k < 2; k++) {
        struct inlay_forest_options o = USUAL;
        struct planted p;
        double mean[2][MAX_N], var[2][MAX_N];
        inlay_error err = {0};
        o.splits = k == 0 ? INLAY_SPLITS_RANDOM : INLAY_SPLITS_BEST;
        o.variance = k == 0 ? INLAY_VARIANCE_TREES : INLAY_VARIANCE_TOTAL;
        o.split_share = 0.5;
        planted_init(&p, MIXED, LEN(MIXED), 100, &o, 1);
        CHECK_OK(inlay_forest_out_of_bag(p.f, p.U, mean[0], var[0], &err), err);
        for (size_t n_threads = 2; n_threads <= 3; n_threads++) {
            o.n_threads = n_threads;
            planted_fit(&p, &o, 2); /* as planted_init did */
            CHECK_OK(inlay_forest_out_of_bag(p.f, p.U, mean[1], var[1], &err),
                     err);
            CHECK(memcmp(mean[0], mean[1], p.n * sizeof *mean[0]) == 0);
            CHECK(memcmp(var[0], var[1], p.n * sizeof *var[0]) == 0);
        }
        planted_clear(&p);
    }
}

struct shared {
    const struct inlay_forest *f;
    const double *U;
    double *mean, *var;
};

static void predict_one(size_t i, size_t worker, void *context)
{
    const struct shared *s = context;
    (void)worker;
    predict(s->f, s->U + i * s->f->base.dim, 1, s->mean + i, s->var + i);
}

TEST(threads_share_a_forest)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    struct planted p;
    double U[N_POINTS * LEN(MIXED)], mean[2][N_POINTS], var[2][N_POINTS];

    planted_init(&p, MIXED, LEN(MIXED), 100, &USUAL, 3);
    for (size_t i = 0; i < N_POINTS; i++)
        random_u(LEN(MIXED), &rng, U + i * LEN(MIXED));
    predict(p.f, U, N_POINTS, mean[0], var[0]);
    struct shared s = {p.f, U, mean[1], var[1]};
    inlay_parallel_for(N_POINTS, 3, predict_one, &s);
    CHECK(memcmp(mean[0], mean[1], sizeof mean[0]) == 0);
    CHECK(memcmp(var[0], var[1], sizeof var[0]) == 0);
    planted_clear(&p);
}
