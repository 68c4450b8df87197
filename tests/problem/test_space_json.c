/*
 * test_space_json.c: parsing and printing, exact and strict.
 */
#include "check.h"

#include <float.h>
#include <time.h>

#include "base/rng.h"
#include "base/text.h"
#include "problem/space.h"

static const char *const mixed_json =
    "[{\"name\": \"rate\", \"type\": \"real\", \"min\": 1e-05, \"max\": 1, "
    "\"scale\": \"log\"},\n"
    " {\"name\": \"depth\", \"type\": \"integer\", \"min\": 1, \"max\": 6},\n"
    " {\"name\": \"drop\", \"type\": \"ordinal\", \"values\": [0, 0.1, 0.5]},\n"
    " {\"name\": \"act\", \"type\": \"categorical\", \"values\": [\"relu\", "
    "\"tanh\", \"sigmoid\"]},\n"
    " {\"name\": \"bias\", \"type\": \"boolean\"}]";

static inlay_space *parsed(const char *json)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    CHECK_OK(inlay_space_parse(json, strlen(json), &s, &err), err);
    return s;
}

static void check_printed(const inlay_space *s, const char *want)
{
    inlay_error err = {0};
    char *text = NULL;
    CHECK_OK(inlay_space_print(s, &text, &err), err);
    CHECK_TEXT(text, want);
    inlay_text_free(text);
}

/* ---- There and back ------------------------------------------------------ */

TEST(print_then_parse_is_identity)
{
    static const char *const texts[] = {
        "[]",
        "[{\"name\": \"a\\\"\\\\\\n\\u0001\", \"type\": \"boolean\"}]",
        "[{\"name\": \"größe λ 🙂\", \"type\": \"categorical\", "
        "\"values\": [\" \", \"\\t\", \"é\"]}]",
        "[{\"name\": \"n\", \"type\": \"integer\", \"min\": "
        "-9223372036854775808, \"max\": -9223372036854775807}]",
        "[{\"name\": \"n\", \"type\": \"integer\", \"min\": "
        "9223372036854775806, \"max\": 9223372036854775807}]",
        "[{\"name\": \"n\", \"type\": \"integer\", \"min\": 1, \"max\": "
        "8796093022208, \"scale\": \"log\"}]",
        "[{\"name\": \"r\", \"type\": \"real\", \"min\": "
        "-1.7976931348623157e+308, \"max\": 1.7976931348623157e+308}]",
        "[{\"name\": \"r\", \"type\": \"real\", \"min\": 5e-324, \"max\": "
        "0.30000000000000004, \"scale\": \"log\"}]",
        "[{\"name\": \"r\", \"type\": \"real\", \"min\": 12345678901234568, "
        "\"max\": 1e+22}]",
        "[{\"name\": \"c\", \"type\": \"real\", \"min\": 2, \"max\": 2}]",
        "[{\"name\": \"o\", \"type\": \"ordinal\", \"values\": [-1e+300, "
        "-0.1, 0, 1e-300]}]",
    };
    for (size_t i = 0; i < LEN(texts); i++) {
        inlay_space *s = parsed(texts[i]);
        check_printed(s, texts[i]);
        inlay_space_free(s);
    }
}

TEST(random_bounds_survive_print_and_parse)
{
    struct inlay_rng rng = inlay_rng_seed(1);
    for (int i = 0; i < 2000; i++) {
        inlay_error err = {0};
        inlay_space *s = NULL;
        double a, b;
        do {
            const uint64_t bits[2] = {inlay_rng_next(&rng),
                                      inlay_rng_next(&rng)};
            memcpy(&a, &bits[0], sizeof a);
            memcpy(&b, &bits[1], sizeof b);
        } while (!isfinite(a) || !isfinite(b));
        CHECK_OK(inlay_space_new(&s, &err), err);
        CHECK_OK(inlay_space_add_real(s, "x", fmin(a, b), fmax(a, b),
                                      INLAY_SCALE_LINEAR, &err),
                 err);
        char *text = NULL;
        CHECK_OK(inlay_space_print(s, &text, &err), err);
        inlay_space *again = parsed(text);
        CHECK(inlay_space_var(again, 0)->is.lo == fmin(a, b));
        CHECK(inlay_space_var(again, 0)->is.hi == fmax(a, b));
        inlay_text_free(text);
        inlay_space_free(again);
        inlay_space_free(s);
    }
}

