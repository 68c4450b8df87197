/*
 * test_shown.c: what messages show is short and harmless.
 */
#include "check.h"

#include "base/shown.h"

TEST(a_short_text_is_shown_as_it_is)
{
    CHECK_TEXT(inlay_shown_text("").text, "");
    CHECK_TEXT(inlay_shown_text("größe").text, "größe");
    CHECK_TEXT(inlay_shown_text("a\nb\x1b").text, "a\\nb\\x1b");
}

TEST(a_long_text_is_cut_at_a_whole_character)
{
    char text[61] = "";

    for (size_t i = 0; i < 60; i += 3)
        memcpy(text + i, "€", 3);
    const struct inlay_shown shown = inlay_shown_text(text);
    CHECK(strlen(shown.text) == 48 + 3);
    CHECK(memcmp(shown.text, text, 48) == 0);
    CHECK_TEXT(shown.text + 48, "...");
    text[48] = '\0';
    CHECK_TEXT(inlay_shown_text(text).text, text);
}

TEST(a_number_has_all_its_digits)
{
    CHECK_TEXT(inlay_shown_number(0.1).text, "0.1");
    CHECK_TEXT(inlay_shown_number(1.0 + 0x1p-52).text, "1.0000000000000002");
    CHECK_TEXT(inlay_shown_number(-NAN).text, "nan");
    CHECK_TEXT(inlay_shown_number(-INFINITY).text, "-inf");
}

TEST(a_guess_is_a_question_or_nothing)
{
    char text[100] = "";

    memset(text, 'a', sizeof text - 1);
    CHECK_TEXT(inlay_shown_guess(NULL).text, "");
    CHECK_TEXT(inlay_shown_guess("rate").text, "; did you mean 'rate'?");
    const struct inlay_shown cut = inlay_shown_guess(text);
    CHECK_TEXT(cut.text + strlen(cut.text) - 6, "a...'?");
}
