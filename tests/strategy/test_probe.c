/*
 * test_probe.c: one measurement more, where nothing else tells whether values
 * scatter, and none elsewhere.
 */
#include "strategy_fixture.h"

#include "strategy/belief.h"
#include "strategy/noise.h"
#include "strategy/probe.h"

/* 128 configurations, no two of which are close to each other. */
#define CATEGORY(name)                                                         \
    "{\"name\":\"" name "\",\"type\":\"categorical\",\"values\":[\"p\","       \
    "\"q\",\"r\",\"s\"]},"
#define CATEGORIES CATEGORY("c") CATEGORY("d") CATEGORY("e")
#define BOOLEAN "{\"name\":\"b\",\"type\":\"boolean\"}"
static const char LONELY[] = "[" CATEGORIES BOOLEAN "]";
static const char WITH_REAL[] =
    "[" CATEGORIES "{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1}]";
static const char GRID[] =
    "[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":14},"
    "{\"name\":\"j\",\"type\":\"integer\",\"min\":0,\"max\":14}]";

/* ---- Objectives ---- */

/* A value of its own for each configuration, which no other tells. */
static double surprise(const inlay_value *x)
{
    uint64_t key = 5;
    for (size_t j = 0; j < 4; j++)
        key = 7 * key + (uint64_t)(x[j].type == INLAY_TYPE_REAL
                                       ? (int64_t)(1e6 * x[j].real)
                                       : x[j].integer);
    struct inlay_rng rng = inlay_rng_seed(key);
    return inlay_rng_normal(&rng);
}

static double bowl(const inlay_value *x)
{
    const double i = (double)x[0].integer - 4, j = (double)x[1].integer - 9;
    return i * i + 0.7 * j * j + 0.2 * i * j;
}

/* ---- The rule ---- */

/* n results of surprise; no two of one configuration. */
static void begin(struct driven *d, const char *space, const char *options,
                  size_t n)
{
    char text[96];
    snprintf(text, sizeof text, "method=random seed=4 %s", options);
    driven_init(d, space, text);
    while (d->history.n < n)
        step(d, surprise);
}

/* The trial that is to be measured again. */
static const struct inlay_record *probe_of(const struct driven *d)
{
    struct inlay_belief belief = {0};
    struct inlay_belief_options o;
    inlay_error err = {0};
    const struct inlay_record *again = NULL;
    inlay_belief_read_options(d->options, d->exact.dim, &o);
    CHECK_OK(
        inlay_belief_form(&belief, &d->exact, &d->history, &o, &d->rng, &err),
        err);
    CHECK_OK(inlay_probe_find(&d->history, &belief.objective, &o, &again, &err),
             err);
    inlay_belief_clear(&belief);
    return again;
}

static bool is_probed(const char *space, const char *options, size_t n)
{
    struct driven d;
    begin(&d, space, options, n);
    const bool is = probe_of(&d) != NULL;
    driven_clear(&d);
    return is;
}

TEST(the_best_trial_is_measured_again_after_16_results)
{
    struct driven d;
    begin(&d, LONELY, "", 16);
    CHECK(probe_of(&d) == inlay_history_best(&d.history));
    driven_clear(&d);
    CHECK(is_probed(LONELY, "", 30));
    CHECK(!is_probed(LONELY, "", 15));
}

TEST(a_real_variable_needs_no_probe)
{
    CHECK(!is_probed(WITH_REAL, "", 16));
    CHECK(!is_probed(WITH_REAL, "", 30));
}

TEST(what_the_user_says_of_noise_needs_no_probe)
{
    CHECK(!is_probed(LONELY, "noise=none", 16));
    CHECK(!is_probed(LONELY, "noise=yes", 16));
}

/* Trial 1 once more; y NaN: it is pending. */
static bool is_probed_after_repeat(double by, bool is_pending)
{
    struct driven d;
    inlay_error err = {0};
    begin(&d, LONELY, "", 20);
    const struct inlay_record *first = d.history.record[0];
    if (is_pending)
        CHECK_OK(history_append(&d.history, first->x, NULL, NULL, &err), err);
    else
        add_told(&d, first->x, first->y + by);
    const bool is = probe_of(&d) != NULL;
    driven_clear(&d);
    return is;
}

