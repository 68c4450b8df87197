/*
 * test_search.c: what a search records, on an objective made for it.
 */
#include "check.h"

#include "harness/search.h"
#include "support/spec.h"

/* f(x, k) = (x − 0.25)² + k, k in {0 … 3}; an observation is off by what `noise`
 * says of its number. */
struct bowl {
    struct objective base;
    double noise;
};

static double value(const struct objective *o, const inlay_value *x)
{
    (void)o;
    return (x[0].real - 0.25) * (x[0].real - 0.25) + (double)x[1].integer;
}

static double observe(const struct objective *o, const inlay_value *x, size_t i)
{
    const struct bowl *b = (const struct bowl *)o;
    return value(o, x) + (i == 0 ? b->noise : 0.0);
}

static const struct objective_ops OPS = {value, observe, NULL};

static struct bowl bowl(void)
{
    struct bowl b = {.base = {.ops = &OPS}};
    inlay_space_new(&b.base.space, NULL);
    inlay_space_add_real(b.base.space, "x", 0.0, 1.0, INLAY_SCALE_LINEAR, NULL);
    inlay_space_add_integer(b.base.space, "k", 0, 3, INLAY_SCALE_LINEAR, NULL);
    b.base.first[0] = inlay_real(0.75);
    b.base.first[1] = inlay_integer(2);
    return b;
}

static struct search searched(struct bowl *b, const char *spec, size_t n)
{
    struct search s;
    inlay_options *o = spec_options(spec, 1);
    search_init(&s, n);
    search_run(&b->base, o, &s);
    inlay_options_free(o);
    inlay_space_free(b->base.space);
    return s;
}

TEST(a_search_starts_at_the_first_point_of_the_problem)
{
    static const char *const SPECS[] = {
        "default",          "random",
        "tpe:preset=paper", "smac:preset=paper",
        "hillclimb",        "gp-basic:preset=paper,candidates=100"};
    for (size_t i = 0; i < LEN(SPECS); i++) {
        struct bowl b = bowl();
        struct search s = searched(&b, SPECS[i], 2);
        CHECK_ABS(s.gap[SEARCH_OBSERVED][0], 2.25, 1e-12);
        search_clear(&s);
    }
}

TEST(the_gap_of_the_best_observation_never_grows_without_noise)
{
    struct bowl b = bowl();
    struct search s = searched(&b, "random", 30);
    for (size_t i = 1; i < 30; i++)
        CHECK(s.gap[SEARCH_OBSERVED][i] <= s.gap[SEARCH_OBSERVED][i - 1]);
    CHECK(s.gap[SEARCH_OBSERVED][29] < s.gap[SEARCH_OBSERVED][0]);
    CHECK(s.ask_seconds > 0.0 && s.recommend_seconds > 0.0);
    search_clear(&s);
}

/* A lucky first observation is chosen for ever; its gap is that of its value. */
TEST(the_best_observation_is_judged_without_its_noise)
{
    struct bowl b = bowl();
    b.noise = -100.0;
    struct search s = searched(&b, "random", 10);
    CHECK_ABS(s.gap[SEARCH_OBSERVED][9], 2.25, 1e-12);
    search_clear(&s);
}

/* The paper's GP recommends by its mean, which is not an observed point. */
TEST(a_model_recommends_better_than_what_it_saw)
{
    struct bowl b = bowl();
    struct search s =
        searched(&b, "gp:preset=paper,candidates=500,noise=none", 12);
    CHECK(s.gap[SEARCH_RECOMMENDED][11] < 1e-2);
    CHECK(s.gap[SEARCH_RECOMMENDED][11] >= 0.0);
    CHECK(s.repeats == 0);
    search_clear(&s);
}

/* Four configurations, and the best one is the last to be found by a walk that
 * is told to repeat. */
struct four {
    struct objective base;
};

static double four_value(const struct objective *o, const inlay_value *x)
{
    (void)o;
    return (double)x[0].integer;
}

static double four_observe(const struct objective *o, const inlay_value *x,
                           size_t i)
{
    (void)i;
    return four_value(o, x);
}

TEST(repeats_count_until_the_problem_is_solved)
{
    static const struct objective_ops FOUR = {four_value, four_observe, NULL};
    struct objective o = {.ops = &FOUR, .minimum = -1.0};
    inlay_options *options = spec_options("random:repeats=yes", 1);
    struct search s;
    inlay_space_new(&o.space, NULL);
    inlay_space_add_integer(o.space, "k", 0, 3, INLAY_SCALE_LINEAR, NULL);
    o.first[0] = inlay_integer(3);
    search_init(&s, 40);
    search_run(&o, options, &s); /* minimum −1 is out of reach: never solved */
    CHECK(s.repeats == 40 - 4 && s.near_repeats == s.repeats);
    o.minimum = 3.0; /* solved at once: nothing counts */
    s.repeats = s.near_repeats = 0;
    search_run(&o, options, &s);
    CHECK(s.repeats == 0 && s.near_repeats == 0);
    search_clear(&s);
    inlay_options_free(options);
    inlay_space_free(o.space);
}
