/*
 * test_plot.c: slices are what the model predicts.
 */
#include "stored_fixture.h"

#include "app/pages/plot.h"

static const struct inlay_plot_options SLICES = {.has_slices = true};

static struct inlay_plot make(inlay_study *s,
                              const struct inlay_plot_options *o)
{
    struct inlay_plot plot = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_plot_make(s, o, &plot, &err), err);
    return plot;
}

/* The value that the middle of cell i stands for. */
static inlay_value value_in(const inlay_study *study,
                            const struct inlay_slice *s, size_t i)
{
    const struct inlay_var *var =
        inlay_space_var(inlay_study_space(study), s->var);
    if (var->is.type == INLAY_REAL)
        return inlay_real(s->left[i]);
    const double middle = 0.5 * (s->left[i] + s->right[i]);
    return inlay_var_value(
        var, (uint64_t)(floor(middle + 0.5) - (var->is.type == INLAY_INTEGER
                                                   ? (double)var->is.int_lo
                                                   : 0.0)));
}

TEST(slices_are_predictions_bit_for_bit)
{
    static const char *const WAYS[] = {"seed=3", "seed=3 goal=maximize",
                                       "seed=3 method=gp-basic"};
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *s = study_of(MIXED_SPACE, WAYS[w]);
        run(s, mixed, 12);
        struct inlay_plot plot = make(s, &SLICES);
        inlay_value x[4], want[4];
        inlay_error err = {0};

        CHECK_OK(inlay_study_recommend(s, want, NULL, &err), err);
        CHECK(is_same_x(plot.x, want, 4));
        CHECK(plot.n_slices == 4);
        for (size_t k = 0; k < 4; k++) {
            const struct inlay_slice *slice = &plot.slice[k];
            CHECK(slice->n > 2);
            for (size_t i = 0; i < slice->n; i++) {
                memcpy(x, plot.x, sizeof x);
                x[slice->var] = value_in(s, slice, i);
                const inlay_prediction p = predict(s, x);
                CHECK(p.mean == slice->at[i].mean && p.sd == slice->at[i].sd);
                CHECK(p.acquisition == slice->at[i].acquisition);
            }
        }
        inlay_plot_clear(&plot);
        inlay_study_free(s);
    }
}

TEST(the_most_important_variables_come_first)
{
    char json[2000] = "[";
    for (int i = 0; i < 12; i++)
        snprintf(json + strlen(json), sizeof json - strlen(json),
                 "%s{\"name\":\"x%d\",\"type\":\"real\",\"min\":0,\"max\":%d}",
                 i > 0 ? "," : "", i, i == 4 ? 0 : 1); /* x4 is a constant */
    strcat(json, "]");
    inlay_study *s = study_of(json, "seed=1");
    struct inlay_rng rng = inlay_rng_seed(1);
    for (int i = 0; i < 25; i++) {
        inlay_value x[12];
        for (size_t v = 0; v < 12; v++)
            x[v] = inlay_real(v == 4 ? 0.0 : inlay_rng_uniform(&rng));
        add(s, x, 3.0 * x[7].real + x[2].real);
    }
    struct inlay_plot plot = make(s, &SLICES);
    CHECK(plot.n_slices == INLAY_MOST_SLICES && plot.n_vars == 11);
    CHECK(plot.slice[0].var == 7 && plot.slice[1].var == 2);
    for (size_t k = 0; k < plot.n_slices; k++) {
        CHECK(plot.slice[k].var != 4);
        CHECK(k == 0 || plot.slice[k].share <= plot.slice[k - 1].share);
    }
    inlay_plot_clear(&plot);
    inlay_study_free(s);
}

