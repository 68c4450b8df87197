/*
 * test_words.c: a command line as words.
 */
#include "check.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/words.h"

/* A word with quotes around it is one word, whatever is in it. */
TEST(words_in_single_quotes_come_back_as_they_are)
{
    static const char *const words[] = {"a",  "b c", ">", "$HOME", "\\",
                                        "\"", "\t",  "",  "{x}",   "é"};
    struct inlay_text line = {0};
    inlay_error err = {0};
    char **got = NULL;
    size_t n = 0;

    for (size_t i = 0; i < LEN(words); i++)
        inlay_text_printf(&line, "  '%s'\n", words[i]);
    CHECK_OK(inlay_words_split(line.bytes, &got, &n, &err), err);
    CHECK(n == LEN(words));
    for (size_t i = 0; i < LEN(words); i++)
        CHECK_TEXT(got[i], words[i]);
    inlay_mem_free(got);
    inlay_text_clear(&line);
}

static void check_word(const char *s, const char *want)
{
    struct inlay_text got = {0};

    inlay_words_add_quoted(&got, s);
    CHECK_TEXT(inlay_text_view(&got), want);
    inlay_text_clear(&got);
}

TEST(a_shell_gets_one_word)
{
    check_word("relu", "relu");
    check_word("-1.5e-7", "-1.5e-7");
    check_word("--rate=0.1", "--rate=0.1");
    check_word("a=b", "'a=b'");
    check_word("", "''");
    check_word("a b", "'a b'");
    check_word("$(x)", "'$(x)'");
    check_word("'; rm -rf", "''\\''; rm -rf'");
    check_word("a\\b", "'a\\b'");
    check_word("é", "'é'");
    check_word("\xE2\x80\xAE", "$'\\xe2\\x80\\xae'");
    check_word("it's\n\\\x1b", "$'it\\'s\\n\\\\\\x1b'");
}

/* Where nothing is harmful: $'...' is for a shell only. */
TEST(a_quoted_word_is_split_to_itself)
{
    static const char *const words[] = {"relu", "a b",  "",   "it's",
                                        "a\\b", "$(x)", "\"", "a=b"};

    for (size_t i = 0; i < LEN(words); i++) {
        struct inlay_text line = {0};
        inlay_error err = {0};
        char **got = NULL;
        size_t n = 0;

        inlay_words_add_quoted(&line, words[i]);
        CHECK_OK(inlay_words_split(inlay_text_view(&line), &got, &n, &err),
                 err);
        CHECK(n == 1);
        CHECK_TEXT(got[0], words[i]);
        inlay_mem_free(got);
        inlay_text_clear(&line);
    }
}

OOM_TEST(a_word_that_does_not_fit_is_refused)
{
    struct inlay_text got = {0};

    inlay_words_add_quoted(&got, "it's\n");
    const inlay_status st = inlay_text_status(&got, NULL);
    inlay_text_clear(&got);
    return st;
}
