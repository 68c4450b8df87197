#include "check.h"

#include "base/rng.h"
#include "base/special.h"
#include "fixtures/log_ei_cost.h"
#include "fixtures/log_ei_unit.h"
#include "fixtures/normal.h"

/* ---- Against many digits ------------------------------------------------- */

TEST(log_ei_unit_agrees_with_400_digit_values) /* fixtures/log_ei_unit.py */
{
    for (size_t i = 0; i < LEN(log_ei_unit_rows); i++) {
        const double want = log_ei_unit_rows[i].log_h;
        /* log h crosses 0 near z = 0.9: there the error is absolute. */
        CHECK_ABS(inlay_log_ei_unit(log_ei_unit_rows[i].z), want,
                  1e-14 * fmax(1.0, fabs(want)));
    }
}

TEST(log_ei_cost_agrees_with_400_digit_values) /* fixtures/log_ei_cost.py */
{
    for (size_t i = 0; i < LEN(log_ei_cost_rows); i++) {
        const double want = log_ei_cost_rows[i].want;
        CHECK_ABS(
            inlay_log_ei_cost(log_ei_cost_rows[i].z, log_ei_cost_rows[i].s),
            want, 1e-10 * fmax(1.0, fabs(want)));
    }
}

TEST(log_ei_unit_slope_agrees_with_400_digit_values)
{
    for (size_t i = 0; i < LEN(log_ei_unit_rows); i++)
        CHECK_REL(inlay_log_ei_unit_slope(log_ei_unit_rows[i].z),
                  log_ei_unit_rows[i].slope, 5e-14);
}

TEST(pdf_and_cdf_agree_with_400_digit_values) /* fixtures/normal.py */
{
    for (size_t i = 0; i < LEN(normal_rows); i++) {
        const double z = normal_rows[i].z;
        CHECK_REL(inlay_norm_pdf(z), normal_rows[i].pdf, 1e-15);
        CHECK_REL(inlay_norm_cdf(z), normal_rows[i].cdf, 2e-14);
    }
}

TEST(log_cdf_and_hazard_agree_with_400_digit_values)
{
    for (size_t i = 0; i < LEN(normal_rows); i++) {
        const double z = normal_rows[i].z;
        CHECK_REL(inlay_norm_log_cdf(z), normal_rows[i].log_cdf, 2e-14);
        CHECK_REL(inlay_norm_hazard(z), normal_rows[i].hazard, 1e-14);
    }
    for (size_t i = 0; i < LEN(normal_far_rows); i++) {
        const double z = normal_far_rows[i].z;
        CHECK_REL(inlay_norm_log_cdf(z), normal_far_rows[i].log_cdf, 1e-15);
        CHECK_REL(inlay_norm_hazard(z), normal_far_rows[i].hazard, 1e-15);
    }
}

TEST(erfcx_agrees_with_400_digit_values)
{
    for (size_t i = 0; i < LEN(erfcx_rows); i++)
        CHECK_REL(inlay_erfcx(erfcx_rows[i].t), erfcx_rows[i].erfcx, 5e-15);
}

TEST(quantile_agrees_with_400_digit_values)
{
    for (size_t i = 0; i < LEN(quantile_rows); i++)
        CHECK_REL(inlay_norm_quantile(quantile_rows[i].p), quantile_rows[i].z,
                  1e-14);
}

TEST(truncated_var_agrees_with_400_digit_values)
{
    for (size_t i = 0; i < LEN(truncated_var_rows); i++) {
        const double a = truncated_var_rows[i].a;
        const double want = truncated_var_rows[i].var;
        CHECK_REL(inlay_norm_truncated_var(a), want,
                  a > -1.5 || a < -8.0 ? 3e-15 : 1e-11);
    }
}

/* ---- Laws ---------------------------------------------------------------- */

TEST(quantile_inverts_cdf)
{
    struct inlay_rng rng = inlay_rng_seed(1);

    for (int i = 0; i < 20000; i++) {
        const double z = -38.0 + 38.0 * inlay_rng_uniform(&rng);
        const double p = inlay_norm_cdf(z);

        if (p < 1e-300) /* subnormal p has not the digits to come back */
            continue;
        CHECK_REL(inlay_norm_quantile(p), z,
                  2e-14 + 1e-15 / fabs(z)); /* eps in p is eps/2 / phi in z */
    }
}

