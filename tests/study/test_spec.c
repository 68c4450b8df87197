/*
 * test_spec.c: what a study is, to JSON and back.
 */
#include "study_fixture.h"

#include "study/spec.h"

TEST(parsing_what_was_printed_gives_the_same_space_and_options)
{
    inlay_error err = {0};
    inlay_space *space = space_of(MIXED_SPACE), *again = NULL;
    inlay_options *options =
        options_of("seed=9007199254740991 jitter=1e-05 method=basic noise=yes");
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
                              ", \"seed\": 7, \"jitter\": 0.001, "
                              "\"command\": [\"x\"]}",
                              &space, &options, &err),
             err);
    CHECK_TEXT(inlay_options_get(options, "seed"), "7");
    CHECK_TEXT(inlay_options_get(options, "jitter"), "0.001");
    inlay_space_free(space);
    inlay_options_free(options);
    CHECK_FAILS(
        inlay_spec_parse("{\"variables\": " SMALL_SPACE ", \"seed\": [7]}",
                         &space, &options, &err),
        INLAY_EPARSE, err, "option 'seed': is neither a number nor a string");
}

/* Each differs from the first in one thing. */
TEST(what_differs_is_named)
{
    static const char *const spaces[] = {
        "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7}]",
        "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":8}]",
        "[{\"name\":\"j\",\"type\":\"integer\",\"min\":1,\"max\":7}]",
        "[{\"name\":\"k\",\"type\":\"integer\",\"min\":1,\"max\":7,"
        "\"scale\":\"log\"}]",
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
