/*
 * test_forest.c: a forest against its own trees, and what must not matter to it.
 */
#include "forest_fixture.h"
#include "tree_fixture.h"

#define DIM LEN(MIXED)

/* ---- Moments ------------------------------------------------------------- */

/* Of the leaves of one point in those trees that are in use: the equations of
 * forest.h, from their definition. */
static void direct(const struct inlay_forest *f, const double *z,
                   const bool *is_used, double *mean, double *var)
{
    double n = 0.0, sum = 0.0, squares = 0.0, within = 0.0;

    for (size_t b = 0; b < f->n_trees; b++)
        if (is_used[b]) {
            n += 1.0;
            sum += f->tree[b].mean[tree_walk(&f->tree[b], z)];
        }
    *mean = sum / n;
    for (size_t b = 0; b < f->n_trees; b++)
        if (is_used[b]) {
            const uint32_t leaf = tree_walk(&f->tree[b], z);
            squares += pow(f->tree[b].mean[leaf] - *mean, 2.0);
            within += f->tree[b].var[leaf];
        }
    *var = f->variance == INLAY_VARIANCE_TREES
               ? squares / n
               : (n > 1.0 ? squares / (n - 1.0) : 0.0) + within / n;
    *var = fmax(*var, f->floor);
}

static void check_moments_at(const struct inlay_forest *f, const double *u,
                             const bool *is_used, double mean, double var)
{
    double z[MAX_D], want_mean, want_var;

    f->base.ops->embed(&f->base, u, 1, z);
    direct(f, z, is_used, &want_mean, &want_var);
    CHECK_REL(mean, want_mean, 1e-12);
    CHECK_REL(var, want_var, 1e-9);
}

static void check_predictions(const struct planted *p)
{
    struct inlay_rng rng = inlay_rng_seed(21);
    bool is_used[MAX_TREES];
    double u[MAX_D], mean, var;

    memset(is_used, true, sizeof is_used);
    for (int i = 0; i < 100; i++) {
        random_u(DIM, &rng, u);
        predict(p->f, u, 1, &mean, &var);
        check_moments_at(p->f, u, is_used, mean, var);
    }
}

TEST(mean_and_variance_are_those_of_the_trees)
{
    static const size_t N_TREES[] = {1, 2, 10};

    for (size_t k = 0; k < LEN(N_TREES); k++)
        for (int v = 0; v < 2; v++)
            for (int is_log = 0; is_log < 2; is_log++) {
                struct inlay_forest_options o = USUAL;
                struct planted p;
                o.n_trees = N_TREES[k];
                o.variance =
                    v == 0 ? INLAY_VARIANCE_TREES : INLAY_VARIANCE_TOTAL;
                o.min_leaf = 3;
                o.is_log = is_log == 1;
                planted_init(&p, MIXED, DIM, 60, &o, 1);
                check_predictions(&p);
                planted_clear(&p);
            }
}

/* Those whose sample does not have point i, or all if there are none; how many
 * do not have it. */
static size_t trees_without(const struct inlay_forest *f, size_t i,
                            bool *is_used)
{
    const size_t n_words = (f->n + 63) / 64;
    size_t n = 0;

    for (size_t b = 0; b < f->n_trees; b++) {
        is_used[b] = !(f->drawn[b * n_words + i / 64] >> i % 64 & 1);
        n += is_used[b];
    }
    for (size_t b = 0; n == 0 && b < f->n_trees; b++)
        is_used[b] = true;
    return n;
}

