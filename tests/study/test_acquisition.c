/*
 * test_acquisition.c: studies by entropy search, pes and mes: every way, type of
 * variable and kind of data; what an ask tells about them; and that they work.
 */
#include "study_fixture.h"

#include "study/inside.h"

static const char *const ENTROPIES[] = {"acquisition=pes ", "acquisition=mes "};

/* ---- What an ask tells ---- */

static inlay_ask_stats stats_after(const char *options, size_t n)
{
    inlay_study *s = study_of(MIXED_SPACE, options);
    run(s, mixed, n);
    const inlay_ask_stats c = last_ask(s);
    inlay_study_free(s);
    return c;
}

TEST(minima_are_counted)
{
    static const struct {
        const char *options;
        size_t n_minima;
    } ROWS[] = {
        {"acquisition=ei", 0},
        {"acquisition=pes", 16},
        {"acquisition=mes", 16},
        {"acquisition=pes pes.minima=3", 3},
        {"acquisition=mes pes.minima=3 inference=slice samples=2", 6},
        {"acquisition=pes method=gp-basic pes.minima=3", 3},
        {"acquisition=pes method=random", 0},
    };
    for (size_t i = 0; i < LEN(ROWS); i++) {
        const inlay_ask_stats c = stats_after(ROWS[i].options, 9);
        CHECK(c.n_minima == ROWS[i].n_minima);
        CHECK(c.n_unconverged == 0);
    }
    CHECK(stats_after("acquisition=pes", 8).n_minima == 0); /* design */
}

static double first_switch(const inlay_value *x)
{
    return x[0].integer ? 1.0 : 0.0;
}

/* Each takes long where there are many axes. */
TEST(many_variables_have_fewer_minima)
{
    for (int n = 50; n <= 51; n++) {
        char space[51 * 40] = "[";
        for (int i = 0; i < n; i++)
            snprintf(space + strlen(space), sizeof space - strlen(space),
                     "%s{\"name\":\"b%d\",\"type\":\"boolean\"}", i ? "," : "",
                     i);
        snprintf(space + strlen(space), sizeof space - strlen(space), "]");
        inlay_study *s = study_of(space, "acquisition=mes pes.features=16");
        run(s, first_switch, 11);
        CHECK(last_ask(s).n_minima == (n > 50 ? 4 : 16));
        inlay_study_free(s);
    }
}

/* The count is of the last ask, whatever was before. */
TEST(a_wish_has_no_minima)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "acquisition=pes pes.minima=2");
    const inlay_value x[] = {inlay_real(0.25), inlay_integer(1),
                             inlay_category("r"), inlay_real(0.5)};
    run(s, mixed, 9);
    CHECK(last_ask(s).n_minima == 2);
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    ask(s);
    CHECK(last_ask(s).n_minima == 0);
    inlay_study_free(s);
}

static void keep_line(const char *line, void *context)
{
    snprintf(context, 200, "%s", line);
}

static const struct inlay_strategy_ops *real_ops;

/* Expectation propagation settles on all data that we know of, also at the
 * smallest tolerance, so that the count is made up. */
static inlay_status search_unsettled(struct inlay_strategy *s,
                                     const struct inlay_history *h,
                                     const struct inlay_rng *rng, double *u,
                                     inlay_error *err)
{
    const inlay_status st = real_ops->search(s, h, rng, u, err);
    s->stats.n_unconverged = 2;
    return st;
}

TEST(conditions_that_do_not_settle_are_logged)
{
    inlay_study *s = study_of(MIXED_SPACE, "acquisition=pes pes.minima=5");
    char line[200] = "";
    inlay_study_set_log(s, keep_line, line);
    run(s, mixed, 9);
    CHECK_TEXT(line, "");

    real_ops = s->strategy->ops;
    struct inlay_strategy_ops ops = *real_ops;
    ops.search = search_unsettled;
    s->strategy->ops = &ops;
    ask(s);
    CHECK_TEXT(line, "trial 10: expectation propagation did not converge "
                     "for 2 of 5 minima");
    CHECK(last_ask(s).n_unconverged == 2);
    s->strategy->ops = real_ops;
    inlay_study_free(s);
}

/* ---- Everything that a study can be ---- */

