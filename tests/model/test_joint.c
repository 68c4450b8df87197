/*
 * test_joint.c: joint draws against the exact posterior, and where it is
 * singular.
 */
#include "draw_fixture.h"

#include "model/joint.h"

static const int DISCRETE[] = {3, -5, 2};
enum { N_CELLS = 30, N_DRAWS = 4000, MAX_N = 200 };

/* All configurations, embedded. */
static void all_cells(const struct drawn *f, double *Z)
{
    double u[LEN(DISCRETE)];
    for (size_t i = 0; i < N_CELLS; i++) {
        inlay_encode_combination(&f->domain.enc, i, u);
        inlay_gp_embed(f->gp, u, 1, Z + i * LEN(DISCRETE));
    }
}

static double *draw(const struct drawn *f, const double *Z, size_t n,
                    size_t n_draws, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    inlay_error err = {0};
    double *F = inlay_mem_doubles(n_draws * n);
    CHECK(F != NULL);
    CHECK_OK(inlay_joint_draw(f->gp, 0, Z, n, n_draws, &rng, F, &err), err);
    return F;
}

/* Draws at all cells, of which some are compared. */
static void check_law(const struct drawn *f)
{
    const size_t dim = LEN(DISCRETE);
    double Z[N_CELLS * LEN(DISCRETE)], some[MAX_DRAWN * LEN(DISCRETE)];
    double values[MAX_DRAWN];
    struct joint_moments m;

    all_cells(f, Z);
    for (size_t i = 0; i < MAX_DRAWN; i++)
        memcpy(some + i * dim, Z + 11 * i % N_CELLS * dim, dim * sizeof *Z);
    joint_moments_init(&m, f, some, MAX_DRAWN);
    double *F = draw(f, Z, N_CELLS, N_DRAWS, 2);
    for (size_t s = 0; s < N_DRAWS; s++) {
        for (size_t i = 0; i < MAX_DRAWN; i++)
            values[i] = F[s * N_CELLS + 11 * i % N_CELLS];
        joint_moments_add(&m, values);
    }
    check_joint_moments(&m);
    inlay_mem_free(F);
}

static void check_law_of(size_t n, double noise, bool is_per_category)
{
    struct drawn f;
    drawn_init(&f, DISCRETE, LEN(DISCRETE), INLAY_KERNEL_MATERN52,
               is_per_category, n, noise);
    check_law(&f);
    drawn_clear(&f);
}

TEST(draws_have_the_posteriors_moments)
{
    check_law_of(12, 0.1, false);
    check_law_of(12, 0.0, true);
    check_law_of(60, 0.3, false);
    check_law_of(0, 0.1, true);
}

TEST(draws_have_the_posteriors_moments_with_pending_points)
{
    const double u[] = {0.5, 0.3, 0.1};
    struct inlay_rng rng = inlay_rng_seed(3);
    struct drawn f;

    drawn_init(&f, DISCRETE, LEN(DISCRETE), INLAY_KERNEL_SE, false, 8, 0.1);
    double *scratch = inlay_mem_doubles(f.gp->base.n_scratch);
    inlay_gp_imagine(f.gp, u, INLAY_FANTASY_DRAW, &rng, scratch);
    inlay_mem_free(scratch);
    check_law(&f);
    drawn_clear(&f);
}

TEST(known_points_keep_their_values)
{
    struct drawn f;
    struct inlay_rng rng = inlay_rng_seed(4);
    const size_t dim = LEN(DISCRETE);

    domain_init(&f.domain, DISCRETE, dim);
    data_random(&f.data, &f.domain.enc, 20, &rng);
    f.o = (struct inlay_gp_options){.kernel = INLAY_KERNEL_MATERN52,
                                    .jitter = 1e-10};
    drawn_model(&f, 0.0, 0);
    const size_t n = f.gp->n_points;
    double Z[MAX_N * LEN(DISCRETE)];
    for (size_t i = 0; i < n * dim; i++)
        Z[i] = f.gp->Z[i % dim * f.gp->room + i / dim];
    double *F = draw(&f, Z, n, 100, 5);
    for (size_t i = 0; i < 100 * n; i++)
        CHECK_ABS(F[i], f.gp->comp[0].y[i % n], 1e-4 * sqrt(1.3));
    inlay_mem_free(F);
    drawn_clear(&f);
}

/* All cells, twice over, and more than a block of them. */
TEST(equal_points_have_equal_values)
{
    const size_t dim = LEN(DISCRETE), n = 3 * N_CELLS;
    struct drawn f;
    double Z[3 * N_CELLS * LEN(DISCRETE)];

    drawn_init(&f, DISCRETE, dim, INLAY_KERNEL_MATERN32, true, 6, 0.01);
    for (size_t i = 0; i < 3; i++)
        all_cells(&f, Z + i * N_CELLS * dim);
    double *F = draw(&f, Z, n, 50, 6);
    for (size_t s = 0; s < 50; s++)
        for (size_t i = 0; i < n; i++)
            CHECK_ABS(F[s * n + i], F[s * n + i % N_CELLS], 1e-5);
    CHECK(fabs(F[0] - F[1]) > 1e-3 && fabs(F[0] - F[n]) > 1e-3);
    inlay_mem_free(F);
    drawn_clear(&f);
}

TEST(nothing_may_be_drawn)
{
    struct drawn f;
    double z[MAX_D];

    drawn_init(&f, DISCRETE, LEN(DISCRETE), INLAY_KERNEL_SE, false, 3, 0.1);
    drawn_points(&f, 1, 7, z);
    inlay_mem_free(draw(&f, z, 0, 5, 8));
    inlay_mem_free(draw(&f, z, 1, 0, 8));
    drawn_clear(&f);
}

#ifdef INLAY_FAILING_MEM
static struct drawn drawn_from; /* made before allocations fail */

static inlay_status draw_once(void)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    double z[MAX_D], value;
    drawn_points(&drawn_from, 1, 9, z);
    return inlay_joint_draw(drawn_from.gp, 0, z, 1, 1, &rng, &value, NULL);
}

TEST(out_of_memory_is_reported)
{
    drawn_init(&drawn_from, DISCRETE, LEN(DISCRETE), INLAY_KERNEL_SE, false, 3,
               0.1);
    check_oom(draw_once, __FILE__, __LINE__);
    drawn_clear(&drawn_from);
}
#endif
