/*
 * test_merit.c: which trials are good, and the closed forms of their weights.
 */
#include "strategy_fixture.h"

#include "strategy/merit.h"

#define LINE "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1000}]"

/* A history of trials on a line; the place of trial i (from 0) is i. */
struct line {
    inlay_space *space;
    struct inlay_encoding exact;
    struct inlay_history history;
};

static void line_init(struct line *l)
{
    inlay_error err = {0};
    l->space = space_of(LINE);
    CHECK_OK(inlay_encoding_init(&l->exact, l->space, false, &err), err);
    inlay_history_init(&l->history, &l->exact);
}

static void line_clear(struct line *l)
{
    inlay_history_clear(&l->history);
    inlay_encoding_clear(&l->exact);
    inlay_space_free(l->space);
}

/* A value; NaN is failed, infinity pending. */
static void line_add(struct line *l, double y)
{
    inlay_error err = {0};
    const struct inlay_record *r = NULL;
    const inlay_value x = inlay_real((double)l->history.n);
    CHECK_OK(history_append(&l->history, &x, NULL, &r, &err), err);
    if (!isinf(y))
        CHECK_OK(history_finish(&l->history, r->id, y, "failed", &err), err);
}

static struct inlay_merit merit_of(const struct line *l, enum inlay_good good,
                                   enum inlay_weights weights)
{
    inlay_error err = {0};
    struct inlay_merit m;
    CHECK_OK(inlay_merit_init(&m, &l->history, good, weights, &err), err);
    CHECK(m.good.n + m.bad.n == l->history.n);
    return m;
}

/* The number of the trial at place i of a sample. */
static size_t trial_at(const struct inlay_parzen_sample *s, size_t i)
{
    return (size_t)lround(1000.0 * s->point[i][0]);
}

/* ---- Good and bad -------------------------------------------------------- */

TEST(the_number_of_good_trials_is_the_rounded_share)
{
    static const struct {
        size_t n, linear, sqrt;
    } row[] = {
        {1, 1, 1},      {6, 1, 1},       {7, 2, 1},        {16, 3, 1},
        {17, 3, 2},     {20, 3, 2},      {21, 4, 2},       {64, 10, 2},
        {65, 10, 3},    {100, 15, 3},    {160, 24, 4},     {161, 25, 4},
        {166, 25, 4},   {167, 25, 4},    {1000, 25, 8},    {9216, 25, 24},
        {9217, 25, 25}, {10001, 25, 25}, {1000000, 25, 25}};
    for (size_t i = 0; i < LEN(row); i++) {
        CHECK(inlay_merit_n_good(INLAY_GOOD_LINEAR, row[i].n) == row[i].linear);
        CHECK(inlay_merit_n_good(INLAY_GOOD_SQRT, row[i].n) == row[i].sqrt);
    }
}

/* Against a full sort: a good trial is better than every bad one that is done,
 * or equal and older.  Few different values, so that many are equal. */
TEST(good_are_the_best_of_the_done_trials)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    for (size_t n = 1; n < 200; n = n * 3 / 2 + 1) {
        struct line l;
        line_init(&l);
        for (size_t i = 0; i < n; i++)
            line_add(&l, (double)inlay_rng_below(&rng, 12));
        struct inlay_merit m =
            merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_AGE);
        CHECK(m.good.n == inlay_merit_n_good(INLAY_GOOD_LINEAR, n));
        for (size_t i = 0; i < m.good.n; i++)
            for (size_t j = 0; j < m.bad.n; j++) {
                const size_t g = trial_at(&m.good, i), b = trial_at(&m.bad, j);
                const double yg = l.history.record[g]->y;
                const double yb = l.history.record[b]->y;
                CHECK(yg < yb || (yg == yb && g < b));
            }
        inlay_merit_clear(&m);
        line_clear(&l);
    }
}

TEST(pending_and_failed_trials_are_bad)
{
    static const double y[] = {3, NAN, 1, INFINITY, 2, NAN, 5, INFINITY, 4};
    static const size_t bad[] = {0, 1, 3, 4, 5, 6, 7, 8};
    struct line l;
    line_init(&l);
    for (size_t i = 0; i < LEN(y); i++)
        line_add(&l, y[i]);
    /* 7 have ended: 0.15 · 7, rounded up, is 2; with one less it is 1. */
    struct inlay_merit m = merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_AGE);
    CHECK(m.good.n == 2);
    CHECK(trial_at(&m.good, 0) == 2 && trial_at(&m.good, 1) == 4);
    inlay_merit_clear(&m);
    m = merit_of(&l, INLAY_GOOD_SQRT, INLAY_WEIGHTS_AGE);
    CHECK(m.good.n == 1 && trial_at(&m.good, 0) == 2);
    for (size_t i = 0; i < LEN(bad); i++)
        CHECK(trial_at(&m.bad, i) == bad[i]);
    inlay_merit_clear(&m);
    line_clear(&l);
}

/* 0.15 · 6, rounded up, is 1, but 0.15 · 12 is 2. */
TEST(pending_trials_do_not_raise_the_number_of_good_ones)
{
    struct line l;
    line_init(&l);
    for (int i = 0; i < 12; i++)
        line_add(&l, i % 2 == 0 ? (double)i : INFINITY);
    struct inlay_merit m = merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_AGE);
    CHECK(m.good.n == 1 && m.bad.n == 11);
    inlay_merit_clear(&m);
    line_clear(&l);
}

