/*
 * test_explain.c: an explanation in words, and as JSON.
 */
#include "limited_fixture.h"
#include "stored_fixture.h"

#include <jansson.h>

#include "app/pages/explain.h"

static inlay_explanation *explain(const struct stored *f, int64_t id)
{
    inlay_explanation *e = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_explain(f->study, id, &e, &err), err);
    return e;
}

static double fails_right(const inlay_value *x)
{
    return x[0].real > 0.6 ? NAN : mixed(x);
}

/* ---- Words and JSON ------------------------------------------------------ */

static char *printed(const inlay_explanation *e)
{
    struct inlay_text page = {0};
    inlay_explanation_print(e, &page);
    return text_of(&page);
}

TEST(words_name_what_happened)
{
    struct stored f;
    inlay_error err = {0};
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 12);
    const inlay_trial t = ask(f.study);
    CHECK_OK(inlay_study_tell_failed(f.study, t.id, "out of\033 memory", &err),
             err);
    inlay_explanation *e = explain(&f, t.id);
    char *text = printed(e);

    CHECK_HAS(text, "Trial 13 was chosen by the model.\n");
    CHECK_HAS(text, "Known then: 12 done, 0 failed, 0 pending.\n");
    CHECK_HAS(text, "result    failed: out of\\x1b memory\n");
    CHECK_HAS(text, "xplo"); /* exploiting or exploring */
    CHECK_HAS(text, "larger than at any of 256 random configurations");
    CHECK_HAS(text, "Nearest trials (distance in length-scales):\n");
    inlay_text_free(text);
    inlay_explanation_free(e);

    e = explain(&f, 1);
    text = printed(e);
    CHECK_HAS(text, "Trial 1 belongs to the initial design");
    CHECK_HAS(text, "Nothing was known then.\n");
    CHECK(!strstr(text, "nan") && !strstr(text, "expected"));
    inlay_text_free(text);
    inlay_explanation_free(e);
    stored_clear(&f);
}

TEST(the_first_suggestion_knows_nothing)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    inlay_explanation *e = explain(&f, 0);
    char *text = printed(e);
    CHECK_HAS(text, "Nothing is known yet.\n");
    CHECK(!strstr(text, "  result") && !strstr(text, "best"));
    inlay_text_free(text);
    inlay_explanation_free(e);
    stored_clear(&f);
}

TEST(words_name_the_origin)
{
    static const struct {
        const char *options, *name, *past, *next;
    } ROWS[] = {
        {"method=random", "random", "Trial 2 was drawn at random.\n",
         "The next suggestion was drawn at random.\n"},
        {"method=sobol", "net", "Trial 2 is a point of a Sobol' net,",
         "The next suggestion is a point of a Sobol' net,"},
        {"method=hillclimb", "step", "Trial 2 is a neighbor of the best trial",
         "The next suggestion is a neighbor of the best trial"},
        {"method=gp", "design", "Trial 2 belongs to the initial design,",
         "The next suggestion belongs to the initial design,"},
    };
    for (size_t i = 0; i < LEN(ROWS); i++) {
        struct stored f;
        stored_init(&f, MIXED_SPACE, ROWS[i].options);
        run(f.study, mixed, 3);
        for (int64_t id = 0; id <= 2; id += 2) {
            inlay_explanation *e = explain(&f, id);
            char *text = printed(e);
            CHECK_HAS(text, id > 0 ? ROWS[i].past : ROWS[i].next);
            CHECK_TEXT(inlay_origin_name(e->origin), ROWS[i].name);
            inlay_text_free(text);
            inlay_explanation_free(e);
        }
        stored_clear(&f);
    }
}

TEST(words_name_the_acquisition_or_that_there_is_none)
{
    static const char *const WAYS[][2] = {
        {"seed=3 initial=3", "The expected improvement is larger than at"},
        {"seed=3 initial=3 acquisition=pes",
         "The information about the optimum's place is larger than at"},
        {"seed=3 initial=3 method=tpe",
         "The next suggestion was chosen by the model.\n"},
        {"seed=3 initial=3 method=tpe",
         "\nThe method does not predict values.\n\nNearest trials (distance in "
         "ranges):\n"},
    };
    for (size_t w = 0; w < LEN(WAYS); w++) {
        struct stored f;
        stored_init(&f, MIXED_SPACE, WAYS[w][0]);
        run(f.study, mixed, 4);
        inlay_explanation *e = explain(&f, 0);
        char *text = printed(e);
        CHECK_HAS(text, WAYS[w][1]);
        CHECK(!strstr(text, "nan"));
        inlay_text_free(text);
        inlay_explanation_free(e);
        stored_clear(&f);
    }
}

