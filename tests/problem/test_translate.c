/*
 * test_translate.c: configurations from one space to another.
 */
#include "check.h"

#include "problem/configuration.h"
#include "problem/encode.h"
#include "problem/translate.h"

static inlay_space *space_of(const char *json)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    return space;
}

/* The configuration of one space, as the array of another; *is_inside and *point
 * (room for the axes) say where it lies; has_point. */
struct went {
    bool is_inside, has_point;
    double u[4];
    char text[200];
};

static struct went go(const char *from, const char *x, const char *to)
{
    inlay_error err = {0};
    inlay_space *a = space_of(from), *b = space_of(to);
    struct inlay_translation t = {0};
    struct inlay_encoding enc = {0};
    struct inlay_text text = {0};
    struct went w = {0};
    inlay_value was[4], now[4];
    CHECK_OK(inlay_configuration_parse(a, x, was, &err), err);
    CHECK_OK(inlay_translation_init(&t, a, b, &err), err);
    CHECK_OK(inlay_encoding_init(&enc, b, false, &err), err);
    w.is_inside = inlay_translate(&t, was, now);
    w.has_point = inlay_encode_beyond(&enc, now, w.u);
    inlay_configuration_add_object(&text, b, now);
    snprintf(w.text, sizeof w.text, "%s", inlay_text_view(&text));
    inlay_text_clear(&text);
    inlay_encoding_clear(&enc);
    inlay_translation_clear(&t);
    inlay_space_free(a);
    inlay_space_free(b);
    return w;
}

#define REAL(lo, hi)                                                           \
    "[{\"name\":\"v\",\"type\":\"real\",\"min\":" lo ",\"max\":" hi "}]"
#define INTEGER(lo, hi)                                                        \
    "[{\"name\":\"v\",\"type\":\"integer\",\"min\":" lo ",\"max\":" hi "}]"
#define ORDINAL(list)                                                          \
    "[{\"name\":\"v\",\"type\":\"ordinal\",\"values\":[" list "]}]"
#define NAMES(list)                                                            \
    "[{\"name\":\"v\",\"type\":\"categorical\",\"values\":[" list "]}]"
#define BOOLEAN "[{\"name\":\"v\",\"type\":\"boolean\"}]"

TEST(numbers_go_where_they_are_exactly_representable)
{
    static const struct {
        const char *from, *x, *to, *want;
        bool is_inside, has_point;
        double u;
    } row[] = {
        {REAL("0", "1"), "[0.5]", REAL("0", "2"), "{\"v\": 0.5}", true, true,
         0.25},
        {REAL("0", "1"), "[0.75]", REAL("0", "0.5"), "{\"v\": 0.75}", false,
         true, 1.5},
        {REAL("0", "9"), "[3]", INTEGER("1", "5"), "{\"v\": 3}", true, true,
         0.5},
        {REAL("0", "9"), "[7]", INTEGER("1", "5"), "{\"v\": 7}", false, true,
         1.5},
        {REAL("0", "9"), "[2.5]", INTEGER("1", "5"), "{\"v\": 2.5}", false,
         true, 0.375},
        {INTEGER("1", "5"), "[4]", REAL("0", "8"), "{\"v\": 4}", true, true,
         0.5},
        {INTEGER("1", "5"), "[4]", ORDINAL("2, 4, 8"), "{\"v\": 4}", true, true,
         0.5},
        {INTEGER("1", "5"), "[3]", ORDINAL("2, 4, 8"), "{\"v\": 3}", false,
         false, 0.0},
        {ORDINAL("0.5, 2"), "[2]", INTEGER("0", "4"), "{\"v\": 2}", true, true,
         0.5},
        {INTEGER("-9007199254740993", "-9007199254740990"),
         "[-9007199254740993]", REAL("-1e17", "0"),
         "{\"v\": -9007199254740993}", false, true, 0.90992800745259007},
        /* A constant has no axis on which another value could lie. */
        {INTEGER("1", "5"), "[4]", INTEGER("3", "3"), "{\"v\": 4}", false,
         false, 0.0},
        {INTEGER("1", "5"), "[3]", INTEGER("3", "3"), "{\"v\": 3}", true, true,
         0.0},
        /* So far away that it says nothing. */
        {REAL("0", "1"), "[1]", REAL("0", "1e-4"), "{\"v\": 1}", false, false,
         0.0},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        const struct went w = go(row[i].from, row[i].x, row[i].to);
        CHECK_TEXT(w.text, row[i].want);
        CHECK(w.is_inside == row[i].is_inside);
        CHECK(w.has_point == row[i].has_point);
        if (w.has_point)
            CHECK_ABS(w.u[0], row[i].u, 1e-15);
    }
}

