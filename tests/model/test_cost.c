/*
 * test_cost.c: the scales of a forest: closed forms, invariance, and back.
 */
#include "check.h"

#include <float.h>
#include <math.h>

#include "base/rng.h"
#include "model/cost.h"

enum { MAX_N = 64 };

static struct inlay_cost fit(bool is_log, const double *y, size_t n)
{
    double scratch[MAX_N];
    struct inlay_cost c;
    inlay_cost_fit(&c, is_log, y, n, scratch);
    return c;
}

static double invert(const struct inlay_cost *c, double v)
{
    return inlay_cost_value(c, inlay_cost_share(c, v));
}

/* 5 % of the way through 11 sorted values is the middle of the first two. */
TEST(the_log_scale_is_that_of_its_definition)
{
    const double y[] = {5, 3, 9, 4, 8, 23, 12, 11, 10, 7, 6};
    const struct inlay_cost c = fit(true, y, 11);
    const double low = 3 - (3.5 - 3);
    for (size_t i = 0; i < 11; i++)
        CHECK_ABS(inlay_cost_apply(&c, y[i]), log((y[i] - low) / (23 - low)),
                  1e-9);
    CHECK_ABS(inlay_cost_apply(&c, 23), 0, 1e-9); /* the worst */
}

TEST(the_plain_scale_is_the_range)
{
    const double y[] = {5, 3, 9, 4};
    const struct inlay_cost c = fit(false, y, 4);
    CHECK(inlay_cost_apply(&c, 3) == 0.0 && inlay_cost_apply(&c, 9) == 1.0);
    CHECK_REL(inlay_cost_apply(&c, 5), 1.0 / 3, 1e-15);
}

TEST(an_affine_change_of_the_values_changes_nothing)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    for (int is_log = 0; is_log < 2; is_log++)
        for (int rep = 0; rep < 20; rep++) {
            double y[20], z[20];
            for (size_t i = 0; i < 20; i++) {
                y[i] = exp(2 * inlay_rng_normal(&rng));
                z[i] = 1e-3 * y[i] - 7;
            }
            const struct inlay_cost a = fit(is_log, y, 20);
            const struct inlay_cost b = fit(is_log, z, 20);
            for (size_t i = 0; i < 20; i++)
                CHECK_ABS(inlay_cost_apply(&a, y[i]),
                          inlay_cost_apply(&b, z[i]), 1e-7);
        }
}

TEST(better_is_smaller_on_both_scales)
{
    const double y[] = {1, 1, 1, 1.0000001, 2, 1000};
    for (int is_log = 0; is_log < 2; is_log++) {
        const struct inlay_cost c = fit(is_log, y, 6);
        for (size_t i = 3; i < 6; i++)
            CHECK(inlay_cost_apply(&c, y[i - 1]) < inlay_cost_apply(&c, y[i]));
    }
}

TEST(equal_huge_and_single_values_stay_finite)
{
    static const double ROWS[][3] = {{4, 4, 4},
                                     {0, 0, 0},
                                     {-DBL_MAX, 0, DBL_MAX},
                                     {1e300, 2e300, 3e300},
                                     {0, 5e-324, 1e-323}};
    for (size_t r = 0; r < LEN(ROWS); r++)
        for (size_t n = 1; n <= 3; n += 2)
            for (int is_log = 0; is_log < 2; is_log++) {
                const struct inlay_cost c = fit(is_log, ROWS[r], n);
                for (size_t i = 0; i < n; i++) {
                    const double v = inlay_cost_apply(&c, ROWS[r][i]);
                    CHECK(isfinite(v) && isfinite(invert(&c, v)));
                    CHECK_ABS(invert(&c, v) / 2, ROWS[r][i] / 2,
                              1e-12 * fmax(c.unit, fabs(ROWS[r][i]) / 2));
                }
            }
}

TEST(share_and_value_undo_apply_and_slope_is_the_derivative)
{
    static const double Y[] = {3, 3.5, 7, 11, 23};
    for (int is_log = 0; is_log < 2; is_log++) {
        const struct inlay_cost c = fit(is_log, Y, LEN(Y));
        for (size_t i = 0; i < LEN(Y); i++) {
            const double v = inlay_cost_apply(&c, Y[i]), h = 1e-6;
            CHECK_REL(invert(&c, v), Y[i], 1e-14);
            CHECK_REL(
                inlay_cost_share_slope(&c, v),
                (inlay_cost_share(&c, v + h) - inlay_cost_share(&c, v - h)) /
                    (2 * h),
                1e-8);
        }
    }
}