TEST(one_repeat_is_enough)
{
    CHECK(!is_probed_after_repeat(0.0, false));
    CHECK(!is_probed_after_repeat(0.5, false));
    CHECK(!is_probed_after_repeat(0.0, true));
}

/* Another trial that is pending is no repeat. */
TEST(trials_under_way_do_not_hinder_it)
{
    struct driven d;
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    begin(&d, LONELY, "", 18);
    CHECK_OK(suggest(&d, &r, &err), err);
    CHECK(probe_of(&d) == inlay_history_best(&d.history));
    driven_clear(&d);
}

#ifdef INLAY_FAILING_MEM
static const struct driven *the_history;
static struct inlay_belief the_belief;
static struct inlay_belief_options the_options;

static inlay_status try_probe(void)
{
    inlay_error err = {0};
    const struct inlay_record *again = NULL;
    const inlay_status st =
        inlay_probe_find(&the_history->history, &the_belief.objective,
                         &the_options, &again, &err);
    CHECK((st == INLAY_OK) == (again != NULL));
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    struct driven d;
    inlay_error err = {0};
    begin(&d, LONELY, "", 16);
    inlay_belief_read_options(d.options, d.exact.dim, &the_options);
    CHECK_OK(inlay_belief_form(&the_belief, &d.exact, &d.history, &the_options,
                               &d.rng, &err),
             err);
    the_history = &d;
    check_oom(try_probe, __FILE__, __LINE__);
    inlay_belief_clear(&the_belief);
    driven_clear(&d);
}
#endif

/* ---- Studies ---- */

TEST(a_study_that_repeats_exactly_is_probed_once)
{
    inlay_study *s = study_of(LONELY, "seed=2");
    run(s, surprise, 16);
    CHECK(n_repeats(s) == 0);
    inlay_trial best = {0}, t = ask(s);
    CHECK(inlay_study_best(s, &best, NULL) == INLAY_OK);
    CHECK(is_same_x(t.x, best.x, 4));
    tell(s, t.id, surprise(t.x));
    run(s, surprise, 43);
    CHECK(inlay_study_n_trials(s) == 60 && n_repeats(s) == 1);
    inlay_study_free(s);
}

/* While it is measured, and also where nobody ever reports it. */
TEST(the_probe_is_not_asked_for_twice)
{
    inlay_study *s = study_of(LONELY, "seed=2");
    run(s, surprise, 16);
    ask(s);
    ask(s);
    run(s, surprise, 10);
    CHECK(n_repeats(s) == 1);
    inlay_study_free(s);
}

TEST(without_repeats_there_is_no_probe)
{
    inlay_study *s = study_of(LONELY, "seed=2 repeats=no");
    run(s, surprise, 40);
    CHECK(n_repeats(s) == 0);
    inlay_study_free(s);
}

TEST(what_is_predicted_well_is_not_probed)
{
    for (int seed = 1; seed <= 3; seed++) {
        char options[32];
        snprintf(options, sizeof options, "seed=%d", seed);
        inlay_study *s = study_of(GRID, options);
        run(s, bowl, 40);
        CHECK(n_repeats(s) == 0);
        inlay_study_free(s);
    }
}

/* Two values of one configuration are beyond doubt. */
TEST(a_probe_that_differs_finds_noise)
{
    struct driven d;
    struct inlay_belief belief = {0};
    struct inlay_belief_options o;
    inlay_error err = {0};
    begin(&d, LONELY, "", 16);
    const struct inlay_record *again = probe_of(&d);
    add_told(&d, again->x, again->y + 0.7);
    inlay_belief_read_options(d.options, d.exact.dim, &o);
    CHECK_OK(inlay_belief_form(&belief, &d.exact, &d.history, &o, &d.rng, &err),
             err);
    CHECK(belief.objective.noise.is_found && belief.objective.noise.is_shown);
    inlay_belief_clear(&belief);
    driven_clear(&d);
}