TEST(a_prediction_out_of_bag_is_from_the_trees_without_the_point)
{
    static const size_t N_TREES[] = {1, 3, 12};
    size_t n_used_by_all = 0;

    for (size_t k = 0; k < LEN(N_TREES); k++)
        for (int v = 0; v < 2; v++) {
            struct inlay_forest_options o = USUAL;
            struct planted p;
            double mean[MAX_N], var[MAX_N];
            inlay_error err = {0};
            o.n_trees = N_TREES[k];
            o.variance = v == 0 ? INLAY_VARIANCE_TREES : INLAY_VARIANCE_TOTAL;
            o.min_leaf = 2;
            planted_init(&p, MIXED, DIM, 150, &o, 2);
            CHECK_OK(inlay_forest_out_of_bag(p.f, p.U, mean, var, &err), err);
            for (size_t i = 0; i < p.n; i++) {
                bool is_used[MAX_TREES];
                n_used_by_all += trees_without(p.f, i, is_used) == 0;
                check_moments_at(p.f, p.U + i * DIM, is_used, mean[i], var[i]);
            }
            planted_clear(&p);
        }
    CHECK(n_used_by_all > 0); /* with one tree, most points */
}

/* The leaves of which out_of_bag, and predict, take the moments. */
TEST(leaves_are_those_of_the_trees_without_the_point)
{
    struct planted p;
    double mean[MAX_N], var[MAX_N], m[MAX_TREES], v[MAX_TREES], z[MAX_D];
    inlay_error err = {0};

    planted_init(&p, MIXED, DIM, 100, &USUAL, 2);
    CHECK_OK(inlay_forest_out_of_bag(p.f, p.U, mean, var, &err), err);
    for (size_t i = 0; i < p.n; i++) {
        const double *u = p.U + i * DIM;
        bool is_used[MAX_TREES];
        double sum = 0.0;
        const size_t n_used = trees_without(p.f, i, is_used);
        const size_t n = inlay_forest_leaves(p.f, u, i, m, v, z);
        CHECK(n == (n_used > 0 ? n_used : p.f->n_trees));
        for (size_t b = 0; b < n; b++)
            sum += m[b] / (double)n;
        CHECK_ABS(sum, mean[i], 1e-12);
        CHECK(inlay_forest_leaves(p.f, u, SIZE_MAX, m, v, z) == p.f->n_trees);
        for (size_t b = 0; b < p.f->n_trees; b++) {
            const struct inlay_tree *t = &p.f->tree[b];
            CHECK(m[b] == t->mean[tree_walk(t, z)]);
            CHECK(v[b] == t->var[tree_walk(t, z)]);
        }
    }
    planted_clear(&p);
}

/* All y differ, so a leaf of one point tells whose it is. */
TEST(a_tree_knows_the_points_that_it_has_drawn)
{
    struct planted p;
    double z[MAX_D];

    planted_init(&p, MIXED, DIM, 100, &USUAL, 2);
    for (size_t i = 0; i < p.n; i++) {
        bool is_used[MAX_TREES];
        p.f->base.ops->embed(&p.f->base, p.U + i * DIM, 1, z);
        if (trees_without(p.f, i, is_used) == 0)
            continue;
        for (size_t b = 0; b < p.f->n_trees; b++) {
            const struct inlay_tree *t = &p.f->tree[b];
            CHECK((t->mean[tree_walk(t, z)] == p.y[i]) == !is_used[b]);
        }
    }
    planted_clear(&p);
}

/* Chance that one of n points is not among n draws: (1 − 1/n)^n, near 1/e.  The
 * number of points left out varies by less than if they were independent. */
TEST(a_point_is_left_out_of_a_tree_by_the_law_of_the_bootstrap)
{
    static const size_t N[] = {1, 2, 10, 200};

    for (size_t k = 0; k < LEN(N); k++) {
        struct inlay_forest_options o = USUAL;
        struct planted p;
        size_t n_out = 0;
        o.n_trees = MAX_TREES;
        planted_init(&p, MIXED, DIM, N[k], &o, 3);
        for (size_t i = 0; i < p.n; i++) {
            bool is_used[MAX_TREES];
            n_out += trees_without(p.f, i, is_used);
        }
        CHECK_SHARE(n_out, N[k] * MAX_TREES,
                    pow(1.0 - 1.0 / (double)N[k], (double)N[k]));
        planted_clear(&p);
    }
}

/* Draws count as often as they were made: over trees without a split, means of y
 * have the variance of a mean of n draws. */
