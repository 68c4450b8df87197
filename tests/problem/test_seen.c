/*
 * test_seen.c: the set of configurations, equal under T.
 */
#include "check.h"

#include "base/rng.h"
#include "problem/seen.h"

enum { D = 3, N = 500 };

static const char *const COLORS[] = {"red", "green", "blue"};

/* A real, an integer of 4 values, a category of 3; or without the real. */
struct fixture {
    inlay_space *space;
    struct inlay_encoding enc;
    struct inlay_seen seen;
};

static struct fixture make(bool has_real)
{
    struct fixture f = {0};
    inlay_error err = {0};

    CHECK_OK(inlay_space_new(&f.space, &err), err);
    if (has_real)
        CHECK_OK(
            inlay_space_add_real(f.space, "x", 0, 1, INLAY_SCALE_LINEAR, &err),
            err);
    CHECK_OK(
        inlay_space_add_integer(f.space, "n", 0, 3, INLAY_SCALE_LINEAR, &err),
        err);
    CHECK_OK(inlay_space_add_categorical(f.space, "c", COLORS, 3, &err), err);
    CHECK_OK(inlay_encoding_init(&f.enc, f.space, false, &err), err);
    return f;
}

/* seen points into the encoding, so it begins where the fixture will stay. */
static void begin(struct fixture *f)
{
    inlay_seen_init(&f->seen, &f->enc);
}

static void clear(struct fixture *f)
{
    inlay_seen_clear(&f->seen);
    inlay_encoding_clear(&f->enc);
    inlay_space_free(f->space);
}

static void add(struct fixture *f, const double *u)
{
    inlay_error err = {0};
    CHECK_OK(inlay_seen_add(&f->seen, u, &err), err);
}

TEST(an_empty_set_has_nothing)
{
    struct fixture f = make(true);
    const double u[D] = {0.5, 0.0, 1.0};

    begin(&f);
    CHECK(inlay_seen_find(&f.seen, u) == NULL);
    CHECK(!inlay_seen_is_all(&f.seen));
    clear(&f);
}

TEST(what_was_added_is_found_and_nothing_else)
{
    struct fixture f = make(true);
    struct inlay_rng rng = inlay_rng_seed(1);
    static double U[2 * N][D];

    begin(&f);
    for (size_t i = 0; i < 2 * N; i++)
        inlay_encode_sample(&f.enc, &rng, U[i]);
    for (size_t i = 0; i < N; i++) {
        add(&f, U[i]);
        CHECK(f.seen.n == i + 1);
    }
    for (size_t i = 0; i < N; i++) {
        double copy[D];
        memcpy(copy, U[i], sizeof copy);
        CHECK(inlay_seen_find(&f.seen, copy) == U[i]); /* the point added */
        CHECK(inlay_seen_find(&f.seen, U[N + i]) == NULL);
    }
    clear(&f);
}

TEST(a_configuration_is_put_in_once)
{
    struct fixture f = make(true);
    const double a[D] = {0.25, 1.0, 0.5}, b[D] = {0.25, 1.0, 0.5};

    begin(&f);
    for (int rep = 0; rep < 200; rep++) {
        add(&f, a);
        add(&f, b);
    }
    CHECK(f.seen.n == 1);
    CHECK(inlay_seen_find(&f.seen, b) == a);
    clear(&f);
}

TEST(reals_are_compared_with_the_tolerance)
{
    struct fixture f = make(true);
    const double at[D] = {0.5, 1.0, 0.5};
    double u[D] = {0.5, 1.0, 0.5};

    begin(&f);
    add(&f, at);
    for (int sign = -1; sign <= 1; sign += 2) {
        u[0] = 0.5 + sign * 0.99 * INLAY_SEEN_TOLERANCE;
        CHECK(inlay_seen_find(&f.seen, u) == at);
        u[0] = 0.5 + sign * 1.01 * INLAY_SEEN_TOLERANCE;
        CHECK(inlay_seen_find(&f.seen, u) == NULL);
    }
    clear(&f);
}

TEST(discrete_coordinates_are_compared_exactly)
{
    struct fixture f = make(true);
    const double at[D] = {0.5, 1.0 / 3.0, 0.5};
    double u[D] = {0.5, 2.0 / 3.0, 0.5};

    begin(&f);
    add(&f, at);
    CHECK(inlay_seen_find(&f.seen, u) == NULL);
    u[1] = 1.0 / 3.0;
    CHECK(inlay_seen_find(&f.seen, u) == at);
    u[2] = 1.0;
    CHECK(inlay_seen_find(&f.seen, u) == NULL);
    clear(&f);
}

TEST(all_is_seen_when_the_last_of_a_finite_space_is_added)
{
    struct fixture f = make(false);
    const uint64_t n = inlay_encode_n_configurations(&f.enc);
    double U[12][2];

    begin(&f);
    CHECK(n == 12);
    for (uint64_t i = 0; i < n; i++) {
        CHECK(!inlay_seen_is_all(&f.seen));
        inlay_encode_combination(&f.enc, i, U[i]);
        add(&f, U[i]);
        add(&f, U[0]); /* a repeat does not count */
    }
    CHECK(inlay_seen_is_all(&f.seen));
    clear(&f);
}

TEST(a_space_with_a_real_variable_is_never_seen_whole)
{
    struct fixture f = make(true);
    static double U[100][D];

    begin(&f);
    for (size_t i = 0; i < 100; i++) {
        U[i][0] = (double)i / 100.0;
        add(&f, U[i]);
        CHECK(!inlay_seen_is_all(&f.seen));
    }
    clear(&f);
}

