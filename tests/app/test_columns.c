#include "check.h"

#include "../study/study_fixture.h"
#include "app/exchange/columns.h"
#include "base/text.h"

static const char SPACE[] =
    "[{\"name\": \"n\", \"type\": \"boolean\"},"
    " {\"name\": \"inlay:n\", \"type\": \"boolean\"},"
    " {\"name\": \"state\", \"type\": \"boolean\"},"
    " {\"name\": \"metrics.acc\", \"type\": \"boolean\"}]";

static struct inlay_outputs outputs_of(const char *const *names, size_t n)
{
    struct inlay_outputs outputs = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_outputs_init(&outputs, &err), err);
    for (size_t i = 0; i < n; i++) {
        const inlay_output output = {
            names[i], i == 0 ? INLAY_GOAL_MINIMIZE : INLAY_GOAL_NONE, -INFINITY,
            i == 0 ? INFINITY : 1.0};
        CHECK_OK(inlay_outputs_add(&outputs, &output, &err), err);
    }
    return outputs;
}

static void check_metric(const struct inlay_columns *c, const char *metric,
                         const char *want)
{
    struct inlay_text name = {0};
    inlay_columns_add_metric(c, metric, &name);
    CHECK_TEXT(inlay_text_view(&name), want);
    const struct inlay_column found = inlay_columns_find(c, name.bytes);
    CHECK(found.is == INLAY_COLUMN_METRIC);
    CHECK_TEXT(found.metric, metric);
    inlay_text_clear(&name);
}

static void check_find(const struct inlay_columns *c, const char *name,
                       enum inlay_column_kind kind, size_t i)
{
    const struct inlay_column found = inlay_columns_find(c, name);
    CHECK(found.is == kind && found.i == i);
}

/* Each name that is given is found again as what it was given for. */
TEST(no_two_columns_have_one_name)
{
    static const char *const names[] = {"n", "inlay:inlay:n", "state",
                                        "inlay:state", "metrics.x"};
    inlay_space *space = space_of(SPACE);
    struct inlay_outputs outputs = outputs_of(names, LEN(names));
    struct inlay_columns *c = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_columns_new(space, &outputs, &c, &err), err);
    CHECK_TEXT(inlay_columns_output(c, 0), "inlay:inlay:inlay:n");
    CHECK_TEXT(inlay_columns_output(c, 1), "inlay:inlay:n");
    CHECK_TEXT(inlay_columns_output(c, 2), "inlay:inlay:state");
    CHECK_TEXT(inlay_columns_ours(c, INLAY_OUR_ID), "id");
    CHECK_TEXT(inlay_columns_ours(c, INLAY_OUR_STATE),
               "inlay:inlay:inlay:state");
    for (size_t i = 0; i < LEN(names); i++)
        check_find(c, inlay_columns_output(c, i), INLAY_COLUMN_OUTPUT, i);
    for (size_t i = 0; i < INLAY_N_OURS; i++)
        check_find(c, inlay_columns_ours(c, i), INLAY_COLUMN_OURS, i);
    check_find(c, "inlay:n", INLAY_COLUMN_VARIABLE, 1);
    check_metric(c, "acc", "inlay:metrics.acc");
    check_metric(c, "x", "inlay:metrics.x");
    check_metric(c, "y", "metrics.y");
    check_metric(c, "", "metrics.");
    check_metric(c, "inlay:metrics.y", "metrics.inlay:metrics.y");
    check_find(c, "rate", INLAY_COLUMN_UNKNOWN, 0);
    inlay_columns_free(c);
    inlay_outputs_clear(&outputs);
    inlay_space_free(space);
}

/* Of a table of a study in which "id" was a variable. */
TEST(a_prefix_that_is_not_needed_does_no_harm)
{
    inlay_space *space = space_of(SPACE);
    struct inlay_columns *c = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_columns_new(space, NULL, &c, &err), err);
    check_find(c, "inlay:inlay:id", INLAY_COLUMN_OURS, INLAY_OUR_ID);
    check_find(c, "inlay:inlay:n", INLAY_COLUMN_UNKNOWN, 0);
    CHECK_TEXT(inlay_columns_output(c, 0), "value");
    CHECK(inlay_columns_our("value") == INLAY_OUR_VALUE);
    CHECK(inlay_columns_our("inlay:id") == INLAY_N_OURS);
    inlay_columns_free(c);
    inlay_space_free(space);
}

OOM_TEST(names_of_columns_fit_or_are_refused)
{
    inlay_space *space = NULL;
    struct inlay_columns *c = NULL;
    inlay_status st = inlay_space_parse(SPACE, strlen(SPACE), &space, NULL);
    if (st == INLAY_OK)
        st = inlay_columns_new(space, NULL, &c, NULL);
    inlay_columns_free(c);
    inlay_space_free(space);
    return st;
}
