/*
 * test_design.c: the initial design is the net of the study's seed, repeats
 * nothing, and agrees in all encodings.
 */
#include "strategy_fixture.h"

#include "acquire/sobol.h"
#include "strategy/design.h"

/* A design with a history, which the strategy of `driven` has no part in. */
struct designed {
    struct driven of;
    struct inlay_encoding relaxed;
    struct inlay_design design;
};

static void designed_init(struct designed *d, const char *json,
                          const char *options, bool is_relaxed)
{
    inlay_error err = {0};
    driven_init(&d->of, json, options);
    CHECK_OK(inlay_encoding_init(&d->relaxed, d->of.space, true, &err), err);
    inlay_design_init(&d->design, &d->of.exact,
                      is_relaxed ? &d->relaxed : &d->of.exact, d->of.options);
}

static void designed_clear(struct designed *d)
{
    inlay_encoding_clear(&d->relaxed);
    driven_clear(&d->of);
}

struct spot {
    double u[MAX_VARS], exact[MAX_VARS];
    inlay_value x[MAX_VARS];
};

static struct spot point(struct designed *d)
{
    inlay_error err = {0};
    struct spot p;
    CHECK_OK(
        inlay_design_point(&d->design, &d->of.history, p.u, p.x, p.exact, &err),
        err);
    return p;
}

static void append(struct designed *d, const inlay_value *x)
{
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    CHECK_OK(history_append(&d->of.history, x, NULL, &r, &err), err);
}

/* The key is part of what a seed means: another one would change every study. */
static struct inlay_sobol net_of(uint64_t seed, size_t dim)
{
    const struct inlay_rng root = inlay_rng_seed(seed);
    struct inlay_rng net = inlay_rng_split(&root, 0x5eed);
    struct inlay_sobol sobol;
    inlay_error err = {0};
    CHECK_OK(inlay_sobol_init(&sobol, dim, &net, &err), err);
    return sobol;
}

static size_t n_variables(const struct designed *d)
{
    return inlay_space_n_variables(d->of.space);
}

TEST(trial_n_plus_1_is_point_n_of_the_net_of_the_seed)
{
    for (int is_relaxed = 0; is_relaxed < 2; is_relaxed++) {
        struct designed d;
        designed_init(&d, MIXED_SPACE, "seed=5 first=net", is_relaxed);
        const struct inlay_encoding *enc = d.design.enc;
        struct inlay_sobol net = net_of(5, enc->dim);
        for (int i = 0; i < 40; i++) {
            double u[MAX_VARS];
            const struct spot p = point(&d);
            inlay_sobol_next(&net, u);
            inlay_encode_snap(enc, u, u);
            for (size_t j = 0; j < enc->dim; j++)
                CHECK(p.u[j] == u[j]);
            append(&d, p.x);
        }
        inlay_sobol_clear(&net);
        designed_clear(&d);
    }
}

static bool refuses_nothing(const void *context, const double *exact)
{
    (void)context;
    (void)exact;
    return false;
}

/* Numbers lie in [margin, 1 - margin], as evenly as without one; categories are
 * those of the net. */
TEST(a_margin_draws_numbers_in)
{
    const struct inlay_design_filter filter = {0.2, refuses_nothing, NULL};
    for (int is_relaxed = 0; is_relaxed < 2; is_relaxed++) {
        struct designed d;
        designed_init(&d, MIXED_SPACE, "seed=5", is_relaxed);
        const struct inlay_encoding *enc = d.design.enc;
        struct inlay_sobol net = net_of(5, enc->dim);
        double u[MAX_VARS];
        inlay_sobol_next(&net, u); /* point 0 is the middle */
        for (size_t i = 1; i < 40; i++) {
            inlay_error err = {0};
            struct spot p;
            CHECK_OK(inlay_design_net(&d.design, &d.of.history, i, &filter, p.u,
                                      p.x, p.exact, &err),
                     err);
            inlay_sobol_next(&net, u);
            for (size_t j = 0; j < enc->dim; j++)
                if (enc->axis[j].var != 2)
                    u[j] = 0.2 + 0.6 * u[j];
            inlay_encode_snap(enc, u, u);
            for (size_t j = 0; j < enc->dim; j++)
                CHECK_ABS(p.u[j], u[j], 1e-12);
        }
        inlay_sobol_clear(&net);
        designed_clear(&d);
    }
}