/* What a forest does not have is not spoken of: length-scales, a chance to fail,
 * other acquisitions than its own. */
TEST(a_forest_has_importances_but_no_length_scales)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE,
                "seed=3 method=smac initial=6 random_share=0.5 candidates=200 "
                "acquisition=pes");
    run(f.study, fails_right, 12);
    size_t n_model = 0, n_random = 0;
    for (int64_t id = 8; id <= 12; id++) {
        inlay_explanation *e = explain(&f, id);
        char *text = printed(e);
        CHECK(e->has_model && e->n_failed > 0);
        CHECK_HAS(text, "  importance\n");
        CHECK_HAS(text, "%\n");
        CHECK_HAS(text, "to be better than the best\n");
        CHECK_HAS(text, "Nearest trials (distance in ranges):\n");
        CHECK(!strstr(text, "length-scale") && !strstr(text, "nan"));
        if (e->origin == INLAY_ORIGIN_MODEL)
            CHECK_HAS(text, "The expected improvement is larger than at any");
        else
            CHECK_HAS(text, "The model had no part in choosing it.\n");
        n_model += e->origin == INLAY_ORIGIN_MODEL;
        n_random += e->origin == INLAY_ORIGIN_RANDOM;
        inlay_text_free(text);
        inlay_explanation_free(e);
    }
    CHECK(n_model >= 2 && n_model + n_random == 5);
    stored_clear(&f);
}

static json_t *parsed(const inlay_explanation *e)
{
    struct inlay_text out = {0};
    inlay_explanation_json(e, &out);
    char *text = text_of(&out);
    json_t *json = json_loads(text, 0, NULL);
    CHECK(json && !strchr(text, '\n'));
    inlay_text_free(text);
    return json;
}

TEST(json_has_the_exact_numbers)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3");
    run(f.study, mixed, 12);
    inlay_explanation *e = explain(&f, 12);
    json_t *json = parsed(e);
    const json_t *x = json_object_get(json, "x");
    const json_t *row = json_array_get(json_object_get(json, "variables"), 3);

    CHECK(json_integer_value(json_object_get(json, "id")) == 12);
    CHECK_TEXT(json_string_value(json_object_get(json, "origin")), "model");
    CHECK(json_is_true(json_object_get(json, "replays")));
    CHECK(json_number_value(json_object_get(json, "mean")) == e->at->mean);
    CHECK(json_number_value(json_object_get(json, "z")) == e->z);
    CHECK(json_number_value(json_object_get(json, "y")) == e->trial->value);
    CHECK(json_number_value(json_object_get(x, "r")) == e->trial->x[3].real);
    CHECK_TEXT(json_string_value(json_object_get(x, "c")), e->trial->x[2].text);
    CHECK_TEXT(json_string_value(json_object_get(row, "name")), "r");
    CHECK(json_number_value(json_object_get(row, "share")) ==
          e->relevance[3]->share);
    CHECK(json_array_size(json_object_get(json, "nearest")) == 3);
    json_decref(json);
    inlay_explanation_free(e);

    e = explain(&f, 1); /* without a model: null, not NaN */
    json = parsed(e);
    CHECK(json_is_null(json_object_get(json, "mean")));
    CHECK(json_is_null(json_object_get(json, "best")));
    json_decref(json);
    inlay_explanation_free(e);
    stored_clear(&f);
}

TEST(numbers_of_the_initial_design_are_no_importances)
{
    struct stored f;
    stored_init(&f, MIXED_SPACE, "seed=3 initial=4");
    run(f.study, mixed, 8);
    inlay_explanation *e = explain(&f, 3);
    char *text = printed(e);
    CHECK(e->has_model); /* of two trials */
    CHECK_HAS(text, "  variable  value\n");
    CHECK(!strstr(text, "importance") && !strstr(text, "%  "));
    inlay_text_free(text);
    inlay_explanation_free(e);
    stored_clear(&f);
}

