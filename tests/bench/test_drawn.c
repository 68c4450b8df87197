/*
 * test_drawn.c: that drawn functions have the covariance of their law, and that
 * the minimum is what searches which know nothing of the features find.
 *
 * A "case" is one of the four spaces of the paper under one of the four laws.
 */
#include "check.h"

#include "support/drawn.h"
#include "support/problems.h"

enum { N_CASES = 16, MAX_VARIABLES = 8 };

static const char *const SPACES[] = {"gp2-int", "gp2-cat", "gp4-int",
                                     "gp4-cat"};

static struct drawn_law law_of(size_t number)
{
    return (struct drawn_law){.kernel = number / 4 % 2 ? DRAWN_MATERN52
                                                       : DRAWN_MATERN32,
                              .scale = number / 8 ? DRAWN_ROUGH : DRAWN_SMOOTH};
}

static inlay_space *space_of(size_t number)
{
    inlay_space *space = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_space_new(&space, &err), err);
    struct problem_kind kind;
    CHECK(problem_find(SPACES[number % 4], &kind));
    kind.add_variables(space);
    return space;
}

static struct drawn *draw(const inlay_space *space, struct drawn_law law,
                          uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    return drawn_make(space, law, &rng);
}

static inlay_variable variable(const inlay_space *space, size_t i)
{
    inlay_variable v;
    inlay_space_variable(space, i, &v, NULL);
    return v;
}

static size_t n_values_of(const inlay_variable *v)
{
    return v->type == INLAY_TYPE_INTEGER ? (size_t)v->int_hi + 1 : v->n_values;
}

static void random_point(const inlay_space *space, struct inlay_rng *rng,
                         inlay_value *x)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const inlay_variable v = variable(space, i);
        x[i] = (inlay_value){0};
        if (v.type == INLAY_TYPE_REAL)
            x[i].real = inlay_rng_uniform(rng);
        else
            x[i].integer = (int64_t)inlay_rng_below(rng, n_values_of(&v));
    }
}

/* ---- The law ---- */

/* The distance in length-scales, from the definition of the encoding. */
static double distance(const inlay_space *space, enum drawn_scale scale,
                       const inlay_value *x, const inlay_value *y)
{
    const size_t n = inlay_space_n_variables(space);
    double n_columns = 0.0, numeric = 0.0, one_hot = 0.0;

    for (size_t i = 0; i < n; i++) {
        const inlay_variable v = variable(space, i);
        const double steps = (double)(x[i].integer - y[i].integer);
        const double gap =
            v.type == INLAY_TYPE_REAL ? x[i].real - y[i].real : steps / 4.0;
        const bool is_category = v.type == INLAY_TYPE_CATEGORICAL;
        n_columns += is_category ? (double)v.n_values : 1.0;
        if (!is_category)
            numeric += gap * gap;
        else if (x[i].integer != y[i].integer)
            one_hot += 2.0; /* two columns differ by 1 */
    }
    return scale == DRAWN_SMOOTH ? sqrt(numeric + one_hot) / (0.25 * n_columns)
                                 : sqrt(16.0 * numeric + one_hot);
}

static double matern(enum drawn_kernel kernel, double r)
{
    if (kernel == DRAWN_MATERN32)
        return (1.0 + sqrt(3.0) * r) * exp(-sqrt(3.0) * r);
    return (1.0 + sqrt(5.0) * r + 5.0 / 3.0 * r * r) * exp(-sqrt(5.0) * r);
}

/* The mean of `value` over n draws of a random variable is `want`, to 4.5
 * standard errors. */
