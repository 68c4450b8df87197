/*
 * test_walk_limits.c: where walks may not go, what they may cost, and what they
 * do not know of each other.
 */
#include "acquire/shape_fixture.h"

#include "acquire/candidates.h"
#include "acquire/maximize.h"
#include "problem/seen.h"

static struct record the_record; /* of the last search */

/* ---- Forbidden points ---- */

static bool is_seen(const double *u, void *context)
{
    return inlay_seen_find(context, u) != NULL;
}

/* Stairs, and n places that were tried before, none lower than `least`. */
struct tried {
    struct domain d;
    struct shape shape;
    double U[64 * MAX_D];
    struct inlay_seen seen;
    struct inlay_search search;
};

static void tried_init(struct tried *t, const int *levels, size_t dim, size_t n,
                       double least)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    inlay_error err = {0};

    domain_init(&t->d, levels, dim);
    t->shape = shape_of(&t->d.enc, stairs, &the_record);
    inlay_seen_init(&t->seen, &t->d.enc);
    for (size_t i = 0; i < n; i++) {
        double *u = t->U + i * dim;
        do
            inlay_encode_sample(&t->d.enc, &rng, u);
        while (stairs(&t->d.enc, u) < least);
        CHECK_OK(inlay_seen_add(&t->seen, u, &err), err);
    }
    t->search = (struct inlay_search){.acq = &t->shape.base,
                                      .enc = &t->d.enc,
                                      .centers = t->U,
                                      .n_centers = n < 10 ? n : 10,
                                      .is_forbidden = is_seen,
                                      .context = &t->seen};
}

static void tried_clear(struct tried *t)
{
    inlay_seen_clear(&t->seen);
    domain_clear(&t->d);
}

TEST(no_forbidden_point_is_stood_on_though_every_center_is_forbidden)
{
    static const int MIXED[] = {4, -6, 3, -5};
    struct tried t;
    struct walked w;

    tried_init(&t, MIXED, 4, 64, -6.0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        walk_from(&t.search, &WALKS, NULL, 0, seed, &w);
        CHECK(w.n == 10);
        for (size_t i = 0; i < the_record.n; i++)
            CHECK(!is_seen(the_record.U[i], &t.seen));
        for (size_t i = 0; i < w.n; i++) {
            CHECK(!is_seen(w.X + 4 * i, &t.seen));
            CHECK(w.F[i] == stairs(&t.d.enc, w.X + 4 * i));
        }
    }
    tried_clear(&t);
}

/* The center is the top: the best that is left is a step below. */
TEST(a_forbidden_center_is_left_for_its_best_neighbor)
{
    static const int LEVELS[] = {-20, 3};
    struct tried t;
    struct walked w;
    size_t j = 0;

    tried_init(&t, LEVELS, 2, 1, 0.0);
    walk_from(&t.search, &WALKS, NULL, 0, 1, &w);
    CHECK(w.n == 1 && w.F[0] == -1.0 && n_different(w.X, t.U, 2, &j) == 1);
    tried_clear(&t);
}

TEST(a_center_that_may_be_taken_is_a_start_like_others)
{
    static const int LEVELS[] = {-20, 3};
    struct tried t;
    struct walked w;

    tried_init(&t, LEVELS, 2, 1, 0.0);
    t.search.is_forbidden = NULL;
    walk_from(&t.search, &WALKS, NULL, 0, 1, &w);
    CHECK(w.n == 1 && w.F[0] == 0.0 && memcmp(w.X, t.U, 2 * sizeof *w.X) == 0);
    tried_clear(&t);
}

static bool is_anything(const double *u, void *context)
{
    (void)u;
    (void)context;
    return true;
}

TEST(without_a_point_left_there_is_no_end_and_the_space_is_exhausted)
{
    static const int MIXED[] = {0, -6, 3};
    struct tried t;
    struct walked w;
    struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_maximize_result r = {77, 77};
    inlay_error err = {0};
    double u[3] = {77};

    tried_init(&t, MIXED, 3, 5, -6.0);
    t.search.is_forbidden = is_anything;
    walk_from(&t.search, &WALKS, NULL, 0, 1, &w);
    CHECK(w.n == 0 && w.n_values == 0);
    CHECK_FAILS(inlay_maximize(&t.search, &WALKS, &rng, u, &r, &err),
                INLAY_EXHAUSTED, err,
                "all 100 candidates have been suggested before");
    CHECK(u[0] == 77 && r.value == 77);
    tried_clear(&t);
}

/* Candidates are all forbidden; what walks from the centers find is not. */
static bool is_high(const double *u, void *context)
{
    const double *center = context;
    return u[0] != center[0] || u[1] == center[1];
}

