#include "check.h"

#include <math.h>

#include "app/exchange/listed.h"

TEST(words_of_other_tools_are_states_too)
{
    for (int i = 0; i <= INLAY_LISTED_FAILED; i++)
        CHECK(inlay_listed_find(inlay_listed_names[i]) == i);
    CHECK(inlay_listed_find("COMPLETE") == INLAY_LISTED_DONE);
    CHECK(inlay_listed_find("pruned") == INLAY_LISTED_FAILED);
    CHECK(inlay_listed_find("waiting") == INLAY_LISTED_PENDING);
    CHECK(inlay_listed_find("odd") == -1 && inlay_listed_find("") == -1);
}

/* What has the name of an output but is not its value says something else. */
TEST(metrics_are_what_is_not_told_as_a_value)
{
    static inlay_output list[] = {
        {"loss", INLAY_GOAL_MINIMIZE, -INFINITY, INFINITY},
        {"ms", INLAY_GOAL_NONE, -INFINITY, 20.0}};
    static char loss[] = "loss", ms[] = "ms", *names[] = {loss, ms};
    static const struct inlay_outputs outputs = {
        .at = list, .name = names, .n = 2};
    static const struct {
        double ms;
        const char *metrics, *want;
    } row[] = {
        {3.0, "{\"ms\": 3, \"m\": 1}", "{\"m\":1}"},
        {3.0, "{\"ms\": 3}", NULL},
        {NAN, "{\"ms\": \"slow\"}", "{\"ms\":\"slow\"}"},
        {NAN, NULL, NULL},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        const double values[] = {1.0, row[i].ms};
        const struct inlay_listed t = {.values = values,
                                       .metrics = row[i].metrics};
        json_t *json = NULL;
        inlay_error err = {0};
        CHECK_OK(inlay_listed_metrics(&t, &outputs, &json, &err), err);
        char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
        CHECK(!text == !row[i].want);
        if (text)
            CHECK_TEXT(text, row[i].want);
        free(text);
        json_decref(json);
    }
}
