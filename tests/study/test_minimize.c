/*
 * test_minimize.c: inlay_minimize, one call from a C function to its minimum.
 */
#include "study_fixture.h"

struct calls {
    size_t n;
    int fails_each; /* every k-th evaluation fails; 0: none */
};

static double counted(const inlay_value *x, void *context)
{
    struct calls *c = context;
    c->n++;
    if (c->fails_each && c->n % (size_t)c->fails_each == 0)
        return c->n % 2 ? NAN : INFINITY;
    return mixed(x);
}

TEST(the_minimum_of_a_mixed_function_is_found)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    struct calls c = {0};
    inlay_value x[4];
    double value = NAN;

    CHECK_OK(inlay_minimize(space, NULL, 40, counted, &c, x, &value, &err),
             err);
    CHECK(c.n == 40);
    CHECK(value < 1e-3 && value == mixed(x));
    CHECK(x[1].integer == 4 && x[2].integer == 1);
    CHECK_ABS(x[0].real, 0.3, 0.05);
    CHECK_ABS(log10(x[3].real), -2.0, 0.2);
    inlay_space_free(space);
}

TEST(evaluations_that_fail_now_and_then_are_no_obstacle)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    struct calls c = {.fails_each = 4};
    inlay_value x[4];
    double value = NAN;

    CHECK_OK(inlay_minimize(space, NULL, 45, counted, &c, x, &value, &err),
             err);
    CHECK(c.n == 45);
    CHECK(isfinite(value) && value == mixed(x) && x[2].integer == 1);
    inlay_space_free(space);
}

static double never(const inlay_value *x, void *context)
{
    (void)x;
    ++*(int *)context;
    return NAN;
}

TEST(a_function_that_never_works_is_an_error)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_value x[4] = {{.real = 77}};
    double value = 77;
    int n = 0;

    CHECK_FAILS(inlay_minimize(space, NULL, 9, never, &n, x, &value, &err),
                INLAY_ESTATE, err,
                "inlay_minimize: none of 9 evaluations has a value");
    CHECK(n == 9);
    CHECK(value == 77 && x[0].real == 77); /* outputs on success only */
    inlay_space_free(space);
}

static double small_counted(const inlay_value *x, void *context)
{
    ++*(int *)context;
    return small(x);
}

TEST(a_space_that_is_used_up_ends_the_run)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SMALL_SPACE);
    inlay_value x[2];
    double value;
    int n = 0;

    CHECK_OK(
        inlay_minimize(space, NULL, 100, small_counted, &n, x, &value, &err),
        err);
    CHECK(n == 6 && value == -2.5);
    inlay_space_free(space);
}

TEST(texts_point_into_the_space_of_the_caller)
{
    inlay_error err = {0};
    inlay_space *space = space_of(
        "[{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"u\",\"v\"]},"
        "{\"name\":\"b\",\"type\":\"boolean\"},"
        "{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":3}]");
    inlay_variable c, b;
    inlay_value x[3];
    double value;
    int n = 0;

    CHECK_OK(
        inlay_minimize(space, NULL, 20, small_counted, &n, x, &value, &err),
        err);
    CHECK_OK(inlay_space_variable(space, 0, &c, &err), err);
    CHECK_OK(inlay_space_variable(space, 1, &b, &err), err);
    CHECK(x[0].text == c.labels[x[0].integer]);
    CHECK(x[1].text == b.labels[x[1].integer]);
    CHECK(x[2].text == NULL);
    CHECK_TEXT(x[0].text, "v");
    inlay_space_free(space);
}

TEST(outputs_may_be_left_out)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SMALL_SPACE);
    int n = 0;
    CHECK_OK(
        inlay_minimize(space, NULL, 3, small_counted, &n, NULL, NULL, &err),
        err);
    CHECK(n == 3);
    inlay_space_free(space);
}

TEST(it_is_a_study_with_the_same_options)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_options *o = options_of("seed=9 goal=minimize");
    inlay_study *s = study_of(MIXED_SPACE, "seed=9");
    struct calls c = {0};
    inlay_value x[4];
    inlay_trial best;

    CHECK_OK(inlay_minimize(space, o, 15, counted, &c, x, NULL, &err), err);
    run(s, mixed, 15);
    CHECK_OK(inlay_study_best(s, &best, &err), err);
    CHECK(is_same_x(x, best.x, 4));
    inlay_study_free(s);
    inlay_options_free(o);
    inlay_space_free(space);
}