TEST(a_sample_has_as_many_draws_as_there_are_points)
{
    struct inlay_forest_options o = USUAL;
    struct planted p;
    double mean = 0.0, var = 0.0, u[MAX_D] = {0.0}, got_mean, got_var;

    o.n_trees = MAX_TREES;
    o.min_leaf = MAX_N;
    planted_init(&p, MIXED, DIM, 50, &o, 4);
    for (size_t i = 0; i < p.n; i++)
        mean += p.y[i] / 50.0;
    for (size_t i = 0; i < p.n; i++)
        var += pow(p.y[i] - mean, 2.0) / 50.0;
    predict(p.f, u, 1, &got_mean, &got_var);
    CHECK_ABS(got_mean, mean, 4.0 * sqrt(var / 50.0 / MAX_TREES));
    CHECK_REL(got_var, var / 50.0, 4.0 * sqrt(2.0 / MAX_TREES));
    planted_clear(&p);
}

/* ---- What must not matter ------------------------------------------------ */

/* The values of every category in another order, which the rows of U follow. */
static double renamed(const struct inlay_axis *axis, double u)
{
    if (axis->kind != INLAY_AXIS_CATEGORY)
        return u;
    const uint64_t n = axis->n_levels, level = inlay_axis_level(axis, u);
    return inlay_axis_coordinate(axis, (5 * level + 3) % n);
}

static void rename_all(const struct inlay_encoding *enc, const double *U,
                       size_t n, double *out)
{
    for (size_t i = 0; i < n * enc->dim; i++)
        out[i] = renamed(&enc->axis[i % enc->dim], U[i]);
}

/* y has few values, so that means of categories are equal here and there. */
TEST(names_and_order_of_categories_do_not_matter)
{
    static const int LEVELS[] = {7, 0, 12, -4, 3};
    enum { N = 80, N_POINTS = 200 };
    const size_t dim = LEN(LEVELS);
    double U[N * LEN(LEVELS)], V[N_POINTS * LEN(LEVELS)],
        W[N_POINTS * LEN(LEVELS)];
    double mean[2][N_POINTS], var[2][N_POINTS];

    for (int k = 0; k < 6; k++) {
        struct inlay_rng rng = inlay_rng_seed(5);
        struct inlay_forest_options o = USUAL;
        struct planted p;
        o.splits = BOTH[k % 2];
        o.split_share = k < 2 ? 1.0 : 0.5;
        planted_init(&p, LEVELS, dim, N, &o, 6);
        for (size_t i = 0; i < N; i++)
            p.y[i] = k < 4 ? p.y[i] : floor(2.0 * p.y[i]);
        planted_fit(&p, &o, 7);
        for (size_t i = 0; i < N_POINTS; i++)
            inlay_encode_sample(&p.domain.enc, &rng, V + i * dim);
        predict(p.f, V, N_POINTS, mean[0], var[0]);

        memcpy(U, p.U, sizeof U);
        rename_all(&p.domain.enc, U, N, p.U);
        rename_all(&p.domain.enc, V, N_POINTS, W);
        planted_fit(&p, &o, 7);
        predict(p.f, W, N_POINTS, mean[1], var[1]);
        CHECK(memcmp(mean[0], mean[1], sizeof mean[0]) == 0);
        CHECK(memcmp(var[0], var[1], sizeof var[0]) == 0);
        planted_clear(&p);
    }
}

/* y := a y + b.  Of logarithms, b alone. */
static void check_affine(struct planted *p,
                         const struct inlay_forest_options *o, double a,
                         double b)
{
    enum { N_POINTS = 100 };
    struct inlay_rng rng = inlay_rng_seed(8);
    double V[N_POINTS * MAX_D], mean[2][N_POINTS], var[2][N_POINTS];

    for (size_t i = 0; i < N_POINTS; i++)
        random_u(p->domain.enc.dim, &rng, V + i * p->domain.enc.dim);
    planted_fit(p, o, 9);
    predict(p->f, V, N_POINTS, mean[0], var[0]);
    for (size_t i = 0; i < p->n; i++)
        p->y[i] = a * p->y[i] + b;
    planted_fit(p, o, 9);
    predict(p->f, V, N_POINTS, mean[1], var[1]);
    for (size_t i = 0; i < N_POINTS; i++) {
        CHECK_ABS(mean[1][i], a * mean[0][i] + b,
                  1e-12 * fabs(a) + 1e-14 * fabs(b));
        CHECK_REL(var[1][i], a * a * var[0][i], 1e-7);
    }
    for (size_t i = 0; i < p->n; i++)
        p->y[i] = (p->y[i] - b) / a;
}

