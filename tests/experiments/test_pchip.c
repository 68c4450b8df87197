/* Laws of interpolation that keeps the data's shape. */
#include "check.h"

#include "base/rng.h"
#include "harness/pchip.h"

enum { N = 9, N_SAMPLES = 50 };

/* Points with unequal steps. */
static void draw_x(struct inlay_rng *rng, double *x)
{
    x[0] = -3.0;
    for (size_t i = 1; i < N; i++)
        x[i] = x[i - 1] + 0.05 + inlay_rng_uniform(rng);
}

static double at(const double *x, const double *y, const double *slope,
                 double t)
{
    const size_t j = pchip_find(x, N, t);
    double c[4];
    pchip_piece(x, y, slope, j, c);
    return pchip_at(c, t - x[j]);
}

TEST(it_goes_through_the_points_and_reproduces_a_line)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    double x[N], y[N], slope[N];
    draw_x(&rng, x);
    for (size_t i = 0; i < N; i++)
        y[i] = 2.0 - 3.0 * x[i];
    pchip_slopes(x, y, N, slope);
    for (double t = x[0]; t < x[N - 1]; t += 0.01)
        CHECK_ABS(at(x, y, slope, t), 2.0 - 3.0 * t, 1e-12);
    for (size_t i = 0; i < N; i++)
        y[i] = inlay_rng_normal(&rng);
    pchip_slopes(x, y, N, slope);
    for (size_t i = 0; i < N; i++)
        CHECK_ABS(at(x, y, slope, x[i]), y[i], 1e-13);
    pchip_slopes(x, y, 2, slope);
    CHECK(slope[0] == slope[1]);
    CHECK_REL(slope[0], (y[1] - y[0]) / (x[1] - x[0]), 1e-15);
}

TEST(the_derivative_is_the_slope_at_the_points)
{
    struct inlay_rng rng = inlay_rng_seed(2);
    double x[N], y[N], slope[N], c[4];
    draw_x(&rng, x);
    for (size_t i = 0; i < N; i++)
        y[i] = inlay_rng_normal(&rng);
    pchip_slopes(x, y, N, slope);
    for (size_t j = 0; j + 1 < N; j++) {
        const double h = x[j + 1] - x[j];
        pchip_piece(x, y, slope, j, c);
        CHECK_ABS(c[1], slope[j], 1e-12);
        CHECK_ABS(c[1] + 2.0 * c[2] * h + 3.0 * c[3] * h * h, slope[j + 1],
                  1e-10);
    }
}

/* With equal steps: harmonic mean of the differences; ends by a parabola. */
TEST(slopes_are_those_of_the_formula)
{
    const double x[] = {0, 1, 2, 3}, y[] = {0, 1, 3, 7};
    double slope[4];
    pchip_slopes(x, y, 4, slope);
    CHECK_REL(slope[0], (3.0 * 1.0 - 2.0) / 2.0, 1e-15);
    CHECK_REL(slope[1], 2.0 / (1.0 / 1.0 + 1.0 / 2.0), 1e-15);
    CHECK_REL(slope[2], 2.0 / (1.0 / 2.0 + 1.0 / 4.0), 1e-15);
    CHECK_REL(slope[3], (3.0 * 4.0 - 2.0) / 2.0, 1e-15);
    /* Steps 1 and 3: weights (1 + 2·3) and (2 + 3) of 7 and 5. */
    const double x2[] = {0, 1, 4}, y2[] = {0, 1, 7};
    pchip_slopes(x2, y2, 3, slope);
    CHECK_REL(slope[1], 12.0 / (7.0 / 1.0 + 5.0 / 2.0), 1e-15);
}

