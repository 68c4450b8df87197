/*
 * test_sequential.c: design, then the model with its random turns, then whatever
 * is left; and a belief that happens to be cached leaves nothing behind.
 */
#include "strategy_fixture.h"

static enum inlay_origin next_origin(struct driven *d, bool *has_memo)
{
    const struct inlay_rng rng = inlay_rng_split(&d->rng, d->history.n);
    struct inlay_trace trace = {0};
    inlay_value x[MAX_VARS];
    inlay_error err = {0};
    CHECK_OK(
        inlay_strategy_suggest(d->strategy, &d->history, &rng, x, &trace, &err),
        err);
    const enum inlay_origin origin = trace.origin;
    *has_memo = trace.memo != NULL;
    inlay_trace_clear(&trace);
    return origin;
}

TEST(a_design_comes_before_the_model_and_random_turns_are_spread)
{
    static const struct {
        const char *options;
        enum inlay_origin begins;
    } ROWS[] = {{"method=gp", INLAY_ORIGIN_DESIGN},
                {"method=gp-basic candidates=100", INLAY_ORIGIN_DESIGN},
                {"method=smac candidates=100", INLAY_ORIGIN_DESIGN},
                {"method=tpe", INLAY_ORIGIN_RANDOM}};
    for (size_t i = 0; i < LEN(ROWS); i++) {
        struct driven d;
        char options[96];
        snprintf(options, sizeof options, "%s initial=3 random_share=0.5",
                 ROWS[i].options);
        driven_init(&d, MIXED_SPACE, options);
        for (size_t n = 0; n < 8; n++) {
            bool has_memo;
            const bool is_model = n >= 3 && (n - 3) % 2 == 0;
            CHECK(next_origin(&d, &has_memo) == (is_model ? INLAY_ORIGIN_MODEL
                                                 : n < 3
                                                     ? ROWS[i].begins
                                                     : INLAY_ORIGIN_RANDOM));
            step(&d, mixed);
        }
        driven_clear(&d);
    }
}

TEST(a_cached_belief_leaves_no_memo_with_a_random_trial)
{
    struct driven d;
    inlay_error err = {0};
    inlay_prediction p;
    driven_init(&d, MIXED_SPACE, "initial=3 random_share=0.5");
    for (size_t n = 0; n < 8; n++) {
        const struct inlay_rng rng = inlay_rng_split(&d.rng, d.history.n);
        bool has_memo;
        if (n > 0) /* a fit for the trial that is to be */
            CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &rng,
                                            d.history.record[0]->x, &p, &err),
                     err);
        const enum inlay_origin origin = next_origin(&d, &has_memo);
        CHECK(has_memo == (origin == INLAY_ORIGIN_MODEL));
        CHECK((d.strategy->stats.n_likelihoods > 0) == has_memo);
        step(&d, mixed);
    }
    driven_clear(&d);
}

TEST(what_the_model_leaves_is_found_at_random)
{
    check_used_up(SMALL_SPACE, "method=gp initial=2", small, 6);
    check_used_up(SMALL_SPACE, "method=tpe initial=2", small, 6);
}
