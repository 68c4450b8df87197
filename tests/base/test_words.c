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
