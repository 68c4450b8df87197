/*
 * test_width.c: columns counted, lines cut.
 */
#include "check.h"

#include "base/width.h"

static void check_cut(const char *s, size_t width, bool has_utf8,
                      const char *want)
{
    struct inlay_text line = {0};

    inlay_width_add_cut(&line, s, strlen(s), width, has_utf8);
    CHECK_TEXT(inlay_text_view(&line), want);
    inlay_text_clear(&line);
}

TEST(columns_are_those_of_a_terminal)
{
    static const struct {
        const char *s;
        size_t columns;
    } row[] = {
        {"", 0},          {"abc", 3}, {"größe", 5}, {"日本", 4},
        {"e\xcc\x81", 1}, {"😀", 2},   {"▁█", 2},    {"\033[1mab\033[0m", 2},
        {"한", 2},
    };

    for (size_t i = 0; i < LEN(row); i++)
        CHECK(inlay_width(row[i].s) == row[i].columns);
}

TEST(a_line_is_cut_with_an_ellipsis)
{
    check_cut("abcdef", 6, true, "abcdef");
    check_cut("abcdef", 5, true, "abcd…");
    check_cut("abcdef", 5, false, "ab...");
    check_cut("abcdef", 2, false, "ab");
    check_cut("abcdef", 0, true, "");
    check_cut("日本語", 5, true, "日本…");
    check_cut("日本語", 4, true, "日…"); /* not half a letter */
    check_cut("\033[1mabcdef\033[0m", 3, true, "\033[1mab\033[0m…");
}

TEST(what_fits_is_whole_characters)
{
    check_cut("é✓a", 2, false, "é✓");
    check_cut("é✓a", 0, false, "");
    check_cut("é✓a", 9, false, "é✓a");
    check_cut("日本", 1, false, "");
}

TEST(rows_are_those_of_a_terminal)
{
    CHECK(inlay_width_rows("", 0, 3) == 1);
    CHECK(inlay_width_rows("abc", 3, 3) == 1);
    CHECK(inlay_width_rows("abcd", 4, 3) == 2);
    CHECK(inlay_width_rows("日本", 6, 3) == 2); /* none spans two rows */
    CHECK(inlay_width_rows("日本", 6, 1) == 1); /* none fits */
}

OOM_TEST(a_line_without_memory_is_an_error)
{
    struct inlay_text line = {0};
    inlay_error err = {0};

    inlay_width_add_cut(&line, "abc", 3, 2, true);
    const inlay_status st = inlay_text_status(&line, &err);
    CHECK(st == INLAY_OK || err.msg[0] != '\0');
    inlay_text_clear(&line);
    return st;
}
