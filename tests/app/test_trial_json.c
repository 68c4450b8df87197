#include "check.h"

#include "../study/study_fixture.h"
#include "app/exchange/trial_json.h"

static const char SPACE[] =
    "[{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1}]";

static void check_json(const struct inlay_trial_json *trial, const char *want)
{
    inlay_space *space = space_of(SPACE);
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_begin(&w, NULL, space, trial);
    inlay_json_end(&w);
    CHECK(text.st == INLAY_OK);
    CHECK_TEXT(inlay_text_view(&text), want);
    inlay_text_clear(&text);
    inlay_space_free(space);
}

TEST(a_trial_is_written_with_what_is_known_of_it)
{
    const inlay_value x = inlay_real(0.5);
    const double y = NAN, seconds = 1.25;
    const struct inlay_trial_json brief = {.id = 7, .x = &x};
    const struct inlay_trial_json whole = {
        .id = 8,
        .state = "failed",
        .x = &x,
        .y = &y,
        .why = "it \"broke\"",
        .metrics = "{\"m\": 1.50}",
        .seconds = &seconds,
        .attempts = 2,
    };

    check_json(&brief, "{\"id\": 7, \"x\": {\"a\": 0.5}}");
    check_json(&whole,
               "{\"id\": 8, \"state\": \"failed\", \"x\": {\"a\": 0.5}, "
               "\"y\": null, \"why\": \"it \\\"broke\\\"\", \"metrics\": "
               "{\"m\": 1.5}, \"seconds\": 1.25, \"attempts\": 2}");
}

TEST(metrics_that_are_no_json_make_the_text_fail)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.5);
    const struct inlay_trial_json t = {.id = 1, .x = &x, .metrics = "{"};
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_begin(&w, NULL, space, &t);
    inlay_json_end(&w);
    CHECK(text.st == INLAY_EPARSE);
    inlay_text_clear(&text);
    inlay_space_free(space);
}

TEST(a_trial_that_was_asked_is_its_number_and_its_configuration)
{
    inlay_space *space = space_of(SPACE);
    const inlay_value x = inlay_real(0.25);
    const inlay_trial asked = {.id = 3, .x = &x};
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_trial_json_write_asked(&w, space, &asked);
    CHECK_TEXT(inlay_text_view(&text), "{\"id\": 3, \"x\": {\"a\": 0.25}}");
    inlay_text_clear(&text);
    inlay_space_free(space);
}