#define EVERY_TYPE                                                             \
    "[{\"name\":\"r\",\"type\":\"real\",\"min\":-1,\"max\":1},"                \
    "{\"name\":\"l\",\"type\":\"real\",\"min\":1e-4,\"max\":1,"                \
    "\"scale\":\"log\"},"                                                      \
    "{\"name\":\"i\",\"type\":\"integer\",\"min\":-3,\"max\":5},"              \
    "{\"name\":\"j\",\"type\":\"integer\",\"min\":1,\"max\":4096,"             \
    "\"scale\":\"log\"},"                                                      \
    "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[0.1,0.5,7]},"            \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"x\",\"y\",\"z\"]}" \
    ",{\"name\":\"b\",\"type\":\"boolean\"},"                                  \
    "{\"name\":\"r1\",\"type\":\"real\",\"min\":2,\"max\":2},"                 \
    "{\"name\":\"c1\",\"type\":\"categorical\",\"values\":[\"only\"]}]"

static double every_type(const inlay_value *x)
{
    return x[0].real * x[0].real + fabs(log10(x[1].real) + 2) +
           0.1 * fabs(x[2].real - 1) + 0.1 * log(x[3].real) + 0.1 * x[4].real +
           0.3 * (double)x[5].integer - 0.2 * (double)x[6].integer;
}

static void check_finite(inlay_study *s, const inlay_value *x)
{
    const inlay_prediction p = predict(s, x);
    CHECK(isfinite(p.mean) && p.sd >= 0 && isfinite(p.acquisition));
    CHECK(p.p_success > 0 && p.p_success <= 1);
}

/* A failure, and three asks in a row of which two stay pending. */
static void check_every_type(const char *options)
{
    inlay_study *s = study_of(EVERY_TYPE, options);
    inlay_error err = {0};
    inlay_value x[9];

    for (int i = 0; i < 7; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, i == 5 ? NAN : every_type(t.x));
    }
    const inlay_trial a = ask(s), b = ask(s), c = ask(s);
    CHECK(a.state == INLAY_STATE_PENDING && c.state == INLAY_STATE_PENDING);
    tell(s, b.id, every_type(b.x));
    ask(s);
    CHECK(last_ask(s).n_minima > 0);
    CHECK(n_repeats(s) == 0 || strstr(options, "noise=yes"));
    for (int64_t id = 1; id <= 11; id++) {
        CHECK(trial_of(s, id).x[7].real == 2);
        check_finite(s, trial_of(s, id).x);
    }
    CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
    check_finite(s, x);
    inlay_study_free(s);
}

TEST(every_way_of_every_type_of_variable)
{
    static const char *const WAYS[] = {
        "method=gp noise=auto ",
        "method=gp noise=none ",
        "method=gp noise=yes ",
        "method=gp-basic noise=auto ",
        "method=gp-basic noise=yes ",
        "method=gp-naive noise=auto ",
        "method=gp-naive noise=none ",
        "method=gp inference=slice samples=2 ",
        "method=gp-basic noise=none inference=slice samples=2 ",
        "method=gp-naive noise=yes inference=slice samples=2 ",
        "method=gp categories=per-category pending=draw ",
        "method=gp kernel=se search=grid trust_region=yes ",
    };
    for (size_t e = 0; e < LEN(ENTROPIES); e++)
        for (size_t w = 0; w < LEN(WAYS); w++) {
            char text[200];
            snprintf(text, sizeof text,
                     "%s%spes.minima=2 pes.features=32 initial=5 candidates=60",
                     ENTROPIES[e], WAYS[w]);
            check_every_type(text);
        }
}

/* A model of one point, and of one that is pending beside it. */
TEST(one_trial_is_enough)
{
    static const char *const WAYS[] = {"method=gp ", "method=gp-basic ",
                                       "method=gp-naive ",
                                       "inference=slice samples=2 "};
    for (size_t e = 0; e < LEN(ENTROPIES); e++)
        for (size_t w = 0; w < LEN(WAYS); w++) {
            char text[120];
            snprintf(text, sizeof text, "%s%sinitial=1", ENTROPIES[e], WAYS[w]);
            inlay_study *s = study_of(MIXED_SPACE, text);
            run(s, mixed, 1);
            ask(s);
            CHECK(last_ask(s).n_minima > 0);
            ask(s);
            CHECK(n_repeats(s) == 0);
            check_finite(s, trial_of(s, 3).x);
            inlay_study_free(s);
        }
}

/* ---- Failures ---- */

/* The logarithm of a weighted acquisition: each unit of failure_weight adds
 * log P(success). */
