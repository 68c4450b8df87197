#include "check.h"

#include "limited_fixture.h"
#include "stdio_fixture.h"

/* ---- Results with several outputs ---- */

/* ... and the reply says why, whichever operation told it. */
TEST(a_trial_that_lacks_an_output_has_failed)
{
    inlay_study *s = limited_study(SPACE);
    for (int i = 0; i < 3; i++)
        check_within(s, "{\"op\": \"ask\"}", "\"id\"");
    check_reply(s, "{\"op\": \"tell\", \"id\": 1, \"y\": {\"loss\": 1}}",
                "{\"ok\": true, \"failed\": \"the result has no finite value "
                "of 'ms'\"}");
    check_reply(s,
                "{\"op\": \"tell\", \"id\": 2, \"y\": {\"loss\": 1, \"ms\": "
                "NaN}}",
                "{\"ok\": true, \"failed\": \"the result has no finite value "
                "of 'ms'\"}");
    check_reply(s, "{\"op\": \"tell\", \"id\": 3, \"failed\": \"crash\"}",
                "{\"ok\": true}");
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_FAILED) == 3);
    check_reply(s, "{\"op\": \"amend\", \"id\": 3, \"y\": {\"loss\": 1}}",
                "{\"ok\": true, \"failed\": \"the result has no finite value "
                "of 'ms'\"}");
    check_reply(s, "{\"op\": \"add\", \"x\": [1], \"y\": {\"loss\": 1}}",
                "{\"id\": 4, \"failed\": \"the result has no finite value of "
                "'ms'\"}");
    inlay_study_free(s);
}

TEST(an_output_is_a_number_or_null)
{
    static const char *const row[][2] = {
        {"{\"ms\": 1}", "the result lacks 'loss', the objective"},
        {"{\"loss\": 1, \"ms\": \"slow\"}",
         "'ms' must be a number, null or \\\"nan\\\", not \\\"slow\\\""},
        {"{\"loss\": [1], \"ms\": 2}", "'loss' must be a number, null"},
    };
    inlay_study *s = limited_study(SPACE);
    for (size_t i = 0; i < LEN(row); i++) {
        char line[200];
        snprintf(line, sizeof line, "{\"op\": \"add\", \"x\": [1], \"y\": %s}",
                 row[i][0]);
        check_within(s, line, row[i][1]);
    }
    CHECK(inlay_study_n_trials(s) == 0);
    inlay_study_free(s);
}

TEST(what_is_not_finite_fails_the_trial_in_every_operation)
{
    static const char *const row[] = {"NaN",
                                      "-Infinity",
                                      "null",
                                      "{\"loss\": NaN}",
                                      "{\"loss\": 1, \"ms\": Infinity}",
                                      "{\"loss\": \"nan\", \"ms\": 3}",
                                      "1, \"metrics\": {\"ms\": NaN}"};
    static const char *const op[] = {
        "{\"op\": \"tell\", \"id\": %d, \"y\": %s}",
        "{\"op\": \"amend\", \"id\": %d, \"y\": %s}"};
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_study *s = limited_study(SPACE);
        char line[200];
        check_within(s, "{\"op\": \"ask\"}", "{\"id\": 1");
        for (size_t k = 0; k < LEN(op); k++) {
            snprintf(line, sizeof line, op[k], 1, row[i]);
            check_within(s, line, "{\"ok\": true");
            check_within(s, "{\"op\": \"show\", \"id\": 1}",
                         "\"state\": \"failed\"");
        }
        snprintf(line, sizeof line, "{\"op\": \"add\", \"x\": [3], \"y\": %s}",
                 row[i]);
        check_within(s, line, "{\"id\": 2");
        check_within(s, "{\"op\": \"show\", \"id\": 2}",
                     "\"state\": \"failed\"");
        CHECK(inlay_study_n_in_state(s, INLAY_STATE_DONE) == 0);
        inlay_study_free(s);
    }
}

TEST(what_is_shown_of_a_trial_can_be_told_again)
{
    static const char *const row[] = {
        "\"y\": 0.5, \"values\": {\"loss\": 0.5, \"ms\": 12}",
        "\"values\": {\"loss\": 0.5, \"ms\": 12}",
        "\"y\": 0.5, \"values\": {\"ms\": 12}",
        "\"y\": null, \"values\": {\"loss\": 0.5, \"ms\": 12}",
        "\"y\": {\"loss\": 0.5, \"ms\": 12}, \"values\": null",
        "\"y\": 0.5, \"values\": null, \"metrics\": {\"ms\": 12}",
    };
    inlay_study *s = limited_study(SPACE);
    for (size_t i = 0; i < LEN(row); i++) {
        char line[200], want[200];
        snprintf(line, sizeof line, "{\"op\": \"add\", \"x\": [2], %s}",
                 row[i]);
        snprintf(want, sizeof want, "{\"id\": %zu}", i + 1);
        check_reply(s, line, want);
        snprintf(line, sizeof line, "{\"op\": \"show\", \"id\": %zu}", i + 1);
        check_within(s, line,
                     "\"y\": 0.5, \"values\": {\"loss\": 0.5, \"ms\": 12}, "
                     "\"feasible\": true}");
    }
    check_reply(s,
                "{\"op\": \"amend\", \"id\": 1, \"values\": {\"loss\": 2, "
                "\"ms\": 30}, \"metrics\": {\"epochs\": 3, \"ms\": 5}}",
                "{\"ok\": true}");
    check_within(s, "{\"op\": \"show\", \"id\": 1}",
                 "\"values\": {\"loss\": 2, \"ms\": 30}, \"feasible\": false, "
                 "\"metrics\": {\"epochs\": 3}");
    inlay_study_free(s);
}

