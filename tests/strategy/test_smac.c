/*
 * test_smac.c: the suggestions of SMAC: design, model, random turns, the end.
 */
#include "strategy_fixture.h"

#include "acquire/ei.h"
#include "strategy/forest_belief.h"

/* One suggestion, with where it came from; finished by f. */
static enum inlay_origin step_origin(struct driven *d, objective_fn *f)
{
    inlay_error err = {0};
    const struct inlay_rng rng = inlay_rng_split(&d->rng, d->history.n);
    const struct inlay_record *r = NULL;
    struct inlay_trace trace = {0};
    inlay_value x[MAX_VARS];
    CHECK_OK(
        inlay_strategy_suggest(d->strategy, &d->history, &rng, x, &trace, &err),
        err);
    const enum inlay_origin origin = trace.origin;
    CHECK_OK(history_append(&d->history, x, &trace, &r, &err), err);
    CHECK_OK(history_finish(&d->history, r->id, f(r->x), "failed", &err), err);
    return origin;
}

/* Twelve points of the net, then every fifth at random; in the paper's time one
 * in the middle, then every second. */
TEST(design_and_random_turns_are_those_of_the_presets)
{
    struct driven now, then;
    driven_init(&now, MIXED_SPACE, "method=smac candidates=200");
    driven_init(&then, MIXED_SPACE, "method=smac preset=paper candidates=200");
    for (size_t i = 0; i < 32; i++) {
        const enum inlay_origin a = step_origin(&now, mixed);
        const enum inlay_origin b = step_origin(&then, mixed);
        CHECK(a == (i < 12            ? INLAY_ORIGIN_DESIGN
                    : i % 5 == 16 % 5 ? INLAY_ORIGIN_RANDOM
                                      : INLAY_ORIGIN_MODEL));
        CHECK(b == (i < 1        ? INLAY_ORIGIN_DESIGN
                    : i % 2 == 0 ? INLAY_ORIGIN_RANDOM
                                 : INLAY_ORIGIN_MODEL));
    }
    CHECK(then.history.record[0]->u[0] == 0.5);
    driven_clear(&now);
    driven_clear(&then);
}

/* The suggestion is worth at least what any of many random points is: by the
 * acquisition that predict() tells. */
TEST(the_suggestion_has_the_largest_expected_improvement)
{
    static const char *const OPTIONS[] = {
        "method=smac random_share=0", "method=smac preset=paper random_share=0",
        "method=smac random_share=0 smac.splits=best smac.uncertainty=total"};
    for (size_t m = 0; m < LEN(OPTIONS); m++) {
        struct driven d;
        inlay_error err = {0};
        driven_init(&d, MIXED_SPACE, OPTIONS[m]);
        for (int i = 0; i < 25; i++)
            step(&d, mixed);
        const struct inlay_rng rng = inlay_rng_split(&d.rng, d.history.n);
        struct inlay_rng random = inlay_rng_seed(3);
        struct inlay_trace trace = {0};
        inlay_value x[4];
        inlay_prediction best, p;
        double u[4];
        size_t n_better = 0;
        CHECK_OK(inlay_strategy_suggest(d.strategy, &d.history, &rng, x, &trace,
                                        &err),
                 err);
        CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &rng, x, &best,
                                        &err),
                 err);
        CHECK(best.sd > 0 && isnan(best.p_success));
        for (int i = 0; i < 500; i++) {
            CHECK(inlay_seen_draw(&d.history.seen, &random, u));
            inlay_decode(&d.exact, u, x);
            CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &rng, x, &p,
                                            &err),
                     err);
            n_better += p.acquisition > best.acquisition;
        }
        CHECK(n_better == 0);
        driven_clear(&d);
    }
}

/* Mean and deviation in the user's unit: near the data they are near them. */
TEST(predictions_are_in_the_users_unit)
{
    struct driven d;
    inlay_error err = {0};
    double off = 0.0, spread = 0.0, sum = 0.0;
    driven_init(&d, MIXED_SPACE, "method=smac smac.cost=plain smac.trees=100");
    for (int i = 0; i < 60; i++)
        sum += step(&d, mixed)->y / 60.0;
    for (size_t i = 0; i < 60; i++) {
        const struct inlay_record *r = d.history.record[i];
        inlay_prediction p;
        CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &d.rng, r->x,
                                        &p, &err),
                 err);
        off += (p.mean - r->y) * (p.mean - r->y);
        spread += (r->y - sum) * (r->y - sum);
    }
    CHECK(off < 0.3 * spread);
    driven_clear(&d);
}

TEST(it_is_better_than_random)
{
    static const char *const METHODS[] = {"method=random", "method=smac",
                                          "method=smac preset=paper"};
    double mean[3] = {0};
    for (size_t m = 0; m < 3; m++)
        for (int seed = 0; seed < 8; seed++) {
            struct driven d;
            char options[80];
            snprintf(options, sizeof options, "%s candidates=500 seed=%d",
                     METHODS[m], seed);
            driven_init(&d, MIXED_SPACE, options);
            d.rng = inlay_rng_seed((uint64_t)seed);
            for (int i = 0; i < 40; i++)
                step(&d, mixed);
            mean[m] += inlay_history_best(&d.history)->y / 8.0;
            driven_clear(&d);
        }
    CHECK(mean[1] < mean[0] && mean[2] < mean[0]);
}

