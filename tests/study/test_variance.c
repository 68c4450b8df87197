/*
 * test_variance.c: a variance that is told with a value is kept, shown and
 * believed, whatever becomes of the trial, its store and its study file.
 */
#include "store_fixture.h"

static const char LINE[] =
    "[{\"name\":\"x\",\"type\":\"real\",\"min\":0,\"max\":1}]";

static double slope(const inlay_value *x)
{
    return x->real;
}

static void tell_noisy(inlay_study *s, int64_t id, double value,
                       double variance)
{
    inlay_error err = {0};
    CHECK_OK(inlay_study_tell_noisy(s, id, value, variance, &err), err);
}

/* n trials, each with a variance. */
static void run_noisy(inlay_study *s, objective_fn *f, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        tell_noisy(s, t.id, f(t.x), 0.01 * (double)(1 + t.id % 3));
    }
}

/* ---- Told ---- */

TEST(each_function_that_reports_takes_a_variance)
{
    inlay_study *s = study_of(LINE, "");
    const inlay_value x[] = {inlay_real(0.1), inlay_real(0.2)};
    const double y[] = {0.3, 0.4}, v[] = {0.5, NAN};
    inlay_error err = {0};
    int64_t id = 0;

    tell_noisy(s, ask(s).id, 0.5, 0.25);
    CHECK(trial_of(s, 1).value == 0.5 && trial_of(s, 1).variance == 0.25);
    CHECK_OK(
        inlay_study_report_noisy(s, ask(s).id, y, 1, 0.0, "{\"e\": 3}", &err),
        err);
    CHECK(trial_of(s, 2).variance == 0.0);
    CHECK_TEXT(trial_of(s, 2).metrics, "{\"e\": 3}");
    CHECK_OK(inlay_study_add_noisy(s, x, y, 1, 7.0, NULL, &id, &err), err);
    CHECK(id == 3 && trial_of(s, 3).variance == 7.0);
    CHECK_OK(inlay_study_add_many_noisy(s, 2, x, y, v, NULL, &id, &err), err);
    CHECK(trial_of(s, id).variance == 0.5);
    CHECK(isnan(trial_of(s, id + 1).variance));
    inlay_study_free(s);
}

TEST(without_one_there_is_none)
{
    inlay_study *s = study_of(LINE, "");
    const double y = 0.5;
    inlay_error err = {0};

    CHECK(isnan(ask(s).variance));
    tell_noisy(s, 1, 0.5, NAN);
    tell(s, ask(s).id, 0.5);
    CHECK_OK(inlay_study_report(s, ask(s).id, &y, 1, "{\"variance\": 7}", &err),
             err); /* a metric */
    CHECK_TEXT(trial_of(s, 3).metrics, "{\"variance\": 7}");
    tell_noisy(s, ask(s).id, INFINITY, 0.5);
    CHECK(trial_of(s, 4).state == INLAY_STATE_FAILED);
    for (int64_t id = 1; id <= 4; id++)
        CHECK(isnan(trial_of(s, id).variance));
    inlay_study_free(s);
}

#define SQUARE "; it is the square of the value's standard error, from 0 on"

TEST(a_variance_is_neither_negative_nor_infinite)
{
    inlay_study *s = study_of(LINE, "");
    const inlay_value x = inlay_real(0.1);
    const double y = 0.3, v = -0.5;
    inlay_error err = {0};

    ask(s);
    CHECK_FAILS(inlay_study_tell_noisy(s, 1, 0.5, -0.25, &err), INLAY_EINVAL,
                err, "variance: -0.25 is negative" SQUARE);
    CHECK_FAILS(inlay_study_tell_noisy(s, 1, 0.5, INFINITY, &err), INLAY_EINVAL,
                err, "variance: inf is infinite" SQUARE);
    CHECK(trial_of(s, 1).state == INLAY_STATE_PENDING);
    CHECK_FAILS(inlay_study_add_many_noisy(s, 1, &x, &y, &v, NULL, NULL, &err),
                INLAY_EINVAL, err,
                "add_many: trial 1: variance: -0.5 is negative" SQUARE);
    CHECK(inlay_study_n_trials(s) == 1);
    inlay_study_free(s);
}

