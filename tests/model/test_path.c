/*
 * test_path.c: paths against the exact posterior; the data as their fixed
 * points.
 */
#include "draw_fixture.h"

#include "model/path.h"

enum { N_POINTS = 5 };

static void draw(const struct drawn *f, size_t n_features, uint64_t seed,
                 struct inlay_path *path)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    CHECK_OK(inlay_path_draw(path, f->gp, 0, n_features, &rng, &err), err);
}

static void values(const struct inlay_path *path, const double *Z, size_t n,
                   double *out)
{
    double *scratch = inlay_mem_doubles(path->n_scratch);
    CHECK(scratch != NULL);
    inlay_path_values(path, Z, n, out, NULL, scratch);
    inlay_mem_free(scratch);
}

/* Row i of gp's points. */
static void point_of(const struct inlay_gp *gp, size_t i, double *z)
{
    for (size_t j = 0; j < gp->metric.enc->dim; j++)
        z[j] = gp->Z[j * gp->room + i];
}

static void imagine(struct drawn *f, const double *u)
{
    struct inlay_rng rng = inlay_rng_seed(23);
    double *scratch = inlay_mem_doubles(f->gp->base.n_scratch);
    CHECK(scratch != NULL);
    inlay_gp_imagine(f->gp, u, INLAY_FANTASY_DRAW, &rng, scratch);
    inlay_mem_free(scratch);
}

/* ---- The law ------------------------------------------------------------- */

/* With few features, as mean and covariance over draws of them are exact for any
 * number.  The last point is one of the data. */
static void check_law(const struct drawn *f)
{
    enum { N_DRAWS = 4000 };
    const size_t dim = f->domain.enc.dim;
    struct joint_moments m;
    double Z[N_POINTS * MAX_D], out[N_POINTS];

    drawn_points(f, N_POINTS - 1, 3, Z);
    point_of(f->gp, f->gp->n_points - 1, Z + (N_POINTS - 1) * dim);
    joint_moments_init(&m, f, Z, N_POINTS);
    for (uint64_t s = 0; s < N_DRAWS; s++) {
        struct inlay_path path;
        draw(f, 16, s, &path);
        values(&path, Z, N_POINTS, out);
        joint_moments_add(&m, out);
        inlay_path_clear(&path);
    }
    check_joint_moments(&m);
}

static void check_law_of(const int *levels, size_t dim,
                         enum inlay_kernel kernel, size_t n, double noise)
{
    struct drawn f;
    drawn_init(&f, levels, dim, kernel, false, n, noise);
    check_law(&f);
    drawn_clear(&f);
}

TEST(paths_have_the_posteriors_moments_with_noise)
{
    check_law_of(MIXED, LEN(MIXED), INLAY_KERNEL_MATERN52, 10, 0.05);
    check_law_of(MIXED, LEN(MIXED), INLAY_KERNEL_SE, 10, 0.05);
}

TEST(paths_have_the_posteriors_moments_without_noise)
{
    check_law_of(MIXED, LEN(MIXED), INLAY_KERNEL_MATERN52, 10, 0.0);
    check_law_of(MIXED, LEN(MIXED), INLAY_KERNEL_MATERN32, 70, 0.0);
}

TEST(paths_have_the_posteriors_moments_with_merged_observations)
{
    static const int FEW[] = {2, -3};
    struct drawn f;

    drawn_init(&f, FEW, LEN(FEW), INLAY_KERNEL_MATERN52, false, 12, 0.3);
    CHECK(f.gp->n_points < 12);
    check_law(&f);
    drawn_clear(&f);
}

/* The second is known already: without noise its row of L has a diagonal that was
 * raised. */
TEST(paths_have_the_posteriors_moments_with_pending_points)
{
    static const double noise[] = {0.0, 0.05};
    for (size_t i = 0; i < LEN(noise); i++) {
        const double u[] = {0.4, 0.6, 0.3, 0.7};
        struct drawn f;
        drawn_init(&f, MIXED, LEN(MIXED), INLAY_KERNEL_MATERN52, false, 8,
                   noise[i]);
        inlay_gp_free(f.gp);
        f.o.jitter = 1e-12;
        drawn_model(&f, noise[i], 2);
        imagine(&f, u);
        imagine(&f, u);
        CHECK(f.gp->n_points == f.gp->n_data + 2);
        CHECK(f.gp->comp[0].extra[f.gp->n_data] < 1e-11 || noise[i] > 0.0);
        CHECK(f.gp->comp[0].extra[f.gp->n_data + 1] > 1e-5);
        check_law(&f);
        drawn_clear(&f);
    }
}

/* ---- Interpolation ------------------------------------------------------- */

TEST(without_noise_paths_pass_through_the_data)
{
    struct drawn f;
    domain_init(&f.domain, MIXED, LEN(MIXED));
    struct inlay_rng rng = inlay_rng_seed(5);
    data_random(&f.data, &f.domain.enc, 20, &rng);
    f.o = (struct inlay_gp_options){.kernel = INLAY_KERNEL_MATERN52,
                                    .jitter = 1e-12};
    drawn_model(&f, 0.0, 0);
    const struct inlay_gp_component *c = &f.gp->comp[0];
    for (uint64_t s = 0; s < 50; s++) {
        struct inlay_path path;
        draw(&f, 100, s, &path);
        for (size_t i = 0; i < f.gp->n_points; i++) {
            double z[MAX_D], value;
            point_of(f.gp, i, z);
            values(&path, z, 1, &value);
            CHECK_ABS(value, c->y[i], 6.0 * sqrt(c->extra[i]));
        }
        inlay_path_clear(&path);
    }
    drawn_clear(&f);
}

