/*
 * test_features.c: draws against the covariance that they must have.
 */
#include "draw_fixture.h"

#include "model/features.h"

enum { N_POINTS = 6 };
static const double TWO_PI = 6.283185307179586;

static const enum inlay_kernel KERNELS[] = {
    INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};

static void draw(const struct drawn *f, size_t n, uint64_t seed,
                 struct inlay_features *fs)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    CHECK_OK(inlay_features_init(fs, f->gp, 0, n, &rng, &err), err);
}

/* Column and factor with which axis j of z enters the phases. */
static const double *term(const struct inlay_features *fs, const double *z,
                          size_t j, double *factor)
{
    const bool is_code = fs->metric->enc->axis[j].kind == INLAY_AXIS_CATEGORY;
    const size_t level = is_code ? (size_t)z[j] : 0;
    *factor = is_code ? 1.0 : z[j];
    return fs->omega + (fs->first_column[j] + level) * fs->n;
}

/* ω_f·x(z), by the definition. */
static double turns(const struct inlay_features *fs, const double *z, size_t f)
{
    double sum = 0.0, factor;
    for (size_t j = 0; j < fs->metric->enc->dim; j++) {
        const double *column = term(fs, z, j, &factor);
        sum += column[f] * factor;
    }
    return sum;
}

/* ---- The law ------------------------------------------------------------- */

/* Over draws of few features each. */
static void check_covariance(const struct drawn *f)
{
    enum { N_DRAWS = 3000 };
    const size_t dim = f->domain.enc.dim;
    struct moments of[N_POINTS][N_POINTS] = {{{0}}};
    double Z[N_POINTS * MAX_D], g[N_POINTS];

    drawn_points(f, N_POINTS, 3, Z);
    for (uint64_t s = 0; s < N_DRAWS; s++) {
        struct inlay_features fs;
        draw(f, 16, s, &fs);
        inlay_features_values(&fs, Z, N_POINTS, g);
        for (size_t i = 0; i < N_POINTS; i++)
            for (size_t j = 0; j <= i; j++)
                moments_add(&of[i][j], g[i] * g[j]);
        inlay_features_clear(&fs);
    }
    for (size_t i = 0; i < N_POINTS; i++)
        for (size_t j = 0; j <= i; j++)
            CHECK_MOMENTS(&of[i][j],
                          prior_covariance(f, Z + i * dim, Z + j * dim), 0.0);
}

TEST(over_draws_the_covariance_is_the_kernel)
{
    for (size_t k = 0; k < LEN(KERNELS); k++)
        for (int per = 0; per < 2; per++) {
            struct drawn f;
            drawn_init(&f, MIXED, LEN(MIXED), KERNELS[k], per == 1, 5, 1e-3);
            check_covariance(&f);
            drawn_clear(&f);
        }
}

/* Given the frequencies: a/m Σ cos 2πω·(x − x'). */
static void check_conditional(const struct drawn *f)
{
    const size_t dim = f->domain.enc.dim;
    struct inlay_features fs;
    double Z[N_POINTS * MAX_D];

    drawn_points(f, N_POINTS, 4, Z);
    draw(f, 40000, 5, &fs);
    for (size_t i = 0; i < N_POINTS; i++)
        for (size_t j = 0; j <= i; j++) {
            const double *z = Z + i * dim, *other = Z + j * dim;
            struct moments m = {0};
            for (size_t k = 0; k < fs.n; k++)
                moments_add(&m, f->gp->comp[0].amp *
                                    cos(TWO_PI * (turns(&fs, z, k) -
                                                  turns(&fs, other, k))));
            CHECK_MOMENTS(&m, prior_covariance(f, z, other), 1e-12);
        }
    inlay_features_clear(&fs);
}

TEST(the_mean_over_many_frequencies_is_the_kernel)
{
    for (size_t k = 0; k < LEN(KERNELS); k++)
        for (int per = 0; per < 2; per++) {
            struct drawn f;
            drawn_init(&f, MIXED, LEN(MIXED), KERNELS[k], per == 1, 5, 1e-3);
            check_conditional(&f);
            drawn_clear(&f);
        }
}

/* Given the frequencies g is exactly normal of variance a, with 8 features as
 * with many. */