static void check_mean(const double *value, size_t n, double want)
{
    double mean = 0.0, variance = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += value[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        variance += (value[i] - mean) * (value[i] - mean) / (double)(n - 1);
    CHECK_ABS(mean, want, 4.5 * sqrt(variance / (double)n));
}

/*
 * Products tell the covariance at a distance; squares of differences have a
 * small relative error at short ones, where the laws differ by a factor.
 */
enum { N_POINTS = 6, N_DRAWS = 200 };

static void near_and_far_points(const inlay_space *space,
                                inlay_value (*x)[MAX_VARIABLES])
{
    const size_t n = inlay_space_n_variables(space);
    struct inlay_rng rng = inlay_rng_seed(3);
    for (size_t p = 0; p < N_POINTS; p++)
        random_point(space, &rng, x[p]);
    for (size_t i = 0; i < n; i++) {
        x[1][i] = x[0][i];
        x[2][i] = x[0][i];
    }
    x[1][0].real = x[0][0].real + (x[0][0].real < 0.5 ? 0.05 : -0.05);
    x[2][n - 1].integer = (x[0][n - 1].integer + 1) % 3;
}

static void check_law(size_t number)
{
    static double f[N_POINTS][N_DRAWS];
    const struct drawn_law law = law_of(number);
    inlay_space *space = space_of(number);
    inlay_value x[N_POINTS][MAX_VARIABLES];

    near_and_far_points(space, x);
    for (size_t i = 0; i < N_DRAWS; i++) {
        struct drawn *d = draw(space, law, 7000 + i);
        for (size_t p = 0; p < N_POINTS; p++)
            f[p][i] = drawn_value(d, x[p]);
        drawn_free(d);
    }
    for (size_t p = 0; p < N_POINTS; p++) {
        check_mean(f[p], N_DRAWS, 0.0);
        for (size_t q = 0; q <= p; q++) {
            const double k =
                matern(law.kernel, distance(space, law.scale, x[p], x[q]));
            double product[N_DRAWS], square[N_DRAWS];
            for (size_t i = 0; i < N_DRAWS; i++) {
                product[i] = f[p][i] * f[q][i];
                square[i] = (f[p][i] - f[q][i]) * (f[p][i] - f[q][i]);
            }
            check_mean(product, N_DRAWS, k);
            check_mean(square, N_DRAWS, 2.0 * (1.0 - k));
        }
    }
    inlay_space_free(space);
}

TEST(draws_have_the_covariance_of_their_law)
{
    for (size_t i = 0; i < N_CASES; i++)
        check_law(i);
}

TEST(the_seed_decides_the_function)
{
    for (size_t i = 0; i < N_CASES; i++) {
        inlay_space *space = space_of(i);
        struct drawn *a = draw(space, law_of(i), 11);
        struct drawn *b = draw(space, law_of(i), 11);
        struct drawn *other = draw(space, law_of(i), 12);
        struct inlay_rng rng = inlay_rng_seed(1);
        for (int k = 0; k < 20; k++) {
            inlay_value x[MAX_VARIABLES];
            random_point(space, &rng, x);
            CHECK(drawn_value(a, x) == drawn_value(b, x));
            CHECK(drawn_value(a, x) != drawn_value(other, x));
        }
        inlay_value x[MAX_VARIABLES];
        CHECK(drawn_minimum(a, NULL) == drawn_minimum(b, x));
        drawn_free(a);
        drawn_free(b);
        drawn_free(other);
        inlay_space_free(space);
    }
}

/* Printed by `objective` when it knew no other law. */
TEST(the_problems_are_those_of_earlier_versions)
{
    struct problem_kind kind[2];
    CHECK(problem_find("gp2-int", &kind[0]));
    CHECK(problem_find("gp4-cat", &kind[1]));
    struct problem p = problem_make(&kind[0], 7);
    const inlay_value x[] = {{.real = 0.25}, {.integer = 3}};
    CHECK_ABS(drawn_value(p.drawn, x), -0.33094576083573196, 1e-13);
    CHECK_ABS(p.minimum, -1.402442798608906, 1e-13);
    problem_clear(&p);

    p = problem_make(&kind[1], 3);
    const inlay_value z[] = {
        {.real = 0.25}, {.real = 1.0}, {.integer = 2}, {.integer = 0}};
    CHECK_ABS(drawn_value(p.drawn, z), 0.41776391609038444, 1e-13);
    CHECK_ABS(p.minimum, -0.7508360450589715, 1e-13);
    problem_clear(&p);
}

/* ---- Derivatives ---- */

/* h = 1e-5 balances truncation (h², times some 1e4 where frequencies are high)
 * against cancellation (1e-15/h). */
static void check_derivatives(const struct drawn *d, inlay_value *x,
                              size_t n_reals)
{
    const double h = 1e-5, tol = 1e-5;
    const struct drawn_expansion e = drawn_expand(d, x);

    CHECK_ABS(e.value, drawn_value(d, x), 1e-13);
    for (size_t a = 0; a < n_reals; a++) {
        const double at = x[a].real;
        x[a].real = at + h;
        const struct drawn_expansion up = drawn_expand(d, x);
        x[a].real = at - h;
        const struct drawn_expansion down = drawn_expand(d, x);
        x[a].real = at;
        CHECK_ABS(e.gradient[a], (up.value - down.value) / (2.0 * h), tol);
        for (size_t b = 0; b < n_reals; b++)
            CHECK_ABS(e.hessian[a][b],
                      (up.gradient[b] - down.gradient[b]) / (2.0 * h),
                      tol * (100.0 + fabs(e.hessian[a][b])));
    }
    for (size_t a = n_reals; a < DRAWN_MAX_REALS; a++)
        CHECK(e.gradient[a] == 0.0 && e.hessian[a][a] == 0.0);
}

TEST(derivatives_are_central_differences)
{
    for (size_t i = 0; i < N_CASES; i++) {
        inlay_space *space = space_of(i);
        struct drawn *d = draw(space, law_of(i), 21);
        struct inlay_rng rng = inlay_rng_seed(2);
        for (int k = 0; k < 20; k++) {
            inlay_value x[MAX_VARIABLES];
            random_point(space, &rng, x);
            check_derivatives(d, x, i % 4 < 2 ? 1 : 2);
        }
        drawn_free(d);
        inlay_space_free(space);
    }
}

/* ---- The minimum ---- */

/* Compass search on the reals, from values alone. */
static double polished(const struct drawn *d, const inlay_space *space,
                       inlay_value *x)
{
    double best = drawn_value(d, x);
    for (double step = 0.01; step > 1e-8;) {
        bool has_moved = false;
        for (size_t i = 0; i < inlay_space_n_variables(space); i++)
            for (int side = -1; side <= 1; side += 2) {
                const double was = x[i].real;
                if (variable(space, i).type != INLAY_TYPE_REAL)
                    continue;
                x[i].real = fmin(fmax(was + side * step, 0.0), 1.0);
                const double y = drawn_value(d, x);
                has_moved = has_moved || y < best;
                if (y < best)
                    best = y;
                else
                    x[i].real = was;
            }
        if (!has_moved)
            step *= 0.5;
    }
    return best;
}

/* Attained where it says, at a configuration of the space. */
static double checked_minimum(const struct drawn *d, const inlay_space *space)
{
    inlay_value x[MAX_VARIABLES];
    const double minimum = drawn_minimum(d, x);

    CHECK(drawn_value(d, x) == minimum);
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const inlay_variable v = variable(space, i);
        CHECK(x[i].type == v.type);
        if (v.type == INLAY_TYPE_REAL)
            CHECK(x[i].real >= 0.0 && x[i].real <= 1.0);
        else
            CHECK(x[i].integer >= 0 && (size_t)x[i].integer < n_values_of(&v));
        if (v.type == INLAY_TYPE_CATEGORICAL)
            CHECK_TEXT(x[i].text, v.labels[x[i].integer]);
    }
    return minimum;
}

