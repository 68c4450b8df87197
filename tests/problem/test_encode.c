/*
 * test_encode.c: the laws of the mapping between values and coordinates:
 * T∘T = T, level∘coordinate = id, decode∘encode = id, decode∘T = decode; and
 * that every cell is as likely as it should be.
 */
#include "check.h"

#include <float.h>

#include "problem/encode.h"

enum { MAX_DIM = 32, MAX_CATEGORIES = 64 };

static struct inlay_encoding encoding(const inlay_space *s, bool is_relaxed)
{
    inlay_error err = {0};
    struct inlay_encoding enc;
    CHECK_OK(inlay_encoding_init(&enc, s, is_relaxed, &err), err);
    return enc;
}

static inlay_space *empty(void)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    CHECK_OK(inlay_space_new(&s, &err), err);
    return s;
}

static void add_integer(inlay_space *s, const char *name, int64_t lo,
                        int64_t hi, inlay_scale scale)
{
    inlay_error err = {0};
    CHECK_OK(inlay_space_add_integer(s, name, lo, hi, scale, &err), err);
}

static void add_real(inlay_space *s, const char *name, double lo, double hi,
                     inlay_scale scale)
{
    inlay_error err = {0};
    CHECK_OK(inlay_space_add_real(s, name, lo, hi, scale, &err), err);
}

static void add_categorical(inlay_space *s, const char *name, size_t n)
{
    inlay_error err = {0};
    char text[MAX_CATEGORIES][24];
    const char *labels[MAX_CATEGORIES];
    for (size_t i = 0; i < n; i++) {
        snprintf(text[i], sizeof text[i], "c%zu", i);
        labels[i] = text[i];
    }
    CHECK_OK(inlay_space_add_categorical(s, name, labels, n, &err), err);
}

/* One integer variable, and its only axis. */
struct grid {
    inlay_space *space;
    struct inlay_encoding enc;
    const struct inlay_axis *axis;
};

static struct grid grid(int64_t lo, int64_t hi, inlay_scale scale)
{
    struct grid g = {.space = empty()};
    add_integer(g.space, "n", lo, hi, scale);
    g.enc = encoding(g.space, false);
    g.axis = g.enc.axis;
    CHECK(g.enc.dim == 1 && g.axis->kind == INLAY_AXIS_GRID);
    return g;
}

static void clear_grid(struct grid *g)
{
    inlay_encoding_clear(&g->enc);
    inlay_space_free(g->space);
}

/* All types, linear and log, with constants between them. */
static inlay_space *mixed(void)
{
    inlay_error err = {0};
    static const double numbers[] = {-3, 0.5, 0.75, 1e9};
    inlay_space *s = empty();
    add_real(s, "fixed", 2.5, 2.5, INLAY_SCALE_LINEAR);
    add_real(s, "x", -5, 10, INLAY_SCALE_LINEAR);
    add_real(s, "rate", 1e-5, 1, INLAY_SCALE_LOG);
    add_integer(s, "one", 7, 7, INLAY_SCALE_LINEAR);
    add_integer(s, "n", -2, 9, INLAY_SCALE_LINEAR);
    add_integer(s, "width", 8, 512, INLAY_SCALE_LOG);
    CHECK_OK(inlay_space_add_ordinal(s, "o", numbers, LEN(numbers), &err), err);
    add_categorical(s, "k", 5);
    add_categorical(s, "single", 1);
    CHECK_OK(inlay_space_add_boolean(s, "b", &err), err);
    return s;
}

enum { MIXED_VARIABLES = 10, MIXED_DIM = 7, MIXED_RELAXED_DIM = 12 };

static bool same_value(const inlay_value *a, const inlay_value *b)
{
    return a->type == b->type && a->real == b->real &&
           a->integer == b->integer && a->text == b->text;
}

static void uniform_point(size_t dim, struct inlay_rng *rng, double *u)
{
    for (size_t a = 0; a < dim; a++)
        u[a] = inlay_rng_uniform(rng);
}

/* ---- Axes ---------------------------------------------------------------- */

TEST(each_variable_that_varies_has_an_axis)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, false);
    static const struct {
        enum inlay_axis_kind kind;
        size_t var;
        uint64_t n_levels;
        bool is_log;
    } want[MIXED_DIM] = {
        {INLAY_AXIS_REAL, 1, 0, false},     {INLAY_AXIS_REAL, 2, 0, true},
        {INLAY_AXIS_GRID, 4, 12, false},    {INLAY_AXIS_GRID, 5, 505, true},
        {INLAY_AXIS_GRID, 6, 4, false},     {INLAY_AXIS_CATEGORY, 7, 5, false},
        {INLAY_AXIS_CATEGORY, 9, 2, false},
    };
    CHECK(enc.dim == MIXED_DIM && enc.n_real == 2 && !enc.is_relaxed);
    for (size_t a = 0; a < enc.dim; a++) {
        CHECK(enc.axis[a].kind == want[a].kind);
        CHECK(enc.axis[a].var == want[a].var);
        CHECK(enc.axis[a].n_levels == want[a].n_levels);
        CHECK(enc.axis[a].is_log == want[a].is_log);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(relaxed_axes_are_all_real_and_a_category_has_one_for_each_value)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, true);
    static const size_t var[MIXED_RELAXED_DIM] = {1, 2, 4, 5, 6, 7,
                                                  7, 7, 7, 7, 9, 9};
    CHECK(enc.dim == MIXED_RELAXED_DIM && enc.n_real == MIXED_RELAXED_DIM);
    for (size_t a = 0; a < enc.dim; a++) {
        CHECK(enc.axis[a].kind == INLAY_AXIS_REAL);
        CHECK(enc.axis[a].var == var[a]);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(a_space_of_constants_has_no_axis_and_one_configuration)
{
    inlay_space *s = empty();
    struct inlay_encoding enc = encoding(s, false);
    CHECK(enc.dim == 0 && inlay_encode_n_configurations(&enc) == 1);
    inlay_encoding_clear(&enc);

    add_real(s, "a", 3, 3, INLAY_SCALE_LINEAR);
    add_integer(s, "b", -4, -4, INLAY_SCALE_LINEAR);
    add_categorical(s, "c", 1);
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct inlay_rng rng = inlay_rng_seed(1);
        double u[1] = {0.25};
        inlay_value x[3];
        enc = encoding(s, relaxed);
        CHECK(enc.dim == 0 && inlay_encode_n_configurations(&enc) == 1);
        CHECK(inlay_encode_n_discrete(&enc) == 1);
        inlay_encode_sample(&enc, &rng, u);
        inlay_encode_combination(&enc, 0, u);
        inlay_decode(&enc, u, x);
        inlay_encode(&enc, x, u);
        CHECK(u[0] == 0.25); /* nothing written */
        CHECK(x[0].real == 3 && x[1].integer == -4);
        CHECK_TEXT(x[2].text, "c0");
        inlay_encoding_clear(&enc);
    }
    inlay_space_free(s);
}

