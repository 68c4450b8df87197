/*
 * test_steps.c: where the three ways ask, what they evaluate and where they
 * learn it: figure 1 as laws.
 */
#include "check.h"

#include "figure1/steps.h"
#include "harness/program.h"

static const struct posterior_prior PRIOR = {
    INLAY_KERNEL_MATERN52, .length_scale = 0.25, .sd = 1.0, .jitter = 1e-8};

/* Least at 4, with a slope towards it: the naive way is drawn there. */
static const double OBJECTIVE[STEPS_VALUES] = {-0.7, 0.2, 0.6, 0.9, -0.9};

static void know_even(struct steps *t, enum steps_way way,
                      const inlay_space *space)
{
    steps_init(t, way, space, &PRIOR, 8);
    for (size_t k = 0; k < STEPS_VALUES; k += 2)
        steps_know(t, k, OBJECTIVE[k]);
}

static inlay_space *one_integer(void)
{
    return program_make_space("i", (const size_t[]){STEPS_VALUES});
}

TEST(cells_are_of_one_size)
{
    inlay_space *space = one_integer();
    struct steps t;
    for (enum steps_way way = 0; way < STEPS_WAYS; way++) {
        know_even(&t, way, space);
        for (size_t k = 0; k < STEPS_VALUES; k++) {
            CHECK(steps_round(&t, (double)k) == k);
            CHECK(steps_round(&t, 0.8 * (double)k + 0.01) == k);
            CHECK(steps_round(&t, 0.8 * (double)(k + 1) - 0.01) == k);
        }
        steps_clear(&t);
    }
    inlay_space_free(space);
}

TEST(a_suggestion_is_the_maximum_of_ei)
{
    inlay_space *space = one_integer();
    for (enum steps_way way = 0; way < STEPS_WAYS; way++) {
        struct inlay_rng rng = inlay_rng_seed(way);
        struct steps t;
        know_even(&t, way, space);
        const struct suggestion s = steps_suggest(&t, &rng);
        CHECK_REL(s.ei, steps_ei(&t, s.place), 1e-9);
        CHECK(s.value == steps_round(&t, s.place));
        for (int i = 0; i <= 400; i++)
            CHECK(steps_ei(&t, 0.01 * i) <= s.ei * (1.0 + 1e-9));
        steps_clear(&t);
    }
    inlay_space_free(space);
}

/* EI = σ (z Φ(z) + φ(z)), z = (best − μ)/σ. */
TEST(ei_is_that_of_the_posterior)
{
    inlay_space *space = one_integer();
    struct steps t;
    know_even(&t, STEPS_BASIC, space);
    for (double s = 0.1; s < 4.0; s += 0.3) {
        const struct moments m = steps_posterior(&t, s);
        const double z = (-0.9 - m.mean) / m.sd;
        const double cdf = 0.5 * erfc(-z / sqrt(2.0));
        const double pdf = exp(-0.5 * z * z) / sqrt(2.0 * acos(-1.0));
        CHECK_ABS(steps_ei(&t, s), m.sd * (z * cdf + pdf), 1e-9);
    }
    steps_clear(&t);
    inlay_space_free(space);
}

TEST(naive_evaluates_what_it_knows_and_learns_nothing)
{
    inlay_space *space = one_integer();
    struct inlay_rng rng = inlay_rng_seed(1);
    struct steps t;
    know_even(&t, STEPS_NAIVE, space);
    const struct moments before = steps_posterior(&t, 1.3);
    const struct suggestion first = steps_suggest(&t, &rng);
    CHECK(first.value == 4 && t.evaluated[4] == 1);
    CHECK(fabs(first.place - 4.0) > 0.2 && first.learnt_at == 4.0);
    steps_learn(&t, &first, OBJECTIVE[4]);
    CHECK(t.evaluated[4] == 2);
    const struct moments after = steps_posterior(&t, 1.3);
    CHECK_ABS(after.mean, before.mean, 1e-12);
    CHECK_ABS(after.sd, before.sd, 1e-12);
    const struct suggestion second = steps_suggest(&t, &rng);
    CHECK(second.value == first.value);
    CHECK_ABS(second.place, first.place, 1e-5);
    steps_clear(&t);
    inlay_space_free(space);
}

TEST(basic_learns_where_it_asked)
{
    inlay_space *space = one_integer();
    struct inlay_rng rng = inlay_rng_seed(1);
    struct steps t;
    know_even(&t, STEPS_BASIC, space);
    const struct suggestion s = steps_suggest(&t, &rng);
    CHECK(s.learnt_at == s.place && s.value == 4 && t.evaluated[4] == 1);
    steps_learn(&t, &s, OBJECTIVE[s.value]);
    CHECK(steps_posterior(&t, s.place).sd < 1e-3);
    CHECK_ABS(steps_posterior(&t, s.place).mean, OBJECTIVE[4], 1e-6);
    CHECK(steps_posterior(&t, 3.0).sd > 0.1);
    steps_clear(&t);
    inlay_space_free(space);
}

TEST(proposed_asks_for_what_is_new_until_all_is_known)
{
    inlay_space *space = one_integer();
    struct inlay_rng rng = inlay_rng_seed(1);
    struct steps t;
    know_even(&t, STEPS_PROPOSED, space);
    for (int step = 0; step < 2; step++) {
        const struct suggestion s = steps_suggest(&t, &rng);
        CHECK(t.evaluated[s.value] == 0);
        CHECK(s.place == (double)s.value);
        CHECK(steps_posterior(&t, s.place).sd > 0.1);
        steps_learn(&t, &s, OBJECTIVE[s.value]);
    }
    for (int i = 0; i < 400; i++) {
        const struct moments m = steps_posterior(&t, 0.01 * i);
        CHECK(m.sd < 1e-3);
        CHECK_ABS(m.mean, OBJECTIVE[steps_round(&t, 0.01 * i)], 1e-6);
    }
    steps_clear(&t);
    inlay_space_free(space);
}
