/*
 * test_exponential.c: our exp against libm's, over its whole range.
 */
#include "check.h"

#include "base/exponential.h"

TEST(it_is_exp_to_two_units_in_the_last_place)
{
    for (int i = 0; i <= 2000000; i++) {
        const double x = -708.0 * (double)i / 2000000.0, want = exp(x);
        CHECK_ABS(inlay_exp_negative(x), want, 2 * 2.3e-16 * want);
    }
    CHECK(inlay_exp_negative(0.0) == 1.0);
}

TEST(far_below_it_is_next_to_nothing)
{
    CHECK_REL(inlay_exp_negative(-1e5), 3.3e-308, 0.01);
    CHECK_REL(inlay_exp_negative(-INFINITY), 3.3e-308, 0.01);
}