TEST(parse_takes_an_object_with_variables_and_whole_reals)
{
    inlay_space *s = parsed("{\"goal\": \"maximize\", \"variables\": ["
                            "{\"type\": \"integer\", \"max\": 3.0, "
                            "\"name\": \"n\", \"min\": -2e0, "
                            "\"scale\": \"linear\"}]}");
    check_printed(s, "[{\"name\": \"n\", \"type\": \"integer\", \"min\": -2, "
                     "\"max\": 3}]");
    inlay_space_free(s);
}

TEST(parse_does_not_read_past_the_bytes_given)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    const char text[] = {'[', ']'}; /* ASan watches its end */
    CHECK_OK(inlay_space_parse(text, sizeof text, &s, &err), err);
    inlay_space_free(s);
}

#define VAR(rest) "[{\"name\": \"x\", " rest "}]"

TEST(texts_that_are_refused)
{
    static const struct {
        const char *text;
        inlay_status status;
        const char *message;
    } row[] = {
        {"3", INLAY_EPARSE,
         "line 1, column 1: the space is a number; it must be an array of "
         "variables, or an object with one under \"variables\""},
        {"{\"vars\": []}", INLAY_EPARSE,
         "line 1, column 1: the space: key 'variables' is missing"},
        {"{\"variables\": {}}", INLAY_EPARSE,
         "line 1, column 2: the space: 'variables' is an object, not an array"},
        {"[{\"name\": \"a\", \"type\": \"boolean\"}, 7]", INLAY_EPARSE,
         "line 1, column 36: variable 2: must be an object, not a number"},
        {"[{\"type\": \"boolean\"}]", INLAY_EPARSE,
         "line 1, column 2: variable 1: key 'name' is missing"},
        {"[{\"name\": 5, \"type\": \"boolean\"}]", INLAY_EPARSE,
         "line 1, column 3: variable 1: 'name' is a number, not a string"},
        {"[{\"naem\": \"a\", \"type\": \"boolean\"}]", INLAY_EPARSE,
         "line 1, column 3: variable 1: unknown key 'naem'; did you mean "
         "'name'?"},
        {"[{\"name\": \"\", \"type\": \"boolean\"}]", INLAY_EINVAL,
         "line 1, column 2: variable 1: the name is empty"},
        {"[{\"name\": \"\"}]", INLAY_EPARSE,
         "line 1, column 2: variable 1: key 'type' is missing"},
        {"[{\"name\": \"a\", \"type\": \"boolean\"}, "
         "{\"name\": \"a\", \"type\": \"boolean\"}]",
         INLAY_EINVAL,
         "line 1, column 36: variable 2 ('a'): variable 1 already has this "
         "name"},
        {"[{\"name\": \"x\"}]", INLAY_EPARSE,
         "line 1, column 2: variable 1 ('x'): key 'type' is missing"},
        {VAR("\"type\": \"int\""), INLAY_EPARSE,
         "line 1, column 16: variable 1 ('x'): type 'int' is not one of real, "
         "integer, ordinal, categorical, boolean; did you mean 'integer'?"},
        {VAR("\"type\": \"Float\""), INLAY_EPARSE,
         "line 1, column 16: variable 1 ('x'): type 'Float' is not one of "
         "real, integer, ordinal, categorical, boolean; did you mean 'real'?"},
        {VAR("\"type\": \"choice\""), INLAY_EPARSE,
         "line 1, column 16: variable 1 ('x'): type 'choice' is not one of "
         "real, integer, ordinal, categorical, boolean; did you mean "
         "'categorical'?"},
        {VAR("\n\"type\": \"bool\""), INLAY_EPARSE,
         "line 2, column 1: variable 1 ('x'): type 'bool' is not one of real, "
         "integer, ordinal, categorical, boolean; did you mean 'boolean'?"},
        {VAR("\"type\": \"color\""), INLAY_EPARSE,
         "line 1, column 16: variable 1 ('x'): type 'color' is not one of "
         "real, integer, ordinal, categorical, boolean"},
        {VAR("\"type\": \"interger\""), INLAY_EPARSE,
         "line 1, column 16: variable 1 ('x'): type 'interger' is not one of "
         "real, integer, ordinal, categorical, boolean; did you mean "
         "'integer'?"},
        {VAR("\"type\": \"boolean\", \"values\": [0, 1]"), INLAY_EPARSE,
         "line 1, column 35: variable 1 ('x'): unknown key 'values'"},
        {VAR("\"type\": \"real\", \"min\": 0, \"max\": 1, \"scael\": \"log\""),
         INLAY_EPARSE,
         "line 1, column 52: variable 1: unknown key 'scael'; did you mean "
         "'scale'?"},
        {VAR("\"type\": \"real\", \"low\": 0, \"high\": 1"), INLAY_EPARSE,
         "line 1, column 32: variable 1: unknown key 'low'; did you mean "
         "'min'?"},
        {VAR("\"type\": \"real\", \"min\": 0, \"upper\": 1"), INLAY_EPARSE,
         "line 1, column 42: variable 1: unknown key 'upper'; did you mean "
         "'max'?"},
        {VAR("\"type\": \"real\", \"min\": 1, \"max\": 2, \"log\": true"),
         INLAY_EPARSE,
         "line 1, column 52: variable 1: unknown key 'log'; did you mean "
         "\"scale\": \"log\"?"},
        {VAR("\"type\": \"categorical\", \"choices\": [\"a\"]"), INLAY_EPARSE,
         "line 1, column 39: variable 1: unknown key 'choices'; did you mean "
         "'values'?"},
        {VAR("\"type\": \"categorical\", \"values\": [16, 32]"), INLAY_EPARSE,
         "line 1, column 50: variable 1 ('x'): value 1 is a number, not a "
         "string; write \"16\" with quotes, or use type ordinal or integer"},
        {VAR("\"type\": \"real\", \"values\": [0, 1]"), INLAY_EPARSE,
         "line 1, column 32: variable 1 ('x'): unknown key 'values'"},
        {VAR("\"type\": \"ordinal\", \"values\": [0, 1], \"max\": 1"),
         INLAY_EPARSE,
         "line 1, column 53: variable 1 ('x'): unknown key 'max'"},
        {VAR("\"type\": \"real\", \"min\": 0"), INLAY_EPARSE,
         "line 1, column 2: variable 1 ('x'): key 'max' is missing"},
        {VAR("\"type\": \"real\", \"min\": \"0\", \"max\": 1"), INLAY_EPARSE,
         "line 1, column 32: variable 1 ('x'): 'min' is a string, not a "
         "number"},
        {VAR("\"type\": \"real\", \"min\": 3, \"max\": 1"), INLAY_EINVAL,
         "line 1, column 2: variable 1 ('x'): lower bound 3 is above upper "
         "bound 1"},
        {VAR("\"type\": \"real\", \"min\": 0, \"max\": 1, \"scale\": \"ln\""),
         INLAY_EPARSE,
         "line 1, column 52: variable 1 ('x'): scale 'ln' is not linear or "
         "log"},
        {VAR("\"type\": \"real\", \"min\": 0, \"max\": 1, \"scale\": \"log\""),
         INLAY_EINVAL,
         "line 1, column 2: variable 1 ('x'): lower bound 0 must be above 0 on "
         "a log scale"},
        {VAR("\"type\": \"real\", \"min\": 0, \"max\": 1, \"scale\": 2"),
         INLAY_EPARSE,
         "line 1, column 52: variable 1 ('x'): 'scale' is a number, not a "
         "string"},
        {VAR("\"type\": \"integer\", \"min\": 0.5, \"max\": 1"), INLAY_EPARSE,
         "line 1, column 35: variable 1 ('x'): 'min' is 0.5, not a whole "
         "number"},
        {VAR("\"type\": \"integer\", \"min\": 0, \"max\": 1e300"), INLAY_EPARSE,
         "line 1, column 45: variable 1 ('x'): 'max' is 1e+300, outside 64-bit "
         "integers"},
        {VAR("\"type\": \"integer\", \"min\": 0, \"max\": true"), INLAY_EPARSE,
         "line 1, column 45: variable 1 ('x'): 'max' is a boolean, not a whole "
         "number"},
        {VAR("\"type\": \"ordinal\""), INLAY_EPARSE,
         "line 1, column 2: variable 1 ('x'): key 'values' is missing"},
        {VAR("\"type\": \"ordinal\", \"values\": 3"), INLAY_EPARSE,
         "line 1, column 35: variable 1 ('x'): 'values' is a number, not an "
         "array"},
        {VAR("\"type\": \"ordinal\", \"values\": []"), INLAY_EINVAL,
         "line 1, column 2: variable 1 ('x'): the list of values is empty"},
        {VAR("\"type\": \"ordinal\", \"values\": [1, \"2\"]"), INLAY_EPARSE,
         "line 1, column 49: variable 1 ('x'): value 2 is a string, not a "
         "number"},
        {VAR("\"type\": \"ordinal\", \"values\": [2, 1]"), INLAY_EINVAL,
         "line 1, column 2: variable 1 ('x'): value 2, 1, is not above the one "
         "before, 2"},
        {VAR("\"type\": \"categorical\", \"values\": []"), INLAY_EINVAL,
         "line 1, column 2: variable 1 ('x'): the list of values is empty"},
        {VAR("\"type\": \"categorical\", \"values\": [\"a\", null]"),
         INLAY_EPARSE,
         "line 1, column 55: variable 1 ('x'): value 2 is null, not a string"},
        {VAR("\"type\": \"categorical\", \"values\": [{}]"), INLAY_EPARSE,
         "line 1, column 50: variable 1 ('x'): value 1 is an object, not a "
         "string"},
        {VAR("\"type\": \"categorical\", \"values\": [[], true]"), INLAY_EPARSE,
         "line 1, column 50: variable 1 ('x'): value 1 is an array, not a "
         "string"},
        {VAR("\"type\": \"categorical\", \"values\": [\"a\", false]"),
         INLAY_EPARSE,
         "line 1, column 55: variable 1 ('x'): value 2 is a boolean, not a "
         "string"},
        {VAR("\"type\": \"categorical\", \"values\": [\"a\", \"b\", \"a\"]"),
         INLAY_EINVAL,
         "line 1, column 2: variable 1 ('x'): value 'a' appears twice"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        inlay_space *s = NULL;
        CHECK_FAILS(
            inlay_space_parse(row[i].text, strlen(row[i].text), &s, &err),
            row[i].status, err, row[i].message);
        CHECK(!s);
    }
}

TEST(what_is_no_json_is_refused_with_its_line)
{
    static const char *const texts[] = {
        "",
        "[",
        "[\n{\"name\": \"a\\u0000\", \"type\": \"boolean\"}]",
        "[] []",
        "[{\"name\": \"a\", \"name\": \"b\", \"type\": \"boolean\"}]",
        "[{\"name\": \"\xff\", \"type\": \"boolean\"}]",
        "[NaN]"};
    for (size_t i = 0; i < LEN(texts); i++) {
        inlay_error err = {0};
        inlay_space *s = NULL;
        CHECK(inlay_space_parse(texts[i], strlen(texts[i]), &s, &err) ==
              INLAY_EPARSE);
        CHECK(strncmp(err.msg, "line ", 5) == 0);
        CHECK(!s);
    }
}

/* ---- Size ---------------------------------------------------------------- */

/* n_vars variables of n_values categories each. */
static void big_json(struct inlay_text *text, size_t n_vars, size_t n_values)
{
    inlay_text_add(text, "[");
    for (size_t i = 0; i < n_vars; i++) {
        inlay_text_printf(text,
                          "%s{\"name\": \"v%zu\", \"type\": "
                          "\"categorical\", \"values\": [\"0\"",
                          i ? ",\n " : "", i);
        for (size_t k = 1; k < n_values; k++)
            inlay_text_printf(text, ", \"%zu\"", k);
        inlay_text_add(text, "]}");
    }
    inlay_text_add(text, "]");
}

TEST(a_large_space_is_parsed_and_printed_in_no_time)
{
    enum { N_VARS = INLAY_MAX_VARIABLES, N_VALUES = 200 };
    inlay_error err = {0};
    struct inlay_text text = {0};
    inlay_space *s = NULL;
    big_json(&text, N_VARS, N_VALUES);
    const clock_t start = clock();
    CHECK_OK(inlay_space_parse(text.bytes, text.n, &s, &err), err);
    check_printed(s, text.bytes);
    CHECK(clock() - start < 20 * CLOCKS_PER_SEC); /* 1 s under ASan */
    CHECK(inlay_space_n_variables(s) == N_VARS);
    inlay_space_free(s);
    inlay_text_clear(&text);
}

TEST(limits_hold_for_texts_too)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    struct inlay_text text = {0};
    big_json(&text, 1, INLAY_MAX_LEVELS + 1);
    CHECK_FAILS(inlay_space_parse(text.bytes, text.n, &s, &err), INLAY_EINVAL,
                err,
                "line 1, column 2: variable 1 ('v0'): 10001 values, but at "
                "most 10000 are allowed");
    inlay_text_clear(&text);
    big_json(&text, INLAY_MAX_VARIABLES + 1, 1);
    CHECK_FAILS(inlay_space_parse(text.bytes, text.n, &s, &err), INLAY_EINVAL,
                err,
                "line 1001, column 2: variable 1001 ('v1000'): a space has at "
                "most 1000 variables");
    inlay_text_clear(&text);
    CHECK(!s);
}