TEST(mistakes_are_named)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SMALL_SPACE), *empty = NULL;
    inlay_options *o = options_of("goal=maximize");
    inlay_value x[2];
    double v;
    int n = 0;

    CHECK_FAILS(inlay_minimize(space, o, 9, small_counted, &n, x, &v, &err),
                INLAY_EINVAL, err,
                "inlay_minimize: option 'goal' is 'maximize'; negate the "
                "objective, or use a study");
    inlay_options *limited = NULL;
    CHECK_OK(inlay_options_new(&limited, &err), err);
    CHECK_OK(inlay_options_add_output(limited, "loss", INLAY_GOAL_MINIMIZE,
                                      -INFINITY, INFINITY, &err),
             err);
    CHECK_OK(inlay_options_add_output(limited, "late", INLAY_GOAL_NONE,
                                      -INFINITY, 2, &err),
             err);
    CHECK_FAILS(
        inlay_minimize(space, limited, 9, small_counted, &n, x, &v, &err),
        INLAY_EINVAL, err,
        "inlay_minimize: the options have 2 outputs, but the function gives "
        "one value; use a study, and inlay_study_report");
    inlay_options_free(limited);
    CHECK_FAILS(inlay_minimize(space, NULL, 0, small_counted, &n, x, &v, &err),
                INLAY_EINVAL, err, "inlay_minimize: budget must not be 0");
    CHECK_FAILS(inlay_minimize(space, NULL, 9, NULL, &n, x, &v, &err),
                INLAY_EINVAL, err,
                "inlay_minimize: space and f must not be NULL");
    CHECK(inlay_minimize(NULL, NULL, 9, small_counted, &n, x, &v, &err) ==
          INLAY_EINVAL);
    CHECK_OK(inlay_space_new(&empty, &err), err);
    CHECK_FAILS(inlay_minimize(empty, NULL, 9, small_counted, &n, x, &v, &err),
                INLAY_EINVAL, err,
                "the space has no variables: add at least one");
    CHECK(n == 0);
    inlay_space_free(empty);
    inlay_options_free(o);
    inlay_space_free(space);
}

#ifdef INLAY_FAILING_MEM
static inlay_space *the_space;

static inlay_status try_minimize(void)
{
    inlay_error err = {0};
    inlay_value x[2];
    double v = 77;
    int n = 0;
    const inlay_status st =
        inlay_minimize(the_space, NULL, 6, small_counted, &n, x, &v, &err);
    CHECK(st == INLAY_OK ? v == -2.5 : v == 77 && err.msg[0] != '\0');
    return st;
}

TEST(out_of_memory_ends_it_without_a_leak)
{
    the_space = space_of(SMALL_SPACE);
    check_oom(try_minimize, __FILE__, __LINE__);
    inlay_space_free(the_space);
}
#endif

/* ---- On terms ---- */

struct ends {
    size_t n, at; /* what ends it, at evaluation number `at` */
    bool is_told; /* the last value counts */
    inlay_stop *stop;
    size_t n_news;
    double best;
};

static bool evaluate(const inlay_value *x, double *value, void *context)
{
    struct ends *e = context;
    CHECK(isnan(*value));
    const bool is_last = ++e->n == e->at && !e->stop;
    if (!is_last || e->is_told)
        *value = mixed(x);
    if (e->stop && e->n == e->at)
        inlay_stop_request(e->stop);
    return !is_last;
}

static inlay_minimize_result minimize(const inlay_minimize_terms *terms,
                                      const char *options, inlay_value *x)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_options *o = options_of(options);
    inlay_minimize_result r = {0};
    CHECK_OK(inlay_minimize_with(space, o, evaluate, terms, x, &r, &err), err);
    inlay_options_free(o);
    inlay_space_free(space);
    return r;
}

TEST(a_search_ends_with_its_budget)
{
    struct ends e = {0};
    inlay_value x[4];
    const inlay_minimize_terms t = {.budget = 12, .context = &e};
    const inlay_minimize_result r = minimize(&t, "seed=2", x);
    CHECK(r.end == INLAY_MINIMIZE_BUDGET && r.n == 12 && e.n == 12);
    CHECK(r.value == mixed(x) && r.seconds > 0.0);
}

TEST(an_objective_ends_the_search_with_a_value_or_without)
{
    for (int is_told = 0; is_told < 2; is_told++) {
        struct ends e = {.at = 5, .is_told = is_told};
        inlay_value x[4];
        const inlay_minimize_terms t = {.budget = 50, .context = &e};
        const inlay_minimize_result r = minimize(&t, "seed=2", x);
        CHECK(r.end == INLAY_MINIMIZE_OBJECTIVE && e.n == 5);
        CHECK(r.n == (is_told ? 5 : 4));
        CHECK(r.value == mixed(x));
    }
}

TEST(a_search_that_ends_before_any_value_leaves_x_alone)
{
    struct ends e = {.at = 1};
    inlay_value x[4] = {{.real = 77}};
    const inlay_minimize_terms t = {.budget = 50, .context = &e};
    const inlay_minimize_result r = minimize(&t, "seed=2", x);
    CHECK(r.end == INLAY_MINIMIZE_OBJECTIVE && r.n == 0 && isnan(r.value));
    CHECK(x[0].real == 77);
}

TEST(a_stop_ends_the_search)
{
    inlay_error err = {0};
    struct ends e = {.at = 6};
    CHECK_OK(inlay_stop_new(&e.stop, &err), err);
    const inlay_minimize_terms t = {.stop = e.stop, .context = &e};
    inlay_minimize_result r = minimize(&t, "seed=2", NULL);
    CHECK(r.end == INLAY_MINIMIZE_STOP && r.n == 6 && e.n == 6);
    CHECK(isfinite(r.value)); /* that of the last evaluation counts */
    r = minimize(&t, "seed=2", NULL);
    CHECK(r.end == INLAY_MINIMIZE_STOP && r.n == 0);
    inlay_stop_free(e.stop);
}

