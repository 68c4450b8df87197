/*
 * test_noise.c: a fit that takes roughness for noise does not outvote what was
 * observed, and noise that is there is seen.
 */
#include "strategy_fixture.h"

#include "strategy/belief.h"
#include "strategy/noise.h"

static const char LINE[] =
    "[{\"name\":\"x\",\"type\":\"real\",\"min\":0,\"max\":1}]";

/* Four steps on a parabola, whose fit has noise. */
static double stairs(double x)
{
    return floor(4.0 * x) / 4.0 + (x - 0.3) * (x - 0.3);
}

static double waves(double x)
{
    return sin(6.0 * x);
}

static double noise_at(size_t i)
{
    struct inlay_rng rng = inlay_rng_seed(77 + i);
    return 0.3 * inlay_rng_normal(&rng);
}

/* n values at even distances, each `times` times, with noise times sd. */
static inlay_study *measured(double (*f)(double), size_t n, size_t times,
                             double sd, const char *options)
{
    inlay_study *s = study_of(LINE, options);
    inlay_error err = {0};
    for (size_t i = 0; i < n * times; i++) {
        const double at = ((double)(i % n) + 0.5) / (double)n;
        const inlay_value x = inlay_real(at);
        CHECK_OK(inlay_study_add(s, &x, f(at) + sd * noise_at(i), NULL, &err),
                 err);
    }
    return s;
}

static double recommended(inlay_study *s)
{
    inlay_value x;
    inlay_error err = {0};
    CHECK_OK(inlay_study_recommend(s, &x, NULL, &err), err);
    inlay_study_free(s);
    return x.real;
}

static double best(inlay_study *s)
{
    inlay_trial t;
    CHECK(inlay_study_best(s, &t, NULL) == INLAY_OK);
    const double x = t.x[0].real;
    inlay_study_free(s);
    return x;
}

TEST(steps_are_not_taken_for_noise)
{
    for (size_t n = 10; n <= 16; n++)
        CHECK(recommended(measured(stairs, n, 1, 0, "")) ==
              best(measured(stairs, n, 1, 0, "")));
}

/* The user's word counts. */
TEST(declared_noise_needs_no_proof)
{
    CHECK(recommended(measured(stairs, 11, 1, 0, "noise=yes")) !=
          best(measured(stairs, 11, 1, 0, "noise=yes")));
    CHECK(recommended(measured(stairs, 11, 1, 0, "noise=none")) ==
          best(measured(stairs, 11, 1, 0, "noise=none")));
}

/* The minimum of waves is at 0.785; the least of 60 noisy values is not there. */
TEST(noise_that_is_there_is_seen)
{
    const double x = recommended(measured(waves, 60, 1, 1, ""));
    CHECK_ABS(x, 0.785, 0.08);
    CHECK(x != best(measured(waves, 60, 1, 1, "")));
}

static void add_values(struct driven *d, double (*f)(double), size_t n,
                       size_t times, double sd)
{
    for (size_t i = 0; i < n * times; i++) {
        const double at = ((double)(i % n) + 0.5) / (double)n;
        const inlay_value x = inlay_real(at);
        add_told(d, &x, f(at) + sd * noise_at(i));
    }
}

/* The odds of the values that were told, which are cleared. */
static double odds_of_history(struct driven *d)
{
    struct inlay_belief belief = {0};
    struct inlay_belief_options o;
    inlay_error err = {0};
    double odds = NAN;
    inlay_belief_read_options(d->options, 1, &o);
    CHECK_OK(
        inlay_belief_form(&belief, &d->exact, &d->history, &o, &d->rng, &err),
        err);
    CHECK_OK(inlay_noise_odds(&belief.objective, &o, &odds, NULL, &err), err);
    inlay_belief_clear(&belief);
    driven_clear(d);
    return odds;
}

/* The odds of a study's values by a fit without options. */
static double odds_of(double (*f)(double), size_t n, size_t times, double sd)
{
    struct driven d;
    driven_init(&d, LINE, "");
    add_values(&d, f, n, times, sd);
    return odds_of_history(&d);
}

TEST(repeats_decide_alone)
{
    CHECK(odds_of(waves, 6, 2, 0) == -INFINITY);
    CHECK(odds_of(stairs, 11, 2, 0) == -INFINITY);
    CHECK(odds_of(waves, 6, 2, 1) == INFINITY);
}

