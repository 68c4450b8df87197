/*
 * test_window.c: widths against the rule in O(n²), masses against the law that
 * a cell is the sum of its parts.
 */
#include "parzen_fixture.h"

#include "base/special.h"
#include "model/window.h"

/* A window on one axis with memory of its own. */
struct framed {
    struct inlay_window w;
    double numbers[4][MAX_OBS + 1];
    uint32_t shape[MAX_OBS + 1];
};

static void frame(struct framed *f, const struct inlay_axis *axis, size_t n)
{
    f->w = (struct inlay_window){
        .axis = axis,
        .n = n,
        .center = f->numbers[0],
        .precision = f->numbers[1],
        .mass = f->numbers[2],
        .log_peak = f->numbers[3],
        .shape = f->shape,
    };
}

static void fit(struct framed *f, const struct observed *o,
                enum inlay_bandwidth bandwidth, bool has_uniform_prior)
{
    struct inlay_window_item items[2 * (MAX_OBS + 1)];
    frame(f, &o->enc.axis[0], o->n + 1);
    for (size_t i = 0; i < o->n; i++)
        f->w.center[i] = o->u[i][0];
    inlay_window_fit(&f->w, bandwidth, has_uniform_prior, items);
}

static size_t shape_of(const struct framed *f, size_t k)
{
    return f->w.axis->kind == INLAY_AXIS_GRID ? f->w.shape[k] : k;
}

/* The logarithm of every kernel at u. */
static void logs_at(const struct framed *f, double u, double *logs)
{
    double scratch[2 * (MAX_OBS + 1)];
    for (size_t k = 0; k < f->w.n; k++)
        logs[k] = 0.0;
    inlay_window_scale(&f->w, logs);
    inlay_window_add(&f->w, &u, 1, 1, logs, f->w.n, scratch);
}

/* ---- Widths -------------------------------------------------------------- */

static void check_widths(const struct framed *f, const struct observed *o,
                         enum inlay_bandwidth bandwidth)
{
    for (size_t i = 0; i < o->n; i++) {
        const size_t s = shape_of(f, i);
        const double want = slow_width(o, 0, i, bandwidth);
        CHECK_REL(1.0 / f->w.precision[s], want, 1e-12);
        CHECK_ABS(f->w.center[s], slow_center(f->w.axis, o->u[i][0]), 1e-15);
    }
}

/* Numbers of observations on both sides of where the way of sorting changes. */
TEST(widths_are_the_larger_distance_to_a_neighbor)
{
    static const size_t count[] = {0, 1, 2, 3, 10, 46, 47, 48, 200};
    static struct observed o;
    static struct framed f;
    struct inlay_rng rng = inlay_rng_seed(1);
    for (size_t a = 0; a < LEN(ONE_AXIS) - 1; a++) {
        observed_init(&o, ONE_AXIS[a]);
        for (size_t c = 0; c < 2 * LEN(count); c++)
            for (size_t b = 0; b < LEN(BANDWIDTHS); b++) {
                if (c % 2 == 0)
                    observe(&o, count[c / 2], &rng);
                else
                    observe_close(&o, count[c / 2], &rng);
                fit(&f, &o, BANDWIDTHS[b], true);
                check_widths(&f, &o, BANDWIDTHS[b]);
            }
        observed_clear(&o);
    }
}

/* From 1 down to 1e-15, and 0: numbers that differ in any of their bytes. */
TEST(coordinates_of_any_size_are_sorted)
{
    static struct observed o;
    static struct framed f;
    observed_init(&o, "[" REAL_AXIS "]");
    o.n = 61;
    for (size_t i = 0; i < o.n; i++)
        o.u[i][0] = i == 0 ? 0.0 : pow(10.0, -0.25 * (double)(i * 7 % 61));
    for (size_t b = 0; b < LEN(BANDWIDTHS); b++) {
        fit(&f, &o, BANDWIDTHS[b], true);
        check_widths(&f, &o, BANDWIDTHS[b]);
    }
    observed_clear(&o);
}

TEST(widths_of_a_few_observations_are_as_by_hand)
{
    static struct observed o;
    static struct framed f;
    static const double u[] = {0.22, 0.9, 0.25};
    static const double want[][3] = {
        {0.22, 0.4, 0.25}, /* floor: 0.22 - 0, 0.9 - 0.5, 0.5 - 0.25 */
        {0.2, 0.4, 0.25},  /* clip: 0.03 is below 1/5 */
    };
    observed_init(&o, "[" REAL_AXIS "]");
    o.n = 3;
    for (size_t i = 0; i < 3; i++)
        o.u[i][0] = u[i];
    for (size_t b = 0; b < 2; b++) {
        fit(&f, &o, BANDWIDTHS[b], true);
        for (size_t i = 0; i < 3; i++)
            CHECK_REL(1.0 / f.w.precision[i], want[b][i], 1e-15);
    }
    o.n = 1;
    fit(&f, &o, INLAY_BANDWIDTH_FLOOR, true);
    CHECK_REL(1.0 / f.w.precision[0], 0.28, 1e-15); /* to the prior's center */
    fit(&f, &o, INLAY_BANDWIDTH_CLIP, true);
    CHECK(f.w.precision[0] == 2.0);
    observed_clear(&o);
}