TEST(a_target_ends_the_search_where_it_is_reached)
{
    struct ends e = {0}, all = {0};
    const inlay_minimize_terms most = {.budget = 30, .context = &all};
    const double reached = minimize(&most, "seed=2", NULL).value;
    const inlay_minimize_terms t = {
        .budget = 50, .has_target = true, .target = reached, .context = &e};
    const inlay_minimize_result r = minimize(&t, "seed=2", NULL);
    CHECK(r.end == INLAY_MINIMIZE_TARGET && r.value == reached && r.n <= 30);
    CHECK(e.n == r.n);
}

static bool watch(const inlay_progress *p, void *context)
{
    struct ends *e = context;
    CHECK(p->n == ++e->n_news && p->trial->id == (int64_t)p->n);
    CHECK(p->trial->state == INLAY_STATE_DONE && p->seconds >= 0.0);
    CHECK(p->best->value <= p->trial->value);
    CHECK(e->n_news == 1 || p->best->value <= e->best);
    e->best = p->best->value;
    return e->n_news < 9;
}

TEST(progress_is_told_and_may_end_the_search)
{
    struct ends e = {0};
    const inlay_minimize_terms t = {
        .budget = 50, .progress = watch, .context = &e};
    const inlay_minimize_result r = minimize(&t, "seed=2", NULL);
    CHECK(r.end == INLAY_MINIMIZE_PROGRESS && r.n == 9 && e.n_news == 9);
    CHECK(r.value == e.best);
}

/* How many in a row were no improvement. */
static bool count_misses(const inlay_progress *p, void *context)
{
    struct ends *e = context;
    e->n_news = p->best->id == p->trial->id ? 0 : e->n_news + 1;
    CHECK(e->n_news <= 4);
    return true;
}

TEST(patience_ends_the_search)
{
    struct ends e = {0};
    const inlay_minimize_terms t = {
        .patience = 4, .progress = count_misses, .context = &e};
    const inlay_minimize_result r = minimize(&t, "seed=2", NULL);
    CHECK(r.end == INLAY_MINIMIZE_PATIENCE && e.n_news == 4 && r.n == e.n);
}

TEST(a_time_limit_ends_the_search_while_a_suggestion_is_computed)
{
    struct ends e = {0};
    const inlay_minimize_terms t = {.time_limit = 0.5, .context = &e};
    const inlay_minimize_result r = minimize(
        &t, "seed=2 inference=slice samples=200 burn_in=200 initial=4", NULL);
    CHECK(r.end == INLAY_MINIMIZE_TIME_LIMIT);
    CHECK(r.seconds >= 0.5 && r.seconds < 2.0 && r.n == e.n);
}

static bool evaluate_small(const inlay_value *x, double *value, void *context)
{
    struct ends *e = context;
    e->n++;
    *value = small(x);
    return true;
}

TEST(a_finite_space_ends_the_search)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SMALL_SPACE);
    inlay_minimize_result r;
    struct ends e = {0};
    CHECK_OK(inlay_minimize_with(
                 space, NULL, evaluate_small,
                 &(inlay_minimize_terms){.budget = 100, .context = &e}, NULL,
                 &r, &err),
             err);
    CHECK(r.end == INLAY_MINIMIZE_EXHAUSTED && r.n == 6 && r.value == -2.5);
    inlay_space_free(space);
}

TEST(terms_that_end_nothing_are_refused)
{
    inlay_error err = {0};
    inlay_space *space = space_of(SMALL_SPACE);
    const inlay_minimize_terms none = {0}, past = {.time_limit = -1.0},
                               nan = {.has_target = true, .target = NAN};
    CHECK_FAILS(
        inlay_minimize_with(space, NULL, evaluate, &none, NULL, NULL, &err),
        INLAY_EINVAL, err,
        "inlay_minimize_with: nothing ends the search; set a budget, "
        "time limit, patience, target or stop");
    CHECK(inlay_minimize_with(space, NULL, evaluate, &past, NULL, NULL, NULL) ==
          INLAY_EINVAL);
    CHECK(inlay_minimize_with(space, NULL, evaluate, &nan, NULL, NULL, NULL) ==
          INLAY_EINVAL);
    inlay_space_free(space);
}

OOM_TEST(a_search_on_terms_without_memory)
{
    struct ends e = {.at = 3, .is_told = true};
    inlay_minimize_result r = {.n = 77};
    inlay_space *space = NULL;
    const inlay_minimize_terms t = {.budget = 9, .context = &e};
    inlay_status st =
        inlay_space_parse(MIXED_SPACE, strlen(MIXED_SPACE), &space, NULL);
    if (st == INLAY_OK)
        st = inlay_minimize_with(space, NULL, evaluate, &t, NULL, &r, NULL);
    CHECK(r.n == (st == INLAY_OK ? 3 : 77));
    inlay_space_free(space);
    return st;
}
