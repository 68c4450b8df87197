/*
 * test_noisy.c: the minima of mixed6, cats, bits and folds, and the noise of folds.
 */
#include "check.h"

#include "support/noisy.h"

static const struct problem_kind *kind_of(const char *name)
{
    const struct problem_kind *k = NOISY_KINDS;
    while (k->name && strcmp(k->name, name) != 0)
        k++;
    CHECK(k->name);
    return k;
}

/* ---- Minima ---- */

TEST(minima_are_reached)
{
    for (const struct problem_kind *k = NOISY_KINDS; k->name; k++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            struct problem p = problem_make(k, seed);
            CHECK(k->value(&p, p.minimizer) == p.minimum);
            problem_clear(&p);
        }
}

/* Moves one variable, a real by a step of its unit. */
static void move(const struct problem *p, struct inlay_rng *rng, double step,
                 inlay_value *x)
{
    const size_t n = inlay_space_n_variables(p->space);
    const size_t i = inlay_rng_below(rng, n);
    inlay_value anywhere[PROBLEM_MOST_VARIABLES];
    inlay_variable v;
    inlay_space_variable(p->space, i, &v, NULL);
    problem_draw(p->space, rng, anywhere);
    if (v.type != INLAY_TYPE_REAL)
        x[i] = anywhere[i];
    else if (v.scale == INLAY_SCALE_LOG)
        x[i].real *= pow(v.hi / v.lo, step * inlay_rng_normal(rng));
    else
        x[i].real += (v.hi - v.lo) * step * inlay_rng_normal(rng);
    if (v.type == INLAY_TYPE_REAL)
        x[i].real = fmin(fmax(x[i].real, v.lo), v.hi);
}

/* The least value that a descent finds, by moves that are kept if they help. */
static double descend(const struct problem *p, struct inlay_rng *rng,
                      inlay_value *x)
{
    const size_t n = inlay_space_n_variables(p->space);
    double least = p->kind->value(p, x);
    for (int i = 0; i < 3000; i++) {
        inlay_value y[PROBLEM_MOST_VARIABLES];
        for (size_t j = 0; j < n; j++)
            y[j] = x[j];
        move(p, rng, pow(10.0, -i / 500.0), y);
        if (i % 2)
            move(p, rng, pow(10.0, -i / 500.0), y);
        const double value = p->kind->value(p, y);
        if (value >= least)
            continue;
        least = value;
        for (size_t j = 0; j < n; j++)
            x[j] = y[j];
    }
    return least;
}

/* Of 20 descents none ends below the minimum but for rounding, and one reaches it. */
TEST(descents_end_at_the_minimum)
{
    for (const struct problem_kind *k = NOISY_KINDS; k->name; k++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct problem p = problem_make(k, seed);
            struct inlay_rng rng = inlay_rng_seed(seed);
            double least = INFINITY;
            for (int i = 0; i < 20; i++) {
                inlay_value x[PROBLEM_MOST_VARIABLES];
                problem_draw(p.space, &rng, x);
                least = fmin(least, descend(&p, &rng, x));
            }
            CHECK_ABS(least, p.minimum, 1e-7);
            CHECK(least >= p.minimum - 1e-13);
            problem_clear(&p);
        }
}

TEST(the_seed_moves_the_optimum)
{
    static const char *const NAMES[] = {"mixed6", "cats", "bits"};
    for (size_t i = 0; i < LEN(NAMES); i++) {
        const struct problem_kind *k = kind_of(NAMES[i]);
        struct problem a = problem_make(k, 1), b = problem_make(k, 2);
        CHECK(k->value(&a, b.minimizer) > a.minimum);
        problem_clear(&a);
        problem_clear(&b);
    }
}

/* ---- folds ---- */

/* Mean and deviation of n observations at x. */
static void observe(struct problem *p, const inlay_value *x, int n,
                    double *mean, double *sd)
{
    const double value = p->kind->value(p, x);
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < n; i++) {
        const double e = problem_observe(p, x, value) - value;
        sum += e / n;
        squares += e * e / n;
    }
    *mean = value + sum;
    *sd = sqrt(squares);
}

TEST(scores_of_folds_scatter_about_the_value)
{
    enum { N = 4000 };
    struct problem p = problem_make(kind_of("folds"), 3);
    struct inlay_rng rng = inlay_rng_seed(4);
    double mean, sd;

    for (int i = 0; i < 50; i++) {
        inlay_value x[PROBLEM_MOST_VARIABLES];
        problem_draw(p.space, &rng, x);
        observe(&p, x, N, &mean, &sd);
        CHECK(sd > 0.0 && sd < 0.1);
        /* Four standard errors: 50 cases. */
        CHECK_ABS(mean, p.kind->value(&p, x), 4.0 * sd / sqrt(N));
    }
    observe(&p, p.minimizer, N, &mean, &sd);
    CHECK_REL(sd, p.noise_sd, 0.06);
    problem_clear(&p);
}

TEST(a_score_of_folds_is_of_200_digits)
{
    struct problem p = problem_make(kind_of("folds"), 1);
    for (int i = 0; i < 100; i++) {
        const double wrong = 200.0 * problem_observe(&p, p.minimizer, 0.0);
        CHECK_ABS(wrong, round(wrong), 1e-9);
        CHECK(wrong > 0.0 && wrong < 40.0);
    }
    problem_clear(&p);
}

/* Evaluation i draws the same score for whoever asks. */
TEST(noise_of_folds_is_that_of_the_seed_and_the_evaluation)
{
    struct problem a = problem_make(kind_of("folds"), 5);
    struct problem b = problem_make(kind_of("folds"), 5);
    inlay_value other[4];
    for (int i = 0; i < 4; i++)
        other[i] = (inlay_value){.integer = 0};
    problem_observe(&a, other, 0.0);
    problem_observe(&b, b.minimizer, 0.0);
    for (int i = 0; i < 100; i++)
        CHECK(problem_observe(&a, a.minimizer, 0.0) ==
              problem_observe(&b, b.minimizer, 0.0));
    problem_clear(&a);
    problem_clear(&b);
}
