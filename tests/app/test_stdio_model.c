#include "check.h"

#include "stdio_fixture.h"

/* ---- Slices ---- */

TEST(a_slice_has_the_axes_and_what_the_model_predicts)
{
    static const char two[] =
        "[{\"name\": \"a\", \"type\": \"integer\", \"min\": 1, \"max\": 2},"
        " {\"name\": \"c\", \"type\": \"categorical\", \"values\": "
        "[\"p\", \"q\"]}]";
    inlay_study *s = study_of(two, "method=random");
    check_within(s, "{\"op\": \"slice\", \"variable\": \"a\"}",
                 "{\"error\": \"");
    check_reply(s, "{\"op\": \"add\", \"x\": [2, \"q\"], \"y\": 3}",
                "{\"id\": 1}");
    check_reply(s, "{\"op\": \"slice\", \"variable\": \"a\"}",
                "{\"x\": {\"a\": 2, \"c\": \"q\"}, \"has_model\": false, "
                "\"acquisition\": \"ei\", \"axes\": [{\"variable\": \"a\", "
                "\"here\": 2, \"left\": [0.5, 1.5], \"right\": [1.5, 2.5], "
                "\"values\": [1, 2]}], \"at\": [{\"mean\": null, \"sd\": null, "
                "\"p_success\": 1, \"acquisition\": null, \"p_feasible\": 1}, "
                "{\"mean\": null, \"sd\": null, \"p_success\": 1, "
                "\"acquisition\": null, \"p_feasible\": 1}], "
                "\"trials\": [{\"id\": 1, \"place\": [2], \"distance\": 0}]}");
    check_within(s,
                 "{\"op\": \"slice\", \"variables\": [\"c\", \"a\"], "
                 "\"x\": [1, \"p\"], \"resolution\": 2}",
                 "\"x\": {\"a\": 1, \"c\": \"p\"}");
    check_within(s, "{\"op\": \"slice\", \"variables\": [\"c\", \"a\"]}",
                 "\"values\": [\"p\", \"q\"]}, {\"variable\": \"a\"");
    check_within(s, "{\"op\": \"slice\", \"variables\": [\"c\", \"a\"]}",
                 "\"place\": [1, 2]");
    inlay_study_free(s);
}

TEST(a_slice_that_cannot_be_is_refused)
{
    static const char *const row[][2] = {
        {"", "slice: give a \\\"variable\\\", its name, or \\\"variables\\\", "
             "an array of one or two names"},
        {", \"variable\": \"a\", \"variables\": [\"a\"]",
         "slice: give a \\\"variable\\\""},
        {", \"variables\": []", "slice: give a \\\"variable\\\""},
        {", \"variables\": [\"a\", \"a\", \"a\"]",
         "slice: give a \\\"variable\\\""},
        {", \"variables\": [\"a\", \"a\"]", "given twice"},
        {", \"variable\": 1",
         "slice: the name of a variable is a string, not a number"},
        {", \"variable\": \"b\"", "'b'"},
        {", \"variable\": \"a\", \"resolution\": 1", "the resolution 1"},
        {", \"variable\": \"a\", \"resolution\": -1",
         "the resolution -1 is below 0"},
        {", \"variable\": \"a\", \"x\": [7]",
         "variable 'a': value 7 is not between 1 and 3"},
    };
    inlay_study *s = study_of(SPACE, "");
    check_reply(s, "{\"op\": \"add\", \"x\": {\"a\": 1}, \"y\": 2.5}",
                "{\"id\": 1}");
    for (size_t i = 0; i < LEN(row); i++) {
        char line[200];
        snprintf(line, sizeof line, "{\"op\": \"slice\"%s}", row[i][0]);
        check_within(s, line, "{\"error\": \"");
        check_within(s, line, row[i][1]);
    }
    inlay_study_free(s);
}

/* ---- Other questions ---- */