TEST(quantile_is_odd_about_one_half)
{
    for (int i = 1; i < 1024; i++) { /* p and 1 - p are exact */
        const double p = i / 1024.0;
        CHECK(inlay_norm_quantile(p) == -inlay_norm_quantile(1.0 - p));
    }
}

TEST(cdf_of_z_and_of_minus_z_add_to_one)
{
    struct inlay_rng rng = inlay_rng_seed(2);

    for (int i = 0; i < 2000; i++) {
        const double z = 12.0 * inlay_rng_uniform(&rng);
        CHECK_ABS(inlay_norm_cdf(z) + inlay_norm_cdf(-z), 1.0, 4e-16);
    }
}

TEST(hazard_is_the_derivative_of_log_cdf)
{
    struct inlay_rng rng = inlay_rng_seed(3);
    const double step = 1e-5;

    for (int i = 0; i < 2000; i++) {
        const double z = -50.0 + 55.0 * inlay_rng_uniform(&rng);
        const double diff =
            (inlay_norm_log_cdf(z + step) - inlay_norm_log_cdf(z - step)) /
            (2.0 * step);
        CHECK_ABS(inlay_norm_hazard(z), diff, 1e-7 * (1.0 + fabs(diff)));
    }
}

/* d/da phi/Phi = -r (r + a). */
TEST(truncated_var_is_one_plus_the_derivative_of_hazard)
{
    struct inlay_rng rng = inlay_rng_seed(6);
    const double step = 1e-5;

    for (int i = 0; i < 2000; i++) {
        const double a = -30.0 + 40.0 * inlay_rng_uniform(&rng);
        const double diff =
            (inlay_norm_hazard(a + step) - inlay_norm_hazard(a - step)) /
            (2.0 * step);
        const double var = inlay_norm_truncated_var(a);
        CHECK_ABS(var, 1.0 + diff, 1e-8);
        CHECK(var > 0.0 && var <= 1.0);
    }
}

TEST(slope_is_the_derivative_of_log_ei_unit)
{
    struct inlay_rng rng = inlay_rng_seed(4);
    const double step = 1e-5;

    for (int i = 0; i < 2000; i++) {
        const double z = -50.0 + 60.0 * inlay_rng_uniform(&rng);
        const double diff =
            (inlay_log_ei_unit(z + step) - inlay_log_ei_unit(z - step)) /
            (2.0 * step);
        CHECK_ABS(inlay_log_ei_unit_slope(z), diff, 1e-7 * (1.0 + fabs(diff)));
    }
}

/* The joints are at z = -1, -8, -1e8 and t = 8/sqrt(2).  Next to each, a step
 * of a unit in the last place must go the way that the function goes. */
static void check_monotone(double (*f)(double), double at, double sign,
                           double slack)
{
    double last = f(at * (1.0 - 0x1p-46));

    for (int k = -63; k <= 64; k++) {
        const double now = f(at * (1.0 + k * 0x1p-52));
        CHECK(sign * (now - last) >= -slack * fabs(last));
        last = now;
    }
}

TEST(no_function_jumps_where_its_form_changes)
{
    static const double joint[] = {-1.0, -8.0, -1e8};

    for (size_t i = 0; i < LEN(joint); i++) { /* growing |z|: z falls */
        check_monotone(inlay_log_ei_unit, joint[i], -1.0, 4e-15);
        check_monotone(inlay_log_ei_unit_slope, joint[i], 1.0, 4e-14);
        check_monotone(inlay_norm_log_cdf, joint[i], -1.0, 2e-15);
        check_monotone(inlay_norm_hazard, joint[i], 1.0, 2e-15);
    }
    check_monotone(inlay_norm_truncated_var, -8.0, -1.0, 1e-11);
    check_monotone(inlay_norm_truncated_var, -1e8, -1.0, 1e-15);
    check_monotone(inlay_norm_truncated_var, 9.0, 1.0, 0.0);
    check_monotone(inlay_norm_cdf, -8.0, -1.0, 2e-14);
    check_monotone(inlay_erfcx, 8.0 * 0.70710678118654752, -1.0, 5e-15);
}

