/*
 * test_candidates.c: candidates are valid, everywhere, and near the best.
 */
#include "model/model_fixture.h"

#include "acquire/candidates.h"

enum { N = 2000 };

static double U[N * MAX_D];

static void make(const struct inlay_search *s, size_t n, uint64_t seed)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(seed);
    CHECK_OK(inlay_candidates(s, n, &rng, U, &err), err);
}

static void check_valid(const struct inlay_encoding *enc, size_t n)
{
    double t[MAX_D];
    for (size_t i = 0; i < n; i++) {
        const double *u = U + i * enc->dim;
        inlay_encode_snap(enc, u, t);
        for (size_t j = 0; j < enc->dim; j++)
            CHECK(u[j] == t[j] && u[j] >= 0 && u[j] <= 1);
    }
}

static const int DOMAINS[][6] = {
    {0, 0, 0, 0, 0, 0},       {3, -5, 0, 2, -100, 0},  {2, 2, 2, 2, 2, 2},
    {-2, -3, -4, -5, -6, -7}, {0, 10, 10, 10, 10, 10},
};

/* Centers at the corners of the cube, where a step may leave it. */
static const double CENTERS[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};

TEST(every_candidate_is_valid)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++)
        for (size_t n_centers = 0; n_centers <= 2; n_centers++)
            for (int has_region = 0; has_region <= (n_centers > 0);
                 has_region++) {
                struct domain domain;
                domain_init(&domain, DOMAINS[d], 6);
                struct inlay_search s = {.enc = &domain.enc,
                                         .centers = CENTERS,
                                         .n_centers = n_centers,
                                         .local_share = 0.5};
                if (has_region)
                    s.region = (struct inlay_region){CENTERS, 0.2, 2};
                for (size_t n = 1; n <= N; n = 3 * n + 1) {
                    make(&s, n, d);
                    check_valid(&domain.enc, n);
                }
                domain_clear(&domain);
            }
}

TEST(the_same_rng_gives_the_same_candidates)
{
    static double again[N * MAX_D];
    struct domain domain;
    domain_init(&domain, DOMAINS[1], 6);
    const struct inlay_search s = {.enc = &domain.enc,
                                   .centers = CENTERS,
                                   .n_centers = 2,
                                   .local_share = 0.5};
    make(&s, N, 7);
    memcpy(again, U, sizeof U);
    make(&s, N, 7);
    CHECK(memcmp(again, U, N * 6 * sizeof *U) == 0);
    make(&s, N, 8);
    CHECK(memcmp(again, U, N * 6 * sizeof *U) != 0);
    domain_clear(&domain);
}

/* Every level of every axis gets its share; every eighth of a real axis too. */
TEST(without_a_center_they_are_spread_evenly)
{
    for (size_t d = 0; d < LEN(DOMAINS); d++) {
        struct domain domain;
        domain_init(&domain, DOMAINS[d], 6);
        const struct inlay_search s = {.enc = &domain.enc};
        make(&s, N, d);
        for (size_t j = 0; j < 6; j++) {
            const struct inlay_axis *axis = &domain.enc.axis[j];
            const bool is_real = axis->kind == INLAY_AXIS_REAL;
            const size_t n_bins = is_real ? 8 : (size_t)axis->n_levels;
            size_t n[100] = {0};
            for (size_t i = 0; i < N; i++) {
                const double u = U[i * 6 + j];
                n[is_real ? (size_t)fmin(8 * u, 7)
                          : (size_t)inlay_axis_level(axis, u)]++;
            }
            for (size_t b = 0; b < n_bins; b++) {
                const double want = N / (double)n_bins;
                CHECK_ABS((double)n[b], want, 5 * sqrt(want));
            }
        }
        domain_clear(&domain);
    }
}

