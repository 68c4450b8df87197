/*
 * test_line.c: numbers and configurations in lines for people.
 */
#include "check.h"

#include "app/screen/line.h"

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
    CHECK_TEXT(line.bytes, "rate\\n=0.333333 n=9007199254740991 drop=0.1 "
                           "act=re\\tlu bias=true");
    inlay_text_clear(&line);
}