/* ---- Levels and coordinates ---------------------------------------------- */

/* What holds at level k: its coordinate is its own, within [0,1], above the one
 * below; and u a bit beside the coordinate does not jump over a level. */
static void check_level(const struct inlay_axis *axis, uint64_t k)
{
    const double t = inlay_axis_coordinate(axis, k);
    CHECK(t >= 0 && t <= 1);
    CHECK(inlay_axis_level(axis, t) == k);
    if (k > 0)
        CHECK(inlay_axis_coordinate(axis, k - 1) < t);
    const uint64_t below = inlay_axis_level(axis, nextafter(t, -1));
    const uint64_t above = inlay_axis_level(axis, nextafter(t, 2));
    CHECK(below == k || below + 1 == k);
    CHECK(above == k || above == k + 1);
}

TEST(level_of_coordinate_is_the_level_for_all_small_grids)
{
    static const int64_t first[] = {1, 2, 3, 10, 1000, 123456789};
    for (int64_t n = 2; n <= 64; n++) {
        struct grid g = grid(-3, n - 4, INLAY_SCALE_LINEAR);
        for (int64_t k = 0; k < n; k++)
            check_level(g.axis, (uint64_t)k);
        clear_grid(&g);
        for (size_t i = 0; i < LEN(first); i++) {
            g = grid(first[i], first[i] + n - 1, INLAY_SCALE_LOG);
            for (int64_t k = 0; k < n; k++)
                check_level(g.axis, (uint64_t)k);
            clear_grid(&g);
        }
    }
}

TEST(level_of_coordinate_is_the_level_for_every_value_of_larger_grids)
{
    static const int64_t width[] = {99, 999, 4095, 4096, 10006, 65536};
    for (size_t i = 0; i < LEN(width); i++)
        for (int scale = 0; scale < 2; scale++) {
            struct grid g = grid(1, 1 + width[i], (inlay_scale)scale);
            for (int64_t k = 0; k <= width[i]; k++)
                check_level(g.axis, (uint64_t)k);
            clear_grid(&g);
        }
}

/* Both ends, around the powers of two (where rounding changes), the middle,
 * the border of the next to last cell, and at random. */
static void check_huge(int64_t lo, int64_t hi, inlay_scale scale)
{
    struct inlay_rng rng = inlay_rng_seed((uint64_t)hi);
    struct grid g = grid(lo, hi, scale);
    const uint64_t n = g.axis->n_levels;

    for (uint64_t k = 0; k < 1000 && k < n; k++) {
        check_level(g.axis, k);
        check_level(g.axis, n - 1 - k);
        check_level(g.axis, n / 2 - (k < n / 2 ? k : 0));
        check_level(g.axis, n / 2 + (k < n - n / 2 ? k : 0));
    }
    for (int b = 2; b < 53; b++)
        for (uint64_t d = 0; d < 5; d++)
            if ((UINT64_C(1) << b) + d - 2 < n)
                check_level(g.axis, (UINT64_C(1) << b) + d - 2);
    for (int i = 0; i < 20000; i++)
        check_level(g.axis, inlay_rng_below(&rng, n));
    clear_grid(&g);
}

TEST(level_of_coordinate_is_the_level_in_huge_linear_grids)
{
    for (int b = 20; b <= 53; b++) {
        const int64_t n = INT64_C(1) << b;
        check_huge(0, n - 1, INLAY_SCALE_LINEAR);
        check_huge(0, n - 2, INLAY_SCALE_LINEAR);
        check_huge(INT64_MIN, INT64_MIN + n / 3 * 2 + 1, INLAY_SCALE_LINEAR);
        check_huge(INT64_MAX - n + 1, INT64_MAX, INLAY_SCALE_LINEAR);
    }
}

TEST(level_of_coordinate_is_the_level_in_huge_log_grids)
{
    for (int b = 20; b <= 43; b++) {
        const int64_t hi = INT64_C(1) << b;
        check_huge(1, hi, INLAY_SCALE_LOG);
        check_huge(hi / 3, hi, INLAY_SCALE_LOG);
        check_huge(hi - 10, hi, INLAY_SCALE_LOG);
        check_huge(hi - 1, hi, INLAY_SCALE_LOG);
        check_huge(hi - hi / 100, hi - 1, INLAY_SCALE_LOG);
    }
}

TEST(coordinates_run_over_the_unit_interval)
{
    for (int64_t n = 2; n <= 64; n++) {
        struct grid g = grid(0, n - 1, INLAY_SCALE_LINEAR);
        for (int64_t k = 0; k < n; k++)
            CHECK(inlay_axis_coordinate(g.axis, (uint64_t)k) ==
                  (double)k / (double)(n - 1));
        clear_grid(&g);
    }
}

TEST(log_coordinates_are_where_the_logarithm_is)
{
    struct grid g = grid(8, 512, INLAY_SCALE_LOG);
    const double lo = log(7.5), width = log(512.5) - lo;
    for (int v = 8; v <= 512; v++)
        CHECK_ABS(inlay_axis_coordinate(g.axis, (uint64_t)(v - 8)),
                  (log(v) - lo) / width, 1e-14);
    clear_grid(&g);
}