/* Several workers: as many asks before any answer are as many configurations,
 * not all of them in one corner. */
TEST(pending_trials_spread)
{
    struct driven d;
    inlay_error err = {0};
    driven_init(&d, MIXED_SPACE, "method=smac random_share=0");
    for (int i = 0; i < 20; i++)
        step(&d, mixed);
    for (int i = 0; i < 8; i++) {
        const struct inlay_record *r = NULL;
        CHECK_OK(suggest(&d, &r, &err), err);
        for (size_t k = 0; k + 1 < d.history.n; k++)
            CHECK(!is_same_x(d.history.record[k]->x, r->x, 4));
    }
    driven_clear(&d);
}

TEST(a_finite_space_is_asked_whole_and_then_exhausted)
{
    static const char *const OPTIONS[] = {"method=smac",
                                          "method=smac preset=paper"};
    for (size_t m = 0; m < LEN(OPTIONS); m++) {
        struct driven d;
        inlay_error err = {0};
        const struct inlay_record *r = NULL;
        driven_init(&d, SMALL_SPACE, OPTIONS[m]);
        const uint64_t n = inlay_encode_n_configurations(&d.exact);
        for (uint64_t i = 0; i < n; i++)
            step(&d, small);
        CHECK(inlay_seen_is_all(&d.history.seen));
        CHECK(suggest(&d, &r, &err) == INLAY_EXHAUSTED && err.msg[0] != '\0');
        driven_clear(&d);
    }
}

static double never(const inlay_value *x)
{
    (void)x;
    return NAN;
}

TEST(where_all_fail_it_goes_on)
{
    struct driven d;
    inlay_error err = {0};
    inlay_prediction p;
    inlay_residual e[1];
    inlay_relevance v[4];
    bool has_model = true;
    driven_init(&d, MIXED_SPACE, "method=smac initial=3");
    for (int i = 0; i < 10; i++)
        step(&d, never);
    CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &d.rng,
                                    d.history.record[0]->x, &p, &err),
             err);
    CHECK(isnan(p.mean));
    CHECK_OK(inlay_strategy_relevance(d.strategy, &d.history, &d.rng, 0, v,
                                      &has_model, &err),
             err);
    CHECK(!has_model);
    has_model = true;
    CHECK_OK(inlay_strategy_leave_one_out(d.strategy, &d.history, &d.rng, 0, e,
                                          &(size_t){0}, &has_model, &err),
             err);
    CHECK(!has_model);
    driven_clear(&d);
}

/* recommend=mean: the mean there is not above that of any trial. */
TEST(the_recommended_mean_is_the_least)
{
    struct driven d;
    inlay_error err = {0};
    inlay_value x[4];
    inlay_prediction best, p;
    driven_init(&d, MIXED_SPACE, "method=smac recommend=mean");
    for (int i = 0; i < 30; i++)
        step(&d, mixed);
    CHECK_OK(inlay_strategy_recommend(d.strategy, &d.history, &d.rng, x, &err),
             err);
    CHECK_OK(
        inlay_strategy_predict(d.strategy, &d.history, &d.rng, x, &best, &err),
        err);
    for (size_t i = 0; i < 30; i++) {
        CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &d.rng,
                                        d.history.record[i]->x, &p, &err),
                 err);
        CHECK(best.mean <= p.mean * (p.mean > 0 ? 1.5 : 0.5) + 1e-9);
    }
    driven_clear(&d);
}

static double only_first(const inlay_value *x)
{
    return x[0].real * x[0].real;
}

TEST(relevance_finds_the_variable_that_matters)
{
    struct driven d;
    inlay_error err = {0};
    inlay_relevance v[4];
    inlay_residual e[40];
    bool has_model = false;
    driven_init(&d, MIXED_SPACE, "method=smac smac.trees=50 random_share=1");
    for (int i = 0; i < 40; i++)
        step(&d, only_first);
    CHECK_OK(inlay_strategy_relevance(d.strategy, &d.history, &d.rng, 0, v,
                                      &has_model, &err),
             err);
    CHECK(has_model);
    for (size_t i = 1; i < 4; i++)
        CHECK(v[i].share < 0.5 * v[0].share && isnan(v[i].length_scale));
    CHECK_OK(inlay_strategy_leave_one_out(d.strategy, &d.history, &d.rng, 0, e,
                                          &(size_t){0}, &has_model, &err),
             err);
    CHECK(has_model && e[39].id == 40);
    driven_clear(&d);
}

#ifdef INLAY_FAILING_MEM
TEST(each_allocation_that_fails_is_told)
{
    check_suggest_oom(MIXED_SPACE,
                      "method=smac smac.trees=2 candidates=50 starts=2", mixed,
                      13);
}
#endif