TEST(scale_and_origin_of_y_do_not_matter)
{
    for (int k = 0; k < 4; k++) {
        struct inlay_forest_options o = USUAL;
        struct planted p;
        o.splits = BOTH[k % 2];
        o.variance = k < 2 ? INLAY_VARIANCE_TREES : INLAY_VARIANCE_TOTAL;
        o.min_leaf = k < 2 ? 1 : 4;
        planted_init(&p, MIXED, DIM, 100, &o, 10);
        check_affine(&p, &o, 1e-100, 0.0);
        check_affine(&p, &o, 1e100, 0.0);
        check_affine(&p, &o, 3.7, -1000.0);
        o.is_log = true;
        check_affine(&p, &o, 1.0, -800.0); /* exp is 0 there */
        check_affine(&p, &o, 1.0, 800.0);
        planted_clear(&p);
    }
}

/* Points outside the cube are those of its border. */
TEST(points_of_one_cell_have_one_prediction)
{
    struct inlay_rng rng = inlay_rng_seed(11);
    struct planted p;
    double u[MAX_D], t[MAX_D], mean[2], var[2];

    planted_init(&p, MIXED, DIM, 100, &USUAL, 11);
    for (int i = 0; i < 1000; i++) {
        random_u(DIM, &rng, u);
        for (size_t j = 0; j < DIM; j++) {
            u[j] = i % 2 == 0 ? u[j] : 200.0 * u[j] - 100.0;
            t[j] = fmin(fmax(u[j], 0.0), 1.0);
        }
        inlay_encode_snap(&p.domain.enc, t, t);
        predict(p.f, u, 1, &mean[0], &var[0]);
        predict(p.f, t, 1, &mean[1], &var[1]);
        CHECK(mean[0] == mean[1] && var[0] == var[1]);
    }
    planted_clear(&p);
}

TEST(a_prediction_does_not_depend_on_its_block)
{
    struct inlay_rng rng = inlay_rng_seed(12);
    struct planted p;
    double U[INLAY_MODEL_BLOCK * DIM], mean[INLAY_MODEL_BLOCK + 1],
        var[INLAY_MODEL_BLOCK + 1];

    planted_init(&p, MIXED, DIM, 100, &USUAL, 12);
    for (size_t i = 0; i < INLAY_MODEL_BLOCK; i++)
        random_u(DIM, &rng, U + i * DIM);
    predict(p.f, U, INLAY_MODEL_BLOCK, mean, var);
    for (size_t i = 0; i < INLAY_MODEL_BLOCK; i++) {
        predict(p.f, U + i * DIM, 1, &mean[INLAY_MODEL_BLOCK],
                &var[INLAY_MODEL_BLOCK]);
        CHECK(mean[i] == mean[INLAY_MODEL_BLOCK]);
        CHECK(var[i] == var[INLAY_MODEL_BLOCK]);
    }
    planted_clear(&p);
}

/* ---- The model ----------------------------------------------------------- */

