#include "check.h"

#include <math.h>

#include "../study/study_fixture.h"
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

/* Feasible ones by the goal, before others by how far they are from their limits. */
TEST(the_best_of_a_list_is_that_of_a_history)
{
    static const struct {
        enum inlay_listed_state state;
        double y, violation;
        bool is_outside;
        int64_t best_low, best_high; /* so far, to be minimized and maximized */
    } row[] = {
        {INLAY_LISTED_FAILED, NAN, 0.0, false, 0, 0},
        {INLAY_LISTED_DONE, 1.0, 0.5, false, 2, 2},
        {INLAY_LISTED_DONE, 9.0, 0.2, false, 3, 3},
        {INLAY_LISTED_DONE, 5.0, 0.0, false, 4, 4},
        {INLAY_LISTED_DONE, 5.0, 0.0, false, 4,
         4}, /* the first of equal ones */
        {INLAY_LISTED_DONE, 4.0, 0.0, false, 6, 4},
        {INLAY_LISTED_DONE, 7.0, 0.0, false, 6, 7},
        {INLAY_LISTED_DONE, 3.0, 0.0, true, 6, 7},
        {INLAY_LISTED_DISCARDED, 3.0, 0.0, false, 6, 7},
        {INLAY_LISTED_DONE, 0.0, 0.1, false, 6, 7},
        {INLAY_LISTED_DONE, NAN, 0.0, false, 6, 7},
    };
    inlay_options *low = options_of("goal=minimize"),
                  *high = options_of("goal=maximize");
    struct inlay_listed_best least = {0}, most = {0};
    for (size_t i = 0; i < LEN(row); i++) {
        const struct inlay_listed t = {.id = (int64_t)i + 1,
                                       .state = row[i].state,
                                       .y = row[i].y,
                                       .violation = row[i].violation,
                                       .is_outside = row[i].is_outside};
        const bool took = inlay_listed_take_best(&least, low, &t);
        inlay_listed_take_best(&most, high, &t);
        CHECK(took == (least.id == t.id));
        CHECK(least.id == row[i].best_low && most.id == row[i].best_high);
    }
    inlay_options_free(low);
    inlay_options_free(high);
}
