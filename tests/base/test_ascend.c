/*
 * test_ascend.c: hills with a known top, and what must hold on any hill.
 */
#include "check.h"

#include "base/ascend.h"
#include "base/rng.h"

enum { MAX_D = 8, MAX_STARTS = 12 };

/* Options of a search that ends only where it can gain no more. */
static struct inlay_ascend_options patient(const double *lo, const double *hi)
{
    return (struct inlay_ascend_options){.lo = lo,
                                         .hi = hi,
                                         .first_step = 0.1,
                                         .max_rounds = 2000,
                                         .gain_tol = 1e-15,
                                         .move_tol = 1e-12};
}

/* A hill, and what was seen of the points it was asked for. */
struct hill {
    size_t dim;
    const double *lo, *hi;
    double (*at)(const struct hill *hill, const double *x, double *g);
    double A[MAX_D * MAX_D], b[MAX_D]; /* a quadratic's */
    size_t n_asked, n_calls;
    bool left_box;
};

static void ask(const double *X, size_t n, const size_t *which, double *f,
                double *G, void *context)
{
    struct hill *h = context;

    h->n_calls++;
    for (size_t i = 0; i < n; i++) {
        const double *x = X + i * h->dim;
        for (size_t j = 0; j < h->dim; j++)
            if (!(x[j] >= h->lo[j] && x[j] <= h->hi[j]))
                h->left_box = true;
        if (i > 0 && which[i] <= which[i - 1])
            h->left_box = true; /* rows out of order */
        f[i] = h->at(h, x, G + i * h->dim);
        h->n_asked++;
    }
}

static size_t climb(struct hill *h, size_t n, double *X, double *F,
                    const struct inlay_ascend_options *o)
{
    size_t n_evaluated = 0;
    inlay_error err = {0};

    h->lo = o->lo;
    h->hi = o->hi;
    CHECK_OK(inlay_ascend(h->dim, n, X, F, o, ask, h, &n_evaluated, &err), err);
    CHECK(!h->left_box);
    return n_evaluated;
}

/* b'x - x'A x/2. */
static double quadratic(const struct hill *h, const double *x, double *g)
{
    double f = 0.0;

    for (size_t i = 0; i < h->dim; i++) {
        double Ax = 0.0;
        for (size_t j = 0; j < h->dim; j++)
            Ax += h->A[i * h->dim + j] * x[j];
        g[i] = h->b[i] - Ax;
        f += x[i] * (h->b[i] - 0.5 * Ax);
    }
    return f;
}

/* A = M M' + I/10, with b so that about half of the tops are at bounds. */
static struct hill random_quadratic(size_t dim, struct inlay_rng *rng)
{
    struct hill h = {.dim = dim, .at = quadratic};
    double M[MAX_D * MAX_D];

    for (size_t i = 0; i < dim * dim; i++)
        M[i] = inlay_rng_normal(rng);
    for (size_t i = 0; i < dim; i++) {
        h.b[i] = 3.0 * inlay_rng_normal(rng);
        for (size_t j = 0; j < dim; j++) {
            h.A[i * dim + j] = i == j ? 0.1 : 0.0;
            for (size_t k = 0; k < dim; k++)
                h.A[i * dim + j] += M[i * dim + k] * M[j * dim + k];
        }
    }
    return h;
}

static const double MINUS_ONE[MAX_D] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const double PLUS_ONE[MAX_D] = {1, 1, 1, 1, 1, 1, 1, 1};

static void random_starts(size_t n, size_t dim, struct inlay_rng *rng,
                          double *X)
{
    for (size_t i = 0; i < n * dim; i++)
        X[i] = 2.0 * inlay_rng_uniform(rng) - 1.0;
}

TEST(concave_quadratics_end_at_the_kkt_point)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    size_t n_at_bounds = 0, n_free = 0;

    for (int rep = 0; rep < 200; rep++) {
        const size_t dim = 1 + (size_t)rep % MAX_D;
        struct hill h = random_quadratic(dim, &rng);
        const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
        double x[MAX_D], g[MAX_D], F;

        random_starts(1, dim, &rng, x);
        climb(&h, 1, x, &F, &o);
        CHECK_ABS(quadratic(&h, x, g), F, 1e-12 * (1.0 + fabs(F)));
        for (size_t j = 0; j < dim; j++) {
            if (1.0 - fabs(x[j]) <= o.move_tol) {
                CHECK(x[j] * g[j] >= -1e-5); /* uphill is outwards */
                n_at_bounds++;
            } else {
                CHECK_ABS(g[j], 0.0, 1e-5);
                n_free++;
            }
        }
    }
    CHECK(n_at_bounds > 200 && n_free > 200); /* both were tried */
}

