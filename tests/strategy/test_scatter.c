/*
 * test_scatter.c: noise is found where it is, and not where it is not; what is
 * fitted then, and that nothing but history and memo decides it.
 */
#include "study/store_fixture.h"

#include "strategy_fixture.h"

#include "strategy/belief.h"
#include "strategy/memo.h"
#include "strategy/noise.h"
#include "strategy/scatter.h"

static const char SQUARE[] =
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
    "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]";
static const char LINE[] =
    "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1}]";

/* ---- Values ---- */

/* About a draw of a GP with variance 1 and length-scale `scale`. */
static double draw_at(uint64_t seed, double scale, const inlay_value *x,
                      size_t dim)
{
    enum { N_COSINES = 24 };
    struct inlay_rng rng = inlay_rng_seed(1000 + seed);
    double sum = 0.0;
    for (int c = 0; c < N_COSINES; c++) {
        double phase = 6.283185307179586 * inlay_rng_uniform(&rng);
        for (size_t j = 0; j < dim; j++)
            phase += inlay_rng_normal(&rng) / scale * x[j].real;
        sum += cos(phase);
    }
    return sum * sqrt(2.0 / N_COSINES);
}

/* A history of n random points, its values by that draw and noise. */
struct told {
    struct driven d;
    struct inlay_belief_options o;
    struct inlay_regression g;
};

static void tell_draw(struct told *t, const char *space, const char *options,
                      uint64_t seed, double scale, double sd, size_t n)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    driven_init(&t->d, space, options);
    inlay_belief_read_options(t->d.options, t->d.exact.dim, &t->o);
    for (size_t i = 0; i < n; i++) {
        inlay_value x[2];
        for (size_t j = 0; j < t->d.exact.dim; j++)
            x[j] = inlay_real(inlay_rng_uniform(&rng));
        add_told(&t->d, x,
                 draw_at(seed, scale, x, t->d.exact.dim) +
                     sd * inlay_rng_normal(&rng));
    }
}

static void fit_told(struct told *t, const char *memo)
{
    inlay_error err = {0};
    t->g = (struct inlay_regression){.enc = &t->d.exact, .sign = 1.0};
    CHECK_OK(inlay_regression_fit(&t->g, &t->d.history, &t->o, memo, &t->d.rng,
                                  &err),
             err);
}

static void untell(struct told *t)
{
    inlay_regression_clear(&t->g);
    driven_clear(&t->d);
}

/* ---- Is there noise? ---- */

enum { N_SEEDS = 12 };

static size_t n_found(const char *space, double scale, double sd)
{
    size_t n = 0;
    for (uint64_t seed = 0; seed < N_SEEDS; seed++) {
        struct told t;
        tell_draw(&t, space, "", seed, scale, sd, 30);
        fit_told(&t, NULL);
        n += t.g.noise.is_found;
        CHECK(t.g.noise.is_found || !t.g.noise.is_shown);
        CHECK(t.g.gp->base.n_comp == (t.g.noise.is_found ? 4 : 1));
        untell(&t);
    }
    return n;
}

TEST(noise_is_found_within_30_values)
{
    CHECK(n_found(LINE, 0.4, 0.3) == N_SEEDS);
    CHECK(n_found(LINE, 0.4, 0.6) == N_SEEDS);
    CHECK(n_found(SQUARE, 0.4, 0.3) >= 10);
}

TEST(noise_is_not_found_where_there_is_none)
{
    for (double scale = 0.1; scale < 1.0; scale *= 2.0) {
        CHECK(n_found(LINE, scale, 0.0) == 0);
        CHECK(n_found(SQUARE, scale, 0.0) == 0);
    }
}

/* A memo like that of t.g, but with this log(σ²/a). */
static char *memo_of(const struct told *t, double log_ratio)
{
    inlay_error err = {0};
    struct inlay_text text = {0};
    char *memo = NULL;
    double theta[8];
    const size_t P = t->g.gp->metric.n_scales;
    memcpy(theta, inlay_gp_last_theta(t->g.gp),
           inlay_theta_n(P) * sizeof *theta);
    theta[inlay_theta_noise(P)] = theta[inlay_theta_amp(P)] + log_ratio;
    inlay_memo_add(&text, theta, inlay_theta_n(P), NULL, 0);
    CHECK_OK(inlay_text_end(&text, &memo, &err), err);
    return memo;
}

/* As if the last fit had ended at this log(σ²/a). */
static void fit_again(struct told *t, double log_ratio)
{
    char *memo = memo_of(t, log_ratio);
    inlay_regression_clear(&t->g);
    fit_told(t, memo);
    inlay_mem_free(memo);
}