/* Cell k of n is [k/n, (k+1)/n): borders within two roundings of there. */
TEST(linear_cells_have_equal_width)
{
    for (int64_t n = 2; n <= 64; n++) {
        struct grid g = grid(0, n - 1, INLAY_SCALE_LINEAR);
        for (int64_t k = 1; k < n; k++) {
            const double border = (double)k / (double)n;
            CHECK(inlay_axis_level(g.axis, border - 4e-16) + 1 == (uint64_t)k);
            CHECK(inlay_axis_level(g.axis, border + 4e-16) == (uint64_t)k);
        }
        clear_grid(&g);
    }
}

TEST(log_cells_meet_halfway_between_the_integers)
{
    static const int64_t bound[][2] = {{1, 10}, {8, 512}, {1000, 1003}};
    for (size_t i = 0; i < LEN(bound); i++) {
        struct grid g = grid(bound[i][0], bound[i][1], INLAY_SCALE_LOG);
        const double lo = log((double)bound[i][0] - 0.5);
        const double width = log((double)bound[i][1] + 0.5) - lo;
        for (int64_t v = bound[i][0]; v < bound[i][1]; v++) {
            const double border = (log((double)v + 0.5) - lo) / width;
            const uint64_t k = (uint64_t)(v - bound[i][0]);
            CHECK(inlay_axis_level(g.axis, border - 1e-12) == k);
            CHECK(inlay_axis_level(g.axis, border + 1e-12) == k + 1);
        }
        clear_grid(&g);
    }
}

/* Cells tile the interval, and hold just what inlay_axis_level gives them. */
TEST(cells_tile_the_unit_interval)
{
    static const struct {
        int64_t lo, hi;
        inlay_scale scale;
    } row[] = {{0, 1, INLAY_SCALE_LINEAR},   {-4, 2, INLAY_SCALE_LINEAR},
               {0, 999, INLAY_SCALE_LINEAR}, {1, 2, INLAY_SCALE_LOG},
               {1, 1000, INLAY_SCALE_LOG},   {70, 100, INLAY_SCALE_LOG}};
    for (size_t r = 0; r < LEN(row); r++) {
        struct grid g = grid(row[r].lo, row[r].hi, row[r].scale);
        double end = 0.0, width;
        for (uint64_t k = 0; k < g.axis->n_levels; k++) {
            const double from = inlay_axis_cell(g.axis, k, &width);
            CHECK_ABS(from, end, 1e-14);
            end = from + width;
            CHECK(inlay_axis_level(g.axis, from + 1e-6 * width) == k);
            CHECK(inlay_axis_level(g.axis, end - 1e-6 * width) == k);
        }
        CHECK_ABS(end, 1.0, 1e-14);
        clear_grid(&g);
    }
}

/* 2^52 levels: borders differ in the last bit, widths do not. */
TEST(cells_of_huge_grids_keep_the_digits_of_their_width)
{
    struct grid g = grid(0, (INT64_C(1) << 52) - 1, INLAY_SCALE_LINEAR);
    double width;
    inlay_axis_cell(g.axis, (UINT64_C(1) << 51) + 1, &width);
    CHECK(width == 0x1p-52);
    clear_grid(&g);

    g = grid(1, INT64_C(1) << 43, INLAY_SCALE_LOG);
    const double v = 0x1p42;
    inlay_axis_cell(g.axis, (UINT64_C(1) << 42) - 1, &width); /* v - 1 */
    CHECK_REL(width * g.axis->log_width, 1.0 / v, 1e-12);
    clear_grid(&g);
}

TEST(level_grows_with_the_coordinate)
{
    static const int64_t hi[] = {2, 49, 100, 4096, INT64_C(1) << 43};
    struct inlay_rng rng = inlay_rng_seed(3);
    for (size_t i = 0; i < LEN(hi); i++)
        for (int scale = 0; scale < 2; scale++) {
            struct grid g = grid(1, hi[i], (inlay_scale)scale);
            for (int j = 0; j < 20000; j++) {
                const double u = inlay_rng_uniform(&rng);
                const double v = j % 2 ? nextafter(u, 1)
                                       : u + (1 - u) * inlay_rng_uniform(&rng);
                CHECK(inlay_axis_level(g.axis, u) <=
                      inlay_axis_level(g.axis, v));
            }
            clear_grid(&g);
        }
}

TEST(a_coordinate_outside_counts_as_the_nearer_end)
{
    for (int scale = 0; scale < 2; scale++) {
        struct grid g = grid(3, 9, (inlay_scale)scale);
        CHECK(inlay_axis_level(g.axis, -0.5) == 0);
        CHECK(inlay_axis_level(g.axis, -INFINITY) == 0);
        CHECK(inlay_axis_level(g.axis, NAN) == 0);
        CHECK(inlay_axis_level(g.axis, 0) == 0);
        CHECK(inlay_axis_level(g.axis, 1) == 6);
        CHECK(inlay_axis_level(g.axis, 1.5) == 6);
        CHECK(inlay_axis_level(g.axis, INFINITY) == 6);
        clear_grid(&g);
    }
}

/* ---- T ------------------------------------------------------------------- */

