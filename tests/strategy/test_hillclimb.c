/*
 * test_hillclimb.c: one variable at a time, from the best on; restarts; what is
 * pending, failed or of others; and that it is worth being compared with.
 */
#include "strategy_fixture.h"

#define BOOLEANS                                                               \
    "[{\"name\":\"a\",\"type\":\"boolean\"},"                                  \
    "{\"name\":\"b\",\"type\":\"boolean\"},"                                   \
    "{\"name\":\"c\",\"type\":\"boolean\"},"                                   \
    "{\"name\":\"d\",\"type\":\"boolean\"},"                                   \
    "{\"name\":\"e\",\"type\":\"boolean\"}]"

/* Awkward bounds: a value that went through the cube would not come back. */
#define REALS                                                                  \
    "[{\"name\":\"x\",\"type\":\"real\",\"min\":-0.3,\"max\":0.7},"            \
    "{\"name\":\"y\",\"type\":\"real\",\"min\":0.1,\"max\":33.3,"              \
    "\"scale\":\"log\"},"                                                      \
    "{\"name\":\"z\",\"type\":\"real\",\"min\":-7,\"max\":11}]"

static size_t n_changed(const struct driven *d, const inlay_value *a,
                        const inlay_value *b)
{
    size_t n = 0;
    for (size_t i = 0; i < inlay_space_n_variables(d->space); i++)
        n += !is_same_x(&a[i], &b[i], 1);
    return n;
}

/* The one variable in which they differ. */
static size_t variable_changed(const struct driven *d, const inlay_value *a,
                               const inlay_value *b)
{
    size_t i = 0;
    CHECK(n_changed(d, a, b) == 1);
    while (is_same_x(&a[i], &b[i], 1))
        i++;
    return i;
}

/* The next suggestion becomes a pending record; where it came from. */
static const struct inlay_record *next(struct driven *d,
                                       enum inlay_origin *origin)
{
    const struct inlay_rng rng = inlay_rng_split(&d->rng, d->history.n);
    const struct inlay_record *r = NULL;
    struct inlay_trace trace = {0};
    inlay_error err = {0};
    inlay_value x[MAX_VARS];
    CHECK_OK(
        inlay_strategy_suggest(d->strategy, &d->history, &rng, x, &trace, &err),
        err);
    *origin = trace.origin;
    CHECK_OK(history_append(&d->history, x, &trace, &r, &err), err);
    return r;
}

static void finish(struct driven *d, const struct inlay_record *r, double y)
{
    inlay_error err = {0};
    CHECK_OK(history_finish(&d->history, r->id, y, "failed", &err), err);
}

static const struct inlay_record *next_told(struct driven *d, double y,
                                            enum inlay_origin *origin)
{
    const struct inlay_record *r = next(d, origin);
    finish(d, r, y);
    return r;
}

/* ---- The climb ---- */

/* The rules, written again for results that come one by one: whatever these
 * are, a suggestion is a neighbor of the best since the last beginning, and
 * after `limit` misses in a row another climb begins. */
static void check_rules(const char *json, size_t limit, uint64_t seed, size_t n)
{
    struct driven d;
    struct inlay_rng rng = inlay_rng_seed(seed);
    const struct inlay_record *best = NULL;
    size_t n_misses = 0, n_begun = 0, n_gains = 0;

    driven_init(&d, json, "method=hillclimb");
    d.rng = inlay_rng_seed(seed);
    for (size_t i = 0; i < n; i++) {
        enum inlay_origin origin;
        const struct inlay_record *r = next(&d, &origin);
        const bool gains = best && inlay_rng_uniform(&rng) < 0.05;
        const bool fails = inlay_rng_uniform(&rng) < 0.2;
        const double y = fails        ? NAN
                         : !best      ? 100.0
                         : gains      ? best->y - 1.0
                         : i % 3 == 0 ? best->y /* as good is not better */
                                      : best->y + 1.0;
        if (best)
            CHECK(origin == INLAY_ORIGIN_STEP &&
                  n_changed(&d, best->x, r->x) == 1);
        else
            CHECK(origin ==
                  (n_begun ? INLAY_ORIGIN_RANDOM : INLAY_ORIGIN_DESIGN));
        finish(&d, r, y);
        if (!fails && (!best || gains)) {
            n_begun += !best;
            n_gains += gains;
            best = r;
            n_misses = 0;
        } else if (best && ++n_misses == limit) {
            best = NULL;
        }
    }
    CHECK(n_begun >= 3 && n_gains >= 3);
    driven_clear(&d);
}