TEST(less_is_enough_to_stay_than_to_begin)
{
    CHECK(inlay_noise_enough(true) < inlay_noise_enough(false));
    CHECK(!inlay_noise_is_refuted(inlay_noise_enough(true)));
}

/* Odds that are not enough to find noise are enough to find it still. */
TEST(noise_that_was_found_stays)
{
    static const struct {
        uint64_t seed;
        size_t n;
    } BETWEEN[] = {{3, 20}, {4, 20}, {16, 20}, {16, 16}};
    for (size_t i = 0; i < LEN(BETWEEN); i++) {
        struct told t;
        tell_draw(&t, SQUARE, "", BETWEEN[i].seed, 0.4, 0.6, BETWEEN[i].n);
        fit_told(&t, NULL);
        const double odds = t.g.noise.log_odds;
        CHECK(odds > inlay_noise_enough(true));
        CHECK(odds < inlay_noise_enough(false) && !t.g.noise.is_found);
        fit_again(&t, -3.0);
        CHECK(t.g.noise.is_found);
        CHECK_ABS(t.g.noise.log_odds, odds, 0.1);
        untell(&t);
    }
}

/* Exact values, whose fit goes on from a noisy θ and stays there. */
TEST(a_noisy_fit_that_is_refuted_becomes_a_quiet_one)
{
    static const uint64_t SEEDS[] = {3, 4, 8, 11};
    for (size_t i = 0; i < LEN(SEEDS); i++) {
        struct told t;
        tell_draw(&t, LINE, "", SEEDS[i], 0.05, 0.0, 20);
        fit_told(&t, NULL);
        fit_again(&t, -3.0);
        CHECK(inlay_noise_is_refuted(t.g.noise.log_odds));
        CHECK(!t.g.noise.is_found && !t.g.noise.is_shown);
        CHECK(inlay_regression_noise_ratio(&t.g) == 0.0);
        untell(&t);
    }
}

/* ---- What is declared ---- */

/* Nobody asks for odds, however little 5 values say. */
static void check_declared(const char *options, double variance, bool is_found)
{
    struct told t;
    tell_draw(&t, SQUARE, options, 3, 0.4, 0.0, 5);
    for (size_t i = 0; i < t.d.history.n_trials; i++)
        t.d.history.trial[i]->variance = variance;
    fit_told(&t, NULL);
    CHECK(isnan(t.g.noise.log_odds));
    CHECK(t.g.noise.is_found == is_found && t.g.noise.is_shown == is_found);
    untell(&t);
}

TEST(what_is_declared_is_not_sought)
{
    check_declared("noise=yes", NAN, true);
    check_declared("noise=none", NAN, false);
    check_declared("", 0.2, true);
    check_declared("", 0.0, false);
    check_declared("noise=none", 0.2, true);
}

/* noise=none says that values without a variance have none. */
TEST(variances_bring_no_other_noise_where_there_is_none)
{
    static const char *const OPTIONS[] = {"noise=none", ""};
    for (int is_auto = 0; is_auto < 2; is_auto++) {
        struct told t;
        tell_draw(&t, SQUARE, OPTIONS[is_auto], 3, 0.4, 0.3, 12);
        for (size_t i = 0; i < 6; i++)
            t.d.history.trial[i]->variance = 0.09;
        fit_told(&t, NULL);
        CHECK(t.g.gp->comp[0].noise > 0.0 || !is_auto);
        CHECK(t.g.gp->comp[0].noise == 0.0 || is_auto);
        untell(&t);
    }
}

/* Who chooses the inference has the model as it was. */
TEST(other_ways_to_fit_do_not_look_for_noise)
{
    static const char *const WAYS[] = {"inference=map", "inference=slice",
                                       "priors=paper"};
    for (size_t i = 0; i < LEN(WAYS); i++) {
        struct told t;
        tell_draw(&t, LINE, WAYS[i], 3, 0.4, 0.5, 30);
        fit_told(&t, NULL);
        CHECK(isnan(t.g.noise.log_odds) && !t.g.noise.is_found);
        untell(&t);
    }
}

/* ---- The warp ---- */

/* exp(k f) with noise on the scale of f: equal noise only in the logarithm. */
static enum inlay_warp_kind warp_of(double k, uint64_t seed)
{
    struct told t;
    tell_draw(&t, LINE, "noise=yes", seed, 0.4, 0.3, 40);
    for (size_t i = 0; i < t.d.history.n_trials && k > 0.0; i++) {
        struct inlay_record *r = t.d.history.trial[i];
        r->y = exp(k * r->y);
    }
    fit_told(&t, NULL);
    const enum inlay_warp_kind kind = t.g.warp.kind;
    untell(&t);
    return kind;
}

