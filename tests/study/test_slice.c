/*
 * test_slice.c: a slice is what the model predicts, cell by cell.
 */
#include "others_fixture.h"

static inlay_slice *slice(inlay_study *s, const inlay_value *x, size_t first,
                          size_t second, size_t resolution)
{
    const size_t variables[] = {first, second};
    inlay_slice *out = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_slice(s, x, variables, second == SIZE_MAX ? 1 : 2,
                               resolution, &out, &err),
             err);
    return out;
}

static inlay_slice *along(inlay_study *s, const inlay_value *x, size_t v)
{
    return slice(s, x, v, SIZE_MAX, 0);
}

static bool is_equal(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void check_same(const inlay_prediction *a, const inlay_prediction *b)
{
    CHECK(is_equal(a->mean, b->mean) && is_equal(a->sd, b->sd));
    CHECK(is_equal(a->p_success, b->p_success));
    CHECK(is_equal(a->acquisition, b->acquisition));
}

/* All cells of a slice over one or two variables. */
static void check_predictions(inlay_study *s, const inlay_slice *c)
{
    const inlay_slice_axis *a = c->axes[0];
    const inlay_slice_axis *b = c->n_axes > 1 ? c->axes[1] : NULL;
    const size_t n_second = c->n_axes > 1 ? b->n : 1;
    inlay_value x[4];

    CHECK(c->n_cells == a->n * n_second);
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < n_second; j++) {
            memcpy(x, c->x, sizeof x);
            x[a->variable] = a->values[i];
            if (c->n_axes > 1)
                x[b->variable] = b->values[j];
            const inlay_prediction p = predict(s, x);
            check_same(c->at[i * n_second + j], &p);
        }
}

static double fails_right(const inlay_value *x)
{
    return x[0].real > 0.6 ? NAN : mixed(x);
}

TEST(a_slice_is_predictions_bit_for_bit)
{
    static const char *const WAYS[] = {
        "seed=3", "seed=3 goal=maximize", "seed=3 method=gp-basic",
        "seed=3 method=smac initial=4", "seed=3 method=random"};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *s = study_of(MIXED_SPACE, WAYS[w]);
        inlay_value want[4];
        inlay_error err = {0};
        run(s, fails_right, 12);
        CHECK_OK(inlay_study_recommend(s, want, NULL, &err), err);
        for (size_t v = 0; v < 4; v++) {
            inlay_slice *c = along(s, NULL, v);
            CHECK(is_same_x(c->x, want, 4) && c->n_axes == 1);
            CHECK(c->axes[0]->variable == v && c->axes[0]->n > 2);
            CHECK(c->has_model == (w < 4));
            CHECK_TEXT(c->acquisition, "ei");
            check_predictions(s, c);
            inlay_slice_free(c);
        }
        inlay_study_free(s);
    }
}

TEST(two_variables_are_predictions_in_every_cell)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3 goal=maximize");
    run(s, fails_right, 12);
    for (size_t a = 0; a < 4; a++)
        for (size_t b = 0; b < 4; b++) {
            if (a == b)
                continue;
            inlay_slice *c = slice(s, trial_of(s, 2).x, a, b, 5);
            CHECK(c->n_axes == 2 && is_same_x(c->x, trial_of(s, 2).x, 4));
            check_predictions(s, c);
            inlay_slice_free(c);
        }
    /* The grid goes through the slice of one variable. */
    inlay_slice *grid = slice(s, NULL, 0, 2, 0), *line = along(s, grid->x, 2);
    size_t here = 0;
    while (grid->axes[0]->left[here] != grid->axes[0]->here)
        here++;
    CHECK(grid->axes[1]->n == 3 && line->axes[0]->n == 3);
    CHECK(grid->axes[0]->n == 41 || grid->axes[0]->n == 42);
    for (size_t j = 0; j < 3; j++)
        check_same(grid->at[here * 3 + j], line->at[j]);
    inlay_slice_free(grid);
    inlay_slice_free(line);
    inlay_study_free(s);
}

TEST(cells_tile_the_axis_and_curves_reach_the_bounds)
{
    static const double ENDS[][2] = {
        {0, 1}, {0.5, 7.5}, {-0.5, 2.5}, {1e-4, 1}};
    static const size_t N[] = {202, 7, 3, 202};
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    run(s, mixed, 12);
    for (size_t v = 0; v < 4; v++) {
        inlay_slice *c = along(s, trial_of(s, 3).x, v);
        const inlay_slice_axis *a = c->axes[0];
        bool has_here = false;
        CHECK(a->left[0] == ENDS[v][0] && a->right[a->n - 1] == ENDS[v][1]);
        CHECK(a->n == N[v] || (N[v] > 200 && a->n == N[v] - 1));
        for (size_t i = 0; i < a->n; i++) {
            has_here =
                has_here || (a->left[i] <= a->here && a->here <= a->right[i]);
            CHECK(a->right[i] - a->left[i] == (v == 1 || v == 2 ? 1.0 : 0.0));
            CHECK(i == 0 || a->left[i] >= a->right[i - 1]);
        }
        CHECK(has_here);
        inlay_slice_free(c);
    }
    inlay_study_free(s);
}