/* By scipy.interpolate.PchipInterpolator(x, y)(t), version 1.17. */
TEST(values_are_those_of_scipy)
{
    const double x[] = {-10, -7, -4.5, -2, -1, 0};
    const double y[] = {-2.3, -1.9, -0.6, -0.1, -0.15, -0.9};
    static const struct {
        double t, want;
    } ROWS[] = {
        {-9.5, -2.2853787666759957},  {-6.25, -1.5852755667506297},
        {-3.0, -0.20666666666666664}, {-1.75, -0.10341796875},
        {-0.25, -0.63251953125},
    };
    double slope[LEN(x)], c[4];
    pchip_slopes(x, y, LEN(x), slope);
    for (size_t i = 0; i < LEN(ROWS); i++) {
        const size_t j = pchip_find(x, LEN(x), ROWS[i].t);
        pchip_piece(x, y, slope, j, c);
        CHECK_REL(pchip_at(c, ROWS[i].t - x[j]), ROWS[i].want, 1e-14);
    }
}

TEST(nothing_leaves_the_range_of_its_neighbors)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    for (int rep = 0; rep < 200; rep++) {
        double x[N], y[N], slope[N];
        draw_x(&rng, x);
        for (size_t i = 0; i < N; i++) /* steep steps and plateaus too */
            y[i] = exp(3.0 * inlay_rng_normal(&rng)) *
                   (double)inlay_rng_below(&rng, 3);
        pchip_slopes(x, y, N, slope);
        for (size_t j = 0; j + 1 < N; j++)
            for (int k = 0; k <= N_SAMPLES; k++) {
                const double low = fmin(y[j], y[j + 1]);
                const double high = fmax(y[j], y[j + 1]);
                const double v =
                    at(x, y, slope,
                       x[j] + (x[j + 1] - x[j]) * k / (double)N_SAMPLES);
                CHECK(v >= low - 1e-12 * (1 + high));
                CHECK(v <= high + 1e-12 * (1 + high));
            }
    }
}

TEST(monotone_data_have_a_monotone_interpolant)
{
    struct inlay_rng rng = inlay_rng_seed(4);
    for (int rep = 0; rep < 200; rep++) {
        double x[N], y[N], slope[N], before = -INFINITY;
        draw_x(&rng, x);
        y[0] = 0.0;
        for (size_t i = 1; i < N; i++)
            y[i] = y[i - 1] + exp(3.0 * inlay_rng_normal(&rng));
        pchip_slopes(x, y, N, slope);
        for (int k = 0; k <= N * N_SAMPLES; k++) {
            const double t =
                x[0] + (x[N - 1] - x[0]) * k / (double)(N * N_SAMPLES);
            const double v = at(x, y, slope, fmin(t, x[N - 1]));
            CHECK(v >= before - 1e-12 * y[N - 1]);
            before = v;
        }
    }
}

TEST(where_data_turn_the_slope_is_zero)
{
    struct inlay_rng rng = inlay_rng_seed(5);
    double x[N], slope[N];
    const double y[N] = {0, 1, 0.5, 0.5, 2, 3, -1, -2, 0};
    draw_x(&rng, x);
    pchip_slopes(x, y, N, slope);
    CHECK(slope[1] == 0.0 && slope[2] == 0.0 && slope[3] == 0.0);
    CHECK(slope[5] == 0.0 && slope[7] == 0.0);
    CHECK(slope[4] > 0.0 && slope[6] < 0.0);
}

TEST(the_largest_value_of_a_cubic_is_found_where_it_is)
{
    struct inlay_rng rng = inlay_rng_seed(6);
    for (int rep = 0; rep < 2000; rep++) {
        double c[4];
        const double h = 0.1 + inlay_rng_uniform(&rng);
        for (size_t i = 0; i < 4; i++) /* every fourth coefficient is 0 */
            c[i] = inlay_rng_below(&rng, 4) ? inlay_rng_normal(&rng) : 0.0;
        const double s = pchip_argmax(c, h), top = pchip_at(c, s);
        CHECK(s >= 0.0 && s <= h);
        for (int k = 0; k <= N_SAMPLES; k++)
            CHECK(pchip_at(c, h * k / (double)N_SAMPLES) <= top + 1e-15);
    }
    const double parabola[] = {0.0, 1.0, -1.0, 0.0};
    CHECK_REL(pchip_argmax(parabola, 1.0), 0.5, 1e-15);
}