TEST(a_top_at_a_corner_is_reached)
{
    struct hill h = {.dim = 3, .at = quadratic, .b = {1.0, -1.0, 2.0}};
    const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x[3] = {0.1, 0.2, -0.3}, F;

    climb(&h, 1, x, &F, &o);
    CHECK_ABS(x[0], 1.0, o.move_tol);
    CHECK_ABS(x[1], -1.0, o.move_tol);
    CHECK_ABS(x[2], 1.0, o.move_tol);
    CHECK_ABS(F, 4.0, 1e-11);
}

TEST(a_start_in_the_wrong_corner_leaves_it)
{
    struct hill h = {.dim = 2, .at = quadratic, .b = {0.5, 0.25}};
    const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x[2] = {-1.0, 1.0}, F;

    h.A[0] = h.A[3] = 1.0;
    climb(&h, 1, x, &F, &o);
    CHECK_ABS(x[0], 0.5, 1e-7);
    CHECK_ABS(x[1], 0.25, 1e-7);
}

static double rosenbrock(const struct hill *h, const double *x, double *g)
{
    const double a = 1.0 - x[0], b = x[1] - x[0] * x[0];

    (void)h;
    g[0] = 2.0 * a + 400.0 * x[0] * b;
    g[1] = -200.0 * b;
    return -a * a - 100.0 * b * b;
}

TEST(rosenbrocks_valley_is_followed_to_its_end)
{
    static const double LO[] = {-2, -2}, HI[] = {2, 2};
    struct hill h = {.dim = 2, .at = rosenbrock};
    const struct inlay_ascend_options o = patient(LO, HI);
    double x[2] = {-1.2, 1.0}, F;
    const size_t n = climb(&h, 1, x, &F, &o);

    CHECK_ABS(x[0], 1.0, 1e-5);
    CHECK_ABS(x[1], 1.0, 1e-5);
    CHECK_ABS(F, 0.0, 1e-10);
    CHECK(n < 200); /* a method without curvature takes thousands */
}

/* In the box x0 <= 1/2 the best is x0 = 1/2, x1 = 1/4. */
TEST(rosenbrocks_valley_is_followed_to_a_wall)
{
    static const double LO[] = {-2, -2}, HI[] = {0.5, 2};
    struct hill h = {.dim = 2, .at = rosenbrock};
    const struct inlay_ascend_options o = patient(LO, HI);
    double x[2] = {-1.2, 1.0}, F;

    climb(&h, 1, x, &F, &o);
    CHECK(x[0] == 0.5);
    CHECK_ABS(x[1], 0.25, 1e-6);
}

/* Many tops, with a gradient that is 0 at none but them. */
static double waves(const struct hill *h, const double *x, double *g)
{
    double f = 0.0;

    for (size_t j = 0; j < h->dim; j++) {
        f += sin(7.0 * x[j] + (double)j) - 0.3 * x[j] * x[j];
        g[j] = 7.0 * cos(7.0 * x[j] + (double)j) - 0.6 * x[j];
    }
    return f;
}

TEST(starts_together_end_as_each_alone_bit_for_bit)
{
    struct inlay_rng rng = inlay_rng_seed(2);
    struct hill h = {.dim = 4, .at = waves};
    struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double X[MAX_STARTS * 4], F[MAX_STARTS], together[MAX_STARTS * 4];

    random_starts(MAX_STARTS, 4, &rng, X);
    for (size_t rounds = 1; rounds < 40; rounds += 6) {
        size_t n_alone = 0;
        o.max_rounds = rounds;
        memcpy(together, X, sizeof X);
        const size_t n = climb(&h, MAX_STARTS, together, F, &o);
        for (size_t k = 0; k < MAX_STARTS; k++) {
            double x[4], f;
            memcpy(x, X + 4 * k, sizeof x);
            n_alone += climb(&h, 1, x, &f, &o);
            CHECK(f == F[k]);
            CHECK(memcmp(x, together + 4 * k, sizeof x) == 0);
        }
        CHECK(n == n_alone);
    }
}

TEST(no_start_ever_falls_whatever_the_number_of_rounds)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    struct hill h = {.dim = 4, .at = waves};
    struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double X[MAX_STARTS * 4], last[MAX_STARTS], g[4];

    random_starts(MAX_STARTS, 4, &rng, X);
    for (size_t k = 0; k < MAX_STARTS; k++)
        last[k] = waves(&h, X + 4 * k, g);
    for (size_t rounds = 1; rounds < 30; rounds++) {
        double Y[MAX_STARTS * 4], F[MAX_STARTS];
        o.max_rounds = rounds;
        memcpy(Y, X, sizeof X);
        climb(&h, MAX_STARTS, Y, F, &o);
        for (size_t k = 0; k < MAX_STARTS; k++) {
            CHECK(F[k] >= last[k]);
            CHECK(waves(&h, Y + 4 * k, g) ==
                  F[k]); /* X and F belong together */
            last[k] = F[k];
        }
    }
}