TEST(without_a_model_predictions_are_null)
{
    inlay_study *s = study_of(SPACE, "method=random");
    check_reply(s, "{\"op\": \"predict\", \"x\": [1]}",
                "{\"mean\": null, \"sd\": null, \"p_success\": 1, "
                "\"acquisition\": null, \"p_feasible\": 1}");
    check_within(s, "{\"op\": \"recommend\"}", "{\"error\": \"");
    check_reply(s, "{\"op\": \"leave_one_out\"}", "{\"residuals\": []}");
    check_reply(s, "{\"op\": \"relevance\"}",
                "{\"variables\": [{\"name\": \"a\", \"share\": null, "
                "\"length_scale\": null}]}");
    check_within(s, "{\"op\": \"hyperparameters\"}",
                 "{\"n_variables\": 1, \"n_samples\": 0, \"length_scales\": "
                 "[], \"amplitude\": [], \"noise\": [], \"mean\": []");
    inlay_study_free(s);
}

/* ... and with one they are what the library says. */
TEST(the_answers_are_those_of_the_library)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    inlay_relevance of[MAX_VARS];
    inlay_residual r[14];
    inlay_noise_estimate noise;
    inlay_value x[MAX_VARS];
    inlay_prediction p;
    inlay_error err = {0};
    size_t n = 0;
    run(s, mixed, 14);
    CHECK_OK(inlay_study_recommend(s, x, &p, &err), err);
    CHECK_OK(inlay_study_relevance(s, of, &err), err);
    CHECK_OK(inlay_study_leave_one_out(s, r, 14, &n, &err), err);
    CHECK_OK(inlay_study_noise(s, &noise, &err), err);
    json_t *sd = json_of(s, "{\"op\": \"noise\"}");
    CHECK(number_of(sd, "sd") == noise.sd);
    json_decref(sd);
    json_t *use = json_of(s, "{\"op\": \"recommend\"}");
    json_t *variables = json_of(s, "{\"op\": \"relevance\"}");
    json_t *residuals = json_of(s, "{\"op\": \"leave_one_out\"}");

    CHECK(number_of(use, "mean") == p.mean && number_of(use, "sd") == p.sd);
    for (size_t i = 0; i < n_vars(s); i++) {
        const json_t *at =
            json_array_get(json_object_get(variables, "variables"), i);
        CHECK(number_of(at, "share") == of[i].share);
        CHECK(number_of(at, "length_scale") == of[i].length_scale);
    }
    const json_t *list = json_object_get(residuals, "residuals");
    CHECK(n > 0 && json_array_size(list) == n);
    for (size_t i = 0; i < n; i++) {
        const json_t *at = json_array_get(list, i);
        CHECK(number_of(at, "id") == (double)r[i].id);
        CHECK(number_of(at, "value") == r[i].value);
        CHECK(number_of(at, "mean") == r[i].mean);
        CHECK(number_of(at, "sd") == r[i].sd && number_of(at, "z") == r[i].z);
    }
    json_decref(residuals);
    json_decref(variables);
    json_decref(use);
    inlay_study_free(s);
}

TEST(questions_to_the_model_have_a_deadline)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    run(s, mixed, 14);
    static const char *const OPS[] = {"recommend", "relevance", "leave_one_out",
                                      "hyperparameters", "noise"};
    for (size_t i = 0; i < LEN(OPS); i++) {
        char line[80];
        snprintf(line, sizeof line, "{\"op\": \"%s\", \"deadline\": 1e-6}",
                 OPS[i]);
        check_reply(s, line, "{\"stopped\": true}");
    }
    inlay_study_free(s);
}

TEST(a_configuration_is_found_among_trials_and_wishes)
{
    inlay_study *s = study_of(SPACE, "");
    check_reply(s, "{\"op\": \"find\", \"x\": [1]}", "{\"id\": null}");
    check_reply(s, "{\"op\": \"enqueue\", \"x\": [2]}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"enqueue\", \"x\": [1]}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"find\", \"x\": [1]}",
                "{\"id\": null, \"n_before\": 1}");
    check_within(s, "{\"op\": \"ask\"}", "\"id\": 1");
    check_reply(s, "{\"op\": \"find\", \"x\": {\"a\": 2}}", "{\"id\": 1}");
    inlay_study_free(s);
}

