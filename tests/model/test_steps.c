/*
 * test_steps.c: draws from a normal times a step function against the masses
 * of its intervals.
 */
#include "check.h"

#include "base/special.h"
#include "model/steps.h"

enum { N_DRAWS = 100000, N_BINS = 40, MAX_STEPS = 8 };

struct density {
    double mean, sd;
    size_t n;
    struct inlay_step step[MAX_STEPS];
};

static double draw(const struct density *d, struct inlay_rng *rng)
{
    struct inlay_step step[MAX_STEPS];
    double mass[MAX_STEPS + 1];
    memcpy(step, d->step, sizeof step);
    return inlay_steps_draw(step, d->n, d->mean, d->sd, rng, mass);
}

/* The density without its constant. */
static double height(const struct density *d, double t)
{
    const double z = (t - d->mean) / d->sd;
    double log_h = -0.5 * z * z;
    for (size_t i = 0; i < d->n; i++)
        log_h += d->step[i].at < t ? d->step[i].rise : 0.0;
    return exp(log_h);
}

/* Chi-square of the draws in bins of mean ± 4 sd, whose masses are found by
 * summing the density; 4 standard errors of a chi-square of N_BINS − 1. */
static void check_density(const struct density *d, uint64_t seed)
{
    enum { FINE = 2000 };
    struct inlay_rng rng = inlay_rng_seed(seed);
    double want[N_BINS] = {0}, got[N_BINS] = {0}, all = 0, inside = 0, chi2 = 0;
    const double lo = d->mean - 4 * d->sd, width = 8 * d->sd / N_BINS;
    size_t n_bins = 0;

    for (int b = 0; b < N_BINS; b++)
        for (int i = 0; i < FINE; i++) {
            const double h = height(d, lo + width * (b + (i + 0.5) / FINE));
            want[b] += h;
            all += h;
        }
    for (int i = 0; i < N_DRAWS; i++) {
        const double b = floor((draw(d, &rng) - lo) / width);
        if (b >= 0 && b < N_BINS) {
            got[(int)b]++;
            inside++;
        }
    }
    CHECK(inside > 0.99 * N_DRAWS);
    for (int b = 0; b < N_BINS; b++) {
        const double e = want[b] / all * inside;
        CHECK(e > 0.5 || got[b] < 10);
        if (e < 5)
            continue;
        chi2 += (got[b] - e) * (got[b] - e) / e;
        n_bins++;
    }
    const double df = (double)n_bins - 1;
    CHECK_ABS(chi2, df, 4 * sqrt(2 * df));
}

TEST(without_steps_it_is_the_normal)
{
    check_density(&(struct density){.mean = 3, .sd = 0.5}, 1);
}

TEST(steps_raise_and_lower_what_is_beyond_them)
{
    check_density(&(struct density){0, 1, 1, {{0.3, 1.5}}}, 2);
    check_density(&(struct density){0, 2, 3, {{1, -2}, {-1, 1}, {0.5, 0.7}}},
                  3);
    check_density(&(struct density){-5, 0.1, 2, {{-5.05, 9.2}, {-4.95, -9.2}}},
                  4);
}

TEST(steps_at_one_place_add_up)
{
    check_density(&(struct density){0, 1, 3, {{0.2, 1}, {0.2, 1}, {0.2, -3}}},
                  5);
}

TEST(steps_beyond_all_mass_say_nothing)
{
    check_density(&(struct density){0, 1, 2, {{-100, 50}, {100, 50}}}, 6);
}

/* An interval in the tail has its digits. */
TEST(a_narrow_interval_far_out_is_found)
{
    static const double PLACES[] = {-7.0, -3.0, 3.0, 7.0};
    struct inlay_rng rng = inlay_rng_seed(7);
    for (size_t i = 0; i < LEN(PLACES); i++) {
        const double a = PLACES[i], b = a + 1e-3;
        const struct density d = {0, 1, 2, {{a, 60}, {b, -60}}};
        double sum = 0;
        for (int k = 0; k < 2000; k++) {
            const double t = draw(&d, &rng);
            CHECK(t >= a && t <= b);
            sum += (t - a) / (b - a) / 2000;
        }
        CHECK_ABS(sum, 0.5, 4 * sqrt(1.0 / 12 / 2000));
    }
}

/* Narrower than what doubles resolve: still the highest, and finite. */
TEST(an_interval_without_mass_is_found)
{
    struct inlay_rng rng = inlay_rng_seed(8);
    const double a = 0.7, b = nextafter(a, 1);
    const struct density d = {0, 1, 2, {{a, 60}, {b, -60}}};
    for (int k = 0; k < 100; k++) {
        const double t = draw(&d, &rng);
        CHECK(t >= a && t <= b);
    }
}