TEST(without_data_a_path_is_a_draw_of_the_prior)
{
    struct drawn f;
    struct inlay_path path;
    double Z[N_POINTS * MAX_D], out[N_POINTS], g[N_POINTS];
    double grad[N_POINTS * MAX_D], slope[N_POINTS * MAX_D];
    struct inlay_rng rng = inlay_rng_seed(6);

    domain_init(&f.domain, MIXED, LEN(MIXED));
    data_random(&f.data, &f.domain.enc, 0, &rng);
    f.o = (struct inlay_gp_options){.kernel = INLAY_KERNEL_SE, .jitter = 1e-8};
    drawn_model(&f, 0.1, 0);
    drawn_points(&f, N_POINTS, 7, Z);
    draw(&f, 100, 8, &path);
    double *scratch = inlay_mem_doubles(path.n_scratch);
    inlay_path_values(&path, Z, N_POINTS, out, grad, scratch);
    inlay_features_gradient(&path.prior, Z, N_POINTS, g, slope);
    for (size_t i = 0; i < N_POINTS; i++)
        CHECK_ABS(out[i], 0.2 + g[i], 1e-15);
    CHECK(memcmp(grad, slope, N_POINTS * LEN(MIXED) * sizeof *grad) == 0);
    inlay_mem_free(scratch);
    inlay_path_clear(&path);
    drawn_clear(&f);
}

/* ---- Values and gradients ------------------------------------------------ */

TEST(gradients_are_central_differences_and_0_on_discrete_axes)
{
    static const enum inlay_kernel KERNELS[] = {
        INLAY_KERNEL_SE, INLAY_KERNEL_MATERN32, INLAY_KERNEL_MATERN52};
    enum { N = 10 };
    const double h = 1e-5;
    const size_t dim = LEN(MIXED);

    for (size_t k = 0; k < LEN(KERNELS); k++) {
        struct drawn f;
        struct inlay_path path;
        double Z[N * LEN(MIXED)], out[N], grad[N * LEN(MIXED)];
        drawn_init(&f, MIXED, dim, KERNELS[k], k == 1, 20, 1e-3);
        drawn_points(&f, N, 9, Z);
        draw(&f, 200, 10, &path);
        double *scratch = inlay_mem_doubles(path.n_scratch);
        inlay_path_values(&path, Z, N, out, grad, scratch);
        for (size_t i = 0; i < N * dim; i++) {
            double *z = Z + i / dim * dim, *at = Z + i, was = *at, side[2];
            if (MIXED[i % dim] != 0) {
                CHECK(grad[i] == 0.0);
                continue;
            }
            *at = was - h;
            inlay_path_values(&path, z, 1, &side[0], NULL, scratch);
            *at = was + h;
            inlay_path_values(&path, z, 1, &side[1], NULL, scratch);
            *at = was;
            CHECK_ABS(grad[i], (side[1] - side[0]) / (2.0 * h), 2e-5);
        }
        inlay_mem_free(scratch);
        inlay_path_clear(&path);
        drawn_clear(&f);
    }
}

TEST(a_block_of_points_is_each_alone_with_and_without_gradient)
{
    enum { N = INLAY_GP_BLOCK };
    const size_t dim = LEN(MIXED);
    struct drawn f;
    struct inlay_path path;
    double Z[N * LEN(MIXED)], out[N], again[N], grad[N * LEN(MIXED)];

    drawn_init(&f, MIXED, dim, INLAY_KERNEL_MATERN52, true, 30, 1e-3);
    drawn_points(&f, N, 11, Z);
    draw(&f, 1000, 12, &path);
    double *scratch = inlay_mem_doubles(path.n_scratch);
    inlay_path_values(&path, Z, N, out, NULL, scratch);
    inlay_path_values(&path, Z, N, again, grad, scratch);
    for (size_t i = 0; i < N; i++) {
        double alone;
        inlay_path_values(&path, Z + i * dim, 1, &alone, NULL, scratch);
        CHECK_ABS(alone, out[i], 1e-10);
        CHECK_ABS(again[i], out[i], 1e-10);
    }
    inlay_mem_free(scratch);
    inlay_path_clear(&path);
    drawn_clear(&f);
}

#ifdef INLAY_FAILING_MEM
static struct drawn drawn_from; /* made before allocations fail */

static inlay_status draw_once(void)
{
    struct inlay_path path = {0};
    struct inlay_rng rng = inlay_rng_seed(1);
    const inlay_status st =
        inlay_path_draw(&path, drawn_from.gp, 0, 64, &rng, NULL);
    inlay_path_clear(&path);
    return st;
}

TEST(out_of_memory_is_reported)
{
    drawn_init(&drawn_from, MIXED, LEN(MIXED), INLAY_KERNEL_SE, false, 3, 1e-3);
    check_oom(draw_once, __FILE__, __LINE__);
    drawn_clear(&drawn_from);
}
#endif
