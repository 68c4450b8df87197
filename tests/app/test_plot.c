/*
 * test_plot.c: which slices and trials a picture has.
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
    CHECK(plot.slice[0]->axes[0]->variable == 7 &&
          plot.slice[1]->axes[0]->variable == 2);
    for (size_t k = 0; k < plot.n_slices; k++) {
        CHECK(plot.slice[k]->axes[0]->variable != 4);
        CHECK(k == 0 || plot.panel[k].share <= plot.panel[k - 1].share);
    }
    inlay_plot_clear(&plot);
    inlay_study_free(s);
}

TEST(slices_go_through_the_recommended_or_the_trial_that_is_named)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    inlay_value want[4];
    inlay_error err = {0};
    run(s, mixed, 12);
    CHECK_OK(inlay_study_tell_failed(s, ask(s).id, "no", &err), err);
    struct inlay_plot plot = make(s, &SLICES);
    CHECK_OK(inlay_study_recommend(s, want, NULL, &err), err);
    CHECK(plot.n_slices == 4 && plot.options->at == 0);
    CHECK(is_same_x(plot.slice[0]->x, want, 4) &&
          is_same_x(plot.slice[3]->x, want, 4));
    CHECK(plot.n_trials == 13 && plot.n_done == 12 && plot.n_failed == 1);
    CHECK(plot.trials[4].id == 5);
    CHECK(plot.trials[4].value == trial_of(s, 5).value);
    inlay_plot_clear(&plot);
    plot = make(s, &(struct inlay_plot_options){.has_slices = true, .at = 3});
    CHECK(plot.options->at == 3 &&
          is_same_x(plot.slice[0]->x, trial_of(s, 3).x, 4));
    inlay_plot_clear(&plot);
    inlay_study_free(s);
}

TEST(without_a_model_there_is_no_slice)
{
    const struct inlay_plot_options all = {.has_progress = true,
                                           .has_slices = true};
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    struct inlay_plot plot = make(s, &all);
    CHECK(plot.options == &all && plot.n_slices == 0);
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
                "variable 'one': it is constant, so it has no slice");
    o.variable = "b";
    CHECK(inlay_plot_make(s, &o, &plot, &err) == INLAY_EINVAL);
    o.variable = NULL;
    o.at = 2;
    CHECK_FAILS(inlay_plot_make(s, &o, &plot, &err), INLAY_ESTATE, err,
                "trial 2 does not exist; the study has trials 1 to 1");
    o = (struct inlay_plot_options){.has_slices = true, .variable = "a"};
    plot = make(s, &o);
    CHECK(plot.n_slices == 1 && plot.slice[0]->axes[0]->variable == 0);
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
