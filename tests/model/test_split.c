/*
 * test_split.c: splits against all that there are, and the laws of the random
 * ones, at the root of trees.
 */
#include "tree_fixture.h"

/* ---- The best split ------------------------------------------------------ */

/* What is left of the squares, or INFINITY where a side is too small. */
static double squares_left(const struct sample *s, const bool *is_right,
                           size_t min_leaf)
{
    const struct half l = half_of(s, is_right, false),
                      r = half_of(s, is_right, true);
    return l.n < min_leaf || r.n < min_leaf ? INFINITY : l.squares + r.squares;
}

static double least_of_numbers(const struct sample *s, size_t axis,
                               size_t min_leaf)
{
    const double *z = s->Z + axis * s->n;
    bool is_right[SAMPLE_N];
    double least = INFINITY;

    for (size_t k = 0; k < s->n; k++) {
        for (size_t i = 0; i < s->n; i++)
            is_right[i] = z[i] > z[k];
        least = fmin(least, squares_left(s, is_right, min_leaf));
    }
    return least;
}

static double least_of_sets(const struct sample *s, size_t axis)
{
    const double *z = s->Z + axis * s->n;
    bool is_right[SAMPLE_N];
    double least = INFINITY;

    for (uint32_t set = 1; set + 1 < 1u << s->n_codes[axis]; set++) {
        for (size_t i = 0; i < s->n; i++)
            is_right[i] = set >> (uint32_t)z[i] & 1;
        least = fmin(least, squares_left(s, is_right, 1));
    }
    return least;
}

static double least_squares(const struct sample *s, size_t min_leaf)
{
    double least = INFINITY;
    for (size_t j = 0; j < s->dim; j++)
        least =
            fmin(least, s->n_codes[j] > 0 ? least_of_sets(s, j)
                                          : least_of_numbers(s, j, min_leaf));
    return least;
}

/* Of the first split of a tree. */
static double root_squares(const struct sample *s, const struct inlay_tree *t,
                           size_t min_leaf)
{
    bool is_right[SAMPLE_N];
    for (size_t i = 0; i < s->n; i++)
        is_right[i] = tree_goes_right(t, 0, s->Z[t->node[0].axis * s->n + i]);
    return squares_left(s, is_right, min_leaf);
}

static void check_best(const uint32_t *n_codes, size_t dim, size_t min_leaf)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct sample s;
        sample_init(&s, 8 + seed % 20, dim, n_codes);
        sample_random(&s, 9, &rng);
        for (size_t i = 0; i < s.n; i++) {
            s.y[i] = pow(s.y[i], 3.0);
            s.weight[i] = i < 6 ? 1 : (uint32_t)inlay_rng_below(&rng, 4);
        }

        struct inlay_tree_options o = tree_options(INLAY_SPLITS_BEST, &s);
        o.min_leaf = min_leaf;
        struct inlay_tree t = sample_tree(&s, &o, seed);
        const double least = least_squares(&s, min_leaf);
        if (isfinite(least))
            CHECK_REL(root_squares(&s, &t, min_leaf), least, 1e-9);
        else
            CHECK(t.n_nodes == 1);
        inlay_tree_clear(&t);
    }
}

/* All axes, all thresholds, all 2^(k−1) − 1 sets of k categories: that only
 * those in order of their means are tried loses nothing. */
TEST(the_best_split_is_the_best_of_all)
{
    check_best((uint32_t[]){0, 0, 0}, 3, 1);
    check_best((uint32_t[]){6}, 1, 1);
    check_best((uint32_t[]){0, 5, 4, 0}, 4, 1);
}

TEST(the_best_split_with_large_leaves_is_the_best_of_those_allowed)
{
    check_best((uint32_t[]){0, 0, 0}, 3, 3);
    check_best((uint32_t[]){0}, 1, 5);
}

/* Between 0.25 and 0.75. */
TEST(the_best_threshold_is_uniform_between_its_neighbors)
{
    struct uniform u = {0};
    struct sample s;

    sample_init(&s, 4, 1, (uint32_t[]){0});
    memcpy(s.Z, (double[]){0.0, 0.25, 0.75, 1.0}, 4 * sizeof *s.Z);
    memcpy(s.y, (double[]){1.0, 1.1, 3.0, 3.1}, 4 * sizeof *s.y);
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_BEST, &s);
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        uniform_add(&u, (t.node[0].threshold - 0.25) / 0.5);
        inlay_tree_clear(&t);
    }
    check_uniform(&u);
}

