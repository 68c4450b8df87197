/*
 * test_gpbo.c: the three ways of the paper: where they search, where they learn,
 * and what they leave with a trial.
 */
#include "strategy_fixture.h"

static const char *const WAYS[] = {"method=gp ", "method=gp-basic ",
                                   "method=gp-naive "};

/* ---- The trace ---- */

/* basic keeps the point of the relaxed cube at which it asked; that point is
 * decoded to what was asked, also where a repeat had to be replaced. */
static void check_asked(const char *json, const char *options, objective_fn *f,
                        size_t n)
{
    struct driven d;
    inlay_error err = {0};
    struct inlay_encoding relaxed;

    driven_init(&d, json, options);
    CHECK_OK(inlay_encoding_init(&relaxed, d.space, true, &err), err);
    for (size_t i = 0; i < n; i++) {
        inlay_value x[MAX_VARS];
        const struct inlay_record *r = step(&d, f);
        CHECK(r->asked != NULL && r->n_asked == relaxed.dim);
        for (size_t j = 0; j < r->n_asked; j++)
            CHECK(r->asked[j] >= 0 && r->asked[j] <= 1);
        inlay_decode(&relaxed, r->asked, x);
        CHECK(is_same_x(x, r->x, inlay_space_n_variables(d.space)));
    }
    inlay_encoding_clear(&relaxed);
    driven_clear(&d);
}

TEST(basic_keeps_where_it_asked)
{
    check_asked(MIXED_SPACE, "method=gp-basic", mixed, 16);
    check_asked(SMALL_SPACE, "method=gp-basic noise=yes", small, 16);
    check_asked(SMALL_SPACE, "method=gp-basic initial=1", small, 6);
    check_asked(SMALL_SPACE, "method=gp-basic initial=6", small, 6);
    check_asked(SMALL_SPACE, "method=gp-basic initial=2 candidates=3 starts=1",
                small, 6);
    check_asked(MIXED_SPACE,
                "preset=paper method=gp-basic samples=2 "
                "candidates=200",
                mixed, 8);
    check_asked(MIXED_SPACE,
                "method=gp-basic acquisition=pes pes.minima=2 pes.features=50",
                mixed, 12);
    check_asked(SMALL_SPACE,
                "method=gp-basic acquisition=mes pes.minima=2 pes.features=50 "
                "initial=1",
                small, 6);
}

TEST(the_others_keep_none)
{
    static const char *const OTHERS[] = {"method=gp", "method=gp-naive"};
    for (size_t m = 0; m < LEN(OTHERS); m++) {
        struct driven d;
        driven_init(&d, MIXED_SPACE, OTHERS[m]);
        for (int i = 0; i < 12; i++)
            CHECK(step(&d, mixed)->asked == NULL);
        driven_clear(&d);
    }
}

/* The memo is where the next fit starts: one number for each hyper-parameter. */
TEST(a_memo_is_left_once_there_is_a_model)
{
    struct driven d;
    driven_init(&d, MIXED_SPACE, "initial=5");
    for (int i = 0; i < 5; i++)
        CHECK(step(&d, mixed)->memo == NULL);
    for (int i = 0; i < 3; i++) {
        const struct inlay_record *r = step(&d, mixed);
        size_t n_words = 1;
        CHECK(r->memo != NULL);
        for (const char *c = r->memo; *c; c++)
            n_words += *c == ' ';
        CHECK(n_words == 4 + 3); /* four length-scales, a, σ², m */
        CHECK(inlay_history_last_memo(&d.history) == r->memo);
    }
    driven_clear(&d);

    driven_init(&d, MIXED_SPACE, "initial=4 noise=none");
    for (int i = 0; i < 5; i++)
        step(&d, mixed);
    CHECK(strstr(d.history.record[4]->memo, " - ") != NULL); /* no noise */
    driven_clear(&d);
}

/* A memo that is not ours, or of other options, is no obstacle. */
TEST(a_strange_memo_is_ignored)
{
    static const char *const MEMOS[] = {"",
                                        "x",
                                        "1 2 3",
                                        "1 2 3 4 5 6 7 8",
                                        "nan nan nan nan nan nan nan",
                                        "1e300 1 1 1 1 1 1",
                                        "-1e300 1 1 1 1 1 1",
                                        "- - - - - - -",
                                        "1  2 3 4 5 6 7",
                                        "0.1 0.2 0.3 0.4 0.5 0.6 0.7 "};
    for (size_t k = 0; k < LEN(MEMOS); k++) {
        struct driven d;
        inlay_error err = {0};
        const struct inlay_record *r = NULL;
        driven_init(&d, MIXED_SPACE, "initial=4");
        for (int i = 0; i < 6; i++)
            step(&d, mixed);
        struct inlay_trace trace = {.memo = inlay_mem_text(MEMOS[k])};
        const inlay_value x[] = {inlay_real(0.5),
                                 inlay_integer(2),
                                 {INLAY_TYPE_CATEGORICAL, 2, 2, "r"},
                                 inlay_real(0.1)};
        CHECK_OK(history_append(&d.history, x, &trace, &r, &err), err);
        CHECK_OK(history_finish(&d.history, r->id, 1, NULL, &err), err);
        step(&d, mixed);
        driven_clear(&d);
    }
}