TEST(cells_tile_the_axis_and_curves_reach_the_bounds)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    run(s, mixed, 12);
    const inlay_trial t = trial_of(s, 3);
    struct inlay_plot plot =
        make(s, &(struct inlay_plot_options){.has_slices = true, .at = 3});
    CHECK(is_same_x(plot.x, t.x, 4) && plot.at == 3);
    for (size_t k = 0; k < plot.n_slices; k++) {
        const struct inlay_slice *slice = &plot.slice[k];
        const size_t last = slice->n - 1;
        static const double ENDS[][2] = {
            {0, 1}, {0.5, 7.5}, {-0.5, 2.5}, {1e-4, 1}};
        bool has_here = false;
        CHECK(slice->left[0] == ENDS[slice->var][0]);
        CHECK(slice->right[last] == ENDS[slice->var][1]);
        for (size_t i = 0; i < slice->n; i++) {
            has_here = has_here || (slice->left[i] <= slice->here &&
                                    slice->here <= slice->right[i]);
            if (slice->var == 1 || slice->var == 2)
                CHECK(slice->right[i] - slice->left[i] == 1.0);
            CHECK(i == 0 || slice->left[i] >= slice->right[i - 1]);
        }
        CHECK(has_here);
        CHECK(slice->n == (slice->var == 1   ? 7
                           : slice->var == 2 ? 3
                                             : slice->n));
        CHECK(slice->trial[2] == slice->here && slice->apart[2] == 0.0);
    }
    inlay_plot_clear(&plot);
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
    struct inlay_plot plot = make(s, &SLICES);
    CHECK(plot.n_slices == 3);
    for (size_t k = 0; k < 3; k++) {
        const struct inlay_slice *slice = &plot.slice[k];
        if (slice->var == 0) {
            CHECK(slice->n == 15);
            continue;
        }
        CHECK(slice->n > 50 && slice->n <= 200);
        CHECK(slice->left[0] == (slice->var == 1 ? 0.5 : -5000.5));
        CHECK(slice->right[slice->n - 1] ==
              (slice->var == 1 ? 100000.5 : 5000.5));
    }
    inlay_plot_clear(&plot);
    inlay_study_free(s);
}

TEST(without_a_model_there_is_no_slice)
{
    const struct inlay_plot_options all = {.has_progress = true,
                                           .has_slices = true};
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    struct inlay_plot plot = make(s, &all);
    CHECK(plot.has_progress && plot.n_slices == 0);
    inlay_plot_clear(&plot);
    inlay_study_free(s);

    s = study_of(MIXED_SPACE, "method=random");
    run(s, mixed, 5);
    plot = make(s, &all);
    CHECK(plot.n_slices == 0);
    inlay_plot_clear(&plot);
    inlay_study_free(s);
}

TEST(what_cannot_be_drawn_is_refused)
{
    inlay_study *s =
        study_of("[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
                 "{\"name\":\"one\",\"type\":\"integer\",\"min\":4,\"max\":4}]",
                 "seed=3");
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(4)};
    struct inlay_plot plot = {0};
    inlay_error err = {0};
    add(s, x, 1.0);

    struct inlay_plot_options o = {.has_slices = true, .variable = "one"};
    CHECK_FAILS(inlay_plot_make(s, &o, &plot, &err), INLAY_EINVAL, err,
                "variable 'one': it is a constant");
    o.variable = "b";
    CHECK(inlay_plot_make(s, &o, &plot, &err) == INLAY_EINVAL);
    o.variable = NULL;
    o.at = 2;
    CHECK_FAILS(inlay_plot_make(s, &o, &plot, &err), INLAY_ESTATE, err,
                "trial 2: unknown, the study has trials 1 to 1");
    o = (struct inlay_plot_options){.has_slices = true, .variable = "a"};
    plot = make(s, &o);
    CHECK(plot.n_slices == 1 && plot.slice[0].var == 0);
    inlay_plot_clear(&plot);
    inlay_study_free(s);
}

#ifdef INLAY_FAILING_MEM
static inlay_study *the_study;

static inlay_status try_making(void)
{
    struct inlay_plot plot = {0};
    const inlay_status st = inlay_plot_make(the_study, &SLICES, &plot, NULL);
    inlay_plot_clear(&plot);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    the_study = study_of(SMALL_SPACE, "seed=3");
    run(the_study, small, 4);
    check_oom(try_making, __FILE__, __LINE__);
    inlay_study_free(the_study);
}
#endif
