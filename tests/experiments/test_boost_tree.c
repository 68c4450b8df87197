/* Histograms, splits and trees of experiments/boost, against brute force. */
#include "check.h"
#include "small_digits.h"

#include "boost/roots.h"
#include "boost/tree.h"

enum { N = 150 };

/* Random digits, residuals in (−1, 1), and some of the rows. */
struct problem {
    struct digits digits;
    double residual[N];
    uint64_t quantum[N];
    uint16_t row[N];
    size_t n; /* of row */
    struct histogram root;
};

static struct problem make_problem(uint64_t seed)
{
    struct problem p = {.digits = small_digits(N, seed)};
    struct inlay_rng rng = inlay_rng_seed(seed + 1000);
    for (size_t i = 0; i < N; i++) {
        p.residual[i] = 2.0 * inlay_rng_uniform(&rng) - 1.0;
        p.quantum[i] = histogram_quantum(p.residual[i]);
        if (inlay_rng_below(&rng, 3) > 0)
            p.row[p.n++] = (uint16_t)i;
    }
    histogram_build(&p.root, &p.digits, p.row, p.n, p.quantum);
    return p;
}

static uint64_t total_of(const struct problem *p)
{
    uint64_t total = 0;
    for (size_t i = 0; i < p->n; i++)
        total += p->quantum[p->row[i]];
    return total;
}

static size_t level_of(const struct digits *digits, size_t row, size_t pixel)
{
    return digits->level[row * DIGITS_PIXELS + pixel];
}

/* n_l n_r / (n_l + n_r) (mean_l − mean_r)², or −1 if a side is empty. */
static double friedman_gain(const struct problem *p, const uint16_t *row,
                            size_t n, size_t pixel, size_t at_most)
{
    double count[2] = {0, 0}, sum[2] = {0, 0};
    for (size_t i = 0; i < n; i++) {
        const bool right = level_of(&p->digits, row[i], pixel) > at_most;
        count[right] += 1.0;
        sum[right] += p->residual[row[i]];
    }
    if (count[0] == 0 || count[1] == 0)
        return -1.0;
    const double d = sum[0] / count[0] - sum[1] / count[1];
    return count[0] * count[1] / (count[0] + count[1]) * d * d;
}

static double best_gain(const struct problem *p, const uint16_t *row, size_t n)
{
    double best = -1.0;
    for (size_t pixel = 0; pixel < DIGITS_PIXELS; pixel++)
        for (size_t level = 0; level < DIGITS_LEVELS; level++)
            best = fmax(best, friedman_gain(p, row, n, pixel, level));
    return best;
}

/* (a + b) / 2 of the levels a, b next to the split that rows have. */
static size_t halfway(const struct problem *p, const uint16_t *row, size_t n,
                      const struct split *s)
{
    size_t below = 0, above = DIGITS_LEVELS;
    for (size_t i = 0; i < n; i++) {
        const size_t v = level_of(&p->digits, row[i], s->pixel);
        if (v <= s->at_most && v > below)
            below = v;
        if (v > s->at_most && v < above)
            above = v;
    }
    return (below + above) / 2;
}

TEST(the_best_split_is_that_of_brute_force)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct problem p = make_problem(seed);
        struct split s;
        CHECK(histogram_best(&p.root, total_of(&p), &rng, &s));
        CHECK_ABS(s.gain, best_gain(&p, p.row, p.n), 1e-9);
        CHECK_ABS(s.gain, friedman_gain(&p, p.row, p.n, s.pixel, s.at_most),
                  1e-9);
        CHECK(s.at_most == halfway(&p, p.row, p.n, &s));
        digits_clear(&p.digits);
    }
}

/* Pixels 1, 5 and 9 divide the rows alike, the last one the other way round;
 * pixel 2 does worse. */
