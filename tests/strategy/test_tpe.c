/*
 * test_tpe.c: what is suggested, by the densities of good and bad trials; how a
 * search begins and ends.
 */
#include "strategy_fixture.h"

#include "strategy/merit.h"

/* 5 x 3 x 2 configurations. */
#define DISCRETE                                                               \
    "[{\"name\":\"i\",\"type\":\"integer\",\"min\":-2,\"max\":2},"             \
    "{\"name\":\"c\",\"type\":\"categorical\",\"values\":"                     \
    "[\"u\",\"v\",\"w\"]},{\"name\":\"b\",\"type\":\"boolean\"}]"

enum { N_CELLS = 30, N_AXES = 3 };

static double uneven(const inlay_value *x)
{
    const double i = (double)x[0].integer;
    return (i - 1) * (i - 1) + 0.7 * (double)x[1].integer +
           (x[2].integer ? 0.3 : 0.0);
}

static const char *const BOTH[] = {"method=tpe", "method=tpe preset=paper"};

/* ---- Densities of a history ---------------------------------------------- */

/* log l and log g of every configuration, for each group of axes: a single one
 * of all in the joint form.  A value of a group's is that of `share` of a
 * configuration: other axes repeat it. */
struct densities {
    size_t n_groups;
    double share[N_AXES];
    double l[N_AXES][N_CELLS], g[N_AXES][N_CELLS];
};

/* log l - log g; groups add up. */
static double score(const struct densities *of, size_t cell)
{
    double sum = 0;
    for (size_t a = 0; a < of->n_groups; a++)
        sum += of->l[a][cell] - of->g[a][cell];
    return sum;
}

/* The chance that the best of n draws is this configuration, each group for
 * itself: of all draws that are not better, none of lower score alone.  The
 * first of equal ones is taken, so they share as draws do. */
static double chance(const struct densities *of, size_t cell, int n)
{
    double product = 1;
    for (size_t a = 0; a < of->n_groups; a++) {
        const double here = of->l[a][cell] - of->g[a][cell];
        double lower = 0, equal = 0;
        for (size_t k = 0; k < N_CELLS; k++) {
            const double above = of->l[a][k] - of->g[a][k] - here;
            const double p = of->share[a] * exp(of->l[a][k]);
            lower += above < -1e-10 ? p : 0;
            equal += fabs(above) <= 1e-10 ? p : 0;
        }
        product *= (pow(lower + equal, n) - pow(lower, n)) / equal *
                   exp(of->l[a][cell]);
    }
    return product;
}

static void log_densities(const struct driven *d,
                          const struct inlay_parzen_sample *sample,
                          size_t first, size_t dim, double *out)
{
    const bool is_joint =
        inlay_options_choice(d->options, INLAY_OPT_TPE_PARZEN) == 0;
    inlay_error err = {0};
    struct inlay_parzen p;
    CHECK_OK(inlay_parzen_init(
                 &p, &d->exact, first, dim, sample,
                 is_joint ? INLAY_PARZEN_JOINT : INLAY_PARZEN_INDEPENDENT,
                 is_joint ? INLAY_BANDWIDTH_FLOOR : INLAY_BANDWIDTH_CLIP, &err),
             err);
    double *scratch = inlay_mem_doubles(inlay_parzen_n_scratch(&p, 1));
    CHECK(scratch != NULL);
    for (size_t k = 0; k < N_CELLS; k++) {
        double u[N_AXES];
        inlay_encode_combination(&d->exact, k, u);
        inlay_parzen_log_density(&p, u + first, 1, &out[k], scratch);
    }
    inlay_mem_free(scratch);
    inlay_parzen_clear(&p);
}

