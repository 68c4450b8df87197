#include "check.h"

#include "../study/study_fixture.h"
#include "app/exchange/told.h"
#include "limited_fixture.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1}]";

TEST(a_second_result_is_refused_with_the_first)
{
    inlay_study *s = study_of(SPACE, "");
    inlay_error err = {0};
    inlay_trial t;
    for (int i = 0; i < 2; i++)
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
    CHECK_OK(inlay_told_end(s, 1, inlay_outcome_of(0.1, NULL, NULL), &err),
             err);
    CHECK_OK(inlay_told_end(s, 2, inlay_outcome_of(0.0, "no luck", NULL), &err),
             err);
    CHECK_FAILS(inlay_told_end(s, 1, inlay_outcome_of(3.0, NULL, NULL), &err),
                INLAY_ESTATE, err, "trial 1 already has a result: 0.1");
    CHECK_FAILS(inlay_told_end(s, 2, inlay_outcome_of(3.0, NULL, NULL), &err),
                INLAY_ESTATE, err,
                "trial 2 already has a result: it failed (no luck)");
    CHECK_FAILS(inlay_told_end(s, 3, inlay_outcome_of(3.0, NULL, NULL), &err),
                INLAY_ESTATE, err,
                "trial 3 does not exist; the study has trials 1 to 2");
    inlay_study_free(s);
}

TEST(numbers_that_are_not_finite_are_values_too)
{
    double y = 0.0;

    CHECK(inlay_told_number("-2.5e1", &y) && y == -25.0);
    CHECK(inlay_told_number("NaN", &y) && isnan(y));
    CHECK(inlay_told_number("-Infinity", &y) && y == -INFINITY);
    CHECK(inlay_told_number("+inf", &y) && y == INFINITY);
    CHECK(!inlay_told_number("0,5", &y) && !inlay_told_number("", &y));
}

TEST(metrics_are_an_object)
{
    struct inlay_text out = {0};
    inlay_error err = {0};

    CHECK_OK(inlay_told_parse_metrics(NULL, "m", &out, &err), err);
    CHECK_OK(inlay_told_parse_metrics("", "m", &out, &err), err);
    CHECK(out.n == 0);
    CHECK_OK(inlay_told_parse_metrics("{\"a\":1.50}", "m", &out, &err), err);
    CHECK_TEXT(out.bytes, "{\"a\": 1.5}");
    CHECK_FAILS(inlay_told_parse_metrics("[1]", "m", &out, &err), INLAY_EINVAL,
                err, "m: must be a JSON object, not an array");
    CHECK_FAILS(inlay_told_parse_metrics("{", "m", &out, &err), INLAY_EPARSE,
                err, "m: '{' is not a JSON object");
    inlay_text_clear(&out);
}

/* One number says nothing of the other outputs; nothing is recorded. */
TEST(one_number_is_no_result_of_several_outputs)
{
    inlay_study *s = limited_study(SPACE);
    inlay_error err = {0};
    CHECK_FAILS(inlay_told_check_alone(s, &err), INLAY_EINVAL, err,
                "the result is one number, but the study has 2 outputs (loss, "
                "ms): give an object with a value for each, such as {\"loss\": "
                "1, ...}");
    inlay_study_free(s);
    s = study_of(SPACE, "");
    CHECK_OK(inlay_told_check_alone(s, &err), err);
    inlay_study_free(s);
}
