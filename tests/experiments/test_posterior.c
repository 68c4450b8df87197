/*
 * test_posterior.c: a GP with known hyper-parameters: closed forms with one and
 * two observations, cells, and draws from the prior.
 */
#include "check.h"

#include "harness/posterior.h"
#include "harness/program.h"

static const struct posterior_prior PRIOR = {
    INLAY_KERNEL_SE, .length_scale = 0.5, .sd = 2.0, .jitter = 1e-10};

static double correlation(double a, double b)
{
    const double r = (a - b) / PRIOR.length_scale;
    return exp(-0.5 * r * r);
}

TEST(before_any_data_there_is_the_prior)
{
    inlay_space *space = program_make_space("r", (const size_t[]){0});
    const double u = 0.3;
    struct posterior p;
    posterior_init(&p, space, false, &PRIOR, 1);
    CHECK(posterior_at(&p, &u).mean == 0.0);
    CHECK(posterior_at(&p, &u).sd == 2.0);
    posterior_clear(&p);
    inlay_space_free(space);
}

TEST(one_observation_gives_the_textbook_posterior)
{
    inlay_space *space = program_make_space("r", (const size_t[]){0});
    const double at = 0.2;
    struct posterior p;
    posterior_init(&p, space, true, &PRIOR, 1);
    posterior_observe(&p, &at, 1.5);
    for (double u = 0.0; u <= 1.0; u += 0.125) {
        const double k = correlation(u, at);
        CHECK_ABS(posterior_at(&p, &u).mean, 1.5 * k, 1e-8);
        CHECK_ABS(posterior_at(&p, &u).sd, 2.0 * sqrt(1.0 - k * k), 1e-4);
    }
    posterior_clear(&p);
    inlay_space_free(space);
}

/* Both observations are of one cell to the exact encoding, of two points to the
 * relaxed one. */
TEST(only_the_exact_encoding_knows_cells)
{
    inlay_space *space = program_make_space("i", (const size_t[]){5});
    const double first = 0.41, second = 0.59, other = 0.5;
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct posterior p;
        posterior_init(&p, space, relaxed, &PRIOR, 2);
        posterior_observe(&p, &first, 1.0);
        posterior_observe(&p, &second, 1.0);
        CHECK(p.data.n == (relaxed ? 2U : 1U));
        const struct moments m = posterior_at(&p, &other);
        CHECK(relaxed ? m.sd > 0.01 : m.sd < 1e-4);
        CHECK(relaxed ? m.mean != 1.0 : fabs(m.mean - 1.0) < 1e-8);
        posterior_clear(&p);
    }
    inlay_space_free(space);
}

TEST(draws_have_the_covariance_of_the_prior)
{
    enum { N = 4000 };
    inlay_space *space = program_make_space("r", (const size_t[]){0});
    const double a = 0.1, b = 0.5;
    struct inlay_rng rng = inlay_rng_seed(3);
    double aa = 0.0, ab = 0.0, bb = 0.0;
    for (size_t i = 0; i < N; i++) {
        struct posterior p;
        posterior_init(&p, space, false, &PRIOR, 2);
        const double ya = posterior_draw(&p, &a, &rng);
        const double yb = posterior_draw(&p, &b, &rng);
        CHECK_ABS(posterior_at(&p, &a).mean, ya, 1e-6);
        aa += ya * ya / N;
        ab += ya * yb / N;
        bb += yb * yb / N;
        posterior_clear(&p);
    }
    /* Four standard errors: of a variance v √(2/N) v, of a covariance less. */
    const double tol = 4.0 * 4.0 * sqrt(2.0 / N);
    CHECK_ABS(aa, 4.0, tol);
    CHECK_ABS(bb, 4.0, tol);
    CHECK_ABS(ab, 4.0 * correlation(a, b), tol);
    inlay_space_free(space);
}

TEST(a_prior_is_described_by_all_that_it_has)
{
    char text[256];
    posterior_describe(&PRIOR, text, sizeof text);
    CHECK_TEXT(text, "kernel=se length_scale=0.5 prior_sd=2 mean=0 noise=none "
                     "jitter=1e-10");
}