static struct densities densities_of(const struct driven *d)
{
    const bool is_joint =
        inlay_options_choice(d->options, INLAY_OPT_TPE_PARZEN) == 0;
    struct densities of = {.n_groups = is_joint ? 1 : N_AXES};
    struct inlay_merit m;
    inlay_error err = {0};
    CHECK_OK(
        inlay_merit_init(
            &m, &d->history, is_joint ? INLAY_GOOD_LINEAR : INLAY_GOOD_SQRT,
            is_joint ? INLAY_WEIGHTS_IMPROVEMENT : INLAY_WEIGHTS_AGE, &err),
        err);
    for (size_t a = 0; a < of.n_groups; a++) {
        const size_t dim = is_joint ? N_AXES : 1;
        of.share[a] =
            is_joint ? 1 : (double)d->exact.axis[a].n_levels / N_CELLS;
        log_densities(d, &m.good, a, dim, of.l[a]);
        log_densities(d, &m.bad, a, dim, of.g[a]);
    }
    inlay_merit_clear(&m);
    return of;
}

static size_t cell_of(const struct driven *d, const inlay_value *x)
{
    double u[N_AXES];
    size_t cell = 0;
    inlay_encode(&d->exact, x, u);
    for (size_t a = 0; a < N_AXES; a++)
        cell = cell * (size_t)d->exact.axis[a].n_levels +
               (size_t)inlay_axis_level(&d->exact.axis[a], u[a]);
    return cell;
}

/* Suggestion for random numbers of its own; the history stays as it is. */
static void suggest_x(struct driven *d, uint64_t key, inlay_value *x)
{
    inlay_error err = {0};
    const struct inlay_rng rng = inlay_rng_split(&d->rng, 1000 + key);
    struct inlay_trace trace = {0};
    CHECK_OK(
        inlay_strategy_suggest(d->strategy, &d->history, &rng, x, &trace, &err),
        err);
    CHECK(!trace.asked && !trace.memo);
}

static size_t suggest_cell(struct driven *d, uint64_t key)
{
    inlay_value x[N_AXES];
    suggest_x(d, key, x);
    return cell_of(d, x);
}

/* NAN: it fails. */
static void add_trial(struct driven *d, const inlay_value *x, double y)
{
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    CHECK_OK(history_append(&d->history, x, NULL, &r, &err), err);
    CHECK_OK(history_finish(&d->history, r->id, y, "failed", &err), err);
}

/* Trials that are done, failed and pending, at scattered configurations. */
static void add_trials(struct driven *d, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        inlay_error err = {0};
        const struct inlay_record *r = NULL;
        double u[N_AXES];
        inlay_value x[N_AXES];
        inlay_encode_combination(&d->exact, i * 7 % N_CELLS, u);
        inlay_decode(&d->exact, u, x);
        if (i % 6 == 4)
            CHECK_OK(history_append(&d->history, x, NULL, &r, &err), err);
        else
            add_trial(d, x, i % 6 == 5 ? NAN : uneven(x));
    }
}

/* ---- The choice ---------------------------------------------------------- */

/* Of one draw: suggestions follow l.  In the independent form each variable has
 * draws of its own. */
TEST(suggestions_are_the_best_of_draws_from_the_good_trials)
{
    enum { N_DRAWS = 6000 };
    static const int n_candidates[] = {1, 3};
    for (size_t b = 0; b < 2 * LEN(BOTH); b++) {
        struct driven d;
        char options[128];
        double count[N_CELLS] = {0}, chi2 = 0, df = 0, all = 0;
        snprintf(options, sizeof options, "%s candidates=%d repeats=yes",
                 BOTH[b / 2], n_candidates[b % 2]);
        driven_init(&d, DISCRETE, options);
        add_trials(&d, 22);
        const struct densities of = densities_of(&d);
        for (int i = 0; i < N_DRAWS; i++)
            count[suggest_cell(&d, (uint64_t)i)]++;
        for (size_t k = 0; k < N_CELLS; k++) {
            const double want = N_DRAWS * chance(&of, k, n_candidates[b % 2]);
            all += want;
            if (want >= 5) {
                chi2 += (count[k] - want) * (count[k] - want) / want;
                df++;
            }
        }
        CHECK_ABS(all, N_DRAWS, 1e-6);
        CHECK(df > 15);
        CHECK_ABS(chi2, df, 4 * sqrt(2 * df));
        driven_clear(&d);
    }
}

#define FIVE_VALUES                                                            \
    "[{\"name\":\"c\",\"type\":\"categorical\",\"values\":"                    \
    "[\"0\",\"1\",\"2\",\"3\",\"4\"]}]"

