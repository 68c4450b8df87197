/*
 * test_problems.c: the minima that the problems state, and their noise.
 */
#include "check.h"

#include "support/noisy.h"
#include "support/problems.h"

static struct problem_kind find(const char *name)
{
    struct problem_kind kind;
    CHECK(problem_find(name, &kind));
    return kind;
}

/* The value of a problem at x, less its minimum. */
static double gap_at(const char *name, uint64_t seed, const inlay_value *x)
{
    const struct problem_kind kind = find(name);
    struct problem p = problem_make(&kind, seed);
    const double gap = kind.value(&p, x) - p.minimum;
    problem_clear(&p);
    return gap;
}

static inlay_value real(double v)
{
    return inlay_real(v);
}

static inlay_value whole(int64_t v)
{
    return (inlay_value){.integer = v};
}

TEST(known_minima_are_reached)
{
    const double u1 = 0.0898420131, u2 = -0.7126564030;
    const inlay_value cells[] = {whole(1), whole(1), real(0.5 * u1),
                                 real(0.5 * u2), whole(0)};
    CHECK_ABS(gap_at("func2c", 1, cells), 0.0, 1e-14);
    CHECK_ABS(gap_at("func3c", 1, cells), 0.0, 1e-14);

    /* The limits of R and L, from the inside. */
    const double R = 13.0 * 0.0625 / 0.0193 * (1.0 - 1e-13);
    const double pi = 3.14159265358979323846;
    const double L = (1296000.0 - 4.0 / 3.0 * pi * R * R * R) / (pi * R * R);
    const inlay_value vessel[] = {whole(13), whole(7), real(R),
                                  real(L * (1.0 + 1e-13))};
    CHECK_ABS(gap_at("vessel", 1, vessel), 0.0, 1e-6);

    CHECK_ABS(gap_at("vessel-values", 1, vessel), 0.0, 1e-6);
    const struct problem_kind values_kind = find("vessel-values");
    CHECK(problem_is_feasible(&values_kind, vessel));

    /* All three limits are active here. */
    const inlay_value frame[] = {real(0.82984530), real(0.30817446),
                                 real(0.56350313), whole(4), whole(2)};
    const struct problem_kind kind = find("frame");
    double values[PROBLEM_MOST_LIMITS];
    CHECK_ABS(gap_at("frame", 1, frame), 0.0, 1e-6);
    kind.limited(frame, values);
    for (size_t i = 0; i < 3; i++)
        CHECK_ABS(values[i], kind.limits[i].max, 1e-6);

    const inlay_value zeros[53] = {{0}};
    CHECK_ABS(gap_at("ackley53", 1, zeros), 0.0, 1e-14);
    CHECK(gap_at("ackley53-flipped", 1, zeros) > 0.1);
}

static void check_minimum(const struct problem_kind *kind, uint64_t seed)
{
    struct problem p = problem_make(kind, seed);
    struct inlay_rng rng = inlay_rng_seed(1);
    CHECK(isfinite(p.minimum));
    for (int i = 0; i < 1000; i++) {
        inlay_value x[PROBLEM_MOST_VARIABLES];
        problem_draw(p.space, &rng, x);
        CHECK(!(kind->value(&p, x) < p.minimum) ||
              !problem_is_feasible(kind, x));
    }
    CHECK(problem_range(&p) > 0.0);
    problem_clear(&p);
}

TEST(nothing_is_below_the_minimum)
{
    for (const struct problem_kind *k = PROBLEM_KINDS; k->name; k++)
        check_minimum(k, 5);
    for (const struct problem_kind *k = NOISY_KINDS; k->name; k++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            check_minimum(k, seed);
}

/* Evaluation i of a seed has the same noise on all problems; sd as stated. */
TEST(noise_is_that_of_the_seed_and_the_evaluation)
{
    enum { N = 4000 };
    const struct problem_kind kind[] = {find("gp2-int-noisy"),
                                        find("gp2-cat-noisy"), find("gp2-int")};
    struct problem a = problem_make(&kind[0], 9);
    struct problem b = problem_make(&kind[1], 9);
    struct problem none = problem_make(&kind[2], 9);
    double sum = 0.0, squares = 0.0;

    for (int i = 0; i < N; i++) {
        const double e = problem_observe(&a, NULL, 0.0);
        CHECK_ABS(problem_observe(&b, NULL, 2.0), 2.0 + e, 1e-12);
        CHECK(problem_observe(&none, NULL, 2.0) == 2.0);
        sum += e;
        squares += e * e;
    }
    /* Four standard errors of the mean, and of the mean square. */
    CHECK_ABS(sum / N, 0.0, 4.0 * 0.1 / sqrt(N));
    CHECK_ABS(squares / N, 0.01, 4.0 * 0.01 * sqrt(2.0 / N));
    problem_clear(&a);
    problem_clear(&b);
    problem_clear(&none);
}

TEST(a_share_is_of_the_range)
{
    const struct problem_kind kind = find("func2c@2.5"), none = find("func2c");
    struct problem p = problem_make(&kind, 3), q = problem_make(&none, 3);
    const double range = problem_range(&p);

    CHECK_TEXT(kind.name, "func2c@2.5");
    CHECK(range == problem_range(&q));
    CHECK_REL(p.noise_sd, 0.025 * range, 1e-14);
    CHECK(q.noise_sd == 0.0 && p.minimum == q.minimum);
    problem_clear(&p);
    problem_clear(&q);
}

/* A tenth of 4000 uniform configurations is above it, within four standard errors:
 * those of the 1000 that it was found by, and of these. */
TEST(a_range_ends_at_the_tenth_that_is_worst)
{
    const struct problem_kind kind = find("mixed6");
    struct problem p = problem_make(&kind, 3);
    struct inlay_rng rng = inlay_rng_seed(2);
    const double range = problem_range(&p);
    double above = 0.0;

    for (int i = 0; i < 4000; i++) {
        inlay_value x[PROBLEM_MOST_VARIABLES];
        problem_draw(p.space, &rng, x);
        above += kind.value(&p, x) - p.minimum > range;
    }
    CHECK_ABS(above / 4000.0, 0.1,
              4.0 * sqrt(0.1 * 0.9 * (1.0 / 4000.0 + 1.0 / 1000.0)));
    problem_clear(&p);
}

TEST(a_share_is_also_of_problems_that_have_noise)
{
    const struct problem_kind noisy = find("gp2-int-noisy@0"),
                              folds = find("folds@0");
    struct problem p = problem_make(&noisy, 1), q = problem_make(&folds, 1);
    const inlay_value x[] = {whole(3), whole(4), whole(1), whole(0)};
    CHECK(problem_observe(&p, NULL, 2.0) == 2.0);
    CHECK(problem_observe(&q, x, 2.0) == 2.0);
    problem_clear(&p);
    problem_clear(&q);
}

TEST(an_unknown_name_is_no_problem)
{
    static const char *const NAMES[] = {
        "gp9",       "",           "@10",         "func",      "func2c@",
        "func2c@-1", "func2c@101", "func2c@nan",  "func2c@1x", "func2c@ 1",
        "func2cc",   "gp9@10",     "func2c@10@3",
    };
    struct problem_kind kind;
    for (size_t i = 0; i < LEN(NAMES); i++)
        CHECK(!problem_find(NAMES[i], &kind));
    CHECK(find("vessel").evaluations == 100);
}
