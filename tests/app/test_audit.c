/*
 * test_audit.c: an audit in words, and as JSON.
 */
#include "stored_fixture.h"

#include <jansson.h>

#include "app/pages/audit.h"

static char *printed(const inlay_audit *a, int64_t budget)
{
    struct inlay_text page = {0};
    inlay_audit_print(a, budget, &page);
    return text_of(&page);
}

static void check_words(const inlay_audit *a, const char *part)
{
    char *text = printed(a, 0);
    CHECK_HAS(text, part);
    CHECK(!strstr(text, "nan"));
    inlay_text_free(text);
}

TEST(words_for_a_sound_store)
{
    static const inlay_failure_reason EXIT = {"exit code 1", 3},
                                      TIME = {"time\033out", 2};
    static const inlay_failure_reason *const WHY[] = {&EXIT, &TIME};
    const inlay_audit a = {.n_trials = 15,
                           .n_done = 9,
                           .n_failed = 5,
                           .n_pending = 1,
                           .n_added = 1,
                           .n_spent = 14,
                           .n_reasons = 2,
                           .reasons = WHY,
                           .best_id = 3,
                           .has_study = true};
    char *text = printed(&a, 20);
    CHECK_HAS(text, "store       sound\n");
    CHECK_HAS(text, "trials      15: 9 done, 5 failed, 1 pending; 1 imported; "
                    "70 % of the budget of\n");
    CHECK_HAS(text, "repeats     none\n");
    CHECK_HAS(text, "failures    5 (33 % of all trials)\n"
                    "               3  exit code 1\n"
                    "               2  time\\x1bout\n");
    CHECK_HAS(text, "lost        none\n");
    CHECK_HAS(text, "model       none: the method does not predict values\n");
    inlay_text_free(text);
    check_words(&(inlay_audit){.has_study = true, .n_done = 2},
                "model       none: no result counts\n");
    check_words(
        &(inlay_audit){.has_study = true, .n_done = 2, .n_without_value = 2},
        "model       none: no trial has a value of the objective as it is "
        "now\n");
    check_words(
        &(inlay_audit){
            .has_study = true, .n_done = 2, .best_id = 1, .is_too_large = true},
        "model       none: there are too many trials for one in this "
        "memory\n");
    check_words(&(inlay_audit){.has_study = true}, "model       none yet\n");
}

/* Reasons that are cut to the same text are one to who reads them. */
TEST(failures_that_look_alike_are_counted_together)
{
    static char first[300], second[300];
    memset(first, 'a', sizeof first - 1);
    memset(second, 'a', sizeof second - 1);
    first[250] = 'b';
    second[250] = 'c';
    const inlay_failure_reason FIRST = {first, 3}, OTHER = {"exit code 1", 4},
                               SECOND = {second, 2};
    const inlay_failure_reason *const WHY[] = {&FIRST, &OTHER, &SECOND};
    const inlay_audit a = {.n_trials = 9,
                           .n_failed = 9,
                           .n_reasons = 3,
                           .reasons = WHY,
                           .has_study = true,
                           .are_failures_random = true};
    char *text = printed(&a, 0);
    CHECK_HAS(text, "               5  aaaa");
    CHECK_HAS(text, "               4  exit code 1\n"
                    "            these failures look random: set retries\n");
    CHECK(!strstr(text, "   3  aaaa") && !strstr(text, "   2  aaaa"));
    inlay_text_free(text);
}

TEST(words_for_repeats_equal_values_and_lost_trials)
{
    static const inlay_lost_trial WAITS = {1, INLAY_LOSS_WAITING, 25.0},
                                  SILENT = {4, INLAY_LOSS_SILENT, NAN};
    static const inlay_lost_trial *const LOST[] = {&WAITS, &SILENT};
    const inlay_audit a = {.n_trials = 4,
                           .has_study = true,
                           .may_repeat = true,
                           .n_repeats = 2,
                           .is_flat = true,
                           .n_lost = 2,
                           .lost = LOST};
    check_words(&a, "repeats     2 trials (50 %) with the configuration of an "
                    "earlier one, which is\n");
    check_words(&a,
                "values      all values are equal: does the program use its "
                "variables?\n");
    check_words(&a, "lost        2 trials\n"
                    "            trial 1 (25 h ago): suggested by 'inlay ask' "
                    "and never reported\n"
                    "            trial 4: its machine no longer responds; the "
                    "next run will repeat it\n");
}