/* Of the trials, each with the value that its letter says, the first two are good.
 * Values 0 and 1 have the largest ratio; 0 is what `share` of the draws of both
 * are. */
static void check_tie(const char *options, const char *values, double share)
{
    enum { N_ASKS = 300 };
    struct driven d;
    int n_first = 0;
    driven_init(&d, FIVE_VALUES, options);
    for (size_t i = 0; values[i]; i++)
        add_trial(&d, &(inlay_value){.integer = values[i] - '0'},
                  i < 2 ? 0.0 : 1.0);
    for (uint64_t i = 0; i < N_ASKS; i++) {
        inlay_value x;
        suggest_x(&d, i, &x);
        CHECK(x.integer < 2);
        n_first += x.integer == 0;
    }
    CHECK_ABS(n_first, share * N_ASKS,
              4.5 * sqrt(share * (1 - share) * N_ASKS));
    driven_clear(&d);
}

/* Scores are equal but for rounding: with the sum S of the bad ones' weights,
 * (2/7) / (10/S) and (1/7) / (5/S); or the same terms in another order. */
TEST(of_values_that_are_equally_good_the_first_drawn_is_suggested)
{
    check_tie("method=tpe preset=paper repeats=yes",
              "022222222222222224120103042434304030031010", 2.0 / 3);
    check_tie("method=tpe tpe.good=sqrt repeats=yes",
              "01234444430431132343224443024330234223331342222224", 0.5);
}

static size_t best_cell(const struct driven *d, const struct densities *of,
                        bool may_repeat)
{
    size_t best = N_CELLS;
    for (size_t k = 0; k < N_CELLS; k++) {
        double u[N_AXES];
        inlay_encode_combination(&d->exact, k, u);
        if (!may_repeat && inlay_seen_find(&d->history.seen, u))
            continue;
        if (best == N_CELLS || score(of, k) > score(of, best))
            best = k;
    }
    return best;
}

/* So many draws have every configuration among them. */
TEST(of_many_candidates_the_largest_ratio_is_suggested)
{
    static const char *const repeats[] = {"no", "yes"};
    for (size_t b = 0; b < LEN(BOTH); b++)
        for (size_t r = 0; r < LEN(repeats); r++) {
            struct driven d;
            char options[128];
            snprintf(options, sizeof options, "%s candidates=5000 repeats=%s",
                     BOTH[b], repeats[r]);
            driven_init(&d, DISCRETE, options);
            add_trials(&d, 22);
            const struct densities of = densities_of(&d);
            const size_t best = best_cell(&d, &of, r == 1);
            for (uint64_t i = 0; i < 5; i++) { /* there are equal ones */
                const size_t cell = suggest_cell(&d, i);
                CHECK_ABS(score(&of, cell), score(&of, best), 1e-12);
            }
            driven_clear(&d);
        }
}

/* In a tiny space all draws are soon known, and uniform points are what is
 * left: each configuration is asked once. */
TEST(nothing_is_repeated_until_all_is_asked)
{
    static const char *const more[] = {"", " initial=1", " candidates=1",
                                       " random_share=0.3"};
    for (size_t b = 0; b < 2 * LEN(more); b++) {
        struct driven d;
        char options[128];
        bool is_seen[N_CELLS] = {false};
        inlay_error err = {0};
        const struct inlay_record *r = NULL;
        snprintf(options, sizeof options, "%s repeats=no%s", BOTH[b % 2],
                 more[b / 2]);
        driven_init(&d, DISCRETE, options);
        for (int i = 0; i < N_CELLS; i++) {
            r = step(&d, uneven);
            CHECK(!is_seen[cell_of(&d, r->x)]);
            is_seen[cell_of(&d, r->x)] = true;
        }
        CHECK_FAILS(suggest(&d, &r, &err), INLAY_EXHAUSTED, err,
                    "all 30 configurations have been suggested");
        driven_clear(&d);
    }
}

/* ---- Uniform suggestions ------------------------------------------------- */