TEST(a_forest_is_a_flat_model_of_one_component)
{
    enum { N = 7 };
    struct inlay_rng rng = inlay_rng_seed(14);
    struct planted p;
    double U[N * DIM], Z[N * DIM], mean[2][N], var[2][N];
    double dmean[N * DIM], dvar[N * DIM];

    planted_init(&p, MIXED, DIM, 50, &USUAL, 14);
    const struct inlay_model *m = &p.f->base;
    CHECK(m->dim == DIM && m->n_comp == 1 && m->is_flat);
    for (size_t i = 0; i < N; i++)
        random_u(DIM, &rng, U + i * DIM);
    for (size_t i = 0; i < N * DIM; i++)
        dmean[i] = dvar[i] = NAN;
    double *scratch = inlay_mem_doubles(m->n_scratch);
    m->ops->embed(m, U, N, Z);
    m->ops->predict(m, 0, Z, N, mean[0], var[0], scratch);
    m->ops->gradient(m, 0, Z, N, mean[1], var[1], dmean, dvar, scratch);
    CHECK(memcmp(mean[0], mean[1], sizeof mean[0]) == 0);
    CHECK(memcmp(var[0], var[1], sizeof var[0]) == 0);
    m->ops->predict(m, 0, Z, N, mean[1], NULL, scratch);
    CHECK(memcmp(mean[0], mean[1], sizeof mean[0]) == 0);
    for (size_t i = 0; i < N * DIM; i++)
        CHECK(dmean[i] == 0.0 && dvar[i] == 0.0);
    inlay_mem_free(scratch);
    planted_clear(&p);
}

/* Four steps over a real, an integer and a category, with so many points that
 * each sample has all of the 36 places. */
TEST(a_function_of_steps_is_recovered_exactly)
{
    static const int LEVELS[] = {0, -3, 4};
    for (int k = 0; k < 2; k++) {
        struct inlay_forest_options o = USUAL;
        struct planted p;
        double mean[MAX_N], var[MAX_N];
        o.splits = BOTH[k];
        planted_init(&p, LEVELS, LEN(LEVELS), MAX_N, &o, 15);
        for (size_t i = 0; i < p.n; i++) {
            const double *u = p.U + 3 * i;
            p.U[3 * i] = floor(3.0 * u[0]) / 3.0;
            p.y[i] = (u[0] < 0.5 ? 0.1 : 0.7) + (u[1] == 0.5 ? 3.0 : 0.0) -
                     (u[2] == 0.0 || u[2] == 1.0 ? 10.0 : 0.0);
        }
        planted_fit(&p, &o, 16);
        predict(p.f, p.U, p.n, mean, var);
        for (size_t i = 0; i < p.n; i++) {
            CHECK(mean[i] == p.y[i]);
            CHECK(var[i] == p.f->floor);
        }
        planted_clear(&p);
    }
}

/* Not exactly, but much better than a constant would do. */
TEST(a_forest_learns)
{
    for (int k = 0; k < 2; k++) {
        struct inlay_forest_options o = USUAL;
        struct inlay_rng rng = inlay_rng_seed(17);
        struct planted p;
        double sum = 0.0, errors = 0.0, squares = 0.0, u[MAX_D], mean, var;
        o.splits = BOTH[k];
        planted_init(&p, MIXED, DIM, MAX_N, &o, 17);
        for (size_t i = 0; i < 500; i++) {
            inlay_encode_sample(&p.domain.enc, &rng, u);
            predict(p.f, u, 1, &mean, &var);
            const double f = truth(DIM, u);
            errors += pow(mean - f, 2.0);
            squares += f * f;
            sum += f;
        }
        CHECK(errors < 0.15 * (squares - sum * sum / 500.0));
        planted_clear(&p);
    }
}

/* One axis divides y wholly: it is the first of a tree if it is among those
 * that are tried.  In the last case share · dim is 2 but for rounding. */
TEST(a_share_of_the_axes_is_tried)
{
    static const struct {
        size_t dim;
        double share, n_tried;
    } CASES[] = {{4, 1.0, 4},       {4, 0.99, 3},      {4, 0.75, 3},
                 {4, 0.5, 2},       {4, 0.1, 1},       {2, 0.5, 1},
                 {6, 5.0 / 6.0, 5}, {10, 1.0 - 0.8, 2}};
    static const int LEVELS[10] = {0};

    for (size_t k = 0; k < LEN(CASES); k++) {
        const size_t dim = CASES[k].dim;
        struct inlay_forest_options o = USUAL;
        struct planted p;
        size_t n_first = 0;
        o.split_share = CASES[k].share;
        o.n_trees = MAX_TREES;
        o.splits = INLAY_SPLITS_BEST;
        planted_init(&p, LEVELS, dim, 50, &o, 18);
        for (size_t i = 0; i < p.n; i++)
            p.y[i] = p.U[dim * i + 1] < 0.5 ? 1.0 : 0.0;
        planted_fit(&p, &o, 19);
        for (size_t b = 0; b < o.n_trees; b++)
            n_first += p.f->tree[b].node[0].axis == 1;
        CHECK_SHARE(n_first, o.n_trees, CASES[k].n_tried / (double)dim);
        planted_clear(&p);
    }
}

