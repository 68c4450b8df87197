#include "check.h"

#include "app/pages/page.h"

static char *ended(struct inlay_text *page)
{
    inlay_error err = {0};
    char *text = NULL;

    CHECK_OK(inlay_text_end(page, &text, &err), err);
    return text;
}

TEST(parts_follow_each_other)
{
    struct inlay_text page = {0};

    inlay_text_printf(&page, "%s %d ", "a", 3);
    inlay_text_add_number(&page, 0.1);
    inlay_text_add_json(&page, "\"\n");
    char *text = ended(&page);
    CHECK_TEXT(text, "a 3 0.1\"\\\"\\n\"");
    inlay_text_free(text);
    text = ended(&page); /* as new */
    CHECK_TEXT(text, "");
    inlay_text_free(text);
}

TEST(wrapped_words_are_all_there_and_lines_are_short)
{
    struct inlay_text page = {0};
    struct inlay_text words = {0};

    for (int i = 0; i < 200; i++)
        inlay_text_printf(&words, "%s%.*s%d", i ? " " : "", i % 17,
                          "abcdefghijklmnopqrst", i);
    inlay_text_add_text(&page, &words);
    inlay_page_wrap(&page, 0);
    char *text = ended(&page);
    const char *want = words.bytes;
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        CHECK(strcspn(line, "\n") <= 79);
    for (const char *c = text; *c; c++) { /* the same but for white space */
        if (*c == ' ' || *c == '\n')
            continue;
        while (*want == ' ')
            want++;
        CHECK(*c == *want++);
    }
    CHECK(*want == '\0');
    inlay_text_free(text);
    inlay_text_clear(&words);
}

/* One page, with all that there is, on both. */
static char *page_of_all(bool is_roff)
{
    struct inlay_page page = {.is_roff = is_roff};

    inlay_page_add(&page, INLAY_SECTION, "Part %d", 1);
    inlay_page_add(&page, INLAY_PARAGRAPH, "It's a-b.\nMore \\.");
    inlay_page_add(&page, INLAY_LIST, "Flags");
    inlay_page_term(&page, "--flag", NULL, "it does\nthis");
    inlay_page_term(&page, "--another-with-a", "LONG-NAME", ".that");
    inlay_page_add(&page, INLAY_SUBSECTION, "Lines");
    inlay_page_add(&page, INLAY_BLOCK, "  a\n  b\n");
    return ended(&page.text);
}

TEST(help_stands_at_its_column_and_a_long_head_has_its_own_line)
{
    char *text = page_of_all(false);

    CHECK_TEXT(text, "Part 1\n"
                     "\nIt's a-b.\nMore \\.\n"
                     "\nFlags\n"
                     "  --flag                  it does\n"
                     "                          this\n"
                     "  --another-with-a LONG-NAME\n"
                     "                          .that\n"
                     "\nLines\n"
                     "  a\n  b\n");
    inlay_text_free(text);
}

TEST(words_are_no_requests_of_roff)
{
    char *text = page_of_all(true);

    CHECK_TEXT(text, ".SH Part 1\n"
                     ".PP\nIt\\(aqs a\\-b.\n.PP\nMore \\e.\n"
                     ".PP\nFlags\n"
                     ".TP\n\\fB\\-\\-flag\\fR\nit does this\n"
                     ".TP\n\\fB\\-\\-another\\-with\\-a\\fR "
                     "\\fILONG\\-NAME\\fR\n\\&.that\n"
                     ".SS Lines\n"
                     ".PP\n.nf\n  a\n  b\n.fi\n");
    inlay_text_free(text);
}

TEST(labels_have_one_column_and_words_hang_under_it)
{
    struct inlay_text page = {0};

    inlay_page_say(&page, "a", "%d%% of it", 7);
    inlay_page_say(&page, "", "%060d %05d %d", 1, 2, 3);
    char *text = ended(&page);
    CHECK_TEXT(text, "a           7% of it\n"
                     "            00000000000000000000000000000000000000000000"
                     "0000000000000001 00002\n"
                     "            3\n");
    inlay_text_free(text);
}

TEST(the_end_of_a_page_is_wrapped_in_place)
{
    struct inlay_text page = {0};

    inlay_text_add(&page, "label ");
    const size_t from = page.n;
    for (int i = 0; i < 20; i++)
        inlay_text_printf(&page, "%s", i > 0 ? " word" : "word");
    inlay_page_wrap(&page, from);
    char *text = ended(&page);
    CHECK(strncmp(text, "label word word", 15) == 0);
    CHECK(strstr(text, " word\n      word"));
    CHECK(strlen(text) == 6 + 99 + 6 + 1);
    inlay_text_free(text);
}

OOM_TEST(a_page_without_memory_tells_it_once_at_the_end)
{
    struct inlay_page page = {0};
    char *text = NULL;

    inlay_page_term(&page, "--flag", NULL, "what it does");
    inlay_page_add(&page, INLAY_PARAGRAPH, "%s", "words");
    inlay_page_wrap(&page.text, 0);
    inlay_text_add_json(&page.text, "x");
    const inlay_status st = inlay_text_end(&page.text, &text, NULL);
    CHECK((st == INLAY_OK) == (text != NULL));
    inlay_text_free(text);
    return st;
}
