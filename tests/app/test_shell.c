/*
 * test_shell.c: words that a shell takes as they are.
 */
#include "check.h"

#include "app/screen/shell.h"

static void check_word(const char *s, const char *want)
{
    struct inlay_text got = {0};

    inlay_shell_add(&got, s);
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

TEST(a_configuration_is_an_assignment_a_variable)
{
    static const char json[] =
        "[{\"name\": \"a b\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        " {\"name\": \"c\", \"type\": \"categorical\", \"values\": "
        "[\"it's\", \"v\"]}]";
    const inlay_value x[] = {{INLAY_REAL, 0.1, 0, NULL},
                             {INLAY_CATEGORICAL, 0.0, 0, "it's"}};
    struct inlay_text got = {0};
    inlay_space *space = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    inlay_shell_add_configuration(&got, space, x, "<", ">");
    CHECK_TEXT(inlay_text_view(&got), "<'a b'=0.1><c='it'\\''s'>");
    inlay_text_clear(&got);
    inlay_space_free(space);
}

OOM_TEST(a_word_that_does_not_fit_is_refused)
{
    struct inlay_text got = {0};

    inlay_shell_add(&got, "it's\n");
    const inlay_status st = inlay_text_status(&got, NULL);
    inlay_text_clear(&got);
    return st;
}