TEST(snapping_twice_is_snapping_once)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, false);
    struct inlay_rng rng = inlay_rng_seed(5);
    for (int i = 0; i < 20000; i++) {
        double u[MIXED_DIM], t[MIXED_DIM], tt[MIXED_DIM];
        uniform_point(MIXED_DIM, &rng, u);
        if (i % 2) /* near and on the borders of cells */
            for (size_t a = 2; a < MIXED_DIM; a++) {
                const double n = (double)enc.axis[a].n_levels;
                u[a] = floor(u[a] * (n + 1)) / n;
                if (i % 4 == 3)
                    u[a] = nextafter(u[a], i % 8 == 3 ? 0 : 1);
            }
        inlay_encode_snap(&enc, u, t);
        inlay_encode_snap(&enc, t, tt);
        CHECK(memcmp(t, tt, sizeof t) == 0);
        CHECK(t[0] == u[0] && t[1] == u[1]); /* reals stay */
        inlay_encode_snap(&enc, u, u);       /* in place */
        CHECK(memcmp(t, u, sizeof t) == 0);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(decode_does_not_tell_a_point_from_its_snapped_one)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, false);
    struct inlay_rng rng = inlay_rng_seed(6);
    for (int i = 0; i < 20000; i++) {
        double u[MIXED_DIM], t[MIXED_DIM], v[MIXED_DIM];
        inlay_value x[MIXED_VARIABLES], y[MIXED_VARIABLES];
        uniform_point(MIXED_DIM, &rng, u);
        inlay_encode_snap(&enc, u, t);
        inlay_decode(&enc, u, x);
        inlay_decode(&enc, t, y);
        for (size_t k = 0; k < MIXED_VARIABLES; k++)
            CHECK(same_value(&x[k], &y[k]));
        inlay_encode(&enc, x, v); /* encode(decode(u)) = T(u) */
        CHECK_ABS(v[0], t[0], 1e-15);
        CHECK_ABS(v[1], t[1], 1e-15);
        for (size_t a = 2; a < MIXED_DIM; a++)
            CHECK(v[a] == t[a]);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(snapping_a_relaxed_point_changes_nothing)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, true);
    struct inlay_rng rng = inlay_rng_seed(7);
    double u[MIXED_RELAXED_DIM], t[MIXED_RELAXED_DIM];
    uniform_point(MIXED_RELAXED_DIM, &rng, u);
    inlay_encode_snap(&enc, u, t);
    CHECK(memcmp(u, t, sizeof u) == 0);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

/* ---- Reals --------------------------------------------------------------- */

static double decoded(const struct inlay_encoding *enc, double u)
{
    inlay_value x;
    inlay_decode(enc, &u, &x);
    CHECK(x.type == INLAY_TYPE_REAL && x.integer == 0 && !x.text);
    return x.real;
}

static double encoded(const struct inlay_encoding *enc, double v)
{
    const inlay_value x = inlay_real(v);
    double u = -1;
    inlay_encode(enc, &x, &u);
    CHECK(u >= 0 && u <= 1);
    return u;
}

static const struct range {
    double lo, hi;
} ranges[] = {{0, 1},          {-5, 10},
              {1e6, 1e6 + 1},  {-1e-300, 1e-300},
              {-1e308, 1e308}, {-DBL_MAX, DBL_MAX},
              {0, DBL_MAX},    {0, 5e-324},
              {-0.1, 0.3},     {1, 1 + DBL_EPSILON},
              {-1e300, 1}};

static const struct range log_ranges[] = {
    {1e-5, 1},        {5e-324, DBL_MAX}, {1e-300, 1e300},  {1, 1 + DBL_EPSILON},
    {1000, 1000.001}, {5e-324, 1e-323},  {1e300, DBL_MAX}, {0.1, 0.3}};