TEST(values_that_contradict_y_or_are_no_object_are_refused)
{
    static const char *const row[][2] = {
        {"\"values\": 3", "values: must be an object, the value of each output "
                          "by its name, not a number"},
        {"\"values\": null", "y is missing"},
        {"\"y\": 1, \"values\": {\"loss\": 2, \"ms\": 1}",
         "y and values differ: choose one; y is 'loss' of values"},
        {"\"y\": {\"loss\": 2}, \"values\": {\"ms\": 1}",
         "y and values differ"},
        {"\"failed\": \"a\", \"values\": {\"loss\": 1, \"ms\": 1}",
         "y and failed: choose one"},
        {"\"values\": {\"loss\": 1, \"ms\": 1}, \"metrics\": 2",
         "metrics: must be a JSON object, not a number"},
        {"\"values\": {\"loss\": 1}, \"metrics\": {\"ms\": \"slow\"}",
         "'ms' must be a number"},
    };
    inlay_study *s = limited_study(SPACE);
    for (size_t i = 0; i < LEN(row); i++) {
        char line[200];
        snprintf(line, sizeof line, "{\"op\": \"add\", \"x\": [2], %s}",
                 row[i][0]);
        check_within(s, line, row[i][1]);
    }
    CHECK(inlay_study_n_trials(s) == 0);
    inlay_study_free(s);
}

/* ---- Many at once ---- */

TEST(many_trials_are_added_at_once)
{
    inlay_study *s = limited_study(SPACE);
    check_reply(
        s,
        "{\"op\": \"add\", \"trials\": [{\"x\": [1], \"y\": {\"loss\": 1, "
        "\"ms\": 2}}, {\"x\": {\"a\": 2}, \"failed\": \"no disk\"}, "
        "{\"x\": [3], \"values\": {\"loss\": 3}}, {\"x\": [3], \"y\": 4, "
        "\"metrics\": {\"ms\": 5}}, {\"x\": [1], \"y\": null}]}",
        "{\"first\": 1, \"n\": 5, \"failed\": [{\"id\": 3, \"why\": \"the "
        "result has no finite value of 'ms'\"}]}");
    check_within(s, "{\"op\": \"show\", \"id\": 2}", "\"why\": \"no disk\"");
    CHECK(trial_of(s, 4).values[1] == 5.0);
    CHECK(inlay_study_n_in_state(s, INLAY_STATE_FAILED) == 3);
    check_reply(s,
                "{\"op\": \"add\", \"trials\": [{\"x\": [1], \"failed\": "
                "\"late\"}]}",
                "{\"first\": 6, \"n\": 1}");
    inlay_study_free(s);
}

TEST(of_many_trials_all_or_none_are_added)
{
    static const char good[] = "{\"x\": [1], \"y\": {\"loss\": 1, \"ms\": 2}}";
    static const char *const row[][2] = {
        {"{\"x\": [4], \"y\": {\"loss\": 1, \"ms\": 2}}",
         "trial 2 of 2: variable 'a': value 4 is not between 1 and 3"},
        {"{\"x\": [1], \"y\": 3}", "trial 2 of 2: the result is one number"},
        {"{\"x\": [1], \"value\": 3}",
         "trial 2 of 2: add: unknown key 'value'; did you mean 'y'?"},
        {"{\"x\": [1], \"zzzz\": 3}", "unknown key 'zzzz'; its keys are x, y, "
                                      "variance, values, failed, metrics\"}"},
        {"{\"y\": {\"loss\": 1, \"ms\": 2}}", "trial 2 of 2: x is missing"},
        {"3", "trial 2 of 2: a trial is an object, "},
    };
    inlay_study *s = limited_study(SPACE);
    for (size_t i = 0; i < LEN(row); i++) {
        char line[300];
        snprintf(line, sizeof line, "{\"op\": \"add\", \"trials\": [%s, %s]}",
                 good, row[i][0]);
        check_within(s, line, row[i][1]);
    }
    check_within(s, "{\"op\": \"add\", \"trials\": []}",
                 "must be an array of trials, each with");
    check_within(s, "{\"op\": \"add\", \"trials\": [1], \"y\": 1}",
                 "and stand alone");
    CHECK(inlay_study_n_trials(s) == 0);
    inlay_study_free(s);
}