TEST(acquisitions_are_weighted_by_success)
{
    static const char *const NAMES[] = {"p", "q", "r"};
    for (size_t e = 0; e < LEN(ENTROPIES); e++) {
        char text[2][80];
        inlay_study *s[2];
        for (int k = 0; k < 2; k++) {
            snprintf(text[k], sizeof text[k], "%sfailure_weight=%d",
                     ENTROPIES[e], k + 1);
            s[k] = study_of(MIXED_SPACE, text[k]);
            for (int i = 0; i < 16; i++) {
                const double a = (double)(7 * i % 16) / 15;
                const inlay_value x[] = {
                    inlay_real(a), inlay_integer(1 + i % 7),
                    inlay_category(NAMES[i % 3]), inlay_real(0.01 * (i + 1))};
                add(s[k], x, a > 0.5 ? NAN : a * a + i % 3);
            }
        }
        double least = 1, most = 0;
        for (int64_t id = 1; id <= 16; id++) {
            const inlay_prediction p = predict(s[0], trial_of(s[0], id).x);
            const inlay_prediction q = predict(s[1], trial_of(s[0], id).x);
            CHECK(p.p_success == q.p_success);
            CHECK_ABS(q.acquisition - p.acquisition, log(p.p_success), 1e-9);
            least = fmin(least, p.p_success);
            most = fmax(most, p.p_success);
        }
        CHECK(least < 0.3 && most > 0.7);
        inlay_study_free(s[0]);
        inlay_study_free(s[1]);
    }
}

/* ---- Recommendation ---- */

/* The recommendation after the same trials of a parabola, of which the best is
 * beside its minimum. */
static double recommended(const char *options)
{
    inlay_error err = {0};
    inlay_study *s = study_of(
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1}]", options);
    inlay_value x;
    for (int i = 0; i < 9; i++) {
        const inlay_value at = inlay_real(i / 8.0);
        add(s, &at, pow(at.real - 0.3, 2));
    }
    CHECK_OK(inlay_study_recommend(s, &x, NULL, &err), err);
    inlay_study_free(s);
    return x.real;
}

TEST(entropy_search_recommends_by_the_mean)
{
    CHECK(recommended("noise=none warp=none acquisition=ei") == 0.25);
    for (size_t e = 0; e < LEN(ENTROPIES); e++) {
        char text[120];
        snprintf(text, sizeof text, "%snoise=none warp=none ", ENTROPIES[e]);
        const double by_itself = recommended(text);
        CHECK_ABS(by_itself, 0.3, 0.01);
        strcat(text, "recommend=mean");
        CHECK(recommended(text) == by_itself);
        snprintf(text, sizeof text, "%snoise=none recommend=observed",
                 ENTROPIES[e]);
        CHECK(recommended(text) == 0.25);
    }
}

TEST(without_a_success_nothing_is_recommended)
{
    for (size_t e = 0; e < LEN(ENTROPIES); e++) {
        inlay_error err = {0};
        inlay_study *s = study_of(MIXED_SPACE, ENTROPIES[e]);
        inlay_value x[4];
        for (int i = 0; i < 10; i++)
            tell(s, ask(s).id, NAN);
        CHECK(last_ask(s).n_minima == 0);
        CHECK(inlay_study_recommend(s, x, NULL, &err) == INLAY_ESTATE);
        inlay_study_free(s);
    }
}

/* ---- Do they work? ---- */

static inlay_study *study_after(const char *options, int seed, size_t n)
{
    char text[120];
    snprintf(text, sizeof text, "seed=%d %s", seed, options);
    inlay_study *s = study_of(MIXED_SPACE, text);
    run(s, mixed, n);
    return s;
}

static double best_of(inlay_study *s)
{
    inlay_error err = {0};
    inlay_trial best;
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    return best.value;
}

/* Twenty random trials come within 0.03, hardly ever 0.01. */
TEST(the_optimum_is_found_where_random_search_does_not)
{
    enum { N_TRIALS = 20, N_SEEDS = 4 };
    for (int seed = 1; seed <= N_SEEDS; seed++) {
        inlay_study *s = study_after("method=random", seed, N_TRIALS);
        CHECK(best_of(s) > 0.02);
        inlay_study_free(s);
        for (size_t e = 0; e < LEN(ENTROPIES); e++) {
            char text[80];
            inlay_error err = {0};
            inlay_value x[4];
            snprintf(text, sizeof text, "%spes.minima=4 pes.features=100",
                     ENTROPIES[e]);
            s = study_after(text, seed, N_TRIALS);
            CHECK(best_of(s) < 0.02);
            CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
            CHECK(mixed(x) < 0.005); /* 1e-4 is usual */
            inlay_study_free(s);
        }
    }
}
