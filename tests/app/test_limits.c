/*
 * test_limits.c: limits of outputs, and how far values are from them, in words;
 * and the pages of a study that has some.
 */
#include "stored_fixture.h"

#include <jansson.h>

#include "app/pages/audit.h"
#include "app/pages/best.h"
#include "app/pages/explain.h"
#include "app/screen/limits.h"
#include "study/tell.h"

static inlay_output output(const char *name, double min, double max)
{
    return (inlay_output){name, INLAY_GOAL_NONE, min, max};
}

static void check_margin(inlay_output o, double v, const char *words)
{
    struct inlay_text text = {0};
    inlay_limits_add_margin(&text, &o, v);
    CHECK_TEXT(inlay_text_view(&text), words);
    inlay_text_clear(&text);
}

static void check_range(inlay_output o, const char *words)
{
    struct inlay_text text = {0};
    inlay_limits_add_range(&text, &o);
    CHECK_TEXT(inlay_text_view(&text), words);
    inlay_text_clear(&text);
}

TEST(limits_and_margins_are_words)
{
    const inlay_output max = output("t", -INFINITY, 20.0),
                       min = output("a", 0.9, INFINITY),
                       both = output("b", -1.0, 3.0),
                       none = output("c", -INFINITY, INFINITY);
    check_range(max, "at most 20");
    check_range(min, "at least 0.9");
    check_range(both, "-1 to 3");
    check_range(none, "none");
    check_margin(max, 19.25, "within by 0.75");
    check_margin(max, 20.0, "just within");
    check_margin(max, 22.5, "2.5 too high");
    check_margin(min, 0.4, "0.5 too low");
    check_margin(both, 2.5, "within by 0.5");
    check_margin(both, -0.5, "within by 0.5");
    check_margin(both, 4.0, "1 too high");
    check_margin(max, NAN, "not known");
    check_margin(none, 1.0, "");
    CHECK(inlay_limits_margin(&both, -3.0) == -2.0);
    CHECK(isnan(inlay_limits_margin(&none, 1.0)));
}

static inlay_study *limited(double most)
{
    inlay_options *o = options_of("seed=2");
    inlay_error err = {0};
    inlay_space *space = space_of("[{\"name\": \"a\", \"type\": \"real\", "
                                  "\"min\": 0, \"max\": 1}]");
    inlay_study *s = NULL;
    CHECK_OK(inlay_options_add_output(o, "loss", INLAY_GOAL_MINIMIZE, -INFINITY,
                                      INFINITY, &err),
             err);
    CHECK_OK(inlay_options_add_output(o, "ms", INLAY_GOAL_NONE, -INFINITY, most,
                                      &err),
             err);
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    for (int i = 0; i <= 10; i++) {
        const inlay_value x = inlay_real(i / 10.0);
        const double v[] = {1.0 - i / 10.0, 2.0 * i + 0.25};
        CHECK_OK(inlay_study_add_report(s, &x, v, 2, NULL, NULL, &err), err);
    }
    inlay_options_free(o);
    inlay_space_free(space);
    return s;
}

TEST(broken_limits_are_listed)
{
    inlay_study *s = limited(9.0);
    const struct inlay_outputs *o = inlay_study_outputs(s);
    struct inlay_text text = {0};
    inlay_limits_add_broken(&text, o, (double[]){0.5, 9.0});
    CHECK(text.n == 0);
    inlay_limits_add_broken(&text, o, (double[]){0.5, 12.5});
    CHECK_TEXT(text.bytes, "ms=12.5 > 9");
    inlay_text_clear(&text);
    inlay_limits_add_table(&text, o, (double[]){0.5, 8.5});
    CHECK_TEXT(text.bytes, "  ms  8.5 (at most 9: within by 0.5)\n");
    inlay_text_clear(&text);
    inlay_study_free(s);
}

TEST(the_best_as_json_has_values_and_margins)
{
    inlay_study *s = limited(9.0);
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    inlay_error err = {0};
    CHECK_OK(inlay_best_write(&w, NULL, s, &err), err);
    json_t *best = json_loads(text.bytes, 0, NULL);
    CHECK(best && json_integer_value(json_object_get(best, "id")) == 5);
    CHECK(json_is_true(json_object_get(best, "feasible")));
    const json_t *values = json_object_get(best, "values"),
                 *margins = json_object_get(best, "margins");
    CHECK(json_number_value(json_object_get(values, "ms")) == 8.25);
    CHECK(json_object_size(margins) == 1);
    CHECK(json_number_value(json_object_get(margins, "ms")) == 0.75);
    json_decref(best);
    inlay_text_clear(&text);
    inlay_study_free(s);
}

TEST(explain_shows_what_was_expected_of_each_output)
{
    inlay_study *s = limited(9.0);
    inlay_error err = {0};
    inlay_explanation *e = NULL;
    struct inlay_text page = {0}, text = {0};
    CHECK_OK(inlay_study_explain(s, 0, &e, &err), err);
    inlay_explanation_print(e, &page);
    CHECK_HAS(page.bytes, "output    expected              limit");
    CHECK_HAS(page.bytes, "at most 9");
    inlay_explanation_json(e, &text);
    json_t *json = json_loads(text.bytes, 0, NULL);
    const json_t *ms = json_array_get(json_object_get(json, "outputs"), 1);
    CHECK_TEXT(json_string_value(json_object_get(ms, "name")), "ms");
    CHECK(json_number_value(json_object_get(ms, "max")) == 9.0);
    CHECK(!json_object_get(ms, "min"));
    CHECK(json_number_value(json_object_get(ms, "mean")) ==
          e->outputs[1]->at->mean);
    CHECK(json_is_null(json_object_get(ms, "value")));
    json_decref(json);
    inlay_text_clear(&text);
    inlay_text_clear(&page);
    inlay_explanation_free(e);
    inlay_study_free(s);
}

TEST(an_audit_counts_who_keeps_the_limits)
{
    inlay_study *s = limited(9.0), *tight = limited(0.125);
    inlay_error err = {0};
    inlay_audit *a = NULL;
    struct inlay_text page = {0};
    CHECK_OK(inlay_study_audit(s, &a, &err), err);
    inlay_audit_print(a, 0, &page);
    CHECK_HAS(page.bytes, "limits      5 of 11 done trials keep all of them\n"
                          "            ms (at most 9): 5 of 11 within; model ");
    inlay_audit_free(a);
    inlay_text_clear(&page);
    CHECK_OK(inlay_study_audit(tight, &a, &err), err);
    inlay_audit_print(a, 0, &page);
    CHECK_HAS(page.bytes, "limits      0 of 11 done trials keep all of them; "
                          "\"best\" is the trial that is\n"
                          "            nearest to them\n");
    inlay_audit_free(a);
    inlay_text_clear(&page);
    inlay_study_free(s);
    inlay_study_free(tight);
}