TEST(names_go_to_names)
{
    struct went w = go(NAMES("\"a\", \"b\""), "[\"b\"]", NAMES("\"c\", \"b\""));
    CHECK(w.is_inside && w.has_point && w.u[0] == 1.0);
    w = go(NAMES("\"a\", \"b\""), "[\"a\"]", NAMES("\"c\", \"b\""));
    CHECK(!w.is_inside && !w.has_point);
    CHECK_TEXT(w.text, "{\"v\": \"a\"}");
    w = go(BOOLEAN, "[true]", NAMES("\"false\", \"true\""));
    CHECK(w.is_inside && w.u[0] == 1.0);
    w = go(NAMES("\"true\", \"on\""), "[\"true\"]", BOOLEAN);
    CHECK(w.is_inside);
    CHECK_TEXT(w.text, "{\"v\": true}");
}

TEST(what_cannot_go_is_absent)
{
    struct went w = go(NAMES("\"1\""), "[\"1\"]", INTEGER("0", "5"));
    CHECK(!w.is_inside && !w.has_point);
    CHECK_TEXT(w.text, "{}");
    w = go(INTEGER("0", "5"), "[1]", BOOLEAN);
    CHECK(!w.is_inside && !w.has_point);
    CHECK_TEXT(w.text, "{}");
}

#define W(rest)                                                                \
    "{\"name\":\"w\",\"type\":\"integer\",\"min\":1,\"max\":5" rest "}"

TEST(a_variable_that_is_new_has_its_default_and_one_that_is_gone_none)
{
    const char *was = "[" W("") ",{\"name\":\"x\",\"type\":\"boolean\"}]";
    struct went w = go(was, "[2, true]",
                       "[{\"name\":\"y\",\"type\":\"real\",\"min\":1,\"max\":2,"
                       "\"default\":1.5}," W("") "]");
    CHECK(w.is_inside && w.has_point);
    CHECK_TEXT(w.text, "{\"y\": 1.5, \"w\": 2}");
    CHECK(w.u[0] == 0.5 && w.u[1] == 0.25);
    /* One that lies outside itself. */
    w = go(was, "[2, true]",
           "[{\"name\":\"y\",\"type\":\"real\",\"min\":1,\"max\":2,"
           "\"default\":0}," W("") "]");
    CHECK(!w.is_inside && w.has_point && w.u[0] == -1.0);
    /* Unknown, and not given. */
    w = go(
        was, "[2, true]",
        "[" W("") ",{\"name\":\"y\",\"type\":\"boolean\",\"default\":null}]");
    CHECK(!w.is_inside && !w.has_point);
    CHECK_TEXT(w.text, "{\"w\": 2}");
    w = go(was, "[2, true]",
           "[" W("") ",{\"name\":\"y\",\"type\":\"boolean\"}]");
    CHECK(!w.is_inside && !w.has_point);
    CHECK_TEXT(w.text, "{\"w\": 2}");
}

TEST(the_scale_tells_where_a_number_beyond_its_bounds_lies)
{
    const char *log = "[{\"name\":\"v\",\"type\":\"real\",\"min\":0.01,"
                      "\"max\":1,\"scale\":\"log\"}]";
    CHECK_ABS(go(REAL("0", "10"), "[10]", log).u[0], 1.5, 1e-14);
    CHECK_ABS(go(REAL("0", "10"), "[0.001]", log).u[0], -0.5, 1e-14);
    CHECK(!go(REAL("0", "10"), "[0]", log).has_point);
    const char *steps = "[{\"name\":\"v\",\"type\":\"integer\",\"min\":4,"
                        "\"max\":16,\"scale\":\"log\"}]";
    CHECK(go(INTEGER("0", "99"), "[32]", steps).u[0] > 1.0);
    CHECK(go(INTEGER("0", "99"), "[2]", steps).u[0] < 0.0);
    CHECK(!go(INTEGER("0", "99"), "[0]", steps).has_point);
}

/* Where a neighbor of both sides would be; a whole number is where its level is. */
TEST(a_number_between_two_levels_lies_between_them)
{
    const char *tenths = "[{\"name\":\"v\",\"type\":\"real\",\"min\":0,"
                         "\"max\":1,\"step\":0.1}]";
    const char *steps = "[{\"name\":\"v\",\"type\":\"integer\",\"min\":4,"
                        "\"max\":16,\"scale\":\"log\"}]";
    struct went w = go(REAL("0", "1"), "[0.234]", tenths);
    CHECK(!w.is_inside && w.has_point);
    CHECK_ABS(w.u[0], 0.234, 1e-15);
    CHECK_TEXT(w.text, "{\"v\": 0.234}");
    w = go(REAL("0", "9"), "[2.5]", INTEGER("0", "5"));
    CHECK(!w.is_inside && w.has_point && w.u[0] == 0.5);
    w = go(REAL("0", "9"), "[0.5]", INTEGER("0", "1"));
    CHECK(!w.is_inside && w.has_point && w.u[0] == 0.5);
    const double at5 = go(REAL("0", "99"), "[5]", steps).u[0],
                 at6 = go(REAL("0", "99"), "[6]", steps).u[0];
    CHECK_ABS(go(REAL("0", "99"), "[5.000001]", steps).u[0], at5, 1e-6);
    CHECK_ABS(go(REAL("0", "99"), "[5.999999]", steps).u[0], at6, 1e-6);
    w = go(REAL("0", "99"), "[5.5]", steps);
    CHECK(w.u[0] > at5 && w.u[0] < at6);
}