/* Two that follow each other as doubles have no room between them. */
TEST(neighboring_doubles_are_divided)
{
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            sample_init(&s, 2, 1, (uint32_t[]){0});
            s.Z[0] = 0.7;
            s.Z[1] = nextafter(0.7, 1.0);
            s.y[1] = 1.0;
            const struct inlay_tree_options o = tree_options(BOTH[k], &s);
            struct inlay_tree t = sample_tree(&s, &o, seed);
            check_recovered(&s, &t);
            CHECK(t.n_nodes == 3);
            inlay_tree_clear(&t);
        }
}

/* ---- Random splits ------------------------------------------------------- */

/* Between the smallest and the largest, whatever lies between them. */
TEST(a_random_threshold_is_uniform)
{
    struct inlay_rng rng = inlay_rng_seed(4);
    struct uniform u = {0};
    struct sample s;

    sample_init(&s, 30, 1, (uint32_t[]){0});
    sample_random(&s, 1000, &rng);
    for (size_t i = 0; i < s.n; i++)
        s.Z[i] = 0.2 + 0.5 * s.Z[i] * s.Z[i] * s.Z[i];
    s.Z[3] = 0.2;
    s.Z[7] = 0.9;
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_RANDOM, &s);
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        uniform_add(&u, (t.node[0].threshold - 0.2) / 0.7);
        inlay_tree_clear(&t);
    }
    check_uniform(&u);
}

/* With leaves of 3 points, between the third and the third last. */
TEST(a_random_threshold_is_uniform_where_it_is_allowed)
{
    static const double Z[] = {0.0, 0.1, 0.1, 0.11, 0.3, 0.5, 0.99, 1.0};
    struct uniform u = {0};
    struct sample s;

    sample_init(&s, LEN(Z), 1, (uint32_t[]){0});
    memcpy(s.Z, Z, sizeof Z);
    for (size_t i = 0; i < s.n; i++)
        s.y[i] = (double)(i * i);
    struct inlay_tree_options o = tree_options(INLAY_SPLITS_RANDOM, &s);
    o.min_leaf = 3;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        uniform_add(&u, (t.node[0].threshold - 0.1) / 0.4);
        inlay_tree_clear(&t);
    }
    check_uniform(&u);
}

/* Means 0, 1, 4: {0} alone is on the left if the threshold is below 1. */
TEST(a_random_set_has_a_uniform_threshold_between_the_means)
{
    enum { N = 3000 };
    size_t n_alone = 0;
    struct sample s;

    sample_init(&s, 8, 1, (uint32_t[]){3});
    memcpy(s.Z, (double[]){2, 2, 1, 0, 0, 0, 0, 0}, 8 * sizeof *s.Z);
    memcpy(s.y, (double[]){-1, 1, 4, 0.5, 1.5, 1, 0, 2}, 8 * sizeof *s.y);
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_RANDOM, &s);
    for (uint64_t seed = 0; seed < N; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        CHECK(!tree_goes_right(&t, 0, 2.0) && tree_goes_right(&t, 0, 1.0));
        n_alone += tree_goes_right(&t, 0, 0.0);
        inlay_tree_clear(&t);
    }
    CHECK_SHARE(n_alone, N, 0.25);
}

/* Of 1, 2, 5 and 1 points, in order of their means: with 3 on each side, only
 * the middle is allowed. */
TEST(a_random_set_leaves_enough_points_on_both_sides)
{
    struct sample s;

    sample_init(&s, 9, 1, (uint32_t[]){4});
    memcpy(s.Z, (double[]){0, 1, 1, 2, 2, 2, 2, 2, 3}, 9 * sizeof *s.Z);
    memcpy(s.y, (double[]){0, 5, 5, 6, 6, 6, 6, 6, 9}, 9 * sizeof *s.y);
    struct inlay_tree_options o = tree_options(INLAY_SPLITS_RANDOM, &s);
    o.min_leaf = 3;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        CHECK(!tree_goes_right(&t, 0, 0.0) && !tree_goes_right(&t, 0, 1.0));
        CHECK(tree_goes_right(&t, 0, 2.0) && tree_goes_right(&t, 0, 3.0));
        inlay_tree_clear(&t);
    }
}

/* One threshold for each axis, and of these the best: the other axis of two
 * values divides y worse wherever its threshold is. */