TEST(there_are_no_more_good_trials_than_done_ones)
{
    struct line l;
    line_init(&l);
    line_add(&l, 1.0);
    for (int i = 0; i < 40; i++)
        line_add(&l, NAN);
    struct inlay_merit m =
        merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_IMPROVEMENT);
    CHECK(m.good.n == 1 && m.bad.n == 40);
    CHECK(m.good.weight[0] == 1.0);
    inlay_merit_clear(&m);
    line_clear(&l);
}

/* ---- Weights ------------------------------------------------------------- */

/* 14 trials: 3 good ones, -4, 0 and 1, and 2 is the best of the bad. */
static void add_fourteen(struct line *l, double scale, double shift)
{
    static const double y[] = {5, 0, 9, 9, 2, -4, 9, 9, 1, 9, 9, 9, 9, 9};
    for (size_t i = 0; i < LEN(y); i++)
        line_add(l, shift + scale * y[i]);
}

TEST(good_trials_count_by_their_improvement)
{
    static const double want[] = {2.0 / 3, 6.0 / 3, 1.0 / 3}; /* mean 1 */
    static const double unit[][2] = {
        {1, 0}, {1, -1000}, {1e-200, 0}, {1e200, 0}, {0x1p1020, 0}};
    for (size_t k = 0; k < LEN(unit); k++) {
        struct line l;
        line_init(&l);
        add_fourteen(&l, unit[k][0], unit[k][1]);
        struct inlay_merit m =
            merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_IMPROVEMENT);
        CHECK(m.good.n == 3 && trial_at(&m.good, 0) == 1);
        for (size_t i = 0; i < 3; i++)
            CHECK_REL(m.good.weight[i], want[i], 1e-14);
        for (size_t i = 0; i < m.bad.n; i++)
            CHECK(m.bad.weight[i] == 1.0);
        inlay_merit_clear(&m);
        line_clear(&l);
    }
}

/* The difference of these is infinite. */
TEST(improvements_of_huge_values_are_finite)
{
    struct line l;
    line_init(&l);
    line_add(&l, -1.7e308);
    line_add(&l, 0.0);
    for (int i = 0; i < 7; i++)
        line_add(&l, 1.7e308);
    struct inlay_merit m =
        merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_IMPROVEMENT);
    CHECK(m.good.n == 2);
    CHECK_REL(m.good.weight[0], 4.0 / 3, 1e-14);
    CHECK_REL(m.good.weight[1], 2.0 / 3, 1e-14);
    inlay_merit_clear(&m);
    line_clear(&l);
}

TEST(good_trials_without_an_improvement_count_the_same)
{
    struct line l;
    line_init(&l);
    for (int i = 0; i < 20; i++)
        line_add(&l, 7.0);
    struct inlay_merit m =
        merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_IMPROVEMENT);
    CHECK(m.good.n == 3);
    for (size_t i = 0; i < 3; i++)
        CHECK(m.good.weight[i] == 1.0);
    inlay_merit_clear(&m);
    line_clear(&l);
}

/* One that equals the best of the bad still has some weight. */
TEST(no_good_trial_is_without_weight)
{
    struct line l;
    line_init(&l);
    line_add(&l, 1.0);
    for (int i = 0; i < 12; i++)
        line_add(&l, 3.0);
    struct inlay_merit m =
        merit_of(&l, INLAY_GOOD_LINEAR, INLAY_WEIGHTS_IMPROVEMENT);
    CHECK(m.good.n == 2);
    CHECK_REL(m.good.weight[0], 2.0, 1e-11);
    CHECK_REL(m.good.weight[1], 2e-12, 1e-11);
    inlay_merit_clear(&m);
    line_clear(&l);
}

/* Of n bad ones: 1/n, ... 1 for the oldest n - 25, then 25 times 1. */
static void check_ramp(const struct inlay_parzen_sample *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const double n = (double)s->n, n_old = n - 25.0;
        double want = 1.0;
        if ((double)i < n_old)
            want = 1.0 / n + (n_old > 1.0
                                  ? (double)i / (n_old - 1.0) * (1.0 - 1.0 / n)
                                  : 0.0);
        CHECK_REL(s->weight[i], want, 1e-14);
    }
}

TEST(old_trials_count_less_along_a_ramp)
{
    static const size_t count[] = {1, 10, 26, 27, 28, 60, 200};
    for (size_t k = 0; k < LEN(count); k++) {
        struct line l;
        line_init(&l);
        for (size_t i = 0; i < count[k]; i++)
            line_add(&l, (double)(i * 7 % 11));
        struct inlay_merit m = merit_of(&l, INLAY_GOOD_SQRT, INLAY_WEIGHTS_AGE);
        check_ramp(&m.bad);
        for (size_t i = 0; i < m.good.n; i++)
            CHECK(m.good.weight[i] == 1.0); /* at most 25 */
        inlay_merit_clear(&m);
        line_clear(&l);
    }
}

/* ---- Memory -------------------------------------------------------------- */

#ifdef INLAY_FAILING_MEM
static struct line the_line;

static inlay_status try_merit(void)
{
    inlay_error err = {0};
    struct inlay_merit m = {.points = NULL};
    const inlay_status st =
        inlay_merit_init(&m, &the_line.history, INLAY_GOOD_LINEAR,
                         INLAY_WEIGHTS_IMPROVEMENT, &err);
    CHECK((m.points != NULL) == (st == INLAY_OK));
    inlay_merit_clear(&m);
    return st;
}

TEST(samples_without_memory_are_not_touched)
{
    line_init(&the_line);
    add_fourteen(&the_line, 1.0, 0.0);
    check_oom(try_merit, __FILE__, __LINE__);
    line_clear(&the_line);
}
#endif