/* ---- Borders ------------------------------------------------------------- */

TEST(one_point_is_predicted_everywhere)
{
    struct planted p;
    double mean, var;

    planted_init(&p, MIXED, DIM, 1, &USUAL, 22);
    predict(p.f, (double[]){0.1, 0.9, 0.4, 0.2}, 1, &mean, &var);
    CHECK(mean == p.y[0]);
    CHECK(var > 0.0 && var < 1e-200);
    planted_clear(&p);
}

/* Variances have a floor that scales with y, and 1e-10 for logarithms. */
TEST(variances_have_a_floor)
{
    enum { N = 40 };
    static const double SCALE[] = {1.0, 1e-120, 1e120};
    struct inlay_forest_options o = USUAL;
    struct planted p;
    double mean[N], var[N];

    planted_init(&p, MIXED, DIM, N, &o, 23);
    for (size_t k = 0; k < LEN(SCALE); k++)
        for (int is_log = 0; is_log < 2; is_log++) {
            for (size_t i = 0; i < N; i++)
                p.y[i] = SCALE[k] * (i < N / 2 ? 3.0 : 5.0);
            o.is_log = is_log == 1;
            o.min_leaf = MAX_N;
            o.n_trees = 1; /* the variance of one tree is 0 */
            planted_fit(&p, &o, 24);
            predict(p.f, p.U, N, mean, var);
            for (size_t i = 0; i < N; i++)
                CHECK_REL(var[i], 1e-10 * (is_log ? 1.0 : pow(SCALE[k], 2.0)),
                          1e-12);
        }
    for (size_t i = 0; i < N; i++)
        p.y[i] = -0.1;
    o.is_log = false;
    planted_fit(&p, &o, 24);
    predict(p.f, p.U, N, mean, var);
    for (size_t i = 0; i < N; i++)
        CHECK(mean[i] == -0.1 && var[i] > 0.0);
    planted_clear(&p);
}

/* All at one place: the mean of a sample, whose mean is the mean. */
TEST(equal_points_are_one_leaf)
{
    struct inlay_forest_options o = USUAL;
    struct planted p;
    double mean, var, want = 0.0;

    planted_init(&p, MIXED, DIM, 30, &o, 25);
    for (size_t i = 1; i < p.n; i++)
        memcpy(p.U + i * DIM, p.U, DIM * sizeof *p.U);
    for (size_t i = 0; i < p.n; i++)
        want += p.y[i] / 30.0;
    o.n_trees = MAX_TREES;
    planted_fit(&p, &o, 26);
    for (size_t b = 0; b < o.n_trees; b++)
        CHECK(p.f->tree[b].n_nodes == 1);
    predict(p.f, (double[]){0.1, 0.9, 0.4, 0.2}, 1, &mean, &var);
    CHECK_ABS(mean, want, 4.0 * sqrt(var / MAX_TREES));
    planted_clear(&p);
}

/* No variable that varies: nothing to embed, and a mean all the same. */
TEST(a_space_without_axes_has_a_forest)
{
    struct planted p;
    double mean, var, u = 0.0;

    planted_init(&p, NULL, 0, 20, &USUAL, 27);
    predict(p.f, &u, 1, &mean, &var);
    CHECK(fabs(mean) < 1.0 && var > 0.0);
    planted_clear(&p);
}