static double steep_hill_with_a_hole(const struct hill *h, const double *x,
                                     double *g)
{
    (void)h;
    g[0] = x[0] > 0.3 ? NAN : 1e3;
    return x[0] > 0.3 ? NAN : 1e3 * x[0];
}

static double cliff(const struct hill *h, const double *x, double *g)
{
    (void)h;
    g[0] = 1.0;
    return x[0] < 0.0 ? -INFINITY : x[0] > 0.5 ? INFINITY : x[0];
}

TEST(regions_without_a_value_are_not_entered)
{
    struct hill h = {.dim = 1, .at = steep_hill_with_a_hole};
    struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x = -0.5, F;

    o.first_step = 1.0;
    climb(&h, 1, &x, &F, &o);
    CHECK(x > -0.5 && x <= 0.3);
    CHECK(F == 1e3 * x);

    h.at = cliff; /* an infinity is no top, but a refusal */
    x = 0.1;
    climb(&h, 1, &x, &F, &o);
    CHECK(x > 0.1 && x <= 0.5 && F == x);
}

TEST(a_refused_start_stays_and_does_not_disturb_the_others)
{
    struct hill h = {.dim = 1, .at = cliff};
    const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double X[3] = {0.125, -0.25, 0.75}, F[3], x = 0.125, f;

    climb(&h, 3, X, F, &o);
    climb(&h, 1, &x, &f, &o);
    CHECK(F[0] == f && X[0] == x);
    CHECK(F[1] == -INFINITY && X[1] == -0.25);
    CHECK(F[2] == -INFINITY && X[2] == 0.75);
}

static double flat(const struct hill *h, const double *x, double *g)
{
    (void)x;
    for (size_t j = 0; j < h->dim; j++)
        g[j] = 0.0;
    return 3.0;
}

TEST(evaluations_are_counted_and_bounded)
{
    struct inlay_rng rng = inlay_rng_seed(4);
    struct hill h = {.dim = 4, .at = waves};
    struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double X[MAX_STARTS * 4], F[MAX_STARTS];

    o.max_rounds = 5;
    random_starts(MAX_STARTS, 4, &rng, X);
    CHECK(climb(&h, MAX_STARTS, X, F, &o) == h.n_asked);
    CHECK(h.n_calls <= 5 && h.n_asked <= 5 * MAX_STARTS);

    h = (struct hill){.dim = 4, .at = flat};
    CHECK(climb(&h, MAX_STARTS, X, F, &o) == MAX_STARTS); /* one each */
    CHECK(F[0] == 3.0);
}

TEST(the_count_is_added_to_what_was_counted_before)
{
    struct hill h = {.dim = 2, .at = flat};
    const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x[2] = {0.0, 0.0}, F;
    size_t n = 10;

    h.lo = o.lo;
    h.hi = o.hi;
    CHECK(inlay_ascend(2, 1, x, &F, &o, ask, &h, &n, NULL) == INLAY_OK);
    CHECK(n == 11);
    CHECK(inlay_ascend(2, 1, x, &F, &o, ask, &h, NULL, NULL) == INLAY_OK);
}

TEST(tolerances_end_a_search_early)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x[6], F, top;

    for (int rep = 0; rep < 20; rep++) {
        struct hill h = random_quadratic(6, &rng), again = h;
        random_starts(1, 6, &rng, x);
        double y[6];
        memcpy(y, x, sizeof x);
        o.gain_tol = 1e-15;
        const size_t long_way = climb(&h, 1, x, &top, &o);
        o.gain_tol = 1e-2;
        const size_t short_way = climb(&again, 1, y, &F, &o);
        CHECK(short_way < long_way);
        CHECK(F <= top + 1e-12);
    }
}

TEST(nothing_to_do_is_done)
{
    struct hill h = {.dim = 2, .at = flat};
    const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x[1] = {0.0}, F[1] = {7.0};

    CHECK(climb(&h, 0, x, F, &o) == 0);
    CHECK(F[0] == 7.0);
    h.dim = 0; /* a space without a free coordinate */
    CHECK(climb(&h, 1, x, F, &o) == 1);
    CHECK(F[0] == 3.0);
}

OOM_TEST(an_ascent_without_memory_leaves_its_starts)
{
    struct hill h = {.dim = 2, .at = waves, .lo = MINUS_ONE, .hi = PLUS_ONE};
    const struct inlay_ascend_options o = patient(MINUS_ONE, PLUS_ONE);
    double x[4] = {0.5, 0.25, -0.5, 0.0}, F[2];
    inlay_error err = {0};
    const inlay_status st = inlay_ascend(2, 2, x, F, &o, ask, &h, NULL, &err);

    if (st != INLAY_OK) {
        CHECK(x[0] == 0.5 && x[1] == 0.25 && x[2] == -0.5 && x[3] == 0.0);
        CHECK_TEXT(err.msg, "out of memory for the ascent of a function");
    }
    return st;
}
