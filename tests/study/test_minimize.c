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
                INLAY_ESTATE, err, "best: none of 9 trials has a value");
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
                "inlay_study_new: the space has no variables");
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
