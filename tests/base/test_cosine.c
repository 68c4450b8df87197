/*
 * test_cosine.c: our cosine and sine against libm's in long double.
 */
#include "check.h"

#include "base/cosine.h"
#include "base/rng.h"

static const long double TWO_PI = 6.28318530717958647692528676655900577L;
static const double TOLERANCE = 4e-16;

/* libm sees the rest of t, which is exact. */
static void check_at(double t)
{
    const long double rest = remainderl((long double)t, 1.0L);
    const double cosine = (double)cosl(TWO_PI * rest);
    const double sine = (double)sinl(TWO_PI * rest);
    CHECK_ABS(inlay_cos_turns(t), cosine, TOLERANCE);
    CHECK_ABS(inlay_sin_turns(t), sine, TOLERANCE);
}

TEST(they_are_libms_over_several_turns)
{
    for (int i = -300000; i <= 300000; i++)
        check_at((double)i / 100003.0);
}

TEST(they_are_libms_at_any_size)
{
    struct inlay_rng rng = inlay_rng_seed(1);

    for (int i = 0; i < 200000; i++) {
        const double size = pow(10.0, 18.0 * inlay_rng_uniform(&rng) - 9.0);
        check_at(size);
        check_at(-size);
    }
    check_at(1e9);
    check_at(1e9 - 0.125);
}

TEST(quarters_are_exact_and_whole_turns_change_nothing)
{
    for (int turns = -1000; turns <= 1000; turns += 50) {
        const double t = (double)turns;
        CHECK_ABS(inlay_cos_turns(t), 1.0, TOLERANCE);
        CHECK(inlay_cos_turns(t + 0.25) == 0.0);
        CHECK_ABS(inlay_cos_turns(t + 0.5), -1.0, TOLERANCE);
        CHECK(inlay_cos_turns(t + 0.75) == 0.0);
        CHECK(inlay_sin_turns(t) == 0.0);
        CHECK_ABS(inlay_sin_turns(t + 0.25), 1.0, TOLERANCE);
        CHECK(inlay_sin_turns(t + 0.5) == 0.0);
        CHECK_ABS(inlay_sin_turns(t - 0.25), -1.0, TOLERANCE);
        CHECK(inlay_cos_turns(t + 0.375) == inlay_cos_turns(0.375));
        CHECK(inlay_sin_turns(t + 0.375) == inlay_sin_turns(0.375));
    }
}