TEST(what_is_lost_is_as_old_as_it_is)
{
    static const struct {
        double hours;
        const char *want;
    } row[] = {{0.0, "trial 7 (less than a minute ago): "},
               {2.5 / 60.0, "trial 7 (2 min ago): "},
               {0.25, "trial 7 (0.2 h ago): "},
               {9.5, "trial 7 (9.5 h ago): "}};
    for (size_t i = 0; i < LEN(row); i++) {
        const inlay_lost_trial lost = {7, INLAY_LOSS_DEAD, row[i].hours};
        const inlay_lost_trial *at[] = {&lost};
        check_words(&(inlay_audit){.n_lost = 1, .lost = at}, row[i].want);
    }
}

TEST(a_long_list_of_lost_trials_is_cut)
{
    inlay_lost_trial lost[12];
    const inlay_lost_trial *at[12];
    const inlay_audit a = {.has_study = true, .n_lost = 12, .lost = at};
    for (int i = 0; i < 12; i++) {
        lost[i] = (inlay_lost_trial){i + 1, INLAY_LOSS_DEAD, 0.25};
        at[i] = &lost[i];
    }
    check_words(&a, "lost        12 trials\n"
                    "            trial 1 (0.2 h ago): its process has died; "
                    "the next run will repeat it\n");
    check_words(&a, "            trial 10 (0.2 h ago): its process has died; "
                    "the next run will repeat it\n            and 2 more\n");
}

TEST(words_for_the_best)
{
    inlay_audit a = {.has_study = true, .best_id = 7, .best_value = 0.25};
    check_words(&a, "best        0.25, trial 7, the last one to finish\n");
    a.n_since = 1;
    check_words(&a, "best        0.25, trial 7; the one trial since then is "
                    "not better\n");
    a.n_since = 12;
    check_words(&a, "best        0.25, trial 7; none of the 12 trials since "
                    "then is better\n");
    a.is_best_late = true;
    check_words(&a, "trials since then is better; it was\n");
}

TEST(words_for_the_model)
{
    static const inlay_residual FIFTH = {5, 1.5, 2.0, 0.25, -2.0};
    static const inlay_residual *const WORST[] = {&FIFTH};
    inlay_model_check m = {.n = 20,
                           .calibration = INLAY_CALIBRATION_GOOD,
                           .n_within_1 = 14,
                           .n_within_2 = 19,
                           .accuracy = INLAY_ACCURACY_FAIR,
                           .explained = 0.875,
                           .error = 0.125,
                           .error_of_mean = 0.5,
                           .rank_correlation = 0.75,
                           .n_worst = 1,
                           .worst = WORST};
    inlay_noise_estimate noise = {0.03125, 0.022, 0.041, true, true, false, 0};
    const inlay_audit a = {
        .n_done = 20, .has_study = true, .model = &m, .noise = &noise};
    check_words(
        &a,
        "noise       standard deviation 0.031 (95 %: 0.022 to 0.041); beyond "
        "doubt\n"
        "model       well calibrated: its errors are as large as it expects\n"
        "accuracy    fair; rank correlation 0.75, 88 % of the variance "
        "explained\n"
        "            each trial, predicted from the others:\n"
        "              within 1 standard deviation        70 %  (68 % "
        "expected)\n"
        "              within 2 standard deviations       95 %  (95 % "
        "expected)\n"
        "              mean error                        0.125  (0.5 for "
        "the mean)\n"
        "            largest errors:\n"
        "              trial    expected      result  error / sd\n"
        "                  5           2         1.5        -2.0\n");
    m.accuracy = INLAY_ACCURACY_NONE;
    m.explained = 0.0;
    check_words(&a, "accuracy    none: it predicts no better than the mean of "
                    "all values; rank\n");
    noise.is_certain = false;
    check_words(&a, "0.041); in doubt: say\n            \"noise\": \"yes\" if "
                    "values of one configuration can differ, \"none\" if\n"
                    "            they cannot\n");
    noise.is_declared = true;
    check_words(&a, "0.022 to 0.041); declared\n");
    noise.low = NAN;
    check_words(&a, "noise       by the variances that came with the values\n");
    noise = (inlay_noise_estimate){.low = NAN, .high = NAN};
    check_words(&a, "noise       none was found\n");
    noise.is_declared = true;
    check_words(&a, "noise       none, as declared\n");
    static const inlay_residual UNSURE = {5, 1.5, 2.0, NAN, NAN};
    static const inlay_residual *const WITHOUT[] = {&UNSURE};
    m.worst = WITHOUT;
    check_words(&a,
                "                  5           2         1.5           -\n");
    m = (inlay_model_check){.n = 3, .explained = NAN, .rank_correlation = NAN};
    noise.sd = NAN;
    check_words(&a, "model       too few trials to judge it\n            each");
    char *text = printed(&a, 0);
    CHECK(!strstr(text, "noise") && !strstr(text, "accuracy"));
    inlay_text_free(text);
}