/* ---- Changed ---- */

static void see(const inlay_change *c, void *context)
{
    *(double *)context = c->variance;
}

TEST(another_result_has_another_variance_or_none)
{
    inlay_study *s = study_of(LINE, "");
    const double y = 0.75;
    double last = 0.0;
    inlay_error err = {0};

    ask(s);
    tell_noisy(s, 1, 0.5, 0.25);
    CHECK_OK(inlay_study_amend_noisy(s, 1, &y, 1, 0.5, NULL, &err), err);
    CHECK(trial_of(s, 1).value == 0.75 && trial_of(s, 1).variance == 0.5);
    CHECK_OK(inlay_study_changes(s, 1, see, &last, &err), err);
    CHECK(last == 0.5);
    CHECK_OK(inlay_study_amend(s, 1, &y, 1, NULL, &err), err);
    CHECK(isnan(trial_of(s, 1).variance));
    CHECK_OK(inlay_study_changes(s, 1, see, &last, &err), err);
    CHECK(isnan(last));
    CHECK_OK(inlay_study_amend_noisy(s, 1, &y, 1, 0.5, NULL, &err), err);
    CHECK_OK(inlay_study_amend_failed(s, 1, "no", &err), err);
    CHECK(isnan(trial_of(s, 1).variance));
    inlay_study_free(s);
}

TEST(what_is_discarded_and_restored_keeps_it)
{
    inlay_study *s = study_of(LINE, "");
    inlay_error err = {0};

    ask(s);
    tell_noisy(s, 1, 0.5, 0.25);
    CHECK_OK(inlay_study_discard(s, 1, NULL, &err), err);
    CHECK(trial_of(s, 1).variance == 0.25);
    CHECK_OK(inlay_study_restore(s, 1, &err), err);
    CHECK(trial_of(s, 1).variance == 0.25);
    inlay_study_free(s);
}

/* ---- Kept ---- */

TEST(a_study_from_a_file_goes_on_as_one_that_was_never_closed)
{
    const struct scratch dir = scratch_make();
    inlay_study *never = study_of(MIXED_SPACE, "seed=4");
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "seed=4");

    run_noisy(never, mixed, 14);
    run_noisy(s, mixed, 10);
    inlay_study_free(s);
    s = stored_study(dir.path, MIXED_SPACE, "seed=4");
    for (int64_t id = 1; id <= 10; id++)
        CHECK(trial_of(s, id).variance == trial_of(never, id).variance);
    run_noisy(s, mixed, 4);
    CHECK_SAME_TRIALS(s, never);
    inlay_study_free(s);
    inlay_study_free(never);
    scratch_remove(&dir);
}

TEST(a_file_needs_no_newer_version_before_it_has_a_variance)
{
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, LINE, "");

    run(s, slope, 3);
    tell_noisy(s, ask(s).id, 0.5, NAN);
    tell_noisy(s, ask(s).id, NAN, 0.5);
    check_format(dir.path, 1);
    inlay_study *other = stored_study(dir.path, LINE, "");
    tell_noisy(s, ask(s).id, 0.5, 0.25);
    check_format(dir.path, 3);
    inlay_error err = {0};
    CHECK_OK(inlay_study_refresh(other, &err), err);
    CHECK(trial_of(other, 6).variance == 0.25);
    CHECK(isnan(trial_of(other, 3).variance));
    run_noisy(other, slope, 1);
    inlay_study_free(other);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_variance_that_cannot_be_is_damage)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, LINE, "");

    run_noisy(s, slope, 2);
    inlay_study_free(s);
    meddle(dir.path, "UPDATE journal SET variance = -1 WHERE kind = 'ended'");
    CHECK(inlay_study_open(dir.path, NULL, NULL, &s, &err) == INLAY_ESTORE);
    CHECK(strstr(err.msg, "trial 1: its variance is negative or infinite"));
    scratch_remove(&dir);
}

/* ---- Other study files ---- */