/* Changes of a center, most of them in few axes. */
TEST(local_candidates_are_near_a_center)
{
    static const int MIXED[] = {3, -5, 0, 2, -100, 0};
    static const double AT[] = {0.5, 0.25, 0.3, 1, 0, 0.6};
    struct domain domain;
    size_t n_near = 0;
    double closest = INFINITY;

    domain_init(&domain, MIXED, 6);
    double center[6];
    inlay_encode_snap(&domain.enc, AT, center);
    const struct inlay_search s = {.enc = &domain.enc,
                                   .centers = center,
                                   .n_centers = 1,
                                   .local_share = 1.0};
    make(&s, N, 3);
    for (size_t i = 0; i < N; i++) {
        size_t n_changed = 0;
        double most = 0;
        for (size_t j = 0; j < 6; j++) {
            n_changed += U[i * 6 + j] != center[j];
            if (domain.enc.axis[j].kind == INLAY_AXIS_REAL)
                most = fmax(most, fabs(U[i * 6 + j] - center[j]));
        }
        CHECK(n_changed >= 1);
        n_near += n_changed <= 3;
        closest = most > 0 ? fmin(closest, most) : closest;
    }
    CHECK(n_near >= N / 2);
    CHECK(closest < 0.01);
    domain_clear(&domain);
}

/* All lie in the region (a grid's steps may not allow it exactly), and they
 * fill it. */
TEST(candidates_fill_the_region)
{
    static const int MIXED[] = {0, 0, 4, 4, 4, 4};
    static const double CENTER[] = {0.5, 0.02, 0, 1, 0, 1};
    struct domain domain;
    double lo[2] = {1, 1}, hi[2] = {0, 0};
    size_t n[7] = {0};

    domain_init(&domain, MIXED, 6);
    const struct inlay_search s = {.enc = &domain.enc,
                                   .centers = CENTER,
                                   .n_centers = 1,
                                   .local_share = 0.5,
                                   .region = {CENTER, 0.1, 2}};
    make(&s, N, 3);
    for (size_t i = 0; i < N; i++) {
        const double *u = U + i * 6;
        size_t n_changes = 0;
        CHECK(inlay_region_holds(&domain.enc, &s.region, u));
        for (size_t j = 0; j < 2; j++) {
            CHECK(fabs(u[j] - CENTER[j]) <= 0.1);
            lo[j] = fmin(lo[j], u[j]);
            hi[j] = fmax(hi[j], u[j]);
        }
        for (size_t j = 2; j < 6; j++)
            n_changes += u[j] != CENTER[j];
        n[n_changes]++;
    }
    CHECK(lo[0] < 0.41 && hi[0] > 0.59 && lo[1] < 0.01 && hi[1] > 0.11);
    CHECK(n[0] > 0 && n[1] > 0 && n[2] > 0 && n[3] == 0 && n[4] == 0);
    domain_clear(&domain);
}

TEST(a_region_holds_what_it_says)
{
    static const int MIXED[] = {0, -5, 4, 2};
    struct domain domain;
    domain_init(&domain, MIXED, 4);
    const double c[] = {0.5, 0.5, 0, 1};
    const struct inlay_region all = {0}, some = {c, 0.25, 1};
    const double far[] = {0, 1, 1, 0}, near[] = {0.75, 0.25, 1, 1};
    const double out[] = {0.76, 0.5, 0, 1}, two[] = {0.5, 0.5, 1, 0};
    CHECK(inlay_region_holds(&domain.enc, &all, far));
    CHECK(inlay_region_holds(&domain.enc, &some, c));
    CHECK(inlay_region_holds(&domain.enc, &some, near));
    CHECK(!inlay_region_holds(&domain.enc, &some, far));
    CHECK(!inlay_region_holds(&domain.enc, &some, out));
    CHECK(!inlay_region_holds(&domain.enc, &some, two));
    domain_clear(&domain);
}

#ifdef INLAY_FAILING_MEM
static struct domain the_domain;

static inlay_status try_candidates(void)
{
    inlay_error err = {0};
    struct inlay_rng rng = inlay_rng_seed(1);
    const struct inlay_search s = {.enc = &the_domain.enc};
    const inlay_status st = inlay_candidates(&s, 20, &rng, U, &err);
    CHECK(st == INLAY_OK || err.msg[0] != '\0');
    return st;
}

TEST(candidates_that_find_no_memory_say_so)
{
    domain_init(&the_domain, DOMAINS[1], 6);
    check_oom(try_candidates, __FILE__, __LINE__);
    domain_clear(&the_domain);
}
#endif
