/*
 * test_problems.c: the minima that the problems state, and their noise.
 */
#include "check.h"

#include "support/problems.h"

/* The value of a problem at x, less its minimum. */
static double gap_at(const char *name, uint64_t seed, const inlay_value *x)
{
    const struct problem_kind *kind = problem_find(name);
    CHECK(kind);
    struct problem p = problem_make(kind, seed);
    const double gap = kind->value(&p, x) - p.minimum;
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
    CHECK(problem_is_feasible(problem_find("vessel-values"), vessel));

    /* All three limits are active here. */
    const inlay_value frame[] = {real(0.82984530), real(0.30817446),
                                 real(0.56350313), whole(4), whole(2)};
    const struct problem_kind *kind = problem_find("frame");
    double values[PROBLEM_MOST_LIMITS];
    CHECK_ABS(gap_at("frame", 1, frame), 0.0, 1e-6);
    kind->limited(frame, values);
    for (size_t i = 0; i < 3; i++)
        CHECK_ABS(values[i], kind->limits[i].max, 1e-6);

    const inlay_value zeros[53] = {{0}};
    CHECK_ABS(gap_at("ackley53", 1, zeros), 0.0, 1e-14);
    CHECK(gap_at("ackley53-flipped", 1, zeros) > 0.1);
}

static inlay_value anywhere(const inlay_variable *v, struct inlay_rng *rng)
{
    if (v->type == INLAY_TYPE_REAL)
        return real(v->lo + (v->hi - v->lo) * inlay_rng_uniform(rng));
    if (v->type == INLAY_TYPE_INTEGER)
        return whole(v->int_lo +
                     (int64_t)inlay_rng_below(
                         rng, (uint64_t)(v->int_hi - v->int_lo + 1)));
    return whole((int64_t)inlay_rng_below(rng, v->n_values));
}

TEST(nothing_is_below_the_minimum)
{
    for (const struct problem_kind *k = PROBLEM_KINDS; k->name; k++) {
        struct problem p = problem_make(k, 5);
        struct inlay_rng rng = inlay_rng_seed(1);
        const size_t n = inlay_space_n_variables(p.space);
        inlay_value x[64];
        CHECK(isfinite(p.minimum));
        for (int i = 0; i < 1000; i++) {
            for (size_t j = 0; j < n; j++) {
                inlay_variable v;
                inlay_space_variable(p.space, j, &v, NULL);
                x[j] = anywhere(&v, &rng);
            }
            CHECK(!(k->value(&p, x) < p.minimum) || !problem_is_feasible(k, x));
        }
        problem_clear(&p);
    }
}

/* Evaluation i of a seed has the same noise on all problems; sd as stated. */
TEST(noise_is_that_of_the_seed_and_the_evaluation)
{
    enum { N = 4000 };
    struct problem a = problem_make(problem_find("gp2-int-noisy"), 9);
    struct problem b = problem_make(problem_find("gp2-cat-noisy"), 9);
    struct problem none = problem_make(problem_find("gp2-int"), 9);
    double sum = 0.0, squares = 0.0;

    for (int i = 0; i < N; i++) {
        const double e = problem_observe(&a, 0.0);
        CHECK_ABS(problem_observe(&b, 2.0), 2.0 + e, 1e-12);
        CHECK(problem_observe(&none, 2.0) == 2.0);
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

TEST(an_unknown_name_is_no_problem)
{
    CHECK(problem_find("gp9") == NULL);
    CHECK(problem_find("vessel")->evaluations == 100);
}
