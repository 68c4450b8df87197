#include "check.h"

#include "app/screen/word.h"

typedef void add_fn(struct inlay_text *, const char *);

static void check_added(add_fn *add, const char *s, const char *want)
{
    struct inlay_text got = {0};
    add(&got, s);
    CHECK(got.st == INLAY_OK);
    CHECK_TEXT(inlay_text_view(&got), want);
    inlay_text_clear(&got);
}

TEST(a_terminal_is_shown_text_and_given_no_orders)
{
    check_added(inlay_word_add_shown, "plain é ✓ '\"$", "plain é ✓ '\"$");
    check_added(inlay_word_add_shown, "a\nb\tc\rd", "a\\nb\\tc\\rd");
    check_added(inlay_word_add_shown, "\x1b[31m\x07\x7f",
                "\\x1b[31m\\x07\\x7f");
    check_added(inlay_word_add_shown, "\xC2\x9B", "\\xc2\\x9b"); /* C1's CSI */
    check_added(inlay_word_add_shown, "\xFF\xC3", "\\xff\\xc3");
    check_added(inlay_word_add_shown, "", "");
}

TEST(a_shell_gets_one_word)
{
    check_added(inlay_word_add_shell, "relu", "relu");
    check_added(inlay_word_add_shell, "-1.5e-7", "-1.5e-7");
    check_added(inlay_word_add_shell, "--rate=0.1", "--rate=0.1");
    check_added(inlay_word_add_shell, "a=b", "'a=b'");
    check_added(inlay_word_add_shell, "", "''");
    check_added(inlay_word_add_shell, "a b", "'a b'");
    check_added(inlay_word_add_shell, "$(x)", "'$(x)'");
    check_added(inlay_word_add_shell, "'; rm -rf", "''\\''; rm -rf'");
    check_added(inlay_word_add_shell, "a\\b", "'a\\b'");
    check_added(inlay_word_add_shell, "é", "'é'");
    check_added(inlay_word_add_shell, "\xE2\x80\xAE", "$'\\xe2\\x80\\xae'");
    check_added(inlay_word_add_shell, "it's\n\\\x1b", "$'it\\'s\\n\\\\\\x1b'");
}

TEST(what_is_no_utf8_is_replaced)
{
    check_added(inlay_text_add_utf8, "é✓\xF0\x9F\x98\x80\n",
                "é✓\xF0\x9F\x98\x80\n");
    check_added(inlay_text_add_utf8, "a\xFFz", "a\xEF\xBF\xBDz");
    check_added(inlay_text_add_utf8, "\xC3", "\xEF\xBF\xBD");
    check_added(inlay_text_add_utf8, "\xC0\xAF", /* '/' in a form too long */
                "\xEF\xBF\xBD\xEF\xBF\xBD");
    check_added(inlay_text_add_utf8, "\xED\xA0\x80", /* a surrogate */
                "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    check_added(inlay_text_add_utf8, "\xF4\x90\x80\x80", /* U+110000 */
                "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(widths_count_characters)
{
    CHECK(inlay_word_width("é✓a") == 3);
    CHECK(inlay_word_width("") == 0);
    CHECK(inlay_word_bytes("é✓a", 2) == strlen("é✓"));
    CHECK(inlay_word_bytes("é✓a", 0) == 0);
    CHECK(inlay_word_bytes("é✓a", 9) == strlen("é✓a"));
}

OOM_TEST(a_word_that_does_not_fit_is_refused)
{
    struct inlay_text got = {0};
    inlay_word_add_shown(&got, "a\x1b");
    inlay_word_add_shell(&got, "it's\n");
    inlay_text_add_utf8(&got, "\xFF");
    const inlay_status st = inlay_text_status(&got, NULL);
    inlay_text_clear(&got);
    return st;
}