TEST(the_widest_ranges_have_finite_cells)
{
    inlay_study *s = study_of(
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":-1e308,\"max\":1e308},"
        "{\"name\":\"b\",\"type\":\"real\",\"min\":1e-300,\"max\":1e300,"
        "\"scale\":\"log\"}]",
        "seed=1");
    for (int i = 0; i < 4; i++)
        tell(s, ask(s).id, i);
    for (size_t v = 0; v < 2; v++) {
        inlay_slice *c = along(s, NULL, v);
        const inlay_slice_axis *axis = c->axes[0];
        CHECK(axis->n > 100);
        for (size_t i = 0; i < axis->n; i++)
            CHECK(isfinite(axis->left[i]) &&
                  (i == 0 || axis->left[i] > axis->left[i - 1]));
        inlay_slice_free(c);
    }
    inlay_study_free(s);
}

TEST(cells_of_a_step_are_as_wide_as_the_step)
{
    inlay_study *s = study_of("[{\"name\":\"r\",\"type\":\"real\",\"min\":0,"
                              "\"max\":1,\"step\":0.25},{\"name\":\"n\","
                              "\"type\":\"integer\",\"min\":16,\"max\":64,"
                              "\"step\":16}]",
                              "");
    for (size_t v = 0; v < 2; v++) {
        const double lo = v == 0 ? 0 : 16, step = v == 0 ? 0.25 : 16;
        const inlay_value x[] = {inlay_real(0.5), inlay_integer(32)};
        inlay_slice *c = along(s, x, v);
        const inlay_slice_axis *a = c->axes[0];
        CHECK(a->n == (v == 0 ? 5 : 4) && a->here == (v == 0 ? 0.5 : 32));
        for (size_t i = 0; i < a->n; i++) {
            CHECK(a->left[i] == lo + ((double)i - 0.5) * step);
            CHECK(a->right[i] == lo + ((double)i + 0.5) * step);
            CHECK(a->values[i].real == lo + (double)i * step);
        }
        inlay_slice_free(c);
    }
    inlay_study_free(s);
}

/* In the variables that the slice keeps, and in no other. */
TEST(trials_have_a_place_and_a_distance)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    inlay_relevance r[4];
    inlay_error err = {0};
    run(s, mixed, 12);
    ask(s);
    CHECK_OK(inlay_study_relevance(s, r, &err), err);
    const inlay_value *x = trial_of(s, 3).x;
    inlay_slice *c = slice(s, x, 2, 3, 4);
    CHECK(c->n_trials == 13);
    for (size_t i = 0; i < 13; i++) {
        const inlay_value *at = trial_of(s, (int64_t)i + 1).x;
        const double a = (at[0].real - x[0].real) / r[0].length_scale;
        const double k =
            (double)(at[1].integer - x[1].integer) / 6.0 / r[1].length_scale;
        CHECK(c->trials[i]->id == (int64_t)i + 1);
        CHECK(c->trials[i]->place[0] == (double)at[2].integer);
        CHECK(c->trials[i]->place[1] == at[3].real);
        CHECK_ABS(c->trials[i]->distance, hypot(a, k), 1e-9);
    }
    CHECK(c->trials[2]->distance == 0.0);
    inlay_slice_free(c);
    c = along(s, x, 0);
    CHECK(isnan(c->trials[0]->place[1]));
    CHECK(c->trials[2]->place[0] == c->axes[0]->here);
    CHECK(c->trials[2]->distance == 0.0);
    inlay_slice_free(c);
    inlay_study_free(s);
}

static double of_last(const inlay_value *x)
{
    return fabs(log((double)x[1].integer)) + (double)(x[0].integer % 7);
}