/* The bounds both ways exactly, and nothing outside of them. */
static void check_bounds(const struct range *r, inlay_scale scale)
{
    inlay_space *s = empty();
    add_real(s, "x", r->lo, r->hi, scale);
    struct inlay_encoding enc = encoding(s, false);
    struct inlay_rng rng = inlay_rng_seed(8);
    CHECK(decoded(&enc, 0) == r->lo && decoded(&enc, 1) == r->hi);
    CHECK(decoded(&enc, -3) == r->lo && decoded(&enc, 3) == r->hi);
    CHECK(encoded(&enc, r->lo) == 0 && encoded(&enc, r->hi) == 1);
    for (int i = 0; i < 5000; i++) {
        const double x = decoded(&enc, inlay_rng_uniform(&rng));
        CHECK(x >= r->lo && x <= r->hi);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(bounds_of_reals_are_exact_and_never_passed)
{
    for (size_t i = 0; i < LEN(ranges); i++)
        check_bounds(&ranges[i], INLAY_SCALE_LINEAR);
    for (size_t i = 0; i < LEN(log_ranges); i++)
        check_bounds(&log_ranges[i], INLAY_SCALE_LOG);
}

/* To two units of the last place of the largest number at hand; and u comes
 * back as exactly as x can tell it. */
TEST(linear_reals_go_and_come_back)
{
    struct inlay_rng rng = inlay_rng_seed(9);
    for (size_t i = 0; i < LEN(ranges); i++) {
        const struct range r = ranges[i];
        const double size = fmax(fabs(r.lo), fabs(r.hi));
        const double tol = fmax(2 * size * DBL_EPSILON, 5e-324);
        const double tol_u = 1e-15 + tol / (r.hi / 2 - r.lo / 2);
        inlay_space *s = empty();
        add_real(s, "x", r.lo, r.hi, INLAY_SCALE_LINEAR);
        struct inlay_encoding enc = encoding(s, false);
        for (int j = 0; j < 5000; j++) {
            const double u = inlay_rng_uniform(&rng), x = decoded(&enc, u);
            CHECK_ABS(encoded(&enc, x), u, tol_u);
            CHECK_ABS(decoded(&enc, encoded(&enc, x)), x, tol);
        }
        inlay_encoding_clear(&enc);
        inlay_space_free(s);
    }
}

/* On a log scale the tolerance is one of log x, whose size is max(1, w). */
TEST(log_reals_go_and_come_back)
{
    struct inlay_rng rng = inlay_rng_seed(10);
    for (size_t i = 0; i < LEN(log_ranges); i++) {
        const struct range r = log_ranges[i];
        const double w = log(r.hi) - log(r.lo);
        const double tol = 2 * fmax(1, w) * DBL_EPSILON;
        inlay_space *s = empty();
        add_real(s, "x", r.lo, r.hi, INLAY_SCALE_LOG);
        struct inlay_encoding enc = encoding(s, false);
        for (int j = 0; j < 5000; j++) {
            const double u = inlay_rng_uniform(&rng), x = decoded(&enc, u);
            const double grain = fmax(tol * x, 5e-324); /* below DBL_MIN */
            CHECK_ABS(decoded(&enc, encoded(&enc, x)), x, grain);
            if (w > 1e-10 && x > DBL_MIN)
                CHECK_ABS(encoded(&enc, x), u, 1e-15 + tol / w);
        }
        inlay_encoding_clear(&enc);
        inlay_space_free(s);
    }
}

TEST(the_middle_of_a_log_range_is_its_geometric_mean)
{
    inlay_space *s = empty();
    add_real(s, "x", 1e-300, 1e300, INLAY_SCALE_LOG);
    struct inlay_encoding enc = encoding(s, false);
    CHECK_REL(decoded(&enc, 0.5), 1.0, 1e-12);
    CHECK_REL(decoded(&enc, 0.75), 1e150, 1e-12);
    CHECK_REL(decoded(&enc, 0.25), 1e-150, 1e-12);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

/* ---- Values -------------------------------------------------------------- */

/* A random configuration, but each bound with probability 1/4. */
static void random_values(const inlay_space *s, struct inlay_rng *rng,
                          inlay_value *x)
{
    for (size_t i = 0; i < inlay_space_n_variables(s); i++) {
        const struct inlay_var *var = inlay_space_var(s, i);
        const uint64_t edge = inlay_rng_below(rng, 4);
        if (var->n_levels == 0) {
            const double v = inlay_rng_uniform(rng);
            x[i] = inlay_real(edge == 0   ? var->is.lo
                              : edge == 1 ? var->is.hi
                                          : fmax(var->is.lo, v));
        } else {
            x[i] = inlay_var_value(
                var, edge == 0   ? 0
                     : edge == 1 ? var->n_levels - 1
                                 : inlay_rng_below(rng, var->n_levels));
        }
    }
}

TEST(decode_of_encode_is_identity_in_both_encodings)
{
    inlay_space *s = mixed();
    struct inlay_rng rng = inlay_rng_seed(11);
    add_integer(s, "big", 0, (INT64_C(1) << 53) - 1, INLAY_SCALE_LINEAR);
    add_integer(s, "biglog", 1, INT64_C(1) << 43, INLAY_SCALE_LOG);
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct inlay_encoding enc = encoding(s, relaxed);
        for (int i = 0; i < 10000; i++) {
            inlay_value x[MIXED_VARIABLES + 2], y[MIXED_VARIABLES + 2];
            double u[MAX_DIM], v[MAX_DIM];
            random_values(s, &rng, x);
            inlay_encode(&enc, x, u);
            inlay_decode(&enc, u, y);
            inlay_encode_snap(&enc, u, v);
            CHECK(memcmp(u, v, enc.dim * sizeof *u) == 0);
            for (size_t k = 0; k < LEN(x); k++)
                if (k == 1) /* x in -5 .. 10 */
                    CHECK_ABS(y[k].real, x[k].real, 20 * DBL_EPSILON);
                else if (k == 2) /* rate, on a log scale */
                    CHECK_REL(y[k].real, x[k].real, 1e-14);
                else
                    CHECK(same_value(&x[k], &y[k]));
        }
        inlay_encoding_clear(&enc);
    }
    inlay_space_free(s);
}

TEST(what_decode_gives_passes_the_check_unchanged)
{
    inlay_space *s = mixed();
    struct inlay_rng rng = inlay_rng_seed(12);
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct inlay_encoding enc = encoding(s, relaxed);
        for (int i = 0; i < 2000; i++) {
            inlay_error err = {0};
            inlay_value x[MIXED_VARIABLES], y[MIXED_VARIABLES];
            double u[MAX_DIM];
            uniform_point(enc.dim, &rng, u);
            inlay_decode(&enc, u, x);
            CHECK_OK(inlay_space_check(s, x, y, &err), err);
            for (size_t k = 0; k < MIXED_VARIABLES; k++)
                CHECK(same_value(&x[k], &y[k]));
        }
        inlay_encoding_clear(&enc);
    }
    inlay_space_free(s);
}

/* ---- Relaxed ------------------------------------------------------------- */

/* The same point in the one-hot cube: categories widened, others copied. */
static void widen(const struct inlay_encoding *enc, const double *u, double *w)
{
    for (size_t a = 0; a < enc->dim; a++) {
        const struct inlay_axis *axis = &enc->axis[a];
        if (axis->kind != INLAY_AXIS_CATEGORY) {
            *w++ = u[a];
            continue;
        }
        for (uint64_t k = 0; k < axis->n_levels; k++)
            *w++ = k == inlay_axis_level(axis, u[a]) ? 1 : 0;
    }
}

TEST(exact_and_relaxed_agree_on_widened_points)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, false), wide = encoding(s, true);
    struct inlay_rng rng = inlay_rng_seed(13);
    for (int i = 0; i < 10000; i++) {
        double u[MIXED_DIM], w[MIXED_RELAXED_DIM], v[MIXED_RELAXED_DIM];
        inlay_value x[MIXED_VARIABLES], y[MIXED_VARIABLES];
        uniform_point(MIXED_DIM, &rng, u);
        widen(&enc, u, w);
        inlay_decode(&enc, u, x);
        inlay_decode(&wide, w, y);
        for (size_t k = 0; k < MIXED_VARIABLES; k++)
            CHECK(same_value(&x[k], &y[k]));

        inlay_encode(&enc, x, u); /* and encode widens what the other gives */
        widen(&enc, u, w);
        inlay_encode(&wide, x, v);
        CHECK(memcmp(v, w, sizeof v) == 0);
    }
    inlay_encoding_clear(&enc);
    inlay_encoding_clear(&wide);
    inlay_space_free(s);
}

