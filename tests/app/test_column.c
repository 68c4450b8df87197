/*
 * test_column.c: what people read, in columns.
 */
#include "check.h"

#include "app/column.h"

#define CHECK_PADDED(call, want)                                               \
    do {                                                                       \
        struct inlay_text text_ = {0};                                         \
        inlay_error err_ = {0};                                                \
        CHECK_OK(call, err_);                                                  \
        CHECK_TEXT(text_.bytes, want);                                         \
        inlay_text_clear(&text_);                                              \
    } while (0)

TEST(columns_are_counted_in_characters)
{
    CHECK(inlay_column_width("") == 0 && inlay_column_width("abc") == 3);
    CHECK(inlay_column_width("größe €") == 7);
    CHECK_PADDED(inlay_column_left(&text_, "ä", 3, &err_), "ä  ");
    CHECK_PADDED(inlay_column_right(&text_, "ä", 3, &err_), "  ä");
    CHECK_PADDED(inlay_column_right(&text_, "long", 3, &err_), "long");
}

TEST(a_control_character_does_not_reach_the_terminal)
{
    CHECK_PADDED(inlay_column_left(&text_, "a\033[31m\n\tb\177", 0, &err_),
                 "a?[31m??b?");
}

TEST(numbers_have_four_digits)
{
    CHECK_TEXT(inlay_column_number(0.123456).text, "0.1235");
    CHECK_TEXT(inlay_column_number(-1e-20).text, "-1e-20");
    CHECK_TEXT(inlay_column_number(NAN).text, "-");
}

TEST(a_percentage_is_0_or_100_only_where_it_is)
{
    CHECK_TEXT(inlay_column_percent(0.0).text, "0 %");
    CHECK_TEXT(inlay_column_percent(1e-9).text, "< 1 %");
    CHECK_TEXT(inlay_column_percent(0.126).text, "13 %");
    CHECK_TEXT(inlay_column_percent(0.999).text, "> 99 %");
    CHECK_TEXT(inlay_column_percent(1.0).text, "100 %");
    CHECK_TEXT(inlay_column_percent(NAN).text, "-");
}

TEST(values_are_as_their_type)
{
    const inlay_value real = inlay_real(0.1234567);
    const inlay_value integer = inlay_integer(INT64_MIN);
    const inlay_value ordinal = inlay_ordinal(0.1234567);
    const inlay_value category = inlay_category("relu");

    CHECK_TEXT(inlay_column_value(&real).text, "0.12346");
    CHECK_TEXT(inlay_column_value(&integer).text, "-9223372036854775808");
    CHECK_TEXT(inlay_column_value(&ordinal).text, "0.1234567");
    CHECK_TEXT(inlay_column_value(&category).text, "relu");
}

TEST(one_is_singular)
{
    CHECK_TEXT(inlay_column_count(0, "trial").text, "0 trials");
    CHECK_TEXT(inlay_column_count(1, "trial").text, "1 trial");
    CHECK_TEXT(inlay_column_count(12, "trial").text, "12 trials");
}

OOM_TEST(padding_tells_that_memory_is_out)
{
    struct inlay_text text = {0};
    const inlay_status st = inlay_column_right(&text, "x", 200, NULL);

    inlay_text_clear(&text);
    return st;
}