/* ---- What is known of outputs ---- */

static inlay_study *measured_study(void)
{
    inlay_study *s = limited_study(SPACE);
    check_reply(s,
                "{\"op\": \"add\", \"trials\": [{\"x\": [1], \"y\": "
                "{\"loss\": 3, \"ms\": 2}}, {\"x\": [2], \"y\": {\"loss\": 2, "
                "\"ms\": 12}}, {\"x\": [3], \"y\": {\"loss\": 1, \"ms\": "
                "22}}]}",
                "{\"first\": 1, \"n\": 3}");
    return s;
}

TEST(the_study_has_outputs_limits_and_counts)
{
    static const char ask[] = "{\"op\": \"info\"}";
    inlay_study *s = measured_study();
    check_within(s, ask,
                 "\"outputs\": [{\"name\": \"loss\", \"goal\": \"minimize\"}, "
                 "{\"name\": \"ms\", \"max\": 20}]");
    check_within(s, ask,
                 "\"n_discarded\": 0, \"n_outside\": 0, "
                 "\"n_feasible\": 2");
    check_reply(s, "{\"op\": \"discard\", \"id\": 1}", "{\"ok\": true}");
    check_within(s, ask,
                 "\"n_discarded\": 1, \"n_outside\": 0, "
                 "\"n_feasible\": 1");
    check_within(s,
                 "{\"op\": \"change\", \"study\": {\"variables\": "
                 "[{\"name\": \"a\", \"type\": \"integer\", \"min\": 3, "
                 "\"max\": 4}]}}",
                 "2 of which lie outside now");
    check_within(s, ask,
                 "\"n_discarded\": 1, \"n_outside\": 2, "
                 "\"n_feasible\": 0");
    check_within(s, "{\"op\": \"check\"}", "\"feasible\": 0, ");
    inlay_study_free(s);
}

TEST(outputs_change_without_the_variables)
{
    inlay_study *s = measured_study();
    check_reply(s,
                "{\"op\": \"change\", \"study\": {\"outputs\": [{\"name\": "
                "\"loss\", \"goal\": \"minimize\"}, {\"name\": \"ms\", "
                "\"min\": 5, \"max\": 30}]}}",
                "{\"ok\": true, \"changed\": \"the study has changed: ms: at "
                "most 20 became 5 to 30; 3 trials are carried over\"}");
    check_within(s, "{\"op\": \"info\"}",
                 "{\"name\": \"ms\", \"min\": 5, \"max\": 30}]");
    check_reply(s, "{\"op\": \"last_revision\"}",
                "{\"text\": \"ms: at most 20 became 5 to 30\", "
                "\"is_recorded\": true, \"n_carried\": 3, \"n_outside\": 0, "
                "\"n_without_point\": 0, \"n_queue_outside\": 0, "
                "\"n_without_value\": 0, \"n_without_limit\": 0}");
    check_within(s, "{\"op\": \"best\"}", "{\"id\": 3");
    check_reply(s, "{\"op\": \"change\", \"study\": {}}", "{\"ok\": true}");
    inlay_study_free(s);
}

/* The rest of what is recorded stays, the goal with its output. */
TEST(a_change_says_only_what_changes)
{
    inlay_study *s = measured_study();
    check_within(s,
                 "{\"op\": \"change\", \"study\": {\"seed\": 7, \"method\": "
                 "\"random\", \"options\": {\"samples\": 3}}}",
                 "{\"ok\": true}");
    check_within(s,
                 "{\"op\": \"change\", \"study\": {\"options\": "
                 "{\"burn_in\": 2}, \"goal\": \"maximize\"}}",
                 "goal: minimize became maximize");
    check_within(s,
                 "{\"op\": \"change\", \"study\": {\"outputs\": [{\"name\": "
                 "\"loss\", \"goal\": \"minimize\"}]}}",
                 "output ms is gone; goal: maximize became minimize");
    check_within(s, "{\"op\": \"options\"}",
                 "\"seed\": 7, \"goal\": \"minimize\", \"method\": "
                 "\"random\"");
    check_within(s, "{\"op\": \"options\"}", "\"samples\": 3, \"burn_in\": 2");
    inlay_study_free(s);
}

