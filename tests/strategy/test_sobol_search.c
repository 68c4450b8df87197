/*
 * test_sobol_search.c: the search covers every range evenly, and ends.
 */
#include "strategy_fixture.h"

/* Reals on both scales, and discrete ranges of a power of two. */
#define EVEN_SPACE                                                             \
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":-1,\"max\":3},"                \
    "{\"name\":\"l\",\"type\":\"real\",\"min\":1e-3,\"max\":1e3,"              \
    "\"scale\":\"log\"},"                                                      \
    "{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":8},"               \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\","  \
    "\"s\"]}]"

/* The first 2^k trials have each real range cut into 2^k parts, with one in
 * each; and every value of a discrete range equally often. */
TEST(the_first_trials_cover_each_range_evenly)
{
    enum { N = 64 };
    for (int seed = 0; seed < 5; seed++) {
        struct driven d;
        char options[32];
        snprintf(options, sizeof options, "method=sobol seed=%d", seed);
        driven_init(&d, EVEN_SPACE, options);
        for (size_t n = 1; n <= N; n *= 2) {
            size_t n_in[4][N] = {{0}};
            while (d.history.n < n)
                step(&d, small);
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < 4; j++) {
                    const size_t n_cells = j == 2 ? 8 : j == 3 ? 4 : n;
                    const double u = d.history.record[i]->u[j];
                    n_in[j][(size_t)fmin(u * (double)n_cells,
                                         (double)n_cells - 1)]++;
                }
            for (size_t k = 0; k < n; k++)
                CHECK(n_in[0][k] == 1 && n_in[1][k] == 1);
            for (size_t k = 0; n >= 8 && k < 8; k++)
                CHECK(n_in[2][k] == n / 8);
            for (size_t k = 0; n >= 4 && k < 4; k++)
                CHECK(n_in[3][k] == n / 4);
        }
        driven_clear(&d);
    }
}

/* It learns nothing: results, failures and pending trials change no trial. */
TEST(results_change_nothing)
{
    struct driven a, b;
    driven_init(&a, EVEN_SPACE, "method=sobol seed=3");
    driven_init(&b, EVEN_SPACE, "method=sobol seed=3");
    for (int i = 0; i < 20; i++) {
        inlay_error err = {0};
        const struct inlay_record *r = step(&a, small), *q = NULL;
        CHECK_OK(suggest(&b, &q, &err), err);
        if (i % 3)
            CHECK_OK(history_finish(&b.history, q->id,
                                    i % 3 == 1 ? NAN : 1.0 - i, "failed", &err),
                     err);
        CHECK(is_same_x(r->x, q->x, 4));
    }
    driven_clear(&a);
    driven_clear(&b);
}

TEST(another_seed_is_another_net)
{
    struct driven a, b;
    driven_init(&a, EVEN_SPACE, "method=sobol seed=3");
    driven_init(&b, EVEN_SPACE, "method=sobol seed=4");
    for (int i = 0; i < 8; i++)
        CHECK(step(&a, small)->u[0] != step(&b, small)->u[0]);
    driven_clear(&a);
    driven_clear(&b);
}

TEST(first_middle_is_obeyed)
{
    struct driven d;
    driven_init(&d, EVEN_SPACE, "method=sobol first=middle");
    CHECK(step(&d, small)->x[0].real == 1.0);
    CHECK(step(&d, small)->x[0].real != 1.0);
    driven_clear(&d);
}

/* So every value of the space is reached. */
TEST(a_finite_space_is_asked_once_then_exhausted)
{
    check_used_up(SMALL_SPACE, "method=sobol", small, 6);
    check_used_up("[{\"name\":\"i\",\"type\":\"integer\",\"min\":1,\"max\":60},"
                  "{\"name\":\"c\",\"type\":\"categorical\",\"values\":"
                  "[\"p\",\"q\",\"r\"]}]",
                  "method=sobol", small, 180);
}

/* What is left when the net has nothing new is told to be random. */
TEST(where_a_point_came_from_is_told)
{
    struct driven d;
    size_t n_net = 0, n_random = 0;
    driven_init(&d,
                "[{\"name\":\"i\",\"type\":\"integer\",\"min\":1,\"max\":400}]",
                "method=sobol");
    for (int i = 0; i < 400; i++) {
        inlay_error err = {0};
        struct inlay_trace trace = {0};
        inlay_value x[1];
        CHECK_OK(inlay_strategy_suggest(d.strategy, &d.history, &d.rng, x,
                                        &trace, &err),
                 err);
        CHECK(!trace.asked && !trace.memo);
        CHECK(i > 100 || trace.origin == INLAY_ORIGIN_NET);
        n_net += trace.origin == INLAY_ORIGIN_NET;
        n_random += trace.origin == INLAY_ORIGIN_RANDOM;
        CHECK_OK(history_append(&d.history, x, NULL, NULL, &err), err);
    }
    CHECK(n_net + n_random == 400 && n_random > 0);
    driven_clear(&d);
}

#ifdef INLAY_FAILING_MEM
TEST(each_allocation_that_fails_is_told)
{
    check_suggest_oom(EVEN_SPACE, "method=sobol", small, 0);
}
#endif
