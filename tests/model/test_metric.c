/*
 * test_metric.c: what the kernels may see of two points.
 */
#include "model_fixture.h"

#include "model/metric.h"

/* A real, a category of 4, an integer of 6, a category of 2. */
static const int LEVELS[] = {0, 4, -6, 2};
enum { D = LEN(LEVELS), N = 13 };

struct fixture {
    struct domain domain;
    struct inlay_metric tied, each;
    double Z[D * N]; /* by axis */
    double w_tied[MAX_P], w_each[MAX_P];
};

/* N random points, with the same weight for the values of a category. */
static void make(struct fixture *f)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    inlay_error err = {0};
    double u[D], z[D];

    domain_init(&f->domain, LEVELS, D);
    CHECK_OK(inlay_metric_init(&f->tied, &f->domain.enc, false, &err), err);
    CHECK_OK(inlay_metric_init(&f->each, &f->domain.enc, true, &err), err);
    for (size_t i = 0; i < N; i++) {
        random_u(D, &rng, u);
        inlay_metric_embed(&f->tied, u, z);
        for (size_t j = 0; j < D; j++)
            f->Z[j * N + i] = z[j];
    }
    for (size_t p = 0; p < f->tied.n_scales; p++)
        f->w_tied[p] = 0.1 + inlay_rng_uniform(&rng);
    for (size_t p = 0; p < f->each.n_scales; p++)
        f->w_each[p] = f->w_tied[f->each.axis_of[p]];
}

static void clear(struct fixture *f)
{
    inlay_metric_clear(&f->tied);
    inlay_metric_clear(&f->each);
    domain_clear(&f->domain);
}

static void point(const struct fixture *f, size_t i, double *z)
{
    for (size_t j = 0; j < D; j++)
        z[j] = f->Z[j * N + i];
}

/* r² of two embedded points. */
static double distance(const struct inlay_metric *m, const double *w,
                       const double *a, const double *b)
{
    double r2;
    inlay_metric_cross(m, w, a, 1, 1, b, 1, &r2);
    return r2;
}

TEST(each_axis_has_its_length_scales)
{
    struct fixture f;

    make(&f);
    CHECK(f.tied.n_scales == 4 && f.each.n_scales == 1 + 4 + 1 + 2);
    for (size_t p = 0; p < 4; p++)
        CHECK(f.tied.axis_of[p] == p && f.tied.first_scale[p] == p);
    static const size_t want[] = {0, 1, 1, 1, 1, 2, 3, 3};
    static const size_t first[] = {0, 1, 5, 6};
    for (size_t p = 0; p < LEN(want); p++)
        CHECK(f.each.axis_of[p] == want[p]);
    for (size_t j = 0; j < D; j++)
        CHECK(f.each.first_scale[j] == first[j]);
    clear(&f);
}

TEST(equal_scales_for_each_category_are_one_tied_scale)
{
    struct fixture f;
    double z[D], a[N], b[N];

    make(&f);
    for (size_t i = 0; i < N; i++) {
        point(&f, i, z);
        inlay_metric_cross(&f.tied, f.w_tied, f.Z, N, N, z, 1, a);
        inlay_metric_cross(&f.each, f.w_each, f.Z, N, N, z, 1, b);
        for (size_t k = 0; k < N; k++)
            CHECK_ABS(a[k], b[k], 1e-15 * (1.0 + a[k]));
    }
    clear(&f);
}

TEST(any_two_different_categories_are_equally_far)
{
    struct fixture f;
    double a[D] = {0.25, 0.0, 0.4, 1.0}, b[D] = {0.5, 0.0, 0.6, 0.0};

    make(&f);
    b[1] = 1.0;
    const double want = distance(&f.tied, f.w_tied, a, b);
    b[1] = 0.0;
    const double same = distance(&f.tied, f.w_tied, a, b);
    CHECK_REL(want - same, 2.0 * f.w_tied[1], 1e-14);
    for (int p = 0; p < 4; p++)
        for (int q = 0; q < 4; q++) {
            a[1] = p;
            b[1] = q;
            CHECK(distance(&f.tied, f.w_tied, a, b) == (p == q ? same : want));
        }
    clear(&f);
}

TEST(renaming_the_categories_changes_nothing)
{
    static const size_t renamed[] = {2, 0, 3, 1};
    struct fixture f;
    double w[MAX_P];

    make(&f);
    for (size_t p = 1; p < 5; p++) /* now all different */
        f.w_each[p] = 0.3 * (double)p;
    memcpy(w, f.w_each, sizeof w);
    for (size_t k = 0; k < 4; k++)
        w[1 + renamed[k]] = f.w_each[1 + k];
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < N; k++) {
            double a[D], b[D], c[D], d[D];
            point(&f, i, a);
            point(&f, k, b);
            memcpy(c, a, sizeof c);
            memcpy(d, b, sizeof d);
            c[1] = (double)renamed[(size_t)a[1]];
            d[1] = (double)renamed[(size_t)b[1]];
            CHECK_ABS(distance(&f.each, f.w_each, a, b),
                      distance(&f.each, w, c, d), 1e-14);
            CHECK(distance(&f.tied, f.w_tied, a, b) ==
                  distance(&f.tied, f.w_tied, c, d));
        }
    clear(&f);
}