TEST(the_prior_is_uniform_or_a_normal_as_wide_as_the_range)
{
    static struct observed o;
    static struct framed f;
    struct inlay_rng rng = inlay_rng_seed(2);
    for (size_t a = 0; a < LEN(ONE_AXIS) - 1; a++)
        for (int is_uniform = 0; is_uniform < 2; is_uniform++) {
            observed_init(&o, ONE_AXIS[a]);
            observe(&o, 9, &rng);
            fit(&f, &o, INLAY_BANDWIDTH_CLIP, is_uniform);
            const size_t s = shape_of(&f, 9);
            CHECK(f.w.precision[s] == (is_uniform ? 0.0 : 1.0));
            CHECK(f.w.center[s] == 0.5);
            CHECK_REL(inlay_window_mass(&f.w, 9),
                      is_uniform ? 1.0 : erf(0.5 / sqrt(2.0)), 1e-14);
            observed_clear(&o);
        }
}

/* A level has its first, its last and those between. */
TEST(a_grid_has_at_most_three_shapes_to_a_level)
{
    static struct observed o;
    static struct framed f;
    struct inlay_rng rng = inlay_rng_seed(3);
    observed_init(&o, "[" INT_AXIS "]");
    observe(&o, MAX_OBS, &rng);
    fit(&f, &o, INLAY_BANDWIDTH_FLOOR, true);
    CHECK(f.w.n_shapes <= 3 * 7 + 1);
    CHECK(f.w.n_shapes >= 2 * 7 + 1);
    observed_clear(&o);
}

/* ---- Masses -------------------------------------------------------------- */

/* One kernel of given center and precision on a grid of n levels. */
static void set_kernel(struct framed *f, struct inlay_axis *axis, uint64_t n,
                       double center, double precision)
{
    *axis = (struct inlay_axis){.kind = INLAY_AXIS_GRID, .n_levels = n};
    frame(f, axis, 1);
    f->w.n_shapes = 1;
    f->w.center[0] = center;
    f->w.precision[0] = precision;
    f->w.max_precision = precision;
    f->w.mass[0] = 1.0;
    f->w.log_peak[0] = log(precision / sqrt(2.0 * acos(-1.0)));
    f->w.shape[0] = 0;
}

static double log_cell(const struct framed *f, uint64_t level)
{
    double log_mass;
    logs_at(f, inlay_axis_coordinate(f->w.axis, level), &log_mass);
    return log_mass;
}

/* The sum of cells over [k/n, (k+1)/n] of a grid that is m times as fine. */
static double log_of_parts(struct framed *f, uint64_t n, uint64_t k, uint64_t m,
                           double center, double precision)
{
    struct inlay_axis axis;
    double part[64];
    set_kernel(f, &axis, n * m, center, precision);
    for (uint64_t i = 0; i < m; i++)
        part[i] = log_cell(f, k * m + i);
    return inlay_log_sum_exp(part, m);
}

/* Cells from 0.01 to 50 deviations wide, up to 63 deviations away; their parts
 * are taken by the series of fine cells, wide ones by tails: those beyond 8
 * deviations are good to 1e-6, fine cells beyond to 1e-3. */
TEST(a_cell_is_the_sum_of_its_parts)
{
    static struct framed f;
    static const double precision[] = {1.0, 9.0, 30.0, 33.0, 100.0};
    static const uint64_t count[] = {2, 10, 31, 99};
    for (size_t p = 0; p < LEN(precision); p++)
        for (size_t c = 0; c < LEN(count); c++)
            for (uint64_t k = 0; k < count[c]; k++) {
                struct inlay_axis axis;
                const double width = 1.0 / (double)count[c];
                const double from = (double)k * width - 0.37;
                const bool is_near =
                    fmin(fabs(from), fabs(from + width)) * precision[p] < 8;
                set_kernel(&f, &axis, count[c], 0.37, precision[p]);
                const double whole = log_cell(&f, k);
                const double parts =
                    log_of_parts(&f, count[c], k, 64, 0.37, precision[p]);
                CHECK_ABS(whole, parts,
                          is_near                       ? 1e-10
                          : width * precision[p] >= 1.0 ? 2e-6
                                                        : 1e-3);
            }
}

