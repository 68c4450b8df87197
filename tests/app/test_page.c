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
    inlay_page_wrap(&page, words.bytes, 4);
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

TEST(help_stands_at_its_column_and_a_long_head_has_its_own_line)
{
    struct inlay_text page = {0};

    inlay_text_add(&page, "  --flag");
    inlay_page_help(&page, "it does\nthis");
    inlay_text_add(&page, "  --a-flag-with-a-long-name");
    inlay_page_help(&page, "that");
    char *text = ended(&page);
    CHECK_TEXT(text, "  --flag                  it does\n"
                     "                          this\n"
                     "  --a-flag-with-a-long-name\n"
                     "                          that\n");
    inlay_text_free(text);
}

OOM_TEST(a_page_without_memory_tells_it_once_at_the_end)
{
    struct inlay_text page = {0};
    char *text = NULL;

    inlay_text_add(&page, "  --flag");
    inlay_page_help(&page, "what it does");
    inlay_text_add_json(&page, "x");
    const inlay_status st = inlay_text_end(&page, &text, NULL);
    CHECK((st == INLAY_OK) == (text != NULL));
    inlay_text_free(text);
    return st;
}
