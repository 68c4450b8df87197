/*
 * test_clock.c: the clock only goes forward.
 */
#include "check.h"

#include "base/clock.h"

TEST(time_does_not_go_back)
{
    double last = inlay_clock_seconds();
    CHECK(isfinite(last));
    for (int i = 0; i < 10000; i++) {
        const double now = inlay_clock_seconds();
        CHECK(now >= last);
        last = now;
    }
}

/* In seconds: a busy loop of a thousandth of one ends, and is seen. */
TEST(time_passes)
{
    const double start = inlay_clock_seconds();
    double now = start;
    for (long i = 0; now < start + 1e-3 && i < 1000000000; i++)
        now = inlay_clock_seconds();
    CHECK(now >= start + 1e-3 && now < start + 60);
}