/* 1e5 random points in all; each that is the best of its problem so far is
 * polished. */
TEST(random_search_never_beats_the_minimum)
{
    for (size_t i = 0; i < N_CASES; i++) {
        inlay_space *space = space_of(i);
        struct drawn *d = draw(space, law_of(i), 31);
        struct inlay_rng rng = inlay_rng_seed(5);
        const double minimum = checked_minimum(d, space);
        double best = INFINITY;
        for (int k = 0; k < 100000 / N_CASES; k++) {
            inlay_value x[MAX_VARIABLES];
            random_point(space, &rng, x);
            const double y = drawn_value(d, x);
            CHECK(y > minimum - 1e-12);
            if (y >= best)
                continue;
            best = y;
            CHECK(polished(d, space, x) > minimum - 1e-12);
        }
        drawn_free(d);
        inlay_space_free(space);
    }
}

/* The next point of a grid over all variables, the reals in n steps: an
 * odometer; false at the end.  Of a real, `integer` is its step. */
static bool advance(const inlay_space *space, int64_t n, inlay_value *x)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++) {
        const inlay_variable v = variable(space, i);
        const int64_t n_values =
            v.type == INLAY_TYPE_REAL ? n + 1 : (int64_t)n_values_of(&v);
        x[i].integer = (x[i].integer + 1) % n_values;
        x[i].real = (double)x[i].integer / (double)n;
        if (x[i].integer != 0)
            return true;
    }
    return false;
}

