/*
 * test_spec.c: what a study is, to JSON and back.
 */
#include "study_fixture.h"

#include "study/spec.h"

TEST(parsing_what_was_printed_gives_the_same_space_and_options)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE), *again = NULL;
    inlay_options *options = options_of(
        "seed=9007199254740991 jitter=1e-05 method=gp-basic noise=yes");
    inlay_options *options_again = NULL;
    char *first = NULL, *second = NULL;
    CHECK_OK(inlay_spec_print(space, options, &first, &err), err);
    CHECK_OK(inlay_spec_parse(first, &again, &options_again, &err), err);
    CHECK_OK(inlay_spec_print(again, options_again, &second, &err), err);
    CHECK_TEXT(second, first);
    CHECK_TEXT(inlay_options_get(options_again, "seed"), "9007199254740991");
    CHECK_OK(inlay_spec_check_same(space, options, again, options_again, &err),
             err);
    inlay_text_free(first);
    inlay_text_free(second);
    inlay_space_free(space);
    inlay_space_free(again);
    inlay_options_free(options);
    inlay_options_free(options_again);
}

TEST(numbers_are_options_too_and_other_keys_are_left_alone)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    inlay_options *options = NULL;
    CHECK_OK(inlay_spec_parse("{\"variables\": " SMALL_SPACE
                              ", \"seed\": 1e3, \"jitter\": 0.001, "
                              "\"command\": [\"x\"]}",
                              &space, &options, &err),
             err);
    CHECK_TEXT(inlay_options_get(options, "seed"), "1000");
    CHECK_TEXT(inlay_options_get(options, "jitter"), "0.001");
    inlay_space_free(space);
    inlay_options_free(options);
    CHECK_FAILS(inlay_spec_parse("{\"variables\": " SMALL_SPACE
                                 ", \"seed\": [7]}",
                                 &space, &options, &err),
                INLAY_EPARSE, err, "seed: is an array, not a whole number");
}

/* So a study file, which is parsed by the tool as a plan, is the same study
 * when it is parsed here. */
TEST(options_have_the_types_of_a_study_file)
{
    static const struct {
        const char *member, *message;
    } row[] = {
        {"\"seed\": \"7\"", "seed: is a string, not a whole number"},
        {"\"seed\": 7.5", "the study: 'seed' is 7.5, no whole number"},
        {"\"jitter\": null", "jitter: is null, not a number"},
        {"\"method\": 7", "method: is a number, not a string"},
        {"\"noise\": true",
         "option 'noise': 'true' is none of auto, none, yes"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        char text[400];
        inlay_error err = {0};
        inlay_space *space = NULL;
        inlay_options *options = NULL;
        snprintf(text, sizeof text, "{\"variables\": " SMALL_SPACE ", %s}",
                 row[i].member);
        const inlay_status st = inlay_spec_parse(text, &space, &options, &err);
        CHECK(st == INLAY_EPARSE || st == INLAY_EINVAL);
        CHECK_TEXT(err.msg, row[i].message);
    }
}

TEST(numbers_are_printed_as_numbers)
{
    inlay_error err = {0};
    inlay_space *space = space_of("[]");
    inlay_options *options = options_of("seed=+7 jitter=1e-5 noise=yes");
    char *text = NULL;
    CHECK_OK(inlay_spec_print(space, options, &text, &err), err);
    CHECK_TEXT(text, "{\"variables\": [],\n \"seed\": 7,\n "
                     "\"noise\": \"yes\",\n \"jitter\": 1e-05}");
    inlay_text_free(text);
    inlay_space_free(space);
    inlay_options_free(options);
}

/* Each differs from the first in one thing. */
TEST(what_differs_is_named)
{
    static const char *const spaces[] = {
        "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7}]",
        "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":8}]",
        "[{\"name\":\"j\",\"type\":\"integer\",\"min\":1,\"max\":7}]",
        ("[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7,"
         "\"scale\":\"log\"}]"),
        "[{\"name\":\"k\",\"type\":\"real\",\"min\":1,\"max\":7}]",
        "[{\"name\":\"k\",\"type\":\"ordinal\",\"values\":[1,7]}]",
    };
    inlay_error err = {0};
    inlay_space *first = space_of(spaces[0]);
    inlay_options *options = options_of("");
    for (size_t i = 1; i < LEN(spaces); i++) {
        inlay_space *other = space_of(spaces[i]);
        CHECK(inlay_spec_check_same(first, options, other, options, &err) ==
              INLAY_EINVAL);
        CHECK(strncmp(err.msg, "variable 1 ('k') is not as it was", 33) == 0);
        inlay_space_free(other);
    }
    inlay_space *two =
        space_of("[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7},"
                 "{\"name\":\"b\",\"type\":\"boolean\"}]");
    CHECK_FAILS(inlay_spec_check_same(first, options, two, options, &err),
                INLAY_EINVAL, err,
                "2 variables instead of the 1 the study began with: take "
                "another store");
    inlay_space_free(two);
    inlay_space_free(first);
    inlay_options_free(options);
}