TEST(equal_splits_are_drawn_with_equal_probability)
{
    enum { ROWS = 4, DRAWS = 3000 };
    uint8_t level[ROWS * DIGITS_PIXELS] = {0}, label[ROWS] = {0};
    const double residual[ROWS] = {-0.3, -0.1, 0.2, 0.7};
    const uint16_t row[ROWS] = {0, 1, 2, 3};
    struct inlay_rng rng = inlay_rng_seed(1);
    size_t n_drawn[DIGITS_PIXELS] = {0};
    uint64_t quantum[ROWS], total = 0;
    struct digits digits = {0};
    struct histogram h;
    inlay_error err = {0};
    for (size_t i = 0; i < ROWS; i++) {
        uint8_t *x = level + i * DIGITS_PIXELS;
        x[1] = i < 2 ? 0 : 16;
        x[5] = i < 2 ? 3 : 4;
        x[9] = i < 2 ? 16 : 2;
        x[2] = i < 1 ? 0 : 7;
        quantum[i] = histogram_quantum(residual[i]);
        total += quantum[i];
    }
    CHECK_OK(digits_make(level, label, ROWS, &digits, &err), err);
    histogram_build(&h, &digits, row, ROWS, quantum);
    for (size_t k = 0; k < DRAWS; k++) {
        struct split s;
        CHECK(histogram_best(&h, total, &rng, &s));
        n_drawn[s.pixel]++;
    }
    CHECK(n_drawn[1] + n_drawn[5] + n_drawn[9] == DRAWS);
    for (size_t p = 1; p <= 9; p += 4) /* standard deviation 26 */
        CHECK(n_drawn[p] > 890 && n_drawn[p] < 1110);
    digits_clear(&digits);
}

TEST(rows_without_a_difference_have_no_split)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    uint8_t level[3 * DIGITS_PIXELS], label[3] = {0, 1, 2};
    const uint16_t row[3] = {0, 1, 2};
    const uint64_t quantum[3] = {histogram_quantum(-0.5),
                                 histogram_quantum(0.25),
                                 histogram_quantum(1.0)};
    for (int fill = 0; fill <= DIGITS_LEVELS; fill += DIGITS_LEVELS) {
        struct digits digits = {0};
        struct histogram h;
        struct split s;
        inlay_error err = {0};
        memset(level, fill, sizeof level);
        CHECK_OK(digits_make(level, label, 3, &digits, &err), err);
        histogram_build(&h, &digits, row, 3, quantum);
        CHECK(!histogram_best(&h, quantum[0] + quantum[1] + quantum[2], &rng,
                              &s));
        digits_clear(&digits);
    }
}

TEST(a_cell_has_count_and_mean_and_extremes_fit)
{
    uint64_t cell = 0;
    for (size_t i = 0; i < DIGITS_MAX_ROWS; i++)
        cell += histogram_quantum(1.0);
    CHECK(histogram_count(cell) == DIGITS_MAX_ROWS);
    CHECK(histogram_mean(cell) == 1.0);
    CHECK(histogram_mean(histogram_quantum(-1.0)) == -1.0);
    CHECK_ABS(histogram_mean(histogram_quantum(0.3)), 0.3, 5e-13);
}

TEST(parent_minus_sibling_is_the_other_to_the_bit)
{
    struct problem p = make_problem(5);
    struct histogram part, rest;
    const size_t n = p.n / 3;
    histogram_build(&part, &p.digits, p.row, n, p.quantum);
    histogram_build(&rest, &p.digits, p.row + n, p.n - n, p.quantum);
    histogram_subtract(&p.root, &part);
    CHECK(memcmp(&p.root, &rest, sizeof rest) == 0);
    digits_clear(&p.digits);
}

TEST(roots_are_the_histograms_of_all_classes)
{
    struct problem p = make_problem(6);
    struct roots roots;
    inlay_error err = {0};
    static struct histogram root[DIGITS_CLASSES], want;
    static uint64_t crossed[N * ROOTS_STRIDE];
    uint64_t quantum[N];

    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < DIGITS_CLASSES; k++)
            crossed[i * ROOTS_STRIDE + k] =
                histogram_quantum(p.residual[i] / (double)(k + 1));
    CHECK_OK(roots_init(&p.digits, p.row, p.n, &roots, &err), err);
    roots_build(&roots, crossed, root);
    for (size_t k = 0; k < DIGITS_CLASSES; k++) {
        for (size_t i = 0; i < N; i++)
            quantum[i] = crossed[i * ROOTS_STRIDE + k];
        histogram_build(&want, &p.digits, p.row, p.n, quantum);
        CHECK(memcmp(&root[k], &want, sizeof want) == 0);
    }
    roots_clear(&roots);
    digits_clear(&p.digits);
}

