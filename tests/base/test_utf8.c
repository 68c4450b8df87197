/*
 * test_utf8.c: every character, and what is none.
 */
#include "check.h"

#include "base/utf8.h"

/* RFC 3629, section 3; returns the number of bytes. */
static size_t encode(uint32_t code, char s[4])
{
    const size_t size = code < 0x80      ? 1
                        : code < 0x800   ? 2
                        : code < 0x10000 ? 3
                                         : 4;
    static const unsigned char mark[] = {0, 0, 0xC0, 0xE0, 0xF0};

    for (size_t i = size; i-- > 1; code >>= 6)
        s[i] = (char)(0x80 | (code & 0x3F));
    s[0] = (char)(mark[size] | code);
    return size;
}

TEST(all_characters_and_no_others_read_back)
{
    for (uint32_t code = 0; code < 0x120000; code++) {
        const bool is_one =
            code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
        char s[4];
        uint32_t again = UINT32_MAX;
        const size_t size = encode(code, s);

        CHECK(inlay_utf8_next(s, 4, &again) == (is_one ? size : 0));
        CHECK(again == (is_one ? code : UINT32_MAX));
        CHECK(inlay_utf8_next(s, size - 1, &again) == 0); /* cut */
    }
}

TEST(bytes_that_are_no_character_are_told)
{
    static const char *const none[] = {
        "\x80",     /* goes on with nothing */
        "\xC0\xAF", /* overlong '/' */
        "\xC1\xBF",
        "\xE0\x9F\xBF",
        "\xF0\x8F\xBF\xBF",
        "\xED\xA0\x80",     /* a surrogate */
        "\xF4\x90\x80\x80", /* U+110000 */
        "\xF8\x88\x80\x80",
        "\xFF",
        "\xC3",
        "\xC3(",
        "\xE6\xBC",
        "\xF0\x9F\x99",
        "a\xC3",
        "\xC3\xBC\xBC",
    };

    for (size_t i = 0; i < LEN(none); i++)
        CHECK(!inlay_utf8_is_valid(none[i]));
    CHECK(inlay_utf8_is_valid(""));
    CHECK(inlay_utf8_is_valid("a\xC3\xBC\xE6\xBC\xA2\xF0\x9F\x99\x82\x01"));
}

TEST(a_cut_keeps_whole_characters)
{
    CHECK(inlay_utf8_whole("", 3) == 0);
    CHECK(inlay_utf8_whole("abc", 3) == 3);
    CHECK(inlay_utf8_whole("abcd", 3) == 3);
    CHECK(inlay_utf8_whole("a\xE2\x82\xAC", 4) == 4);
    CHECK(inlay_utf8_whole("a\xE2\x82\xAC", 3) == 1);
    CHECK(inlay_utf8_whole("a\xE2\x82\xAC", 2) == 1);
    CHECK(inlay_utf8_whole("a\xE2\x82\xAC", 1) == 1);
    CHECK(inlay_utf8_whole("\xE2\x82\xAC", 2) == 0);
}

TEST(a_range_has_its_ends)
{
    static const struct inlay_utf8_range ranges[] = {{2, 3}, {7, 7}};

    for (uint32_t code = 0; code < 10; code++)
        CHECK(inlay_utf8_is_among(code, ranges, LEN(ranges)) ==
              (code == 2 || code == 3 || code == 7));
}
