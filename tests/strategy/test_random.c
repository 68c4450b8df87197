/*
 * test_random.c: random search is uniform, and repeats nothing.
 */
#include "strategy_fixture.h"

#include "strategy/sequential.h"

#define DISCRETE                                                               \
    "[{\"name\":\"i\",\"type\":\"integer\",\"min\":-2,\"max\":2},"             \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":"                     \
    "[\"u\",\"v\",\"w\"]},{\"name\":\"b\",\"type\":\"boolean\"}]"

enum { N_CELLS = 30 };

static size_t cell_of(const inlay_value *x)
{
    return (size_t)((x[0].integer + 2) * 6 + x[1].integer * 2 + x[2].integer);
}

/* χ² with 29 degrees of freedom: 58.3 is exceeded once in a thousand. */
TEST(every_configuration_is_as_likely)
{
    enum { N_DRAWS = 6000 };
    struct driven d;
    size_t n[N_CELLS] = {0};
    double chi2 = 0;

    driven_init(&d, DISCRETE, "method=random repeats=yes");
    for (int i = 0; i < N_DRAWS; i++) {
        inlay_error err = {0};
        const struct inlay_rng rng = inlay_rng_split(&d.rng, (uint64_t)i);
        struct inlay_trace trace = {0};
        inlay_value x[3];
        CHECK_OK(inlay_strategy_suggest(d.strategy, &d.history, &rng, x, &trace,
                                        &err),
                 err);
        CHECK(!trace.asked && !trace.memo);
        CHECK(trace.origin == INLAY_ORIGIN_RANDOM);
        n[cell_of(x)]++;
    }
    for (size_t k = 0; k < N_CELLS; k++) {
        const double want = N_DRAWS / (double)N_CELLS;
        chi2 += ((double)n[k] - want) * ((double)n[k] - want) / want;
    }
    CHECK(chi2 < 58.3);
    driven_clear(&d);
}

/* The first of those that are left is uniform too, also when few are. */
TEST(what_is_left_is_as_likely)
{
    enum { N_DRAWS = 3000 };
    struct driven d;
    size_t n[N_CELLS] = {0};
    double chi2 = 0;

    driven_init(&d, DISCRETE, "method=random");
    while (d.history.n < N_CELLS - 5)
        step(&d, small);
    for (int i = 0; i < N_DRAWS; i++) {
        inlay_error err = {0};
        struct inlay_rng rng = inlay_rng_split(&d.rng, (uint64_t)i);
        inlay_value x[3];
        double u[3], exact[3];
        CHECK_OK(inlay_design_random(&d.strategy->design, &d.history, &rng, u,
                                     x, exact, &err),
                 err);
        n[cell_of(x)]++;
    }
    size_t n_hit = 0;
    for (size_t k = 0; k < N_CELLS; k++) {
        const double off = (double)n[k] - N_DRAWS / 5.0;
        n_hit += n[k] > 0;
        chi2 += n[k] > 0 ? off * off / (N_DRAWS / 5.0) : 0;
    }
    CHECK(n_hit == 5);
    CHECK(chi2 < 18.5); /* 4 degrees of freedom, once in a thousand */
    driven_clear(&d);
}

TEST(it_is_exhausted_after_each_configuration_once)
{
    struct driven d;
    bool is_seen[N_CELLS] = {false};
    inlay_error err = {0};
    const struct inlay_record *r = NULL;

    driven_init(&d, DISCRETE, "method=random");
    for (int i = 0; i < N_CELLS; i++) {
        r = step(&d, small);
        CHECK(!is_seen[cell_of(r->x)]);
        is_seen[cell_of(r->x)] = true;
    }
    CHECK_FAILS(suggest(&d, &r, &err), INLAY_EXHAUSTED, err,
                "all 30 configurations have been suggested");
    driven_clear(&d);
}

/* Uniform on the scale: a log real has as many draws in each decade. */
TEST(reals_are_uniform_on_their_scale)
{
    struct driven d;
    size_t n_linear[10] = {0}, n_log[10] = {0};
    enum { N_DRAWS = 2000 };

    driven_init(&d,
                "[{\"name\":\"a\",\"type\":\"real\",\"min\":-1,\"max\":1},"
                "{\"name\":\"l\",\"type\":\"real\",\"min\":1e-5,\"max\":1e5,"
                "\"scale\":\"log\"}]",
                "method=random repeats=yes");
    for (int i = 0; i < N_DRAWS; i++) {
        struct inlay_rng rng = inlay_rng_split(&d.rng, (uint64_t)i);
        inlay_error err = {0};
        struct inlay_trace trace = {0};
        inlay_value x[2];
        CHECK_OK(inlay_strategy_suggest(d.strategy, &d.history, &rng, x, &trace,
                                        &err),
                 err);
        n_linear[(size_t)fmin(5 * (x[0].real + 1), 9)]++;
        n_log[(size_t)fmin(log10(x[1].real) + 5, 9)]++;
    }
    for (size_t k = 0; k < 10; k++) { /* 200 expected, 5 deviations */
        CHECK_ABS((double)n_linear[k], 200, 71);
        CHECK_ABS((double)n_log[k], 200, 71);
    }
    driven_clear(&d);
}

#ifdef INLAY_FAILING_MEM
TEST(each_allocation_that_fails_is_told)
{
    check_suggest_oom(DISCRETE, "method=random", small, 0);
}
#endif

/* Of the first n there are n share, rounded down; where share is a fraction of
 * the doubles, exactly. */
TEST(the_share_of_uniform_suggestions_is_spread_evenly)
{
    static const double share[] = {0.0, 0.25, 0.5, 0.625, 1.0};
    for (size_t k = 0; k < LEN(share); k++) {
        size_t n_due = 0;
        for (size_t i = 0; i < 1000; i++) {
            n_due += inlay_sequential_is_random(i, share[k]);
            CHECK(n_due == (size_t)floor((double)(i + 1) * share[k]));
        }
    }
    for (size_t i = 0; i < 50; i++) /* one in five: the last of each five */
        CHECK(inlay_sequential_is_random(i, 0.2) == (i % 5 == 4));
}
