/*
 * test_within.c: the probability mass between two limits.  Mixtures and gradients
 * are tried in tests/acquire/test_weighted.c.
 */
#include "check.h"

#include "base/special.h"
#include "model/within.h"

TEST(the_mass_is_the_difference_of_two_tails)
{
    for (double a = -6.0; a < 6.0; a += 0.37)
        for (double b = a + 0.05; b < 7.0; b += 0.61) {
            const double p = exp(inlay_within_log_mass(a, b));
            CHECK_REL(p, inlay_norm_cdf(-a) - inlay_norm_cdf(-b), 1e-6);
            CHECK_REL(p, exp(inlay_within_log_mass(-b, -a)), 1e-12);
        }
}

TEST(one_limit_is_a_tail)
{
    for (double z = -40.0; z < 8.0; z += 1.3) {
        CHECK(inlay_within_log_mass(-INFINITY, z) == inlay_norm_log_cdf(z));
        CHECK(inlay_within_log_mass(-z, INFINITY) == inlay_norm_log_cdf(z));
    }
    CHECK(inlay_within_log_mass(-INFINITY, INFINITY) == 0.0);
}

TEST(far_tails_and_narrow_limits_have_digits)
{
    /* phi(30)(1 - e^(-30 h))/30 nearly, for h = 1e-3 */
    const double want = -0.5 * 900.0 - INLAY_LOG_SQRT_2PI - log(30.0) +
                        log(-expm1(-30.0 * 1e-3 - 0.5e-6));
    CHECK_ABS(inlay_within_log_mass(30.0, 30.001), want, 2e-3);
    CHECK_ABS(inlay_within_log_mass(1.0, nextafter(1.0, 2.0)),
              -0.5 - INLAY_LOG_SQRT_2PI + log(0x1p-52), 0.05);
}