/* The objective is what was told as such. */
TEST(a_metric_with_the_name_of_the_objective_is_none)
{
    inlay_study *s = limited_study(SPACE);
    for (int i = 0; i < 2; i++)
        check_within(s, "{\"op\": \"ask\"}", "\"id\"");
    check_reply(s,
                "{\"op\": \"tell\", \"id\": 1, \"y\": {\"loss\": 1, \"ms\": "
                "2}, \"metrics\": {\"loss\": -50, \"mb\": 3}}",
                "{\"ok\": true}");
    check_within(s, "{\"op\": \"show\", \"id\": 1}",
                 "\"y\": 1, \"values\": {\"loss\": 1, \"ms\": 2}, "
                 "\"feasible\": true, \"metrics\": {\"mb\": 3}");
    check_reply(s,
                "{\"op\": \"tell\", \"id\": 2, \"y\": 0.5, \"metrics\": "
                "{\"loss\": -9, \"ms\": 1}}",
                "{\"ok\": true}");
    check_within(s, "{\"op\": \"best\"}", "\"y\": 0.5, ");
    inlay_study_free(s);
}

/* One prediction is what the library says of that configuration. */
static void check_prediction(inlay_study *s, const json_t *json, int64_t a)
{
    const inlay_value x = inlay_integer(a);
    inlay_prediction p;
    inlay_output_prediction o[2];
    inlay_error err = {0};
    CHECK_OK(inlay_study_predict(s, &x, &p, &err), err);
    CHECK_OK(inlay_study_predict_outputs(s, &x, o, &err), err);
    CHECK(number_of(json, "mean") == p.mean && number_of(json, "sd") == p.sd);
    CHECK(number_of(json, "p_success") == p.p_success);
    CHECK(number_of(json, "acquisition") == p.acquisition);
    CHECK(number_of(json, "p_feasible") == p.p_feasible);
    const json_t *outputs = json_object_get(json, "outputs");
    const json_t *loss = json_object_get(outputs, "loss");
    const json_t *ms = json_object_get(outputs, "ms");
    CHECK(number_of(loss, "mean") == o[0].mean);
    CHECK(number_of(loss, "p_within") == 1.0);
    CHECK(number_of(ms, "mean") == o[1].mean);
    CHECK(number_of(ms, "sd") == o[1].sd);
    CHECK(number_of(ms, "p_within") == o[1].p_within);
}

TEST(predictions_and_slices_have_the_outputs)
{
    inlay_study *s = measured_study();
    json_t *slice = json_of(s, "{\"op\": \"slice\", \"variable\": \"a\"}");
    json_t *there = json_of(s, "{\"op\": \"predict\", \"x\": [3]}");
    json_t *use = json_of(s, "{\"op\": \"recommend\"}");
    for (int64_t a = 1; a <= 3; a++)
        check_prediction(
            s, json_array_get(json_object_get(slice, "at"), (size_t)a - 1), a);
    check_prediction(s, there, 3);
    check_prediction(s, use, 2);
    CHECK(number_of(json_object_get(use, "x"), "a") == 2.0);
    json_decref(slice);
    json_decref(there);
    json_decref(use);
    inlay_study_free(s);
}

TEST(each_output_has_a_model_of_its_own)
{
    inlay_study *s = measured_study();
    inlay_hyperparameters *h = NULL;
    inlay_error err = {0};
    json_t *of = json_of(s, "{\"op\": \"leave_one_out\", \"output\": \"ms\"}");
    const json_t *residuals = json_object_get(of, "residuals");
    CHECK(json_array_size(residuals) == 3);
    CHECK(number_of(json_array_get(residuals, 2), "value") == 22.0);
    json_decref(of);
    of = json_of(s, "{\"op\": \"leave_one_out\"}");
    CHECK(number_of(json_array_get(json_object_get(of, "residuals"), 2),
                    "value") == 1.0);
    json_decref(of);
    of = json_of(s, "{\"op\": \"hyperparameters\", \"output\": \"ms\"}");
    CHECK_OK(inlay_study_hyperparameters_of(s, 1, &h, &err), err);
    CHECK(number_of(of, "noise_sd") == h->noise_sd);
    CHECK(number_of(of, "n_samples") == 1.0);
    CHECK(json_number_value(json_array_get(json_object_get(of, "amplitude"),
                                           0)) == h->amplitude[0]);
    CHECK(json_number_value(json_array_get(
              json_array_get(json_object_get(of, "length_scales"), 0), 0)) ==
          h->length_scales[0]);
    inlay_hyperparameters_free(h);
    json_decref(of);
    check_within(s, "{\"op\": \"relevance\", \"output\": \"ms\"}",
                 "{\"variables\": [{\"name\": \"a\", \"share\": 1, "
                 "\"length_scale\": ");
    check_reply(
        s, "{\"op\": \"relevance\", \"output\": \"mss\"}",
        "{\"error\": \"output: there is no 'mss'; the outputs are loss, "
        "ms\"}");
    check_within(s, "{\"op\": \"relevance\", \"output\": 1}",
                 "output: must be a string, its name, not a number");
    inlay_study_free(s);
}