TEST(chances_near_certainty_are_no_certainty)
{
    const inlay_trial t = {.id = 3, .value = NAN, .x = NULL};
    const inlay_trial none = {.value = NAN};
    const inlay_prediction nowhere = {0};
    inlay_prediction at = {1.0, 0.5, 0.001, 0.0, 1.0};
    inlay_explanation e = {.space = space_of("[]"),
                           .trial = &t,
                           .best = &none,
                           .at_best = &nowhere,
                           .has_model = true,
                           .acquisition = "ei",
                           .n_done = 2,
                           .n_failed = 1,
                           .at = &at,
                           .observed_sd = 0.8,
                           .p_better = 0.995,
                           .z = NAN,
                           .n_random = 256};
    char *text = printed(&e);
    CHECK_HAS(text, "  expected  1, give or take 0.5 (0.8 with noise)\n");
    CHECK_HAS(text, "  chances   > 99 % to be better than the best, "
                    "< 1 % not to fail\n");
    inlay_text_free(text);
    e.p_better = 0.3;
    at.p_success = 0.9;
    e.observed_sd = 0.5;
    e.replay = INLAY_REPLAY_OTHER;
    text = printed(&e);
    CHECK_HAS(text, "  expected  1, give or take 0.5\n");
    CHECK_HAS(text, "  chances   30 % to be better than the best, "
                    "90 % not to fail\n");
    CHECK_HAS(text, "pending.\nInlay would suggest something else now: ");
    inlay_text_free(text);
    at.sd = e.observed_sd = NAN;
    text = printed(&e);
    CHECK_HAS(text, "  expected  1\n");
    inlay_text_free(text);
    inlay_space_free((inlay_space *)(uintptr_t)e.space);
}

/* A value of loss and one of ms, of which less than 20 is allowed. */
static void run_limited(inlay_study *s, size_t n, double ms)
{
    inlay_error err = {0};
    for (size_t i = 0; i < n; i++) {
        inlay_trial t;
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        const double x = t.x[0].real;
        CHECK_OK(inlay_study_report(s, t.id,
                                    (double[]){(x - 0.3) * (x - 0.3), ms + x},
                                    2, NULL, &err),
                 err);
    }
}

TEST(while_no_limit_holds_nothing_is_compared_with_the_best)
{
    inlay_study *s = limited_study("[{\"name\": \"x\", \"type\": \"real\", "
                                   "\"min\": 0, \"max\": 1}]");
    inlay_explanation *e = NULL;
    inlay_error err = {0};
    run_limited(s, 9, 30.0);
    CHECK_OK(inlay_study_explain(s, 9, &e, &err), err);
    char *text = printed(e);
    CHECK(e->seeks_limits && isnan(e->gain) && isnan(e->p_better));
    CHECK_HAS(text,
              "Seeks a configuration that keeps the limits, as no trial "
              "known then kept all of\nthem. The chance that they hold is "
              "larger than at any of 256 random\nconfigurations.\n");
    CHECK_HAS(text, ", outside its limits\n  chances   ");
    CHECK_HAS(text, " to keep all limits\n");
    CHECK(!strstr(text, "improvement") && !strstr(text, "xploi"));
    CHECK(!strstr(text, "Refining") && !strstr(text, "the best"));
    inlay_text_free(text);
    json_t *json = parsed(e);
    CHECK(json_is_null(json_object_get(json, "p_better")));
    CHECK(json_is_true(json_object_get(json, "seeks_limits")));
    CHECK(json_is_null(json_object_get(json, "measures_again")));
    CHECK(json_is_false(
        json_object_get(json_object_get(json, "best"), "feasible")));
    json_decref(json);
    inlay_explanation_free(e);

    run_limited(s, 3, 10.0); /* now it holds */
    CHECK_OK(inlay_study_explain(s, 12, &e, &err), err);
    text = printed(e);
    CHECK(!e->seeks_limits && e->p_better > 0.0);
    CHECK_HAS(text, "The expected improvement is larger than at ");
    CHECK(!strstr(text, "Seeks") && !strstr(text, "outside its"));
    inlay_text_free(text);
    inlay_explanation_free(e);
    inlay_study_free(s);
}

#ifdef INLAY_FAILING_MEM
static const inlay_explanation *the_explanation;

static inlay_status try_printing(void)
{
    struct inlay_text page = {0};
    char *text = NULL;

    inlay_explanation_print(the_explanation, &page);
    const inlay_status st = inlay_text_end(&page, &text, NULL);
    inlay_text_free(text);
    return st;
}

TEST(each_allocation_that_fails_is_told)
{
    struct stored f;
    stored_init(&f, SMALL_SPACE, "seed=3 initial=2");
    run(f.study, small, 3);
    inlay_explanation *e = explain(&f, 3);
    the_explanation = e;
    check_oom(try_printing, __FILE__, __LINE__);
    inlay_explanation_free(e);
    stored_clear(&f);
}
#endif