TEST(centers_lead_to_points_where_every_candidate_is_forbidden)
{
    static const int REALS[] = {0, 0};
    struct tried t;
    struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_maximize_result r;
    inlay_error err = {0};
    double u[2];

    tried_init(&t, REALS, 2, 1, -6.0);
    t.search.is_forbidden = is_high;
    t.search.context = t.U;
    CHECK_OK(inlay_maximize(&t.search, &WALKS, &rng, u, &r, &err), err);
    CHECK(u[0] == t.U[0] && u[1] != t.U[1] && r.value == stairs(&t.d.enc, u));
    tried_clear(&t);
}

TEST(a_forbidden_center_is_left_for_a_point_worth_nothing)
{
    static const int LEVELS[] = {-20, 3};
    struct tried t;
    struct walked w;

    tried_init(&t, LEVELS, 2, 1, 0.0);
    t.shape.fn = nothing;
    walk_from(&t.search, &WALKS, NULL, 0, 1, &w);
    CHECK(w.n == 1 && w.F[0] == -INFINITY && !is_seen(w.X, &t.seen));
    tried_clear(&t);
}

/* ---- Regions ---- */

/* Centers are points of the region and points far from it; candidates are not the
 * business of walks. */
TEST(a_region_is_not_left)
{
    static const int MIXED[] = {0, 3, 2, -50, 0, 5};
    struct tried t;

    tried_init(&t, MIXED, 6, 20, -20.0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        const double *center = t.U + 6 * (seed % 20);
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct inlay_maximize_result r;
        inlay_error err = {0};
        double u[6];

        the_record.n = 0;
        t.search.region = (struct inlay_region){center, 0.03, 1};
        t.search.local_share = 0.5;
        CHECK_OK(inlay_maximize(&t.search, &WALKS, &rng, u, &r, &err), err);
        CHECK(the_record.n == r.n_values && r.n_values > WALKS.n_candidates);
        for (size_t i = WALKS.n_candidates; i < the_record.n; i++)
            CHECK(inlay_region_holds(&t.d.enc, &t.search.region,
                                     the_record.U[i]));
        CHECK(inlay_region_holds(&t.d.enc, &t.search.region, u));
    }
    tried_clear(&t);
}

/* So narrow that hardly a draw would fall into it. */
TEST(a_narrow_region_is_walked_through_all_the_same)
{
    static const int REAL[] = {0};
    const double center = 0.75;
    struct domain d;
    struct walked w;

    domain_init(&d, REAL, 1);
    const struct shape shape = shape_of(&d.enc, level_ground, &the_record);
    const struct inlay_search s = {
        .acq = &shape.base, .enc = &d.enc, .region = {&center, 1e-4, 0}};
    walk_from(&s, &WALKS, &center, 1, 1, &w);
    CHECK(the_record.n == 40);
    for (size_t i = 0; i < 40; i++)
        CHECK_ABS(the_record.U[i][0], center, 1e-4);
    domain_clear(&d);
}

/* ---- Other walks ---- */

TEST(where_a_walk_ends_does_not_depend_on_the_others)
{
    static const int MIXED[] = {0, -6, 3, -50, 0};
    enum { D = LEN(MIXED), N = 6 };
    struct domain d;
    struct inlay_rng rng = inlay_rng_seed(1);
    double starts[N * D];
    struct walked all, some;

    domain_init(&d, MIXED, D);
    const struct shape shape = shape_of(&d.enc, stairs, NULL);
    const struct inlay_search s = {.acq = &shape.base, .enc = &d.enc};
    for (size_t i = 0; i < N; i++)
        inlay_encode_sample(&d.enc, &rng, starts + i * D);
    walk_from(&s, &WALKS, starts, N, 1, &all);
    for (size_t n = 1; n < N; n++) {
        walk_from(&s, &WALKS, starts, n, 1, &some);
        CHECK(memcmp(some.X, all.X, n * D * sizeof *all.X) == 0);
        CHECK(memcmp(some.F, all.F, n * sizeof *all.F) == 0);
    }
    /* two from one start are two */
    memcpy(starts + D, starts, D * sizeof *starts);
    walk_from(&s, &WALKS, starts, 2, 1, &some);
    CHECK(memcmp(some.X, some.X + D, D * sizeof *some.X) != 0);
    domain_clear(&d);
}

/* ---- Work ---- */

/* 10 candidates and 10 centers in 8 variables. */
TEST(a_search_costs_some_ten_thousand_points)
{
    static const int MIXED[] = {0, 0, 0, -10, -100, 3, 5, 2};
    struct inlay_maximize_options o = WALKS;
    struct tried t;

    o.n_candidates = 1000;
    tried_init(&t, MIXED, 8, 30, -60.0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        struct inlay_maximize_result r;
        inlay_error err = {0};
        double u[8];

        CHECK_OK(inlay_maximize(&t.search, &o, &rng, u, &r, &err), err);
        CHECK(r.n_values > 5000 && r.n_values < 15000);
    }
    tried_clear(&t);
}