/* ---- Out of memory ------------------------------------------------------- */

OOM_TEST(parsing_and_printing_without_memory_leaks_nothing)
{
    inlay_space *s = NULL;
    char *text = NULL;
    inlay_status st =
        inlay_space_parse(mixed_json, strlen(mixed_json), &s, NULL);
    if (st == INLAY_OK)
        st = inlay_space_print(s, &text, NULL);
    if (st == INLAY_OK)
        CHECK_TEXT(text, mixed_json);
    inlay_text_free(text);
    inlay_space_free(s);
    return st;
}

TEST(steps_names_and_descriptions_survive_print_and_parse)
{
    static const char json[] =
        "[{\"name\": \"r\", \"type\": \"real\", \"min\": 0, \"max\": 1, "
        "\"step\": 0.1, \"description\": \"a \\\"rate\\\"\"},\n "
        "{\"name\": \"n\", \"type\": \"integer\", \"min\": 16, \"max\": 64, "
        "\"step\": 16},\n "
        "{\"name\": \"o\", \"type\": \"ordinal\", \"values\": [\"s\", "
        "\"m\"], \"description\": \"size\"}]";
    inlay_space *s = NULL;
    inlay_error err = {0};
    char *text = NULL;
    CHECK_OK(inlay_space_parse(json, strlen(json), &s, &err), err);
    CHECK(inlay_space_var(s, 0)->is.step == 0.1);
    CHECK(inlay_space_var(s, 1)->n_levels == 4);
    CHECK_OK(inlay_space_print(s, &text, &err), err);
    CHECK_TEXT(text, json);
    inlay_text_free(text);
    inlay_space_free(s);
}

