/*
 * test_harmless.c: hostile text does not reach a terminal.
 */
#include "check.h"

#include "base/harmless.h"
#include "base/rng.h"

/* Made harmless; the caller clears. */
static struct inlay_text harmless(const char *s, size_t n, unsigned how)
{
    struct inlay_text line = {0};

    inlay_harmless_add_bytes(&line, s, n, how);
    return line;
}

static void check_harmless(const char *s, unsigned how, const char *want)
{
    struct inlay_text line = harmless(s, strlen(s), how);

    CHECK_TEXT(inlay_text_view(&line), want);
    inlay_text_clear(&line);
}

static void check_escaped(const char *s, const char *want)
{
    check_harmless(s, INLAY_HARMLESS_ESCAPED, want);
}

static void check_output(const char *s, const char *want)
{
    check_harmless(s, INLAY_HARMLESS_OUTPUT, want);
}

TEST(what_is_harmless_stays)
{
    check_escaped("plain é ✓ '\"$\\", "plain é ✓ '\"$\\");
    check_output("learning rate = 0.1", "learning rate = 0.1");
    check_output("größe 日本 😀", "größe 日本 😀");
}

TEST(in_output_controls_are_question_marks_and_escapes_are_gone)
{
    check_output("a\nb\rc\bd\x7f", "a?b?c?d?");
    check_output("tab\there", "tab here");
    check_output("\033[31mred\033[0m", "red");
    check_output("\033[2J\033[10;3Hgone", "gone");
    check_output("\033]0;title\x07text", "text");
    check_output("\033]0;title\033\\text", "text");
    check_output("end\033", "end");
    check_output("end\033[", "end");
    check_output("end\033[3", "end");
    check_output("\xc2\x9b"
                 "2J",
                 "?2J"); /* CSI in one letter */
    check_output("a\xe2\x80\xae"
                 "b",
                 "a?b"); /* right to left */
    check_output("a\xe2\x80\xa8"
                 "b",
                 "a?b"); /* line separator */
}

TEST(in_output_bytes_that_are_no_utf8_are_question_marks)
{
    check_output("a\xff"
                 "b",
                 "a?b");
    check_output("\xc3", "?");
    check_output("\xe2\x82", "??");
    check_output("\xc0\xaf", "??");           /* overlong */
    check_output("\xed\xa0\x80", "???");      /* a surrogate */
    check_output("\xf4\x90\x80\x80", "????"); /* above 10FFFF */
}

TEST(without_utf8_a_letter_beyond_ascii_is_one_question_mark)
{
    check_harmless("größe 日😀\n", INLAY_HARMLESS_ASCII, "gr??e ??\\n");
    check_harmless("größe 日😀\n", INLAY_HARMLESS_ASCII | INLAY_HARMLESS_OUTPUT,
                   "gr??e ???");
}

TEST(names_keep_what_was_in_them)
{
    check_escaped("a\nb\tc\rd", "a\\nb\\tc\\rd");
    check_escaped("\x1b[31m\x07\x7f", "\\x1b[31m\\x07\\x7f");
    check_escaped("\xC2\x9B", "\\xc2\\x9b"); /* CSI in one character */
    check_escaped("\xFF\xC3", "\\xff\\xc3");
    check_escaped("\xE2\x80\xAE.", "\\xe2\\x80\\xae."); /* right to left */
    check_escaped("\xE2\x81\xA6", "\\xe2\\x81\\xa6");   /* isolate */
    check_escaped("", "");
}

TEST(a_span_ends_before_what_is_harmful)
{
    CHECK(inlay_harmless_span("é✓a", 6) == 6);
    CHECK(inlay_harmless_span("é\x1b[m", 5) == 2);
    CHECK(inlay_harmless_span("ab\xE2\x80\xAE", 5) == 2);
    CHECK(inlay_harmless_span("ab\xff", 3) == 2);
}

/* Nothing harmful is left, and a second time changes nothing. */
TEST(random_bytes_become_harmless)
{
    struct inlay_rng rng = inlay_rng_seed(5);

    for (int rep = 0; rep < 4000; rep++) {
        static const char *const bad[] = {"\xC2\x9B", "\xE2\x80\xAE",
                                          "\xE2\x81\xA9", "\033]0;", "\033["};
        const unsigned how = (unsigned)rep % 4;
        struct inlay_text bytes = {0};

        for (size_t i = inlay_rng_below(&rng, 24); i > 0; i--)
            if (inlay_rng_below(&rng, 4) == 0)
                inlay_text_add(&bytes, bad[inlay_rng_below(&rng, 5)]);
            else
                inlay_text_printf(&bytes, "%c",
                                  (int)(1 + inlay_rng_below(&rng, 255)));
        struct inlay_text line =
            harmless(bytes.n ? bytes.bytes : "", bytes.n, how);
        const char *shown = inlay_text_view(&line);
        CHECK(inlay_harmless_span(shown, line.n) == line.n);
        check_harmless(shown, how, shown);
        inlay_text_clear(&line);
        inlay_text_clear(&bytes);
    }
}

OOM_TEST(a_text_without_memory_is_an_error)
{
    struct inlay_text line = {0};
    inlay_error err = {0};

    inlay_harmless_add_bytes(&line, "a\x1b", 2, 0);
    const inlay_status st = inlay_text_status(&line, &err);
    CHECK(st == INLAY_OK || err.msg[0] != '\0');
    inlay_text_clear(&line);
    return st;
}
