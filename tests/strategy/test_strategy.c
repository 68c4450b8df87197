/*
 * test_strategy.c: what holds of every method.
 */
#include "strategy_fixture.h"

static const char *const METHODS[] = {
    "method=gp",    "method=gp-basic",  "method=gp-naive", "method=random",
    "method=sobol", "method=hillclimb", "method=tpe",      "method=smac"};

TEST(every_method_of_the_table_can_be_made)
{
    const inlay_option *row = inlay_option_at(INLAY_OPT_METHOD);
    size_t n = 0;
    while (row->choices[n]) {
        char options[64];
        struct driven d;
        snprintf(options, sizeof options, "method=%s", row->choices[n++]);
        driven_init(&d, MIXED_SPACE, options);
        CHECK(d.strategy != NULL && d.strategy->ops != NULL);
        driven_clear(&d);
    }
    CHECK(n == LEN(METHODS));
    inlay_strategy_free(NULL);
}

/* Suggestions are canonical values of the space. */
TEST(suggestions_are_valid_and_canonical)
{
    for (size_t m = 0; m < LEN(METHODS); m++) {
        struct driven d;
        driven_init(&d, MIXED_SPACE, METHODS[m]);
        for (int i = 0; i < 14; i++) {
            inlay_error err = {0};
            inlay_value x[4];
            const struct inlay_record *r = step(&d, mixed);
            CHECK_OK(inlay_space_check(d.space, r->x, x, &err), err);
            CHECK(is_same_x(x, r->x, 4) && x[2].text == r->x[2].text);
        }
        driven_clear(&d);
    }
}

/* A function of (history, rng): a strategy made for the last step alone, without
 * the caches of the one that made the others, gives the same. */
TEST(a_strategy_keeps_nothing_that_shows)
{
    static const char *const OPTIONS[] = {"",
                                          "method=gp-basic",
                                          "method=gp-naive",
                                          "method=random",
                                          "method=sobol",
                                          "method=hillclimb",
                                          "method=tpe",
                                          "method=smac",
                                          "inference=slice samples=2",
                                          "noise=yes",
                                          "random_share=0.5",
                                          "trust_region=yes"};
    for (size_t m = 0; m < LEN(OPTIONS); m++) {
        struct driven d;
        driven_init(&d, MIXED_SPACE, OPTIONS[m]);
        for (int i = 0; i < 13; i++)
            step(&d, mixed);

        inlay_error err = {0};
        struct inlay_strategy *fresh = NULL;
        const struct inlay_rng rng = inlay_rng_split(&d.rng, d.history.n);
        struct inlay_trace a = {0}, b = {0};
        inlay_value x[4], y[4];
        CHECK_OK(inlay_strategy_new(&d.exact, d.options, &fresh, NULL, &err),
                 err);
        CHECK_OK(
            inlay_strategy_suggest(d.strategy, &d.history, &rng, x, &a, &err),
            err);
        CHECK_OK(inlay_strategy_suggest(fresh, &d.history, &rng, y, &b, &err),
                 err);
        CHECK(is_same_x(x, y, 4));
        CHECK((a.memo == NULL) == (b.memo == NULL));
        if (a.memo)
            CHECK_TEXT(a.memo, b.memo);
        inlay_trace_clear(&a);
        inlay_trace_clear(&b);
        inlay_strategy_free(fresh);
        driven_clear(&d);
    }
}

TEST(repeats_follow_the_noise_unless_they_are_set)
{
    static const struct {
        const char *options;
        bool want;
    } ROWS[] = {
        {"", false},
        {"noise=none", false},
        {"noise=yes", true},
        {"noise=yes repeats=no", false},
        {"noise=none repeats=yes", true},
        {"preset=paper", true},
        {"preset=paper repeats=no", false},
        {"preset=paper repeats=auto", false},
    };
    for (size_t i = 0; i < LEN(ROWS); i++) {
        inlay_options *o = options_of(ROWS[i].options);
        CHECK(inlay_strategy_may_repeat(o) == ROWS[i].want);
        inlay_options_free(o);
    }
}

/* ---- Methods without a model of values ---- */

TEST(without_a_model_nothing_is_predicted)
{
    struct driven d;
    inlay_error err = {0};
    inlay_prediction p = {1.0, 1.0, 0.0, 1.0, 0.0};

    driven_init(&d, SMALL_SPACE, "method=random");
    const struct inlay_record *r = step(&d, small);
    CHECK_OK(
        inlay_strategy_predict(d.strategy, &d.history, &d.rng, r->x, &p, &err),
        err);
    CHECK(isnan(p.mean) && isnan(p.sd) && isnan(p.acquisition));
    CHECK(p.p_success == 1.0);
    driven_clear(&d);
}

/* The first of the least values, whatever failed or is pending. */
TEST(without_a_model_the_best_observed_is_recommended)
{
    static const double Y[] = {3, NAN, 1, 2, 1};
    struct driven d;
    inlay_error err = {0};
    inlay_value x[2];
    const struct inlay_record *r = NULL;

    driven_init(&d, SMALL_SPACE, "method=random");
    for (size_t i = 0; i < LEN(Y); i++) {
        CHECK_OK(suggest(&d, &r, &err), err);
        CHECK_OK(history_finish(&d.history, r->id, Y[i], "failed", &err), err);
        CHECK_OK(
            inlay_strategy_recommend(d.strategy, &d.history, &d.rng, x, &err),
            err);
        CHECK(is_same_x(x, d.history.record[i < 2 ? 0 : 2]->x, 2));
    }
    CHECK_OK(suggest(&d, &r, &err), err);
    CHECK_OK(inlay_strategy_recommend(d.strategy, &d.history, &d.rng, x, &err),
             err);
    CHECK(is_same_x(x, d.history.record[2]->x, 2));
    driven_clear(&d);
}

TEST(without_a_model_there_is_nothing_to_look_into)
{
    struct driven d;
    inlay_error err = {0};
    inlay_relevance relevance[2] = {{.share = 7}, {.share = 7}};
    inlay_residual residual[1] = {{.id = 7}};
    bool has_model = true;

    driven_init(&d, SMALL_SPACE, "method=random");
    step(&d, small);
    CHECK_OK(inlay_strategy_relevance(d.strategy, &d.history, &d.rng, 0,
                                      relevance, &has_model, &err),
             err);
    CHECK(!has_model && relevance[0].share == 7 && relevance[1].share == 7);
    has_model = true;
    CHECK_OK(inlay_strategy_leave_one_out(d.strategy, &d.history, &d.rng, 0,
                                          residual, &(size_t){0}, &has_model,
                                          &err),
             err);
    CHECK(!has_model && residual[0].id == 7);
    inlay_hyperparameters hyper = {.n_samples = 7};
    double *numbers = NULL;
    CHECK_OK(inlay_strategy_hyper(d.strategy, &d.history, &d.rng, 0, &hyper,
                                  &numbers, &err),
             err);
    CHECK(!numbers && hyper.n_samples == 7);
    CHECK_OK(inlay_strategy_residual(d.strategy, &d.history, &d.rng,
                                     d.history.record[0]->x, 0, 3.0, NAN,
                                     residual, &err),
             err);
    CHECK(residual[0].value == 3.0 && isnan(residual[0].mean));
    CHECK(isnan(residual[0].z));
    driven_clear(&d);
}