TEST(a_value_is_normal)
{
    enum { N_DRAWS = 20000 };
    struct drawn f;
    struct moments mean = {0}, square = {0}, fourth = {0}, within = {0};
    double z[MAX_D], g;

    drawn_init(&f, MIXED, LEN(MIXED), INLAY_KERNEL_MATERN52, false, 5, 1e-3);
    drawn_points(&f, 1, 6, z);
    for (uint64_t s = 0; s < N_DRAWS; s++) {
        struct inlay_features fs;
        draw(&f, 8, s, &fs);
        inlay_features_values(&fs, z, 1, &g);
        const double x = g / sqrt(f.gp->comp[0].amp);
        moments_add(&mean, x);
        moments_add(&square, x * x);
        moments_add(&fourth, x * x * x * x);
        moments_add(&within, fabs(x) < 1.0 ? 1.0 : 0.0);
        inlay_features_clear(&fs);
    }
    CHECK_MOMENTS(&mean, 0.0, 0.0);
    CHECK_MOMENTS(&square, 1.0, 0.0);
    CHECK_MOMENTS(&fourth, 3.0, 0.0);
    CHECK_MOMENTS(&within, 0.6826894921370859, 0.0);
    drawn_clear(&f);
}

/* ---- Values and gradients ------------------------------------------------ */

/* Numbers of axes on both sides of a group of terms, and chunks of features
 * that are not full. */
TEST(values_are_the_sum_by_its_definition)
{
    static const int AXES[] = {0, 3, -5, 0, 0, 4, -3, 0};
    static const size_t N_FEATURES[] = {8, 512, 1000};
    const size_t n_z = 3;

    for (size_t dim = 1; dim <= LEN(AXES); dim++)
        for (size_t i = 0; i < LEN(N_FEATURES); i++) {
            struct drawn f;
            struct inlay_features fs;
            double Z[3 * MAX_D], g[3];
            drawn_init(&f, AXES, dim, INLAY_KERNEL_MATERN52, true, 3, 1e-3);
            drawn_points(&f, n_z, 7, Z);
            draw(&f, N_FEATURES[i], 8, &fs);
            inlay_features_values(&fs, Z, n_z, g);
            for (size_t b = 0; b < n_z; b++) {
                double want = 0.0;
                for (size_t k = 0; k < fs.n; k++)
                    want += fs.size[k] *
                            cos(TWO_PI *
                                (turns(&fs, Z + b * dim, k) + fs.phase[k]));
                CHECK_ABS(g[b], want, 1e-12);
            }
            inlay_features_clear(&fs);
            drawn_clear(&f);
        }
}

TEST(points_at_once_are_each_alone_with_and_without_gradient)
{
    enum { N = 70 };
    const size_t dim = LEN(MIXED);
    struct drawn f;
    struct inlay_features fs;
    double Z[N * LEN(MIXED)], g[N], again[N], grad[N * LEN(MIXED)];

    drawn_init(&f, MIXED, dim, INLAY_KERNEL_MATERN32, false, 5, 1e-3);
    drawn_points(&f, N, 9, Z);
    draw(&f, 1000, 10, &fs);
    inlay_features_values(&fs, Z, N, g);
    inlay_features_gradient(&fs, Z, N, again, grad);
    for (size_t i = 0; i < N; i++) {
        double alone, slope[LEN(MIXED)];
        inlay_features_values(&fs, Z + i * dim, 1, &alone);
        CHECK(alone == g[i]);
        CHECK_ABS(again[i], g[i], 1e-13);
        inlay_features_gradient(&fs, Z + i * dim, 1, &alone, slope);
        CHECK(memcmp(slope, grad + i * dim, sizeof slope) == 0);
    }
    inlay_features_clear(&fs);
    drawn_clear(&f);
}

TEST(values_depend_on_the_cell_only)
{
    struct inlay_rng rng = inlay_rng_seed(11);
    struct drawn f;
    struct inlay_features fs;

    drawn_init(&f, MIXED, LEN(MIXED), INLAY_KERNEL_MATERN52, true, 5, 1e-3);
    draw(&f, 100, 12, &fs);
    for (int rep = 0; rep < 200; rep++) {
        double u[MAX_D], t[MAX_D], z[MAX_D], g[2];
        random_u(LEN(MIXED), &rng, u);
        inlay_encode_snap(&f.domain.enc, u, t);
        inlay_gp_embed(f.gp, u, 1, z);
        inlay_features_values(&fs, z, 1, &g[0]);
        inlay_gp_embed(f.gp, t, 1, z);
        inlay_features_values(&fs, z, 1, &g[1]);
        CHECK(g[0] == g[1]);
    }
    inlay_features_clear(&fs);
    drawn_clear(&f);
}

