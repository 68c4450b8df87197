/*
 * test_tree.c: functions that a tree must learn, leaves against the points that
 * end in them.
 */
#include "tree_fixture.h"

/* ---- Functions that a tree can learn ------------------------------------- */

/* Three steps of a real axis beside one that does not matter. */
TEST(steps_of_a_number_are_recovered_exactly)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++) {
        sample_init(&s, 60, 2, (uint32_t[]){0, 0});
        sample_random(&s, 1000, &rng);
        for (size_t i = 0; i < s.n; i++)
            s.y[i] = s.Z[i] < 0.3 ? 0.1 : s.Z[i] < 0.7 ? -7.3 : 1e-5;
        const struct inlay_tree_options o = tree_options(BOTH[k], &s);
        struct inlay_tree t = sample_tree(&s, &o, 2);
        check_recovered(&s, &t);
        inlay_tree_clear(&t);
    }
}

/* Best splits of an integer that has two steps are two, right there. */
TEST(steps_of_an_integer_need_no_more_splits_than_there_are)
{
    struct sample s;

    sample_init(&s, 77, 1, (uint32_t[]){0});
    for (size_t i = 0; i < s.n; i++) {
        s.Z[i] = (double)(i % 11) / 10.0;
        s.y[i] = i % 11 < 4 ? 3.0 : i % 11 < 9 ? 0.3 : 2.0;
    }
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_BEST, &s);
    struct inlay_tree t = sample_tree(&s, &o, 2);
    check_recovered(&s, &t);
    CHECK(t.n_nodes == 5);
    CHECK(t.node[0].threshold >= 0.3 && t.node[0].threshold < 0.4);
    inlay_tree_clear(&t);
}

/* Values in no order of the codes; two of them are alike. */
TEST(values_of_a_category_are_recovered_exactly)
{
    static const double VALUE[] = {0.1, 7.0, -3.0, 0.1, 5.0, -0.7, 2.0};
    struct inlay_rng rng = inlay_rng_seed(3);
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++) {
        sample_init(&s, 90, 2, (uint32_t[]){LEN(VALUE), 0});
        sample_random(&s, 1000, &rng);
        for (size_t i = 0; i < s.n; i++)
            s.y[i] = VALUE[(size_t)s.Z[i]];
        struct inlay_tree_options o = tree_options(BOTH[k], &s);
        struct inlay_tree t = sample_tree(&s, &o, 2);
        check_recovered(&s, &t);
        if (BOTH[k] == INLAY_SPLITS_BEST)
            CHECK(t.n_nodes == 2 * 6 - 1);
        inlay_tree_clear(&t);
    }
}

TEST(a_category_of_a_thousand_values_is_recovered)
{
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++) {
        sample_init(&s, SAMPLE_N, 1, (uint32_t[]){1000});
        for (size_t i = 0; i < s.n; i++) {
            s.Z[i] = (double)(i * 7 % 1000);
            s.y[i] = (double)(i * i % 97);
        }
        const struct inlay_tree_options o = tree_options(BOTH[k], &s);
        struct inlay_tree t = sample_tree(&s, &o, 2);
        check_recovered(&s, &t);
        for (size_t code = 0; code <= 1000; code++)
            CHECK(tree_is_leaf(&t, tree_walk(&t, &(double){(double)code})));
        inlay_tree_clear(&t);
    }
}

/* ---- Leaves -------------------------------------------------------------- */

/* The points of each leaf, by a walk of our own, against what the leaf says. */
static void check_leaves(const struct sample *s,
                         const struct inlay_tree_options *o,
                         const struct inlay_tree *t)
{
    static uint32_t leaf[SAMPLE_N];
    double z[SAMPLE_DIM];
    size_t n_leaves = 0;

    for (size_t i = 0; i < s->n; i++) {
        sample_point(s, i, z);
        leaf[i] = tree_walk(t, z);
    }
    for (uint32_t at = 0; at < t->n_nodes; at++) {
        bool is_here[SAMPLE_N];
        double sum = 0.0;
        if (!tree_is_leaf(t, at))
            continue;
        n_leaves++;
        for (size_t i = 0; i < s->n; i++) {
            is_here[i] = leaf[i] == at;
            sum += is_here[i] ? s->weight[i] * exp(s->y[i]) : 0.0;
        }
        const struct half h = half_of(s, is_here, true);
        CHECK(h.n >= o->min_leaf || t->n_nodes == 1);
        CHECK_ABS(t->mean[at], o->is_log ? log(sum / h.weight) : h.mean, 1e-12);
        CHECK_ABS(t->var[at],
                  h.weight > 1.0 ? h.squares / (h.weight - 1.0) : 0.0, 1e-12);
    }
    CHECK(t->n_nodes == 2 * n_leaves - 1);
}