TEST(steps_and_mixed_values_are_refused_with_their_place)
{
    static const struct {
        const char *json, *message;
    } row[] = {
        {"[{\"name\":\"r\",\"type\":\"real\",\"min\":0,\"max\":1,\n"
         "\"step\":0}]",
         "line 2, column 1: variable 1 ('r'): step 0 is not above 0"},
        {"[{\"name\":\"n\",\"type\":\"integer\",\"min\":0,\"max\":4,\n"
         "\"step\":0.5}]",
         "line 2, column 1: "},
        {"[{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[\"a\",\n2]}]",
         "line 2, column 1: variable 1 ('o'): value 2 is a number, not a "
         "string"},
        {"[{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[1,\n\"a\"]}]",
         "line 2, column 1: variable 1 ('o'): value 2 is a string, not a "
         "number"},
        {"[{\"name\":\"b\",\"type\":\"boolean\",\n\"step\":1}]",
         "line 2, column 1: variable 1 ('b'): unknown key 'step'"},
        {"[{\"name\":\"b\",\"type\":\"boolean\",\n\"description\":1}]",
         "line 2, column 1: "},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_space *s = NULL;
        inlay_error err = {0};
        CHECK(inlay_space_parse(row[i].json, strlen(row[i].json), &s, &err) !=
              INLAY_OK);
        CHECK(strstr(err.msg, row[i].message) || !fputs(err.msg, stderr));
    }
}

