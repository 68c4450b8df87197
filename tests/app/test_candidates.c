/*
 * test_candidates.c: what may stand in place of the last word.  What shells make of
 * it is in tests/e2e/test_completion.sh.
 */
#include "app/commands/candidates.h"

#include "output_fixture.h"

static void check_offers(char separator, const char *const *words, size_t n,
                         const char *wanted)
{
    struct inlay_text out = {0};

    inlay_candidates_add(words, n, separator, &out);
    CHECK_TEXT(inlay_text_view(&out), wanted);
    inlay_text_clear(&out);
}
#define CHECK_OFFERS(wanted, ...)                                              \
    check_offers('\0', (const char *const[]){__VA_ARGS__},                     \
                 LEN(((const char *const[]){__VA_ARGS__})), wanted)

TEST(a_value_is_completed_by_what_the_tables_call_it)
{
    CHECK_OFFERS(":studies\n", "show", "");
    CHECK_OFFERS("", "show", "s.json", ""); /* an ID */
    CHECK_OFFERS(":files\n", "import", "s.json", "");
    CHECK_OFFERS("", "import", "s.json", "t.csv", ""); /* one too many */
    CHECK_OFFERS(":files\n", "run", "--store", "");
    CHECK_OFFERS(":files\n", "plot", "s.json", "-o", "");
    CHECK_OFFERS("progress\nslices\nall\n", "plot", "--kind", "");
    CHECK_OFFERS("bash\nzsh\nfish\n", "completion", "");
}

TEST(words_before_are_read_as_the_command_line_is)
{
    CHECK_OFFERS(":studies\n", "-q", "--color", "never", "run", "");
    CHECK_OFFERS(":studies\n", "run", "--store", "a", "--seed=1", "");
    CHECK_OFFERS(":studies\n", "ask", "-n", "5", "");
    CHECK_OFFERS(":studies\n", "ask", "-n5", "");
    CHECK_OFFERS(":studies\n", "run", "--", "");
    CHECK_OFFERS("", "run", "--", "a", "--met");
}

TEST(an_option_is_completed_by_its_name_then_by_its_choices)
{
    CHECK_OFFERS("search=exact\nsearch=grid\n", "run", "--option", "search=");
    CHECK_OFFERS("--option=first=middle\n--option=first=net\n", "run",
                 "--option=first=");
    CHECK_OFFERS("", "run", "--option", "nonsense=");
    CHECK_OFFERS("", "run", "--nonsense=");
    CHECK_OFFERS("--goal=minimize\n--goal=maximize\n", "init", "--goal=");
}

TEST(a_separator_is_escaped)
{
    const char *const names[] = {"try", "s.json", "--set", ""};
    const char *const words[] = {"try", "s.json", "--set", "a:b="};
    const struct folder f = folder_enter();
    FILE *file = fopen("s.json", "w");
    static const char text[] = "{\"variables\": [{\"name\": \"a:b\", \"type\": "
                               "\"boolean\", \"description\": \"c:d\"}]}";

    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
    check_offers(':', names, 4, "a\\:b=:c:d\n");
    check_offers(':', words, 4, "a\\:b=false:\na\\:b=true:\n");
    check_offers('\t', words, 4, "a:b=false\t\na:b=true\t\n");
    CHECK(unlink("s.json") == 0);
    check_offers(':', names, 4, "");
    folder_leave(&f);
}

/* One that begins a line of its own could be a directive. */
TEST(a_candidate_is_one_line)
{
    const char *const words[] = {"plot", "s.json", "--variable", ""};
    const struct folder f = folder_enter();
    FILE *file = fopen("s.json", "w");
    static const char text[] =
        "{\"variables\": [{\"name\": \"a\\n:files\", \"type\": \"boolean\"},"
        "{\"name\": \":files\", \"type\": \"boolean\"},"
        "{\"name\": \"b\", \"type\": \"boolean\", \"description\": "
        "\"c\\n:files\"}]}";

    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
    check_offers('\t', words, 4, ":files\t\nb\tc :files\n");
    check_offers(':', words, 4, "\\:files:\nb:c :files\n");
    CHECK(unlink("s.json") == 0);
    folder_leave(&f);
}