TEST(categories_with_their_own_scales_are_the_sum_of_two_weights_apart)
{
    struct fixture f;
    double a[D] = {0.5, 0.0, 0.4, 1.0}, b[D] = {0.5, 0.0, 0.4, 1.0};

    make(&f);
    for (size_t p = 1; p < 5; p++)
        f.w_each[p] = 0.3 * (double)p;
    for (size_t p = 0; p < 4; p++)
        for (size_t q = 0; q < 4; q++) {
            a[1] = (double)p;
            b[1] = (double)q;
            const double want =
                p == q ? 0.0 : f.w_each[1 + p] + f.w_each[1 + q];
            CHECK_ABS(distance(&f.each, f.w_each, a, b), want, 1e-15);
        }
    clear(&f);
}

TEST(distance_grows_with_the_distance_of_numbers)
{
    struct fixture f;
    double a[D] = {0.0, 1.0, 0.0, 1.0}, b[D] = {0.0, 1.0, 0.0, 1.0};

    make(&f);
    for (size_t j = 0; j < D; j += 2) { /* the real and the integer */
        double last = -1.0;
        for (int k = 0; k < 6; k++) {
            b[j] = k / 5.0;
            const double r2 = distance(&f.tied, f.w_tied, a, b);
            CHECK_ABS(r2, f.w_tied[j] * b[j] * b[j], 1e-15);
            CHECK(r2 > last);
            last = r2;
        }
        b[j] = 0.0;
    }
    clear(&f);
}

TEST(distance_is_symmetric_and_0_to_oneself)
{
    struct fixture f;

    make(&f);
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < N; k++) {
            double a[D], b[D];
            point(&f, i, a);
            point(&f, k, b);
            CHECK(distance(&f.tied, f.w_tied, a, b) ==
                  distance(&f.tied, f.w_tied, b, a));
            CHECK(i != k || distance(&f.tied, f.w_tied, a, b) == 0.0);
        }
    clear(&f);
}

/* Σ_p w_p pairs_p is cross, for both kinds. */
TEST(pairs_and_cross_are_one_distance)
{
    struct fixture f;

    make(&f);
    for (size_t p = 1; p < 5; p++)
        f.w_each[p] = 0.3 * (double)p;
    for (int kind = 0; kind < 2; kind++) {
        const struct inlay_metric *m = kind ? &f.each : &f.tied;
        const double *w = kind ? f.w_each : f.w_tied;
        double sum[N * (N + 1) / 2] = {0}, d[N * (N + 1) / 2], r2[N], z[D];
        const double *column = sum;

        for (size_t p = 0; p < m->n_scales; p++) {
            inlay_metric_pairs(m, p, f.Z, N, N, d, NULL);
            for (size_t i = 0; i < LEN(sum); i++)
                sum[i] += w[p] * d[i];
        }
        for (size_t j = 0; j < N; j++) {
            point(&f, j, z);
            inlay_metric_cross(m, w, f.Z, N, N, z, 1, r2);
            for (size_t i = j; i < N; i++)
                CHECK_ABS(column[i - j], r2[i], 1e-15 * (1.0 + r2[i]));
            column += N - j;
        }
    }
    clear(&f);
}

/* Axis after axis, by the definition (4). */
static double by_definition(const struct inlay_metric *m, const double *w,
                            const double *a, const double *b)
{
    double r2 = 0.0;
    for (size_t j = 0; j < m->enc->dim; j++) {
        const double *wj = w + m->first_scale[j];
        if (m->enc->axis[j].kind != INLAY_AXIS_CATEGORY)
            r2 += wj[0] * ((a[j] - b[j]) * (a[j] - b[j]));
        else if (a[j] != b[j])
            r2 += m->is_per_category ? wj[(size_t)b[j]] + wj[(size_t)a[j]]
                                     : 2.0 * wj[0];
    }
    return r2;
}

/* Bit for bit, with axes that come alone and in twos and threes, and more points
 * than a part holds. */