/* Candidates of each ask of a study: 0 is a uniform suggestion. */
static void check_candidates(const char *options, size_t n_initial,
                             size_t n_each, size_t every)
{
    inlay_study *s = study_of(MIXED_SPACE, options);
    for (size_t i = 0; i < n_initial + 10; i++) {
        const inlay_trial t = ask(s);
        const inlay_ask_stats stats = last_ask(s);
        const bool is_uniform =
            i < n_initial ||
            (every > 0 && (i - n_initial) % every == every - 1);
        CHECK(stats.n_candidates == (is_uniform ? 0 : n_each));
        CHECK(is_uniform || stats.fit_seconds > 0);
        CHECK(is_uniform || stats.maximize_seconds > 0);
        tell(s, t.id, mixed(t.x));
    }
    inlay_study_free(s);
}

TEST(the_first_trials_are_uniform_and_a_share_of_all)
{
    check_candidates("method=tpe", 10, 24, 0);
    check_candidates("method=tpe preset=paper", 20, 4 * 24, 0);
    check_candidates("method=tpe initial=3 candidates=100", 3, 100, 0);
    check_candidates("method=tpe initial=0 candidates=0", 10, 24, 0);
    check_candidates("method=tpe initial=5 random_share=0.5", 5, 24, 2);
    check_candidates("method=tpe random_share=1", 10, 0, 1);
}

TEST(suggestions_are_uniform_until_a_trial_is_done)
{
    inlay_error err = {0};
    inlay_study *s = study_of(MIXED_SPACE, "method=tpe initial=2");
    for (int i = 0; i < 8; i++) {
        const inlay_trial t = ask(s);
        CHECK(last_ask(s).n_candidates == 0);
        if (i % 2 == 0)
            CHECK_OK(inlay_study_tell_failed(s, t.id, "no", &err), err);
    }
    const inlay_trial t = ask(s);
    tell(s, t.id, 1.0);
    ask(s);
    CHECK(last_ask(s).n_candidates == 24);
    inlay_study_free(s);
}

/* χ² with 29 degrees of freedom: 58.3 is exceeded once in a thousand. */
TEST(the_first_suggestion_is_as_likely_everywhere)
{
    enum { N_DRAWS = 3000 };
    struct driven d;
    double count[N_CELLS] = {0}, chi2 = 0;
    driven_init(&d, DISCRETE, "method=tpe");
    for (int i = 0; i < N_DRAWS; i++)
        count[suggest_cell(&d, (uint64_t)i)]++;
    for (size_t k = 0; k < N_CELLS; k++)
        chi2 += pow(count[k] - N_DRAWS / 30.0, 2) / (N_DRAWS / 30.0);
    CHECK(chi2 < 58.3);
    driven_clear(&d);
}

TEST(a_space_of_constants_has_one_suggestion)
{
    inlay_error err = {0};
    inlay_trial t;
    inlay_study *s = study_of("[{\"name\":\"k\",\"type\":\"integer\","
                              "\"min\":3,\"max\":3}]",
                              "method=tpe initial=1");
    t = ask(s);
    CHECK(t.x[0].integer == 3);
    tell(s, t.id, 1.0);
    CHECK(inlay_study_ask(s, &t, &err) == INLAY_EXHAUSTED);
    inlay_study_free(s);

    s = study_of("[{\"name\":\"k\",\"type\":\"integer\",\"min\":3,\"max\":3}]",
                 "method=tpe repeats=yes initial=1");
    for (int i = 0; i < 4; i++) {
        t = ask(s);
        CHECK(t.x[0].integer == 3);
        CHECK(last_ask(s).n_candidates == 0);
        tell(s, t.id, 1.0);
    }
    inlay_study_free(s);
}

/* ---- As a strategy ------------------------------------------------------- */

TEST(a_suggestion_is_a_function_of_history_and_random_numbers)
{
    for (size_t b = 0; b < LEN(BOTH); b++) {
        struct driven d, other;
        size_t n_other = 0;
        char options[128];
        snprintf(options, sizeof options, "%s candidates=2", BOTH[b]);
        driven_init(&d, DISCRETE, options);
        driven_init(&other, DISCRETE, options);
        add_trials(&d, 25);
        add_trials(&other, 25);
        for (uint64_t i = 0; i < 20; i++) {
            const size_t cell = suggest_cell(&d, i);
            suggest_cell(&other, i + 100); /* leaves nothing behind */
            CHECK(suggest_cell(&other, i) == cell);
            n_other += suggest_cell(&other, i + 1) != cell;
        }
        CHECK(n_other > 0);
        driven_clear(&d);
        driven_clear(&other);
    }
}