/* u, x and exact are one configuration. */
TEST(the_three_forms_of_a_point_agree)
{
    for (int is_relaxed = 0; is_relaxed < 2; is_relaxed++) {
        struct designed d;
        designed_init(&d, MIXED_SPACE, "seed=2", is_relaxed);
        for (int i = 0; i < 40; i++) {
            inlay_error err = {0};
            inlay_value x[MAX_VARS];
            double exact[MAX_VARS];
            struct inlay_rng rng = inlay_rng_split(&d.of.rng, (uint64_t)i);
            struct spot p = point(&d);
            if (i % 2)
                CHECK_OK(inlay_design_random(&d.design, &d.of.history, &rng,
                                             p.u, p.x, p.exact, &err),
                         err);
            inlay_decode(d.design.enc, p.u, x);
            for (size_t k = 0; k < n_variables(&d); k++)
                CHECK_REL(x[k].real, p.x[k].real, 1e-14);
            inlay_encode(&d.of.exact, p.x, exact);
            for (size_t j = 0; j < d.of.exact.dim; j++)
                CHECK_ABS(exact[j], p.exact[j], 1e-14);
            append(&d, p.x);
        }
        designed_clear(&d);
    }
}

/* Only numbers have a middle; categories are the net's. */
TEST(the_first_point_has_all_numbers_in_the_middle)
{
    for (int is_relaxed = 0; is_relaxed < 2; is_relaxed++) {
        struct designed d, plain;
        size_t n_first[3] = {0};
        for (int seed = 0; seed < 60; seed++) {
            char middle[32], net[32];
            snprintf(middle, sizeof middle, "seed=%d", seed);
            snprintf(net, sizeof net, "seed=%d first=net", seed);
            designed_init(&d, MIXED_SPACE, middle, is_relaxed);
            designed_init(&plain, MIXED_SPACE, net, is_relaxed);
            struct spot p = point(&d), q = point(&plain);
            CHECK(p.x[0].real == 0.5 && p.x[1].integer == 4);
            CHECK_REL(p.x[3].real, 1e-2, 1e-12);
            CHECK(p.x[2].integer == q.x[2].integer);
            CHECK(q.x[0].real != 0.5);
            n_first[p.x[2].integer]++;
            append(&d, p.x);
            append(&plain, p.x);
            p = point(&d);
            q = point(&plain);
            CHECK(is_same_x(p.x, q.x, 4)); /* only the first */
            designed_clear(&d);
            designed_clear(&plain);
        }
        for (size_t c = 0; c < 3; c++) /* 20 expected, 3.6 its deviation */
            CHECK_ABS((double)n_first[c], 20, 15);
    }
}

/* What was asked is passed over, and the next new point of the net taken. */
TEST(what_was_asked_is_passed_over)
{
    struct designed d;
    designed_init(&d, SMALL_SPACE, "seed=7 first=net", false);
    for (int n = 0; n < 5; n++) {
        struct inlay_sobol net = net_of(7, 2);
        inlay_value x[2];
        double u[2];
        const struct spot p = point(&d);
        for (int i = 0; i < n; i++)
            inlay_sobol_next(&net, u);
        do {
            inlay_sobol_next(&net, u);
            inlay_encode_snap(&d.of.exact, u, u);
        } while (inlay_seen_find(&d.of.history.seen, u));
        inlay_decode(&d.of.exact, u, x);
        CHECK(is_same_x(p.x, x, 2));
        append(&d, p.x);
        inlay_sobol_clear(&net);
    }
    designed_clear(&d);
}

TEST(without_anything_new_it_is_exhausted)
{
    struct designed d, repeating;
    struct spot p;
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(3);

    designed_init(&d, SMALL_SPACE, "", false);
    designed_init(&repeating, SMALL_SPACE, "repeats=yes", false);
    for (int i = 0; i < 6; i++) {
        CHECK_OK(inlay_design_random(&d.design, &d.of.history, &rng, p.u, p.x,
                                     p.exact, &err),
                 err);
        CHECK(!inlay_seen_find(&d.of.history.seen, p.exact));
        append(&d, p.x);
        append(&repeating, p.x);
    }
    CHECK_FAILS(
        inlay_design_point(&d.design, &d.of.history, p.u, p.x, p.exact, &err),
        INLAY_EXHAUSTED, err, "found no new point among 64 points of the net");
    CHECK_FAILS(inlay_design_random(&d.design, &d.of.history, &rng, p.u, p.x,
                                    p.exact, &err),
                INLAY_EXHAUSTED, err,
                "all 6 configurations have been suggested");
    point(&repeating);
    CHECK_OK(inlay_design_random(&repeating.design, &repeating.of.history, &rng,
                                 p.u, p.x, p.exact, &err),
             err);
    designed_clear(&d);
    designed_clear(&repeating);
}

#ifdef INLAY_FAILING_MEM
static struct designed the_designed;

static inlay_status try_point(void)
{
    inlay_error err = {0};
    struct spot p;
    return inlay_design_point(&the_designed.design, &the_designed.of.history,
                              p.u, p.x, p.exact, &err);
}

TEST(each_allocation_that_fails_is_told)
{
    designed_init(&the_designed, MIXED_SPACE, "", true);
    check_oom(try_point, __FILE__, __LINE__);
    designed_clear(&the_designed);
}
#endif