TEST(long_ranges_of_integers_are_sampled)
{
    inlay_study *s = study_of(
        "[{\"name\":\"big\",\"type\":\"integer\","
        "\"min\":1152921504606846976,\"max\":1152921504606846990},"
        "{\"name\":\"wide\",\"type\":\"integer\",\"min\":1,\"max\":100000,"
        "\"scale\":\"log\"},"
        "{\"name\":\"line\",\"type\":\"integer\",\"min\":-5000,\"max\":5000}]",
        "seed=2");
    run(s, of_last, 9);
    for (size_t v = 0; v < 3; v++) {
        inlay_slice *c = along(s, NULL, v);
        const inlay_slice_axis *a = c->axes[0];
        CHECK(v == 0 ? a->n == 15 : a->n > 50 && a->n <= 201);
        if (v > 0) {
            CHECK(a->left[0] == (v == 1 ? 0.5 : -5000.5));
            CHECK(a->right[a->n - 1] == (v == 1 ? 100000.5 : 5000.5));
            CHECK(a->values[a->n - 1].integer == (v == 1 ? 100000 : 5000));
        }
        inlay_slice_free(c);
        c = slice(s, NULL, v, SIZE_MAX, 10);
        CHECK(c->axes[0]->n > 5 && c->axes[0]->n <= 10);
        inlay_slice_free(c);
    }
    inlay_study_free(s);
}

TEST(it_changes_no_suggestion)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=5");
    inlay_study *t = study_of(MIXED_SPACE, "seed=5");
    for (size_t i = 0; i < 8; i++) {
        run(s, mixed, 1);
        run(t, mixed, 1);
        inlay_slice_free(slice(s, NULL, 0, 2, 3));
    }
    CHECK_SAME_TRIALS(s, t);
    inlay_study_free(s);
    inlay_study_free(t);
}

TEST(mistakes_are_refused)
{
    inlay_study *s =
        study_of("[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
                 "{\"name\":\"one\",\"type\":\"integer\",\"min\":4,\"max\":4}]",
                 "seed=3");
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(4)};
    const inlay_value outside[] = {inlay_real(1.5), inlay_integer(4)};
    const size_t a[] = {0, 0, 0}, one = 1, none = 2;
    inlay_slice *c = NULL;
    inlay_error err = {0};

    CHECK_FAILS(inlay_study_slice(s, NULL, a, 1, 0, &c, &err), INLAY_ESTATE,
                err, "recommend: none of 0 trials has a value");
    add(s, x, 1.0);
    CHECK_FAILS(inlay_study_slice(s, x, &one, 1, 0, &c, &err), INLAY_EINVAL,
                err, "variable 'one': it is constant, so it has no slice");
    CHECK_FAILS(inlay_study_slice(s, x, &none, 1, 0, &c, &err), INLAY_EINVAL,
                err,
                "slice: index 2 is out of range: the variables are 0 to 1");
    CHECK_FAILS(inlay_study_slice(s, x, a, 2, 0, &c, &err), INLAY_EINVAL, err,
                "variable 'a': given twice");
    CHECK_FAILS(inlay_study_slice(s, x, a, 3, 0, &c, &err), INLAY_EINVAL, err,
                "slice: 3 variables given; it takes 1 or 2");
    CHECK_FAILS(inlay_study_slice(s, x, a, 1, 1, &c, &err), INLAY_EINVAL, err,
                "slice: the resolution 1 is not 0 or between 2 and 1000");
    CHECK(inlay_study_slice(s, x, a, 0, 0, &c, &err) == INLAY_EINVAL);
    CHECK(inlay_study_slice(s, x, a, 1, 1001, &c, &err) == INLAY_EINVAL);
    CHECK(inlay_study_slice(s, outside, a, 1, 0, &c, &err) == INLAY_EINVAL);
    CHECK_FAILS(inlay_study_slice(NULL, x, a, 1, 0, &c, &err), INLAY_EINVAL,
                err,
                "inlay_study_slice: study, variables and out must not be NULL");
    CHECK(inlay_study_slice(s, x, NULL, 1, 0, &c, &err) == INLAY_EINVAL);
    CHECK(inlay_study_slice(s, x, a, 1, 0, NULL, &err) == INLAY_EINVAL && !c);
    inlay_slice_free(NULL);
    inlay_study_free(s);
}

TEST(a_slice_is_of_one_history_while_others_ask)
{
    inlay_study *s = study_of(SMALL_SPACE, "seed=3");
    run(s, small, 4);
    others_come(s);
    inlay_slice *c = along(s, NULL, 0);
    CHECK(c->n_trials == 4);
    others_go(s, 4);
    inlay_slice_free(c);
    inlay_study_free(s);
}

#ifdef INLAY_FAILING_MEM
static inlay_study *the_study;

static inlay_status try_slicing(void)
{
    const size_t both[] = {0, 1};
    inlay_slice *c = NULL;
    const inlay_status st =
        inlay_study_slice(the_study, NULL, both, 2, 2, &c, NULL);
    inlay_slice_free(c);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    the_study = study_of(SMALL_SPACE, "seed=3");
    run(the_study, small, 4);
    check_oom(try_slicing, __FILE__, __LINE__);
    inlay_study_free(the_study);
}
#endif
