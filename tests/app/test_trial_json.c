#include "check.h"

#include "../study/study_fixture.h"
#include "app/exchange/trial_json.h"
#include "terms_fixture.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1}]";

TEST(a_trial_is_written_with_what_is_known_of_it)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.5);
    const struct inlay_listed trial = {
        .id = 8,
        .state = INLAY_LISTED_FAILED,
        .x = &x,
        .y = NAN,
        .variance = NAN,
        .why = "it \"broke\"",
        .metrics = "{\"m\": 1.50}",
        .seconds = 1.25,
        .n_starts = 2,
    };
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_write(&w, terms_of(space), &trial);
    CHECK(text.st == INLAY_OK);
    CHECK_TEXT(inlay_text_view(&text),
               "{\"id\": 8, \"state\": \"failed\", \"x\": {\"a\": 0.5}, "
               "\"y\": null, \"why\": \"it \\\"broke\\\"\", \"metrics\": "
               "{\"m\": 1.5}, \"seconds\": 1.25, \"attempts\": 2}");
    inlay_text_clear(&text);
    inlay_space_free(space);
}

TEST(a_failure_without_a_reason_has_an_empty_one)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.5);
    const struct inlay_listed t = {.id = 2,
                                   .state = INLAY_LISTED_FAILED,
                                   .x = &x,
                                   .y = NAN,
                                   .variance = NAN,
                                   .seconds = NAN};
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_write(&w, terms_of(space), &t);
    CHECK_TEXT(inlay_text_view(&text),
               "{\"id\": 2, \"state\": \"failed\", \"x\": {\"a\": 0.5}, "
               "\"y\": null, \"why\": \"\"}");
    inlay_text_clear(&text);
    inlay_space_free(space);
}

TEST(metrics_that_are_no_json_make_the_text_fail)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.5);
    const struct inlay_listed t = {.id = 1, .x = &x, .metrics = "{"};
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_write(&w, terms_of(space), &t);
    CHECK(text.st == INLAY_EPARSE);
    inlay_text_clear(&text);
    inlay_space_free(space);
}

TEST(an_object_of_a_trial_can_be_continued)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.25);
    const inlay_trial asked = {.id = 3, .x = &x};
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_begin(&w, NULL, space, &asked);
    inlay_json_write_number(&w, "y", 1.0);
    inlay_json_end(&w);
    CHECK_TEXT(inlay_text_view(&text),
               "{\"id\": 3, \"x\": {\"a\": 0.25}, \"y\": 1}");
    inlay_text_clear(&text);
    inlay_space_free(space);
}

TEST(a_variance_stands_after_the_value)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.5);
    const struct inlay_listed t = {.id = 2,
                                   .state = INLAY_LISTED_DONE,
                                   .x = &x,
                                   .y = 0.25,
                                   .variance = 0.0,
                                   .seconds = NAN};
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_write(&w, terms_of(space), &t);
    CHECK_TEXT(inlay_text_view(&text),
               "{\"id\": 2, \"state\": \"done\", \"x\": {\"a\": 0.5}, "
               "\"y\": 0.25, \"variance\": 0}");
    inlay_text_clear(&text);
    inlay_space_free(space);
}