TEST(gradients_are_central_differences_and_0_on_discrete_axes)
{
    static const int AXES[] = {0, 3, -5, 0, 0, 4, 0};
    enum { N = 20 };
    const double h = 1e-5;
    const size_t dim = LEN(AXES);
    struct drawn f;
    struct inlay_features fs;
    double Z[N * LEN(AXES)], g[N], grad[N * LEN(AXES)];

    drawn_init(&f, AXES, dim, INLAY_KERNEL_MATERN52, false, 5, 1e-3);
    drawn_points(&f, N, 13, Z);
    draw(&f, 1000, 14, &fs);
    inlay_features_gradient(&fs, Z, N, g, grad);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < dim; j++) {
            double *at = Z + i * dim + j, was = *at, side[2];
            if (AXES[j] != 0) {
                CHECK(grad[i * dim + j] == 0.0);
                continue;
            }
            for (int s = 0; s < 2; s++) {
                *at = was + (s == 0 ? -h : h);
                inlay_features_values(&fs, Z + i * dim, 1, &side[s]);
            }
            *at = was;
            CHECK_ABS(grad[i * dim + j], (side[1] - side[0]) / (2.0 * h), 1e-6);
        }
    inlay_features_clear(&fs);
    drawn_clear(&f);
}

/* ---- Size ---------------------------------------------------------------- */

static size_t n_given(size_t n_levels, size_t n_wanted)
{
    static char text[10000][24];
    static const char *names[10000];
    struct drawn f;
    struct inlay_features fs;
    inlay_error err = {0};
    double u = 0.0;

    for (size_t i = 0; i < n_levels; i++) {
        snprintf(text[i], sizeof text[i], "v%zu", i);
        names[i] = text[i];
    }
    f.domain.space = NULL;
    CHECK_OK(inlay_space_new(&f.domain.space, &err), err);
    CHECK_OK(
        inlay_space_add_categorical(f.domain.space, "x", names, n_levels, &err),
        err);
    CHECK_OK(inlay_encoding_init(&f.domain.enc, f.domain.space, false, &err),
             err);
    CHECK_OK(inlay_data_init(&f.data, 1, 1, &err), err);
    inlay_data_add(&f.data, &u, 0.0);
    inlay_data_set(&f.data, f.data.obs);
    f.o = (struct inlay_gp_options){.kernel = INLAY_KERNEL_SE, .jitter = 1e-8};
    drawn_model(&f, 1e-3, 0);
    draw(&f, n_wanted, 15, &fs);
    const size_t n = fs.n;
    CHECK(fs.n_columns == n_levels);
    inlay_features_clear(&fs);
    drawn_clear(&f);
    return n;
}

TEST(memory_is_bounded)
{
    CHECK(n_given(3, 1) == 8);
    CHECK(n_given(3, 1000) == 1000);
    CHECK(n_given(3, 1001) == 1008);
    CHECK(n_given(10000, 1000) == 400);
    CHECK(n_given(10000, 30) == 32);
}

#ifdef INLAY_FAILING_MEM
static struct drawn drawn_from; /* made before allocations fail */

static inlay_status draw_once(void)
{
    struct inlay_features fs = {0};
    struct inlay_rng rng = inlay_rng_seed(1);
    const inlay_status st =
        inlay_features_init(&fs, drawn_from.gp, 0, 64, &rng, NULL);
    inlay_features_clear(&fs);
    return st;
}

TEST(out_of_memory_is_reported)
{
    drawn_init(&drawn_from, MIXED, LEN(MIXED), INLAY_KERNEL_SE, false, 3, 1e-3);
    check_oom(draw_once, __FILE__, __LINE__);
    drawn_clear(&drawn_from);
}
#endif

/* ---- Many axes ----------------------------------------------------------- */

/* Rows that differ from the one before in one axis, in two (a move, and back to
 * another one), in all. */
TEST(a_move_is_worth_what_its_row_is_alone)
{
    static const int LEVELS[] = {0, 3, -5, 0,  2, 2, 4, -3,
                                 0, 2, 3,  -9, 2, 0, 5};
    enum { N = 60, D = LEN(LEVELS) };
    struct drawn f;
    struct inlay_features fs;
    struct inlay_rng rng = inlay_rng_seed(2);
    double Z[N * D], all[N], one, u[D];

    drawn_init(&f, LEVELS, D, INLAY_KERNEL_MATERN52, false, 5, 1e-3);
    draw(&f, 1000, 4, &fs);
    for (size_t i = 0; i < N; i++) {
        double *z = Z + i * D;
        inlay_encode_sample(&f.domain.enc, &rng, u);
        inlay_gp_embed(f.gp, u, 1, z);
        for (size_t j = 0; i % 20 != 0 && j < D; j++)
            if (j != i % D && (i < 40 || j != (i + 3) % D))
                z[j] = Z[(i / 20 * 20) * D + j];
    }
    inlay_features_values(&fs, Z, N, all);
    for (size_t i = 0; i < N; i++) {
        inlay_features_values(&fs, Z + i * D, 1, &one);
        CHECK_ABS(all[i], one, 1e-12);
    }
    inlay_features_clear(&fs);
    drawn_clear(&f);
}