TEST(equal_seeds_have_equal_trials)
{
    for (size_t b = 0; b < LEN(BOTH); b++) {
        char options[128];
        inlay_study *s[3];
        for (int i = 0; i < 3; i++) {
            snprintf(options, sizeof options, "%s seed=%d", BOTH[b], i / 2);
            s[i] = study_of(MIXED_SPACE, options);
            run(s[i], mixed, 40);
        }
        CHECK_SAME_TRIALS(s[0], s[1]);
        CHECK(!is_same_x(trial_of(s[0], 40).x, trial_of(s[2], 40).x, 4));
        for (int i = 0; i < 3; i++)
            inlay_study_free(s[i]);
    }
}

static double negated(const inlay_value *x)
{
    return -mixed(x);
}

TEST(maximizing_is_minimizing_the_negated)
{
    inlay_study *s = study_of(MIXED_SPACE, "method=tpe seed=4");
    inlay_study *t = study_of(MIXED_SPACE, "method=tpe seed=4 goal=maximize");
    run(s, mixed, 40);
    run(t, negated, 40);
    CHECK_SAME_TRIALS(s, t);
    inlay_study_free(s);
    inlay_study_free(t);
}

TEST(the_recommendation_is_the_best_observed_and_there_is_no_model)
{
    inlay_error err = {0};
    inlay_trial best;
    inlay_value x[4];
    inlay_study *s = study_of(MIXED_SPACE, "method=tpe seed=5 initial=4");
    run(s, mixed, 15);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
    CHECK(is_same_x(best.x, x, 4));
    CHECK(isnan(predict(s, x).mean));
    inlay_study_free(s);
}

/* ---- Quality ------------------------------------------------------------- */

static double best_of(const char *options, uint64_t seed)
{
    inlay_error err = {0};
    inlay_trial best;
    char text[128];
    snprintf(text, sizeof text, "%s seed=%d", options, (int)seed);
    inlay_study *s = study_of(MIXED_SPACE, text);
    run(s, mixed, 60);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    inlay_study_free(s);
    return best.value;
}

/* A quadratic over a real, an integer, a category and a log real: logarithms of
 * the best of 60 trials, over 20 seeds, by their mean difference in standard
 * errors. */
TEST(it_is_better_than_random_search)
{
    enum { N_SEEDS = 20 };
    for (size_t b = 0; b < LEN(BOTH); b++) {
        double sum = 0, squares = 0;
        for (uint64_t seed = 0; seed < N_SEEDS; seed++) {
            const double gain =
                log(best_of("method=random", seed) / best_of(BOTH[b], seed));
            sum += gain;
            squares += gain * gain;
        }
        const double mean = sum / N_SEEDS;
        const double se =
            sqrt((squares / N_SEEDS - mean * mean) / (N_SEEDS - 1));
        CHECK(mean > 4 * se);
    }
}

/* ---- Memory -------------------------------------------------------------- */

#ifdef INLAY_FAILING_MEM
TEST(each_allocation_that_fails_is_told)
{
    for (size_t b = 0; b < LEN(BOTH); b++) {
        driven_init(&the_driven, DISCRETE, BOTH[b]);
        add_trials(&the_driven, 22);
        check_oom(try_suggest, __FILE__, __LINE__);
        driven_clear(&the_driven);
    }
}

static inlay_status try_new(void)
{
    inlay_error err = {0};
    struct inlay_strategy *s = NULL;
    const inlay_status st = inlay_strategy_new(
        &the_driven.exact, the_driven.options, &s, NULL, &err);
    inlay_strategy_free(s);
    return st;
}

TEST(a_strategy_without_memory_is_none)
{
    driven_init(&the_driven, DISCRETE, "method=tpe");
    check_oom(try_new, __FILE__, __LINE__);
    driven_clear(&the_driven);
}
#endif