TEST(words_for_damage)
{
    static const char *const PROBLEMS[] = {"trial 2: it is gone", "page 7"};
    const inlay_audit a = {.n_problems = 3,
                           .n_listed = 2,
                           .problems = PROBLEMS,
                           .n_trials = 5,
                           .n_done = 5};
    char *text = printed(&a, 0);
    CHECK_HAS(text, "store       damaged: 3 problems\n"
                    "            - trial 2: it is gone\n"
                    "            - page 7\n"
                    "            and 1 more\n"
                    "trials      5: 5 done, 0 failed, 0 pending\n");
    CHECK(!strstr(text, "model"));
    inlay_text_free(text);
}

static json_t *parsed(const inlay_audit *a, int64_t budget)
{
    struct inlay_text out = {0};
    inlay_audit_json(a, budget, &out);
    char *text = text_of(&out);
    json_t *json = json_loads(text, 0, NULL);
    CHECK(json && !strchr(text, '\n'));
    inlay_text_free(text);
    return json;
}

TEST(json_has_it_all)
{
    struct stored f;
    inlay_error err = {0};
    inlay_audit *a = NULL;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 12);
    CHECK_OK(
        inlay_study_tell_failed(f.study, ask(f.study).id, "no \xFF luck", &err),
        err);
    CHECK_OK(inlay_study_audit(f.study, &a, &err), err);
    json_t *json = parsed(a, 20);
    const json_t *c = json_object_get(json, "calibration");
    const json_t *accuracy = json_object_get(json, "accuracy");
    const json_t *why = json_array_get(json_object_get(json, "failures"), 0);

    CHECK(json_is_true(json_object_get(json, "sound")));
    CHECK(json_integer_value(json_object_get(json, "done")) == 12);
    CHECK(json_integer_value(json_object_get(json, "budget")) == 20);
    CHECK_TEXT(json_string_value(json_object_get(why, "why")),
               "no \xEF\xBF\xBD luck");
    CHECK(json_number_value(json_object_get(c, "sd")) == a->model->z_sd);
    CHECK(json_array_size(json_object_get(c, "worst")) == 3);
    CHECK(json_is_string(json_object_get(accuracy, "verdict")));
    CHECK(json_number_value(json_object_get(accuracy, "explained")) ==
          a->model->explained);
    CHECK(json_number_value(json_object_get(accuracy, "rank_correlation")) ==
          a->model->rank_correlation);
    CHECK(json_number_value(json_object_get(json, "noise_sd")) ==
          a->model->noise_sd);
    CHECK(json_number_value(json_object_get(json_object_get(json, "noise"),
                                            "sd")) == a->noise->sd);
    json_decref(json);
    inlay_audit_free(a);
    json = parsed(&(inlay_audit){.best_value = NAN}, 0);
    CHECK(json_is_null(json_object_get(json, "calibration")));
    CHECK(json_is_null(json_object_get(json, "accuracy")));
    CHECK(json_is_null(json_object_get(json, "budget")));
    json_decref(json);
    stored_clear(&f);
}