/* ---- Trees ---- */

struct grown {
    struct problem problem;
    struct tree tree;
    size_t depth[TREE_MAX_NODES];
};

static struct grown *grow(uint64_t seed, size_t max_depth, size_t min_split)
{
    static struct tree_work work;
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct grown *g = inlay_mem_new(1, sizeof *g);
    g->problem = make_problem(seed);
    struct problem *p = &g->problem;
    const struct tree_limits limits = {max_depth, min_split};
    const struct tree_data data = {&p->digits, p->residual, p->quantum,
                                   &p->root};
    tree_grow(&data, &limits, p->row, p->n, &work, &rng, &g->tree);
    for (size_t j = 0; j < g->tree.n_nodes; j++) {
        const size_t left = g->tree.node[j].left;
        if (left)
            g->depth[left] = g->depth[left + 1] = g->depth[j] + 1;
    }
    return g;
}

static void grown_free(struct grown *g)
{
    digits_clear(&g->problem.digits);
    inlay_mem_free(g);
}

TEST(every_node_has_the_best_split_of_its_rows)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct grown *g = grow(seed, 6, 2);
        const struct problem *p = &g->problem;
        for (size_t j = 0; j < g->tree.n_nodes; j++) {
            const struct tree_node *node = &g->tree.node[j];
            const uint16_t *row = p->row + node->first;
            if (!node->left)
                continue;
            const double want = best_gain(p, row, node->n);
            CHECK_ABS(node->split.gain, want, 1e-9);
            CHECK_ABS(friedman_gain(p, row, node->n, node->split.pixel,
                                    node->split.at_most),
                      want, 1e-9);
        }
        grown_free(g);
    }
}

TEST(limits_of_depth_and_rows_hold_and_are_reached)
{
    for (size_t max_depth = 1; max_depth <= TREE_MAX_DEPTH; max_depth++)
        for (size_t min_split = 2; min_split <= 6; min_split++) {
            struct grown *g = grow(3, max_depth, min_split);
            size_t deepest = 0;
            for (size_t j = 0; j < g->tree.n_nodes; j++) {
                const struct tree_node *node = &g->tree.node[j];
                deepest = g->depth[j] > deepest ? g->depth[j] : deepest;
                CHECK(node->n >= 1);
                /* Residuals are all different, so nothing else stops it but
                 * rows that are alike. */
                if (node->left)
                    CHECK(node->n >= min_split);
                else
                    CHECK(g->depth[j] == max_depth || node->n < min_split ||
                          best_gain(&g->problem, g->problem.row + node->first,
                                    node->n) < 0);
            }
            CHECK(deepest == max_depth);
            grown_free(g);
        }
}

TEST(a_row_is_found_in_the_leaf_that_has_it)
{
    struct grown *g = grow(4, 5, 3);
    size_t n_rows = 0;
    for (size_t j = 0; j < g->tree.n_nodes; j++) {
        const struct tree_node *leaf = &g->tree.node[j];
        if (leaf->left)
            continue;
        n_rows += leaf->n;
        for (size_t i = 0; i < leaf->n; i++) {
            const size_t row = g->problem.row[leaf->first + i];
            CHECK(tree_find(&g->tree, g->problem.digits.level +
                                          row * DIGITS_PIXELS) == leaf);
        }
    }
    CHECK(n_rows == g->problem.n);
    grown_free(g);
}

TEST(equal_residuals_are_not_divided)
{
    static struct tree_work work;
    static struct tree tree;
    struct inlay_rng rng = inlay_rng_seed(1);
    struct problem p = make_problem(7);
    const struct tree_limits limits = {3, 2};
    const struct tree_data data = {&p.digits, p.residual, p.quantum, &p.root};
    for (size_t i = 0; i < N; i++) {
        p.residual[i] = 0.9 + (i % 2 ? 1e-9 : 0.0); /* variance 2.5e-19 */
        p.quantum[i] = histogram_quantum(p.residual[i]);
    }
    histogram_build(&p.root, &p.digits, p.row, p.n, p.quantum);
    tree_grow(&data, &limits, p.row, p.n, &work, &rng, &tree);
    CHECK(tree.n_nodes == 1 && tree.node[0].n == p.n);
    digits_clear(&p.digits);
}