/* All neighbors of few values, and ten of many. */
TEST(it_climbs_by_neighbors_and_begins_anew_after_its_misses)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        check_rules(MIXED_SPACE, 10 + 6 + 2 + 10, seed, 300);
        check_rules(REALS, 30, seed, 300);
        check_rules("[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,"
                    "\"max\":1000000},{\"name\":\"l\",\"type\":\"integer\","
                    "\"min\":1,\"max\":1000000,\"scale\":\"log\"},"
                    "{\"name\":\"o\",\"type\":\"integer\",\"min\":1,\"max\":10}"
                    ",{\"name\":\"r\",\"type\":\"real\",\"min\":0,\"max\":1}]",
                    10 + 10 + 9 + 10, seed, 400);
    }
}

TEST(the_first_trial_is_in_the_middle_or_of_the_net)
{
    struct driven d, net;
    enum inlay_origin origin;
    driven_init(&d, MIXED_SPACE, "method=hillclimb");
    driven_init(&net, MIXED_SPACE, "method=hillclimb first=net");
    const struct inlay_record *r = next(&d, &origin);
    CHECK(r->x[0].real == 0.5 && r->x[1].integer == 4);
    CHECK(next(&net, &origin)->x[0].real != 0.5);
    driven_clear(&d);
    driven_clear(&net);
}

/* Variables take turns; a number that gained is tried again, in the same
 * direction, unless a bound turned it round. */
TEST(variables_take_turns_and_a_gain_goes_on)
{
    size_t n_onward = 0, n_round = 0, n_first[3] = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct driven d;
        enum inlay_origin origin;
        bool is_tried[3] = {false};
        driven_init(&d, REALS, "method=hillclimb");
        d.rng = inlay_rng_seed(seed);
        const struct inlay_record *at = next_told(&d, 1.0, &origin);
        for (int i = 0; i < 3; i++) { /* each once */
            const size_t v =
                variable_changed(&d, at->x, next_told(&d, 2.0, &origin)->x);
            CHECK(!is_tried[v]);
            is_tried[v] = true;
            n_first[v] += i == 0;
        }
        const struct inlay_record *gain = next_told(&d, 0.5, &origin);
        const size_t v = variable_changed(&d, at->x, gain->x);
        const struct inlay_record *more = next_told(&d, 0.7, &origin);
        CHECK(variable_changed(&d, gain->x, more->x) == v);
        n_onward += (more->x[v].real > gain->x[v].real) ==
                    (gain->x[v].real > at->x[v].real);
        for (int i = 0; i < 2; i++)
            CHECK(variable_changed(&d, gain->x,
                                   next_told(&d, 2.0, &origin)->x) != v);
        const struct inlay_record *back = next_told(&d, 2.0, &origin);
        CHECK(variable_changed(&d, gain->x, back->x) == v);
        n_round += (more->x[v].real > gain->x[v].real) !=
                   (back->x[v].real > gain->x[v].real);
        driven_clear(&d);
    }
    CHECK(n_onward >= 90 && n_round >= 90);
    for (size_t v = 0; v < 3; v++) /* 33 expected, 4.7 its deviation */
        CHECK_ABS((double)n_first[v], 33.3, 19.0);
}

#define ONE_REAL "[{\"name\":\"x\",\"type\":\"real\",\"min\":0,\"max\":1}]"

/* Size of a step of one real: after n misses, n pending ones or n misses and a
 * gain, as the mean of 200 climbs that begin in the middle. */