TEST(leaves_have_the_moments_of_their_points_and_enough_of_them)
{
    static const size_t MIN_LEAF[] = {1, 2, 3, 7, 100};

    for (uint64_t seed = 0; seed < 40; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct sample s;
        sample_init(&s, 100, 4, (uint32_t[]){0, 0, 12, 3});
        sample_random(&s, seed % 2 == 0 ? 4 : 1000, &rng);
        for (size_t i = 0; i < s.n; i++)
            s.weight[i] = (uint32_t)inlay_rng_below(&rng, 4);
        struct inlay_tree_options o = tree_options(BOTH[seed % 2], &s);
        o.min_leaf = MIN_LEAF[seed % LEN(MIN_LEAF)];
        o.is_log = seed % 3 == 0;
        o.n_axes = 1 + seed % 4;
        struct inlay_tree t = sample_tree(&s, &o, seed);
        check_leaves(&s, &o, &t);
        inlay_tree_clear(&t);
    }
}

/* Where a leaf may have one point, all different points are apart. */
TEST(trees_grow_until_nothing_differs)
{
    struct inlay_rng rng = inlay_rng_seed(6);
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++) {
        sample_init(&s, 200, 2, (uint32_t[]){0, 0});
        sample_random(&s, 1000000, &rng);
        const struct inlay_tree_options o = tree_options(BOTH[k], &s);
        struct inlay_tree t = sample_tree(&s, &o, 1);
        check_recovered(&s, &t);
        CHECK(t.n_nodes == 2 * 200 - 1);
        inlay_tree_clear(&t);
    }
}

/* Few points on the far side of a wide range do not end the tree: 5 points of a
 * leaf are found wherever they are. */
TEST(a_node_that_can_be_split_is_split)
{
    struct sample s;

    sample_init(&s, 40, 1, (uint32_t[]){0});
    for (size_t i = 0; i < s.n; i++) {
        s.Z[i] = i < 2 ? 0.5 * (double)i : 0.999 + 1e-6 * (double)i;
        s.y[i] = (double)i;
    }
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct inlay_tree_options o = tree_options(INLAY_SPLITS_RANDOM, &s);
        double z;
        size_t n[2 * SAMPLE_N] = {0};
        o.min_leaf = 5;
        struct inlay_tree t = sample_tree(&s, &o, seed);
        for (size_t i = 0; i < s.n; i++) {
            sample_point(&s, i, &z);
            n[tree_walk(&t, &z)]++;
        }
        for (size_t k = 0; k < t.n_nodes; k++)
            CHECK(n[k] == 0 || (n[k] >= 5 && n[k] < 10));
        inlay_tree_clear(&t);
    }
}

/* What must be gained is relative to the node, not to the sample. */
TEST(one_huge_value_does_not_hide_the_others)
{
    struct sample s;

    for (size_t k = 0; k < LEN(BOTH); k++) {
        sample_init(&s, 50, 1, (uint32_t[]){0});
        for (size_t i = 0; i < s.n; i++) {
            s.Z[i] = (double)i / 50.0;
            s.y[i] = i == 20 ? 1e9 : i < 30 ? 1.0 : 2.0;
        }
        const struct inlay_tree_options o = tree_options(BOTH[k], &s);
        struct inlay_tree t = sample_tree(&s, &o, 1);
        check_recovered(&s, &t);
        inlay_tree_clear(&t);
    }
}