TEST(a_relaxed_category_is_the_first_of_the_largest)
{
    inlay_space *s = empty();
    add_categorical(s, "k", 3);
    struct inlay_encoding enc = encoding(s, true);
    static const struct {
        double u[3];
        int64_t want;
    } row[] = {
        {{0, 0, 0}, 0},       {{0.2, 0.7, 0.7}, 1}, {{0.2, 0.1, 0.3}, 2},
        {{0.5, 0.1, 0.5}, 0}, {{1, 1, 1}, 0},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_value x;
        inlay_decode(&enc, row[i].u, &x);
        CHECK(x.integer == row[i].want);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

/* ---- Moves --------------------------------------------------------------- */

/* Valid coordinates, all different, none the place itself. */
static void check_moves(const struct inlay_axis *axis, uint64_t here,
                        const double *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t k = inlay_axis_level(axis, out[i]);
        CHECK(k != here);
        CHECK(inlay_axis_coordinate(axis, k) == out[i]);
        for (size_t j = 0; j < i; j++)
            CHECK(out[j] != out[i]);
    }
}

TEST(small_axes_move_to_every_other_level)
{
    struct inlay_rng rng = inlay_rng_seed(14);
    for (int64_t n = 2; n <= 21; n++)
        for (int scale = 0; scale < 2; scale++) {
            struct grid g = grid(1, n, (inlay_scale)scale);
            for (uint64_t k = 0; k < (uint64_t)n; k++) {
                double out[20];
                const double from = inlay_axis_coordinate(g.axis, k);
                const size_t got =
                    inlay_axis_moves(g.axis, from, 20, &rng, out);
                CHECK(got == (size_t)n - 1);
                check_moves(g.axis, k, out, got);
            }
            clear_grid(&g);
        }
}

TEST(large_grids_move_by_steps_of_1_2_5)
{
    struct inlay_rng rng = inlay_rng_seed(15);
    static const int64_t step[] = {1,  -1,  2,  -2,  5,  -5,
                                   10, -10, 20, -20, 50, 100};
    struct grid g = grid(0, 200, INLAY_SCALE_LINEAR);
    double out[12];
    const size_t n = inlay_axis_moves(g.axis, inlay_axis_coordinate(g.axis, 40),
                                      12, &rng, out);
    CHECK(n == LEN(step));
    for (size_t i = 0; i < n; i++)
        CHECK(inlay_axis_level(g.axis, out[i]) == (uint64_t)(40 + step[i]));
    CHECK(inlay_axis_moves(g.axis, 0, 3, &rng, out) == 3);
    CHECK(inlay_axis_level(g.axis, out[2]) == 5);
    clear_grid(&g);
}

TEST(moves_of_huge_grids_are_valid_from_anywhere)
{
    struct inlay_rng rng = inlay_rng_seed(16);
    static const int64_t hi[] = {300, 123457, INT64_C(1) << 43,
                                 INT64_C(1) << 53};
    for (size_t i = 0; i < LEN(hi); i++)
        for (int scale = 0; scale < (hi[i] <= INT64_C(1) << 43 ? 2 : 1);
             scale++) {
            struct grid g = grid(1, hi[i], (inlay_scale)scale);
            for (int j = 0; j < 300; j++) {
                const uint64_t last = g.axis->n_levels - 1;
                const uint64_t k = j == 0   ? 0
                                   : j == 1 ? last
                                            : inlay_rng_below(&rng, last + 1);
                const size_t max = j % 2 ? 100 : 2 + (size_t)(j % 9);
                double out[100];
                const size_t n = inlay_axis_moves(
                    g.axis, inlay_axis_coordinate(g.axis, k), max, &rng, out);
                CHECK(n >= 1 && n <= max);
                check_moves(g.axis, k, out, n);
            }
            clear_grid(&g);
        }
}

TEST(moves_of_a_large_category_are_drawn_evenly)
{
    enum { N = 50, MOVES = 7, ROUNDS = 7000 };
    inlay_space *s = empty();
    add_categorical(s, "k", N);
    struct inlay_encoding enc = encoding(s, false);
    struct inlay_rng rng = inlay_rng_seed(17);
    double count[N] = {0};

    for (int i = 0; i < ROUNDS; i++) {
        double out[MOVES];
        const double from = inlay_axis_coordinate(enc.axis, 20);
        CHECK(inlay_axis_moves(enc.axis, from, MOVES, &rng, out) == MOVES);
        check_moves(enc.axis, 20, out, MOVES);
        for (size_t j = 0; j < MOVES; j++)
            count[inlay_axis_level(enc.axis, out[j])]++;
    }
    /* Each of the others binomial(7000, 1/7): 1000 ± 29.3 */
    for (size_t k = 0; k < N; k++)
        CHECK_ABS(count[k], k == 20 ? 0 : 1000, 4.5 * 29.3);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(a_category_of_two_has_one_move)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    CHECK_OK(inlay_space_add_boolean(s, "b", &err), err);
    struct inlay_encoding enc = encoding(s, false);
    struct inlay_rng rng = inlay_rng_seed(18);
    double out[2];
    CHECK(inlay_axis_moves(enc.axis, 0, 2, &rng, out) == 1 && out[0] == 1);
    CHECK(inlay_axis_moves(enc.axis, 1, 2, &rng, out) == 1 && out[0] == 0);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

/* ---- Combinations -------------------------------------------------------- */

TEST(combinations_count_with_the_last_axis_fastest)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    add_integer(s, "n", 1, 3, INLAY_SCALE_LOG);
    add_integer(s, "fixed", 5, 5, INLAY_SCALE_LINEAR);
    add_categorical(s, "k", 4);
    CHECK_OK(inlay_space_add_boolean(s, "b", &err), err);
    struct inlay_encoding enc = encoding(s, false);
    CHECK(inlay_encode_n_configurations(&enc) == 24);
    CHECK(inlay_encode_n_discrete(&enc) == 24);
    for (uint64_t i = 0; i < 24; i++) {
        double u[3], t[3];
        inlay_value x[4];
        inlay_encode_combination(&enc, i, u);
        inlay_encode_snap(&enc, u, t);
        CHECK(memcmp(u, t, sizeof u) == 0);
        inlay_decode(&enc, u, x);
        CHECK(x[0].integer == 1 + (int64_t)(i / 8));
        CHECK(x[2].integer == (int64_t)(i / 2 % 4));
        CHECK(x[3].integer == (int64_t)(i % 2));
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(real_axes_make_configurations_countless_and_are_left_alone)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, false), wide = encoding(s, true);
    double u[MIXED_RELAXED_DIM] = {0.125, 0.25, -1, -1, -1, -1, -1};
    CHECK(inlay_encode_n_configurations(&enc) == UINT64_MAX);
    CHECK(inlay_encode_n_discrete(&enc) == 12 * 505 * 4 * 5 * 2);
    inlay_encode_combination(&enc, 12 * 505 * 4 * 5 * 2 - 1, u);
    CHECK(u[0] == 0.125 && u[1] == 0.25 && u[2] == 1 && u[6] == 1);
    CHECK(inlay_encode_n_configurations(&wide) == UINT64_MAX);
    CHECK(inlay_encode_n_discrete(&wide) == 1);
    inlay_encode_combination(&wide, 0, u);
    CHECK(u[0] == 0.125 && u[2] == 1);
    inlay_encoding_clear(&enc);
    inlay_encoding_clear(&wide);
    inlay_space_free(s);
}

TEST(a_product_of_levels_that_does_not_fit_is_the_largest_number)
{
    inlay_space *s = empty();
    add_integer(s, "a", 0, (INT64_C(1) << 53) - 1, INLAY_SCALE_LINEAR);
    add_integer(s, "b", 0, 1023, INLAY_SCALE_LINEAR);
    struct inlay_encoding enc = encoding(s, false);
    CHECK(inlay_encode_n_configurations(&enc) == UINT64_C(1) << 63);
    inlay_encoding_clear(&enc);
    add_integer(s, "c", 0, 1, INLAY_SCALE_LINEAR);
    enc = encoding(s, false);
    CHECK(inlay_encode_n_configurations(&enc) == UINT64_MAX);
    CHECK(inlay_encode_n_discrete(&enc) == UINT64_MAX);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

/* ---- Sampling ------------------------------------------------------------ */

enum { N_SAMPLES = 100000 };

/* χ² of n counts against expected ones: mean n-1, variance 2(n-1). */
static void check_chi_square(const double *count, const double *p, size_t n)
{
    double chi2 = 0;
    for (size_t k = 0; k < n; k++) {
        const double want = p[k] * N_SAMPLES;
        chi2 += (count[k] - want) * (count[k] - want) / want;
    }
    const double mean = (double)n - 1;
    CHECK_ABS(chi2, mean, 5 * sqrt(2 * mean) + 2);
}

static void count_levels(const struct inlay_encoding *enc, double *count)
{
    struct inlay_rng rng = inlay_rng_seed(19);
    for (int i = 0; i < N_SAMPLES; i++) {
        double u, t;
        inlay_encode_sample(enc, &rng, &u);
        inlay_encode_snap(enc, &u, &t);
        CHECK(u == t);
        count[inlay_axis_level(enc->axis, u)]++;
    }
}

TEST(levels_are_sampled_with_equal_probability)
{
    for (size_t n = 2; n <= 64; n++) {
        double count[2][64] = {{0}}, p[64];
        inlay_space *s = empty();
        add_categorical(s, "k", n);
        struct inlay_encoding enc = encoding(s, false);
        struct grid g = grid(0, (int64_t)n - 1, INLAY_SCALE_LINEAR);
        for (size_t k = 0; k < n; k++)
            p[k] = 1 / (double)n;
        count_levels(&enc, count[0]);
        count_levels(&g.enc, count[1]);
        check_chi_square(count[0], p, n);
        check_chi_square(count[1], p, n);
        clear_grid(&g);
        inlay_encoding_clear(&enc);
        inlay_space_free(s);
    }
}

TEST(log_levels_are_sampled_by_the_width_of_their_cells)
{
    static const int64_t bound[][2] = {{1, 10}, {8, 40}, {1000, 1003}};
    for (size_t i = 0; i < LEN(bound); i++) {
        double count[64] = {0}, p[64];
        const double lo = (double)bound[i][0], hi = (double)bound[i][1];
        struct grid g = grid(bound[i][0], bound[i][1], INLAY_SCALE_LOG);
        const size_t n = (size_t)g.axis->n_levels;
        for (size_t k = 0; k < n; k++)
            p[k] = log((lo + (double)k + 0.5) / (lo + (double)k - 0.5)) /
                   log((hi + 0.5) / (lo - 0.5));
        count_levels(&g.enc, count);
        check_chi_square(count, p, n);
        clear_grid(&g);
    }
}

/* Equal cells of u, too: Sobol points do not come from inlay_encode_sample. */
TEST(uniform_points_fall_on_levels_with_equal_probability)
{
    struct inlay_rng rng = inlay_rng_seed(20);
    double count[7] = {0}, p[7];
    struct grid g = grid(1, 7, INLAY_SCALE_LINEAR);
    for (int i = 0; i < N_SAMPLES; i++)
        count[inlay_axis_level(g.axis, inlay_rng_uniform(&rng))]++;
    for (size_t k = 0; k < 7; k++)
        p[k] = 1.0 / 7;
    check_chi_square(count, p, 7);
    clear_grid(&g);
}

TEST(reals_are_sampled_uniformly_within_the_cube)
{
    inlay_space *s = mixed();
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct inlay_encoding enc = encoding(s, relaxed);
        struct inlay_rng rng = inlay_rng_seed(21);
        double sum = 0;
        for (int i = 0; i < N_SAMPLES; i++) {
            double u[MAX_DIM];
            inlay_encode_sample(&enc, &rng, u);
            for (size_t a = 0; a < enc.dim; a++)
                CHECK(u[a] >= 0 && u[a] <= 1);
            sum += u[1];
        }
        CHECK_ABS(sum / N_SAMPLES, 0.5, 5 * sqrt(1.0 / 12 / N_SAMPLES));
        inlay_encoding_clear(&enc);
    }
    inlay_space_free(s);
}

/* ---- Out of memory ------------------------------------------------------- */

#ifdef INLAY_FAILING_MEM
TEST(an_encoding_without_memory_is_not_touched)
{
    inlay_space *s = mixed();
    inlay_error err = {0};
    struct inlay_encoding enc = {.dim = 77};
    inlay_mem_fail_after(0);
    CHECK_FAILS(inlay_encoding_init(&enc, s, false, &err), INLAY_ENOMEM, err,
                "out of memory for the axes of a space");
    inlay_mem_fail_after(-1);
    CHECK(enc.dim == 77 && !enc.axis);
    inlay_space_free(s);
}
#endif

TEST(clearing_twice_is_harmless)
{
    inlay_space *s = mixed();
    struct inlay_encoding enc = encoding(s, false);
    inlay_encoding_clear(&enc);
    inlay_encoding_clear(&enc);
    CHECK(!enc.axis && enc.dim == 0);
    inlay_space_free(s);
}

/* ---- Steps, and values as they are shown ---- */

/* Every value is the decimal that one writes, and is found again. */
TEST(a_step_makes_a_grid_of_decimals)
{
    static const struct {
        double lo, hi, step;
        uint64_t n;
    } row[] = {
        {0, 1, 0.1, 11},
        {0.1, 2.5, 0.3, 9},
        {-1, 1, 0.05, 41},
        {1e-6, 1e-4, 1e-6, 100},
        {0, 1, 1.0 / 3, 4},
        {1e9, 1e9 + 1, 0.1, 11},
        {-1e308, 1e308, 1e307, 21},
        {5, 5, 0.1, 1},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_space *s = NULL;
        inlay_error err = {0};
        CHECK_OK(inlay_space_new(&s, &err), err);
        CHECK_OK(inlay_space_add_real(s, "x", row[i].lo, row[i].hi,
                                      INLAY_SCALE_LINEAR, &err),
                 err);
        CHECK_OK(inlay_space_set_step(s, "x", row[i].step, &err), err);
        const struct inlay_var *var = inlay_space_var(s, 0);
        CHECK(var->n_levels == row[i].n);
        CHECK(inlay_var_value(var, 0).real == row[i].lo);
        CHECK(inlay_var_value(var, row[i].n - 1).real == row[i].hi);
        for (uint64_t k = 0; k < row[i].n; k++) {
            const inlay_value v = inlay_var_value(var, k);
            char digits[64];
            double again = 0.0;
            CHECK(inlay_var_level(var, &v) == k);
            snprintf(digits, sizeof digits, "%.12g", v.real);
            CHECK(row[i].step == 1.0 / 3 || row[i].step > 1e300 ||
                  (inlay_text_to_number(digits, &again) && again == v.real));
        }
        inlay_space_free(s);
    }
}

TEST(axes_with_a_step_decode_to_values_of_their_grid)
{
    static const char json[] =
        "[{\"name\":\"r\",\"type\":\"real\",\"min\":0,\"max\":0.3,"
        "\"step\":0.1},"
        "{\"name\":\"n\",\"type\":\"integer\",\"min\":16,\"max\":64,"
        "\"step\":16}]";
    static const double wanted[] = {0, 0.1, 0.2, 0.3};
    inlay_space *s = NULL;
    inlay_error err = {0};
    struct inlay_encoding enc, relaxed;
    CHECK_OK(inlay_space_parse(json, strlen(json), &s, &err), err);
    CHECK_OK(inlay_encoding_init(&enc, s, false, &err), err);
    CHECK_OK(inlay_encoding_init(&relaxed, s, true, &err), err);
    CHECK(enc.axis[0].kind == INLAY_AXIS_GRID && enc.n_real == 0);
    CHECK(inlay_encode_n_configurations(&enc) == 16);
    for (int i = 0; i <= 100; i++) {
        const double at = 0.01 * i, u[] = {at, at};
        double t[2], back[2];
        inlay_value x[2], y[2];
        inlay_decode(&enc, u, x);
        inlay_decode(&relaxed, u, y);
        CHECK(inlay_values_equal(x, y, 2));
        const int k = at >= 0.75 ? 3 : (int)(4.0 * at);
        CHECK(x[0].real == wanted[k] && x[1].integer == 16 + 16 * k);
        inlay_encode_snap(&enc, u, t);
        inlay_encode(&enc, x, back);
        CHECK(t[0] == back[0] && t[1] == back[1]);
    }
    inlay_encoding_clear(&relaxed);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

/* What is shown has the same coordinate, and is seldom something else. */
TEST(a_shown_value_has_the_coordinate_of_the_value)
{
    static const struct {
        double lo, hi;
        inlay_scale scale;
    } row[] = {
        {0, 1, INLAY_SCALE_LINEAR},        {-3, 5, INLAY_SCALE_LINEAR},
        {1e9, 2e9, INLAY_SCALE_LINEAR},    {1e-8, 1, INLAY_SCALE_LOG},
        {1e-30, 1e30, INLAY_SCALE_LOG},    {3, 3.001, INLAY_SCALE_LOG},
        {-1e-9, 1e-9, INLAY_SCALE_LINEAR},
    };
    struct inlay_rng rng = inlay_rng_seed(3);
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_space *s = NULL;
        inlay_error err = {0};
        struct inlay_encoding enc;
        int n_other = 0;
        CHECK_OK(inlay_space_new(&s, &err), err);
        CHECK_OK(inlay_space_add_real(s, "x", row[i].lo, row[i].hi,
                                      row[i].scale, &err),
                 err);
        CHECK_OK(inlay_encoding_init(&enc, s, false, &err), err);
        for (int k = 0; k < 2000; k++) {
            const double u = k < 1000 ? inlay_rng_uniform(&rng)
                                      : (double)(k - 1000) / 1000.0;
            double back;
            inlay_value x;
            inlay_decode(&enc, &u, &x);
            const double shown =
                inlay_encode_shown(inlay_space_var(s, 0), x.real);
            n_other += k < 1000 && shown != x.real;
            x.real = shown;
            CHECK(row[i].lo <= shown && shown <= row[i].hi);
            inlay_encode(&enc, &x, &back);
            CHECK(fabs(back - u) <= 1e-15 * (row[i].lo > 1.0 ? 1e5 : 1.0));
        }
        CHECK(n_other < 40);
        inlay_encoding_clear(&enc);
        inlay_space_free(s);
    }
}