enum { MAX_GRID = 20000 };

/* By a grid on the reals, from all points of which that are within `margin` of
 * the best a compass search starts. */
static double dense_minimum(const struct drawn *d, const inlay_space *space,
                            int64_t n, double margin)
{
    static double value[MAX_GRID];
    inlay_value x[MAX_VARIABLES] = {{0}};
    double least = INFINITY, minimum = INFINITY;
    size_t k = 0;
    do {
        CHECK(k < MAX_GRID);
        value[k] = drawn_value(d, x);
        least = fmin(least, value[k++]);
    } while (advance(space, n, x));
    k = 0;
    do {
        inlay_value start[MAX_VARIABLES];
        if (value[k++] > least + margin)
            continue;
        memcpy(start, x, sizeof start);
        minimum = fmin(minimum, polished(d, space, start));
    } while (advance(space, n, x));
    return minimum;
}

TEST(a_dense_search_agrees)
{
    for (size_t i = 0; i < N_CASES; i++) {
        const bool is_plane = i % 4 >= 2;
        inlay_space *space = space_of(i);
        for (uint64_t seed = 40; seed < (is_plane ? 41 : 43); seed++) {
            struct drawn *d = draw(space, law_of(i), seed);
            const double minimum = checked_minimum(d, space);
            CHECK_ABS(dense_minimum(d, space, is_plane ? 20 : 200,
                                    is_plane ? 0.05 : 0.01),
                      minimum, 1e-11);
            drawn_free(d);
        }
        inlay_space_free(space);
    }
}

/* Rough draws of Matérn 3/2 where the least node of a grid of 64 is not in the
 * deepest valley, which lies about the reals `near`. */
TEST(a_narrow_valley_between_nodes_is_found)
{
    static const struct {
        size_t space;
        uint64_t seed;
        double near[2];
    } row[] = {
        {0, 97, {0.26, 0.0}},     {0, 239, {0.51, 0.0}},
        {0, 344, {0.1, 0.0}},     {1, 239, {0.9, 0.0}},
        {1, 543, {0.755, 0.0}},   {2, 365, {0.0, 0.24}},
        {2, 645, {0.33, 0.88}},   {3, 68, {0.16, 0.317}},
        {3, 325, {0.102, 0.184}}, {3, 539, {0.82, 0.007}},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_space *space = space_of(row[i].space);
        struct drawn *d = draw(space, law_of(8), row[i].seed);
        inlay_value x[MAX_VARIABLES] = {{0}};
        double least = INFINITY;
        do { /* from all configurations, whatever reals the odometer shows */
            inlay_value from[MAX_VARIABLES];
            memcpy(from, x, sizeof from);
            from[0].real = row[i].near[0];
            from[1].real = row[i].near[1];
            if (x[0].integer == 0 && (row[i].space < 2 || x[1].integer == 0))
                least = fmin(least, polished(d, space, from));
        } while (advance(space, 1, x));
        CHECK_ABS(checked_minimum(d, space), least, 1e-11);
        drawn_free(d);
        inlay_space_free(space);
    }
}

TEST(a_space_without_reals_is_enumerated)
{
    inlay_space *space = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_space_new(&space, &err), err);
    CHECK_OK(
        inlay_space_add_integer(space, "k", 0, 6, INLAY_SCALE_LINEAR, &err),
        err);
    CHECK_OK(inlay_space_add_categorical(
                 space, "c", (const char *const[]){"a", "b", "c"}, 3, &err),
             err);
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct drawn *d = draw(space, law_of(8), seed);
        inlay_value x[MAX_VARIABLES] = {{0}};
        double least = INFINITY;
        do
            least = fmin(least, drawn_value(d, x));
        while (advance(space, 1, x));
        CHECK_ABS(checked_minimum(d, space), least, 1e-13);
        drawn_free(d);
    }
    inlay_space_free(space);
}