TEST(of_random_splits_the_best_is_taken)
{
    struct sample s;

    sample_init(&s, 8, 2, (uint32_t[]){0, 0});
    for (size_t i = 0; i < s.n; i++) {
        s.Z[i] = i % 4 < 2 ? 0.0 : 1.0;
        s.Z[s.n + i] = i < 4 ? 0.0 : 1.0;
        s.y[i] = i < 4 ? 0.1 * (double)i : 10.0 + 0.1 * (double)i;
    }
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_RANDOM, &s);
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        CHECK(t.node[0].axis == 1);
        inlay_tree_clear(&t);
    }
}

/* ---- Which axes are tried ------------------------------------------------ */

/* Four axes of two values which divide y the worse the higher their number is,
 * and two that do not vary. */
static void ranked_axes(struct sample *s)
{
    sample_init(s, 64, 6, (uint32_t[]){0, 0, 1, 0, 2, 0});
    static const size_t BIT[] = {5, 4, 6, 3, 2, 7}; /* 6, 7: none */
    for (size_t j = 0; j < s->dim; j++)
        for (size_t i = 0; i < s->n; i++)
            s->Z[j * s->n + i] = (double)(i >> BIT[j] & 1);
    for (size_t i = 0; i < s->n; i++)
        s->y[i] = (double)i;
}

/* The best of n drawn from four: it is axis k if that was drawn, and none
 * before it.  Axes that cannot be split do not count as drawn. */
TEST(the_axes_of_a_split_are_drawn_without_replacement)
{
    enum { N = 2000 };
    static const double WANT[][4] = {{0.25, 0.25, 0.25, 0.25},
                                     {3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0, 0.0},
                                     {0.75, 0.25, 0.0, 0.0},
                                     {1.0, 0.0, 0.0, 0.0}};
    static const size_t AXIS[] = {0, 1, 3, 4};
    struct sample s;

    ranked_axes(&s);
    for (size_t k = 0; k < LEN(BOTH); k++)
        for (size_t n_axes = 1; n_axes <= 4; n_axes++) {
            struct inlay_tree_options o = tree_options(BOTH[k], &s);
            size_t hits[SAMPLE_DIM] = {0};
            o.n_axes = n_axes;
            for (uint64_t seed = 0; seed < N; seed++) {
                struct inlay_tree t = sample_tree(&s, &o, seed);
                hits[t.node[0].axis]++;
                inlay_tree_clear(&t);
            }
            for (size_t r = 0; r < 4; r++)
                CHECK_SHARE(hits[AXIS[r]], N, WANT[n_axes - 1][r]);
        }
}

/* All three divide the points alike: a number, the same backwards, and a
 * category.  Rounding must not choose. */
TEST(equal_gains_are_decided_by_lot)
{
    enum { N = 2000 };
    struct sample s;

    sample_init(&s, 5, 3, (uint32_t[]){0, 0, 5});
    for (size_t i = 0; i < s.n; i++) {
        s.Z[i] = 0.1 + 0.2 * (double)i;
        s.Z[s.n + i] = 0.9 - s.Z[i];
        s.Z[2 * s.n + i] = (double)i;
        s.y[i] = 0.1 + 0.7 * (double)i * (double)i;
    }
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_BEST, &s);
    size_t hits[3] = {0};
    for (uint64_t seed = 0; seed < N; seed++) {
        struct inlay_tree t = sample_tree(&s, &o, seed);
        hits[t.node[0].axis]++;
        inlay_tree_clear(&t);
    }
    for (size_t j = 0; j < 3; j++)
        CHECK_SHARE(hits[j], N, 1.0 / 3.0);
}

/* ---- Categories that a node does not have -------------------------------- */

/* Codes 3 and 4 are in the data and not in the sample, 70 stands for none. */
TEST(unseen_categories_go_to_one_side_by_a_fair_coin)
{
    enum { N = 2000 };
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++) {
        size_t n_right = 0;
        sample_init(&s, 70, 1, (uint32_t[]){70});
        for (size_t i = 0; i < s.n; i++) {
            s.Z[i] = (double)i;
            s.y[i] = (double)i;
            s.weight[i] = i < 3;
        }
        const struct inlay_tree_options o = tree_options(BOTH[k], &s);
        for (uint64_t seed = 0; seed < N; seed++) {
            struct inlay_tree t = sample_tree(&s, &o, seed);
            const bool is_right = tree_goes_right(&t, 0, 70.0);
            for (size_t code = 3; code < 70; code++)
                CHECK(tree_goes_right(&t, 0, (double)code) == is_right);
            n_right += is_right;
            inlay_tree_clear(&t);
        }
        CHECK_SHARE(n_right, N, 0.5);
    }
}
