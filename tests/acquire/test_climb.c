/*
 * test_climb.c: climbs arrive at the top of hills that are known.
 */
#include "acquire/acquire_fixture.h"

#include "acquire/climb.h"
#include "acquire/maximize.h"

static const struct inlay_maximize_options FEW = {
    .n_candidates = 16,
    .n_starts = 8,
    .n_rounds = 8,
    .n_steps = 20,
    .gain_tol = 1e-4,
    .has_moves = true,
    .n_threads = 1,
};

/* −Σ |level − target| over the axes, in units of 100 levels; reals are pulled to
 * 1/4. */
struct hill {
    struct inlay_acq base; /* first */
    const struct inlay_encoding *enc;
};

static void hill_values(const struct inlay_acq *a, const double *U, size_t n,
                        double *out, double *grad, double *scratch)
{
    const struct inlay_encoding *enc = ((const struct hill *)a)->enc;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t j = 0; j < enc->dim; j++) {
            const struct inlay_axis *axis = &enc->axis[j];
            const double u = U[i * enc->dim + j];
            if (axis->kind == INLAY_AXIS_REAL)
                out[i] -= (u - 0.25) * (u - 0.25);
            else
                out[i] -= fabs((double)inlay_axis_level(axis, u) -
                               0.7 * (double)axis->n_levels) /
                          100;
        }
    }
    for (size_t i = 0; grad && i < n * enc->dim; i++)
        grad[i] = enc->axis[i % enc->dim].kind == INLAY_AXIS_REAL
                      ? -2 * (U[i] - 0.25)
                      : 0.0;
}

static const struct inlay_acq_ops HILL_OPS = {.evaluate = hill_values};

static double climb_hill(const int *levels, size_t dim,
                         const struct inlay_maximize_options *o, double *u)
{
    inlay_error err = {0};
    struct domain d;
    struct inlay_rng rng = inlay_rng_seed(5);
    struct inlay_maximize_result r;

    domain_init(&d, levels, dim);
    struct hill hill = {{&HILL_OPS, dim, 1, false}, &d.enc};
    const struct inlay_search s = {.acq = &hill.base, .enc = &d.enc};
    CHECK_OK(inlay_maximize(&s, o, &rng, u, &r, &err), err);
    domain_clear(&d);
    return r.value;
}

TEST(the_local_search_really_moves)
{
    static const int GRID[] = {-100, -1000, 10, -50, 0, 0};
    struct inlay_maximize_options o = FEW;
    double u[MAX_D];

    const double all = climb_hill(GRID, LEN(GRID), &o, u);
    CHECK_ABS(all, 0.0, 1e-6); /* 0.7 n is a level of each axis */
    CHECK_ABS(u[4], 0.25, 1e-3);

    o.has_moves = false; /* reals only */
    const double reals = climb_hill(GRID, LEN(GRID), &o, u);
    CHECK(reals < all - 0.01);
    CHECK_ABS(u[5], 0.25, 1e-3);

    o.n_rounds = 0; /* candidates only */
    const double none = climb_hill(GRID, LEN(GRID), &o, u);
    CHECK(none < reals - 1e-6);
}

/* About four steps on each axis: more than a round takes. */
TEST(rounds_go_on_while_moves_gain)
{
    static const int FINE[] = {-1000, -1000, -1000, -1000, -1000,
                               -1000, -1000, -1000, -1000, -1000};
    struct inlay_maximize_options o = FEW;
    double u[LEN(FINE)];

    o.n_candidates = 1;
    o.n_starts = 1;
    CHECK_ABS(climb_hill(FINE, LEN(FINE), &o, u), 0.0, 1e-9);
    o.n_rounds = 1;
    CHECK(climb_hill(FINE, LEN(FINE), &o, u) < -0.01);
}

/* ---- Starts ---- */

TEST(starts_are_one_if_near_on_reals_and_equal_elsewhere)
{
    static const int MIXED[] = {0, -5, 3};
    const double a[] = {0.5, 0.25, 0.5};
    struct domain d;

    domain_init(&d, MIXED, 3);
    CHECK(inlay_climb_is_same(&d.enc, a, a));
    CHECK(inlay_climb_is_same(&d.enc, a, (double[]){0.54, 0.25, 0.5}));
    CHECK(!inlay_climb_is_same(&d.enc, a, (double[]){0.56, 0.25, 0.5}));
    CHECK(!inlay_climb_is_same(&d.enc, a, (double[]){0.44, 0.25, 0.5}));
    CHECK(!inlay_climb_is_same(&d.enc, a, (double[]){0.5, 0.5, 0.5}));
    CHECK(!inlay_climb_is_same(&d.enc, a, (double[]){0.5, 0.25, 0.0}));
    domain_clear(&d);
}