enum turn { MISSES, PENDING, GAIN };
static double mean_step(size_t n, enum turn turn)
{
    double sum = 0.0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct driven d;
        enum inlay_origin origin;
        driven_init(&d, ONE_REAL, "method=hillclimb");
        d.rng = inlay_rng_seed(seed);
        const struct inlay_record *at = next_told(&d, 1.0, &origin);
        for (size_t i = 0; i < n; i++) {
            const struct inlay_record *r = next(&d, &origin);
            if (turn != PENDING)
                finish(&d, r, 2.0);
        }
        if (turn == GAIN)
            at = next_told(&d, 0.5, &origin);
        sum += fabs(next(&d, &origin)->u[0] - at->u[0]);
        CHECK(origin == INLAY_ORIGIN_STEP);
        driven_clear(&d);
    }
    return sum / 200.0;
}

/* They halve when they miss and double when they gain; a trial that runs has
 * done neither.  E|N(0,1)| = 0.798, its deviation 0.603. */
TEST(steps_find_their_size)
{
    const double unit = 0.798, error = 4.0 * 0.603 / 0.798 / sqrt(200.0);
    CHECK_REL(mean_step(3, MISSES), 0.3 / 8.0 * unit, error);
    CHECK_REL(mean_step(6, MISSES), 0.3 / 64.0 * unit, error);
    CHECK_REL(mean_step(6, GAIN), 0.3 / 32.0 * unit, error);
    CHECK_REL(mean_step(6, PENDING), mean_step(0, MISSES), 1.5 * error);
}

/* The next climb does not go on with the last one's steps. */
TEST(a_new_climb_has_large_steps_again)
{
    double sum = 0.0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct driven d;
        enum inlay_origin origin;
        driven_init(&d, ONE_REAL, "method=hillclimb");
        d.rng = inlay_rng_seed(seed);
        for (int i = 0; i < 11; i++)
            next_told(&d, 1.0, &origin);
        const struct inlay_record *at = next_told(&d, 1.0, &origin);
        CHECK(origin == INLAY_ORIGIN_RANDOM);
        sum += fabs(next(&d, &origin)->u[0] - at->u[0]);
        driven_clear(&d);
    }
    CHECK(sum / 100.0 > 0.15); /* of 0.3 · 0.798, less what a bound reflects */
}

/* A step larger than the room there is, a rare one, is reflected. */
TEST(the_first_step_of_a_number_has_room)
{
    size_t n_inward = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct driven d;
        enum inlay_origin origin;
        char options[48];
        snprintf(options, sizeof options, "method=hillclimb first=net seed=%d",
                 (int)seed);
        driven_init(&d, ONE_REAL, options);
        const double u = next_told(&d, 1.0, &origin)->u[0];
        n_inward += (next(&d, &origin)->u[0] > u) == (u < 0.5);
        driven_clear(&d);
    }
    CHECK(n_inward > 180);
}

/* χ² with 3 degrees of freedom: 16.3 is exceeded once in a thousand. */
TEST(a_category_takes_any_other_value)
{
    enum { N_DRAWS = 2000 };
    struct driven d;
    enum inlay_origin origin;
    size_t n[5] = {0};
    double chi2 = 0.0;

    driven_init(&d,
                "[{\"name\":\"c\",\"type\":\"categorical\",\"values\":"
                "[\"p\",\"q\",\"r\",\"s\",\"t\"]}]",
                "method=hillclimb repeats=yes");
    const struct inlay_record *at = next_told(&d, 1.0, &origin);
    for (int i = 0; i < N_DRAWS; i++) {
        const struct inlay_rng rng = inlay_rng_split(&d.rng, (uint64_t)i);
        struct inlay_trace trace = {0};
        inlay_error err = {0};
        inlay_value x[1];
        CHECK_OK(inlay_strategy_suggest(d.strategy, &d.history, &rng, x, &trace,
                                        &err),
                 err);
        CHECK(trace.origin == INLAY_ORIGIN_STEP);
        n[x[0].integer]++;
    }
    CHECK(n[at->x[0].integer] == 0);
    for (int64_t k = 0; k < 5; k++) {
        const double off = (double)n[k] - N_DRAWS / 4.0;
        chi2 += k == at->x[0].integer ? 0.0 : off * off / (N_DRAWS / 4.0);
    }
    CHECK(chi2 < 16.3);
    driven_clear(&d);
}