static void change_outputs(inlay_study *s, const char *goal, const char *limit)
{
    inlay_error err = {0};
    inlay_options *o = options_of("");
    CHECK_OK(inlay_options_add_output(o, goal, INLAY_GOAL_MINIMIZE, -INFINITY,
                                      INFINITY, &err),
             err);
    CHECK_OK(inlay_options_add_output(o, limit, INLAY_GOAL_NONE, -INFINITY, 9.0,
                                      &err),
             err);
    CHECK_OK(inlay_study_revise(s, NULL, o, &err), err);
    inlay_options_free(o);
}

/* The variance was the loss's. */
TEST(it_is_of_the_objective_of_its_time)
{
    inlay_study *s = study_of(LINE, "");
    const double y[] = {0.5, 3.0};
    inlay_error err = {0};

    change_outputs(s, "loss", "ms");
    CHECK_OK(inlay_study_report_noisy(s, ask(s).id, y, 2, 0.25, NULL, &err),
             err);
    CHECK(trial_of(s, 1).variance == 0.25);
    change_outputs(s, "ms", "loss");
    CHECK(trial_of(s, 1).value == 3.0 && isnan(trial_of(s, 1).variance));
    change_outputs(s, "loss", "ms");
    CHECK(trial_of(s, 1).value == 0.5 && trial_of(s, 1).variance == 0.25);
    inlay_study_free(s);
}

/* ---- Believed ---- */

/* Values of a line, but for one that is far off. */
static inlay_study *with_an_outlier(const char *options, double variance)
{
    inlay_study *s = study_of(LINE, options);
    inlay_error err = {0};
    for (size_t i = 0; i <= 8; i++) {
        const inlay_value x = inlay_real((double)i / 8.0);
        const double y = i == 4 ? 3.0 : slope(&x);
        CHECK_OK(inlay_study_add_noisy(s, &x, &y, 1, i == 4 ? variance : 1e-6,
                                       NULL, NULL, &err),
                 err);
    }
    return s;
}

static double mean_at(inlay_study *s, double at)
{
    const inlay_value x = inlay_real(at);
    const double mean = predict(s, &x).mean;
    inlay_study_free(s);
    return mean;
}

TEST(the_model_believes_it)
{
    CHECK_ABS(mean_at(with_an_outlier("", 1e-6), 0.5), 3.0, 0.05);
    CHECK_ABS(mean_at(with_an_outlier("", 100.0), 0.5), 0.5, 0.1);
}

/* What a study with a limit expects of ms at a half, told with that variance. */
static inlay_output_prediction expected_ms(double variance)
{
    inlay_study *s = study_of(LINE, "seed=3");
    const inlay_value half = inlay_real(0.5);
    inlay_output_prediction out[2];
    inlay_error err = {0};
    change_outputs(s, "loss", "ms");
    for (size_t i = 0; i < 8; i++) {
        const inlay_trial t = ask(s);
        const double y[] = {slope(t.x), 3.0 * slope(t.x)};
        CHECK_OK(inlay_study_report_noisy(s, t.id, y, 2, i < 7 ? NAN : variance,
                                          NULL, &err),
                 err);
    }
    CHECK_OK(inlay_study_predict_outputs(s, &half, out, &err), err);
    inlay_study_free(s);
    return out[1];
}

TEST(it_is_not_of_other_outputs)
{
    const inlay_output_prediction with = expected_ms(100.0),
                                  without = expected_ms(NAN);
    CHECK(with.mean == without.mean && with.sd == without.sd);
}

/* Warps and goals turn values and not variances. */
TEST(the_goal_and_the_warp_do_not_matter)
{
    static const char *const OPTIONS[] = {"goal=maximize",    "warp=none",
                                          "warp=bilog",       "warp=log",
                                          "warp=yeo-johnson", "noise=none"};
    for (size_t i = 0; i < LEN(OPTIONS); i++) {
        CHECK_ABS(mean_at(with_an_outlier(OPTIONS[i], 1e-6), 0.5), 3.0, 0.05);
        CHECK_ABS(mean_at(with_an_outlier(OPTIONS[i], 100.0), 0.5), 0.5, 0.15);
    }
}

