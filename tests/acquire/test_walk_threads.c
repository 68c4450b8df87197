/*
 * test_walk_threads.c: the number of threads does not show in where walks end.
 */
#include "acquire/shape_fixture.h"

#include "acquire/maximize.h"

TEST(the_number_of_threads_does_not_show)
{
    static const int DOMAINS[][6] = {
        {0, 0, 0, 0, 0, 0}, {0, 3, -5, -60, 0, 8}, {4, -9, 5, -12, 2, 6}};
    for (size_t k = 0; k < LEN(DOMAINS); k++) {
        struct domain d;
        struct inlay_rng rng = inlay_rng_seed(9);
        double centers[5 * 6];

        domain_init(&d, DOMAINS[k], 6);
        for (size_t i = 0; i < 5; i++)
            inlay_encode_sample(&d.enc, &rng, centers + 6 * i);
        const struct shape shape = shape_of(&d.enc, stairs, NULL);
        const struct inlay_search s = {.acq = &shape.base,
                                       .enc = &d.enc,
                                       .centers = centers,
                                       .n_centers = 5,
                                       .local_share = 0.5};
        struct inlay_maximize_result one = {0}, many = {0};
        double u[6], v[6];
        inlay_error err = {0};
        struct inlay_maximize_options o = WALKS;
        for (o.n_threads = 1; o.n_threads <= 8; o.n_threads++) {
            struct inlay_rng r = inlay_rng_seed(k);
            const bool is_first = o.n_threads == 1;
            CHECK_OK(inlay_maximize(&s, &o, &r, is_first ? u : v,
                                    is_first ? &one : &many, &err),
                     err);
            if (is_first)
                continue;
            CHECK(memcmp(u, v, sizeof u) == 0 && one.value == many.value);
            CHECK(one.n_values == many.n_values);
        }
        CHECK(one.value == stairs(&d.enc, u));
        domain_clear(&d);
    }
}

/* All walks, not only the best. */
TEST(no_walk_shows_the_number_of_threads)
{
    static const int MIXED[] = {0, 3, -5, -60, 0, 8};
    enum { N = 20 };
    struct domain d;
    struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_maximize_options o = WALKS;
    double starts[N * 6];
    struct walked one, many;

    domain_init(&d, MIXED, 6);
    const struct shape shape = shape_of(&d.enc, stairs, NULL);
    const struct inlay_search s = {.acq = &shape.base, .enc = &d.enc};
    for (size_t i = 0; i < N; i++)
        inlay_encode_sample(&d.enc, &rng, starts + i * 6);
    walk_from(&s, &o, starts, N, 1, &one);
    o.n_threads = 3;
    walk_from(&s, &o, starts, N, 1, &many);
    CHECK(one.n == N && many.n == N && one.n_values == many.n_values);
    CHECK(memcmp(one.X, many.X, sizeof starts) == 0);
    CHECK(memcmp(one.F, many.F, N * sizeof *one.F) == 0);
    domain_clear(&d);
}