TEST(many_targets_are_each_the_sum_over_the_axes)
{
    static const int DOMAINS[][6] = {{0, 0, 0, 4, -6, 3},
                                     {3, 0, 2, -4, 0, 0},
                                     {0, -3, 0, 0, -5, 0},
                                     {2, 3, 4, 5, 2, 3}};
    enum { DIM = 6, MANY = 300, N_Z = 7 };
    static double Z[DIM * MANY], r2[MANY * N_Z], w[MAX_P], z[N_Z * DIM];
    struct inlay_rng rng = inlay_rng_seed(77);
    for (size_t s = 0; s < 2 * LEN(DOMAINS); s++) {
        struct domain d;
        struct inlay_metric m;
        inlay_error err = {0};
        double u[DIM], a[DIM];

        domain_init(&d, DOMAINS[s / 2], DIM);
        CHECK_OK(inlay_metric_init(&m, &d.enc, s % 2 == 1, &err), err);
        for (size_t p = 0; p < m.n_scales; p++)
            w[p] = 0.1 + inlay_rng_uniform(&rng);
        for (size_t i = 0; i < MANY + N_Z; i++) {
            random_u(DIM, &rng, u);
            inlay_metric_embed(&m, u, a);
            for (size_t j = 0; i < MANY && j < DIM; j++)
                Z[j * MANY + i] = a[j];
            if (i >= MANY)
                memcpy(z + (i - MANY) * DIM, a, sizeof a);
        }
        inlay_metric_cross(&m, w, Z, MANY, MANY, z, N_Z, r2);
        for (size_t k = 0; k < N_Z * MANY; k++) {
            for (size_t j = 0; j < DIM; j++)
                a[j] = Z[j * MANY + k % MANY];
            CHECK(r2[k] == by_definition(&m, w, a, z + k / MANY * DIM));
        }
        inlay_metric_clear(&m);
        domain_clear(&d);
    }
}

/* Distance ldz between axes, and fewer points than that. */
TEST(points_may_be_the_first_of_a_larger_table)
{
    struct fixture f;
    double z[D], wide[D * (N + 5)], a[N], b[N];

    make(&f);
    for (size_t j = 0; j < D; j++)
        for (size_t i = 0; i < N + 5; i++)
            wide[j * (N + 5) + i] = i < N ? f.Z[j * N + i] : NAN;
    point(&f, 3, z);
    inlay_metric_cross(&f.tied, f.w_tied, f.Z, N, N, z, 1, a);
    inlay_metric_cross(&f.tied, f.w_tied, wide, N, N + 5, z, 1, b);
    CHECK(memcmp(a, b, sizeof a) == 0);
    clear(&f);
}

TEST(points_of_one_cell_are_one_point)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(2);

    make(&f);
    for (int rep = 0; rep < 500; rep++) {
        double u[D], t[D], a[D], b[D];
        random_u(D, &rng, u);
        inlay_encode_snap(&f.domain.enc, u, t);
        inlay_metric_embed(&f.tied, u, a);
        inlay_metric_embed(&f.tied, t, b);
        CHECK(memcmp(a, b, sizeof a) == 0);
        CHECK(a[0] == u[0]);
        CHECK(a[1] == floor(4.0 * u[1]) && a[3] == floor(2.0 * u[3]));
        CHECK(a[2] == floor(6.0 * u[2]) / 5.0);
    }
    clear(&f);
}

/* But for the last points of data, which are where they are. */
TEST(points_outside_the_space_are_in_no_cell)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(2);
    double U[20 * D], z[D], t[D];
    struct inlay_data data = {.dim = D, .n = 20, .n_as_is = 8, .U = U};

    make(&f);
    for (size_t i = 0; i < 20; i++)
        random_u(D, &rng, U + i * D);
    for (size_t i = 0; i < 20; i++) {
        const double *u = U + i * D;
        inlay_metric_embed_row(&f.tied, &data, i, z);
        inlay_metric_embed(&f.tied, u, t);
        CHECK(z[0] == u[0] && z[1] == t[1] && z[3] == t[3]);
        CHECK(z[2] == (i < 12 ? t[2] : u[2]));
    }
    clear(&f);
}

TEST(the_mean_square_is_that_of_two_uniform_points)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(3);
    const size_t n = 40000;

    make(&f);
    for (size_t axis = 0; axis < D; axis++) {
        double w[MAX_P] = {0}, sum = 0.0, squares = 0.0;
        for (size_t p = 0; p < f.each.n_scales; p++)
            w[p] = f.each.axis_of[p] == axis ? 1.0 : 0.0;
        for (size_t i = 0; i < n; i++) {
            double u[D], a[D], b[D];
            random_u(D, &rng, u);
            inlay_metric_embed(&f.each, u, a);
            random_u(D, &rng, u);
            inlay_metric_embed(&f.each, u, b);
            const double r2 = distance(&f.each, w, a, b);
            sum += r2 / (double)n;
            squares += r2 * r2 / (double)n;
        }
        const double se = sqrt((squares - sum * sum) / (double)n);
        CHECK_ABS(inlay_metric_mean_square(&f.each, axis), sum, 4.0 * se);
        CHECK(inlay_metric_mean_square(&f.tied, axis) ==
              inlay_metric_mean_square(&f.each, axis));
    }
    clear(&f);
}

#ifdef INLAY_FAILING_MEM
TEST(a_metric_without_memory_says_so)
{
    struct fixture f;

    make(&f);
    struct inlay_metric m = {.n_scales = 77};
    inlay_error err = {0};
    inlay_mem_fail_after(0);
    const inlay_status st = inlay_metric_init(&m, &f.domain.enc, true, &err);
    inlay_mem_fail_after(-1);
    CHECK_FAILS(st, INLAY_ENOMEM, err, "out of memory for a metric");
    CHECK(m.n_scales == 77);
    clear(&f);
}
#endif