TEST(z_is_in_standard_errors_of_the_value)
{
    inlay_residual sure[9], unsure[9];
    inlay_error err = {0};
    size_t n = 0;
    inlay_study *s = with_an_outlier("", 1e-6);
    CHECK_OK(inlay_study_leave_one_out(s, sure, 9, &n, &err), err);
    inlay_study_free(s);
    s = with_an_outlier("", 100.0);
    CHECK_OK(inlay_study_leave_one_out(s, unsure, 9, &n, &err), err);
    inlay_study_free(s);
    CHECK(n == 9 && sure[4].z > 2.0 && unsure[4].z < 1.0);
    CHECK(unsure[4].sd >= 10.0 && unsure[4].sd < 11.0);
}

TEST(an_explanation_believes_it_too)
{
    double z[2];
    for (size_t i = 0; i < LEN(z); i++) {
        inlay_explanation *e = NULL;
        inlay_error err = {0};
        inlay_study *s = study_of(LINE, "seed=3");
        run(s, slope, 10);
        const inlay_trial t = ask(s);
        tell_noisy(s, t.id, slope(t.x) + 1.0, i == 0 ? 1e-8 : 4.0);
        CHECK_OK(inlay_study_explain(s, t.id, &e, &err), err);
        z[i] = e->z;
        CHECK(i == 0 || (e->observed_sd >= 2.0 && e->observed_sd < 2.5));
        inlay_explanation_free(e);
        inlay_study_free(s);
    }
    CHECK(z[0] > 100.0 && z[1] > 0.0 && z[1] < 2.0);
}

/* Values of which every other one is off by fifteen times as much; how far the
 * recommendation is from the minimum, 0, on average over 20 studies. */
static double gap_of(bool is_given)
{
    double sum = 0.0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct inlay_rng rng = inlay_rng_seed(seed);
        inlay_study *s = study_of(LINE, "noise=yes");
        inlay_error err = {0};
        inlay_value x;
        for (size_t i = 0; i < 20; i++) {
            const inlay_trial t = ask(s);
            const double off = t.x[0].real - 0.3, sd = i % 2 ? 0.02 : 0.3;
            tell_noisy(s, t.id, off * off + sd * inlay_rng_normal(&rng),
                       is_given ? sd * sd : NAN);
        }
        CHECK_OK(inlay_study_recommend(s, &x, NULL, &err), err);
        sum += (x.real - 0.3) * (x.real - 0.3) / 20.0;
        inlay_study_free(s);
    }
    return sum;
}

TEST(who_knows_which_values_are_good_finds_the_minimum_sooner)
{
    const double with = gap_of(true), without = gap_of(false);
    CHECK(with < 0.5 * without);
}

TEST(methods_without_a_gaussian_process_pass_over_it)
{
    static const char *const OPTIONS[] = {"method=smac", "method=tpe",
                                          "method=hillclimb"};
    for (size_t i = 0; i < LEN(OPTIONS); i++) {
        inlay_study *with = study_of(MIXED_SPACE, OPTIONS[i]);
        inlay_study *without = study_of(MIXED_SPACE, OPTIONS[i]);
        run_noisy(with, mixed, 25);
        run(without, mixed, 25);
        CHECK_SAME_TRIALS(with, without);
        inlay_study_free(with);
        inlay_study_free(without);
    }
}

OOM_TEST(a_variance_without_memory_is_not_half_told)
{
    const inlay_value x = inlay_real(0.5);
    const double y = 0.5;
    inlay_study *s = NULL;
    inlay_space *space = NULL;
    int64_t id = 0;
    inlay_status st = inlay_space_parse(LINE, strlen(LINE), &space, NULL);
    if (st == INLAY_OK)
        st = inlay_study_new(space, NULL, &s, NULL);
    if (st == INLAY_OK) {
        st = inlay_study_add_noisy(s, &x, &y, 1, 0.25, NULL, &id, NULL);
        CHECK(inlay_study_n_trials(s) == (st == INLAY_OK));
        CHECK(st != INLAY_OK || trial_of(s, id).variance == 0.25);
    }
    inlay_study_free(s);
    inlay_space_free(space);
    return st;
}