/* Every type with a default, printed and parsed again. */
TEST(defaults_of_all_types_come_back)
{
    static const char *const variables[] = {
        "{\"name\": \"a\", \"type\": \"real\", \"min\": 0, \"max\": 1, "
        "\"default\": 2.5}",
        "{\"name\": \"a\", \"type\": \"integer\", \"min\": 0, \"max\": 9, "
        "\"step\": 3, \"default\": 4}",
        "{\"name\": \"a\", \"type\": \"ordinal\", \"values\": [1, 2], "
        "\"default\": 1}",
        "{\"name\": \"a\", \"type\": \"ordinal\", \"values\": [\"s\", "
        "\"m\"], \"default\": \"s\"}",
        "{\"name\": \"a\", \"type\": \"categorical\", \"values\": [\"s\", "
        "\"m\"], \"default\": \"x\"}",
        "{\"name\": \"a\", \"type\": \"boolean\", \"default\": true}",
        "{\"name\": \"a\", \"type\": \"boolean\", \"default\": null}",
    };
    for (size_t i = 0; i < LEN(variables); i++) {
        char text[256];
        inlay_space *space = NULL;
        inlay_error err = {0};
        inlay_variable is;
        char *printed = NULL;
        snprintf(text, sizeof text, "[%s]", variables[i]);
        CHECK_OK(inlay_space_parse(text, strlen(text), &space, &err), err);
        CHECK_OK(inlay_space_variable(space, 0, &is, &err), err);
        CHECK(is.fallback != NULL);
        CHECK_OK(inlay_space_print(space, &printed, &err), err);
        CHECK(strstr(printed, variables[i]));
        inlay_text_free(printed);
        inlay_space_free(space);
    }
}
