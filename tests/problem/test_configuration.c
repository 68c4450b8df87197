/*
 * test_configuration.c: configurations to JSON and back, exactly.
 */
#include "check.h"

#include "base/json.h"
#include "base/rng.h"
#include "problem/configuration.h"
#include "problem/encode.h"

static const char SPACE[] =
    "[{\"name\":\"r\",\"type\":\"real\",\"min\":-1e9,\"max\":1e9},"
    "{\"name\":\"i\",\"type\":\"integer\",\"min\":-9007199254740,"
    "\"max\":9007199254740},"
    "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[0,0.1,0.25]},"
    "{\"name\":\"c \\\"'\",\"type\":\"categorical\","
    "\"values\":[\"relu\",\"a\\\"b\",\"\\u00fc\\n\"]},"
    "{\"name\":\"b\",\"type\":\"boolean\"}]";

enum { N = 5 };

static inlay_space *space(void)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    CHECK_OK(inlay_space_parse(SPACE, strlen(SPACE), &s, &err), err);
    return s;
}

static bool is_same(const inlay_value *a, const inlay_value *b)
{
    for (size_t i = 0; i < N; i++)
        if (a[i].type != b[i].type || a[i].real != b[i].real ||
            a[i].integer != b[i].integer || a[i].text != b[i].text)
            return false;
    return true;
}

TEST(reading_what_was_printed_gives_the_same_configuration)
{
    inlay_space *s = space();
    inlay_error err = {0};
    struct inlay_encoding enc;
    struct inlay_rng rng = inlay_rng_seed(1);
    CHECK_OK(inlay_encoding_init(&enc, s, false, &err), err);
    for (int rep = 0; rep < 500; rep++) {
        double u[N];
        inlay_value x[N], again[N];
        struct inlay_text object = {0}, array = {0};
        for (size_t j = 0; j < enc.dim; j++)
            u[j] = inlay_rng_uniform(&rng);
        inlay_decode(&enc, u, x);
        inlay_configuration_add_object(&object, s, x);
        inlay_configuration_add_array(&array, s, x);
        CHECK_OK(inlay_configuration_parse(s, array.bytes, again, &err), err);
        CHECK(is_same(x, again));
        x[0].real = inlay_encode_shown(inlay_space_var(s, 0), x[0].real);
        CHECK_OK(inlay_configuration_parse(s, object.bytes, again, &err), err);
        CHECK(is_same(x, again));
        for (size_t i = 0; i < N; i++) {
            struct inlay_text plain = {0};
            inlay_configuration_add_plain(&plain, inlay_space_var(s, i), &x[i]);
            CHECK_OK(inlay_configuration_read_plain(s, i, plain.bytes,
                                                    &again[i], &err),
                     err);
            CHECK(again[i].real == x[i].real || x[i].text);
            CHECK(!x[i].text || strcmp(again[i].text, x[i].text) == 0);
            inlay_text_clear(&plain);
        }
        inlay_text_clear(&object);
        inlay_text_clear(&array);
    }
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(printed_configurations_look_as_documented)
{
    inlay_space *s = space();
    inlay_error err = {0};
    inlay_value x[N];
    struct inlay_text text = {0};
    CHECK_OK(inlay_configuration_parse(s, "[0.1, -3, 0.25, \"a\\\"b\", true]",
                                       x, &err),
             err);
    inlay_configuration_add_object(&text, s, x);
    CHECK_TEXT(text.bytes,
               "{\"r\": 0.1, \"i\": -3, \"o\": 0.25, \"c \\\"'\": \"a\\\"b\", "
               "\"b\": true}");
    inlay_text_clear(&text);
    inlay_space_free(s);
}

/* Rounding errors are not shown; the journal keeps them. */
TEST(values_are_printed_as_they_were_meant)
{
    static const char json[] =
        "[{\"name\":\"l\",\"type\":\"real\",\"min\":1e-3,\"max\":1e3,"
        "\"scale\":\"log\"},"
        "{\"name\":\"r\",\"type\":\"real\",\"min\":-0.2,\"max\":0.3},"
        "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[\"s\",\"m\"]}]";
    inlay_space *s = NULL;
    inlay_error err = {0};
    struct inlay_encoding enc;
    inlay_value x[3];
    struct inlay_text text = {0};
    CHECK_OK(inlay_space_parse(json, strlen(json), &s, &err), err);
    CHECK_OK(inlay_encoding_init(&enc, s, false, &err), err);
    inlay_decode(&enc, (const double[]){0.5, 0.6, 1.0}, x);
    CHECK(x[0].real != 1.0); /* or there is nothing to show */
    x[0].real = 1.0000000000000004;
    x[1].real = 0.09999999999999998;
    inlay_configuration_add_object(&text, s, x);
    CHECK_TEXT(text.bytes, "{\"l\": 1, \"r\": 0.1, \"o\": \"m\"}");
    inlay_text_cut(&text, 0);
    inlay_configuration_add_array(&text, s, x);
    CHECK_TEXT(text.bytes, "[1.0000000000000004, 0.09999999999999998, \"m\"]");
    inlay_text_cut(&text, 0);
    inlay_configuration_add_plain(&text, inlay_space_var(s, 1), &x[1]);
    CHECK_TEXT(text.bytes, "0.1");
    inlay_text_clear(&text);
    inlay_encoding_clear(&enc);
    inlay_space_free(s);
}

TEST(names_of_an_ordinal_are_read_and_refused_as_texts)
{
    static const char json[] = "[{\"name\":\"o\",\"type\":\"ordinal\","
                               "\"values\":[\"small\",\"medium\"]}]";
    inlay_space *s = NULL;
    inlay_error err = {0};
    inlay_value v;
    CHECK_OK(inlay_space_parse(json, strlen(json), &s, &err), err);
    CHECK_OK(inlay_configuration_parse(s, "{\"o\": \"medium\"}", &v, &err),
             err);
    CHECK(v.type == INLAY_TYPE_ORDINAL && v.integer == 1 && v.real == 1.0);
    CHECK_TEXT(v.text, "medium");
    CHECK_FAILS(inlay_configuration_parse(s, "{\"o\": 1}", &v, &err),
                INLAY_EINVAL, err, "variable 'o': 1 is not a string");
    CHECK_FAILS(inlay_configuration_parse(s, "[\"mediun\"]", &v, &err),
                INLAY_EINVAL, err,
                "variable 'o': value 'mediun' is not one of its 2 names; did "
                "you mean 'medium'?");
    CHECK_OK(inlay_configuration_read_plain(s, 0, "small", &v, &err), err);
    CHECK_TEXT(v.text, "small");
    inlay_space_free(s);
}

TEST(what_is_wrong_is_named)
{
    static const struct {
        const char *json, *message;
        inlay_status status;
    } row[] = {
        {"3", "the configuration must be an object or an array", INLAY_EINVAL},
        {"[1, 2]", "the configuration has 2 values for 5 variables",
         INLAY_EINVAL},
        {"[\"x\", 1, 0, \"relu\", true]",
         "variable 'r': the value is not a number", INLAY_EINVAL},
        {"[1, 1.5, 0, \"relu\", true]",
         "variable 'i': 1.5 is not a whole number", INLAY_EINVAL},
        {"[1, 1e16, 0, \"relu\", true]",
         "variable 'i': 1e+16 is not a whole number", INLAY_EINVAL},
        {"[1, true, 0, \"relu\", true]",
         "variable 'i': the value is not a whole number", INLAY_EINVAL},
        {"[1, 1, 0, 3, true]", "variable 'c \"'': 3 is not a string",
         INLAY_EINVAL},
        {"[1, 1, 0, \"relu\", 2]", "variable 'b': 2 is not true or false",
         INLAY_EINVAL},
        {"{\"r\": 1, \"i\": 1, \"o\": 0, \"b\": true}",
         "variable 'c \"'': no value given", INLAY_EINVAL},
        {"{\"r\": 1, \"i\": 1, \"o\": 0, \"c \\\"'\": \"relu\", \"B\": true}",
         "the configuration: unknown key 'B'; did you mean 'b'?", INLAY_EPARSE},
        {"{\"r\": 1, \"i\": 1, \"o\": 0, \"c \\\"'\": \"relu\", \"b\": true,"
         " \"z\": 1}",
         "the configuration: unknown key 'z'", INLAY_EPARSE},
    };
    inlay_space *s = space();
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        inlay_value x[N];
        CHECK_FAILS(inlay_configuration_parse(s, row[i].json, x, &err),
                    row[i].status, err, row[i].message);
    }
    inlay_space_free(s);
}

