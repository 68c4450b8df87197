/*
 * test_readable.c: numbers, values and configurations as people read them.
 */
#include "study/study_fixture.h"

#include "app/screen/readable.h"

static void check_page(struct inlay_text *page, const char *want)
{
    CHECK_TEXT(inlay_text_view(page), want);
    inlay_text_clear(page);
}

TEST(columns_are_padded)
{
    struct inlay_text page = {0};
    inlay_readable_add_padded(&page, "ä", 3, false);
    inlay_text_add(&page, "|");
    inlay_readable_add_padded(&page, "ä", 3, true);
    inlay_text_add(&page, "|");
    inlay_readable_add_padded(&page, "long", 3, true);
    inlay_text_add(&page, "|");
    inlay_readable_add_padded(&page, "言語", 5, false);
    inlay_text_add(&page, "|");
    check_page(&page, "ä  |  ä|long|言語 |");
}

TEST(a_control_character_does_not_reach_the_terminal)
{
    struct inlay_text page = {0};
    inlay_text_add(&page, "a line\n");
    inlay_readable_add_padded(&page, "a\033[31m\n\tb\177", 0, false);
    check_page(&page, "a line\na\\x1b[31m\\n\\tb\\x7f");
}

TEST(numbers_have_so_many_digits)
{
    static const struct {
        double v;
        int digits;
        const char *want;
    } row[] = {
        {0.25, 6, "0.25"},
        {1.0 / 3.0, 6, "0.333333"},
        {1.0 / 3.0, 4, "0.3333"},
        {-0.0, 6, "0"},
        {1234567, 6, "1.23457e+06"},
        {-1e-300, 6, "-1e-300"},
        {NAN, 4, "-"},
        {INFINITY, 4, "inf"},
    };

    for (size_t i = 0; i < LEN(row); i++)
        CHECK_TEXT(inlay_readable_number(row[i].v, row[i].digits).text,
                   row[i].want);
}

TEST(a_percentage_is_0_or_100_only_where_it_is)
{
    CHECK_TEXT(inlay_readable_percent(0.0).text, "0 %");
    CHECK_TEXT(inlay_readable_percent(1e-9).text, "< 1 %");
    CHECK_TEXT(inlay_readable_percent(0.126).text, "13 %");
    CHECK_TEXT(inlay_readable_percent(0.999).text, "> 99 %");
    CHECK_TEXT(inlay_readable_percent(1.0).text, "100 %");
    CHECK_TEXT(inlay_readable_percent(NAN).text, "-");
}

TEST(values_are_as_their_type)
{
    const inlay_value real = inlay_real(0.1234567);
    const inlay_value integer = inlay_integer(INT64_MIN);
    const inlay_value ordinal = inlay_ordinal(0.1234567);
    const inlay_value category = inlay_category("relu");

    CHECK_TEXT(inlay_readable_value(&real, 5).text, "0.12346");
    CHECK_TEXT(inlay_readable_value(&integer, 5).text, "-9223372036854775808");
    CHECK_TEXT(inlay_readable_value(&ordinal, 5).text, "0.1234567");
    CHECK_TEXT(inlay_readable_value(&category, 5).text, "relu");
}

TEST(one_is_singular)
{
    CHECK_TEXT(inlay_readable_count(0, "trial").text, "0 trials");
    CHECK_TEXT(inlay_readable_count(1, "trial").text, "1 trial");
    CHECK_TEXT(inlay_readable_count(12, "trial").text, "12 trials");
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
        {INLAY_TYPE_REAL, 1.0 / 3.0, 0, NULL},
        {INLAY_TYPE_INTEGER, 9007199254740991.0, 9007199254740991, NULL},
        {INLAY_TYPE_ORDINAL, 0.1, 1, NULL},
        {INLAY_TYPE_CATEGORICAL, 0.0, 0, "re\tlu"},
        {INLAY_TYPE_BOOLEAN, 1.0, 1, "true"},
    };
    inlay_space *space = mixed_space();

    inlay_readable_add_configuration(line, space, x, INLAY_HARMLESS_ESCAPED);
    inlay_space_free(space);
}

TEST(a_configuration_is_names_and_values)
{
    struct inlay_text line = {0};

    add_mixed(&line);
    CHECK_TEXT(line.bytes, "rate\\n=0.333333 n=9007199254740991 drop=0.1 "
                           "act=re\\tlu bias=true");
    inlay_text_clear(&line);
}

/* ---- Acquisitions -------------------------------------------------------- */

static const inlay_option *option_of(const char *name)
{
    size_t i = 0;
    while (strcmp(inlay_option_at(i)->name, name) != 0)
        i++;
    return inlay_option_at(i);
}

static const char *name_with(const char *options)
{
    inlay_study *s = study_of(SMALL_SPACE, options);
    const char *name = inlay_readable_acquisition(inlay_study_acquisition(s));
    inlay_study_free(s);
    return name;
}

TEST(each_acquisition_has_its_words)
{
    CHECK_TEXT(name_with(""), "expected improvement");
    CHECK_TEXT(name_with("acquisition=ei"), "expected improvement");
    CHECK_TEXT(name_with("acquisition=auto"), "expected improvement");
    CHECK_TEXT(name_with("acquisition=kg"),
               "expected improvement of the recommended value");
    CHECK_TEXT(name_with("acquisition=pes"),
               "information about the optimum's place");
    CHECK_TEXT(name_with("acquisition=mes"),
               "information about the optimum's value");
}

TEST(a_method_that_has_one_acquisition_is_not_said_to_have_another)
{
    CHECK_TEXT(name_with("method=smac acquisition=pes"),
               "expected improvement");
}

TEST(no_choice_of_the_option_was_forgotten)
{
    const inlay_option *option = option_of("acquisition");
    for (size_t k = 0; option->choices[k]; k++) {
        char text[80];
        snprintf(text, sizeof text, "acquisition=%s", option->choices[k]);
        CHECK(strcmp(name_with(text), "acquisition") != 0);
    }
}

TEST(a_configuration_is_an_assignment_a_variable)
{
    static const char json[] =
        "[{\"name\": \"a b\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
        " {\"name\": \"c\", \"type\": \"categorical\", \"values\": "
        "[\"it's\", \"v\"]}]";
    const inlay_value x[] = {{INLAY_TYPE_REAL, 0.1, 0, NULL},
                             {INLAY_TYPE_CATEGORICAL, 0.0, 0, "it's"}};
    struct inlay_text got = {0};
    inlay_space *space = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    inlay_readable_add_assignments(&got, space, x, "<", ">");
    CHECK_TEXT(inlay_text_view(&got), "<'a b'=0.1><c='it'\\''s'>");
    inlay_text_clear(&got);
    inlay_space_free(space);
}