TEST(values_are_compared_by_the_goal)
{
    inlay_study *s = study_of(SPACE, "goal=maximize");
    check_reply(s, "{\"op\": \"is_better\", \"a\": 2, \"b\": 1}",
                "{\"is_better\": true}");
    check_reply(s, "{\"op\": \"is_better\", \"a\": 1, \"b\": 2}",
                "{\"is_better\": false}");
    check_reply(s, "{\"op\": \"is_better\", \"a\": 1, \"b\": null}",
                "{\"is_better\": true}");
    inlay_study_free(s);
}

TEST(the_options_in_force_and_the_cost_of_the_last_ask_are_told)
{
    inlay_study *s = study_of(SPACE, "seed=7 acquisition=pes");
    check_within(s, "{\"op\": \"options\"}", "\"seed\": 7, ");
    check_within(s, "{\"op\": \"options\"}", "\"acquisition\": \"pes\"");
    check_within(s, "{\"op\": \"info\"}", "\"acquisition\": \"pes\"");
    check_reply(s, "{\"op\": \"last_ask\"}",
                "{\"n_likelihoods\": 0, \"n_jitters\": 0, \"jitter\": 0, "
                "\"n_candidates\": 0, \"n_minima\": 0, \"n_unconverged\": 0, "
                "\"fit_seconds\": 0, \"maximize_seconds\": 0, "
                "\"noise_sd\": 0}");
    inlay_study_free(s);
}

/* ---- What happened, and what was noted ---- */

TEST(the_study_has_attributes_too)
{
    inlay_study *s = study_of(SPACE, "");
    check_reply(s, "{\"op\": \"note\", \"id\": 0}", "{\"attributes\": {}}");
    check_reply(s,
                "{\"op\": \"note\", \"id\": 0, \"attributes\": {\"who\": "
                "\"Ada\", \"draft\": \"\"}}",
                "{\"ok\": true}");
    check_reply(s, "{\"op\": \"note\", \"id\": 0}",
                "{\"attributes\": {\"who\": \"Ada\", \"draft\": \"\"}}");
    check_within(s, "{\"op\": \"info\"}",
                 "\"attributes\": {\"who\": \"Ada\", \"draft\": \"\"}}");
    check_within(s, "{\"op\": \"changes\", \"id\": 0}",
                 "{\"changes\": [{\"what\": \"noted\", \"at\": \"2");
    check_within(s, "{\"op\": \"show\", \"id\": 0}", "shows the study");
    check_within(s, "{\"op\": \"note\", \"id\": 1}", "trial 1 does not exist");
    check_within(s, "{\"op\": \"note\"}", "id is missing: ");
    inlay_study_free(s);
}

TEST(what_happened_to_a_trial_is_told)
{
    inlay_study *s = study_of(SPACE, "");
    check_reply(s,
                "{\"op\": \"add\", \"x\": [1], \"y\": 2, \"metrics\": "
                "{\"epochs\": 3}}",
                "{\"id\": 1}");
    check_reply(s, "{\"op\": \"changes\", \"id\": 2}",
                "{\"error\": \"trial 2 does not exist; the study has trials "
                "1 to 1\"}");
    check_reply(s, "{\"op\": \"amend\", \"id\": 1, \"failed\": \"bug\"}",
                "{\"ok\": true}");
    check_within(s, "{\"op\": \"changes\", \"id\": 1}",
                 "\"y\": 2, \"metrics\": {\"epochs\": 3}}, {\"what\": "
                 "\"amended\", \"at\": \"2");
    check_within(s, "{\"op\": \"changes\", \"id\": 1}",
                 "\"y\": null, \"why\": \"bug\"}]}");
    inlay_study_free(s);
}