/* ---- Pending trials, and those of others ---- */

TEST(asks_in_a_row_are_different_neighbors)
{
    struct driven d;
    enum inlay_origin origin;
    driven_init(&d, MIXED_SPACE, "method=hillclimb");
    const struct inlay_record *at = next_told(&d, 1.0, &origin);
    for (int i = 0; i < 20; i++) {
        const struct inlay_record *r = next(&d, &origin);
        CHECK(origin == INLAY_ORIGIN_STEP && n_changed(&d, at->x, r->x) == 1);
        CHECK(d.history.seen.n == d.history.n);
    }
    driven_clear(&d);
}

/* With repeats a neighbor may be known, but is another one still. */
TEST(a_repeated_neighbor_is_no_repeat_of_the_best)
{
    struct driven d;
    enum inlay_origin origin;
    driven_init(&d, MIXED_SPACE, "method=hillclimb repeats=yes");
    const struct inlay_record *at = next_told(&d, 1.0, &origin);
    for (int i = 0; i < 25; i++)
        CHECK(n_changed(&d, at->x, next_told(&d, 2.0, &origin)->x) == 1);
    driven_clear(&d);
}

/* Neighbors of what was given up come in late: they begin no climb, but one
 * that is better after all goes on with the old. */
TEST(late_results_do_not_begin_a_climb)
{
    struct driven d;
    enum inlay_origin origin;
    const struct inlay_record *late[4];
    driven_init(&d, REALS, "method=hillclimb");
    const struct inlay_record *at = next_told(&d, 1.0, &origin);
    for (int i = 0; i < 29; i++)
        next_told(&d, 2.0, &origin);
    for (int i = 0; i < 4; i++)
        late[i] = next(&d, &origin);
    CHECK(origin == INLAY_ORIGIN_STEP);
    finish(&d, late[0], 2.0); /* the last miss */
    next(&d, &origin);
    CHECK(origin == INLAY_ORIGIN_RANDOM);
    finish(&d, late[1], 2.0);
    finish(&d, late[2], NAN);
    const struct inlay_record *begun = next(&d, &origin);
    CHECK(origin == INLAY_ORIGIN_RANDOM);
    finish(&d, begun, 50.0);
    const struct inlay_record *r = next(&d, &origin);
    CHECK(origin == INLAY_ORIGIN_STEP && n_changed(&d, begun->x, r->x) == 1);
    CHECK(n_changed(&d, at->x, r->x) > 1);
    driven_clear(&d);
}

TEST(a_late_gain_goes_on_with_the_old_climb)
{
    struct driven d;
    enum inlay_origin origin;
    driven_init(&d, REALS, "method=hillclimb");
    next_told(&d, 1.0, &origin);
    const struct inlay_record *late = next(&d, &origin);
    for (int i = 0; i < 30; i++)
        next_told(&d, 2.0, &origin);
    next(&d, &origin);
    CHECK(origin == INLAY_ORIGIN_RANDOM);
    finish(&d, late, 0.5);
    const struct inlay_record *r = next(&d, &origin);
    CHECK(origin == INLAY_ORIGIN_STEP && n_changed(&d, late->x, r->x) == 1);
    driven_clear(&d);
}

/* Several were asked when there was no climb: the best of them is the one. */
TEST(of_climbs_that_begin_together_the_best_goes_on)
{
    static const double Y[] = {3.0, 2.0, 4.0};
    struct driven d;
    enum inlay_origin origin;
    const struct inlay_record *r[LEN(Y)];
    driven_init(&d, MIXED_SPACE, "method=hillclimb");
    for (size_t i = 0; i < LEN(Y); i++) {
        r[i] = next(&d, &origin);
        CHECK(origin == INLAY_ORIGIN_DESIGN);
    }
    for (size_t i = 0; i < LEN(Y); i++)
        finish(&d, r[LEN(Y) - 1 - i], Y[LEN(Y) - 1 - i]);
    CHECK(n_changed(&d, r[1]->x, next(&d, &origin)->x) == 1);
    driven_clear(&d);
}