TEST(plain_text_of_the_wrong_type_is_named)
{
    inlay_space *s = space();
    inlay_error err = {0};
    inlay_value v;
    CHECK_FAILS(inlay_configuration_read_plain(s, 0, "1,5", &v, &err),
                INLAY_EINVAL, err, "variable 'r': 1,5 is not a number");
    CHECK_FAILS(inlay_configuration_read_plain(s, 1, "2.5", &v, &err),
                INLAY_EINVAL, err, "variable 'i': 2.5 is not a whole number");
    CHECK_FAILS(inlay_configuration_read_plain(s, 1, "", &v, &err),
                INLAY_EINVAL, err,
                "variable 'i': an empty value is not a whole number");
    CHECK_FAILS(inlay_configuration_read_plain(s, 4, "maybe", &v, &err),
                INLAY_EINVAL, err, "variable 'b': maybe is not true or false");
    CHECK_FAILS(inlay_configuration_read_plain(s, 1, "1e16", &v, &err),
                INLAY_EINVAL, err, "variable 'i': 1e16 is not a whole number");
    CHECK_OK(inlay_configuration_read_plain(s, 1, "3.0", &v, &err), err);
    CHECK(v.integer == 3);
    CHECK_OK(inlay_configuration_read_plain(s, 4, "False", &v, &err), err);
    CHECK(v.integer == 0);
    inlay_space_free(s);
}