/* Most of 1000 values have no data, and all of these are predicted alike. */
static void check_wide(struct planted *p, const struct inlay_forest_options *o)
{
    enum { N_LEVELS = 1000 };
    bool is_seen[N_LEVELS] = {false};
    double unseen = NAN;
    size_t n_seen = 0;

    for (size_t i = 0; i < p->n; i++) {
        const size_t level = i * i * 7 % N_LEVELS;
        p->U[i] = inlay_axis_coordinate(&p->domain.enc.axis[0], level);
        p->y[i] = (double)(level % 13);
        n_seen += !is_seen[level];
        is_seen[level] = true;
    }
    planted_fit(p, o, 28);
    CHECK(p->f->n_codes[0] == n_seen);
    for (size_t level = 0; level < N_LEVELS; level++) {
        double u = inlay_axis_coordinate(&p->domain.enc.axis[0], level);
        double z, mean, var;
        p->f->base.ops->embed(&p->f->base, &u, 1, &z);
        CHECK((z == (double)n_seen) == !is_seen[level]);
        predict(p->f, &u, 1, &mean, &var);
        if (is_seen[level])
            continue;
        CHECK(isnan(unseen) || mean == unseen);
        unseen = mean;
    }
}

TEST(a_category_of_a_thousand_values_works)
{
    char names[1000][8];
    const char *labels[1000];
    struct planted p = {.n = 200};
    inlay_error err = {0};

    for (size_t i = 0; i < LEN(labels); i++) {
        snprintf(names[i], sizeof names[i], "v%zu", i);
        labels[i] = names[i];
    }
    CHECK_OK(inlay_space_new(&p.domain.space, &err), err);
    CHECK_OK(inlay_space_add_categorical(p.domain.space, "c", labels,
                                         LEN(labels), &err),
             err);
    CHECK_OK(inlay_encoding_init(&p.domain.enc, p.domain.space, false, &err),
             err);
    p.U = inlay_mem_doubles(p.n);
    p.y = inlay_mem_doubles(p.n);
    for (int k = 0; k < 2; k++) {
        struct inlay_forest_options o = USUAL;
        o.splits = BOTH[k];
        check_wide(&p, &o);
    }
    planted_clear(&p);
}

/* ---- Memory -------------------------------------------------------------- */

#ifdef INLAY_FAILING_MEM
TEST(predictions_allocate_nothing)
{
    struct planted p;
    double Z[DIM], mean, var, dmean[DIM], dvar[DIM];

    planted_init(&p, MIXED, DIM, 30, &USUAL, 28);
    const struct inlay_model *m = &p.f->base;
    inlay_mem_fail_after(-1);
    m->ops->embed(m, p.U, 1, Z);
    m->ops->predict(m, 0, Z, 1, &mean, &var, NULL);
    m->ops->gradient(m, 0, Z, 1, &mean, &var, dmean, dvar, NULL);
    CHECK(inlay_mem_fail_after(-1) == 0);
    planted_clear(&p);
}
#endif

/* An encoding by hand, as none of its allocations is to fail. */
OOM_TEST(a_forest_without_memory_leaves_nothing)
{
    static const double U[] = {0.0, 0.0, 0.3, 0.5, 0.7, 1.0}, y[] = {1, 2, 3};
    struct inlay_axis axes[] = {{.kind = INLAY_AXIS_REAL},
                                {.kind = INLAY_AXIS_CATEGORY, .n_levels = 3}};
    const struct inlay_encoding enc = {.dim = 2, .axis = axes};
    const struct inlay_rng rng = inlay_rng_seed(29);
    struct inlay_forest_options o = USUAL;
    struct inlay_forest *f = NULL;
    double mean[3], var[3];
    inlay_error err = {0};

    o.n_trees = 3;
    o.splits = INLAY_SPLITS_BEST;
    inlay_status st = inlay_forest_fit(&enc, U, y, 3, &o, &rng, &f, &err);
    CHECK((st == INLAY_OK) == (f != NULL));
    if (st == INLAY_OK)
        st = inlay_forest_out_of_bag(f, U, mean, var, &err);
    CHECK(st == INLAY_OK || err.msg[0] != '\0');
    inlay_forest_free(f);
    return st;
}