/* Against Φ itself, where its difference has digits. */
TEST(a_mass_is_a_difference_of_phi)
{
    static struct framed f;
    static const uint64_t count[] = {3, 20, 99, 101, 300};
    for (size_t c = 0; c < LEN(count); c++)
        for (uint64_t k = 0; k < count[c]; k++) {
            struct inlay_axis axis;
            const double n = (double)count[c];
            set_kernel(&f, &axis, count[c], 0.6, 100.0);
            const double want =
                slow_mass(0.6, 0.01, (double)k / n, ((double)k + 1.0) / n);
            if (want > 1e-15)
                CHECK_ABS(log_cell(&f, k), log(want), 1e-10);
        }
}

/* The limit of ever finer cells is the density. */
TEST(the_mass_of_a_tiny_cell_is_its_width_times_the_density)
{
    static struct framed f;
    struct inlay_axis axis;
    const uint64_t n = UINT64_C(1) << 52;
    set_kernel(&f, &axis, n, 0.5, 20.0);
    for (double u = 0.001; u < 1.0; u += 0.0371) {
        const double z = (u - 0.5) * 20.0;
        CHECK_ABS(log_cell(&f, inlay_axis_level(&axis, u)) + 52.0 * log(2.0),
                  f.w.log_peak[0] - 0.5 * z * z, 1e-12);
    }
}

/* Every kernel alone is a probability. */
TEST(each_kernel_sums_to_1_over_the_levels)
{
    static struct observed o;
    static struct framed f;
    struct inlay_rng rng = inlay_rng_seed(4);
    for (size_t a = 2; a < LEN(ONE_AXIS) - 1; a++)
        for (size_t b = 0; b < LEN(BANDWIDTHS); b++) {
            double sum[21] = {0}, logs[21];
            observed_init(&o, ONE_AXIS[a]);
            observe(&o, 20, &rng);
            fit(&f, &o, BANDWIDTHS[b], b == 0);
            for (uint64_t k = 0; k < o.enc.axis[0].n_levels; k++) {
                logs_at(&f, inlay_axis_coordinate(&o.enc.axis[0], k), logs);
                for (size_t i = 0; i < 21; i++)
                    sum[i] += exp(logs[i]);
            }
            for (size_t i = 0; i < 21; i++)
                CHECK_ABS(sum[i], 1.0, 1e-12);
            observed_clear(&o);
        }
}

/* ---- Categories ---------------------------------------------------------- */

TEST(a_category_kernel_adds_1_to_equal_weights)
{
    static struct observed o;
    static struct framed f;
    double logs[4];
    observed_init(&o, "[" CATEGORY_AXIS "]"); /* 5 levels */
    frame(&f, &o.enc.axis[0], 4);
    for (size_t i = 0; i < 3; i++)
        f.w.center[i] = inlay_axis_coordinate(&o.enc.axis[0], i);
    inlay_window_fit_category(&f.w, 0.25);
    logs_at(&f, inlay_axis_coordinate(&o.enc.axis[0], 1), logs);
    CHECK_REL(exp(logs[0]), 0.25 / 2.25, 1e-14);
    CHECK_REL(exp(logs[1]), 1.25 / 2.25, 1e-14);
    CHECK_REL(exp(logs[2]), 0.25 / 2.25, 1e-14);
    CHECK_REL(exp(logs[3]), 0.2, 1e-14);
    CHECK(inlay_window_mass(&f.w, 0) == 1.0);
    inlay_window_fit_category(&f.w, 0.0);
    logs_at(&f, inlay_axis_coordinate(&o.enc.axis[0], 1), logs);
    CHECK(logs[0] < -700.0 && logs[1] == 0.0);
    observed_clear(&o);
}

/* ---- Blocks -------------------------------------------------------------- */

/* Points of a block share masses and edges; each has the value it has alone. */
TEST(points_of_a_block_do_not_disturb_each_other)
{
    enum { N = 12, B = INLAY_WINDOW_BLOCK };
    static struct observed o;
    static struct framed f;
    static double logs[B][N + 3], scratch[2 * (N + 1)];
    struct inlay_rng rng = inlay_rng_seed(5);
    for (size_t a = 0; a < LEN(ONE_AXIS) - 1; a++) {
        double u[B][2], alone[N + 1];
        observed_init(&o, ONE_AXIS[a]);
        observe(&o, N, &rng);
        fit(&f, &o, INLAY_BANDWIDTH_FLOOR, true);
        memset(logs, 0, sizeof logs);
        for (size_t i = 0; i < B; i++) {
            inlay_encode_sample(&o.enc, &rng, u[i]);
            inlay_window_scale(&f.w, logs[i]);
        }
        inlay_window_add(&f.w, &u[0][0], 2, B, &logs[0][0], N + 3, scratch);
        for (size_t i = 0; i < B; i++) {
            logs_at(&f, u[i][0], alone);
            for (size_t k = 0; k <= N; k++)
                CHECK_ABS(logs[i][k], alone[k], 1e-11 * (1 - alone[k]));
            CHECK(logs[i][N + 1] == 0.0); /* beyond the kernels */
        }
        observed_clear(&o);
    }
}