/* What somebody added is climbed from if it is better, and no miss if not. */
TEST(trials_of_others_count_if_they_are_better)
{
    const inlay_value good[] = {inlay_real(0.25),
                                inlay_integer(2),
                                {INLAY_TYPE_CATEGORICAL, 2, 2, "r"},
                                inlay_real(0.5)};
    struct driven d;
    enum inlay_origin origin;
    struct inlay_rng rng = inlay_rng_seed(1);

    driven_init(&d, MIXED_SPACE, "method=hillclimb");
    const struct inlay_record *at = next_told(&d, 1.0, &origin);
    for (int i = 0; i < 100; i++) {
        inlay_value x[4];
        double u[4];
        inlay_encode_sample(&d.exact, &rng, u);
        inlay_decode(&d.exact, u, x);
        add_told(&d, x, 5.0);
    }
    const struct inlay_record *r = next_told(&d, 2.0, &origin);
    CHECK(origin == INLAY_ORIGIN_STEP && n_changed(&d, at->x, r->x) == 1);
    const struct inlay_record *other = add_told(&d, good, 0.5);
    r = next_told(&d, 2.0, &origin);
    CHECK(origin == INLAY_ORIGIN_STEP && n_changed(&d, other->x, r->x) == 1);
    driven_clear(&d);
}

/* ---- Finite spaces ---- */

/* All levels of a grid are neighbors, not only those beside; after a miss to
 * one side the other one is next. */
TEST(a_small_grid_is_climbed_to_its_ends)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct driven d;
        enum inlay_origin origin;
        int64_t k[4];
        driven_init(&d,
                    "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,"
                    "\"max\":5}]",
                    "method=hillclimb");
        d.rng = inlay_rng_seed(seed);
        CHECK(next_told(&d, 1.0, &origin)->x[0].integer == 3);
        for (int i = 0; i < 4; i++) {
            k[i] = next_told(&d, 2.0, &origin)->x[0].integer;
            CHECK(origin == INLAY_ORIGIN_STEP);
        }
        CHECK((k[0] < 3) != (k[1] < 3));
        driven_clear(&d);
    }
}

/* With all neighbors known there is nothing to wait for: the next beginning
 * takes over, though it is worse. */
TEST(a_climb_without_new_neighbors_is_over)
{
    static const struct {
        bool gains; /* is the best a step from the beginning? */
        int n_misses;
    } ROWS[] = {{true, 0}, {true, 1}, {false, 1}};
    for (size_t k = 0; k < LEN(ROWS); k++) {
        struct driven d;
        enum inlay_origin origin;
        driven_init(&d, BOOLEANS, "method=hillclimb");
        next_told(&d, 1.0, &origin);
        if (ROWS[k].gains)
            next_told(&d, 0.5, &origin);
        for (int i = ROWS[k].gains; i < 5; i++) {
            const struct inlay_record *r = next(&d, &origin);
            CHECK(origin == INLAY_ORIGIN_STEP);
            if (i - ROWS[k].gains < ROWS[k].n_misses)
                finish(&d, r, 2.0);
        }
        const struct inlay_record *begun = next_told(&d, 9.0, &origin);
        CHECK(origin == INLAY_ORIGIN_RANDOM);
        const struct inlay_record *r = next(&d, &origin);
        CHECK(origin == INLAY_ORIGIN_STEP &&
              n_changed(&d, begun->x, r->x) == 1);
        driven_clear(&d);
    }
}

static double constant(const inlay_value *x)
{
    (void)x;
    return 1.0;
}