/* ---- The initial design ---- */

TEST(the_design_begins_in_the_middle_and_fills_the_space)
{
    struct driven d;
    size_t n_low = 0;
    driven_init(&d,
                "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
                "{\"name\":\"b\",\"type\":\"real\",\"min\":-4,\"max\":4}]",
                "initial=16");
    const struct inlay_record *r = step(&d, small);
    CHECK(r->x[0].real == 0.5 && r->x[1].real == 0);
    for (int i = 1; i < 16; i++) {
        r = step(&d, small);
        n_low += r->x[0].real < 0.5;
    }
    CHECK(n_low >= 6 && n_low <= 9); /* a stratified 8 of 16 */
    CHECK(d.strategy->stats.n_likelihoods == 0);
    driven_clear(&d);
}

/* Failures are results too: a model of success is better than none. */
TEST(a_design_without_a_single_success_ends_too)
{
    for (size_t m = 0; m < LEN(WAYS); m++) {
        struct driven d;
        inlay_error err = {0};
        size_t n_searches = 0;
        driven_init(&d, MIXED_SPACE, WAYS[m]);
        for (int i = 0; i < 14; i++) {
            const struct inlay_record *r = NULL;
            CHECK_OK(suggest(&d, &r, &err), err);
            CHECK_OK(history_finish(&d.history, r->id, NAN, "x", &err), err);
            n_searches += d.strategy->stats.n_candidates > 0;
        }
        CHECK(n_searches > 2);
        driven_clear(&d);
    }
}

static enum inlay_origin next_origin(struct driven *d)
{
    inlay_error err = {0};
    struct inlay_trace trace = {0};
    inlay_value x[MAX_VARS];
    CHECK_OK(inlay_strategy_suggest(d->strategy, &d->history, &d->rng, x,
                                    &trace, &err),
             err);
    const enum inlay_origin origin = trace.origin;
    inlay_trace_clear(&trace);
    return origin;
}

TEST(where_a_suggestion_came_from_is_told)
{
    for (size_t m = 0; m < LEN(WAYS); m++) {
        struct driven d;
        char options[96];
        snprintf(options, sizeof options, "%sinitial=3", WAYS[m]);
        driven_init(&d, MIXED_SPACE, options);
        for (int i = 0; i < 6; i++) {
            CHECK(next_origin(&d) ==
                  (i < 3 ? INLAY_ORIGIN_DESIGN : INLAY_ORIGIN_MODEL));
            step(&d, mixed);
        }
        driven_clear(&d);
    }
}

/* A search with one candidate, in a cube where most are known. */
TEST(what_neither_net_nor_search_finds_is_random)
{
    struct driven d;
    size_t n_random = 0;
    driven_init(&d, SMALL_SPACE,
                "method=gp-basic initial=2 candidates=1 starts=1");
    for (int i = 0; i < 6; i++) {
        n_random += next_origin(&d) == INLAY_ORIGIN_RANDOM;
        step(&d, small);
    }
    CHECK(n_random > 0);
    driven_clear(&d);
}

/* ---- Recommendation ---- */

TEST(the_mean_of_a_recommendation_is_the_least)
{
    for (size_t m = 0; m < LEN(WAYS); m++) {
        char options[96];
        struct driven d;
        inlay_error err = {0};
        inlay_value x[2];
        inlay_prediction p, q;

        snprintf(options, sizeof options, "%srecommend=mean noise=yes",
                 WAYS[m]);
        driven_init(&d, SMALL_SPACE, options);
        for (int i = 0; i < 12; i++)
            step(&d, small);
        const struct inlay_rng rng = inlay_rng_split(&d.rng, d.history.n);
        CHECK_OK(
            inlay_strategy_recommend(d.strategy, &d.history, &rng, x, &err),
            err);
        CHECK_OK(
            inlay_strategy_predict(d.strategy, &d.history, &rng, x, &p, &err),
            err);
        for (size_t i = 0; m == 0 && i < d.history.n; i++) {
            CHECK_OK(inlay_strategy_predict(d.strategy, &d.history, &rng,
                                            d.history.record[i]->x, &q, &err),
                     err);
            CHECK(p.mean <= q.mean + 1e-9);
        }
        driven_clear(&d);
    }
}