TEST(values_are_warped_where_that_makes_them_likelier)
{
    size_t n_plain = 0;
    for (uint64_t seed = 0; seed < N_SEEDS; seed++) {
        n_plain += warp_of(0.0, seed) == INLAY_WARP_NONE;
        CHECK(warp_of(2.0, seed) == INLAY_WARP_BAD_LOG);
    }
    CHECK(n_plain >= 10);
}

/* ---- History and memo decide ---- */

/* A bowl with noise by the number of the trial. */
static double noisy_bowl(const inlay_trial *t)
{
    struct inlay_rng rng = inlay_rng_seed(500 + (uint64_t)t->id);
    const double a = t->x[0].real - 0.3, b = t->x[1].real - 0.6;
    return 4.0 * (a * a + b * b) + 0.2 * inlay_rng_normal(&rng);
}

static void ask_and_tell(inlay_study *s)
{
    const inlay_trial t = ask(s);
    tell(s, t.id, noisy_bowl(&t));
}

static bool sees_noise(inlay_study *s)
{
    inlay_value x[2];
    inlay_error err = {0};
    CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
    predict(s, x);
    return s->strategy->acquisition == INLAY_ACQUISITION_KG;
}

enum { N_STEPS = 34 };

/* By one process that remembers, one that forgets what it looked at, and one
 * that begins anew with the file at each trial. */
TEST(the_memo_suffices)
{
    const struct scratch dir = scratch_make();
    inlay_study *a = study_of(SQUARE, "seed=3");
    inlay_study *b = study_of(SQUARE, "seed=3");
    for (int i = 0; i < N_STEPS; i++) {
        inlay_study *c = stored_study(dir.path, SQUARE, "seed=3");
        ask_and_tell(a);
        if (i > 0)
            sees_noise(b);
        ask_and_tell(b);
        ask_and_tell(c);
        inlay_study_free(c);
    }
    CHECK(sees_noise(a));
    inlay_study *c = stored_study(dir.path, SQUARE, "seed=3");
    CHECK_SAME_TRIALS(a, b);
    CHECK_SAME_TRIALS(a, c);
    inlay_study_free(a);
    inlay_study_free(b);
    inlay_study_free(c);
    scratch_remove(&dir);
}

/* ---- What goes wrong ---- */

#ifdef INLAY_FAILING_MEM
static const struct told *the_told;

static inlay_status try_fit(void)
{
    inlay_error err = {0};
    struct inlay_regression g = {.enc = &the_told->d.exact, .sign = 1.0};
    const inlay_status st = inlay_regression_fit(
        &g, &the_told->d.history, &the_told->o, NULL, &the_told->d.rng, &err);
    CHECK((st == INLAY_OK) == (g.gp != NULL));
    inlay_regression_clear(&g);
    return st;
}

/* Noise that is found, with the odds before it; and noise that is known. */
TEST(each_allocation_that_fails_is_told)
{
    static const char *const OPTIONS[] = {"", "noise=yes"};
    for (size_t i = 0; i < LEN(OPTIONS); i++) {
        struct told t;
        tell_draw(&t, LINE, OPTIONS[i], 1, 0.4, 0.3, 18);
        the_told = &t;
        check_oom(try_fit, __FILE__, __LINE__);
        fit_told(&t, NULL);
        CHECK(t.g.noise.is_found);
        untell(&t);
    }
}

static inlay_study *noisy_study(void)
{
    inlay_study *s = study_of(SQUARE, "seed=3");
    for (int i = 0; i < 30; i++)
        ask_and_tell(s);
    return s;
}

/* Wherever a fit is cut short, what it leaves is not taken for the truth. */
TEST(a_fit_can_be_stopped_anywhere_and_made_again)
{
    inlay_study *calm = noisy_study();
    inlay_watch_end_after(0);
    const inlay_trial want = ask(calm);
    const long n = inlay_watch_end_after(0);
    CHECK(n > 100);
    for (long at = 1; at < n; at += 1 + n / 16) {
        inlay_study *s = noisy_study();
        inlay_trial t = {0};
        inlay_error err = {0};
        inlay_watch_end_after(at);
        CHECK(inlay_study_ask(s, &t, &err) == INLAY_STOPPED);
        inlay_watch_end_after(0);
        t = ask(s);
        CHECK(t.id == want.id && is_same_x(t.x, want.x, 2));
        inlay_study_free(s);
    }
    inlay_study_free(calm);
}
#endif
