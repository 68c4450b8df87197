/*
 * test_region.c: the trust region as a function of the history alone.
 */
#include "strategy_fixture.h"

#include "strategy/region.h"

/* A history in which trial i has the value y[i]: NaN failed, +inf pending. */
static void history_of(struct driven *d, const double *y, size_t n)
{
    inlay_error err = {0};
    driven_init(d, MIXED_SPACE, "method=random");
    for (size_t i = 0; i < n; i++) {
        const struct inlay_record *r = NULL;
        CHECK_OK(suggest(d, &r, &err), err);
        if (!isinf(y[i]))
            CHECK_OK(history_finish(&d->history, r->id, y[i], "failed", &err),
                     err);
    }
}

static const double CENTER[4] = {0.5, 0.5, 0.5, 0.5};

static struct inlay_region region_after(const double *y, size_t n,
                                        size_t n_initial)
{
    struct driven d;
    history_of(&d, y, n);
    const struct inlay_region r =
        inlay_region_of(&d.history, n_initial, &d.exact, CENTER);
    CHECK(r.center == CENTER);
    CHECK(r.half_width > 0 && r.half_width <= 1);
    CHECK(r.max_changes >= 1);
    driven_clear(&d);
    return r;
}

enum { N = 60 };

TEST(it_grows_with_improvements_and_shrinks_without)
{
    double better[N], worse[N];
    for (int i = 0; i < N; i++) {
        better[i] = -i;
        worse[i] = i;
    }
    const struct inlay_region start = region_after(better, 0, 0);
    double least = INFINITY, most = 0;
    for (size_t n = 1; n <= N; n++) {
        most = fmax(most, region_after(better, n, 0).half_width);
        CHECK(region_after(better, n, 0).half_width >= start.half_width);
        least = fmin(least, region_after(worse, n, 0).half_width);
    }
    CHECK(most > start.half_width && least < start.half_width);
}

/* Whatever happens, it neither vanishes nor becomes more than the cube. */
TEST(it_stays_within_bounds_for_ever)
{
    enum { LONG = 400 };
    struct driven d;
    inlay_error err = {0};
    double least = INFINITY;

    driven_init(&d, MIXED_SPACE, "method=random");
    for (int i = 0; i < LONG; i++) {
        const struct inlay_record *r = NULL;
        CHECK_OK(suggest(&d, &r, &err), err);
        CHECK_OK(history_finish(&d.history, r->id, i, "", &err), err);
        const struct inlay_region g =
            inlay_region_of(&d.history, 0, &d.exact, CENTER);
        CHECK(g.half_width > 1e-4 && g.half_width <= 1);
        CHECK(g.max_changes >= 1);
        least = fmin(least, g.half_width);
    }
    CHECK(least < 0.1); /* it did become small */
    driven_clear(&d);
}

TEST(pending_trials_do_not_count)
{
    double y[N], z[2 * N];
    for (int i = 0; i < N; i++) {
        y[i] = i;
        z[2 * i] = i;
        z[2 * i + 1] = INFINITY; /* pending */
    }
    for (size_t n = 0; n <= N; n += 7) {
        const struct inlay_region a = region_after(y, n, 0);
        const struct inlay_region b = region_after(z, 2 * n, 0);
        CHECK(a.half_width == b.half_width && a.max_changes == b.max_changes);
    }
}

TEST(the_initial_design_does_not_count)
{
    double y[N];
    for (int i = 0; i < N; i++)
        y[i] = i;
    const struct inlay_region start = region_after(y, 0, N);
    CHECK(region_after(y, N, N).half_width == start.half_width);
}

/* A failure is no improvement. */
TEST(failures_count_as_trials_without_improvement)
{
    double bad[N], failed[N];
    for (int i = 0; i < N; i++) {
        bad[i] = i;
        failed[i] = i == 0 ? 0 : NAN;
    }
    for (size_t n = 1; n <= N; n += 6)
        CHECK(region_after(bad, n, 0).half_width ==
              region_after(failed, n, 0).half_width);
}