TEST(a_space_of_constants_has_one_configuration)
{
    inlay_space *space = NULL;
    struct inlay_encoding enc;
    struct inlay_seen seen;
    inlay_error err = {0};
    const double u[1] = {0.0};

    CHECK_OK(inlay_space_new(&space, &err), err);
    CHECK_OK(inlay_space_add_real(space, "x", 2, 2, INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    inlay_seen_init(&seen, &enc);
    CHECK(!inlay_seen_is_all(&seen));
    CHECK_OK(inlay_seen_add(&seen, u, &err), err);
    CHECK(inlay_seen_is_all(&seen));
    inlay_seen_clear(&seen);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
}

#ifdef INLAY_FAILING_MEM
TEST(a_set_that_cannot_grow_keeps_what_it_has)
{
    struct fixture f = make(true);
    static double U[100][D];
    size_t n_failed = 0;

    begin(&f);
    for (size_t i = 0; i < 100; i++) {
        inlay_error err = {0};
        U[i][0] = (double)i / 100.0;
        inlay_mem_fail_after(0);
        inlay_status st = inlay_seen_add(&f.seen, U[i], &err);
        inlay_mem_fail_after(-1);
        if (st != INLAY_OK) {
            n_failed++;
            CHECK_FAILS(st, INLAY_ENOMEM, err,
                        "out of memory for the set of configurations");
            CHECK(f.seen.n == i);
            CHECK(inlay_seen_find(&f.seen, U[i]) == NULL);
            st = inlay_seen_add(&f.seen, U[i], &err); /* works again */
        }
        CHECK_OK(st, err);
        for (size_t k = 0; k <= i; k++)
            CHECK(inlay_seen_find(&f.seen, U[k]) == U[k]);
    }
    CHECK(n_failed >= 2); /* the first and a later table */
    clear(&f);
}
#endif

/* Reals only; the sum by which cells are made crosses a border now and then. */
TEST(points_of_many_reals_are_found_within_the_tolerance_only)
{
    enum { N_REALS = 20, N_POINTS = 300 };
    static double points[N_POINTS][N_REALS];
    struct inlay_rng rng = inlay_rng_seed(20260203);
    struct fixture f = {0};
    inlay_error err = {0};

    CHECK_OK(inlay_space_new(&f.space, &err), err);
    for (int j = 0; j < N_REALS; j++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", j);
        CHECK_OK(
            inlay_space_add_real(f.space, name, 0, 1, INLAY_SCALE_LINEAR, &err),
            err);
    }
    CHECK_OK(inlay_encoding_init(&f.enc, f.space, false, &err), err);
    begin(&f);
    for (int i = 0; i < N_POINTS; i++) {
        for (int j = 0; j < N_REALS; j++)
            points[i][j] = 0.01 + 0.98 * inlay_rng_uniform(&rng);
        add(&f, points[i]);
    }
    for (int rep = 0; rep < 20 * N_POINTS; rep++) {
        const double *u = points[rep % N_POINTS];
        double near[N_REALS];
        for (int j = 0; j < N_REALS; j++)
            near[j] = u[j] + 0.9 * INLAY_SEEN_TOLERANCE *
                                 (2.0 * inlay_rng_uniform(&rng) - 1.0);
        CHECK(inlay_seen_find(&f.seen, near) == u);
        near[rep % N_REALS] = u[rep % N_REALS] + 3.0 * INLAY_SEEN_TOLERANCE;
        CHECK(inlay_seen_find(&f.seen, near) == NULL);
    }
    clear(&f);
}

/* In and out at random, in a table that is nearly half full. */
TEST(what_was_removed_is_gone_and_all_else_is_found)
{
    enum { N_POINTS = 400 };
    static double points[N_POINTS][2];
    static bool is_in[N_POINTS];
    struct inlay_rng rng = inlay_rng_seed(20261118);
    struct fixture f = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_space_new(&f.space, &err), err);
    CHECK_OK(inlay_space_add_integer(f.space, "n", 0, N_POINTS - 1,
                                     INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_space_add_real(f.space, "x", 0, 1, INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_encoding_init(&f.enc, f.space, false, &err), err);
    begin(&f);
    CHECK(!inlay_seen_remove(&f.seen, points[0]));
    for (int i = 0; i < N_POINTS; i++) {
        points[i][0] = inlay_axis_coordinate(&f.enc.axis[0], (uint64_t)i);
        points[i][1] = 0.5;
    }
    for (int step = 0; step < 20 * N_POINTS; step++) {
        const uint64_t i = inlay_rng_below(&rng, N_POINTS);
        const double twin[] = {points[i][0], points[i][1]};
        CHECK(!inlay_seen_remove(&f.seen, twin)); /* by pointer */
        CHECK(inlay_seen_remove(&f.seen, points[i]) == is_in[i]);
        if (!is_in[i])
            add(&f, points[i]);
        is_in[i] = !is_in[i];
        const uint64_t k = inlay_rng_below(&rng, N_POINTS);
        CHECK((inlay_seen_find(&f.seen, points[k]) != NULL) == is_in[k]);
    }
    size_t n = 0;
    for (int i = 0; i < N_POINTS; i++) {
        n += is_in[i];
        CHECK((inlay_seen_find(&f.seen, points[i]) != NULL) == is_in[i]);
    }
    CHECK(n == f.seen.n);
    clear(&f);
}