/* y is a product of two signs: no split of one axis gains anything. */
TEST(a_node_without_gain_is_a_leaf)
{
    struct sample s;

    sample_init(&s, 4, 2, (uint32_t[]){0, 2});
    memcpy(s.Z, (double[]){0, 0, 1, 1, 0, 1, 0, 1}, 8 * sizeof *s.Z);
    memcpy(s.y, (double[]){1, -1, -1, 1}, 4 * sizeof *s.y);
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_BEST, &s);
    struct inlay_tree t = sample_tree(&s, &o, 1);
    CHECK(t.n_nodes == 1 && t.mean[0] == 0.0);
    CHECK_REL(t.var[0], 4.0 / 3.0, 1e-15);
    inlay_tree_clear(&t);
}

/* One point, drawn twice; equal values; equal points; no axis at all. */
TEST(what_cannot_be_split_is_one_leaf)
{
    for (size_t k = 0; k < LEN(BOTH); k++)
        for (int what = 0; what < 4; what++) {
            struct inlay_rng rng = inlay_rng_seed(7);
            struct sample s;
            uint32_t leaf = 99;
            sample_init(&s, what == 0 ? 1 : 9, what == 3 ? 0 : 2,
                        (uint32_t[]){0, 3});
            sample_random(&s, 100, &rng);
            s.weight[0] = 2;
            for (size_t i = 0; i < s.n; i++) {
                s.y[i] = what == 1 ? 0.1 : 0.1 * (double)i;
                if (what == 2) {
                    s.Z[i] = 0.3;
                    s.Z[s.n + i] = 1.0;
                }
            }
            struct inlay_tree_options o = tree_options(BOTH[k], &s);
            o.n_axes = 1;
            struct inlay_tree t = sample_tree(&s, &o, 1);
            CHECK(t.n_nodes == 1);
            CHECK_ABS(t.mean[0],
                      what == 0   ? 0.0
                      : what == 1 ? 0.1
                                  : 0.36,
                      1e-15);
            CHECK((what < 2) == (t.var[0] == 0.0));
            inlay_tree_find(&t, s.dim > 0 ? (double[]){0.5, 3.0} : NULL, s.dim,
                            1, &leaf);
            CHECK(leaf == 0);
            inlay_tree_clear(&t);
        }
}

/* ---- Walking, memory ----------------------------------------------------- */

TEST(points_end_where_the_nodes_send_them)
{
    enum { N = 67 };
    struct inlay_rng rng = inlay_rng_seed(8);
    struct sample s, other;

    for (int with_category = 0; with_category < 2; with_category++) {
        const uint32_t n_codes[] = {with_category ? 150 : 0, 0, 0};
        sample_init(&s, 300, 3, n_codes);
        sample_init(&other, N, 3, n_codes);
        sample_random(&s, 1000, &rng);
        sample_random(&other, 1000, &rng);
        other.Z[5] = with_category ? 150.0 : 1.0;
        const struct inlay_tree_options o =
            tree_options(INLAY_SPLITS_RANDOM, &s);
        struct inlay_tree t = sample_tree(&s, &o, 1);
        double Z[N * 3];
        for (size_t i = 0; i < N; i++)
            sample_point(&other, i, Z + 3 * i);
        for (size_t n = 0; n <= N; n++) {
            uint32_t leaf[N + 1] = {0};
            leaf[n] = 12345;
            inlay_tree_find(&t, Z, 3, n, leaf);
            for (size_t i = 0; i < n; i++)
                CHECK(leaf[i] == tree_walk(&t, Z + 3 * i));
            CHECK(leaf[n] == 12345);
        }
        inlay_tree_clear(&t);
    }
}

/* Sets of three words, so that their room is not enough at first. */
OOM_TEST(a_tree_without_memory_leaves_nothing)
{
    struct inlay_rng rng = inlay_rng_seed(9);
    struct sample s;
    inlay_error err = {0};
    struct inlay_tree t = {.n_nodes = 77};

    sample_init(&s, 50, 2, (uint32_t[]){0, 150});
    sample_random(&s, 10, &rng);
    const struct inlay_tree_options o = tree_options(INLAY_SPLITS_BEST, &s);
    const inlay_status st = sample_grow(&s, &o, 1, &t, &err);
    if (st == INLAY_OK)
        inlay_tree_clear(&t);
    else
        CHECK(t.n_nodes == 77 && t.node == NULL && err.msg[0] != '\0');
    return st;
}