TEST(without_repeats_the_odds_grow_with_the_values)
{
    const double few = odds_of(waves, 15, 1, 1),
                 many = odds_of(waves, 60, 1, 1);
    CHECK(odds_of(stairs, 11, 1, 0) < 5.0);
    CHECK(odds_of(waves, 30, 1, 0) < 0.0);
    CHECK(many > 13.0 && many > 2.0 * few);
}

/* Values of neighbors that agree to a millionth refute any noise that a fit has,
 * here a declared one. */
TEST(neighbors_that_agree_refute_noise)
{
    struct driven d;
    struct inlay_belief belief = {0};
    struct inlay_belief_options o;
    inlay_error err = {0};
    double odds = NAN;
    driven_init(&d, LINE, "noise=yes");
    for (size_t i = 0; i < 16; i++) {
        const double at =
            i < 8 ? 0.06 + 0.12 * (double)i : 0.5 + 1e-7 * (double)i;
        const inlay_value x = inlay_real(at);
        add_told(&d, &x, i < 8 ? noise_at(i) : 1e-6 * at);
    }
    inlay_belief_read_options(d.options, 1, &o);
    CHECK_OK(inlay_belief_form(&belief, &d.exact, &d.history, &o, &d.rng, &err),
             err);
    belief.objective.gp->comp[0].noise = 0.1;
    CHECK_OK(inlay_noise_odds(&belief.objective, &o, &odds, NULL, &err), err);
    CHECK(odds == -INFINITY);
    belief.objective.gp->comp[0].noise = 1e-22;
    CHECK_OK(inlay_noise_odds(&belief.objective, &o, &odds, NULL, &err), err);
    CHECK(odds != -INFINITY);
    inlay_belief_clear(&belief);
    driven_clear(&d);
}

#ifdef INLAY_FAILING_MEM
static inlay_study *the_study;

static inlay_status try_recommend(void)
{
    inlay_value x;
    inlay_error err = {0};
    return inlay_study_recommend(the_study, &x, NULL, &err);
}

TEST(each_allocation_that_fails_is_told)
{
    the_study = measured(stairs, 11, 1, 0, "");
    check_oom(try_recommend, __FILE__, __LINE__);
    inlay_study_free(the_study);
}
#endif

/* ---- Variances that were given ------------------------------------------- */

/* As measured() without repeats, with a variance. */
static inlay_study *told(double (*f)(double), size_t n, double sd,
                         double variance, const char *options)
{
    inlay_study *s = study_of(LINE, options);
    inlay_error err = {0};
    for (size_t i = 0; i < n; i++) {
        const inlay_value x = inlay_real(((double)i + 0.5) / (double)n);
        const double y = f(x.real) + sd * noise_at(i);
        CHECK_OK(
            inlay_study_add_noisy(s, &x, &y, 1, variance, NULL, NULL, &err),
            err);
    }
    return s;
}

/* Also where noise=none says that there is none. */
TEST(a_variance_is_noise_that_was_declared)
{
    static const char *const OPTIONS[] = {"", "noise=yes", "noise=none"};
    for (size_t i = 0; i < LEN(OPTIONS); i++) {
        const double x = recommended(told(waves, 30, 1, 0.09, OPTIONS[i]));
        CHECK_ABS(x, 0.785, 0.1);
        CHECK(x != best(told(waves, 30, 1, 0.09, OPTIONS[i])));
    }
}

TEST(values_that_are_exact_are_not_outvoted)
{
    for (size_t n = 10; n <= 16; n++)
        CHECK(recommended(told(stairs, n, 0, 0.0, "")) ==
              best(told(stairs, n, 0, 0.0, "")));
}

/* That two exact values agree, or differ, is no repeat of what has no variance. */
TEST(repeats_with_a_variance_do_not_decide)
{
    for (int is_other = 0; is_other < 2; is_other++) {
        struct driven d;
        driven_init(&d, LINE, "");
        add_values(&d, waves, 15, 1, 1);
        for (int i = 0; i < 2; i++) {
            const inlay_value x = inlay_real(0.5);
            add_told(&d, &x, i * is_other);
            d.history.trial[d.history.n_trials - 1]->variance = 0.0;
        }
        CHECK(isfinite(odds_of_history(&d)));
    }
}