/* n_each reals, switches, integers and categories of forty values. */
static inlay_space *wide_space(size_t n_each)
{
    static const char *const VALUES[] = {
        "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
        "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
        "30", "31", "32", "33", "34", "35", "36", "37", "38", "39"};
    inlay_space *space = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t i = 0; i < n_each; i++) {
        char name[4][16];
        for (int k = 0; k < 4; k++)
            snprintf(name[k], sizeof name[k], "%c%zu", "rbic"[k], i);
        CHECK_OK(inlay_space_add_real(space, name[0], 0, 1, INLAY_SCALE_LINEAR,
                                      &err),
                 err);
        CHECK_OK(inlay_space_add_boolean(space, name[1], &err), err);
        CHECK_OK(inlay_space_add_integer(space, name[2], 1, 30,
                                         INLAY_SCALE_LINEAR, &err),
                 err);
        CHECK_OK(inlay_space_add_categorical(space, name[3], VALUES,
                                             LEN(VALUES), &err),
                 err);
    }
    return space;
}

TEST(spaces_of_hundreds_of_variables_are_walked_in)
{
    struct inlay_maximize_options o = WALKS;
    struct inlay_maximize_result walked, screened;
    struct inlay_rng rng = inlay_rng_seed(1), again = rng;
    struct inlay_encoding enc;
    inlay_error err = {0};
    inlay_space *space = wide_space(100);

    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    const struct shape shape = shape_of(&enc, stairs, NULL);
    const struct inlay_search s = {.acq = &shape.base, .enc = &enc};
    double *u = inlay_mem_doubles(enc.dim);
    CHECK_OK(inlay_maximize(&s, &o, &rng, u, &walked, &err), err);
    CHECK(walked.value == stairs(&enc, u));
    o.n_plateau = 0;
    CHECK_OK(inlay_maximize(&s, &o, &again, u, &screened, &err), err);
    /* each round gains something: 64 steps */
    CHECK(walked.value >= screened.value + 64);
    CHECK(walked.n_values <= 100 + 10 * 64 * 256);
    inlay_mem_free(u);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
}

/* One axis of many leads up, and a round does not see all. */
static double one_way(const struct inlay_encoding *enc, const double *u)
{
    double sum = 0.0;
    for (size_t j = 0; j < enc->dim; j++)
        sum -= u[j];
    return u[enc->dim / 2] == 1.0 ? sum + 2.0 : sum;
}

TEST(with_many_axes_every_round_looks_at_others)
{
    enum { D = 400 };
    struct inlay_encoding enc;
    inlay_error err = {0};
    inlay_space *space = NULL;

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t j = 0; j < D; j++) {
        char name[16];
        snprintf(name, sizeof name, "s%zu", j);
        CHECK_OK(inlay_space_add_boolean(space, name, &err), err);
    }
    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    const struct shape shape = shape_of(&enc, one_way, NULL);
    const double center[D] = {0};
    const struct inlay_search s = {
        .acq = &shape.base, .enc = &enc, .centers = center, .n_centers = 1};
    struct inlay_probe probe;
    CHECK_OK(inlay_probe_init(&probe, &s, &WALKS, &err), err);
    for (uint64_t seed = 0; seed < 20; seed++) { /* missed with (144/400)^10 */
        double x[D], f;
        struct inlay_rated rated = {0, x, &f};
        struct inlay_rng rng = inlay_rng_seed(seed);
        CHECK_OK(inlay_walk(&probe, &rated, &rng, &err), err);
        CHECK(rated.n == 1 && f == 1.0);
    }
    inlay_probe_clear(&probe);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
}

/* ---- Memory ---- */

#ifdef INLAY_FAILING_MEM
static struct tried *the_tried;

static inlay_status try_search(void)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    struct inlay_maximize_result r = {77, 0};
    inlay_error err = {0};
    double u[MAX_D];

    const inlay_status st =
        inlay_maximize(&the_tried->search, &WALKS, &rng, u, &r, &err);
    CHECK((st == INLAY_OK) == (r.value != 77));
    CHECK(st == INLAY_OK || strncmp(err.msg, "out of memory", 13) == 0);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    static const int MIXED[] = {0, 3, -50};
    struct tried t;

    tried_init(&t, MIXED, 3, 5, -20.0);
    the_tried = &t;
    check_oom(try_search, __FILE__, __LINE__);
    tried_clear(&t);
}
#endif