TEST(erfcx_joins_its_reflection)
{
    struct inlay_rng rng = inlay_rng_seed(5);

    for (int i = 0; i < 2000; i++) { /* erfcx(t) + erfcx(-t) = 2 exp(t^2) */
        const double t = 5.0 * inlay_rng_uniform(&rng);
        CHECK_REL(inlay_erfcx(t) + inlay_erfcx(-t), 2.0 * exp(t * t),
                  1e-15 * (4.0 + t * t));
    }
}

TEST(limits_are_what_the_header_says)
{
    CHECK(inlay_erfcx(-26.7) == INFINITY);
    CHECK(inlay_erfcx(-1e200) == INFINITY);
    CHECK(inlay_erfcx(INFINITY) == 0.0);
    CHECK(inlay_norm_pdf(1e200) == 0.0 && inlay_norm_pdf(-INFINITY) == 0.0);
    CHECK(inlay_norm_cdf(-INFINITY) == 0.0 && inlay_norm_cdf(INFINITY) == 1.0);
    CHECK(inlay_norm_log_cdf(40.0) == 0.0);
    CHECK(inlay_norm_log_cdf(-INFINITY) == -INFINITY);
    CHECK(inlay_norm_hazard(-INFINITY) == INFINITY);
    CHECK(inlay_norm_hazard(INFINITY) == 0.0);
    CHECK(inlay_norm_truncated_var(INFINITY) == 1.0);
    CHECK(inlay_norm_truncated_var(-INFINITY) == 0.0);
    CHECK(inlay_norm_quantile(0.0) == -INFINITY);
    CHECK(inlay_norm_quantile(1.0) == INFINITY);
    CHECK(inlay_log_ei_unit(-INFINITY) == -INFINITY);
    CHECK(inlay_log_ei_unit(INFINITY) == INFINITY);
    CHECK(inlay_log_ei_unit_slope(-INFINITY) == INFINITY);
}

TEST(a_nan_comes_out_as_a_nan)
{
    const double x[] = {1.0, NAN, -INFINITY}, y[] = {-INFINITY, NAN};

    CHECK(isnan(inlay_norm_pdf(NAN)) && isnan(inlay_norm_cdf(NAN)));
    CHECK(isnan(inlay_norm_log_cdf(NAN)) && isnan(inlay_norm_hazard(NAN)));
    CHECK(isnan(inlay_erfcx(NAN)) && isnan(inlay_norm_quantile(NAN)));
    CHECK(isnan(inlay_norm_truncated_var(NAN)));
    CHECK(isnan(inlay_log_ei_unit(NAN)));
    CHECK(isnan(inlay_log_ei_unit_slope(NAN)));
    CHECK(isnan(inlay_log_sum_exp(x, LEN(x))));
    CHECK(isnan(inlay_log_sum_exp(y, LEN(y))));
}

TEST(log_sum_exp_of_equal_numbers_adds_log_n)
{
    for (int e = -2; e <= 2; e++) {
        const double v = 1e5 * e;
        const double x[] = {v, v, v, v, v};
        CHECK_REL(inlay_log_sum_exp(x, LEN(x)), v + log(5.0), 1e-15);
    }
}

TEST(log_sum_exp_moves_with_a_shift_and_forgets_the_order)
{
    const double x[] = {0.3, -2.0, 5.0, 1.5}, y[] = {1.5, 5.0, 0.3, -2.0};
    const double z[] = {1000.3, 998.0, 1005.0, 1001.5};
    const double want = log(exp(0.3) + exp(-2.0) + exp(5.0) + exp(1.5));

    CHECK_REL(inlay_log_sum_exp(x, LEN(x)), want, 1e-15);
    CHECK_REL(inlay_log_sum_exp(y, LEN(y)), want, 1e-15);
    CHECK_REL(inlay_log_sum_exp(z, LEN(z)), 1000.0 + want, 1e-15);
}

TEST(log_sum_exp_knows_the_infinities)
{
    const double none[] = {-INFINITY, -INFINITY}, some[] = {-INFINITY, -3.0};
    const double all[] = {1.0, INFINITY, -INFINITY};

    CHECK(inlay_log_sum_exp(none, LEN(none)) == -INFINITY);
    CHECK(inlay_log_sum_exp(some, LEN(some)) == -3.0);
    CHECK(inlay_log_sum_exp(all, LEN(all)) == INFINITY);
}
