/*
 * test_column.c: what people read, in columns.
 */
#include "check.h"

#include "app/screen/column.h"

static void check_page(struct inlay_text *page, const char *want)
{
    char *text = NULL;
    CHECK(inlay_text_end(page, &text, NULL) == INLAY_OK);
    CHECK_TEXT(text, want);
    inlay_text_free(text);
}

TEST(columns_are_padded)
{
    struct inlay_text page = {0};
    inlay_column_left(&page, "ä", 3);
    inlay_text_add(&page, "|");
    inlay_column_right(&page, "ä", 3);
    inlay_text_add(&page, "|");
    inlay_column_right(&page, "long", 3);
    check_page(&page, "ä  |  ä|long");
}

TEST(a_control_character_does_not_reach_the_terminal)
{
    struct inlay_text page = {0};
    inlay_text_add(&page, "a line\n");
    inlay_column_left(&page, "a\033[31m\n\tb\177", 0);
    check_page(&page, "a line\na\\x1b[31m\\n\\tb\\x7f");
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

TEST(json_has_neither_nan_nor_broken_utf8)
{
    json_t *json = inlay_column_json_number(NAN);
    CHECK(json_is_null(json));
    json_decref(json);
    json = inlay_column_json_number(0.1);
    CHECK(json_real_value(json) == 0.1);
    json_decref(json);
    json = inlay_column_json_text("\xFFx\xC3\xA4");
    CHECK_TEXT(json_string_value(json), "\xEF\xBF\xBDx\xC3\xA4");
    json_decref(json);
}