/* So every value of the space is reached. */
TEST(a_finite_space_is_asked_once_then_exhausted)
{
    check_used_up(SMALL_SPACE, "method=hillclimb", small, 6);
    check_used_up(BOOLEANS, "method=hillclimb", constant, 32);
    check_used_up(BOOLEANS, "method=hillclimb", small, 32);
    check_used_up("[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,"
                  "\"max\":40},{\"name\":\"o\",\"type\":\"ordinal\","
                  "\"values\":[1,2,5,10]}]",
                  "method=hillclimb", small, 160);
}

/* ---- Is it worth it? ---- */

enum { N_BITS = 50, N_ACKLEY = 53 };

/* Zero at the bits `flips`, and at 0 for the reals of [-1, 1]. */
static double ackley(const inlay_value *x, const bool *flips)
{
    const double two_pi = 6.28318530717958647692;
    double squares = 0.0, cosines = 0.0;
    for (int i = 0; i < N_ACKLEY; i++) {
        const double z =
            i < N_BITS ? (double)(x[i].integer != flips[i]) : x[i].real;
        squares += z * z / N_ACKLEY;
        cosines += cos(two_pi * z) / N_ACKLEY;
    }
    return 20.0 + exp(1.0) - 20.0 * exp(-0.2 * sqrt(squares)) - exp(cosines);
}

static inlay_space *ackley_space(void)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    CHECK_OK(inlay_space_new(&space, &err), err);
    for (int i = 0; i < N_ACKLEY; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        if (i < N_BITS)
            CHECK_OK(inlay_space_add_boolean(space, name, &err), err);
        else
            CHECK_OK(inlay_space_add_real(space, name, -1.0, 1.0,
                                          INLAY_SCALE_LINEAR, &err),
                     err);
    }
    return space;
}

static double best_of_ackley(const char *options, int seed)
{
    struct inlay_rng rng = inlay_rng_seed((uint64_t)seed);
    inlay_error err = {0};
    inlay_space *space = ackley_space();
    inlay_options *o = options_of(options);
    inlay_study *s = NULL;
    inlay_trial best;
    bool flips[N_BITS];

    for (int i = 0; i < N_BITS; i++)
        flips[i] = inlay_rng_below(&rng, 2) == 1;
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    for (int i = 0; i < 200; i++) {
        const inlay_trial t = ask(s);
        tell(s, t.id, ackley(t.x, flips));
    }
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    inlay_study_free(s);
    inlay_options_free(o);
    inlay_space_free(space);
    return best.value;
}

/* Published for a hill climber: 0.72.  Without the middle, which is half of the
 * solution. */
TEST(it_is_far_better_than_random_search_in_53_variables)
{
    for (int seed = 1; seed <= 4; seed++) {
        char climb[48], random[48];
        snprintf(climb, sizeof climb, "method=hillclimb first=net seed=%d",
                 seed);
        snprintf(random, sizeof random, "method=random seed=%d", seed);
        CHECK(best_of_ackley(climb, seed) < 0.5);
        CHECK(best_of_ackley(random, seed) > 1.8);
    }
}

#ifdef INLAY_FAILING_MEM
TEST(each_allocation_that_fails_is_told)
{
    check_suggest_oom(MIXED_SPACE, "method=hillclimb", mixed, 0);
    check_suggest_oom(MIXED_SPACE, "method=hillclimb", mixed, 5);
    check_suggest_oom(BOOLEANS, "method=hillclimb", constant, 6);
}

static inlay_status try_beginning(void)
{
    inlay_error err = {0};
    struct inlay_trace trace = {0};
    inlay_value x[MAX_VARS];
    const inlay_status st =
        inlay_strategy_suggest(the_driven.strategy, &the_driven.history,
                               &the_driven.rng, x, &trace, &err);
    CHECK(st != INLAY_OK || trace.asked);
    inlay_trace_clear(&trace);
    return st;
}

/* It could not be told from a step by those who read the history. */
TEST(no_climb_begins_without_its_mark)
{
    driven_init(&the_driven, MIXED_SPACE, "method=hillclimb");
    check_oom(try_beginning, __FILE__, __LINE__);
    driven_clear(&the_driven);
}
#endif