/* The laws of encode.h hold for what is inside, whichever function is called. */
TEST(inside_both_encodings_agree_bit_for_bit)
{
    const char *json =
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":1e-3,\"max\":7,"
        "\"scale\":\"log\"}," W(
            "") ","
                "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[1,2,5]},"
                "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\","
                "\"q\"]}]";
    inlay_error err = {0};
    inlay_space *space = space_of(json);
    struct inlay_rng rng = inlay_rng_seed(7);
    for (int is_relaxed = 0; is_relaxed < 2; is_relaxed++) {
        struct inlay_encoding enc = {0};
        CHECK_OK(inlay_encoding_init(&enc, space, is_relaxed, &err), err);
        for (int i = 0; i < 200; i++) {
            double u[8], v[8], w[8];
            inlay_value x[4];
            inlay_encode_sample(&enc, &rng, u);
            inlay_decode(&enc, u, x);
            inlay_encode(&enc, x, v);
            CHECK(inlay_encode_beyond(&enc, x, w));
            CHECK(memcmp(v, w, enc.dim * sizeof *v) == 0);
        }
        inlay_encoding_clear(&enc);
    }
    inlay_space_free(space);
}

TEST(a_default_survives_printing_and_copying)
{
    static const char *const defaults[] = {
        "[{\"name\":\"a\",\"type\":\"real\",\"min\":1,\"max\":2,"
        "\"default\":0.1}]",
        "[{\"name\":\"a\",\"type\":\"integer\",\"min\":1,\"max\":2,"
        "\"default\":-7}]",
        "[{\"name\":\"a\",\"type\":\"ordinal\",\"values\":[1,2],"
        "\"default\":3.5}]",
        "[{\"name\":\"a\",\"type\":\"categorical\",\"values\":[\"p\"],"
        "\"default\":\"none\"}]",
        "[{\"name\":\"a\",\"type\":\"boolean\",\"default\":true}]",
        "[{\"name\":\"a\",\"type\":\"boolean\",\"default\":null}]",
    };
    for (size_t i = 0; i < LEN(defaults); i++) {
        inlay_error err = {0};
        inlay_space *space = space_of(defaults[i]), *copy = NULL;
        char *text = NULL, *again = NULL;
        CHECK_OK(inlay_space_print(space, &text, &err), err);
        CHECK(strstr(text, "\"default\": ") != NULL);
        CHECK_OK(inlay_space_copy(space, &copy, &err), err);
        inlay_space_free(space);
        CHECK_OK(inlay_space_print(copy, &again, &err), err);
        CHECK_TEXT(again, text);
        inlay_text_free(again);
        space = space_of(text);
        CHECK_OK(inlay_space_print(space, &again, &err), err);
        CHECK_TEXT(again, text);
        inlay_text_free(again);
        inlay_text_free(text);
        inlay_space_free(space);
        inlay_space_free(copy);
    }
}

TEST(a_default_of_another_type_is_refused)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    const char *json = "[{\"name\":\"a\",\"type\":\"integer\",\"min\":1,"
                       "\"max\":2,\"default\":\"three\"}]";
    CHECK_FAILS(inlay_space_parse(json, strlen(json), &space, &err),
                INLAY_EPARSE, err,
                "line 1, column 47: variable 1 ('a'): the default is a string; "
                "it must be a value of type integer, or null");
    space = space_of(INTEGER("1", "2"));
    const inlay_value v = inlay_real(1.0), nan = inlay_real(NAN);
    CHECK_FAILS(inlay_space_set_default(space, "v", &v, &err), INLAY_EINVAL,
                err, "variable 'v': the default is of type real, not integer");
    const inlay_value absent = inlay_absent(), three = inlay_integer(3);
    inlay_variable is;
    CHECK_OK(inlay_space_set_default(space, "v", &three, &err), err);
    CHECK_OK(inlay_space_variable(space, 0, &is, &err), err);
    CHECK(is.fallback && is.fallback->integer == 3);
    CHECK_OK(inlay_space_set_default(space, "v", &absent, &err), err);
    CHECK_OK(inlay_space_variable(space, 0, &is, &err), err);
    CHECK(is.fallback && is.fallback->type == INLAY_TYPE_ABSENT);
    CHECK_OK(inlay_space_set_default(space, "v", NULL, &err), err);
    CHECK_OK(inlay_space_variable(space, 0, &is, &err), err);
    CHECK(!is.fallback);
    inlay_space_free(space);
    space = space_of(REAL("1", "2"));
    CHECK_FAILS(inlay_space_set_default(space, "v", &nan, &err), INLAY_EINVAL,
                err, "variable 'v': the default nan is not a finite number");
    inlay_space_free(space);
}
