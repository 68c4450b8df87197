/*
 * test_line.c: others' texts made harmless, columns counted, lines cut.
 */
#include "check.h"

#include "app/screen/line.h"
#include "base/rng.h"

/* Made harmless; the caller clears. */
static struct inlay_text harmless(const char *s, size_t n, bool has_utf8)
{
    struct inlay_text line = {0};

    inlay_line_add_harmless(&line, s, n, has_utf8);
    inlay_text_add(&line, "");
    return line;
}

static void check_harmless(const char *s, bool has_utf8, const char *want)
{
    struct inlay_text line = harmless(s, strlen(s), has_utf8);

    CHECK_TEXT(line.bytes, want);
    inlay_text_clear(&line);
}

static void check_cut(const char *s, size_t width, bool has_utf8,
                      const char *want)
{
    struct inlay_text line = {0};

    inlay_line_add_cut(&line, s, strlen(s), width, has_utf8);
    CHECK_TEXT(line.bytes, want);
    inlay_text_clear(&line);
}

TEST(what_is_harmless_stays)
{
    check_harmless("learning rate = 0.1", true, "learning rate = 0.1");
    check_harmless("größe 日本 😀", true, "größe 日本 😀");
}

TEST(controls_are_question_marks_and_escapes_are_gone)
{
    check_harmless("a\nb\rc\bd\x7f", true, "a?b?c?d?");
    check_harmless("tab\there", true, "tab here");
    check_harmless("\033[31mred\033[0m", true, "red");
    check_harmless("\033[2J\033[10;3Hgone", true, "gone");
    check_harmless("\033]0;title\x07text", true, "text");
    check_harmless("\033]0;title\033\\text", true, "text");
    check_harmless("end\033", true, "end");
    check_harmless("end\033[", true, "end");
    check_harmless("end\033[3", true, "end");
    check_harmless("\xc2\x9b"
                   "2J",
                   true, "?2J"); /* CSI in one letter */
    check_harmless("a\xe2\x80\xae"
                   "b",
                   true, "a?b"); /* right to left */
    check_harmless("a\xe2\x80\xa8"
                   "b",
                   true, "a?b"); /* line separator */
}

TEST(bytes_that_are_no_utf8_are_question_marks)
{
    check_harmless("a\xff"
                   "b",
                   true, "a?b");
    check_harmless("\xc3", true, "?");
    check_harmless("\xe2\x82", true, "??");
    check_harmless("\xc0\xaf", true, "??");           /* overlong */
    check_harmless("\xed\xa0\x80", true, "???");      /* a surrogate */
    check_harmless("\xf4\x90\x80\x80", true, "????"); /* above 10FFFF */
}

TEST(without_utf8_a_letter_beyond_ascii_is_one_question_mark)
{
    check_harmless("größe 日😀", false, "gr??e ??");
}

TEST(random_bytes_become_one_line_of_utf8_without_controls)
{
    struct inlay_rng rng = inlay_rng_seed(5);

    for (int rep = 0; rep < 2000; rep++) {
        char bytes[24], again[64] = "";
        const size_t n = inlay_rng_below(&rng, sizeof bytes + 1);

        for (size_t i = 0; i < n; i++)
            bytes[i] = (char)(1 + inlay_rng_below(&rng, 255));
        struct inlay_text line = harmless(bytes, n, true);
        for (size_t i = 0; i < line.n; i++)
            CHECK((unsigned char)line.bytes[i] >= 0x20 &&
                  line.bytes[i] != 0x7f);
        CHECK(line.n < sizeof again);
        memcpy(again, line.bytes, line.n);
        check_harmless(again, true, line.bytes); /* a projection */
        inlay_text_clear(&line);
    }
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
        CHECK(inlay_line_columns(row[i].s, strlen(row[i].s)) == row[i].columns);
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

TEST(values_have_six_digits)
{
    static const struct {
        double v;
        const char *want;
    } row[] = {
        {0.25, "0.25"},           {1.0 / 3.0, "0.333333"}, {-0.0, "0"},
        {1234567, "1.23457e+06"}, {-1e-300, "-1e-300"},
    };

    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_text line = {0};

        inlay_line_add_value(&line, row[i].v);
        CHECK_TEXT(line.bytes, row[i].want);
        inlay_text_clear(&line);
    }
}

static inlay_space *mixed_space(void)
{
    static const char json[] =
        "[{\"name\": \"rate\\n\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        " {\"name\": \"n\", \"type\": \"integer\", \"min\": 1, \"max\": "
        "9007199254740991},"
        " {\"name\": \"drop\", \"type\": \"ordinal\", \"values\": [0, 0.1]},"
        " {\"name\": \"act\", \"type\": \"categorical\", \"values\": "
        "[\"re\\tlu\", \"ü\"]},"
        " {\"name\": \"bias\", \"type\": \"boolean\"}]";
    inlay_space *space = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    return space;
}

static void add_mixed(struct inlay_text *line)
{
    static const inlay_value x[] = {
        {INLAY_REAL, 1.0 / 3.0, 0, NULL},
        {INLAY_INTEGER, 9007199254740991.0, 9007199254740991, NULL},
        {INLAY_ORDINAL, 0.1, 1, NULL},
        {INLAY_CATEGORICAL, 0.0, 0, "re\tlu"},
        {INLAY_BOOLEAN, 1.0, 1, "true"},
    };
    inlay_space *space = mixed_space();

    inlay_line_add_configuration(line, space, x, true);
    inlay_space_free(space);
}

TEST(a_configuration_is_names_and_values)
{
    struct inlay_text line = {0};

    add_mixed(&line);
    CHECK_TEXT(line.bytes, "rate?=0.333333 n=9007199254740991 drop=0.1 "
                           "act=re lu bias=true");
    inlay_text_clear(&line);
}

OOM_TEST(a_line_without_memory_is_an_error)
{
    struct inlay_text line = {0};
    inlay_error err = {0};

    inlay_line_add_cut(&line, "abc", 3, 2, true);
    const inlay_status st = inlay_text_status(&line, &err);
    CHECK(st == INLAY_OK || err.msg[0] != '\0');
    inlay_text_clear(&line);
    return st;
}