static struct inlay_rng next_rng(const struct driven *d)
{
    return inlay_rng_split(&d->rng, d->history.n);
}

static void recommended(struct driven *d, inlay_value *x)
{
    const struct inlay_rng rng = next_rng(d);
    inlay_error err = {0};
    CHECK_OK(inlay_strategy_recommend(d->strategy, &d->history, &rng, x, &err),
             err);
}

/* The history does not hear of it. */
static void suggested(struct driven *d, inlay_value *x)
{
    const struct inlay_rng rng = next_rng(d);
    struct inlay_trace trace = {0};
    inlay_error err = {0};
    CHECK_OK(
        inlay_strategy_suggest(d->strategy, &d->history, &rng, x, &trace, &err),
        err);
    inlay_trace_clear(&trace);
}

/* Both need the minimum of the mean; one that is kept is one that is found. */
static void check_either_first(const char *options)
{
    struct driven a, b;
    driven_init(&a, MIXED_SPACE, options);
    driven_init(&b, MIXED_SPACE, options);
    for (int i = 0; i < 8; i++) {
        const size_t n = inlay_space_n_variables(a.space);
        inlay_value of_a[MAX_VARS], of_b[MAX_VARS], x[MAX_VARS];
        step(&a, mixed);
        step(&b, mixed);
        recommended(&a, of_a);
        suggested(&b, x);
        recommended(&b, of_b);
        CHECK(is_same_x(of_a, of_b, n));
        suggested(&a, of_a);
        CHECK(is_same_x(of_a, x, n));
        CHECK(a.strategy->stats.n_candidates == b.strategy->stats.n_candidates);
        recommended(&a, of_a);
        CHECK(is_same_x(of_a, of_b, n));
    }
    driven_clear(&a);
    driven_clear(&b);
}

TEST(recommending_before_suggesting_changes_neither)
{
    for (size_t m = 0; m < LEN(WAYS); m++) {
        char options[160];
        snprintf(options, sizeof options,
                 "preset=paper samples=2 burn_in=2 candidates=300 "
                 "trust_region=%s %s",
                 m == 0 ? "yes" : "no", WAYS[m]);
        check_either_first(options);
    }
    check_either_first("recommend=mean noise=yes");
}

/* What is kept is what one finds who has kept nothing. */
TEST(a_recommendation_follows_the_history)
{
    struct driven d;
    driven_init(&d, MIXED_SPACE,
                "preset=paper samples=2 burn_in=2 candidates=300");
    struct inlay_strategy *kept = d.strategy;
    for (int i = 0; i < 6; i++) {
        const size_t n = inlay_space_n_variables(d.space);
        inlay_value x[MAX_VARS], found[MAX_VARS];
        inlay_error err = {0};

        step(&d, mixed);
        recommended(&d, x);
        CHECK_OK(
            inlay_strategy_new(&d.exact, d.options, &d.strategy, NULL, &err),
            err);
        recommended(&d, found);
        inlay_strategy_free(d.strategy);
        d.strategy = kept;
        CHECK(is_same_x(x, found, n));
    }
    driven_clear(&d);
}

/* ---- Many variables ---- */

TEST(a_space_of_fifty_switches_is_improved)
{
    enum { N_SWITCHES = 50 };
    inlay_error err = {0};
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    double first = INFINITY;
    inlay_trial best;

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (int i = 0; i < N_SWITCHES; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        CHECK_OK(inlay_space_add_boolean(space, name, &err), err);
    }
    CHECK_OK(inlay_study_new(space, NULL, &s, &err), err);
    for (int i = 0; i < 30; i++) {
        const inlay_trial t = ask(s);
        double y = 0;
        for (int k = 0; k < N_SWITCHES; k++)
            y += t.x[k].integer != (k % 3 == 0);
        if (i < 10)
            first = fmin(first, y);
        tell(s, t.id, y);
    }
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(best.value <= first - 5);
    inlay_study_free(s);
    inlay_space_free(space);
}

/* In regular turns after the design; these ask no model. */
TEST(a_share_of_the_suggestions_is_uniform)
{
    struct driven d;
    driven_init(&d, MIXED_SPACE, "random_share=0.25 initial=4");
    for (size_t i = 0; i < 20; i++) {
        step(&d, mixed);
        const bool is_model = d.strategy->stats.n_candidates > 0;
        CHECK(is_model == (i >= 4 && i % 4 != 3));
    }
    driven_clear(&d);
}
